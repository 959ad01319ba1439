"""`companion COMMAND …`: finds the command, parses its arguments, ends with one sentence on a fault."""

from __future__ import annotations

import argparse
import importlib
import io
import logging
import os
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType

from companion import __version__
from companion.commands import Fault

COMMANDS = ("play", "calibrate", "count", "replay", "frame", "games", "doctor", "bench", "photolog")
"""In the order a newcomer meets them; each is a module of `companion.commands`."""


def main(argv: Sequence[str] | None = None) -> int:
    words = list(sys.argv[1:] if argv is None else argv)
    _streams_that_take_anything()
    code = 0
    try:
        code = _dispatch(words)
        sys.stdout.flush()
    except Fault as fault:
        print(f"companion: {fault.message}", file=sys.stderr)
        return fault.code
    except PermissionError as error:
        print(f"companion: {_not_yours(error, words[0])}", file=sys.stderr)
        return 1
    except BrokenPipeError:
        # The reader of a pipe (head, less) went away: nothing is wrong.
        return _silenced(0)
    except OSError as error:
        print(f"companion: {error.filename or 'the output'}: {error.strerror or error}", file=sys.stderr)
        return _silenced(1)
    except KeyboardInterrupt:
        print("companion: stopped", file=sys.stderr)
        return 130
    return code


def _streams_that_take_anything() -> None:
    """A stream that was closed swallows what is said, and one of few letters spells the others out.

    Without the first, the next file to be opened would get its number, and with it what libraries print.
    """
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, Path(os.devnull).open("w", encoding="utf-8"))  # noqa: SIM115  for good
        elif isinstance(stream, io.TextIOWrapper) and (
            stream.errors == "strict" or stream.encoding.lower() != "utf-8"
        ):
            stream.reconfigure(errors="backslashreplace")


def _silenced(code: int) -> int:
    """Keep Python from writing what is left, and from failing at it again, when it ends."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return code


def _dispatch(words: list[str]) -> int:
    if not words or words[0] in ("-h", "--help", "help"):
        print(_overview())
        return 0
    if words[0] in ("-V", "--version"):
        print(f"companion {__version__}")
        return 0
    name = words[0]
    if name not in COMMANDS:
        raise Fault(f"there is no command '{name[:40]}'; 'companion --help' lists them", code=2)
    if name != "play":
        # The log is the table's; whoever types a command is told in its own sentence, once.
        logging.getLogger().addHandler(logging.NullHandler())
    command = _module(name)
    parser = argparse.ArgumentParser(
        prog=f"companion {name}",
        description=command.SUMMARY,
        epilog="example:\n" + command.EXAMPLE,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    command.add_arguments(parser)
    return int(command.run(parser.parse_args(words[1:])))


def _not_yours(error: PermissionError, command: str) -> str:
    """What an installed companion keeps is closed to whoever logs in."""
    what = error.filename or "what it needs"
    return f"this user may not open {what}; if that is the installed companion's: sudo companion {command} …"


def _module(name: str) -> ModuleType:
    return importlib.import_module(f"companion.commands.{name}")


def _overview() -> str:
    lines = ["usage: companion COMMAND [OPTIONS]", "", "The companion beside the board game Marrakesh.", ""]
    lines += [f"  {name:<10} {_module(name).SUMMARY}" for name in COMMANDS]
    lines += ["", "'companion COMMAND --help' tells more, with an example."]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main())

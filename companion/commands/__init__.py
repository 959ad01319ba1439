"""The subcommands of `companion`, one module each, named after the command.

A module holds `SUMMARY` (one line for the list), `EXAMPLE` (shown under `--help`),
`add_arguments(parser)` and `run(args)`, which returns the exit code: 0 done, 1 the work
found a fault, 2 wrong use. Heavy imports belong inside `run`, so that `--help` stays quick.
"""

from __future__ import annotations


class Fault(Exception):
    """Ends a command with one sentence for the person at the keyboard, and no traceback.

    >>> str(Fault("there is no folder called photos; give one that exists", code=2))
    'there is no folder called photos; give one that exists'
    """

    def __init__(self, message: str, code: int = 1) -> None:
        super().__init__(message)
        self.message = message
        self.code = code

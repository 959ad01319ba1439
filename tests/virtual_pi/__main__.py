"""`./run virtual-pi`."""

import argparse
import fcntl
import os
import subprocess
import sys
from pathlib import Path

from tests.virtual_pi import __doc__ as about
from tests.virtual_pi import card_image, checks, cuts, table
from tests.virtual_pi.container import Container
from tests.virtual_pi.lines import NoAnswer
from tests.virtual_pi.machine import Broken, VirtualPi

PROJECT = Path(__file__).parents[2]


def main() -> int:
    """0 when everything held, 1 when something did not, 2 for wrong use."""
    args = _parser().parse_args()
    folder = Path(os.environ.get("VPI", "/var/tmp/virtual-pi")).resolve()
    if os.geteuid() != 0:
        print("virtual-pi: this needs root: sudo ./run virtual-pi", file=sys.stderr)
        return 2
    try:
        return _run(args, folder)
    except (Broken, NoAnswer) as error:
        print(f"virtual-pi: {error}", file=sys.stderr)
        return 1


def _run(args: argparse.Namespace, folder: Path) -> int:
    checks.load()
    if args.action == "list":
        for one in table.ALL:
            print(f"{one.name:<28} {one.holds}")
        return 0
    if args.action in ("build", "check", "cuts", "image"):
        folder.mkdir(parents=True, exist_ok=True)
        lock = (folder / "lock").open("w")
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise Broken(f"another run works in {folder}") from None
    if args.action == "image":
        return card_image.run(
            folder,
            lambda line: print(line, flush=True),
            as_it_is=args.as_it_is,
            in_a_container=args.in_a_container,
        )
    if args.action in ("build", "check", "cuts"):
        script = Path(__file__).parent / "build.sh"
        command = ["nice", "-n", "5", "bash", str(script), str(folder), str(PROJECT)]
        if not args.as_it_is and subprocess.run(command, check=False).returncode:
            return 1
    pi = VirtualPi(folder)
    if args.action == "check":
        chosen = table.chosen(args.words)
        if args.in_a_container:
            pi, chosen = Container(folder), [one for one in chosen if one.anywhere]
        rows = table.carry_out(pi, chosen, lambda line: print(line, flush=True))
        table.write(rows, folder / "results.json")
        told = table.markdown(table.read(folder / "results.json"))
        print(told)
        if args.write:
            table.put_between(PROJECT / "docs" / "reliability.md", told)
        return 0 if all(row.held for row in rows) else 1
    if args.action == "cuts":
        whole = args.number // 10 if args.whole is None else args.whole
        return cuts.run(pi, args.number, lambda line: print(line, flush=True), whole)
    _by_hand(pi, args)
    return 0


def _by_hand(pi: VirtualPi, args: argparse.Namespace) -> None:
    match args.action:
        case "start":
            pi.fresh_disk("off")
            pi.start()
            print(f"up after {pi.until_up():.0f} s")
        case "kill":
            pi.pull_the_plug()
        case "do":
            done = pi.run(args.command, seconds=600)
            print(done.out, end="")
            print(done.err, end="", file=sys.stderr)
        case "shot":
            print(pi.shot("by-hand").replace(args.file.resolve()))
        case "read":
            print(pi.read_screen())
        case "tap":
            pi.tap(args.x, args.y)


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./run virtual-pi", description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.set_defaults(action="check", words=[], as_it_is=False, write=False, in_a_container=False)
    actions = parser.add_subparsers(dest="action")
    actions.add_parser("list", help="every check")
    actions.add_parser("build", help="build what has changed").set_defaults(as_it_is=False)
    check = actions.add_parser("check", help="build what has changed, then try everything, or what is named")
    check.add_argument("words", nargs="*", help="words of the checks' names")
    check.add_argument(
        "--in-a-container", action="store_true", help="only what needs no more than systemd and a screen"
    )
    check.add_argument("--write", action="store_true", help="put the table into docs/reliability.md")
    cut = actions.add_parser("cuts", help="pull the plug while a robot plays")
    cut.add_argument("number", type=int)
    cut.add_argument("--whole", type=int, help="how many of a Pi that was booted up: a tenth, unless said")
    image = actions.add_parser("image", help="make a card image for arm64 from a stand-in, and start it")
    image.add_argument("--in-a-container", action="store_true", help="for this processor, without a kernel")
    for action in (check, cut, image):
        action.add_argument("--as-it-is", action="store_true", help="build nothing")
    actions.add_parser("start", help="as installed, and leave it running")
    actions.add_parser("kill", help="pull the plug")
    do = actions.add_parser("do", help="run a command inside")
    do.add_argument("command")
    actions.add_parser("shot", help="a picture of the screen").add_argument("file", type=Path)
    actions.add_parser("read", help="what the screen says")
    tap = actions.add_parser("tap", help="touch a place of 800 × 480")
    tap.add_argument("x", type=float)
    tap.add_argument("y", type=float)
    return parser


if __name__ == "__main__":
    sys.exit(main())

"""`./run install` and `./run uninstall`."""

import argparse
import os
import sys
from pathlib import Path

from companion.appliance.install import __doc__ as about
from companion.appliance.install.data import DATA, data_in_use, holds_other_things, why_not_data
from companion.appliance.install.machine import InstallError, Machine
from companion.appliance.install.plan import Wishes, desktop_user, install_steps, uninstall_steps
from companion.appliance.install.rollback import roll_back
from companion.appliance.install.steps import carry_out


def main(arguments: list[str] | None = None) -> int:
    """0 when everything is in place, 1 when a step failed, 2 for wrong use."""
    args = _parser().parse_args(arguments)
    try:
        return _run(args)
    except InstallError as error:
        print(f"{args.action}: {error}", file=sys.stderr)
        return 1


def _run(args: argparse.Namespace) -> int:
    root: Path = args.root
    if not root.is_dir():
        print(f"{args.action}: there is no folder {root}", file=sys.stderr)
        return 2
    machine = Machine(root)
    # An update names no folder and no user: what was said the first time holds.
    data = data_in_use(machine) if args.data is None else os.path.normpath(args.data)
    wrong = why_not_data(data) if args.action != "uninstall" or args.data is not None else ""
    if wrong:
        print(f"{args.action}: {wrong}", file=sys.stderr)
        return 2
    if machine.live and not args.dry_run:
        if os.geteuid() != 0:
            print(f"{args.action}: this needs root: sudo ./run {args.action}", file=sys.stderr)
            return 2
        if os.statvfs("/etc").f_flag & os.ST_RDONLY:
            raise InstallError(
                "the root is read-only: make it writable for this (sudo mount -o remount,rw /, or with"
                " raspi-config, Overlay File System), and read-only again after"
            )
    if args.action == "rollback":
        return roll_back(machine, dry_run=args.dry_run)
    if args.action == "install":
        desktop = "" if args.console else args.desktop or desktop_user(machine)
        if holds_other_things(machine, data, desktop or "companion"):
            raise InstallError(f"{data} holds other things already: give --data a folder of its own")
        wishes = Wishes(desktop, data, not args.no_packages, not args.no_start)
        steps = install_steps(machine, wishes)
    else:
        wishes = Wishes(data=data, purge=args.purge)
        steps = uninstall_steps(machine, wishes)
    taken = carry_out(steps, print, dry_run=args.dry_run)
    if args.dry_run:
        print("nothing was changed" if taken else "nothing would be done: everything is in place")
    elif args.action == "install":
        config = machine.path("/etc/companion/config.toml")
        print(f"installed; the settings are in {config}; `sudo companion doctor` says whether all is well")
    else:
        kept = machine.path(wishes.data)
        there = kept.exists() and not wishes.purge  # of a disk of its own the empty place stays
        print(f"uninstalled; the games are kept in {kept}" if there else "uninstalled")
    return 0


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        prog="./run", description=about, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    actions = parser.add_subparsers(dest="action", required=True)
    install = actions.add_parser("install", help="put the companion on this Raspberry Pi and start it")
    where = install.add_mutually_exclusive_group()
    where.add_argument("--desktop", metavar="USER", default="", help="show it in this user's desktop session")
    where.add_argument("--console", action="store_true", help="on the console again, after --desktop")
    install.add_argument("--no-packages", action="store_true", help="use neither apt nor pip")
    install.add_argument("--no-start", action="store_true", help="start at the next boot only")
    uninstall = actions.add_parser("uninstall", help="take it away again; the games stay")
    uninstall.add_argument("--purge", action="store_true", help="take the games and the config away too")
    rollback = actions.add_parser("rollback", help="the version before this one again; games and config stay")
    for action in (install, uninstall, rollback):
        action.add_argument("--dry-run", action="store_true", help="only say what would be done")
        action.add_argument(
            "--root", type=Path, default=Path("/"), metavar="DIR", help="a folder in place of /"
        )
        action.add_argument("--data", metavar="DIR", help=f"where the games are kept ({DATA}, or as before)")
    return parser


if __name__ == "__main__":
    sys.exit(main())

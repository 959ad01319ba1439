"""`companion games`: the evenings on the shelf, as lists and as text, and the facts of your copy."""

from __future__ import annotations

import argparse
import json
import sys
from contextlib import nullcontext
from pathlib import Path
from typing import TYPE_CHECKING

from companion.commands import Fault, data_place, keep_apart, kept_files, left_to_owner, to_write
from companion.games.registry import GAMES, find_game, usual_game

if TYPE_CHECKING:
    from companion.store import GameRecord, Store

SUMMARY = "list, show, export and import games; score sheets; the facts of your copy"
EXAMPLE = """  companion games list
  companion games show 3f2a           # a beginning of the id is enough
  companion games sheet last
  companion games export last --out friday.txt
  companion games import friday.txt
  companion games facts --export my-copy.json"""

MAX_IMPORT_BYTES = 16_000_000


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--data", type=Path, help="the folder the games are kept in")
    actions = parser.add_subparsers(dest="action", metavar="ACTION", required=True)
    listing = actions.add_parser("list", help="every game, the latest first")
    listing.add_argument("--json", action="store_true", help="for programs")
    for name, says in (("show", "one game as text"), ("sheet", "its score sheet")):
        action = actions.add_parser(name, help=says)
        action.add_argument("game", help="its id, a beginning of it, or 'last'")
        if name == "sheet":
            action.add_argument("--json", action="store_true", help="for programs")
    export = actions.add_parser("export", help="write one game to a file")
    export.add_argument("game", help="its id, a beginning of it, or 'last'")
    export.add_argument("--out", type=Path, required=True, help="the file to write")
    importing = actions.add_parser("import", help="put a written game on the shelf")
    importing.add_argument("file", type=Path)
    delete = actions.add_parser("delete", help="take a game off the shelf for good")
    delete.add_argument("game", help="its id")
    facts = actions.add_parser("facts", help="what is printed on your copy, as the table told it")
    facts.add_argument("--game", choices=tuple(GAMES), default=usual_game(), help="of which game")
    way = facts.add_mutually_exclusive_group()
    way.add_argument("--export", type=Path, metavar="FILE", help="write them to a file to share")
    way.add_argument("--import", type=Path, metavar="FILE", dest="read", help="take them from a file")


def run(args: argparse.Namespace) -> int:
    from companion.config import data_folder
    from companion.store import Damaged, InUse, Store, StoreError

    folder = data_place(args.data, data_folder)
    out = args.out if args.action == "export" else getattr(args, "export", None)
    if out is not None:
        keep_apart(*kept_files(folder), to_write(out, "what is exported"))
    writes = args.action in ("import", "delete") or (args.action == "facts" and args.read)
    # Read before the shelf is opened: a file that is not there must leave nothing behind.
    given = args.file if args.action == "import" else getattr(args, "read", None)
    text = _read_file(given) if given is not None else ""
    try:
        handed_over = left_to_owner(folder) if writes else nullcontext()
        with handed_over, Store.open(folder) if writes else Store.look(folder) as store:
            # Where the disk refuses, the refusal says so.
            for notice in store.notices if store.health.saved else ():
                print(f"companion: {notice}", file=sys.stderr)
            return _act(args, store, text)
    except Damaged as error:
        raise Fault(
            f"{error}; start 'companion play' once: it rescues what is there, and says what"
        ) from error
    except InUse as error:
        raise Fault(f"{error} (on an installed Pi: sudo systemctl stop 'companion*')") from error
    except StoreError as error:
        raise Fault(str(error)) from error


def _act(args: argparse.Namespace, store: Store, text: str) -> int:
    match args.action:
        case "list":
            return _list(store, as_json=args.json)
        case "facts":
            return _facts(args, store, text)
        case "import":
            return _import(args.file, store, text)
        case "delete":
            record = _find(store, args.game)
            store.delete_game(record.id)
            print(f"deleted {record.id} ({record.title})")
            return 0
    return _one(args, store)


def _list(store: Store, *, as_json: bool) -> int:
    records = store.games()
    if as_json:
        rows = [
            {
                "id": r.id,
                "game": r.kind,
                "title": r.title,
                "finished": r.finished,
                "entries": r.entries,
                "minutes": round(r.played_seconds / 60),
                "summary": r.summary,
            }
            for r in records
        ]
        print(json.dumps(rows))
        return 0
    if not records:
        print(f"no games in {store.folder} yet: 'companion play' begins one")
    for record in records:
        state = "finished" if record.finished else f"{record.entries} entries"
        print(f"{record.id}  {record.title:<40.40}  {record.played_seconds / 60:4.0f} min  {state}")
    return 0


def _one(args: argparse.Namespace, store: Store) -> int:
    from companion.play import notation, saved_games

    record = _find(store, args.game)
    try:
        game = saved_games.look_at(store, record.id)
    except saved_games.CannotTakeUp as error:
        raise Fault(str(error)) from error
    match args.action:
        case "show":
            print(notation.write(game), end="")
        case "sheet" if args.json:
            print(json.dumps(game.kind.summary(game.state)))
        case "sheet":
            print(game.kind.score_sheet(game.state))
        case "export":
            _write_file(args.out, notation.write(game))
            print(f"wrote {args.out}")
    return 0


def _import(path: Path, store: Store, text: str) -> int:
    from companion.play import saved_games
    from companion.play.errors import RulesError

    title = path.stem.encode(errors="replace").decode()
    try:
        with store.at_once():
            saved = saved_games.import_text(store, text, title=title)
    except RulesError as wrong:
        raise Fault(f"{path.name}: {wrong}") from wrong
    print(f"imported as {saved.id}")
    return 0


def _facts(args: argparse.Namespace, store: Store, text: str) -> int:
    from companion.play import facts_file
    from companion.play.errors import RulesError

    if args.read:
        try:
            kind, told = facts_file.read(text)
        except RulesError as wrong:
            raise Fault(f"{args.read.name}: {wrong}") from wrong
        with store.at_once():
            for key, value in told.items():
                store.tell_fact(kind.name, key, value)
        print(f"took {len(told)} {'fact' if len(told) == 1 else 'facts'} from {args.read.name}")
        return 0
    known = facts_file.write(find_game(args.game), store.facts(args.game))
    if args.export:
        _write_file(args.export, known)
        print(f"wrote {args.export}")
    else:
        print(known, end="")
    return 0


def _find(store: Store, wanted: str) -> GameRecord:
    records = store.games()
    if not records:
        raise Fault(f"no games are kept in {store.folder} yet")
    if wanted == "last":
        return records[0]
    # An empty word, such as a shell's variable that was never set, means none rather than all of them.
    found = [record for record in records if wanted and record.id.startswith(wanted)]
    if len(found) != 1:
        how_many = "no game begins" if not found else f"{len(found)} games begin"
        raise Fault(f"{how_many} with '{wanted[:20]}'; 'companion games list' shows their ids")
    return found[0]


def _read_file(path: Path) -> str:
    from vision.files import read_ordinary

    try:
        return read_ordinary(path, MAX_IMPORT_BYTES).decode("utf-8-sig")
    except UnicodeDecodeError:
        raise Fault(f"{path} is not a text file") from None
    except OSError as error:
        raise Fault(f"{path} cannot be read: {error.strerror}", code=2) from error


def _write_file(path: Path, text: str) -> None:
    from calibration.files import write_whole

    try:
        write_whole(path, text.encode())
    except OSError as error:
        raise Fault(f"{path} cannot be written: {error.strerror}") from error

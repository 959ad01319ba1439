"""The checks, as they are written down, carried out and told."""

import json
import time
import traceback
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict, dataclass
from pathlib import Path
from typing import Literal

from tests.virtual_pi.lines import NoAnswer
from tests.virtual_pi.machine import Broken, VirtualPi

Begin = Literal["home", "off", "nothing"]
"""At the home screen after a good boot; switched off, as installed; or no machine at all."""

Look = Callable[[VirtualPi], str]


@dataclass(frozen=True)
class Check:
    """One way to use or to abuse the machine.

    name        short, for the command line
    holds       what must hold, as the table says it
    anywhere    needs a real systemd, and no more of a Pi than a container has
    """

    name: str
    holds: str
    begin: Begin
    look: Look
    anywhere: bool


@dataclass(frozen=True)
class Row:
    """What came of a check."""

    name: str
    holds: str
    held: bool
    seen: str
    seconds: float


ALL: list[Check] = []


def check(name: str, holds: str, begin: Begin = "home", *, anywhere: bool = False) -> Callable[[Look], Look]:
    """Registers a function that looks, says what it saw, and raises `Broken` where it did not hold."""

    def register(look: Look) -> Look:
        ALL.append(Check(name, holds, begin, look, anywhere))
        return look

    return register


def chosen(words: Sequence[str]) -> list[Check]:
    """The checks with one of these words in their names, in the words' order; all without any."""
    if not words:
        return ALL
    found = dict.fromkeys(one for word in words for one in ALL if word in one.name)
    return list(found)


def carry_out(pi: VirtualPi, checks: Iterable[Check], say: Callable[[str], None]) -> list[Row]:
    """One after the other, each from its own beginning; the machine is off at the end."""
    rows: list[Row] = []
    at_home = False
    for one in checks:
        begun = time.monotonic()
        try:
            if one.begin == "off":
                pi.pull_the_plug()
                pi.fresh_disk("off")
                at_home = False
            elif one.begin == "home":
                pi.go_home(kept=at_home)
                at_home = True
            begun = time.monotonic()
            seen, held = one.look(pi), True
        except (Broken, NoAnswer) as wrong:
            seen, held = str(wrong), False
            at_home = at_home and isinstance(wrong, Broken)
        except Exception:
            seen, held = traceback.format_exc(limit=-3), False
        if not held:
            _leave_evidence(pi, one.name)
        row = Row(one.name, one.holds, held, pi.where + " ".join(seen.split()), time.monotonic() - begun)
        rows.append(row)
        say(f"{'held  ' if held else 'BROKEN'} {one.name:<28} {row.seconds:5.0f} s  {row.seen}")
    pi.pull_the_plug()
    return rows


def _leave_evidence(pi: VirtualPi, name: str) -> None:
    """What the screen showed and the journal said when it broke."""
    slug = name.replace(" ", "-")
    try:
        pi.shot(f"broken-{slug}")
        (pi.shots / f"broken-{slug}.log").write_text(
            pi.run("journalctl -b --no-pager -o short-monotonic").out
        )
    except (Broken, NoAnswer, OSError):
        return


def write(rows: Sequence[Row], file: Path) -> None:
    """For the next run to go on from: a row that is tried again takes the old one's place."""
    old = {row.name: row for row in read(file)}
    old.update({row.name: row for row in rows})
    order = {one.name: number for number, one in enumerate(ALL)}
    kept = sorted((row for row in old.values() if row.name in order), key=lambda row: order[row.name])
    file.write_text(json.dumps([asdict(row) for row in kept], indent=1) + "\n")


def read(file: Path) -> list[Row]:
    return [Row(**told) for told in json.loads(file.read_text())] if file.exists() else []


def markdown(rows: Iterable[Row]) -> str:
    """The table of docs/reliability.md."""
    lines = ["| tried | must hold | held | seen |", "|---|---|---|---|"]
    for row in rows:
        seen = row.seen.replace("|", "\\|")
        lines.append(f"| {row.name} | {row.holds} | {'yes' if row.held else '**no**'} | {seen} |")
    return "\n".join(lines)


def put_between(file: Path, told: str) -> None:
    """The table in its place in a page: between two marks."""
    begin, end = "<!-- virtual-pi -->", "<!-- /virtual-pi -->"
    before, _, rest = file.read_text().partition(begin)
    _, _, after = rest.partition(end)
    file.write_text(f"{before}{begin}\n{told}\n{end}{after}")

"""The draft as it stands in journal and state, in the shape the proposals want it."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.marrakesh.rules.draft import colours_of, room
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.scrolls.permanent import claims_any_two
from companion.games.marrakesh.rules.state import State
from companion.games.marrakesh.tray import Claim, Draft
from companion.play.decision import PASS, Decision
from companion.play.journal import ADJUST, ANSWER, Entry

TOSS_KIND, CLAIM_KIND = "tower", "claim"


def is_claim(entry: Entry) -> bool:
    """Whether keshis were claimed; who had room for none took none."""
    return entry.do == ANSWER and entry.what == CLAIM_KIND and entry.value != PASS


def is_fallen(entry: Entry) -> bool:
    """Whether the table put the tower's ledger right, as it does for a keshi that fell out late."""
    return entry.do == ADJUST and entry.what.startswith(("base ", "tower "))


def claims_since_toss(entries: Sequence[Entry]) -> list[Claim]:
    """What was claimed since the last toss, in order."""
    tossed = next((at for at in reversed(range(len(entries))) if entries[at].what == TOSS_KIND), 0)
    return claims_in(entries[tossed:])


def claims_in(entries: Sequence[Entry], by: str = "") -> list[Claim]:
    """The claims among some entries, in order; those that somebody entered, if it is said who."""
    return [
        Claim(entry.player, tuple(colours_of(str(entry.value))))
        for entry in entries
        if is_claim(entry) and by in ("", entry.by)
    ]


def next_with_room(entries: Sequence[Entry], players: int) -> int | None:
    """Whose the last claim would be if its player had no room: the next one's who has not said so as well."""
    out: set[int] = set()
    for entry in reversed(entries):
        if entry.what == TOSS_KIND:
            break
        if entry.do == ANSWER and entry.what == CLAIM_KIND and entry.value == PASS:
            out.add(entry.player)
    seats = ((entries[-1].player + n) % players for n in range(1, players))
    return next((seat for seat in seats if seat not in out), None)


def draft_of(g: State, decision: Decision | None, claims: Sequence[Claim]) -> Draft:
    """Who may claim what, beginning with whose turn it is."""
    first = decision.player if decision is not None and decision.player >= 0 else g.start_seat
    seats = tuple((first + n) % len(g.players) for n in range(len(g.players)))
    return Draft(
        {colour: number for colour, number in g.base.items() if number},
        tuple(seat for seat in seats if not g.players[seat].out_of_draft),
        {p.seat: {c: room(g, p, c) for c in COLOURS} for p in g.players},
        frozenset(p.seat for p in g.players if claims_any_two(p)),
        tuple(claims),
        unknown_scrolls=g.depth != FULL,
        inside=g.tower.inside,
        supply=g.supply,
    )

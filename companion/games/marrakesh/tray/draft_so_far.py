"""The draft as it stands in journal and state: who claimed what, and who may claim what now."""

from __future__ import annotations

from collections.abc import Sequence

from companion.games.marrakesh.game import Game
from companion.games.marrakesh.rules.draft import colours_of, room
from companion.games.marrakesh.rules.keshi import COLOURS
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.scrolls.permanent import claims_any_two
from companion.games.marrakesh.tray.draft import Claim, Draft
from companion.play.decision import PASS
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
    return [
        Claim(entry.player, tuple(colours_of(str(entry.value))))
        for entry in entries[tossed:]
        if is_claim(entry)
    ]


def draft_of(game: Game) -> Draft:
    """Who may claim what, beginning with whose turn it is."""
    g, decision = game.state, game.pending
    first = decision.player if decision is not None and decision.player >= 0 else g.start_seat
    seats = tuple((first + n) % len(g.players) for n in range(len(g.players)))
    return Draft(
        {colour: number for colour, number in g.base.items() if number},
        tuple(seat for seat in seats if not g.players[seat].out_of_draft),
        {p.seat: {c: room(g, p, c) for c in COLOURS} for p in g.players},
        frozenset(p.seat for p in g.players if claims_any_two(p)),
        tuple(claims_since_toss(game.journal.entries)),
        unknown_scrolls=g.depth != FULL,
        inside=g.tower.inside,
        supply=g.supply,
    )


def put_back(game: Game, claims: int) -> None:
    """Take the last claims back, but not what fell out of the tower since."""
    entries = game.journal.entries
    at = [i for i, entry in enumerate(entries) if is_claim(entry)][-claims]
    fell = [entry for entry in entries[at:] if is_fallen(entry)]
    game.jump(at)
    for entry in fell:
        game.adjust(entry.player, entry.what, entry.value)


# -- who had no room ----------------------------------------------------------------------------------------


def unsure_of(game: Game) -> tuple[int, int] | None:
    """Who was given the last keshis because it was their turn, though nobody knows whether they had room;
    and whose they would be then.

    Only light depth does not know it, and only a claim that the camera entered was not looked at. It may
    have ended the draft.
    """
    entries = game.journal.entries
    if game.state.depth == FULL or not entries or not is_claim(entries[-1]) or entries[-1].by != "camera":
        return None
    heir = _next_with_room(entries, len(game.state.players))
    return None if heir is None else (entries[-1].player, heir)


def give_to_the_next(game: Game) -> None:
    """They had no room: what they were given was taken by the next one."""
    claim = game.journal.entries[-1]
    game.undo()
    game.answer(PASS)
    game.answer(claim.value, by="camera")


def _next_with_room(entries: Sequence[Entry], players: int) -> int | None:
    """Whose the last claim would be if its player had no room: the next one's who has not said so as well."""
    out: set[int] = set()
    for entry in reversed(entries):
        if entry.what == TOSS_KIND:
            break
        if entry.do == ANSWER and entry.what == CLAIM_KIND and entry.value == PASS:
            out.add(entry.player)
    seats = ((entries[-1].player + n) % players for n in range(1, players))
    return next((seat for seat in seats if seat not in out), None)

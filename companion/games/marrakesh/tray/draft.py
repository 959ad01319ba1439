"""In the draft: which keshis left the tray, whose claims that makes, and what came to lie there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from heapq import heappop, heappush
from itertools import combinations, count

from companion.games.marrakesh.tray.fallen import Fallen, what_fell
from companion.table.named_pieces import PlacedPiece
from companion.table.possible_count import SeenPiece, propose_count

CLAIM_AT_MOST = 2

# What makes a reading less likely, in one coin; only the differences matter.
COST_OF_ANOTHER_CLAIM = 1.0  # the tray is looked at after every hand, so it is mostly one claim at a time
COST_OF_AN_EMPTY_HAND = 0.7  # a second hand that came mostly took something as well
COST_OF_A_HIDDEN_SCROLL = 1.5  # more than two claims: two players are likelier than a scroll nobody told of
COST_OF_LEAVING_ONE = 0.7  # who may take two of a colour mostly does
COST_OF_A_FAULT = 3.0
COST_OF_PUTTING_BACK = 1.5
CLEAR_MARGIN = 0.9  # the best reading is done without asking when the next one costs this much more
MOST_READINGS = 6
MOST_PUT_BACK = 6  # claims; further back is what the history is for
MOST_STEPS = 1000  # of the search; a tray emptied behind the camera's back has no end of readings


@dataclass(frozen=True)
class Claim:
    """One turn of the draft: a seat and the colours it took, e.g. ("green", "green")."""

    seat: int
    colours: tuple[str, ...]

    @property
    def key(self) -> str:
        """As the rules name it: "green*2", or "green+pink" where scroll 61 allows two colours."""
        if len(set(self.colours)) == 1:
            return f"{self.colours[0]}*{len(self.colours)}"
        return "+".join(self.colours)


@dataclass(frozen=True)
class Draft:
    """The draft as it stands at the last confirmed rest.

    base        what lay in the tray
    seats       in turn order, the one whose turn it is first; who is out is left out
    room        how many more of each colour a seat may still take; a colour left out is full
    any_two     seats that may take two keshis of different colours (scroll 61)
    claims      what was claimed so far in this draft, in order
    unknown_scrolls
                nobody told who has scroll 61 (light depth): anybody may, but it is asked
    inside      what may still fall out of the tower
    supply      wood that is elsewhere: where the ledger is wrong it may have come from there
    """

    base: Mapping[str, int]
    seats: tuple[int, ...]
    room: Mapping[int, Mapping[str, int]]
    any_two: frozenset[int] = frozenset()
    claims: tuple[Claim, ...] = ()
    unknown_scrolls: bool = False
    inside: Mapping[str, int] = field(default_factory=dict)
    supply: Mapping[str, int] = field(default_factory=dict)


@dataclass(frozen=True)
class Reading:
    """One way to explain what left the tray.

    undo        how many of the last claims were put back first
    claims      the claims that follow, in turn order
    fault       "" when all of it is allowed, else "too many", "full" or "out of turn"
    """

    claims: tuple[Claim, ...] = ()
    undo: int = 0
    fault: str = ""
    cost: float = 0.0


@dataclass(frozen=True)
class DraftProposal:
    """What the change in the tray could mean, likeliest first.

    No readings: nothing changed. `automatic`: the first reading may be done without asking.
    `left` and `back` are the colours that went and came since the last confirmed rest.
    `fell`: what lies there beyond the count. It is asked about first; `readings` then only tells whose claim
    it may have been before it was put back, and the same look is read again when the table has said.
    """

    readings: tuple[Reading, ...] = ()
    automatic: bool = False
    left: Mapping[str, int] = field(default_factory=dict)
    back: Mapping[str, int] = field(default_factory=dict)
    fell: Fallen | None = None

    @property
    def changed(self) -> bool:
        return bool(self.left or self.back or self.fell)


def propose_claims(
    draft: Draft,
    pieces: Sequence[SeenPiece],
    before: Sequence[PlacedPiece] | None = None,
    *,
    hands: int = 1,
) -> DraftProposal:
    """Read a settled look at the tray during the draft.

    before      the tray as it lay when it last fitted the game; None where nobody looked
    hands       how often somebody reached into it since: more than once, and there may be as many claims

    Hardly anything but what lay there can lie there now, so the pieces are first read as the base allows.
    Only when that goes hard against the eye have claimed keshis been put back, or have more fallen out.
    """
    undo, counts = _what_lies_there(draft, pieces)
    base = Counter(draft.base)
    now = Counter(counts)
    left, back = base - now, now - base
    fell = what_fell(draft, pieces, before)
    if fell is not None and fell.effort >= propose_count(pieces, base).effort:
        fell = None
    if undo == 0 and fell is not None:
        return DraftProposal(fell=fell)
    if undo == 0 and not left:
        return DraftProposal()
    start = _rewound(draft, undo)
    gone = Counter(start.base) - now
    readings = [
        Reading(claims, undo, "", cost + undo * COST_OF_PUTTING_BACK)
        for claims, cost in _turns(start, gone, hands)
    ]
    if undo == 0:
        readings += list(_faults(start, gone))
    readings.sort(key=lambda reading: (reading.cost, len(reading.claims)))
    readings = readings[:MOST_READINGS]
    clear = len(readings) == 1 or (len(readings) > 1 and readings[1].cost - readings[0].cost >= CLEAR_MARGIN)
    automatic = bool(readings) and clear and not readings[0].fault and undo == 0
    return DraftProposal(tuple(readings), automatic, dict(left), dict(back), fell)


def _what_lies_there(draft: Draft, pieces: Sequence[SeenPiece]) -> tuple[int, dict[str, int]]:
    """How many claims were put back, and the count as read under that assumption."""
    best: tuple[float, int, dict[str, int]] | None = None
    allowed = Counter(draft.base)
    for undo in range(min(len(draft.claims), MOST_PUT_BACK) + 1):
        if undo:
            allowed.update(draft.claims[-undo].colours)
        proposal = propose_count(pieces, allowed)
        # A wrong colour of a clear piece costs about 7; putting a claim back must explain at least that.
        effort = proposal.effort + undo * 3.0
        if best is None or effort < best[0] - 1e-9:
            best = (effort, undo, proposal.counts)
        if proposal.effort < 1e-9:
            break
    assert best is not None  # the loop runs at least once
    return best[1], best[2]


def _rewound(draft: Draft, undo: int) -> Draft:
    """The draft before its last claims, with the turn at whoever made the first of them."""
    if not undo:
        return draft
    base = Counter(draft.base)
    room = {seat: Counter(colours) for seat, colours in draft.room.items()}
    taken_back = draft.claims[-undo:]
    for claim in taken_back:
        base.update(claim.colours)
        room.setdefault(claim.seat, Counter()).update(claim.colours)
    first = taken_back[0].seat
    order = sorted({*draft.seats, *(claim.seat for claim in taken_back)})
    # Seats are numbered clockwise, so turn order is the sorted seats, begun at the first.
    pivot = order.index(first)
    return replace(
        draft,
        base=base,
        seats=tuple(order[pivot:] + order[:pivot]),
        room=room,
        claims=draft.claims[: len(draft.claims) - undo],
    )


def _turns(draft: Draft, gone: Counter[str], hands: int) -> Iterator[tuple[tuple[Claim, ...], float]]:
    """The cheapest runs of allowed claims, in turn order, that take exactly what is gone."""
    tie = count()  # equal costs: first found, first out
    heap: list[tuple[float, int, int, Counter[str], tuple[Claim, ...], float]] = []
    heappush(heap, (0.0, next(tie), 0, gone, (), 0.0))
    found = 0
    for _ in range(MOST_STEPS):
        if not heap or found == MOST_READINGS:
            return
        _, _, at, gone, made, cost = heappop(heap)
        if not gone:
            found += 1
            yield made, cost + COST_OF_AN_EMPTY_HAND * max(0, hands - len(made))
            continue
        turn = _next_turn(draft, at, made)
        if turn is None:
            continue
        at, base, room = turn
        seat = draft.seats[at % len(draft.seats)]
        for colours, price in _one_turn(gone, base, room, seat in draft.any_two, draft.unknown_scrolls):
            rest = gone - Counter(colours)
            spent = cost + price + _more_claims(len(made), 1, hands)
            at_least = spent + _more_claims(len(made) + 1, -(-rest.total() // CLAIM_AT_MOST), hands)
            heappush(heap, (at_least, next(tie), at + 1, rest, (*made, Claim(seat, colours)), spent))


def _more_claims(made: int, more: int, hands: int) -> float:
    """What so many more claims cost after those made: as many as hands came are not unusual."""
    usual = max(1, hands)
    return COST_OF_ANOTHER_CLAIM * (max(0, made + more - usual) - max(0, made - usual))


def _next_turn(draft: Draft, at: int, made: Sequence[Claim]) -> tuple[int, Counter[str], Counter[str]] | None:
    """Whose turn it is after `made`: who can claim nothing is passed over. With what lies there and fits."""
    base = Counter(draft.base)
    for claim in made:
        base.subtract(claim.colours)
    for turn in range(at, at + len(draft.seats)):
        seat = draft.seats[turn % len(draft.seats)]
        room = Counter(draft.room.get(seat, {}))
        for claim in made:
            if claim.seat == seat:
                room.subtract(claim.colours)
        if any(base[colour] > 0 and room[colour] > 0 for colour in base):
            return turn, base, room
    return None


def _one_turn(
    gone: Counter[str], base: Counter[str], room: Counter[str], any_two: bool, unknown_scrolls: bool
) -> Iterator[tuple[tuple[str, ...], float]]:
    """What one seat may have taken of what is gone, and how unusual that would be."""
    open_colours = [c for c in gone if gone[c] > 0 and room[c] > 0]
    could = {c: min(CLAIM_AT_MOST, base[c], room[c]) for c in open_colours}
    leaving = {c: COST_OF_LEAVING_ONE if could[c] > 1 else 0.0 for c in open_colours}
    for colour in open_colours:
        for number in range(min(could[colour], gone[colour]), 0, -1):
            yield (colour,) * number, (leaving[colour] if number < could[colour] else 0.0)
    for first, second in combinations(open_colours, 2):
        if any_two:
            yield (first, second), 0.1
        elif unknown_scrolls:
            yield (first, second), COST_OF_A_HIDDEN_SCROLL + leaving[first] + leaving[second]


def _faults(draft: Draft, gone: Counter[str]) -> Iterator[Reading]:
    """Ways in which somebody took what the rules do not allow; the table is asked to put it right."""
    if not draft.seats:
        return
    taken = tuple(gone.elements())
    seat = draft.seats[0]
    if len(gone) == 1:
        colour = taken[0]
        room = draft.room.get(seat, {}).get(colour, 0)
        if room == 0 or len(taken) > min(CLAIM_AT_MOST, room):
            fault = "full" if room < min(len(taken), CLAIM_AT_MOST) else "too many"
            yield Reading((Claim(seat, taken),), 0, fault, COST_OF_A_FAULT)
    elif len(taken) == CLAIM_AT_MOST and not draft.unknown_scrolls:
        yield Reading((Claim(seat, taken),), 0, "too many", COST_OF_A_FAULT)
    for other in draft.seats[1:]:
        room_there = draft.room.get(other, {})
        if len(gone) == 1 and len(taken) <= min(CLAIM_AT_MOST, room_there.get(taken[0], 0)):
            yield Reading((Claim(other, taken),), 0, "out of turn", COST_OF_A_FAULT + 0.2)

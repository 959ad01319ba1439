"""Simulated tower, real vision, real proposals: from a toss to claims without a tap."""

from __future__ import annotations

from collections import Counter

from companion.games.marrakesh.tray import Draft, propose_claims
from companion.table.found_tray import learn_simulated
from companion.table.possible_count import propose_count
from companion.table.reports import Report, TrayLook
from companion.table.watcher import TrayWatcher
from hardware.clock import HandWoundClock
from hardware.simulated import SimulatedTower
from hardware.tray_camera import TrayCamera
from vision.count import TrayCounter

COLOURS = (
    "turquoise",
    "green",
    "pink",
    "black",
    "white",
    "gray",
    "beige",
    "brown",
    "red",
    "yellow",
    "purple",
)


def rests(watcher: TrayWatcher, clock: HandWoundClock, seconds: float) -> list[TrayLook]:
    until = clock.now() + seconds
    while clock.now() < until:
        watcher.step()
    reports: list[Report] = watcher.news()
    assert [report.sentence for report in reports if report.state == "fault"] == []
    return [report.look for report in reports if report.look is not None]


def test_a_toss_is_counted_and_a_claim_is_seen() -> None:
    clock = HandWoundClock()
    tower = SimulatedTower(seed=9, clock=clock, full_size=(800, 600))
    watcher = TrayWatcher(
        TrayCamera(tower, light=tower.light, clock=clock), TrayCounter(learn_simulated(tower)), clock=clock
    )
    watcher.watch()
    tower.toss(dict.fromkeys(COLOURS, 1))
    counted = rests(watcher, clock, 9.0)[-1]
    lying = Counter({colour: n for colour, n in tower.truth().counts.items() if n})
    proposal = propose_count(counted.observation.pieces, dict.fromkeys(COLOURS, 1))
    assert Counter(proposal.counts) == lying
    taken = next(iter(lying))
    tower.take({taken: 1})
    after = rests(watcher, clock, 9.0)[-1]
    room = {seat: dict.fromkeys(COLOURS, 8) for seat in range(4)}
    draft = Draft(dict(lying), (2, 3, 0, 1), room)
    seen = propose_claims(draft, after.observation.pieces)
    assert seen.automatic
    assert [(claim.seat, claim.colours) for claim in seen.readings[0].claims] == [(2, (taken,))]

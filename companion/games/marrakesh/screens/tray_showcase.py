"""The screens of tower and tray for the gallery: what the camera sees, counts and asks about."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.games.marrakesh.screens.samples import (
    SampleDoubt,
    SampleLook,
    SamplePicture,
    SampleTray,
    game_at,
    likely_toss,
    on_screen,
    played_until,
    reported,
    sample_look,
    table_at,
    with_one_more,
)
from companion.games.marrakesh.screens.screen import GameScreen
from companion.games.marrakesh.tray import Claim, DraftProposal, Reading
from companion.table.reports import Report
from companion.ui.samples import LONG_NAMES
from companion.ui.stage import Stage
from companion.words import N_, NOTHING

UNLIT = SampleDoubt(N_("hardly any of the ring's light is seen: is it on?"))
DAZZLED = SampleDoubt(
    N_("the photo is brighter than when calibrated: a white piece may look like a lamp"), "pale pieces"
)


def tray_shows() -> dict[str, Callable[[Stage], None]]:
    """Each of them by name."""
    return {
        "game-tower-waiting": partial(tower, "waiting"),
        "game-tower-falling": partial(tower, "moving"),
        "game-tower-fault": partial(tower, "fault"),
        "game-tower-by-hand": by_hand,
        "game-check": partial(check, ""),
        "game-check-piece": partial(check, "piece"),
        "game-check-colour": partial(check, "colour"),
        "game-check-heap": heap,
        "game-check-hasty": hasty,
        "game-draft": partial(draft, 2),
        "game-draft-late": partial(draft, 90),
        "game-draft-no-room": no_room,
        "game-draft-question": draft_question,
        "game-draft-misled": misled,
        "game-draft-sunny": sunny,
        "game-draft-one-more": one_more,
        "game-draft-one-more-or-back": partial(one_more, put_back=True),
    }


def tower(state: str, stage: Stage) -> None:
    game = game_at("tower", 4)
    falling = sample_look(likely_toss(game, 5) if state == "moving" else {})
    table = on_screen(game, tray=SampleTray(falling.photo))
    sentence = N_("The {name} was unplugged.", name="webcam /dev/video0") if state == "fault" else NOTHING
    reported(table, Report(state, sentence=sentence))
    stage.push(GameScreen(table))


def by_hand(stage: Stage) -> None:
    screen = GameScreen(table_at("tower", 4))
    stage.push(screen)
    stage.build()
    screen.table.half.form.set("", likely_toss(screen.table.game, 6))
    stage.changed()


def check(what: str, stage: Stage) -> None:
    game = game_at("tower", 4)
    counts = likely_toss(game)
    colours = list(counts)
    table = on_screen(game, tray=SampleTray())
    reported(table, Report("counted", sample_look(counts, doubtful=colours[1], alternative=colours[0])))
    if table.seen.check is not None:
        table.seen.check.chosen = 2 if what == "piece" else None
        table.seen.check.colour = colours[-1] if what == "colour" else ""
    stage.push(GameScreen(table))


def heap(stage: Stage) -> None:
    """Some lie on others."""
    game = game_at("tower", 4)
    table = on_screen(game, tray=SampleTray())
    counted = sample_look(likely_toss(game))
    one, other = counted.observation.pieces[:2]
    place = ((one.x + other.x) / 2, (one.y + other.y) / 2)
    doubt = SampleDoubt(N_("pieces lie on others; spread these with a finger"), "piece", "heap", place)
    seen = replace(counted.observation, sure=False, doubts=(doubt,))
    reported(table, Report("counted", replace(counted, observation=seen)))
    stage.push(GameScreen(table))


def hasty(stage: Stage) -> None:
    """Somebody took theirs before the count was confirmed."""
    game = game_at("tower", 4)
    counted = sample_look(likely_toss(game))
    table = on_screen(game, tray=SampleTray())
    seen = replace(counted.observation, pieces=counted.observation.pieces[2:])
    for rest in (counted, replace(counted, observation=seen)):
        reported(table, Report("counted", rest))
    stage.push(GameScreen(table))


def draft(nth: int, stage: Stage) -> None:
    stage.push(GameScreen(on_screen(game_at("claim", nth), tray=SampleTray())))


def no_room(stage: Stage) -> None:
    """Light depth: the camera gave the last keshi to whose turn it was."""
    game = played_until(lambda decision: decision.kind == "claim", 2, depth="light", names=LONG_NAMES)
    table = on_screen(game, tray=SampleTray())
    lying = sample_look(table.state.base)
    seen = replace(lying.observation, pieces=lying.observation.pieces[1:])
    reported(table, Report("counted", replace(lying, observation=seen)))
    stage.push(GameScreen(table))


def draft_question(stage: Stage) -> None:
    table = on_screen(game_at("claim", 2), tray=SampleTray())
    decision = table.pending
    seat = decision.player if decision is not None else 0
    after = (seat + 1) % len(table.state.players)
    one, two = ("green", "green"), ("pink",)
    table.seen.question = DraftProposal(
        (
            Reading((Claim(seat, one), Claim(after, two))),
            Reading((Claim(seat, two), Claim(after, one))),
            Reading((Claim(seat, (*one, *two)),), fault="too many"),
            Reading((), undo=1),
        )
    )
    stage.push(GameScreen(table))


def misled(stage: Stage) -> None:
    """The ring stayed dark: what looks black may be anything."""
    table = on_screen(game_at("claim", 2), tray=SampleTray())
    rest = sample_look({"black": 8})
    night = SamplePicture(rest.photo.size_px, bytes(byte // 6 for byte in rest.photo.rgb))
    seen = replace(rest.observation, sure=False, doubts=(UNLIT,))
    reported(table, Report("counted", SampleLook(seen, night)))
    stage.push(GameScreen(table))


def sunny(stage: Stage) -> None:
    """A table in the sun: what left is offered, and why it is asked."""
    table = on_screen(game_at("claim", 2), tray=SampleTray())
    rest = sample_look(table.state.base)
    seen = replace(rest.observation, pieces=rest.observation.pieces[1:], sure=False, doubts=(DAZZLED,))
    reported(table, Report("counted", replace(rest, observation=seen)))
    stage.push(GameScreen(table))


def one_more(stage: Stage, *, put_back: bool = False) -> None:
    """A keshi fell out of the tower after the count; or it is one that was claimed before."""
    table = on_screen(game_at("claim", 18), tray=SampleTray())
    inside, rest = table.state.tower.inside, sample_look(table.state.base)
    claimed = table.claims()[-1].colours[0] if table.claims() else ""
    colour = claimed if put_back else next(c for c, n in inside.items() if n and c != claimed)
    reported(table, Report("counted", rest))
    reported(table, Report("counted", with_one_more(rest, colour)))
    stage.push(GameScreen(table))

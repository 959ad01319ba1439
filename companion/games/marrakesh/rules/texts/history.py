"""One line for everything that happens, for the history on the screen."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import TYPE_CHECKING, Any, Final, TypeAlias

from companion.games.marrakesh.rules.texts import words
from companion.games.marrakesh.rules.texts.actions import luxury_good
from companion.games.marrakesh.rules.texts.adjusting import OF_THE_TABLE, adjustable
from companion.games.marrakesh.rules.texts.kinds import filled
from companion.games.marrakesh.rules.texts.printed import fact_question
from companion.games.marrakesh.rules.texts.sources import source
from words import N_, Text

if TYPE_CHECKING:
    from companion.games.marrakesh.rules.state import Event, State

Data: TypeAlias = Mapping[str, Any]
Line: TypeAlias = Callable[["State", Data], Text]


def _amount(what: str, n: int) -> Text:
    return words.amount(what if what in words.RESOURCE else f"keshi:{what}", n)


def _points(g: State, e: Data) -> Text:
    n = e["points"]
    if n < 0:
        return filled(
            N_("{name} lost {points} ({source})"),
            points=words.amount("points", -n),
            source=source(e["source"]),
        )
    return filled(
        N_("{name} scored {points} ({source})"), points=words.amount("points", n), source=source(e["source"])
    )


def _gain(g: State, e: Data) -> Text:
    return filled(
        N_("{name} gained {what} ({source})"), what=_amount(e["what"], e["n"]), source=source(e["source"])
    )


def _spend(g: State, e: Data) -> Text:
    return filled(
        N_("{name} paid {what} ({source})"), what=_amount(e["what"], e["n"]), source=source(e["source"])
    )


def _deploy(g: State, e: Data) -> Text:
    if "sector" in e:
        return filled(N_("{name} placed a water vendor: {sector}"), sector=words.SECTOR[e["sector"]])
    return filled(N_("{name} deployed: {keshi}"), keshi=words.ROLE[e["colour"]])


def _colours(colours: Iterable[str]) -> Text:
    return words.joined(words.COLOUR[colour] for colour in colours)


def _counted(counts: Mapping[str, int]) -> Text:
    return words.joined(words.colours(colour, n) for colour, n in counts.items())


def _with_keshi(message: Text) -> Line:
    return lambda g, e: filled(message, keshi=words.ROLE[e["colour"]])


def _with_sector(message: Text, key: str = "sector") -> Line:
    return lambda g, e: filled(message, sector=words.SECTOR[e[key]])


def _with(message: Text, *keys: str) -> Line:
    """A line with numbers of the event in its gaps."""
    return lambda g, e: filled(message, **{key: e[key] for key in keys})


def _guest(imam: Text, sultan: Text) -> Line:
    """A line of its own for each guest: the article before them differs from language to language."""
    return lambda g, e: filled(imam if e["guest"] == "imam" else sultan, stair=e.get("stair", 0))


def _steps(message: Text) -> Line:
    return lambda g, e: filled(
        message, steps=words.amount("step", e["steps"]), stair=words.SECTOR[e.get("stair", "river")]
    )


def _adjusted(g: State, e: Data) -> Text:
    by = f"{e['by']:+}"
    if e["what"].startswith(OF_THE_TABLE):
        return filled(N_("Corrected: {what} {by}"), what=adjustable(g, e["what"]), by=by)
    return filled(N_("Corrected for {name}: {what} {by}"), what=adjustable(g, e["what"]), by=by)


LINES: Final[dict[str, Line]] = {
    "points": _points,
    "gain": _gain,
    "spend": _spend,
    "deploy": _deploy,
    "forfeit": _with_keshi(N_("{name} had no room and forfeited: {keshi}")),
    "return": _with_keshi(N_("{name} returned: {keshi}")),
    "fact": lambda g, e: filled(N_("Told by the table: {question}"), question=fact_question(e["key"])),
    "placeholder": _with_keshi(N_("{name} took a cardboard placeholder: {keshi}")),
    "stand in": lambda g, e: filled(
        N_("The supply is out of {colour}: another keshi stands in"), colour=words.COLOUR[e["colour"]]
    ),
    "action": _with_sector(N_("{name} performed the action: {sector}")),
    "river": _steps(N_("{name}'s fisherman went {steps}")),
    "stairs": _steps(N_("{name} climbed {steps}: {stair}")),
    "threshold": _with_sector(N_("{name} crossed a threshold: {sector}"), "stair"),
    "square": lambda g, e: filled(
        N_("{name}'s entertainer performed before {spectators}"),
        spectators=words.amount("spectator", e["spectators"]),
    ),
    "refresh": lambda g, e: filled(N_("New scrolls are turned up: {kind}"), kind=words.KIND[e["scrolls"]]),
    "scroll": _with(N_("{name} acquired scroll {scroll}"), "scroll"),
    "luxury": lambda g, e: filled(N_("{name} took a luxury good: {good}"), good=luxury_good(g, e["id"])),
    "gate": lambda g, e: filled(
        N_("{name} built a {colour} gate: {sector}"),
        colour=words.COLOUR[e["colour"]],
        sector=words.SECTOR[e["space"]],
    ),
    "discover": _with(N_("{name} discovered oasis {oasis}"), "oasis"),
    "claim oasis": _with(N_("{name} claimed oasis {oasis}"), "oasis"),
    "town": _with(N_("{name} reached desert town {town}"), "town"),
    "claim town": _with(N_("{name} claimed desert town {town}"), "town"),
    "guest joins": _guest(N_("The Imam goes along with {name}"), N_("The Sultan goes along with {name}")),
    "guest waits": _guest(N_("The Imam waits on step {stair}"), N_("The Sultan waits on step {stair}")),
    "guest leaves": _guest(N_("The Imam leaves the game"), N_("The Sultan leaves the game")),
    "season": lambda g, e: filled(N_("Season {n} begins"), n=e["season"] + 1),
    "select": lambda g, e: filled(N_("{name} selected: {colours}"), colours=_colours(e["colours"])),
    "tower": lambda g, e: filled(N_("Out of the tower: {colours}"), colours=_counted(e["counts"])),
    "claim": lambda g, e: filled(N_("{name} claimed: {colours}"), colours=_colours(e["colours"])),
    "out of draft": lambda g, e: N_("{name} can claim nothing more this round"),
    "unclaimed": lambda g, e: filled(
        N_("Nobody can claim these, they go back to the supply: {colours}"), colours=_counted(e["counts"])
    ),
    "nothing to do": _with_sector(N_("{name}'s assistant had nothing to do: {sector}")),
    "camel": lambda g, e: N_("The camel goes to {name}"),
    "placeholder swapped": _with_keshi(N_("{name} got wood for a placeholder: {keshi}")),
    "river won": _with(N_("{name} won river tile {tile}"), "tile"),
    "provision": lambda g, e: N_("{name} turned up a provision tile"),
    "provisions paid": lambda g, e: filled(N_("{name} provided: {cost}"), cost=words.costs(e["cost"])),
    "provisions missed": lambda g, e: filled(
        N_("{name} could not provide {cost} and handed in everything"), cost=words.costs(e["cost"])
    ),
    "adjusted": _adjusted,
    "over": lambda g, e: N_("The game is over"),
    "crocodile": lambda g, e: N_("{name} starts the last season at the crocodile"),
    "guards to gates": _with(N_("{name}'s guards go to the gates ({n})"), "n"),
}


def line(event: Event, g: State) -> Text:
    """What happened, in a sentence."""
    made = LINES[event.kind](g, event.data)
    if event.seat >= 0 and "{name}" in made.msgid:
        return Text(made.msgid, {**made.params, "name": g.players[event.seat].name})
    return made

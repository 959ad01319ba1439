"""An open question being filled in: the value of a form as a handful of fields that can be tapped together.

Every form of `rules.forms` is one field or several; every field is one of four: amounts (how many
of each thing), a number, a choice, or picks in order. So "this luxury good costs…" is entered with icons,
never by typing.

    entry = FormEntry("provision", {})
    entry.set("cost", {"date": 2}); entry.set("points", 4)
    entry.value()                   # {"cost": {"date": 2}, "points": 4}
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from companion.games.marrakesh.rules import bonus
from companion.games.marrakesh.rules.keshi import COLOURS, GOODS, RESOURCES
from companion.games.marrakesh.rules.names import thing
from companion.words import N_, Text

NOTHING = "nothing"
AMOUNTS, NUMBER, CHOICE, PICKS = "amounts", "number", "choice", "picks"
LISTS = ("numbers", "bonuses", "rapids")
MOST_PARTS = 20
KEYS = 19
"""Numbers that have a key; with one more for all others they fill two rows of a 5-inch panel."""
LEAST_KEY = -5


@dataclass(frozen=True)
class Field:
    """One part of a form. `things` are what is counted, chosen or picked."""

    key: str
    name: Text
    kind: str
    things: tuple[str, ...] = ()
    most: Mapping[str, int] = field(default_factory=dict)
    only_those: bool = False  # what `most` does not name cannot be there at all
    low: int = 0
    high: int = 99
    least_picks: int = 0
    most_picks: int = 99
    repeat: bool = False
    never_nothing: bool = False  # something is always printed there
    usual: tuple[str, ...] = ()  # the things that are nearly always meant; the others are unfolded
    known: tuple[str, ...] = ()  # whole bonuses, one of which is printed there

    def start(self) -> Any:
        """What stands there before anybody tapped."""
        if self.kind == AMOUNTS:
            return {}
        if self.kind == NUMBER:
            return min(max(0, self.low), self.high)
        return "" if self.kind == CHOICE else ()

    @property
    def keys(self) -> range:
        """The numbers to tap at once."""
        low = max(self.low, LEAST_KEY)
        return range(low, min(self.high, low + KEYS - 1) + 1)

    def whole(self, value: Any) -> bool:
        """Whether nothing is to be added to this value: one tap chose it, or the last pick was made."""
        if self.kind in (NUMBER, CHOICE):
            return True
        if self.kind == AMOUNTS:
            return _join(value) in self.known
        return self.least_picks == self.most_picks == len(value)


BONUS = Field("", N_("What it gives"), AMOUNTS, bonus.WHATS)
COST = Field("cost", N_("What it costs"), AMOUNTS, RESOURCES)


@dataclass
class FormEntry:
    """A form half filled in.

    parts       how many entries there are in forms that are lists
    part        the open one of them
    at          the open field
    taking      the next tap on an amount takes one away
    stepping    a number that has no key is stepped to
    unfolded    everything a bonus can be made of is offered, not only the usual
    counting    a thing whose number is tapped on keys: points
    explicit    every field has to be told, "nothing" too: what was not entered is no printed value
    was         the value that stands, where an old one is being put right
    """

    form: str
    about: Mapping[str, Any]
    values: dict[str, Any] = field(default_factory=dict)
    parts: int = 0
    part: int = 0
    at: str = ""
    taking: bool = False
    stepping: bool = False
    unfolded: bool = False
    counting: str = ""
    explicit: bool = False
    was: Any = None

    @classmethod
    def holding(cls, form: str, about: Mapping[str, Any], value: Any, *, explicit: bool = False) -> FormEntry:
        """A form with a value in it already, to be put right.

        >>> FormEntry.holding("provision", {}, {"cost": {"date": 2}, "points": 4}).get("points")
        4
        """
        entry = cls(form, about, explicit=explicit)
        if entry.listed:
            entry.parts = len(value)
            entry.open_part(0)
        entry.values = entry._taken_apart(value)
        entry.was = entry.value()
        return entry

    def __post_init__(self) -> None:
        self.parts = self.parts or self.span[0]
        self.at = self.at or (self.fields[0].key if self.fields else "")

    # -- its fields ---------------------------------------------------------------------------------------

    @property
    def span(self) -> tuple[int, int]:
        """How many entries a list takes."""
        if not self.listed:
            return 1, 1
        if self.form == "rapids":
            return 1, MOST_PARTS
        count = self.about.get("count")
        if count is not None:
            return count, count
        return self.about.get("least", 0), min(MOST_PARTS, self.about.get("most", MOST_PARTS))

    @property
    def listed(self) -> bool:
        """Whether the form is a list of entries; different numbers are picked instead."""
        return self.form in LISTS and not self._numbers_picked

    @property
    def _numbers_picked(self) -> bool:
        return self.form == "numbers" and bool(self.about.get("distinct"))

    @property
    def fields(self) -> list[Field]:
        """The fields to fill in now: of a list, those of its open entry."""
        return self.fields_of(self.part) if self.parts else []

    def fields_of(self, part: int) -> list[Field]:
        about = self.about
        match self.form:
            case "counts":
                return [
                    Field("", N_("How many"), AMOUNTS, COLOURS, about.get("inside", {}), "inside" in about)
                ]
            case "amounts":
                return [Field("", N_("How many"), AMOUNTS, tuple(about["among"]), about.get("most", {}))]
            case "built":
                colours = (NOTHING, *COLOURS)
                return [Field(space, thing(space), CHOICE, colours) for space in about["spaces"]]
            case "cost":
                return [Field("", COST.name, AMOUNTS, tuple(about.get("among", RESOURCES)))]
            case "bonus":
                return [BONUS]
            case "number":
                return [self._number("", N_("Number"), 0, 99)]
            case "points":
                return [self._number("", N_("Points"), -99, 99)]
            case "choice":
                return [Field("", N_("Which"), CHOICE, tuple(about["among"]))]
            case "picks":
                least, most = (
                    about.get("count", about.get("least", 0)),
                    about.get("count", about.get("most", 99)),
                )
                among, repeat = tuple(about["among"]), bool(about.get("repeat"))
                return [
                    Field("", N_("Which"), PICKS, among, least_picks=least, most_picks=most, repeat=repeat)
                ]
            case "numbers" if self._numbers_picked:
                return [self._different_numbers()]
            case "numbers":
                return [self._number(str(part), N_("Number"), 0, 99)]
            case "bonuses":
                known = tuple(about.get("known", ()))
                usual = tuple(dict.fromkeys(what for text in known for what, _ in bonus.parse(text)))
                return [Field(str(part), BONUS.name, AMOUNTS, bonus.WHATS, usual=usual, known=known)]
            case "rapids":
                return self._rapid(part)
            case "luxury":
                kinds = Field("kind", N_("What it is"), CHOICE, tuple(about["kinds"]))
                cost = Field("cost", COST.name, AMOUNTS, GOODS)
                gain = Field("gain", BONUS.name, AMOUNTS, bonus.WHATS, usual=(*RESOURCES, bonus.POINTS))
                return [kinds, cost, gain]
            case "office":
                usual = (*RESOURCES, bonus.RESOURCE, bonus.POINTS)
                return [Field(colour, thing(colour), AMOUNTS, bonus.WHATS, usual=usual) for colour in GOODS]
            case "provision":
                return [COST, Field("points", N_("Points lost"), NUMBER, low=0, high=30)]
            case "workshop":
                price = Field("price", N_("Price in dinars"), NUMBER, low=0, high=12)
                return [price, Field("points", N_("Points"), NUMBER, low=-20, high=20)]
        return [self._number("", N_("Number"), 0, 99)]

    def _number(self, key: str, name: Text, low: int, high: int) -> Field:
        return Field(key, name, NUMBER, low=self.about.get("low", low), high=self.about.get("high", high))

    def _different_numbers(self) -> Field:
        """Numbers of tiles, each once, without those that lie elsewhere."""
        gone = set(self.about.get("gone", ()))
        low, high = self.about.get("low", 1), self.about.get("high", 99)
        least = self.about.get("count", self.about.get("least", 0))
        most = self.about.get("count", self.about.get("most", high))
        numbers = tuple(str(n) for n in range(low, high + 1) if n not in gone)
        return Field("", N_("Which"), PICKS, numbers, least_picks=least, most_picks=most)

    def _rapid(self, n: int) -> list[Field]:
        length = self.about.get("length", 99)
        return [
            Field(f"{n}:space", N_("First space beyond"), NUMBER, low=1, high=length),
            Field(
                f"{n}:bonus",
                BONUS.name,
                AMOUNTS,
                bonus.WHATS,
                never_nothing=True,
                usual=(bonus.POINTS, bonus.RESOURCE, bonus.ANY_GOODS, *RESOURCES),
            ),
        ]

    @property
    def open_field(self) -> Field | None:
        """The field being filled in; none in an empty list."""
        fields = self.fields
        return next((f for f in fields if f.key == self.at), fields[0] if fields else None)

    # -- filling in ---------------------------------------------------------------------------------------

    def get(self, key: str) -> Any:
        if key in self.values:
            return self.values[key]
        parts = range(self.parts) if self.listed else (0,)
        return next(f.start() for part in parts for f in self.fields_of(part) if f.key == key)

    def set(self, key: str, value: Any) -> None:
        self.values[key] = value

    def told(self, field: Field) -> bool:
        """Whether somebody entered this field, be it nothing."""
        return field.key in self.values and not (field.never_nothing and not self.values[field.key])

    @property
    def told_empty(self) -> bool:
        """Whether somebody said that a list without entries is right."""
        return "" in self.values

    def tell_empty(self) -> None:
        self.values[""] = ()

    @property
    def unchanged(self) -> bool:
        """Whether an old value would only be entered again."""
        return self.was is not None and bool(self.value() == self.was)

    def resize(self, parts: int) -> None:
        """Another number of entries in a list."""
        least, most = self.span
        self.parts = min(max(least, parts), most)
        self.values.pop("", None)  # whether an empty list is meant has to be said again
        self.open_part(max(0, self.parts - 1))

    def open_part(self, part: int) -> None:
        """Turn to another entry of a list."""
        self.part = part
        self.open(self.fields[0].key if self.fields else "")

    def open(self, key: str) -> None:
        """Turn to a field of the open part."""
        self.at = key
        self.taking = self.stepping = self.unfolded = False
        self.counting = ""

    @property
    def one_tap(self) -> bool:
        """Whether a single tap tells everything."""
        fields = self.fields
        return (
            not self.listed
            and self.was is None
            and len(fields) == 1
            and fields[0].kind in (NUMBER, CHOICE)
            and not self.stepping
        )

    def next_untold(self) -> tuple[int, str] | None:
        """The next part and field nobody has filled in: first those behind the open one."""
        parts = range(self.parts) if self.listed else (self.part,)
        fields = [(part, field) for part in parts for field in self.fields_of(part)]
        at = next((n for n, (part, f) in enumerate(fields) if (part, f.key) == (self.part, self.at)), 0)
        behind_first = [*fields[at + 1 :], *fields[:at]]
        return next(((part, field.key) for part, field in behind_first if not self.told(field)), None)

    def onward(self) -> None:
        """Open the next field nobody has filled in, if there is one."""
        found = self.next_untold()
        if found is not None:
            self.part = found[0]
            self.open(found[1])

    def value(self) -> Any:
        """The answer as the rules want it; they judge it."""
        get = self.get
        match self.form:
            case "bonus":
                return _join(get(""))
            case "numbers" if self._numbers_picked:
                return tuple(int(number) for number in get(""))
            case "numbers":
                return tuple(get(str(n)) for n in range(self.parts))
            case "bonuses":
                return tuple(_join(get(str(n))) for n in range(self.parts))
            case "rapids":
                spaces = [(get(f"{n}:space"), _bonus_list(get(f"{n}:bonus"))) for n in range(self.parts)]
                return tuple(sorted(spaces, key=lambda rapid: rapid[0]))
            case "luxury":
                return {"kind": get("kind"), "cost": get("cost"), "gain": _join(get("gain"))}
            case "built":
                chosen = {space: get(space) for space in self.about["spaces"]}
                return {space: colour for space, colour in chosen.items() if colour not in ("", NOTHING)}
            case "office":
                return {colour: _join(get(colour)) for colour in GOODS}
            case "provision":
                return {"cost": get("cost"), "points": get("points")}
            case "workshop":
                return {"price": get("price"), "points": get("points")}
        return get("")

    def _taken_apart(self, value: Any) -> dict[str, Any]:
        """The fields of a value: `value()` backwards."""
        match self.form:
            case "bonus":
                return {"": dict(bonus.parse(value))}
            case "picks":
                return {"": tuple(value)}
            case "numbers" if self._numbers_picked:
                return {"": tuple(map(str, value))}
            case "numbers" | "bonuses" | "rapids" if not value:
                return {"": ()}
            case "numbers":
                return {str(n): number for n, number in enumerate(value)}
            case "bonuses":
                return {str(n): dict(bonus.parse(text)) for n, text in enumerate(value)}
            case "rapids":
                spaces = {f"{n}:space": space for n, (space, _texts) in enumerate(value)}
                gives = {
                    f"{n}:bonus": dict(pair for text in texts for pair in bonus.parse(text))
                    for n, (_space, texts) in enumerate(value)
                }
                return spaces | gives
            case "luxury":
                return {**value, "cost": dict(value["cost"]), "gain": dict(bonus.parse(value["gain"]))}
            case "built":
                return {space: value.get(space, NOTHING) for space in self.about["spaces"]}
            case "office":
                return {colour: dict(bonus.parse(text)) for colour, text in value.items()}
            case "provision" | "workshop":
                return dict(value)
        return {"": dict(value) if isinstance(value, Mapping) else value}


def field_names(value: Mapping[str, Any]) -> dict[str, Text]:
    """What the parts of a told value are called, if it is of a form whose parts have names.

    >>> [str(name) for name in field_names({"price": 3, "points": 7}).values()]
    ['Price in dinars', 'Points']
    """
    for form in ("luxury", "provision", "workshop"):
        names = {field.key: field.name for field in FormEntry(form, {"kinds": ()}).fields}
        if names.keys() == value.keys():
            return names
    return {}


def _join(amounts: Mapping[str, int]) -> str:
    """Amounts as a bonus in its short text."""
    return bonus.format(tuple((what, n) for what, n in amounts.items() if n))


def _bonus_list(amounts: Mapping[str, int]) -> tuple[str, ...]:
    """The bonuses of a rapid: one of them is chosen, so each thing is one of its own."""
    return tuple(bonus.format(((what, n),)) for what, n in amounts.items() if n)

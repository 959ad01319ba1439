"""The widgets that fill in an open question: amounts, numbers, choices, picks, and forms of several."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any

from companion.games.marrakesh.form_entry import (
    AMOUNTS,
    CHOICE,
    KEYS,
    NOTHING,
    NUMBER,
    PICKS,
    Field,
    FormEntry,
)
from companion.games.marrakesh.rules.bonus import POINTS
from companion.games.marrakesh.screens.parts.amount import amount_cell, taking_switch
from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.games.marrakesh.screens.parts.things import is_thing
from companion.games.marrakesh.screens.words import so_many, thing_name
from companion.ui.i18n import _, ngettext, say
from companion.ui.layout import Column, Flow, Grid, Row, Space
from companion.ui.widget import Widget
from companion.ui.widgets import Button, IconButton, Label
from companion.words import capital

Change = Callable[[Any], None]
STEPS = (1, 5)
ROOMY_MM = 14.0  # an answer grows this high where there is room for it
KEY_MM = 9.4  # eleven number keys beside one another on a 5-inch panel


def form_editor(
    entry: FormEntry, done: Callable[[], None] = lambda: None, *, parts_drawn: bool = False
) -> Widget:
    """The whole form: its fields as tabs when there are several, and the open one below; it may be long.

    A field that one tap fills in leads on to the next one.

    done           nothing is left to fill in
    parts_drawn    a drawing tells which entry of the list is open, and what the others are
    """
    field = entry.open_field
    if field is None:
        none: Widget = Label(_("None"), tone="ink_soft")
        if entry.explicit:
            none = _nothing(entry.tell_empty, chosen=entry.told_empty)
        return Flow([*_parts(entry), none], gap=0.6)
    key = field.key

    def change(value: Any) -> None:
        entry.set(key, value)
        entry.taking = False
        if field.whole(value) and not entry.stepping and entry.was is None:
            done() if entry.next_untold() is None else entry.onward()

    editor = field_editor(entry, field, change, bare=parts_drawn)
    if entry.counting:
        return editor
    parts = [] if parts_drawn else _parts(entry)
    tabs = [*parts, *_tabs(entry)]
    return Column([Flow(tabs, gap=0.6) if tabs else None, _held_so_far(entry), editor], grow=1, gap=0.8)


def form_foot(entry: FormEntry, *, parts_drawn: bool = False) -> list[Widget]:
    """What belongs to the open field and stands at the foot: the way back to the entry before, the switch
    for taking away, that nothing is printed there.
    """
    field = entry.open_field
    foot: list[Widget] = []
    if parts_drawn and entry.part > 0:
        before = partial(entry.open_part, entry.part - 1)
        foot.append(IconButton("back", before, say=_("One back"), key="part-before"))
    if field is None:
        return foot
    empty = not entry.get(field.key)
    instead = field.kind == AMOUNTS and parts_drawn and empty and entry.explicit  # nothing to take away yet
    if field.kind == AMOUNTS and not instead:
        foot.append(taking_switch(entry.taking, partial(setattr, entry, "taking", not entry.taking)))
    if (instead and not field.never_nothing) or _may_be_none(entry, field):
        words, kind = capital(thing_name(NOTHING)), "chosen" if empty and entry.told(field) else "plain"
        none: Any = {} if instead else ()

        def tell_none() -> None:
            entry.set(field.key, none)
            if instead and entry.was is None and entry.next_untold() is not None:
                entry.onward()

        foot.append(Button(words, tell_none, kind=kind, key="nothing"))
    if instead and _is_folded(entry, field):
        foot.append(Button(_("Something else"), _unfold(entry), key="unfold"))
    return foot


def _may_be_none(entry: FormEntry, field: Field) -> bool:
    """Nothing may be picked, and that is said like anything else."""
    return entry.explicit and field.kind == PICKS and not field.least_picks


def has_fixed_parts(entry: FormEntry) -> bool:
    """A list of so many entries, no more and no fewer."""
    return _is_list(entry) and entry.span[0] == entry.span[1]


def what_is_missing(entry: FormEntry) -> str:
    """Why the form cannot be confirmed yet, or nothing; the rules judge the rest."""
    parts = range(entry.parts) if entry.listed else (0,)
    if entry.explicit and not parts and not entry.told_empty:
        return _("Still to choose: {field}").format(field=_tab_name(entry.fields_of(0)[0]))
    for part, field in ((n, field) for n in parts for field in entry.fields_of(n)):
        value = entry.get(field.key)
        if field.kind == PICKS and len(value) < field.least_picks:
            more = field.least_picks - len(value)
            return ngettext("Pick {n} more.", "Pick {n} more.", more).format(n=more)
        unchosen = field.kind == CHOICE and not value and entry.form != "built"
        if unchosen or (entry.explicit and not entry.told(field)):
            which = f" {part + 1}" if entry.listed else ""
            return _("Still to choose: {field}").format(field=_tab_name(field) + which)
    return ""


def field_editor(entry: FormEntry, field: Field, change: Change, *, bare: bool = False) -> Widget:
    """One field; `bare` without what `form_foot` offers instead."""
    if field.kind == AMOUNTS:
        return _amounts(entry, field, change, bare=bare)
    if field.kind == NUMBER:
        return _number(entry, field, change)
    return _choices(entry, field, change)


def _nothing(tap: Callable[[], None], *, chosen: bool) -> Widget:
    """Says that nothing is printed there."""
    return OptionButton(capital(thing_name(NOTHING)), tap, chosen=chosen, size="note", key="nothing")


def _tabs(entry: FormEntry) -> list[Widget]:
    """The fields of a form of several."""
    fields = entry.fields
    if len(fields) == 1:
        return []

    def open_field(key: str) -> Callable[[], None]:
        def tap() -> None:
            entry.open(key)

        return tap

    return [
        Button(
            _tab_name(field),
            open_field(field.key),
            note=_held(entry, field),
            kind="chosen" if field is entry.open_field or field.key == entry.at else "plain",
            size="note",
            key=f"field-{field.key}",
        )
        for field in fields
    ]


def _is_list(entry: FormEntry) -> bool:
    return entry.listed and entry.span != (1, 1)


def _parts(entry: FormEntry) -> list[Widget]:
    """The entries of a list by number."""
    least, most = entry.span
    if not _is_list(entry):
        return []

    def turn(part: int) -> Callable[[], None]:
        return lambda: entry.open_part(part)

    def resize(by: int) -> Callable[[], None]:
        return lambda: entry.resize(entry.parts + by)

    tabs: list[Widget] = [
        Button(
            _part_name(entry, part),
            turn(part),
            kind="chosen" if part == entry.part else "plain",
            size="note",
            say=str(part + 1),
            key=f"part-{part}",
        )
        for part in range(entry.parts)
    ]
    if entry.parts < most:
        more = _("One more") if entry.parts else _("Enter one")
        tabs.append(Button("" if entry.parts else more, resize(1), icon="plus", size="note", say=more))
    if entry.parts > least:
        tabs.append(IconButton("minus", resize(-1), say=_("One fewer")))
    return tabs


def _part_name(entry: FormEntry, part: int) -> str:
    """An entry by its place; a number by itself, so that no place can be taken for it."""
    if entry.form != "numbers":
        return str(part + 1)
    field = entry.fields_of(part)[0]
    return str(entry.get(field.key)) if entry.told(field) else "?"


def _held_so_far(entry: FormEntry) -> Widget | None:
    """What each entry of a list holds, in a line."""
    if not _is_list(entry) or not entry.values or entry.form == "numbers" or entry.fields[0].known:
        return None  # the entries themselves, or the drawing beside the question, show them
    held = [": ".join(_held(entry, field) for field in entry.fields_of(part)) for part in range(entry.parts)]
    return Label(" · ".join(held), size="note", tone="ink_soft")


def _tab_name(field: Field) -> str:
    return capital(say(field.name)) if is_thing(field.key) else say(field.name)


def _held(entry: FormEntry, field: Field) -> str:
    """What a field holds, in a few words."""
    if not entry.explicit:
        return _short(field, entry.get(field.key)) or "–"
    return (_short(field, entry.get(field.key)) or thing_name(NOTHING)) if entry.told(field) else "–"


def _short(field: Field, value: Any) -> str:
    """A field's value in a few words."""
    if field.kind == AMOUNTS:
        return " + ".join(so_many(what, n) for what, n in value.items() if n)
    if field.kind == NUMBER:
        return str(value)
    if field.kind == CHOICE:
        return thing_name(value) if value else ""
    return ", ".join(thing_name(pick) for pick in value)


def _amounts(entry: FormEntry, field: Field, change: Change, *, bare: bool = False) -> Widget:
    value: dict[str, int] = entry.get(field.key)
    if entry.counting:
        return _counted(entry, field, change)

    def setter(thing: str) -> Callable[[int], None]:
        def put(number: int) -> None:
            changed = {**value, thing: number}
            change({what: n for what, n in changed.items() if n})

        return put

    def most(thing: str) -> int:
        return field.most.get(thing, 0 if field.only_those else 99)

    def cell(thing: str) -> Widget:
        on_keys = thing == POINTS and not entry.taking  # ten of them would be ten taps
        return amount_cell(
            thing,
            value.get(thing, 0),
            setter(thing),
            most=most(thing),
            taking=entry.taking,
            of_tower=entry.form == "counts",
            tap=partial(setattr, entry, "counting", thing) if on_keys else None,
        )

    folded = _is_folded(entry, field)
    cells: list[Widget] = [cell(thing) for thing in (field.usual if folded else field.things)]
    if not bare and entry.explicit and not field.never_nothing:
        cells.append(_nothing(lambda: change({}), chosen=entry.told(field) and not value))
    if not bare and folded:
        cells.append(OptionButton(_("Something else"), _unfold(entry), size="note", key="unfold"))
    return Grid(cells, cell_mm=24, stretch=True, most_mm=ROOMY_MM, gap=0.6, grow=1)


def _is_folded(entry: FormEntry, field: Field) -> bool:
    """Only what is usual there is offered yet."""
    return bool(field.usual) and not entry.unfolded and set(entry.get(field.key)) <= set(field.usual)


def _unfold(entry: FormEntry) -> Callable[[], None]:
    return partial(setattr, entry, "unfolded", True)


def _counted(entry: FormEntry, field: Field, change: Change) -> Widget:
    """How many of a thing, on keys."""
    value: dict[str, int] = entry.get(field.key)
    thing = entry.counting

    def put(number: int) -> None:
        entry.counting = ""
        change({what: n for what, n in {**value, thing: number}.items() if n})

    keys = [
        OptionButton(str(n), partial(put, n), chosen=n == value.get(thing, 0), key=f"number-{n}")
        for n in range(KEYS)
    ]
    return Column([Label(capital(thing_name(thing)), face="strong"), _keypad(keys)], gap=0.4)


def _keypad(keys: Sequence[Widget]) -> Widget:
    return Grid(list(keys), cell_mm=KEY_MM, gap=0.3)


def _number(entry: FormEntry, field: Field, change: Change) -> Widget:
    """The numbers that may be meant, each a key; one without a key is stepped to."""
    told = entry.told(field) or not entry.explicit
    value: int = entry.get(field.key)
    if entry.stepping or (told and value not in field.keys):
        return _stepped(entry, field, change)
    keys: list[Widget] = [
        OptionButton(
            str(n).replace("-", "−"), partial(change, n), chosen=told and n == value, key=f"number-{n}"
        )
        for n in field.keys
    ]
    if (field.keys[0], field.keys[-1]) != (field.low, field.high):
        step = partial(setattr, entry, "stepping", True)
        keys.append(Button("…", step, say=_("Another number"), key="step"))
    return _keypad(keys)


def _stepped(entry: FormEntry, field: Field, change: Change) -> Widget:
    open_yet = entry.explicit and not entry.told(field)  # no number stands there before one is told
    value: int = 0 if open_yet else entry.get(field.key)

    def step(by: int) -> Widget:
        to = min(max(field.low, value + by), field.high)
        button = Button(
            f"{by:+d}".replace("-", "−"),
            lambda: change(to),
            enabled=to != value and (by > 0 or value > field.low),
            size="number",
            grow=1,
            key=f"by{by}",
        )
        button.repeats = True
        return button

    down = [step(-by) for by in reversed(STEPS)]
    up = [step(by) for by in STEPS]
    words = "–" if open_yet else str(value).replace("-", "−")
    shown: Widget = Label(words, size="score", face="title", align="centre", grow=1)
    if open_yet and field.low <= 0:  # plus and minus lead past it
        shown = Button("0", lambda: change(0), size="number", grow=1, key="zero")
    return Column([Space(grow=1), Row([*down, shown, *up], align="middle"), Space(grow=1)], grow=1)


def _choices(entry: FormEntry, field: Field, change: Change) -> Widget:
    value = entry.get(field.key)
    picks: tuple[str, ...] = (value,) if field.kind == CHOICE and value else tuple(value)

    def tap(thing: str) -> Callable[[], None]:
        def pick() -> None:
            if field.kind == CHOICE:
                change(thing)
            elif thing in picks and not field.repeat:
                change(tuple(pick for pick in picks if pick != thing))
            else:
                change((*picks, thing))

        return pick

    def label(thing: str) -> str:
        if not thing.isdigit():
            return capital(thing_name(thing))
        # Spaces are counted from 1, as people do; tiles bear two digits.
        return str(int(thing) + 1) if entry.about.get("from_zero") else f"{int(thing):02}"

    full = field.kind == PICKS and len(picks) >= field.most_picks
    cells: list[Widget] = [
        OptionButton(
            label(thing),
            tap(thing),
            things=(thing,) if is_thing(thing) else (),
            badge=_order(picks, thing, field) if not thing.isdigit() else "",
            chosen=thing in picks,
            enabled=not full or (thing in picks and not field.repeat),
            why=_("That is all of them; take one back first."),
            key=f"pick-{thing}",
        )
        for thing in field.things
    ]
    numbers = all(thing.isdigit() for thing in field.things)
    # On a 5-inch panel four in a row leave room for all twelve colours.
    cell_mm = KEY_MM if numbers else 24 if len(cells) > 9 else 28
    grid = Grid(cells, cell_mm=cell_mm, stretch=not numbers, most_mm=ROOMY_MM, gap=0.6, grow=1)
    if not field.repeat:
        return grid
    line = ", ".join(thing_name(pick) for pick in picks) or "–"
    back = IconButton(
        "erase", lambda: change(picks[:-1]), say=_("Take the last one back"), enabled=bool(picks)
    )
    missing = max(0, field.least_picks - len(picks))
    note = ngettext("{n} more", "{n} more", missing).format(n=missing) if missing else ""
    head = Row([Label(f"{line}  {note}", grow=1), back], align="middle")
    return Column([head, grid], grow=1)


def _order(picks: tuple[str, ...], thing: str, field: Field) -> str:
    if field.kind == CHOICE or thing not in picks:
        return ""
    if field.repeat:
        return f"×{picks.count(thing)}"
    return str(picks.index(thing) + 1)

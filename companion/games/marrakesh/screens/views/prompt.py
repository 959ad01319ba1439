"""Any decision at all: the question, its legal answers as big buttons, and for an open one an editor."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from functools import partial

from companion.games.marrakesh.form_entry import FormEntry
from companion.games.marrakesh.rules import bonus, facts
from companion.games.marrakesh.rules.catalogue.scrolls import SCROLLS
from companion.games.marrakesh.rules.displays import NEW
from companion.games.marrakesh.rules.keshi import COLOUR_OF, COLOURS
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.rules.sectors import medina
from companion.games.marrakesh.screens.editors import form_editor, form_foot, has_fixed_parts, what_is_missing
from companion.games.marrakesh.screens.parts.option import OptionButton
from companion.games.marrakesh.screens.parts.purse import purse
from companion.games.marrakesh.screens.parts.signs import ARROW, Sign, Signs, bonus_signs, cost_signs
from companion.games.marrakesh.screens.parts.things import is_thing
from companion.games.marrakesh.screens.parts.token import Token
from companion.games.marrakesh.screens.parts.use_card import WayButton
from companion.games.marrakesh.screens.places.asked import asked, is_filled_in, shown_with
from companion.games.marrakesh.screens.readout import is_secret
from companion.games.marrakesh.screens.scene import Scene, View
from companion.games.marrakesh.screens.views import numbers
from companion.games.marrakesh.screens.words import event_line, option, option_detail, question, value_words
from companion.play.decision import PASS, Decision
from companion.play.errors import BadFact
from companion.ui.i18n import N_, _, ngettext, say
from companion.ui.layout import Column, Grid, Row, Sized, Space
from companion.ui.widget import Tap, Widget
from companion.ui.widgets import Button, Card, Icon, Label, ScrollArea
from companion.ui.widgets.player import PlayerMark

FEW = 6  # answers that may be as large as the room allows
ON_THE_SQUARE = ("deploy entertainer", "square")
STAMP_MM = {False: (40.0, 15.0), True: (80.0, 20.0)}
"""Width and height of a drawing beside a question, on a panel that lies or stands."""
OFFICE_MM = 34.0
LARGE_MM = (90.0, 12.5)
"""Least width and height of a drawing that is more than a stamp."""
NO_STAMP = ("luxury", "office", "river rapids", "gate space")
"""Prints with so many answers that on a small panel a stamp would push them out of view."""
TOLD_IN_WORDS = ("sahara claim", "free claim")
UNCHANGED = N_("Nothing is different yet.")
SHORT, MIDDLING = 18, 24  # letters of an answer that is happy in a narrow column, or a wider one


def prompt(scene: Scene) -> View:
    """The one prompt for every kind of decision."""
    if scene.decision.form:
        view = open_question(scene)
    elif scene.decision.max_picks > 1 or scene.decision.min_picks != 1:
        view = several(scene)
    else:
        view = one_of(scene)
    # A fact concerns nobody's board; the place it is printed at stands where else the board would.
    return replace(view, beside=place_beside(scene), alone=scene.decision.kind == "fact")


def place_beside(scene: Scene) -> Widget | None:
    """The drawing of the place in question, large, where a panel has the room for it beside the question."""
    metrics = scene.ui.metrics
    return shown_with(scene) if metrics.room_beside or metrics.room_below else None


def heading(
    scene: Scene, note: str = "", *, held: bool = True, happened: bool = True, small: bool = False
) -> Widget:
    """The question, in letters to be read from across the table; below it what led to it, and what the asked
    player holds.
    """
    stamp = None if scene.decision.form else stamped(scene)
    crowded = scene.decision.form or (stamp is not None and not scene.portrait)  # by an editor, by a drawing
    size = "label" if small else "heading" if crowded else "question"
    words: Widget = Label(question(scene.decision, scene.g), size=size, face="title")
    if stamp is not None:
        if scene.portrait:
            words = Column([words, stamp], gap=0.4)
        else:
            words.grow = 1
            words = Row([words, stamp], align="middle")
    note = note or (last_happened(scene) if happened else "")
    below: Widget | None = Label(note, size="note", tone="ink_soft", grow=1) if note else None
    if scene.decision.player >= 0 and scene.g.depth == FULL and held:
        holds = purse(scene.g.players[scene.decision.player], size_mm=4.4)
        below = (
            Column([below, Row([holds, Space(grow=1)])], gap=0.3)
            if scene.portrait
            else Row([below or Space(grow=1), holds], align="middle")
        )
    return Column([words, below], gap=0.2)


def last_happened(scene: Scene) -> str:
    """What the last answer led to, in a line; nothing in the middle of an old question being changed.

    What the table told of a print led to nothing yet, and would read like a second question.
    """
    last = next((event for event in reversed(scene.g.log) if event.kind != "fact"), None)
    if last is None or scene.g is not scene.table.state or last.kind in ("season", "camel"):
        return ""
    return "" if is_secret(scene.table, last) else event_line(last, scene.g)


def one_of(scene: Scene) -> View:
    """A plain choice; declining stands apart at the foot."""
    decision = scene.decision
    keys = [key for key in decision.options if key != PASS]
    if decision.options == ("yes", PASS):
        return yes_or_no(scene)
    foot: list[Widget] = []
    if decision.may_pass:
        words, kind = option(decision, PASS, scene.g), kind_of(scene, PASS)
        foot = [Button(words, scene.answering(PASS), kind=kind, grow=1, key="pass")]
    drawing = asked(scene)
    if drawing is not None:
        drawn = {place.key for place in drawing.places}
        without = [
            key for key in keys if f"option-{key}" not in drawn
        ]  # no place on the table stands for them
        foot = [choice(scene, key, scene.answering(key), chosen=scene.stands(key)) for key in without] + foot
        for button in foot:
            button.grow = 1
        return View(Column([heading(scene), drawing, told_in_words(scene, keys)], grow=1), foot)
    if numbers.are_numbers(decision):
        return View(Column([heading(scene), numbers.numbers(scene)], grow=1), [*numbers.foot(scene), *foot])
    if decision.kind == "reveal" and decision.about.get("display") == "office":
        return View(Column([heading(scene), offices_to_choose(scene, keys)], grow=1), foot)
    choices = [
        choice(scene, key, tap_for(scene, key), chosen=scene.stands(key), size=size_for(len(keys)))
        for key in keys
    ]
    return View(Column([heading(scene), options_grid(scene, choices)], grow=1), foot)


def offices_to_choose(scene: Scene, keys: list[str]) -> Widget:
    """The exchange offices that may lie there, as they are printed: a line for each colour of goods."""
    cards: list[Widget] = []
    for key in keys:
        told = facts.known(scene.g, key) if key != NEW else None
        if told is None:
            cards.append(choice(scene, key, scene.answering(key), chosen=scene.stands(key)))
            continue
        lines = [[Sign(colour), ARROW, *bonus_signs(gives)] for colour, gives in told.items()]
        say_it = option(scene.decision, key, scene.g)
        cards.append(WayButton(lines, scene.answering(key), say=say_it, key=f"option-{key}"))
    return ScrollArea(Grid(cards, cell_mm=OFFICE_MM, stretch=True, gap=0.6), key="offices")


def tap_for(scene: Scene, key: str) -> Tap:
    """The tap for an answer; a gate goes where its colour matches, if only one free space does."""
    if scene.decision.kind != "medina gate":
        return scene.answering(key)
    free = medina.free_gate_spaces(scene.g.players[scene.decision.player])
    matching = [space for space in free if key in (facts.known(scene.g, f"gate space {space}") or ())]
    return scene.planning(key, ("medina space", matching[0])) if len(matching) == 1 else scene.answering(key)


def told_in_words(scene: Scene, keys: list[str]) -> Widget | None:
    """What each answer would bring, where a drawing cannot say it: what an oasis counts."""
    if scene.decision.kind not in TOLD_IN_WORDS:
        return None
    lines: list[Widget] = []
    for key in keys:
        name, detail = option(scene.decision, key, scene.g), option_detail(scene.decision, key, scene.g)
        words = [
            Label(name, size="note", face="bold", wraps=False, upright="top"),
            Label(detail, size="note", upright="top", grow=1),
        ]
        lines.append(Row(words, gap=0.6, align="top"))
    return ScrollArea(Column(lines, gap=0.2), least_mm=9.0, grow=0, key="told")


def yes_or_no(scene: Scene) -> View:
    """Both answers at the foot, side by side."""
    decision, g = scene.decision, scene.g
    detail = option_detail(decision, "yes", g)
    told = Label(detail, size="answer") if detail else None
    body = Column([heading(scene), told, what_it_costs(decision)], gap=1.2, grow=1)
    foot = [
        Button(
            option(decision, key, g),
            scene.answering(key),
            size="answer",
            kind=kind_of(scene, key, kind),
            grow=1,
            key=key,
        )
        for key, kind in ((PASS, "plain"), ("yes", "main"))
    ]
    return View(ScrollArea(body, key="question"), foot)


def what_it_costs(decision: Decision) -> Widget | None:
    """What is to be paid and what it would cost not to, as symbols; the question says it in words."""
    cost = decision.about.get("cost")
    if not isinstance(cost, dict):
        return None
    items = cost_signs(cost)
    if "points" in decision.about:
        items += ["/", f"−{decision.about['points']}", Sign("points")]
    return Card(Signs(items, size_mm=9.0, align="centre", grow=1), 1.4)


def kind_of(scene: Scene, key: str, kind: str = "plain") -> str:
    """How the button of an answer looks: the old one is marked while it is being changed."""
    return "chosen" if scene.stands(key) else kind


def several(scene: Scene) -> View:
    """Several picks and a button to confirm them."""
    decision, picks = scene.decision, scene.half.picks

    def toggle(key: str) -> Callable[[], None]:
        def tap() -> None:
            if key in picks and decision.distinct:
                picks.remove(key)
            elif len(picks) < decision.max_picks:
                picks.append(key)
                if len(picks) == decision.min_picks == decision.max_picks and scene.half.was is None:
                    scene.answer(tuple(picks))  # nothing is left to say; undo takes it back

        return tap

    full = len(picks) >= decision.max_picks
    choices = []
    for key in decision.options:
        if key == PASS:
            continue
        chosen = key in picks
        count = picks.count(key)
        choices.append(
            choice(
                scene,
                key,
                toggle(key),
                chosen=chosen,
                badge=f"×{count}" if count and not decision.distinct else "",
                enabled=not full or (chosen and decision.distinct),
                why=_("That is all you may pick; take one back first."),
            )
        )
    return View(
        Column([heading(scene, picked_note(decision, len(picks))), options_grid(scene, choices)], grow=1),
        several_foot(scene),
    )


def several_foot(scene: Scene) -> list[Widget]:
    """Start over, decline, confirm."""
    decision, picks = scene.decision, scene.half.picks
    missing = decision.min_picks - len(picks)
    foot: list[Widget] = []
    if picks:
        foot.append(Button(_("Start over"), picks.clear, key="start-over"))
    if decision.may_pass:
        words, kind = option(decision, PASS, scene.g), kind_of(scene, PASS)
        foot.append(Button(words, scene.answering((PASS,)), kind=kind, key="pass"))
    why = ngettext("Pick {n} more.", "Pick {n} more.", max(1, missing)).format(n=missing)
    ready = missing <= 0
    if ready and tuple(picks) == scene.half.was:
        ready, why = False, _(UNCHANGED)
    done = scene.answering(tuple(picks))
    foot.append(Button(_("Done"), done, kind="main", enabled=ready, why=why, grow=1, key="done"))
    return foot


def picked_note(decision: Decision, picked: int) -> str:
    if decision.min_picks == decision.max_picks:
        return _("{n} of {most} picked").format(n=picked, most=decision.max_picks)
    return _("{n} picked, {least} to {most} are possible").format(
        n=picked, least=decision.min_picks, most=decision.max_picks
    )


def open_question(scene: Scene) -> View:
    """Something only the table can see: what is printed, what was drawn, how many there are."""
    decision, half = scene.decision, scene.half
    if half.form is None:
        half.form = FormEntry(decision.form, decision.about, explicit=decision.kind == "fact")
    entry: FormEntry = half.form
    stamp = stamped(scene)
    beside = None if scene.portrait else stamp
    tight = beside is not None and not scene.ui.metrics.roomy  # the editor needs the height
    asked_once = decision.kind == "fact" and not str(decision.about.get("key", "")).startswith("this game")
    note = _("It is asked once; the companion remembers it.") if asked_once and not tight else ""
    if entry.was is not None:
        note = _("So far: {value}").format(value=value_words(entry.was))
    note = unlikely(decision, entry) or note
    words = heading(scene, note, happened=not tight, small=tight)
    head: Widget = Row([what_it_is_about(scene), Column([words], grow=1), beside], align="middle")
    if stamp is not None and scene.portrait:
        head = Column([head, stamp], gap=0.4)
    told = partial(told_at_once, scene, entry)
    large = (
        with_a_large_picture(scene, heading(scene, note, happened=False), form_editor(entry, told))
        if stamp is not None
        else None
    )
    if large is not None:
        return View(large, [*form_foot(entry), *confirm(scene, entry)])
    seen = tight or place_beside(scene) is not None
    drawn = seen and has_fixed_parts(entry) and is_filled_in(decision)
    editor = form_editor(entry, told, parts_drawn=drawn)
    foot = [*form_foot(entry, parts_drawn=drawn), *confirm(scene, entry)]
    return View(ScrollArea(Column([head, editor], gap=0.6), key="form"), foot)


def with_a_large_picture(scene: Scene, words: Widget, editor: Widget) -> Widget | None:
    """The place in question across the panel, between the question and a low editor; None without room."""
    drawing = shown_with(scene)
    if drawing is None:
        return None
    look, (wide, high) = scene.ui.look(), scene.room_px
    head = Row([what_it_is_about(scene), Column([words], grow=1)], align="middle")
    picture = Sized(drawing, LARGE_MM[0], LARGE_MM[1], grow=1)
    editor.grow = 0
    whole = Column([head, picture, editor], gap=0.6, grow=1)
    return whole if whole.height(look, wide) <= high else None


def told_at_once(scene: Scene, entry: FormEntry) -> None:
    """Nothing is left to say; undo takes it back. A list, or what no book expects, is looked at first."""
    if not (entry.listed or what_is_missing(entry) or unlikely(scene.decision, entry)):
        scene.answer(entry.value())


def confirm(scene: Scene, entry: FormEntry) -> list[Widget]:
    """The main button: on to the next part while one is open, then that all of it is right.

    Where one tap tells everything there is none.
    """
    open_field = entry.open_field
    if entry.one_tap and not entry.told(entry.fields[0]):
        return []
    if (
        open_field is not None
        and entry.explicit
        and entry.told(open_field)
        and entry.next_untold() is not None
    ):
        return [Button(_("Next"), entry.onward, kind="main", grow=1, key="next")]
    missing = what_is_missing(entry) or (_(UNCHANGED) if entry.unchanged else "")
    right = Button(
        _("That is right"),
        lambda: scene.answer(entry.value()),
        kind="main",
        enabled=not missing,
        why=missing,
        grow=1,
        key="done",
    )
    return [right]


def stamped(scene: Scene) -> Widget | None:
    """The drawing of the place in question, as small as a stamp, where it does not stand beside it."""
    crowded = str(scene.decision.about.get("key", "")).startswith(NO_STAMP) and not scene.ui.metrics.roomy
    if crowded or place_beside(scene) is not None:
        return None
    drawing = shown_with(scene)
    return None if drawing is None else Sized(drawing, *STAMP_MM[scene.portrait])


def what_it_is_about(scene: Scene) -> Widget | None:
    """Before a question about a print: the mark of the player whose tile it is, else a question mark."""
    decision = scene.decision
    if decision.kind != "fact":
        return None
    if "seat" in decision.about:
        return PlayerMark(scene.g.players[decision.about["seat"]].colour)
    what, _space, number = str(decision.about.get("key", "")).partition(" ")
    if what == "scroll":
        return Token(f"scroll:{SCROLLS[int(number.partition(' ')[0])].kind}", size_mm=9.0)
    if what == "oasis":
        return Token("oasis", size_mm=9.0)
    if what == "gate":
        return Token(number.removeprefix("space "), size_mm=9.0)
    return Icon("question", size=6.0, tone="brass")


def unlikely(decision: Decision, entry: FormEntry) -> str:
    """What the rulebooks let slip, where the value entered so far does not fit it."""
    if decision.kind != "fact" or not entry.values or entry.next_untold() is not None:
        return ""
    key = str(decision.about["key"])
    try:
        doubt = facts.doubt(key, facts.check(key, entry.value()))
    except BadFact:
        return ""  # not filled in yet, or impossible: confirming says why
    return say(doubt) if doubt is not None else ""


def choice(
    scene: Scene,
    key: str,
    tap: Callable[[], None],
    *,
    chosen: bool = False,
    badge: str = "",
    enabled: bool = True,
    why: str = "",
    size: str = "label",
) -> OptionButton:
    """One answer, pictured as far as its key says what it is about."""
    decision = scene.decision
    words = option(decision, key, scene.g)
    player = next((player for player in scene.g.players if player.name == words), None)
    return OptionButton(
        words,
        tap,
        things=[f"player:{player.colour}"] if player is not None else things_of(pictured(scene, key)),
        badge=badge,
        note=option_detail(decision, key, scene.g),
        chosen=chosen,
        enabled=enabled,
        why=why,
        size=size,
        key=f"option-{key}",
    )


def pictured(scene: Scene, key: str) -> str:
    """What to picture for an answer: a sector's "keshi" is of its colour, a space of the square its bonus."""
    decision = scene.decision
    sector = str(decision.about.get("sector", ""))
    if key == "action" and sector:
        return sector
    if decision.kind in ON_THE_SQUARE and key.isdigit():
        bonuses = facts.known(scene.g, "square bonuses") or ()
        return str(bonuses[int(key)]) if int(key) < len(bonuses) else key
    return COLOUR_OF.get(sector, key) if key == "keshi" else key


def things_of(key: str) -> list[str]:
    """The tokens of an answer's key: "green*2" is two greens, "1 keshi:red" a red keshi, "2 date" two dates,
    "pink:6" the pink keshi on a space.

    >>> [things_of(key) for key in ("green*2", "green+pink", "2 date", "pink:6", "yes")]
    [['green', 'green'], ['green', 'pink'], ['date', 'date'], ['pink'], []]
    """
    things: list[str] = []
    if " " in key:
        try:
            return [what for what, n in bonus.parse(key) for _ in range(min(n, 3)) if is_thing(what)]
        except BadFact:
            return []
    for part in key.split("+"):
        name, star, number = part.partition("*")
        keshi = name.partition(":")[0]
        name = keshi if keshi in COLOURS else name
        if is_thing(name):
            things += [name] * (int(number) if star and number.isdigit() else 1)
    return things


def size_for(answers: int) -> str:
    return "answer" if answers <= FEW else "label"


def options_grid(scene: Scene, choices: list[OptionButton]) -> Widget:
    """The answers take all the room there is: a few in large columns, many in narrow ones that may scroll."""
    numbers = all(each.say.lstrip("−").isdigit() for each in choices)
    longest = max((len(each.say) for each in choices), default=0)
    bare = all(each.note is None for each in choices)
    short = bare and longest <= SHORT
    cell_mm = 12.0 if numbers else 24.0 if short else 30.0 if bare and longest <= MIDDLING else 38.0
    if len(choices) > FEW or numbers:
        grid = Grid(choices, cell_mm=cell_mm, stretch=not numbers, gap=0.8)
        return ScrollArea(grid, key="options")
    columns = 1 if len(choices) <= (4 if scene.portrait else 2) else 2
    if len(choices) == 3 and not scene.portrait and short:
        columns = 3
    return ScrollArea(Grid(choices, columns=columns, stretch=True, gap=0.8), key="options")

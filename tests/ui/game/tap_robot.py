"""A robot that plays by tapping: it decides like any robot, but answers only through the screen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any

from companion.games.marrakesh.rules import assistants, bonus
from companion.games.marrakesh.rules.draft import colours_of
from companion.games.marrakesh.rules.keshi import GOODS
from companion.games.marrakesh.rules.options import FULL
from companion.games.marrakesh.screens import game_on
from companion.games.marrakesh.screens.on_screen import GameOnScreen
from companion.games.marrakesh.screens.words import option, sector_name, thing_name
from companion.play.decision import PASS, Answer, Decision
from companion.play.robot import Robot
from companion.ui.i18n import _
from companion.ui.piece_colours import colour_name
from companion.ui.widget import Widget
from companion.words import capital
from tests.ui.game.finger import Finger


def is_option(widget: Widget) -> bool:
    """An answer to the question, not a player's tab of the same name."""
    return widget.path.rpartition("/")[2].startswith(("option-", "pass", "yes"))


class TapRobot:
    """Plays the game on the screen of one companion."""

    def __init__(self, finger: Finger, seed: int) -> None:
        self.finger = finger
        self.robot = Robot(seed)
        self.met: set[str] = set()

    @property
    def table(self) -> GameOnScreen:
        table = game_on(self.finger.companion.stage)
        assert table is not None
        return table

    # -- one answer ---------------------------------------------------------------------------------------

    def step(self) -> None:
        """Answer the pending question, or tap away what is shown between questions."""
        if self.finger.stage.screen.name == "season-receipt":
            self.finger.tap_main()
            return
        decision = self.table.pending
        assert decision is not None
        if self.table.half.covered:
            self.finger.tap_main()
        self.check_layout(decision)
        before = len(self.table.game.journal.entries)
        self.enter(decision, self.robot.answer(decision))
        after = len(self.table.game.journal.entries)
        assert after > before, f"{decision.kind} was not answered: {self.finger.words()}"

    def check_layout(self, decision: Decision) -> None:
        """The first of every kind of question must be laid out without a fault."""
        kind = f"{decision.kind} {decision.about.get('key', '')}"
        if kind not in self.met:
            self.met.add(kind)
            assert self.finger.stage.audit() == [], kind

    def enter(self, decision: Decision, value: Answer) -> None:
        """Tap an answer in."""
        ways: dict[str, Callable[[Decision, Any], None]] = {
            "tower": self.count,
            "claim": self.claim,
            "points": self.points,
            "assistant": self.assistant,
            "use assistant": self.use,
        }
        if decision.kind in ways:
            ways[decision.kind](decision, value)
        elif decision.form:
            self.fill_in(decision, value)
        elif decision.max_picks > 1 or decision.min_picks != 1:
            for pick in value:
                self.finger.tap(option(decision, pick, self.table.state), is_option)
            if decision.min_picks != decision.max_picks or decision.kind == "select":
                self.finger.tap(_("Done"))
        else:
            self.finger.tap(option(decision, value, self.table.state), is_option)

    def count(self, _decision: Decision, counts: Mapping[str, int]) -> None:
        self.amounts(counts)
        self.finger.tap_main()

    def claim(self, decision: Decision, key: str) -> None:
        colours = colours_of(key)
        if "+" in key and self.table.state.depth != FULL:
            self.finger.tap(_("Two colours"))
        if "+" in key or key == PASS:
            self.finger.tap(option(decision, key, self.table.state))
        else:
            self.finger.tap(_("Take {n} {colour}").format(n=len(colours), colour=colour_name(colours[0])))

    def points(self, _decision: Decision, number: int) -> None:
        self.finger.tap(str(number))

    def assistant(self, decision: Decision, sector: str) -> None:
        """Which assistant, and with the same tap what for."""
        player = self.table.state.players[decision.player]
        ways = assistants.ways(self.table.state, player, sector)
        if not ways:
            self.finger.tap(capital(sector_name(sector)))
            return
        use = Decision("use assistant", player.seat, ways, about={"sector": sector})
        self.use(use, self.choose(use), sector)

    def use(self, decision: Decision, key: Answer, *before: str) -> None:
        """What an assistant does; where its action first asks something, that too is in the tap."""
        path = "-".join(("option", *before, key))
        shown = [w.path.rpartition("/")[2] for w in self.finger.touchables()]
        if path not in shown:
            player = self.table.state.players[decision.player]
            ahead = assistants.first_question(self.table.state, player, decision.about["sector"], key)
            assert ahead is not None
            wanted = f"{path}-{self.choose(ahead)}"  # passing is not offered before the action is taken
            path = wanted if wanted in shown else next(each for each in shown if each.startswith(f"{path}-"))
        self.finger.tap_key(path)

    def choose(self, decision: Decision) -> Answer:
        """What the robot would answer."""
        return self.robot.answer(decision)

    # -- open questions -----------------------------------------------------------------------------------

    def fill_in(self, decision: Decision, value: Any) -> None:
        entry = self.table.half.form
        assert entry is not None, "an open question without an editor"
        match decision.form:
            case "counts" | "cost" | "amounts":
                self.amounts(value)
            case "bonus":
                self.amounts(dict(bonus.parse(value)))
            case "number" | "points":
                self.number(value)
            case "choice":
                self.finger.tap(capital(thing_name(value)))
            case "picks":
                self.picks(value)
            case "numbers" if decision.about.get("distinct"):
                self.picks(tuple(map(str, value)))
            case "built":
                for space, colour in value.items():
                    self.open_tab(space, capital(thing_name(space)))
                    self.finger.tap(capital(thing_name(colour)))
            case "numbers" | "bonuses" | "rapids":
                self.listed(decision.form, value)
            case "luxury":
                self.open_tab("kind", _("What it is"))
                self.finger.tap(capital(thing_name(value["kind"])))
                self.open_tab("cost", _("What it costs"))
                self.amounts(value["cost"])
                self.open_tab("gain", _("What it gives"))
                self.amounts(dict(bonus.parse(value["gain"])))
            case "office":
                for colour in GOODS:
                    self.open_tab(colour, capital(colour_name(colour)))
                    self.amounts(dict(bonus.parse(value[colour])))
            case "provision":
                self.amounts(value["cost"])
                self.open_tab("points", _("Points lost"))
                self.number(value["points"])
            case "workshop":
                self.number(value["price"])
                self.open_tab("points", _("Points"))
                self.number(value["points"])
            case other:
                raise AssertionError(f"the robot cannot fill in {other}")
        if self.table.half.form is entry:  # nothing was left to say
            self.finger.tap(_("That is right"))

    def open_tab(self, key: str, words: str) -> None:
        """Turn to a field, by the main button where it leads there."""
        entry = self.table.half.form
        if entry.at == key:
            return
        if self.finger.can_tap(_("Next")) and entry.next_untold() == (entry.part, key):
            self.finger.tap(_("Next"))
            return
        self.finger.tap(words, lambda widget: widget.path.rpartition("/")[2].startswith("field-"))

    def key(self, number: int) -> None:
        self.finger.tap_key(f"number-{number}")

    def amounts(self, wanted: Mapping[str, int]) -> None:
        entry = self.table.half.form
        now = Counter(entry.get(entry.open_field.key))
        for thing in now - Counter(wanted):
            for _n in range(now[thing] - wanted.get(thing, 0)):
                self.finger.tap(_("Take away"))
                self.finger.tap(capital(thing_name(thing)))
        for thing, number in (Counter(wanted) - now).items():
            name = capital(thing_name(thing))
            if not self.finger.can_tap(name):
                self.finger.tap(_("Something else"))
            if thing == bonus.POINTS:
                self.finger.tap(name)
                self.key(wanted[thing])
                continue
            for _n in range(number):
                self.finger.tap(name)
        if not wanted and entry.explicit and not entry.told(entry.open_field):
            self.finger.tap(_("nothing").capitalize())

    def number(self, wanted: int) -> None:
        entry = self.table.half.form
        if any(w.path.endswith(f"/number-{wanted}") for w in self.finger.touchables()):
            self.key(wanted)
            return
        if self.finger.can_tap(_("Another number")):
            self.finger.tap(_("Another number"))
        told = not entry.explicit or entry.told(entry.open_field)
        now = entry.get(entry.open_field.key) if told else 0
        while now != wanted:
            step = 5 if abs(wanted - now) >= 5 else 1
            step = step if wanted > now else -step
            self.finger.tap(f"{step:+d}".replace("-", "−"))
            now = entry.get(entry.open_field.key)

    def picks(self, wanted: tuple[str, ...]) -> None:
        entry = self.table.half.form
        for _n in range(len(entry.get(""))):
            if entry.open_field.repeat:
                self.finger.tap(_("Take the last one back"))
            else:
                self.finger.tap_key(f"pick-{entry.get('')[-1]}")
        for pick in wanted:
            self.finger.tap_key(f"pick-{pick}")
        if not wanted and entry.explicit and not entry.told(entry.open_field):
            self.finger.tap(_("nothing").capitalize())

    def listed(self, form: str, wanted: Any) -> None:
        """Lists: as many parts as wanted, each in its tab."""
        entry = self.table.half.form
        while entry.parts < len(wanted):
            self.finger.tap(_("One more") if entry.parts else _("Enter one"))
        while entry.parts > len(wanted):
            self.finger.tap(_("One fewer"))
        if entry.explicit and not wanted:
            self.finger.tap(_("nothing").capitalize())
        for index, part in enumerate(wanted):
            if entry.part != index:
                self.finger.tap(
                    str(index + 1), lambda widget: widget.path.rpartition("/")[2].startswith("part-")
                )
            if form == "rapids":
                space, bonuses = part
                self.open_tab(f"{index}:space", _("First space beyond"))
                self.number(space)
                self.open_tab(f"{index}:bonus", _("What it gives"))
                self.amounts({what: n for text in bonuses for what, n in bonus.parse(text)})
            elif form == "numbers":
                self.number(part)
            else:
                self.amounts(dict(bonus.parse(part)))

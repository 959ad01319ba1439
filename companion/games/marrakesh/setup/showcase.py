"""The setup in telling states: for the gallery, the audits and the golden pictures."""

from collections.abc import Callable
from functools import partial
from pathlib import Path

from companion.games.marrakesh.rules.options import EXPANSIONS
from companion.games.marrakesh.setup.name_entry import NameEntry
from companion.games.marrakesh.setup.rulings import RulingsScreen
from companion.games.marrakesh.setup.wizard import PAGES, SetupWizard
from companion.games.marrakesh.teach.lessons import LESSONS
from companion.games.marrakesh.teach.screen import TeachScreen
from companion.games.marrakesh.tour import CHAPTERS, TourScreen
from companion.ui.samples import SampleShelf, long_table, sample_ports
from companion.ui.stage import Stage

Show = Callable[[Stage], None]


def shows() -> dict[str, Show]:
    """Every page of the setup by name; each function puts it on a stage."""
    found: dict[str, Show] = {"rulings": rulings, "teach": teach, "teach-fact": teach_fact}
    for part, explained in {"select": 1, "tower": 2, "claim": 3, "deploy": 4, "over": len(CHAPTERS)}.items():
        found[f"tour-{part}"] = partial(tour, explained)
    for at in PAGES:
        found[f"setup-{at}"] = partial(setup, at, False)
        found[f"setup-{at}-long"] = partial(setup, at, True)
    for page in ("letters", "accents", "numbers"):
        found[f"name-{page}"] = partial(name, page)
    return found


def setup(at: str, long: bool, stage: Stage) -> None:
    ports = sample_ports(shelf=SampleShelf(options=long_table() if long else None))
    wizard = SetupWizard(ports)
    if not long:
        for each in ("Sarah", "Jan"):
            wizard.plan.add_person(each, wizard.known)
    wizard.plan.start = 0
    wizard.plan.river_tiles = (13, 9, 17) if long else (1, 3, 5)
    if long:
        wizard.plan.edition = "essential"
        wizard.plan.expansions = frozenset(EXPANSIONS)
        wizard.plan.start = 2
        wizard.plan.ticked = {"board", "points", "luxury"}
    wizard.at = at
    stage.push(wizard)


def name(page: str, stage: Stage) -> None:
    wizard = SetupWizard(sample_ports())
    wizard.plan.add_person("Sarah", wizard.known)
    wizard.plan.add_person("Jan", wizard.known)
    entry = NameEntry(wizard.plan, 0, wizard.known)
    entry.text, entry.page = {"letters": "", "accents": "Jör", "numbers": "Marie-Henriett"}[page], page
    stage.push(entry)


def rulings(stage: Stage) -> None:
    wizard = SetupWizard(sample_ports())
    wizard.plan.flipped = {"no town left pays": False}
    stage.push(RulingsScreen(wizard.plan))


def teach(stage: Stage) -> None:
    """A copy half taught."""
    screen = TeachScreen(sample_ports())
    screen.files = [Path("our-copy.json")]
    stage.push(screen)
    screen.files = [Path("our-copy.json")]


def tour(explained: int, stage: Stage) -> None:
    """The round to try out when so many things have been explained."""
    screen = TourScreen()
    stage.push(screen)
    while len(screen.explained) < explained:
        stage.close_dialog()
        if screen.over:
            screen.explain(stage)
        else:
            screen.answer_like_a_robot(stage)


def teach_fact(stage: Stage) -> None:
    screen = TeachScreen(sample_ports())
    stage.push(screen)
    screen.begin(stage, next(lesson for lesson in LESSONS if lesson.name == "medina"))

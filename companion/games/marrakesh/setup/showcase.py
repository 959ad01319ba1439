"""The setup in telling states: for the gallery, the audits and the golden pictures."""

from collections.abc import Callable
from functools import partial

from companion.games.marrakesh.rules.options import EXPANSIONS
from companion.games.marrakesh.setup.name_entry import NameEntry
from companion.games.marrakesh.setup.rulings import RulingsScreen
from companion.games.marrakesh.setup.wizard import PAGES, SetupWizard
from companion.ui.samples import SampleShelf, long_table, sample_world
from companion.ui.stage import Stage

Show = Callable[[Stage], None]


def shows() -> dict[str, Show]:
    """Every page of the setup by name; each function puts it on a stage."""
    found: dict[str, Show] = {"rulings": rulings}
    for number in range(len(PAGES)):
        found[f"setup-{number + 1}"] = partial(setup, number, False)
        found[f"setup-{number + 1}-long"] = partial(setup, number, True)
    for page in ("letters", "accents", "numbers"):
        found[f"name-{page}"] = partial(name, page)
    return found


def setup(number: int, long: bool, stage: Stage) -> None:
    world = sample_world(shelf=SampleShelf(options=long_table() if long else None))
    wizard = SetupWizard(world)
    wizard.plan.river_tiles = (13, 9, 17) if long else (1, 3, 5)
    if long:
        wizard.plan.edition = "essential"
        wizard.plan.expansions = frozenset(EXPANSIONS)
        wizard.plan.start = 2
        wizard.plan.ticked = {"board", "points", "luxury"}
    wizard.at = number
    stage.push(wizard)


def name(page: str, stage: Stage) -> None:
    wizard = SetupWizard(sample_world())
    entry = NameEntry(wizard.plan, 0, wizard.known)
    entry.text, entry.page = {"letters": "", "accents": "Jör", "numbers": "Marie-Henriett"}[page], page
    stage.push(entry)


def rulings(stage: Stage) -> None:
    wizard = SetupWizard(sample_world())
    wizard.plan.flipped = {"no town left pays": False}
    stage.push(RulingsScreen(wizard.plan))

"""A monkey at the table: taps, drags and types at random around the game, and nothing breaks or overflows."""

import random

import pygame
import pytest

from companion.config.settings import Settings
from companion.ui import i18n
from companion.ui.samples import SampleSettings, sample_ports
from companion.ui.screens.home import Home
from tests.ui.hands import Hands

KEYS = (
    pygame.K_UP,
    pygame.K_DOWN,
    pygame.K_LEFT,
    pygame.K_RIGHT,
    pygame.K_RETURN,
    pygame.K_ESCAPE,
    pygame.K_a,
)


class Spoken(SampleSettings):
    """Settings whose language is spoken at once."""

    def set(self, settings: Settings) -> None:
        super().set(settings)
        i18n.use(settings.table.language)


@pytest.mark.parametrize(("seed", "size"), [(1, (800, 480)), (2, (720, 1280)), (3, (1024, 600))])
def test_a_monkey_finds_nothing_to_break(seed: int, size: tuple[int, int]) -> None:
    chance = random.Random(seed)
    hands = Hands(Home(sample_ports(settings=Spoken())), size)
    seen = set()
    for step in range(160):
        if step % 16 == 0:
            hands.stage.home()
            hands.wait(0.05)
        kind = chance.random()
        place = (chance.randrange(size[0]), chance.randrange(size[1]))
        targets = [widget for widget in hands.targets() if widget.enabled and not widget.scrolls]
        if kind < 0.7 and targets:
            hands.tap_at(*chance.choice(targets).rect.center)
        elif kind < 0.8:
            hands.tap_at(*place)
        elif kind < 0.9:
            hands.stage.press(*place, hands.now)
            hands.stage.move(place[0], place[1] - chance.randrange(-300, 300), hands.now + 0.05)
            hands.stage.lift(*place, hands.now + 0.06)
            hands.wait(0.3, frames=3)
        else:
            hands.stage.key(chance.choice(KEYS), "a")
            hands.wait(0.05)
        seen.add(hands.stage.screen.name)
        assert hands.stage.audit() == [], hands.stage.screen.name
        assert hands.stage.screens
    assert len(seen) >= 4

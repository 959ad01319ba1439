"""Every screen looks as it was accepted; see `golden.py` for how to look at differences and accept them."""

import pygame
import pytest

from tests.ui import golden


@pytest.fixture(scope="module", autouse=True)
def display() -> None:
    pygame.display.set_mode((1, 1))


@pytest.mark.skipif(
    getattr(pygame, "IS_CE", False),
    reason="the pictures were accepted with pygame; pygame-ce sets lines a pixel apart from it",
)
@pytest.mark.parametrize("size", golden.SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
def test_every_screen_looks_as_accepted(size: tuple[int, int]) -> None:
    pygame.display.set_mode((1, 1))
    wrong = {}
    for name in golden.names(size):
        file = golden.golden_file(name, size)
        assert file.is_file(), f"no golden picture of {name}: python -m tests.ui.golden --accept"
        share = golden.different(pygame.image.load(str(file)), golden.drawn(name, size))
        if share > golden.MOST_DIFFERENT:
            wrong[name] = f"{share:.1%}"
    assert wrong == {}, "look at them with python -m tests.ui.golden"


def test_a_changed_picture_is_noticed() -> None:
    name, size = "home", (800, 480)
    now = golden.drawn(name, size)
    now.fill((120, 20, 20), (100, 100, 60, 20))
    assert (
        golden.different(pygame.image.load(str(golden.golden_file(name, size))), now) > golden.MOST_DIFFERENT
    )


def test_the_pictures_stay_small() -> None:
    assert sum(file.stat().st_size for file in golden.FOLDER.rglob("*.png")) < 5_000_000

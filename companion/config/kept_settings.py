"""The table's settings: kept in the store, proposed by the config file, in force at once."""

from __future__ import annotations

import locale
import os
from collections.abc import Callable, Mapping
from dataclasses import asdict, fields, replace
from math import ceil

from companion.config import Settings as Config
from companion.locale import LANGUAGES
from companion.store import Store
from companion.ui.metrics import TEXT_SCALES
from companion.ui.ports import Settings

_KEY = "table."


class KeptSettings:
    """Reads and keeps what the table chose; `apply` makes it happen."""

    def __init__(self, store: Store, config: Config, apply: Callable[[Settings], None]) -> None:
        self._store = store
        self._apply = apply
        self._now = _kept(store, proposed(config))

    def get(self) -> Settings:
        return self._now

    def set(self, settings: Settings) -> None:
        # Only what the table changed is its choice: of the rest, the config file still decides.
        before = asdict(self._now)
        for name, value in asdict(settings).items():
            if value != before[name]:
                self._store.set_setting(_KEY + name, value)
        self._now = settings
        self._apply(settings)


def proposed(config: Config) -> Settings:
    """What the config file says, until the table says otherwise."""
    return Settings(
        language=_system_language() if config.table.language == "auto" else config.table.language,
        depth=config.table.depth,
        volume=round(config.sound.volume * 10) if config.sound.on else 0,
        ring=max(1, round(config.light.level * 10)),  # never quite dark, as on the screen
        night=config.display.palette.startswith("night"),
        clear_colours=config.display.palette.endswith("clear"),
        rotation=config.display.rotation,
        screen_off_minutes=ceil(config.display.off_minutes),  # 0 would be never
        ledger=config.table.show_ledger,
        photo_log=config.photo_log.on,
        text=config.display.text,
        left_handed=config.display.left_handed,
        motion=config.display.motion and not motion_unwanted(os.environ),
        read_aloud=config.sound.read_aloud,
    )


def _kept(store: Store, settings: Settings) -> Settings:
    """What was kept wins, as long as it still is what it was: an odd value falls back to the proposal."""
    for field in fields(Settings):
        value = store.setting(_KEY + field.name)
        if value is not None and type(value) is type(getattr(settings, field.name)):
            settings = replace(settings, **{field.name: value})  # type: ignore[arg-type]  # checked just above
    if settings.language not in LANGUAGES:
        settings = replace(settings, language="en")
    if settings.text not in TEXT_SCALES:
        settings = replace(settings, text="normal")
    if settings.rotation not in (0, 90, 180, 270):
        settings = replace(settings, rotation=0)
    return settings


def motion_unwanted(environment: Mapping[str, str]) -> bool:
    """Whether the system asks programs to keep still, as desktops and toolkits say it.

    >>> motion_unwanted({"GTK_ENABLE_ANIMATIONS": "0"}), motion_unwanted({})
    (True, False)
    """
    return environment.get("GTK_ENABLE_ANIMATIONS") == "0" or environment.get("REDUCED_MOTION") == "1"


def _system_language() -> str:
    """The language of the system, if the companion speaks it."""
    code = os.environ.get("LANGUAGE") or os.environ.get("LC_ALL") or os.environ.get("LANG") or ""
    code = code or locale.getlocale()[0] or ""
    return code[:2] if code[:2] in LANGUAGES else "en"

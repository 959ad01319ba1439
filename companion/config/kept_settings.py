"""The table's settings: kept in the store, proposed by the config file, in force at once."""

from __future__ import annotations

import locale
import os
from collections.abc import Callable, Mapping

from companion.config.keys import fit
from companion.config.settings import Settings, changed, described, value_of
from companion.locale import LANGUAGES
from companion.store import Store

_KEPT = "setting "


class KeptSettings:
    """Reads and keeps what the table chose; `apply` makes it happen."""

    def __init__(self, store: Store, config: Settings, apply: Callable[[Settings], None]) -> None:
        self._store = store
        self._apply = apply
        self._now = _kept(store, config)

    def get(self) -> Settings:
        return self._now

    def set(self, settings: Settings) -> None:
        # Only what the table changed is its choice: of the rest, the config file still decides.
        for name, key in described():
            value = value_of(settings, name)
            if key.shown is not None and value != value_of(self._now, name):
                self._store.set_setting(_KEPT + name, value)
        self._now = settings
        self._apply(settings)


def _kept(store: Store, settings: Settings) -> Settings:
    """What was kept wins, as long as it still makes sense: an odd value falls back to the config file's."""
    if not settings.sound.on:
        settings = changed(settings, "sound.volume", 0.0)  # until the table turns it up
    if motion_unwanted(os.environ):
        settings = changed(settings, "display.motion", False)  # until the table switches it on
    for name, key in described():
        if key.shown is None:
            continue
        value = fit(store.setting(_KEPT + name), key.default)
        if value is not None and not key.check(value):
            settings = changed(settings, name, value)
    if settings.table.language not in LANGUAGES:
        settings = changed(settings, "table.language", _system_language())
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

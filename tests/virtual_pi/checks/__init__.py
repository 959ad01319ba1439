"""What is tried on the virtual Pi, by what is touched."""

import importlib

_ORDER = ("install", "starting", "safe_mode", "pins", "screen", "camera", "sound", "disk", "power", "rest")


def load() -> None:
    """Registers every check, in the order in which they are carried out."""
    for name in _ORDER:
        importlib.import_module(f"{__name__}.{name}")

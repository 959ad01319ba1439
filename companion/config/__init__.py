"""The config file: one TOML, every key optional, and a wrong one costs only itself.

>>> settings = Settings()
>>> settings.pins.light_ring
18
>>> settings.display.rotation
0

`load()` reads `$COMPANION_CONFIG`, else the user's config folder, else /etc/companion/config.toml. It never
fails: what is wrong becomes a sentence in `problems`, with file and line, and the default stands in.
`python -m companion.config.example` shows every key.
"""

from companion.config.places import ETC_FILE, data_folder, find_file, user_file
from companion.config.reading import load, read
from companion.config.settings import Settings, safe_settings

__all__ = [
    "ETC_FILE",
    "Settings",
    "data_folder",
    "find_file",
    "load",
    "read",
    "safe_settings",
    "user_file",
]

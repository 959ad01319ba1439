"""Where the config file and the data folder are.

The installer writes the example config with a bare Python: `platformdirs` is imported where it is used.
"""

import errno
import os
from pathlib import Path
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from companion.config.settings import Settings

APP_NAME = "marrakesh-companion"
ETC_FILE = Path("/etc/companion/config.toml")


def user_file() -> Path | None:
    """The config file of whoever is logged in, there or not; none for a user without a home."""
    import platformdirs

    try:
        return platformdirs.user_config_path(APP_NAME) / "config.toml"
    except RuntimeError:
        return None


def find_file() -> Path | None:
    """The config file in force: `$COMPANION_CONFIG`, the user's own, or the machine's."""
    named = os.environ.get("COMPANION_CONFIG")
    if named:
        return Path(named)
    return next((file for file in (user_file(), ETC_FILE) if file is not None and file.is_file()), None)


def data_folder(settings: "Settings | None" = None) -> Path:
    """The one folder that must be writable: games, calibration, photos.

    `$COMPANION_DATA` wins, then the config, then what systemd gives a service (`StateDirectory=`), then the
    user's own data folder.
    """
    if settings is None:
        from companion.config.reading import load

        settings = load()
    state = os.environ.get("STATE_DIRECTORY", "").partition(":")[0]
    named = os.environ.get("COMPANION_DATA") or settings.data.folder or state
    if not named:
        import platformdirs

        try:
            return platformdirs.user_data_path(APP_NAME)
        except RuntimeError:
            raise OSError(errno.ENOENT, "this user has no home; set HOME or COMPANION_DATA", "~") from None
    try:
        return Path(named).expanduser()
    except RuntimeError:
        return Path(named)  # nobody is called so: whoever opens it says that it is not there

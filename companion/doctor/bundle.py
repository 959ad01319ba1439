"""A zip for a bug report: what the doctor found, config, log, saved games; photos only when asked for."""

import io
import json
import os
import platform
import sqlite3
import subprocess
import zipfile
from collections.abc import Iterator, Sequence
from contextlib import closing
from importlib import metadata
from pathlib import Path

from companion import __version__
from companion.config import Settings
from companion.doctor.check import Check
from companion.doctor.machine import devices_of

LARGEST_PHOTOS_BYTES = 100_000_000
_LOG_LINES = 3000
_PACKAGES = ("numpy", "opencv-python", "opencv-python-headless", "pygame", "gpiozero", "picamera2", "lgpio")


def write_bundle(
    file: Path, found: Sequence[Check], settings: Settings, data: Path, *, photos: bool
) -> list[str]:
    """Writes the zip, whole or not at all, and returns the names in it."""
    parts = dict(_parts(found, settings, data))
    half = file.with_name(f".{file.name}.part")
    try:
        # A Pi without a clock lives in 1970, which a zip cannot say: there it is 1980 at least.
        with zipfile.ZipFile(half, "w", zipfile.ZIP_DEFLATED, strict_timestamps=False) as bundle:
            for name, content in parts.items():
                bundle.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)
            for photo in _photos(data) if photos else ():
                bundle.write(photo, f"photos/{photo.name}", compress_type=zipfile.ZIP_STORED)
            names = bundle.namelist()
        half.replace(file)
    finally:
        half.unlink(missing_ok=True)
    return names


def _parts(found: Sequence[Check], settings: Settings, data: Path) -> Iterator[tuple[str, bytes]]:
    yield "doctor.json", _readable([check.as_json() for check in found])
    yield "machine.json", _readable(_machine())
    if settings.file and Path(settings.file).is_file():
        yield "config.toml", Path(settings.file).read_bytes()
    for name in ("calibration.json", "companion.mark", "starts.failed"):
        if (data / name).is_file():
            yield name, (data / name).read_bytes()
    yield "log.txt", _journal()
    games = _copy_of_games(data / "companion.db")
    if games:
        yield "companion.db", games


def _machine() -> dict[str, object]:
    versions = {"companion": __version__}
    for name in _PACKAGES:
        try:
            versions[name] = metadata.version(name)
        except metadata.PackageNotFoundError:
            continue
    shown = ("SDL_", "WAYLAND_", "DISPLAY", "XDG_SESSION_TYPE", "GPIOZERO_", "COMPANION_", "LANG")
    return {
        "system": platform.platform(),
        "python": platform.python_version(),
        "sqlite": sqlite3.sqlite_version,
        "packages": versions,
        "devices": devices_of(),
        "environment": {name: value for name, value in sorted(os.environ.items()) if name.startswith(shown)},
    }


def _journal() -> bytes:
    command = ["journalctl", "-u", "companion*", "-n", str(_LOG_LINES), "--no-pager", "-o", "short-monotonic"]
    try:
        return subprocess.run(command, capture_output=True, timeout=20, check=False).stdout
    except (OSError, subprocess.TimeoutExpired) as error:
        return f"no log: {error}\n".encode()


def _copy_of_games(path: Path) -> bytes:
    """As SQLite reads it, log and all; a damaged file as it is."""
    if not path.is_file():
        return b""
    try:
        with closing(sqlite3.connect(path.resolve().as_uri() + "?mode=ro", uri=True)) as source:
            return source.serialize()
    except sqlite3.Error:
        return path.read_bytes()


def _photos(data: Path) -> Iterator[Path]:
    """The log of the throws and its photos, the newest first, as far as a mail can carry them."""
    from companion.photolog.log import FOLDER_NAME

    folder = data / FOLDER_NAME
    room = LARGEST_PHOTOS_BYTES
    for photo in sorted(folder.glob("*.json*")) + sorted(folder.glob("*.jpg"), reverse=True):
        room -= photo.stat().st_size
        if room < 0:
            return
        yield photo


def _readable(content: object) -> bytes:
    stream = io.StringIO()
    json.dump(content, stream, ensure_ascii=False, indent=1)
    return stream.getvalue().encode()

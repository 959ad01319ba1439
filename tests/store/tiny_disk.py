"""A disk so small that a test can fill it up."""

import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.faulty_disk import FaultyDisk


class TinyDisk:
    """A disk of 600 kB to fill up and clear again: a tmpfs, or where that may not be mounted, a directory
    on a disk of which SQLite is told that it is full."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._ballast = folder / "ballast"
        mount = ["mount", "-t", "tmpfs", "-o", "size=600k", "tmpfs", str(folder)]
        self.mounted = subprocess.run(mount, capture_output=True, check=False).returncode == 0
        self._told = FaultyDisk()
        if not self.mounted:
            self._told.install()

    def fill(self) -> None:
        if not self.mounted:
            self._told.full_at_write = 0
            return
        with self._ballast.open("wb", buffering=0) as ballast:
            for size in (4096, 1):
                try:
                    while True:
                        ballast.write(b"\0" * size)
                except OSError:
                    continue

    def clear(self) -> None:
        self._told.full_at_write = None
        self._ballast.unlink(missing_ok=True)

    def release(self) -> None:
        if self.mounted:
            subprocess.run(["umount", "--lazy", str(self.folder)], check=True)


@pytest.fixture
def tiny_disk(tmp_path: Path) -> Iterator[TinyDisk]:
    disk = TinyDisk(tmp_path)
    yield disk
    disk.clear()
    disk.release()

"""These tests sync to disk thousands of times; in memory that costs nothing and proves the same."""

import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.store.tiny_disk import tiny_disk

__all__ = ["tiny_disk", "tmp_path"]

MEMORY = Path("/dev/shm")
ROOM_BYTES = 500_000_000


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """A folder for one test, in memory where there is room for it."""
    if MEMORY.is_dir() and shutil.disk_usage(MEMORY).free > ROOM_BYTES:
        with tempfile.TemporaryDirectory(
            dir=MEMORY, prefix="companion-test-", ignore_cleanup_errors=True
        ) as folder:
            yield Path(folder)
    else:
        yield tmp_path_factory.mktemp("appliance")

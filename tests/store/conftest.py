"""The store's tests sync to disk thousands of times, as those of the appliance do."""

from tests.appliance.conftest import tiny_disk, tmp_path

__all__ = ["tiny_disk", "tmp_path"]

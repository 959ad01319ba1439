"""Keeps the companion small on a Pi: photos that are done with go back to the system at once.

glibc raises the size from which it maps memory of its own with every large block that is freed, so that after
a few photos they all come from the heap and stay there. Fixing that size, and the number of heaps, saves some
80 MB. What a photo is weighed with is smaller and comes from the heap; a few of its megabytes are kept, or
every photo would ask the system for the same thousand pages anew, which takes half as long as counting it.
"""

from __future__ import annotations

import ctypes
import sys

_M_TRIM_THRESHOLD, _M_MMAP_THRESHOLD, _M_ARENA_MAX = -1, -3, -8
_ONE_MB = 1 << 20
_KEPT = 8 * _ONE_MB


def keep_lean() -> None:
    """Call once, before the first photo; does nothing where the C library knows nothing of it."""
    if not sys.platform.startswith("linux"):
        return
    try:
        mallopt = ctypes.CDLL(None).mallopt
    except (OSError, AttributeError):
        return
    mallopt(_M_MMAP_THRESHOLD, _ONE_MB)
    mallopt(_M_TRIM_THRESHOLD, _KEPT)
    mallopt(_M_ARENA_MAX, 2)

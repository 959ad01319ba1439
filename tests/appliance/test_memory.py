"""The companion's memory: photos go back to the system, what they are weighed with stays at hand."""

from __future__ import annotations

import subprocess
import sys

import pytest

ROUNDS = 20
SCRIPT = f"""
import resource
import numpy as np
from companion.appliance.memory import keep_lean

def pages():
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt

def use(megabytes, pieces):
    held = [np.ones(int(megabytes * (1 << 20)), np.uint8) for _ in range(pieces)]
    del held

def asked(megabytes, pieces):
    use(megabytes, pieces)
    before = pages()
    for _ in range({ROUNDS}):
        use(megabytes, pieces)
    return (pages() - before) // {ROUNDS}

keep_lean()
print(asked(0.8, 6), asked(3.7, 2))
"""


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="only glibc can be told to keep memory")
def test_what_a_photo_is_weighed_with_is_kept_and_photos_are_given_back() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=True)
    weighing, photos = map(int, done.stdout.split())
    assert weighing < 100  # of 1,200 pages
    assert photos > 500  # given back, so they are asked for anew

"""The companion beside the board: screens, rules, store and the wiring between them."""

import vision  # noqa: F401  before anybody loads OpenCV: it bounds what a file may unpack to

# Here and not in the package's metadata: an installed Pi has the files alone.
__version__ = "1.0.0"

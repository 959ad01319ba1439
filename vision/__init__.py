"""From a photo of the tray to counts by label."""

import os

MOST_PIXELS = 80_000_000
"""A picture beyond this is refused before it is unpacked: no camera of the companion takes it, and a few
kilobytes of file can claim more memory than a Pi has.
"""

# OpenCV reads both when it is loaded. What is wrong with a file is said by whoever reads it, in a sentence.
os.environ.setdefault("OPENCV_IO_MAX_IMAGE_PIXELS", str(MOST_PIXELS))
os.environ.setdefault("OPENCV_LOG_LEVEL", "FATAL")

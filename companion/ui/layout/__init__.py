"""Where things go: rows, columns, grids and flows that share out the display.

A screen never writes a pixel position. It says what stands beside what, and what takes the room left over:

    Column([Header(…), Row([board, claims], grow=1), footer])

Sizes come from the widgets themselves, which know the room their words need; `audit.py` then checks the
result.
"""

from companion.ui.layout.frames import Middle, Pad, Sized, Split, Stack, Steady
from companion.ui.layout.grids import Flow, Grid
from companion.ui.layout.rows import Column, Row, Space
from companion.ui.layout.sharing import Box, share

__all__ = [
    "Box",
    "Column",
    "Flow",
    "Grid",
    "Middle",
    "Pad",
    "Row",
    "Sized",
    "Space",
    "Split",
    "Stack",
    "Steady",
    "share",
]

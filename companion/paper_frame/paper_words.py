"""How to put the paper frame up: the pages of words in its PDF, in the language of each speaker."""

from __future__ import annotations

import textwrap
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from companion.paper_frame.pdf import Sheet
from companion.words import N_, Speaker, Text

if TYPE_CHECKING:
    from companion.paper_frame.paper import FrameGeometry, Mount

LANGUAGES_A_SHEET = 3
_OWN_NAME = N_("English")
_STEPS = (
    N_("Print at 100 %, without “fit to page”. Lay a ruler along the scale: it must measure 100 mm."),
    N_("Cut along the solid lines: the outer edge, the inner window, and the four short corners."),
    N_("Fold the flaps back along the dashed lines, away from the printed side, and glue them down."),
)
_MOUNTING = {
    "under": N_(
        "Fix the frame under the clear floor with the printed side DOWN, towards the camera. "
        "The edge marked “tower” goes to the tower. Keep the markers flat and free of tape."
    ),
    "overhead": N_(
        "Lay the frame around the tray with the printed side UP, towards the camera. "
        "The edge marked “tower” goes to the tower. Keep the markers flat and free of tape."
    ),
}
_CALIBRATE = N_("Then calibrate once: the empty tray, and three pieces of each colour.")


def instructions(
    paper_mm: tuple[float, float], geometry: FrameGeometry, mount: Mount, speakers: Sequence[Speaker]
) -> Iterator[Sheet]:
    """The sheets of words: five numbered steps a language, and a side view of what goes where."""
    tray = f"{geometry.tray_width_mm:g} × {geometry.tray_height_mm:g} mm"
    steps = (*_STEPS, _MOUNTING[mount], _CALIBRATE)
    for some in _by_sheets(speakers):
        sheet = Sheet(*paper_mm)
        left, y = 20.0, 24.0
        sheet.text(left, y, f"{_beside(N_('Paper frame'), some)}: {tray}", size_mm=5.0, bold=True)
        y += 12
        for speaker in some:
            sheet.text(left, y, speaker.say(_OWN_NAME), size_mm=4.0, bold=True)
            y = _numbered(sheet, left, y + 6.5, [speaker.say(step) for step in steps]) + 5
        _side_view(sheet, left, y + 4, mount, some)
        yield sheet


def _by_sheets(speakers: Sequence[Speaker]) -> Iterator[Sequence[Speaker]]:
    for first in range(0, len(speakers), LANGUAGES_A_SHEET):
        yield speakers[first : first + LANGUAGES_A_SHEET]


def _numbered(sheet: Sheet, left: float, y: float, steps: Sequence[str]) -> float:
    """The steps below each other; gives where the next line would stand."""
    for number, step in enumerate(steps, start=1):
        for row, words in enumerate(textwrap.wrap(step, width=96)):
            if row == 0:
                sheet.text(left, y, f"{number}.", size_mm=3.6)
            sheet.text(left + 7, y, words, size_mm=3.6)
            y += 5.2
    return y


def _beside(text: Text, speakers: Sequence[Speaker]) -> str:
    """One thing in every language: "tower · Turm · tour"."""
    return " · ".join(dict.fromkeys(speaker.say(text) for speaker in speakers))


def _side_view(sheet: Sheet, left: float, top: float, mount: Mount, speakers: Sequence[Speaker]) -> None:
    """Camera, frame, floor and tower from the side; the arrow is the way the camera looks."""
    width = 90.0
    floor = top + 30.0
    middle = left + width / 2
    sheet.line([(left, floor), (left + width, floor)], width_mm=0.6, gray=0.5)
    frame = floor + 1.6 if mount == "under" else floor - 1.6
    for start in (left, left + width - 18):
        sheet.line([(start, frame), (start + 18, frame)], width_mm=1.0)
    tower = [(left + width - 14, floor - 3), (left + width - 14, top), (left + width - 2, top)]
    sheet.line([*tower, (left + width - 2, floor - 3)], width_mm=0.4)
    sheet.text(left + width + 2, top + 5, _beside(N_("tower"), speakers), size_mm=3.0)
    sheet.text(
        left + width + 2,
        frame + 1,
        _beside(N_("frame, printed side towards the camera"), speakers),
        size_mm=2.8,
    )
    for x in (left + 26, left + 33, left + 41):
        sheet.rectangle(x, floor - 7.5, 5, 5, gray=0.6)
    camera = floor + 22 if mount == "under" else top - 2
    towards = -1 if mount == "under" else 1
    sheet.rectangle(middle - 4, camera - 2, 8, 4, gray=0.15)
    tip = camera + towards * 12
    sheet.line([(middle, camera + towards * 3), (middle, tip)], width_mm=0.4)
    for dx in (-1.6, 1.6):
        sheet.line([(middle + dx, tip - towards * 2.4), (middle, tip)], width_mm=0.4)
    sheet.text(middle + 6, camera + 1, _beside(N_("camera"), speakers), size_mm=3.0)

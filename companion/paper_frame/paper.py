"""The paper frame around the tray: where its markers and gray patches sit, and how it is printed.

The printed side looks at the camera in either mount, so the camera sees it exactly as it lies on
the sheet: nothing is mirrored. With the camera under the clear floor the printed side faces down,
with the camera overhead it faces up; the edge marked "tower" stays at the tower.

>>> geometry = FrameGeometry(150, 110)
>>> geometry.marker_centres()[0]
(-86.0, -66.0)
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Literal

import cv2

from calibration.errors import PaperTooSmall
from companion.paper_frame.pdf import Sheet, pdf
from companion.words import ENGLISH, N_, Speaker

Mount = Literal["under", "overhead"]

MARKER_MM = 14.0
MARKER_CELLS = 6  # four by four bits and a black border of one cell
MARKER_BEYOND_TRAY_MM = 11.0  # from the window's edge to a marker's middle
BORDER_MM = 22.0  # paper left standing outside the window
GRAY_PATCHES = (1.0, 0.84, 0.64, 0.47, 0.28, 0.11)  # white paper to nearly black, even steps to the eye
PATCH_MM = 8.0
FLAP_MM = 8.0
PRINTER_MARGIN_MM = 5.0  # few home printers reach closer to the edge
RULER_MM = 100.0
SMALLEST_TRAY_MM = (54.0, 30.0)  # the gray strip has to fit between the two lower markers
PAPERS_MM = {"a4": (210.0, 297.0), "letter": (215.9, 279.4)}


@dataclass(frozen=True)
class FrameGeometry:
    """Millimetres from the middle of the window: x to the right, y down, as the camera sees it."""

    tray_width_mm: float = 150.0
    tray_height_mm: float = 110.0

    def __post_init__(self) -> None:
        least_width, least_height = SMALLEST_TRAY_MM
        if not (self.tray_width_mm >= least_width and self.tray_height_mm >= least_height):
            raise PaperTooSmall(
                N_(
                    "a tray of {wide} × {high} mm leaves no room for markers and gray strip; give one of at "
                    "least {least_wide} × {least_high} mm",
                    wide=self.tray_width_mm,
                    high=self.tray_height_mm,
                    least_wide=least_width,
                    least_high=least_height,
                )
            )

    @property
    def width_mm(self) -> float:
        """The frame cut out, from edge to edge."""
        return self.tray_width_mm + 2 * BORDER_MM

    @property
    def height_mm(self) -> float:
        """The frame cut out, from edge to edge."""
        return self.tray_height_mm + 2 * BORDER_MM

    def marker_centres(self) -> tuple[tuple[float, float], ...]:
        """The middles of markers 0 to 3, clockwise from the camera's top left."""
        x = self.tray_width_mm / 2 + MARKER_BEYOND_TRAY_MM
        y = self.tray_height_mm / 2 + MARKER_BEYOND_TRAY_MM
        return ((-x, -y), (x, -y), (x, y), (-x, y))

    def gray_patches(self) -> tuple[tuple[float, float, float], ...]:
        """The middles of the gray patches along the lower edge, and how bright each is."""
        y = self.tray_height_mm / 2 + MARKER_BEYOND_TRAY_MM
        middle = (len(GRAY_PATCHES) - 1) / 2
        return tuple(((n - middle) * PATCH_MM, y, gray) for n, gray in enumerate(GRAY_PATCHES))


def black_cells(marker_id: int) -> list[tuple[int, int]]:
    """Column and row of each black cell of a marker."""
    dictionary = cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50)
    cells = cv2.aruco.generateImageMarker(dictionary, marker_id, MARKER_CELLS)
    return [(x, y) for y in range(MARKER_CELLS) for x in range(MARKER_CELLS) if cells[y, x] == 0]


def sheet_size_mm(geometry: FrameGeometry, paper: str) -> tuple[float, float]:
    """Width and height of the sheet, turned the way the frame fits it."""
    short, long = PAPERS_MM[paper]
    for width, height in ((long, short), (short, long)):
        across, down = width - 2 * PRINTER_MARGIN_MM, height - 2 * PRINTER_MARGIN_MM
        if geometry.width_mm <= across and geometry.height_mm <= down:
            return width, height
    room_long, room_short = (side - 2 * (PRINTER_MARGIN_MM + BORDER_MM) for side in (long, short))
    raise PaperTooSmall(
        N_(
            "the frame for a tray of {wide} × {high} mm measures {frame_wide} × {frame_high} mm and does not "
            "fit {paper}; the largest tray it can go around is {room_wide} × {room_high} mm",
            wide=geometry.tray_width_mm,
            high=geometry.tray_height_mm,
            frame_wide=geometry.width_mm,
            frame_high=geometry.height_mm,
            paper=_name(paper),
            room_wide=room_long,
            room_high=room_short,
        )
    )


def frame_pdf(
    geometry: FrameGeometry, paper: str, mount: Mount, speakers: Sequence[Speaker] = (ENGLISH,)
) -> bytes:
    """Two pages: the frame true to scale, and how to put it up in each speaker's language."""
    from companion.paper_frame.paper_words import instructions

    width, height = sheet_size_mm(geometry, paper)
    sheet = Sheet(width, height)
    _draw_frame(sheet, geometry, mount)
    title = f"Paper frame for a tray of {geometry.tray_width_mm:g} x {geometry.tray_height_mm:g} mm"
    return pdf([sheet, *instructions(PAPERS_MM[paper], geometry, mount, speakers)], title=title)


def _draw_frame(sheet: Sheet, geometry: FrameGeometry, mount: Mount) -> None:
    middle_x, middle_y = sheet.width_mm / 2, sheet.height_mm / 2
    half_width, half_height = geometry.tray_width_mm / 2, geometry.tray_height_mm / 2

    def box(x: float, y: float) -> list[tuple[float, float]]:
        """The corners of a rectangle reaching x and y to either side of the middle."""
        return [(middle_x + sx * x, middle_y + sy * y) for sx, sy in ((-1, -1), (1, -1), (1, 1), (-1, 1))]

    sheet.line(box(geometry.width_mm / 2, geometry.height_mm / 2), gray=0.55, closed=True)
    fold, cut = box(half_width, half_height), box(half_width - FLAP_MM, half_height - FLAP_MM)
    sheet.line(fold, gray=0.3, dash_mm=(2.0, 1.5), closed=True)
    sheet.line(cut, gray=0.3, closed=True)
    for corner, inner in zip(fold, cut, strict=True):
        sheet.line([corner, inner], gray=0.3)  # lets the flaps fold apart at the corners

    cell = MARKER_MM / MARKER_CELLS
    for marker_id, (x, y) in enumerate(geometry.marker_centres()):
        left, top = middle_x + x - MARKER_MM / 2, middle_y + y - MARKER_MM / 2
        for column, row in black_cells(marker_id):
            # a hair of overlap keeps viewers from showing white seams between black cells
            sheet.rectangle(left + column * cell, top + row * cell, cell + 0.02, cell + 0.02, gray=0.0)
    for x, y, gray in geometry.gray_patches():
        left, top = middle_x + x - PATCH_MM / 2, middle_y + y - PATCH_MM / 2
        sheet.rectangle(left, top, PATCH_MM, PATCH_MM, gray=gray)
    strip = box(len(GRAY_PATCHES) * PATCH_MM / 2, PATCH_MM / 2)
    below = half_height + MARKER_BEYOND_TRAY_MM
    sheet.line([(x, y + below) for x, y in strip], width_mm=0.25, gray=0.3, closed=True)
    top_edge = middle_y - geometry.height_mm / 2
    # the words stay clear of the white paper next to the window: the room's light is read from it
    sheet.text(middle_x - 14.2, top_edge + 13.0, "KESHI TRAY", size_mm=4.6)
    sheet.text(middle_x - 13.2, top_edge + 6.0, "tower · Turm · tour", size_mm=3.0, gray=0.4)
    _draw_ruler(sheet, geometry)
    side = "DOWN / UNTEN / BAS" if mount == "under" else "UP / OBEN / HAUT"
    sheet.text(
        PRINTER_MARGIN_MM, sheet.height_mm - PRINTER_MARGIN_MM - 1, f"100 % · camera side {side}", size_mm=2.6
    )


def _draw_ruler(sheet: Sheet, geometry: FrameGeometry) -> None:
    """A hundred millimetres to lay a ruler against, on paper that is cut away.

    Inside the window where it is long enough; a smaller frame leaves room on the sheet above it.
    """
    middle_x, middle_y = sheet.width_mm / 2, sheet.height_mm / 2
    inside_width = geometry.tray_width_mm - 2 * FLAP_MM
    inside_height = geometry.tray_height_mm - 2 * FLAP_MM
    if inside_width >= RULER_MM + 6 or inside_height < RULER_MM + 6:
        y = middle_y if inside_width >= RULER_MM + 6 else PRINTER_MARGIN_MM + 10
        ends = [(middle_x - RULER_MM / 2, y), (middle_x + RULER_MM / 2, y)]
        across, down = 1.0, 0.0
    else:
        ends = [(middle_x, middle_y - RULER_MM / 2), (middle_x, middle_y + RULER_MM / 2)]
        across, down = 0.0, 1.0
    sheet.line(ends, width_mm=0.2)
    start_x, start_y = ends[0]
    for tick in range(0, int(RULER_MM) + 1, 5):
        x, y = start_x + across * tick, start_y + down * tick
        long = 4.0 if tick % 50 == 0 else 2.5 if tick % 10 == 0 else 1.5
        sheet.line([(x, y), (x + down * long, y - across * long)], width_mm=0.2)
    sheet.text(start_x + 1.5 * down, start_y + 4.5 * across - down, "0", size_mm=2.8)
    end_x, end_y = ends[1]
    sheet.text(end_x - 8 * across + 1.5 * down, end_y + 4.5, "100 mm", size_mm=2.8)


def _name(paper: str) -> str:
    return {"a4": "A4", "letter": "Letter"}[paper]

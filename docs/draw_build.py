"""Draws the pictures of docs/build.md and computes its table of cameras.

    python docs/draw_build.py            # writes docs/pictures/wiring.svg and mounts.svg
    python docs/draw_build.py --table    # prints the table of distances, to paste

The pins are the config's defaults, the frame is the one that `companion frame` prints: change them there.
"""

from __future__ import annotations

import math
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from xml.sax.saxutils import escape

from companion.config import Settings
from companion.paper_frame.paper import FrameGeometry

PICTURES = Path(__file__).parent / "pictures"

# The header of a Raspberry Pi: what each of the 40 pins is.
HEADER = (
    "3V3", "5V", "2", "5V", "3", "GND", "4", "14", "GND", "15", "17", "18", "27", "GND", "22", "23",
    "3V3", "24", "10", "GND", "9", "25", "11", "8", "GND", "7", "0", "1", "5", "GND", "6", "12", "13", "GND",
    "19", "16", "26", "20", "GND", "21",
)  # fmt: skip
INK, SOFT, PAPER = "#22252e", "#6b7080", "#fbf8f1"
RED, BLACK, BLUE, GREEN, ORANGE, PURPLE, BROWN = (
    "#c0392b", "#2c2c34", "#2b6cb0", "#2f7d4f", "#c9761a", "#7b4a9e", "#7a5230",
)  # fmt: skip


@dataclass(frozen=True)
class Lens:
    """A camera module by its published field of view, degrees across the long and the short side."""

    name: str
    across: float
    down: float
    focus: str


LENSES = (
    Lens("Camera Module 3 Wide", 102, 67, "from 50 mm, automatic"),
    Lens("Camera Module 2", 62.2, 48.8, "fixed: turn the lens with its tool until the frame is sharp"),
    Lens("HQ Camera, 6 mm lens", 55.3, 42.9, "by hand, from 200 mm"),
    Lens("Camera Module 1 (OV5647)", 53.5, 41.4, "turn the lens, as with Module 2"),
    Lens("Camera Module 3", 66, 41, "from 100 mm, automatic"),
    Lens("webcam, 78° diagonal", 70.4, 43.3, "automatic: switch it off, or let the calibration lock it"),
)


def least_distance_mm(lens: Lens, geometry: FrameGeometry, margin: float = 1.05) -> float:
    """How far the lens must be from the clear floor to see the whole frame, with a little to spare."""
    across = geometry.width_mm / 2 / math.tan(math.radians(lens.across / 2))
    down = geometry.height_mm / 2 / math.tan(math.radians(lens.down / 2))
    return margin * max(across, down)


def camera_table() -> str:
    """The table of build.md."""
    geometry = FrameGeometry()
    rows = [
        "| camera | field of view | lens to floor of the tray, at least | focus |",
        "|---|---|---|---|",
    ]
    for lens in sorted(LENSES, key=lambda lens: least_distance_mm(lens, geometry)):
        distance = math.ceil(least_distance_mm(lens, geometry) / 5) * 5
        rows.append(f"| {lens.name} | {lens.across:g}° × {lens.down:g}° | {distance} mm | {lens.focus} |")
    return "\n".join(rows)


class Drawing:
    """A small SVG: lines, boxes, words."""

    def __init__(self, wide: int, high: int, title: str) -> None:
        self.parts = [
            f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {wide} {high}"'
            f' width="{wide}" height="{high}"'
            f' font-family="DejaVu Sans, Verdana, sans-serif" font-size="13" role="img">',
            f"<title>{escape(title)}</title>",
            f'<rect width="{wide}" height="{high}" fill="{PAPER}"/>',
        ]

    def box(
        self,
        x: float,
        y: float,
        wide: float,
        high: float,
        *,
        fill: str = "#fff",
        line: str = INK,
        round_: float = 5,
    ) -> None:
        self.parts.append(
            f'<rect x="{x:g}" y="{y:g}" width="{wide:g}" height="{high:g}" rx="{round_:g}" fill="{fill}"'
            f' stroke="{line}" stroke-width="1.5"/>'
        )

    def words(
        self,
        x: float,
        y: float,
        text: str,
        *,
        at: str = "start",
        size: float = 13,
        colour: str = INK,
        bold: bool = False,
    ) -> None:
        weight = ' font-weight="bold"' if bold else ""
        self.parts.append(
            f'<text x="{x:g}" y="{y:g}" text-anchor="{at}" font-size="{size:g}" fill="{colour}"{weight}>'
            f"{escape(text)}</text>"
        )

    def wire(
        self, points: Sequence[tuple[float, float]], colour: str, *, thick: float = 3, dash: str = ""
    ) -> None:
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        dashed = f' stroke-dasharray="{dash}"' if dash else ""
        self.parts.append(
            f'<polyline points="{path}" fill="none" stroke="{colour}" stroke-width="{thick:g}"'
            f' stroke-linejoin="round" stroke-linecap="round"{dashed}/>'
        )

    def dot(self, x: float, y: float, colour: str, radius: float = 4) -> None:
        self.parts.append(f'<circle cx="{x:g}" cy="{y:g}" r="{radius:g}" fill="{colour}"/>')

    def shape(
        self, points: Sequence[tuple[float, float]], fill: str, *, line: str = "none", see_through: float = 1
    ) -> None:
        path = " ".join(f"{x:g},{y:g}" for x, y in points)
        self.parts.append(
            f'<polygon points="{path}" fill="{fill}" stroke="{line}" fill-opacity="{see_through:g}"/>'
        )

    def text(self) -> str:
        return "\n".join([*self.parts, "</svg>"]) + "\n"


def physical(bcm: int) -> int:
    """The number of a pin on the header."""
    return HEADER.index(str(bcm)) + 1


def draw_wiring() -> str:
    """The header in the middle, what is plugged in around it."""
    pins = Settings().pins
    drawing = Drawing(1000, 720, "Wiring of the companion")
    top, step, left, right = 90, 29, 470, 530
    drawing.words(500, 34, "Wiring, by the numbers on the 40-pin header", at="middle", size=18, bold=True)
    drawing.words(
        500,
        56,
        "seen from above, USB sockets at the bottom; switch the Pi off first",
        at="middle",
        colour=SOFT,
    )

    def row(pin: int) -> float:
        return top + (pin - 1) // 2 * step

    used = {physical(number) for number in vars(pins).values()} | {4, 9, 14, 17, 25, 39}
    drawing.box(left - 22, top - 20, right - left + 44, 20 * step + 10, fill="#e6efe6", line=GREEN)
    for number, name in enumerate(HEADER, start=1):
        x, y = (left if number % 2 else right), row(number)
        colour = RED if name in ("3V3", "5V") else BLACK if name == "GND" else ORANGE
        drawing.dot(x, y, colour if number in used else "#c3c8c3", 9)
        drawing.words(x, y + 4, str(number), at="middle", size=10, colour="#fff")
    drawing.words(left - 30, row(1) + 4, "1: 3.3 V", at="end", size=11, colour=SOFT)

    # What needs only odd pins stands on the left; one rail of ground serves it all.
    rail = 330
    drawing.wire([(rail, row(9)), (rail, row(39))], BLACK)
    for pin in (9, 25, 39):
        drawing.wire([(left - 9, row(pin)), (rail, row(pin))], BLACK)
        drawing.dot(rail, row(pin), BLACK)
    drawing.words(rail - 6, row(39) + 24, "ground (GND)", at="middle", size=11, colour=SOFT)

    def part(y: float, high: float, title: str, detail: str, config: str) -> None:
        drawing.box(30, y, 190, high)
        drawing.words(42, y + 20, title, bold=True)
        drawing.words(42, y + 37, detail, size=11, colour=SOFT)
        drawing.words(42, y + 53, config, size=11, colour=BLUE)

    def signal(bcm: int, lane: float, y: float, colour: str, label: str = "") -> None:
        pin = physical(bcm)
        drawing.wire([(left - 9, row(pin)), (lane, row(pin)), (lane, y), (220, y)], colour)
        drawing.words(left - 30, row(pin) - 4, f"{pin}: GPIO {bcm}", at="end", size=11, colour=colour)
        if label:
            drawing.box(228, y - 10, 58, 20, fill="#f3e3c3", line=colour, round_=3)
            drawing.words(257, y + 4, label, at="middle", size=10)

    def ground(y: float) -> None:
        drawing.wire([(220, y), (rail, y)], BLACK)
        drawing.dot(rail, y, BLACK)

    part(100, 84, "Confirm button", "push button, nothing else", f"confirm_button = {pins.confirm_button}")
    signal(pins.confirm_button, 366, 126, BLUE)
    drawing.wire([(220, 166), (rail, 166), (rail, row(9))], BLACK)
    drawing.dot(rail, row(9), BLACK)
    part(216, 84, "Lamp in the button", "LED with its resistor", f"button_lamp = {pins.button_lamp}")
    signal(pins.button_lamp, 356, 236, ORANGE, "330 Ω")
    ground(284)
    part(332, 104, "Sensor at the tower", "beam-break or SW-420", f"tower_sensor = {pins.tower_sensor}")
    signal(pins.tower_sensor, 346, 352, GREEN)
    drawing.wire([(left - 9, row(17)), (360, row(17)), (360, 384), (220, 384)], RED)
    drawing.words(left - 30, row(17) - 4, "17: 3.3 V", at="end", size=11, colour=RED)
    ground(416)
    part(500, 84, "Buzzer", "passive piezo", f"buzzer = {pins.buzzer}")
    signal(pins.buzzer, 360, 520, PURPLE)
    ground(564)

    _draw_ring(drawing, pins.light_ring, row, right)
    return drawing.text()


def _draw_ring(drawing: Drawing, bcm: int, row: Callable[[int], float], right: float) -> None:
    """The light ring on the right: 5 V, the ring, the MOSFET, ground."""
    pin = physical(bcm)
    drawing.box(770, 84, 200, 92, fill="#fffbe6")
    drawing.words(870, 106, "Light ring", at="middle", bold=True)
    drawing.words(870, 124, "5 V, white, up to 300 mA", at="middle", size=11, colour=SOFT)
    for number in range(9):
        drawing.dot(798 + number * 18, 148, "#f5c542", 6)
    drawing.words(782, 170, "+", bold=True, colour=RED)
    drawing.words(952, 170, "−", bold=True)
    drawing.wire([(right + 9, row(4)), (700, row(4)), (700, 200), (786, 200), (786, 176)], RED)
    drawing.words(right + 26, row(4) - 5, "4: 5 V", size=11, colour=RED)
    drawing.box(800, 250, 130, 76)
    drawing.words(865, 274, "N-MOSFET", at="middle", bold=True)
    drawing.words(865, 291, "IRLZ44N", at="middle", size=11, colour=SOFT)
    drawing.words(865, 313, "light_ring = " + str(bcm), at="middle", size=11, colour=BLUE)
    drawing.wire([(956, 176), (956, 232), (900, 232), (900, 250)], BROWN)
    drawing.words(908, 246, "drain", size=10, colour=SOFT)
    gate = 288
    drawing.wire([(right + 9, row(pin)), (640, row(pin)), (640, gate), (800, gate)], ORANGE)
    drawing.words(right + 26, row(pin) - 5, f"{pin}: GPIO {bcm}", size=11, colour=ORANGE)
    drawing.box(660, gate - 10, 58, 20, fill="#f3e3c3", line=ORANGE, round_=3)
    drawing.words(689, gate + 4, "220 Ω", at="middle", size=10)
    drawing.words(762, gate - 6, "gate", size=10, colour=SOFT)
    bottom = 420
    drawing.wire([(750, gate), (750, bottom)], ORANGE)
    drawing.dot(750, gate, ORANGE)
    drawing.box(721, 346, 58, 20, fill="#f3e3c3", line=BLACK, round_=3)
    drawing.words(750, 360, "10 kΩ", at="middle", size=10)
    drawing.wire([(865, 326), (865, bottom), (610, bottom), (610, row(14)), (right + 9, row(14))], BLACK)
    drawing.dot(750, bottom, BLACK)
    drawing.words(873, 342, "source", size=10, colour=SOFT)
    drawing.words(right + 26, row(14) + 16, "14: GND", size=11, colour=BLACK)
    drawing.words(640, 452, "The 10 kΩ keep the ring dark while the Pi starts.", size=11, colour=SOFT)
    drawing.words(640, 470, "A 12 V ring has its own supply: + to the ring,", size=11, colour=SOFT)
    drawing.words(640, 486, "− to the source and to pin 14. Never a GPIO pin", size=11, colour=SOFT)
    drawing.words(640, 502, "straight to a ring.", size=11, colour=SOFT)


def draw_mounts() -> str:
    """Side views: the camera under a clear floor, and overhead."""
    drawing = Drawing(900, 480, "Where the camera goes")
    _under(drawing, 60)
    _overhead(drawing, 520)
    return drawing.text()


def _tower(drawing: Drawing, x: float, floor: float) -> None:
    drawing.box(x + 105, floor - 190, 90, 150, fill="#d9c7a3", line=BROWN)
    drawing.words(x + 150, floor - 112, "tower", at="middle", colour=BROWN)
    drawing.shape(
        [(x + 105, floor - 40), (x + 195, floor - 40), (x + 215, floor - 8), (x + 85, floor - 8)],
        "#e8dcc2",
        line=BROWN,
    )
    _keshis(drawing, x + 92, floor, 26)


def _keshis(drawing: Drawing, x: float, floor: float, step: float) -> None:
    for n, colour in enumerate(("#26a6aa", "#c42e2a", "#f3c82a", "#74462a", "#e780a5")):
        drawing.box(x + n * step, floor - 14, 13, 13, fill=colour, line=INK, round_=2)


def _under(drawing: Drawing, x: float) -> None:
    floor = 270
    drawing.words(x + 150, 34, "Under the clear floor", at="middle", size=16, bold=True)
    _tower(drawing, x, floor)
    drawing.shape([(x + 150, 412), (x + 40, floor), (x + 260, floor)], BLUE, see_through=0.12)
    drawing.box(x + 20, floor, 260, 6, fill="#bfe3f2", line=BLUE, round_=1)
    drawing.words(x + 318, floor - 10, "clear floor", size=11, colour=BLUE)
    drawing.wire([(x + 314, floor - 8), (x + 282, floor + 2)], BLUE, thick=1)
    for start in (x + 36, x + 230):
        drawing.wire([(start, floor + 9), (start + 34, floor + 9)], "#fff", thick=5)
        drawing.wire([(start, floor + 12), (start + 34, floor + 12)], INK, thick=1)
    drawing.words(x + 150, floor + 30, "paper frame, printed side down", at="middle", size=11, colour=SOFT)
    for side in (x + 12, x + 282):
        drawing.box(side, floor - 4, 8, 176, fill="#d9c7a3", line=BROWN, round_=1)
    _lamps(drawing, (x + 60, x + 84, x + 216, x + 240), 398)
    drawing.words(x + 72, 428, "light ring", at="middle", size=11, colour=SOFT)
    drawing.box(x + 130, 412, 40, 20, fill=INK)
    drawing.words(x + 150, 458, "camera, looking up", at="middle", size=12)
    _distance(drawing, x + 312, floor, 412)


def _overhead(drawing: Drawing, x: float) -> None:
    floor = 400
    drawing.words(x + 150, 34, "Overhead", at="middle", size=16, bold=True)
    drawing.box(x + 10, floor - 170, 90, 130, fill="#d9c7a3", line=BROWN)
    drawing.words(x + 55, floor - 102, "tower", at="middle", colour=BROWN)
    slope = [(x + 10, floor - 40), (x + 100, floor - 40), (x + 136, floor - 6), (x + 10, floor - 6)]
    drawing.shape(slope, "#e8dcc2", line=BROWN)
    drawing.shape([(x + 200, 110), (x + 112, floor), (x + 288, floor)], BLUE, see_through=0.12)
    _keshis(drawing, x + 150, floor, 22)
    drawing.box(x, floor, 310, 8, fill="#d9c7a3", line=BROWN, round_=1)
    for start in (x + 116, x + 264):
        drawing.wire([(start, floor - 2), (start + 20, floor - 2)], "#fff", thick=4)
        drawing.wire([(start, floor - 5), (start + 20, floor - 5)], INK, thick=1)
    drawing.words(
        x + 155, floor + 30, "paper frame around the tray, printed side up", at="middle", size=11, colour=SOFT
    )
    drawing.wire([(x + 302, floor), (x + 302, 84), (x + 200, 84)], BROWN, thick=6)
    drawing.box(x + 180, 90, 40, 20, fill=INK)
    drawing.words(x + 150, 104, "camera, looking down", at="end", size=12)
    _lamps(drawing, (x + 160, x + 240), 116)
    _distance(drawing, x + 322, 110, floor)


def _lamps(drawing: Drawing, spots: tuple[float, ...], y: float) -> None:
    for spot in spots:
        drawing.dot(spot, y, "#f5c542", 6)
        drawing.wire([(spot - 10, y + 9), (spot + 10, y + 9)], INK, thick=2)


def _distance(drawing: Drawing, x: float, start: float, end: float) -> None:
    drawing.wire([(x, start), (x, end)], RED, thick=1.5)
    for y in (start, end):
        drawing.wire([(x - 5, y), (x + 5, y)], RED, thick=1.5)
    for number, line in enumerate(("distance", "of the", "table")):
        drawing.words(x + 8, (start + end) / 2 + 14 * number - 10, line, size=11, colour=RED)


def main(arguments: list[str]) -> int:
    if arguments == ["--table"]:
        print(camera_table())
        return 0
    if arguments:
        print("usage: python docs/draw_build.py [--table]", file=sys.stderr)
        return 2
    PICTURES.mkdir(exist_ok=True)
    for name, text in (("wiring.svg", draw_wiring()), ("mounts.svg", draw_mounts())):
        (PICTURES / name).write_text(text)
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))

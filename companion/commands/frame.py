"""`companion frame`: the paper frame with its markers and gray strip, as a PDF true to scale."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

from companion.commands import Fault, to_write

SUMMARY = "write the paper frame around the tray as a PDF, true to scale"
EXAMPLE = """\
  companion frame --paper a4 --tray 150x110 --mount under --out frame.pdf
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The sheet, the tray it goes around, and which way the camera looks."""
    parser.add_argument(
        "--paper", choices=("a4", "letter"), default="a4", help="sheet to print on (default: a4)"
    )
    parser.add_argument(
        "--tray",
        default="150x110",
        metavar="WxH",
        help="window of the tray in millimetres (default: 150x110)",
    )
    parser.add_argument(
        "--mount",
        choices=("under", "overhead"),
        default="under",
        help="where the camera is: under the clear floor, or overhead (default: under)",
    )
    parser.add_argument(
        "--out", type=Path, default=Path("frame.pdf"), metavar="FILE", help="default: frame.pdf"
    )
    parser.add_argument("--json", action="store_true", help="say what was drawn where as JSON")


def run(args: argparse.Namespace) -> int:
    """Write the PDF, or say why this tray and this paper do not go together."""
    from calibration.errors import PaperTooSmall
    from calibration.files import write_whole
    from companion.locale import LANGUAGES, speaker
    from companion.paper_frame.paper import MARKER_MM, FrameGeometry, frame_pdf, sheet_size_mm

    to_write(args.out, "the frame")
    width_mm, height_mm = _tray(args.tray)
    try:
        geometry = FrameGeometry(width_mm, height_mm)
        sheet_mm = sheet_size_mm(geometry, args.paper)
        content = frame_pdf(geometry, args.paper, args.mount, [speaker(code) for code in LANGUAGES])
    except PaperTooSmall as error:
        raise Fault(str(error), code=2) from error
    try:
        write_whole(args.out, content)
    except OSError as error:
        raise Fault(f"cannot write {args.out}: {error.strerror or error}") from error
    if args.json:
        print(
            json.dumps(
                {
                    "file": str(args.out),
                    "paper": args.paper,
                    "sheet_mm": sheet_mm,
                    "tray_mm": [width_mm, height_mm],
                    "frame_mm": [geometry.width_mm, geometry.height_mm],
                    "marker_mm": MARKER_MM,
                    "markers": geometry.marker_centres(),
                    "gray_patches": geometry.gray_patches(),
                    "mount": args.mount,
                }
            )
        )
    else:
        side = "down" if args.mount == "under" else "up"
        print(f"{args.out}: a frame of {geometry.width_mm:g} × {geometry.height_mm:g} mm for this tray.")
        print(f"Print it at 100 %, check the 100 mm scale, mount it printed side {side}, towards the camera.")
    return 0


def _tray(words: str) -> tuple[float, float]:
    """Read "150x110" as millimetres."""
    found = re.fullmatch(r"\s*(\d{1,4}(?:\.\d{1,2})?)\s*[x×*]\s*(\d{1,4}(?:\.\d{1,2})?)\s*(?:mm)?\s*", words)
    if found is None:
        raise Fault(
            f"“{words}” is no tray size; give width and height in millimetres, such as --tray 150x110", code=2
        )
    return float(found[1]), float(found[2])

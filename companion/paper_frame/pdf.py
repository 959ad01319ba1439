"""A sheet of paper as a PDF: gray rectangles, lines and words, placed in millimetres.

The paper frame needs nothing more, and true scale is easiest to trust where one can read it:
a point is 1/72 inch, an inch is 25.4 mm, and that is the only conversion here.

>>> sheet = Sheet(297, 210)
>>> sheet.rectangle(10, 10, 14, 14, gray=0.0)
>>> pdf([sheet]).startswith(b"%PDF-1.4")
True
"""

from __future__ import annotations

from collections.abc import Sequence

POINTS_PER_MM = 72 / 25.4


class Sheet:
    """One page; x runs right and y runs down from its top left corner, both in millimetres."""

    def __init__(self, width_mm: float, height_mm: float) -> None:
        self.width_mm = width_mm
        self.height_mm = height_mm
        self._drawing: list[str] = []

    def rectangle(self, x: float, y: float, width: float, height: float, *, gray: float) -> None:
        """Fill a rectangle; gray 0 is black, 1 is the paper."""
        corner = self._point(x, y + height)
        size = f"{width * POINTS_PER_MM:.4f} {height * POINTS_PER_MM:.4f}"
        self._drawing.append(f"{gray:.3f} g {corner} {size} re f")

    def line(
        self,
        points: Sequence[tuple[float, float]],
        *,
        width_mm: float = 0.2,
        gray: float = 0.0,
        dash_mm: tuple[float, float] | None = None,
        closed: bool = False,
    ) -> None:
        """Draw through the points; a dash is (drawn, left out)."""
        dash = "[] 0 d"
        if dash_mm is not None:
            dash = f"[{dash_mm[0] * POINTS_PER_MM:.4f} {dash_mm[1] * POINTS_PER_MM:.4f}] 0 d"
        path = f"{self._point(*points[0])} m " + " ".join(f"{self._point(*p)} l" for p in points[1:])
        end = "s" if closed else "S"
        self._drawing.append(f"{gray:.3f} G {width_mm * POINTS_PER_MM:.4f} w {dash} {path} {end}")

    def text(
        self, x: float, y: float, words: str, *, size_mm: float = 3.2, gray: float = 0.0, bold: bool = False
    ) -> None:
        """Write one line of Helvetica; x, y is where its baseline begins."""
        escaped = words.replace("\\", r"\\").replace("(", r"\(").replace(")", r"\)")
        font = f"/{'F2' if bold else 'F1'} {size_mm * POINTS_PER_MM:.4f} Tf"
        self._drawing.append(f"BT {gray:.3f} g {font} {self._point(x, y)} Td ({escaped}) Tj ET")

    def content(self) -> bytes:
        """The page as PDF operators, in the encoding the fonts are declared with."""
        return "\n".join(self._drawing).encode("cp1252", errors="replace")

    def _point(self, x: float, y: float) -> str:
        return f"{x * POINTS_PER_MM:.4f} {(self.height_mm - y) * POINTS_PER_MM:.4f}"


def pdf(sheets: Sequence[Sheet], title: str = "") -> bytes:
    """The sheets as one PDF file, asking the printer not to scale them."""
    first_page = 6
    kids = " ".join(f"{first_page + 2 * n} 0 R" for n in range(len(sheets)))
    safe_title = title.replace("\\", "").replace("(", "").replace(")", "")
    objects = [
        b"<< /Type /Catalog /Pages 2 0 R /ViewerPreferences << /PrintScaling /None >> >>",
        f"<< /Type /Pages /Kids [{kids}] /Count {len(sheets)} >>".encode(),
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>",
        b"<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica-Bold /Encoding /WinAnsiEncoding >>",
        f"<< /Title ({safe_title}) >>".encode("cp1252", errors="replace"),
    ]
    for number, sheet in enumerate(sheets):
        box = f"0 0 {sheet.width_mm * POINTS_PER_MM:.4f} {sheet.height_mm * POINTS_PER_MM:.4f}"
        objects.append(
            f"<< /Type /Page /Parent 2 0 R /MediaBox [{box}] /Contents {first_page + 2 * number + 1} 0 R "
            "/Resources << /Font << /F1 3 0 R /F2 4 0 R >> >> >>".encode()
        )
        content = sheet.content()
        objects.append(f"<< /Length {len(content)} >>\nstream\n".encode() + content + b"\nendstream")
    return _file(objects)


def _file(objects: Sequence[bytes]) -> bytes:
    """Number the objects, then the table that says at which byte each begins."""
    out = bytearray(b"%PDF-1.4\n%\xe2\xe3\xcf\xd3\n")
    begins = []
    for number, body in enumerate(objects, start=1):
        begins.append(len(out))
        out += f"{number} 0 obj\n".encode() + body + b"\nendobj\n"
    table = len(out)
    out += f"xref\n0 {len(objects) + 1}\n0000000000 65535 f \n".encode()
    for begin in begins:
        out += f"{begin:010d} 00000 n \n".encode()
    out += f"trailer\n<< /Size {len(objects) + 1} /Root 1 0 R /Info 5 0 R >>\n".encode()
    out += f"startxref\n{table}\n%%EOF\n".encode()
    return bytes(out)

"""The printed frame, read back from the PDF's own numbers and looked at as the camera would."""

from __future__ import annotations

import argparse
import json
import re
from pathlib import Path

import cv2
import numpy as np
import numpy.typing as npt
import pytest

from calibration.errors import PaperTooSmall
from companion.commands import Fault, frame
from companion.locale import LANGUAGES, speaker
from companion.paper_frame.paper import FrameGeometry, frame_pdf, sheet_size_mm
from companion.paper_frame.pdf import Sheet, pdf

PIXELS_PER_MM = 5.0
MM_PER_POINT = 25.4 / 72


def pages(document: bytes) -> list[tuple[tuple[float, float], str]]:
    """Size in millimetres and drawing operators of every page."""
    boxes = re.findall(rb"/MediaBox \[0 0 ([\d.]+) ([\d.]+)\]", document)
    streams = re.findall(rb"stream\n(.*?)\nendstream", document, re.DOTALL)
    return [
        ((float(w) * MM_PER_POINT, float(h) * MM_PER_POINT), content.decode("cp1252"))
        for (w, h), content in zip(boxes, streams, strict=True)
    ]


def rectangles(content: str) -> list[tuple[float, ...]]:
    """Gray, then x, y, width and height in millimetres, y still counted from the sheet's foot."""
    found = re.findall(r"([\d.]+) g ([\d.]+) ([\d.]+) ([\d.]+) ([\d.]+) re f", content)
    return [(float(g), *(float(n) * MM_PER_POINT for n in rest)) for g, *rest in found]


def printed(document: bytes) -> npt.NDArray[np.uint8]:
    """The first page as a printer would put it on paper."""
    (width, height), content = pages(document)[0]
    image = np.full((round(height * PIXELS_PER_MM), round(width * PIXELS_PER_MM)), 255, np.uint8)
    for gray, x, y, w, h in rectangles(content):
        left, right = round(x * PIXELS_PER_MM), round((x + w) * PIXELS_PER_MM)
        top, bottom = round((height - y - h) * PIXELS_PER_MM), round((height - y) * PIXELS_PER_MM)
        image[top:bottom, left:right] = round(gray * 255)
    return image


@pytest.mark.parametrize("mount", ["under", "overhead"])
@pytest.mark.parametrize(
    ("paper", "tray"), [("a4", (150, 110)), ("letter", (150, 110)), ("letter", (100, 140)), ("a4", (60, 40))]
)
def test_the_camera_finds_the_markers_where_the_frame_says(
    paper: str, tray: tuple[float, float], mount: str
) -> None:
    geometry = FrameGeometry(*tray)
    image = printed(frame_pdf(geometry, paper, "under" if mount == "under" else "overhead"))
    detector = cv2.aruco.ArucoDetector(cv2.aruco.getPredefinedDictionary(cv2.aruco.DICT_4X4_50))
    corners, ids, _ = detector.detectMarkers(image)
    assert sorted(ids.ravel().tolist()) == [0, 1, 2, 3]
    middle = np.array([image.shape[1], image.shape[0]]) / 2 / PIXELS_PER_MM
    for found, marker_id in zip(corners, ids.ravel().tolist(), strict=True):
        in_mm = found[0] / PIXELS_PER_MM - middle
        assert np.allclose(in_mm.mean(axis=0), geometry.marker_centres()[int(marker_id)], atol=0.3)
        assert np.ptp(in_mm[:, 0]) == pytest.approx(14, abs=0.5)
        assert in_mm[0, 0] < in_mm[1, 0]  # upright, not turned or mirrored
        assert in_mm[0, 1] < in_mm[3, 1]


def test_the_default_frame_is_the_one_in_the_photos() -> None:
    geometry = FrameGeometry()
    assert geometry.marker_centres() == ((-86, -66), (86, -66), (86, 66), (-86, 66))
    patches = geometry.gray_patches()
    assert len(patches) == 6
    assert [gray for _, _, gray in patches] == sorted((gray for _, _, gray in patches), reverse=True)


def test_the_scale_on_the_sheet_is_a_hundred_millimetres_long() -> None:
    for tray in ((150, 110), (100, 140), (60, 40)):
        (_, content), _ = pages(frame_pdf(FrameGeometry(*tray), "a4", "under"))
        lines = re.findall(r"([\d.]+) ([\d.]+) m ([\d.]+) ([\d.]+) l S", content)
        lengths = [
            float(np.hypot(float(a) - float(c), float(b) - float(d))) * MM_PER_POINT for a, b, c, d in lines
        ]
        assert any(length == pytest.approx(100.0, abs=0.01) for length in lengths)


@pytest.mark.parametrize("mount", ["under", "overhead"])
def test_every_language_is_told_which_side_looks_at_the_camera(mount: str) -> None:
    document = frame_pdf(
        FrameGeometry(),
        "a4",
        "under" if mount == "under" else "overhead",
        [speaker(code) for code in LANGUAGES],
    )
    words = " ".join(pages(document)[1][1].split())
    expected = ("DOWN", "UNTEN", "BAS") if mount == "under" else ("UP", "OBEN", "HAUT")
    for word in expected:
        assert f" {word}" in words
    assert "pliez" in words.lower()
    assert "falten" in words


def test_nothing_is_drawn_off_the_sheet() -> None:
    for paper in ("a4", "letter"):
        for tray in ((150, 110), (60, 40), (150, 220)):
            for (width, height), content in pages(frame_pdf(FrameGeometry(*tray), paper, "under")):
                for x, y in re.findall(r"([-\d.]+) ([-\d.]+) (?:m|l|Td)", content):
                    assert 3 <= float(x) * MM_PER_POINT <= width - 3
                    assert 3 <= float(y) * MM_PER_POINT <= height - 3


def test_a_large_tray_is_told_what_would_fit() -> None:
    with pytest.raises(PaperTooSmall, match=r"260 × 200 mm .* does not fit A4; the largest .* 243 × 156 mm"):
        sheet_size_mm(FrameGeometry(260, 200), "a4")
    assert sheet_size_mm(FrameGeometry(243, 156), "a4") == (297, 210)
    assert sheet_size_mm(FrameGeometry(110, 200), "a4") == (210, 297)


def test_the_index_of_the_pdf_points_at_its_objects() -> None:
    sheet = Sheet(100, 50)
    sheet.text(10, 10, "a (bracket) and a \\ stroke, Größe, «côté»")
    document = pdf([sheet, Sheet(50, 50)])
    table = int(document.rsplit(b"startxref\n", 1)[1].split()[0])
    assert document[table:].startswith(b"xref")
    for number, begin in enumerate(re.findall(rb"(\d{10}) 00000 n", document), start=1):
        assert document[int(begin) :].startswith(f"{number} 0 obj".encode())
    assert rb"a \(bracket\) and a \\ stroke" in document
    assert "Größe".encode("cp1252") in document


def run_frame(*words: str) -> int:
    parser = argparse.ArgumentParser()
    frame.add_arguments(parser)
    return frame.run(parser.parse_args(words))


def test_the_command_writes_the_file_and_says_what_it_drew(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    out = tmp_path / "frame.pdf"
    assert run_frame("--paper", "letter", "--out", str(out), "--json") == 0
    told = json.loads(capsys.readouterr().out)
    assert told["markers"][2] == [86, 66]
    assert out.read_bytes().endswith(b"%%EOF\n")
    assert [path.name for path in tmp_path.iterdir()] == ["frame.pdf"]


@pytest.mark.parametrize("tray", ["abc", "150", "0x0", "20x20", "260x200", "1e9x4", "-150x110", "nanxnan"])
def test_a_tray_that_cannot_be_printed_writes_nothing(tmp_path: Path, tray: str) -> None:
    with pytest.raises(Fault) as refused:
        run_frame(f"--tray={tray}", "--out", str(tmp_path / "frame.pdf"))
    assert refused.value.code == 2
    assert not list(tmp_path.iterdir())

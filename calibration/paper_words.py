"""How to put the paper frame up, in English, German and French: the second page of its PDF."""

from __future__ import annotations

import textwrap
from typing import TYPE_CHECKING

from calibration.pdf import Sheet

if TYPE_CHECKING:
    from calibration.paper import FrameGeometry, Mount

_STEPS = {
    "English": (
        "Print at 100 %, without “fit to page”. Lay a ruler along the scale: it must measure 100 mm.",
        "Cut along the solid lines: the outer edge, the inner window, and the four short corners.",
        "Fold the flaps back along the dashed lines, away from the printed side, and glue them down.",
    ),
    "Deutsch": (
        "Mit 100 % drucken, nicht „an Seite anpassen“. Lineal an die Skala legen: sie muss 100 mm messen.",
        "Auf den durchgezogenen Linien schneiden: Außenrand, inneres Fenster und die vier kurzen Ecken.",
        "Die Laschen auf den gestrichelten Linien nach hinten falten, weg vom Druck, und ankleben.",
    ),
    "Français": (
        "Imprimer à 100 %, sans « ajuster à la page ». Poser une règle sur l’échelle : 100 mm exactement.",
        "Couper sur les traits pleins : le bord, la fenêtre intérieure et les quatre coins courts.",
        "Plier les rabats sur les pointillés vers l’arrière, côté non imprimé, et les coller.",
    ),
}

_MOUNTING = {
    "under": {
        "English": "Fix the frame under the clear floor with the printed side DOWN, towards the camera. "
        "The edge marked “tower” goes to the tower. Keep the markers flat and free of tape.",
        "Deutsch": "Den Rahmen unter den klaren Boden kleben, Druck nach UNTEN, zur Kamera. "
        "Die Kante „Turm“ kommt an den Turm. Die Marken müssen flach liegen und frei von Klebeband sein.",
        "Français": "Fixer le cadre sous le fond transparent, face imprimée vers le BAS, vers la caméra. "
        "Le bord « tour » va contre la tour. Les marqueurs restent plats et sans ruban adhésif.",
    },
    "overhead": {
        "English": "Lay the frame around the tray with the printed side UP, towards the camera. "
        "The edge marked “tower” goes to the tower. Keep the markers flat and free of tape.",
        "Deutsch": "Den Rahmen um die Schale legen, Druck nach OBEN, zur Kamera. "
        "Die Kante „Turm“ kommt an den Turm. Die Marken müssen flach liegen und frei von Klebeband sein.",
        "Français": "Poser le cadre autour du plateau, face imprimée vers le HAUT, vers la caméra. "
        "Le bord « tour » va contre la tour. Les marqueurs restent plats et sans ruban adhésif.",
    },
}

_CALIBRATE = {
    "English": "Then calibrate once: the empty tray, and three pieces of each colour.",
    "Deutsch": "Danach einmal kalibrieren: die leere Schale und drei Steine jeder Farbe.",
    "Français": "Ensuite étalonner une fois : le plateau vide, puis trois pièces de chaque couleur.",
}


def instructions_sheet(paper_mm: tuple[float, float], geometry: FrameGeometry, mount: Mount) -> Sheet:
    """The page of words: five numbered steps a language, and a side view of what goes where."""
    sheet = Sheet(*paper_mm)
    left, y = 20.0, 24.0
    tray = f"{geometry.tray_width_mm:g} × {geometry.tray_height_mm:g} mm"
    sheet.text(left, y, f"Paper frame · Papierrahmen · Cadre en papier: {tray}", size_mm=5.0, bold=True)
    y += 12
    for language, steps in _STEPS.items():
        sheet.text(left, y, language, size_mm=4.0, bold=True)
        y += 6.5
        for number, step in enumerate((*steps, _MOUNTING[mount][language], _CALIBRATE[language]), start=1):
            for row, words in enumerate(textwrap.wrap(step, width=96)):
                if row == 0:
                    sheet.text(left, y, f"{number}.", size_mm=3.6)
                sheet.text(left + 7, y, words, size_mm=3.6)
                y += 5.2
        y += 5
    _side_view(sheet, left, y + 4, mount)
    return sheet


def _side_view(sheet: Sheet, left: float, top: float, mount: Mount) -> None:
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
    sheet.text(left + width + 2, top + 5, "tower · Turm · tour", size_mm=3.0)
    side = "printed side, Druckseite, face imprimée"
    sheet.text(left + width + 2, frame + 1, f"frame · Rahmen · cadre ({side})", size_mm=2.8)
    for x in (left + 26, left + 33, left + 41):
        sheet.rectangle(x, floor - 7.5, 5, 5, gray=0.6)
    camera = floor + 22 if mount == "under" else top - 2
    towards = -1 if mount == "under" else 1
    sheet.rectangle(middle - 4, camera - 2, 8, 4, gray=0.15)
    tip = camera + towards * 12
    sheet.line([(middle, camera + towards * 3), (middle, tip)], width_mm=0.4)
    for dx in (-1.6, 1.6):
        sheet.line([(middle + dx, tip - towards * 2.4), (middle, tip)], width_mm=0.4)
    sheet.text(middle + 6, camera + 1, "camera · Kamera · caméra", size_mm=3.0)

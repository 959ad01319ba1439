"""Makes the photo log in this folder with the simulated tower: `python -m tests.photos.make`.

`calibration/` holds the empty tray and three pieces of each colour, `play/` throws under six lights
with their truth, one of them with a hand in view. Small pictures: the whole stays under 2 MB.
"""

from __future__ import annotations

import json
from pathlib import Path

import cv2

from hardware.camera import FlashPair
from hardware.clock import HandWoundClock
from hardware.simulated import SimulatedTower

HERE = Path(__file__).parent
SEED = 21
SIZE = (640, 480)
JPEG_QUALITY = 82
HANDFULS = (
    {"red": 2, "orange": 2, "brown": 1, "white": 1},
    {"beige": 2, "white": 2, "yellow": 1, "gray": 1, "black": 1},
    {"turquoise": 2, "green": 3, "purple": 1, "pink": 1},
)
LIGHTS = ("studio", "evening", "daylight", "party", "drift", "dark")


def main() -> None:
    """Write all photos and the log anew."""
    calibration, play = HERE / "calibration", HERE / "play"
    for folder in (calibration, play):
        folder.mkdir(exist_ok=True)
        for old in folder.glob("*.jpg"):
            old.unlink()
    lines = []
    for number, light in enumerate(LIGHTS * 2):
        clock = HandWoundClock(1000.0 + 60 * number)
        with SimulatedTower(seed=SEED, room=light, clock=clock, full_size=SIZE) as tower:
            if number == 0:
                for name, pair in tower.calibration_photos().items():
                    save(pair, calibration / f"{name}.jpg")
            tower.reset()
            for again in range(1 + number):  # the same dice fall differently further on
                tower.clear()
                tower.place(HANDFULS[(number + again) % len(HANDFULS)])
            hand = number == len(LIGHTS) * 2 - 1
            if hand:
                tower.hand_in()
                clock.sleep(2.0)
            name = f"{number:02d}_{light}{'_hand' if hand else ''}.jpg"
            save(tower.capture(), play / name)
            truth = tower.truth()
            pieces = [{"color": p.colour, "x": round(p.x, 1), "y": round(p.y, 1)} for p in truth.pieces]
            lines.append(
                {"image": name, "counts": dict(truth.counts), "hand": hand, "light": light, "pieces": pieces}
            )
    (play / "log.jsonl").write_text("".join(json.dumps(line) + "\n" for line in lines))


def save(pair: FlashPair, path: Path) -> None:
    """A pair as NAME.jpg and NAME.off.jpg."""
    quality = [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY]
    cv2.imwrite(str(path), pair.lit, quality)
    if pair.unlit is not None:
        cv2.imwrite(str(path.with_suffix(".off.jpg")), pair.unlit, quality)


if __name__ == "__main__":
    main()

"""What the regression set is counted as, and what it was counted as when the figures were written.

`python -m tests.photos.tables.figures` writes `figures.json` anew: after a better net or a better step. The
difference in the commit says what became better or worse.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from calibration.folder import calibrate_folder
from calibration.sets import PieceSet
from companion.photolog.logs import read_log
from companion.photolog.replay import Judged, judge_photo
from vision.count import TrayCounter
from vision.photo import Photo, read_photo
from vision.profile import Profile

HERE = Path(__file__).parent
FIGURES = HERE / "figures.json"
# The mean chance that counts are given may differ by this much: OpenCV's versions round differently.
SAME_CHANCE = 0.01


@dataclass
class Figures:
    """Photos of one light: how many, exact, sure, wrong and sure; hands; the sum of the counts' chances."""

    photos: int = 0
    exact: int = 0
    sure: int = 0
    wrong_and_sure: int = 0
    hands: int = 0
    chance: float = 0.0

    def add(self, judged: Judged) -> None:
        assert judged.observation is not None
        self.photos += 1
        self.exact += judged.exact
        self.sure += judged.sure
        self.wrong_and_sure += judged.wrong_but_sure
        self.hands += judged.hand
        self.chance += judged.observation.chance

    def worse_than(self, known: Figures) -> list[str]:
        """What fell short of the figures that were written down."""
        found = []
        if self.photos != known.photos:
            found.append(f"{self.photos} photos instead of {known.photos}")
        if self.exact < known.exact:
            found.append(f"{self.exact} exact instead of {known.exact}")
        if self.wrong_and_sure > known.wrong_and_sure:
            found.append(f"{self.wrong_and_sure} wrong and sure instead of {known.wrong_and_sure}")
        if self.sure < known.sure:
            found.append(f"{self.sure} sure instead of {known.sure}")
        if self.hands != known.hands:
            found.append(f"{self.hands} hands instead of {known.hands}")
        if abs(self.chance - known.chance) > SAME_CHANCE * self.photos:
            found.append(f"a chance of {self.chance:.3f} instead of {known.chance:.3f}")
        return found


def tables() -> list[str]:
    return sorted(path.parent.name for path in HERE.glob("*/play"))


def counter_for(table: str) -> TrayCounter:
    """What a table is counted with: its calibration, or one learned from its photos."""
    folder = HERE / table
    if (folder / "calibration.json").exists():
        return TrayCounter(Profile.load(folder / "calibration.json"))
    photos = folder / "calibration"
    if (photos / "empty.jpg").exists():
        return TrayCounter(calibrate_folder(photos))
    return TrayCounter(calibrate_folder(photos, PieceSet("keshis without a frame", ())))


def judged(table: str, counter: TrayCounter) -> Iterator[tuple[str, Judged]]:
    """Every photo of a table counted, as a pair and singly, by light."""
    for line in read_log(HERE / table / "play").lines:
        photo = read_photo(line.image)
        kinds = {"pair": photo, "single": Photo(photo.frame, None, photo.name)}
        for kind, shown in kinds.items():
            if kind == "single" or photo.unlit is not None:
                yield f"{kind}, {line.light}", judge_photo(line, shown, counter)


def counted(table: str, counter: TrayCounter | None = None) -> dict[str, Figures]:
    """The figures of a table as it is counted now."""
    figures: dict[str, Figures] = {}
    for light, one in judged(table, counter or counter_for(table)):
        figures.setdefault(light, Figures()).add(one)
    return dict(sorted(figures.items()))


def known() -> dict[str, dict[str, Figures]]:
    """The figures that were written down."""
    told = json.loads(FIGURES.read_text())
    return {
        table: {light: Figures(**each) for light, each in lights.items()} for table, lights in told.items()
    }


def worse(now: Mapping[str, Figures], then: Mapping[str, Figures]) -> list[str]:
    """Every light in which a table fell short."""
    return [
        f"{light}: {what}"
        for light in {**then, **now}
        for what in now.get(light, Figures()).worse_than(then.get(light, Figures()))
    ]


def main() -> None:
    told = {table: {light: asdict(each) for light, each in counted(table).items()} for table in tables()}
    for lights in told.values():
        for each in lights.values():
            each["chance"] = round(each["chance"], 3)
    FIGURES.write_text(json.dumps(told, indent=1) + "\n")


if __name__ == "__main__":
    main()

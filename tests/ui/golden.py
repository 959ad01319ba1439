"""Golden pictures: how every screen should look, to compare with, look at and accept.

    python -m tests.ui.golden                 what differs, as pictures side by side in /tmp
    python -m tests.ui.golden --accept        take the present pictures as the golden ones

English only: the layout's audit looks at every screen in every language and size. Every screen at 800×480;
at 1280×720 and upright at 720×1280 one of each family (`game-fact-…`), because the others show the same
layout. The pictures keep few colours, which is enough to see a difference and keeps them small; lettering may
differ by a shade from one FreeType to the next, so a picture passes when few of its pixels differ by much.
"""

import argparse
import os
import struct
import sys
import tempfile
import zlib
from collections.abc import Iterator
from functools import lru_cache
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")
os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")

import pygame
import pygame.image
import pygame.transform

from companion.ui import i18n
from companion.ui.gallery import picture
from companion.ui.showcase import Show, showcase

FOLDER = Path(__file__).with_name("golden")
LANGUAGE = "en"
EVERY_SCREEN = (800, 480)
ONE_A_FAMILY = ((1280, 720), (720, 1280))
SIZES = (EVERY_SCREEN, *ONE_A_FAMILY)
SCALE = 2  # golden pictures are kept at half size
MOST_DIFFERENT = 0.004  # the part of the pixels that may differ by more than a shade
SHADE = 40
COLOURS = 96


@lru_cache(maxsize=1)
def shows() -> dict[str, Show]:
    """Every screen; made once, because the game's play a whole game first."""
    return showcase()


def names(size: tuple[int, int]) -> list[str]:
    """The screens that are kept at this size."""
    if size == EVERY_SCREEN:
        return list(shows())
    first: dict[str, str] = {}
    for name in shows():
        first.setdefault("-".join(name.split("-")[:2]), name)
    return list(first.values())


def golden_file(name: str, size: tuple[int, int]) -> Path:
    return FOLDER / f"{size[0]}x{size[1]}" / f"{name}.png"


def drawn(name: str, size: tuple[int, int]) -> pygame.Surface:
    """The screen as it looks now, at half size."""
    i18n.use(LANGUAGE)
    canvas, _stage = picture(shows()[name], size)
    return pygame.transform.smoothscale(canvas, (size[0] // SCALE, size[1] // SCALE))


def different(one: pygame.Surface, other: pygame.Surface) -> float:
    """The part of the pixels that differ by more than a shade in any colour channel."""
    if one.get_size() != other.get_size():
        return 1.0
    margin = (SHADE, SHADE, SHADE, 255)
    same = pygame.transform.threshold(
        dest_surface=None,
        surface=one.convert(24),
        search_color=None,
        threshold=margin,
        search_surf=other.convert(24),
        set_behavior=0,
    )
    return 1.0 - same / (one.get_width() * one.get_height())


def every() -> Iterator[tuple[str, tuple[int, int]]]:
    for size in SIZES:
        for name in names(size):
            yield name, size


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.ui.golden", description=__doc__.splitlines()[0])
    parser.add_argument("--accept", action="store_true", help="take the present pictures as the golden ones")
    parser.add_argument("--only", default="", help="only screens whose name contains this")
    args = parser.parse_args()
    pygame.display.set_mode((1, 1))
    folder = Path(tempfile.gettempdir()) / "golden-differences"
    changed = 0
    wanted = {golden_file(*each) for each in every()}
    for name, size in every():
        if args.only not in name:
            continue
        now = drawn(name, size)
        file = golden_file(name, size)
        before = pygame.image.load(str(file)) if file.is_file() else None
        if before is not None and different(before, now) <= MOST_DIFFERENT:
            continue
        changed += 1
        if args.accept:
            file.parent.mkdir(parents=True, exist_ok=True)
            save(now, file)
            print(f"accepted {file.relative_to(FOLDER)}")
        else:
            show = folder / file.relative_to(FOLDER)
            show.parent.mkdir(parents=True, exist_ok=True)
            pygame.image.save(side_by_side(before, now), str(show))
            print(f"differs: {show}")
    for stale in set(FOLDER.rglob("*.png")) - wanted if args.accept else set():
        stale.unlink()
        print(f"removed {stale.relative_to(FOLDER)}")
    print(f"{changed} pictures {'accepted' if args.accept else 'differ'}")
    return 0 if args.accept or not changed else 1


def side_by_side(before: pygame.Surface | None, now: pygame.Surface) -> pygame.Surface:
    wide, high = now.get_size()
    both = pygame.Surface((2 * wide + 8, high))
    both.fill((255, 0, 255))
    if before is not None:
        both.blit(before, (0, 0))
    both.blit(now, (wide + 8, 0))
    return both


def save(surface: pygame.Surface, file: Path) -> None:
    """A PNG with a palette of the picture's most frequent colours; the rest become the nearest of them."""
    import numpy as np

    wide, high = surface.get_size()
    pixels = np.frombuffer(pygame.image.tobytes(surface, "RGB"), np.uint8).reshape(-1, 3)
    # Colours a hair apart count as one, so that the palette is not used up by the shades of one rim.
    _coarse, places, counts = np.unique(pixels // 12, axis=0, return_inverse=True, return_counts=True)
    means = np.stack(
        [np.bincount(places.ravel(), pixels[:, channel]) / counts for channel in range(3)], axis=1
    )
    palette = means[np.argsort(-counts)[:COLOURS]]
    nearest = np.argmin(((means[:, None, :] - palette[None, :, :]) ** 2).sum(axis=2), axis=1)
    rows = nearest[places.ravel()].reshape(high, wide).astype(np.uint8)
    lines = b"".join(b"\0" + row.tobytes() for row in rows)
    chunks = [
        (b"IHDR", struct.pack(">IIBBBBB", wide, high, 8, 3, 0, 0, 0)),
        (b"PLTE", np.round(palette).astype(np.uint8).tobytes()),
        (b"IDAT", zlib.compress(lines, 9)),
        (b"IEND", b""),
    ]
    with file.open("wb") as opened:
        opened.write(b"\x89PNG\r\n\x1a\n")
        for kind, body in chunks:
            opened.write(struct.pack(">I", len(body)) + kind + body)
            opened.write(struct.pack(">I", zlib.crc32(kind + body)))


if __name__ == "__main__":
    sys.exit(main())

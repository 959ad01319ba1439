"""Every screen as a picture, for people to look at: `python -m companion.ui.gallery OUT`.

    python -m companion.ui.gallery /tmp/pictures --sizes 800x480 --languages de --only settings

Writes OUT/800x480/de/settings.png and so on, and tells what the layout itself finds wrong.
"""

import argparse
import os
import sys
from collections.abc import Callable
from pathlib import Path

os.environ.setdefault("SDL_VIDEODRIVER", "dummy")

import pygame

from companion.locale import LANGUAGES
from companion.ui import i18n
from companion.ui.colour_blind import EYES, seen_by
from companion.ui.showcase import showcase
from companion.ui.stage import Stage
from companion.ui.theme import PALETTES

SIZES = ((800, 480), (1024, 600), (1280, 720), (1280, 800), (720, 1280), (480, 800))


def picture(
    show: Callable[[Stage], None], size_px: tuple[int, int], palette: str = "day"
) -> tuple[pygame.Surface, Stage]:
    """One screen drawn at one size; the stage comes with it for a closer look."""
    stage = Stage(size_px)
    stage.palette = PALETTES[palette]
    stage.now = 100.0
    show(stage)
    canvas = pygame.Surface(size_px)
    stage.frame(canvas, 100.0)
    stage.frame(canvas, 100.02)
    return canvas, stage


def as_seen(canvas: pygame.Surface, eyes: str) -> pygame.Surface:
    """A picture as colour-blind eyes see it; each of its colours is worked out once."""
    size, known = canvas.get_size(), dict[bytes, bytes]()
    raw = pygame.image.tobytes(canvas, "RGB")
    seen = bytearray()
    for at in range(0, len(raw), 3):
        pixel = raw[at : at + 3]
        if pixel not in known:
            known[pixel] = bytes(seen_by(eyes, (pixel[0], pixel[1], pixel[2])))
        seen += known[pixel]
    return pygame.image.frombytes(bytes(seen), size, "RGB")


def size_of(words: str) -> tuple[int, int]:
    """`800x480` as two numbers."""
    wide, _x, high = words.partition("x")
    if not (wide.isdigit() and high.isdigit() and 320 <= int(wide) <= 4096 and 320 <= int(high) <= 4096):
        raise argparse.ArgumentTypeError(
            f"a size is written like 800x480, from 320 to 4096 each way, not {words!r}"
        )
    return int(wide), int(high)


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m companion.ui.gallery", description=__doc__.splitlines()[0]
    )
    parser.add_argument("out", type=Path, help="folder to write the pictures into")
    parser.add_argument("--sizes", nargs="+", type=size_of, default=list(SIZES), metavar="WxH")
    parser.add_argument("--languages", nargs="+", choices=list(LANGUAGES), default=list(LANGUAGES))
    parser.add_argument("--palette", choices=list(PALETTES), default="day")
    parser.add_argument("--eyes", choices=list(EYES), help="as these colour-blind eyes see it")
    parser.add_argument("--only", default="", help="only screens whose name contains this")
    args = parser.parse_args(arguments)
    faults = 0
    pictures = 0
    for language in args.languages:
        i18n.use(language)
        for size in args.sizes:
            folder = args.out / f"{size[0]}x{size[1]}" / language
            try:
                folder.mkdir(parents=True, exist_ok=True)
            except OSError as error:
                print(f"{folder} cannot be made ({error.strerror}); name another folder.", file=sys.stderr)
                return 2
            for name, show in showcase().items():
                if args.only not in name:
                    continue
                canvas, stage = picture(show, size, args.palette)
                if args.eyes:
                    canvas = as_seen(canvas, args.eyes)
                pygame.image.save(canvas, str(folder / f"{name}.png"))
                pictures += 1
                for problem in stage.audit():
                    faults += 1
                    print(f"{size[0]}x{size[1]} {language} {name}: {problem}", file=sys.stderr)
    i18n.use("en")
    print(f"{pictures} pictures in {args.out}; the layout finds {faults} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())

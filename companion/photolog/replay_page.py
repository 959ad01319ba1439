"""The page `companion replay --html` writes: the figures, and each wrong photo with what was seen in it."""

from __future__ import annotations

import base64
from collections.abc import Mapping, Sequence
from html import escape

import cv2
import numpy as np

from companion.photolog.replay import Judged
from companion.photolog.tally import by_light, confusion_table, table, tally
from vision.overlay import draw
from vision.photo import Frame

PICTURE_WIDTH = 760
JPEG_QUALITY = 80

_STYLE = """
body { font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 1100px; padding: 0 1rem;
       color: #2b2118; background: #faf6ef; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin-top: 2.2rem; }
pre { overflow-x: auto; background: #f1e9dc; padding: .8rem; border-radius: .5rem; }
figure { margin: 1rem 0 2rem; } img { max-width: 100%; border-radius: .5rem; }
figcaption { margin: .3rem 0; } .sure { color: #a3251c; font-weight: 600; } small { color: #7a6a58; }
"""


def picture(frame: Frame, one: Judged, colours: Mapping[str, tuple[int, int, int]]) -> bytes:
    """The photo as a JPEG, with the outlines of what was counted in it."""
    drawn = frame if one.observation is None else draw(frame, one.observation, colours)
    if drawn.shape[1] > PICTURE_WIDTH:
        scale = PICTURE_WIDTH / drawn.shape[1]
        size = (PICTURE_WIDTH, round(scale * drawn.shape[0]))
        drawn = np.asarray(cv2.resize(drawn, size, interpolation=cv2.INTER_AREA), np.uint8)
    return cv2.imencode(".jpg", drawn, [cv2.IMWRITE_JPEG_QUALITY, JPEG_QUALITY])[1].tobytes()


def page(
    judged: Sequence[Judged], wrong: Sequence[tuple[Judged, bytes]], labels: Sequence[str], *, single: bool
) -> str:
    """One HTML file that needs nothing beside it."""
    whole = tally(judged)
    kind = "single photos" if single else "flash pairs where there are any"
    figures = "\n".join([*table(by_light(judged), whole), "", *confusion_table(whole, labels)])
    shown = "\n".join(_figure(one, jpeg) for one, jpeg in wrong) or "<p>None.</p>"
    return f"""<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Photo log counted again</title>
<meta name="viewport" content="width=device-width"><style>{_STYLE}</style></head><body>
<h1>{whole.exact} of {whole.photos} photos exact ({whole.exact_percent:.1f} %)</h1>
<p>Counted as {kind}; {whole.pieces} pieces: {whole.missed} missed, {whole.extra} extra,
{whole.confused} taken for another colour; wrong but sure {whole.wrong_but_sure} times.</p>
<pre>{escape(figures)}</pre>
<h2>The wrong ones</h2>
{shown}
</body></html>
"""


def _figure(one: Judged, jpeg: bytes) -> str:
    words = f'<span class="{"sure" if one.sure else "unsure"}">{escape(one.sentence())}</span>'
    doubts = f"<br><small>{escape('; '.join(map(str, one.doubts)))}</small>" if one.doubts else ""
    image = ""
    if jpeg:
        data = base64.b64encode(jpeg).decode()
        image = f'<img alt="the photo with what was seen outlined" src="data:image/jpeg;base64,{data}">'
    name = f"<strong>{escape(str(one.line.image))}</strong> · {escape(one.line.light)}"
    return f"<figure><figcaption>{name}<br>{words}{doubts}</figcaption>{image}</figure>"

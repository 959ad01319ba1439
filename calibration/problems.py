"""What can be wrong while calibrating, as data: a code, and what fills the gaps of its sentence.

>>> Problem("no_pieces", {"photo": "red.jpg", "label": "red"}).sentence()
'red.jpg shows no pieces; place three of red in the tray and take it again'
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import TypeAlias

from companion.words import N_, Text

SENTENCES = {
    "too_dark": N_("{photo} is too dark; switch the light ring on, or expose longer, and take it again"),
    "too_bright": N_("{photo} is too bright, its colours are washed out; expose shorter and take it again"),
    "blurred": N_("{photo} is blurred; let the tray come to rest, check the focus, and take it again"),
    "other_size": N_(
        "{photo} has {width} × {height} pixels, the empty tray {empty_width} × {empty_height}; "
        "use one camera with one setting for all photos"
    ),
    "other_camera": N_(
        "{photo} has {width} × {height} pixels, the calibration {known_width} × {known_height}; "
        "take it with the calibration's camera and setting, or calibrate all colours again"
    ),
    "other_table": N_(
        "{photo} does not show the tray of this calibration; take it at the same table with the "
        "camera where it was, or calibrate all colours again"
    ),
    "same_photo": N_("{photo} and {other_photo} are the same picture; take the one that is wrong again"),
    "no_colours": N_(
        "{photo} has no colours, only shades of gray, unlike the others; take it again in colour"
    ),
    "no_twin": N_("{photo} has no unlit twin while the others have one; take it again as a pair"),
    "no_frame": N_(
        "{photo} does not show all four markers of the paper frame; move what covers them, "
        "or move the camera back"
    ),
    "no_pieces": N_("{photo} shows no pieces; place three of {label} in the tray and take it again"),
    "nothing_thrown": N_("{photo} shows no pieces; toss all colours into the tray and take it again"),
    "not_thrown": N_("no piece was named {label}; toss one, and tap any that is named wrongly"),
    "named_alike": N_(
        "what is named {label} looks like what is named {other}; tap the one that is named wrongly, "
        "or toss them again"
    ),
    "hand": N_("{photo} shows a hand, or something that is no piece; take it away and take the photo again"),
    "not_empty": N_("{photo} does not show an empty tray; take everything out and take it again"),
    "odd_size": N_(
        "{photo}: the pieces look {times} times as large as those in the other photos; "
        "place single pieces of {label}, not touching each other"
    ),
    "wrong_piece": N_(
        "{photo}: one of the pieces looks {other}, not {label}; swap it and take the photo again"
    ),
    "same_colour": N_("{photo} and {other_photo} show pieces of the same colour; check which one is {label}"),
    "wrong_colour": N_("{photo} seems to show {other} pieces, not {label}; check the photo's name"),
    "all_alike": N_(
        "most photos show pieces of one colour; see whether the empty tray was empty and of the "
        "same table, and whether the camera takes colours"
    ),
    "wrong_empty": N_(
        "beside {photo} most photos look wrong; take it again with an empty tray, at the same table"
    ),
    "no_pairs": N_(
        "{photo} and the others have no unlit twins; if the camera looks up through the clear floor, "
        "take every photo twice, with the light ring on as NAME.jpg and with it off as NAME.off.jpg"
    ),
    "swapped": N_("{photo} and {other_photo} seem to be swapped; check the names of both"),
    "many_pieces": N_("{photo} shows {found} pieces; it must show this tray with about three of {label}"),
    "mirrored": N_("{photo} is mirrored, so the paper frame cannot be found; switch that off in the camera"),
    "lit_twin": N_("{photo} was taken with the ring off and its twin with the ring on; swap the two files"),
    "looks_like": N_(
        "these pieces look {other}, not {label}; place three of {label} and take the photo again"
    ),
    "few_pieces": N_("{photo} shows {found} of {label}; three, standing and lying, teach more"),
    "too_close": N_(
        "{label} and {other} look too much alike under this light; calibrate both again with "
        "three pieces each, standing and lying"
    ),
    "too_close_dark": N_("{label} and {other} are both too dark to tell apart; give the tray more light"),
    "too_close_pale": N_("{label} and {other} are both too bright to tell apart; expose shorter"),
    "too_close_single": N_(
        "{label} and {other} look too much alike in this room's light; let the companion "
        "switch the light ring, so that it can take flash pairs"
    ),
    "close": N_(
        "{label} and {other} are close under this light: the companion will ask about them more often"
    ),
    "hard_to_see": N_(
        "{label} hardly stands out from the empty tray; lay paper of another colour behind it, "
        "or give the tray more light"
    ),
    "refused": Text("{sentence}"),
}


Params: TypeAlias = Mapping[str, str | int | float | Text]


@dataclass(frozen=True)
class Problem:
    """One thing to put right: `code` for the screen's own words, `params` for the places in them."""

    code: str
    params: Params = field(default_factory=dict)

    @property
    def said(self) -> Text:
        """What is wrong and what to do; labels are words of their own, so that red is rot in German."""
        gaps = {key: Text(str(gap)) if key in ("label", "other") else gap for key, gap in self.params.items()}
        return replace(SENTENCES[self.code], params=gaps)

    def sentence(self) -> str:
        """The same in English."""
        return str(self.said)

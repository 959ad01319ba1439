"""What counts as a piece, what is left in doubt, and when it is a hand that lies in the tray."""

from __future__ import annotations

import math
from collections.abc import Sequence
from typing import Literal, NamedTuple

import cv2
import numpy as np

from companion.words import N_, Text
from vision.colour import ColourTable
from vision.doubts import Doubt
from vision.patch import FOREIGN, Patch
from vision.pixels import Mask
from vision.seams import components
from vision.shape import CLOSE_SPLIT, Usual, thickness

# A piece that lies free: thick, round and whole enough. Measures are shares of a piece's area or of its root.
THICK, ROUND, SOLID = 0.33, 0.78, 0.80
LEAST_SHARE, MOST_SHARE = 0.45, 1.65
# What lies about its middle as a disc does is as thick as one: from this share on that need not be measured.
COMPACT_SHARE = 0.6
# A piece of which others hide a part: touches them and shows at least this.
HIDDEN_THICK, HIDDEN_SHARE, HIDDEN_SOLID, HIDDEN_ROUND = 0.2, 0.19, 0.7, 0.55
HIDDEN_STRENGTH, HIDDEN_COST = 3.3, 4.0
BESIDE_STRENGTH, BESIDE_SHARE = 7.5, 0.2
# A piece of which another leaves only a sliver in sight: at least so much of it, so thick, and touching what
# hides it. Up to which share it has to be how plainly there and how plainly of its colour: the less of the
# one, the more of the other.
SLIVER_SHARE, SLIVER_THICK = 0.18, 0.15
SLIVERS = ((0.33, 15.0, 4.5), (0.42, 12.0, 6.5), (0.33, 10.0, 9.0))
LEAST_STRENGTH, ODD_STRENGTH = 2.2, 4.0
# Something else this big that stands out is a hand or what it holds.
HAND_SHARE, HAND_THICK = 2.5, 0.62
RAGGED = 6.0
# So many touching pieces of one colour have to fit better than one: a hand can be cut into pieces of a sort.
CROWD, FITS_IN_A_CROWD = 3, 2.5
# Alone, as much as this has to be seen of it, unless it is like no other label.
ALONE_THICK, ALONE_SHARE, VIVID = 0.21, 0.26, 7.0
ODD_THICK, ODD_SHARE = 0.22, 0.3
# A scrap of a piece that is otherwise missed: at least so much of it, so plainly there, whole, of a colour.
# What lies nearer to a piece (in pieces' widths) belongs to that.
SCRAP_SHARE, SCRAP_STRENGTH, SCRAP_SOLID, SCRAP_COST, OWN_PLACE = 0.18, 6.0, 0.85, 3.0, 0.66
# What shows of a hidden piece is plain enough if it stands out so, costs so little, and others so much more.
PLAIN_ENOUGH = (9.0, 2.5, 8.0)
# A piece to ask about: a second label nearly as good, none good, hardly there, or another split as good.
CLOSE_COLOURS, STRANGE_COLOUR, FAINT, ODD_SHAPE = 0.7, 4.5, 3.2, 16.0
LIKE_NO_OTHER, VERY_STRANGE = 4.0, 8.0
# A label that explains a piece poorly has to be better than the second by more: paint glossier than usual
# makes a brown piece under the ring as pale as a white one.
POORLY, POOR_MARGIN = 3.0, 2.2
# The nearer two labels are to each other, the farther light and shade carry a piece of the one towards the
# other: by so many times the root of what parts them.
CARRIED = 2.5

Kind = Literal["piece", "hidden", "odd", "nothing"]


class Verdict(NamedTuple):
    """A patch and what to make of it: `piece`, `hidden` (a piece of which little shows), `odd` or
    `nothing`.
    """

    patch: Patch
    kind: Kind
    share: float


def judge(patch: Patch, usual: Usual) -> Verdict:
    """What to make of a patch by itself, knowing what pieces usually look like."""
    share = patch.area / usual.area
    if patch.strength < LEAST_STRENGTH:
        return Verdict(patch, "nothing", share)
    form = patch.split.form
    if form.compact and usual.length == 1 and COMPACT_SHARE <= share <= MOST_SHARE:
        return Verdict(patch, "piece", share)
    thick = thickness(patch.mask) / math.sqrt(usual.area / usual.length)
    solid, round_ = form.solidity, form.roundness / usual.roundness
    if thick >= THICK and round_ >= ROUND and solid >= SOLID and LEAST_SHARE <= share <= MOST_SHARE:
        return Verdict(patch, "piece", share)
    if _partly_hidden(patch, share, thick, solid, round_):
        return Verdict(patch, "hidden", share)
    if thick >= SLIVER_THICK and is_sliver(patch, share):
        return Verdict(patch, "hidden", share)
    strong = patch.strength >= ODD_STRENGTH and thick >= ODD_THICK and share >= ODD_SHARE and solid >= 0.7
    return Verdict(patch, "odd" if strong else "nothing", share)


def is_sliver(patch: Patch, share: float) -> bool:
    """Whether a patch is plainly a piece, though another leaves hardly any of it in sight."""
    if not patch.neighbours or share < SLIVER_SHARE or patch.cost > HIDDEN_COST:
        return False
    return any(
        share <= most and patch.strength >= strength and patch.margin >= margin
        for most, strength, margin in SLIVERS
    )


def _partly_hidden(patch: Patch, share: float, thick: float, solid: float, round_: float) -> bool:
    """Whether a patch is what other pieces or the dark leave to be seen of a piece."""
    if share > MOST_SHARE or patch.strength < HIDDEN_STRENGTH or patch.cost > HIDDEN_COST:
        return False
    if share < HIDDEN_SHARE or thick < HIDDEN_THICK or solid < HIDDEN_SOLID or round_ < HIDDEN_ROUND:
        return False
    if patch.margin >= VIVID:
        return True
    if patch.neighbours:
        # The gap between pieces is dark as well, but not as clearly.
        return patch.strength >= BESIDE_STRENGTH and share >= BESIDE_SHARE
    return share >= ALONE_SHARE and thick >= ALONE_THICK


def scraps(judged: Sequence[Verdict], counted: Sequence[Verdict], piece_area: float) -> list[Verdict]:
    """What is too little for a piece and yet plainly there, with no piece near that it could belong to: the
    rest of it may be hidden before a wall of its colour.
    """
    return [
        verdict._replace(kind="odd")
        for verdict in judged
        if verdict.kind == "nothing" and _is_scrap(verdict, counted, OWN_PLACE * math.sqrt(piece_area))
    ]


def _is_scrap(verdict: Verdict, counted: Sequence[Verdict], reach: float) -> bool:
    patch = verdict.patch
    if verdict.share < SCRAP_SHARE or patch.strength < SCRAP_STRENGTH or patch.cost > SCRAP_COST:
        return False
    if patch.split.form.solidity < SCRAP_SOLID:
        return False
    return all(math.dist(patch.middle, other.patch.middle) > reach for other in counted)


def hand_in_view(foreground: Mask, verdicts: list[Verdict], piece_area: float) -> bool:
    """Whether something bigger and thicker than pieces stands out that the pieces do not explain."""
    left_over = cv2.countNonZero(foreground)
    explained = []
    for verdict in verdicts:
        patch = verdict.patch
        fits = RAGGED if patch.split.parts < CROWD else FITS_IN_A_CROWD
        if verdict.kind == "piece" and patch.split.misfit <= fits * patch.split.parts:
            explained.append(patch)
            left_over -= int(patch.area)
    # Patches do not overlap: most often little is left, and it need not be looked at.
    if left_over < HAND_SHARE * piece_area:
        return False
    rest = foreground.copy()
    for patch in explained:
        height, width = patch.mask.shape
        box = np.s_[patch.top : patch.top + height, patch.left : patch.left + width]
        rest[box][patch.mask.view(np.bool_)] = 0
    groups, stats = components(rest)
    for group in np.nonzero(stats[1:, cv2.CC_STAT_AREA] >= HAND_SHARE * piece_area)[0] + 1:
        left, top, width, height = (int(v) for v in stats[group, :4])
        mask = (groups[top : top + height, left : left + width] == group).astype(np.uint8)
        if thickness(mask) >= HAND_THICK * np.sqrt(piece_area):
            return True
    return False


def doubts_of(verdicts: Sequence[Verdict], table: ColourTable, *, framed: bool = True) -> list[Doubt]:
    """What to ask the table about, in its words; nothing where all is clear. Without a frame more is asked:
    nobody knows what else may lie on the table.
    """
    doubts = []
    labels = table.labels
    for verdict in verdicts:
        patch = verdict.patch
        name = labels[patch.label]
        if verdict.kind == "hidden":
            if not (framed and _is_plain_enough(patch)):
                doubts.append(Doubt(N_("only part of one {label} piece is to be seen", label=Text(name))))
        elif verdict.kind == "odd":
            doubts.append(
                Doubt(N_("something like {label} is there that does not look like a piece", label=Text(name)))
            )
        elif verdict.kind == "piece":
            doubts += _doubts_about(patch, name, table, framed=framed)
    return list(dict.fromkeys(doubts))


def _is_plain_enough(patch: Patch) -> bool:
    """Whether the little that shows of a piece is as plainly there, and of its colour, as anything can be."""
    strength, cost, margin = PLAIN_ENOUGH
    return patch.strength >= strength and patch.cost <= cost and patch.margin >= margin


def _plainly_not(apart: float) -> float:
    """By how much the second label has to explain a piece worse, if so much usually parts its own pieces from
    the first one.
    """
    apart = max(0.0, apart)
    return max(CLOSE_COLOURS, CARRIED * math.sqrt(apart) - apart)


def _doubts_about(patch: Patch, name: str, table: ColourTable, *, framed: bool) -> list[Doubt]:
    doubts = []
    margin = patch.margin
    if len(table.labels) > 1:
        second = int(np.argsort(patch.costs)[1])
        # A few cuttings tell the middle of a label, but not how far apart two are.
        least = _plainly_not(float(table.apart[second, patch.label])) if framed else CLOSE_COLOURS
        if margin < least or (patch.cost > POORLY and margin < POOR_MARGIN):
            doubts.append(
                Doubt(
                    N_(
                        "one {label} piece could be {other}",
                        label=Text(name),
                        other=Text(table.labels[second]),
                    )
                )
            )
    # A glossy face may have a strange colour and still be like no other label.
    if patch.cost > (STRANGE_COLOUR if margin < LIKE_NO_OTHER else VERY_STRANGE):
        doubts.append(Doubt(N_("one {label} piece has a strange colour", label=Text(name))))
    if patch.foreign >= FOREIGN:
        doubts.append(
            Doubt(
                N_(
                    "one {label} piece shows another colour, so another piece may lie behind it",
                    label=Text(name),
                )
            )
        )
    if patch.strength < FAINT:
        doubts.append(Doubt(N_("one {label} piece hardly stands out", label=Text(name))))
    if patch.split.rival < CLOSE_SPLIT:
        numbers = sorted((patch.split.parts, patch.split.rival_parts))
        doubts.append(
            Doubt(
                N_(
                    "touching {label} pieces could be {few} or {many}",
                    label=Text(name),
                    few=numbers[0],
                    many=numbers[1],
                )
            )
        )
    if patch.split.misfit > ODD_SHAPE * patch.split.parts:
        doubts.append(Doubt(N_("one {label} piece has an odd shape", label=Text(name))))
    return doubts

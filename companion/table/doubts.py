"""Doubts about a whole photo: what they are about decides whether it can be read at all."""

from __future__ import annotations

from companion.table.reports import Doubt, Look

PALE_PIECES = "pale pieces"
"""What a photo in the sun, or with a lamp in view, misleads about: white pieces, and only those."""


def doubt_of(look: Look) -> Doubt | None:
    """Why a whole photo may mislead. Doubts about single pieces are marked where they lie."""
    return next((doubt for doubt in look.observation.doubts if doubt.about != "piece"), None)

"""Sets of coloured pieces: the twelve keshis, or the cubes, chips and candies of another game.

keshis                      the twelve colours of Marrakesh
cubes=red,green,blue        a set with these labels
candies=*                   a set whose labels are the names of the photos
marbles.toml                name = "marbles", labels = ["amber", "jade"]
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path

from calibration.errors import SetError
from companion.pieces import COLOURS, TWELVE
from companion.words import N_

# What such a colour looks like to a camera, in CIELAB, coarsely: enough to tell a green photo named red.
NAMED_COLOURS_LAB = {label: colour.lab for label, colour in TWELVE.items()}
UNNAMED = "pieces"
MOST_LABELS = 40
_LABEL = re.compile(r"[^\W_](?:[\w .&+'()-]{0,30}[\w)])?")
_TAKEN = {"empty", "throw", "check"}


@dataclass(frozen=True)
class PieceSet:
    """A name and the labels of its pieces; `labels` is empty where the photos name them."""

    name: str
    labels: tuple[str, ...]

    @property
    def named_by_photos(self) -> bool:
        return not self.labels

    def with_labels(self, labels: Iterable[str]) -> PieceSet:
        """The same set, its labels now known."""
        return PieceSet(self.name, _checked(labels, self.name))


KESHIS = PieceSet("keshis", COLOURS)


def find_set(words: str) -> PieceSet:
    """The set meant by `--set`: keshis, NAME=labels, NAME=*, or a TOML file."""
    if words == KESHIS.name:
        return KESHIS
    name, equals, labels = words.partition("=")
    if not equals and (words.strip() == "*" or ("," in words and not Path(words).exists())):
        name, equals, labels = UNNAMED, "=", words
    if equals:
        if not _LABEL.fullmatch(name.strip()):
            raise SetError(N_("“{name}” is no name for a set; write it as cubes=red,green,blue", name=name))
        if labels.strip() == "*":
            return PieceSet(name.strip(), ())
        return PieceSet(name.strip(), _checked(labels.split(","), name.strip()))
    path = Path(words)
    if not path.is_file():
        raise SetError(
            N_(
                "there is no set “{words}”; give keshis, NAME=label,label,…, NAME=* or a TOML file",
                words=words,
            )
        )
    return _from_file(path)


def _from_file(path: Path) -> PieceSet:
    try:
        told = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise SetError(
            N_("{path} is no TOML file that can be read: {error}", path=path, error=str(error))
        ) from error
    labels = told.get("labels")
    if not isinstance(labels, list) or not all(isinstance(label, str) for label in labels):
        raise SetError(N_('{path} needs a line such as labels = ["amber", "jade"]', path=path))
    name = told.get("name", path.stem)
    if not isinstance(name, str) or not _LABEL.fullmatch(name):
        raise SetError(N_('{path} needs a line such as name = "marbles"', path=path))
    return PieceSet(name, _checked(labels, name))


def _checked(labels: Iterable[str], name: str) -> tuple[str, ...]:
    cleaned = tuple(label.strip() for label in labels)
    for label in cleaned:
        if not _LABEL.fullmatch(label) or label in _TAKEN:
            raise SetError(
                N_(
                    "“{label}” cannot name a piece of the set {name}; use up to 32 letters and digits",
                    label=label,
                    name=name,
                )
            )
    if len(set(cleaned)) != len(cleaned):
        raise SetError(N_("the set {name} names a label twice", name=name))
    if not 1 <= len(cleaned) <= MOST_LABELS:
        raise SetError(N_("the set {name} needs between 1 and {most} labels", name=name, most=MOST_LABELS))
    return cleaned

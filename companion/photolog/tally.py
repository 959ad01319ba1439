"""The figures of a replay: how many photos were right, under which light, and what was mistaken."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field

from companion.photolog.replay import Judged


@dataclass
class Tally:
    """Sums over judged photos. Photos with a hand count for `hands`, the others for `exact`."""

    photos: int = 0
    exact: int = 0
    pieces: int = 0
    missed: int = 0
    extra: int = 0
    confused: int = 0
    sure: int = 0
    wrong_but_sure: int = 0
    unsure: int = 0
    unsure_and_wrong: int = 0
    hands: int = 0
    hands_noticed: int = 0
    false_hands: int = 0
    errors: int = 0
    confusion: Counter[tuple[str, str]] = field(default_factory=Counter)
    missed_by_label: Counter[str] = field(default_factory=Counter)
    extra_by_label: Counter[str] = field(default_factory=Counter)
    seen_by_label: Counter[str] = field(default_factory=Counter)

    def add(self, judged: Judged) -> None:
        """Take one photo into the sums."""
        self.errors += bool(judged.error)
        if judged.line.hand:
            self.hands += 1
            self.hands_noticed += judged.hand
            self.wrong_but_sure += judged.wrong_but_sure
            return
        self.photos += 1
        self.exact += judged.exact
        self.pieces += judged.line.total
        self.missed += len(judged.missed)
        self.extra += len(judged.extra)
        self.confused += len(judged.confused)
        self.false_hands += judged.hand
        self.sure += judged.sure
        self.wrong_but_sure += judged.wrong_but_sure
        self.unsure += not judged.sure
        self.unsure_and_wrong += not judged.sure and not judged.exact
        self.confusion.update(judged.confused)
        self.missed_by_label.update(judged.missed)
        self.extra_by_label.update(judged.extra)
        self.seen_by_label.update(judged.line.counts)

    @property
    def exact_percent(self) -> float:
        """Photos without a hand that were right in every colour."""
        return 100 * self.exact / self.photos if self.photos else 0.0

    @property
    def sure_percent(self) -> float:
        """Photos without a hand that would not have been asked about."""
        return 100 * self.sure / self.photos if self.photos else 0.0

    def as_json(self) -> dict[str, object]:
        """The same figures for programs."""
        return {
            "photos": self.photos,
            "exact": self.exact,
            "exact_percent": round(self.exact_percent, 2),
            "pieces": self.pieces,
            "missed": self.missed,
            "extra": self.extra,
            "confused": self.confused,
            "sure": self.sure,
            "wrong_but_sure": self.wrong_but_sure,
            "not_sure": self.unsure,
            "not_sure_and_wrong": self.unsure_and_wrong,
            "hands": self.hands,
            "hands_noticed": self.hands_noticed,
            "false_hands": self.false_hands,
            "unreadable": self.errors,
            "confusion": [
                {"true": true, "seen": seen, "pieces": number}
                for (true, seen), number in self.confusion.most_common()
            ],
            "missed_by_color": {label: n for label, n in self.missed_by_label.items() if n},
            "extra_by_color": {label: n for label, n in self.extra_by_label.items() if n},
        }


def tally(judged: Iterable[Judged]) -> Tally:
    """The sums over all these photos."""
    sums = Tally()
    for one in judged:
        sums.add(one)
    return sums


def by_light(judged: Iterable[Judged]) -> dict[str, Tally]:
    """The sums for each light, in order of their names."""
    sums: dict[str, Tally] = defaultdict(Tally)
    for one in judged:
        sums[one.line.light].add(one)
    return dict(sorted(sums.items()))


def by_log(judged: Iterable[Judged]) -> dict[str, Tally]:
    """The sums for each folder of photos, in the order they were counted."""
    sums: dict[str, Tally] = defaultdict(Tally)
    for one in judged:
        folder = one.line.image.parent
        sums[f"{folder.parent.name}/{folder.name}"].add(one)
    return dict(sums)


def table(parts: dict[str, Tally], whole: Tally, head: str = "light") -> list[str]:
    """One row a light or a log: what a person looks at first."""
    columns = (head, "photos", "exact", "", "missed", "extra", "confused", "sure", "wrong but sure", "hands")
    rows: list[tuple[str, ...]] = [columns]
    for name, sums in [*parts.items(), ("all", whole)]:
        percent = f"{sums.exact_percent:.1f} %" if sums.photos else "–"
        hands = f"{sums.hands_noticed}/{sums.hands}" if sums.hands else "–"
        mistakes = map(str, (sums.missed, sums.extra, sums.confused))
        trust = f"{sums.sure_percent:.0f} %" if sums.photos else "–"
        counts = (str(sums.photos), str(sums.exact), percent, *mistakes, trust)
        rows.append((name, *counts, str(sums.wrong_but_sure), hands))
    return _aligned(rows)


def confusion_table(sums: Tally, labels: Sequence[str]) -> list[str]:
    """True colour down, seen colour across; a dot is a zero, the diagonal what was right."""
    short = short_names(labels)
    rows: list[tuple[str, ...]] = [("true \\ seen", *(short[label] for label in labels), "missed", "extra")]
    for true in labels:
        wrong = sum(n for (t, _), n in sums.confusion.items() if t == true)
        right = sums.seen_by_label[true] - wrong - sums.missed_by_label[true]
        cells = [right if seen == true else sums.confusion[true, seen] for seen in labels]
        cells += [sums.missed_by_label[true], sums.extra_by_label[true]]
        rows.append((true, *(str(n) if n else "·" for n in cells)))
    return _aligned(rows)


def short_names(labels: Sequence[str]) -> dict[str, str]:
    """The shortest beginnings, three letters or more, that tell the labels apart.

    >>> short_names(["green", "gray", "white"])
    {'green': 'gre', 'gray': 'gra', 'white': 'whi'}
    """
    for length in range(3, 13):
        short = {label: label[:length] for label in labels}
        if len(set(short.values())) == len(labels):
            return short
    return {label: label for label in labels}


def _aligned(rows: Sequence[tuple[str, ...]]) -> list[str]:
    """The first column to the left, numbers to the right."""
    widths = [max(len(row[column]) for row in rows) for column in range(len(rows[0]))]
    return [
        "  ".join([row[0].ljust(widths[0]), *(c.rjust(w) for c, w in zip(row[1:], widths[1:], strict=True))])
        for row in rows
    ]

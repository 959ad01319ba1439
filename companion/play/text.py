"""Words for people, kept apart from the language they are shown in.

The rules say `Text("{name} claims {n} {colour}", name=…)`; the screen looks the message up in the
catalogue of its language and then fills the gaps. Gaps may hold further `Text`s.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any


@dataclass(frozen=True, slots=True)
class Text:
    """A message with its gaps filled later.

    >>> str(Text("{n} steps on the {place}", {"n": 3, "place": Text("river")}))
    '3 steps on the river'
    """

    msgid: str
    params: dict[str, Any] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.msgid.format(**{k: str(v) for k, v in self.params.items()}) if self.params else self.msgid


def N_(msgid: str, /, **params: Any) -> Text:  # noqa: N802 - gettext's own name, so that extraction finds it
    """Mark `msgid` for translation and keep it as a `Text`."""
    return Text(msgid, params)

"""What the screens around the game need of everything else, as small protocols that `wiring.py` fills in.

The touchscreen imports no camera, no vision and no store: it is handed these. `samples.py` has ready ones for
the gallery and the tests.
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any, Protocol

from companion.config.settings import Settings
from companion.table.calibration_view import CalibrationView
from companion.table.reports import CameraState
from companion.words import NOTHING, Text

if TYPE_CHECKING:
    from companion.play.playable import Options, Playable
    from companion.ui.stage import Stage


class SettingsPort(Protocol):
    """Keeps the settings and makes them happen."""

    def get(self) -> Settings: ...

    def set(self, settings: Settings) -> None: ...


@dataclass(frozen=True)
class KnownPlayer:
    """Somebody who played here before."""

    name: str
    colour: str


@dataclass(frozen=True)
class PastPlayer:
    """One player of a past game."""

    name: str
    colour: str
    score: int
    by_source: tuple[tuple[str, int], ...] = ()


@dataclass(frozen=True)
class PastGame:
    """A game on the shelf."""

    id: str
    title: str
    when: str  # as the clock said; may be empty
    players: tuple[PastPlayer, ...]
    winners: tuple[str, ...] = ()
    minutes: int = 0
    finished: bool = True
    played_as: Text = NOTHING  # which of the ways this game can be played
    kind: "Playable[Any, Any] | None" = None  # whose words it is told in; None: a game nobody knows here


class Shelf(Protocol):
    """Games and players kept on disk."""

    def games(self) -> Sequence[PastGame]:
        """The latest first, unfinished ones among them."""
        ...

    def players(self) -> Sequence[KnownPlayer]:
        """Those of the last game first."""
        ...

    def last_options(self, kind: str) -> "Options[Any] | None":
        """How a game of this kind was set up last."""
        ...

    def delete(self, game_id: str) -> None: ...


@dataclass(frozen=True)
class Finding:
    """One line of the doctor: what was looked at, how it is, and what to do. `state`: good, warn, bad or
    none.
    """

    what: Text
    state: str
    says: Text
    advice: Text = NOTHING


class Doctor(Protocol):
    """Looks at camera, light, screen, disk and calibration, in its own thread."""

    def start(self) -> None: ...

    def findings(self) -> Sequence[Finding]: ...

    def running(self) -> bool: ...


class CalibrationPort(Protocol):
    """The calibration session behind the wizard; it posts news when its view changed."""

    def begin(self, *, quick: bool = False) -> None:
        """A new calibration; a quick one learns from one throw, and begins beyond the paper frame."""
        ...

    def view(self) -> CalibrationView: ...

    def name(self, number: int, colour: str) -> None:
        """What a thrown piece is; no colour: none."""
        ...

    def toss_again(self) -> None:
        """Another throw, beside those before."""
        ...

    def confirm(self) -> None:
        """All thrown pieces have their right names."""
        ...

    def shoot(self) -> None:
        """Take the picture of the present step and go on."""
        ...

    def back(self) -> None: ...

    def again(self, colours: Sequence[str]) -> None:
        """Take these colours once more."""
        ...

    def keep(self) -> Text:
        """Save it for the table; what is in the way, in one sentence, or nothing."""
        ...

    def cancel(self) -> None: ...


class CopyPort(Protocol):
    """What the table has told about its copy of a game."""

    def told(self, game: str) -> Mapping[str, Any]: ...

    def tell(self, game: str, key: str, value: Any) -> None:
        """Keep a printed value for this and every later game."""
        ...


class NothingTold:
    """A copy nobody has told anything about; it forgets what it is told."""

    def told(self, game: str) -> Mapping[str, Any]:
        return {}

    def tell(self, game: str, key: str, value: Any) -> None:
        """Forget it."""


@dataclass
class Ports:
    """Everything a screen beside the game may ask for."""

    settings: SettingsPort
    shelf: Shelf
    doctor: Doctor
    calibration: CalibrationPort
    play: Callable[["Options[Any]", "DrawnLots"], None]  # begin a new game
    new_game: Callable[["Stage"], None]  # go to the setup of one
    resume: Callable[[str], None]  # take up a game by its id
    look_at: Callable[[str], None]  # open the history of a past game
    camera: Callable[[], CameraState] = CameraState
    copy: CopyPort = field(default_factory=NothingTold)
    teach: Callable[["Stage"], None] | None = None  # to teach it this copy of the game, where there is a way
    stop: Callable[[], None] = lambda: None  # end the companion
    power_off: Callable[[], None] | None = None  # only on an appliance
    version: str = ""
    failed_starts: int = 0  # those that brought on safe mode; 0 when it is off
    lines: tuple[tuple[str, str], ...] = field(default=())  # more about this machine


class DrawnLots(Protocol):
    """What was drawn at setup beyond the options."""

    def answers(self) -> Mapping[str, Sequence[str]]:
        """By the kind of the question: the answers to it, in the order in which it is asked."""
        ...


class NothingDrawn:
    """Nothing was drawn."""

    def answers(self) -> Mapping[str, Sequence[str]]:
        return {}

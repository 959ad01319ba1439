"""Every setting of the appliance, each described once: reader, example file and settings screen ask here."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field, fields, replace
from typing import get_type_hints

from companion.config.keys import SettingKey, Shown, Value, between, key, one_of
from companion.locale import LANGUAGES, own_name
from companion.words import N_, NN_, NOTHING, Text
from hardware import camera_kinds

_SIZE = re.compile(r"[1-9]\d{1,4}x[1-9]\d{1,4}")
_WINDOW = re.compile(r"[1-9]\d{2,3}x[1-9]\d{2,3}")


def _camera_spec(value: Value) -> Text:
    return camera_kinds.wrong_with(value if isinstance(value, str) else "")


def _size(value: Value) -> Text:
    good = isinstance(value, str) and _SIZE.fullmatch(value)
    return NOTHING if good else N_('must be a size such as "1024x768"')


def _display_mode(value: Value) -> Text:
    good = value in ("auto", "fullscreen") or (isinstance(value, str) and _WINDOW.fullmatch(value))
    return NOTHING if good else N_('must be "auto", "fullscreen" or a size such as "1024x600"')


def _whole_path(value: Value) -> Text:
    # Any other would be a different folder wherever it is started from, and the games would seem gone.
    good = isinstance(value, str) and (not value or value.startswith(("/", "~")))
    return NOTHING if good else N_('must be a whole path such as "/mnt/games"')


_pin = between(0, 27)
ANGLES = (0, 90, 180, 270)


@dataclass(frozen=True)
class CameraSettings:
    """The camera that looks at the tray."""

    source: str = key(
        "auto",
        camera_kinds.described(),
        _camera_spec,
    )
    full_size: str = key("1024x768", "Pixels of the photos that are counted.", _size)
    watch_size: str = key("320x240", "Pixels of the stream that waits for the pieces to settle.", _size)


@dataclass(frozen=True)
class CountingSettings:
    """How the photos of the tray are counted."""

    sure_above: float = key(
        0.97,
        "Chance of being right from which a count is entered without a tap; nearer to 1 it asks more often.",
        between(0.5, 1),
    )


@dataclass(frozen=True)
class PinSettings:
    """What is wired to the pins, by BCM number; 0 for what is not there. docs/build.md has the drawing."""

    light_ring: int = key(18, "Gate of the light ring's MOSFET.", _pin)
    confirm_button: int = key(17, "Button to ground: a press confirms, a long press undoes.", _pin)
    button_lamp: int = key(27, "Lamp in the button: your turn, working, fault.", _pin)
    tower_sensor: int = key(22, "Beam-break or vibration switch at the tower; wakes the watcher.", _pin)
    buzzer: int = key(13, "Passive buzzer, for tables that leave the sound off.", _pin)


@dataclass(frozen=True)
class LightSettings:
    """The ring of LEDs under the clear floor."""

    level: float = key(
        1.0,
        "Brightness while counting; 1 is the most even light. Calibrate again after a change.",
        between(0.05, 1),
        Shown("tower", "light", N_("Light ring"), least=1),
    )
    ramp_seconds: float = key(
        0.4, "How long the ring takes from dark to full, so that nobody is startled.", between(0, 5)
    )


@dataclass(frozen=True)
class ButtonSettings:
    """How the confirm button feels."""

    debounce_seconds: float = key(
        0.03, "Chatter of the contacts no longer than this counts as one press.", between(0, 1)
    )
    long_press_seconds: float = key(
        1.0, "Held this long, the button takes the last step back.", between(0.3, 10)
    )
    shutdown_press_seconds: float = key(
        6.0, "Held this long, it switches the Pi off cleanly.", between(2, 30)
    )


@dataclass(frozen=True)
class DisplaySettings:
    """The touchscreen."""

    mode: str = key(
        "auto",
        '"auto", "fullscreen", or a window such as "1024x600"; the service always takes the whole screen.',
        _display_mode,
    )
    panel_diagonal_inch: float = key(
        0.0, "Diagonal of the panel, for letters and buttons of the right size; 0 to guess.", between(0, 60)
    )
    video_driver: str = key(
        "",
        'SDL\'s video driver: "kmsdrm" on a console, "wayland" or "x11" on a desktop; empty: SDL chooses.',
        one_of("", "kmsdrm", "wayland", "x11", "dummy"),
    )
    render_driver: str = key(
        "",
        'SDL\'s render driver; try "opengles2" if the screen stays black on a console.',
        one_of("", "opengles2", "opengl", "software"),
    )
    kmsdrm_index: int = key(
        -1,
        "Number of the /dev/dri/card with the panel; -1 to find it (a Pi 5 may swap them).",
        between(-1, 9),
    )
    brightness: float = key(
        1.0,
        "Brightness of the panel, where it can be dimmed.",
        between(0.2, 1),
        Shown("screen", "sun", N_("Brightness"), least=2),
    )
    night: bool = key(
        False,
        "Dark and warm colours.",
        shown=Shown("screen", "moon", N_("Night colours"), N_("dark and warm, for a dim room")),
    )
    clear_colours: bool = key(
        False,
        "Piece colours that are safe for colour-blind players.",
        shown=Shown(
            "screen", "eye", N_("Clear piece colours"), N_("easier to tell apart for colour-blind players")
        ),
    )
    text: str = key(
        "normal",
        "How large words are.",
        one_of("normal", "large", "very large"),
        Shown(
            "screen",
            "pencil",
            N_("Text size"),
            choices=lambda: [
                ("normal", N_("normal")),
                ("large", N_("large")),
                ("very large", N_("very large")),
            ],
        ),
    )
    left_handed: bool = key(
        False,
        "Whether tools and answers lie under the left hand.",
        shown=Shown("screen", "hand", N_("Left-handed"), N_("tools and answers under the left hand")),
    )
    motion: bool = key(
        True,
        "Whether pawns walk and points count up; a system that asks for reduced motion gets none.",
        shown=Shown("screen", "play", N_("Motion"), N_("pawns walk, pieces fly, points count up")),
    )
    rotation: int = key(
        0,
        "Degrees the panel is turned clockwise; picture and touch turn together.",
        one_of(*ANGLES),
        Shown(
            "screen",
            "turn",
            N_("Picture turned by"),
            choices=lambda: [(angle, Text(f"{angle}°")) for angle in ANGLES],
        ),
    )
    touch_rotation: int = key(
        0,
        "Degrees the touchscreen is turned clockwise against the picture, where taps land elsewhere.",
        one_of(*ANGLES),
    )
    off_minutes: int = key(
        10,
        "Dark after so many minutes without touch, piece or button; 0 for never.",
        between(0, 600),
        Shown(
            "screen",
            "moon",
            N_("Screen off after"),
            choices=lambda: [
                (minutes, NN_("{n} min", "{n} min", minutes) if minutes else N_("never"))
                for minutes in (0, 5, 15, 30)
            ],
        ),
    )


@dataclass(frozen=True)
class SoundSettings:
    """Clicks and chimes."""

    on: bool = key(True, "Whether there is sound before the table turns it up on the screen.")
    volume: float = key(
        0.6, "0 to 1; 0 is silence.", between(0, 1), Shown("table", "sound", N_("Sound"), zero=N_("off"))
    )
    read_aloud: bool = key(
        False,
        "Whether scores are read aloud at the end of a season and of the game, by espeak-ng.",
        shown=Shown("table", "sound", N_("Read scores aloud"), N_("where there is a loudspeaker")),
    )


@dataclass(frozen=True)
class PhotoLogSettings:
    """The photos of confirmed throws, kept to check and improve the counting."""

    on: bool = key(
        True,
        "Whether throws are kept.",
        shown=Shown(
            "tower",
            "camera",
            N_("Keep photos of each count"),
            N_("to check the counting later; nothing leaves this device"),
        ),
    )
    limit_mb: float = key(500.0, "Room they may take; the oldest go first.", between(0, 1_000_000))


@dataclass(frozen=True)
class TableSettings:
    """How your table likes to play; all of it can be changed on the screen too."""

    language: str = key(
        "auto",
        "Language of the screen; auto follows the system.",
        one_of("auto", *LANGUAGES),
        Shown(
            "table",
            "globe",
            N_("Language"),
            choices=lambda: [(code, Text("{name}", {"name": own_name(code)})) for code in LANGUAGES],
        ),
    )
    depth: str = key(
        "full",
        '"full" follows a game closely, "light" only what its tray and its points need.',
        one_of("full", "light"),
        Shown(
            "table",
            "list",
            N_("Proposed depth"),
            choices=lambda: [("full", N_("Full")), ("light", N_("Light"))],
        ),
    )
    turn_minutes: int = key(
        0,
        "Minutes a turn may take before the companion rings; 0 for tables without a timer.",
        between(0, 60),
        Shown(
            "table",
            "clock",
            N_("Turn timer"),
            choices=lambda: [
                (minutes, NN_("{n} min", "{n} min", minutes) if minutes else N_("off"))
                for minutes in (0, 2, 3, 5)
            ],
        ),
    )
    show_ledger: bool = key(
        True,
        "Whether the screen shows what must still be in the tower (open information).",
        shown=Shown(
            "tower",
            "tower",
            N_("Show what is still in the tower"),
            N_("open information: anybody could have counted along"),
        ),
    )


@dataclass(frozen=True)
class DataSettings:
    """Where games, calibration and photos are kept: the one folder that must be writable."""

    folder: str = key(
        "",
        "Empty for /var/lib/companion as a service, else the user's data folder. On an installed Pi run"
        " `sudo ./run install` after a change: it opens the place to the service.",
        _whole_path,
    )


@dataclass(frozen=True)
class Settings:
    """All of it. `problems` are sentences about what was wrong in the file; the rest still holds."""

    camera: CameraSettings = field(default_factory=CameraSettings)
    counting: CountingSettings = field(default_factory=CountingSettings)
    pins: PinSettings = field(default_factory=PinSettings)
    light: LightSettings = field(default_factory=LightSettings)
    button: ButtonSettings = field(default_factory=ButtonSettings)
    display: DisplaySettings = field(default_factory=DisplaySettings)
    table: TableSettings = field(default_factory=TableSettings)
    sound: SoundSettings = field(default_factory=SoundSettings)
    photo_log: PhotoLogSettings = field(default_factory=PhotoLogSettings)
    data: DataSettings = field(default_factory=DataSettings)
    file: str = ""
    problems: tuple[Text, ...] = ()


SECTIONS: dict[str, type] = {
    name: kind for name, kind in get_type_hints(Settings).items() if name not in ("file", "problems")
}
"""The tables of the file by name, in the order of the example."""


def described() -> Iterator[tuple[str, SettingKey]]:
    """Every setting with its name, "display.night", in the order of the example."""
    for section, kind in SECTIONS.items():
        for each in fields(kind):
            yield f"{section}.{each.name}", each.metadata["key"]


def value_of(settings: Settings, name: str) -> Value:
    """How a setting stands.

    >>> value_of(Settings(), "display.night")
    False
    """
    section, _, key_name = name.partition(".")
    value: Value = getattr(getattr(settings, section), key_name)
    return value


def changed(settings: Settings, name: str, value: Value) -> Settings:
    """The settings with one of them changed.

    >>> changed(Settings(), "display.night", True).display.night
    True
    """
    section, _, key_name = name.partition(".")
    there = replace(getattr(settings, section), **{key_name: value})
    return replace(settings, **{section: there})


def safe_settings(settings: Settings, *, same_drivers: bool) -> Settings:
    """For a start after three that failed: defaults, no camera, no pins. The data folder stays, the language,
    and how the panel is mounted: upside down, or with taps that land elsewhere, nobody could play.

    same_drivers    whether the screen is opened as the config says: some panels show nothing otherwise
    """
    told = settings.display
    display = DisplaySettings(
        rotation=told.rotation,
        touch_rotation=told.touch_rotation,
        panel_diagonal_inch=told.panel_diagonal_inch,
    )
    if same_drivers:
        display = replace(
            display,
            video_driver=told.video_driver,
            render_driver=told.render_driver,
            kmsdrm_index=told.kmsdrm_index,
        )
    no_pins = PinSettings(**dict.fromkeys(get_type_hints(PinSettings), 0))
    return Settings(
        camera=CameraSettings(source="none"),
        pins=no_pins,
        display=display,
        table=TableSettings(language=settings.table.language),
        data=replace(settings.data),
        file=settings.file,
        problems=settings.problems,
    )


def size_of(text: str) -> tuple[int, int]:
    """A size of the file as numbers.

    >>> size_of("1024x768")
    (1024, 768)
    """
    width, _, height = text.partition("x")
    return int(width), int(height)

"""The things around the tower: camera, pins and light, screen, touch, power."""

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import asdict
from pathlib import Path

from companion.config.settings import size_of
from companion.doctor.check import Check, Patient
from companion.words import N_, NN_, Text, several
from hardware.camera_kinds import device_of, no_such

DARK = 6.0
"""Mean brightness of a frame, of 255, below which nothing can be seen."""
_SCREEN_SECONDS = 30
_OPEN_SCREEN = """
from pygame import display
display.init()
print(display.get_driver(), *display.get_desktop_sizes()[0])
"""


PARTS = {
    "light_ring": N_("light ring"),
    "confirm_button": N_("confirm button"),
    "button_lamp": N_("button lamp"),
    "tower_sensor": N_("tower sensor"),
    "buzzer": N_("buzzer"),
}


def board(patient: Patient) -> Check:
    """Which computer this is."""
    from hardware.board import find_board

    return Check(
        "board", "ok", Text(find_board(patient.root)) or N_("not a Raspberry Pi: fine for trying it out")
    )


def camera(patient: Patient) -> Check:
    """Whether the camera of the config is there and, hands on, sees something."""
    from hardware.errors import CameraError
    from hardware.probe import find_cameras

    source = patient.settings.camera.source
    if source == "none":
        return Check("camera", "ok", N_("none wanted: throws are entered by hand"))
    if source == "simulated":
        return Check("camera", "ok", N_("a simulated tower"))
    found = ", ".join(f"{camera.name} ({camera.spec})" for camera in find_cameras(patient.root))
    if source == "auto" and not found:
        do = N_("Connect one to the Pi's ribbon connector (power off!) or to USB; until then enter by hand.")
        return Check("camera", "warn", N_("none found"), do)
    if not patient.hands_on:
        device = device_of(source, patient.root)
        if device is not None and not device.exists():
            do = N_("Check the cable and whether another program uses it.")
            return Check("camera", "fail", no_such(f"webcam {device}"), do)
        return Check("camera", "ok", Text(found or source))
    try:
        return _look_through(patient)
    except CameraError as error:
        return Check("camera", "fail", error.said, N_("Check the cable and whether another program uses it."))


def _look_through(patient: Patient) -> Check:
    from hardware.camera import CameraWishes, open_camera

    settings = patient.settings.camera
    wishes = CameraWishes(full_size=size_of(settings.full_size), watch_size=size_of(settings.watch_size))
    with open_camera(settings.source, wishes=wishes) as opened:
        frame = opened.watch()
        name = opened.name
    high, wide = frame.shape[:2]
    brightness = float(frame.mean())
    says = N_("{name} gives frames of {wide} × {high}", name=name, wide=wide, high=high)
    if brightness < DARK:
        do = N_("Take the lens cap off, or see whether the light ring shines: it is off between counts.")
        return Check("camera", "warn", N_("{says}, but black ones", says=says), do)
    return Check("camera", "ok", says)


def pins(patient: Patient) -> Check:
    """Whether light ring, button, lamp, sensor and buzzer can be reached."""
    from hardware.board import find_pins

    wired = {name: number for name, number in asdict(patient.settings.pins).items() if number}
    if not wired:
        return Check("pins", "ok", N_("nothing is wired, says the config"))
    library = find_pins(patient.root)
    if not library:
        do = N_("They need a Raspberry Pi; the touchscreen does without.")
        return Check("pins", "ok", N_("no pins on this machine"), do)
    listed = tuple(
        N_("{part} at {number}", part=PARTS[name], number=number) for name, number in wired.items()
    )
    if not patient.hands_on:
        return Check("pins", "ok", N_("{listed} (by {library})", listed=listed, library=library))
    from hardware.pins import open_pins

    opened = open_pins(wired, lambda event: None)
    opened.close()
    if opened.missing:
        says = several(
            N_("{part}: {reason}", part=PARTS[missing.name], reason=missing.reason)
            for missing in opened.missing
        )
        return Check(
            "pins",
            "fail",
            says,
            N_("Check the wiring table in docs/build.md, or put 0 for what is not there."),
        )
    return Check("pins", "ok", N_("{listed} (by {library})", listed=listed, library=library))


def light(patient: Patient) -> Check:
    """Whether the ring can be switched, which flash pairs need."""
    from hardware.board import find_pins

    if patient.settings.camera.source in ("simulated", "none"):
        return Check(
            "light", "ok", N_("not needed with the camera {source}", source=patient.settings.camera.source)
        )
    if patient.settings.pins.light_ring and find_pins(patient.root):
        return Check(
            "light",
            "ok",
            N_(
                "ring at pin {light_ring}, switched by the companion",
                light_ring=patient.settings.pins.light_ring,
            ),
        )
    do = N_("Wire the ring to the Pi (docs/build.md): with its light on and off the room's light drops out.")
    return Check("light", "warn", N_("the ring cannot be switched: counting depends on the room's light"), do)


def screen(patient: Patient) -> Check:
    """Whether SDL can open the screen it is told to."""
    from companion.screen_choice import anything_to_draw_on, on_a_desktop

    if patient.playing:  # only one program may open a console's screen, and it shows the game
        return Check("screen", "ok", N_("in use by the companion"))
    driver = os.environ.get("SDL_VIDEODRIVER", "") or patient.settings.display.video_driver
    if not driver and not anything_to_draw_on():
        do = N_("Connect one; without, `companion play` lets robots play.")
        return Check("screen", "warn", N_("none here"), do)
    if not driver and not on_a_desktop():
        driver = "kmsdrm"
    environment = {**os.environ, "PYGAME_HIDE_SUPPORT_PROMPT": "1"}
    if driver:
        environment["SDL_VIDEODRIVER"] = driver
    if patient.settings.display.kmsdrm_index >= 0:
        environment["SDL_KMSDRM_DEVICE_INDEX"] = str(patient.settings.display.kmsdrm_index)
    # In a process of its own: a driver that crashes must not take the doctor along.
    try:
        done = subprocess.run(
            [sys.executable, "-c", _OPEN_SCREEN],
            env=environment,
            capture_output=True,
            text=True,
            timeout=_SCREEN_SECONDS,
            check=False,
        )
    except subprocess.TimeoutExpired:
        return Check(
            "screen",
            "fail",
            N_("it did not answer in {seconds} s", seconds=_SCREEN_SECONDS),
            N_("Start the Pi anew."),
        )
    if done.returncode == 0:
        name, wide, high = done.stdout.split()[-3:]
        return Check("screen", "ok", N_("{wide} × {high} by {name}", wide=wide, high=high, name=name))
    reason = (done.stderr.strip().splitlines() or [f"ended with {done.returncode}"])[-1]
    if "not available" in reason and driver == "kmsdrm":
        do = N_("On a console use Debian's pygame (apt install python3-pygame); the one from pip cannot.")
    else:
        do = N_("Check the cable, and whether the user is in the groups video and render.")
    return Check("screen", "fail", Text(reason), do)


def touch(patient: Patient) -> Check:
    """Whether touches can be read on a console; a desktop hands them over itself."""
    from companion.screen_choice import on_a_desktop

    if on_a_desktop():
        return Check("touch", "ok", N_("comes from the desktop"))
    devices = sorted((patient.root / "dev/input").glob("event*"))
    readable = [device for device in devices if os.access(device, os.R_OK)]
    if not devices:
        return Check("touch", "warn", N_("no touchscreen, mouse or keyboard"), N_("Connect one."))
    if not readable:
        return Check(
            "touch",
            "fail",
            N_("none may be read"),
            N_("Put the user into the group input, and log in again."),
        )
    return Check("touch", "ok", NN_("{n} input device", "{n} input devices", len(readable)))


def power(patient: Patient) -> Check:
    """Whether the supply holds and the Pi stays cool."""
    from hardware.errors import PowerRefused
    from hardware.power import read_power

    try:
        seen = read_power(patient.root)
    except PowerRefused as error:
        return Check("power", "ok", error.said)
    warm = Text("") if seen.celsius is None else N_(", {degrees} °C", degrees=round(seen.celsius))
    if seen.sentences:
        now = seen.under_voltage or seen.too_hot
        says = N_("trouble right now{warm}", warm=warm)
        if not now:
            says = N_("trouble since the start{warm}", warm=warm)
        return Check("power", "fail" if now else "warn", says, several(seen.sentences, " "))
    return Check("power", "ok", N_("the supply holds{warm}", warm=warm))


ROUND: tuple[Callable[[Patient], Check], ...] = (board, camera, light, pins, screen, touch, power)


def devices_of(root: Path = Path("/")) -> list[str]:
    """The device files a bug report should name."""
    kinds = ("dev/dri/*", "dev/video*", "dev/media*", "dev/gpiochip*", "dev/input/event*", "dev/dma_heap/*")
    return sorted(str(path) for kind in kinds for path in root.glob(kind))

"""Touch and picture: turned, of other sizes, plugged in late."""

import re
import time

from tests.virtual_pi.machine import HIGH, WHO_PLAYS, WIDE, Broken, VirtualPi
from tests.virtual_pi.table import check

NEW_GAME = (567.0, 97.0)
"""On the home screen of 800 × 480."""
FORCED = "/sys/class/drm/card0-Virtual-1/status"


@check("tap and drag", "a finger opens a new game; another drags its list")
def tap(pi: VirtualPi) -> str:
    pi.tap(*NEW_GAME)
    said = pi.until_screen_says(WHO_PLAYS, 60)
    pi.drag((400, 300), (400, 150))
    return said[:80]


@check("rotation 90, 180, 270", "picture and touch turn together", anywhere=True)
def turned(pi: VirtualPi) -> str:
    seen = []
    for degrees in (90, 180, 270):
        pi.get(f"sed -i 's/^#*rotation = .*/rotation = {degrees}/' /etc/companion/config.toml")
        pi.restart()
        said = pi.until_screen_says("New game", 90, degrees)
        x, y = pi.place_of("game", degrees)
        pi.tap(x, y)
        pi.until_screen_says(WHO_PLAYS, 60, degrees)
        seen.append(f"{degrees}°: {len(said.split())} words read, tapped at {x:.0f}, {y:.0f}")
    return "; ".join(seen)


@check("touch turned against the picture", "`touch_rotation` in the config turns it back")
def touch_turned(pi: VirtualPi) -> str:
    seen = []
    for degrees in (90, 270):
        pi.get(f"sed -i 's/^#*touch_rotation = .*/touch_rotation = {degrees}/' /etc/companion/config.toml")
        pi.restart()
        pi.until_screen_says("New game", 90)
        across, down = NEW_GAME[0] / WIDE, NEW_GAME[1] / HIGH
        across, down = (down, 1 - across) if degrees == 90 else (1 - down, across)
        pi.tap(across * WIDE, down * HIGH)
        pi.until_screen_says(WHO_PLAYS, 60)
        seen.append(f"{degrees}°: New game opened by a finger at {across:.2f}, {down:.2f} of the touchscreen")
    return "; ".join(seen)


@check("screen of another size", "1280 × 720 and an upright 600 × 1024 fill the panel", begin="off")
def sizes(pi: VirtualPi) -> str:
    seen = []
    for wide, high in ((1280, 720), (600, 1024)):
        pi.start(screen=f"xres={wide},yres={high}")
        pi.until_up()
        pi.until_playing()
        pi.until_screen_says("New game", 120)
        seen.append(f"{wide} × {high}: {pi.shot(f'home-{wide}x{high}').name}")
        pi.pull_the_plug()
    return ", ".join(seen)


@check("screen plugged in late", "waited for without a failed start; the home screen comes with the screen")
def late(pi: VirtualPi) -> str:
    pi.get(f"systemctl stop companion; echo off >{FORCED}; systemctl start --no-block companion")
    pi.wait(
        lambda: "waiting for one" in pi.state("StatusText"),
        120,
        f"it does not wait: {pi.state('StatusText')} {pi.state('ActiveState')}",
    )
    time.sleep(20)
    if int(pi.state("NRestarts")):
        raise Broken(f"{pi.state('NRestarts')} restarts meanwhile")
    begun = time.monotonic()
    pi.get(f"echo detect >{FORCED}")
    pi.until_playing()
    said = pi.until_screen_says("New game", 60)
    if "Safe mode" in said:
        raise Broken("safe mode")
    return f"waited, no restart; home screen {time.monotonic() - begun:.0f} s after the plug"


@check("screen off and woken", "dark when nobody plays; the first touch only wakes it", anywhere=True)
def dark(pi: VirtualPi) -> str:
    pi.get("sed -i 's/^#*off_minutes = .*/off_minutes = 1/' /etc/companion/config.toml")
    pi.restart()
    pi.wait(lambda: not pi.read_screen(), 180, "it stays bright")
    pi.tap(*NEW_GAME)
    said = pi.until_screen_says("New game", 60)
    if re.search(WHO_PLAYS, said, re.IGNORECASE):
        raise Broken("the touch that woke it did something")
    return f"dark after a minute, bright at a touch of {WIDE} × {HIGH}"

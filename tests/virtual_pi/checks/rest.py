"""Memory, journal and wake-ups, at home and in play, for a moment and for hours.

The hours are wound: the machine leaps over every moment in which it sleeps, so that they take as long as what
is done in them; in a container the companion's own clock runs faster. The robot of an hour in play gives an
answer every twenty seconds, as a table of three does.
"""

import json
import time
from collections.abc import Sequence
from typing import Any

from tests.virtual_pi.machine import Broken, VirtualPi
from tests.virtual_pi.table import check

HOME_MB, PLAY_MB, WOKEN = 120.0, 180.0, 10.0
GROWN_MB = 5.0
"""More than this from the first hour to the tenth is a leak."""
JOURNAL_LINES_AN_HOUR = 10
FOLDER = "/var/lib/companion"
SECONDS_AN_ANSWER, SECONDS_A_HASTY_ANSWER = 20, 2
FEWEST_LINES = 10
"""Of a hasty robot, even where the processor is slow."""
WHOLE_NIGHT = 3600.0
"""How long a stretch of wound time may really take."""


@check("memory at home", f"at most {HOME_MB:.0f} MB of its own")
def home(pi: VirtualPi) -> str:
    return _within(_owners(pi, 1), HOME_MB)


@check("memory in play", f"screen drawn, throws counted: at most {PLAY_MB:.0f} MB of its own")
def play(pi: VirtualPi) -> str:
    _robot_plays(pi, SECONDS_A_HASTY_ANSWER)
    before = _lines_kept(pi)
    parts = [_owners(pi, 60) for _minute in range(5)]
    lines = _lines_kept(pi) - before
    pi.shot("memory-in-play")
    if lines < FEWEST_LINES:
        raise Broken(f"only {lines} lines were kept: {pi.journal()[-300:]}")
    most = max(parts, key=lambda part: part["anonymous_mb"])
    return f"{_within(most, PLAY_MB)}; {lines} lines kept in five minutes"


@check("wake-ups at rest", f"at most {WOKEN:.0f} a second once nobody touched it for two minutes")
def rest(pi: VirtualPi) -> str:
    pi.press(2.0)  # takes back, and plays a tune: what has pulsed is to rest, too
    time.sleep(150)
    told = _owners(pi, 30)
    if told["woken_a_second"] > WOKEN:
        raise Broken(f"{told['woken_a_second']} a second: {told['threads']}")
    return f"{told['woken_a_second']} a second: {told['threads']}"


@check(
    "an hour in play",
    f"with a camera: at most {PLAY_MB:.0f} MB of its own; the journal stays short",
    begin="off",
    anywhere=True,
)
def hour_in_play(pi: VirtualPi) -> str:
    pi.start(wound=6)
    pi.until_up()
    pi.until_playing(900)
    _robot_plays(pi, SECONDS_AN_ANSWER)
    before = len(pi.journal().splitlines())
    parts = [_owners(pi, 600) for _ten_minutes in range(6)]
    lines = pi.journal().splitlines()[before:]
    answers = _lines_kept(pi)
    pi.shot("hour-in-play")
    if int(pi.state("NRestarts")) or answers < 3600 / SECONDS_AN_ANSWER / 2:
        raise Broken(f"{answers} lines kept, {pi.state('NRestarts')} restarts; {lines[-5:]}")
    return f"{_hours(parts, PLAY_MB, lines, 1)}; {answers} lines kept; {parts[-1]['owners_mb']}"


@check(
    "ten hours idle",
    "no memory is lost, the journal stays short, the processor sleeps",
    begin="off",
    anywhere=True,
)
def ten_hours_idle(pi: VirtualPi) -> str:
    pi.start(wound=120)
    pi.until_up()
    pi.until_playing(900)
    _settled(pi)
    before = len(pi.journal().splitlines())
    parts = [_owners(pi, 3600) for _hour in range(10)]
    lines = pi.journal().splitlines()[before:]
    if parts[-1]["anonymous_mb"] > parts[0]["anonymous_mb"] + GROWN_MB:
        raise Broken(f"it grows: {[part['anonymous_mb'] for part in parts]}")
    woken = max(part["woken_a_second"] for part in parts)
    if woken > WOKEN:
        raise Broken(f"woken {woken} times a second: {parts[-1]['threads']}")
    return f"{_hours(parts, HOME_MB, lines, 10)}; woken {woken} times a second at most"


def _robot_plays(pi: VirtualPi, seconds_an_answer: int) -> None:
    """Game after game, every throw counted from a photo."""
    pi.get(f"systemctl stop companion; cp -r /opt/virtual-pi/seen/* {FOLDER}; chown -R companion: {FOLDER}")
    pi.get(f"""sed -i 's|^#*source = .*|source = "photos:{FOLDER}/throws"|' /etc/companion/config.toml""")
    pi.write(
        "/etc/systemd/system/companion.service.d/robot.conf",
        "[Service]\nExecStart=\n"
        f"ExecStart=/usr/bin/env python /opt/virtual-pi/player.py {seconds_an_answer}\n",
    )
    pi.get("systemctl daemon-reload; systemctl start --no-block companion")
    pi.until_playing(900)


def _lines_kept(pi: VirtualPi) -> int:
    return int(pi.get(f"sqlite3 {FOLDER}/companion.db 'select count(*) from line'"))


def _settled(pi: VirtualPi) -> None:
    """Until the camera was looked for and what that loaded is in its place."""
    pi.until_screen_says("calibrating|simulated", 300)
    before = 0.0
    for _look in range(30):
        time.sleep(10)
        now = _owners(pi, 600)["anonymous_mb"]
        if abs(now - before) < 1:
            return
        before = now
    raise Broken(f"its memory does not settle: {before} MB")


def _hours(parts: Sequence[dict[str, Any]], limit_mb: float, lines: Sequence[str], hours: int) -> str:
    own = [part["anonymous_mb"] for part in parts]
    if max(own) > limit_mb:
        raise Broken(f"{own} MB of its own: {parts[-1]['owners_mb']}")
    if len(lines) > JOURNAL_LINES_AN_HOUR * hours:
        raise Broken(f"{len(lines)} lines in the journal: {lines[:5]}")
    resident = max(part["resident_mb"] for part in parts)
    mb = f"{own[0]} to {max(own)} MB of its own, {resident} resident at most"
    return f"{mb}; {len(lines)} lines in the journal"


def _owners(pi: VirtualPi, seconds: int) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(
        pi.get(f"python3 /opt/virtual-pi/owners.py {pi.pid()} {seconds / pi.leap}", seconds=WHOLE_NIGHT)
    )
    told["woken_a_second"] = round(told["woken_a_second"] / pi.leap, 2)
    return told


def _within(told: dict[str, Any], limit: float) -> str:
    seen = f"{told['anonymous_mb']} MB of its own ({told['owners_mb']}), {told['resident_mb']} resident"
    if told["anonymous_mb"] > limit:
        raise Broken(seen)
    return seen

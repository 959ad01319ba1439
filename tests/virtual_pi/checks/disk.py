"""The card: full, read-only, failing."""

import re

from tests.virtual_pi.checks.robot_at_the_table import SECONDS_A_HASTY_ANSWER, lines_kept, robot_plays
from tests.virtual_pi.machine import WHO_PLAYS, Broken, VirtualPi
from tests.virtual_pi.table import check

CONTINUE = (567.0, 97.0)
MAIN = (660.0, 440.0)
FOLDER = "/var/lib/companion"
UNSAVED = "cannot be saved|do not switch off"
FEW = 5


@check(
    "data folder read-only", "it plays from memory, and the screen says that nothing is saved", anywhere=True
)
def read_only(pi: VirtualPi) -> str:
    pi.get(f"systemctl stop companion; mount --bind {FOLDER} {FOLDER}; mount -o remount,bind,ro {FOLDER}")
    pi.get("systemctl start --no-block companion")
    pi.until_playing(300)
    said = pi.until_screen_says("New game", 60)
    pi.tap(*CONTINUE)
    pi.until_screen_says(WHO_PLAYS, 60)
    doctor = pi.run("companion doctor", seconds=300)
    if "cannot be written" not in doctor.out:
        raise Broken(f"the doctor says nothing: {doctor.out}")
    # The screen says in passing what the journal keeps.
    told = [line for line in pi.journal().splitlines() if "WARNING:companion.wiring" in line]
    if not told:
        raise Broken(f"nobody is told that nothing is saved; home: {said}")
    return f"{pi.state('NRestarts')} restarts; told: “{told[-1][:120]}”; the doctor says so, too"


@check("card read-only in mid-game", "warned about; the game goes on; saved once it can be again")
def fails(pi: VirtualPi) -> str:
    pi.get("bash /opt/virtual-pi/game.sh 30", seconds=300)
    pi.until_playing()
    pi.until_screen_says("Continue", 60)
    pi.tap(*CONTINUE)
    before = pi.wait(lambda: _in_a_game(pi), 60, "no game on the screen")
    pi.get("echo u >/proc/sysrq-trigger; sleep 3; touch /root/x 2>&1 || true")
    said = ""
    for _try in range(12):
        pi.press(1.5)  # takes a step back, which is written whatever is asked
        said = pi.read_screen()
        if _unsaved(said):
            break
    if not _unsaved(said):
        raise Broken(f"no warning: {said}")
    pi.get("mount -o remount,rw /")
    pi.wait(lambda: not _unsaved(pi.read_screen()), 90, "the warning stays")
    if pi.state("ActiveState") != "active":
        raise Broken(pi.state("ActiveState"))
    return f"before: “{before[:40]}”; warned: “{said[:70]}”; gone when the card could be written again"


@check(
    "card fails in mid-game",
    "warned about; switched off and on again, the game goes on from what was saved",
    anywhere=True,
)
def fails_for_good(pi: VirtualPi) -> str:
    robot_plays(pi, SECONDS_A_HASTY_ANSWER)
    pi.wait(lambda: lines_kept(pi) > FEW, 240, "the robot does not play")
    pi.card_fails()
    said = pi.until_screen_says(UNSAVED, 120)
    pi.off_and_on()
    pi.until_up()
    pi.get("rm /etc/systemd/system/companion.service.d/robot.conf; systemctl daemon-reload")
    pi.restart()
    pi.until_screen_says("Continue", 120)
    return f"warned: “{said[:70]}”; after a start home offers to continue, {lines_kept(pi)} lines kept"


@check("disk full and freed", "warned about; saved by itself when there is room", anywhere=True)
def full(pi: VirtualPi) -> str:
    robot_plays(pi, SECONDS_A_HASTY_ANSWER)
    pi.wait(lambda: lines_kept(pi) > FEW, 240, "the robot does not play")
    pi.get(
        "for size in 1M 4k; do dd if=/dev/zero of=/root/full-$size bs=$size 2>/dev/null; done; true",
        seconds=600,
    )
    said = pi.until_screen_says(UNSAVED, 240)
    pi.get("rm -f /root/full-*")
    pi.wait(lambda: not _unsaved(pi.read_screen()), 90, "the warning stays")
    before = lines_kept(pi)
    pi.wait(lambda: lines_kept(pi) > before, 240, "the game does not go on")
    return f"warned: “{said[:70]}”; gone when there was room, and the game goes on"


def _in_a_game(pi: VirtualPi) -> str:
    said = pi.read_screen()
    return said if "New game" not in said else ""


def _unsaved(said: str) -> bool:
    return re.search(UNSAVED, said, re.IGNORECASE) is not None

"""The card: full, read-only, failing."""

from tests.virtual_pi.machine import WHO_PLAYS, Broken, VirtualPi
from tests.virtual_pi.table import check

CONTINUE = (567.0, 97.0)
MAIN = (660.0, 440.0)
FOLDER = "/var/lib/companion"


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


@check("disk full and freed", "warned about; saved by itself when there is room")
def full(pi: VirtualPi) -> str:
    pi.get("bash /opt/virtual-pi/game.sh 30", seconds=300)
    pi.until_playing()
    pi.until_screen_says("Continue", 60)
    pi.tap(*CONTINUE)
    pi.wait(lambda: _in_a_game(pi), 60, "no game on the screen")
    pi.get(
        "for size in 1M 4k; do dd if=/dev/zero of=/root/full-$size bs=$size 2>/dev/null; done; true",
        seconds=600,
    )
    said = ""
    for _try in range(40):
        pi.press(1.5)  # takes a step back, which is written whatever is asked
        said = pi.read_screen()
        if _unsaved(said):
            break
    if not _unsaved(said):
        raise Broken(f"no warning: {said}")
    pi.get("rm -f /root/full-*")
    pi.wait(lambda: not _unsaved(pi.read_screen()), 90, "the warning stays")
    return f"warned: “{said[:70]}”; gone when there was room"


def _in_a_game(pi: VirtualPi) -> str:
    said = pi.read_screen()
    return said if "New game" not in said else ""


def _unsaved(said: str) -> bool:
    return "cannot be saved" in said.lower() or "do not switch off" in said.lower()

"""Pins: taken by others, missing, pressed, and left as they should be."""

import time

from tests.virtual_pi.machine import WHO_PLAYS, Broken, VirtualPi
from tests.virtual_pi.table import check


@check("pins taken", "a pin held by another program fails by itself and is named; the game runs")
def taken(pi: VirtualPi) -> str:
    pi.get(
        "systemctl stop companion;"
        " systemd-run -q --unit=thief gpioset -c gpiochip0 --consumer thief 17=1 18=1; sleep 2"
    )
    pi.get("systemctl start --no-block companion")
    time.sleep(1)
    pi.until_playing()
    pi.until_screen_says("New game", 60)
    names = ("confirm_button", "light_ring")
    journal = pi.wait(
        lambda: told if all(name in (told := pi.journal()) for name in names) else "",
        90,
        "the journal does not name both",
    )
    used = pi.get("gpioinfo -c gpiochip0 | grep -c consumer")
    said = next(line for line in journal.splitlines() if "confirm_button" in line)
    return f"{pi.state('NRestarts')} restarts; {used} lines in use; “{said[:90]}”"


@check("no pins", "no gpiochip at all: the game runs")
def no_pins(pi: VirtualPi) -> str:
    pi.get(
        "systemctl stop companion; C=/sys/kernel/config/gpio-sim/pi;"
        " echo 0 >$C/live; rmdir $C/bank0 $C; rmmod gpio-sim"
    )
    pi.get("systemctl start --no-block companion")
    time.sleep(1)
    pi.until_playing()
    pi.until_screen_says("New game", 60)
    return f"{pi.state('NRestarts')} restarts"


@check("button", "a press confirms what the screen offers")
def button(pi: VirtualPi) -> str:
    pi.press()
    pi.until_screen_says(WHO_PLAYS, 30)
    return "home went on to the new game"


@check("pins at rest", "buzzer, ring and lamp are low after a tune, after a stop and after a kill")
def at_rest(pi: VirtualPi) -> str:
    def low(when: str) -> None:
        time.sleep(2)
        high = [pin for pin in (13, 18, 27) if pi.level(pin)]
        if high:
            raise Broken(f"high {when}: {high}")

    pi.press(2.0)  # held: takes back, and plays a tune
    low("after a tune")
    pi.press(2.0)
    pi.get("systemctl kill -s KILL companion")
    time.sleep(2)
    pi.until_playing()
    low("after a kill in a tune and a new start")
    pi.get("systemctl stop companion")
    low("after a stop")
    return "low in all three"


@check("button held 6 s", "switches the Pi off cleanly, and on again it is at home")
def held(pi: VirtualPi) -> str:
    pi.get("bash /opt/virtual-pi/game.sh 30", seconds=300)
    pi.until_playing()
    time.sleep(3)
    pull = "/sys/devices/platform/gpio-sim.0/gpiochip0/sim_gpio17/pull"
    begun = time.monotonic()
    pi.get(f"systemd-run -q bash -c 'echo pull-down >{pull}; sleep 8; echo pull-up >{pull}'")
    pi.wait(pi.switched_off, 180, "it is still on")
    seconds = time.monotonic() - begun
    pi.start()
    pi.until_up()
    pi.until_playing()
    said = pi.until_screen_says("Continue", 60)
    if "Safe mode" in said or "was not" in pi.run("dmesg | grep -i 'ext4.*recover'").out:
        raise Broken(said)
    recovered = pi.run("dmesg | grep -c 'recovery complete'").out.strip()
    if recovered != "0":
        raise Broken("the file system had to be recovered")
    return f"off {seconds:.0f} s after the press began; file system clean; home offers to continue"

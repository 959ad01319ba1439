"""The plug pulled again and again while a robot plays: is what was told on the disk?

The robot writes a line to a second serial port after each entry is on the disk; QEMU is killed in the middle,
with what its disk had not flushed. Most boots start nothing but the robot, which takes seconds; each tenth
starts the whole of it up to the home screen, and there the file system is looked at from outside, too.
"""

import random
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tests.virtual_pi.machine import Broken, VirtualPi

WHOLE_EVERY = 10
ENTRIES = (3, 25)
"""How many are told before the plug is pulled: somewhere between these."""


def run(pi: VirtualPi, number: int, say: Callable[[str], None]) -> int:
    """0 when nothing was lost in any of them."""
    pi.fresh_disk("cuts")
    lost = damaged = whole = 0
    told = ""
    for cut in range(1, number + 1):
        everything = cut % WHOLE_EVERY == 0
        whole += everything
        pi.start(kernel_words="" if everything else "init=/opt/virtual-pi/robot.sh")
        if everything:
            pi.until_up()
            pi.until_playing()
            pi.run("systemd-run -q bash /opt/virtual-pi/robot.sh")
        verdict = _compare(told, _line(pi, "AT", 1))
        lost += verdict.startswith("LOST")
        _line(pi, "ACK", random.randint(*ENTRIES))
        time.sleep(random.random() / 2)
        pi.pull_the_plug()
        told = _last(pi.folder / "told.log")
        if everything and not _file_system(pi):
            damaged += 1
            verdict += "; the file system is DAMAGED after its journal was replayed"
        say(f"plug {cut}{' (everything up)' if everything else ''}: {verdict}")
    whole_of_them = f"{number} plugs pulled, {whole} with everything up"
    say(f"{whole_of_them}: {lost} lost something, {damaged} damaged the disk")
    return 1 if lost or damaged else 0


def _line(pi: VirtualPi, word: str, count: int) -> str:
    """The first line with this word once there are so many."""
    file = pi.folder / "told.log"

    def come() -> list[str]:
        lines = [line for line in file.read_text(errors="replace").splitlines() if line.startswith(word)]
        if pi.switched_off():
            raise Broken(f"it died: {(pi.folder / 'console.log').read_text(errors='replace')[-400:]}")
        return lines if len(lines) >= count else []

    return pi.wait(come, 900, f"no {word} came")[0]


def _last(file: Path) -> str:
    """The last whole line: an entry that was told."""
    whole = [line for line in file.read_text(errors="replace").split("\n")[:-1] if line.startswith("ACK")]
    return whole[-1].rstrip("\r").partition(" ")[2]


def _compare(told: str, at: str) -> str:
    found = at.rstrip("\r").partition(" ")[2]
    if not told:
        return "the first"
    if found == told:
        return "the same question"
    game, entries, _question = told.split(" ", 2)
    game_now, entries_now, _question = found.split(" ", 2)
    # One more may have reached the disk without living to tell; it may also have begun the next game.
    if (game == game_now and int(entries_now) == int(entries) + 1) or (
        game != game_now and int(entries_now) == 0
    ):
        return f"one entry more than was told: {entries_now}"
    return f"LOST: told {game} {entries}, found {game_now} {entries_now}"


def _file_system(pi: VirtualPi) -> bool:
    """Whether it is sound once its journal was replayed; on a copy, so that the machine does it itself."""
    copy = pi.folder / "fsck.qcow2"
    create = ["qemu-img", "create", "-q", "-f", "qcow2", "-F", "qcow2", "-b", str(pi.disk), str(copy)]
    subprocess.run(create, check=True)
    raw = pi.folder / "fsck.raw"
    subprocess.run(["qemu-img", "convert", "-O", "raw", str(copy), str(raw)], check=True)
    subprocess.run(["e2fsck", "-p", str(raw)], capture_output=True, check=False)
    sound = subprocess.run(["e2fsck", "-fn", str(raw)], capture_output=True, check=False).returncode == 0
    copy.unlink()
    raw.unlink()
    return sound

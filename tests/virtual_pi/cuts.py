"""The plug pulled again and again while a robot plays: is what was told on the disk?

The robot writes a line to a second serial port after each entry is on the disk; QEMU is killed in the middle.
Where it plays, two ways:

- *a card of its own*: the machine was kept at the moment before it opens a card, Python and the companion
  loaded, nothing mounted. Each time it goes on from there: the card is put in, the kernel replays the card's
  journal, the robot finds its game and plays on. So a plug takes seconds, not a boot. The card is laid anew
  over what was left the last time, in pieces of 512 bytes that are only remembered once the machine has
  flushed: what it wrote and did not flush is gone, as on a card that lies about nothing.
- *the whole Pi* (a tenth of them, or as many as wished): booted up to the home screen, the robot playing
  beside it, and pulled.

After every one of them the file system is looked at from outside, once its journal was replayed.
"""

import random
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.virtual_pi.machine import Broken, VirtualPi

ENTRIES = (3, 25)
"""How many are told before the plug is pulled: somewhere between these."""
CARD_MB = 128
WAITING = "waiting-for-a-card"


@dataclass
class Player:
    """One robot's games, on the disk they are kept on."""

    told: str = ""
    pulled: int = 0
    more: int = 0
    lost: list[str] = field(default_factory=list)
    damaged: list[int] = field(default_factory=list)

    def found(self, at: str) -> str:
        """Compares what was told before the plug with what is there after it."""
        self.pulled += 1
        verdict = _compare(self.told, at)
        self.more += verdict.startswith("one entry more")
        if verdict.startswith("LOST"):
            self.lost.append(verdict)
        return verdict


def run(pi: VirtualPi, number: int, say: Callable[[str], None], whole_of_them: int) -> int:
    """0 when nothing was lost in any of them. After the last plug it is looked once more, and not pulled."""
    alone, whole = Player(), Player()
    _new_card(pi)
    pi.fresh_disk("whole")
    for cut in range(1, number + 1):
        everything = cut > number - whole_of_them
        verdict = _whole(pi, whole) if everything else _alone(pi, alone)
        say(f"plug {cut}{' (the whole Pi)' if everything else ''}: {verdict}")
    for player, begin in ((alone, _put_card_in), (whole, _boot)):
        if player.told:
            begin(pi)
            say(f"after the last: {player.found(_line(pi, 'AT', 1))}")
            player.pulled -= 1
            pi.pull_the_plug()
    lost, damaged = len(alone.lost + whole.lost), len(alone.damaged + whole.damaged)
    say(
        f"{alone.pulled + whole.pulled} plugs pulled, {whole.pulled} of the whole Pi: {lost} lost something, "
        f"{damaged} damaged the file system, {alone.more + whole.more} had one entry more than was told"
    )
    return 1 if lost or damaged else 0


def _alone(pi: VirtualPi, player: Player) -> str:
    _put_card_in(pi)
    verdict = player.found(_line(pi, "AT", 1))
    player.told = _play_and_pull(pi)
    return verdict + _looked_at(player, pi.folder / "card.qcow2", pi.folder / "card.raw")


def _whole(pi: VirtualPi, player: Player) -> str:
    _boot(pi)
    verdict = player.found(_line(pi, "AT", 1))
    player.told = _play_and_pull(pi)
    raw = pi.folder / "whole.raw"
    verdict += _looked_at(player, pi.disk, raw)
    raw.unlink()
    return verdict


def _play_and_pull(pi: VirtualPi) -> str:
    """The last that was told."""
    _line(pi, "ACK", random.randint(*ENTRIES))
    time.sleep(random.random() / 2)
    pi.pull_the_plug()
    return _last(pi.folder / "told.log")


# --- a card of its own -----------------------------------------------------------------------------


def _new_card(pi: VirtualPi) -> None:
    raw = pi.folder / "card.raw"
    raw.unlink(missing_ok=True)
    subprocess.run(["truncate", "-s", f"{CARD_MB}M", str(raw)], check=True)
    subprocess.run(["mkfs.ext4", "-q", "-F", str(raw)], check=True)


def _put_card_in(pi: VirtualPi) -> None:
    """A machine that waits for a card, and the card as it was left."""
    over = pi.folder / "card.qcow2"
    create = ["qemu-img", "create", "-q", "-f", "qcow2", "-o", "cluster_size=512", "-F", "raw"]
    subprocess.run([*create, "-b", str(pi.folder / "card.raw"), str(over)], check=True)
    _wake(pi)
    node = {"driver": "qcow2", "node-name": "card", "cache": {"direct": True}}
    file = {"driver": "file", "filename": str(over), "cache": {"direct": True}}
    pi.monitor.do("blockdev-add", **node, file=file)
    pi.monitor.do("device_add", driver="virtio-blk-pci", id="card", drive="card")


def _wake(pi: VirtualPi) -> None:
    pi.pull_the_plug()
    stamp, built = pi.folder / "waiting.stamp", (pi.folder / "program.stamp").read_text()
    words = "ro init=/opt/virtual-pi/card.sh"
    if stamp.exists() and stamp.read_text() == built:
        pi.use_disk("waiting")
        pi.start(kernel_words=words, more=("-loadvm", WAITING))
        return
    stamp.unlink(missing_ok=True)
    pi.fresh_disk("waiting")
    pi.start(kernel_words=words)
    _line(pi, "WAITING", 1)
    time.sleep(2)
    pi.keep(WAITING)
    stamp.write_text(built)


# --- the whole Pi ----------------------------------------------------------------------------------


def _boot(pi: VirtualPi) -> None:
    pi.use_disk("whole")
    pi.start()
    pi.until_up()
    pi.until_playing(600)
    pi.run("systemd-run -q bash /opt/virtual-pi/robot.sh")


# --- what was told ---------------------------------------------------------------------------------


def _line(pi: VirtualPi, word: str, count: int) -> str:
    """The first line with this word once there are so many."""
    file = pi.folder / "told.log"

    def come() -> list[str]:
        lines = [line for line in file.read_text(errors="replace").splitlines() if line.startswith(word)]
        if pi.switched_off():
            raise Broken(f"it died: {(pi.folder / 'console.log').read_text(errors='replace')[-400:]}")
        return lines if len(lines) >= count else []

    return pi.wait(come, 900, f"no {word} came", every=0.1)[0]


def _last(file: Path) -> str:
    """The last whole line: an entry that was told."""
    whole = [line for line in file.read_text(errors="replace").split("\n")[:-1] if line.startswith("ACK")]
    return whole[-1].rstrip("\r").partition(" ")[2]


def _compare(told: str, at: str) -> str:
    found = at.rstrip("\r").partition(" ")[2]
    if not told:
        return "the first"
    if found == told:
        return f"the same question, entry {found.split(' ')[1]}"
    game, entries, _question = told.split(" ", 2)
    game_now, entries_now, _question = found.split(" ", 2)
    # One more may have reached the disk without living to tell; it may also have begun the next game.
    if (game == game_now and int(entries_now) == int(entries) + 1) or (
        game != game_now and int(entries_now) == 0
    ):
        return f"one entry more than was told: {entries_now}"
    return f"LOST: told {game} {entries}, found {game_now} {entries_now}"


def _looked_at(player: Player, disk: Path, raw: Path) -> str:
    """Whether the file system is sound once its journal was replayed, which is done to a copy of it."""
    new = raw.with_suffix(".new")
    subprocess.run(["qemu-img", "convert", "-O", "raw", str(disk), str(new)], check=True)
    new.replace(raw)
    copy = raw.with_suffix(".fsck")
    subprocess.run(["cp", "--sparse=always", str(raw), str(copy)], check=True)
    subprocess.run(["e2fsck", "-p", str(copy)], capture_output=True, check=False)
    done = subprocess.run(["e2fsck", "-fn", str(copy)], capture_output=True, text=True, check=False)
    copy.unlink()
    if done.returncode == 0:
        return ""
    player.damaged.append(player.pulled)
    return f"; the file system is DAMAGED after its journal was replayed: {done.stdout[-300:]}"

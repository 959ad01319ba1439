"""The plug pulled again and again while a robot plays: is what was told on the disk?

The robot writes a line to a second serial port after each entry is on the disk. Where it plays, two ways:

- *a card of its own*, in evenings of ten plugs. The machine was kept at the moment before it opens a
  card, Python and the companion loaded, nothing mounted; an evening goes on from there: the card is put
  in as the evening before left it, the kernel replays its journal, the robot finds its game and plays
  on. Nine times the machine is stopped dead at any moment and the card's file copied as it is, which is
  what the plug would have left; the tenth time it is killed. The file is laid anew over the card of the
  evening before, in pieces of 512 bytes that are only remembered once the machine has flushed: what it
  wrote and did not flush is gone, as on a card that lies about nothing. Each copy is then mounted,
  which replays its journal, and the installed companion says what it finds.
- *the whole Pi* (a tenth of them, or as many as wished): booted up to the home screen, the robot playing
  beside it, killed, and booted again.

Every file system is looked at from outside, too, once its journal was replayed.
"""

import os
import random
import shutil
import subprocess
import time
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

from tests.virtual_pi.machine import Broken, VirtualPi

AN_EVENING = 10
ENTRIES = (1, 4)
"""How many more are told before the plug is pulled: somewhere between these, and then any moment."""
CARD_MB = 128
WAITING = "waiting-for-a-card"


@dataclass
class Player:
    """One robot's games, on the disk they are kept on."""

    pulled: int = 0
    more: int = 0
    lost: list[str] = field(default_factory=list)
    damaged: list[int] = field(default_factory=list)

    def judged(self, told: str, at: str) -> str:
        """Compares what was told before the plug with what is there after it."""
        self.pulled += 1
        verdict = _compare(told, at)
        self.more += verdict.startswith("one entry more")
        if verdict.startswith("LOST"):
            self.lost.append(verdict)
        return verdict


def run(pi: VirtualPi, number: int, say: Callable[[str], None], whole_of_them: int) -> int:
    """0 when nothing was lost in any of them."""
    alone, whole = Player(), Player()
    _new_card(pi)
    while alone.pulled < number - whole_of_them:
        _evening(pi, alone, min(AN_EVENING, number - whole_of_them - alone.pulled), say)
    _whole(pi, whole, whole_of_them, say)
    lost, damaged = len(alone.lost + whole.lost), len(alone.damaged + whole.damaged)
    say(
        f"{alone.pulled + whole.pulled} plugs pulled, {whole.pulled} of the whole Pi: {lost} lost something, "
        f"{damaged} damaged the file system, {alone.more + whole.more} had one entry more than was told"
    )
    return 1 if lost or damaged else 0


# --- a card of its own -----------------------------------------------------------------------------


def _new_card(pi: VirtualPi) -> None:
    raw = pi.folder / "card.raw"
    raw.unlink(missing_ok=True)
    subprocess.run(["truncate", "-s", f"{CARD_MB}M", str(raw)], check=True)
    subprocess.run(["mkfs.ext4", "-q", "-F", str(raw)], check=True)


def _evening(pi: VirtualPi, player: Player, plugs: int, say: Callable[[str], None]) -> None:
    card = _put_card_in(pi)
    _line(pi, "AT", 1)
    told: list[str] = []
    for plug in range(1, plugs + 1):
        so_far = len(_told(pi))
        _line(pi, "ACK", so_far + random.randint(*ENTRIES))
        time.sleep(random.random())
        copy = card.with_name(f"plug-{plug}.qcow2")
        if plug < plugs:
            with pi.stopped_dead():
                shutil.copyfile(card, copy)
                told.append(_told(pi)[-1])
        else:
            pi.pull_the_plug()
            shutil.copyfile(card, copy)
            told.append(_told(pi)[-1])
    raws = [_whole_card(pi, plug) for plug in range(1, plugs + 1)]
    for last_told, raw in zip(told, raws, strict=True):
        sound = _is_sound(raw)
        if not sound:
            player.damaged.append(player.pulled + 1)
        verdict = player.judged(last_told, _found_on(pi, raw))
        say(f"plug {player.pulled}: {verdict}{'' if sound else '; the file system is DAMAGED'}")
    raws[-1].replace(pi.folder / "card.raw")
    for raw in raws[:-1]:
        raw.unlink()


def _put_card_in(pi: VirtualPi) -> Path:
    """A machine that waits for a card, and the card as it was left."""
    over = pi.folder / "card.qcow2"
    create = ["qemu-img", "create", "-q", "-f", "qcow2", "-o", "cluster_size=512", "-F", "raw"]
    subprocess.run([*create, "-b", str(pi.folder / "card.raw"), str(over)], check=True)
    _wake(pi)
    node = {"driver": "qcow2", "node-name": "card", "cache": {"direct": True}}
    file = {"driver": "file", "filename": str(over), "cache": {"direct": True}}
    pi.monitor.do("blockdev-add", **node, file=file)
    pi.monitor.do("device_add", driver="virtio-blk-pci", id="card", drive="card")
    return over


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


def _whole_card(pi: VirtualPi, plug: int) -> Path:
    """What a plug left, with what was on the card before."""
    copy, raw = pi.folder / f"plug-{plug}.qcow2", pi.folder / f"plug-{plug}.raw"
    subprocess.run(["qemu-img", "convert", "-O", "raw", str(copy), str(raw)], check=True)
    copy.unlink()
    return raw


def _found_on(pi: VirtualPi, raw: Path) -> str:
    """What the installed companion finds on a card; on a copy, for it mends what it opens."""
    copy, root = raw.with_suffix(".look"), (pi.folder / "root").resolve()
    place = Path("/media") / f"card-{os.getpid()}"
    above = root / place.relative_to("/")
    above.mkdir(exist_ok=True)
    subprocess.run(["cp", "--sparse=always", str(raw), str(copy)], check=True)
    subprocess.run(["mount", "-o", "loop,noatime", str(copy), str(above)], check=True)
    python = ["/opt/companion/venv/bin/python", "/opt/virtual-pi/robot.py", str(place / "robot"), "look"]
    try:
        # It writes nothing outside the card.
        environment = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}
        done = subprocess.run(
            ["chroot", str(root), *python], capture_output=True, text=True, env=environment, check=False
        )
    finally:
        subprocess.run(["umount", str(above)], check=True)
        copy.unlink()
        above.rmdir()
    return done.stdout.partition(" ")[2].rstrip() if done.returncode == 0 else done.stderr[-300:]


# --- the whole Pi ----------------------------------------------------------------------------------


def _whole(pi: VirtualPi, player: Player, plugs: int, say: Callable[[str], None]) -> None:
    """One boot more than plugs: the last one only looks."""
    if not plugs:
        return
    pi.fresh_disk("whole")
    told = ""
    for boot in range(plugs + 1):
        pi.start()
        pi.until_up()
        pi.until_playing(600)
        pi.run("systemd-run -q bash /opt/virtual-pi/robot.sh")
        found = _line(pi, "AT", 1).rstrip("\r").partition(" ")[2]
        if boot:
            say(f"plug {player.pulled + 1} of the whole Pi: {player.judged(told, found)}")
        if boot < plugs:
            _line(pi, "ACK", random.randint(*ENTRIES))
            time.sleep(random.random())
        pi.pull_the_plug()
        told = _told(pi)[-1] if boot < plugs else ""
        raw = pi.folder / "whole.raw"
        subprocess.run(["qemu-img", "convert", "-O", "raw", str(pi.disk), str(raw)], check=True)
        if boot < plugs and not _is_sound(raw):
            player.damaged.append(player.pulled + 1)
        raw.unlink()


# --- what was told ---------------------------------------------------------------------------------


def _line(pi: VirtualPi, word: str, count: int) -> str:
    """The first line with this word once there are so many."""
    file = pi.folder / "told.log"

    def come() -> list[str]:
        whole = file.read_text(errors="replace").split("\n")[:-1]
        lines = [line for line in whole if line.startswith(word)]
        if pi.switched_off():
            raise Broken(f"it died: {(pi.folder / 'console.log').read_text(errors='replace')[-400:]}")
        return lines if len(lines) >= count else []

    return pi.wait(come, 900, f"no {word} came", every=0.1)[0]


def _told(pi: VirtualPi) -> list[str]:
    """The entries that were told, in whole lines."""
    lines = (pi.folder / "told.log").read_text(errors="replace").split("\n")[:-1]
    return [line.rstrip("\r").partition(" ")[2] for line in lines if line.startswith("ACK")]


def _compare(told: str, found: str) -> str:
    if found == told:
        return f"the same question, entry {found.split(' ')[1]}"
    try:
        game, entries, _question = told.split(" ", 2)
        game_now, entries_now, _question = found.split(" ", 2)
        # One more may have reached the disk without living to tell; it may also have begun the next game.
        if (game == game_now and int(entries_now) == int(entries) + 1) or (
            game != game_now and int(entries_now) == 0
        ):
            return f"one entry more than was told: {entries_now}"
    except ValueError:
        return f"LOST: told {told[:60]}, found {found}"
    return f"LOST: told {game} {entries}, found {game_now} {entries_now}"


def _is_sound(raw: Path) -> bool:
    """Whether the file system is sound once its journal was replayed, which is done to a copy of it."""
    copy = raw.with_suffix(".fsck")
    subprocess.run(["cp", "--sparse=always", str(raw), str(copy)], check=True)
    subprocess.run(["e2fsck", "-p", str(copy)], capture_output=True, check=False)
    done = subprocess.run(["e2fsck", "-fn", str(copy)], capture_output=True, check=False)
    copy.unlink()
    return done.returncode == 0

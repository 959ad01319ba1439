"""The plug pulled again and again while a robot plays: is what was told on the disk?

The robot writes a line after each entry is on the disk: to a file, or to the machine's second serial port.
Where it plays, two ways:

- *a card of its own*, in evenings of ten plugs. The installed program plays on a card that is mounted here,
  by this machine's kernel; the card is a program of QEMU's. It is stopped dead at any moment and its file
  copied as it is, which is what the plug would have left, and then goes on. The file is laid anew over the
  card of the evening before, in pieces of 512 bytes that are only remembered once the kernel has flushed:
  what it wrote and did not flush is gone, as on a card that lies about nothing. Each copy is then mounted,
  which replays its journal, and the installed companion says what it finds. The next evening goes on with
  what the last plug left.
- *the whole Pi* (a tenth of them, or as many as wished): booted up to the home screen, the robot playing
  beside it, killed, and booted again.

Every file system is looked at from outside, too, once its journal was replayed.
"""

import random
import shutil
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from tests.virtual_pi.machine import PATIENCE, Broken, VirtualPi

AN_EVENING = 10
ENTRIES = (1, 4)
"""How many more are told before the plug is pulled: somewhere between these, and then any moment."""
CARD_MB = 128
LONGEST_ENTRY_SECONDS = 300
_ROBOT = ("/opt/companion/venv/bin/python", "/opt/virtual-pi/robot.py")
# It writes nothing outside the card.
_BARE = {"PATH": "/usr/sbin:/usr/bin:/sbin:/bin", "PYTHONDONTWRITEBYTECODE": "1"}


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
    told: list[str] = []
    with _robot_on_a_card(pi) as (card, lines):
        _line(lines, "AT", 1)
        for plug in range(1, plugs + 1):
            _line(lines, "ACK", len(_told(lines)) + random.randint(*ENTRIES))
            time.sleep(random.random() / 2)
            with _stopped_dead(card):
                shutil.copyfile(pi.folder / "card.qcow2", pi.folder / f"plug-{plug}.qcow2")
                told.append(_told(lines)[-1])
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


@contextmanager
def _robot_on_a_card(pi: VirtualPi) -> Iterator[tuple[subprocess.Popen[bytes], Path]]:
    """A card that can be stopped, mounted for the installed program; and the file in which a robot tells."""
    root = (pi.folder / "root").resolve()
    over, front = pi.folder / "card.qcow2", pi.folder / "card"
    place, lines = root / "media/card", root / "root/told.log"
    create = ["qemu-img", "create", "-q", "-f", "qcow2", "-o", "cluster_size=512", "-F", "raw"]
    subprocess.run([*create, "-b", str(pi.folder / "card.raw"), str(over)], check=True)
    front.touch()
    place.mkdir(exist_ok=True)
    lines.unlink(missing_ok=True)
    with ExitStack() as afterwards:
        afterwards.callback(lines.unlink, missing_ok=True)
        nodes = ["--blockdev", f"driver=file,node-name=file,filename={over},cache.direct=on"]
        nodes += ["--blockdev", "driver=qcow2,node-name=card,file=file,cache.direct=on"]
        export = ["--export", f"type=fuse,id=front,node-name=card,mountpoint={front},writable=on"]
        card = subprocess.Popen(["qemu-storage-daemon", *nodes, *export])
        afterwards.callback(_end, card)
        end = time.monotonic() + 30
        while not front.stat().st_size:
            if card.poll() is not None or time.monotonic() > end:
                raise Broken("there is no card: this takes /dev/fuse")
            time.sleep(0.05)
        loop = _said("losetup", "-f", "--show", "--direct-io=on", str(front))
        afterwards.callback(_said, "losetup", "-d", loop)
        _said("mount", "-o", "noatime", loop, str(place))
        afterwards.callback(_said, "umount", str(place))
        command = ["chroot", str(root), *_ROBOT, "/media/card/robot", "play", "/told.log"]
        robot = subprocess.Popen(command, env=_BARE)
        afterwards.callback(_end, robot)
        yield card, lines


@contextmanager
def _stopped_dead(process: subprocess.Popen[bytes]) -> Iterator[None]:
    """It does nothing meanwhile, as if the plug had just been pulled; then it goes on."""
    process.send_signal(signal.SIGSTOP)
    try:
        yield
    finally:
        process.send_signal(signal.SIGCONT)


def _end(process: subprocess.Popen[bytes]) -> None:
    process.terminate()
    process.wait()


def _said(*command: str) -> str:
    return subprocess.run(command, check=True, capture_output=True, text=True).stdout.strip()


def _whole_card(pi: VirtualPi, plug: int) -> Path:
    """What a plug left, with what was on the card before."""
    copy, raw = pi.folder / f"plug-{plug}.qcow2", pi.folder / f"plug-{plug}.raw"
    subprocess.run(["qemu-img", "convert", "-O", "raw", str(copy), str(raw)], check=True)
    copy.unlink()
    return raw


def _found_on(pi: VirtualPi, raw: Path) -> str:
    """What the installed companion finds on a card; on a copy, for it mends what it opens."""
    copy, root = raw.with_suffix(".look"), (pi.folder / "root").resolve()
    place = root / "media/card"
    subprocess.run(["cp", "--sparse=always", str(raw), str(copy)], check=True)
    subprocess.run(["mount", "-o", "loop,noatime", str(copy), str(place)], check=True)
    try:
        command = ["chroot", str(root), *_ROBOT, "/media/card/robot", "look"]
        done = subprocess.run(command, capture_output=True, text=True, env=_BARE, check=False)
    finally:
        subprocess.run(["umount", str(place)], check=True)
        copy.unlink()
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
        lines = pi.folder / "told.log"
        found = _line(lines, "AT", 1).rstrip("\r").partition(" ")[2]
        if boot:
            say(f"plug {player.pulled + 1} of the whole Pi: {player.judged(told, found)}")
        if boot < plugs:
            _line(lines, "ACK", random.randint(*ENTRIES))
            time.sleep(random.random())
        pi.pull_the_plug()
        told = _told(lines)[-1] if boot < plugs else ""
        raw = pi.folder / "whole.raw"
        subprocess.run(["qemu-img", "convert", "-O", "raw", str(pi.disk), str(raw)], check=True)
        if boot < plugs and not _is_sound(raw):
            player.damaged.append(player.pulled + 1)
        raw.unlink()


# --- what was told ---------------------------------------------------------------------------------


def _line(file: Path, word: str, count: int) -> str:
    """The first line with this word once there are so many."""
    end = time.monotonic() + LONGEST_ENTRY_SECONDS * PATIENCE
    while True:
        told = file.read_text(errors="replace") if file.exists() else ""
        lines = [line for line in told.split("\n")[:-1] if line.startswith(word)]
        if len(lines) >= count:
            return lines[0]
        if time.monotonic() > end:
            raise Broken(f"no {word} came; last: {told[-200:]}")
        time.sleep(0.05)


def _told(file: Path) -> list[str]:
    """The entries that were told, in whole lines."""
    lines = file.read_text(errors="replace").split("\n")[:-1]
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

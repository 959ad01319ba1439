"""The card image: made by `./run image` and started, for arm64 in a QEMU of that kind, or in a container.

The image it is made from is a stand-in for Raspberry Pi OS Lite (`stand_in.sh`): for arm64, or for this
machine's own processor, which takes minutes where the other takes an hour.
"""

import json
import subprocess
import time
from collections.abc import Callable
from pathlib import Path

from tests.virtual_pi.container import Container
from tests.virtual_pi.machine import WHO_PLAYS, Broken, VirtualPi

PROJECT = Path(__file__).parents[2]


class ArmPi(VirtualPi):
    """A machine with the processor of a Pi 5, and with a screen; it has no pins, no camera, no sound."""

    @property
    def installed(self) -> Path:
        return self.folder / "companion.img"

    def _processor(self, *, wound: bool) -> list[str]:
        if wound:
            raise Broken("only the other machine has a clock that can be wound")
        command = ["qemu-system-aarch64", "-machine", "virt", "-cpu", "cortex-a76", "-smp", "2"]
        return [*command, "-accel", "tcg,thread=multi"]

    def _kernel(self, words: str) -> list[str]:
        line = f"root=/dev/vda2 rw console=ttyAMA0 quiet {words}"
        files = ["-kernel", str(self.folder / "vmlinuz-arm64"), "-initrd", str(self.folder / "initrd-arm64")]
        return [*files, "-append", line.strip()]

    def _around(self) -> list[str]:
        return []


class CardInAContainer(Container):
    """What lies on the second partition, started without its kernel."""

    def fresh_disk(self, name: str) -> None:
        self.pull_the_plug()
        self._unmount()
        image = self.folder / f"{name}.img"
        subprocess.run(["cp", "--sparse=always", str(self.folder / "companion.img"), str(image)], check=True)
        told = subprocess.run(["sfdisk", "-J", str(image)], capture_output=True, text=True, check=True)
        second = json.loads(told.stdout)["partitiontable"]["partitions"][1]
        place = f"loop,offset={second['start'] * 512},sizelimit={second['size'] * 512}"
        self.root.mkdir(exist_ok=True)
        subprocess.run(["mount", "-o", place, str(image), str(self.root)], check=True)
        self.lend_a_screen()


def run(folder: Path, say: Callable[[str], None], *, as_it_is: bool, in_a_container: bool) -> int:
    """0 when the image was made, started, and showed its home screen."""
    pi = CardInAContainer(folder) if in_a_container else ArmPi(folder)
    if not as_it_is:
        begun = time.monotonic()
        stand_in = ["bash", str(Path(__file__).parent / "stand_in.sh"), str(folder)]
        subprocess.run([*stand_in, *(["native"] if in_a_container else [])], check=True)
        say(f"the stand-in was made in {time.monotonic() - begun:.0f} s")
        made = folder / "companion.img"
        made.unlink(missing_ok=True)
        begun = time.monotonic()
        image = [str(PROJECT / "run"), "image", str(folder / "stand-in.img"), str(made)]
        if subprocess.run(image, check=False).returncode:
            raise Broken("./run image failed")
        say(f"the image was made in {time.monotonic() - begun:.0f} s, {made.stat().st_size >> 20} MB")
    pi.fresh_disk("card")
    try:
        return _first_start(pi, say)
    finally:
        pi.close()


def _first_start(pi: VirtualPi, say: Callable[[str], None]) -> int:
    # Raspberry Pi OS fills the card at its first start; the stand-in has to be told.
    if not isinstance(pi, Container):
        subprocess.run(["qemu-img", "resize", "-q", str(pi.disk), "+1G"], check=True)
    switched_on = time.monotonic()
    pi.start()
    say(f"commands are answered after {pi.until_up(1800):.0f} s")
    if not isinstance(pi, Container):
        pi.get("echo ', +' | sfdisk -q -N 2 --force --no-reread /dev/vda; partx -u /dev/vda")
        pi.get("resize2fs /dev/vda2")
    pi.until_playing(1800)
    began = time.monotonic() - switched_on
    said = pi.until_screen_says("New game", 300)
    pi.shot("card-image")
    say(f"{pi.get('uname -m')}, {pi.get('. /etc/os-release; echo $PRETTY_NAME')}")
    say(f"home screen {began:.0f} s after it was switched on, {pi.state('NRestarts')} restarts: {said[:80]}")
    failed = pi.get("systemctl list-units --failed --plain --no-legend")
    say(f"failed units: {failed or 'none'}")
    begun = time.monotonic()
    pi.tap(567, 97)
    said = pi.until_screen_says(WHO_PLAYS, 120)
    say(f"a tap on New game was answered within {time.monotonic() - begun:.0f} s: {said[:60]}")
    doctor = pi.run("companion doctor", seconds=600)
    say(doctor.out.strip())
    return 1 if "BAD" in doctor.out or pi.state("NRestarts") != "0" else 0

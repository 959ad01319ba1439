"""Plugs and power buttons."""

import time

from tests.virtual_pi.machine import Broken, VirtualPi
from tests.virtual_pi.table import check


@check("power button", "the board's own button switches off cleanly; nothing is held against the companion")
def button(pi: VirtualPi) -> str:
    begun = time.monotonic()
    pi.monitor.do("system_powerdown")
    pi.wait(pi.switched_off, 180, "it is still on")
    seconds = time.monotonic() - begun
    pi.start()
    pi.until_up()
    pi.until_playing()
    if pi.run("dmesg | grep -q 'recovery complete'").code == 0:
        raise Broken("the file system had to be recovered")
    count = pi.get("cut -d' ' -f1 /var/lib/companion/starts.failed")
    if count != "1":
        raise Broken(f"{count} starts counted")
    return f"off after {seconds:.0f} s, file system clean"


@check("no network at boot", "the home screen waits for none", begin="off")
def offline(pi: VirtualPi) -> str:
    # A card without a cable: whatever waits for an address waits in vain.
    pi.start(more=("-nic", "user,model=virtio-net-pci,id=n0"))
    pi.monitor.do("set_link", name="n0", up=False)
    pi.until_up()
    pi.until_playing()
    pi.until_screen_says("New game", 60)
    began = int(pi.state("ActiveEnterTimestampMonotonic")) / 1e6
    return f"with {pi.get('ls /sys/class/net')}: home screen {began:.0f} s after the kernel"

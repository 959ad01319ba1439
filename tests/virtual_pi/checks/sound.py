"""A sound card that is slow to come up."""

from tests.virtual_pi.machine import VirtualPi
from tests.virtual_pi.table import check

CONTINUE = (567.0, 97.0)
DRIVER = "/sys/bus/pci/drivers/snd_hda_intel"


@check("sound card late", "none at the start: a later cue is heard all the same")
def late(pi: VirtualPi) -> str:
    card = pi.get("basename $(readlink -f /sys/class/sound/card0/device)")
    pi.get(f"systemctl stop companion; echo {card} >{DRIVER}/unbind")
    pi.get("bash /opt/virtual-pi/game.sh 30", seconds=300)
    pi.until_playing()
    pi.until_screen_says("Continue", 60)
    pi.wait(lambda: "no sound" in pi.journal(), 60, "nobody missed the card")
    pi.get(f"echo {card} >{DRIVER}/bind")
    pi.tap(*CONTINUE)

    def heard() -> bool:
        pi.press()  # confirms what is asked: sooner or later it is somebody else's turn
        return pi.run(f"ls -l /proc/{pi.pid()}/fd | grep -q /dev/snd/").code == 0

    pi.wait(heard, 180, "no cue opened the card", every=3)
    return "missed at the start, opened by a cue once it was there"

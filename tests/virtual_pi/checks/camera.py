"""The camera: unplugged, on another port, of a wrong number."""

from tests.virtual_pi.machine import Broken, VirtualPi
from tests.virtual_pi.table import check

DRIVER = "/sys/bus/platform/drivers/vivid"


@check("wrong camera number", "home and doctor agree that it is missing")
def wrong(pi: VirtualPi) -> str:
    pi.get("""sed -i 's/^#*source = .*/source = "webcam:7"/' /etc/companion/config.toml""")
    pi.restart()
    home = pi.until_screen_says("camera", 60)
    home = pi.until_screen_says("missing|not there|cannot", 60)
    doctor = next(
        line for line in pi.run("companion doctor", seconds=300).out.splitlines() if "camera" in line
    )
    if doctor.startswith("ok"):
        raise Broken(f"home: {home}; doctor: {doctor}")
    return f"home: “{home[home.lower().index('camera') - 4 :][:60]}”; {doctor}"


@check("webcam unplugged and back", "said, and found again by itself")
def unplugged(pi: VirtualPi) -> str:
    pi.get(f"echo vivid.0 >{DRIVER}/unbind")
    pi.until_screen_says("camera is gone|missing|camera", 90)
    pi.get(f"echo vivid.0 >{DRIVER}/bind")
    pi.until_screen_says("calibrating", 120)
    if int(pi.state("NRestarts")):
        raise Broken(f"{pi.state('NRestarts')} restarts")
    return "home asks for calibrating again, no restart"


@check("webcam on another port", "found after a reboot where it has another number", begin="off")
def port(pi: VirtualPi) -> str:
    pi.start()
    pi.until_up()
    pi.get("mkdir -p /etc/virtual-pi; echo 3 >/etc/virtual-pi/camera-number; sync")
    pi.pull_the_plug()
    pi.start()
    pi.until_up()
    pi.until_playing()
    devices = pi.get("ls /dev/video*")
    said = pi.until_screen_says("calibrating", 240)
    return f"{devices}: {said[-60:]}"

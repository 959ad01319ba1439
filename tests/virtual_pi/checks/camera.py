"""The camera: unplugged, on another port, of a wrong number."""

from tests.virtual_pi.machine import Broken, VirtualPi
from tests.virtual_pi.table import check

DRIVER = "/sys/bus/platform/drivers/vivid"
ONE_CAMERA = "n_devs=1 node_types=0x1 num_inputs=1 input_types=0x0"
GONE = "no webcam|was unplugged"


@check("wrong camera number", "home and doctor agree that it is missing")
def wrong(pi: VirtualPi) -> str:
    pi.get("""sed -i 's/^#*source = .*/source = "webcam:7"/' /etc/companion/config.toml""")
    pi.restart()
    home = pi.until_screen_says("no webcam", 60)
    done = pi.run("companion doctor", seconds=300)
    doctor = next(line for line in done.out.splitlines() if " camera " in line)
    if not doctor.startswith("BAD") or done.code != 1:
        raise Broken(f"home: {home}; doctor: {doctor}, exit {done.code}")
    return f"home: “{home[home.lower().index('no webcam') - 9 :][:40]}…”; doctor, exit 1: {doctor}"


@check("webcam unplugged and back", "said, and found again by itself, on another port, too")
def unplugged(pi: VirtualPi) -> str:
    pi.get(f"echo vivid.0 >{DRIVER}/unbind")
    pi.until_screen_says(GONE, 90)
    pi.get(f"echo vivid.0 >{DRIVER}/bind")
    pi.until_screen_says("calibrating", 120)
    pi.get("modprobe -r vivid")
    pi.until_screen_says(GONE, 90)
    pi.get(f"modprobe vivid {ONE_CAMERA} vid_cap_nr=3")
    pi.until_screen_says("calibrating", 120)
    if int(pi.state("NRestarts")):
        raise Broken(f"{pi.state('NRestarts')} restarts")
    return f"home asks for calibrating again, by {pi.get('ls /dev/video*')}, too; no restart"


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

"""Getting it onto a Pi, and off again."""

import time

from tests.virtual_pi.machine import Broken, VirtualPi
from tests.virtual_pi.table import check

DROP_INS = "/etc/systemd/system/companion.service.d"
"""What the virtual Pi needs other than a real one."""
NO_NETWORK = "env PIP_NO_INDEX=1 PIP_FIND_LINKS=/root/wheels"


@check("install in a chroot", "`./run install --no-start` works as an image builder runs it", begin="nothing")
def in_a_chroot(pi: VirtualPi) -> str:
    code = (pi.folder / "install-in-chroot.rc").read_text().strip()
    last = (pi.folder / "install-in-chroot.log").read_text().strip().splitlines()[-1]
    if code != "0":
        raise Broken(f"exit code {code}: {last}")
    return last


@check("first boot", "a Pi that was never on before comes up at the home screen by itself")
def first_boot(pi: VirtualPi) -> str:
    began = int(pi.state("ActiveEnterTimestampMonotonic")) / 1e6
    restarts = pi.state("NRestarts")
    if restarts != "0":
        raise Broken(f"{restarts} restarts")
    return f"home screen {began:.0f} s after the kernel (without KVM), no restart"


@check("install again", "an update by `./run install` keeps games and config and plays on", anywhere=True)
def again(pi: VirtualPi) -> str:
    before = pi.get("bash /opt/virtual-pi/game.sh 40", seconds=300)
    pi.until_playing()
    pi.get("echo '# mine' >>/etc/companion/config.toml; cd /root/marrakesh && ./run install", seconds=600)
    pi.until_playing()
    pi.until_screen_says("Continue", 60)
    pi.get("tail -n 1 /etc/companion/config.toml | grep -q mine")
    pi.get("systemctl stop companion")
    after = pi.get(
        "bash /opt/virtual-pi/as-companion.sh python /opt/virtual-pi/robot.py /var/lib/companion look"
    )
    if before.splitlines()[-1] != after.splitlines()[-1]:
        raise Broken(f"before: {before}; after: {after}")
    return "the same question, the same config, home offers to continue"


@check(
    "upgrade and roll back",
    "from the previous commit in mid-game, and back by one command: the same question",
    anywhere=True,
)
def upgraded(pi: VirtualPi) -> str:
    question = "bash /opt/virtual-pi/as-companion.sh python /opt/virtual-pi/robot.py /var/lib/companion look"
    older = """sed -i 's/^__version__ = .*/__version__ = "0.0.1"/' companion/__init__.py"""
    pi.get(f"cd /root/previous && {older} && ./run install", seconds=900)
    pi.until_playing()
    before = pi.get("bash /opt/virtual-pi/game.sh 40", seconds=300).splitlines()[-1]
    pi.until_playing()
    begun = time.monotonic()
    pi.get("cd /root/marrakesh && ./run install", seconds=900)
    pi.until_playing()
    pi.until_screen_says("Continue", 90)
    upgrade = time.monotonic() - begun
    if "0.0.1" in pi.get("companion --version"):
        raise Broken("the old program is still there")
    pi.get("systemctl stop companion")
    between = pi.get(question, seconds=300).splitlines()[-1]
    begun = time.monotonic()
    pi.get("/opt/companion/app/run rollback", seconds=900)
    pi.until_playing()
    pi.until_screen_says("Continue", 90)
    back = time.monotonic() - begun
    if "0.0.1" not in pi.get("companion --version"):
        raise Broken("the new program is still there")
    pi.get("systemctl stop companion")
    after = pi.get(question, seconds=300).splitlines()[-1]
    if not before == between == after:
        raise Broken(f"before: {before}; upgraded: {between}; back: {after}")
    return f"the same question after both; upgraded in {upgrade:.0f} s, back in {back:.0f} s"


@check("uninstall", "the console has its login back at once; games stay; nothing else does")
def away(pi: VirtualPi) -> str:
    pi.get("bash /opt/virtual-pi/game.sh 10", seconds=300)
    pi.until_playing()
    pi.get("cd /root/marrakesh && ./run uninstall", seconds=300)
    pi.wait(lambda: pi.state("ActiveState", "getty@tty1") == "active", 30, "no login on tty1")
    left = pi.get(
        "find / -xdev -iname '*companion*' -not -path '/root/*' -not -path '/usr/*' -not -path '/proc/*'"
        " -not -path '/opt/virtual-pi/*' -not -path '/var/lib/companion/*' -not -path '/var/log/*'"
    )
    left = " ".join(line for line in left.splitlines() if "systemd/timers" not in line)
    pi.get("test -s /var/lib/companion/companion.db")
    pi.until_screen_says("login", 30)
    return f"login on the screen; left: {left}"


@check("uninstall --purge", "nothing at all is left", anywhere=True)
def purged(pi: VirtualPi) -> str:
    pi.get(f"cp -r {DROP_INS} /root/stand-ins; cd /root/marrakesh && ./run uninstall --purge", seconds=300)
    left = pi.get(
        "ls -d /opt/companion /etc/companion /var/lib/companion /usr/local/bin/companion 2>/dev/null || true"
    )
    users = pi.run("id companion").out
    if left or users:
        raise Broken(f"left: {left} {users}")
    pi.get(f"cp -r /root/stand-ins {DROP_INS}; cd /root/marrakesh && {NO_NETWORK} ./run install", seconds=900)
    pi.until_playing()
    pi.until_screen_says("New game", 60)
    return "folders and user gone; installed once more, it plays"

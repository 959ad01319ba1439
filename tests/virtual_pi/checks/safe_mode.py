"""Three starts in a row that died, of whatever, lead to a companion that can be played with."""

import time

from tests.virtual_pi.machine import WHO_PLAYS, Broken, VirtualPi
from tests.virtual_pi.table import check

KEPT = "/var/lib/companion"


@check(
    "dies while starting",
    "three deaths in a row lead to safe mode, which says so and how to leave it",
    anywhere=True,
)
def deaths(pi: VirtualPi) -> str:
    # Kills whatever is started, three times, as soon as it is there.
    begun = time.monotonic()
    pi.get("bash /opt/virtual-pi/die.sh 3", seconds=400)
    return _in_safe_mode(pi, begun)


@check(
    "spoiled at start",
    "a calibration, a config, a store full of rubbish: home screen all the same",
    anywhere=True,
)
def rubbish(pi: VirtualPi) -> str:
    pi.get("bash /opt/virtual-pi/game.sh 20", seconds=300)
    pi.until_playing()
    seen = []
    for what, spoil in (
        ("calibration", f"head -c 5000 /dev/urandom >{KEPT}/calibration.json"),
        ("config", "head -c 500 /dev/urandom >/etc/companion/config.toml"),
        ("store", f"head -c 20000 /dev/urandom >{KEPT}/companion.db; rm -f {KEPT}/companion.db-*"),
    ):
        pi.get(f"systemctl stop companion; {spoil}; systemctl start --no-block companion")
        time.sleep(1)
        pi.until_playing()
        if int(pi.state("NRestarts")):
            raise Broken(f"{what}: {pi.state('NRestarts')} restarts; {pi.journal()[-600:]}")
        pi.until_screen_says("New game", 60)
        seen.append(what)
    return f"{', '.join(seen)}: no restart"


@check(
    "safe mode told",
    "after its first minute, too: on the screen, by the doctor, and left by a restart",
    anywhere=True,
)
def told(pi: VirtualPi) -> str:
    pi.get(
        f"systemctl stop companion; printf 4 >{KEPT}/starts.failed; chown companion: {KEPT}/starts.failed;"
        " systemctl start --no-block companion"
    )
    pi.until_playing()
    pi.until_screen_says("Safe mode", 60)
    pi.wait(lambda: pi.run(f"test -e {KEPT}/starts.failed").code != 0, 240, "never forgiven")
    pi.until_screen_says("Safe mode", 30)
    doctor = pi.run("companion doctor", seconds=300).out
    if "safe mode" not in doctor:
        raise Broken(f"the doctor does not say so: {doctor}")
    pi.restart()
    said = pi.read_screen()
    if "Safe mode" in said:
        raise Broken("still in safe mode after a restart")
    return "said by screen and doctor all the time; gone after a restart"


@check(
    "plug in the first minute", "four evenings switched off at once are no crash", begin="off", anywhere=True
)
def early_plugs(pi: VirtualPi) -> str:
    for _evening in range(4):
        pi.start()
        pi.until_up()
        pi.until_playing()
        time.sleep(2)
        pi.pull_the_plug()
    pi.start()
    pi.until_up()
    pi.until_playing()
    said = pi.until_screen_says("New game", 60)
    if "Safe mode" in said:
        raise Broken("safe mode")
    return f"marker: {pi.run(f'cut -c1-2 {KEPT}/starts.failed').out.strip()}; no safe mode"


def _in_safe_mode(pi: VirtualPi, begun: float) -> str:
    pi.until_playing()
    pi.until_screen_says("Safe mode", 120)
    seconds = time.monotonic() - begun
    pi.tap(567, 97)
    pi.until_screen_says(WHO_PLAYS, 30)
    return f"{seconds:.0f} s after the first death; a new game can be begun"

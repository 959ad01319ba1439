"""Starts, stops and hangs of the service."""

import time

from tests.virtual_pi.machine import WHO_PLAYS, Broken, VirtualPi
from tests.virtual_pi.table import check


@check("killed", "SIGKILL in mid-game: back at the same question", anywhere=True)
def killed(pi: VirtualPi) -> str:
    _in_a_game(pi)
    begun = time.monotonic()
    before = pi.pid()
    pi.get(f"kill -9 {before}")
    pi.wait(lambda: pi.pid() not in (0, before), 120, "it is not started again")
    pi.until_playing()
    pi.until_screen_says("Continue", 60)
    return f"home offers to continue {time.monotonic() - begun:.0f} s later"


@check("frozen", "a frame loop that hangs is ended by the watchdog", anywhere=True)
def frozen(pi: VirtualPi) -> str:
    begun = time.monotonic()
    before = pi.pid()
    pi.get(f"kill -STOP {before}")
    pi.wait(lambda: pi.pid() not in (0, before), 180, "it hangs on")
    pi.until_playing()
    pi.until_screen_says("New game|Continue", 60)
    return f"home again after {time.monotonic() - begun:.0f} s, of which the watchdog waits 20"


@check(
    "no picture",
    "before the first, after the last and between starts that failed the console says what comes",
)
def no_picture(pi: VirtualPi) -> str:
    pi.get("systemctl stop companion")
    ended = pi.until_screen_says("has ended", 60)
    marker = "/var/lib/companion/starts.failed"
    pi.get(f"printf '3 %s' $(cat /proc/sys/kernel/random/boot_id) >{marker}; chown companion: {marker}")
    pi.get("systemctl start --no-block companion")
    failed = pi.until_screen_says("went wrong", 60)
    pi.shot("no-picture")
    starting = pi.until_screen_says("is starting", 60)
    return f"“{ended[:60]}”; “{failed[:80]}”; “{starting[:30]}”"


@check("stopped", "SIGTERM ends it soon and counts as no failed start", anywhere=True)
def stopped(pi: VirtualPi) -> str:
    begun = time.monotonic()
    pi.get("systemctl stop companion")
    seconds = time.monotonic() - begun
    pi.get("test ! -e /var/lib/companion/starts.failed")
    if pi.state("Result") != "success":
        raise Broken(pi.state("Result"))
    return f"{seconds:.1f} s"


@check(
    "doctor while playing",
    "what the companion holds is “in use”, and nothing of it is called broken",
    anywhere=True,
)
def doctor(pi: VirtualPi) -> str:
    done = pi.run("companion doctor", seconds=300)
    if "in use by the companion" not in done.out or "BAD" in done.out:
        raise Broken(done.out + done.err)
    return f"exit {done.code}: screen in use by the companion, nothing BAD"


@check("doctor while stopped", "it opens screen, pins and camera itself, and finds them well")
def alone(pi: VirtualPi) -> str:
    pi.get("systemctl stop companion", seconds=200)
    done = pi.run("env GPIOZERO_PIN_FACTORY=lgpio companion doctor", seconds=300)
    bad = [line for line in done.out.splitlines() if line.startswith("BAD")]
    # On a busy host a screen takes longer to open than the doctor waits.
    if any("did not answer" not in line for line in bad):
        raise Broken(done.out)
    return f"exit {done.code}: {'; '.join(bad) or 'nothing BAD'}"


@check("two companions", "a second one says that the first plays, and leaves it alone", anywhere=True)
def two(pi: VirtualPi) -> str:
    before = pi.pid()
    done = pi.run(
        "bash /opt/virtual-pi/as-companion.sh env SDL_VIDEODRIVER=dummy"
        " timeout 60 companion play --camera none --data /var/lib/companion",
        seconds=120,
    )
    if done.code in (0, 124):
        raise Broken(f"exit {done.code}: {done.out} {done.err}")
    if pi.pid() != before or pi.state("ActiveState") != "active":
        raise Broken("the first one was disturbed")
    pi.tap(567, 97)
    pi.until_screen_says(WHO_PLAYS, 30)
    pi.get("systemctl restart companion; sleep 2", seconds=200)
    pi.until_playing()
    count = pi.run("cat /var/lib/companion/starts.failed").out.split()
    if count and int(count[0]) > 1:
        raise Broken(f"counted as {count[0]} failed starts")
    return f"exit {done.code}: {done.err.strip().splitlines()[-1]}"


@check("clock in 2001 and 2039", "a Pi without a clock plays all the same", anywhere=True)
def clock(pi: VirtualPi) -> str:
    _in_a_game(pi)
    for year in (2001, 2039):
        pi.set_clock(f"{year}-02-03")
        pi.get("systemctl restart companion", seconds=200)
        pi.until_playing()
        pi.until_screen_says("Continue", 60)
        if int(pi.state("NRestarts")):
            raise Broken(f"{pi.state('NRestarts')} restarts in {year}")
    return "home offers to continue in both"


def _in_a_game(pi: VirtualPi) -> None:
    pi.get("bash /opt/virtual-pi/game.sh 30", seconds=300)
    pi.until_playing()

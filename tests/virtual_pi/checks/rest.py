"""Memory and wake-ups, at home and in play."""

import json
import time
from typing import Any

from tests.virtual_pi.machine import Broken, VirtualPi
from tests.virtual_pi.table import check

HOME_MB, PLAY_MB, WOKEN = 120.0, 180.0, 10.0


@check("memory at home", f"at most {HOME_MB:.0f} MB of its own")
def home(pi: VirtualPi) -> str:
    return _within(_owners(pi, 1), HOME_MB)


@check("wake-ups at rest", f"at most {WOKEN:.0f} a second once nobody touched it for two minutes")
def rest(pi: VirtualPi) -> str:
    time.sleep(150)
    told = _owners(pi, 30)
    if told["woken_a_second"] > WOKEN:
        raise Broken(f"{told['woken_a_second']} a second: {told['threads']}")
    return f"{told['woken_a_second']} a second: {told['threads']}"


def _owners(pi: VirtualPi, seconds: int) -> dict[str, Any]:
    told: dict[str, Any] = json.loads(
        pi.get(f"python3 /opt/virtual-pi/owners.py {pi.pid()} {seconds}", seconds=seconds + 120)
    )
    return told


def _within(told: dict[str, Any], limit: float) -> str:
    seen = f"{told['anonymous_mb']} MB of its own ({told['owners_mb']}), {told['resident_mb']} resident"
    if told["anonymous_mb"] > limit:
        raise Broken(seen)
    return seen

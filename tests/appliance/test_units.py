"""The units: clean, tight, and able to reach what the table needs.

`systemd-analyze` judges them where it is installed; what it would say of keys and hardening is looked at in
the files as well, so that a machine without systemd proves something too.
"""

import re
import shutil
import subprocess
from pathlib import Path

import pytest

from companion.app import TICK_SECONDS

UNITS = Path(__file__).parents[2] / "systemd"
SERVICES = ["companion.service", "companion-desktop.service", "companion-photolog.service"]
OTHERS = ["companion-photolog.timer", "companion-desktop.path"]
MOST_EXPOSED = 2.5
LONGEST_HANG_SECONDS = 25
"""How long a picture that does not move may stand there before it is started anew."""
ANALYZE = shutil.which("systemd-analyze")

# Newer than the systemd 252 of Debian 12: it would only warn, and do without.
TOO_NEW_KEYS = {"RestartSteps", "RestartMaxDelaySec", "RestartMode", "ImportCredential", "MemoryZSwapMax"}
NEEDED_HARDENING = {
    "NoNewPrivileges": "yes",
    "ProtectSystem": "strict",
    "CapabilityBoundingSet": "",
    "PrivateTmp": "yes",
    "RestrictNamespaces": "yes",
    "SystemCallArchitectures": "native",
}


def _keys(name: str) -> list[tuple[str, str]]:
    text = (UNITS / name).read_text()
    return re.findall(r"^(\w+)=(.*)$", text, flags=re.MULTILINE)


def _values(name: str, key: str) -> list[str]:
    return [value for found, value in _keys(name) if found == key]


@pytest.mark.parametrize("name", SERVICES + OTHERS)
def test_a_unit_is_clean(name: str) -> None:
    keys = {key for key, _ in _keys(name)}
    assert not keys & TOO_NEW_KEYS
    if ANALYZE is not None:
        done = subprocess.run([ANALYZE, "verify", UNITS / name], capture_output=True, text=True, check=False)
        # An unknown key only warns, with exit code 0.
        assert (done.returncode, done.stderr, done.stdout) == (0, "", "")


@pytest.mark.parametrize("name", SERVICES)
def test_a_service_is_hardened(name: str) -> None:
    written = dict(_keys(name))
    assert NEEDED_HARDENING.items() <= written.items()
    assert written["User"] == "companion"
    if ANALYZE is not None:
        command = [
            ANALYZE,
            "security",
            "--offline=true",
            f"--threshold={MOST_EXPOSED * 10:.0f}",
            str(UNITS / name),
        ]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        assert done.returncode == 0, done.stdout
        found = re.search(r"Overall exposure level for \S+ ([\d.]+)", done.stdout)
        assert found is not None
        assert float(found[1]) <= MOST_EXPOSED


@pytest.mark.parametrize("name", SERVICES[:2])
def test_a_kiosk_reaches_screen_camera_pins_and_sound(name: str) -> None:
    allowed = " ".join(_values(name, "DeviceAllow"))
    for device in ("char-drm", "char-video4linux", "char-media", "char-gpiochip", "char-alsa"):
        assert f"{device} rw" in allowed
    (groups,) = _values(name, "SupplementaryGroups")
    assert {"video", "render", "gpio", "input"} <= set(groups.split())
    assert _values(name, "DevicePolicy") == ["closed"]


@pytest.mark.parametrize("name", SERVICES[:2])
def test_a_kiosk_is_watched_restarted_and_stopped_cleanly(name: str) -> None:
    assert _values(name, "Type") == ["notify"]
    (patience,), (last_words,) = _values(name, "WatchdogSec"), _values(name, "TimeoutAbortSec")
    assert int(patience) > 3 * TICK_SECONDS, "one sign of life that is late is no hang"
    assert int(patience) + int(last_words) <= LONGEST_HANG_SECONDS
    assert _values(name, "Restart") == ["always"]
    assert _values(name, "StartLimitIntervalSec") == ["0"]
    before = _values(name, "ExecStartPre")[-1]
    assert before.startswith("-"), "what only waits keeps nobody from playing"
    assert before.endswith("companion.appliance.service wait")
    assert _values(name, "KillMode") == ["mixed"]


@pytest.mark.parametrize("name", SERVICES)
def test_a_call_that_is_not_allowed_fails_and_does_not_kill(name: str) -> None:
    """NumPy asks for processors as it loads; a filter that kills would end the program there."""
    assert _values(name, "SystemCallErrorNumber") == ["EPERM"]


def test_the_kiosk_may_write_to_the_console_it_names() -> None:
    (named,) = [
        value for value in _values("companion.service", "Environment") if "COMPANION_CONSOLE" in value
    ]
    assert f"{named.partition('=')[2]} w" in _values("companion.service", "DeviceAllow")
    # By its group alone it may not: since Debian 13 a console has mode 0600.
    (user,) = _values("companion.service", "User")
    lent = f"+-/usr/bin/env chown {user} {named.partition('=')[2]}"
    assert _values("companion.service", "ExecStartPre")[0] == lent, "before the first sentence, and by root"
    assert "COMPANION_CONSOLE" not in (UNITS / "companion-desktop.service").read_text()


def test_every_exception_is_explained() -> None:
    """Each hardening switched off stands right under a comment that names it."""
    for name in SERVICES[:2]:
        lines = (UNITS / name).read_text().splitlines()
        for number, line in enumerate(lines):
            if re.match(r"(Protect|Private|Memory|Proc)\w+=(no|all)$", line):
                key = line.partition("=")[0]
                above = "\n".join(lines[max(0, number - 2) : number])
                assert f"# {key}" in above, f"{name}: {line} has no reason"


def test_the_screen_is_not_kept_waiting_by_a_network() -> None:
    assert "network" not in " ".join(_values("companion.service", "After"))


def test_the_photo_log_is_trimmed_by_time_since_boot() -> None:
    keys = dict(_keys("companion-photolog.timer"))
    assert keys["OnBootSec"] == "15min"
    assert keys["OnUnitActiveSec"] == "1d"
    assert "OnCalendar" not in keys
    assert any(
        "companion photolog trim" in command for command in _values("companion-photolog.service", "ExecStart")
    )


def test_the_user_is_in_every_group_the_kiosk_names() -> None:
    members = set(
        re.findall(r"^m companion (\w+)$", (UNITS / "companion.sysusers").read_text(), re.MULTILINE)
    )
    (groups,) = _values("companion.service", "SupplementaryGroups")
    assert members == set(groups.split())


def test_the_user_may_switch_off_and_nothing_else() -> None:
    rule = (UNITS / "polkit" / "50-companion.rules").read_text()
    actions = set(re.findall(r'"(org\.[\w.-]+)"', rule))
    assert actions == {f"org.freedesktop.login1.power-off{many}" for many in ("", "-multiple-sessions")}
    assert 'subject.user === "companion"' in rule

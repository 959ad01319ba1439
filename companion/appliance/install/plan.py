"""The steps of installing and of taking away, in their order."""

import re
import venv
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.appliance.install.data import CONFIG, DATA, UNIT_FOLDER, config_step, data_step, purge_step
from companion.appliance.install.machine import InstallError, Machine
from companion.appliance.install.packages import apt_step, pip_step
from companion.appliance.install.steps import (
    Step,
    never,
    put_file,
    put_link,
    put_text,
    put_tree,
    remove,
    remove_if_empty,
)
from companion.config.example import example

PROJECT = Path(__file__).parents[3]
PACKAGES = ("companion", "calibration", "vision", "hardware")
INSTALLER = ("systemd", "pyproject.toml", "run")
"""What stands beside the program, so that a version that was installed can install itself again."""
HOME = "/opt/companion"
BEFORE = f"{HOME}/before"
COMMAND = "/usr/local/bin/companion"
UNITS = (
    "companion.service",
    "companion-desktop.service",
    "companion-desktop.path",
    "companion-photolog.service",
    "companion-photolog.timer",
)
KIOSK = ("companion.service", "companion-photolog.timer")
DESKTOP = ("companion-desktop.path", "companion-photolog.timer")
SESSION = f"{UNIT_FOLDER}/companion-desktop.service.d/session.conf"
# Files of systemd/ and where each belongs.
PLACES = {
    "companion.sysusers": "/etc/sysusers.d/companion.conf",
    "companion.tmpfiles": "/etc/tmpfiles.d/companion.conf",
    "udev/60-companion.rules": "/etc/udev/rules.d/60-companion.rules",
    "polkit/50-companion.rules": "/etc/polkit-1/rules.d/50-companion.rules",
    **{unit: f"{UNIT_FOLDER}/{unit}" for unit in UNITS},
}
LAUNCHER = "#!{python}\nimport sys\n\nfrom companion.__main__ import main\n\nsys.exit(main())\n"


@dataclass(frozen=True)
class Wishes:
    """What the person asked for.

    desktop     the user whose session shows the companion; empty for a console
    data        where the games are kept
    packages    whether apt and pip are used; without, everything must be there already
    start       whether the service is started at once
    purge       when taking away: the games too
    """

    desktop: str = ""
    data: str = DATA
    packages: bool = True
    start: bool = True
    purge: bool = False


def install_steps(machine: Machine, wishes: Wishes) -> list[Step]:
    """Everything from packages to the running service."""
    home, config = machine.path(HOME), machine.path(CONFIG)
    python = home / "venv" / "bin" / "python"
    steps: list[Step] = []
    if wishes.packages and machine.live:
        steps.append(apt_step(machine))
    steps += [
        put_tree([PROJECT / name for name in (*PACKAGES, *INSTALLER)], home / "app", machine.path(BEFORE)),
        put_text(example(), config / "config.example.toml"),
        config_step(machine, wishes.data),
        Step(
            f"make the Python environment {home / 'venv'}", python.exists, lambda: _make_environment(machine)
        ),
        _path_step(home),
        put_text(
            LAUNCHER.format(python=f"{HOME}/venv/bin/python"), home / "venv" / "bin" / "companion", mode=0o755
        ),
    ]
    steps.append(put_link(machine.path(COMMAND), f"{HOME}/venv/bin/companion"))
    if wishes.packages and machine.live:
        steps.append(pip_step(machine, PROJECT, python))
    steps += [put_file(PROJECT / "systemd" / name, machine.path(place)) for name, place in PLACES.items()]
    steps += _drop_ins(machine, wishes)
    steps += _system_steps(machine, wishes)
    return steps


def uninstall_steps(machine: Machine, wishes: Wishes) -> list[Step]:
    """Everything away again; the games and the config stay unless `purge`."""
    steps: list[Step] = []
    installed = [unit for unit in UNITS if machine.path(f"{UNIT_FOLDER}/{unit}").exists()]
    if installed:
        now = ["--now"] if machine.running else []
        steps.append(
            Step(
                f"stop and disable {', '.join(installed)}",
                never,
                lambda: machine.systemctl("disable", *now, *installed),
            )
        )
    steps += [remove(machine.path(place)) for place in PLACES.values()]
    for unit in ("companion.service", "companion-desktop.service", "companion-photolog.service"):
        steps.append(remove(machine.path(f"{UNIT_FOLDER}/{unit}.d")))
    steps += [remove(machine.path(place)) for place in (COMMAND, HOME, f"{CONFIG}/config.example.toml")]
    if wishes.purge:
        steps += [remove(machine.path(CONFIG)), purge_step(machine, wishes.data)]
        if machine.live:
            steps.append(
                Step(
                    "remove the user companion",
                    lambda: not machine.answers(["id", "companion"]),
                    lambda: _ignore(machine.run(["userdel", "companion"])),
                )
            )
    steps.append(remove_if_empty(machine.path(CONFIG)))
    if installed and machine.running:
        steps.append(
            Step("let systemd read its units again", never, lambda: machine.systemctl("daemon-reload"))
        )
        steps.append(_login_step(machine))
    return steps


def _login_step(machine: Machine) -> Step:
    """The companion took the console from its login; with the companion gone nobody else gives it back."""
    unit = "getty@tty1.service"
    return Step(
        "give the console its login back",
        lambda: not machine.answers(["systemctl", "is-enabled", "-q", unit]),
        lambda: machine.systemctl("--no-block", "start", unit),
    )


def _make_environment(machine: Machine) -> None:
    venv.create(machine.path(HOME) / "venv", system_site_packages=True, with_pip=machine.live, symlinks=True)


def _path_step(home: Path) -> Step:
    """Lets the environment find the program."""

    def file() -> Path:
        found = sorted((home / "venv" / "lib").glob("python3.*/site-packages"))
        if not found:
            raise InstallError(f"{home / 'venv'} is not whole: remove it and install again")
        return found[-1] / "companion.pth"

    # Relative to the file, so that it holds in a staging folder too.
    text = "../../../../app\n"

    def done() -> bool:
        return any((home / "venv" / "lib").glob("python3.*/site-packages")) and (
            file().is_file() and file().read_text() == text
        )

    return Step(f"let {home / 'venv'} find the program", done, lambda: _ignore(file().write_text(text)))


def desktop_user(machine: Machine) -> str:
    """Whose desktop session shows the companion by now; empty on a console."""
    session = machine.path(SESSION)
    found = re.search(r"^User=(\S+)$", session.read_text(), re.MULTILINE) if session.is_file() else None
    return found[1] if found else ""


def _drop_ins(machine: Machine, wishes: Wishes) -> list[Step]:
    """What differs from house to house stands beside the units, never in them."""
    steps: list[Step] = []
    services = ("companion.service", "companion-desktop.service", "companion-photolog.service")
    for unit in services:
        file = machine.path(f"{UNIT_FOLDER}/{unit}.d/data.conf")
        if wishes.data == DATA:
            steps.append(remove(file))
        else:
            text = (
                "# The games have a place of their own; the rest of the card may be read-only.\n"
                f"[Unit]\nRequiresMountsFor={wishes.data}\n"
                f"[Service]\nEnvironment=COMPANION_DATA={wishes.data}\nReadWritePaths={wishes.data}\n"
            )
            steps.append(put_text(text, file))
    session = machine.path(SESSION)
    trimmer = machine.path(f"{UNIT_FOLDER}/companion-photolog.service.d/user.conf")
    if wishes.desktop:
        user, uid = wishes.desktop, _uid(wishes.desktop)
        text = (
            "# Whose desktop session shows the companion.\n"
            f"[Service]\nUser={user}\nEnvironment=XDG_RUNTIME_DIR=/run/user/{uid}\nBindPaths=/run/user/{uid}\n"
        )
        steps += [put_text(text, session), put_text(f"[Service]\nUser={user}\nGroup=\n", trimmer)]
    else:
        steps += [remove(session), remove(trimmer)]
    return steps


def _system_steps(machine: Machine, wishes: Wishes) -> list[Step]:
    enabled, other = (DESKTOP, KIOSK) if wishes.desktop else (KIOSK, DESKTOP)
    unwanted = [unit for unit in other if unit not in enabled]
    root = [] if machine.live else [f"--root={machine.root}"]
    steps = [
        Step(
            "make the user companion",
            lambda: _has_user(machine),
            lambda: _ignore(machine.run(["systemd-sysusers", *root, "companion.conf"])),
        ),
        data_step(machine, wishes.data, wishes.desktop or "companion", root),
        Step(
            f"enable {', '.join(enabled)}",
            lambda: (
                all(_enabled(machine, unit) for unit in enabled)
                and not any(_enabled(machine, u) for u in unwanted)
            ),
            lambda: _enable(machine, enabled, unwanted),
        ),
    ]
    if machine.running:
        steps.append(Step("let systemd and udev read their files again", never, lambda: _reload(machine)))
        if wishes.start:
            unit = "companion-desktop.path" if wishes.desktop else "companion.service"
            steps.append(Step(f"start {unit}", never, lambda: _start(machine, unit)))
    return steps


def _has_user(machine: Machine) -> bool:
    passwd = machine.path("/etc/passwd")
    return passwd.is_file() and any(line.startswith("companion:") for line in passwd.read_text().splitlines())


def _enabled(machine: Machine, unit: str) -> bool:
    return any(link.name == unit for link in machine.path(UNIT_FOLDER).glob("*.target.wants/*"))


def _enable(machine: Machine, enabled: Sequence[str], unwanted: Sequence[str]) -> None:
    if unwanted:
        # One that goes on waiting for a desktop would end the companion on the console at every chance.
        machine.systemctl("disable", *(["--now"] if machine.running else []), *unwanted)
    machine.systemctl("enable", *enabled)


def _start(machine: Machine, unit: str) -> None:
    machine.systemctl("--no-block", "restart", unit, "companion-photolog.timer")
    if unit in DESKTOP:
        # The path only ever starts the service: one that runs is still the old program.
        machine.systemctl("--no-block", "try-restart", "companion-desktop.service")


def _reload(machine: Machine) -> None:
    machine.systemctl("daemon-reload")
    # Where no udev runs, as in a container, its rules are read at the next boot.
    if machine.answers(["udevadm", "control", "--reload"]):
        machine.run(["udevadm", "trigger", "--subsystem-match=backlight", "--subsystem-match=dma_heap"])


def _uid(user: str) -> int:
    import pwd

    try:
        return pwd.getpwnam(user).pw_uid
    except KeyError:
        raise InstallError(f'there is no user "{user}" on this machine: give the one who logs in') from None


def _ignore(_: object) -> None:
    """For steps whose command prints something."""

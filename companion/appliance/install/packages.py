"""What comes from apt, and the little that comes from the Python package index.

On a Pi the camera's library, a pygame that can draw without a desktop, and the pins' library only come from
apt (the index's pygame has no KMS/DRM, its lgpio is broken for some Pythons). So the program's environment
sees the system's packages, and pip adds only what apt's are too old for.
"""

import re
import sys
import tomllib
from importlib import metadata
from pathlib import Path

from companion.appliance.install.machine import InstallError, Machine
from companion.appliance.install.steps import Step

NEEDED = (
    "python3-venv",
    "python3-pip",
    "python3-numpy",
    "python3-opencv",
    "python3-pygame",
    "python3-gpiozero",
    "python3-platformdirs",
)
WISHED = {
    "python3-picamera2": "the Pi's own camera; a webcam works without",
    "python3-lgpio": "the pins; without them the touchscreen does it all",
    "polkitd": "switching off from the menu",
    "espeak-ng": "scores read aloud",
}


def apt_step(machine: Machine) -> Step:
    """Installs the packages that are missing; those that this system does not have are done without."""

    def missing() -> list[str]:
        return [name for name in (*NEEDED, *WISHED) if not _installed(machine, name)]

    def do() -> None:
        machine.run(["apt-get", "update", "-q"])
        wanted = [
            name for name in missing() if name in NEEDED or machine.answers(["apt-cache", "show", name])
        ]
        machine.run(["env", "DEBIAN_FRONTEND=noninteractive", "apt-get", "install", "-y", "-q", *wanted])

    def done() -> bool:
        return not any(name in NEEDED or machine.answers(["apt-cache", "show", name]) for name in missing())

    return Step(f"install with apt what is missing of: {', '.join((*NEEDED, *WISHED))}", done, do)


def pip_step(machine: Machine, project: Path, python: Path) -> Step:
    """Adds to the environment what apt's packages are too old for."""

    def do() -> None:
        command = [str(python), "-m", "pip", "install", "-q", "--disable-pip-version-check"]
        # Packages of the system were built against its NumPy; another first number would break them.
        numpy = machine.run([str(python), "-c", "import numpy; print(numpy.__version__)"]).strip()
        keep = [f"numpy<{int(numpy.partition('.')[0]) + 1}"]
        # Only these: pip would not know apt's OpenCV under its name, and fetch another beside it.
        lacking = machine.run([str(python), "-c", _TELL, *requirements(project)]).splitlines()
        machine.run([*command, *lacking, *keep])

    def done() -> bool:
        return machine.answers([str(python), "-c", _CHECK, *requirements(project)])

    return Step("install with pip what apt's packages are too old for", done, do)


def requirements(project: Path) -> list[str]:
    """What the program needs to run, as `pyproject.toml` says. Windows of OpenCV are never opened here."""
    content = tomllib.loads((project / "pyproject.toml").read_text())
    needed: list[str] = content["project"]["dependencies"]
    return [re.sub(r"^opencv-python(?=[<>=~! ]|$)", "opencv-python-headless", line) for line in needed]


def unmet(lines: list[str]) -> list[str]:
    """The requirements that the running environment lacks; a library counts under any of its names."""
    names = {
        "opencv-python-headless": ("opencv-python-headless", "opencv-python", "opencv"),
        "pygame-ce": ("pygame-ce", "pygame"),
        "pygame": ("pygame", "pygame-ce"),
    }
    missing: list[str] = []
    for line in lines:
        if not _asked_for(line):
            continue
        found = re.match(r"[\w.-]+", line)
        name = found[0] if found else line
        versions = [_version(candidate) for candidate in names.get(name, (name,))]
        known = [version for version in versions if version]
        if not any(_meets(version, line) for version in known):
            missing.append(line)
    return missing


def _asked_for(line: str) -> bool:
    """Whether a requirement is for this Python: `pygame>=2; python_version < '3.14'`."""
    _, _, marker = line.partition(";")
    bounds = "".join(re.findall(r"[<>=]+\s*|[\d.]+", marker))
    return _meets(".".join(map(str, sys.version_info[:2])), bounds)


def _meets(version: str, line: str) -> bool:
    have = _numbers(version)
    for sign, bound in re.findall(r"(>=|<)\s*([\d.]+)", line.partition(";")[0]):
        if sign == ">=" and have < _numbers(bound):
            return False
        if sign == "<" and have >= _numbers(bound):
            return False
    return True


def _numbers(version: str) -> tuple[int, ...]:
    return tuple(int(part) for part in re.findall(r"\d+", version)[:3])


def _version(name: str) -> str:
    try:
        return metadata.version(name)
    except metadata.PackageNotFoundError:
        return ""


def _installed(machine: Machine, name: str) -> bool:
    try:
        status = machine.run(["dpkg-query", "-W", "-f=${Status}", name])
    except InstallError:
        return False
    return status.endswith("install ok installed")


_LOOK = "import sys; from companion.appliance.install.packages import unmet; lacking = unmet(sys.argv[1:])"
_TELL = f"{_LOOK}; print(*lacking, sep=chr(10))"
_CHECK = f"{_LOOK}; sys.exit(bool(lacking))"

"""The folder with the games: where it is, whose it is, and how it goes.

The config says where, so that commands find the games as well. A drop-in beside the units opens the place to
the service, which may write nowhere else; it follows the config each time the companion is installed.
"""

import os
import re
import tomllib
from collections.abc import Sequence
from pathlib import Path

from companion.appliance.install.machine import InstallError, Machine
from companion.appliance.install.steps import Step, remove, write_whole
from companion.config.example import example

DATA = "/var/lib/companion"
CONFIG = "/etc/companion"
UNIT_FOLDER = "/etc/systemd/system"
_TOO_WIDE = ("/", "/var", "/var/lib", "/opt", "/srv", "/mnt", "/media", "/home")
_HIDDEN = ("/home", "/root", "/run", "/tmp", "/var/tmp", "/dev", "/proc", "/sys")
"""Of these the service sees nothing, or only what is gone at the next boot."""
_NOT_OURS = ("/etc", "/usr", "/boot", "/opt/companion")
_GAMES = "companion.db"
_TABLE = re.compile(r"\s*\[\s*(\w+)\s*\]")
_FOLDER = re.compile(r"\s*#?\s*folder\s*=")


def data_in_use(machine: Machine) -> str:
    """Where the games are kept by now: as the config says, else as the units do, else the usual place."""
    told = _folder_in(_read(machine.path(CONFIG) / "config.toml"))
    if told.startswith("/"):
        return os.path.normpath(told)
    drop_in = _read(machine.path(f"{UNIT_FOLDER}/companion.service.d/data.conf"))
    found = re.search(r"^Environment=COMPANION_DATA=(/\S+)$", drop_in, re.MULTILINE)
    return found[1] if found else DATA


def why_not_data(folder: str) -> str:
    """What is wrong with a folder for the games; nothing when it will do."""
    if not folder.startswith("/") or folder.startswith("//") or folder in _TOO_WIDE or _in(folder, _NOT_OURS):
        return f"--data must be a folder of its own, such as /mnt/games, not {folder}"
    if re.search(r"[^\w/.,:@+-]", folder):
        return "--data must be a folder whose name has neither spaces nor quotes, such as /mnt/games"
    if _in(folder, _HIDDEN):
        return f"the service sees nothing of {folder}: give --data another folder, such as /mnt/games"
    return ""


def config_step(machine: Machine, data: str) -> Step:
    """The example with the data folder filled in. One that is there stays, but for that line."""
    file = machine.path(CONFIG) / "config.toml"

    def do() -> None:
        text = file.read_text(errors="replace") if file.exists() else example()
        changed = with_folder(text, data)
        if _folder_in(changed) != data:
            raise InstallError(f'write folder = "{data}" under [data] in {file} by hand, then try again')
        write_whole(file, changed.encode(), 0o644)

    return Step(f"write {file}", lambda: file.exists() and data_in_use(machine) == data, do)


def with_folder(config: str, data: str) -> str:
    """A config with another data folder in it.

    >>> with_folder("[data]\\n#folder = ''\\n", "/mnt/games")
    '[data]\\nfolder = "/mnt/games"\\n'
    """
    lines = config.split("\n")
    table = ""
    at = None
    for number, line in enumerate(lines):
        if found := _TABLE.match(line):
            table = found[1]
            at = number if table == "data" else at
        elif table == "data" and _FOLDER.match(line):
            lines[number] = f'folder = "{data}"'
            return "\n".join(lines)
    if at is None:
        return config.rstrip("\n") + f'\n\n[data]\nfolder = "{data}"\n'
    return "\n".join([*lines[: at + 1], f'folder = "{data}"', *lines[at + 1 :]])


def holds_other_things(machine: Machine, data: str, owner: str) -> bool:
    """Whether a folder is somebody else's; it must not be given away with all that is in it."""
    folder = machine.path(data)
    if data == DATA or not machine.live or not folder.is_dir() or _open_to(machine, folder, owner):
        return False
    try:
        names = {path.name for path in folder.iterdir()} - {"lost+found"}
    except PermissionError:
        return False  # a dry run by whoever is logged in; root will see
    return bool(names) and not names & {_GAMES, "calibration.json"}


def data_step(machine: Machine, data: str, owner: str, root: Sequence[str]) -> Step:
    """The folder, there and open to who plays. A disk of its own is empty and root's when it is new."""
    folder = machine.path(data)

    def done() -> bool:
        # systemd itself sees to whose the usual place is.
        return folder.is_dir() and (data == DATA or not machine.live or _open_to(machine, folder, owner))

    def do() -> None:
        if data == DATA:
            machine.run(["systemd-tmpfiles", *root, "--create", "companion.conf"])
        folder.mkdir(parents=True, exist_ok=True, mode=0o700)
        if machine.live:
            machine.run(["chown", "-R", f"{owner}:", str(folder)])
            machine.run(["chmod", "700", str(folder)])

    return Step(f"make {data} and give it to {owner}", done, do)


def purge_step(machine: Machine, data: str) -> Step:
    """Takes the games away."""
    folder = machine.path(data)

    def do() -> None:
        # Only what the companion made: a folder given by mistake must not cost somebody's photos.
        if folder.is_symlink() or (not (folder / _GAMES).exists() and any(folder.iterdir())):
            raise InstallError(
                f"{folder} does not look like the companion's data: remove it by hand if it is"
            )
        if not os.path.ismount(folder):
            remove(folder).do()
            return
        for path in folder.iterdir():  # the disk itself stays
            if path.name != "lost+found":
                remove(path).do()

    return Step(f"remove the games in {folder}", lambda: not folder.exists(), do)


def _folder_in(config: str) -> str:
    try:
        return str(tomllib.loads(config)["data"]["folder"])
    except (ValueError, KeyError, TypeError, RecursionError):
        return ""


def _in(folder: str, places: Sequence[str]) -> bool:
    return any(folder == place or folder.startswith(place + "/") for place in places)


def _open_to(machine: Machine, folder: Path, owner: str) -> bool:
    return machine.answers(["runuser", "-u", owner, "--", "test", "-w", str(folder)])


def _read(file: Path) -> str:
    try:
        return file.read_text(errors="replace")
    except OSError:
        return ""

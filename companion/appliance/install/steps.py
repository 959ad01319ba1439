"""Single steps of an installation: each says what it does, knows whether it is done, and does it."""

import compileall
import filecmp
import os
import shutil
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.appliance.install.machine import InstallError


@dataclass(frozen=True)
class Step:
    """One step. `done` is looked at first, so that installing again does only what is missing."""

    says: str
    done: Callable[[], bool]
    do: Callable[[], None]


def never() -> bool:
    """For a step that is cheap and harmless to repeat."""
    return False


def put_file(source: Path, target: Path, *, mode: int = 0o644) -> Step:
    """Copies a file."""
    return Step(
        f"write {target}",
        lambda: _same(source, target),
        lambda: write_whole(target, source.read_bytes(), mode),
    )


def put_text(text: str, target: Path, *, mode: int = 0o644) -> Step:
    """Writes a small file."""
    content = text.encode()
    return Step(
        f"write {target}",
        lambda: target.is_file() and target.read_bytes() == content and target.stat().st_mode & 0o777 == mode,
        lambda: write_whole(target, content, mode),
    )


def put_tree(sources: Sequence[Path], target: Path, before: Path) -> Step:
    """Copies the program into a folder, compiled; the new folder takes the old one's place in one step.

    before: where the old one is kept, to go back to.
    """

    def do() -> None:
        fresh = target.with_name(target.name + ".new")
        shutil.rmtree(fresh, ignore_errors=True)
        fresh.mkdir(parents=True)
        for source in sources:
            if source.is_dir():
                shutil.copytree(
                    source, fresh / source.name, ignore=shutil.ignore_patterns("__pycache__", "*.pyc")
                )
            else:
                shutil.copy2(source, fresh / source.name)
        # Once here, by root: the service itself may write nowhere near.
        compileall.compile_dir(fresh, quiet=2, stripdir=str(fresh), prependdir=str(target))
        if target.exists():
            shutil.rmtree(before, ignore_errors=True)
            target.rename(before)
        fresh.rename(target)

    return Step(
        f"copy the program to {target}",
        lambda: all(_same_tree(source, target / source.name) for source in sources),
        do,
    )


def put_link(link: Path, target: str) -> Step:
    """Makes a symbolic link; something else of that name is left alone."""

    def do() -> None:
        if link.exists() and not link.is_symlink():
            raise InstallError(f"{link} is in the way: move it, then try again")
        link.parent.mkdir(parents=True, exist_ok=True)
        link.unlink(missing_ok=True)
        link.symlink_to(target)

    return Step(f"link {link} to {target}", lambda: link.is_symlink() and str(link.readlink()) == target, do)


def remove(target: Path) -> Step:
    """Takes a file or a folder away."""

    def do() -> None:
        if target.is_dir() and not target.is_symlink():
            shutil.rmtree(target)
        else:
            target.unlink(missing_ok=True)

    return Step(f"remove {target}", lambda: not (target.exists() or target.is_symlink()), do)


def remove_if_empty(folder: Path) -> Step:
    """Takes a folder away that nobody uses any more."""
    return Step(
        f"remove {folder} if it is empty", lambda: not folder.is_dir() or any(folder.iterdir()), folder.rmdir
    )


def carry_out(steps: Sequence[Step], say: Callable[[str], None], *, dry_run: bool) -> int:
    """Does what is not done yet and says it; returns how many steps that were."""
    taken = 0
    for step in steps:
        try:
            done = step.done()
        except PermissionError:
            done = False  # a dry run by whoever is logged in: root will see whether it is
        if done:
            continue
        taken += 1
        if dry_run:
            say(f"would {step.says}")
            continue
        say(step.says)
        try:
            step.do()
        except OSError as error:
            place = error.filename or "the disk"
            raise InstallError(f"could not {step.says}: {error.strerror} ({place})") from error
    return taken


def write_whole(target: Path, content: bytes, mode: int) -> None:
    """Writes beside and renames, so that a pulled plug leaves the old file or the new one."""
    target.parent.mkdir(parents=True, exist_ok=True)
    fresh = target.with_name(f".{target.name}.new")
    with fresh.open("wb") as file:
        file.write(content)
        file.flush()
        os.fsync(file.fileno())
    fresh.chmod(mode)
    fresh.replace(target)


def _same(source: Path, target: Path) -> bool:
    return target.is_file() and filecmp.cmp(source, target, shallow=False)


def _same_tree(source: Path, target: Path) -> bool:
    """Whether two folders hold the same files, caches aside; or whether two files are the same."""
    if source.is_file():
        return _same(source, target)
    return target.is_dir() and _files(source) == _files(target)


def _files(folder: Path) -> dict[str, bytes]:
    return {
        str(path.relative_to(folder)): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }

"""The machine that is installed on: this one, or a folder that stands for one (`--root`)."""

import subprocess
from collections.abc import Sequence
from pathlib import Path


class InstallError(Exception):
    """A step that cannot be done, as a sentence that says what to do."""


class Machine:
    """Files under a root, and commands.

    In a staging folder nothing of the running system is touched: no packages, no daemons.
    """

    def __init__(self, root: Path = Path("/")) -> None:
        self.root = root.resolve()

    @property
    def live(self) -> bool:
        """Whether this is the running system."""
        return self.root == Path("/")

    @property
    def running(self) -> bool:
        """Whether systemd runs here: not in a staging folder, nor in the chroot of a card image."""
        return self.live and Path("/run/systemd/system").is_dir()

    def path(self, absolute: str) -> Path:
        """Where a file of the machine is.

        >>> Machine(Path("/tmp/stage")).path("/etc/companion").as_posix()
        '/tmp/stage/etc/companion'
        """
        return self.root / absolute.lstrip("/")

    def run(self, command: Sequence[str]) -> str:
        """Runs a command and returns what it printed; raises InstallError with the end of its complaint."""
        try:
            done = subprocess.run(list(command), capture_output=True, text=True, check=False)
        except OSError as error:
            raise InstallError(f"{command[0]} cannot be run ({error.strerror}): install it first") from error
        if done.returncode != 0:
            complaint = (done.stderr or done.stdout).strip().splitlines()
            reason = complaint[-1] if complaint else f"exit code {done.returncode}"
            raise InstallError(f"`{' '.join(command)}` failed: {reason}")
        return done.stdout

    def answers(self, command: Sequence[str]) -> bool:
        """Whether a command exists and succeeds."""
        try:
            return subprocess.run(list(command), capture_output=True, check=False).returncode == 0
        except OSError:
            return False

    def systemctl(self, *arguments: str) -> None:
        """systemctl on this machine; in a staging folder it only moves files."""
        staging = [] if self.live else [f"--root={self.root}"]
        self.run(["systemctl", *staging, *arguments])

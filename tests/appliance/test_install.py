"""`./run install` and `./run uninstall`, for real, into a folder that stands for a Pi."""

import compileall
import getpass
import os
import pwd
import shutil
import subprocess
import sys
import tomllib
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import pytest

from companion.appliance.install import packages, plan
from companion.appliance.install.__main__ import main
from companion.appliance.install.data import data_step, holds_other_things
from companion.appliance.install.machine import InstallError, Machine
from companion.appliance.install.plan import PACKAGES, PLACES, PROJECT, Wishes, install_steps, uninstall_steps
from companion.appliance.install.steps import Step, carry_out
from companion.config import read
from companion.store import Store


def _tree(folder: Path) -> dict[str, bytes]:
    return {str(path): path.read_bytes() for path in sorted(folder.rglob("*")) if path.is_file()}


@pytest.fixture(scope="module")
def clone(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The project as cloned, so that nobody edits it meanwhile."""
    folder = tmp_path_factory.mktemp("clone")
    for name in (*PACKAGES, "systemd"):
        shutil.copytree(PROJECT / name, folder / name, ignore=shutil.ignore_patterns("__pycache__"))
    for name in ("pyproject.toml", "run"):
        shutil.copy(PROJECT / name, folder)
    return folder


@pytest.fixture(autouse=True)
def _from_the_clone(clone: Path, monkeypatch: pytest.MonkeyPatch, request: pytest.FixtureRequest) -> None:
    monkeypatch.setattr(plan, "PROJECT", clone)
    if "compiled" not in request.node.name:  # a second for each installation, and tried once below
        monkeypatch.setattr(compileall, "compile_dir", lambda *args, **options: True)


@pytest.fixture
def pi(tmp_path: Path) -> Path:
    """A Pi with the companion installed."""
    stage = tmp_path / "pi"
    stage.mkdir()
    assert main(["install", "--root", str(stage)]) == 0
    return stage


def _play_a_game(stage: Path) -> None:
    with Store.open(stage / "var/lib/companion") as store:
        store.new_game("marrakesh", "Friday", [], {})


def test_a_dry_run_says_every_step_and_changes_nothing(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert main(["install", "--dry-run", "--root", str(tmp_path)]) == 0
    said = capsys.readouterr().out
    for place in PLACES.values():
        assert f"would write {tmp_path}{place}" in said
    assert "would enable companion.service, companion-photolog.timer" in said
    assert said.endswith("nothing was changed\n")
    assert list(tmp_path.iterdir()) == []


def test_a_dry_run_needs_no_root() -> None:
    """polkit's folder is closed to whoever is logged in."""

    def closed() -> bool:
        raise PermissionError(13, "Permission denied", "/etc/polkit-1/rules.d/50-companion.rules")

    said: list[str] = []
    step = Step("write /etc/polkit-1/rules.d/50-companion.rules", closed, lambda: None)
    assert carry_out([step], said.append, dry_run=True) == 1
    assert said == ["would write /etc/polkit-1/rules.d/50-companion.rules"]


def test_everything_is_in_its_place(pi: Path) -> None:
    for name, place in PLACES.items():
        assert (pi / place.lstrip("/")).read_bytes() == (PROJECT / "systemd" / name).read_bytes()
    wants = pi / "etc/systemd/system"
    assert (wants / "multi-user.target.wants/companion.service").is_symlink()
    assert (wants / "timers.target.wants/companion-photolog.timer").is_symlink()
    users = (pi / "etc/passwd").read_text()
    assert "companion:" in users
    assert "/var/lib/companion:/usr/sbin/nologin" in users
    assert "video:" in (pi / "etc/group").read_text()
    assert (pi / "var/lib/companion").is_dir()
    settings = read((pi / "etc/companion/config.toml").read_text(), "config.toml")
    assert settings.problems == ()
    assert settings.data.folder == "/var/lib/companion"


def test_every_package_of_the_project_is_installed() -> None:
    content = tomllib.loads((PROJECT / "pyproject.toml").read_text())
    named = content["tool"]["setuptools"]["packages"]["find"]["include"]
    assert {pattern.rstrip("*") for pattern in named} == set(PACKAGES)


def test_installing_again_changes_nothing(pi: Path, capsys: pytest.CaptureFixture[str]) -> None:
    before = _tree(pi)
    capsys.readouterr()
    assert main(["install", "--root", str(pi)]) == 0
    assert capsys.readouterr().out.startswith("installed; ")
    assert _tree(pi) == before
    assert main(["install", "--root", str(pi), "--dry-run"]) == 0
    assert "everything is in place" in capsys.readouterr().out


def test_an_update_replaces_the_program_and_keeps_the_config(pi: Path) -> None:
    (pi / "etc/companion/config.toml").write_text("[sound]\non = false\n")
    (pi / "opt/companion/app/companion/old_module.py").write_text("# from an older version\n")
    (pi / "etc/systemd/system/companion.service").write_text("# from an older version\n")
    assert main(["install", "--root", str(pi)]) == 0
    assert (pi / "etc/companion/config.toml").read_text() == "[sound]\non = false\n"
    assert not (pi / "opt/companion/app/companion/old_module.py").exists()
    assert "Type=notify" in (pi / "etc/systemd/system/companion.service").read_text()


def test_one_command_goes_back_to_the_version_before(
    pi: Path, clone: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    """By what is on the Pi itself: the folder it was installed from may be gone."""
    _play_a_game(pi)
    unit = pi / "etc/systemd/system/companion.service"
    module = pi / "opt/companion/app/companion/kept/__init__.py"
    old = unit.read_bytes(), module.read_bytes()
    newer = shutil.copytree(clone, pi.parent / "newer")
    (newer / "systemd/companion.service").write_text("# of a newer version\n")
    (newer / "companion/kept/__init__.py").write_text("# of a newer version\n")
    games = _tree(pi / "var")

    def run(project: Path, action: str) -> int:
        command = [sys.executable, "-m", "companion.appliance.install", action, "--root", str(pi)]
        environment = {**os.environ, "PYTHONPATH": str(project), "PYTHONDONTWRITEBYTECODE": "1"}
        return subprocess.run(command, cwd=project, env=environment, check=False).returncode

    assert run(newer, "install") == 0
    assert (unit.read_bytes(), module.read_bytes()) == (b"# of a newer version\n",) * 2
    shutil.rmtree(newer)
    assert run(pi / "opt/companion/app", "rollback") == 0
    assert "going back to version" in capfd.readouterr().out
    assert (unit.read_bytes(), module.read_bytes()) == old
    assert run(pi / "opt/companion/app", "rollback") == 0  # and forward again
    assert (unit.read_bytes(), module.read_bytes()) == (b"# of a newer version\n",) * 2
    assert _tree(pi / "var") == games


def test_without_a_version_before_there_is_no_way_back(pi: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["rollback", "--root", str(pi)]) == 1
    assert "nothing was updated yet" in capsys.readouterr().err
    (pi / "opt/companion/before").mkdir()
    assert main(["rollback", "--root", str(pi)]) == 1
    assert "too old" in capsys.readouterr().err


def test_the_installed_program_is_compiled_runs_and_writes_only_to_its_data_folder(
    pi: Path, tmp_path: Path
) -> None:
    """As on a card whose root is read-only."""
    assert list((pi / "opt/companion/app/companion/appliance").glob("__pycache__/service.*.pyc"))
    before = _tree(pi)
    dependencies = str(Path(np.__file__).parents[1])
    environment = {
        "PATH": os.environ["PATH"],
        "PYTHONPATH": dependencies,
        "PYTHONDONTWRITEBYTECODE": "1",
        "HOME": str(tmp_path / "nowhere"),
        "COMPANION_DATA": str(tmp_path / "data"),
    }
    python = pi / "opt/companion/venv/bin/python"

    def run(*arguments: str) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [str(python), *arguments],
            env=environment,
            cwd=tmp_path,
            capture_output=True,
            text=True,
            check=False,
        )

    where = run("-c", "import companion; print(companion.__file__)")
    assert where.stdout.startswith(str(pi / "opt/companion/app/companion")), where.stderr
    _play_a_game(tmp_path)
    (tmp_path / "var/lib/companion").rename(tmp_path / "data")
    listed = run("-m", "companion", "games", "list")
    assert (listed.returncode, listed.stderr) == (0, "")
    assert "Friday" in listed.stdout
    assert run("-m", "companion.appliance.service", "wait").returncode == 0
    assert _tree(pi) == before
    assert not (tmp_path / "nowhere").exists()


def test_uninstalling_leaves_the_games_and_the_config(pi: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _play_a_game(pi)
    assert main(["uninstall", "--root", str(pi)]) == 0
    assert f"the games are kept in {pi / 'var/lib/companion'}" in capsys.readouterr().out
    for place in (*PLACES.values(), "/opt/companion", "/usr/local/bin/companion"):
        assert not os.path.lexists(pi / place.lstrip("/"))
    assert not list((pi / "etc/systemd/system").rglob("companion*"))
    assert (pi / "etc/companion/config.toml").exists()
    with Store.open(pi / "var/lib/companion") as store:
        assert [game.title for game in store.games()] == ["Friday"]
    assert main(["uninstall", "--root", str(pi)]) == 0
    assert main(["install", "--root", str(pi)]) == 0
    assert main(["uninstall", "--root", str(pi), "--purge"]) == 0
    assert not (pi / "var/lib/companion").exists()
    assert not (pi / "etc/companion").exists()


def test_a_dry_run_of_taking_away_changes_nothing(pi: Path, capsys: pytest.CaptureFixture[str]) -> None:
    _play_a_game(pi)
    before = _tree(pi)
    assert main(["uninstall", "--root", str(pi), "--purge", "--dry-run"]) == 0
    assert f"would remove the games in {pi / 'var/lib/companion'}" in capsys.readouterr().out
    assert _tree(pi) == before


def test_purging_leaves_a_folder_alone_that_is_not_ours(pi: Path, capsys: pytest.CaptureFixture[str]) -> None:
    photos = pi / "mnt/photos"
    photos.mkdir(parents=True)
    (photos / "wedding.jpg").write_bytes(b"precious")
    assert main(["uninstall", "--root", str(pi), "--purge", "--data", "/mnt/photos"]) == 1
    assert "does not look like the companion's data" in capsys.readouterr().err
    assert (photos / "wedding.jpg").exists()


def test_games_may_have_a_disk_of_their_own(tmp_path: Path) -> None:
    assert main(["install", "--root", str(tmp_path), "--data", "/mnt/games"]) == 0
    assert (tmp_path / "mnt/games").is_dir()
    drop_in = (tmp_path / "etc/systemd/system/companion.service.d/data.conf").read_text()
    assert "ReadWritePaths=/mnt/games" in drop_in
    assert "COMPANION_DATA=/mnt/games" in drop_in
    assert "RequiresMountsFor=/mnt/games" in drop_in
    config = tomllib.loads((tmp_path / "etc/companion/config.toml").read_text())
    assert config["data"]["folder"] == "/mnt/games"


def test_an_update_leaves_the_games_where_they_are(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    units, config = tmp_path / "etc/systemd/system", tmp_path / "etc/companion/config.toml"
    assert main(["install", "--root", str(tmp_path), "--data", "/mnt/games/"]) == 0
    assert main(["install", "--root", str(tmp_path)]) == 0
    assert "COMPANION_DATA=/mnt/games\n" in (units / "companion.service.d/data.conf").read_text()
    # Moved in the config: the next update opens the new place to the service.
    config.write_text(config.read_text().replace("/mnt/games", "/mnt/stick") + "# mine\n")
    assert main(["install", "--root", str(tmp_path)]) == 0
    assert "ReadWritePaths=/mnt/stick\n" in (units / "companion.service.d/data.conf").read_text()
    # Back to the usual place only when asked to, in the config as well; the rest of it stays.
    assert main(["install", "--root", str(tmp_path), "--data", "/var/lib/companion"]) == 0
    assert not (units / "companion.service.d/data.conf").exists()
    assert tomllib.loads(config.read_text())["data"]["folder"] == "/var/lib/companion"
    assert config.read_text().endswith("# mine\n")
    capsys.readouterr()


def test_taking_away_knows_where_the_games_are(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["install", "--root", str(tmp_path), "--data", "/mnt/games"]) == 0
    Store.open(tmp_path / "mnt/games").close()
    assert main(["uninstall", "--root", str(tmp_path)]) == 0
    assert capsys.readouterr().out.endswith(f"the games are kept in {tmp_path / 'mnt/games'}\n")
    assert main(["uninstall", "--root", str(tmp_path), "--purge"]) == 0
    assert not (tmp_path / "mnt/games").exists()


@pytest.mark.parametrize(
    ("config", "folder"),
    [
        ("", None),
        ("[data]\n", None),
        ('[data]\n#folder = ""\n[table]\ndepth = "light"\n', None),
        ('[table]\ndepth = "light"\n', None),
        ("[data\nfolder = 3", None),
        ("[data]\nfolder = 3\n", None),
        ('[data]\nfolder = "/srv/games"\n', "/srv/games"),
        ('data = {folder = "/srv/games"}\n', "/srv/games"),
    ],
)
def test_any_config_can_be_updated_with(tmp_path: Path, config: str, folder: str | None) -> None:
    file = tmp_path / "etc/companion/config.toml"
    file.parent.mkdir(parents=True)
    file.write_text(config)
    assert main(["install", "--root", str(tmp_path)]) == 0
    assert file.read_text() == config
    drop_in = tmp_path / "etc/systemd/system/companion.service.d/data.conf"
    assert drop_in.exists() == (folder is not None)
    moved = main(["install", "--root", str(tmp_path), "--data", "/mnt/games"])
    if config.startswith(("data =", "[data\n")):  # too strange to be changed by anybody but its writer
        assert moved == 1
        assert file.read_text() == config
    else:
        assert moved == 0
        assert tomllib.loads(file.read_text())["data"]["folder"] == "/mnt/games"


def test_on_a_desktop_it_joins_the_session_of_its_user(pi: Path) -> None:
    user = getpass.getuser()
    assert main(["install", "--root", str(pi), "--desktop", user]) == 0
    drop_in = (pi / "etc/systemd/system/companion-desktop.service.d/session.conf").read_text()
    assert f"User={user}\n" in drop_in
    assert f"BindPaths=/run/user/{pwd.getpwnam(user).pw_uid}\n" in drop_in
    wants = pi / "etc/systemd/system"
    assert (wants / "graphical.target.wants/companion-desktop.path").is_symlink()
    assert not (wants / "multi-user.target.wants/companion.service").exists()
    # An update stays where it was put; back on the console only when asked to.
    assert main(["install", "--root", str(pi)]) == 0
    assert (wants / "graphical.target.wants/companion-desktop.path").is_symlink()
    assert main(["install", "--root", str(pi), "--console"]) == 0
    assert not (wants / "graphical.target.wants/companion-desktop.path").is_symlink()
    assert (wants / "multi-user.target.wants/companion.service").is_symlink()


@pytest.mark.parametrize(
    ("arguments", "says", "code"),
    [
        (["install", "--root", "/nowhere/at/all"], "there is no folder", 2),
        (["install", "--data", "games"], "--data must be a folder of its own", 2),
        (["uninstall", "--purge", "--data", "/home/"], "--data must be a folder of its own", 2),
        (["install", "--data", "/opt/companion/games"], "--data must be a folder of its own", 2),
        (["install", "--data", "/mnt/../etc/games"], "--data must be a folder of its own", 2),
        (["install", "--data", "/mnt/my games"], "neither spaces nor quotes", 2),
        (["install", "--data", "/home/pi/games"], "the service sees nothing of /home/pi/games", 2),
        (["install", "--desktop", "nobody-of-that-name", "--dry-run"], "there is no user", 1),
    ],
)
def test_wrong_use_gets_a_sentence(
    tmp_path: Path, capsys: pytest.CaptureFixture[str], arguments: list[str], says: str, code: int
) -> None:
    if "--root" not in arguments:
        arguments = [*arguments, "--root", str(tmp_path)]
    assert main(arguments) == code
    assert says in capsys.readouterr().err
    assert list(tmp_path.iterdir()) == []


def test_something_in_the_way_gets_a_sentence(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    (tmp_path / "etc").write_text("a file where a folder belongs")
    assert main(["install", "--root", str(tmp_path)]) == 1
    assert "could not write" in capsys.readouterr().err


class PiWithApt(Machine):
    """A live Pi whose commands are only noted."""

    def __init__(
        self, installed: Sequence[str] = (), available: Sequence[str] = (), *, running: bool = True
    ) -> None:
        super().__init__(Path("/"))
        self.systemd_runs = running
        self.installed = set(installed)
        self.available = set(available)
        self.ran: list[str] = []

    @property
    def running(self) -> bool:
        return self.systemd_runs

    def run(self, command: Sequence[str]) -> str:
        self.ran.append(" ".join(command))
        if command[0] == "dpkg-query":
            if command[-1] not in self.installed:
                raise InstallError("no such package")
            return "install ok installed"
        if packages._TELL in command:
            return "gpiozero>=2.0,<3\n"
        return "1.24.2\n"

    def answers(self, command: Sequence[str]) -> bool:
        return command[0] == "apt-cache" and command[-1] in self.available


class TestPackages:
    def test_only_what_is_missing_is_installed(self) -> None:
        pi = PiWithApt(
            installed=["python3-venv", "python3-pip", "python3-numpy"], available=["python3-picamera2"]
        )
        step = packages.apt_step(pi)
        assert not step.done()
        step.do()
        (install,) = [command for command in pi.ran if "apt-get install" in command]
        assert "python3-pygame" in install
        assert "python3-picamera2" in install
        assert "python3-numpy" not in install
        assert "lgpio" not in install  # this system does not have it: it is done without

    def test_nothing_is_done_when_all_is_there(self) -> None:
        assert packages.apt_step(PiWithApt(installed=[*packages.NEEDED, *packages.WISHED])).done()
        assert packages.apt_step(PiWithApt(installed=packages.NEEDED)).done()

    def test_pip_keeps_the_numpy_that_the_camera_was_built_for(self) -> None:
        pi = PiWithApt()
        packages.pip_step(pi, PROJECT, Path("/opt/companion/venv/bin/python")).do()
        (install,) = [command for command in pi.ran if "pip install" in command]
        assert install.endswith("numpy<2")

    def test_pip_fetches_only_what_apt_has_not(self) -> None:
        pi = PiWithApt()
        packages.pip_step(pi, PROJECT, Path("/opt/companion/venv/bin/python")).do()
        (install,) = [command for command in pi.ran if "pip install" in command]
        assert "gpiozero>=2.0,<3" in install
        assert "opencv" not in install

    def test_what_is_lacking_is_told_line_by_line(self) -> None:
        command = [sys.executable, "-c", packages._TELL, "no-such-thing>=1", "numpy>=1", "numpy>=99"]
        told = subprocess.run(command, capture_output=True, text=True, check=True, cwd=PROJECT)
        assert told.stdout.splitlines() == ["no-such-thing>=1", "numpy>=99"]

    def test_what_is_unmet_is_known(self) -> None:
        assert packages.unmet(packages.requirements(PROJECT)) == []
        assert packages.unmet(["numpy>=99", "no-such-thing>=1", "numpy>=1,<99"]) == [
            "numpy>=99",
            "no-such-thing>=1",
        ]

    def test_what_another_python_needs_is_not_missed(self) -> None:
        later = "no-such-thing>=1; python_version >= '3.99'"
        now = "no-such-thing>=1; python_version < '3.99'"
        assert packages.unmet([later, now]) == [now]
        assert packages.unmet(["pygame-ce>=2.1.2,<3"]) == []  # pygame under its other name will do


def test_a_live_install_ends_with_the_service_started() -> None:
    says = [step.says for step in install_steps(PiWithApt(), Wishes())]
    assert says[0].startswith("install with apt")
    assert says[-1] == "start companion.service"
    assert "start companion.service" not in [s.says for s in install_steps(PiWithApt(), Wishes(start=False))]
    assert "remove the user companion" in [s.says for s in uninstall_steps(PiWithApt(), Wishes(purge=True))]


def test_a_card_image_is_installed_into_from_a_chroot() -> None:
    """There nothing can be started or stopped, and systemd has nothing to read again."""
    pi = PiWithApt(running=False)
    steps = install_steps(pi, Wishes())
    assert steps[-1].says == "enable companion.service, companion-photolog.timer"
    pi.ran.clear()
    steps[-1].do()
    assert pi.ran == [
        "systemctl disable companion-desktop.path",
        "systemctl enable companion.service companion-photolog.timer",
    ]


def test_taking_away_gives_the_console_its_login_back() -> None:
    """The service had ended it, and nothing else starts it before the next boot."""

    class Installed(PiWithApt):
        login = True

        def path(self, absolute: str) -> Path:
            return Path("/") if absolute.endswith("companion.service") else super().path(absolute)

        def answers(self, command: Sequence[str]) -> bool:
            return self.login and command[-1] == "getty@tty1.service"

    pi = Installed()
    last = uninstall_steps(pi, Wishes())[-1]
    assert not last.done()
    last.do()
    assert pi.ran[-1] == "systemctl --no-block start getty@tty1.service"
    pi.login = False  # whoever switched it off does not want it
    assert last.done()


def test_a_new_disk_for_the_games_is_given_to_the_service(tmp_path: Path) -> None:
    """As it comes out of /etc/fstab: there, root's, and empty but for what ext4 makes."""
    pi = PiWithApt()
    (tmp_path / "lost+found").mkdir()
    assert not holds_other_things(pi, str(tmp_path), "companion")
    step = data_step(pi, str(tmp_path), "companion", [])
    assert not step.done()
    step.do()
    assert pi.ran == [f"chown -R companion: {tmp_path}", f"chmod 700 {tmp_path}"]
    (tmp_path / "wedding.jpg").touch()
    assert holds_other_things(pi, str(tmp_path), "companion")
    (tmp_path / "companion.db").touch()
    assert not holds_other_things(pi, str(tmp_path), "companion")


def test_an_update_ends_the_old_program_on_a_desktop_too() -> None:
    pi = PiWithApt()
    steps = install_steps(pi, Wishes(desktop=getpass.getuser()))
    pi.ran.clear()
    steps[-1].do()
    assert pi.ran == [
        "systemctl --no-block restart companion-desktop.path companion-photolog.timer",
        "systemctl --no-block try-restart companion-desktop.service",
    ]


def test_the_installer_needs_nothing_but_python() -> None:
    """It runs before anything is installed: -S leaves the site's packages out."""
    code = f"import sys; sys.path.insert(0, {str(PROJECT)!r}); import companion.appliance.install.__main__"
    done = subprocess.run(
        [sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stderr


def test_run_hands_over_to_the_installer(tmp_path: Path) -> None:
    done = subprocess.run(
        [str(PROJECT / "run"), "install", "--dry-run", "--root", str(tmp_path)],
        capture_output=True,
        text=True,
        check=False,
        env={**os.environ, "PATH": f"{Path(sys.executable).parent}:{os.environ['PATH']}"},
    )
    assert done.returncode == 0, done.stderr
    assert "would enable companion.service" in done.stdout


def test_the_other_way_to_show_it_ends_at_once(tmp_path: Path) -> None:
    """A path that still waits for a desktop would end the companion on the console again and again."""

    class Noting(PiWithApt):
        def path(self, absolute: str) -> Path:
            return tmp_path / absolute.lstrip("/")

    pi = Noting()
    (step,) = [step for step in install_steps(pi, Wishes()) if step.says.startswith("enable")]
    step.do()
    assert pi.ran[-2:] == [
        "systemctl disable --now companion-desktop.path",
        "systemctl enable companion.service companion-photolog.timer",
    ]

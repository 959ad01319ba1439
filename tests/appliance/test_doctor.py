"""The doctor: what each finding says, for a table that is well and for every kind of trouble."""

import fcntl
import json
import os
import shutil
import subprocess
import zipfile
from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from types import SimpleNamespace

import cv2
import numpy as np
import pytest

from companion import __version__
from companion.__main__ import main
from companion.appliance.service import StartGuard
from companion.config import Settings, read
from companion.doctor import Check, checks, kept, machine, worst
from companion.doctor.at_work import DoctorAtWork
from companion.doctor.check import Patient, round_of
from companion.photolog.log import PhotoLogKeeper
from companion.store import Store
from companion.table.reports import CameraState
from companion.words import Text
from vision.observation import Observation

TRAY = np.full((240, 320, 3), 120, np.uint8)


def _patient(
    data: Path, config: str = "", root: Path = Path("/nowhere"), *, hands_on: bool = False
) -> Patient:
    return Patient(read(config, "config.toml"), data, hands_on, root)


@pytest.fixture
def table(tmp_path: Path) -> Path:
    """A data folder with a game in it."""
    with Store.open(tmp_path) as store:
        game = store.new_game("marrakesh", "Friday", [{"name": "Sarah"}], {})
        store.append(game, "do", 1)
    return tmp_path


def test_the_whole_round_has_a_finding_for_everything(table: Path) -> None:
    found = {check.name: check for check in checks(read('[camera]\nsource = "simulated"', "c"), table)}
    assert set(found) == {
        "config", "disk", "saved games", "calibration", "photo log", "starts",
        "board", "camera", "light", "pins", "screen", "touch", "power",
    }  # fmt: skip
    for check in found.values():
        assert str(check.says)
        assert str(check.do) or check.state == "ok", f"{check.name} does not say what to do"


def test_an_examination_that_stumbles_does_not_stop_the_round(table: Path) -> None:
    def broken_thing(patient: Patient) -> Check:
        raise ZeroDivisionError

    first, second = round_of(_patient(table), [broken_thing, kept.config])
    assert (first.name, first.state) == ("broken thing", "fail")
    assert second.state == "ok"
    assert worst([first, second]) == "fail"
    assert worst([]) == "ok"


def test_a_wrong_line_of_the_config_is_told(table: Path) -> None:
    check = kept.config(_patient(table, "[sound]\nvolume = 9\n"))
    assert check.state == "warn"
    assert "config.toml line 2" in str(check.says)
    assert str(kept.config(Patient(Settings(), table)).says) == "no file: all defaults"


class TestDisk:
    @pytest.mark.parametrize(("free_mb", "state"), [(10, "fail"), (200, "warn"), (5000, "ok")])
    def test_room(self, table: Path, monkeypatch: pytest.MonkeyPatch, free_mb: int, state: str) -> None:
        usage = shutil.disk_usage(table)._replace(free=free_mb * 1_000_000)
        monkeypatch.setattr(shutil, "disk_usage", lambda path: usage)
        check = kept.disk(_patient(table))
        assert check.state == state
        assert f"{free_mb} MB free" in str(check.says)

    def test_a_folder_that_cannot_be_written(self, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        def refuse(**options: object) -> None:
            raise PermissionError

        monkeypatch.setattr("tempfile.TemporaryFile", refuse)
        assert kept.disk(_patient(table)).state == "fail"

    def test_a_folder_that_is_not_there_yet(self, tmp_path: Path) -> None:
        assert kept.disk(_patient(tmp_path / "a" / "b")).state == "ok"

    def test_files_that_root_copied_there_are_told(
        self, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        (tmp_path / "backups").mkdir()
        (tmp_path / "backups" / "1.db").touch()
        (tmp_path / "lost+found").mkdir()
        assert kept.disk(_patient(tmp_path)).state == "ok"
        mine, roots = tmp_path.stat().st_uid, ("lost+found", "1.db")
        monkeypatch.setattr(kept, "_owner", lambda path: mine + (path.name in roots))
        check = kept.disk(_patient(tmp_path))
        assert check.state == "fail"
        assert "1.db" in str(check.says)
        assert f"chown -R {tmp_path.owner()}: {tmp_path}" in str(check.do)


class TestSavedGames:
    def test_sound_ones(self, table: Path) -> None:
        assert kept.saved_games(_patient(table)).as_json() == {
            "name": "saved games",
            "state": "ok",
            "says": "1 game with 1 entry, 1 backup",
            "do": "",
        }

    def test_damaged_ones(self, table: Path) -> None:
        path = table / "companion.db"
        path.write_bytes(b"rubbish" + path.read_bytes()[7:])
        check = kept.saved_games(_patient(table))
        assert check.state == "fail"
        assert "Start the companion" in str(check.do)
        Store.open(table).close()
        after = kept.saved_games(_patient(table))
        assert after.state == "warn"
        assert "damaged once" in str(after.says)


class TestCalibration:
    def test_none_yet(self, table: Path) -> None:
        assert kept.calibration(_patient(table)).state == "warn"
        assert kept.calibration(_patient(table, '[camera]\nsource = "simulated"')).state == "ok"

    def test_one_that_cannot_be_read(self, table: Path) -> None:
        (table / "calibration.json").write_text("{}")
        check = kept.calibration(_patient(table))
        assert (check.state, str(check.do)) == ("fail", "Calibrate again.")

    @pytest.mark.parametrize(
        ("created", "days"),
        [
            ("2026-01-01", 59),
            ("1970-01-01T00:00:07", None),
            ("", None),
            ("2031-01-01", None),
            ("yesterday", None),
        ],
    )
    def test_age_by_a_clock_that_may_be_wrong(
        self, monkeypatch: pytest.MonkeyPatch, created: str, days: int | None
    ) -> None:
        monkeypatch.setattr("time.time", lambda: 1_772_323_200.0)  # the first of March 2026
        assert kept._age_days(created) == days

    @pytest.mark.parametrize(("created", "state"), [("2025-12-01", "ok"), ("2025-06-01", "warn")])
    def test_an_old_one_is_better_made_again(
        self, table: Path, monkeypatch: pytest.MonkeyPatch, created: str, state: str
    ) -> None:
        monkeypatch.setattr("time.time", lambda: 1_772_323_200.0)  # the first of March 2026
        (table / "calibration.json").touch()
        known = SimpleNamespace(labels=["red"] * 12, created=created)
        monkeypatch.setattr("vision.profile.Profile.load", lambda _path: known)
        assert kept.calibration(_patient(table)).state == state


def test_many_corrections_call_for_a_new_calibration(table: Path) -> None:
    assert str(kept.photo_log(_patient(table)).says) == "empty so far"
    log = PhotoLogKeeper(table / "photos")
    for throw in range(27):
        seen = Observation(counts={"red": 2 + (throw < 5)}, pieces=(), sure=True, hand=False, doubts=())
        log.keep(TRAY, None, confirmed={"red": 2}, counted=seen)
    check = kept.photo_log(_patient(table))
    assert check.state == "warn"
    assert str(check.says) == "5 of the last 27 throws had to be corrected"
    assert str(kept.photo_log(_patient(table, "[photo_log]\non = false")).says) == "switched off"


def test_a_few_throws_say_nothing_about_the_calibration_yet(table: Path) -> None:
    keeper = PhotoLogKeeper(table / "photos")
    wrong = Observation({"red": 2}, (), sure=True, hand=False)
    for _ in range(3):
        keeper.keep(TRAY, None, confirmed={"red": 1}, counted=wrong)
    check = kept.photo_log(_patient(table))
    assert (check.state, str(check.says)) == ("ok", "3 of the last 3 throws had to be corrected")


@pytest.mark.parametrize(("failed", "state"), [(0, "ok"), (1, "warn"), (2, "warn"), (3, "fail")])
def test_failed_starts_are_told(table: Path, failed: int, state: str) -> None:
    for _ in range(failed):
        StartGuard(table).begin()
    assert kept.starts(_patient(table)).state == state
    StartGuard(table).begin()  # the one that runs now is no failed one
    running = kept.starts(replace(_patient(table), playing=True))
    assert (running.state, str(running.says)[:1]) == (state, str(failed) if failed else "n")


def test_safe_mode_is_told_after_its_first_minute_too(table: Path) -> None:
    check = kept.starts(replace(_patient(table), playing=True, failed_starts=3))
    assert (check.state, str(check.says)) == ("fail", "3 in a row failed: safe mode")


def test_safe_mode_is_told_on_the_command_line_too(table: Path) -> None:
    """By another process, which knows only what the one that plays left in the folder."""
    for _start in range(4):
        playing = StartGuard(table)
        playing.begin()
    playing.forgive()  # its first minute is over
    check = kept.starts(replace(_patient(table), playing=True))
    assert (check.state, str(check.says)) == ("fail", "3 in a row failed: safe mode")
    StartGuard(table).begin()  # switched off and on again
    assert kept.starts(replace(_patient(table), playing=True)).state == "ok"


def test_the_screen_it_stands_on_is_in_use_and_well(table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")  # which could not be opened a second time
    check = machine.screen(replace(_patient(table), playing=True))
    assert (check.state, str(check.says), str(check.do)) == ("ok", "in use by the companion", "")


def test_the_diagnosis_screen_says_what_its_own_companion_sees(table: Path) -> None:
    doctor = DoctorAtWork(
        read('[camera]\nsource = "webcam:0"', "config.toml"),
        table,
        lambda _event: None,
        camera=lambda: CameraState("missing", Text("The webcam does not start.")),
    )
    doctor._look()
    found = {str(finding.what): finding for finding in doctor.findings()}
    assert (found["screen"].state, str(found["screen"].says)) == ("good", "in use by the companion")
    assert (found["camera"].state, str(found["camera"].says)) == ("bad", "The webcam does not start.")


def test_the_diagnosis_screen_does_not_call_a_camera_fine_that_is_still_being_opened(table: Path) -> None:
    doctor = DoctorAtWork(
        read('[camera]\nsource = "webcam:0"', "config.toml"),
        table,
        lambda _event: None,
        camera=lambda: CameraState("opening"),
    )
    doctor._look()
    found = {str(finding.what): finding for finding in doctor.findings()}
    assert (found["camera"].state, str(found["camera"].says)) == ("warn", "The camera is being opened.")


def test_the_diagnosis_screen_believes_the_camera_that_plays(table: Path) -> None:
    doctor = DoctorAtWork(
        read('[camera]\nsource = "webcam:99"', "config.toml"),
        table,
        lambda _event: None,
        camera=lambda: CameraState("simulated"),
    )
    doctor._look()
    found = {str(finding.what): finding for finding in doctor.findings()}
    assert (found["camera"].state, str(found["camera"].says)) == ("good", "in use by the companion")


def _pi(root: Path, *, gpio: bool = True) -> Path:
    """A folder that looks like a Pi 5's /proc, /sys and /dev."""
    for folder in (
        "proc/device-tree",
        "dev/input",
        "sys/class/thermal/thermal_zone0",
        "sys/class/hwmon/hwmon2",
    ):
        (root / folder).mkdir(parents=True)
    (root / "proc/device-tree/model").write_text("Raspberry Pi 5 Model B Rev 1.0\0")
    (root / "sys/class/thermal/thermal_zone0/temp").write_text("51200\n")
    (root / "sys/class/hwmon/hwmon2/name").write_text("rpi_volt\n")
    (root / "sys/class/hwmon/hwmon2/in0_lcrit_alarm").write_text("0\n")
    if gpio:
        (root / "dev/gpiochip0").write_text("")
    return root


class TestMachine:
    def test_the_board_is_named(self, table: Path) -> None:
        assert "not a Raspberry Pi" in str(machine.board(_patient(table)).says)
        assert (
            str(machine.board(_patient(table, root=_pi(table / "pi"))).says)
            == "Raspberry Pi 5 Model B Rev 1.0"
        )

    def test_no_camera(self, table: Path) -> None:
        check = machine.camera(_patient(table))
        assert (check.state, str(check.says)) == ("warn", "none found")
        assert machine.camera(_patient(table, '[camera]\nsource = "none"')).state == "ok"

    def test_a_webcam_is_found_by_name(self, table: Path) -> None:
        device = table / "pi/sys/class/video4linux/video0"
        device.mkdir(parents=True)
        (device / "name").write_text("HD Webcam C270")
        (device / "index").write_text("0")
        assert str(machine.camera(_patient(table, root=table / "pi")).says) == "HD Webcam C270 (webcam:0)"

    def test_a_webcam_of_a_wrong_number_is_missing_while_it_plays_too(self, table: Path) -> None:
        (table / "pi/dev").mkdir(parents=True)
        (table / "pi/dev/video0").touch()
        wrong, right = (
            machine.camera(_patient(table, f'[camera]\nsource = "webcam:{number}"', root=table / "pi"))
            for number in (7, 0)
        )
        assert wrong.state == "fail"
        assert "/dev/video7" in str(wrong.says)
        assert right.state == "ok"

    def test_hands_on_it_looks_through_the_camera(self, table: Path) -> None:
        photos = table / "photos-of-a-tray"
        photos.mkdir()
        cv2.imwrite(str(photos / "1.jpg"), TRAY)
        check = machine.camera(_patient(table, f'[camera]\nsource = "photos:{photos}"', hands_on=True))
        assert check.state == "ok"
        assert "gives frames of" in str(check.says)
        missing = machine.camera(_patient(table, '[camera]\nsource = "photos:/nowhere"', hands_on=True))
        assert missing.state == "fail"

    def test_a_black_picture_is_told(self, table: Path) -> None:
        cv2.imwrite(str(table / "black.png"), np.zeros((240, 320, 3), np.uint8))
        check = machine.camera(_patient(table, f'[camera]\nsource = "photos:{table}"', hands_on=True))
        assert check.state == "warn"
        assert "lens cap" in str(check.do)

    def test_pins(self, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        none = "[pins]\n" + "\n".join(
            f"{name} = 0"
            for name in ("light_ring", "confirm_button", "button_lamp", "tower_sensor", "buzzer")
        )
        assert str(machine.pins(_patient(table, none)).says) == "nothing is wired, says the config"
        assert str(machine.pins(_patient(table)).says) == "no pins on this machine"
        found = machine.pins(_patient(table, root=_pi(table / "pi")))
        assert str(found.says).startswith("light ring at 18, confirm button at 17")
        monkeypatch.setenv("GPIOZERO_PIN_FACTORY", "nonsense")
        assert machine.pins(_patient(table, hands_on=True)).state == "fail"

    def test_a_ring_that_cannot_be_switched_is_told(self, table: Path) -> None:
        assert machine.light(_patient(table)).state == "warn"
        assert machine.light(_patient(table, root=_pi(table / "pi"))).state == "ok"

    def test_power(self, table: Path) -> None:
        root = _pi(table / "pi")
        well = machine.power(_patient(table, root=root))
        assert (well.state, str(well.says)) == ("ok", "the supply holds, 51 °C")
        (root / "sys/class/hwmon/hwmon2/in0_lcrit_alarm").write_text("1\n")
        weak = machine.power(_patient(table, root=root))
        assert weak.state == "fail"
        assert "supply" in str(weak.do)
        assert machine.power(_patient(table)).state == "ok"

    def test_touch(self, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        for name in ("DISPLAY", "WAYLAND_DISPLAY"):
            monkeypatch.delenv(name, raising=False)
        root = _pi(table / "pi")
        assert machine.touch(_patient(table, root=root)).state == "warn"
        (root / "dev/input/event0").write_text("")
        assert machine.touch(_patient(table, root=root)).state == "ok"
        monkeypatch.setattr("os.access", lambda path, mode: False)
        assert "group input" in str(machine.touch(_patient(table, root=root)).do)

    def test_the_screen_is_opened_by_the_driver_of_the_config(
        self, table: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.delenv("SDL_VIDEODRIVER", raising=False)
        opened = machine.screen(_patient(table, '[display]\nvideo_driver = "dummy"'))
        assert opened.state == "ok"
        assert "by dummy" in str(opened.says)

    def test_a_screen_that_cannot_be_opened(self, table: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setenv("SDL_VIDEODRIVER", "kmsdrm")
        assert machine.screen(_patient(table)).state == "fail"

        def hang(*args: object, **options: object) -> None:
            raise subprocess.TimeoutExpired("python", 15)

        monkeypatch.setattr(subprocess, "run", hang)
        assert "did not answer" in str(machine.screen(_patient(table)).says)


Told = Callable[..., tuple[int, str, str]]


@pytest.fixture
def doctor(table: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Told:
    config = table / "config.toml"
    config.write_text('[camera]\nsource = "simulated"\n[display]\nvideo_driver = "dummy"\n')
    monkeypatch.delenv("COMPANION_DATA", raising=False)

    def tell(*arguments: str) -> tuple[int, str, str]:
        code = main(["doctor", "--data", str(table), "--config", str(config), *arguments])
        told = capsys.readouterr()
        return code, told.out, told.err

    return tell


class TestCommand:
    def test_it_tells_people(self, doctor: Told) -> None:
        code, out, err = doctor()
        assert (code, err) == (0, "")
        assert "ok   saved games  1 game with 1 entry" in out

    def test_it_tells_programs(self, doctor: Told) -> None:
        code, out, _ = doctor("--json")
        told = json.loads(out)
        assert (code, told["playing"]) == (0, False)
        assert {"name", "state", "says", "do"} == set(told["checks"][0])

    def test_trouble_is_exit_code_one(self, doctor: Told, table: Path) -> None:
        (table / "companion.db").write_bytes(b"rubbish")
        assert doctor()[0] == 1

    def test_it_leaves_a_running_companion_alone(self, doctor: Told, table: Path) -> None:
        with Store.open(table):
            code, out, _ = doctor()
        assert code == 0
        assert "screen, camera and pins were left to it" in out
        assert "ok   screen       in use by the companion" in out

    def test_a_bundle_has_everything_but_photos(self, doctor: Told, table: Path, tmp_path: Path) -> None:
        PhotoLogKeeper(table / "photos").keep(TRAY, None, confirmed={"red": 1})
        file = tmp_path / "report.zip"
        code, out, _ = doctor("--bundle", str(file))
        assert (code, f"wrote {file}" in out) == (0, True)
        with zipfile.ZipFile(file) as bundle:
            names = set(bundle.namelist())
            assert json.loads(bundle.read("machine.json"))["packages"]["companion"] == __version__
            assert names == {
                "doctor.json",
                "machine.json",
                "config.toml",
                "companion.mark",
                "log.txt",
                "companion.db",
            }
            (tmp_path / "again").mkdir()
            bundle.extract("companion.db", tmp_path / "again")
        with Store.open(tmp_path / "again") as store:
            assert store.games()[0].title == "Friday"
        doctor("--bundle", str(file), "--with-photos")
        with zipfile.ZipFile(file) as bundle:
            assert {"photos/000001.jpg", "photos/log.jsonl"} <= set(bundle.namelist())

    def test_wrong_use_gets_a_sentence(self, doctor: Told) -> None:
        assert doctor("--with-photos")[0] == 2
        code, _, err = doctor("--bundle", "/nowhere/at/all/report.zip")
        assert (code, "no folder /nowhere/at/all" in err) == (2, True)

    def test_a_folder_of_the_services_own_is_said_in_one_sentence(
        self, doctor: Told, table: Path, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        monkeypatch.setattr(os, "access", lambda *_: False)
        code, out, err = doctor()
        assert (code, out) == (1, "")
        assert err == (
            f"companion: this user may not open {table}; "
            "if that is the installed companion's: sudo companion doctor …\n"
        )

    def test_a_lock_that_may_not_be_looked_at_is_somebody_elses(
        self, doctor: Told, monkeypatch: pytest.MonkeyPatch
    ) -> None:
        def closed(*_: object) -> None:
            raise PermissionError

        monkeypatch.setattr(fcntl, "flock", closed)
        assert json.loads(doctor("--json")[1])["playing"]

"""What the companion reads and keeps: config, disk, saved games, calibration, photo log, failed starts."""

import shutil
import time
from collections.abc import Callable
from datetime import UTC, datetime

from companion.appliance.service import FAILED_STARTS_BEFORE_SAFE_MODE, StartGuard
from companion.doctor.check import Check, Patient

LOW_MB, FULL_MB = 300, 30
OLD_CALIBRATION_DAYS = 180
THROWS_LOOKED_AT = 40
MOST_CORRECTED = 0.1
_FIRST_BELIEVABLE_YEAR = 2024


def config(patient: Patient) -> Check:
    """Whether every line of the config file was understood."""
    settings = patient.settings
    if settings.problems:
        says = "; ".join(settings.problems)
        return Check(
            "config", "warn", says, "Correct these lines; the defaults stand in for them until then."
        )
    return Check("config", "ok", f"read from {settings.file}" if settings.file else "no file: all defaults")


def disk(patient: Patient) -> Check:
    """Whether the data folder can be written and has room."""
    folder = patient.data
    present = next(place for place in (folder, *folder.parents) if place.exists())
    free_mb = shutil.disk_usage(present).free // 1_000_000
    says = f"{free_mb} MB free for {folder}"
    if folder.exists() and not _writable(patient):
        return Check(
            "disk",
            "fail",
            f"{folder} cannot be written",
            "Check its owner, or whether the disk is read-only.",
        )
    if free_mb < FULL_MB:
        return Check(
            "disk",
            "fail",
            says,
            "Free some room: old photos go with `companion photolog trim --limit-mb 100`.",
        )
    if free_mb < LOW_MB:
        return Check("disk", "warn", says, "Make room soon, or lower limit_mb in [photo_log] of the config.")
    return Check("disk", "ok", says)


def saved_games(patient: Patient) -> Check:
    """Whether the file with the games is sound from end to end."""
    from companion.store import Damaged, Store, StoreError, TooNew

    try:
        with Store.look(patient.data) as store:
            store.check()
            games = store.games()
    except Damaged as error:
        return Check(
            "saved games", "fail", str(error), "Start the companion: it rescues what is there, and says what."
        )
    except TooNew as error:
        return Check("saved games", "fail", str(error), "Update the companion.")
    except StoreError as error:
        return Check("saved games", "fail", str(error), "See to the disk.")
    backups = len(list((patient.data / "backups").glob("*.db")))
    says = (
        f"{_some(len(games), 'game')} with {_some(sum(game.entries for game in games), 'entry', 'entries')}"
    )
    says += f", {_some(backups, 'backup')}"
    if (patient.data / "damaged").is_dir():
        do = f"They were rescued; once all is well, remove {patient.data / 'damaged'}."
        return Check("saved games", "warn", says + ", and files that were damaged once", do)
    return Check("saved games", "ok", says)


def calibration(patient: Patient) -> Check:
    """Whether there is a calibration that can be read, and how old it is."""
    from companion.table.watched_tray import CALIBRATION_NAME
    from vision.errors import VisionError
    from vision.profile import Profile

    if patient.settings.camera.source in ("simulated", "none"):
        return Check("calibration", "ok", f"not needed with the camera {patient.settings.camera.source}")
    path = patient.data / CALIBRATION_NAME
    if not path.exists():
        return Check(
            "calibration", "warn", "none yet", "Calibrate once: from the menu, or `companion calibrate`."
        )
    try:
        profile = Profile.load(path)
    except VisionError as error:
        return Check("calibration", "fail", str(error), "Calibrate again.")
    says = f"{len(profile.labels)} colours"
    days = _age_days(profile.created)
    if days is None:
        return Check("calibration", "ok", f"{says}; the Pi's clock does not tell how old it is")
    if days > OLD_CALIBRATION_DAYS:
        return Check(
            "calibration", "warn", f"{says}, {days} days old", "Calibrate again: rings and lenses change."
        )
    return Check("calibration", "ok", f"{says}, {_some(days, 'day')} old")


def photo_log(patient: Patient) -> Check:
    """How often the table had to correct the count lately: the best sign of an ageing calibration."""
    from calibration.errors import LogError
    from calibration.logs import LOG_NAME, read_log
    from companion.photolog.log import FOLDER_NAME

    folder = patient.data / FOLDER_NAME
    if not patient.settings.photo_log.on:
        return Check("photo log", "ok", "switched off")
    if not (folder / LOG_NAME).is_file():
        return Check("photo log", "ok", "empty so far")
    try:
        lines = [line for line in read_log(folder).lines if line.counted is not None][-THROWS_LOOKED_AT:]
    except (LogError, OSError) as error:
        return Check(
            "photo log", "warn", str(error), f"Move {folder / LOG_NAME} away; a new one will be begun."
        )
    corrected = sum(line.counted is not None and not line.agrees(line.counted) for line in lines)
    says = f"{corrected} of the last {_some(len(lines), 'throw')} had to be corrected"
    if len(lines) >= THROWS_LOOKED_AT // 2 and corrected > MOST_CORRECTED * len(lines):
        return Check(
            "photo log", "warn", says, "Clean the clear floor, look at the light ring, calibrate again."
        )
    return Check("photo log", "ok", says)


def starts(patient: Patient) -> Check:
    """Whether the companion started well of late."""
    guard = StartGuard(patient.data)
    failed = guard.failed
    if patient.playing:
        # The one that runs now has been counted, too, until its first minute is over.
        failed = max(failed - 1, 0, patient.failed_starts, guard.safe_after)
    if failed >= FAILED_STARTS_BEFORE_SAFE_MODE:
        do = "Look at `journalctl -u 'companion*'`; without camera and pins until a start lasts a minute."
        return Check("starts", "fail", f"{failed} in a row failed: safe mode", do)
    if failed:
        return Check("starts", "warn", f"{failed} in a row failed", "Look at `journalctl -u 'companion*'`.")
    return Check("starts", "ok", "none failed")


ROUND: tuple[Callable[[Patient], Check], ...] = (config, disk, saved_games, calibration, photo_log, starts)


def _writable(patient: Patient) -> bool:
    import tempfile

    try:
        with tempfile.TemporaryFile(dir=patient.data) as probe:
            probe.write(b"x")
    except OSError:
        return False
    return True


def _age_days(created: str) -> int | None:
    """By the Pi's clock, where both dates are believable."""
    try:
        then = datetime.fromisoformat(created)
    except ValueError:
        return None
    now = datetime.fromtimestamp(time.time(), UTC)
    if then.tzinfo is None:
        then = then.replace(tzinfo=UTC)
    if min(then.year, now.year) < _FIRST_BELIEVABLE_YEAR or now < then:
        return None
    return (now - then).days


def _some(number: int, one: str, many: str = "") -> str:
    return f"{number} {one if number == 1 else many or one + 's'}"

"""What the companion reads and keeps: config, disk, saved games, calibration, photo log, failed starts."""

import pwd
import shutil
import time
from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

from companion.appliance.service import FAILED_STARTS_BEFORE_SAFE_MODE, StartGuard
from companion.doctor.check import Check, Patient
from companion.words import N_, NN_, Text, several

LOW_MB, FULL_MB = 300, 30
OLD_CALIBRATION_DAYS = 180
THROWS_LOOKED_AT = 40
MOST_CORRECTED = 0.1
_FIRST_BELIEVABLE_YEAR = 2024


def config(patient: Patient) -> Check:
    """Whether every line of the config file was understood."""
    settings = patient.settings
    if settings.problems:
        says = several(settings.problems)
        return Check(
            "config", "warn", says, N_("Correct these lines; the defaults stand in for them until then.")
        )
    return Check(
        "config",
        "ok",
        N_("read from {file}", file=settings.file) if settings.file else N_("no file: all defaults"),
    )


def disk(patient: Patient) -> Check:
    """Whether the data folder can be written and has room."""
    folder = patient.data
    present = next(place for place in (folder, *folder.parents) if place.exists())
    free_mb = shutil.disk_usage(present).free // 1_000_000
    says = N_("{free_mb} MB free for {folder}", free_mb=free_mb, folder=folder)
    if folder.exists() and not _writable(patient):
        return Check(
            "disk",
            "fail",
            N_("{folder} cannot be written", folder=folder),
            N_("Check its owner, or whether the disk is read-only."),
        )
    if strange := _not_its_own(folder):
        return Check(
            "disk",
            "fail",
            N_("{file} belongs to somebody else than {folder}", file=strange.name, folder=folder),
            N_(
                "Give it back: `sudo chown -R {owner}: {folder}`",
                owner=_name_of(_owner(folder)),
                folder=folder,
            ),
        )
    if free_mb < FULL_MB:
        return Check(
            "disk",
            "fail",
            says,
            N_("Free some room: old photos go with `companion photolog trim --limit-mb 100`."),
        )
    if free_mb < LOW_MB:
        return Check(
            "disk", "warn", says, N_("Make room soon, or lower limit_mb in [photo_log] of the config.")
        )
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
            "saved games",
            "fail",
            error.said,
            N_("Start the companion: it rescues what is there, and says what."),
        )
    except TooNew as error:
        return Check("saved games", "fail", error.said, N_("Update the companion."))
    except StoreError as error:
        return Check("saved games", "fail", error.said, N_("See to the disk."))
    backups = len(list((patient.data / "backups").glob("*.db")))
    says = N_(
        "{games} with {entries}, {backups}",
        games=NN_("{n} game", "{n} games", len(games)),
        entries=NN_("{n} entry", "{n} entries", sum(game.entries for game in games)),
        backups=NN_("{n} backup", "{n} backups", backups),
    )
    if (patient.data / "damaged").is_dir():
        do = N_("They were rescued; once all is well, remove {folder}.", folder=patient.data / "damaged")
        return Check("saved games", "warn", N_("{says}, and files that were damaged once", says=says), do)
    return Check("saved games", "ok", says)


def calibration(patient: Patient) -> Check:
    """Whether there is a calibration that can be read, and how old it is."""
    from companion.table.found_tray import CALIBRATION_NAME
    from vision.errors import VisionError
    from vision.profile import Profile

    if patient.settings.camera.source in ("simulated", "none"):
        return Check(
            "calibration",
            "ok",
            N_("not needed with the camera {source}", source=patient.settings.camera.source),
        )
    path = patient.data / CALIBRATION_NAME
    if not path.exists():
        return Check(
            "calibration",
            "warn",
            N_("none yet"),
            N_("Calibrate once: from the menu, or `companion calibrate`."),
        )
    try:
        profile = Profile.load(path)
    except VisionError as error:
        return Check("calibration", "fail", error.said, N_("Calibrate again."))
    says = NN_("{n} colour", "{n} colours", len(profile.labels))
    days = _age_days(profile.created)
    if days is None:
        return Check("calibration", "ok", N_("{says}; the Pi's clock does not tell how old it is", says=says))
    age = NN_("{n} day", "{n} days", days)
    if days > OLD_CALIBRATION_DAYS:
        return Check(
            "calibration",
            "warn",
            N_("{says}, {days} old", says=says, days=age),
            N_("Calibrate again: rings and lenses change."),
        )
    return Check("calibration", "ok", N_("{says}, {days} old", says=says, days=age))


def photo_log(patient: Patient) -> Check:
    """How often the table had to correct the count lately: the best sign of an ageing calibration."""
    from calibration.errors import LogError
    from companion.photolog.log import FOLDER_NAME
    from companion.photolog.logs import LOG_NAME, read_log

    folder = patient.data / FOLDER_NAME
    if not patient.settings.photo_log.on:
        return Check("photo log", "ok", N_("switched off"))
    if not (folder / LOG_NAME).is_file():
        return Check("photo log", "ok", N_("empty so far"))
    try:
        lines = [line for line in read_log(folder).lines if line.counted is not None][-THROWS_LOOKED_AT:]
    except (LogError, OSError) as error:
        return Check(
            "photo log",
            "warn",
            (error.said if isinstance(error, LogError) else Text(str(error))),
            N_("Move {folder} away; a new one is begun.", folder=folder / LOG_NAME),
        )
    corrected = sum(line.counted is not None and not line.agrees(line.counted) for line in lines)
    says = NN_(
        "{corrected} of the last {n} throw had to be corrected",
        "{corrected} of the last {n} throws had to be corrected",
        len(lines),
        corrected=corrected,
    )
    if len(lines) >= THROWS_LOOKED_AT // 2 and corrected > MOST_CORRECTED * len(lines):
        return Check(
            "photo log", "warn", says, N_("Clean the clear floor, look at the light ring, calibrate again.")
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
        do = N_("Look at `journalctl -u 'companion*'`; without camera and pins until a start lasts a minute.")
        return Check("starts", "fail", N_("{failed} in a row failed: safe mode", failed=failed), do)
    if failed:
        return Check(
            "starts",
            "warn",
            N_("{failed} in a row failed", failed=failed),
            N_("Look at `journalctl -u 'companion*'`."),
        )
    return Check("starts", "ok", N_("none failed"))


ROUND: tuple[Callable[[Patient], Check], ...] = (config, disk, saved_games, calibration, photo_log, starts)


def _writable(patient: Patient) -> bool:
    import tempfile

    try:
        with tempfile.TemporaryFile(dir=patient.data) as probe:
            probe.write(b"x")
    except OSError:
        return False
    return True


def _not_its_own(folder: Path) -> Path | None:
    """A file that was copied there by root, as a rule: root may read it, the companion may not."""
    if not folder.is_dir():
        return None
    try:
        owner = _owner(folder)
        kept = (path for path in sorted(folder.rglob("*")) if "lost+found" not in path.parts)
        return next((path for path in kept if _owner(path) != owner), None)
    except OSError:  # gone meanwhile
        return None


def _owner(path: Path) -> int:
    return path.lstat().st_uid


def _name_of(user: int) -> str:
    try:
        return pwd.getpwuid(user).pw_name
    except KeyError:
        return str(user)


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

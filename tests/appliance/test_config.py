"""The config file: complete example, defaults, and one sentence with file and line for what is wrong."""

import os
import re
import tomllib
from dataclasses import asdict, fields, replace
from pathlib import Path

import platformdirs
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from companion import config
from companion.config import Settings, data_folder, find_file, load, read, safe_settings
from companion.config.example import example, toml
from companion.config.reading import LARGEST_FILE_BYTES
from companion.config.settings import SECTIONS, size_of
from companion.locale import LANGUAGES
from hardware.buttons import DEBOUNCE_SECONDS, LONG_PRESS_SECONDS, SHUTDOWN_PRESS_SECONDS
from hardware.camera import FULL_SIZE, WATCH_SIZE
from hardware.lights import RAMP_SECONDS
from hardware.pins import NAMES

PROJECT = Path(__file__).parents[2]
fuzz = settings(max_examples=int(os.environ.get("COMPANION_FUZZED_CONFIGS", "300")), derandomize=True)


def test_the_example_shows_every_key_with_its_default() -> None:
    text = example()
    uncommented = re.sub(r"^#(\w+ = )", r"\1", text, flags=re.MULTILINE)
    shown = tomllib.loads(uncommented)
    defaults = {name: asdict(kind()) for name, kind in SECTIONS.items()}
    assert shown == defaults
    assert read(uncommented, "example").problems == ()
    assert read(text, "example") == Settings(file="example")


def test_every_key_has_words_and_a_good_default() -> None:
    for kind in SECTIONS.values():
        for field in fields(kind):
            described = field.metadata["key"]
            assert described.says.endswith(".")
            assert not described.check(described.default)


def test_no_key_lies_idle() -> None:
    """What the file promises is looked at somewhere outside the reading of it."""
    program = "".join(
        path.read_text()
        for path in (PROJECT / "companion").rglob("*.py")
        if path not in {PROJECT / "companion" / "config" / name for name in ("settings.py", "example.py")}
    )
    for name, kind in SECTIONS.items():
        for field in fields(kind):
            # The pins are handed over all at once, by name.
            assert f".{field.name}" in program or name == "pins", f"[{name}] {field.name} is never used"


def test_the_defaults_are_those_of_the_parts() -> None:
    defaults = Settings()
    assert (defaults.light.ramp_seconds, set(asdict(defaults.pins))) == (RAMP_SECONDS, set(NAMES))
    button = defaults.button
    assert (button.debounce_seconds, button.long_press_seconds, button.shutdown_press_seconds) == (
        DEBOUNCE_SECONDS,
        LONG_PRESS_SECONDS,
        SHUTDOWN_PRESS_SECONDS,
    )
    assert size_of(defaults.camera.full_size) == FULL_SIZE
    assert size_of(defaults.camera.watch_size) == WATCH_SIZE


def test_the_choices_are_those_of_the_screen() -> None:
    for code in LANGUAGES:
        assert read(f'[table]\nlanguage = "{code}"', "c").table.language == code


@pytest.mark.parametrize(
    "source", ["auto", "none", "picamera", "picamera:1", "webcam:0", "photos:/x y", "simulated"]
)
def test_every_camera_can_be_named(source: str) -> None:
    got = read(f'[camera]\nsource = "{source}"', "c")
    assert (got.camera.source, got.problems) == (source, ())


def test_what_is_written_is_used() -> None:
    got = read(
        '[camera]\nsource = "webcam:2"\n[pins]\nbuzzer = 0\n[light]\nlevel = 1\n[sound]\non = false\n'
        '[data]\nfolder = "/srv/games"\n',
        "config.toml",
    )
    assert got.problems == ()
    assert (got.camera.source, got.pins.buzzer, got.sound.on) == ("webcam:2", 0, False)
    assert got.light.level == 1.0
    assert isinstance(got.light.level, float)
    assert got.display == Settings().display


@pytest.mark.parametrize(
    ("text", "sentence"),
    [
        (
            "[display]\nrotation = 45",
            "line 2: rotation in [display] must be 0, 90, 180 or 270, not 45; 0 is used",
        ),
        ("[sound]\n\nvolume = 3", "line 3: volume in [sound] must be 0 to 1, not 3; 0.6 is used"),
        ("[sound]\non = 1", "line 2: on in [sound] must be true or false, not 1; true is used"),
        ("[pins]\nbuzzer = true", "line 2: buzzer in [pins] must be a whole number, not true; 13 is used"),
        ("[pins]\nbuzzer = 99", "line 2: buzzer in [pins] must be 0 to 27, not 99; 13 is used"),
        (
            "[camera]\nsource = 3",
            'line 2: source in [camera] must be a text in quotes, not 3; "auto" is used',
        ),
        ('[camera]\nfull_size = "big"', "line 2: full_size in [camera] must be a size such as"),
        (
            '[camera]\nsource = "fax"',
            "line 2: source in [camera] must be auto, picamera, webcam:N, photos:DIR, simulated or none",
        ),
        ('[display]\nmode = "huge"', 'line 2: mode in [display] must be "auto", "fullscreen" or a size'),
        ('[display]\nmode = "20x20"', "line 2: mode in [display] must be"),
        ("[light]\nlevle = 1", "line 2: there is no key levle in [light]; did you mean level?"),
        ("[light]\nzzz = 1", "line 2: there is no key zzz in [light]; config.example.toml lists all"),
        ("# hi\n[camra]\n", "line 2: there is no section [camra]; did you mean camera?"),
        ("camera = 1", "line 1: camera is a section; write [camera] on a line of its own"),
        ("\nlight.level = 7", "line 2: level in [light] must be 0.05 to 1, not 7; 1 is used"),
        ("[display]\nrotation = ninety", "line 2: this line cannot be read (invalid value) and is not used"),
        ("[display\nrotation = 90", "line 1: this line cannot be read"),
        ("[pins]\nbuzzer = 18", "line 2: light_ring and buzzer in [pins] both use pin 18"),
        ('[data]\nfolder = "unfinished', "line 2: this line cannot be read"),
        ("[data]\nfolder = ['a',\n", "line 2: this line cannot be read"),
        ('[data]\nfolder = "games"', 'line 2: folder in [data] must be a whole path such as "/mnt/games"'),
        (
            '[data]\nfolder = "/a"\nfolder = "/b"',
            "line 3: this line cannot be read (cannot overwrite a value)",
        ),
    ],
)
def test_a_wrong_line_gets_one_sentence_and_the_rest_works(text: str, sentence: str) -> None:
    got = read(text + "\n[photo_log]\nlimit_mb = 42\n", "/etc/companion/config.toml")
    assert len([p for p in got.problems if sentence in str(p)]) == 1, got.problems
    assert all(str(problem).startswith("/etc/companion/config.toml line ") for problem in got.problems)
    assert got.photo_log.limit_mb == 42


@pytest.mark.parametrize("line_end", ["\n", "\r\n", "\r"])
def test_any_editors_line_ends_will_do(line_end: str) -> None:
    settings = read(line_end.join(("[sound]", "volume = 9", "on = false", "")), "c")
    assert not settings.sound.on
    assert [str(problem).partition(":")[0] for problem in settings.problems] == ["c line 2"]


def test_several_wrong_lines_get_a_sentence_each() -> None:
    got = read("[sound]\nvolume = loud\non = maybe\n[display]\nrotation = 45\noff_minutes = 3\n", "c.toml")
    assert len(got.problems) == 3
    assert got.display.off_minutes == 3


@fuzz
@given(st.text(max_size=300))
def test_any_text_gives_settings(text: str) -> None:
    got = read(text, "c.toml")
    assert isinstance(got, Settings)


@fuzz
@given(st.data())
def test_any_values_in_the_example_give_settings(data: st.DataObject) -> None:
    """Real keys with values of every kind: each is used, or answered with a sentence, and never both."""
    section = data.draw(st.sampled_from(sorted(SECTIONS)))
    field = data.draw(st.sampled_from([field.name for field in fields(SECTIONS[section])]))
    value = data.draw(st.booleans() | st.integers(-(2**70), 2**70) | st.floats() | st.text(max_size=12))
    written = repr(value) if isinstance(value, float) else toml(value)
    got = read(
        f"[{section}]\n{field} = {written}\n[sound]\n"
        if section != "sound"
        else f"[sound]\n{field} = {written}",
        "c",
    )
    used = getattr(getattr(got, section), field)
    default = getattr(SECTIONS[section](), field)
    assert used == value or got.problems
    assert used == default or not [p for p in got.problems if "is used" in str(p) or "not used" in str(p)]


@fuzz
@given(raw=st.binary(max_size=400))
def test_any_bytes_in_the_file_give_settings(tmp_path_factory: pytest.TempPathFactory, raw: bytes) -> None:
    file = tmp_path_factory.getbasetemp() / "fuzzed.toml"
    file.write_bytes(raw)
    assert load(file).file == str(file)


def test_a_file_that_cannot_be_read_gives_the_defaults(tmp_path: Path) -> None:
    for file in (tmp_path, tmp_path / "nowhere.toml"):
        got = load(file)
        assert got.camera == Settings().camera
        assert "cannot be read" in str(got.problems[0])
    huge = tmp_path / "huge.toml"
    huge.write_bytes(b"#" * (LARGEST_FILE_BYTES + 1))
    assert "too large" in str(load(huge).problems[0])


def test_where_the_file_is_looked_for(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("COMPANION_CONFIG", raising=False)
    monkeypatch.setattr(config.places, "user_file", lambda: tmp_path / "user.toml")
    monkeypatch.setattr(config.places, "ETC_FILE", tmp_path / "etc.toml")
    assert find_file() is None
    assert load() == Settings()
    (tmp_path / "etc.toml").write_text("[sound]\non = false\n")
    assert find_file() == tmp_path / "etc.toml"
    assert not load().sound.on
    (tmp_path / "user.toml").write_text("")
    assert find_file() == tmp_path / "user.toml"
    monkeypatch.setenv("COMPANION_CONFIG", str(tmp_path / "named.toml"))
    assert find_file() == tmp_path / "named.toml"


def test_where_the_data_folder_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("COMPANION_DATA", "STATE_DIRECTORY"):
        monkeypatch.delenv(name, raising=False)
    assert data_folder(Settings()) == platformdirs.user_data_path("marrakesh-companion")
    monkeypatch.setenv("STATE_DIRECTORY", "/var/lib/companion:/var/lib/other")
    assert data_folder(Settings()) == Path("/var/lib/companion")
    assert data_folder(read('[data]\nfolder = "~/games"', "c")) == Path.home() / "games"
    monkeypatch.setenv("COMPANION_DATA", "/elsewhere")
    assert data_folder(read('[data]\nfolder = "~/games"', "c")) == Path("/elsewhere")


@pytest.mark.parametrize("same_drivers", [True, False])
def test_safe_mode_keeps_only_the_data_folder_the_language_and_the_panel(same_drivers: bool) -> None:
    display = (
        "[display]\nrotation = 90\ntouch_rotation = 180\npanel_diagonal_inch = 7\nnight = true\n"
        'video_driver = "kmsdrm"\nrender_driver = "opengles2"\nkmsdrm_index = 7\n'
    )
    broken = read(
        f'[camera]\nsource = "picamera"\n[data]\nfolder = "/srv"\n[table]\nlanguage = "de"\n{display}', "c"
    )
    safe = safe_settings(broken, same_drivers=same_drivers)
    assert safe.camera.source == "none"
    assert set(asdict(safe.pins).values()) == {0}
    expected = replace(Settings().display, rotation=90, touch_rotation=180, panel_diagonal_inch=7)
    if same_drivers:
        expected = replace(expected, video_driver="kmsdrm", render_driver="opengles2", kmsdrm_index=7)
    assert safe.display == expected
    assert safe.data.folder == "/srv"
    assert safe.table == replace(Settings().table, language="de")


def test_sizes_are_numbers() -> None:
    assert size_of(Settings().camera.full_size) == (1024, 768)

"""Power and screen of a Pi, from recorded answers and files laid out as the kernel lays them out."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from companion.words import Text
from hardware.errors import PowerRefused
from hardware.power import Power, parse_throttled, power_off, read_power, run_command
from hardware.screen import Panel


def lay(root: Path, files: dict[str, str]) -> Path:
    for name, text in files.items():
        path = root / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(text)
    return root


def no_command(command: Sequence[str]) -> str:
    raise PowerRefused(Text(f"This machine has no {command[0]}."))


@pytest.mark.parametrize(
    ("answer", "power"),
    [
        ("throttled=0x0\n", Power()),
        (
            "throttled=0x50005\n",
            Power(under_voltage=True, throttled=True, was_under_voltage=True, was_throttled=True),
        ),
        ("throttled=0x50000\n", Power(was_under_voltage=True, was_throttled=True)),
        ("throttled=0xe0008\n", Power(too_hot=True, was_throttled=True, was_too_hot=True)),
        ("throttled=0x20002\n", Power(throttled=True, was_throttled=True)),
    ],
)
def test_the_firmwares_bits_are_read(answer: str, power: Power) -> None:
    assert parse_throttled(answer) == power


@pytest.mark.parametrize(
    "answer", ["", "VCHI initialization failed", "throttled=0xzz", "throttled=0x" + "f" * 40]
)
def test_an_answer_that_says_nothing_is_refused(answer: str) -> None:
    with pytest.raises(PowerRefused, match="tells nothing about the power"):
        parse_throttled(answer)


def test_a_weak_supply_is_told_and_a_good_one_is_not() -> None:
    assert Power(celsius=48.2).sentences == ()
    assert "too weak right now" in str(parse_throttled("throttled=0x50005").sentences[0])
    assert "was too weak" in str(parse_throttled("throttled=0x10000").sentences[0])
    assert "too hot" in str(parse_throttled("throttled=0x80008").sentences[0])


def test_where_vcgencmd_may_not_be_called_the_kernels_alarm_is_read(tmp_path: Path) -> None:
    files = {
        "sys/class/hwmon/hwmon0/name": "cpu_thermal\n",
        "sys/class/hwmon/hwmon1/name": "rpi_volt\n",
        "sys/class/hwmon/hwmon1/in0_lcrit_alarm": "1\n",
        "sys/class/thermal/thermal_zone0/temp": "61234\n",
    }
    power = read_power(lay(tmp_path, files), no_command)
    assert power.under_voltage
    assert power.celsius == pytest.approx(61.234)
    (tmp_path / "sys/class/hwmon/hwmon1/in0_lcrit_alarm").write_text("0\n")
    assert read_power(tmp_path, no_command).sentences == ()


def test_on_a_laptop_nothing_tells_and_that_is_said(tmp_path: Path) -> None:
    with pytest.raises(PowerRefused, match="on a Raspberry Pi it does"):
        read_power(tmp_path, no_command)


def test_vcgencmd_is_asked_first(tmp_path: Path) -> None:
    asked: list[Sequence[str]] = []

    def answer(command: Sequence[str]) -> str:
        asked.append(command)
        return "throttled=0x0\n"

    assert read_power(tmp_path, answer) == Power()
    assert asked == [("vcgencmd", "get_throttled")]


def test_switching_off_goes_through_systemd() -> None:
    asked: list[Sequence[str]] = []

    def note(command: Sequence[str]) -> str:
        asked.append(command)
        return ""

    power_off(note)
    assert asked == [("systemctl", "poweroff")]
    with pytest.raises(PowerRefused, match="has no systemctl"):
        power_off(no_command)


def test_commands_that_fail_give_their_last_line_as_the_reason() -> None:
    assert run_command(("printf", "hello")) == "hello"
    with pytest.raises(PowerRefused, match="has no such-a-program"):
        run_command(("such-a-program",))
    with pytest.raises(PowerRefused, match="refused: no reason given"):
        run_command(("false",))
    with pytest.raises(PowerRefused, match=r"refused: .*folder"):
        run_command(("ls", "/no/such/folder"))


def panel(root: Path) -> Path:
    folder = "sys/class/backlight/10-0045"
    lay(
        root,
        {f"{folder}/brightness": "255", f"{folder}/max_brightness": "255", f"{folder}/bl_power": "0"},
    )
    return root / folder


def test_a_dsi_panel_is_dimmed_but_never_unreadable(tmp_path: Path) -> None:
    folder = panel(tmp_path)
    screen = Panel(tmp_path, no_command)
    assert screen.set_brightness(0.5)
    assert (folder / "brightness").read_text() == "128"
    assert screen.brightness == pytest.approx(0.5, abs=0.01)
    assert screen.set_brightness(0.0)
    assert (folder / "brightness").read_text() == "13"
    assert screen.set_brightness(9.0)
    assert screen.brightness == 1.0


def test_a_panel_is_blanked_and_woken(tmp_path: Path) -> None:
    folder = panel(tmp_path)
    screen = Panel(tmp_path, no_command)
    assert screen.blank()
    assert screen.blanked
    assert (folder / "bl_power").read_text() == "4"
    assert screen.wake()
    assert not screen.blanked
    assert (folder / "bl_power").read_text() == "0"


def test_a_panel_with_nonsense_in_its_files_does_no_harm(tmp_path: Path) -> None:
    folder = panel(tmp_path)
    (folder / "max_brightness").write_text("bright\n")
    screen = Panel(tmp_path, no_command)
    assert screen.brightness is None
    assert not screen.set_brightness(0.5)


def test_an_hdmi_screen_is_switched_by_the_desktop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[Sequence[str]] = []

    def note(command: Sequence[str]) -> str:
        asked.append(command)
        return ""

    monkeypatch.setenv("WAYLAND_DISPLAY", "wayland-1")
    monkeypatch.delenv("DISPLAY", raising=False)
    screen = Panel(tmp_path, note)
    assert screen.blank()
    assert screen.wake()
    assert asked == [("wlopm", "--off", "*"), ("wlopm", "--on", "*")]


def test_a_screen_with_nothing_to_switch_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("WAYLAND_DISPLAY", raising=False)
    monkeypatch.setenv("DISPLAY", ":0")
    screen = Panel(tmp_path, no_command)
    assert screen.brightness is None
    assert not screen.set_brightness(0.5)
    assert not screen.blank()
    assert not screen.blanked
    assert not screen.wake()

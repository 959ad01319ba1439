"""What stands on the console while no picture does."""

import os
import re
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path

import pytest

from companion.appliance import service
from companion.appliance.console import Console, laid_out
from companion.appliance.service import StartGuard
from companion.locale import LANGUAGES

# The letters a console has from the kernel, whatever font was never loaded.
OLD_LETTERS = "cp437"


class Tty:
    """A console of its own, and whoever looks at it."""

    def __init__(self) -> None:
        self._seen, self._console = os.openpty()
        self.name = os.ttyname(self._console)
        os.set_blocking(self._seen, False)

    def pages(self) -> list[str]:
        """Each text that stood there since somebody looked last: one clears the one before."""
        written = b""
        with suppress(BlockingIOError):
            while part := os.read(self._seen, 65536):
                written += part
        return [
            re.sub(r"\033\[[0-9;?]*[A-Za-z\]]", "", page) for page in written.decode().split("\033[2J")[1:]
        ]

    def said(self) -> str:
        """What stands there now."""
        return " ".join(self.pages()[-1].split())

    def close(self) -> None:
        os.close(self._seen)
        os.close(self._console)


@pytest.fixture
def tty() -> Iterator[Tty]:
    made = Tty()
    yield made
    made.close()


def console(folder: Path, tty: Tty) -> Console:
    return Console(folder, {"COMPANION_CONSOLE": tty.name})


def test_an_evening_of_a_console(tmp_path: Path, tty: Tty) -> None:
    console(tmp_path, tty).starting()
    assert tty.said() == "The companion is starting ..."
    console(tmp_path, tty).playing("en")
    assert "Everything you entered is kept." in tty.said()
    console(tmp_path, tty).starting(failed=3, wait_seconds=8.0)
    words = tty.said()
    assert "The last 3 starts went wrong." in words
    assert "8 seconds" in words


def test_the_next_start_speaks_the_language_of_the_last_one(tmp_path: Path, tty: Tty) -> None:
    console(tmp_path, tty).playing("de")
    console(tmp_path, tty).starting()
    assert tty.said() == "Der Begleiter startet ..."


@pytest.mark.parametrize("remembered", [b"", b"xx", b"\xff\xfe", b"en" * 1000])
def test_a_spoiled_memory_means_english(tmp_path: Path, tty: Tty, remembered: bytes) -> None:
    (tmp_path / "language").write_bytes(remembered)
    console(tmp_path, tty).starting()
    assert tty.said().startswith("The companion")


def test_where_no_console_is_named_nothing_is_written(tmp_path: Path, tty: Tty) -> None:
    Console(tmp_path, {}).starting()
    Console(tmp_path, {}).playing("fr")
    assert not tty.pages()
    assert not list(tmp_path.iterdir())


def test_a_console_that_is_not_there_keeps_nobody_from_playing(tmp_path: Path) -> None:
    Console(tmp_path / "no folder", {"COMPANION_CONSOLE": str(tmp_path / "none" / "tty")}).playing("de")


def test_one_that_nobody_reads_is_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "held")
    Console(tmp_path, {"COMPANION_CONSOLE": str(tmp_path / "held")}).starting()


def test_the_unit_waits_aloud(tmp_path: Path, tty: Tty, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COMPANION_CONSOLE", tty.name)
    monkeypatch.setattr("companion.config.data_folder", lambda: tmp_path)
    guard = StartGuard(tmp_path)
    guard.begin()
    guard.begin()
    meanwhile: list[str] = []
    assert service.main(["wait"], sleep=lambda _seconds: meanwhile.append(tty.said())) == 0
    (waiting,) = meanwhile
    assert "The last 2 starts went wrong." in waiting
    assert tty.said() == "The companion is starting ..."


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_small_console_holds_all_of_it_in_its_own_letters(tmp_path: Path, tty: Tty, language: str) -> None:
    console(tmp_path, tty).playing(language)
    console(tmp_path, tty).starting(12, 60.0)
    pages = tty.pages()
    assert len(pages) == 2
    for page in pages:
        page.encode(OLD_LETTERS)
        assert max(len(line) for line in page.splitlines()) <= 80
        assert len(page.splitlines()) <= 25


def test_long_sentences_are_broken_where_the_console_ends() -> None:
    lines = laid_out(["one two three four"], 10, 9).splitlines()
    assert [line for line in lines[1:] if line] == [" one two", "three four"]

"""A real window on an X server, a real pointer and real keys: what SDL makes of them reaches the screens."""

import json
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from queue import Empty, SimpleQueue

import pytest

PATIENCE_SECONDS = 60.0


class Program:
    """The program under the pointer: what it said last, and a pointer to work it."""

    def __init__(self, display: str) -> None:
        self.environment = {
            **os.environ,
            "DISPLAY": display,
            "SDL_AUDIODRIVER": "dummy",
            "SDL_VIDEO_WINDOW_POS": "0,0",
        }
        self.environment.pop("SDL_VIDEODRIVER", None)
        self.process = subprocess.Popen(
            [sys.executable, "-m", "tests.ui.pointer_program"],
            env=self.environment,
            stdout=subprocess.PIPE,
            text=True,
        )
        self.lines: SimpleQueue[str] = SimpleQueue()
        threading.Thread(target=self.listen, daemon=True).start()
        self.buttons: dict[str, tuple[int, int]] = {}

    def listen(self) -> None:
        assert self.process.stdout is not None
        for line in self.process.stdout:
            self.lines.put(line.strip())

    def until(self, words: str, seconds: float = PATIENCE_SECONDS) -> None:
        """Wait until a button says this."""
        end = time.monotonic() + seconds
        while words not in self.buttons:
            try:
                line = self.lines.get(timeout=max(0.01, end - time.monotonic()))
            except Empty:
                raise AssertionError(f"{words!r} never came; there is {list(self.buttons)}") from None
            if line.startswith("{"):
                self.buttons = json.loads(line)

    def point(self, *words: object) -> None:
        command = ["xdotool", *[str(word) for word in words]]
        subprocess.run(command, env=self.environment, check=True, capture_output=True)

    def click(self, words: str) -> None:
        self.until(words)
        x, y = self.buttons[words]
        self.buttons = {}
        time.sleep(0.25)  # slower than a double tap
        self.point("mousemove", x, y, "click", 1)


@pytest.fixture
def program() -> Iterator[Program]:
    read, write = os.pipe()
    server = subprocess.Popen(
        ["Xvfb", "-displayfd", str(write), "-screen", "0", "1024x768x24"],
        pass_fds=(write,),
        stderr=subprocess.DEVNULL,
    )
    os.close(write)
    with os.fdopen(read) as pipe:
        display = ":" + pipe.readline().strip()
    program = Program(display)
    try:
        program.until("New game")
        yield program
    finally:
        program.process.kill()
        program.process.wait()
        server.terminate()
        server.wait()


def test_a_real_pointer_works_the_screens(program: Program) -> None:
    program.click("Settings")
    program.click("Deutsch")
    program.until("Tisch")
    program.point("key", "Escape")
    program.click("Neues Spiel")
    program.until("Fertig")
    program.point("key", "Escape")
    program.until("Neues Spiel")
    program.point("key", "Escape")
    program.until("Bleiben")
    program.click("Ausschalten")
    assert program.process.wait(timeout=PATIENCE_SECONDS) == 0

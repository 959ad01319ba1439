"""The two sockets by which a virtual Pi is driven: QEMU's own, and that of the agent inside."""

import json
import socket
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any


class NoAnswer(Exception):
    """The machine, or what runs in it, did not answer in time."""


@dataclass(frozen=True)
class Done:
    """What a command inside came to."""

    code: int
    out: str
    err: str


class Line:
    """JSON, one object a line, over a Unix socket."""

    def __init__(self, path: Path, patience_seconds: float) -> None:
        self._socket = socket.socket(socket.AF_UNIX)
        end = time.monotonic() + patience_seconds
        while True:
            try:
                self._socket.connect(str(path))
                break
            except OSError as error:
                if time.monotonic() > end:
                    raise NoAnswer(f"{path.name} cannot be reached ({error})") from error
                time.sleep(0.05)
        self._left = b""

    def send(self, message: Mapping[str, Any]) -> None:
        self._socket.settimeout(600)
        try:
            self._socket.sendall(json.dumps(message).encode() + b"\n")
        except OSError as error:
            raise NoAnswer(str(error)) from error

    def receive(self, seconds: float) -> dict[str, Any]:
        end = time.monotonic() + seconds
        while b"\n" not in self._left:
            rest = end - time.monotonic()
            if rest <= 0:
                raise NoAnswer(f"nothing came in {seconds:.0f} s")
            self._socket.settimeout(rest)
            try:
                part = self._socket.recv(1 << 16)
            except OSError as error:
                raise NoAnswer(f"nothing came in {seconds:.0f} s ({error})") from error
            if not part:
                raise NoAnswer("the machine is gone")
            self._left += part
        line, _, self._left = self._left.partition(b"\n")
        told: dict[str, Any] = json.loads(line)
        return told

    def close(self) -> None:
        self._socket.close()


class Monitor:
    """QEMU's own line (QMP): plugs, fingers, pictures of the screen, snapshots."""

    def __init__(self, path: Path) -> None:
        self._line = Line(path, 30)
        self._line.receive(30)
        self.do("qmp_capabilities")

    def do(self, what: str, **arguments: Any) -> Any:
        self._line.send({"execute": what, "arguments": arguments})
        while True:
            told = self._line.receive(300)
            if "error" in told:
                raise NoAnswer(f"{what}: {told['error']['desc']}")
            if "return" in told:
                return told["return"]

    def say(self, command: str) -> str:
        """A line of the human monitor, for what QMP has no word for."""
        said: str = self.do("human-monitor-command", **{"command-line": command})
        return said

    def fingers(self, events: Sequence[Mapping[str, Any]]) -> None:
        self.do("input-send-event", events=list(events))

    def close(self) -> None:
        self._line.close()


class Agent:
    """Commands run as root inside, by way of a serial line."""

    def __init__(self, path: Path) -> None:
        self._line = Line(path, 30)
        self._number = (
            time.time_ns()
        )  # an answer to somebody before us, or from before a snapshot, is not ours

    def do(self, command: str, *, seconds: float = 120, text: str = "") -> Done:
        self._number += 1
        self._line.send({"id": self._number, "command": command, "seconds": seconds, "input": text})
        end = time.monotonic() + seconds + 30
        while True:
            told = self._line.receive(end - time.monotonic())
            if told["id"] == self._number:
                return Done(told["code"], told["out"], told["err"])

    def close(self) -> None:
        self._line.close()

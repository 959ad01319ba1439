"""The doctor for the diagnosis screen: looks at everything in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path

from companion.config import Settings as Config
from companion.ui.ports import Finding


@dataclass(frozen=True)
class DoctorNews:
    """Posted when the doctor has finished looking."""


class DoctorAtWork:
    """Runs the checks of `companion doctor` and shows what they found."""

    def __init__(self, config: Config, data: Path, post: Callable[[object], None]) -> None:
        self._config = config
        self._data = data
        self._post = post
        self._findings: tuple[Finding, ...] = ()
        self._running = False

    def start(self) -> None:
        if not self._running:
            self._running = True
            threading.Thread(target=self._look, name="doctor", daemon=True).start()

    def findings(self) -> Sequence[Finding]:
        return self._findings

    def running(self) -> bool:
        return self._running

    def _look(self) -> None:
        try:
            from companion.doctor import checks

            self._findings = tuple(
                Finding(check.name, _STATES[check.state], check.says, check.do)
                for check in checks(self._config, self._data)
            )
        finally:
            self._running = False
            self._post(DoctorNews())


_STATES = {"ok": "good", "warn": "warn", "fail": "bad"}

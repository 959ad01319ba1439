"""The doctor for the diagnosis screen: looks at everything in a thread of its own."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from companion.config import Settings as Config
from companion.table.reports import CameraState
from companion.ui.ports import Finding
from companion.words import N_, NOTHING

if TYPE_CHECKING:
    from companion.doctor import Check


@dataclass(frozen=True)
class DoctorNews:
    """Posted when the doctor has finished looking."""


class DoctorAtWork:
    """Runs the checks of `companion doctor` and shows what they found.

    camera          what the camera is doing: this companion holds it, and nobody else can look
    failed_starts   how many brought on safe mode
    """

    def __init__(
        self,
        config: Config,
        data: Path,
        post: Callable[[object], None],
        *,
        camera: Callable[[], CameraState] = CameraState,
        failed_starts: int = 0,
    ) -> None:
        self._camera = camera
        self._failed_starts = failed_starts
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

            found = checks(self._config, self._data, playing=True, failed_starts=self._failed_starts)
            self._findings = tuple(self._finding(check) for check in found)
        finally:
            self._running = False
            self._post(DoctorNews())

    def _finding(self, check: Check) -> Finding:
        state, says, advice = _STATES[check.state], check.says, check.do
        camera = self._camera()
        if check.name == "camera" and check.state != "warn":
            # Whether it gives pictures only who holds it can tell, in the words of home.
            if camera.kind == "missing" and camera.says:
                state, says, advice = "bad", camera.says, NOTHING
            elif camera.kind == "opening":
                state, says, advice = "warn", N_("The camera is being opened."), NOTHING
            elif camera.kind != "missing" and check.state == "fail":
                # Another one than the config names, as the command line asked for.
                state, says, advice = "good", N_("in use by the companion"), NOTHING
        return Finding(check.what, state, says, advice)


_STATES = {"ok": "good", "warn": "warn", "fail": "bad"}

"""A disk that fails on command, slid under SQLite.

SQLite reaches the disk through a table of functions (its "VFS"). This wraps the writing ones of the table the
system's SQLite uses: so a test can kill the process in the middle of a write, let the disk be full from the
n-th write on, or note every write and sync to work out what a pulled plug would have left.
"""

import ctypes
import ctypes.util
import os
import signal
import sqlite3
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path

SQLITE_FULL = 13

_Write = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_int64)
_Truncate = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int64)
_Sync = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int)
_Open = ctypes.CFUNCTYPE(
    ctypes.c_int, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p
)  # the name as a bare pointer: SQLite keeps it, so it must be handed on and not copied


_installed: list["FaultyDisk"] = []  # SQLite holds on to our functions for good; so must we


class _IoMethods(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_int),
        ("close", ctypes.c_void_p),
        ("read", ctypes.c_void_p),
        ("write", ctypes.c_void_p),
        ("truncate", ctypes.c_void_p),
        ("sync", ctypes.c_void_p),
        ("rest", ctypes.c_void_p * 13),
    ]


class _Vfs(ctypes.Structure):
    _fields_ = [
        ("version", ctypes.c_int),
        ("file_bytes", ctypes.c_int),
        ("longest_path", ctypes.c_int),
        ("next", ctypes.c_void_p),
        ("name", ctypes.c_char_p),
        ("app_data", ctypes.c_void_p),
        ("open", ctypes.c_void_p),
        ("rest", ctypes.c_void_p * 14),
    ]


@dataclass
class Happening:
    """What the disk was told: "write", "truncate", "sync"; or "ack", noted by the test in between."""

    what: str
    path: str = ""
    at: int = 0
    data: bytes = b""


@dataclass
class FaultyDisk:
    """What goes wrong, and when. `install()` puts it under every database opened after it, for good.

    kill_at_write   the process kills itself in this write (counted from 1), with half of it done
    full_at_write   every write from this one on finds no room
    recording       notes what happens in `happenings`
    """

    kill_at_write: int | None = None
    full_at_write: int | None = None
    recording: bool = False
    happenings: list[Happening] = field(default_factory=list)
    writes: int = 0
    _paths: dict[int, str] = field(default_factory=dict)
    _kept: list[object] = field(default_factory=list)

    def install(self) -> None:
        """Registers the wrapped table as SQLite's default."""
        library = _the_sqlite_that_python_uses()
        library.sqlite3_vfs_find.restype = ctypes.c_void_p
        system = _Vfs.from_address(library.sqlite3_vfs_find(None))
        wrapped = _Vfs()
        ctypes.memmove(ctypes.byref(wrapped), ctypes.byref(system), ctypes.sizeof(_Vfs))
        system_open = _Open(system.open)

        def opened(vfs: int, name: int | None, file: int, flags: int, out: int) -> int:
            code = int(system_open(ctypes.addressof(system), name, file, flags, out))
            if code == 0:
                self._paths[file] = ctypes.string_at(name).decode() if name else ""
                self._wrap_file(file)
            return code

        callback = _Open(opened)
        wrapped.open = ctypes.cast(callback, ctypes.c_void_p).value
        wrapped.name = b"faulty"
        self._kept += [library, wrapped, callback]
        _installed.append(self)
        library.sqlite3_vfs_register(ctypes.byref(wrapped), 1)

    def note(self, text: str) -> None:
        """Puts an acknowledgement among what happened."""
        self.happenings.append(Happening("ack", data=text.encode()))

    def _wrap_file(self, file: int) -> None:
        slot = ctypes.c_void_p.from_address(file)
        assert slot.value is not None
        methods = _IoMethods()
        ctypes.memmove(ctypes.byref(methods), slot.value, ctypes.sizeof(_IoMethods))
        write, truncate, sync = _Write(methods.write), _Truncate(methods.truncate), _Sync(methods.sync)
        wrapped: list[tuple[str, Callable[..., int]]] = [
            ("write", _Write(lambda f, data, size, at: self._write(write, f, data, size, at))),
            ("truncate", _Truncate(lambda f, size: self._truncate(truncate, f, size))),
            ("sync", _Sync(lambda f, flags: self._sync(sync, f, flags))),
        ]
        for name, callback in wrapped:
            setattr(methods, name, ctypes.cast(callback, ctypes.c_void_p).value)  # type: ignore[arg-type]
        self._kept += [methods, wrapped]
        slot.value = ctypes.addressof(methods)

    def _write(self, system: Callable[..., int], file: int, data: int, size: int, at: int) -> int:
        self.writes += 1
        if self.writes == self.kill_at_write:
            system(file, data, size // 2, at)
            os.kill(os.getpid(), signal.SIGKILL)
        if self.full_at_write is not None and self.writes >= self.full_at_write:
            return SQLITE_FULL
        if self.recording:
            self.happenings.append(
                Happening("write", self._paths.get(file, ""), at, ctypes.string_at(data, size))
            )
        return int(system(file, data, size, at))

    def _truncate(self, system: Callable[..., int], file: int, size: int) -> int:
        if self.recording:
            self.happenings.append(Happening("truncate", self._paths.get(file, ""), size))
        return int(system(file, size))

    def _sync(self, system: Callable[..., int], file: int, flags: int) -> int:
        if self.recording:
            self.happenings.append(Happening("sync", self._paths.get(file, "")))
        return int(system(file, flags))


def _the_sqlite_that_python_uses() -> ctypes.CDLL:
    sqlite3.connect(":memory:").close()
    for mapped in Path("/proc/self/maps").read_text().splitlines():
        name = mapped.rpartition(" ")[2]
        if "sqlite3" in name and ".so" in name:
            library = ctypes.CDLL(name)
            if hasattr(library, "sqlite3_vfs_find") and "lib-dynload" not in name:
                return library
    raise RuntimeError(
        "this Python has SQLite built in; run the tests with one that uses the system's library"
    )

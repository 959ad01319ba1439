"""Finds lines in a damaged file by reading its pages directly.

When the beginning of a database is gone SQLite refuses the whole file, though nearly every page still holds
its rows. This reads each page that looks like a leaf of a table, in the database and in its write-ahead log,
takes the records that have the shape of a line, and keeps those whose seal fits. Lines longer than a page
(no entry of a real game is) are left to SQLite's own reading.

The format is the one published in "Database File Format" by the SQLite project.
"""

from collections.abc import Iterator
from pathlib import Path

from companion.store.database import line_of
from companion.store.errors import Damaged
from companion.store.lines import SealedLine
from companion.store.schema import PAGE_BYTES

_LEAF_OF_A_TABLE = 0x0D
_PAGE_HEADER_BYTES = 8
_WAL_HEADER_BYTES = 32
_FRAME_HEADER_BYTES = 24
_LARGEST_LOCAL_BYTES = PAGE_BYTES - 35
_COLUMN_COUNT = 7

Value = None | int | str


class _NoRecordError(Exception):
    """The bytes are no record of ours."""


def carve_database(path: Path) -> Iterator[SealedLine]:
    """The sound lines in the pages of a database file, in no order."""
    with path.open("rb") as file:
        while page := file.read(PAGE_BYTES):
            yield from _lines_on(page)


def carve_log(path: Path) -> list[SealedLine]:
    """The sound lines in the pages of a write-ahead log, the latest pages first."""
    lines: list[SealedLine] = []
    with path.open("rb") as file:
        file.seek(_WAL_HEADER_BYTES)
        while frame := file.read(_FRAME_HEADER_BYTES + PAGE_BYTES):
            lines.extend(_lines_on(frame[_FRAME_HEADER_BYTES:]))
    lines.reverse()
    return lines


def _lines_on(page: bytes) -> Iterator[SealedLine]:
    """A file's first page is none of these: it begins with the file's own header, and lists the tables."""
    if len(page) < _PAGE_HEADER_BYTES or page[0] != _LEAF_OF_A_TABLE:
        return
    cells = int.from_bytes(page[3:5], "big")
    for number in range(cells):
        at = _PAGE_HEADER_BYTES + 2 * number
        pointer = int.from_bytes(page[at : at + 2], "big")
        try:
            line = line_of(_record(page, pointer))
        except (_NoRecordError, Damaged):
            continue
        if line.sound:
            yield line


def _record(page: bytes, at: int) -> tuple[Value, ...]:
    size, at = _varint(page, at)
    moment, at = _varint(page, at)
    if size > _LARGEST_LOCAL_BYTES or at + size > len(page):
        raise _NoRecordError
    header_size, types_at = _varint(page, at)
    types_end = at + header_size
    values_at = types_end
    if header_size > size:
        raise _NoRecordError
    values: list[Value] = []
    while types_at < types_end:
        serial, types_at = _varint(page, types_at)
        value, values_at = _value(page, values_at, serial)
        values.append(value)
    if len(values) != _COLUMN_COUNT or values[0] is not None:
        raise _NoRecordError
    return (moment, *values[1:])


_INTEGER_BYTES = {1: 1, 2: 2, 3: 3, 4: 4, 5: 6, 6: 8}


def _value(page: bytes, at: int, serial: int) -> tuple[Value, int]:
    if serial == 0:
        return None, at
    if serial in (8, 9):
        return serial - 8, at
    if serial in _INTEGER_BYTES:
        end = at + _INTEGER_BYTES[serial]
        return int.from_bytes(page[at:end], "big", signed=True), end
    if serial >= 13 and serial % 2 == 1:
        end = at + (serial - 13) // 2
        if end > len(page):
            raise _NoRecordError
        try:
            return page[at:end].decode(), end
        except UnicodeDecodeError as error:
            raise _NoRecordError from error
    raise _NoRecordError


def _varint(page: bytes, at: int) -> tuple[int, int]:
    value = 0
    for _ in range(8):
        if at >= len(page):
            raise _NoRecordError
        byte = page[at]
        at += 1
        value = value << 7 | byte & 0x7F
        if byte < 0x80:
            return value, at
    # The ninth byte gives all its bits; such numbers are negative or astronomically large, never ours.
    raise _NoRecordError

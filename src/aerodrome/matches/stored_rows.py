"""Rows as they are stored become what the code works with. One that cannot be read hides no other."""

import logging
from collections.abc import Callable, Iterable
from typing import Any, TypeVar

import msgspec

log = logging.getLogger("aerodrome.matches")

T = TypeVar("T")
Row = TypeVar("Row")


def convert_to_bytes(value: Any) -> bytes:
    """What a column of bytes holds: whoever damaged it may have left a text there."""
    return bytes(value) if isinstance(value, (bytes, bytearray, memoryview)) else str(value).encode(errors="replace")


def convert_row(row: Iterable[Any], row_type: type[T]) -> T:
    """The row as this kind of named tuple. Raises msgspec.ValidationError when a value is not of its type."""
    return msgspec.convert(tuple(row), row_type)


def build_from_readable_rows(rows: Iterable[Row], build: Callable[[Row], T], name_in_log: str) -> list[T]:
    """What can be built of the rows, whatever is wrong with the others."""
    found = []
    for row in rows:
        try:
            found.append(build(row))
        except Exception as error:
            log.error("%s cannot be read: %s", name_in_log, error)
    return found


def convert_readable_rows(rows: Iterable[Iterable[Any]], row_type: type[T], name_in_log: str) -> list[T]:
    """The rows as named tuples of this kind, without those that cannot be read."""
    return build_from_readable_rows(rows, lambda row: convert_row(row, row_type), name_in_log)


def find_first_readable_row(rows: Iterable[Iterable[Any]], row_type: type[T], name_in_log: str) -> T | None:
    """The first row that can be read."""
    return next(iter(convert_readable_rows(rows, row_type, name_in_log)), None)


def read_int_or_zero(value: Any) -> int:
    """What a column of whole numbers holds; 0 for anything else."""
    return value if isinstance(value, int) else 0

"""Positions as rows of numbers: all that a seat sees, each number with a name. For learners; see docs/adapters.md.

A row is bytes, four for each number (little-endian), written one after the other into a `BytesWriter`, which compiled
code does without making an object of each number. Sets and choices of one among many are looked up whole in tables.
"""

from __future__ import annotations

import struct
from array import array
from collections.abc import Sequence
from typing import Any, Final, Generic, final

from aerodrome.core.byte_writer import BytesWriter, write_i32_le
from aerodrome.core.state import G, S, Step, list_step_parameter_names

ABSENT: Final = -1
"""A number that means nothing now."""
CHUNK: Final = 9
"""So many members of a set are looked up at once."""
MOST_ABSENT: Final = 64
"""So many absent numbers are written at once."""


def pack_int32_numbers(numbers: Sequence[int]) -> bytes:
    return struct.pack(f"<{len(numbers)}i", *numbers)


_ABSENT_ROWS: Final = [pack_int32_numbers([ABSENT] * length) for length in range(MOST_ABSENT + 1)]


# Writing: what is written goes on the end of the row


def write_numbers(row: BytesWriter, numbers: list[int]) -> None:
    for number in numbers:
        write_i32_le(row, number)


def write_numbers_cut_or_padded(row: BytesWriter, numbers: list[int], length: int) -> None:
    """The first numbers, and ABSENT where there are fewer."""
    shown = min(len(numbers), length)
    for i in range(shown):
        write_i32_le(row, numbers[i])
    write_absent_numbers(row, length - shown)


def write_absent_numbers(row: BytesWriter, length: int) -> None:
    """So many numbers that mean nothing now."""
    while length > MOST_ABSENT:
        row.write(_ABSENT_ROWS[MOST_ABSENT])
        length -= MOST_ABSENT
    row.write(_ABSENT_ROWS[length])


def write_numbers_by_seat(row: BytesWriter, numbers: list[int], seat_order: list[int]) -> None:
    """The number of each seat, in the order of the seat that looks; likewise below."""
    for seat in seat_order:
        write_i32_le(row, numbers[seat])


def write_seat_flags_from_bits(row: BytesWriter, bits: int, seat_order: list[int]) -> None:
    """1 for each seat that is in a set of seats."""
    for seat in seat_order:
        write_i32_le(row, bits >> seat & 1)


def write_seat_flags(row: BytesWriter, flagged_seats: tuple[int, ...], seat_order: list[int]) -> None:
    """1 for each seat that is among these."""
    for seat in seat_order:
        found = 0
        for other in flagged_seats:
            if other == seat:
                found = 1
        write_i32_le(row, found)


def write_flag_of_seat(row: BytesWriter, flagged_seat: int, seat_order: list[int]) -> None:
    """1 for this seat."""
    for seat in seat_order:
        write_i32_le(row, 1 if seat == flagged_seat else 0)


def write_relative_seats(row: BytesWriter, seat: int, seats_to_write: list[int], seat_count: int) -> None:
    """Seats as `seat` counts them, and ABSENT where there are fewer than sit at the table."""
    for other in seats_to_write:
        write_i32_le(row, (other - seat) % seat_count)
    write_absent_numbers(row, seat_count - len(seats_to_write))


# Tables


def build_one_hot_and_zero_rows(length: int) -> list[bytes]:
    """For each place a row with 1 there and 0 elsewhere; NOBODY (-1) finds the row of zeros."""
    rows = [pack_int32_numbers([int(i == place) for i in range(length)]) for place in range(length)]
    return [*rows, pack_int32_numbers([0] * length)]


class BitFlagWriter:
    """Sets as rows of 0 and 1: sets are ints with one bit for each member."""

    def __init__(self, length: int) -> None:
        self.tables: list[list[bytes]] = []
        for start in range(0, length, CHUNK):
            width = min(CHUNK, length - start)
            self.tables.append(
                [pack_int32_numbers([bits >> i & 1 for i in range(width)]) for bits in range(1 << width)]
            )

    def write(self, row: BytesWriter, bits: int) -> None:
        for table in self.tables:
            row.write(table[bits & len(table) - 1])
            bits >>= CHUNK


class StepNumberWriter:
    """The question of the moment as numbers: which of the title's steps it is, and what the step says.

    Every attribute of a step has a place of its own by its name, one place for each member where it is a tuple.
    """

    def __init__(
        self, steps: dict[str, type[Step[Any, Any]]], seats: int, seat_fields: set[str], tuples: dict[str, int]
    ) -> None:
        self.seats = seats
        self.seat_fields = seat_fields
        self.kind_names = list(steps)
        rows = build_one_hot_and_zero_rows(len(steps))
        self.no_step = rows[-1]
        self.kind_rows: dict[type, bytes] = {kind: rows[i] for i, kind in enumerate(steps.values())}
        self.fields: dict[type, list[str]] = {kind: list_step_parameter_names(kind) for kind in steps.values()}
        self.tuples = tuples
        self.places: dict[str, int] = {}
        self.names: list[str] = []
        for name in sorted({name for names in self.fields.values() for name in names}):
            self.places[name] = len(self.names)
            self.names += [f"{name}.{i}" for i in range(tuples[name])] if name in tuples else [name]
        self.absent = [ABSENT] * len(self.names)

    def write_step_kind_flags(self, row: BytesWriter, step: Step[Any, Any] | None) -> None:
        row.write(self.no_step if step is None else self.kind_rows[type(step)])

    def write_step_numbers(self, row: BytesWriter, step: Step[Any, Any] | None, seat: int) -> None:
        """What the step says, with seats counted from this one on."""
        fields = [] if step is None else self.fields[type(step)]
        if not fields:
            write_absent_numbers(row, len(self.absent))
            return
        numbers = self.absent.copy()
        for name in fields:
            value: object = getattr(step, name)
            place = self.places[name]
            is_seat = name in self.seat_fields
            if isinstance(value, int):
                numbers[place] = (value - seat) % self.seats if is_seat and value >= 0 else value
            elif isinstance(value, tuple):
                for i in range(min(len(value), self.tuples[name])):
                    member: int = value[i]
                    numbers[place + i] = (member - seat) % self.seats if is_seat else member
        write_numbers(row, numbers)


@final
class ObservationTableLayout:
    """What is told of several things of a kind, such as all cities: a row for each thing, a column for each number.

    `indexes_by_thing` has, for each thing, where its numbers are in a row of the whole observation.
    """

    def __init__(self, labels: list[str], columns: list[str], indexes_by_thing: list[list[int]]) -> None:
        self.labels = labels
        self.columns = columns
        self.indexes_by_thing = indexes_by_thing


class ObservationEncoding(Generic[G, S]):
    """What a seat sees as a row of numbers, for one game and number of seats: the same length for every position.

    A title names all numbers in `__init__` and writes them in the same order. Seats are counted from the
    one that looks: `own`, then `+1`, `+2`, ... in the order of the table.
    """

    def __init__(self, seats: int) -> None:
        self.names: list[str] = []
        """What each number is, such as "cash of own" or "owned by +1: tokyo"."""
        self.scales: list[float] = []
        """What each number is to be divided by to lie at about -1 to 1."""
        self.first_indexes_by_labels: dict[tuple[str, ...], list[int]] = {}
        """By the labels that numbers were named with: where each series of them begins."""
        self.seat_names: list[str] = ["own", *[f"+{i}" for i in range(1, seats)]]
        self.orders: list[list[int]] = [[(seat + i) % seats for i in range(seats)] for seat in range(seats)]
        """The seats as each of them counts."""

    def add_number_names(self, name: str, scale: float = 1.0, labels: Sequence[str] = ()) -> None:
        """Names the next number, or one for each label."""
        if len(labels) > 1:
            self.first_indexes_by_labels.setdefault(tuple(labels), []).append(len(self.names))
        for label in labels or ("",):
            self.names.append(f"{name}: {label}" if label else name)
            self.scales.append(scale)

    def list_table_layouts(self) -> list[ObservationTableLayout]:
        """The numbers that tell the same of each of several things, as tables: by seat, by city, by airline, ..."""
        tables: list[ObservationTableLayout] = []
        for labels, firsts in self.first_indexes_by_labels.items():
            columns = [self.names[first][: -len(f": {labels[0]}")] for first in firsts]
            indexes = [[first + i for first in firsts] for i in range(len(labels))]
            tables.append(ObservationTableLayout(list(labels), columns, indexes))
        return tables

    def write(self, row: BytesWriter, game: G, state: S, seat: int) -> None:
        """Puts the row of a position, as this seat sees it, on the end of what was written."""
        raise NotImplementedError

    def encode(self, game: G, state: S, seat: int) -> bytes:
        """The row of a position as this seat sees it."""
        row = BytesWriter()
        self.write(row, game, state, seat)
        return row.getvalue()

    def list_numbers(self, game: G, state: S, seat: int) -> list[int]:
        """The same as whole numbers, in the order of `names`."""
        row = array("i", self.encode(game, state, seat))
        return row.tolist()

    def list_scaled_numbers(self, game: G, state: S, seat: int) -> list[float]:
        """The same divided by `scales`."""
        return [number / scale for number, scale in zip(self.list_numbers(game, state, seat), self.scales, strict=True)]

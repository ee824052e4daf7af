"""Who sits where at a table: places rotate, so that everybody sits in each about equally often."""

import random
from collections.abc import Iterable, Sequence
from itertools import permutations
from typing import Literal

from aerodrome.competitions.no_repeat_rounds import Tables

Seating = Literal["rotate", "lot"]
"""Places rotate, or are drawn anew at each table."""
MAX_TABLE_SIZE = 6


def count_sittings_by_seat(slot_count: int, table_size: int, past_tables: Sequence[Sequence[int]]) -> list[list[int]]:
    """How often each slot has sat in each place; `past_tables` are tables with their slots in the order of places."""
    counts = [[0] * table_size for _ in range(slot_count)]
    for table in past_tables:
        for place, slot in enumerate(table):
            counts[slot][place] += 1
    return counts


def assign_seats_at_tables(
    tables: Tables, sitting_counts: Sequence[Sequence[int]], seating: Seating, seed: str
) -> Tables:
    """The same tables, each with its slots in the order of places."""
    rng = random.Random(f"{seed}:places")
    return [_assign_seats_at_table(table, sitting_counts, seating, rng) for table in tables]


def _assign_seats_at_table(
    table: list[int], sitting_counts: Sequence[Sequence[int]], seating: Seating, rng: random.Random
) -> list[int]:
    drawn = rng.sample(table, len(table))
    if seating == "lot":
        return drawn
    # Of orders that are equally good, the first one: which that is, the lot has decided.
    return list(min(permutations(drawn), key=lambda order: _compute_seating_imbalance(order, sitting_counts)))


def _compute_seating_imbalance(slots_in_seat_order: Iterable[int], sitting_counts: Sequence[Sequence[int]]) -> int:
    return sum(
        (sitting_counts[slot][place] - min(sitting_counts[slot])) ** 2 for place, slot in enumerate(slots_in_seat_order)
    )

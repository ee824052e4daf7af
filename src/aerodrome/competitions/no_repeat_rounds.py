"""Rounds in which nobody meets anybody twice, by construction.

The slots are `table_size` groups, each of as many as there are tables: `group * tables + place`. In round `r` table `t`
has from group `g` the one at place `t + r * g`, counted in a finite field: two of different groups then meet in one
round only, two of the same group in none. Where bots fill the last groups, every table therefore has as many of them as
any other, give or take one.
"""

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

Tables = list[list[int]]
"""The slots at each table."""

_IRREDUCIBLE_POLYNOMIALS = {4: (2, (1, 1, 1)), 8: (2, (1, 1, 0, 1)), 9: (3, (1, 0, 1)), 16: (2, (1, 1, 0, 0, 1))}
"""By the size of a field that is no prime: its characteristic, and the polynomial that is zero, constant first."""


class FiniteField(NamedTuple):
    """A finite field on the numbers 0 to size - 1."""

    add: Callable[[int, int], int]
    multiply: Callable[[int, int], int]


def _is_prime(number: int) -> bool:
    return number >= 2 and all(number % divisor for divisor in range(2, int(number**0.5) + 1))


def _split_digits(number: int, base: int, length: int) -> list[int]:
    return [number // base**place % base for place in range(length)]


def _join_digits(digits: Sequence[int], base: int) -> int:
    return sum(digit * base**place for place, digit in enumerate(digits))


@cache
def find_finite_field(size: int) -> FiniteField | None:
    """The field of this size; None where there is none, or none that a competition needs."""
    if _is_prime(size):
        return FiniteField(lambda a, b: (a + b) % size, lambda a, b: a * b % size)
    if size not in _IRREDUCIBLE_POLYNOMIALS:
        return None
    prime, polynomial = _IRREDUCIBLE_POLYNOMIALS[size]
    degree = len(polynomial) - 1

    def add(a: int, b: int) -> int:
        pairs = zip(_split_digits(a, prime, degree), _split_digits(b, prime, degree), strict=True)
        return _join_digits([(x + y) % prime for x, y in pairs], prime)

    def multiply(a: int, b: int) -> int:
        product = [0] * (2 * degree - 1)
        for i, x in enumerate(_split_digits(a, prime, degree)):
            for j, y in enumerate(_split_digits(b, prime, degree)):
                product[i + j] = (product[i + j] + x * y) % prime
        for place in reversed(range(degree, len(product))):
            factor = product[place]
            for step in range(degree + 1):
                product[place - degree + step] = (product[place - degree + step] - factor * polynomial[step]) % prime
        return _join_digits(product[:degree], prime)

    return FiniteField(add, multiply)


def count_no_repeat_rounds(slot_count: int, table_size: int, round_count: int) -> int:
    """For how many of the rounds there is a design."""
    tables = slot_count // table_size
    if table_size == 2:
        return min(round_count, slot_count - 1)
    if tables < table_size or find_finite_field(tables) is None:
        return 0
    return min(round_count, tables + (tables == table_size))


def build_no_repeat_round(slot_count: int, table_size: int, round_count: int, round_index: int) -> Tables:
    """The tables of one of these rounds, counted from 0; `round_count` is how many there are in all."""
    tables = slot_count // table_size
    if table_size == 2 and round_count > tables:
        return _build_circle_round(slot_count, round_index)
    if round_index == tables:
        return [[group * tables + place for place in range(tables)] for group in range(table_size)]
    if table_size == 2:
        return [[place, tables + (place + round_index) % tables] for place in range(tables)]
    field = find_finite_field(tables)
    assert field is not None
    return [
        [group * tables + field.add(place, field.multiply(round_index, group)) for group in range(table_size)]
        for place in range(tables)
    ]


def _build_circle_round(slot_count: int, round_index: int) -> Tables:
    """Everybody against everybody: the last slot stays, the others go round a circle."""
    around = slot_count - 1
    pairs = [[around, round_index % around]]
    for step in range(1, slot_count // 2):
        pairs.append([(round_index + step) % around, (round_index - step) % around])
    return pairs

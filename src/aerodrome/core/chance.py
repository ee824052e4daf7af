"""Chance: from a number in [0, 1) to an outcome, the same on every machine."""

from __future__ import annotations

import hashlib

_UNIFORM: dict[int, list[float]] = {}


def uniform_odds(n: int) -> list[float]:
    """The odds of `n` equally likely outcomes: one shared list for each n."""
    odds = _UNIFORM.get(n)
    if odds is None:
        odds = [1.0 / n] * n
        _UNIFORM[n] = odds
    return odds


def pick_index(odds: list[float], u: float) -> int:
    """The index of the outcome that the number `u` in [0, 1) stands for."""
    n = len(odds)
    if odds is _UNIFORM.get(n):
        return int(u * n)
    for i in range(n):
        u -= odds[i]
        if u < 0.0:
            return i
    last = n - 1
    while odds[last] <= 0.0:
        last -= 1
    return last


def seeded_uniform(seed: str, index: int) -> float:
    """The number in [0, 1) that a match with this seed uses at this place of its log.

    Anyone who knows the seed can recompute it; nobody can before.
    """
    digest = hashlib.sha256(f"{seed}:{index}".encode()).digest()
    return float(int.from_bytes(digest[:8], "big") >> 11) / float(1 << 53)


def compute_seed_commitment(seed: str) -> str:
    """What is published of a seed before the match: its hash."""
    return hashlib.sha256(f"aerodrome:{seed}".encode()).hexdigest()

"""Seeds as learners give them: whole numbers of Python or of NumPy."""

import operator
from typing import Any


def read_seed(seed: Any) -> int:
    """The seed as a plain number. One below zero is refused: `random.Random` takes it for the one above."""
    try:
        number = operator.index(seed)
    except TypeError:
        raise ValueError(f"a seed is a whole number from 0 on, not {seed!r}") from None
    if number < 0:
        raise ValueError(f"a seed is a whole number from 0 on, not {number}")
    return number

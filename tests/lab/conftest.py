"""In the lab's tests the toy is a title; other processes learn it by importing `lab.players`."""

import pytest


@pytest.fixture(autouse=True)
def _toy_is_a_title(toy_title: str) -> None:
    """See `toy_title`."""

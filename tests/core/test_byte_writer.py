"""Observations are the same with librt and without it: the plain engine needs msgspec alone."""

import subprocess
import sys

import pytest
from librt import strings

from aerodrome.core import plain_byte_writer

OBSERVED = """
import sys
if sys.argv[1] == "without":
    sys.modules["librt"] = None
import hashlib, random
import aerodrome
from aerodrome.core import byte_writer
assert (byte_writer.BytesWriter.__module__ == "aerodrome.core.plain_byte_writer") == (sys.argv[1] == "without")
seen = hashlib.sha256()
for title in aerodrome.titles():
    game = aerodrome.load(title)
    seats = game.seats_min
    state, rng = game.new(seats=seats), random.Random(5)
    encoding = game.observation_encoding(seats)
    for _ in range(60):
        actors = game.actors(state)
        who = actors[0]
        if who == aerodrome.CHANCE:
            game.apply(state, who, game.pick_outcome(state, rng.random()))
        else:
            seen.update(bytes(encoding.encode(game, state, who)))
            game.apply(state, who, rng.choice(game.legal(state, who)))
print(seen.hexdigest())
"""


@pytest.mark.parametrize("number", [0, 1, -1, 255, 256, 2**31 - 1, -(2**31)])
def test_numbers_are_written_alike(number: int) -> None:
    plain, fast = plain_byte_writer.BytesWriter(), strings.BytesWriter()
    for _ in range(2):
        plain_byte_writer.write_i32_le(plain, number)
        strings.write_i32_le(fast, number)
        plain.write(b"ab")
        fast.write(b"ab")
        plain.append(7)
        fast.append(7)
    assert plain.getvalue() == fast.getvalue()
    assert len(plain) == len(fast)
    plain.truncate(5)
    fast.truncate(5)
    assert plain.getvalue() == fast.getvalue()


def test_all_titles_are_observed_alike_without_librt() -> None:
    digests = {
        subprocess.run([sys.executable, "-c", OBSERVED, way], check=True, capture_output=True, text=True).stdout
        for way in ("with", "without")
    }
    assert len(digests) == 1

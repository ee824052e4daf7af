"""Tables in the middle of a game: played here at random from a seed, then handed to the server as a record."""

import random
from collections.abc import Callable
from functools import cache
from typing import Any

import msgspec
from playwright.sync_api import Page

from aerodrome.core.actions import CHANCE
from aerodrome.core.game import Game
from aerodrome.core.record import Record
from aerodrome.core.sense import Sense
from aerodrome.core.state import State

Wanted = Callable[[Game, State, int], bool]
"""Whether this is the moment to look for, with that seat asked."""


@cache
def find(title: str, seats: int, wanted: Wanted, seed: int = 1, least: int = 0) -> tuple[bytes, int]:
    """The record of a game up to the first such moment after `least` actions, and the seat that is asked there."""
    for start in range(seed, seed + 40):
        record, rng = Record.start(title, seats, seed=start), random.Random(start)
        game, state = record.game, record.state
        while actors := game.actors(state):
            if actors == (CHANCE,):
                record.advance()
                continue
            if len(record.played) >= least:
                for seat in actors:
                    if wanted(game, state, seat):
                        return record.to_json(), seat
            who = actors[0]
            record.play(who, Sense.instinct(game.sense, game, state, who, game.legal(state, who), rng))
    raise AssertionError(f"no such moment in {title}")


def sit(page: Page, url: str, title: str, seats: int, wanted: Wanted, **more: Any) -> str:
    """A table at that moment: this page's person is asked, cadets have the other seats. Returns its path."""
    data, seat = find(title, seats, wanted, **more)
    plan = [{"kind": "person", "name": "Ada"} if i == seat else {"kind": "bot", "level": "cadet"} for i in range(seats)]
    answer = page.request.post(
        f"{url}/api/matches/import",
        data={"record": msgspec.json.decode(data), "seats": plan},
        headers={"X-Aerodrome": "1"},
    )
    assert answer.ok, answer.text()
    return f"/m/{answer.json()['id']}"

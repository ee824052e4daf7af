"""Many random games: each ends after exactly six rounds, and everything adds up after every action."""

import os
import random

import pytest

from aerodrome import CHANCE
from aerodrome.core.chance import pick_outcome_index
from aerodrome.games.airsteam.game import Airsteam
from aerodrome.games.airsteam.model.state import AirsteamState
from games.airsteam.invariants import check
from games.airsteam.table import Table, game_of

GAMES = int(os.environ.get("AERODROME_GAMES", "150"))
"""3000 for the whole proof."""

KINDS = [(kind, seats) for kind in ("basic", "full") for seats in range(2, 7)]


@pytest.mark.slow
@pytest.mark.rule("KS-3.1")
@pytest.mark.parametrize(("kind", "seats"), KINDS)
def test_random_games_end_after_six_rounds_and_everything_adds_up(kind: str, seats: int) -> None:
    game = game_of(kind)
    people: set[int] = set()
    for seed in range(-(-GAMES // len(KINDS))):
        state = game.new(seats)
        assert isinstance(state, AirsteamState)
        _play(game, state, random.Random(f"{kind} {seats} {seed}"))
        assert state.round == 6
        assert game.winners(state)
        people.update(state.character)
    if kind == "full" and seats == 6 and GAMES >= 100:
        assert people == set(range(12)), "every character was in play"


def _play(game: Airsteam, state: AirsteamState, rng: random.Random) -> None:
    while actors := game.actors(state):
        who = actors[int(rng.random() * len(actors))]
        legal = game.legal(state, who)
        if who == CHANCE:
            action = legal[pick_outcome_index(game.odds(state), rng.random())]
        else:
            kinds = list(dict.fromkeys(map(type, legal)))
            kind = kinds[int(rng.random() * len(kinds))]
            same = [action for action in legal if type(action) is kind]
            action = same[int(rng.random() * len(same))]
        game.apply(state, who, action)
        check(game, state)


@pytest.mark.parametrize("attribute", ["cash", "supply", "pile", "depots_left", "city_left", "link_owners", "diamonds"])
def test_the_invariants_notice_what_is_lost(attribute: str) -> None:
    table = Table(3).draw().plan(("7**", "0", "1", "2")).on("TakeActionStep", seat=0)
    check(table.game, table.state)
    values = getattr(table.state, attribute)
    values[0] += 1
    with pytest.raises(AssertionError):
        check(table.game, table.state)

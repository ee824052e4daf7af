"""Law 1: the record of any game replays to the identical state, and positions survive being written down."""

import random

import pytest

from aerodrome import CHANCE, Game, Record
from laws.cases import Case, cases
from laws.walk import choose, glances


def play_record(game: Game, seats: int, seed: int) -> Record:
    rng = random.Random(seed)
    record = Record(game, seats, str(seed))
    while not record.over:
        if game.actors(record.state) == (CHANCE,):
            record.play_chance()
            continue
        actors = game.actors(record.state)
        who = actors[int(rng.random() * len(actors))]
        record.play(who, choose(game, record.state, who, game.legal(record.state, who), seed, rng))
    return record


def law_replay(game: Game, seats: int, seed: int) -> None:
    record = play_record(game, seats, seed)
    again = Record.replay(record.to_json())
    where = f"{game.title} seats={seats} seed={seed}"
    assert game.to_json(again.state) == game.to_json(record.state), where
    assert again.to_json() == record.to_json(), where
    assert again.verify() == [], where


def law_positions(game: Game, seats: int, seed: int) -> None:
    for moment in glances(game, seats, seed, looks=25):
        with moment.looked_at():
            data = game.to_json(moment.state)
            loaded = game.from_json(data)
            assert game.to_json(loaded) == data
            assert game.actors(loaded) == game.actors(moment.state)
            assert game.legal(loaded, moment.who) == game.legal(moment.state, moment.who)
            assert game.view(loaded, 0) == game.view(moment.state, 0)
            assert game.parse(game.dump(moment.action)) == moment.action
            game.apply(loaded, moment.who, moment.action)
            other = moment.state.clone()
            game.apply(other, moment.who, moment.action)
            assert game.to_json(loaded) == game.to_json(other)


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_record_replays_to_the_identical_state(case: Case) -> None:
    law_replay(case.game, case.seats, case.seed(1))


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_position_written_down_and_loaded_is_the_same_position(case: Case) -> None:
    law_positions(case.game, case.seats, case.seed(2))

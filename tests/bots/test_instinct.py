"""What bots do without thinking, in every title: always legal, and better than chance."""

import random

import pytest

import aerodrome
from aerodrome.core.actions import CHANCE, Action
from aerodrome.core.game import Game
from aerodrome.games.airline.actions import Offer
from aerodrome.games.airline.game import Airline
from aerodrome.games.airsteam.actions import Fly
from aerodrome.games.airsteam.game import Airsteam

TABLES = [(title, seats) for title in aerodrome.titles() for seats in (aerodrome.load(title).seats_min, 4)]


def scores(game: Game, seats: int, instinctive: int, seed: int) -> list[int]:
    """The end of a game in which one seat follows its instinct and the others follow chance."""
    rng = random.Random(seed)
    state = game.new(seats)
    while actors := game.actors(state):
        who = actors[0]
        if who == CHANCE:
            game.apply(state, CHANCE, game.roll(state, rng.random()))
            continue
        legal = game.legal(state, who)
        action: Action = rng.choice(legal)
        if who == instinctive:
            action = game.sense.instinct(game, state, who, legal, rng)
            assert game.why_not(state, who, action) is None
        game.apply(state, who, action)
    return [int(seat in game.winners(state)) for seat in range(seats)]


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_instinct_is_legal_whatever_happens(title: str, seats: int) -> None:
    scores(aerodrome.load(title), seats, 0, 5)


def test_instinct_alone_beats_chance_where_a_title_has_one_of_its_own() -> None:
    for title in ("airline", "airsteam"):
        game = aerodrome.load(title)
        won = sum(scores(game, 2, seed % 2, seed)[seed % 2] for seed in range(8))
        assert won >= 6, title


def test_airships_are_drawn_to_what_pays() -> None:
    game = aerodrome.load("airsteam")
    assert isinstance(game, Airsteam)
    rng = random.Random(2)
    state = game.new(2)
    flights = 0
    while flights < 12 and (actors := game.actors(state)):
        who = actors[0]
        if who == CHANCE:
            game.apply(state, CHANCE, game.roll(state, rng.random()))
            continue
        legal = game.legal(state, who)
        action = game.sense.instinct(game, state, who, legal, rng)
        if isinstance(action, Fly):
            flights += 1
            appeal = [game.sense.prior(game, state, who, flight) for flight in legal]
            assert game.sense.prior(game, state, who, action) == max(appeal)
        game.apply(state, who, action)
    assert flights == 12


def test_an_offer_that_helps_nobody_is_not_worth_a_thought() -> None:
    game = aerodrome.load("airline")
    assert isinstance(game, Airline)
    rng = random.Random(4)
    state = game.new(2)
    seen = 0
    while seen < 20 and (actors := game.actors(state)):
        who = actors[0]
        if who == CHANCE:
            game.apply(state, CHANCE, game.roll(state, rng.random()))
            continue
        legal = game.legal(state, who)
        for action in legal:
            if isinstance(action, Offer):  # between two players what one gains the other loses
                seen += 1
                assert game.sense.prior(game, state, who, action) < 0.0
        game.apply(state, who, game.sense.instinct(game, state, who, legal, rng))
    assert seen >= 20

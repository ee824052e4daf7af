"""Law 9: what a seat may do without being asked is accepted, has words, betrays nothing and comes to an end."""

import random
from collections.abc import Iterator

import msgspec
import pytest

from aerodrome import Action, Game, State
from laws.cases import Case, cases, tables
from laws.test_secrecy import check_same_to, check_sounds_the_same, heard
from laws.walk import LONGEST_GAME, Moment, choose, some, walk


def law_out_of_turn(game: Game, seats: int, seed: int) -> None:
    rng = random.Random(f"out of turn {seed}")
    for moment in _offering_moments(game, seats, seed, looks=12):
        with moment.looked_at():
            state = moment.state
            before = game.to_json(state)
            for seat in range(seats):
                check_same_to(game, seat, state, game.imagine(state, seat, rng), [])
                for action in some(_offered(game, state, seat), 3, rng):
                    _plays(game, state, seat, action, rng)
            assert game.to_json(state) == before, "asking for choices out of turn changed the state"


def _offering_moments(game: Game, seats: int, seed: int, looks: int) -> Iterator[Moment]:
    """Moments of a random game at which somebody may act out of turn, about `looks` of them."""
    rng = random.Random(f"offering {seed}")
    number = sum(_offers(moment) for moment in walk(game, seats, seed))
    if not number:
        return
    for moment in walk(game, seats, seed):
        if _offers(moment) and rng.random() * number < looks:
            yield moment


def _offers(moment: Moment) -> bool:
    return any(moment.game.out_of_turn_choices(moment.state, seat) for seat in range(moment.state.seats))


def _offered(game: Game, state: State, seat: int) -> list[Action]:
    choices = game.out_of_turn_choices(state, seat)
    words = [(choice.group, choice.label, choice.detail) for choice in choices]
    assert all(label.strip() for _, label, _ in words), "a choice out of turn without words"
    assert len(set(words)) == len(words), "two choices out of turn read the same"
    assert msgspec.json.encode(choices)
    return [game.parse(choice.action) for choice in choices]


def _plays(game: Game, state: State, seat: int, action: Action, rng: random.Random) -> None:
    """Everybody knows afterwards what they may know, and no more."""
    refusal = game.why_not(state, seat, action)
    assert refusal is None, f"{game.dump(action)} is offered to {seat} out of turn and refused: {refusal}"
    assert action not in game.legal(state, seat), f"{game.dump(action)} is offered to {seat} in turn and out of turn"
    _, after = heard(game, seat, seat, action, state)
    for watcher in range(state.seats):
        check_same_to(game, watcher, after, game.imagine(after, watcher, rng), [action])
        twin = game.imagine(state, watcher, rng)
        if not game.violated_rule(twin, seat, action):
            check_sounds_the_same(game, watcher, seat, action, state, twin)


def law_restless(game: Game, seats: int, seed: int) -> None:
    """A game ends though everybody acts out of turn as long as they may."""
    rng = random.Random(f"restless {seed}")
    state = game.new(seats)
    for _ in range(LONGEST_GAME):
        actors = game.actors(state)
        if not actors:
            return
        eager = [(seat, action) for seat in range(seats) for action in _offered(game, state, seat)]
        if eager:
            game.apply(state, *rng.choice(eager))
        else:
            who = rng.choice(actors)
            game.apply(state, who, choose(game, state, who, game.legal(state, who), seed, rng))
    raise AssertionError(f"{game.title} seats={seats} seed={seed}: no end after {LONGEST_GAME} actions")


@pytest.mark.parametrize("case", cases(), ids=str)
def test_choices_out_of_turn_are_accepted_and_betray_nothing(case: Case) -> None:
    law_out_of_turn(case.game, case.seats, case.seed(20))


@pytest.mark.parametrize("case", tables(), ids=str)
def test_a_game_of_restless_seats_ends(case: Case) -> None:
    law_restless(case.game, case.seats, case.seed(21))

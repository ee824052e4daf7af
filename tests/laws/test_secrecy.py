"""Law 3: states that differ only in what a seat cannot know look, offer and sound the same to that seat."""

import random
from typing import Any

import msgspec
import pytest

from aerodrome import CHANCE, Action, Event, Game, State
from laws.cases import Case, cases
from laws.fuzz import absurdities
from laws.walk import Moment, glances, play_on, some


def law_imagine(game: Game, seats: int, seed: int) -> None:
    rng = random.Random(f"imagine {seed}")
    for moment in glances(game, seats, seed, looks=10):
        with moment.looked_at():
            state = moment.state
            before = game.to_json(state)
            tries = [action for _, action in absurdities(game, state, 4, rng)]
            for seat in range(seats):
                twin = game.imagine(state, seat, rng)
                check_same_to(game, seat, state, twin, tries)
                for action in some(game.legal(state, seat), 5, rng):
                    check_sounds_the_same(game, seat, seat, action, state, twin)
                if seat == moment.number % seats:
                    play_on(game, twin, rng, 30)
            assert game.to_json(state) == before, "imagining changed the state"


def check_same_to(game: Game, seat: int, one: State, other: State, tries: list[Action]) -> None:
    assert one is not other
    _equal(game.view(one, seat), game.view(other, seat), f"view of seat {seat}")
    _equal(game.view(one, None), game.view(other, None), "view of a spectator")
    assert game.actors(one) == game.actors(other), "actors"
    assert game.legal(one, seat) == game.legal(other, seat), f"legal actions of seat {seat}"
    _equal(plain(game.question(one, seat)), plain(game.question(other, seat)), f"question to seat {seat}")
    _equal(
        plain(game.out_of_turn_choices(one, seat)),
        plain(game.out_of_turn_choices(other, seat)),
        f"choices out of turn of seat {seat}",
    )
    _equal(
        plain(game.standing_orders(one, seat)),
        plain(game.standing_orders(other, seat)),
        f"standing orders of seat {seat}",
    )
    _equal(plain(game.statistics(one, seat)), plain(game.statistics(other, seat)), f"numbers for seat {seat}")
    _equal(plain(game.statistics(one, None)), plain(game.statistics(other, None)), "numbers for a spectator")
    numbers = game.observation_encoding(one.seats).list_numbers(game, one, seat)
    _equal(numbers, game.observation_encoding(one.seats).list_numbers(game, other, seat), f"observation of seat {seat}")
    for action in tries:
        assert game.why_not(one, seat, action) == game.why_not(other, seat, action), f"refusal of {action}"


def plain(thing: Any) -> Any:
    return msgspec.to_builtins(thing)


def _equal(one: Any, other: Any, what: str, path: str = "") -> None:
    """Equality that says where."""
    if one == other:
        return
    if isinstance(one, dict) and isinstance(other, dict) and one.keys() == other.keys():
        for key in one:
            _equal(one[key], other[key], what, f"{path}.{key}")
    if isinstance(one, list) and isinstance(other, list) and len(one) == len(other):
        for i in range(len(one)):
            _equal(one[i], other[i], what, f"{path}[{i}]")
    raise AssertionError(f"{what} differs at {path or 'the top'}: {one} and {other}")


def heard(game: Game, seat: int | None, who: int, action: Action, state: State) -> tuple[list[str], State]:
    events: list[Event] = []
    after = state.clone()
    game.apply(after, who, action, events.append)
    said = [f"{game.dump_event(event)} {game.describe_event(event)}" for event in events if event.is_visible_to(seat)]
    return said, after


def check_sounds_the_same(game: Game, seat: int, who: int, action: Action, one: State, other: State) -> None:
    """What an action brings to light is in the view too; what is not in the view must not be in the events."""
    said, after = heard(game, seat, who, action, one)
    said_there, after_there = heard(game, seat, who, action, other)
    if game.view(after, seat) == game.view(after_there, seat):
        assert said == said_there, f"events that seat {seat} hears of {action}"


def law_sealed(game: Game, seats: int, seed: int) -> None:
    """While several seats choose at once, nobody learns what another has chosen."""
    rng = random.Random(f"sealed {seed}")
    for moment in glances(game, seats, seed, looks=20):
        if moment.who != CHANCE and len(game.actors(moment.state)) > 1:
            with moment.looked_at():
                _sealed(moment, rng)


def _sealed(moment: Moment, rng: random.Random) -> None:
    game, state, who = moment.game, moment.state, moment.who
    step = state.step_stack[-1]
    for watcher in [*range(state.seats), None]:
        if watcher == who:
            continue
        first: dict[tuple[int, ...], tuple[list[str], Any]] = {}
        for action in some(game.legal(state, who), 6, rng):
            said, after = heard(game, watcher, who, action, state)
            if not after.step_stack or type(after.step_stack[-1]) is not type(step) or len(game.actors(after)) < 1:
                continue
            known = first.setdefault(game.actors(after), (said, game.view(after, watcher)))
            assert said == known[0], f"{watcher} hears which action seat {who} chose"
            _equal(game.view(after, watcher), known[1], f"view of {watcher} after the sealed choice of seat {who}")


@pytest.mark.parametrize("case", cases(), ids=str)
def test_what_a_seat_cannot_know_changes_nothing_for_it(case: Case) -> None:
    law_imagine(case.game, case.seats, case.seed(6))


@pytest.mark.parametrize("case", cases(), ids=str)
def test_choices_made_at_once_stay_sealed(case: Case) -> None:
    law_sealed(case.game, case.seats, case.seed(9))

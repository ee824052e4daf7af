"""What a choice is said to bring happens, and says nothing that the seat cannot know."""

import random

import pytest

from aerodrome import Action, Event, Game, State
from aerodrome.core.foresight import Foreseer, Foresight
from laws.cases import Case, cases
from laws.walk import glances, some

CHOICES = 12


def law_foresight(game: Game, seats: int, seed: int) -> None:
    rng = random.Random(f"foresight {seed}")
    for moment in glances(game, seats, seed, looks=10):
        if moment.who < 0:
            continue
        with moment.looked_at():
            state, seat = moment.state, moment.who
            before = game.to_json(state)
            foreseer = Foreseer(game, state, seat)
            twin = Foreseer(game, game.imagine(state, seat, rng), seat)
            for action in some(game.legal(state, seat), CHOICES, rng):
                foresight = foreseer.foresee(action)
                check_happens(game, state, seat, action, foresight)
                check_same(foresight, twin.foresee(action), action)
            assert game.to_json(state) == before, "foreseeing changed the state"


def check_happens(game: Game, state: State, seat: int, action: Action, foresight: Foresight) -> None:
    """Every event told comes, in order, and the figures end as foretold, when it goes on as far as was looked."""
    true = state.clone()
    heard: list[Event] = []
    game.apply(true, seat, action, lambda event: heard.append(event) if event.is_visible_to(seat) else None)
    while game.actors(true) == (seat,) and len(game.legal(true, seat)) == 1 and len(heard) < len(foresight.events):
        game.apply(true, seat, game.legal(true, seat)[0], heard.append)
    rest = iter(heard)
    for event in foresight.events:
        assert any(event == one for one in rest), f"{action}: {event} was foretold and does not come"
    if foresight.stop in ("chance", "others", "own", "over"):
        after = {
            (figure.name, s): value for figure in game.statistics(true, seat) for s, value in enumerate(figure.values)
        }
        for change in foresight.changes:
            assert after[change.name, change.seat] == change.after, f"{action}: {change.name} of seat {change.seat}"


def check_same(one: Foresight, other: Foresight, action: Action) -> None:
    assert one.events == other.events, f"{action}: what is foretold depends on what the seat cannot know"
    assert one.stop == other.stop, str(action)
    assert [vars_of(c) for c in one.changes] == [vars_of(c) for c in other.changes], str(action)


def vars_of(change: object) -> tuple[object, ...]:
    return tuple(getattr(change, name) for name in ("name", "seat", "before", "after"))


@pytest.mark.parametrize("case", cases(), ids=str)
def test_foresight(case: Case) -> None:
    law_foresight(case.game, case.seats, case.seed(61))

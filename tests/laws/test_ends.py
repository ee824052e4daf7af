"""Law 6: every game ends, nobody is ever stuck, chance has odds, and the result is told in full."""

import pytest

from aerodrome import CHANCE, Game
from laws.cases import Case, cases
from laws.walk import Moment, walk


def law_ends(game: Game, seats: int, seed: int) -> None:
    last = None
    for moment in walk(game, seats, seed):
        last = moment
        with moment.looked_at():
            _goes_on(moment)
    assert last is not None
    with last.looked_at():
        _has_ended(last)


def _goes_on(moment: Moment) -> None:
    game, state = moment.game, moment.state
    actors = game.actors(state)
    assert actors == (CHANCE,) or actors == tuple(sorted(set(actors) & set(range(state.seats)))), actors
    if actors == (CHANCE,):
        odds = game.odds(state)
        assert len(odds) == len(game.legal(state, CHANCE)), "odds are not parallel to the outcomes"
        assert min(odds) > 0, "an outcome that cannot happen"
        assert abs(sum(odds) - 1) < 1e-9, f"odds add up to {sum(odds)}"
    else:
        assert game.odds(state) == []
        assert not game.legal(state, CHANCE)
    if moment.number % 16 == 0:
        assert game.winners(state) == ()
        assert game.end_reason(state) == ""


def _has_ended(last: Moment) -> None:
    game, state = last.game, last.state
    winners = game.winners(state)
    assert winners, "a game without a winner"
    assert set(winners) <= set(range(state.seats))
    assert game.end_reason(state), "an end without a reason"
    assert len(game.scores(state)) == state.seats
    assert all(game.legal(state, who) == [] for who in [*range(state.seats), CHANCE])
    assert game.view(state, None)["over"] is True
    assert game.view(state, None)["winners"] == list(winners)


@pytest.mark.parametrize("seed", [11, 12])
@pytest.mark.parametrize("case", cases(), ids=str)
def test_every_game_ends_and_nobody_is_stuck(case: Case, seed: int) -> None:
    law_ends(case.game, case.seats, case.seed(seed))

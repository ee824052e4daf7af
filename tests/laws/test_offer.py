"""Law 2: what is offered is accepted; what is refused names a rule of the digest and changes nothing."""

import random

import pytest

from aerodrome import CHANCE, Action, Game, IllegalAction, State
from aerodrome.core.question import ConfirmForm
from laws.cases import Case, cases
from laws.digests import rule_ids
from laws.fuzz import absurdities
from laws.walk import glances, some, walk


def law_offer(game: Game, seats: int, seed: int) -> None:
    rng = random.Random(f"offer {seed}")
    for moment in glances(game, seats, seed, looks=12):
        with moment.looked_at():
            state = moment.state
            before = game.to_json(state)
            for who in game.actors(state):
                legal = game.legal(state, who)
                assert legal, f"seat {who} is asked and has no answer"
                assert len(set(legal)) == len(legal), "the same action is offered twice"
                for action in some(legal, 20, rng):
                    _accepted(game, state, who, action)
            assert game.to_json(state) == before, "asking what is legal changed the state"


def _accepted(game: Game, state: State, who: int, action: Action) -> None:
    refusal = game.why_not(state, who, action)
    assert refusal is None, f"{game.dump(action)} is offered to {who} and refused: {refusal}"
    game.apply(state.clone(), who, action)


def law_refusal(game: Game, seats: int, seed: int) -> None:
    rng = random.Random(f"refusal {seed}")
    for moment in glances(game, seats, seed, looks=10):
        with moment.looked_at():
            for who, action in absurdities(game, moment.state, 15, rng):
                _judged(game, moment.state, who, action)


def _judged(game: Game, state: State, who: int, action: Action) -> None:
    before = game.to_json(state)
    refusal = game.why_not(state, who, action)
    twin = state.clone()
    if refusal is None:
        game.apply(twin, who, action)
        assert game.to_json(state) == before, f"{who} {action}: playing on a clone changed the original"
        return
    assert refusal.rule in rule_ids(game.title), f"{who} {action}: no rule {refusal.rule!r} in the digest"
    assert refusal.text.strip(), f"{who} {action}: refused by {refusal.rule} without words"
    with pytest.raises(IllegalAction) as caught:
        game.apply(twin, who, action)
    assert caught.value.refusal == refusal
    assert game.to_json(twin) == before, f"{who} {action}: refused, and yet something changed"


def law_complete(game: Game, seats: int, seed: int) -> None:
    """Where no form asks for more, `legal` lists every action of the action space that would be accepted.

    A form that only confirms one action asks for nothing.
    """
    action_space = game.action_space(seats)
    rng = random.Random(f"complete {seed}")
    for moment in glances(game, seats, seed, looks=8):
        if moment.who == CHANCE:
            continue
        with moment.looked_at():
            who, state = moment.who, moment.state
            legal = set(game.legal(state, who))
            assert legal <= set(action_space), f"not in the action_space: {_first(legal - set(action_space))}"
            if any(not isinstance(form, ConfirmForm) for form in game.forms(state, who)):
                continue
            for action in some(list(action_space), 400, rng):
                if action not in legal:
                    assert game.violated_rule(state, who, action), f"accepted and never offered: {action}"


def _first(actions: set[Action]) -> Action | None:
    return next(iter(actions), None)


def law_over(game: Game, seats: int, seed: int) -> None:
    last = None
    for moment in walk(game, seats, seed):
        last = moment
    assert last is not None
    refusal = game.why_not(last.state, last.who, last.action)
    assert refusal is not None, f"{last}: accepted after the end"
    assert refusal.rule in rule_ids(game.title), f"{last}: no rule {refusal.rule!r} in the digest"


@pytest.mark.parametrize("case", cases(), ids=str)
def test_every_offered_action_is_accepted(case: Case) -> None:
    law_offer(case.game, case.seats, case.seed(3))


@pytest.mark.parametrize("case", cases(), ids=str)
def test_a_refused_action_names_a_rule_and_changes_nothing(case: Case) -> None:
    law_refusal(case.game, case.seats, case.seed(5))


@pytest.mark.parametrize("case", cases(), ids=str)
def test_whatever_the_catalogue_holds_and_the_rules_accept_is_offered(case: Case) -> None:
    law_complete(case.game, case.seats, case.seed(7))


@pytest.mark.parametrize("case", cases(), ids=str)
def test_after_the_end_everything_is_refused(case: Case) -> None:
    law_over(case.game, case.seats, case.seed(4))

"""Law: what a refusal names as missing lifts it, or another rule is then named.

The remedy is done on a copy of the table by the functions of `laws/remedies.py`.
"""

import dataclasses
import importlib
import random
from collections import Counter

import pytest

import aerodrome
from aerodrome import CHANCE, Action, Game, State
from aerodrome.core.actions import Remedy
from laws.cases import Case, cases
from laws.fuzz import absurdities
from laws.remedies import PERFORMERS, PREPARATIONS
from laws.walk import glances, some

PER_TYPE = 10
PER_KIND = 4


def law_remedies(game: Game, seats: int, seed: int) -> Counter[str]:
    """Returns how often each kind of remedy was done."""
    rng = random.Random(f"remedies {seed}")
    by_type: dict[type[Action], list[Action]] = {}
    for action in game.action_space(seats):
        by_type.setdefault(type(action), []).append(action)
    done: Counter[str] = Counter()
    for moment in glances(game, seats, seed, looks=20):
        if moment.who == CHANCE:
            continue
        with moment.looked_at():
            state, who = moment.state.clone(), moment.who
            if game.title in PREPARATIONS and moment.number % 2:
                PREPARATIONS[game.title](state)
            tries = list_shown_refusals(game, state, who)
            tries += [action for actions in by_type.values() for action in some(actions, PER_TYPE, rng)]
            tries += [action for _, action in absurdities(game, state, 15, rng)]
            here: Counter[str] = Counter()
            for action in tries:
                refusal = game.why_not(state, who, action)
                if refusal is not None and refusal.remedy is not None and here[refusal.remedy.kind] < PER_KIND:
                    here[refusal.remedy.kind] += 1
                    check_remedy(game, state, who, action)
            done += here
    return done


def list_shown_refusals(game: Game, state: State, who: int) -> list[Action]:
    """The actions that the question shows as not possible now."""
    shown: list[Action] = []
    presentation = game.presentation

    def explain(its: Game, table: State, seat: int, action: Action, rule: str) -> str:
        shown.append(action)
        return presentation.explain_refusal(its, table, seat, action, rule)

    game.presentation = dataclasses.replace(presentation, explain_refusal=explain)
    try:
        game.unavailable_actions(state, who)
    finally:
        game.presentation = presentation
    return shown


def check_remedy(game: Game, state: State, who: int, action: Action) -> None:
    refusal = game.why_not(state, who, action)
    assert refusal is not None
    assert refusal.remedy is not None
    what = f"{game.dump(action)}: {refusal} {refusal.remedy}"
    before = game.to_json(state)
    twin = state.clone()
    try:
        tried = PERFORMERS[game.title][refusal.remedy.kind](game, twin, who, action, refusal.remedy)
        rule = game.violated_rule(twin, who, tried)
    except Exception as error:
        raise AssertionError(f"{what}: {type(error).__name__}: {error}") from error
    assert rule != refusal.rule, f"{what} does not lift it"
    assert game.to_json(state) == before, "the copy shares something with the table"


@pytest.mark.parametrize("case", cases(), ids=str)
def test_what_a_refusal_names_lifts_it(case: Case) -> None:
    law_remedies(case.game, case.seats, case.seed(11))


@pytest.mark.parametrize("title", aerodrome.titles())
def test_every_kind_of_remedy_can_be_done_and_is_listed(title: str) -> None:
    kinds = importlib.import_module(f"aerodrome.games.{title}.text.remedies").KINDS
    assert set(kinds) == set(PERFORMERS[title])


def test_a_remedy_that_does_not_help_is_caught() -> None:
    game = aerodrome.load("tingoose")
    state = game.new(3)
    rng = random.Random(1)
    while game.actors(state)[0] == CHANCE:
        game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
    bid = game.parse({"type": "bid_opening", "amount": 99})
    check_remedy(game, state, 0, bid)
    presentation = game.presentation
    game.presentation = dataclasses.replace(presentation, find_remedy=lambda *_: Remedy("bid", 98))
    try:
        with pytest.raises(AssertionError, match="does not lift it"):
            check_remedy(game, state, 0, bid)
    finally:
        game.presentation = presentation

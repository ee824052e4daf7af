"""What bots do without thinking, in every title: always legal, and better than chance."""

import random
from collections.abc import Iterator

import pytest

import aerodrome
from aerodrome.core.actions import CHANCE, Action
from aerodrome.core.evaluator import compute_lead_over_rival_average
from aerodrome.core.game import Game
from aerodrome.core.state import State
from aerodrome.games.airkwire.ai.action_gains import ActionGainEstimator
from aerodrome.games.airkwire.ai.evaluator import AirkwireEvaluator
from aerodrome.games.airkwire.game import Airkwire
from aerodrome.games.airkwire.model.actions import BuyShare, ProposeRoute
from aerodrome.games.airkwire.model.state import OPEN, AirkwireState
from aerodrome.games.airline.model.actions import Offer
from aerodrome.games.airsteam.model.actions import FlyAirship

SMALLER_AIRCRAFT = 2.001
"""By so many dollars, one for each size, the estimate of a route prefers a smaller aircraft."""
TABLES = [(title, seats) for title in aerodrome.titles() for seats in (aerodrome.load(title).seats_min, 4)]


def scores(game: Game, seats: int, instinctive: int, seed: int) -> list[int]:
    """The end of a game in which one seat follows its rollout policy and the others follow chance."""
    rng = random.Random(seed)
    state = game.new(seats)
    while actors := game.actors(state):
        who = actors[0]
        if who == CHANCE:
            game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
            continue
        legal = game.legal(state, who)
        action: Action = rng.choice(legal)
        if who == instinctive:
            action = game.evaluator.choose_rollout_action(game, state, who, legal, rng)
            assert game.why_not(state, who, action) is None
        game.apply(state, who, action)
    return [int(seat in game.winners(state)) for seat in range(seats)]


@pytest.mark.parametrize(("title", "seats"), TABLES)
def test_instinct_is_legal_whatever_happens(title: str, seats: int) -> None:
    scores(aerodrome.load(title), seats, 0, 5)


def test_instinct_alone_beats_chance_where_a_title_has_one_of_its_own() -> None:
    for title in ("airline", "airsteam", "airkwire"):
        game = aerodrome.load(title)
        seats = game.seats_min
        won = sum(scores(game, seats, seed % seats, seed)[seed % seats] for seed in range(8))
        assert won >= 6, title


def questions(game: Game, seats: int, seed: int) -> Iterator[tuple[State, int, list[Action], Action]]:
    """A game in which all follow their rollout policy: the table, who is asked, what is legal and what that says."""
    rng = random.Random(seed)
    state = game.new(seats)
    while actors := game.actors(state):
        who = actors[0]
        if who == CHANCE:
            game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
            continue
        legal = game.legal(state, who)
        action = game.evaluator.choose_rollout_action(game, state, who, legal, rng)
        yield state, who, legal, action
        game.apply(state, who, action)


def test_airships_are_drawn_to_what_pays() -> None:
    game = aerodrome.load("airsteam")
    flights = 0
    for state, who, legal, action in questions(game, 2, 2):
        if isinstance(action, FlyAirship):
            flights += 1
            appeal = [game.evaluator.estimate_action_prior(game, state, who, flight) for flight in legal]
            assert game.evaluator.estimate_action_prior(game, state, who, action) == max(appeal)
    assert flights >= 12


def test_an_offer_that_helps_nobody_is_not_worth_a_thought() -> None:
    game = aerodrome.load("airline")
    seen = 0
    for state, who, legal, _action in questions(game, 2, 4):
        for action in legal:
            if isinstance(action, Offer):  # between two players what one gains the other loses
                seen += 1
                assert game.evaluator.estimate_action_prior(game, state, who, action) < 0.0
        if seen >= 20:
            return
    raise AssertionError(f"only {seen} offers came up")


def test_an_estimated_gain_is_what_a_trade_or_a_quiet_route_changes() -> None:
    """As far as the figures go: not the bonus of a takeover to come, nor cards that reach farther or less far."""
    game = aerodrome.load("airkwire")
    assert isinstance(game, Airkwire)
    sense = AirkwireEvaluator(
        game.evaluator.weights | {"takeover": 0.0, "card": 0.0, "card_point": 0.0, "owed": 0.0, "refusal": 0.0}
    )
    tried = 0
    for state, who, legal, _action in questions(game, 3, 6):
        assert isinstance(state, AirkwireState)
        now = compute_lead_over_rival_average(sense.evaluate(game, state), who)
        for action in legal:
            if quiet(game, state, who, action):
                tried += 1
                twin = state.clone()
                game.apply(twin, who, action)
                change = compute_lead_over_rival_average(sense.evaluate(game, twin), who) - now
                estimate = ActionGainEstimator(sense, game, state, who).estimate_lead_gain(action)
                assert estimate == pytest.approx(change, rel=1e-9, abs=SMALLER_AIRCRAFT), action
    assert tried > 200


def quiet(game: Airkwire, state: AirkwireState, who: int, action: Action) -> bool:
    """A purchase of an open airline, or a route of one's own airline to a city where nobody is."""
    if isinstance(action, BuyShare):
        return state.status[action.airline] == OPEN
    if isinstance(action, ProposeRoute) and state.ceo[action.airline] == who and state.marker < game.cycle - 1:
        return not any(net & game.bit[action.city] for net in state.network)
    return False

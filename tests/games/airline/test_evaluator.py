"""What the evaluator of Airline values, and that it plays."""

import random

import pytest

import aerodrome
from aerodrome.bots.greedy import GreedyBot
from aerodrome.core.actions import CHANCE
from aerodrome.games.airline.model.actions import (
    AcceptOffer,
    ChooseBase,
    CloseTradeAndFly,
    CollectClaim,
    DeclareBankruptcy,
    EndTurn,
    ExchangeAircraft,
    LeaveClaimsUncalled,
    RejectOffer,
)
from games.airline.table import JET, PROP, RED, YELLOW, Table


def values(table: Table) -> list[float]:
    return table.game.evaluator.evaluate(table.game, table.state)


def prior(table: Table, who: int, action: aerodrome.Action) -> float:
    return table.game.evaluator.estimate_action_prior(table.game, table.state, who, action)


def test_a_connected_city_is_worth_more_than_one_that_is_cut_off() -> None:
    joined = Table("tokyo", "lima")
    joined.own(RED, "moscow")
    cut_off = Table("tokyo", "lima")
    cut_off.own(RED, "london")
    bare = Table("tokyo", "lima")
    assert values(joined)[RED] > values(cut_off)[RED] > values(bare)[RED]


def test_the_first_cash_counts_more_than_the_last() -> None:
    table = Table("tokyo", "lima")
    worth = []
    for cash in (0, 20, 110, 130):
        table.cash(RED, cash)
        worth.append(values(table)[RED])
    assert worth[1] - worth[0] > worth[3] - worth[2] > 0


def test_a_fast_aircraft_pays_only_with_a_network() -> None:
    small = Table("tokyo", "lima")
    small.stand(RED, "tokyo")
    assert prior(small, RED, ExchangeAircraft(JET)) == 0
    big = Table("tokyo", "lima")
    big.stand(RED, "tokyo")
    big.own(RED, "moscow", "tashkent", "bangkok", "sydney", "baghdad", "rome", "nairobi", "colombo", "london")
    big.cash(RED, 200)
    big.no_offers()
    assert prior(big, RED, ExchangeAircraft(JET)) > 1
    assert prior(big, RED, CloseTradeAndFly()) == 0  # first things first
    big.aircraft(RED, JET)
    assert prior(big, RED, ExchangeAircraft(PROP)) == 0


def test_an_open_offer_counts_as_a_deal_when_both_gain() -> None:
    table = Table("tokyo", "lima", "london")  # a third player, at whose cost both can gain
    table.own(RED, "rio_de_janeiro")
    table.own(YELLOW, "moscow")
    table.no_offers()
    before = values(table)
    table.do(RED, table.offer(YELLOW, give=("rio_de_janeiro",), want=("moscow",)))
    seen = values(table)
    assert seen[RED] > before[RED]
    table.do(YELLOW, AcceptOffer())
    assert values(table) == pytest.approx(seen)


def test_an_offer_nobody_would_accept_changes_nothing_for_the_better() -> None:
    table = Table("tokyo", "lima")
    table.own(YELLOW, "rio_de_janeiro")
    table.no_offers()
    before = values(table)
    table.do(RED, table.offer(YELLOW, pay=1, want=("rio_de_janeiro",)))
    assert values(table)[RED] < before[RED]
    assert prior(table, YELLOW, AcceptOffer()) == 0
    assert prior(table, YELLOW, RejectOffer()) == 1


def test_giving_up_and_waiting_are_last_resorts() -> None:
    table = Table("tokyo", "lima")
    table.own(RED, "moscow")
    table.cash(RED, 0)
    table.land("lima")
    assert prior(table, RED, DeclareBankruptcy()) < 0.1
    claim = Table("tokyo", "lima", collect="claim")
    claim.land("lima")
    assert prior(claim, YELLOW, CollectClaim(3)) > prior(claim, YELLOW, LeaveClaimsUncalled())


def test_a_city_worth_its_price_is_bought_before_the_turn_ends() -> None:
    table = Table("tokyo", "lima")
    table.land("moscow")
    assert prior(table, RED, table.buy_city("moscow")) > 1
    assert prior(table, RED, EndTurn()) == 0


def test_at_the_last_count_every_million_counts_and_nothing_is_bought_for_later() -> None:
    big = ("moscow", "tashkent", "bangkok", "sydney", "baghdad", "rome", "nairobi", "colombo", "london")
    for options in ({"short_game": True}, {"round_limit": 20}):
        table = Table("tokyo", "lima", **options)
        table.state.round = 20
        table.cash(RED, 300)
        rich = values(table)[RED]
        table.cash(RED, 400)
        assert values(table)[RED] - rich == pytest.approx(100)
        table.own(RED, *big)
        table.no_offers()
        table.stand(RED, "tokyo")
        assert (prior(table, RED, ExchangeAircraft(JET)) > 0) == (options == {"short_game": True})


def test_features_have_one_length_a_seat_count_and_say_nothing_about_who_looks() -> None:
    game = aerodrome.load("airline")
    for seats in (2, 3, 4):
        lengths: set[int] = set()
        for seed in range(3):
            state = game.new(seats)
            rng = random.Random(seed)
            while game.actors(state):
                who = game.actors(state)[0]
                game.apply(state, who, rng.choice(game.legal(state, who)))
                lengths.update(len(game.evaluator.features(game, state, seat)) for seat in range(seats))
        assert len(lengths) == 1


def test_every_choice_has_a_prior() -> None:
    game = aerodrome.load("airline")
    rng = random.Random(3)
    state = game.new(3)
    while game.actors(state):
        (who,) = game.actors(state)
        legal = game.legal(state, who)
        if who != CHANCE:
            assert all(game.evaluator.estimate_action_prior(game, state, who, action) >= -1 for action in legal)
        game.apply(state, who, rng.choice(legal))


def test_weights_can_be_overridden_by_name_only() -> None:
    assert aerodrome.load("airline", weights={"income_rounds": 3.0}).evaluator.weights["income_rounds"] == 3.0
    with pytest.raises(ValueError, match="no weight 'height'"):
        aerodrome.load("airline", weights={"height": 1.0})


def test_base_choice_prefers_a_city_with_many_good_routes() -> None:
    table = Table("tokyo", "lima")
    evaluator, game = table.game.evaluator, table.game
    best = max(range(18), key=lambda city: evaluator.estimate_action_prior(game, table.state, RED, ChooseBase(city)))
    assert game.routes[best].bit_count() >= 5


def test_greedy_beats_random_in_nine_games_of_ten() -> None:
    game = aerodrome.load("airline")
    bot = GreedyBot()
    games = 100
    won = 0.0
    for seed in range(games):
        rng = random.Random(seed)
        state = game.new(2)
        mine = seed % 2
        while game.actors(state):
            (who,) = game.actors(state)
            if who == CHANCE:
                action = game.pick_outcome(state, rng.random())
            elif who == mine:
                action = bot.choose(game, game.imagine(state, who, rng), who, rng)
            else:
                legal = game.legal(state, who)
                action = legal[int(rng.random() * len(legal))]
            game.apply(state, who, action)
        winners = game.winners(state)
        won += (mine in winners) / len(winners)
    assert won / games >= 0.9

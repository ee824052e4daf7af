"""What a good player values."""

import random

import pytest

from aerodrome import CHANCE, load
from aerodrome.bots.greedy import GreedyBot
from games.airkwire.table import Table


def worth(table: Table) -> list[float]:
    return table.game.evaluator.evaluate(table.game, table.state)


def test_an_unknown_weight_is_refused() -> None:
    with pytest.raises(ValueError, match="no weight 'luck'"):
        load("airkwire", weights={"luck": 1.0})


def test_a_finished_game_is_worth_its_wealth() -> None:
    table = Table()
    table.open("united", 4, {0: 3})
    table.do("call_vote")
    table.do("vote", agree=True)
    table.do("vote", agree=True)
    assert worth(table) == table.game.scores(table.state)


def test_points_and_control_are_worth_something() -> None:
    plain, better = Table(), Table()
    for table in (plain, better):
        table.open("united", 5, {0: 3, 1: 3})
    better.route("united", "st_louis", "tri_motor")
    assert worth(better)[0] > worth(plain)[0]
    assert worth(plain)[0] - plain.state.cash[0] > worth(plain)[1] - plain.state.cash[1], "Red leads United"


def test_an_airline_that_cannot_pay_is_worth_less() -> None:
    pays, fails = Table(), Table()
    for table, shares in ((pays, 5), (fails, 6)):
        table.open("united", 12, {1: shares}, {"st_louis": "tri_motor"})
    assert worth(pays)[1] / 5 > worth(fails)[1] / 6


def test_a_proposal_is_judged_by_the_interest_of_the_ceo() -> None:
    table = Table()
    table.open("united", 5, {1: 3, 0: 2})
    table.hand(0, "cleveland", "bangor")
    table.do("close_stock")
    before = worth(table)[0]
    table.fly("cleveland", "united")
    assert table.step == "RouteApprovalStep"
    assert worth(table)[0] > before, "Black gains by it and will agree"


def test_a_proposal_that_will_be_refused_is_worth_less_than_none() -> None:
    table = Table()
    table.open("united", 5, {1: 3, 0: 2}, {"omaha": "boeing_247"})
    table.open("twa", 9, {0: 3}, {"cleveland": "dc3"})
    table.hand(0, "cleveland", "bangor")
    table.do("close_stock")
    before = worth(table)[0]
    table.fly("cleveland", "united")
    assert table.step == "RouteApprovalStep"
    assert worth(table)[0] < before, "TWA would take over United, which Black leads"


def test_a_merger_is_judged_with_its_bonus_before_its_questions_are_answered() -> None:
    table = Table()
    table.open("united", 8, {0: 4})
    table.open("twa", 6, {1: 3}, {"st_louis": "tri_motor"})
    table.hand(0, "st_louis")
    table.fly("st_louis", "united")
    assert table.step == "ChooseAircraftForDefunctHomeStep"
    assert table.state.shares[4] == [0, 3, 0], "judging changes nothing"
    pending = worth(table)[1]
    table.do("place_home", aircraft="tri_motor")
    table.do("dispose", exchange=0)
    assert pending == pytest.approx(worth(table)[1])


def test_features_do_not_tell_what_a_seat_may_not_know() -> None:
    table = Table()
    table.open("united", 5, {1: 3, 0: 2})
    game = table.game
    before = game.evaluator.features(game, table.state, 0)
    table.cash(1, 9990)
    table.hand(2, "bangor", "reno", "omaha", "tampa", "miami")
    assert game.evaluator.features(game, table.state, 0) == before
    table.cash(0, 9990)
    assert game.evaluator.features(game, table.state, 0) != before


def test_silly_choices_have_no_prior() -> None:
    table = Table(loans=True)
    game = table.game
    assert game.evaluator.estimate_action_prior(game, table.state, 0, table.action("give", seat=1, amount=100)) == 0
    table.do("close_stock")
    table.do("discard", card=table.holds(0)[0])
    assert game.evaluator.estimate_action_prior(game, table.state, 0, table.action("keep_hand")) == 0
    assert game.evaluator.estimate_action_prior(game, table.state, 0, table.action("draw_pile")) > 0


def test_routes_are_more_natural_for_those_who_hold_the_airline() -> None:
    table = Table()
    table.open("united", 5, {0: 4, 1: 1})
    table.hand(0, "cleveland")
    game = table.game
    route = table.action("propose", city="cleveland", airline="united", aircraft="tri_motor")
    assert (
        game.evaluator.estimate_action_prior(game, table.state, 0, route)
        > 1
        > game.evaluator.estimate_action_prior(game, table.state, 1, route)
        > 0
    )


def test_a_share_is_sold_the_sooner_the_less_it_promises() -> None:
    table = Table()
    table.open("united", 5, {0: 4, 1: 1}, {"cleveland": "tri_motor", "detroit": "tri_motor"})
    table.open("twa", 5, {0: 4, 1: 1})
    game = table.game
    good, poor = table.action("sell", airline="united"), table.action("sell", airline="twa")
    assert game.evaluator.estimate_action_prior(game, table.state, 0, good) < game.evaluator.estimate_action_prior(
        game, table.state, 0, poor
    )
    good, poor = table.action("buy", airline="united"), table.action("buy", airline="twa")
    assert game.evaluator.estimate_action_prior(game, table.state, 0, good) > game.evaluator.estimate_action_prior(
        game, table.state, 0, poor
    )


def test_a_greedy_seat_beats_three_random_ones() -> None:
    game = load("airkwire")
    wins = 0
    for seed in range(10):
        seat, rng, bot, state = seed % 4, random.Random(seed), GreedyBot(), game.new(4)
        while actors := game.actors(state):
            (who,) = actors
            if who == CHANCE:
                action = game.pick_outcome(state, rng.random())
            elif who == seat:
                action = bot.choose(game, game.imagine(state, seat, rng), seat, rng)
            else:
                action = rng.choice(game.legal(state, who))
            game.apply(state, who, action)
        wins += seat in game.winners(state)
    assert wins >= 8

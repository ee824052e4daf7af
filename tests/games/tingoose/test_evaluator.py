"""What bots are told about value."""

import random

import aerodrome
from aerodrome import CHANCE, Action
from aerodrome.bots.greedy import GreedyBot
from aerodrome.games.tingoose.model.actions import BidForFleet, DeployFleet, RemoveCondition
from aerodrome.games.tingoose.model.state import GENEROUS_DIVIDENDS, UNPRODUCTIVE_INVESTMENTS
from games.tingoose.table import ADVANCE, KEEP, PASS, Table, tin_goose


def value(table: Table, seat: int = 0) -> float:
    return table.game.evaluator.evaluate(table.game, table.state)[seat]


def after(table: Table, action: Action, seat: int = 0) -> float:
    twin = table.state.clone()
    table.game.apply(twin, table.who, action)
    return table.game.evaluator.evaluate(table.game, twin)[seat]


def test_at_the_end_the_appraisal_is_the_score() -> None:
    table = Table().begin()
    table.state.step_stack = []
    assert table.game.evaluator.evaluate(table.game, table.state) == [float(s) for s in table.game.scores(table.state)]


def test_demand_and_airmail_are_worth_more_than_an_empty_city() -> None:
    table = Table(4).acting().network(0, "Medford").tokens("Portland", silver=3)
    empty = after(Table(4).acting().network(0, "Medford"), table.placing("Portland"))
    assert after(table, table.placing("Portland")) > empty
    assert after(table, table.placing("San Francisco")) > after(table, ADVANCE)


def test_a_city_on_a_card_in_hand_is_worth_its_bonus() -> None:
    table = Table(4).give(0, "R16", "R14").acting().network(0, "San Francisco")
    plain = Table(4).acting().network(0, "San Francisco")
    for city in ("Medford", "Los Angeles"):  # on R16 and R14
        gain = [after(t, t.placing(city)) - value(t) for t in (table, plain)]
        assert gain[0] > gain[1] + 5.0


def test_a_large_fleet_is_worth_a_higher_bid_than_a_small_one() -> None:
    small, large = Table().auction("R01", round=6), Table().auction("R18", round=6)
    gain = [after(t.do(PASS, PASS), BidForFleet(12)) - after(t, PASS) for t in (small, large)]
    assert gain[1] > gain[0]


def test_flames_cost_more_the_more_crashes_are_in_the_hands() -> None:
    calm, grim = Table().begin(), Table().begin().give(1, "G27", "B27", "R27")
    cost = []
    for table in (calm, grim):
        table.state.extensions = [2, 2, 2]
        cost.append(value(table.begin()))
        table.state.extensions = [0, 0, 0]
        cost[-1] -= value(table)
    assert cost[1] < cost[0] <= 0.0


def test_removing_a_condition_is_better_than_keeping_all() -> None:
    table = Table().winning("G15").do(DeployFleet())
    keeping = after(table, KEEP)
    for condition in (GENEROUS_DIVIDENDS, UNPRODUCTIVE_INVESTMENTS):
        assert after(table, RemoveCondition(condition)) > keeping


def test_a_pending_purchase_is_seen() -> None:
    table = Table().auction("G15").do(PASS, PASS)
    assert after(table, BidForFleet(1)) > after(table, PASS)
    assert after(table, BidForFleet(40)) < after(table, PASS)


def test_features_have_one_length_for_a_seat_count_and_keep_secrets() -> None:
    game, rng = tin_goose(), random.Random(8)
    for seats in (3, 4, 5):
        state = game.new(seats)
        lengths = set()
        while actors := game.actors(state):
            for seat in range(seats):
                features = game.evaluator.features(game, state, seat)
                lengths.add(len(features))
                assert features == game.evaluator.features(game, game.imagine(state, seat, rng), seat)
            who = rng.choice(actors)
            game.apply(state, who, rng.choice(game.legal(state, who)))
        assert len(lengths) == 1


def test_weights_can_be_given() -> None:
    game = aerodrome.load("tingoose", weights={"spread": 12.5})
    assert game.evaluator.compute_three_to_one_lead(game, game.new(3)) == 12.5


def test_greedy_beats_three_random_seats() -> None:
    game, bot = tin_goose(), GreedyBot()
    won = 0.0
    for number in range(12):
        rng, hero = random.Random(number), number % 4
        state = game.new(4)
        while actors := game.actors(state):
            who = actors[0]
            if who == CHANCE:
                action = game.pick_outcome(state, rng.random())
            elif who == hero:
                action = bot.choose(game, game.imagine(state, hero, rng), hero, rng)
            else:
                action = rng.choice(game.legal(state, who))
            game.apply(state, who, action)
        winners = game.winners(state)
        won += (hero in winners) / len(winners)
    assert won >= 0.8 * 12

"""The evaluator: it knows what pays, and a seat that follows it one step ahead beats chance."""

import random
import tomllib
from pathlib import Path

from aerodrome import CHANCE
from aerodrome.bots.greedy import GreedyBot
from aerodrome.core.chance import pick_outcome_index
from aerodrome.games.airsteam.ai import evaluator
from aerodrome.games.airsteam.game import Airsteam
from aerodrome.games.airsteam.model.actions import (
    ChooseShippedCubeCount,
    DeclineOffer,
    PlaceFreeDepot,
    PlanNextCard,
    ShipFromDepot,
)
from games.airsteam.table import FOOD, LUXURIES, Table, game_of


def value(table: Table, seat: int = 0) -> float:
    return table.game.evaluator.evaluate(table.game, table.state)[seat]


def test_cubes_in_reach_of_an_open_city_are_worth_more_than_others() -> None:
    table = Table(2).at_action()
    home = table.space("A1-A3", 0)
    before = value(table)
    food = value(table.twin().cubes(home, FOOD, 2))
    assert food > before
    assert food > value(table.twin().cubes(home, LUXURIES, 2))


def test_a_shipment_half_way_through_its_questions_is_seen_as_done() -> None:
    table = Table(2).levels(0, train=2).at_action()
    home = table.space("A1-A3", 0)
    table.depot(0, "A3-A4")
    table.cubes(home, FOOD, 3)
    asked = table.twin().do(0, ShipFromDepot(home, FOOD))
    assert asked.step == "ChooseShipDestinationStep"
    done = asked.twin()
    while done.actors == (0,):
        done.plainly() if done.step != "ChooseShippedCountStep" else done.do(0, ChooseShippedCubeCount(3))
    assert abs(value(asked) - value(done)) < 1e-9


def test_a_better_train_and_airship_promise_more_early_than_late() -> None:
    table = Table(2).at_action()
    early = value(table.twin().levels(0, airship=2)) - value(table)
    table.state.round = 6
    late = value(table.twin().levels(0, airship=2)) - value(table)
    assert early > late >= 0


def test_a_plan_that_must_fail_is_not_thought_of() -> None:
    table = Table(2).draw().do(0, PlanNextCard(Table(2).card("7**")))
    prior = table.game.evaluator.estimate_action_prior
    assert prior(table.game, table.state, 0, PlanNextCard(table.card("6**"))) == 0.0
    assert prior(table.game, table.state, 0, PlanNextCard(table.card("1*"))) > 0.0  # an upgrade would heal it
    assert prior(table.game, table.state, 0, PlanNextCard(table.card("0"))) == 1.0
    assert prior(table.game, table.state, 0, DeclineOffer()) == 1.0


def test_what_can_no_longer_be_used_is_worth_nothing() -> None:
    table = Table(2).draw().plan()
    table.state.round = 6
    home = table.space("A1-A3", 0)
    table.aboard(0, FOOD, 1).on("UpkeepStep", seat=0)
    assert value(table) == table.game.scores(table.state)[0] - 1  # the cube's upkeep, and nothing for the cube
    stored = table.twin().cubes(home, FOOD, 2)
    assert value(stored) - value(table) == 2 * (4 - 1)  # KS-22.2, KS-20.2
    assert value(table.twin().levels(0, airship=5)) == value(table)


def test_the_first_depot_is_placed_where_goods_are_made_for_its_cities() -> None:
    table = Table(2, placed=False)
    seat = table.actors[0]
    game, state = table.game, table.state
    away: dict[int, int] = {}
    for action in table.legal():
        assert isinstance(action, PlaceFreeDepot)
        ends = game.maps[2].link_ends[game.maps[2].link_at[action.hex]]
        away[action.hex] = min(game.maps[2].good_distances[state.city_good[city]][action.hex] for city in ends)
    for seed in range(4):
        chosen = GreedyBot().choose(game, state.clone(), seat, random.Random(seed))
        assert isinstance(chosen, PlaceFreeDepot)
        assert away[chosen.hex] <= sorted(away.values())[len(away) // 4]


def test_styles_are_factors_on_weights() -> None:
    game = game_of()
    file = Path(evaluator.__file__).parent / "styles.toml"
    styles = tomllib.loads(file.read_text(encoding="utf-8"))
    assert list(styles) == ["careful", "bold", "trader", "builder"]
    for factors in styles.values():
        assert factors
        assert set(factors) <= set(game.evaluator.weights)
        assert all(factor > 0 for factor in factors.values())


def test_following_the_evaluator_beats_chance() -> None:
    game = game_of()
    assert sum(_greedy_wins(game, seat) for seat in range(3)) == 3


def _greedy_wins(game: Airsteam, seat: int) -> bool:
    state = game.new(3)
    rng = random.Random(f"greedy {seat}")
    bot = GreedyBot(1)
    while actors := game.actors(state):
        who = actors[int(rng.random() * len(actors))]
        legal = game.legal(state, who)
        if who == CHANCE:
            action = legal[pick_outcome_index(game.odds(state), rng.random())]
        elif who == seat:
            action = bot.choose(game, game.imagine(state, seat, rng), seat, rng)
        else:
            action = legal[int(rng.random() * len(legal))]
        game.apply(state, who, action)
    return seat in game.winners(state)

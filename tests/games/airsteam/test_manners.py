"""Bots do nothing that a person at the table would find absurd; the observer notices it when somebody does."""

import random
from collections import Counter
from collections.abc import Iterator

import pytest

from aerodrome import CHANCE, Action
from aerodrome.bots.greedy import GreedyBot
from aerodrome.bots.levels import Captain
from aerodrome.bots.quick_policy import list_actions_worth_considering
from aerodrome.core.actions import NOBODY
from aerodrome.core.chance import pick_outcome_index
from aerodrome.games.airsteam.ai.manners import Observer
from aerodrome.games.airsteam.game import Airsteam
from aerodrome.games.airsteam.model.actions import (
    AdjustAirship,
    BuildDepot,
    ChooseShipDestination,
    FinishShippingOrTrack,
    FlyAirship,
    GiveUpCube,
    LoadOrUnload,
    PassForIncome,
    PayUpkeep,
    PlanNextCard,
    SealPlan,
    ShipFromDepot,
    UpgradeAirship,
    UpgradeTrain,
)
from aerodrome.games.airsteam.model.state import GOODS, SLOTS, WAITING, AirsteamState
from games.airsteam.table import FOOD, LUXURIES, TEXTILES, Table, game_of, load

UPGRADES: tuple[Action, ...] = (UpgradeAirship(), UpgradeTrain())


def sensible(table: Table, seat: int = 0) -> list[Action]:
    game, state = table.game, table.state
    return list_actions_worth_considering(game, state, seat, game.legal(state, seat))


def is_pointless(table: Table, action: Action, seat: int = 0) -> bool:
    return table.game.evaluator.is_pointless(table.game, table.state, seat, action)


def observed(table: Table, action: Action, seat: int = 0) -> list[str]:
    return Observer().observe_choice_and_list_absurdities(table.game, table.state, seat, action)


def choices_of(bot: GreedyBot | Captain, table: Table, seat: int = 0) -> set[Action]:
    """What the bot does, with six seeds."""
    rngs = [random.Random(seed) for seed in range(6)]
    return {bot.choose(table.game, table.game.imagine(table.state, seat, rng), seat, rng) for rng in rngs}


def in_last_round(table: Table) -> Table:
    table.state.round = table.game.rounds
    return table


def at_last_action(cash: int = 12) -> Table:
    """Seat 0 is to take its last action of the game; seat 1 has had its own."""
    table = in_last_round(Table(2).draw()).plan(("0", "1", "2", "3*"), ("1", "2", "3", "0"))
    table.on("TakeActionStep", seat=0)
    while table.state.slot < SLOTS - 1 or table.asked != (0, "TakeActionStep"):
        table.plainly()
    return table.cash(0, cash)


# The last round


@pytest.mark.parametrize("lead", [-80, 60])
def test_nobody_upgrades_with_the_last_action_of_a_decided_game(lead: int) -> None:
    table = at_last_action(cash=3)
    table.cash(1, 100).cash(0, 100 + lead)
    assert all(is_pointless(table, upgrade) for upgrade in UPGRADES)
    assert all(observed(table, upgrade) == ["useless_last_upgrade"] for upgrade in UPGRADES)
    for bot in (GreedyBot(), Captain()):
        assert not choices_of(bot, table) & set(UPGRADES)


def test_a_longer_train_with_the_last_action_is_bought_for_cubes_that_it_sells() -> None:
    table = at_last_action()
    home = table.space("A1-A3", 0)
    table.depot(0, "A3-A4")
    table.close("A1").close("A3").cubes(home, table.state.city_good[table.city("A4")], 3)
    assert not is_pointless(table, UpgradeTrain())
    assert observed(table, UpgradeTrain()) == []


def test_an_airship_is_upgraded_before_the_last_flight_only_for_its_use() -> None:
    table = in_last_round(Table(2).draw()).plan(("0", "1", "2", "3*"))
    table.on("TakeActionStep", seat=0)
    while table.state.slot < SLOTS - 2 or table.asked != (0, "TakeActionStep"):
        table.plainly()
    assert is_pointless(table, UpgradeAirship())
    factory = table.factory_hex("FA1")
    assert not is_pointless(table.twin().fly(0, factory).cubes(factory, TEXTILES, 4), UpgradeAirship())


def test_the_last_upkeep_is_paid_only_for_what_final_shipping_takes() -> None:
    table = Table(2).aboard(0, FOOD, 2).draw().plan()
    home = table.space("A1-A3", 0)
    in_last_round(table).cubes(home, FOOD, 1).cubes(home, LUXURIES, 1).on("UpkeepStep", seat=0)
    give_up = {GiveUpCube(NOBODY, FOOD), GiveUpCube(home, LUXURIES)}
    assert set(sensible(table)) == give_up
    assert observed(table, PayUpkeep()) == ["upkeep_for_worthless_cube"]
    assert observed(table, GiveUpCube(home, FOOD)) == ["sellable_cube_given_up"]
    for bot in (GreedyBot(), Captain()):
        assert choices_of(bot, table) <= give_up
    table.do(0, GiveUpCube(NOBODY, FOOD), GiveUpCube(NOBODY, FOOD), GiveUpCube(home, LUXURIES))
    assert sensible(table) == [PayUpkeep()]
    assert observed(table, PayUpkeep()) == []


def test_a_waiting_city_may_still_take_a_cube() -> None:
    table = Table(2).draw().plan()
    home = table.space("A1-A3", 0)
    in_last_round(table).cubes(home, LUXURIES, 1)
    city = table.city("A1")
    table.state.waiting.append(city)
    table.state.city_left[city], table.state.city_state[city] = 0, WAITING
    table.on("UpkeepStep", seat=0)
    assert not is_pointless(table, PayUpkeep())
    assert observed(table, PayUpkeep()) == []


def test_final_shipping_takes_all_that_pays() -> None:
    table = Table(2).draw().plan()
    home = table.space("A1-A3", 0)
    in_last_round(table).cubes(home, FOOD, 2).on("FinalShipmentStep", seat=0)
    assert sensible(table) == [ShipFromDepot(home, FOOD)]
    assert observed(table, FinishShippingOrTrack()) == ["final_sale_left_out"]
    assert choices_of(GreedyBot(), table) == {ShipFromDepot(home, FOOD)}


def test_the_last_action_adjusts_the_route_only_to_unload() -> None:
    table = at_last_action()
    direction = next(act.direction for act in table.legal(AdjustAirship) if isinstance(act, AdjustAirship))
    assert is_pointless(table, AdjustAirship(direction))
    assert observed(table, AdjustAirship(direction)) == ["useless_last_adjustment"]


def test_a_decided_game_is_still_played_for_money() -> None:
    table = at_last_action(cash=3)
    table.cash(1, 200)
    assert choices_of(Captain(), table) == {PassForIncome()}


# Cubes in circles


def test_cubes_are_not_put_back_on_their_factory() -> None:
    table = Table(2)
    factory = table.factory_hex("FA1")
    table.depot(0, "A2-A3")
    table.fly(0, factory).cubes(factory, TEXTILES, 2).draw().plan(("0", "1", "2", "3"))
    watcher = Observer()
    assert watcher.observe_choice_and_list_absurdities(table.game, table.state, 0, load(textiles=2)) == []
    table.do(0, load(textiles=2)).on("LoadOrUnloadStep", seat=0)
    assert is_pointless(table, load())
    assert watcher.observe_choice_and_list_absurdities(table.game, table.state, 0, load()) == [
        "cubes_carried_in_circle"
    ]


def test_cubes_taken_from_a_depot_for_a_better_one_are_not_put_back_before_the_flight() -> None:
    table = Table(2)
    depot = table.depot(0, "B4-B5")
    for good in range(GOODS):
        table.cubes(depot, good, 1)
    table.fly(0, depot).draw().plan(("0", "1", "2", "3"))
    loads = [LoadOrUnload(tuple(int(good == other) for other in range(GOODS))) for good in range(GOODS)]
    taken = next(one for one in loads if not is_pointless(table, one))
    watcher = Observer()
    assert watcher.observe_choice_and_list_absurdities(table.game, table.state, 0, taken) == []
    table.do(0, taken).on("LoadOrUnloadStep", seat=0)
    assert is_pointless(table, load())
    assert watcher.observe_choice_and_list_absurdities(table.game, table.state, 0, load()) == [
        "cubes_carried_in_circle"
    ]
    table.fly(0, table.depot(0, "A1-A3"))
    assert not is_pointless(table, load())


def test_an_exchange_of_cubes_is_no_circle() -> None:
    table = Table(2)
    factory = table.factory_hex("FA1")
    table.fly(0, factory).cubes(factory, FOOD, 2).aboard(0, LUXURIES, 2).draw().plan()
    assert not is_pointless(table, load(food=2))
    assert observed(table, load(food=2)) == []


def test_cubes_are_not_taken_from_the_depot_that_sells_them_best() -> None:
    table = Table(2)
    home = table.space("A1-A3", 0)
    table.cubes(home, FOOD, 2).draw().plan()
    assert table.asked == (0, "LoadOrUnloadStep")
    assert is_pointless(table, load(food=2))
    assert not is_pointless(table, load())


def test_what_can_wait_for_the_next_flight_stays_in_the_depot() -> None:
    """Between rounds a depot keeps it as well, and plans may change."""
    table = Table(2).draw().plan(("1", "2", "3", "0"))
    table.on("TakeActionStep", seat=0)
    depot = table.depot(0, "B4-B5")
    for good in range(GOODS):
        table.cubes(depot, good, 1)
    loads = [LoadOrUnload(tuple(int(good == other) for other in range(GOODS))) for good in range(GOODS)]
    early = table.twin().fly(0, depot).on("LoadOrUnloadStep", seat=0)
    assert any(not is_pointless(early, one) for one in loads)
    while table.state.slot < SLOTS - 2 or table.asked != (0, "TakeActionStep"):
        table.plainly()
    table.fly(0, depot).on("LoadOrUnloadStep", seat=0)
    assert all(is_pointless(table, one) for one in loads)


def test_nothing_is_loaded_after_the_last_flight() -> None:
    table = in_last_round(Table(2).draw()).plan(("1", "2", "3", "0"))
    factory = table.factory_hex("FA1")
    table.on("TakeActionStep", seat=0)
    while table.state.slot < SLOTS - 2 or table.asked != (0, "TakeActionStep"):
        table.plainly()
    table.fly(0, factory).on("LoadOrUnloadStep", seat=0)
    assert is_pointless(table, load(textiles=1))
    assert observed(table, load(textiles=1)) == ["loaded_after_last_flight"]


def test_goods_are_not_moved_between_depots_that_sell_them_alike() -> None:
    table = Table(2).levels(0, train=2).at_action()
    home = table.space("A1-A3", 0)
    other = table.depot(0, "A3-A4")
    table.cubes(home, FOOD, 3).do(0, ShipFromDepot(home, FOOD))
    assert table.step == "ChooseShipDestinationStep"
    assert is_pointless(table, ChooseShipDestination(other))
    assert not is_pointless(table, ChooseShipDestination(table.city_hex("A1")))


# Money for upkeep


def test_nobody_builds_down_to_nothing_when_good_cubes_are_due() -> None:
    table = Table(2)
    home = table.space("A1-A3", 0)
    good = table.state.city_good[table.city("A1")]
    table.draw().plan()
    table.on("TakeActionStep", seat=0)
    while table.state.slot < SLOTS - 1 or table.asked != (0, "TakeActionStep"):
        table.plainly()
    table.state.price[good] = 3
    table.cubes(home, good, 2).cash(0, 4)
    build = table.legal(BuildDepot)[0]
    assert is_pointless(table, build)
    assert observed(table, build) == ["spent_below_upkeep"]
    for bot in (GreedyBot(), Captain()):
        assert not any(isinstance(choice, BuildDepot) for choice in choices_of(bot, table))
    assert not is_pointless(table.twin().cash(0, 6), build)


def test_who_must_give_up_a_cube_gives_up_the_least() -> None:
    table = Table(2)
    home = table.space("A1-A3", 0)
    table.cubes(home, FOOD, 1).cubes(home, LUXURIES, 1).draw().plan().on("UpkeepStep", seat=0)
    table.cash(0, 1)
    assert sensible(table) == [GiveUpCube(home, LUXURIES)]


# Plans


def test_a_plan_that_must_fail_is_left_out() -> None:
    table = Table(2).draw().lay(0, "7**")
    assert is_pointless(table, PlanNextCard(table.card("6**")))
    assert not is_pointless(table, PlanNextCard(table.card("1*")))  # an upgrade would heal it
    table.lay(0, "6**", "0", "1")
    assert observed(table, SealPlan()) == ["plan_must_fail"]


def test_a_plan_fits_the_legs_of_the_tour() -> None:
    """The factory is near and its depot far: the fast card is for the second leg."""
    table = Table(2, homes=(("A1-A3", 0), ("C3-C5", 0)))
    game, state = table.game, table.state
    outlook = game.outlook
    assert (
        outlook.count_cards_for_two_flights([7, 2, 1], 2, 6, 3.0)
        > outlook.count_cards_for_two_flights([2, 7, 1], 2, 6, 3.0)
        == 2.0
    )
    table.draw()
    speeds = outlook.list_speeds_left_this_round(game, state, 0)
    assert speeds == [7, 3, 2, 1]
    assert outlook.list_speeds_left_this_round(game, table.lay(0, "2").state, 0) == [2, 7, 3, 1]


def test_plans_vary() -> None:
    """Greedy plans; what comes between is played by the quick policy."""
    game = game_of()
    rng = random.Random("plans vary")
    bot = GreedyBot(1)
    first: Counter[int] = Counter()
    for _game in range(4):
        state = game.new(2)
        while actors := game.actors(state):
            who = actors[0]
            legal = game.legal(state, who)
            if who == CHANCE:
                action = legal[pick_outcome_index(game.odds(state), rng.random())]
            elif isinstance(legal[0], PlanNextCard):
                action = bot.choose(game, game.imagine(state, who, rng), who, rng)
            else:
                action = game.evaluator.choose_rollout_action(game, state, who, legal, rng)
            if isinstance(action, SealPlan):
                first[state.plan[who * SLOTS]] += 1
            game.apply(state, who, action)
    assert len(first) >= 3
    assert max(first.values()) < 0.9 * sum(first.values())


def test_the_same_plan_in_every_round_is_noticed() -> None:
    watcher = Observer()
    table = Table(2).draw().lay(0, "0", "1", "2", "3")
    for _round in range(2):
        assert watcher.observe_choice_and_list_absurdities(table.game, table.state, 0, SealPlan()) == []
    assert watcher.observe_end_and_list_absurdities(table.game, table.state) == ["same_plan_every_round"]


# Whole games


def play(game: Airsteam, seats: int, bot: GreedyBot, rng: random.Random) -> Iterator[tuple[AirsteamState, int, Action]]:
    """Every choice of a game between bots, with the position before it."""
    state = game.new(seats)
    assert isinstance(state, AirsteamState)
    while actors := game.actors(state):
        who = actors[0]
        legal = game.legal(state, who)
        if who == CHANCE:
            action = legal[pick_outcome_index(game.odds(state), rng.random())]
        else:
            action = legal[0]
            if len(legal) > 1:
                action = bot.choose(game, game.imagine(state, who, rng), who, rng)
            yield state, who, action
        game.apply(state, who, action)


@pytest.mark.parametrize(("style", "seats"), [("basic", 2), ("full", 2)])
def test_greedy_games_have_no_absurdity(style: str, seats: int) -> None:
    game = game_of(style)
    rng = random.Random(f"manners {style}")
    watcher = Observer()
    found: list[str] = []
    for state, who, action in play(game, seats, GreedyBot(1), rng):
        found += watcher.observe_choice_and_list_absurdities(game, state, who, action)
    assert found == []


@pytest.mark.parametrize(("style", "seats"), [("basic", 3), ("full", 5)])
def test_something_sensible_can_always_be_done_and_obvious_is_never_pointless(style: str, seats: int) -> None:
    game = game_of(style)
    rng = random.Random(f"sensible {style}")
    state = game.new(seats)
    obvious = 0
    while actors := game.actors(state):
        who = actors[int(rng.random() * len(actors))]
        legal = game.legal(state, who)
        if who != CHANCE:
            assert isinstance(state, AirsteamState)
            marks = [game.evaluator.is_pointless(game, state, who, action) for action in legal]
            assert not all(marks) or len(legal) == 1
            for action, pointless in zip(legal, marks, strict=True):
                if game.evaluator.is_never_overlooked(game, state, who, action):
                    obvious += 1
                    assert not pointless
        chosen = pick_outcome_index(game.odds(state), rng.random()) if who == CHANCE else int(rng.random() * len(legal))
        game.apply(state, who, legal[chosen])
    assert obvious > 100


def test_what_nobody_overlooks() -> None:
    table = Table(2).at_action()
    home = table.space("A1-A3", 0)
    table.cubes(home, FOOD, 2)
    obvious = table.game.evaluator.is_never_overlooked
    assert obvious(table.game, table.state, 0, PassForIncome())
    assert obvious(table.game, table.state, 0, ShipFromDepot(home, FOOD))
    assert not obvious(table.game, table.state, 0, UpgradeTrain())
    flying = Table(2).draw().plan(("7**", "0", "1", "2")).on("MoveAirshipStep", seat=0)
    stops = {stop for stop in flying.legal() if obvious(flying.game, flying.state, 0, stop)}
    assert stops
    assert stops < set(flying.legal())
    assert all(flying.game.maps[2].factory_at[stop.hex] != NOBODY for stop in stops if isinstance(stop, FlyAirship))

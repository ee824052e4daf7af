"""What people would find absurd: bots leave it out, and the observer sees it when somebody does it."""

import random
import tomllib
from collections import Counter
from pathlib import Path

import pytest

from aerodrome import CHANCE, Action
from aerodrome.bots import create_bot
from aerodrome.bots.quick_policy import list_actions_worth_considering, shortlist_actions
from aerodrome.games.tingoose.ai import evaluator
from aerodrome.games.tingoose.ai.manners import Observer
from aerodrome.games.tingoose.model.actions import (
    BidForFleet,
    BidStrikeChips,
    MakeOpeningBid,
    PassAuction,
    PlayCard,
    RemoveCondition,
    RemoveNoCondition,
    ServeDestination,
    UpgradeFleet,
)
from aerodrome.games.tingoose.model.state import IRREGULAR_SAFETY
from aerodrome.games.tingoose.rules.queries import compute_event_cost_or_strike_loss, owns_fleet_of_same_kind
from games.tingoose.table import ADVANCE, BOND, CHIP, DEPLOY, KEEP, PASS, TWO_CHIPS, Table, tin_goose


def is_pointless(table: Table, action: Action, seat: int | None = None) -> bool:
    who = table.who if seat is None else seat
    return table.game.evaluator.is_pointless(table.game, table.state, who, action)


def observed(table: Table, action: Action) -> list[str]:
    return Observer().observe_choice_and_list_absurdities(table.game, table.state, table.who, action)


def chosen(table: Table, bot: str, seed: int = 0) -> Action:
    rng = random.Random(seed)
    return create_bot(bot).choose(table.game, table.game.imagine(table.state, table.who, rng), table.who, rng)


def value(table: Table, *actions: Action) -> float:
    """The first seat's lead after these answers."""
    twin = table.state.clone()
    for action in actions:
        table.game.apply(twin, table.game.actors(twin)[0], action)
    values = table.game.evaluator.evaluate(table.game, twin)
    return values[0] - sum(values[1:]) / (len(values) - 1)


# Fleets


@pytest.mark.parametrize("bot", ["greedy", "cadet", "captain"])
def test_nobody_upgrades_to_a_fleet_that_is_better_in_nothing(bot: str) -> None:
    """Seed 501 of the findings: a Condor (4 barrels, 3 flames) for the Trimotor (3, 3), with conditions left."""
    table = Table().winning("G06").give(1, "G27", "G28").give(2, "G29")
    upgrade = UpgradeFleet(table.game.start_fleet)
    assert upgrade in table.legal()
    assert is_pointless(table, upgrade)
    assert observed(table, upgrade) == ["upgrade_no_better"]
    assert all(chosen(table, bot, seed) == DEPLOY for seed in range(5))


def test_an_upgrade_is_better_by_barrels_by_flames_or_by_a_plane_that_grows() -> None:
    for card, planes, pointless in (("G12", 0, False), ("G15", 0, False), ("B22", 1, False), ("B22", 0, True)):
        table = Table().fleets(0, trimotor=planes).winning(card)
        table.state.planes[0] = [planes]
        upgrade = UpgradeFleet(table.game.start_fleet)
        assert is_pointless(table, upgrade) == (observed(table, upgrade) == ["upgrade_no_better"]) == pointless


def test_a_deployment_is_worth_what_it_is_worth_with_its_best_removal() -> None:
    table = Table().winning("G01").give(1, "G27", "B27", "R27").give(2, "G28", "B28", "R28")
    removals = [RemoveCondition(condition) for condition in range(4)]
    best = max(value(table, DEPLOY, removal) for removal in removals)
    assert value(table, DEPLOY) == pytest.approx(best)


def test_the_safety_condition_costs_the_moves_of_a_crash_too() -> None:
    """With 11 flames against 7 its removal makes the most flames the fewest."""
    table = Table().winning("G01").give(1, "G27", "B27", "R27").give(2, "G28", "B28", "R28")
    calm = Table().winning("G01")
    gains = [value(t, DEPLOY, RemoveCondition(IRREGULAR_SAFETY)) - value(t, DEPLOY, KEEP) for t in (table, calm)]
    outlook_dollars_per_flame = 6 * 2 / 3 * 2  # six crashes, each played two times of three, at most $2 per flame
    assert gains[0] - gains[1] > 4 * outlook_dollars_per_flame


def test_the_same_kind_bonus_is_counted_once() -> None:
    """When it is won the marker has moved: the position must not promise it again."""
    table = Table().fleets(0, G16=0).auction("G15").do(PASS, PASS)
    other = Table().fleets(0, G19=0).auction("G15").do(PASS, PASS)
    assert owns_fleet_of_same_kind(table.game, table.state, 0, table.card("G15"))
    after = [value(t, BidForFleet(1)) - value(t, BidForFleet(1), DEPLOY) for t in (table, other)]
    assert after[0] == pytest.approx(after[1], abs=1.0)


def test_a_condition_is_always_removed() -> None:
    table = Table().winning("G15").do(DEPLOY)
    assert is_pointless(table, KEEP)
    assert observed(table, KEEP) == ["condition_kept"]
    assert all(
        not isinstance(chosen(table, bot), RemoveNoCondition) for bot in ("greedy", "cadet", "captain?simulations=0")
    )


# Bids


def test_the_last_to_call_bids_one_dollar_more_or_passes() -> None:
    table = Table().auction("G19").do(BidForFleet(3), PASS)
    assert [
        a
        for a in list_actions_worth_considering(table.game, table.state, 0, table.legal())
        if not isinstance(a, PassAuction)
    ] in (
        [BidForFleet(4)],
        [],
    )
    assert is_pointless(table, BidForFleet(5))
    assert observed(table, BidForFleet(5)) == ["last_call_too_high"]
    assert observed(table, BidForFleet(4)) == []


def test_nobody_bids_more_than_a_fleet_can_bring() -> None:
    """A small fleet in round 6, when nothing is left to place it for: no conditions, planes enough."""
    table = Table().fleets(1, trimotor=2, G19=2).without_conditions().auction("G01", round=6)
    table.state.planes[1] = [2, 2]
    assert table.who == 1
    assert all(is_pointless(table, action) for action in table.legal() if isinstance(action, BidForFleet))
    assert chosen(table, "captain") == PASS


def test_in_thought_bids_stay_below_what_the_fleet_brings() -> None:
    """Worth nothing: pass. Worth something: less than all of it, and no more than wins when one calls last."""
    game = tin_goose()
    poor = Table().fleets(1, trimotor=2, G19=2).without_conditions().auction("G01", round=6)
    poor.state.planes[1] = [2, 2]
    rich = Table().auction("G19")
    last = Table().auction("G19").do(BidForFleet(2), PASS)
    for seed in range(20):
        calls = [
            game.evaluator.choose_rollout_action(t.game, t.state, t.who, t.legal(), random.Random(seed))
            for t in (poor, rich, last)
        ]
        assert calls[0] == PASS
        assert not is_pointless(rich, calls[1])
        assert calls[2] == BidForFleet(3)


@pytest.mark.parametrize("bot", ["greedy", "cadet", "captain"])
def test_opening_bids_vary_and_stay_below_what_coming_first_is_worth(bot: str) -> None:
    game, player = tin_goose(), create_bot(bot)
    bids = []
    for seed in range(14):
        rng = random.Random(seed)
        state = game.new(3)
        while game.actors(state) == (CHANCE,):
            game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
        bid = player.choose(game, game.imagine(state, 0, rng), 0, rng)
        assert isinstance(bid, MakeOpeningBid)
        bids.append(bid.amount)
    assert len(set(bids)) >= 4
    assert max(bids) <= game.evaluator.weights["first_pick"]
    assert sum(bids) > 14


def test_opening_bids_are_imagined_as_people_make_them() -> None:
    game = tin_goose()
    state = game.new(3)
    rng = random.Random(1)
    while game.actors(state) == (CHANCE,):
        game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
    game.apply(state, 1, MakeOpeningBid(40))
    seen = [game.imagine(state, 0, rng).sealed_bids[1] for _ in range(200)]
    assert sum(seen) / 200 < 8 < max(seen)


def test_chips_beyond_what_anybody_has_are_not_bid() -> None:
    table = Table().striking("G24")
    table.state.chips = [5, 2, 1]
    assert is_pointless(table, BidStrikeChips(3))
    assert observed(table, BidStrikeChips(3)) == ["strike_overbid"]
    assert not is_pointless(table, BidStrikeChips(2))
    assert observed(table, BidStrikeChips(2)) == []


def test_nobody_plays_a_strike_that_he_must_lose() -> None:
    table = Table().begin().give(0, "G06", "G25")
    fleet, strike = PlayCard(table.card("G06")), PlayCard(table.card("G25"))
    table.state.chips = [0, 1, 0]
    assert observed(table, strike) == ["strike_sure_to_lose"]
    assert is_pointless(table, strike)
    assert not is_pointless(table, fleet)
    assert all(chosen(table, bot) == fleet for bot in ("greedy", "cadet", "captain"))
    for chips in ([0, 0, 0], [1, 3, 0]):
        table.state.chips = chips
        assert not is_pointless(table, strike)
        assert observed(table, strike) == []


def test_a_lost_strike_is_played_for_its_city_or_to_be_spared_a_dearer_event() -> None:
    served = Table().begin().give(0, "G06", "G24").network(0, "Seattle", "Indianapolis")
    spared = Table().begin().give(0, "G24", "G27")
    spared.state.chips = served.state.chips = [0, 1, 0]
    assert compute_event_cost_or_strike_loss(spared.game, spared.state, 0, spared.card("G27")) == 7
    for table in (served, spared):
        strike = PlayCard(table.card("G24"))
        assert not is_pointless(table, strike)
        assert observed(table, strike) == []


def test_chips_are_not_saved_when_no_strike_can_come() -> None:
    for seat, pointless in ((2, True), (1, False)):
        table = Table().striking("R24", seat=seat, round=7)
        table.state.chips = [2, 2, 2]
        assert is_pointless(table, BidStrikeChips(0), seat=0) == pointless
        assert (
            Observer().observe_choice_and_list_absurdities(table.game, table.state, 0, BidStrikeChips(0)) != []
        ) == pointless


# Actions


def test_nothing_worthless_is_paid_for_in_the_last_turn_of_the_game() -> None:
    table = Table(3).acting(7, 2)
    assert is_pointless(table, TWO_CHIPS)
    assert observed(table, TWO_CHIPS) == ["second_chip_useless"]
    assert is_pointless(table, BOND)
    assert observed(table, BOND) == ["bond_useless"]
    assert not is_pointless(table, CHIP)
    assert not is_pointless(table, ADVANCE)
    earlier = Table(3).acting(7, 0)
    earlier.state.cash[0] = 3
    assert not is_pointless(earlier, TWO_CHIPS)
    assert not is_pointless(earlier, BOND)
    assert observed(earlier, TWO_CHIPS) == observed(earlier, BOND) == []


def test_income_is_not_advanced_at_the_top() -> None:
    table = Table(3).acting(4, 0)
    table.state.income_box[0] = len(table.game.income_boxes) - 1
    assert is_pointless(table, ADVANCE)
    assert observed(table, ADVANCE) == ["advance_at_top"]
    assert all(chosen(table, bot) != ADVANCE for bot in ("greedy", "cadet", "captain"))


def test_the_last_destination_is_not_given_away_for_a_chip() -> None:
    table = Table(3).fleets(0, R18=1).acting(7, 0).do(ADVANCE)
    table.state.planes[0] = [1]
    assert ServeDestination(table.card("R18")) in table.legal()
    assert is_pointless(table, CHIP)
    assert observed(table, CHIP) == ["last_destination_missed"]
    table.state.planes[0] = [0]
    assert not is_pointless(table, CHIP)
    assert observed(table, CHIP) == []


def test_no_extension_where_a_plane_will_not_fly_any_more() -> None:
    table = Table(3).fleets(0, G19=2).acting(7, 0).network(0, "Medford")
    table.state.planes[0] = [2]
    extending = table.extending("Portland")
    assert is_pointless(table, extending)
    assert observed(table, extending) == ["extension_instead_of_plane"]
    table.state.planes[0] = [1]
    assert not is_pointless(table, extending)  # one plane, two placements: the other may need the plane


def test_the_last_plane_is_not_flown_to_lose_income() -> None:
    table = Table(3).fleets(0, G19=1).acting(7, 0).network(0, "Medford").network(1, "Portland").do(ADVANCE, CHIP)
    table.state.planes[0] = [1]
    flight = table.placing("Portland", "G19")
    assert is_pointless(table, flight)
    assert observed(table, flight) == ["last_plane_lost"]
    table.tokens("Portland", silver=1)
    assert not is_pointless(table, flight)
    assert observed(table, flight) == []


def test_nothing_is_worth_anything_when_it_can_bring_nothing_any_more() -> None:
    """Planes without placements, chips without strikes, a slot's half box at the very end."""
    table = Table(3).fleets(0, trimotor=0).acting(7, 0)
    table.state.step_stack = table.state.step_stack[:-1]
    table.state.active = 1
    table.acting(7, 1)
    base = value(table)
    table.state.planes[0] = [2]
    assert value(table) == base
    last = Table(3).acting(7, 2)
    base = value(last)
    last.state.chips[0] = 9
    assert value(last) == base


def test_the_airmail_target_is_always_looked_at() -> None:
    """With many planes and cities the best placement is not left to chance."""
    table = Table(4).fleets(0, G19=2, G12=2, B17=2, B20=2).acting(5, 0)
    table.network(0, "Medford", "Reno", "Boise", "Denver", "Omaha", "Dallas", "Memphis")
    table.state.planes[0] = [2, 2, 2, 2]
    target = table.city("San Francisco")
    assert len(table.legal()) > 60
    for seed in range(10):
        listed = shortlist_actions(table.game, table.state, 0, table.legal(), 16, False, random.Random(seed))
        assert getattr(listed[0], "city", None) == target
        places = [(type(action), getattr(action, "city", None)) for action in listed if hasattr(action, "fleet")]
        assert len(places) == len(set(places))  # the same flight by another card is no other choice


def test_a_cadet_overlooks_neither_airmail_nor_its_hand() -> None:
    table = Table(4).acting().network(0, "Medford")
    game, state = table.game, table.state
    assert game.evaluator.is_never_overlooked(game, state, 0, table.placing("San Francisco"))
    assert not game.evaluator.is_never_overlooked(game, state, 0, table.placing("Portland"))
    held = Table().give(0, "G27", "G15").begin()
    assert all(held.game.evaluator.is_never_overlooked(held.game, held.state, 0, action) for action in held.legal())


def test_styles_change_weights_that_exist() -> None:
    styles = tomllib.loads((Path(evaluator.__file__).parent / "styles.toml").read_text(encoding="utf-8"))
    assert set(styles) == {"careful", "bold", "trader", "builder"}
    weights = tin_goose().evaluator.weights
    for factors in styles.values():
        assert set(factors) <= set(weights)
        assert all(0.3 < factor < 3.0 for factor in factors.values())


# Whole games


@pytest.mark.parametrize(("bot", "seats", "games"), [("greedy", 3, 6), ("cadet", 4, 4)])
def test_games_among_bots_show_none_of_it(bot: str, seats: int, games: int) -> None:
    game, player = tin_goose(), create_bot(bot)
    counted: Counter[str] = Counter()
    for seed in range(games):
        rng, observer = random.Random(seed), Observer()
        state = game.new(seats)
        while actors := game.actors(state):
            who = actors[0]
            if who == CHANCE:
                game.apply(state, who, game.pick_outcome(state, rng.random()))
                continue
            action = player.choose(game, game.imagine(state, who, rng), who, rng)
            counted.update(observer.observe_choice_and_list_absurdities(game, state, who, action))
            game.apply(state, who, action)
        counted.update(observer.observe_end_and_list_absurdities(game, state))
    assert counted == {}
    assert set(counted) <= set(Observer.absurdities)


def test_random_play_shows_that_the_observer_sees() -> None:
    game = tin_goose()
    counted: Counter[str] = Counter()
    for seed in range(12):
        rng, observer = random.Random(seed), Observer()
        state = game.new(3)
        while actors := game.actors(state):
            who = actors[0]
            action = game.pick_outcome(state, rng.random()) if who == CHANCE else rng.choice(game.legal(state, who))
            if who != CHANCE:
                counted.update(observer.observe_choice_and_list_absurdities(game, state, who, action))
            game.apply(state, who, action)
    assert set(counted) <= set(Observer.absurdities)
    assert len(counted) >= 8

"""What no sensible player does here, found in games of bots and never to be seen again."""

import random
from collections import Counter

import pytest

from aerodrome import CHANCE, Action, load
from aerodrome.bots.base import Bot, choose_action
from aerodrome.bots.greedy import GreedyBot
from aerodrome.bots.levels import Cadet, Captain
from aerodrome.bots.quick_policy import list_actions_worth_considering
from aerodrome.games.airkwire.ai.manners import Observer
from aerodrome.games.airkwire.ai.outlook import ShareAndCardOutlook
from aerodrome.games.airkwire.game import Airkwire
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.model.state import AirkwireState
from games.airkwire.table import Table


def is_pointless(table: Table, kind: str, **fields: object) -> bool:
    action = table.action(kind, **fields)
    assert not table.game.violated_rule(table.state, table.asked, action), "the rules allow it"
    return table.game.evaluator.is_pointless(table.game, table.state, table.asked, action)


def is_never_overlooked(table: Table, kind: str, **fields: object) -> bool:
    return table.game.evaluator.is_never_overlooked(table.game, table.state, table.asked, table.action(kind, **fields))


def play(table: Table, bot: Bot, turns: int) -> list[str]:
    """The next turns by a bot on every seat; what it did, by the tags of actions."""
    rng = random.Random(1)
    until = table.state.turns + turns
    done: list[str] = []
    while table.state.turns < until and table.state.step_stack:
        who = table.asked
        if who == CHANCE:
            table.game.apply(table.state, CHANCE, table.game.pick_outcome(table.state, rng.random()))
            continue
        action = choose_action(bot, table.game, table.state, who, rng)
        done.append(str(table.game.dump(action)["type"]))
        table.game.apply(table.state, who, action)
    return done


# Draws


def test_a_free_card_is_never_left() -> None:
    table = Table()
    table.do("close_stock")
    table.do("discard", card=table.holds(0)[0])
    assert is_pointless(table, "keep_hand")
    assert is_never_overlooked(table, "draw_pile")


def test_a_cadet_begins_every_turn_with_a_full_hand() -> None:
    game = load("airkwire")
    state, rng, bot = game.new(3), random.Random(5), Cadet()
    assert isinstance(state, AirkwireState)
    while state.turns < 60 and (actors := game.actors(state)):
        if actors[0] == CHANCE:
            game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
            continue
        if not state.acted and state.turns:
            assert len(state.hands[state.turn]) == 5
        game.apply(state, actors[0], choose_action(bot, game, state, actors[0], rng))


def test_a_card_just_discarded_is_not_taken_back() -> None:
    table = Table()
    table.open("united", 5, {0: 4})
    table.hand(0, "bangor", "cleveland", "detroit")
    table.do("close_stock")
    table.do("discard", card="bangor")
    table.do("keep_hand")
    table.end_turns(2)
    table.fly("cleveland", "united")
    assert is_pointless(table, "take_pool", city="bangor")
    other = next(fields for fields in table.offered("take_pool") if fields["city"] != "bangor")
    assert not is_pointless(table, "take_pool", **other)


# Trades


def test_nobody_buys_and_sells_one_airline_in_a_turn() -> None:
    table = Table()
    table.open("united", 5, {0: 4})
    table.open("twa", 5, {0: 4})
    table.do("sell", airline="united")
    assert is_pointless(table, "buy", airline="united")
    assert not is_pointless(table, "buy", airline="twa")
    table.do("buy", airline="twa")
    assert is_pointless(table, "sell", airline="twa")
    table.end_turns(3)
    assert not is_pointless(table, "buy", airline="united"), "another turn"


def test_nobody_makes_his_own_shares_void() -> None:
    table = Table()
    table.open("united", 0, {0: 2})
    table.open("twa", 0, {1: 2, 0: 1})
    assert is_pointless(table, "sell", airline="united")
    assert not is_pointless(table, "sell", airline="twa")


def test_an_airline_that_a_block_trade_will_bankrupt_is_worth_nothing() -> None:
    table = Table(power_cards=True)
    table.open("united", 1, {0: 4, 1: 2})
    table.hand(0, "block_trade", "cleveland")
    united = table.airline("united")
    table.do("play_power", power="block_trade")
    table.do("sell", airline="united")
    values = [ShareAndCardOutlook(table.game.evaluator, table.game, table.state).estimate_share_value(united)]  # type: ignore[arg-type]
    table.do("sell", airline="united")
    values.append(ShareAndCardOutlook(table.game.evaluator, table.game, table.state).estimate_share_value(united))  # type: ignore[arg-type]
    assert values[0] < 500, "index 0, not the last space of the track"
    assert values[1] == 0, "void as soon as the trading is over"


# Routes


def test_the_smallest_aircraft_that_reaches_is_taken() -> None:
    table = Table()
    table.open("united", 9, {0: 4})
    table.hand(0, "milwaukee", "omaha")
    table.do("close_stock")
    assert not is_pointless(table, "propose", city="milwaukee", airline="united", aircraft="tri_motor")
    assert is_pointless(table, "propose", city="milwaukee", airline="united", aircraft="boeing_247")
    assert is_pointless(table, "propose", city="milwaukee", airline="united", aircraft="dc3")
    needed = next(fields["aircraft"] for fields in table.offered("propose") if fields["city"] == "omaha")
    assert not is_pointless(table, "propose", city="omaha", airline="united", aircraft=needed)


def test_a_refused_route_is_not_asked_again_until_something_changed() -> None:
    table = Table()
    table.open("united", 5, {1: 3, 0: 2})
    table.hand(0, "cleveland", "bangor")
    assert not is_asked_in_vain(table)
    table.fly("cleveland", "united")
    table.do("refuse")
    table.do("discard", card="bangor")
    table.do("keep_hand")
    table.end_turns(2)
    assert is_asked_in_vain(table), "in the next turn too"
    table.do("buy", airline="united")
    assert not is_asked_in_vain(table), "the shares have changed"


def test_after_two_refusals_nothing_more_is_asked_in_a_turn() -> None:
    table = Table()
    table.open("united", 5, {1: 3, 0: 2})
    table.hand(0, "cleveland", "milwaukee", "louisville", "bangor")
    for city in ("cleveland", "milwaukee"):
        assert not is_asked_in_vain(table, city)
        table.fly(city, "united")
        table.do("refuse")
    assert is_asked_in_vain(table, "louisville")


def is_asked_in_vain(table: Table, city: str = "cleveland") -> bool:
    twin = table.state.clone()
    if type(twin.step_stack[-1]).__name__ == "TradeSharesStep":
        table.game.apply(twin, 0, table.game.close_stock)
    route = table.action("propose", city=city, airline="united", aircraft="tri_motor")
    return table.game.evaluator.is_pointless(table.game, twin, 0, route)


def test_refusals_are_stored_and_positions_without_them_look_as_before() -> None:
    table = Table()
    table.open("united", 5, {1: 3, 0: 2})
    table.hand(0, "cleveland", "bangor")
    assert b"refusals" not in table.game.to_json(table.state)
    table.fly("cleveland", "united")
    table.do("refuse")
    stored = table.game.to_json(table.state)
    again = table.game.from_json(stored)
    assert isinstance(again, AirkwireState)
    assert again.refusals == table.state.refusals != []
    assert table.game.to_json(again) == stored


# Standstill


def standstill() -> Table:
    """Red is behind and broke, every airline is at its limit; a share of TWA less pays for one of United, which then
    can fly."""
    table = Table()
    table.open("united", 2, {0: 3, 1: 1})
    for city in ("cleveland", "milwaukee", "grand_rapids", "louisville"):
        table.route("united", city)
    table.open("twa", 3, {2: 4, 0: 2})
    for city in ("omaha", "wichita", "oklahoma_city", "memphis", "dallas"):
        table.route("twa", city, "boeing_247")
    for seat, cash in ((0, 100), (1, 3000), (2, 100)):
        table.cash(seat, cash)
    table.hand(0, "detroit", "bangor", "brownsville")
    table.state.idle_turns = 2 * table.state.seats
    return table


@pytest.mark.parametrize("bot", [GreedyBot(), Captain()], ids=["greedy", "captain"])
def test_a_way_out_of_a_standstill_is_seen(bot: Bot) -> None:
    table = standstill()
    assert "propose" not in table.kinds()
    done = play(table, bot, 1)
    assert done[:2] == ["sell", "buy"]
    assert "propose" in done


def test_greedy_games_that_stalled_go_on_to_the_end() -> None:
    game = load("airkwire")
    for seed in (101, 128):
        state, rng, bot = game.new(3), random.Random(seed), GreedyBot()
        while actors := game.actors(state):
            who = actors[0]
            if who == CHANCE:
                game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
                continue
            legal = game.legal(state, who)
            game.apply(state, who, legal[0] if len(legal) == 1 else choose_action(bot, game, state, who, rng))
        assert game.end_reason(state) in ("points", "agreed")


def test_who_can_fly_does_when_the_game_drags() -> None:
    table = Table()
    table.open("united", 5, {0: 4})
    table.hand(0, "cleveland", "bangor")
    table.do("close_stock")
    assert not is_pointless(table, "discard", card="bangor")
    table.state.idle_turns = 4 * table.state.seats
    assert is_pointless(table, "discard", card="bangor")
    table.hand(0, "bangor", "brownsville")
    assert not is_pointless(table, "discard", card="bangor")


# Votes


def vote_of(table: Table, seat: int) -> bool:
    assert table.asked == seat
    sensible = list_actions_worth_considering(table.game, table.state, seat, table.game.legal(table.state, seat))
    (answer,) = [table.game.dump(action)["agree"] for action in sensible]
    for bot in (GreedyBot(), Captain(), Cadet()):
        chosen = choose_action(bot, table.game, table.state, seat, random.Random(seat))
        assert table.game.dump(chosen)["agree"] == answer
    return bool(answer)


def test_the_richest_agrees_to_end_the_game_and_the_others_play_on() -> None:
    table = Table()
    table.open("united", 5, {0: 4, 2: 3})
    table.cash(1, 6000)
    table.do("call_vote")
    assert vote_of(table, 1)
    table.do("vote", agree=True)
    assert not vote_of(table, 2)


def test_all_agree_when_nothing_can_change() -> None:
    table = Table()
    table.cash(1, 6000)
    table.state.idle_turns = 3 * table.state.seats
    table.do("call_vote")
    table.do("vote", agree=True)
    assert vote_of(table, 2)


@pytest.mark.parametrize("bot", [GreedyBot(), Captain(), Cadet()], ids=["greedy", "captain", "cadet"])
def test_a_bot_asks_for_the_end_when_nothing_can_change_and_not_again_at_once(bot: Bot) -> None:
    table = Table()
    rng = random.Random(1)
    assert not isinstance(choose_action(bot, table.game, table.state, 0, rng), act.CallEndVote)
    table.state.idle_turns = 3 * table.state.seats
    assert isinstance(choose_action(bot, table.game, table.state, 0, rng), act.CallEndVote)
    table.do("call_vote")
    table.do("vote", agree=False)
    table.end_turns(3)
    assert not isinstance(choose_action(bot, table.game, table.state, 0, rng), act.CallEndVote), "it was declined"
    table.end_turns(6)
    assert isinstance(choose_action(bot, table.game, table.state, 0, rng), act.CallEndVote)


def test_who_has_no_chance_agrees() -> None:
    table = Table()
    table.open("united", 5, {0: 4, 2: 1})
    table.cash(1, 90000)
    table.do("call_vote")
    table.do("vote", agree=True)
    assert vote_of(table, 2)


# The observer


def watch(table: Table, observer: Observer, kind: str, **fields: object) -> list[str]:
    found = observer.observe_choice_and_list_absurdities(
        table.game, table.state, table.asked, table.action(kind, **fields)
    )
    table.do(kind, **fields)
    return found


def test_the_observer_names_what_happens() -> None:
    observer = Observer()
    table = Table()
    table.open("united", 9, {1: 3, 0: 2})
    table.open("western", 0, {0: 3})
    table.hand(0, "cleveland", "bangor", "milwaukee")
    assert watch(table, observer, "sell", airline="western") == ["bankrupted_own"]
    assert watch(table, observer, "buy", airline="united") == []
    assert watch(table, observer, "sell", airline="united") == ["trade_undone"]
    assert watch(table, observer, "propose", city="cleveland", airline="united", aircraft="dc3") == ["larger_aircraft"]
    assert watch(table, observer, "refuse") == []
    assert watch(table, observer, "discard", card="bangor") == []
    assert watch(table, observer, "keep_hand") == ["draw_left"]
    table.end_turns(2)
    assert watch(table, observer, "close_stock") == []
    asked = watch(table, observer, "propose", city="cleveland", airline="united", aircraft="tri_motor")
    assert asked == ["route_asked_again"]
    assert watch(table, observer, "approve") == []
    assert watch(table, observer, "take_pool", city="bangor") == ["discard_taken_back"]
    assert set(observer.absurdities) >= {"guard_ended", "many_refusals"}


def test_a_route_may_be_asked_for_again_when_the_airline_there_can_no_longer_be_taken_over() -> None:
    observer = Observer()
    table = Table()
    table.open("united", 9, {1: 3, 0: 2})
    rival = table.open("twa", 3, {2: 3}, {"st_louis": "tri_motor"})
    table.hand(0, "st_louis", "bangor", "milwaukee")
    watch(table, observer, "close_stock")
    route = {"city": "st_louis", "airline": "united", "aircraft": "tri_motor"}
    assert watch(table, observer, "propose", **route) == []
    watch(table, observer, "refuse")
    propose = table.action("propose", **route)
    assert observer.observe_choice_and_list_absurdities(table.game, table.state, 0, propose) == ["route_asked_again"]
    table.state.points[rival] = table.game.immunity
    assert observer.observe_choice_and_list_absurdities(table.game, table.state, 0, propose) == []


def test_the_observer_names_a_game_that_a_guard_ended() -> None:
    table = Table(stall_rounds=1)
    table.far_hands()
    table.end_turns(3)
    assert table.game.end_reason(table.state) == "stalled"
    assert Observer().observe_end_and_list_absurdities(table.game, table.state) == ["guard_ended"]


def test_nobody_holds_the_price_of_an_own_airline() -> None:
    table = Table()
    assert table.game.evaluator.is_pointless(table.game, table.state, 0, act.HoldPrice())
    assert not table.game.evaluator.is_pointless(table.game, table.state, 0, act.RaisePrice())


def count_absurdities(game: Airkwire, seats: int, seed: int, bot: Bot) -> Counter[str]:
    state, rng, observer = game.new(seats), random.Random(seed), Observer()
    assert isinstance(state, AirkwireState)
    found: Counter[str] = Counter()
    while actors := game.actors(state):
        who = actors[0]
        action: Action
        if who == CHANCE:
            action = game.pick_outcome(state, rng.random())
        else:
            legal = game.legal(state, who)
            action = legal[0] if len(legal) == 1 else choose_action(bot, game, state, who, rng)
            found.update(observer.observe_choice_and_list_absurdities(game, state, who, action))
        game.apply(state, who, action)
    found.update(observer.observe_end_and_list_absurdities(game, state))
    return found


@pytest.mark.parametrize("power_cards", [False, True])
@pytest.mark.parametrize(("bot", "games"), [(GreedyBot(), 3), (Cadet(), 2)])
def test_games_of_bots_show_no_absurdity(bot: Bot, games: int, power_cards: bool) -> None:
    game = load("airkwire", options={"power_cards": power_cards})
    assert isinstance(game, Airkwire)
    for seed in range(games):
        assert count_absurdities(game, 3 + 2 * (seed % 2), 700 + seed, bot) == Counter()


def test_openings_vary() -> None:
    game = load("airkwire")
    opened = set()
    for seed in range(12):
        state, rng = game.new(3), random.Random(seed)
        while game.actors(state) == (CHANCE,):
            game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
        (who,) = game.actors(state)
        opened.add(game.say(state, who, choose_action(GreedyBot(), game, state, who, rng)))
    assert len(opened) >= 4

"""Bots do not pester, stand by their word and finish their games; and the observer sees it when they do not."""

import random

import pytest

import aerodrome
from aerodrome.bots import choose_action, create_bot
from aerodrome.core.actions import CHANCE, Action
from aerodrome.games.airline.ai.manners import Observer
from aerodrome.games.airline.game import Airline
from aerodrome.games.airline.model.actions import (
    AcceptOffer,
    CloseTradeAndFly,
    CounterOffer,
    EndTurn,
    ExchangeAircraft,
    LeaveClaimsUncalled,
    MakeNoOffer,
    Offer,
    RejectOffer,
)
from aerodrome.games.airline.model.state import REFUSED_FIELDS, AirlineState
from aerodrome.games.airline.rules.refused_offers import find_standing_refusal
from games.airline.table import GREEN, JET, PROP, RED, YELLOW, Table


def pointless(table: Table, who: int, action: Action) -> bool:
    return table.game.evaluator.is_pointless(table.game, table.state, who, action)


def prior(table: Table, who: int, action: Action) -> float:
    return table.game.evaluator.estimate_action_prior(table.game, table.state, who, action)


def open_for_deals() -> Table:
    """Red's turn; Red is rich, Yellow poor, and Moscow is useless to Yellow and would connect London for Red."""
    table = Table("tokyo", "lima", "nairobi")
    table.own(YELLOW, "moscow")
    table.own(RED, "london")
    table.cash(RED, 300)
    table.cash(YELLOW, 30)
    table.no_offers()
    return table


def refuse(table: Table, pay: int = 20) -> None:
    table.do(RED, table.offer(YELLOW, pay=pay, want=("moscow",)))
    table.do(YELLOW, RejectOffer())


def next_turn_of_red(table: Table, rounds: int = 1) -> None:
    """Everybody lands on SUBSIDY; the money is put back."""
    cash = list(table.state.cash)
    for seat in (RED, YELLOW, GREEN) * rounds:
        table.no_offers()
        table.stand(seat, 0)
        table.land("subsidy", (1, 1))
        table.end()
    for seat in (RED, YELLOW, GREEN):
        table.cash(seat, cash[seat])
    table.no_offers()


# Offers


def test_a_refused_offer_is_not_made_again_while_nothing_changed() -> None:
    table = open_for_deals()
    offer = table.offer(YELLOW, pay=40, want=("moscow",))
    assert not pointless(table, RED, offer)
    refuse(table, pay=40)
    next_turn_of_red(table, 4)
    assert pointless(table, RED, offer)
    assert not pointless(table, RED, table.offer(YELLOW, pay=60, want=("moscow",)))  # a better price
    table.own(YELLOW, "rio_de_janeiro")
    table.own(GREEN, "sydney")
    assert pointless(table, RED, offer)  # Moscow is worth to both what it was
    table.own(RED, "casablanca")
    assert (
        find_standing_refusal(table.game, table.state, RED, YELLOW, 0, 0, 1 << table.city("moscow"), 40) < 0
    )  # connects more


def test_another_aircraft_is_a_change_and_cash_is_none() -> None:
    table = open_for_deals()
    offer = table.offer(YELLOW, pay=20, want=("moscow",))
    refuse(table)
    next_turn_of_red(table, 4)
    table.cash(YELLOW, 40)
    assert pointless(table, RED, offer)
    table.aircraft(YELLOW, JET)
    assert find_standing_refusal(table.game, table.state, RED, YELLOW, 0, 0, 1 << table.city("moscow"), 20) < 0


def test_who_was_refused_leaves_the_other_in_peace_for_some_rounds() -> None:
    table = open_for_deals()
    better = table.offer(YELLOW, pay=40, want=("moscow",))
    assert not pointless(table, RED, better)
    refuse(table)
    assert pointless(table, RED, better)
    next_turn_of_red(table, 3)
    assert pointless(table, RED, better)
    next_turn_of_red(table)
    assert not pointless(table, RED, better)


def test_an_offer_that_helps_nobody_is_not_made() -> None:
    table = open_for_deals()
    assert pointless(table, RED, table.offer(YELLOW, pay=1, want=("moscow",)))
    assert pointless(table, RED, table.offer(YELLOW, pay=250, want=("moscow",)))


def test_a_bot_takes_its_own_price() -> None:
    table = open_for_deals()
    refuse(table, pay=40)
    table.fly(1, 1)
    table.end()
    table.do(YELLOW, table.offer(RED, give=("moscow",), get=40))
    assert pointless(table, RED, RejectOffer())
    assert pointless(table, RED, table.game.buy_counters[YELLOW][table.city("moscow")][1])
    assert not pointless(table, RED, AcceptOffer())
    for name in ("cadet", "captain", "greedy"):
        bot = create_bot(name)
        assert choose_action(bot, table.game, table.state, RED, random.Random(1)) == AcceptOffer()
    table.own(GREEN, "bangkok")  # concerns neither of the two
    assert pointless(table, RED, RejectOffer())
    table.aircraft(RED, JET)
    assert not pointless(table, RED, RejectOffer())


def test_its_own_price_binds_nobody_who_cannot_afford_it_any_more() -> None:
    table = open_for_deals()
    refuse(table, pay=40)
    table.fly(1, 1)
    table.end()
    table.do(YELLOW, table.offer(RED, give=("moscow",), get=40))
    table.cash(RED, 41)
    assert not pointless(table, RED, RejectOffer())


def test_a_dearer_price_than_its_own_may_be_refused() -> None:
    table = open_for_deals()
    refuse(table, pay=40)
    table.fly(1, 1)
    table.end()
    table.do(YELLOW, table.offer(RED, give=("moscow",), get=60))
    assert not pointless(table, RED, RejectOffer())


def test_counter_offers_do_not_go_in_circles() -> None:
    table = open_for_deals()
    table.do(RED, table.offer(YELLOW, pay=20, want=("moscow",)))
    moscow = table.city("moscow")
    table.do(YELLOW, table.game.sell_counters[RED][moscow][2])
    back = table.game.buy_counters[YELLOW][moscow][1]
    assert isinstance(back, CounterOffer)
    assert back.give_cash == 20
    assert back in table.legal(RED)
    assert pointless(table, RED, back)


def test_a_deal_is_not_undone_at_once() -> None:
    table = open_for_deals()
    table.do(RED, table.offer(YELLOW, pay=40, want=("moscow",)))
    table.do(YELLOW, AcceptOffer())
    assert pointless(table, RED, table.offer(YELLOW, give=("moscow",), get=60))
    table.fly(1, 1)
    table.end()
    assert pointless(table, YELLOW, table.offer(RED, pay=80, want=("moscow",)))


def test_a_debtor_asks_everybody_once_before_giving_up() -> None:
    table = Table("tokyo", "lima", "london")
    table.own(RED, "moscow")
    table.cash(RED, 0)
    table.land("lima")
    asked = set()
    while table.actors == (RED,):
        offers = [action for action in table.legal(RED) if isinstance(action, Offer)]
        sensible = [action for action in offers if not pointless(table, RED, action)]
        if not sensible:
            break
        assert pointless(table, RED, table.game.give_up)
        table.do(RED, sensible[0])
        asked.add(sensible[0].to)
        table.do(sensible[0].to, RejectOffer())
    assert asked == {YELLOW, GREEN}
    assert not pointless(table, RED, table.game.give_up)


def test_nobody_asks_for_the_last_money() -> None:
    table = Table("tokyo", "lima", "london")
    table.own(RED, "moscow")
    table.cash(RED, 0)
    table.land("lima")
    offer = next(one for one in table.legal(RED) if isinstance(one, Offer) and one.to == GREEN)
    assert not pointless(table, RED, offer)
    table.cash(GREEN, offer.want_cash)
    assert pointless(table, RED, offer)


def test_refusals_are_kept_with_the_position_and_not_shared_by_copies() -> None:
    table = open_for_deals()
    assert b"refused_offers" not in table.game.to_json(table.state)
    before = table.state.clone()
    refuse(table)
    assert before.refused_offers == ()
    stored = table.game.to_json(table.state)
    assert b"refused_offers" in stored
    again = table.game.from_json(stored)
    assert again.refused_offers == table.state.refused_offers
    table.state = again
    next_turn_of_red(table)
    assert pointless(table, RED, table.offer(YELLOW, pay=20, want=("moscow",)))


def test_refusals_do_not_pile_up() -> None:
    table = open_for_deals()
    for turn in range(12):
        refuse(table, pay=20 + turn)
        next_turn_of_red(table)
        table.aircraft(RED, turn % 2)
    assert len(table.state.refused_offers) <= 9 * REFUSED_FIELDS


# What nobody overlooks


def test_a_cadet_overlooks_neither_a_city_beside_its_network_nor_what_saves_it() -> None:
    table = Table("tokyo", "lima", "london")
    table.land("moscow")
    evaluator = table.game.evaluator
    assert evaluator.is_never_overlooked(table.game, table.state, RED, table.buy_city("moscow"))
    assert evaluator.is_never_overlooked(table.game, table.state, RED, EndTurn())
    debt = Table("tokyo", "lima", "london")
    debt.own(RED, "moscow")
    debt.cash(RED, 0)
    debt.land("lima")
    saving, thin = debt.offer(GREEN, give=("moscow",), get=20), debt.offer(GREEN, give=("moscow",), get=1)
    assert evaluator.is_never_overlooked(debt.game, debt.state, RED, saving)
    assert not evaluator.is_never_overlooked(debt.game, debt.state, RED, thin)


def test_a_cadet_with_money_does_not_overlook_a_faster_aircraft_that_pays() -> None:
    table = Table("tokyo", "lima", "london")
    table.own(RED, "moscow", "tashkent", "bangkok", "colombo", "sydney")
    table.stand(RED, "tokyo")
    table.no_offers()
    jet = ExchangeAircraft(JET)
    obvious = table.game.evaluator.is_never_overlooked
    table.cash(RED, 150)
    assert obvious(table.game, table.state, RED, jet)
    table.cash(RED, 80)
    assert not obvious(table.game, table.state, RED, jet)
    table.cash(RED, 150)
    table.aircraft(RED, 2)
    assert not obvious(table.game, table.state, RED, jet)


# Games end


def test_the_rich_buy_and_upgrade() -> None:
    table = Table("tokyo", "lima")
    table.own(RED, "moscow", "tashkent", "bangkok", "colombo", "london", "baghdad")
    table.own(YELLOW, "rio_de_janeiro", "mexico_city")
    table.cash(RED, 700)
    table.cash(YELLOW, 500)
    table.no_offers()
    table.stand(RED, "tokyo")
    assert prior(table, RED, ExchangeAircraft(JET)) > 1
    assert pointless(table, RED, CloseTradeAndFly())
    assert not pointless(table, RED, ExchangeAircraft(JET))
    table.land("sydney")
    assert prior(table, RED, table.buy_city("sydney")) > 1
    assert pointless(table, RED, EndTurn())
    table.do(RED, table.buy_city("sydney"))
    assert not pointless(table, RED, EndTurn())


def test_an_aircraft_that_brings_less_is_not_taken() -> None:
    table = Table("tokyo", "lima")
    table.no_offers()
    table.stand(RED, "tokyo")
    assert pointless(table, RED, ExchangeAircraft(JET))
    assert not pointless(table, RED, CloseTradeAndFly())


def test_more_cash_always_counts_but_ever_less() -> None:
    table = Table("tokyo", "lima")
    worth = []
    for cash in (100, 200, 400, 500, 2000, 2100):
        table.cash(RED, cash)
        worth.append(table.game.evaluator.evaluate(table.game, table.state)[RED])
    assert worth == sorted(worth)
    assert worth[1] - worth[0] > worth[3] - worth[2] > worth[5] - worth[4] > 0


@pytest.mark.parametrize("seed", [11, 15, 19])
def test_a_game_of_two_captains_ends(seed: int) -> None:
    game = aerodrome.load("airline", options={"round_limit": 0})
    assert isinstance(game, Airline)
    state = game.new(2)
    rng = random.Random(seed)
    bot = create_bot("captain")
    observer = Observer()
    while actors := game.actors(state):
        assert state.round <= 200
        action = (
            game.pick_outcome(state, rng.random())
            if actors[0] == CHANCE
            else choose_action(bot, game, state, actors[0], rng)
        )
        if actors[0] != CHANCE:
            observer.observe_choice_and_list_absurdities(game, state, actors[0], action)
        game.apply(state, actors[0], action)
    assert observer.observe_end_and_list_absurdities(game, state) == []


def test_captains_do_not_open_alike() -> None:
    game = aerodrome.load("airline")
    bases = set()
    for seed in range(30):
        state = game.new(3)
        rng = random.Random(seed)
        while game.actors(state)[0] == CHANCE:
            game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
        seat = game.actors(state)[0]
        bases.add(choose_action(create_bot("captain"), game, state, seat, rng))
    assert len(bases) >= 3


# The observer


def watch(table: Table, observer: Observer, who: int, action: Action) -> list[str]:
    found = observer.observe_choice_and_list_absurdities(table.game, table.state, who, action)
    table.do(who, action)
    return found


def test_the_observer_sees_repeated_offers_and_broken_words() -> None:
    table = open_for_deals()
    observer = Observer()
    offer = table.offer(YELLOW, pay=40, want=("moscow",))
    assert watch(table, observer, RED, offer) == []
    assert watch(table, observer, YELLOW, RejectOffer()) == []
    assert watch(table, observer, RED, offer) == ["repeated_offer"]
    table.do(YELLOW, RejectOffer())
    table.fly(1, 1)
    table.end()
    mirror = table.offer(RED, give=("moscow",), get=40)
    assert watch(table, observer, YELLOW, mirror) == ["refused_terms_offered"]
    assert watch(table, observer, RED, RejectOffer()) == ["own_price_refused"]
    table.cash(RED, 40)
    assert watch(table, observer, YELLOW, mirror) == ["repeated_offer", "refused_terms_offered", "last_money_asked"]
    assert watch(table, observer, RED, RejectOffer()) == []  # it has less cash than when it offered


def test_the_observer_forgets_a_refusal_when_aircraft_were_others_meanwhile() -> None:
    table = open_for_deals()
    observer = Observer()
    offer = table.offer(YELLOW, pay=40, want=("moscow",))
    watch(table, observer, RED, offer)
    watch(table, observer, YELLOW, RejectOffer())
    assert observer.observe_choice_and_list_absurdities(table.game, table.state, RED, offer) == ["repeated_offer"]
    table.state.aircraft[YELLOW] = JET
    assert observer.observe_choice_and_list_absurdities(table.game, table.state, RED, offer) == []
    table.state.aircraft[YELLOW] = PROP
    assert "repeated_offer" not in observer.observe_choice_and_list_absurdities(table.game, table.state, RED, offer)


def test_the_observer_sees_deals_and_exchanges_taken_back() -> None:
    table = open_for_deals()
    observer = Observer()
    watch(table, observer, RED, table.offer(YELLOW, pay=40, want=("moscow",)))
    watch(table, observer, YELLOW, AcceptOffer())
    watch(table, observer, RED, table.offer(YELLOW, give=("moscow",), get=40))
    assert watch(table, observer, YELLOW, AcceptOffer()) == ["deal_taken_back"]
    watch(table, observer, RED, table.offer(YELLOW, pay=40, want=("moscow",)))
    watch(table, observer, YELLOW, AcceptOffer())
    table.state.aircraft[RED] = JET
    watch(table, observer, RED, table.offer(YELLOW, give=("moscow",), get=40))
    assert watch(table, observer, YELLOW, AcceptOffer()) == []
    table.state.aircraft[RED] = PROP
    table.stand(RED, "tokyo")
    table.cash(RED, 100)
    assert watch(table, observer, RED, ExchangeAircraft(JET)) == ["worthless_exchange"]
    next_turn_of_red(table)
    table.stand(RED, "tokyo")
    assert watch(table, observer, RED, ExchangeAircraft(PROP)) == ["exchanged_to_and_fro"]


def test_the_observer_sees_hoards() -> None:
    table = Table("tokyo", "lima")
    table.own(RED, "moscow", "tashkent", "bangkok", "sydney", "baghdad", "rome", "nairobi", "colombo", "london")
    table.cash(RED, 400)
    table.no_offers()
    table.stand(RED, "tokyo")
    observer = Observer()
    judge = observer.observe_choice_and_list_absurdities
    assert judge(table.game, table.state, RED, CloseTradeAndFly()) == ["old_aircraft_of_the_rich"]
    table.land("honolulu")
    assert judge(table.game, table.state, RED, EndTurn()) == ["city_left_by_the_rich"]
    table.cash(RED, 100)
    assert judge(table.game, table.state, RED, EndTurn()) == []


def test_the_observer_sees_money_left_and_lives_thrown_away() -> None:
    table = Table("tokyo", "lima", "london")
    table.own(RED, "moscow")
    table.cash(RED, 0)
    table.land("lima")
    observer = Observer()
    assert observer.observe_choice_and_list_absurdities(table.game, table.state, RED, table.game.give_up) == [
        "gave_up_unasked"
    ]
    claim = Table("tokyo", "lima", collect="claim")
    claim.land("lima")
    assert observer.observe_choice_and_list_absurdities(claim.game, claim.state, YELLOW, LeaveClaimsUncalled()) == [
        "money_left_uncalled"
    ]


def test_the_observer_counts_offers_and_rounds() -> None:
    table = open_for_deals()
    table.own(YELLOW, "bangkok", "sydney", "tashkent")
    observer = Observer()
    found = []
    for city in ("moscow", "bangkok", "sydney", "tashkent"):
        found.append(watch(table, observer, RED, table.offer(YELLOW, pay=20, want=(city,))))
        watch(table, observer, YELLOW, RejectOffer())
    assert found == [[], [], [], ["too_many_offers"]]
    state = AirlineState(2)
    state.round = 201
    assert observer.observe_end_and_list_absurdities(table.game, state) == ["endless_game"]
    assert Observer.absurdities.keys() >= {"too_many_offers", "endless_game"}


# A person who refuses everything


def count_offers_to_a_refuser(level: str, seed: int) -> tuple[int, int, int]:
    """Offers to seat 0, those made before in the same words, and turns of seat 0."""
    game = aerodrome.load("airline")
    state = game.new(4)
    rng = random.Random(seed)
    bot = create_bot(level)
    said: list[tuple[int, Offer]] = []
    repeats = turns = 0
    while (actors := game.actors(state)) and state.round <= 25 and not state.out[0]:
        who = actors[0]
        legal = game.legal(state, who)
        if who == CHANCE:
            action = game.pick_outcome(state, rng.random())
        elif who:
            action = choose_action(bot, game, state, who, rng)
        else:
            usual = (RejectOffer, MakeNoOffer, CloseTradeAndFly, EndTurn)
            action = next((a for a in legal if game.dump(a)["type"] == "buy"), None) or next(
                (a for a in legal if isinstance(a, usual)), legal[0]
            )
            turns += isinstance(action, CloseTradeAndFly)
        if isinstance(action, Offer) and action.to == 0:
            repeats += (who, action) in said
            said.append((who, action))
        game.apply(state, who, action)
    return len(said), repeats, turns


def test_somebody_who_refuses_everything_is_soon_left_in_peace() -> None:
    totals = [
        sum(column) for column in zip(*(count_offers_to_a_refuser("captain", seed) for seed in range(2)), strict=True)
    ]
    offers, repeats, turns = totals
    assert offers <= 0.5 * turns
    assert repeats <= 0.3 * offers

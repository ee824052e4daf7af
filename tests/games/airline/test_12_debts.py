"""AL-12 with AL-11 and AL-13: debts, bankruptcy, leaving and the end."""

from typing import Any

import pytest

import aerodrome
from aerodrome.core.actions import CHANCE
from aerodrome.games.airline.model.actions import (
    AcceptOffer,
    ChooseBase,
    CounterOffer,
    DeclareBankruptcy,
    LeaveGame,
    MakeNoOffer,
    RejectOffer,
    ThrowDice,
)
from aerodrome.games.airline.model.events import BankPaidForDebtor, PlayerLeft, PlayerWentBankrupt
from games.airline.table import BLACK, GREEN, JET, PROP, RED, SST, YELLOW, Table


def in_debt(seats: int = 3, **options: Any) -> Table:
    """Red, with Moscow, Rome and 5 in cash, owes Yellow 10 for Lima; everybody passed."""
    bases = ("tokyo", "lima", "new_york", "london")[:seats]
    table = Table(*bases, **options)
    table.own(RED, "moscow", "rome")
    table.cash(RED, 5)
    table.land("lima")
    assert (table.actors, table.top) == ((RED,), "RaiseMoneyStep")
    return table


@pytest.mark.rule("AL-12.3", "AL-12.4", "AL-R13", "AL-R14")
def test_a_debtor_sells_cities_and_pays_as_soon_as_he_can() -> None:
    table = in_debt()
    table.do(RED, table.offer(GREEN, give=("moscow",), get=4))
    table.do(GREEN, AcceptOffer())
    assert (table.top, table.state.cash) == ("RaiseMoneyStep", [9, 100, 96])
    table.do(RED, table.offer(YELLOW, give=("rome",), get=3))  # the creditor may buy too
    table.do(YELLOW, AcceptOffer())
    assert table.state.cash == [2, 107, 96]
    table.no_offers()
    assert (table.actors, table.top) == ((RED,), "AfterLandingStep")


@pytest.mark.rule("AL-12.3")
def test_the_base_is_not_for_sale_in_debt_either() -> None:
    table = in_debt()
    assert table.rule(RED, table.offer(GREEN, give=("tokyo",), get=50)) == "AL-5.3"


@pytest.mark.rule("AL-5.13", "AL-R34", "AL-R30")
def test_in_debt_every_deal_brings_the_debtor_cash() -> None:
    table = in_debt()
    table.own(GREEN, "sydney")
    assert table.rule(RED, table.offer(GREEN, give=("moscow",))) == "AL-5.13"
    assert table.rule(RED, table.offer(GREEN, give=("moscow",), want=("sydney",))) == "AL-5.13"
    assert table.rule(RED, table.offer(GREEN, pay=2, want=("sydney",))) == "AL-5.13"
    assert table.rule(RED, table.offer(GREEN, give=("moscow",), want=("sydney",), get=1)) == ""
    table.do(RED, table.offer(GREEN, give=("moscow",), get=1))
    assert table.rule(GREEN, CounterOffer(RED, table.cities("sydney"), 0, table.cities("moscow"), 0)) == "AL-5.13"
    assert table.rule(GREEN, CounterOffer(RED, (), 2, table.cities("moscow"), 0)) == ""


@pytest.mark.rule("AL-R13")
def test_a_debtor_makes_three_offers_to_each_opponent() -> None:
    table = in_debt()
    for _offer in range(3):
        table.do(RED, table.offer(GREEN, give=("moscow",), get=9))
        table.do(GREEN, RejectOffer())
    assert table.rule(RED, table.offer(GREEN, give=("moscow",), get=9)) == "AL-R13"
    assert table.rule(RED, table.offer(YELLOW, give=("moscow",), get=9)) == ""


@pytest.mark.rule("AL-R13", "AL-R55")
def test_each_opponent_may_make_the_debtor_one_offer_unasked() -> None:
    table = Table("tokyo", "lima", "new_york")
    table.own(RED, "moscow", "rome")
    table.cash(RED, 5)
    table.no_offers()
    table.stand(RED, 3)
    table.do(RED, table.game.fly)
    table.throw(1, 1)
    assert (table.actors, table.top) == ((YELLOW,), "MakeOfferStep")
    table.do(YELLOW, table.offer(RED, pay=1, want=("rome",)))
    table.do(RED, RejectOffer())
    assert (table.actors, table.top) == ((GREEN,), "MakeOfferStep")
    assert table.rule(GREEN, table.offer(YELLOW, pay=1, want=("rome",))) == "AL-5.2"
    table.do(GREEN, table.offer(RED, pay=40, want=("rome",)))
    table.do(RED, AcceptOffer())
    assert table.state.cash == [35, 110, 60]  # paid at once, nobody asked further in RAISE
    assert not any(type(step).__name__ == "RaiseMoneyStep" for step in table.state.step_stack)


@pytest.mark.rule("AL-R13")
def test_a_new_debt_allows_new_offers() -> None:
    table = Table("tokyo", "lima", "new_york", raise_offers=1)
    table.own(RED, "moscow", "rome")
    for city in ("moscow", "rome"):
        table.cash(RED, 5)
        table.stand(RED, 3)
        table.no_offers()
        table.do(RED, table.game.fly)
        table.throw(1, 1)
        table.do(YELLOW, table.offer(RED, pay=1, want=(city,)))
        table.do(RED, RejectOffer())
        table.no_offers()
        table.do(RED, table.offer(GREEN, give=(city,), get=6))
        table.do(GREEN, AcceptOffer())
        table.no_offers()
        table.end()
        for _other in range(2):
            table.land("air_cargo")
            table.end()
    assert table.owned(RED) == {"tokyo"}


@pytest.mark.rule("AL-R33")
def test_a_chain_holds_three_counters_in_debt_too() -> None:
    table = in_debt()
    moscow = table.cities("moscow")
    table.do(RED, table.offer(GREEN, give=("moscow",), get=9))
    for price in (1, 2, 3):
        who = table.actors[0]
        counter = (
            CounterOffer(RED, (), price, moscow, 0) if who == GREEN else CounterOffer(GREEN, moscow, 0, (), 9 - price)
        )
        table.do(who, counter)
    assert table.rule(RED, CounterOffer(GREEN, moscow, 0, (), 4)) == "AL-R33"


@pytest.mark.rule("AL-R14", "AL-2.8")
def test_only_who_is_short_may_give_up_and_payment_cannot_be_refused() -> None:
    table = Table("tokyo", "lima")
    table.land("lima")
    assert table.state.cash == [90, 110]  # paid without a question
    assert table.rule(RED, DeclareBankruptcy()) == "AL-R14"


@pytest.mark.rule("AL-12.1", "AL-12.2", "AL-12.5", "AL-12.6", "AL-12.7", "AL-R35")
def test_a_bankrupt_gives_everything_to_the_bank_and_his_cities_are_free() -> None:
    table = in_debt(4)
    table.aircraft(RED, JET)
    bank = table.state.bank
    table.do(RED, DeclareBankruptcy())
    assert len(table.told(PlayerWentBankrupt)) == 1
    assert table.state.out == [True, False, False, False]
    assert (table.state.cash[RED], table.owned(RED), table.state.base[RED]) == (0, set(), -1)
    assert table.state.bank == bank + 5 - 10
    table.land("tokyo")
    assert table.rule(YELLOW, table.buy_city("tokyo")) == ""  # the former base, a city like any other
    table.do(YELLOW, table.buy_city("tokyo"))
    table.end()
    table.land("tokyo")
    assert table.rule(GREEN, table.challenge("tokyo")) == ""


@pytest.mark.rule("AL-12.8", "AL-R36")
def test_the_bank_pays_the_creditor_in_full() -> None:
    table = in_debt()
    table.do(RED, DeclareBankruptcy())
    assert table.state.cash == [0, 110, 100]
    assert len(table.told(BankPaidForDebtor)) == 1
    assert table.owned(YELLOW) == {"lima"}  # and no city


@pytest.mark.rule("AL-12.9")
def test_the_turn_of_a_bankrupt_ends_at_once() -> None:
    table = in_debt()
    table.do(RED, DeclareBankruptcy())
    assert (table.state.active, table.actors, table.top) == (YELLOW, (YELLOW,), "BeforeMovementThrowStep")


@pytest.mark.rule("AL-12.10", "AL-R43")
def test_the_last_player_wins() -> None:
    table = in_debt(2)
    table.do(RED, DeclareBankruptcy())
    assert (table.top, table.actors) == ("over", ())
    assert table.game.winners(table.state) == (YELLOW,)
    assert table.game.end_reason(table.state) == "last player"
    assert table.rule(YELLOW, table.game.fly) == "AL-12.10"


@pytest.mark.rule("AL-12.11", "AL-R12")
def test_a_crash_that_is_not_paid_is_bankruptcy_and_the_prop_comes_with_the_payment() -> None:
    for gives_up in (True, False):
        table = Table("tokyo", "lima", "new_york")
        table.own(RED, "moscow")
        table.aircraft(RED, SST)
        table.cash(RED, 29)
        table.land("crash")
        assert (table.top, table.state.aircraft[RED]) == ("RaiseMoneyStep", SST)
        if gives_up:
            table.do(RED, DeclareBankruptcy())
            assert table.state.out[RED]
        else:
            table.do(RED, table.offer(GREEN, give=("moscow",), get=1))
            table.do(GREEN, AcceptOffer())
            assert (table.state.cash[RED], table.state.aircraft[RED]) == (0, PROP)


@pytest.mark.rule("AL-R15", "AL-R50")
def test_there_is_one_debt_at_a_time_and_it_is_the_active_players() -> None:
    table = in_debt()
    debts = [step for step in table.state.step_stack if type(step).__name__ == "RaiseMoneyStep"]
    assert len(debts) == 1
    assert table.game.view(table.state, None)["debt"] == {
        "debtor": table.state.active,
        "creditor": YELLOW,
        "amount": 10,
        "short": 5,
        "cause": "fare",
        "city": "lima",
        "offers_from": [0, 0, 0],
        "offers_to": [0, 0, 0],
    }


@pytest.mark.rule("AL-12.12", "AL-R44", "AL-13.5")
def test_at_the_round_limit_the_count_decides() -> None:
    table = Table("tokyo", "lima", "rome", round_limit=1)
    for _turn in range(3):
        assert table.top != "over"
        table.land("air_cargo")
        table.end()
    assert table.top == "over"
    assert table.game.end_reason(table.state) == "round limit"
    assert table.game.winners(table.state) == (RED, YELLOW, GREEN)


@pytest.mark.rule("AL-R44")
def test_a_round_ends_when_the_turn_passes_the_bankers_seat_even_if_he_is_out() -> None:
    table = Table("tokyo", "lima", "rome", "london", banker=1, round_limit=2)
    assert (table.state.active, table.state.round) == (YELLOW, 1)
    table.do(YELLOW, LeaveGame())
    rounds = []
    while table.top != "over":
        rounds.append((table.state.active, table.state.round))
        table.land("air_cargo")
        table.end()
    assert rounds == [(GREEN, 1), (BLACK, 1), (RED, 1), (GREEN, 2), (BLACK, 2), (RED, 2)]


@pytest.mark.rule("AL-R44")
def test_without_a_round_limit_the_game_goes_on() -> None:
    table = Table("tokyo", "lima", round_limit=0)
    table.state.round = 100_000
    table.land("air_cargo")
    table.end()
    table.land("air_cargo")
    table.end()
    assert table.state.round == 100_001
    assert Table("tokyo", "lima").game.round_limit == 200


@pytest.mark.rule("AL-11.3", "AL-R38")
def test_a_player_may_leave_at_any_decision_and_everything_goes_to_the_bank() -> None:
    table = Table("tokyo", "lima", "rome")
    table.own(GREEN, "london")
    bank = table.state.bank
    assert LeaveGame() not in table.legal(RED)
    table.do(GREEN, LeaveGame())  # out of his turn
    assert table.told(PlayerLeft)
    assert not table.told(PlayerWentBankrupt)
    assert (table.state.cash[GREEN], table.owned(GREEN), table.state.bank) == (0, set(), bank + 100)
    assert table.state.active == RED
    assert table.rule(GREEN, LeaveGame()) == "AL-1.15"


@pytest.mark.rule("AL-R38", "AL-12.9")
def test_when_the_active_player_leaves_his_turn_ends() -> None:
    table = Table("tokyo", "lima", "rome")
    table.land("london")
    table.do(RED, LeaveGame())
    assert (table.state.active, table.top) == (YELLOW, "BeforeMovementThrowStep")


@pytest.mark.rule("AL-R38", "AL-R36")
def test_who_leaves_in_debt_is_bankrupt_and_the_bank_pays() -> None:
    table = in_debt()
    table.do(RED, LeaveGame())
    assert table.told(PlayerWentBankrupt)
    assert not table.told(PlayerLeft)
    assert table.state.cash == [0, 110, 100]


@pytest.mark.rule("AL-12.13", "AL-R38")
def test_a_debt_to_a_player_who_leaves_is_owed_to_the_bank() -> None:
    table = in_debt()
    table.do(YELLOW, LeaveGame())
    assert (table.actors, table.top) == ((RED,), "RaiseMoneyStep")
    bank = table.state.bank
    table.do(RED, table.offer(GREEN, give=("moscow",), get=5))
    table.do(GREEN, AcceptOffer())
    assert table.state.cash == [0, 0, 95]
    assert table.state.bank == bank + 10


@pytest.mark.rule("AL-R38")
def test_leaving_is_possible_while_bases_are_chosen() -> None:
    game = aerodrome.load("airline")
    state = game.new(3)
    for dice in ((6, 6), (1, 1), (1, 2)):
        game.apply(state, CHANCE, ThrowDice(*dice))
    game.apply(state, RED, LeaveGame())
    assert game.actors(state) == (YELLOW,)
    game.apply(state, YELLOW, ChooseBase(0))
    game.apply(state, GREEN, ChooseBase(1))
    assert game.actors(state) == (YELLOW,)  # the banker is out: the player to his left begins


@pytest.mark.rule("AL-R37")
def test_a_city_that_becomes_free_under_an_aircraft_cannot_be_bought() -> None:
    table = Table("tokyo", "lima", "rome")
    table.own(GREEN, "london")
    table.land("london")
    table.do(GREEN, LeaveGame())
    assert table.rule(RED, table.buy_city("london")) == "AL-R37"
    assert table.buy_city("london") not in table.legal(RED)


@pytest.mark.rule("AL-11.4", "AL-R45")
def test_the_bank_never_runs_out() -> None:
    table = Table("tokyo", "lima")
    table.state.bank -= 1_000_000
    table.state.cash[YELLOW] += 1_000_000
    table.land("air_cargo")
    assert table.state.cash[RED] == 110


@pytest.mark.rule("AL-11.5")
def test_cash_is_never_negative() -> None:
    table = in_debt()
    assert table.state.cash[RED] == 5
    assert table.rule(RED, table.offer(GREEN, give=("moscow",), get=-1)) == "AL-11.5"
    assert table.rule(RED, table.offer(GREEN, give=("moscow",), pay=-5, get=0)) == "AL-11.5"


@pytest.mark.rule("AL-11.6", "AL-R46")
def test_everything_is_open_to_all() -> None:
    table = in_debt()
    views = [table.game.view(table.state, who) for who in (RED, YELLOW, GREEN, None)]
    for view in views:
        view["seat"] = None
    assert views[0] == views[1] == views[2] == views[3]
    assert [p["cash"] for p in views[0]["players"]] == table.state.cash


@pytest.mark.rule("AL-13.1", "AL-13.2", "AL-13.3", "AL-13.4", "AL-13.6", "AL-R42")
def test_the_short_game_ends_with_the_first_bankruptcy_and_counts_cash_and_cities() -> None:
    table = in_debt(short_game=True)
    table.own(GREEN, "sydney", "honolulu")
    table.aircraft(YELLOW, SST)
    table.cash(GREEN, 49)
    table.do(RED, DeclareBankruptcy())
    assert table.game.end_reason(table.state) == "short game"
    assert table.game.scores(table.state) == [0, 110 + 20, 49 + 60]
    assert table.game.winners(table.state) == (YELLOW,)


@pytest.mark.rule("AL-13.5", "AL-R42")
def test_equal_sums_share_the_win_and_the_bankrupt_is_not_ranked() -> None:
    table = in_debt(short_game=True)
    table.cash(GREEN, 110)
    table.do(RED, DeclareBankruptcy())
    assert table.game.winners(table.state) == (YELLOW, GREEN)


@pytest.mark.rule("AL-13.6")
def test_the_settlement_comes_before_the_count() -> None:
    table = in_debt(short_game=True)
    table.cash(GREEN, 105)
    table.do(RED, DeclareBankruptcy())
    assert table.game.winners(table.state) == (YELLOW,)  # with the 10 the bank paid for Red


@pytest.mark.rule("AL-R39")
def test_leaving_does_not_end_a_short_game() -> None:
    table = Table("tokyo", "lima", "rome", short_game=True)
    table.do(GREEN, LeaveGame())
    assert table.top == "BeforeMovementThrowStep"
    table.do(YELLOW, LeaveGame())
    assert table.game.end_reason(table.state) == "last player"
    assert table.game.winners(table.state) == (RED,)


@pytest.mark.rule("AL-R43")
def test_with_two_players_the_short_game_needs_no_count() -> None:
    table = in_debt(2, short_game=True)
    table.do(RED, DeclareBankruptcy())
    assert table.game.end_reason(table.state) == "last player"
    assert table.game.winners(table.state) == (YELLOW,)


def test_an_asked_player_who_leaves_makes_room_for_the_next() -> None:
    table = Table("tokyo", "lima", "new_york", "london")
    table.own(RED, "moscow")
    table.do(RED, table.game.fly)
    table.throw(1, 2)
    assert (table.actors, table.top) == ((YELLOW,), "MakeOfferStep")
    table.do(YELLOW, LeaveGame())
    assert (table.actors, table.top) == ((GREEN,), "MakeOfferStep")
    table.do(GREEN, MakeNoOffer())
    assert (table.actors, table.top) == ((BLACK,), "MakeOfferStep")
    table.do(RED, LeaveGame())
    assert (table.state.active, table.actors, table.top) == (GREEN, (GREEN,), "BeforeMovementThrowStep")

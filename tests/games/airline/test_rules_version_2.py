"""What version 2 of the rules changed: AL-R56, and AL-R37 for a city bought on the same landing."""

import json

import pytest

import aerodrome
from aerodrome.games.airline.game import RULES_VERSION
from aerodrome.games.airline.model.actions import (
    AcceptOffer,
    CounterOffer,
    DeclareBankruptcy,
    LeaveClaimsUncalled,
    LeaveGame,
    RejectOffer,
)
from aerodrome.games.airline.model.events import BankPaidForDebtor, DealDone, DealUndone, PlayerLeft, PlayerWentBankrupt
from games.airline.table import GREEN, RED, YELLOW, Table


def in_debt(rules: int | None = None, **options: object) -> Table:
    """Red, with Moscow, Rome and 5 in cash, owes Yellow 20 for Lima; Green has London. Everybody passed."""
    table = Table("tokyo", "lima", "new_york", rules=rules, **options)
    table.own(RED, "moscow", "rome")
    table.own(GREEN, "london")
    table.cash(RED, 5)
    table.aircraft(YELLOW, 1)
    table.land("lima")
    assert (table.actors, table.top) == ((RED,), "RaiseMoneyStep")
    return table


def sell(table: Table, to: int, city: str, price: int, want: tuple[str, ...] = ()) -> None:
    """Red sells a city, perhaps for another one and cash."""
    table.do(RED, table.offer(to, give=(city,), want=want, get=price))
    table.do(to, AcceptOffer())


def trading(rules: int | None = None, **options: object) -> Table:
    """Red's first turn; Red has Moscow and Rome, Green has London, and nobody makes an offer."""
    table = Table("tokyo", "lima", "new_york", rules=rules, **options)
    table.own(RED, "moscow", "rome")
    table.own(GREEN, "london")
    table.no_offers()
    return table


def why_not_leave(table: Table, seat: int) -> str:
    refusal = table.game.why_not(table.state, seat, LeaveGame())
    return f"{refusal.rule}: {refusal.text}" if refusal else ""


def test_version_2_is_the_newest() -> None:
    assert RULES_VERSION == aerodrome.load("airline").rules_version == 2
    assert aerodrome.load("airline", rules=1).rules_version == 1


# Deals for a debt


@pytest.mark.rule("AL-R56", "AL-12.3")
def test_a_city_that_changed_hands_for_a_debt_cannot_be_dealt_again() -> None:
    table = in_debt()
    sell(table, GREEN, "moscow", 2, want=("london",))
    for offer in (
        table.offer(YELLOW, give=("london",), get=13),
        table.offer(GREEN, give=("rome", "london"), get=13),
        table.offer(GREEN, give=("rome",), want=("moscow",), get=13),
    ):
        assert table.rule(RED, offer) == "AL-R56"
    refusal = table.game.why_not(table.state, RED, table.offer(YELLOW, give=("london",), get=13))
    assert refusal is not None
    assert refusal.text == "London has changed hands for this debt and cannot be dealt again before it is settled."
    assert table.rule(RED, table.offer(YELLOW, give=("rome",), get=13)) == ""


@pytest.mark.rule("AL-R56")
def test_a_counter_cannot_deal_such_a_city_again_either() -> None:
    table = in_debt()
    sell(table, GREEN, "moscow", 2, want=("london",))
    table.do(RED, table.offer(GREEN, give=("rome",), get=3))
    back = CounterOffer(RED, table.cities("moscow"), 3, table.cities("rome"), 0)
    assert table.rule(GREEN, back) == "AL-R56"


@pytest.mark.rule("AL-R56")
def test_what_changed_hands_for_a_debt_is_offered_nowhere() -> None:
    table = in_debt()
    sell(table, GREEN, "moscow", 2, want=("london",))
    (form, *_) = table.game.question(table.state, RED).forms
    assert [item.key for item in form.mine] == ["rome"]  # type: ignore[union-attr]
    dealt = set(table.cities("moscow", "london"))
    for action in table.legal(RED):
        assert not dealt & set(getattr(action, "give_cities", ()))


@pytest.mark.rule("AL-R56")
def test_who_could_only_ask_for_such_a_city_is_not_asked_for_an_offer() -> None:
    asked = {}
    for rules in (1, 2):
        table = Table("tokyo", "lima", "new_york", rules=rules)
        table.own(RED, "moscow")
        table.own(YELLOW, "london")
        table.cash(RED, 5)
        table.aircraft(YELLOW, 1)
        table.state.pos[RED] = (table.game.pos_of[table.city("lima")] - 2) % 24
        table.no_offers()
        table.do(RED, table.game.fly)
        table.throw(1, 1)
        assert (table.actors, table.top) == ((YELLOW,), "MakeOfferStep")
        table.do(YELLOW, table.offer(RED, give=("london",), pay=2, want=("moscow",)))
        table.do(RED, AcceptOffer())
        asked[rules] = table.top
    assert asked == {1: "MakeOfferStep", 2: "RaiseMoneyStep"}


@pytest.mark.rule("AL-R56", "AL-12.4")
def test_when_the_debt_is_paid_its_deals_stand() -> None:
    table = in_debt()
    sell(table, GREEN, "moscow", 4)
    sell(table, YELLOW, "rome", 11)
    table.no_offers()
    assert table.top == "AfterLandingStep"
    assert (table.owned(GREEN), table.owned(YELLOW)) == ({"new_york", "london", "moscow"}, {"lima", "rome"})
    assert not table.told(DealUndone)
    assert table.rule(RED, table.offer(GREEN, pay=0, want=("moscow",))) == ""  # and may be dealt again


@pytest.mark.rule("AL-R56")
def test_deals_for_a_paid_debt_are_not_undone_by_a_later_bankruptcy() -> None:
    table = in_debt()
    sell(table, GREEN, "moscow", 15)
    table.end()
    for _others in range(2):
        table.land("air_cargo")
        table.end()
    table.land("lima")
    table.do(RED, DeclareBankruptcy())
    assert not table.told(DealUndone)
    assert table.owned(GREEN) == {"new_york", "london", "moscow"}


@pytest.mark.rule("AL-R56", "AL-12.5", "AL-12.6", "AL-R36")
def test_a_bankrupts_deals_for_his_debt_are_undone_the_last_one_first() -> None:
    table = in_debt()
    bank = table.state.bank
    sell(table, GREEN, "moscow", 4)
    sell(table, YELLOW, "rome", 1)
    table.events.clear()
    table.do(RED, DeclareBankruptcy())
    rome, moscow = table.cities("rome"), table.cities("moscow")
    assert table.told(DealUndone) == [
        DealUndone(RED, YELLOW, (), 1, rome, False),
        DealUndone(RED, GREEN, (), 4, moscow, False),
    ]
    assert [type(event) for event in table.events[:2]] == [DealUndone, DealUndone]
    assert table.told(PlayerWentBankrupt) == [
        PlayerWentBankrupt(RED, 5, tuple(sorted(table.cities("tokyo", "moscow", "rome"))))
    ]
    assert table.told(BankPaidForDebtor)
    assert (table.owned(YELLOW), table.owned(GREEN)) == ({"lima"}, {"new_york", "london"})
    assert table.state.cash == [0, 120, 100]
    assert table.state.bank == bank + 5 - 20


@pytest.mark.rule("AL-R56")
def test_cities_given_to_a_bankrupt_come_back_and_connect_again() -> None:
    table = in_debt()
    assert table.connected(GREEN) == {"new_york", "london"}
    sell(table, GREEN, "moscow", 2, want=("london",))
    assert table.owned(GREEN) == {"new_york", "moscow"}
    table.do(RED, DeclareBankruptcy())
    assert table.owned(GREEN) == table.connected(GREEN) == {"new_york", "london"}
    assert table.state.cash[GREEN] == 100


@pytest.mark.rule("AL-R56", "AL-R38")
@pytest.mark.parametrize("asked", [RED, GREEN])
def test_leaving_in_debt_undoes_them_too(asked: int) -> None:
    table = in_debt()
    sell(table, GREEN, "moscow", 4)
    if asked == GREEN:
        table.do(RED, table.offer(GREEN, give=("rome",), get=4))
    assert table.actors == (asked,)
    table.do(RED, LeaveGame())
    assert table.told(PlayerWentBankrupt)
    assert table.owned(GREEN) == {"new_york", "london"}
    assert table.state.cash == [0, 120, 100]


@pytest.mark.rule("AL-R56", "AL-R31")
def test_what_would_return_to_a_player_who_is_out_goes_to_the_bank() -> None:
    table = in_debt()
    sell(table, GREEN, "moscow", 4)
    table.do(GREEN, LeaveGame())  # he gave cash only
    bank = table.state.bank
    table.events.clear()
    table.do(RED, DeclareBankruptcy())
    assert table.told(DealUndone) == [DealUndone(RED, GREEN, (), 4, table.cities("moscow"), True)]
    assert table.state.cash == [0, 120, 0]
    assert table.state.bank == bank + 9 - 20
    assert table.owned(YELLOW) == {"lima"}
    assert table.owned(RED) == table.owned(GREEN) == set()


@pytest.mark.rule("AL-R56")
def test_a_city_that_would_return_to_a_player_who_is_out_is_free() -> None:
    table = in_debt()
    sell(table, GREEN, "moscow", 4, want=("london",))
    table.state.gave_city = 0  # or he could not leave
    table.do(GREEN, LeaveGame())
    table.do(RED, DeclareBankruptcy())
    assert table.told(DealUndone) == [DealUndone(RED, GREEN, table.cities("london"), 4, table.cities("moscow"), True)]
    assert [table.owned(seat) for seat in (RED, YELLOW, GREEN)] == [set(), {"lima"}, set()]


@pytest.mark.rule("AL-R56", "AL-12.10")
def test_a_debtor_whom_all_others_leave_wins_and_nothing_is_undone() -> None:
    table = in_debt()
    sell(table, GREEN, "moscow", 4)
    table.do(GREEN, LeaveGame())
    table.do(YELLOW, LeaveGame())
    assert table.game.winners(table.state) == (RED,)
    assert table.state.raise_deals == []


@pytest.mark.rule("AL-R56", "AL-13.6")
def test_in_the_short_game_they_are_undone_before_the_count() -> None:
    table = in_debt(short_game=True)
    sell(table, GREEN, "moscow", 1)
    table.do(RED, DeclareBankruptcy())
    assert table.game.scores(table.state) == [0, 120 + 20, 100 + 40]


@pytest.mark.rule("AL-R56", "AL-R30")
def test_deals_made_before_the_debt_arose_stand() -> None:
    table = trading()
    table.do(RED, table.offer(GREEN, give=("moscow",)))
    table.do(GREEN, AcceptOffer())
    table.cash(RED, 5)
    table.land("lima")
    table.do(RED, DeclareBankruptcy())
    assert not table.told(DealUndone)
    assert "moscow" in table.owned(GREEN)


@pytest.mark.rule("AL-R56", "AL-R18")
def test_a_claim_that_pays_the_debt_lets_its_deals_stand() -> None:
    table = in_debt()
    sell(table, GREEN, "moscow", 4)
    table.state.claims.append([RED, -1, 20, 0, -1])  # Red's SUBSIDY, not yet called
    table.do(RED, table.game.collects[0])
    assert table.state.cash[RED] == 9
    assert table.state.raise_deals == []
    assert "moscow" in table.owned(GREEN)


# Leaving


@pytest.mark.rule("AL-R56", "AL-11.3")
def test_the_active_player_who_gave_a_city_stays_until_the_end_of_his_next_turn() -> None:
    table = trading()
    table.do(RED, table.offer(GREEN, give=("moscow",)))
    table.do(GREEN, AcceptOffer())
    this = "AL-R56: You gave a city away in a deal: you cannot leave the game until you have ended your next turn"
    assert why_not_leave(table, RED) == f"{this}, the one after this."
    table.land("air_cargo")
    assert why_not_leave(table, RED) == f"{this}, the one after this."
    table.end()
    for _others in range(2):
        assert why_not_leave(table, RED) == f"{this}."
        table.land("air_cargo")
        table.end()
    assert table.state.active == RED
    assert why_not_leave(table, RED) == (
        "AL-R56: You gave a city away in a deal before this turn: "
        "you cannot leave the game until you have ended this turn."
    )
    table.land("air_cargo")
    assert why_not_leave(table, RED).startswith("AL-R56")
    table.end()
    assert why_not_leave(table, RED) == ""
    table.do(RED, LeaveGame())
    assert table.told(PlayerLeft)


@pytest.mark.rule("AL-R56")
def test_another_player_who_gave_a_city_stays_until_the_end_of_his_own_turn() -> None:
    table = trading()
    table.do(RED, table.offer(GREEN, pay=10, want=("london",)))
    table.do(GREEN, AcceptOffer())
    for _turn in ("of Red", "of Yellow", "of Green"):
        assert table.rule(GREEN, LeaveGame()) == "AL-R56"
        table.land("air_cargo")
        table.end()
    assert table.rule(GREEN, LeaveGame()) == ""


@pytest.mark.rule("AL-R56")
def test_giving_again_in_the_turn_after_means_another_turn() -> None:
    table = trading()
    for city in ("moscow", "rome"):
        table.do(RED, table.offer(GREEN, give=(city,)))
        table.do(GREEN, AcceptOffer())
        for _turn in range(3):
            table.land("air_cargo")
            table.end()
        assert (table.state.active, table.rule(RED, LeaveGame())) == (RED, "AL-R56")
    table.land("air_cargo")
    table.end()
    assert table.rule(RED, LeaveGame()) == ""


@pytest.mark.rule("AL-R56")
def test_who_gave_only_cash_may_leave_at_once() -> None:
    table = trading()
    table.do(RED, table.offer(GREEN, pay=10, want=("london",)))
    table.do(GREEN, AcceptOffer())
    assert table.rule(RED, LeaveGame()) == table.rule(YELLOW, LeaveGame()) == ""


@pytest.mark.rule("AL-R56", "AL-R38")
def test_leaving_is_refused_with_an_open_offer_and_out_of_turn_too() -> None:
    table = trading()
    table.do(RED, table.offer(GREEN, give=("moscow",), want=("london",)))
    table.do(GREEN, AcceptOffer())
    table.do(RED, table.offer(GREEN, give=("rome",), get=1))
    assert (table.actors, table.top) == ((GREEN,), "AnswerOfferStep")
    assert table.rule(GREEN, LeaveGame()) == table.rule(RED, LeaveGame()) == "AL-R56"
    assert table.rule(YELLOW, LeaveGame()) == ""
    table.do(GREEN, RejectOffer())
    assert table.rule(GREEN, LeaveGame()) == "AL-R56"


@pytest.mark.rule("AL-R56")
def test_a_deal_for_an_open_debt_keeps_its_giver_until_it_is_undone() -> None:
    table = in_debt()
    sell(table, GREEN, "moscow", 2, want=("london",))
    assert table.rule(GREEN, LeaveGame()) == "AL-R56"
    table.do(RED, DeclareBankruptcy())
    assert table.rule(GREEN, LeaveGame()) == ""


@pytest.mark.rule("AL-R56")
def test_undoing_a_deal_does_not_free_who_gave_a_city_before_the_debt() -> None:
    table = trading()
    table.do(RED, table.offer(GREEN, pay=1, want=("london",)))
    table.do(GREEN, AcceptOffer())
    table.cash(RED, 5)
    table.land("lima")
    sell(table, GREEN, "moscow", 1)
    table.do(RED, DeclareBankruptcy())
    assert table.told(DealUndone)
    assert table.rule(GREEN, LeaveGame()) == "AL-R56"


@pytest.mark.rule("AL-R56", "AL-R38")
def test_a_debtor_may_always_leave_as_a_bankrupt() -> None:
    table = trading()
    table.do(RED, table.offer(GREEN, give=("moscow",)))
    table.do(GREEN, AcceptOffer())
    table.cash(RED, 5)
    table.land("lima")
    assert table.rule(RED, LeaveGame()) == ""
    table.do(RED, LeaveGame())
    assert table.told(PlayerWentBankrupt)
    assert not table.told(PlayerLeft)


@pytest.mark.rule("AL-R56")
def test_after_his_last_turn_nobody_is_kept_by_the_claims_of_the_round_limit() -> None:
    table = Table("tokyo", "lima", "new_york", collect="claim", round_limit=1)
    table.own(RED, "moscow")
    table.no_offers()
    table.do(RED, table.offer(GREEN, give=("moscow",)))
    table.do(GREEN, AcceptOffer())
    table.state.active = GREEN
    table.state.gave_city, table.state.gave_before_turn = 0, True
    table.land("air_cargo")
    table.do(GREEN, LeaveClaimsUncalled())
    table.no_offers()
    assert table.rule(GREEN, LeaveGame()) == "AL-R56"
    table.do(GREEN, table.game.end)
    assert (table.actors, table.top) == ((GREEN,), "CollectClaimsStep")
    assert table.rule(GREEN, LeaveGame()) == ""


# Buying twice on one landing


def sold_and_free_again(rules: int | None = None) -> Table:
    """Red has bought Rome on this landing and sold it to Green, who has left."""
    table = Table("tokyo", "lima", "new_york", rules=rules)
    table.land("rome")
    table.do(RED, table.buy_city("rome"))
    table.do(RED, table.offer(GREEN, give=("rome",), get=5))
    table.do(GREEN, AcceptOffer())
    assert table.rule(RED, table.buy_city("rome")) == "AL-4.6"
    table.do(GREEN, LeaveGame())
    return table


@pytest.mark.rule("AL-R37")
def test_a_city_bought_sold_and_free_again_cannot_be_bought_on_the_same_landing() -> None:
    table = sold_and_free_again()
    refusal = table.game.why_not(table.state, RED, table.buy_city("rome"))
    assert refusal is not None
    assert refusal.rule == "AL-R37"
    assert refusal.text == "You have bought Rome on this landing already; you can buy it when you land there again."
    assert table.buy_city("rome") not in table.legal(RED)


# In words


def test_undone_deals_are_announced_in_words() -> None:
    table = in_debt()
    sell(table, GREEN, "moscow", 2, want=("london",))
    sell(table, YELLOW, "rome", 1)
    question = table.game.question(table.state, RED)
    give_up = next(choice for choice in question.choices if choice.action == {"type": "give_up"})
    assert give_up.detail == "2 deals made for this debt undone first"
    assert "Your deals for this debt are undone." in give_up.confirm

    table.do(YELLOW, LeaveGame())
    table.do(RED, DeclareBankruptcy())
    assert [table.game.describe_event(event) for event in table.told(DealUndone)] == [
        "The deal of Red with Yellow, who is out, is undone: the bank gets $1M, Red gets back Rome",
        "The deal of Red with Green is undone: Green gets back London and $2M, Red Moscow",
    ]


@pytest.mark.parametrize(("price", "detail"), [(14, "undone if Red goes bankrupt over this debt"), (15, "")])
def test_a_buyer_reads_that_a_deal_that_does_not_pay_the_debt_may_be_undone(price: int, detail: str) -> None:
    table = in_debt()
    table.do(RED, table.offer(GREEN, give=("moscow",), get=price))
    accept = table.game.question(table.state, GREEN).choices[0]
    assert (accept.action, accept.detail) == ({"type": "accept"}, detail)


# Positions and version 1


def test_a_position_keeps_the_deals_for_a_debt_and_who_gave_a_city() -> None:
    table = in_debt()
    sell(table, GREEN, "moscow", 2, want=("london",))
    stored = table.game.to_json(table.state)
    for again in (table.game.from_json(stored), table.state.clone()):
        assert table.game.to_json(again) == stored
        again.raise_deals[0][0] = YELLOW
        assert table.game.to_json(table.state) == stored
    after = table.game.from_json(stored)
    table.game.apply(after, RED, DeclareBankruptcy())
    table.do(RED, DeclareBankruptcy())
    assert table.game.to_json(after) == table.game.to_json(table.state)


@pytest.mark.rule("AL-R30", "AL-R34")
def test_under_version_1_a_bankrupts_deals_stand_and_nothing_of_version_2_is_stored() -> None:
    table = in_debt(rules=1)
    sell(table, GREEN, "moscow", 2, want=("london",))
    assert table.rule(RED, table.offer(YELLOW, give=("london",), get=13)) == ""
    stored = json.loads(table.game.to_json(table.state))
    assert not {"raise_deals", "gave_city", "gave_before_turn"} & set(stored)
    table.do(RED, DeclareBankruptcy())
    assert len(table.told(DealDone)) == 1
    assert not table.told(DealUndone)
    assert table.owned(GREEN) == {"new_york", "moscow"}


@pytest.mark.rule("AL-R38")
def test_under_version_1_who_gave_a_city_may_leave_at_once() -> None:
    table = trading(rules=1)
    table.do(RED, table.offer(GREEN, give=("moscow",)))
    table.do(GREEN, AcceptOffer())
    table.do(RED, LeaveGame())
    assert table.told(PlayerLeft)


def test_under_version_1_a_city_could_be_bought_twice_on_one_landing() -> None:
    table = sold_and_free_again(rules=1)
    assert table.rule(RED, table.buy_city("rome")) == ""
    table.do(RED, table.buy_city("rome"))
    assert "rome" in table.owned(RED)


def test_both_versions_have_the_same_action_space() -> None:
    assert aerodrome.load("airline", rules=1).action_space(4) == aerodrome.load("airline").action_space(4)

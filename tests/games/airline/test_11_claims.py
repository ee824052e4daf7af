"""AL-11 with AL-R17 and AL-R18: collecting at once, or by claim."""

import pytest

from aerodrome.games.airline.model.actions import (
    AcceptOffer,
    CollectClaim,
    DeclareBankruptcy,
    LeaveClaimsUncalled,
    LeaveGame,
    RejectOffer,
)
from aerodrome.games.airline.model.events import ClaimLapsed, OfferBecameVoid, OfferExpired
from aerodrome.games.airline.model.state import CARGO_CLAIM, CHARTER_CLAIM, FARE_CLAIM, SUBSIDY_CLAIM
from games.airline.table import GREEN, RED, YELLOW, Table


def claiming(*bases: str) -> Table:
    return Table(*(bases or ("tokyo", "lima", "new_york")), collect="claim")


def fare_open() -> Table:
    """Red has landed in Lima and Yellow has not called the fare of 10."""
    table = claiming()
    table.land("lima")
    assert (table.actors, table.top) == ((YELLOW,), "CollectClaimsStep")
    table.do(YELLOW, LeaveClaimsUncalled())
    table.no_offers()
    return table


@pytest.mark.rule("AL-11.2", "AL-R17")
def test_by_default_everything_is_collected_at_once() -> None:
    table = Table("tokyo", "lima")
    assert table.game.resolved_options()["collect"] == "auto"
    table.land("lima")
    assert table.state.cash == [90, 110]
    assert table.state.claims == []
    assert table.rule(RED, CollectClaim(FARE_CLAIM)) == "AL-11.1"


@pytest.mark.rule("AL-11.2", "AL-R18")
def test_receipts_of_the_bank_become_claims() -> None:
    table = claiming()
    table.stand(RED, 22)
    table.fly(1, 1)
    assert (table.top, table.state.cash[RED]) == ("CollectClaimsStep", 100)
    table.do(RED, CollectClaim(SUBSIDY_CLAIM))
    assert table.state.cash[RED] == 120
    table.end()
    table.land("charter")
    table.throw(2, 3)
    table.do(YELLOW, CollectClaim(CHARTER_CLAIM))
    assert table.state.cash[YELLOW] == 105
    table.end()
    table.land("air_cargo")
    table.do(GREEN, CollectClaim(CARGO_CLAIM))
    assert table.state.cash[GREEN] == 110


@pytest.mark.rule("AL-R18")
def test_a_fare_becomes_a_claim_of_the_owner() -> None:
    table = claiming()
    table.land("lima")
    assert table.game.view(table.state, RED)["claims"] == [
        {"creditor": YELLOW, "debtor": RED, "amount": 10, "claim": "fare", "city": "lima"}
    ]
    assert table.rule(YELLOW, CollectClaim(CARGO_CLAIM)) == "AL-11.1"
    table.do(YELLOW, CollectClaim(FARE_CLAIM))
    assert table.state.cash == [90, 110, 100]
    table.no_offers()
    assert (table.actors, table.top) == ((RED,), "AfterLandingStep")


@pytest.mark.rule("AL-R18")
def test_subsidy_is_asked_for_before_the_space_takes_effect() -> None:
    table = claiming()
    table.cash(RED, 0)
    table.stand(RED, 22)
    table.fly(3, 3)
    assert (table.actors, table.top) == ((RED,), "CollectClaimsStep")
    table.do(RED, CollectClaim(SUBSIDY_CLAIM))
    assert table.state.cash[RED] == 5


@pytest.mark.rule("AL-11.1", "AL-R18")
def test_a_claim_lapses_at_the_next_players_movement_throw_after_a_last_question() -> None:
    table = fare_open()
    table.end()
    assert (table.state.active, table.top) == (YELLOW, "BeforeMovementThrowStep")
    assert CollectClaim(FARE_CLAIM) in table.legal(YELLOW)  # in between, at any decision of his own
    table.do(YELLOW, table.game.fly)
    assert (table.actors, table.top) == ((YELLOW,), "CollectClaimsStep")
    table.do(YELLOW, LeaveClaimsUncalled())
    table.throw(1, 2)
    assert table.state.claims == []
    assert len(table.told(ClaimLapsed)) == 1
    assert table.rule(YELLOW, CollectClaim(FARE_CLAIM)) == "AL-11.1"
    assert table.state.cash == [100, 100, 100]


@pytest.mark.rule("AL-R18")
def test_a_lapsed_fare_makes_nobody_bankrupt() -> None:
    table = claiming()
    table.cash(RED, 0)
    table.land("lima")
    table.do(YELLOW, LeaveClaimsUncalled())
    table.end()
    table.do(YELLOW, table.game.fly)
    table.do(YELLOW, LeaveClaimsUncalled())
    table.throw(1, 2)
    assert not any(table.state.out)


@pytest.mark.rule("AL-R18")
def test_debts_to_the_bank_and_prices_are_always_collected() -> None:
    table = claiming()
    table.land("maintenance")
    assert table.state.cash[RED] == 85
    table.end()
    table.land("crash")
    assert table.state.cash[YELLOW] == 70
    table.end()
    table.land("london")
    table.do(GREEN, table.buy_city("london"))
    assert table.state.cash[GREEN] == 80
    assert table.state.claims == []


@pytest.mark.rule("AL-R18", "AL-9.11")
def test_a_challenge_pays_the_open_fare_first() -> None:
    table = claiming()
    table.own(YELLOW, "rio_de_janeiro")
    table.land("rio_de_janeiro")
    table.do(YELLOW, LeaveClaimsUncalled())
    table.no_offers()
    table.cash(RED, 30)
    assert table.rule(RED, table.challenge("rio_de_janeiro")) == "AL-9.11"
    table.cash(RED, 31)
    table.do(RED, table.challenge("rio_de_janeiro"))
    assert table.state.cash == [0, 131, 100]
    assert table.state.claims == []


@pytest.mark.rule("AL-R18", "AL-R50")
def test_a_fare_called_after_end_lets_the_debtor_raise_money_with_anybody() -> None:
    table = fare_open()
    table.own(RED, "moscow")
    table.cash(RED, 2)
    table.end()
    assert table.state.active == YELLOW
    table.do(YELLOW, CollectClaim(FARE_CLAIM))
    table.no_offers()
    assert (table.actors, table.top) == ((RED,), "RaiseMoneyStep")
    table.do(RED, table.offer(GREEN, give=("moscow",), get=8))
    table.do(GREEN, AcceptOffer())
    assert table.state.cash == [0, 110, 92]
    assert (table.state.active, table.actors, table.top) == (YELLOW, (YELLOW,), "BeforeMovementThrowStep")


@pytest.mark.rule("AL-R18", "AL-12.9")
def test_a_debtor_bankrupt_after_his_end_does_not_end_the_turn_of_another() -> None:
    table = fare_open()
    table.cash(RED, 2)
    table.end()
    table.do(YELLOW, CollectClaim(FARE_CLAIM))
    table.do(RED, DeclareBankruptcy())
    assert table.state.cash == [0, 110, 100]
    assert (table.state.active, table.actors, table.top) == (YELLOW, (YELLOW,), "BeforeMovementThrowStep")


@pytest.mark.rule("AL-R18")
def test_a_debtor_may_call_his_own_claim_to_pay() -> None:
    table = claiming()
    table.cash(RED, 0)
    table.stand(RED, 23)
    table.fly(3, 2)
    table.do(RED, LeaveClaimsUncalled())
    assert (table.actors, table.top) == ((RED,), "RaiseMoneyStep")
    table.do(RED, CollectClaim(SUBSIDY_CLAIM))
    assert table.state.cash[RED] == 5
    assert table.top == "AfterLandingStep"


@pytest.mark.rule("AL-12.4", "AL-R32")
def test_a_claim_called_while_answering_an_offer_pays_the_debt_and_the_offer_expires() -> None:
    table = claiming()
    table.own(RED, "moscow")
    table.cash(RED, 0)
    table.stand(RED, 23)
    table.no_offers()
    table.do(RED, table.game.fly)
    table.throw(3, 2)
    table.do(RED, LeaveClaimsUncalled())
    table.do(YELLOW, table.offer(RED, pay=20, want=("moscow",)))
    table.do(RED, CollectClaim(SUBSIDY_CLAIM))
    assert len(table.told(OfferExpired)) == 1
    assert table.state.cash == [5, 100, 100]
    assert table.owned(RED) == {"tokyo", "moscow"}


@pytest.mark.rule("AL-R38")
def test_what_a_leaver_was_owed_is_owed_to_the_bank() -> None:
    table = fare_open()
    bank = table.state.bank
    table.do(YELLOW, LeaveGame())
    assert table.state.cash == [90, 0, 100]
    assert table.state.bank == bank + 100 + 10
    assert table.state.claims == []


@pytest.mark.rule("AL-R38", "AL-R36")
def test_the_bank_stands_in_for_a_fare_a_leaver_owes() -> None:
    table = fare_open()
    table.do(RED, LeaveGame())
    table.no_offers()
    table.do(YELLOW, CollectClaim(FARE_CLAIM))
    assert table.state.cash == [0, 110, 100]


@pytest.mark.rule("AL-R31")
def test_an_open_offer_is_void_when_a_called_fare_takes_the_cash_it_needs() -> None:
    table = fare_open()
    table.own(YELLOW, "sydney")
    table.do(RED, table.offer(YELLOW, pay=95, want=("sydney",)))
    table.do(YELLOW, CollectClaim(FARE_CLAIM))
    assert len(table.told(OfferBecameVoid)) == 1
    assert (table.actors, table.top) == ((RED,), "AfterLandingStep")


@pytest.mark.rule("AL-R32")
def test_an_open_offer_expires_when_its_window_is_interrupted_by_a_debt() -> None:
    table = fare_open()
    table.own(YELLOW, "sydney")
    table.cash(RED, 5)
    table.do(RED, table.offer(YELLOW, pay=5, want=("sydney",)))
    table.do(YELLOW, CollectClaim(FARE_CLAIM))
    assert len(table.told(OfferExpired)) == 1
    assert table.top == "RaiseMoneyStep"


def test_a_claim_called_while_an_offer_is_open_leaves_the_offer_open() -> None:
    table = fare_open()
    table.own(YELLOW, "sydney")
    table.do(RED, table.offer(YELLOW, pay=50, want=("sydney",)))
    table.do(YELLOW, CollectClaim(FARE_CLAIM))
    assert (table.actors, table.top) == ((YELLOW,), "AnswerOfferStep")
    table.do(YELLOW, RejectOffer())


@pytest.mark.rule("AL-R18", "AL-R44")
def test_claims_are_asked_for_once_more_before_the_count_of_the_last_round() -> None:
    table = Table("tokyo", "lima", collect="claim", round_limit=1)
    table.land("london")
    table.end()
    table.land("air_cargo")
    table.do(YELLOW, LeaveClaimsUncalled())
    table.no_offers()
    table.do(YELLOW, table.game.end)
    assert (table.actors, table.top) == ((YELLOW,), "CollectClaimsStep")
    table.do(YELLOW, CollectClaim(CARGO_CLAIM))
    assert table.game.winners(table.state) == (YELLOW,)

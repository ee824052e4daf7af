"""AL-4: landing rights."""

import pytest

from aerodrome.games.airline.model.actions import ExchangeAircraft, Offer
from games.airline.table import JET, RED, YELLOW, Table

TEN = ("moscow", "rome", "baghdad", "nairobi", "colombo", "bangkok", "sydney", "tashkent", "casablanca", "honolulu")


@pytest.fixture
def table() -> Table:
    return Table("tokyo", "lima")


@pytest.mark.rule("AL-4.1", "AL-4.2", "AL-4.5")
@pytest.mark.parametrize("city", ["rome", "sydney", "vancouver"])
def test_a_free_city_is_bought_from_the_bank_for_20_wherever_it_is(table: Table, city: str) -> None:
    table.land(city)
    cash, bank = table.state.cash[RED], table.state.bank
    table.do(RED, table.buy_city(city))
    assert table.state.cash[RED] == cash - 20
    assert table.state.bank == bank + 20
    assert city in table.owned(RED)
    table.no_offers()
    table.end()
    assert city in table.owned(RED)


@pytest.mark.rule("AL-4.3")
def test_a_city_not_bought_stays_free_and_nobody_else_is_asked(table: Table) -> None:
    table.land("rome")
    table.end()
    assert (table.actors, table.top) == ((YELLOW,), "BeforeMovementThrowStep")
    table.land("rome")
    assert table.rule(YELLOW, table.buy_city("rome")) == ""


@pytest.mark.rule("AL-4.4")
def test_the_price_must_be_in_cash(table: Table) -> None:
    table.land("rome")
    table.cash(RED, 19)
    assert table.rule(RED, table.buy_city("rome")) == "AL-4.4"
    assert table.buy_city("rome") not in table.legal(RED)
    table.cash(RED, 20)
    assert table.rule(RED, table.buy_city("rome")) == ""


@pytest.mark.rule("AL-R28", "AL-5.5")
def test_cities_may_be_sold_in_after_to_find_the_price(table: Table) -> None:
    table.own(RED, "moscow")
    table.land("rome")
    table.cash(RED, 0)
    table.do(RED, table.offer(YELLOW, give=("moscow",), get=20))
    table.do(YELLOW, table.game.accept_reject[0])
    table.do(RED, table.buy_city("rome"))
    assert table.owned(RED) == {"tokyo", "rome"}


@pytest.mark.rule("AL-4.6")
def test_a_city_with_an_owner_cannot_be_bought(table: Table) -> None:
    table.own(YELLOW, "rome")
    table.land("rome")
    assert table.rule(RED, table.buy_city("rome")) == "AL-4.6"
    table.end()
    table.land("london")
    table.do(YELLOW, table.buy_city("london"))
    assert table.rule(YELLOW, table.buy_city("london")) == "AL-4.6"


@pytest.mark.rule("AL-4.7")
def test_landing_rights_cannot_be_sold_to_the_bank(table: Table) -> None:
    table.own(RED, "moscow")
    table.no_offers()
    assert table.rule(RED, Offer(-1, table.cities("moscow"), 0, (), 20)) == "AL-R31"
    cash_bringing = [a for a in table.legal(RED) if isinstance(a, Offer) and a.to != YELLOW]
    assert cash_bringing == []


@pytest.mark.rule("AL-4.8")
def test_landing_on_an_own_city_costs_and_brings_nothing(table: Table) -> None:
    table.own(RED, "moscow")
    table.land("moscow")
    assert table.state.cash == [100, 100]
    assert table.rule(RED, table.challenge("moscow")) == "AL-9.1"


@pytest.mark.rule("AL-4.9", "AL-R5", "AL-R51")
def test_the_base_is_owned_in_every_respect_but_cannot_be_taken_away(table: Table) -> None:
    assert table.owned(RED) == {"tokyo"}
    table.stand(RED, "tokyo")
    assert table.rule(RED, ExchangeAircraft(JET)) == ""
    assert table.rule(RED, table.offer(YELLOW, give=("tokyo",), get=50)) == "AL-5.3"
    table.land("lima")
    assert table.state.cash[YELLOW] == 110
    assert table.rule(RED, table.challenge("lima")) == "AL-9.2"
    assert table.game.scores(table.state)[YELLOW] == 130


@pytest.mark.rule("AL-4.10", "AL-R6")
def test_nobody_owns_more_than_twelve_cities(table: Table) -> None:
    table.own(RED, *TEN, "london")
    table.land("new_york")
    assert len(table.owned(RED)) == 12
    assert table.rule(RED, table.buy_city("new_york")) == "AL-4.10"
    assert table.buy_city("new_york") not in table.legal(RED)


@pytest.mark.rule("AL-R6")
def test_the_limit_of_markers_can_be_switched_off() -> None:
    table = Table("tokyo", "lima", marker_limit=0)
    table.own(RED, *TEN, "london")
    table.land("new_york")
    table.do(RED, table.buy_city("new_york"))
    assert len(table.owned(RED)) == 13


@pytest.mark.rule("AL-4.11")
def test_there_is_one_base_a_player_and_it_is_never_another_city(table: Table) -> None:
    table.own(RED, "moscow", "rome")
    view = table.game.view(table.state, RED)
    assert [c["city"] for c in view["cities"] if c["base"]] == ["lima", "tokyo"]
    assert table.rule(RED, table.game.base_choices[table.city("rome")]) == "AL-5.3"

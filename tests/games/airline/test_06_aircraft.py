"""AL-6: aircraft."""

import pytest

from aerodrome.games.airline.model.actions import AcceptOffer, ExchangeAircraft
from games.airline.table import JET, PROP, RED, SST, YELLOW, Table


@pytest.fixture
def table() -> Table:
    """Red stands in Tokyo, his base."""
    table = Table("tokyo", "lima")
    table.stand(RED, "tokyo")
    return table


@pytest.mark.rule("AL-6.1", "AL-6.2")
def test_an_exchange_costs_30_to_the_bank_and_leaves_one_aircraft(table: Table) -> None:
    bank = table.state.bank
    table.do(RED, ExchangeAircraft(JET))
    assert table.state.cash[RED] == 70
    assert table.state.bank == bank + 30
    assert table.state.aircraft[RED] == JET
    assert table.rule(RED, ExchangeAircraft(JET)) == "AL-6.1"


@pytest.mark.rule("AL-6.3", "AL-6.4")
@pytest.mark.parametrize(
    ("now", "to", "rule"),
    [
        (PROP, JET, ""),
        (JET, SST, ""),
        (SST, JET, ""),
        (JET, PROP, ""),
        (PROP, SST, "AL-6.3"),
        (SST, PROP, "AL-6.4"),
    ],
)
def test_the_ladder_is_climbed_and_descended_by_single_steps(table: Table, now: int, to: int, rule: str) -> None:
    table.aircraft(RED, now)
    assert table.rule(RED, ExchangeAircraft(to)) == rule
    if not rule:
        table.do(RED, ExchangeAircraft(to))
        assert table.state.cash[RED] == 70


@pytest.mark.rule("AL-6.5", "AL-R24")
def test_one_exchange_a_turn_up_or_down(table: Table) -> None:
    table.do(RED, ExchangeAircraft(JET))
    assert table.rule(RED, ExchangeAircraft(SST)) == "AL-6.5"
    assert table.rule(RED, ExchangeAircraft(PROP)) == "AL-6.5"
    table.land("tokyo")
    table.end()
    table.land("air_cargo")
    table.end()
    assert table.rule(RED, ExchangeAircraft(SST)) == ""


@pytest.mark.rule("AL-6.7", "AL-6.8", "AL-R25")
def test_the_aircraft_stands_in_a_city_its_player_owns_connected_or_not(table: Table) -> None:
    table.own(RED, "london")
    table.stand(RED, "london")
    assert "london" not in table.connected(RED)
    table.no_offers()
    assert table.rule(RED, ExchangeAircraft(JET)) == ""
    for elsewhere in ("rome", "lima", 0, 16):
        table.stand(RED, elsewhere)
        assert table.rule(RED, ExchangeAircraft(JET)) == "AL-6.7"


@pytest.mark.rule("AL-R26")
def test_a_city_got_by_a_deal_before_the_throw_serves_at_once(table: Table) -> None:
    table.own(YELLOW, "rome")
    table.stand(RED, "rome")
    table.no_offers()
    assert table.rule(RED, ExchangeAircraft(JET)) == "AL-6.7"
    table.do(RED, table.offer(YELLOW, pay=20, want=("rome",)))
    table.do(YELLOW, AcceptOffer())
    assert table.rule(RED, ExchangeAircraft(JET)) == ""


@pytest.mark.rule("AL-6.9", "AL-R9")
def test_the_new_aircraft_counts_at_once_for_subsidy_and_maintenance(table: Table) -> None:
    table.do(RED, ExchangeAircraft(JET))
    assert table.game.pos_of[table.city("tokyo")] == table.state.pos[RED]
    table.fly(4, 3)  # past SUBSIDY to MAINTENANCE
    assert table.state.cash[RED] == 100 - 30 + 10 - 25


@pytest.mark.rule("AL-6.9")
def test_the_new_aircraft_counts_at_once_for_fares(table: Table) -> None:
    table.do(RED, ExchangeAircraft(JET))
    table.fly(6, 5)
    table.throw(1, 2)
    table.no_offers()
    table.end()
    table.land("tokyo")
    assert table.state.cash[YELLOW] == 100 - 22


@pytest.mark.rule("AL-6.10")
def test_nobody_must_exchange(table: Table) -> None:
    assert table.game.fly in table.legal(RED)
    table.fly(1, 1)
    assert table.state.aircraft[RED] == PROP


@pytest.mark.rule("AL-6.11")
def test_an_aircraft_given_up_or_destroyed_can_be_flown_again(table: Table) -> None:
    table.do(RED, ExchangeAircraft(JET))
    table.land("crash")
    assert table.state.aircraft[RED] == PROP
    table.end()
    table.land("air_cargo")
    table.end()
    table.stand(RED, "tokyo")
    assert table.rule(RED, ExchangeAircraft(JET)) == ""


@pytest.mark.rule("AL-6.12")
def test_the_fee_is_in_cash_and_cities_may_be_sold_for_it(table: Table) -> None:
    table.own(RED, "moscow")
    table.cash(RED, 29)
    table.no_offers()
    assert table.rule(RED, ExchangeAircraft(JET)) == "AL-6.12"
    assert ExchangeAircraft(JET) not in table.legal(RED)
    table.do(RED, table.offer(YELLOW, give=("moscow",), get=1))
    table.do(YELLOW, AcceptOffer())
    table.do(RED, ExchangeAircraft(JET))
    assert table.state.cash[RED] == 0

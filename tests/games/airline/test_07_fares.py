"""AL-7: fares."""

import pytest

from aerodrome.games.airline.model.actions import AcceptOffer
from aerodrome.games.airline.model.events import FarePaid, LandedFreeInCutOffCity
from games.airline.table import JET, PROP, RED, SST, YELLOW, Table


@pytest.fixture
def table() -> Table:
    return Table("tokyo", "lima")


@pytest.mark.rule("AL-7.1", "AL-7.9")
def test_a_connected_city_of_another_player_costs_its_fare_at_once(table: Table) -> None:
    table.own(YELLOW, "rio_de_janeiro")
    table.land("rio_de_janeiro")
    assert table.state.cash == [89, 111]
    assert len(table.told(FarePaid)) == 1


@pytest.mark.rule("AL-7.2")
def test_a_city_that_is_cut_off_costs_nothing(table: Table) -> None:
    table.own(YELLOW, "rome")
    table.land("rome")
    assert table.state.cash == [100, 100]
    assert len(table.told(LandedFreeInCutOffCity)) == 1


@pytest.mark.rule("AL-7.3", "AL-7.4", "AL-7.5")
@pytest.mark.parametrize(("aircraft", "fare"), [(PROP, 9), (JET, 18), (SST, 27)])
@pytest.mark.parametrize("visitor", [PROP, SST])
def test_london_costs_9_18_or_27_by_the_aircraft_of_its_owner(aircraft: int, fare: int, visitor: int) -> None:
    table = Table("tokyo", "london")
    table.aircraft(YELLOW, aircraft)
    table.aircraft(RED, visitor)
    table.land("london")
    assert table.state.cash == [100 - fare, 100 + fare]


@pytest.mark.rule("AL-7.5")
def test_every_city_has_the_fares_of_the_edition(table: Table) -> None:
    for city in table.game.edition.city:
        for aircraft in (PROP, JET, SST):
            trip = Table("tokyo" if city.id != "tokyo" else "rome", city.id)
            trip.aircraft(YELLOW, aircraft)
            trip.land(city.id)
            assert trip.state.cash[YELLOW] == 100 + city.fares[aircraft]


@pytest.mark.rule("AL-7.6")
def test_a_base_earns_its_fare_alone(table: Table) -> None:
    assert table.owned(YELLOW) == {"lima"}
    table.land("lima")
    assert table.state.cash == [90, 110]


@pytest.mark.rule("AL-7.7", "AL-3.5")
def test_standing_in_a_city_costs_nothing(table: Table) -> None:
    table.stand(RED, "lima")
    table.fly(1, 2)
    assert table.state.cash[YELLOW] == 100


@pytest.mark.rule("AL-7.8", "AL-R16")
def test_a_deal_after_landing_does_not_change_the_fare() -> None:
    table = Table("tokyo", "lima")
    table.own(YELLOW, "rome")
    table.own(RED, "moscow")
    table.land("rome")  # cut off: free
    table.do(RED, table.offer(YELLOW, give=("moscow",), get=10))
    table.do(YELLOW, AcceptOffer())
    assert table.state.cash == [110, 90]


@pytest.mark.rule("AL-7.8", "AL-R16")
def test_a_fare_once_due_stays_due_though_the_network_changes_while_money_is_raised() -> None:
    table = Table("tokyo", "lima", "rome")
    table.own(YELLOW, "rio_de_janeiro", "new_york")
    table.own(RED, "moscow")
    table.aircraft(YELLOW, SST)
    table.cash(RED, 10)
    table.land("new_york")
    assert table.top == "RaiseMoneyStep"
    table.lose(YELLOW, "rio_de_janeiro")
    assert "new_york" not in table.connected(YELLOW)
    table.do(RED, table.offer(2, give=("moscow",), get=30))
    table.do(2, AcceptOffer())
    assert table.state.cash == [10, 130, 70]


@pytest.mark.rule("AL-7.9", "AL-R15")
def test_the_fare_is_paid_whole_before_anything_else_in_after(table: Table) -> None:
    table.own(YELLOW, "rio_de_janeiro")
    table.cash(RED, 8)
    table.land("rio_de_janeiro")
    assert table.top == "RaiseMoneyStep"
    assert table.rule(RED, table.challenge("rio_de_janeiro")) == "AL-2.7"
    assert table.state.cash == [8, 100]  # no part payment

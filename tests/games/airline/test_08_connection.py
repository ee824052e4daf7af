"""AL-8: routes and connection, with the worked examples of the rulebook."""

from itertools import combinations

import pytest

from aerodrome.games.airline.model.events import CitiesCutOff, CitiesReconnected
from games.airline.table import JET, RED, YELLOW, Table

RED_NETWORK = ("bangkok", "tashkent", "baghdad", "rome", "nairobi")
CUT_OFF = {"rome", "baghdad", "nairobi"}
REMEDIES = {"colombo", "sydney", "tashkent", "moscow"}


def network(base: str, *cities: str) -> set[str]:
    other = next(c for c in ("lima", "honolulu") if c not in (base, *cities))
    table = Table(base, other)
    table.own(RED, *cities)
    return table.connected(RED)


@pytest.mark.rule("AL-8.1")
def test_a_city_with_a_route_to_the_base_is_connected() -> None:
    assert network("london", "rome") == {"london", "rome"}
    assert network("london", "lima") == {"london"}


@pytest.mark.rule("AL-8.2")
def test_a_chain_of_own_cities_connects() -> None:
    chain = ("rome", "casablanca", "rio_de_janeiro", "lima")
    assert network("london", *chain) == {"london", *chain}
    assert network("london", "casablanca", "rio_de_janeiro", "lima") == {"london"}


@pytest.mark.rule("AL-8.3")
@pytest.mark.parametrize("owner", [None, "base", "city"])
def test_a_free_city_or_anothers_is_no_link(owner: str | None) -> None:
    table = Table("london", "rome" if owner == "base" else "lima")
    if owner == "city":
        table.own(YELLOW, "rome", "moscow", "new_york")
    table.own(RED, "casablanca")
    assert table.connected(RED) == {"london"}


@pytest.mark.rule("AL-8.4", "AL-8.5")
def test_losing_a_link_cuts_off_and_gaining_one_connects_again() -> None:
    table = Table("tokyo", "lima")
    table.own(RED, *RED_NETWORK)
    table.land("air_cargo")
    table.end()
    table.land("tashkent")
    table.do(YELLOW, table.challenge("tashkent"))
    table.throw(6, 6)
    table.throw(1, 1)
    assert table.owned(RED) >= CUT_OFF
    assert table.connected(RED) == {"tokyo", "bangkok"}
    assert len(table.told(CitiesCutOff)) == 1
    before = table.state.cash[YELLOW]
    table.end()
    table.land("moscow")
    table.do(RED, table.buy_city("moscow"))
    assert table.connected(RED) == {"tokyo", "bangkok", "moscow", *CUT_OFF}
    assert len(table.told(CitiesReconnected)) == 1
    assert table.state.cash[YELLOW] == before


@pytest.mark.rule("AL-8.4")
def test_a_city_cut_off_earns_nothing() -> None:
    table = Table("tokyo", "lima")
    table.own(YELLOW, "rome")
    table.land("rome")
    assert table.state.cash == [100, 100]


@pytest.mark.rule("AL-8.6")
def test_connection_does_not_depend_on_aircraft_cash_or_position() -> None:
    table = Table("tokyo", "lima")
    table.own(RED, *RED_NETWORK)
    before = table.connected(RED)
    table.aircraft(RED, JET)
    table.cash(RED, 1)
    table.stand(RED, "new_york")
    table.own(YELLOW, "london")  # something changes hands, so that connection is judged anew
    assert table.connected(RED) == before


@pytest.mark.rule("AL-8.7")
def test_s1_moscow_has_a_route_to_tokyo() -> None:
    assert network("tokyo", "moscow") == {"tokyo", "moscow"}


@pytest.mark.rule("AL-8.8", "AL-R40")
def test_s2_casablanca_is_linked_to_tokyo_by_moscow_and_by_a_connected_rome() -> None:
    assert network("tokyo", "casablanca") == {"tokyo"}
    assert network("tokyo", "moscow", "casablanca") == {"tokyo", "moscow", "casablanca"}
    assert network("tokyo", "rome", "casablanca") == {"tokyo"}
    assert network("casablanca", "rome") == {"casablanca", "rome"}
    assert "casablanca" in network("tokyo", *RED_NETWORK, "casablanca")
    without_rome = tuple(city for city in RED_NETWORK if city != "rome")
    assert "casablanca" not in network("tokyo", *without_rome, "casablanca")


@pytest.mark.rule("AL-8.9")
def test_s3_the_red_network_is_all_connected() -> None:
    assert network("tokyo", *RED_NETWORK) == {"tokyo", *RED_NETWORK}


@pytest.mark.rule("AL-8.10")
@pytest.mark.parametrize("taken", [False, True])
def test_s4_without_tashkent_rome_baghdad_and_nairobi_are_cut_off(taken: bool) -> None:
    table = Table("tokyo", "lima")
    table.own(RED, *RED_NETWORK)
    if taken:
        table.own(YELLOW, "tashkent")
    else:
        table.lose(RED, "tashkent")
    assert table.connected(RED) == {"tokyo", "bangkok"}
    assert table.owned(RED) - table.connected(RED) == CUT_OFF


@pytest.mark.rule("AL-8.11", "AL-R41")
def test_s5_any_of_four_cities_connects_the_three_again_and_nothing_else_does() -> None:
    left = tuple(city for city in RED_NETWORK if city != "tashkent")
    for n in (1, 2, 3, 4):
        for some in combinations(sorted(REMEDIES), n):
            assert network("tokyo", *left, *some) >= CUT_OFF
    everything_else = [c for c in Table("tokyo", "lima").game.city_ids if c not in REMEDIES | {"tokyo", "honolulu"}]
    assert not network("tokyo", *everything_else) & CUT_OFF


@pytest.mark.rule("AL-8.11")
def test_s5_the_view_names_the_four_as_missing_links() -> None:
    table = Table("tokyo", "lima")
    table.own(RED, *RED_NETWORK)
    table.lose(RED, "tashkent")
    cities = {city["city"]: city for city in table.game.view(table.state, YELLOW)["cities"]}
    for name in CUT_OFF:
        assert set(cities[name]["links"]) == REMEDIES
        assert (cities[name]["connected"], cities[name]["fare"]) == (False, 0)
    assert (cities["bangkok"]["links"], cities["bangkok"]["fare"]) == ([], 9)


@pytest.mark.rule("AL-8.12")
def test_s6_the_strong_network_survives_the_loss_of_any_city() -> None:
    strong = ("bangkok", "tashkent", "baghdad", "moscow", "colombo")
    assert network("tokyo", *strong) == {"tokyo", *strong}
    for lost in strong:
        left = tuple(city for city in strong if city != lost)
        assert network("tokyo", *left) == {"tokyo", *left}

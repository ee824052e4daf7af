"""What would lift a refusal, and what threatens a seat."""

from games.airkwire.table import Table
from laws.test_remedies import check_remedy


def warnings(table: Table, seat: int) -> list[str]:
    return [warning.text for warning in table.game.question(table.state, seat).warnings]


def test_a_range_refusal_names_the_aircraft_that_reaches_it_and_from_which_price() -> None:
    table = Table()
    table.open("twa", 1, {0: 3})
    table.hand(0, "chicago")
    table.do("close_stock")
    route = table.action("propose", city="chicago", airline="twa", aircraft="tri_motor")
    refusal = table.game.why_not(table.state, 0, route)
    assert refusal is not None
    assert refusal.rule == "AK-7.4"
    assert refusal.text.endswith("A Boeing 247 reaches it from $300 on.")
    check_remedy(table.game, table.state, 0, route)


def test_an_aircraft_that_is_used_up_is_not_named() -> None:
    table = Table()
    table.open("twa", 1, {0: 3})
    table.hand(0, "chicago")
    table.do("close_stock")
    twa = table.airline("twa")
    table.state.hangar[twa * table.state.types + table.kind("boeing_247")] = 0
    route = table.action("propose", city="chicago", airline="twa", aircraft="tri_motor")
    refusal = table.game.why_not(table.state, 0, route)
    assert refusal is not None
    assert "Boeing" not in refusal.text
    check_remedy(table.game, table.state, 0, route)


def test_shareholders_of_an_airline_on_the_last_space_are_warned() -> None:
    table = Table()
    table.open("twa", 0, {0: 2, 1: 1})
    assert warnings(table, 0) == [
        "TWA is at $100, the last space: one sale makes it bankrupt: your 2 shares would be worth nothing"
    ]
    table.at("twa", 1)
    assert warnings(table, 0) == []

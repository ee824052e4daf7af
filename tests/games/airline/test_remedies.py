"""What would lift a refusal, and what threatens a seat."""

from aerodrome.games.airline.model.actions import EndTurn
from games.airline.table import RED, YELLOW, Table
from laws.test_remedies import check_remedy


def warnings(table: Table, seat: int) -> list[str]:
    return [warning.text for warning in table.game.question(table.state, seat).warnings]


def test_where_all_markers_are_on_the_map_a_city_given_away_lifts_it() -> None:
    table = Table("tokyo", "lima")
    limit = table.game.marker_limit
    names = [name for name in table.game.city_ids if name not in ("tokyo", "lima", "rome")]
    table.own(RED, *names[: limit - 1])
    table.own(YELLOW, names[limit])
    table.land("rome")
    buy = table.buy_city("rome")
    refusal = table.game.why_not(table.state, RED, buy)
    assert refusal is not None
    assert refusal.text == f"All your {limit} markers are on the map: give a city away first."
    check_remedy(table.game, table.state, RED, buy)
    deal = table.offer(YELLOW, want=(names[limit],))
    refusal = table.game.why_not(table.state, RED, deal)
    assert refusal is not None
    assert refusal.text == f"Red would own {limit + 1} cities; {limit} are allowed."
    check_remedy(table.game, table.state, RED, deal)


def test_a_debtor_is_told_what_is_left_to_sell() -> None:
    table = Table("tokyo", "lima")
    table.own(RED, "moscow")
    table.cash(RED, 1)
    table.land("lima")
    table.no_offers()
    assert table.top == "RaiseMoneyStep"
    (told,) = warnings(table, RED)
    assert told.endswith("more you are out of the game; you have 1 city to sell")
    check_remedy(table.game, table.state, RED, EndTurn())
    table.lose(RED, "moscow")
    assert warnings(table, RED) == ["You have no city to sell: no deal can raise the money"]


def test_before_the_throw_one_is_warned_of_what_one_could_not_pay() -> None:
    table = Table("tokyo", "lima")
    table.no_offers()
    table.stand(RED, table.space("crash") - 3)
    table.cash(RED, table.game.crash_cost - 1)
    assert warnings(table, RED) == ["CRASH in reach costs $30M: you would be $1M short"]
    table.cash(RED, table.game.crash_cost)
    assert warnings(table, RED) == []

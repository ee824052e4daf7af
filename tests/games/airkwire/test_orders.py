"""Standing orders: what is answered in others' turns without asking, and what is asked all the same."""

from aerodrome import Action
from games.airkwire.table import Table


def offered(table: Table, seat: int) -> list[str]:
    return [order.key for order in table.game.standing_orders(table.state, seat)]


def answer(table: Table, *orders: str, seat: int = 1) -> Action | None:
    return table.game.standing_order_action(table.state, seat, frozenset(orders))


def proposed(city: str, **others: dict[str, str]) -> Table:
    """Red has proposed a route of United, which Black leads."""
    table = Table()
    table.open("united", 4, {1: 3, 0: 1})
    for name, routes in others.items():
        table.open(name, 2, {2: 3}, routes)
    table.hand(0, city)
    table.fly(city, "united")
    return table


def merging(held: int = 6, acquirer_left: int = 16) -> Table:
    """United at $500 takes over TWA, of which Black holds shares; the aircraft at its home is chosen."""
    table = Table()
    table.open("united", 5, {0: 20 - acquirer_left})
    table.open("twa", 3, {1: held}, {"st_louis": "tri_motor"})
    table.hand(0, "st_louis")
    table.fly("st_louis", "united")
    table.do("place_home", aircraft="tri_motor")
    return table


def test_a_standing_order_approves_or_refuses_the_routes_of_an_airline() -> None:
    table = proposed("cleveland")
    labels = {order.key: order.label for order in table.game.standing_orders(table.state, 1)}
    assert labels["approve:united"] == "Approve all routes of United"
    assert labels["refuse:united"] == "Refuse all routes of United by others"
    assert answer(table) is None
    assert answer(table, "approve:united") == table.action("approve")
    assert answer(table, "approve:united", seat=0) is None
    assert answer(table, "refuse:united") == table.action("refuse")
    assert answer(table, "approve:united", "refuse:united") is None, "who gave both is asked"
    assert answer(table, "approve:twa") is None, "of another airline"


def test_routes_with_enough_points_are_approved_where_no_other_airline_is() -> None:
    table = proposed("cleveland")
    order = next(o for o in table.game.standing_orders(table.state, 1) if o.key == "approve-points:united")
    assert order.max_amount == 3
    assert order.label.startswith("Approve routes of United that bring {amount} points or more")
    assert answer(table, "approve-points:united=2") == table.action("approve")
    assert answer(table, "approve-points:united=3") is None, "Cleveland brings two"
    assert answer(table, "approve-points:united=3", "refuse:united") == table.action("refuse")
    assert answer(table, "approve-points:united=2", "refuse:united") is None
    shared = proposed("st_louis", twa={"st_louis": "tri_motor"})
    assert answer(shared, "approve-points:united=1") is None, "TWA is there: it may be a merger"


def test_the_price_of_a_sold_out_airline_is_raised_by_an_order() -> None:
    table = Table()
    table.open("united", 7, {1: 12, 2: 7})
    assert "raise:united" not in offered(table, 1), "one share is left"
    table.shares("united", {1: 12, 2: 8})
    assert "raise:united" in offered(table, 1)
    assert "raise:united" not in offered(table, 2), "who does not lead it"
    table.state.points[table.airline("united")] = 25
    table.open("western", 2, {0: 2})
    table.hand(0, "san_diego")
    table.state.marker = table.game.cycle - 1
    game, state = table.game, table.state  # the points set by hand do not add up, as `check` would say
    game.apply(state, 0, table.action("close_stock"))
    game.apply(state, 0, table.action("propose", city="san_diego", airline="western", aircraft="tri_motor"))
    game.apply(state, 0, table.action("keep_hand"))
    assert (table.step, table.asked) == ("RaiseOrHoldPriceStep", 1)
    assert answer(table) is None
    assert answer(table, "raise:western") is None
    assert answer(table, "raise:united") == table.action("raise")


def test_shares_are_exchanged_or_sold_by_the_price_of_the_airline_that_takes_over() -> None:
    table = merging()
    assert (table.step, table.asked) == ("ExchangeOrSellDefunctSharesStep", 1)
    assert answer(table) is None
    assert answer(table, "exchange:twa=500") == table.action("dispose", exchange=3)
    assert answer(table, "exchange:twa=501") is None, "United stands at $500"
    assert answer(table, "sell:twa=500") == table.action("dispose", exchange=0)
    assert answer(table, "sell:twa=499") is None
    assert answer(table, "exchange:twa=501", "sell:twa=500") == table.action("dispose", exchange=0)
    assert answer(table, "exchange:twa=500", "sell:twa=500") is None, "whose orders contradict each other is asked"
    assert answer(table, "exchange:united=1") is None, "of another airline"
    assert answer(table, "exchange:twa=1", seat=0) is None, "Red is not asked"


def test_no_more_is_exchanged_than_there_is() -> None:
    table = merging(held=5)
    assert answer(table, "exchange:twa=1") == table.action("dispose", exchange=2), "an odd share is sold"
    table = merging(held=8, acquirer_left=3)
    assert answer(table, "exchange:twa=1") == table.action("dispose", exchange=3), "as many as are unsold"


def test_the_orders_for_a_merger_are_on_offer_while_it_can_come() -> None:
    table = Table()
    assert not any("twa" in key for key in offered(table, 1)), "it is not open"
    table.open("twa", 3, {1: 1, 2: 4})
    assert "sell:twa" not in offered(table, 1), "for one share there is no choice"
    assert {"exchange:twa", "sell:twa"} <= set(offered(table, 2))
    table.state.points[table.airline("twa")] = table.game.immunity
    assert "sell:twa" not in offered(table, 2), "it is immune"
    table = merging()
    assert {"exchange:twa", "sell:twa"} <= set(offered(table, 1)), "until its holder has answered"
    table.do("dispose", exchange=0)
    assert not any("twa" in key for key in offered(table, 1)), "used up"


def test_an_order_says_no_to_ending_the_game_early() -> None:
    table = Table()
    table.do("call_vote")
    assert table.asked == 1
    assert answer(table) is None
    assert answer(table, "play-on") == table.action("vote", agree=False)
    assert answer(table, "play-on", seat=2) is None


def test_an_order_keeps_routes_when_somebody_else_plays_the_card() -> None:
    assert "keep-routes" not in offered(Table(), 0), "there are no power cards"
    table = Table(power_cards=True)
    table.open("united", 5, {0: 4}, {"cleveland": "tri_motor"})
    table.open("twa", 3, {1: 3}, {"st_louis": "tri_motor"})
    table.hand(0, "decommission_route", "bangor")
    table.do("play_power", power="decommission_route")
    assert table.asked == 0
    assert answer(table, "keep-routes", seat=0) is None, "who played it wants to choose"
    table.do("keep_routes")
    assert table.asked == 1
    assert answer(table) is None
    assert answer(table, "keep-routes") == table.action("keep_routes")

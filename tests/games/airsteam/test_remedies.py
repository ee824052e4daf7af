"""What would lift a refusal, and what threatens a seat."""

from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.model.actions import (
    ChooseShipDestination,
    ChooseShippedCubeCount,
    GiveUpCube,
    PayUpkeep,
    ShipFromDepot,
)
from aerodrome.games.airsteam.rules.routes import SHIP_FINAL, find_destinations_with_max_cubes
from games.airsteam.table import FOOD, MACHINERY, TEXTILES, Table
from games.airsteam.test_upkeep import upkeep
from laws.test_remedies import check_remedy


def warnings(table: Table, seat: int) -> list[str]:
    return [warning.text for warning in table.game.question(table.state, seat).warnings]


def test_too_many_cubes_are_refused_with_the_number_that_goes() -> None:
    table = Table(2).at_action()
    depot = table.state.airship[0]
    table.cubes(depot, FOOD, 3)
    ship = next(action for action in table.legal(ShipFromDepot) if isinstance(action, ShipFromDepot))
    table.do(0, ship)
    while table.step == "ChooseShipDestinationStep":
        table.do(0, table.legal(ChooseShipDestination)[0])
    assert table.step == "ChooseShippedCountStep"
    check_remedy(table.game, table.state, 0, ChooseShippedCubeCount(4))


def test_upkeep_that_cannot_be_paid_names_how_many_cubes_to_give_up() -> None:
    table, _ = upkeep(hold=2, stored=2, cash=2)
    refusal = table.game.why_not(table.state, 0, PayUpkeep())
    assert refusal is not None
    assert refusal.text == "Your cubes cost $4 and you have $2: give up 2 cubes first."
    check_remedy(table.game, table.state, 0, PayUpkeep())


def test_before_the_last_action_of_a_round_one_is_warned_of_upkeep() -> None:
    table = Table(2).at_action()
    table.aboard(0, TEXTILES, 2).cash(0, 1)
    assert warnings(table, 0) == []
    table.state.slot = 3
    assert warnings(table, 0) == ["Upkeep is next: your cubes cost $2 and you have $1"]


def test_the_last_upkeep_says_how_many_cubes_bring_nothing_any_more() -> None:
    table, home = upkeep(hold=2, stored=1, cash=12)
    assert warnings(table, 0) == []
    table.state.round = table.game.rounds
    sold = bool(find_destinations_with_max_cubes(table.game, table.state, 0, home, MACHINERY, SHIP_FINAL))
    lost = 2 if sold else 3
    (told,) = warnings(table, 0)
    assert (
        told == f"The last upkeep: {lost} cubes of yours bring nothing any more, in the hold or out of reach of a city"
    )


def test_upkeep_nobody_can_pay_asks_to_give_up() -> None:
    table, _ = upkeep(hold=2, stored=0, cash=1)
    assert table.game.question(table.state, 0).ask == "Upkeep: give up cubes until you can pay — $2 is due, you have $1"


def test_the_order_to_pay_gives_up_in_the_last_upkeep_what_nobody_buys() -> None:
    table, _ = upkeep(hold=2, stored=0, cash=12)
    orders = frozenset({"upkeep"})
    assert table.game.standing_order_action(table.state, 0, orders) == PayUpkeep()
    table.state.round = table.game.rounds
    given = table.game.standing_order_action(table.state, 0, orders)
    assert isinstance(given, GiveUpCube)
    assert given.depot == NOBODY

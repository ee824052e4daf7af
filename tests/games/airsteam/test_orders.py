"""Standing orders, several cubes given up at once, and the places a plan is made for."""

from aerodrome import Action
from aerodrome.core.actions import NOBODY
from aerodrome.core.question import CountsForm, SlotsForm
from aerodrome.games.airsteam.model.actions import (
    ExchangePlannedCards,
    FlyAirship,
    GiveUpCube,
    GiveUpCubes,
    LoadOrUnload,
    PayUpkeep,
    PlanNextCard,
)
from aerodrome.games.airsteam.text.actions import build_choice
from games.airsteam.table import FOOD, MACHINERY, Table

PAY = frozenset({"upkeep"})
ONCE = frozenset({"load once"})


def at_upkeep(round_number: int = 1, hold: int = 2, stored: int = 1, rules: int | None = None) -> Table:
    table = Table(2, rules=rules).aboard(0, FOOD, hold)
    table.cubes(table.state.airship[0], MACHINERY, stored).draw().plan()
    while table.step != "UpkeepStep":
        table.plainly()
    table.cash(0, 12)
    table.state.round = round_number
    return table


def test_several_cubes_are_given_up_at_once() -> None:
    table = at_upkeep()
    form = next(form for form in table.game.forms(table.state, 0) if isinstance(form, CountsForm))
    assert [(item.label, item.detail.split()[0], item.max) for item in form.items] == [
        ("Food", "in", 2),
        ("Machinery", "at", 1),
    ]
    action = table.game.parse({**form.action, form.field: [2, 1]})
    assert table.game.say(table.state, 0, action).startswith("Give up 2 Food from your hold and 1 Machinery from your")
    home = table.state.depot_hex[table.state.depot_seat.index(0)]
    one_by_one = table.twin().do(0, GiveUpCube(NOBODY, FOOD), GiveUpCube(NOBODY, FOOD), GiveUpCube(home, MACHINERY))
    table.do(0, action)
    assert table.state.cubes_given_up == one_by_one.state.cubes_given_up


def test_more_cubes_than_there_are_or_none_cannot_be_given_up_at_once() -> None:
    table = at_upkeep()
    for counts in ((3, 0), (0, 0), (-1, 1), (1,), (1, 1, 1), ()):
        assert table.no(0, GiveUpCubes(counts)) == "KS-20.4"
    table.do(0, GiveUpCube(NOBODY, FOOD))
    assert table.no(0, GiveUpCubes((2, 0))) == "KS-20.4"
    assert table.game.why_not(table.state, 0, GiveUpCubes((1, 1))) is None


def test_under_the_first_rules_cubes_are_given_up_one_by_one() -> None:
    table = at_upkeep(rules=1)
    assert table.no(0, GiveUpCubes((1, 0))) == "KS-20.2"
    assert table.game.forms(table.state, 0) == []


def test_the_order_to_pay_gives_up_the_hold_in_the_last_round_only() -> None:
    table = at_upkeep()
    assert table.game.standing_order_action(table.state, 0, PAY) == PayUpkeep()
    table = at_upkeep(round_number=table.game.rounds)
    for _cube in range(2):
        action = table.game.standing_order_action(table.state, 0, PAY)
        assert action == GiveUpCube(NOBODY, FOOD)
        table.do(0, action)
    assert table.game.standing_order_action(table.state, 0, PAY) == PayUpkeep()


def test_upkeep_is_paid_up_to_an_amount() -> None:
    table = at_upkeep()
    assert answer_upkeep(table, 3) == PayUpkeep(), "three cubes cost $3"
    assert answer_upkeep(table, 2) is None
    table.cash(0, 2)
    assert answer_upkeep(table, 3) is None, "it cannot be paid"


def test_who_gives_up_cubes_by_hand_goes_on_by_hand() -> None:
    table = at_upkeep()
    table.do(0, GiveUpCube(NOBODY, FOOD))
    assert answer_upkeep(table, 2) is None, "$2 is due now, but perhaps more cubes are to go"


def test_the_order_with_an_amount_is_used_up_in_the_last_round() -> None:
    table = at_upkeep()
    order = next(one for one in table.game.standing_orders(table.state, 0) if one.max_amount is not None)
    assert (order.key, order.label) == (
        "upkeep up to",
        "Pay upkeep for all my cubes when it costs ${amount} or less",
    )
    last = at_upkeep(round_number=table.game.rounds)
    assert all(one.max_amount is None for one in last.game.standing_orders(last.state, 0))
    assert answer_upkeep(last, 9) is None, "the cubes in the hold are sold no more"


def answer_upkeep(table: Table, limit: int) -> Action | None:
    return table.game.standing_order_action(table.state, 0, frozenset({f"upkeep up to={limit}"}))


def test_the_last_upkeep_says_that_cubes_in_the_hold_are_not_sold_any_more() -> None:
    early, late = at_upkeep(), at_upkeep(round_number=6)
    assert "can no longer be sold" not in early.game.prompt(early.state, 0)
    asked = late.game.prompt(late.state, 0)
    assert asked.startswith("Last upkeep: pay $3")
    assert asked.endswith("What is in your hold can no longer be sold")
    late.cash(0, 1)
    assert late.game.prompt(late.state, 0).startswith("Last upkeep: give up cubes until you can pay — $3 is due")


def test_loading_is_asked_once_where_nothing_changed() -> None:
    table = Table(2).aboard(0, FOOD, 1).draw().plan(("0", "1", "2", "3"), ("0", "1", "2", "3"))
    table.on("LoadOrUnloadStep", seat=0)
    assert table.game.standing_order_action(table.state, 0, ONCE) is None
    keep = LoadOrUnload(table.hold(0))
    table.do(0, keep)
    table.on("LoadOrUnloadStep", seat=0)
    assert table.game.standing_order_action(table.state, 0, ONCE) == keep
    assert table.game.standing_order_action(table.state, 0, frozenset()) is None
    moved = table.twin()
    moved.cubes(moved.state.airship[0], MACHINERY, 1)
    assert moved.game.standing_order_action(moved.state, 0, ONCE) is None
    table.do(0, keep)
    table.on("MoveAirshipStep", seat=0)
    elsewhere = next(
        flight
        for flight in table.legal(FlyAirship)
        if isinstance(flight, FlyAirship) and flight.hex != table.state.airship[0]
    )
    table.do(0, elsewhere)
    assert table.game.standing_order_action(table.state, 0, ONCE) is None


def test_a_plan_is_made_for_factories_with_cubes_and_own_depots() -> None:
    table = Table(2).draw()
    form = table.game.forms(table.state, 0)[0]
    assert isinstance(form, SlotsForm)
    tables = table.game.maps[2]
    full = [factory for factory in tables.factories if any(table.state.factory_cubes[factory * 5 : factory * 5 + 5])]
    depots = [stop for stop in form.stops if stop.detail.startswith("your depot")]
    assert len(depots) == 1
    assert depots[0].where == {"hex": list(table.game.names.hexes[table.state.airship[0]])}
    assert len(form.stops) == len(full) + 1
    assert all("to load" in stop.detail for stop in form.stops if stop not in depots)


def test_cards_are_called_by_what_is_printed_on_them_and_found_by_their_ids() -> None:
    table = Table(2).draw().lay(0, "7**", "2")
    assert table.game.say(table.state, 0, PlanNextCard(table.card("6**"))) == "Plan 6◆◆"
    assert build_choice(table.game, table.state, 0, PlanNextCard(table.card("6**"))).where == {"card": "6**"}
    swap = build_choice(table.game, table.state, 0, ExchangePlannedCards(0, 1))
    assert (swap.label, swap.where) == ("Exchange 7◆◆ (slot 1) and 2 (slot 2)", {"slot": 1, "with": 2})

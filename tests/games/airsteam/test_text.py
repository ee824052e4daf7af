"""What people read: questions, choices, refusals, forms, standing orders, the log."""

import re
from pathlib import Path

import pytest

from aerodrome.core.digest_rules import read_digest_rules_by_id
from aerodrome.core.question import CountsForm, SlotsForm
from aerodrome.games import airsteam
from aerodrome.games.airsteam.model.actions import BuildDepot, LoadOrUnload, PayUpkeep, PlanNextCard, ShipFromDepot
from aerodrome.games.airsteam.model.events import CardsRevealed, DepotBuilt
from aerodrome.games.airsteam.rules.routes import SHIP_BY_ACTION, find_shipment_obstacle
from aerodrome.games.airsteam.text.names import map_independent_place_name
from aerodrome.games.airsteam.text.refusals import GENERAL_REASONS
from games.airsteam.table import CHEMICALS, FOOD, LUXURIES, MACHINERY, TEXTILES, Table, load


def question(table: Table, seat: int) -> tuple[str, dict[str, str], list[str]]:
    asked = table.game.question(table.state, seat)
    return asked.ask, {c.label: c.detail for c in asked.choices}, [f"{r.label}: {r.why}" for r in asked.refused]


def test_planning_shows_the_slots_and_counts_the_diamonds() -> None:
    table = Table(2).draw().do(0, PlanNextCard(Table(2).card("3*")))
    ask, choices, refused = question(table, 0)
    assert ask == "Plan card 2 of 4 — 1 of 2 diamonds left"
    assert choices["Plan 7◆◆"] == "order G, 2 diamonds"
    assert refused == ["Plan 3◆: Already in a slot."]
    form = table.game.forms(table.state, 0)[0]
    assert isinstance(form, SlotsForm)
    assert [(slot.filled, slot.open) for slot in form.slots] == [
        ("3◆", False),
        (None, True),
        (None, False),
        (None, False),
    ]


def test_a_card_over_the_rating_is_asked_about() -> None:
    table = Table(2).draw().do(0, PlanNextCard(Table(2).card("7**")))
    choices = table.game.question(table.state, 0).choices
    confirm = {choice.label: choice.confirm for choice in choices}
    assert "3 diamonds; you have 2" in confirm["Plan 1◆"]
    assert confirm["Plan 0"] == ""


def test_actions_come_in_groups_with_places_and_prices() -> None:
    table = Table(2).at_action()
    home = table.space("A1-A3", 0)
    table.cubes(home, FOOD, 2)
    asked = table.game.question(table.state, 0)
    ship = next(choice for choice in asked.choices if choice.group == "Ship")
    assert ship.label == "Ship Food from Akron–Atlanta, first space from Akron"
    assert ship.detail == "2 there; Akron at $5 a cube"
    assert ship.where == {"hex": [3, -3], "good": "food", "cities": ["A1"], "links": ["A1-A3"]}
    groups = {choice.group for choice in asked.choices}
    assert groups == {"", "Upgrade", "Build a depot", "Ship", "Route adjustment"}


def test_what_cannot_be_done_is_named_with_its_price() -> None:
    table = Table(2).at_action().cash(0, 1)
    table.cubes(table.space("A1-A3", 0), MACHINERY, 1)
    _, _, refused = question(table, 0)
    assert "Upgrade airship: That costs $2 and you have $1." in refused
    assert "Build a depot: The cheapest costs $4 and you have $1." in refused
    assert "Ship Machinery: " in " ".join(refused)


def test_single_dear_spaces_are_refused_where_they_are() -> None:
    table = Table(2).at_action().cash(0, 5)
    refused = [item for item in table.game.unavailable_actions(table.state, 0) if item.label.startswith("Build")]
    assert {item.why for item in refused} == {"That costs $7 and you have $5."}
    assert {tuple(item.where["hex"]) for item in refused} >= {(2, -2), (1, -2)}


def test_cities_in_range_of_a_flight_are_refused_by_name() -> None:
    table = Table(2).draw().plan(("2", "0", "1", "3")).on("MoveAirshipStep", seat=0)
    asked = table.game.question(table.state, 0)
    assert [(item.label, item.rule) for item in asked.refused] == [("Stop at Akron", "KS-7.5")]


def test_cities_out_of_reach_of_a_shipment_are_refused_by_name() -> None:
    table = Table(2).at_action()
    depot = table.space("A1-A3", 0)
    table.depot(0, "A1-A3", 1)
    table.cubes(depot, FOOD, 1).do(0, ShipFromDepot(depot, FOOD))
    assert {item.label for item in table.game.unavailable_actions(table.state, 0)} == {"To Butte", "To Concord"}


def test_a_flight_tells_what_is_there() -> None:
    table = Table(2).draw()
    table.fly(0, table.hex(0, 3)).plan(("1", "0", "2", "3")).on("MoveAirshipStep", seat=0)
    _, choices, _ = question(table, 0)
    assert choices["Fly to the Textiles factory near Charleston"] == "1 Textiles to load"


def test_a_third_depot_on_a_link_is_asked_about() -> None:
    table = Table(2).at_action().cash(0, 20)
    table.depot(1, "A1-A3", 1)
    asked = {choice.label: choice.confirm for choice in table.game.question(table.state, 0).choices}
    assert (
        asked["Build a depot on Akron–Atlanta, first space from Atlanta for $10"]
        == "Pay $10? Akron–Atlanta has 2 depots already."
    )
    assert asked["Build a depot on Albany–Atlanta, first space from Atlanta for $4"] == ""


def test_loading_has_a_form_for_every_result() -> None:
    table = Table(2)
    table.fly(0, table.factory_hex("FA1")).aboard(0, FOOD, 1).draw().plan()
    form = table.game.forms(table.state, 0)[0]
    assert isinstance(form, CountsForm)
    assert [item.max for item in form.items] == [0, 1, 1, 0, 0]
    assert (form.start, form.total_max) == ([0, 1, 0, 0, 0], 2)
    filled = table.game.parse({**form.action, form.field: [0, 0, 1, 0, 0]})
    assert filled == load(textiles=1)
    assert table.game.say(table.state, 0, filled) == "Load 1 Textiles and unload 1 Food"
    assert isinstance(filled, LoadOrUnload)
    assert table.game.say(table.state, 0, load(food=1)) == "Leave the hold as it is (1 Food)"


def test_an_empty_hold_is_left_empty() -> None:
    table = Table(2)
    table.fly(0, table.factory_hex("FA1")).draw().plan()
    assert table.game.say(table.state, 0, load()) == "Leave the hold empty"


def test_paying_has_a_form_for_dearer_routes() -> None:
    table = Table(3).levels(0, train=2).at_action()
    depot = table.space("A1-A3", 0)
    table.depot(1, "A3-A4", 0)
    table.depot(2, "A3-A4", 1)
    table.cubes(depot, LUXURIES, 1).do(0, ShipFromDepot(depot, LUXURIES))
    ask, choices, _ = question(table, 0)
    assert ask == "Whom do you pay for the way to Augusta?"
    assert set(choices) == {"Pay Blue for 1 link", "Pay Green for 1 link"}
    form = table.game.forms(table.state, 0)[0]
    assert isinstance(form, CountsForm)
    assert [item.max for item in form.items] == [0, 1, 1]


@pytest.mark.parametrize("kind", ["basic", "full"])
def test_seats_are_called_by_colour_unless_colours_are_drawn(kind: str) -> None:
    table = Table(2) if kind == "basic" else Table(2, people=("clint", "isaac"))
    assert table.game.seat_name(1) == ("Blue" if kind == "basic" else "Player 2")


def test_the_log_tells_who_did_what_where() -> None:
    table = Table(2).at_action().do(0, BuildDepot(Table(2).space("A2-A3", 0)))
    words = [table.game.describe_event(event) for event in table.events]
    assert "Red places a starting depot and the airship on Akron–Atlanta, first space from Akron" in words
    assert "Step 1: Red 0, Blue 0" in words
    built = table.game.describe_event(table.told(DepotBuilt)[0])
    assert built == "Red builds a depot for $4 on Albany–Atlanta, first space from Albany"
    assert len(table.told(CardsRevealed)) == 1


def test_a_standing_order_pays_upkeep() -> None:
    table = Table(2).aboard(0, FOOD, 2).draw().plan().on("UpkeepStep")
    orders = frozenset(order.key for order in table.game.standing_orders(table.state, 0))
    assert table.game.standing_order_action(table.state, 0, orders) == PayUpkeep()
    assert table.game.standing_order_action(table.state, 0, frozenset()) is None
    table.cash(0, 1)
    assert table.game.standing_order_action(table.state, 0, orders) is None


def test_eli_and_isaac_have_standing_orders_of_their_own() -> None:
    table = Table(2, people=("eli", "isaac"))
    keys = [{order.key for order in table.game.standing_orders(table.state, seat)} for seat in (0, 1)]
    everybodys = {"upkeep", "upkeep up to", "load once"}
    assert keys == [{*everybodys, "no swap"}, {*everybodys, "no sacrifice"}]
    table.draw().plan()
    assert table.game.standing_order_action(table.state, 0, frozenset({"no swap"})) == table.game.decline
    table.on("TakeActionStep", seat=1).aboard(1, FOOD, 1).plainly()
    assert table.step == "SacrificeCubeForActionStep"
    assert table.game.standing_order_action(table.state, 1, frozenset({"no sacrifice"})) == table.game.decline


def test_every_rule_that_refuses_has_words_and_is_in_the_digest() -> None:
    folder = Path(airsteam.__file__).parent
    used = set()
    for room in ("rules", "steps"):
        for file in (folder / room).glob("*.py"):
            used |= set(re.findall(r'"(KS-[R0-9.]+)"', file.read_text(encoding="utf-8")))
    assert len(used) > 40
    assert used <= set(GENERAL_REASONS)
    assert set(GENERAL_REASONS) <= set(read_digest_rules_by_id("airsteam"))


def test_phases_are_named() -> None:
    table = Table(2, placed=False)
    seen = []
    while table.step != "over":
        seen.append(table.game.view(table.state, None)["phase"])
        if table.state.round == 6 and table.step == "PlanCardsStep":
            break
        table.plainly()
    assert seen[0] == "Set-up · Starting depots"
    assert {"Round 1 · Market Adjusts", "Round 1 · Plan Airship Movement"} <= set(seen)
    assert "Round 2 · Movement and Actions, step 4 of 4" in seen


def test_numbers_and_board_are_there() -> None:
    table = Table(2)
    names = [series.name for series in table.game.statistics(table.state, 0)]
    assert names[:3] == ["Result so far", "Cash", "Depots"]
    board = table.game.board()
    assert [len(one["hexes"]) for one in board["maps"]] == [183 + 3, 305 + 5, 427 + 6]
    assert board["goods"][CHEMICALS]["name"] == "Chemicals"
    assert board["goods"][TEXTILES]["id"] == "textiles"


def test_every_place_has_a_name_of_its_own_without_coordinates() -> None:
    game = Table(2).game
    names = [map_independent_place_name(game, hex_id) for hex_id in range(len(game.names.hexes))]
    assert len(set(names)) == len(names)
    assert not [name for name in names if "," in name and name.replace(",", "").replace("-", "").isdigit()]
    assert "1 hex west of Cincinnati" in names
    assert any(re.fullmatch(r"2 hexes \S+ and 1 \S+ of \w+", name) for name in names)


def test_a_shipment_that_lacks_a_depot_names_the_line_and_building_there_lifts_it() -> None:
    table = Table(2).at_action().levels(0, train=2)
    depot = table.space("A1-A3", 0)
    table.cubes(depot, MACHINERY, 1)
    ship = ShipFromDepot(depot, MACHINERY)
    refusal = table.game.why_not(table.state, 0, ship)
    assert refusal is not None
    assert re.fullmatch(r"(\w+) takes Machinery, but nobody has a depot on (\w+)–(\w+): build one there.", refusal.text)
    obstacle = find_shipment_obstacle(table.game, table.state, 0, depot, MACHINERY, SHIP_BY_ACTION)
    for link in obstacle.missing_links:
        table.depot(1, table.game.names.links[link], 0)
    assert table.game.why_not(table.state, 0, ship) is None

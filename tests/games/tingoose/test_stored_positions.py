"""Positions on disk keep the names they were written with, whatever the code calls things today."""

import json

from aerodrome.games.tingoose.steps import STEPS
from games.tingoose.table import ADVANCE, Table

STORED_STEPS = {
    "DrawsDemand",
    "DealsCard",
    "LaysAirmail",
    "BidsOpening",
    "RanksBids",
    "BreaksTie",
    "ChoosesAirmail",
    "Turns",
    "PlaysCard",
    "BidsChips",
    "CallsBid",
    "UsesFleet",
    "ShedsCondition",
    "BeginsActions",
    "TakesAction",
    "CollectsIncome",
}


def test_steps_are_stored_by_their_first_names() -> None:
    assert set(STEPS) == STORED_STEPS


def test_fields_of_steps_are_stored_by_their_first_names() -> None:
    acting = Table().acting().do(ADVANCE)
    fields = {"seat": 0, "left": 2, "advances": 1, "planes": 0, "chips": 0, "bonds": 0}
    assert _stored(acting)["agenda"][-1] == {"step": "TakesAction", **fields}
    bidding = Table().auction("G01")
    fields = {"card": bidding.card("G01"), "seat": 1, "high": 0, "leader": -1}
    assert _stored(bidding)["agenda"][-1] == {"step": "CallsBid", **fields}


def test_fields_of_the_table_are_stored_by_their_first_names() -> None:
    table = Table().begin()
    table.state.income_box, table.state.served_destinations = [4, 5, 6], [1, 2, 4]
    table.state.sealed_bids, table.state.card_row = [7, 8, 9], [3]
    stored = _stored(table)
    names = ("box", "served", "sealed", "row")
    assert [stored[name] for name in names] == [[4, 5, 6], [1, 2, 4], [7, 8, 9], [3]]


def test_a_stored_position_is_read_back_as_it_was() -> None:
    for table in (Table().acting().do(ADVANCE), Table().auction("G01"), Table().striking("G24")):
        stored = table.game.to_json(table.state)
        assert table.game.to_json(table.game.from_json(stored)) == stored


def _stored(table: Table) -> dict[str, list[object]]:
    stored: dict[str, list[object]] = json.loads(table.game.to_json(table.state))
    return stored

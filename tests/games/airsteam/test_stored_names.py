"""Names in stored positions and events outlive those in the code."""

import json

from aerodrome.games.airsteam.model.events import GameEnded
from aerodrome.games.airsteam.steps import STEPS
from games.airsteam.table import CHEMICALS, FOOD, Table

STORED_STEPS = """
Colours ChooseColour Characters StartPlayer PlaceAll StartDepot DealMoney
NewRound MarketAdjusts BeginPlanning Planning Reveal SetOrder SwapPlanned
Turn Movement Loading TakeAction ShipWhere ShipHowMany ShipFor FreeShipmentNow FreeShipment
ConvertWhat ConvertInto LayTrack LineDepot OneMoreAction Sacrifice
BeginUpkeep Upkeep EndUpkeep FactoriesProduce BeginFinal FinalTurn FinalShipments Score
"""


def test_steps_have_the_names_of_stored_positions() -> None:
    assert set(STEPS) == set(STORED_STEPS.split())
    assert all(step.__name__.endswith("Step") for step in STEPS.values())


def test_a_stored_position_has_the_old_names_of_attributes() -> None:
    table = Table(2).levels(0, train=2).at_action()
    depot = table.space("A1-A3", 0)
    table.depot(0, "A3-A4")
    table.cubes(depot, FOOD, 2).cubes(depot, CHEMICALS, 1)
    table.do(0, table.game.get_ship_action(depot, FOOD))
    assert table.step == "ChooseShipDestinationStep"
    stored = json.loads(table.game.to_json(table.state))
    assert {"agenda", "given", "tie", "track"} <= set(stored)
    assert stored["agenda"][-1] == {"step": "ShipWhere", "depot": depot, "good": FOOD, "part": 0, "seat": 0}


def test_the_last_event_keeps_its_type() -> None:
    assert Table(2).game.dump_event(GameEnded((1,))) == {"type": "won", "winners": [1]}

"""What is stored and sent keeps its names, whatever the classes and attributes are called now."""

import json

import aerodrome
from aerodrome.games.airline.model.events import (
    CitiesCutOff,
    CitiesReconnected,
    FirstBaseChoiceWon,
    GameEnded,
    PlayerLeft,
)
from aerodrome.games.airline.steps import STEPS
from games.airline.table import RED, YELLOW, Table

STEP_NAMES = {
    "OpeningThrow",
    "BaseChoice",
    "NextBase",
    "PassTurn",
    "Count",
    "Before",
    "Movement",
    "Arrive",
    "CharterThrow",
    "HijackThrow",
    "Landed",
    "After",
    "ChallengeThrow",
    "AskNext",
    "Asked",
    "Answer",
    "Raise",
    "Claims",
    "LastCall",
}
STATE_KEYS = {
    "active",
    "agenda",
    "aircraft",
    "bank",
    "base",
    "cash",
    "claims",
    "end",
    "exchanged",
    "network",
    "offers",
    "out",
    "owned",
    "pos",
    "raise_from",
    "raise_to",
    "round",
    "seats",
}


def test_steps_are_stored_under_the_names_they_always_had() -> None:
    assert set(STEPS) == STEP_NAMES


def test_a_position_with_an_open_offer_is_stored_under_the_old_names() -> None:
    table = Table("tokyo", "lima")
    table.own(YELLOW, "rio_de_janeiro")
    table.no_offers()
    table.do(RED, table.offer(YELLOW, pay=7, want=("rio_de_janeiro",)))
    stored = json.loads(table.game.to_json(table.state))
    assert set(stored) == STATE_KEYS
    assert [step["step"] for step in stored["agenda"]] == ["Before", "Answer"]
    assert stored["agenda"][-1] == {
        "step": "Answer",
        "centre": RED,
        "chain": 0,
        "give_cash": 7,
        "give_cities": [],
        "proposer": RED,
        "raising": False,
        "receiver": YELLOW,
        "want_cash": 0,
        "want_cities": [table.city("rio_de_janeiro")],
    }
    again = table.game.from_json(table.game.to_json(table.state))
    assert table.game.to_json(again) == table.game.to_json(table.state)


def test_events_that_were_renamed_keep_their_type() -> None:
    game = aerodrome.load("airline")
    events = (GameEnded((0,), 1), PlayerLeft(0, 0, ()), CitiesCutOff(0, (1,)), CitiesReconnected(0, (1,)))
    assert [game.dump_event(event)["type"] for event in events] == ["game_over", "left", "cut_off", "reconnected"]
    assert game.dump_event(FirstBaseChoiceWon(0))["type"] == "first_choice"

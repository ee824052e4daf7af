"""Positions stored by version 0.1.0, stopped at every step of every title, go on as they did there."""

import msgspec
import pytest

import aerodrome
from compat.reading import digest_state, list_legal, play_on, read_positions, registered_steps

NEVER_STORED = {
    "airkwire": {"Covering"},
    "airline": {"NextBase"},
    "airsteam": {"BeginFinal"},
    "tingoose": {"RanksBids"},
}
"""Steps that ask nobody and are never below one that does: they run before anything can be stored."""


@pytest.mark.parametrize("title", aerodrome.titles())
def test_every_step_has_a_stored_position(title: str) -> None:
    positions = list(read_positions(title))
    on_top = {position.top for position in positions}
    anywhere = {step for position in positions for step in position.steps}
    steps = registered_steps(title)
    missing = [name for name, asks_nobody in steps.items() if name not in (anywhere if asks_nobody else on_top)]
    assert set(missing) == NEVER_STORED[title]


@pytest.mark.parametrize("title", aerodrome.titles())
def test_steps_that_are_never_stored_ask_nobody(title: str) -> None:
    steps = registered_steps(title)
    assert all(steps[name] for name in NEVER_STORED[title])


@pytest.mark.parametrize("title", aerodrome.titles())
def test_a_stored_position_offers_the_same_actions(title: str) -> None:
    for number, position in enumerate(read_positions(title)):
        game = position.game
        state = game.from_json(bytes(position.state))
        assert state.seats == position.seats
        assert list_legal(game, state) == position.legal, f"position {number}, at {position.top}"


@pytest.mark.parametrize("title", aerodrome.titles())
def test_a_stored_position_is_written_as_it_was_read(title: str) -> None:
    for number, position in enumerate(read_positions(title)):
        game = position.game
        state = game.from_json(bytes(position.state))
        written = msgspec.json.decode(game.to_json(state))
        assert written == msgspec.json.decode(position.state), f"position {number}, at {position.top}"


@pytest.mark.parametrize("title", aerodrome.titles())
def test_a_stored_position_plays_on_to_the_same_state(title: str) -> None:
    for number, position in enumerate(read_positions(title)):
        game = position.game
        state = game.from_json(bytes(position.state))
        play_on(game, state)
        assert digest_state(game, state) == position.after, f"position {number}, at {position.top}"

"""Any title as an OpenSpiel game. See docs/adapters.md.

from aerodrome.adapters import openspiel
openspiel.register()
game = pyspiel.load_game("aerodrome_airline(seats=3)")
"""

import json
from array import array
from typing import Any

import msgspec
import numpy as np
import pyspiel

import aerodrome
from aerodrome import CHANCE, State
from aerodrome.adapters.encoding import ActionSpace, utilities

MOST_OUTCOMES = 4096
LONGEST_GAME = 100_000


class Table:
    """One title with its settings; shared by all states of a game."""

    def __init__(self, title: str, seats: int, options: str) -> None:
        self.game = aerodrome.load(title, options=json.loads(options))
        self.seats = seats or self.game.seats_min
        self.space = ActionSpace(self.game, self.seats)
        self.features = len(self.game.sense.features(self.game, self.game.new(self.seats), 0))


class Position:
    """A state of the engine as OpenSpiel copies it: the table is shared, the state cloned."""

    def __init__(self, table: Table, state: State) -> None:
        self.table = table
        self.state = state

    def __deepcopy__(self, memo: dict[int, Any]) -> "Position":
        return Position(self.table, self.state.clone())


def _game_type(title: str) -> pyspiel.GameType:
    game = aerodrome.load(title)
    return pyspiel.GameType(
        short_name=f"aerodrome_{title}",
        long_name=f"Aerodrome: {title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats_max,
        min_num_players=game.seats_min,
        provides_information_state_string=False,
        provides_information_state_tensor=False,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": game.seats_min, "options": "{}"},
    )


def make_game_class(title: str) -> tuple[pyspiel.GameType, type]:
    kind = _game_type(title)

    class AerodromeGame(pyspiel.Game):  # type: ignore[misc]  # the library has no types
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            params = params or {}
            self.table = Table(title, int(params.get("seats", 0)), str(params.get("options", "{}")))
            info = pyspiel.GameInfo(
                num_distinct_actions=self.table.space.size,
                max_chance_outcomes=MOST_OUTCOMES,
                num_players=self.table.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=LONGEST_GAME,
            )
            super().__init__(kind, info, params)

        def new_initial_state(self) -> "AerodromeState":
            return AerodromeState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "Observer":
            return Observer(self.table)

    return kind, AerodromeGame


class AerodromeState(pyspiel.State):  # type: ignore[misc]  # the library has no types
    """Chance nodes are explicit; seats that choose at once are asked one after the other and see nothing new."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        table: Table = game.table
        self.position = Position(table, table.game.new(table.seats))

    def current_player(self) -> int:
        actors = self.position.table.game.actors(self.position.state)
        if not actors:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actors[0] == CHANCE else actors[0]

    def _legal_actions(self, player: int) -> list[int]:
        table = self.position.table
        return sorted(table.space.numbers(table.game.legal(self.position.state, player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.position.table.game.odds(self.position.state)))

    def _apply_action(self, number: int) -> None:
        table, state = self.position.table, self.position.state
        who = table.game.actors(state)[0]
        action = table.game.legal(state, CHANCE)[number] if who == CHANCE else table.space.actions[number]
        table.game.apply(state, who, action)

    def _action_to_string(self, player: int, number: int) -> str:
        table, state = self.position.table, self.position.state
        if player == int(pyspiel.PlayerId.CHANCE):
            return json.dumps(table.game.dump(table.game.legal(state, CHANCE)[number]))
        return json.dumps(table.game.dump(table.space.actions[number]))

    def is_terminal(self) -> bool:
        return not self.position.state.agenda

    def returns(self) -> list[float]:
        return utilities(self.position.table.game, self.position.state)

    def __str__(self) -> str:
        return self.position.table.game.to_json(self.position.state).decode()


class Observer:
    """What a seat sees: the title's features as a tensor, its view as a string."""

    def __init__(self, table: Table) -> None:
        self.tensor = np.zeros(table.features, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: AerodromeState, player: int) -> None:
        game = state.position.table.game
        self.tensor[:] = array("f", game.sense.features(game, state.position.state, player))

    def string_from(self, state: AerodromeState, player: int) -> str:
        return msgspec.json.encode(state.position.table.game.view(state.position.state, player)).decode()


_REGISTERED: set[str] = set()


def register(*titles: str) -> None:
    """Make titles (all, if none is named) known to `pyspiel.load_game` as `aerodrome_<title>`."""
    for title in titles or aerodrome.titles():
        if title not in _REGISTERED:
            pyspiel.register_game(*make_game_class(title))
            _REGISTERED.add(title)

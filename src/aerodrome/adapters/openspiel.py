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
from aerodrome.adapters.action_encoding import ActionEncoding, compute_utilities

MAX_CHANCE_OUTCOMES = 4096
MAX_GAME_LENGTH = 100_000


class GameConfig:
    """One title with its settings; shared by all states of a game."""

    def __init__(self, title: str, seats: int, options: str) -> None:
        self.game = aerodrome.load(title, options=json.loads(options))
        self.seats = seats or self.game.seats_min
        self.encoding = ActionEncoding(self.game, self.seats)
        self.features = len(self.game.evaluator.features(self.game, self.game.new(self.seats), 0))


class StateWithConfig:
    """A state of the engine as OpenSpiel copies it: the configuration is shared, the state cloned."""

    def __init__(self, config: GameConfig, state: State) -> None:
        self.config = config
        self.state = state

    def __deepcopy__(self, memo: dict[int, Any]) -> "StateWithConfig":
        return StateWithConfig(self.config, self.state.clone())


def _build_game_type(title: str) -> pyspiel.GameType:
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


def create_game_type_and_class(title: str) -> tuple[pyspiel.GameType, type]:
    """What `pyspiel.register_game` takes: the type of the game and the class that makes it."""
    kind = _build_game_type(title)

    class AerodromeGame(pyspiel.Game):  # type: ignore[misc]  # the library has no types
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            params = params or {}
            self.config = GameConfig(title, int(params.get("seats", 0)), str(params.get("options", "{}")))
            info = pyspiel.GameInfo(
                num_distinct_actions=self.config.encoding.size,
                max_chance_outcomes=MAX_CHANCE_OUTCOMES,
                num_players=self.config.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=MAX_GAME_LENGTH,
            )
            super().__init__(kind, info, params)

        def new_initial_state(self) -> "AerodromeState":
            return AerodromeState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "AerodromeObserver":
            return AerodromeObserver(self.config)

    return kind, AerodromeGame


class AerodromeState(pyspiel.State):  # type: ignore[misc]  # the library has no types
    """Chance nodes are explicit; seats that choose at once are asked one after the other and see nothing new."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        config: GameConfig = game.config
        self.copyable = StateWithConfig(config, config.game.new(config.seats))

    def current_player(self) -> int:
        actors = self.copyable.config.game.actors(self.copyable.state)
        if not actors:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actors[0] == CHANCE else actors[0]

    def _legal_actions(self, player: int) -> list[int]:
        config = self.copyable.config
        return sorted(config.encoding.list_indices(config.game.legal(self.copyable.state, player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.copyable.config.game.odds(self.copyable.state)))

    def _apply_action(self, number: int) -> None:
        config, state = self.copyable.config, self.copyable.state
        who = config.game.actors(state)[0]
        action = config.game.legal(state, CHANCE)[number] if who == CHANCE else config.encoding.actions[number]
        config.game.apply(state, who, action)

    def _action_to_string(self, player: int, number: int) -> str:
        config, state = self.copyable.config, self.copyable.state
        if player == int(pyspiel.PlayerId.CHANCE):
            return json.dumps(config.game.dump(config.game.legal(state, CHANCE)[number]))
        return json.dumps(config.game.dump(config.encoding.actions[number]))

    def is_terminal(self) -> bool:
        return not self.copyable.state.step_stack

    def returns(self) -> list[float]:
        return compute_utilities(self.copyable.config.game, self.copyable.state)

    def __str__(self) -> str:
        return self.copyable.config.game.to_json(self.copyable.state).decode()


class AerodromeObserver:
    """What a seat sees: the title's features as a tensor, its view as a string."""

    def __init__(self, config: GameConfig) -> None:
        self.tensor = np.zeros(config.features, np.float32)
        self.dict = {"observation": self.tensor}

    def set_from(self, state: AerodromeState, player: int) -> None:
        """Fills the tensor with what this seat sees."""
        game = state.copyable.config.game
        self.tensor[:] = array("f", game.evaluator.features(game, state.copyable.state, player))

    def string_from(self, state: AerodromeState, player: int) -> str:
        """This seat's view as JSON."""
        return msgspec.json.encode(state.copyable.config.game.view(state.copyable.state, player)).decode()


_REGISTERED: set[str] = set()


def register(*titles: str) -> None:
    """Make titles (all, if none is named) known to `pyspiel.load_game` as `aerodrome_<title>`."""
    for title in titles or aerodrome.titles():
        if title not in _REGISTERED:
            pyspiel.register_game(*create_game_type_and_class(title))
            _REGISTERED.add(title)

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
from numpy.typing import NDArray

import aerodrome
from aerodrome import CHANCE, Action, State
from aerodrome.adapters.information_state import NO_ACTION, SeatMemory
from aerodrome.core import registry
from aerodrome.core.action_encoding import ActionEncoding, compute_zero_sum_utilities

MAX_CHANCE_OUTCOMES = 4096
MAX_GAME_LENGTH = 100_000


class GameConfig:
    """One title with its settings; shared by all states of a game."""

    def __init__(self, title: str, seats: int, options: str, edition: str, recall: int) -> None:
        if recall < 0:
            raise ValueError(f"recall is a number of moments, not {recall}")
        self.game = aerodrome.load(title, edition, _parse_options_json(options))
        self.seats = seats or self.game.seats_min
        self.encoding = ActionEncoding(self.game, self.seats)
        self.factors = (1.0 / np.array(self.game.observation_encoding(self.seats).scales)).astype(np.float32)
        self.features = len(self.factors)
        self.recall = recall
        """How many moments the information-state tensor has room for; 0: there is none."""

    def create_first_state(self) -> "StateWithConfig":
        """A new game."""
        return StateWithConfig(self, self.game.new(self.seats), None)


def _parse_options_json(options_json: str) -> dict[str, Any]:
    try:
        options = json.loads(options_json)
    except json.JSONDecodeError:
        options = None
    if not isinstance(options, dict):
        raise ValueError(f'options are a JSON object such as {{"short_game": true}}, not {options_json}')
    return options


class StateWithConfig:
    """A state of the engine as OpenSpiel copies it: the configuration is shared, the state cloned."""

    def __init__(self, config: GameConfig, state: State, recall: list[SeatMemory] | None) -> None:
        self.config = config
        self.state = state
        self.recall = recall
        """What each seat remembers; None until somebody asks, as it takes the time of a view for each action."""

    def __deepcopy__(self, memo: dict[int, Any]) -> "StateWithConfig":
        recall = None if self.recall is None else [memory.copy() for memory in self.recall]
        return StateWithConfig(self.config, self.state.clone(), recall)

    def get_current_player(self) -> int:
        """Who is asked, as OpenSpiel numbers players."""
        actors = self.config.game.actors(self.state)
        if not actors:
            return int(pyspiel.PlayerId.TERMINAL)
        return int(pyspiel.PlayerId.CHANCE) if actors[0] == CHANCE else actors[0]

    def apply_action_number(self, action_number: int) -> None:
        """Carry out what has this number for whoever is asked first."""
        game, state = self.config.game, self.state
        who = game.actors(state)[0]
        game.apply(state, who, self.get_action_by_number(who, action_number))
        if self.recall is not None:
            self.add_action_and_views_to_recalls(who, action_number)

    def get_action_by_number(self, who: int, action_number: int) -> Action:
        """What has this number for a seat, or for chance in this position."""
        if who != CHANCE:
            return self.config.encoding.get_action(action_number)
        outcomes = self.config.game.legal(self.state, CHANCE)
        if not 0 <= action_number < len(outcomes):
            raise ValueError(f"outcome {action_number} of chance is not a number from 0 to {len(outcomes) - 1}")
        return outcomes[action_number]

    def add_action_and_views_to_recalls(self, who: int, action_number: int) -> None:
        """Adds to what each seat remembers: its own action, and what it sees now."""
        assert self.recall is not None
        for seat, memory in enumerate(self.recall):
            own_action = action_number if seat == who else NO_ACTION
            memory.add_moment(own_action, self.encode_view(seat), lambda seat=seat: self.encode_observation(seat))  # type: ignore[misc]

    def get_or_rebuild_memory(self, seat: int, history: list[int]) -> SeatMemory:
        """What a seat remembers; the first time the history is played again for it."""
        if self.recall is None:
            self.rebuild_recalls_from_history(history)
        assert self.recall is not None
        return self.recall[seat]

    def encode_observation(self, seat: int) -> bytes:
        """What a seat observes, as whole numbers."""
        return self.config.game.observation_encoding(self.config.seats).encode(self.config.game, self.state, seat)

    def encode_view(self, seat: int) -> bytes:
        """A seat's view as JSON."""
        return msgspec.json.encode(self.config.game.view(self.state, seat))

    def rebuild_recalls_from_history(self, history: list[int]) -> None:
        """Plays the history again to find what each seat remembers."""
        twin = self.config.create_first_state()
        twin.recall = [SeatMemory(self.config.recall > 0) for _seat in range(self.config.seats)]
        twin.add_action_and_views_to_recalls(CHANCE, NO_ACTION)
        for number in history:
            twin.apply_action_number(number)
        self.recall = twin.recall


def _build_game_type(title: str, has_recall_tensor: bool) -> pyspiel.GameType:
    game = aerodrome.load(title)
    miniature = aerodrome.load(title, "miniature") if registry.has_miniature(title) else game
    return pyspiel.GameType(
        short_name=f"aerodrome_{title}",
        long_name=f"Aerodrome: {title}",
        dynamics=pyspiel.GameType.Dynamics.SEQUENTIAL,
        chance_mode=pyspiel.GameType.ChanceMode.EXPLICIT_STOCHASTIC,
        information=pyspiel.GameType.Information.IMPERFECT_INFORMATION,
        utility=pyspiel.GameType.Utility.ZERO_SUM,
        reward_model=pyspiel.GameType.RewardModel.TERMINAL,
        max_num_players=game.seats_max,
        min_num_players=min(game.seats_min, miniature.seats_min),
        provides_information_state_string=True,
        provides_information_state_tensor=has_recall_tensor,
        provides_observation_string=True,
        provides_observation_tensor=True,
        parameter_specification={"seats": game.seats_min, "options": "{}", "edition": "house", "recall": 0},
    )


def create_game_type_and_class(title: str) -> tuple[pyspiel.GameType, type]:
    """What `pyspiel.register_game` takes: the type of the game and the class that makes it."""
    kind = _build_game_type(title, False)

    class AerodromeGame(pyspiel.Game):  # type: ignore[misc]  # the library has no types
        def __init__(self, params: dict[str, Any] | None = None) -> None:
            params = params or {}
            options, edition = str(params.get("options", "{}")), str(params.get("edition", "house"))
            seats, recall = int(params.get("seats", 0)), int(params.get("recall", 0))
            self.config = GameConfig(title, seats, options, edition, recall)
            info = pyspiel.GameInfo(
                num_distinct_actions=self.config.encoding.size,
                max_chance_outcomes=MAX_CHANCE_OUTCOMES,
                num_players=self.config.seats,
                min_utility=-1.0,
                max_utility=1.0,
                utility_sum=0.0,
                max_game_length=MAX_GAME_LENGTH,
            )
            super().__init__(_build_game_type(title, True) if recall else kind, info, params)

        def new_initial_state(self) -> "AerodromeState":
            return AerodromeState(self)

        def make_py_observer(self, iig_obs_type: Any = None, params: Any = None) -> "AerodromeObserver":
            return AerodromeObserver(self.config, iig_obs_type is not None and iig_obs_type.perfect_recall)

        def __reduce__(self) -> tuple[Any, ...]:
            return _unpickle_game, (title, self.get_parameters())

    return kind, AerodromeGame


class AerodromeState(pyspiel.State):  # type: ignore[misc]  # the library has no types
    """Chance nodes are explicit; seats that choose at once are asked one after the other and see nothing new."""

    def __init__(self, game: Any) -> None:
        super().__init__(game)
        self.copyable: StateWithConfig = game.config.create_first_state()

    def current_player(self) -> int:
        return self.copyable.get_current_player()

    def _legal_actions(self, player: int) -> list[int]:
        config = self.copyable.config
        return sorted(config.encoding.list_indices(config.game.legal(self.copyable.state, player)))

    def chance_outcomes(self) -> list[tuple[int, float]]:
        return list(enumerate(self.copyable.config.game.odds(self.copyable.state)))

    def _apply_action(self, action_number: int) -> None:
        self.copyable.apply_action_number(action_number)

    def _action_to_string(self, player: int, action_number: int) -> str:
        who = CHANCE if player == int(pyspiel.PlayerId.CHANCE) else player
        return json.dumps(self.copyable.config.game.dump(self.copyable.get_action_by_number(who, action_number)))

    def is_terminal(self) -> bool:
        return not self.copyable.state.step_stack

    def returns(self) -> list[float]:
        return compute_zero_sum_utilities(self.copyable.config.game, self.copyable.state)

    def __str__(self) -> str:
        return self.copyable.config.game.to_json(self.copyable.state).decode()


class AerodromeObserver:
    """What a seat sees: the title's features as a tensor, its view as a string.

    With perfect recall the string begins with a hash of all that the seat saw and did, and the tensor has a row for
    each moment that it remembers, if the game was loaded with room for them (`recall`).
    """

    def __init__(self, config: GameConfig, perfect_recall: bool) -> None:
        self.perfect_recall = perfect_recall
        self.table: NDArray[np.float32] | None = None
        """The tensor as it is filled: its moments row by row."""
        if not perfect_recall:
            self.table = np.zeros((1, config.features), np.float32)
        elif config.recall:
            self.table = np.zeros((config.recall, 1 + config.features + config.encoding.size), np.float32)
        self.tensor = None if self.table is None else self.table.reshape(-1)
        self.dict: dict[str, NDArray[np.float32] | None] = {}
        if self.table is not None:
            self.dict = {"moments": self.table} if perfect_recall else {"observation": self.tensor}

    def set_from(self, state: AerodromeState, player: int) -> None:
        """Fills the tensor with what this seat sees, or remembers."""
        if self.table is None:
            return
        copyable = state.copyable
        if self.perfect_recall:
            memory = copyable.get_or_rebuild_memory(player, state.history())
            memory.fill_tensor(self.table, copyable.config.factors)
        else:
            game = copyable.config.game
            self.table[0] = array("f", game.evaluator.features(game, copyable.state, player))

    def string_from(self, state: AerodromeState, player: int) -> str:
        """This seat's view as JSON, with perfect recall behind the hash of what it remembers."""
        if not self.perfect_recall:
            return state.copyable.encode_view(player).decode()
        return state.copyable.get_or_rebuild_memory(player, state.history()).recall.format_information_state()


def _unpickle_game(title: str, params: dict[str, Any]) -> pyspiel.Game:
    return create_game_type_and_class(title)[1](params)


_REGISTERED: set[str] = set()


def register(*titles: str) -> None:
    """Make titles (all, if none is named) known to `pyspiel.load_game` as `aerodrome_<title>`."""
    for title in titles or aerodrome.titles():
        if title not in _REGISTERED:
            pyspiel.register_game(*create_game_type_and_class(title))
            _REGISTERED.add(title)

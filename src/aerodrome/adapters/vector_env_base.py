"""What the vector environments of one process and of many have in common: spaces, arrays, how mistakes are named."""

import operator
import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any, Self

import gymnasium
import numpy as np
from numpy.typing import NDArray

import aerodrome
from aerodrome import Game
from aerodrome.adapters.seeds import read_seed
from aerodrome.core.action_encoding import ActionEncoding

Arrays = dict[str, NDArray[Any]]
ArrayShapes = dict[str, tuple[Any, tuple[int, ...]]]
"""The type of the numbers and the shape of each array, by its name."""
StepResult = tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]


def load_game_or_return_given(
    title_or_game: str | Game, edition: str | Path, options: Mapping[str, Any] | None
) -> Game:
    """The game with this title, or the one that was loaded before."""
    if isinstance(title_or_game, str):
        return aerodrome.load(title_or_game, edition, options)
    if edition != "house" or options:
        raise ValueError("a game that was loaded before has its edition and options: give none beside it")
    return title_or_game


class VectorEnvBase:
    """Many games of one table, and the arrays that `reset` and `step` fill."""

    def __init__(self, game: Game, num_envs: int, seats: int, max_steps: int | None, masks: str, scaled: bool) -> None:
        if not isinstance(num_envs, int | np.integer) or num_envs < 1:
            raise ValueError(f"num_envs is a whole number from 1 on, not {num_envs!r}")
        if max_steps is not None and (not isinstance(max_steps, int | np.integer) or max_steps < 0):
            raise ValueError(f"max_steps is a number of steps, or None for no limit, not {max_steps!r}")
        if masks not in ("dense", "lists", "none"):
            raise ValueError(f'masks is "dense", "lists" or "none", not {masks!r}')
        self.game = game
        self.num_envs = int(num_envs)
        self.seats = seats or game.seats_min
        self.masks_as = masks
        self.num_actions = ActionEncoding(game, self.seats).size
        self.feature_names = game.evaluator.feature_names(game, self.seats)
        scales = game.observation_encoding(self.seats).scales
        self.factors = (1.0 / np.array(scales)).astype(np.float32) if scaled else None
        self._set_spaces()
        self.legal_numbers: NDArray[np.int32] = np.zeros(0, np.int32)
        """With masks as lists: the legal numbers of all games, one game after the other."""
        self.is_reset = False

    def _set_spaces(self) -> None:
        kind = np.float32 if self.factors is not None else np.int32
        low, high = (-np.inf, np.inf) if self.factors is not None else (-(2**31), 2**31 - 1)
        self.single_observation_space = gymnasium.spaces.Box(low, high, (len(self.feature_names),), kind)
        self.single_action_space = gymnasium.spaces.Discrete(self.num_actions)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, self.num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, self.num_envs)
        self.metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}

    def list_array_dtypes_and_shapes(self) -> ArrayShapes:
        """The arrays that are filled."""
        games = self.num_envs
        shapes: ArrayShapes = {
            "observations": (self.single_observation_space.dtype, (games, len(self.feature_names))),
            "rewards": (np.float32, (games, self.seats)),
            "seats_asked": (np.int32, (games,)),
            "terminations": (np.bool_, (games,)),
            "truncations": (np.bool_, (games,)),
        }
        if self.masks_as == "dense":
            shapes["masks"] = (np.int8, (games, self.num_actions))
        elif self.masks_as == "lists":
            shapes["legal_counts"] = (np.int32, (games,))
        return shapes

    def _set_given_or_new_arrays(self, given_arrays: Arrays) -> None:
        shapes = self.list_array_dtypes_and_shapes()
        unknown = sorted(set(given_arrays) - set(shapes))
        if unknown:
            raise ValueError(f"no array {unknown[0]!r} is filled; there are {', '.join(shapes)}")
        taken = {name: check_or_create_array(name, given_arrays.get(name), *shapes[name]) for name in shapes}
        self.observations = taken["observations"]
        """What the seat asked in each game sees, a row for each game."""
        self.rewards = taken["rewards"]
        """What the game that ended in this step is worth to each seat; 0 elsewhere."""
        self.seats_asked = taken["seats_asked"]
        """Whose action each game waits for."""
        self.terminations = taken["terminations"]
        """Whether a game ended in this step. Its other arrays are already those of the next game."""
        self.truncations = taken["truncations"]
        """Whether a game was broken off after `max_steps`."""
        self.masks = taken.get("masks")
        """With dense masks: 1 for each legal action."""
        self.legal_counts = taken.get("legal_counts")
        """With masks as lists: how many of `legal_numbers` belong to each game."""

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        """New games everywhere. A seed is that of the first game, the next has one more; or give one for each game."""
        raise NotImplementedError

    def step(self, actions: NDArray[Any] | Sequence[int]) -> StepResult:
        """An action for each game. One that is not legal is refused with the rule, and then no game goes on."""
        raise NotImplementedError

    def observe(self, seat: int, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """What one seat sees in every game, whether it is asked or not; into `out` if it is given."""
        raise NotImplementedError

    def sample_actions(self, rng: random.Random) -> list[int]:
        """A legal action for each game, taken at random by the engine: many times faster than from dense masks."""
        raise NotImplementedError

    def close(self) -> None:
        """Gives back what is held open."""
        raise NotImplementedError

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_error: object) -> None:
        self.close()

    def list_seeds_of_games(self, seed_or_seeds: int | Sequence[int] | None) -> list[int | None]:
        """The seed of each game; None where its generator goes on."""
        seeds: list[int | None]
        if seed_or_seeds is None:
            seeds = [None] * self.num_envs
        elif isinstance(seed_or_seeds, int | np.integer):
            seeds = [read_seed(seed_or_seeds) + place for place in range(self.num_envs)]
        else:
            seeds = [
                *map(
                    read_seed, _convert_to_whole_numbers("seed: one whole number, or one for each game", seed_or_seeds)
                )
            ]
        if len(seeds) != self.num_envs:
            raise ValueError(f"{self.num_envs} games take {self.num_envs} seeds, not {len(seeds)}")
        return seeds

    def require_reset(self) -> None:
        """Raises what says so where no game has begun."""
        if not self.is_reset:
            raise RuntimeError("no game has begun: call reset first")

    def check_and_list_action_numbers(self, actions: NDArray[Any] | Sequence[int]) -> list[int]:
        """The actions as plain numbers, one for each game."""
        self.require_reset()
        numbers: list[int]
        if isinstance(actions, np.ndarray):
            if actions.ndim != 1 or not np.issubdtype(actions.dtype, np.integer):
                raise ValueError(f"actions are one row of whole numbers, not {actions.dtype} of shape {actions.shape}")
            numbers = actions.tolist()
        else:
            numbers = _convert_to_whole_numbers("actions: one row of whole numbers", actions)
        if len(numbers) != self.num_envs:
            raise ValueError(f"{self.num_envs} games take {self.num_envs} actions, not {len(numbers)}")
        return numbers

    def check_or_create_observation_array(self, seat: int, out: NDArray[Any] | None) -> NDArray[Any]:
        """The array for what a seat sees, once it is sure that there is such a seat."""
        self.require_reset()
        if not isinstance(seat, int | np.integer) or not 0 <= seat < self.seats:
            raise ValueError(f"seat {seat!r} is not one of 0 to {self.seats - 1}")
        return check_or_create_array("out", out, self.observations.dtype, self.observations.shape)

    def _build_infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {"seats_asked": self.seats_asked}
        if self.masks is not None:
            infos["action_mask"] = self.masks
        elif self.legal_counts is not None:
            infos["legal_counts"] = self.legal_counts
            infos["legal_numbers"] = self.legal_numbers
        return infos


def check_or_create_array(
    name: str, given_array: NDArray[Any] | None, dtype: Any, shape: tuple[int, ...]
) -> NDArray[Any]:
    """The array that the caller gave, if it can be filled in place; a new one if none was given."""
    if given_array is None:
        return np.zeros(shape, dtype)
    if not isinstance(given_array, np.ndarray):
        raise ValueError(f"{name}: expected an array of NumPy, not {type(given_array).__name__}")
    if (
        given_array.shape != shape
        or given_array.dtype != dtype
        or not given_array.flags.c_contiguous
        or not given_array.flags.writeable
    ):
        raise ValueError(
            f"{name}: expected a writable, contiguous array of {np.dtype(dtype)} of shape {shape}, "
            f"not {given_array.dtype} of shape {given_array.shape}"
        )
    return given_array


def _convert_to_whole_numbers(error_beginning: str, values: Sequence[int]) -> list[int]:
    try:
        return [operator.index(one) for one in values]
    except TypeError as error:
        raise ValueError(f"{error_beginning}; {error}") from None

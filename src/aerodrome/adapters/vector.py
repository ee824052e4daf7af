"""Many games of one title at once, in arrays. See docs/adapters.md.

from aerodrome.adapters import vector
env = vector.VectorEnv("airline", num_envs=256, seats=2)
observations, infos = env.reset(seed=1)
"""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import aerodrome
from aerodrome.core.game_batch import GameBatch

Arrays = dict[str, NDArray[Any]]


class VectorEnv:
    """`num_envs` games side by side. The arrays are filled in place by `reset` and `step`, and may be the caller's.

    The conventions are those of Gymnasium's vector environments where a game of several seats allows it: an action for
    each game belongs to the seat that is asked there (`seats_asked`), rewards have a column for each seat, and a game
    that ended begins anew in the same step (`AutoresetMode.SAME_STEP`), so that there is always somebody to act.
    """

    def __init__(
        self,
        title: str,
        num_envs: int,
        seats: int = 0,
        options: Mapping[str, Any] | None = None,
        edition: str | Path = "house",
        max_steps: int = 0,
        masks: str = "dense",
        scaled: bool = True,
        arrays: Arrays | None = None,
    ) -> None:
        """`masks`: "dense", "lists" or "none". `scaled`: whether observations are divided to lie at about -1 to 1.

        `arrays` are those to be filled, by the names of the attributes; what is missing is made.
        """
        if num_envs < 1:
            raise ValueError(f"num_envs must be at least 1, not {num_envs}")
        if masks not in ("dense", "lists", "none"):
            raise ValueError(f'masks is "dense", "lists" or "none", not {masks!r}')
        self.game = aerodrome.load(title, edition, options)
        self.num_envs = num_envs
        self.seats = seats or self.game.seats_min
        self.masks_as = masks
        self.batch = GameBatch(self.game, self.seats, num_envs, max_steps)
        self.num_actions = self.batch.encoding.size
        self.feature_names = self.game.evaluator.feature_names(self.game, self.seats)
        self.factors = (1.0 / np.array(self.batch.observation.scales)).astype(np.float32) if scaled else None
        self._build_spaces()
        self._set_given_or_new_arrays(dict(arrays or {}), np.float32 if scaled else np.int32)
        self.legal_numbers: NDArray[np.int32] = np.zeros(0, np.int32)
        """With masks as lists: the legal numbers of all games, one game after the other."""
        self.is_reset = False

    def _build_spaces(self) -> None:
        kind = np.float32 if self.factors is not None else np.int32
        low, high = (-np.inf, np.inf) if self.factors is not None else (-(2**31), 2**31 - 1)
        self.single_observation_space = gymnasium.spaces.Box(low, high, (len(self.feature_names),), kind)
        self.single_action_space = gymnasium.spaces.Discrete(self.num_actions)
        self.observation_space = gymnasium.vector.utils.batch_space(self.single_observation_space, self.num_envs)
        self.action_space = gymnasium.vector.utils.batch_space(self.single_action_space, self.num_envs)
        self.metadata = {"autoreset_mode": gymnasium.vector.AutoresetMode.SAME_STEP}

    def _set_given_or_new_arrays(self, given_arrays: Arrays, kind: type[np.float32] | type[np.int32]) -> None:
        games = self.num_envs
        shapes: dict[str, tuple[tuple[int, ...], Any]] = {
            "observations": ((games, len(self.feature_names)), kind),
            "rewards": ((games, self.seats), np.float32),
            "seats_asked": ((games,), np.int32),
            "terminations": ((games,), np.bool_),
            "truncations": ((games,), np.bool_),
        }
        if self.masks_as == "dense":
            shapes["masks"] = ((games, self.num_actions), np.int8)
        elif self.masks_as == "lists":
            shapes["legal_counts"] = ((games,), np.int32)
        unknown = sorted(set(given_arrays) - set(shapes))
        if unknown:
            raise ValueError(f"no array {unknown[0]!r} is filled; there are {', '.join(shapes)}")
        taken = {name: _check_or_create_array(name, given_arrays.get(name), *shape) for name, shape in shapes.items()}
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
        seeds: Sequence[int | None]
        if seed is None:
            seeds = [None] * self.num_envs
        elif isinstance(seed, int | np.integer):
            seeds = [int(seed) + place for place in range(self.num_envs)]
        else:
            seeds = [int(one) for one in seed]
        if len(seeds) != self.num_envs:
            raise ValueError(f"{self.num_envs} games take {self.num_envs} seeds, not {len(seeds)}")
        for place, one in enumerate(seeds):
            self.batch.start_game(place, one)
        self.is_reset = True
        self.rewards.fill(0.0)
        self.terminations.fill(False)
        self.truncations.fill(False)
        self._fill_arrays_from_batch()
        return self.observations, self._build_infos()

    def step(
        self, actions: NDArray[Any] | Sequence[int]
    ) -> tuple[NDArray[Any], NDArray[Any], NDArray[Any], NDArray[Any], dict[str, Any]]:
        """An action for each game. One that is not legal is refused with the rule, and then no game goes on."""
        if not self.is_reset:
            raise RuntimeError("call reset before the first step")
        batch = self.batch
        batch.step(_to_number_list(actions))
        self.rewards.fill(0.0)
        self.terminations.fill(False)
        self.truncations.fill(False)
        if batch.ended:
            self.rewards[batch.ended] = batch.utilities
            self.terminations[batch.ended] = True
        if batch.broken_off:
            self.truncations[batch.broken_off] = True
        self._fill_arrays_from_batch()
        return self.observations, self.rewards, self.terminations, self.truncations, self._build_infos()

    def _fill_arrays_from_batch(self) -> None:
        batch = self.batch
        self.seats_asked[:] = batch.seats_asked
        self._fill_observations(self.observations, batch.encode_observations())
        if self.masks is not None:
            self.masks.fill(0)
            self.masks.reshape(-1)[np.frombuffer(batch.encode_legal_indices(self.num_actions), np.int32)] = 1
        elif self.legal_counts is not None:
            self.legal_counts[:] = batch.count_legal_actions()
            self.legal_numbers = np.frombuffer(batch.encode_legal_indices(0), np.int32)

    def _fill_observations(self, array: NDArray[Any], rows: bytes) -> None:
        np.copyto(array, np.frombuffer(rows, "<i4").reshape(array.shape), casting="unsafe")
        if self.factors is not None:
            array *= self.factors

    def _build_infos(self) -> dict[str, Any]:
        infos: dict[str, Any] = {"seats_asked": self.seats_asked}
        if self.masks is not None:
            infos["action_mask"] = self.masks
        elif self.legal_counts is not None:
            infos["legal_counts"] = self.legal_counts
            infos["legal_numbers"] = self.legal_numbers
        return infos

    def observe(self, seat: int, out: NDArray[Any] | None = None) -> NDArray[Any]:
        """What one seat sees in every game, whether it is asked or not; into `out` if it is given."""
        if not 0 <= seat < self.seats:
            raise ValueError(f"seat {seat} is not one of 0 to {self.seats - 1}")
        array = _check_or_create_array("out", out, self.observations.shape, self.observations.dtype.type)
        self._fill_observations(array, self.batch.encode_observations_of(seat))
        return array

    def sample_actions(self, rng: random.Random) -> list[int]:
        """A legal action for each game, taken at random by the engine: many times faster than from dense masks."""
        return self.batch.choose_random_indices(rng)

    def close(self) -> None:
        """Nothing is held open."""


def _to_number_list(actions: NDArray[Any] | Sequence[int]) -> list[int]:
    if isinstance(actions, np.ndarray):
        if actions.ndim != 1 or not np.issubdtype(actions.dtype, np.integer):
            raise ValueError(f"actions are one row of whole numbers, not {actions.dtype} of shape {actions.shape}")
        numbers: list[int] = actions.tolist()
        return numbers
    return [int(action) for action in actions]


def _check_or_create_array(
    name: str, given_array: NDArray[Any] | None, shape: tuple[int, ...], kind: Any
) -> NDArray[Any]:
    """The array that the caller gave, if it can be filled in place; a new one if none was given."""
    if given_array is None:
        return np.zeros(shape, kind)
    if (
        given_array.shape != shape
        or given_array.dtype != kind
        or not given_array.flags.c_contiguous
        or not given_array.flags.writeable
    ):
        raise ValueError(
            f"{name}: expected a writable, contiguous array of {np.dtype(kind)} of shape {shape}, "
            f"not {given_array.dtype} of shape {given_array.shape}"
        )
    return given_array

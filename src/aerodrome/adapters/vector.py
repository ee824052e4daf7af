"""Many games of one title at once, in arrays. See docs/adapters.md; `process_vector` spreads them over processes.

from aerodrome.adapters import vector
env = vector.VectorEnv("airline", num_envs=256, seats=2)
observations, infos = env.reset(seed=1)
"""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

import aerodrome
from aerodrome.adapters.vector_env_base import Arrays, StepResult, VectorEnvBase, load_game_or_return_given
from aerodrome.core.game_batch import GameBatch

__all__ = ["Arrays", "VectorEnv"]


class VectorEnv(VectorEnvBase):
    """`num_envs` games side by side. The arrays are filled in place by `reset` and `step`, and may be the caller's.

    The conventions are those of Gymnasium's vector environments where a game of several seats allows it: an action for
    each game belongs to the seat that is asked there (`seats_asked`), rewards have a column for each seat, and a game
    that ended begins anew in the same step (`AutoresetMode.SAME_STEP`), so that there is always somebody to act.
    """

    def __init__(
        self,
        title: str | aerodrome.Game,
        num_envs: int,
        seats: int = 0,
        options: Mapping[str, Any] | None = None,
        edition: str | Path = "house",
        max_steps: int | None = None,
        masks: str = "dense",
        scaled: bool = True,
        arrays: Arrays | None = None,
    ) -> None:
        """`masks`: "dense", "lists" or "none". `scaled`: whether observations are divided to lie at about -1 to 1.

        `arrays` are those to be filled, by the names of the attributes; what is missing is made. A game that was loaded
        before may stand for `title`; it has its edition and options.
        """
        game = load_game_or_return_given(title, edition, options)
        super().__init__(game, num_envs, seats, max_steps, masks, scaled)
        self._set_given_or_new_arrays(dict(arrays or {}))
        self.batch = GameBatch(game, self.seats, self.num_envs, int(max_steps or 0))

    def reset(
        self, *, seed: int | Sequence[int] | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[Any], dict[str, Any]]:
        self.start_games(self.list_seeds_of_games(seed))
        return self.observations, self._build_infos()

    def start_games(self, seeds: Sequence[int | None]) -> None:
        """New games, each with its seed."""
        for place, one in enumerate(seeds):
            self.batch.start_game(place, one)
        self.is_reset = True
        self.rewards.fill(0.0)
        self.terminations.fill(False)
        self.truncations.fill(False)
        self._fill_arrays_from_batch()

    def step(self, actions: NDArray[Any] | Sequence[int]) -> StepResult:
        batch = self.batch
        batch.step(self.check_and_list_action_numbers(actions))
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

    def _fill_observations(self, array: NDArray[Any], encoded_rows: bytes) -> None:
        np.copyto(array, np.frombuffer(encoded_rows, "<i4").reshape(array.shape), casting="unsafe")
        if self.factors is not None:
            array *= self.factors

    def observe(self, seat: int, out: NDArray[Any] | None = None) -> NDArray[Any]:
        array = self.check_or_create_observation_array(seat, out)
        self._fill_observations(array, self.batch.encode_observations_of(seat))
        return array

    def sample_actions(self, rng: random.Random) -> list[int]:
        self.require_reset()
        return self.batch.choose_random_indices(rng)

    def close(self) -> None:
        """Nothing is held open."""

"""Many games of one table played side by side, for learners: the loop of `aerodrome.adapters.vector`."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any

from aerodrome.core.action_encoding import ActionEncoding, compute_zero_sum_utilities
from aerodrome.core.actions import CHANCE, IllegalAction
from aerodrome.core.byte_writer import BytesWriter, write_i32_le
from aerodrome.core.game import Game
from aerodrome.core.state import State


class GameBatch:
    """Games that go on by themselves: chance acts inside, and a game that ends is followed by a new one.

    Every game has a generator of its own. Where several seats choose at once, the first of them is asked.
    """

    def __init__(self, game: Game, seats: int, size: int, max_steps: int) -> None:
        self.game = game
        self.seats = seats
        self.size = size
        self.max_steps = max_steps
        """After so many steps a game is broken off; 0 for never."""
        self.first_number = 0
        """What the first game is called in errors, where these games are some of many."""
        self.encoding = ActionEncoding(game, seats)
        self.observation = game.observation_encoding(seats)
        self.rows = BytesWriter()
        """What the last rows were written into, kept as it has the room for the next."""
        self.generators = [random.Random() for _game in range(size)]
        self.states: list[State] = [game.new(seats) for _game in range(size)]
        self.seats_asked: list[int] = [0] * size
        self.legal: list[list[int]] = [[] for _game in range(size)]
        """The numbers of the actions that the seat asked may take, game by game."""
        self.steps: list[int] = [0] * size
        self.ended: list[int] = []
        """The games that ended in the last step, by their places."""
        self.broken_off: list[int] = []
        """The games that were broken off in the last step."""
        self.utilities: list[list[float]] = []
        """What the results of `ended` are worth, seat by seat."""

    def __reduce__(self) -> tuple[Callable[..., GameBatch], tuple[Any, ...]]:
        table = (self.game, self.seats, self.size, self.max_steps)
        return _unpickle_batch, (table, self.generators, self.states, self.steps)

    def start_game(self, game_index: int, seed: int | None) -> None:
        """A new game at this place; without a seed its generator goes on."""
        if seed is not None:
            self.generators[game_index] = random.Random(seed)
        self.steps[game_index] = 0
        self.states[game_index] = self.game.new(self.seats)
        self._advance_to_next_question(game_index)

    def advance_all_to_next_question(self) -> None:
        """Finds in every game who is asked, after chance has acted."""
        for place in range(self.size):
            self._advance_to_next_question(place)

    def _advance_to_next_question(self, game_index: int) -> bool:
        """Lets chance act and finds who is asked; False when the game is over."""
        game, state = self.game, self.states[game_index]
        actors = game.actors(state)
        while actors and actors[0] == CHANCE:
            u: float = self.generators[game_index].random()
            game.apply_legal_action(state, CHANCE, game.pick_outcome(state, u))
            actors = game.actors(state)
        if not actors:
            return False
        self.seats_asked[game_index] = actors[0]
        self.legal[game_index] = self.encoding.list_indices(game.legal(state, actors[0]))
        return True

    def step(self, action_indices: list[int]) -> None:
        """The seat asked in each game takes the action with its number. All are checked before the first is played."""
        self.require_legal_indices(action_indices)
        self.ended = []
        self.broken_off = []
        self.utilities = []
        game, actions = self.game, self.encoding.actions
        for place in range(self.size):
            game.apply_legal_action(self.states[place], self.seats_asked[place], actions[action_indices[place]])
            self.steps[place] += 1
            if not self._advance_to_next_question(place):
                self.ended.append(place)
                self.utilities.append(compute_zero_sum_utilities(game, self.states[place]))
                self.start_game(place, None)
            elif self.steps[place] == self.max_steps:
                self.broken_off.append(place)
                self.start_game(place, None)

    def require_legal_indices(self, action_indices: list[int]) -> None:
        """Raises what says why an action cannot be taken, where there is one that cannot."""
        if len(action_indices) != self.size:
            raise ValueError(f"{self.size} games take {self.size} actions, not {len(action_indices)}")
        for place in range(self.size):
            if action_indices[place] not in self.legal[place]:
                self._raise_refusal(place, action_indices[place])

    def _raise_refusal(self, game_index: int, action_index: int) -> None:
        """Says why this action cannot be taken in this game."""
        seat, state = self.seats_asked[game_index], self.states[game_index]
        where = f"game {self.first_number + game_index}"
        try:
            action = self.encoding.get_action(action_index)
        except ValueError as error:
            raise ValueError(f"{where}: {error}") from None
        refusal = self.game.why_not(state, seat, action)
        if refusal is None:
            raise ValueError(f"{where}: action {action_index} is not among the legal ones of seat {seat}")
        raise IllegalAction(seat, action, refusal, where)

    def encode_observations(self) -> bytes:
        """The observations of the seats asked, one row after the other."""
        game, observation, rows = self.game, self.observation, self.rows
        rows.truncate(0)
        for place in range(self.size):
            observation.write(rows, game, self.states[place], self.seats_asked[place])
        return rows.getvalue()

    def encode_observations_of(self, seat: int) -> bytes:
        """The observations of one seat in all games, asked or not."""
        game, observation, rows = self.game, self.observation, self.rows
        rows.truncate(0)
        for state in self.states:
            observation.write(rows, game, state, seat)
        return rows.getvalue()

    def encode_legal_indices(self, stride: int) -> bytes:
        """All legal numbers, row after row, each with `stride` times its game's place added."""
        numbers = BytesWriter()
        for place in range(self.size):
            start = place * stride
            for number in self.legal[place]:
                write_i32_le(numbers, start + number)
        return numbers.getvalue()

    def count_legal_actions(self) -> list[int]:
        """How many legal numbers each game has."""
        return [len(numbers) for numbers in self.legal]

    def choose_random_indices(self, rng: random.Random) -> list[int]:
        """A legal number for each game."""
        return self.choose_indices_by_numbers([rng.random() for _game in range(self.size)])

    def choose_indices_by_numbers(self, uniform_numbers: list[float]) -> list[int]:
        """A legal number for each game, by a number in [0, 1) for each."""
        chosen: list[int] = []
        for place in range(self.size):
            numbers = self.legal[place]
            chosen.append(numbers[int(uniform_numbers[place] * len(numbers))])
        return chosen


def _unpickle_batch(
    constructor_arguments: tuple[Game, int, int, int],
    generators: list[random.Random],
    states: list[State],
    steps: list[int],
) -> GameBatch:
    batch = GameBatch(*constructor_arguments)
    batch.generators = generators
    batch.states = states
    batch.steps = steps
    batch.advance_all_to_next_question()
    return batch

"""Actions as numbers, and results as utilities: what all environments for learners share. See docs/adapters.md."""

from __future__ import annotations

from typing import Any

from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State


class ActionEncoding:
    """The n-th action of the title's action_space is number n, for a given edition, options and seat count."""

    def __init__(self, game: Game, seats: int) -> None:
        game.require_allowed_seat_count(seats)
        self.game = game
        self.seats = seats
        self.actions: tuple[Action, ...] = game.action_space(seats)
        self.size = len(self.actions)
        self._index_by_action: dict[Action, int] = {action: index for index, action in enumerate(self.actions)}
        # Titles share their action objects: finding one by identity spares the hashing of its fields.
        self._index_by_identity: dict[int, int] = {id(action): index for index, action in enumerate(self.actions)}

    def __reduce__(self) -> tuple[type[ActionEncoding], tuple[Game, int]]:
        return ActionEncoding, (self.game, self.seats)  # made anew: identities hold in one process only

    def __deepcopy__(self, memo: dict[int, Any]) -> ActionEncoding:
        return self

    def list_indices(self, legal: list[Action]) -> list[int]:
        """The number of each action."""
        indices = self._index_by_identity
        found: list[int] = []
        for action in legal:
            index = indices.get(id(action), -1)
            found.append(index if index >= 0 else self._index_by_action[action])
        return found

    def find_index(self, action: Action) -> int:
        """The number of an action; -1 for one that is never listed among the legal ones."""
        return self._index_by_action.get(action, -1)

    def build_mask(self, legal: list[Action]) -> bytearray:
        """One byte for each action: 1 where it is legal."""
        mask = bytearray(self.size)
        for index in self.list_indices(legal):
            mask[index] = 1
        return mask

    def get_action(self, action_index: int) -> Action:
        """The action with this number; an error that says so where there is none."""
        if not 0 <= action_index < self.size:
            raise ValueError(f"{self.game.title}: action {action_index} is not a number from 0 to {self.size - 1}")
        return self.actions[action_index]


def compute_zero_sum_utilities(game: Game, state: State) -> list[float]:
    """What the result is worth: 1 for the winner, and together 0; winners share. All 0 while the game goes on."""
    seats = state.seats
    winners = game.winners(state)
    if not winners or state.step_stack:
        return [0.0] * seats
    share = seats / len(winners)
    return [((share if seat in winners else 0.0) - 1.0) / (seats - 1) for seat in range(seats)]

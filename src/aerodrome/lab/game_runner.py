"""The one loop that plays a game between bots: for tournaments, tuning and `aerodrome simulate`."""

import random
from collections.abc import Callable, Sequence
from typing import NamedTuple

from aerodrome.bots import Bot, choose_action, require_valid_bot
from aerodrome.core.actions import CHANCE, Action
from aerodrome.core.chance import compute_seeded_uniform
from aerodrome.core.game import Game
from aerodrome.core.state import EventSink, State

ChooseAction = Callable[[State, int], Action]
"""What a seat does in a state."""
DrawChance = Callable[[int], float]
"""A number in [0, 1) for the action with this index, which chance takes."""
BeforeAction = Callable[[State, int, Action], bool]
"""Sees each action before it is played, chance's too; False ends the game there."""


def require_playable_table(game: Game, seats: int, bot_spec: str) -> None:
    """Raises what says why this bot cannot play at a table of so many seats, before any game is played."""
    game.require_allowed_seat_count(seats)
    require_valid_bot(bot_spec, game)


class FinishedGame(NamedTuple):
    """A game that is over: where it ended, and what everybody did, chance included."""

    state: State
    actions: list[tuple[int, Action]]

    def count_chance_actions(self) -> int:
        """How many of the actions were dice, draws and deals."""
        return sum(1 for actor, _action in self.actions if actor == CHANCE)

    def count_choices(self) -> int:
        """How many of the actions were chosen by seats."""
        return len(self.actions) - self.count_chance_actions()


def play_game(
    game: Game,
    seats: int,
    choose_action: ChooseAction,
    draw_chance: DrawChance,
    tell: EventSink | None = None,
    before_action: BeforeAction | None = None,
) -> FinishedGame:
    """Play from set-up to the end. Seats that act at once are asked in their order."""
    state = game.new(seats)
    actions: list[tuple[int, Action]] = []
    while actors := game.actors(state):
        actor = actors[0]
        action = game.pick_outcome(state, draw_chance(len(actions))) if actor == CHANCE else choose_action(state, actor)
        if before_action is not None and not before_action(state, actor, action):
            break
        game.apply(state, actor, action, tell)
        actions.append((actor, action))
    return FinishedGame(state, actions)


def create_action_chooser(game: Game, bots: Sequence[Bot], seed: str | int) -> ChooseAction:
    """What the bot of each seat does, with the generators of `create_random_generators_by_seat`."""
    rngs = create_random_generators_by_seat(seed, len(bots))

    def choose_for_seat(state: State, seat: int) -> Action:
        return choose_action(bots[seat], game, state, seat, rngs[seat])

    return choose_for_seat


def create_random_generators_by_seat(seed: str | int, seats: int) -> list[random.Random]:
    """A random generator for each seat's bot, so that no bot changes another's luck."""
    return [random.Random(f"{seed}:{seat}") for seat in range(seats)]


def create_seeded_chance_source(seed: str) -> DrawChance:
    """Chance from one generator for the whole game: the quicker way."""
    rng = random.Random(f"{seed}:chance")
    return lambda _index: rng.random()


def create_record_chance_source(seed: str) -> DrawChance:
    """Chance as a Record with this seed has it, so that the game can be kept and verified."""
    return lambda index: compute_seeded_uniform(seed, index)

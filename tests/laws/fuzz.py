"""Answers that nobody would give: fields bent, other questions' answers, other seats' hands."""

import random
from collections.abc import Iterator
from typing import Any

import msgspec

from aerodrome import CHANCE, Action, Game, State

ODD_NUMBERS = (-1000, -2, -1, 0, 1, 2, 3, 7, 99, 10_000)


def bent(action: Action, rng: random.Random) -> Action:
    """The same action with one field changed; without fields, the action itself."""
    fields = action.__struct_fields__
    if not fields:
        return action
    name = rng.choice(fields)
    return msgspec.structs.replace(action, **{name: _bent_value(getattr(action, name), rng)})


def _bent_value(value: Any, rng: random.Random) -> Any:
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return rng.choice([value - 1, value + 1, *ODD_NUMBERS])
    if isinstance(value, tuple):
        return _bent_tuple(value, rng)
    return value


def _bent_tuple(value: tuple[Any, ...], rng: random.Random) -> tuple[Any, ...]:
    if not value:
        return (rng.choice(ODD_NUMBERS),)
    at = rng.randrange(len(value))
    return rng.choice(
        [
            value[:at] + value[at + 1 :],
            (*value, value[at]),
            (*value[:at], _bent_value(value[at], rng), *value[at + 1 :]),
            (),
        ]
    )


def absurdities(game: Game, state: State, count: int, rng: random.Random) -> Iterator[tuple[int, Action]]:
    """Actors with actions that may or may not be allowed."""
    actors = game.actors(state)
    offered = [action for who in actors for action in game.legal(state, who)]
    action_space = game.action_space(state.seats)
    everybody = [*range(state.seats), CHANCE]
    for _ in range(count):
        source = rng.choice([offered, offered, action_space])
        action = rng.choice(source)
        if rng.random() < 0.7:
            action = bent(action, rng)
        yield (rng.choice(actors) if rng.random() < 0.7 else rng.choice(everybody)), action

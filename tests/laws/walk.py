"""Random games for the laws to look at; a failure names title, seed, action number, actor and action."""

import random
from collections.abc import Iterator
from contextlib import contextmanager

from aerodrome import CHANCE, Action, Game, State
from aerodrome.core.chance import pick_outcome_index

LONGEST_GAME = 60_000
"""Decisions, chance included. A game that goes on longer is taken for one that never ends."""


class Moment:
    """A position of a random game with the action that comes next."""

    def __init__(self, game: Game, state: State, seed: int, number: int, who: int, action: Action) -> None:
        self.game = game
        self.state = state
        self.seed = seed
        self.number = number
        self.who = who
        self.action = action
        self.step = type(state.step_stack[-1]).__name__

    def __str__(self) -> str:
        game = self.game
        who = "chance" if self.who == CHANCE else f"seat {self.who}"
        options = {k: v for k, v in game.resolved_options().items() if v != getattr(type(game.options)(), k)}
        return (
            f"{game.title} rules={game.rules_version} {options or ''} seats={self.state.seats} seed={self.seed} "
            f"action #{self.number}, {who}: {game.dump(self.action)} at {self.step}"
        )

    @contextmanager
    def looked_at(self) -> Iterator[None]:
        try:
            yield
        except Exception as error:
            raise AssertionError(f"{self}: {type(error).__name__}: {error}") from error


def walk(game: Game, seats: int, seed: int) -> Iterator[Moment]:
    """A random game: each moment is given before its action is played. The state goes on by itself."""
    rng = random.Random(seed)
    state = game.new(seats)
    for number in range(LONGEST_GAME):
        actors = game.actors(state)
        if not actors:
            return
        who = actors[int(rng.random() * len(actors))]
        legal = game.legal(state, who)
        assert legal, f"{game.title} seats={seats} seed={seed} action #{number}: seat {who} is stuck"
        moment = Moment(game, state, seed, number, who, choose(game, state, who, legal, seed, rng))
        yield moment
        with moment.looked_at():
            game.apply(state, who, moment.action)
    raise AssertionError(f"{game.title} seats={seats} seed={seed}: no end after {LONGEST_GAME} actions")


def choose(game: Game, state: State, who: int, legal: list[Action], seed: int, rng: random.Random) -> Action:
    """Even seeds take any action; odd ones first a kind of action, so that rare kinds come up often."""
    if who == CHANCE:
        return legal[pick_outcome_index(game.odds(state), rng.random())]
    if seed % 2:
        kinds = list(dict.fromkeys(type(action) for action in legal))
        kind = kinds[int(rng.random() * len(kinds))]
        legal = [action for action in legal if type(action) is kind]
    return legal[int(rng.random() * len(legal))]


def glances(game: Game, seats: int, seed: int, looks: int) -> Iterator[Moment]:
    """Some moments of a random game: a few of each kind of question, and others at random, about `looks` in all."""
    length = sum(1 for _ in walk(game, seats, seed))
    rng = random.Random(f"glances {seed}")
    seen: dict[type, int] = {}
    for moment in walk(game, seats, seed):
        kind = type(moment.state.step_stack[-1])
        times = seen.get(kind, 0)
        if times < 2 or rng.random() * length < looks:
            seen[kind] = times + 1
            yield moment


def play_on(game: Game, state: State, rng: random.Random, actions: int) -> None:
    """Play some random actions on a state."""
    for _ in range(actions):
        actors = game.actors(state)
        if not actors:
            return
        who = actors[int(rng.random() * len(actors))]
        game.apply(state, who, choose(game, state, who, game.legal(state, who), 0, rng))


def some(actions: list[Action], count: int, rng: random.Random) -> list[Action]:
    return list(actions) if len(actions) <= count else rng.sample(actions, count)

"""Tuning the weights of a title's sense by self-play.

The optimiser is SPSA (simultaneous perturbation stochastic approximation): each step changes all weights at once, a
little up or down at random, and lets the two opposite variants play each other. Why this one: a step costs one match
whatever the number of weights; the answer it needs is only "which of the two won more", and it lives with the noise
that dice make of that; every game of a match tells about the gradient; and it is thirty lines without a library.
Weights move by factors, so that each is tuned on its own scale; the result is the average of the second half of the
way, because the last place is as noisy as any other. Same seed, same result, however many processes.
"""

import json
import math
import random
from collections.abc import Callable, Iterable
from concurrent.futures import ProcessPoolExecutor
from functools import cache
from multiprocessing import get_context
from typing import Any

import msgspec

from aerodrome.bots import Bot, make
from aerodrome.core.actions import CHANCE, Action
from aerodrome.core.game import Game
from aerodrome.core.library import load
from aerodrome.core.state import State
from aerodrome.lab.ratings import interval

QUICK = "captain?worlds=1&follow=0"
"""The bot that tunes: it needs many games more than it needs depth."""

Weights = dict[str, float]
Line = tuple[tuple[str, float], ...]
"""Weights that can be hashed and sent to another process."""


class Setting(msgspec.Struct, frozen=True, kw_only=True):
    """`games` for each step and `check` games for the evidence; both count seeds, each played from all seats."""

    title: str
    seats: int
    bot: str = QUICK
    steps: int = 120
    games: int = 40
    check: int = 200
    seed: int = 0
    step: float = 0.3
    """How far the first step may move a weight, as part of it."""
    spread: float = 0.15
    """How far apart the two variants are, as part of each weight."""


class Evidence(msgspec.Struct, frozen=True):
    games: int
    rate: float
    low: float
    high: float
    fair: float

    @property
    def better(self) -> bool:
        return self.low > self.fair


class Weighted(Bot):
    """A bot that values things by weights of its own."""

    def __init__(self, bot: Bot, game: Game) -> None:
        super().__init__()
        self.bot = bot
        self.game = game

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        return self.bot.choose(self.game, state, seat, rng)


class Match(msgspec.Struct, frozen=True):
    """One game: `first` sits in the seats named, `second` in all others."""

    setting: Setting
    first: Line
    second: Line
    seats: tuple[int, ...]
    seed: str


@cache
def _variant(title: str, weights: Line) -> Game:
    return load(title, weights=dict(weights))


def play(match: Match) -> float:
    """What share of the win `first` got, for each of its seats, against a fair share of 1 / seats."""
    setting = match.setting
    game = load(setting.title)
    sides = [match.first if seat in match.seats else match.second for seat in range(setting.seats)]
    bots = [Weighted(make(setting.bot), _variant(setting.title, side)) for side in sides]
    luck = random.Random(f"{match.seed}:chance")
    rngs = [random.Random(f"{match.seed}:{seat}") for seat in range(setting.seats)]
    state = game.new(setting.seats)
    while actors := game.actors(state):
        who = actors[0]
        if who == CHANCE:
            game.apply(state, CHANCE, game.roll(state, luck.random()))
        else:
            game.apply(state, who, bots[who].choose(game, game.imagine(state, who, rngs[who]), who, rngs[who]))
    winners = game.winners(state)
    return sum(1.0 for seat in winners if seat in match.seats) / len(winners)


HEAD = "# Tuned by self-play (SPSA). Made again by:"

Play = Callable[[Iterable[Match]], list[float]]


def tune(
    setting: Setting, start: Weights, jobs: int = 1, tell: Callable[[str], None] = print
) -> tuple[Weights, Evidence]:
    """New weights and what they win, alone at a table of the old ones, with seeds not used for tuning."""
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        play_all: Play = (lambda matches: list(pool.map(play, matches, chunksize=2))) if jobs > 1 else _one_by_one
        weights = climb(setting, start, play_all, tell)
        return weights, prove(setting, weights, start, play_all)


def _one_by_one(matches: Iterable[Match]) -> list[float]:
    return [play(match) for match in matches]


def climb(setting: Setting, start: Weights, play_all: Play, tell: Callable[[str], None]) -> Weights:
    rng = random.Random(f"{setting.seed}:tune")
    names = sorted(start)
    at = dict.fromkeys(names, 0.0)
    settled = range(setting.steps // 2, setting.steps)
    sums = dict.fromkeys(names, 0.0)
    for step in range(setting.steps):
        signs = {name: rng.choice((-1.0, 1.0)) for name in names}
        apart = setting.spread / (1 + step) ** 0.101
        gain = setting.step / (1 + step / 10) ** 0.602
        up = _moved(start, {name: at[name] + apart * signs[name] for name in names})
        down = _moved(start, {name: at[name] - apart * signs[name] for name in names})
        edge = _edge(setting, up, down, step, play_all)
        for name in names:
            at[name] += gain * edge * signs[name]
            if step in settled:
                sums[name] += at[name]
        tell(f"step {step + 1} of {setting.steps}: the upper variant won {edge:+.2f} of its games more than the lower")
    return _moved(start, {name: sums[name] / len(settled) for name in names})


def _moved(start: Weights, by: dict[str, float]) -> Weights:
    return {name: float(f"{value * math.exp(by[name]):.4g}") for name, value in start.items()}


def _edge(setting: Setting, up: Weights, down: Weights, step: int, play_all: Play) -> float:
    """How much more `up` wins than `down`, -1 to 1: seats alternate, then the other way round, same seeds."""
    evens = tuple(range(0, setting.seats, 2))
    matches: list[Match] = []
    for number in range(setting.games):
        seed = f"{setting.seed}:{step}:{number}"
        matches.append(Match(setting, _line(up), _line(down), evens, seed))
        matches.append(Match(setting, _line(down), _line(up), evens, seed))
    shares = play_all(matches)
    return sum(shares[0::2]) / setting.games - sum(shares[1::2]) / setting.games


def prove(setting: Setting, new: Weights, old: Weights, play_all: Play) -> Evidence:
    matches = [
        Match(setting, _line(new), _line(old), (seat,), f"{setting.seed}:check:{number}")
        for number in range(setting.check)
        for seat in range(setting.seats)
    ]
    wins = sum(play_all(matches))
    low, high = interval(wins, len(matches))
    return Evidence(len(matches), wins / len(matches), low, high, 1.0 / setting.seats)


def _line(weights: Weights) -> Line:
    return tuple(sorted(weights.items()))


def to_toml(setting: Setting, start: Weights, weights: Weights, evidence: Evidence, before: str = "") -> str:
    """The file as it is kept: the command that makes it again, the evidence, the weights in the old file's order."""
    head = [
        HEAD,
        f"#   {command(setting, start)}",
        f"# Evidence: alone among seats with the weights before, the new ones won {evidence.rate:.1%} of "
        f"{evidence.games} games",
        f"# (95 % interval {evidence.low:.1%} to {evidence.high:.1%}, fair share {evidence.fair:.1%}).",
    ]
    return "\n".join(head) + "\n\n" + _replaced(before, weights)


def _replaced(before: str, weights: Weights) -> str:
    """The old file's lines, comments kept, with the new numbers."""
    lines: list[str] = []
    rest: dict[str, Any] = dict(weights)
    body = before.split("\n\n", 1)[1] if before.startswith(HEAD) else before
    for line in body.splitlines():
        name, equals, tail = line.partition("=")
        name = name.strip()
        if equals and name in rest:
            note = "  #" + tail.partition("#")[2] if "#" in tail else ""
            lines.append(f"{name} = {float(rest.pop(name))!r}{note}")
        else:
            lines.append(line)
    lines += [f"{name} = {float(value)!r}" for name, value in rest.items()]
    return "\n".join(lines).strip() + "\n"


def command(setting: Setting, start: Weights) -> str:
    return (
        f"aerodrome lab tune {setting.title} --seats {setting.seats} --bot '{setting.bot}' --steps {setting.steps} "
        f"--games {setting.games} --check {setting.check} --seed {setting.seed} --step {setting.step} "
        f"--start '{json.dumps(start)}'"
    )

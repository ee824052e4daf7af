"""Tuning the weights of a title's evaluator by self-play.

The optimiser is SPSA (simultaneous perturbation stochastic approximation): each step changes all weights at once, a
little up or down at random, and lets the two opposite variants play each other. Why this one: a step costs one match
whatever the number of weights; the answer it needs is only "which of the two won more", and it lives with the noise
that dice make of that; every game of a match tells about the gradient; and it is thirty lines without a registry.
Weights move by factors, so that each is tuned on its own scale; the result is the average of the second half of the
way, because the last place is as noisy as any other. Same seed, same result, however many processes.
"""

import json
import math
import random
from collections.abc import Callable, Sequence
from functools import cache, partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

import msgspec

from aerodrome.bots import Bot, create_bot
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.registry import load
from aerodrome.core.state import State
from aerodrome.lab.confidence_intervals import compute_wilson_interval
from aerodrome.lab.game_runner import (
    create_action_chooser,
    create_seeded_chance_source,
    play_game,
    require_playable_table,
)

if TYPE_CHECKING:
    from aerodrome.lab.resumable_tasks import ReportProgress

TUNING_BOT = "captain?worlds=1&follow=0&simulations=0"
"""The bot that tunes: it needs many games more than it needs depth."""

Weights = dict[str, float]
FrozenWeights = tuple[tuple[str, float], ...]
"""Weights that can be hashed and sent to another process."""


class TuningConfig(msgspec.Struct, frozen=True, kw_only=True):
    """`games` for each step and `check` games for the evidence; both count seeds, each played from all seats."""

    title: str
    seats: int
    bot: str = TUNING_BOT
    steps: int = 120
    games: int = 40
    check: int = 200
    seed: int = 0
    step: float = 0.3
    """How far the first step may move a weight, as part of it."""
    spread: float = 0.15
    """How far apart the two variants are, as part of each weight."""


class WinEvidence(msgspec.Struct, frozen=True):
    """What new weights won against old ones, with the 95 % interval and the fair share."""

    games: int
    rate: float
    low: float
    high: float
    fair: float

    @property
    def is_better(self) -> bool:
        """Whether the whole interval lies above the fair share."""
        return self.low > self.fair


class WeightedBot(Bot):
    """A bot that values things by weights of its own."""

    def __init__(self, bot: Bot, game: Game) -> None:
        super().__init__()
        self.bot = bot
        self.game = game

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        return self.bot.choose(self.game, state, seat, rng)


class TuningGame(msgspec.Struct, frozen=True):
    """One game: `first` sits in the seats named, `second` in all others."""

    config: TuningConfig
    first: FrozenWeights
    second: FrozenWeights
    seats: tuple[int, ...]
    seed: str


@cache
def _load_weighted_game(title: str, weights: FrozenWeights) -> Game:
    return load(title, weights=dict(weights))


def play_tuning_game(tuning_game: TuningGame) -> float:
    """What share of the win `first` got, for each of its seats, against a fair share of 1 / seats."""
    config = tuning_game.config
    game = load(config.title)
    sides = [tuning_game.first if seat in tuning_game.seats else tuning_game.second for seat in range(config.seats)]
    bots = [WeightedBot(create_bot(config.bot), _load_weighted_game(config.title, side)) for side in sides]
    choose_for_seat = create_action_chooser(game, bots, tuning_game.seed)
    played = play_game(game, config.seats, choose_for_seat, create_seeded_chance_source(tuning_game.seed))
    winners = game.winners(played.state)
    return sum(1.0 for seat in winners if seat in tuning_game.seats) / len(winners)


FILE_HEADER = "# Tuned by self-play (SPSA). Made again by:"

PlayGames = Callable[[Sequence[TuningGame]], list[float]]


class TuningPlan(msgspec.Struct, frozen=True):
    """What a run of the tuner depends on; kept beside its result."""

    config: TuningConfig
    start: Weights


def tune_and_compare_weights(
    config: TuningConfig,
    start_weights: Weights,
    jobs: int = 1,
    report_line: Callable[[str], None] = print,
    result_path: Path | None = None,
    report_progress: "ReportProgress | None" = None,
) -> tuple[Weights, WinEvidence]:
    """New weights and what they win, alone at a table of the old ones, with seeds not used for tuning.

    With `result_path` every game is kept in a log beside it, and the same call goes on after the last one.
    """
    # Imported here because the command line reads this module's settings for its help.
    from aerodrome.lab.resumable_tasks import ResumableTaskRunner, check_and_save_plan
    from aerodrome.lab.worker_processes import open_task_runner

    game = load(config.title, weights=start_weights)
    require_playable_table(game, config.seats, config.bot)
    if min(config.steps, config.games, config.check) < 1:
        raise ValueError("steps, games and check: expected at least 1 of each")
    path = None
    if result_path is not None:
        path = result_path.with_suffix(".jsonl")
        check_and_save_plan(result_path, TuningPlan(config, start_weights), game, path)
    with open_task_runner(jobs) as run_tasks, ResumableTaskRunner(path, float, run_tasks, report_progress) as log:
        weights = run_spsa(
            config,
            start_weights,
            partial(log.load_or_compute_answers, "games of a step", play_tuning_game),
            report_line,
        )
        return weights, compare_weights(
            config,
            weights,
            start_weights,
            partial(log.load_or_compute_answers, "games for the evidence", play_tuning_game),
        )


def run_spsa(
    config: TuningConfig, start_weights: Weights, play_games: PlayGames, report_line: Callable[[str], None]
) -> Weights:
    """The optimiser: the average of the second half of the way that its steps take from `start_weights`."""
    rng = random.Random(f"{config.seed}:tune")
    names = sorted(start_weights)
    exponents = dict.fromkeys(names, 0.0)
    second_half = range(config.steps // 2, config.steps)
    sums = dict.fromkeys(names, 0.0)
    for step in range(config.steps):
        signs = {name: rng.choice((-1.0, 1.0)) for name in names}
        apart = config.spread / (1 + step) ** 0.101
        gain = config.step / (1 + step / 10) ** 0.602
        up = _scale_weights(start_weights, {name: exponents[name] + apart * signs[name] for name in names})
        down = _scale_weights(start_weights, {name: exponents[name] - apart * signs[name] for name in names})
        edge = _measure_win_difference(config, up, down, step, play_games)
        for name in names:
            exponents[name] += gain * edge * signs[name]
            if step in second_half:
                sums[name] += exponents[name]
        report_line(
            f"step {step + 1} of {config.steps}: the upper variant won {edge:+.2f} of its games more than the lower"
        )
    return _scale_weights(start_weights, {name: sums[name] / len(second_half) for name in names})


def _scale_weights(start_weights: Weights, exponents: dict[str, float]) -> Weights:
    """Each weight times e to the power of its exponent, with four digits."""
    return {name: float(f"{value * math.exp(exponents[name]):.4g}") for name, value in start_weights.items()}


def _measure_win_difference(
    config: TuningConfig, raised_weights: Weights, lowered_weights: Weights, step: int, play_games: PlayGames
) -> float:
    """How much more the raised win than the lowered, -1 to 1: seats alternate, then the other way round, same seeds."""
    evens = tuple(range(0, config.seats, 2))
    games: list[TuningGame] = []
    for number in range(config.games):
        seed = f"{config.seed}:{step}:{number}"
        games.append(TuningGame(config, _freeze_weights(raised_weights), _freeze_weights(lowered_weights), evens, seed))
        games.append(TuningGame(config, _freeze_weights(lowered_weights), _freeze_weights(raised_weights), evens, seed))
    shares = play_games(games)
    return sum(shares[0::2]) / config.games - sum(shares[1::2]) / config.games


def compare_weights(
    config: TuningConfig, new_weights: Weights, old_weights: Weights, play_games: PlayGames
) -> WinEvidence:
    """The new weights alone among the old ones, from every seat, with fresh seeds."""
    games = [
        TuningGame(
            config, _freeze_weights(new_weights), _freeze_weights(old_weights), (seat,), f"{config.seed}:check:{number}"
        )
        for number in range(config.check)
        for seat in range(config.seats)
    ]
    wins = sum(play_games(games))
    low, high = compute_wilson_interval(wins, len(games))
    return WinEvidence(len(games), wins / len(games), low, high, 1.0 / config.seats)


def _freeze_weights(weights: Weights) -> FrozenWeights:
    return tuple(sorted(weights.items()))


def format_weights_toml(
    config: TuningConfig, start_weights: Weights, tuned_weights: Weights, evidence: WinEvidence, previous_text: str = ""
) -> str:
    """The file as it is kept: the command that makes it again, the evidence, the weights in the old file's order."""
    head = [
        FILE_HEADER,
        f"#   {format_tune_command(config, start_weights)}",
        f"# Evidence: alone among seats with the weights before, the new ones won {evidence.rate:.1%} of "
        f"{evidence.games} games",
        f"# (95 % interval {evidence.low:.1%} to {evidence.high:.1%}, fair share {evidence.fair:.1%}).",
    ]
    return "\n".join(head) + "\n\n" + _replace_weights_in_toml(previous_text, tuned_weights)


def _replace_weights_in_toml(previous_text: str, weights: Weights) -> str:
    """The old file's lines, comments kept, with the new numbers."""
    lines: list[str] = []
    rest: dict[str, Any] = dict(weights)
    body = previous_text.split("\n\n", 1)[1] if previous_text.startswith(FILE_HEADER) else previous_text
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


def format_tune_command(config: TuningConfig, start_weights: Weights) -> str:
    """The command line that tunes the same way again."""
    return (
        f"aerodrome lab tune {config.title} --seats {config.seats} --bot '{config.bot}' --steps {config.steps} "
        f"--games {config.games} --check {config.check} --seed {config.seed} --step {config.step} "
        f"--start '{json.dumps(start_weights)}'"
    )

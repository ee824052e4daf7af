"""Training the baseline of a title: who wins from here, learned from nothing but the results of games.

Bots play among themselves, with some choices taken at random so that more than their own habits is seen. Of each game
a few positions are kept: what the title's evaluator says of every seat, what every seat has, and what came of it, the
final scores and how the win divided. A softmax over the seats is fitted to that, its factors drawn towards those of the
evaluation alone. Either they make the wins most likely, or they explain the final leads and are then scaled to chances:
where scores decide, a lead says more of a game than who won it. Held-out games choose which, and the penalty.

What wins is not what makes a good move, so this judges no moves at a glance: it judges where the thoughts of a baseline
end, after both have played on from every choice that is compared.
"""

import random
from collections.abc import Callable
from functools import partial
from pathlib import Path

import msgspec
import numpy as np
from numpy.typing import NDArray

from aerodrome.bots import create_bot
from aerodrome.bots.learned_judge import STAGES, VALUE
from aerodrome.bots.quick_policy import list_actions_worth_considering, shortlist_actions
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.registry import load
from aerodrome.core.state import State
from aerodrome.lab.game_runner import (
    create_action_chooser,
    create_seeded_chance_source,
    play_game,
    require_playable_table,
)
from aerodrome.lab.moment_sampling import MomentSampler
from aerodrome.lab.resumable_tasks import ReportProgress, ResumableTaskRunner, check_and_save_plan
from aerodrome.lab.worker_processes import open_task_runner

Floats = NDArray[np.float64]

HELD_OUT = 4
"""One game in so many is kept from the fit, to choose the penalty and to show what it is worth."""
PENALTIES = (1.0, 10.0, 100.0, 1000.0)
"""In positions that would have to speak against a factor of the usual size."""
WINS, LEADS = "wins", "leads"
"""What factors are fitted to."""
FAR_AHEAD = 3.0
"""In standard deviations; nobody is counted further ahead in the end, nor behind."""
NEWTON_STEPS = 8
TINY = 1e-9
"""What a sum leaves over where nothing was."""
EXPLORED_CHOICES = 8
"""A choice at random is one of so many, the most natural ones."""


class TrainingConfig(msgspec.Struct, frozen=True, kw_only=True):
    """`positions` of each of the `games` are kept; `explore`: the part of the choices taken at random; `hands`: whether
    what the cards in hand are good for is counted, as for the judge of a review."""

    title: str
    seats: int
    bot: str = "greedy"
    games: int = 2000
    positions: int = 12
    explore: float = 0.1
    seed: int = 0
    hands: bool = False


class TrainingPosition(msgspec.Struct, frozen=True, array_like=True):
    """One position with what came of it: for each seat its value, what it has, its part of the win and its score."""

    round: int
    values: list[float]
    features: list[list[float]]
    shares: list[float]
    scores: list[float]


class TrainedJudge(msgspec.Struct, frozen=True):
    """What was learned, from what (`learned_from`: wins or leads), and the mean surprise (log loss) of held-out games:
    by fair shares, by the evaluation alone, learned."""

    names: list[str]
    factors: list[list[float]]
    rounds: float
    learned_from: str
    penalty: float
    games: int
    fair_loss: float
    present_loss: float
    learned_loss: float


class TrainingPlan(msgspec.Struct, frozen=True):
    """What a run of the training depends on; kept beside its result."""

    config: TrainingConfig
    present: dict[str, float]


# The positions


def play_game_and_sample_positions(config: TrainingConfig, game_number: int) -> list[TrainingPosition]:
    """One game, and some of its positions, taken at random among those where a seat has a choice."""
    game = load(config.title)
    seed = f"{config.seed}:train:{game_number}"
    rng = random.Random(f"{seed}:moments")
    choose_action = create_action_chooser(game, [create_bot(config.bot)] * config.seats, seed)
    sample = MomentSampler(config.positions, rng)

    def choose_for_seat(state: State, seat: int) -> Action:
        legal = game.legal(state, seat)
        if len(legal) > 1:
            sample.keep_moment_at_random(state, seat)
            if rng.random() < config.explore:
                return _choose_random_natural_action(game, state, seat, legal, rng)
        return choose_action(state, seat)

    played = play_game(game, config.seats, choose_for_seat, create_seeded_chance_source(seed))
    winners = game.winners(played.state)
    shares = [1.0 / len(winners) if seat in winners else 0.0 for seat in range(config.seats)]
    scores = [float(score) for score in game.scores(played.state)]
    return [_build_training_position(config, game, state, shares, scores) for state, _seat in sample.kept]


def _choose_random_natural_action(
    game: Game, state: State, seat: int, legal: list[Action], rng: random.Random
) -> Action:
    sensible = list_actions_worth_considering(game, state, seat, legal)
    natural = shortlist_actions(game, state, seat, sensible, EXPLORED_CHOICES, False, rng)
    return natural[int(rng.random() * len(natural))]


def _build_training_position(
    config: TrainingConfig, game: Game, state: State, final_win_shares: list[float], final_scores: list[float]
) -> TrainingPosition:
    evaluator = game.evaluator
    features: list[list[float]] = []
    for seat in range(state.seats):
        found = evaluator.compute_learnable_features(game, state, seat)
        if config.hands:
            found = found + evaluator.compute_hand_card_features(game, state, seat)
        features.append([_round_to_five_significant_digits(one) for one in found])
    values = [_round_to_five_significant_digits(value) for value in evaluator.evaluate(game, state)]
    return TrainingPosition(game.round_number(state), values, features, final_win_shares, final_scores)


def _round_to_five_significant_digits(value: float) -> float:
    """With five digits: a log shall not be larger than what it knows."""
    return float(f"{value:.5g}") if abs(value) > TINY else 0.0


# The fit


def fit_judge(feature_names: list[str], positions_by_game: list[list[TrainingPosition]]) -> TrainedJudge:
    """Factors of the value and of all that a seat has, in the way under which held-out games surprise least."""
    positions = [position for game in positions_by_game for position in game]
    held_out = np.array([number % HELD_OUT == 0 for number, game in enumerate(positions_by_game) for _position in game])
    rounds = float(max(1, sorted(position.round for position in positions)[len(positions) * 9 // 10]))
    rows, shares = build_feature_rows_and_win_shares(positions, rounds)
    leads = compute_final_leads(positions)
    column_spreads = np.maximum(rows.reshape(-1, rows.shape[2]).std(axis=0), 1e-6)
    train, test = ~held_out, held_out

    def fit(learned_from: str, penalty: float, chosen: NDArray[np.bool_]) -> Floats:
        if learned_from == WINS:
            return fit_factors_to_wins(rows[chosen], shares[chosen], column_spreads, penalty)
        return fit_factors_to_leads(rows[chosen], shares[chosen], leads[chosen], column_spreads, penalty)

    learned_loss, learned_from, penalty = min(
        (measure_log_loss(rows[test], shares[test], fit(learned_from, penalty, train)), learned_from, penalty)
        for learned_from in (WINS, LEADS)
        for penalty in PENALTIES
    )
    factors = fit(learned_from, penalty, np.ones(len(positions), np.bool_))
    return TrainedJudge(
        [VALUE, *feature_names],
        [[_round_to_five_significant_digits(float(one)) for one in row] for row in factors.reshape(-1, len(STAGES))],
        rounds,
        learned_from,
        penalty,
        len(positions_by_game),
        measure_log_loss(rows[test], shares[test], np.zeros(rows.shape[2])),
        measure_log_loss(rows[test], shares[test], fit_value_factors_alone(rows[train], shares[train], column_spreads)),
        learned_loss,
    )


def compute_final_leads(positions: list[TrainingPosition]) -> Floats:
    """By how much each seat was ahead of the average in the end; no single game shall count for a hundred others."""
    scores = np.array([position.scores for position in positions])
    leads = scores - scores.mean(axis=1, keepdims=True)
    most = FAR_AHEAD * leads.std()
    clipped: Floats = np.clip(leads, -most, most)
    return clipped


def build_feature_rows_and_win_shares(
    positions: list[TrainingPosition], last_stage_round: float
) -> tuple[Floats, Floats]:
    """For each position and seat its value and what it has, each once for every stage by how near that is; and the
    shares of the win."""
    has = np.array([[[v, *f] for v, f in zip(one.values, one.features, strict=True)] for one in positions])
    place = np.minimum(1.0, np.array([position.round for position in positions]) / last_stage_round) * (len(STAGES) - 1)
    nearness = np.maximum(0.0, 1.0 - np.abs(place[:, None] - np.arange(len(STAGES))))
    rows = has[:, :, :, None] * nearness[:, None, None, :]
    return rows.reshape(*has.shape[:2], -1), np.array([position.shares for position in positions])


def fit_value_factors_alone(feature_rows: Floats, win_shares: Floats, column_spreads: Floats) -> Floats:
    """Factors of the value that make the wins most likely, none of anything else."""
    stages = len(STAGES)
    factors = np.zeros(feature_rows.shape[2])
    factors[:stages] = fit_softmax_factors(
        feature_rows[:, :, :stages], win_shares, factors[:stages], column_spreads[:stages] ** 2
    )
    return factors


def fit_factors_to_wins(feature_rows: Floats, win_shares: Floats, column_spreads: Floats, penalty: float) -> Floats:
    """The factors that make the wins most likely, drawn towards those of the value alone."""
    return fit_softmax_factors(
        feature_rows,
        win_shares,
        fit_value_factors_alone(feature_rows, win_shares, column_spreads),
        penalty * column_spreads**2,
    )


def fit_factors_to_leads(
    feature_rows: Floats, win_shares: Floats, final_leads: Floats, column_spreads: Floats, penalty: float
) -> Floats:
    """The factors that explain the final leads best, drawn towards those of the value alone, scaled to chances."""
    stages = len(STAGES)
    apart = (feature_rows - feature_rows.mean(axis=1, keepdims=True)).reshape(-1, feature_rows.shape[2])
    prices = np.zeros(feature_rows.shape[2])
    prices[:stages] = solve_ridge_regression(apart[:, :stages], final_leads.ravel(), column_spreads[:stages] ** 2)
    prices += solve_ridge_regression(apart, final_leads.ravel() - apart @ prices, penalty * column_spreads**2)
    leads_by_stage = (feature_rows * prices).reshape(*feature_rows.shape[:2], -1, stages).sum(axis=2)
    scale = fit_softmax_factors(leads_by_stage, win_shares, np.zeros(stages), leads_by_stage.std(axis=(0, 1)) ** 2)
    return prices * np.tile(scale, feature_rows.shape[2] // stages)


def solve_ridge_regression(feature_rows: Floats, targets: Floats, penalties: Floats) -> Floats:
    """Least squares with a penalty on each factor."""
    return np.asarray(
        np.linalg.solve(feature_rows.T @ feature_rows + np.diag(penalties), feature_rows.T @ targets), np.float64
    )


def fit_softmax_factors(feature_rows: Floats, win_shares: Floats, start_factors: Floats, penalties: Floats) -> Floats:
    """The factors that make what happened most likely, drawn towards `start_factors`; Newton's method."""
    factors = start_factors.copy()
    width = feature_rows.shape[2]
    for _step in range(NEWTON_STEPS):
        chances = compute_softmax_chances(feature_rows, factors)
        slope = feature_rows.reshape(-1, width).T @ (win_shares - chances).ravel() - penalties * (
            factors - start_factors
        )
        apart = feature_rows - (feature_rows * chances[:, :, None]).sum(axis=1, keepdims=True)
        scaled = (apart * np.sqrt(chances)[:, :, None]).reshape(-1, width)
        factors = factors + np.linalg.solve(scaled.T @ scaled + np.diag(penalties), slope)
    return factors


def compute_softmax_chances(feature_rows: Floats, factors: Floats) -> Floats:
    """A softmax over the seats of each position."""
    sums = feature_rows @ factors
    odds = np.exp(sums - sums.max(axis=1, keepdims=True))
    chances: Floats = odds / odds.sum(axis=1, keepdims=True)
    return chances


def measure_log_loss(feature_rows: Floats, win_shares: Floats, factors: Floats) -> float:
    """The mean log loss: how much the results surprise."""
    chances = np.maximum(compute_softmax_chances(feature_rows, factors), 1e-9)
    return float(-(win_shares * np.log(chances)).sum(axis=1).mean())


# The whole


def train_baseline(
    config: TrainingConfig,
    jobs: int = 1,
    report_line: Callable[[str], None] = print,
    result_path: Path | None = None,
    report_progress: ReportProgress | None = None,
) -> TrainedJudge:
    """What the games taught. With `result_path` every game is kept in a log beside it, to go on from there."""
    game = load(config.title)
    names = game.evaluator.list_learnable_feature_names()
    if config.hands:
        names = names + game.evaluator.list_hand_card_feature_names()
    if not names:
        raise ValueError(f"{config.title} has no features to learn from")
    if config.games < HELD_OUT:
        raise ValueError(f"games: expected at least {HELD_OUT}, got {config.games}")
    if config.positions < 1 or not 0 <= config.explore <= 1:
        raise ValueError("expected at least 1 of the positions, and to explore a part from 0 to 1")
    require_playable_table(game, config.seats, config.bot)
    path = None
    if result_path is not None:
        path = result_path.with_suffix(".jsonl")
        check_and_save_plan(result_path, TrainingPlan(config, game.evaluator.weights), game, path)
    with (
        open_task_runner(jobs) as run_tasks,
        ResumableTaskRunner(path, list[TrainingPosition], run_tasks, report_progress) as log,
    ):
        games = log.load_or_compute_answers(
            "games", partial(play_game_and_sample_positions, config), range(config.games)
        )
    try:
        judge = fit_judge(names, games)
    except np.linalg.LinAlgError:
        raise ValueError(
            f"{config.games} games are too few to learn from: some of what seats have was never seen"
        ) from None
    report_line(
        f"{config.title}: log loss of held-out games {judge.fair_loss:.4f} by fair shares, {judge.present_loss:.4f} by "
        f"the evaluation alone, {judge.learned_loss:.4f} learned from {judge.learned_from} (penalty {judge.penalty:g})"
    )
    return judge


def format_baseline_toml(config: TrainingConfig, judge: TrainedJudge) -> str:
    """The file as a baseline reads it: how it was made, and a line for each name."""
    lines = [
        "# Who wins from here, learned from the results of games: factors of what a seat has, early to late in a game.",
        f"#   {format_train_command(config)}",
        f"# Log loss of the held-out quarter of {judge.games} games: {judge.fair_loss:.4f} by fair shares, "
        f"{judge.present_loss:.4f} by",
        f"# the evaluation alone, {judge.learned_loss:.4f} learned from {judge.learned_from}.",
        "",
        f'title = "{config.title}"',
        f"rounds = {judge.rounds!r}",
        "",
        "[factors]",
    ]
    for name, row in zip(judge.names, judge.factors, strict=True):
        numbers = ", ".join(f"{stage} = {number!r}" for stage, number in zip(STAGES, row, strict=True))
        lines.append(f"{name} = {{ {numbers} }}")
    return "\n".join(lines) + "\n"


def format_train_command(config: TrainingConfig) -> str:
    """The command line that trains the same again."""
    return (
        f"aerodrome lab train {config.title} --seats {config.seats} --bot '{config.bot}' --games {config.games} "
        f"--positions {config.positions} --explore {config.explore} --seed {config.seed}"
        f"{' --hands' if config.hands else ''} --out FILE"
    )

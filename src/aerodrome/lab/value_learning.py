"""Learning a title's judgement from self-play: what each thing a seat has is worth beyond what the evaluator says.

That winners have much of something does not mean that taking it wins, so choices are compared, not positions. In
games between bots two choices of one moment are played out to the end, with the same luck, and the difference of the
final leads is explained by the difference that the choices made at once: in the title's own value, and in what the
seats have (a ridge regression). Prices for the first and for the last stage of a game correct `evaluate`; they are in
its currency.

Games decide what is kept: a few strengths of the correction are tried, and the best has to prove itself on fresh
seeds, alone among the present weights.
"""

import json
import random
from collections.abc import Callable
from functools import partial
from itertools import chain
from pathlib import Path

import msgspec

from aerodrome.bots import Bot, create_bot
from aerodrome.bots.quick_policy import list_actions_worth_considering, run_chance_until_seat_acts, shortlist_actions
from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.chance import run_chance_and_get_seat
from aerodrome.core.evaluator import compute_lead_over_rival_average
from aerodrome.core.game import Game
from aerodrome.core.learned_correction import EARLY, LATE, PREFIX, ROUNDS
from aerodrome.core.registry import load
from aerodrome.core.state import State
from aerodrome.lab.game_runner import (
    create_action_chooser,
    create_seeded_chance_source,
    play_game,
    require_playable_table,
)
from aerodrome.lab.linear_equations import solve_positive_definite
from aerodrome.lab.moment_sampling import MomentSampler
from aerodrome.lab.resumable_tasks import ReportProgress, ResumableTaskRunner, check_and_save_plan
from aerodrome.lab.weight_tuning import (
    TUNING_BOT,
    PlayGames,
    TuningConfig,
    Weights,
    WinEvidence,
    compare_weights,
    play_tuning_game,
)
from aerodrome.lab.worker_processes import open_task_runner

HELD_OUT = 4
"""One game in so many is kept from the fit, to choose how far it may go."""
PENALTIES = (30.0, 100.0, 300.0, 1000.0, 3000.0, 10000.0)
"""How strongly prices are held near 0, in comparisons that would have to speak against it."""
STRENGTHS = (1.0, 0.5)
CLOSE_CHOICES = 6
"""Two of so many choices that look best are compared: what is never chosen needs no price."""
MAX_ACTIONS = 20000


class LearningConfig(msgspec.Struct, frozen=True, kw_only=True):
    """`games` are played to learn, `trial` games for each strength and `check` games for the evidence."""

    title: str
    seats: int
    bot: str = TUNING_BOT
    games: int = 1000
    comparisons: int = 3
    """How many moments of each game are played out twice."""
    trial: int = 120
    check: int = 400
    seed: int = 0


class PlayedOutChoicePair(msgspec.Struct, frozen=True):
    """Two choices of one moment: by how much the first is ahead at once and at the end, all for who chose."""

    game: int
    round: int
    value: float
    features: list[float]
    result: float


class LearnedCorrectionFit(msgspec.Struct, frozen=True):
    """Prices as they are kept, and what is left unexplained of held-out results, as part of their squares."""

    weights: Weights
    penalty: float
    present_error: float
    learned_error: float


# The comparisons


def play_game_and_play_out_choice_pairs(config: LearningConfig, game_number: int) -> list[PlayedOutChoicePair]:
    """One game, and some of its moments with two choices played out."""
    game = load(config.title)
    seed = f"{config.seed}:learn:{game_number}"
    rng = random.Random(f"{seed}:moments")
    bot = create_bot(config.bot)
    choose_action = create_action_chooser(game, [bot] * config.seats, seed)
    sample = MomentSampler(config.comparisons, rng)

    def choose_for_seat(state: State, seat: int) -> Action:
        if len(game.actors(state)) == 1 and len(_list_choices_worth_comparing(game, state, seat, rng)) > 1:
            sample.keep_moment_at_random(state, seat)
        return choose_action(state, seat)

    play_game(game, config.seats, choose_for_seat, create_seeded_chance_source(seed))
    return [_play_out_choice_pair(game, bot, game_number, state, seat, rng) for state, seat in sample.kept]


def _list_choices_worth_comparing(game: Game, state: State, seat: int, rng: random.Random) -> list[Action]:
    """What bots look at: neither what is pointless nor what the title doubts, unless there is nothing else."""
    legal = game.legal(state, seat)
    if len(legal) == 1:
        return legal
    legal = list_actions_worth_considering(game, state, seat, legal)
    return shortlist_actions(game, state, seat, legal, len(legal), False, rng)


def _play_out_choice_pair(
    game: Game, bot: Bot, game_number: int, state: State, seat: int, rng: random.Random
) -> PlayedOutChoicePair:
    """Two of the choices that look best, played out with the same luck."""
    luck = rng.random()
    tried = [
        _copy_and_apply_action_and_chance(game, state, seat, action, luck)
        for action in _list_choices_worth_comparing(game, state, seat, rng)
    ]
    tried.sort(key=lambda after: -compute_lead_over_rival_average(game.evaluator.evaluate(game, after), seat))
    first, second = rng.sample(tried[:CLOSE_CHOICES], 2)
    numbers = [_measure_leads_in_value_and_features(game, after, seat) for after in (first, second)]
    seed = rng.getrandbits(62)
    results = [_play_out_and_measure_lead(game, bot, after, seat, seed) for after in (first, second)]
    differences = [one - other for one, other in zip(*numbers, strict=True)]
    return PlayedOutChoicePair(
        game_number, game.round_number(state), differences[0], differences[1:], results[0] - results[1]
    )


def _copy_and_apply_action_and_chance(
    game: Game, state: State, seat: int, action: Action, uniform_number: float
) -> State:
    after = state.clone()
    game.apply(after, seat, action)
    run_chance_until_seat_acts(game, after, uniform_number)
    return after


def _measure_leads_in_value_and_features(game: Game, state: State, seat: int) -> list[float]:
    """How far a seat is ahead of its rivals' average: in value, and in each feature."""
    evaluator = game.evaluator
    features = [evaluator.compute_learnable_features(game, state, other) for other in range(state.seats)]
    leads = [compute_lead_over_rival_average([row[i] for row in features], seat) for i in range(len(features[0]))]
    return [compute_lead_over_rival_average(evaluator.evaluate(game, state), seat), *leads]


def _play_out_and_measure_lead(game: Game, bot: Bot, state: State, seat: int, seed: int) -> float:
    """The lead of a seat when the game is over, bots in all seats."""
    chance = random.Random(f"{seed}:chance")
    choose_action = create_action_chooser(game, [bot] * state.seats, seed)
    state = state.clone()
    for _action in range(MAX_ACTIONS):
        who = run_chance_and_get_seat(game, state, chance)
        if who == NOBODY:
            break
        game.apply(state, who, choose_action(state, who))
    return compute_lead_over_rival_average(game.evaluator.evaluate(game, state), seat)


# The fit


def fit_learned_correction(feature_names: list[str], choice_pairs: list[PlayedOutChoicePair]) -> LearnedCorrectionFit:
    """Prices of all features, with the penalty under which held-out results are explained best."""
    rounds = _find_last_stage_round([comparison.round for comparison in choice_pairs])
    rows = [_build_regression_row(comparison, rounds) for comparison in choice_pairs]
    results = _clip_results([comparison.result for comparison in choice_pairs])
    train = [i for i, comparison in enumerate(choice_pairs) if comparison.game % HELD_OUT]
    test = [i for i, comparison in enumerate(choice_pairs) if not comparison.game % HELD_OUT]
    equations = NormalEquations(rows, results, train)
    fits = [
        (_measure_unexplained_part(rows, results, test, equations.solve(penalty)), penalty) for penalty in PENALTIES
    ]
    best, penalty = min(fits)
    present = _measure_unexplained_part(rows, results, test, equations.solve(1e12))
    prices = NormalEquations(rows, results, list(range(len(rows)))).solve(penalty)
    return LearnedCorrectionFit(_convert_prices_to_weights(feature_names, prices, rounds), penalty, present, best)


def _find_last_stage_round(rounds: list[int]) -> float:
    """The round that nine in ten comparisons are before."""
    return float(max(1, sorted(rounds)[len(rounds) * 9 // 10]))


def _clip_results(results: list[float]) -> list[float]:
    """No single game shall count for a hundred others."""
    spread = 3.0 * (sum(result * result for result in results) / len(results)) ** 0.5
    return [min(spread, max(-spread, result)) for result in results]


def _build_regression_row(choice_pair: PlayedOutChoicePair, last_stage_round: float) -> list[float]:
    """Value, early and late; then the features early, then late."""
    late = min(1.0, choice_pair.round / last_stage_round)
    early = 1.0 - late
    return [
        choice_pair.value * early,
        choice_pair.value * late,
        *[feature * early for feature in choice_pair.features],
        *[feature * late for feature in choice_pair.features],
    ]


class NormalEquations:
    """Least squares of some rows; the value is drawn towards 1 dollar for a dollar, the features towards nothing."""

    def __init__(self, rows: list[list[float]], results: list[float], chosen: list[int]) -> None:
        size = len(rows[0])
        self.products = [[0.0] * size for _column in range(size)]
        self.right = [0.0] * size
        for i in chosen:
            row = rows[i]
            used = [j for j in range(size) if row[j]]
            for j in used:
                part = self.products[j]
                number = row[j]
                self.right[j] += number * results[i]
                for k in used:
                    part[k] += number * row[k]
        self.count = max(1, len(chosen))

    def solve(self, penalty: float) -> list[float]:
        """The prices; the penalty counts as so many comparisons of the usual size in which a feature did nothing."""
        size = len(self.right)
        matrix = [row.copy() for row in self.products]
        right = self.right.copy()
        for j in range(size):
            usual = self.products[j][j] / self.count
            ridge = (10.0 if j < 2 else penalty) * usual + 1e-9
            matrix[j][j] += ridge
            if j < 2:
                right[j] += ridge
        return solve_positive_definite(matrix, right)


def _measure_unexplained_part(
    rows: list[list[float]], results: list[float], row_indices: list[int], feature_prices: list[float]
) -> float:
    """What is left unexplained, as part of the squares of the results."""
    left = sum(
        (results[i] - sum(a * b for a, b in zip(rows[i], feature_prices, strict=True))) ** 2 for i in row_indices
    )
    return left / max(1e-9, sum(results[i] ** 2 for i in row_indices))


def _convert_prices_to_weights(
    feature_names: list[str], feature_prices: list[float], last_stage_round: float
) -> Weights:
    """Prices as they are kept: for a dollar of the title's value, which may be worth more or less in the end."""
    count = len(feature_names)
    weights: Weights = {ROUNDS: last_stage_round}
    for i, stage in enumerate((EARLY, LATE)):
        per_value = max(0.3, feature_prices[i])
        for k, name in enumerate(feature_names):
            weights[f"{PREFIX}{name}{stage}"] = _round_to_four_significant_digits(
                feature_prices[2 + i * count + k] / per_value
            )
    return weights


def scale_learned_weights(weights: Weights, strength: float) -> Weights:
    """The correction at a part of its strength."""
    return {
        name: value if name == ROUNDS else _round_to_four_significant_digits(value * strength)
        for name, value in weights.items()
    }


def _round_to_four_significant_digits(value: float) -> float:
    return float(f"{value:.4g}")


# The proof


def scale_weights_to_best_strength(config: LearningConfig, weights: Weights, play_games: PlayGames) -> Weights:
    """The correction at the strength that wins most in trial games."""
    present = load(config.title).evaluator.weights
    found: list[tuple[float, float]] = []
    for strength in STRENGTHS:
        tuning = build_weights_check_config(config, config.trial, f"trial:{strength}")
        new = {**present, **scale_learned_weights(weights, strength)}
        found.append((compare_weights(tuning, new, present, play_games).rate, strength))
    return scale_learned_weights(weights, max(found)[1])


def compare_learned_weights(config: LearningConfig, learned_weights: Weights, play_games: PlayGames) -> WinEvidence:
    """What the learned weights win, alone among the present ones, with fresh seeds."""
    present = load(config.title).evaluator.weights
    tuning = build_weights_check_config(config, config.check, "proof")
    return compare_weights(tuning, {**present, **learned_weights}, present, play_games)


def build_weights_check_config(config: LearningConfig, game_count: int, purpose: str) -> TuningConfig:
    """So many games of new weights alone among old ones; each purpose has seeds of its own."""
    seed = random.Random(f"{config.seed}:{purpose}").getrandbits(31)
    check = -(-game_count // config.seats)
    return TuningConfig(title=config.title, seats=config.seats, bot=config.bot, check=check, seed=seed)


class LearningPlan(msgspec.Struct, frozen=True):
    """What a run of the learner depends on; kept beside its result."""

    config: LearningConfig
    present: Weights


def learn_and_compare_value(
    config: LearningConfig,
    jobs: int = 1,
    report_line: Callable[[str], None] = print,
    result_path: Path | None = None,
    report_progress: ReportProgress | None = None,
) -> tuple[Weights, WinEvidence]:
    """New learned weights and what they win.

    With `result_path` every game is kept in logs beside it, and the same call goes on after the last one.
    """
    game = load(config.title)
    names = game.evaluator.list_learnable_feature_names()
    if not names:
        raise ValueError(f"{config.title} has no features to learn from")
    if config.games < HELD_OUT:
        raise ValueError(f"games: expected at least {HELD_OUT}, got {config.games}")
    if min(config.comparisons, config.trial, config.check) < 1:
        raise ValueError("comparisons, trial and check: expected at least 1 of each")
    require_playable_table(game, config.seats, config.bot)
    comparisons_path, trials_path = None, None
    if result_path is not None:
        comparisons_path, trials_path = (
            result_path.with_suffix(".comparisons.jsonl"),
            result_path.with_suffix(".trials.jsonl"),
        )
        check_and_save_plan(
            result_path, LearningPlan(config, game.evaluator.weights), game, comparisons_path, trials_path
        )
    with (
        open_task_runner(jobs) as run_tasks,
        ResumableTaskRunner(comparisons_path, list[PlayedOutChoicePair], run_tasks, report_progress) as compared,
        ResumableTaskRunner(trials_path, float, run_tasks, report_progress) as played,
    ):
        found = compared.load_or_compute_answers(
            "games", partial(play_game_and_play_out_choice_pairs, config), range(config.games)
        )
        play_games = partial(played.load_or_compute_answers, "games of a trial", play_tuning_game)
        return _fit_and_compare_value(config, names, list(chain.from_iterable(found)), play_games, report_line)


def _fit_and_compare_value(
    config: LearningConfig,
    feature_names: list[str],
    choice_pairs: list[PlayedOutChoicePair],
    play_games: PlayGames,
    report_line: Callable[[str], None],
) -> tuple[Weights, WinEvidence]:
    fit = fit_learned_correction(feature_names, choice_pairs)
    report_line(
        f"{len(choice_pairs)} comparisons of {config.games} games; left unexplained of held-out results: "
        f"{fit.present_error:.4f} by the present evaluation, {fit.learned_error:.4f} learned (penalty {fit.penalty:g})"
    )
    learned = scale_weights_to_best_strength(config, fit.weights, play_games)
    evidence = compare_learned_weights(config, learned, play_games)
    report_line(
        f"{config.title}: won {evidence.rate:.1%} of {evidence.games} ({evidence.low:.1%} to {evidence.high:.1%})"
    )
    return learned, evidence


# The file


def format_learned_toml(config: LearningConfig, learned_weights: Weights, evidence: WinEvidence) -> str:
    """The file as it is kept: how it was made, the evidence, a line for each name."""
    lines = [
        "# What self-play taught beyond the weights, in the title's currency, early and late in a game. Made again by:",
        f"#   {format_learn_command(config)}",
        f"# Evidence: alone among seats with the weights before, it won {evidence.rate:.1%} of {evidence.games} games",
        f"# (95 % interval {evidence.low:.1%} to {evidence.high:.1%}, fair share {evidence.fair:.1%}).",
        "",
    ]
    lines += [f"{name.removeprefix(PREFIX)} = {json.dumps(value)}" for name, value in learned_weights.items()]
    return "\n".join(lines) + "\n"


def format_learn_command(config: LearningConfig) -> str:
    """The command line that learns the same again."""
    return (
        f"aerodrome lab learn {config.title} --seats {config.seats} --bot '{config.bot}' --games {config.games} "
        f"--comparisons {config.comparisons} --trial {config.trial} --check {config.check} "
        f"--seed {config.seed}"
    )

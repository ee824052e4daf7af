"""Learning a title's judgement from results: what each thing a seat has is worth beyond what the evaluator says.

Bots play games, a few positions of each are kept, and at the end it is known who won. The chance of each seat is
modelled as a softmax of `value / scale + features * prices` (a conditional logit): the title's own value keeps its
place, each feature gets a price for the first and for the last stage of the game, and how much a lead counts is fitted
with them. Divided by the weight of a dollar, prices are in the title's currency and correct `evaluate`.

Prices that explain results need not make better choices, so games decide: a few strengths of the correction are
tried, and the best has to prove itself on fresh seeds, alone among the present weights.
"""

import json
import random
from collections.abc import Callable, Iterable
from itertools import chain
from typing import Any

import msgspec

from aerodrome.bots import choose_action, create_bot
from aerodrome.core.actions import Action
from aerodrome.core.learned_value import EARLY, LATE, PREFIX, ROUNDS, SCALE
from aerodrome.core.registry import load
from aerodrome.core.state import State
from aerodrome.lab.game_runner import create_seat_generators, create_seeded_chance, play_game
from aerodrome.lab.weight_tuning import (
    TUNING_BOT,
    PlayGames,
    TuningConfig,
    TuningGame,
    Weights,
    WinEvidence,
    compare_weights,
    play_tuning_game,
)

LN3 = 1.0986122886681098
HELD_OUT = 5
"""One game in so many is kept from the fit, to choose how far it may go."""
PENALTIES = (3.0, 10.0, 30.0, 100.0, 300.0)
STRENGTHS = (1.0, 0.5, 0.25)


class LearningConfig(msgspec.Struct, frozen=True, kw_only=True):
    """`games` are played to learn, `trial` games for each strength and `check` games for the evidence."""

    title: str
    seats: int
    bot: str = TUNING_BOT
    games: int = 2000
    positions: int = 12
    """How many positions of each game are kept."""
    wander: float = 0.1
    """How many of the choices are made at random, so that things are seen apart that good play has together."""
    trial: int = 120
    check: int = 400
    seed: int = 0


class Position(msgspec.Struct, frozen=True):
    """A position of a game that is over: each seat's value and features, and its share of the win."""

    game: int
    round: int
    scale: float
    values: list[float]
    features: list[list[float]]
    shares: list[float]


class LearnedFit(msgspec.Struct, frozen=True):
    """What was found: the weights as they are kept, and how well held-out results were foreseen (log-likelihood)."""

    weights: Weights
    penalty: float
    fair: float
    present: float
    learned: float


def collect_positions(config: LearningConfig, number: int) -> list[Position]:
    """One game, and some of its positions with what became of them."""
    game = load(config.title)
    seed = f"{config.seed}:learn:{number}"
    rng = random.Random(f"{seed}:positions")
    rngs = create_seat_generators(seed, config.seats)
    bot = create_bot(config.bot)
    kept: list[State] = []
    seen = 0

    def choose_for_seat(state: State, seat: int) -> Action:
        nonlocal seen
        if game.round_number(state) > 0:
            seen += 1
            if len(kept) < config.positions:
                kept.append(state.clone())
            elif (place := int(rng.random() * seen)) < config.positions:
                kept[place] = state.clone()
        if rng.random() < config.wander:
            legal = game.legal(state, seat)
            sound = [action for action in legal if game.evaluator.action_prior(game, state, seat, action) > 0.0]
            return rng.choice(sound or legal)
        return choose_action(bot, game, state, seat, rngs[seat])

    played = play_game(game, config.seats, choose_for_seat, create_seeded_chance(seed))
    winners = game.winners(played.state)
    shares = [1.0 / len(winners) if seat in winners else 0.0 for seat in range(config.seats)]
    return [_describe_position(config, number, state, shares) for state in kept]


def _describe_position(config: LearningConfig, number: int, state: State, shares: list[float]) -> Position:
    game = load(config.title)
    evaluator = game.evaluator
    return Position(
        number,
        game.round_number(state),
        evaluator.win_scale(game, state),
        evaluator.evaluate(game, state),
        [evaluator.seat_features(game, state, seat) for seat in range(config.seats)],
        shares,
    )


def collect_batch(config: LearningConfig, first: int, count: int) -> list[Position]:
    """The positions of so many games from that number on."""
    return [position for number in range(first, first + count) for position in collect_positions(config, number)]


# The fit


def fit_learned_value(names: list[str], positions: list[Position]) -> LearnedFit:
    """Prices of all features, with the penalty under which held-out games are foreseen best."""
    rounds = _find_last_stage([position.round for position in positions])
    data = _build_arrays(positions, rounds)
    is_held_out = [position.game % HELD_OUT == 0 for position in positions]
    train = data.select([not held for held in is_held_out])
    test = data.select(is_held_out)
    present = test.compute_likelihood(train.fit(1e9))
    fits = [(test.compute_likelihood(train.fit(penalty)), penalty) for penalty in PENALTIES]
    best, penalty = max(fits)
    weights = _convert_to_weights(names, data.fit(penalty), data, rounds)
    return LearnedFit(weights, penalty, test.compute_likelihood(None), present, best)


def _find_last_stage(rounds: list[int]) -> float:
    """The round that nine in ten positions are before."""
    return float(sorted(rounds)[len(rounds) * 9 // 10])


class _Arrays:
    """Positions as numpy arrays: `inputs` has a row for each seat of each position.

    The first two columns are the value, early and late, in units of its own scale; the others the features.
    """

    def __init__(self, inputs: Any, shares: Any, deviations: Any) -> None:
        self.inputs = inputs
        self.shares = shares
        self.deviations = deviations

    def select(self, wanted: list[bool]) -> "_Arrays":
        import numpy

        mask = numpy.array(wanted)
        return _Arrays(self.inputs[mask], self.shares[mask], self.deviations)

    def predict(self, prices: Any) -> Any:
        """The share of the win of each seat, by these prices; without any, the fair share."""
        import numpy

        if prices is None:
            return numpy.full(self.shares.shape, 1.0 / self.shares.shape[1])
        logits = self.inputs @ prices
        logits -= logits.max(axis=1, keepdims=True)
        parts = numpy.exp(logits)
        return parts / parts.sum(axis=1, keepdims=True)

    def compute_likelihood(self, prices: Any) -> float:
        """The mean logarithm of the chance that was given to what happened."""
        import numpy

        chances = numpy.maximum(self.predict(prices), 1e-9)
        return float((self.shares * numpy.log(chances)).sum() / len(chances))

    def fit(self, penalty: float) -> Any:
        """The prices of greatest likelihood (Newton's method), features held near 0 by the penalty."""
        import numpy

        count = self.inputs.shape[2]
        prices = numpy.zeros(count)
        prices[:2] = LN3
        ridge = numpy.full(count, penalty)
        ridge[:2] = 1.0
        target = numpy.zeros(count)
        target[:2] = LN3
        for _step in range(12):
            chances = self.predict(prices)
            gradient = numpy.einsum("ns,nsk->k", self.shares - chances, self.inputs) - ridge * (prices - target)
            mean = numpy.einsum("ns,nsk->nk", chances, self.inputs)
            curvature = numpy.einsum("ns,nsj,nsk->jk", chances, self.inputs, self.inputs, optimize=True)
            curvature += numpy.diag(ridge) - mean.T @ mean
            step = numpy.linalg.solve(curvature, gradient)
            prices = prices + step
            if float(numpy.abs(step).max()) < 1e-7:
                break
        return prices


def _build_arrays(positions: list[Position], rounds: float) -> _Arrays:
    """Features are taken relative to the table's mean and in units of how much they differ."""
    import numpy

    values = numpy.array([[value / position.scale for value in position.values] for position in positions])
    features = numpy.array([position.features for position in positions])
    features = features - features.mean(axis=1, keepdims=True)
    deviations = features.std(axis=(0, 1))
    features = features / numpy.where(deviations > 1e-9, deviations, numpy.inf)
    values = (values - values.mean(axis=1, keepdims=True))[:, :, None]
    stage = numpy.minimum(1.0, numpy.array([position.round for position in positions]) / rounds)[:, None, None]
    parts = [values * (1 - stage), values * stage, features * (1 - stage), features * stage]
    inputs = numpy.concatenate(parts, axis=2)
    return _Arrays(inputs, numpy.array([position.shares for position in positions]), deviations)


def _convert_to_weights(names: list[str], prices: Any, data: _Arrays, rounds: float) -> Weights:
    """Prices as they are kept: in parts of the title's scale, so in its currency once multiplied by it."""
    count = len(names)
    weights: Weights = {ROUNDS: rounds}
    for i, stage in enumerate((EARLY, LATE)):
        per_value = max(0.2, float(prices[i]))
        weights[SCALE + stage] = _round_number(LN3 / per_value)
        for k, name in enumerate(names):
            deviation = float(data.deviations[k])
            price = float(prices[2 + i * count + k]) / per_value / deviation if deviation > 1e-9 else 0.0
            weights[f"{PREFIX}{name}{stage}"] = _round_number(price)
    return weights


def scale_learned_weights(weights: Weights, strength: float, scale: float) -> Weights:
    """The prices in the title's currency, whose lead of `scale` weighs three to one, at a part of their strength."""
    return {
        name: value if name == ROUNDS or name.startswith(SCALE) else _round_number(value * strength * scale)
        for name, value in weights.items()
    }


def _round_number(value: float) -> float:
    return float(f"{value:.4g}")


# The proof


def try_strengths(config: LearningConfig, weights: Weights, scale: float, play_games: PlayGames) -> Weights:
    """The strength of the correction that wins most in trial games."""
    present = load(config.title).evaluator.weights
    found: list[tuple[float, float]] = []
    for strength in STRENGTHS:
        tuning = build_tuning_config(config, config.trial, f"trial:{strength}")
        new = {**present, **scale_learned_weights(weights, strength, scale)}
        found.append((compare_weights(tuning, new, present, play_games).rate, strength))
    return scale_learned_weights(weights, max(found)[1], scale)


def prove_learned_weights(config: LearningConfig, learned: Weights, play_games: PlayGames) -> WinEvidence:
    """What the learned weights win, alone among the present ones, with fresh seeds."""
    present = load(config.title).evaluator.weights
    tuning = build_tuning_config(config, config.check, "proof")
    return compare_weights(tuning, {**present, **learned}, present, play_games)


def build_tuning_config(config: LearningConfig, games: int, purpose: str) -> TuningConfig:
    """So many games of new weights alone among old ones; each purpose has seeds of its own."""
    seed = random.Random(f"{config.seed}:{purpose}").getrandbits(31)
    check = -(-games // config.seats)
    return TuningConfig(title=config.title, seats=config.seats, bot=config.bot, check=check, seed=seed)


def learn_value(
    config: LearningConfig, jobs: int = 1, report: Callable[[str], None] = print
) -> tuple[Weights, WinEvidence]:
    """New learned weights and what they win."""
    # Imported here because the command line reads this module's settings for its help.
    from concurrent.futures import ProcessPoolExecutor
    from multiprocessing import get_context

    game = load(config.title)
    names = game.evaluator.seat_feature_names()
    if not names:
        raise ValueError(f"{config.title} has no features to learn from")
    with ProcessPoolExecutor(jobs, mp_context=get_context("spawn")) as pool:
        if jobs > 1:
            tasks = [(config, number) for number in range(config.games)]
            positions = list(chain.from_iterable(pool.map(_collect_numbered, tasks, chunksize=8)))
            fitted, evidence = _fit_and_prove(
                config, names, positions, lambda games: list(pool.map(play_tuning_game, games, chunksize=2)), report
            )
        else:
            positions = collect_batch(config, 0, config.games)
            fitted, evidence = _fit_and_prove(config, names, positions, _play_serially, report)
    return fitted, evidence


def _collect_numbered(task: tuple[LearningConfig, int]) -> list[Position]:
    return collect_positions(*task)


def _play_serially(games: Iterable[TuningGame]) -> list[float]:
    return [play_tuning_game(tuning_game) for tuning_game in games]


def _fit_and_prove(
    config: LearningConfig,
    names: list[str],
    positions: list[Position],
    play_games: PlayGames,
    report: Callable[[str], None],
) -> tuple[Weights, WinEvidence]:
    game = load(config.title)
    fit = fit_learned_value(names, positions)
    report(
        f"{len(positions)} positions of {config.games} games; held-out log-likelihood: fair shares {fit.fair:.4f}, "
        f"present evaluation {fit.present:.4f}, learned {fit.learned:.4f} (penalty {fit.penalty:g})"
    )
    scale = positions[0].scale
    learned = try_strengths(config, fit.weights, scale, play_games)
    evidence = prove_learned_weights(config, learned, play_games)
    report(f"{game.title}: won {evidence.rate:.1%} of {evidence.games} ({evidence.low:.1%} to {evidence.high:.1%})")
    return learned, evidence


# The file


def format_learned_toml(config: LearningConfig, learned: Weights, evidence: WinEvidence) -> str:
    """The file as it is kept: how it was made, the evidence, a line for each name."""
    lines = [
        "# What self-play taught beyond the weights, in the title's currency, early and late in a game. Made again by:",
        f"#   {format_learn_command(config)}",
        f"# Evidence: alone among seats with the weights before, it won {evidence.rate:.1%} of {evidence.games} games",
        f"# (95 % interval {evidence.low:.1%} to {evidence.high:.1%}, fair share {evidence.fair:.1%}).",
        "",
    ]
    lines += [f"{name.removeprefix(PREFIX)} = {json.dumps(value)}" for name, value in learned.items()]
    return "\n".join(lines) + "\n"


def format_learn_command(config: LearningConfig) -> str:
    """The command line that learns the same again."""
    return (
        f"aerodrome lab learn {config.title} --seats {config.seats} --bot '{config.bot}' --games {config.games} "
        f"--positions {config.positions} --wander {config.wander} --trial {config.trial} --check {config.check} "
        f"--seed {config.seed}"
    )

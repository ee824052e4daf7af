"""Whether chances come true: forecasts against results, a table of how reliable they are, and a correction fitted."""

import random
from collections.abc import Callable, Sequence
from math import exp, log

import msgspec

from aerodrome.core.calibration import (
    POWERS,
    PREFIX,
    ROUNDS,
    SHIFTS,
    SLOPES,
    ChanceCalibration,
    compute_bounded_log_odds,
    interpolate_by_stage,
)
from aerodrome.lab.linear_equations import solve_positive_definite

BINS = 10
RESAMPLES = 400
SMALLEST_SHARE = 1e-6
THOUGHTS_RIDGE, POWERS_RIDGE, SEATS_RIDGE = 20.0, 4.0, 160.0
"""How strongly numbers are drawn towards what changes nothing, chosen by games that had no part in a fit."""
AddForecastsToDerivatives = Callable[[list[float], list[float], list[list[float]]], None]
"""Adds the gradient and the curvature of the likelihood of all forecasts at these numbers."""
Calibrate = Callable[["SeatForecast"], float]


class SeatForecast(msgspec.Struct, frozen=True):
    """What a search said of the seat that chose, and the share of the win it got."""

    game: int
    seats: int
    round: int
    share: float
    won: float


class PositionForecast(msgspec.Struct, frozen=True):
    """What a review's judge said of a position for all seats, before any correction, and their shares of the win."""

    game: int
    round: int
    shares: list[float]
    won: list[float]


class ReliabilityRow(msgspec.Struct, frozen=True):
    """Forecasts of about the same chance: their mean, and what came true of them, with its 95 % interval."""

    forecasts: int
    said: float
    came: float
    low: float
    high: float


class ReliabilityReport(msgspec.Struct, frozen=True):
    """The table, the pooled error, what a calibrated judge's error would exceed one time in twenty, Brier scores."""

    rows: list[ReliabilityRow]
    error: float
    error_of_calibrated: float
    brier: float
    base_brier: float

    @property
    def is_calibrated(self) -> bool:
        """Whether the error is no worse than that of a calibrated judge would look."""
        return self.error <= self.error_of_calibrated


def measure_reliability(forecasts: Sequence[SeatForecast], calibrate: Calibrate, seed: int = 0) -> ReliabilityReport:
    """How chances compare with results. Games are resampled whole: positions of one game share its result."""
    chances = [calibrate(forecast) for forecast in forecasts]
    bins = [min(BINS - 1, int(chance * BINS)) for chance in chances]
    games = _group_forecast_indices_by_game(forecasts)
    sums = {game: _sum_by_bin(places, forecasts, chances, bins) for game, places in games.items()}
    total = _add_up_bin_sums(list(sums.values()))
    rng = random.Random(f"{seed}:reliability")
    keys = sorted(sums)
    resampled = [_add_up_bin_sums([sums[rng.choice(keys)] for _key in keys]) for _time in range(RESAMPLES)]
    errors = [_list_errors_by_bin(one) for one in resampled]
    truth = _list_errors_by_bin(total)
    centred = sorted(
        _compute_mean_absolute_error([error - true for error, true in zip(one, truth, strict=True)], total)
        for one in errors
    )
    base = sum((1.0 / forecast.seats - forecast.won) ** 2 for forecast in forecasts) / len(forecasts)
    brier = sum((chance - one.won) ** 2 for chance, one in zip(chances, forecasts, strict=True)) / len(forecasts)
    return ReliabilityReport(
        rows=_build_reliability_rows(total, errors),
        error=_compute_mean_absolute_error(truth, total),
        error_of_calibrated=centred[int(0.95 * len(centred))],
        brier=brier,
        base_brier=base,
    )


Sums = list[tuple[int, float, float]]
"""For each bin the number of forecasts, the sum of chances and the sum of results."""


def _group_forecast_indices_by_game(forecasts: Sequence[SeatForecast]) -> dict[int, list[int]]:
    games: dict[int, list[int]] = {}
    for i, forecast in enumerate(forecasts):
        games.setdefault(forecast.game, []).append(i)
    return games


def _sum_by_bin(
    forecast_indices: list[int], forecasts: Sequence[SeatForecast], chances: list[float], bin_by_forecast: list[int]
) -> Sums:
    found: Sums = [(0, 0.0, 0.0)] * BINS
    for i in forecast_indices:
        count, said, came = found[bin_by_forecast[i]]
        found[bin_by_forecast[i]] = (count + 1, said + chances[i], came + forecasts[i].won)
    return found


def _add_up_bin_sums(sums_by_game: list[Sums]) -> Sums:
    return [
        (
            sum(part[b][0] for part in sums_by_game),
            sum(part[b][1] for part in sums_by_game),
            sum(part[b][2] for part in sums_by_game),
        )
        for b in range(BINS)
    ]


def _list_errors_by_bin(bin_sums: Sums) -> list[float]:
    """By how much results were better than said, in each bin."""
    return [(came - said) / count if count else 0.0 for count, said, came in bin_sums]


def _compute_mean_absolute_error(errors_by_bin: list[float], bin_sums: Sums) -> float:
    """The mean of absolute errors, each bin by its forecasts."""
    total = sum(count for count, _said, _came in bin_sums)
    return sum(abs(error) * part[0] for error, part in zip(errors_by_bin, bin_sums, strict=True)) / max(1, total)


def _build_reliability_rows(bin_sums: Sums, resampled_errors_by_bin: list[list[float]]) -> list[ReliabilityRow]:
    rows: list[ReliabilityRow] = []
    for b, (count, said, came) in enumerate(bin_sums):
        if count:
            spread = sorted(one[b] for one in resampled_errors_by_bin)
            low, high = spread[int(0.025 * len(spread))], spread[int(0.975 * len(spread))]
            rows.append(ReliabilityRow(count, said / count, came / count, said / count + low, said / count + high))
    return rows


def format_reliability(reliability: ReliabilityReport) -> str:
    """A table for a document, and the figures below it."""
    lines = ["| said | came true | 95 % interval | forecasts |", "| --- | --- | --- | --- |"]
    for row in reliability.rows:
        interval = f"{max(0.0, row.low):.0%} to {min(1.0, row.high):.0%}"
        lines.append(f"| {row.said:.0%} | {row.came:.0%} | {interval} | {row.forecasts} |")
    lines += [
        "",
        f"Pooled error {reliability.error:.3f} (a calibrated judge stays under {reliability.error_of_calibrated:.3f} "
        f"nineteen times in twenty); Brier score {reliability.brier:.4f}, fair shares {reliability.base_brier:.4f}.",
    ]
    return "\n".join(lines)


# The fit


def fit_search_calibration(forecasts: Sequence[SeatForecast], last_stage_round: float) -> dict[str, float]:
    """Slopes and shifts of greatest likelihood for what thoughts find; names as they are kept."""
    inputs: list[list[float]] = []
    fair: list[float] = []
    for forecast in forecasts:
        parts = _compute_stage_weights(forecast.round / last_stage_round, len(SLOPES))
        fair.append(compute_bounded_log_odds(1.0 / forecast.seats))
        lead = compute_bounded_log_odds(forecast.share) - fair[-1]
        inputs.append([*[lead * part for part in parts], *parts])

    def add_forecasts_to_derivatives(numbers: list[float], gradient: list[float], curvature: list[list[float]]) -> None:
        for forecast, row, start in zip(forecasts, inputs, fair, strict=True):
            chance = 1.0 / (1.0 + exp(-(start + sum(a * b for a, b in zip(numbers, row, strict=True)))))
            _add_forecast_to_derivatives(gradient, curvature, row, forecast.won - chance, chance * (1.0 - chance))

    prior = [1.0] * len(SLOPES) + [0.0] * len(SHIFTS)
    numbers = _maximize_likelihood(prior, [THOUGHTS_RIDGE] * len(prior), add_forecasts_to_derivatives)
    return _build_calibration_weights(last_stage_round, (*SLOPES, *SHIFTS), numbers)


def fit_position_calibration(forecasts: Sequence[PositionForecast], last_stage_round: float) -> dict[str, float]:
    """Powers of greatest likelihood for what reviews find at positions; names as they are kept."""
    counts = sorted({len(forecast.shares) for forecast in forecasts})
    inputs = [
        _compute_stage_weights(forecast.round / last_stage_round, len(POWERS))
        + [float(len(forecast.shares) == seats) for seats in counts]
        for forecast in forecasts
    ]

    def add_forecasts_to_derivatives(numbers: list[float], gradient: list[float], curvature: list[list[float]]) -> None:
        for forecast, row in zip(forecasts, inputs, strict=True):
            power = sum(a * b for a, b in zip(numbers, row, strict=True))
            logs = [log(max(SMALLEST_SHARE, share)) for share in forecast.shares]
            highest = max(logs)
            raised = [exp(power * (one - highest)) for one in logs]
            chances = [one / sum(raised) for one in raised]
            mean = sum(chance * one for chance, one in zip(chances, logs, strict=True))
            spread = sum(chance * (one - mean) ** 2 for chance, one in zip(chances, logs, strict=True))
            gain = sum(won * one for won, one in zip(forecast.won, logs, strict=True)) - mean
            _add_forecast_to_derivatives(gradient, curvature, row, gain, spread)

    prior = [1.0] * len(POWERS) + [0.0] * len(counts)
    ridge = [POWERS_RIDGE] * len(POWERS) + [SEATS_RIDGE] * len(counts)
    return _build_calibration_weights(
        last_stage_round,
        [*POWERS, *[f"power_seats_{seats}" for seats in counts]],
        _maximize_likelihood(prior, ridge, add_forecasts_to_derivatives),
    )


def _compute_stage_weights(stage: float, count: int) -> list[float]:
    """How much each of so many numbers counts at a stage, as `interpolate_by_stage` weighs them."""
    return [interpolate_by_stage([float(i == j) for j in range(count)], stage) for i in range(count)]


def _add_forecast_to_derivatives(
    gradient: list[float], curvature: list[list[float]], input_row: list[float], error: float, weight: float
) -> None:
    for i, one in enumerate(input_row):
        gradient[i] += error * one
        for j, other in enumerate(input_row):
            curvature[i][j] += weight * one * other


def _maximize_likelihood(
    neutral_weights: list[float], penalties: list[float], add_forecasts_to_derivatives: AddForecastsToDerivatives
) -> list[float]:
    """Newton's method to the greatest likelihood, which is concave, drawn towards what changes nothing."""
    size = len(neutral_weights)
    numbers = [0.0] * size  # from where every step goes uphill
    for _step in range(25):
        gradient = [-penalties[i] * (numbers[i] - neutral_weights[i]) for i in range(size)]
        curvature = [[penalties[i] if i == j else 0.0 for j in range(size)] for i in range(size)]
        add_forecasts_to_derivatives(numbers, gradient, curvature)
        step = solve_positive_definite(curvature, gradient)
        numbers = [number + change for number, change in zip(numbers, step, strict=True)]
        if max(abs(change) for change in step) < 1e-6:
            break
    return numbers


def _build_calibration_weights(
    last_stage_round: float, weight_names: Sequence[str], weights: Sequence[float]
) -> dict[str, float]:
    kept = {PREFIX + name: float(f"{number:.4g}") for name, number in zip(weight_names, weights, strict=True)}
    return {ROUNDS: last_stage_round, **kept}


def create_calibrator(calibration_weights: dict[str, float]) -> Calibrate:
    """What corrects a forecast by these weights."""
    calibration = ChanceCalibration(calibration_weights)
    return lambda forecast: calibration.calibrate_search_share(forecast.seats, forecast.round, forecast.share)


def calibrate_and_split_by_seat(
    forecasts: Sequence[PositionForecast], calibration_weights: dict[str, float]
) -> list[SeatForecast]:
    """The chance of each seat at each position as these weights correct it."""
    calibration = ChanceCalibration(calibration_weights)
    return [
        SeatForecast(one.game, len(one.shares), one.round, chance, won)
        for one in forecasts
        for chance, won in zip(calibration.calibrate_position_shares(one.round, one.shares), one.won, strict=True)
    ]

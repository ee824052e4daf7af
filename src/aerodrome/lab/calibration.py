"""Whether chances come true: forecasts against results, a table of how reliable they are, and a correction fitted."""

import random
from collections.abc import Callable, Sequence
from math import exp

import msgspec

from aerodrome.core.calibration import ChanceCalibration, log_odds
from aerodrome.lab.linear_equations import solve_positive_definite

BINS = 10
RESAMPLES = 400
Calibrate = Callable[["Forecast"], float]


class Forecast(msgspec.Struct, frozen=True):
    """What a search said of the seat that chose, and the share of the win it got."""

    game: int
    seats: int
    round: int
    share: float
    won: float


class ReliabilityRow(msgspec.Struct, frozen=True):
    """Forecasts of about the same chance: their mean, and what came true of them, with its 95 % interval."""

    forecasts: int
    said: float
    came: float
    low: float
    high: float


class Reliability(msgspec.Struct, frozen=True):
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


def measure_reliability(forecasts: Sequence[Forecast], calibrate: Calibrate, seed: int = 0) -> Reliability:
    """How chances compare with results. Games are resampled whole: positions of one game share its result."""
    chances = [calibrate(forecast) for forecast in forecasts]
    bins = [min(BINS - 1, int(chance * BINS)) for chance in chances]
    games = _group_by_game(forecasts)
    sums = {game: _sum_by_bin(places, forecasts, chances, bins) for game, places in games.items()}
    total = _add_up_bins(list(sums.values()))
    rng = random.Random(f"{seed}:reliability")
    keys = sorted(sums)
    resampled = [_add_up_bins([sums[rng.choice(keys)] for _key in keys]) for _time in range(RESAMPLES)]
    errors = [_list_errors(one) for one in resampled]
    truth = _list_errors(total)
    centred = sorted(_pool([error - true for error, true in zip(one, truth, strict=True)], total) for one in errors)
    base = sum((1.0 / forecast.seats - forecast.won) ** 2 for forecast in forecasts) / len(forecasts)
    brier = sum((chance - one.won) ** 2 for chance, one in zip(chances, forecasts, strict=True)) / len(forecasts)
    return Reliability(
        rows=_build_rows(total, errors),
        error=_pool(truth, total),
        error_of_calibrated=centred[int(0.95 * len(centred))],
        brier=brier,
        base_brier=base,
    )


Sums = list[tuple[int, float, float]]
"""For each bin the number of forecasts, the sum of chances and the sum of results."""


def _group_by_game(forecasts: Sequence[Forecast]) -> dict[int, list[int]]:
    games: dict[int, list[int]] = {}
    for i, forecast in enumerate(forecasts):
        games.setdefault(forecast.game, []).append(i)
    return games


def _sum_by_bin(places: list[int], forecasts: Sequence[Forecast], chances: list[float], bins: list[int]) -> Sums:
    found: Sums = [(0, 0.0, 0.0)] * BINS
    for i in places:
        count, said, came = found[bins[i]]
        found[bins[i]] = (count + 1, said + chances[i], came + forecasts[i].won)
    return found


def _add_up_bins(parts: list[Sums]) -> Sums:
    return [
        (sum(part[b][0] for part in parts), sum(part[b][1] for part in parts), sum(part[b][2] for part in parts))
        for b in range(BINS)
    ]


def _list_errors(sums: Sums) -> list[float]:
    """By how much results were better than said, in each bin."""
    return [(came - said) / count if count else 0.0 for count, said, came in sums]


def _pool(errors: list[float], sums: Sums) -> float:
    """The mean of absolute errors, each bin by its forecasts."""
    total = sum(count for count, _said, _came in sums)
    return sum(abs(error) * part[0] for error, part in zip(errors, sums, strict=True)) / max(1, total)


def _build_rows(total: Sums, errors: list[list[float]]) -> list[ReliabilityRow]:
    rows: list[ReliabilityRow] = []
    for b, (count, said, came) in enumerate(total):
        if count:
            spread = sorted(one[b] for one in errors)
            low, high = spread[int(0.025 * len(spread))], spread[int(0.975 * len(spread))]
            rows.append(ReliabilityRow(count, said / count, came / count, said / count + low, said / count + high))
    return rows


def format_reliability(reliability: Reliability) -> str:
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


def fit_calibration(forecasts: Sequence[Forecast], rounds: float, ridge: float = 4.0) -> dict[str, float]:
    """Slope and shift, early and late, of greatest likelihood for each number of seats; names as they are kept."""
    weights = {"calibration.rounds": rounds}
    for seats in sorted({forecast.seats for forecast in forecasts}):
        chosen = [forecast for forecast in forecasts if forecast.seats == seats]
        numbers = _fit_slopes_and_shifts(chosen, rounds, ridge)
        for name, number in zip(("slope_early", "slope_late", "shift_early", "shift_late"), numbers, strict=True):
            weights[f"calibration.seats_{seats}.{name}"] = float(f"{number:.4g}")
    return weights


def _fit_slopes_and_shifts(forecasts: list[Forecast], rounds: float, ridge: float) -> list[float]:
    """Newton's method on four numbers, drawn towards slope 1 and shift 0."""
    numbers = [0.0] * 4  # from where every step goes uphill
    prior = [1.0, 1.0, 0.0, 0.0]
    fair = log_odds(1.0 / forecasts[0].seats)
    inputs: list[list[float]] = []
    for forecast in forecasts:
        stage = min(1.0, forecast.round / rounds)
        lead = log_odds(forecast.share) - fair
        inputs.append([(1.0 - stage) * lead, stage * lead, 1.0 - stage, stage])
    for _step in range(25):
        gradient = [-ridge * (numbers[i] - prior[i]) for i in range(4)]
        curvature = [[ridge if i == j else 0.0 for j in range(4)] for i in range(4)]
        for forecast, row in zip(forecasts, inputs, strict=True):
            chance = 1.0 / (1.0 + exp(-(fair + sum(numbers[i] * row[i] for i in range(4)))))
            for i in range(4):
                gradient[i] += (forecast.won - chance) * row[i]
                for j in range(4):
                    curvature[i][j] += chance * (1.0 - chance) * row[i] * row[j]
        step = solve_positive_definite(curvature, gradient)
        numbers = [number + change for number, change in zip(numbers, step, strict=True)]
        if max(abs(change) for change in step) < 1e-6:
            break
    return numbers


def create_calibrate(weights: dict[str, float]) -> Calibrate:
    """What corrects a forecast by these weights."""
    calibration = ChanceCalibration(weights)
    return lambda forecast: calibration.calibrate(forecast.seats, forecast.round, forecast.share)

"""What many reviews say: accuracy by player, luck by seat, how much of the results was luck, which decisions cost most.

The rows are those of `review_collection`: one for each seat of each match. Seats of a match share its result, so
intervals come from matches resampled whole or from one figure for each match.
"""

import random
from itertools import combinations
from typing import NamedTuple

import polars as pl

from aerodrome.lab.calibration import Forecast, Reliability, measure_reliability
from aerodrome.lab.confidence_intervals import Z95
from aerodrome.lab.significance import adjust_by_holm, compute_mean_error_and_probability
from aerodrome.reviews.summary import compute_accuracy

RESAMPLES = 1000
FORECASTS_PER_SEAT = 12
LEAST_CHOICES = 5
"""A kind of decision that was made fewer times is not told."""
MOST_KINDS = 14
MOST_CHOICES = 20


class PlayerAccuracy(NamedTuple):
    """How well one player (a bot's level, a person) chose: average loss of a decision, with a 95 % interval."""

    title: str
    player: str
    matches: int
    decisions: int
    loss: float
    low: float
    high: float

    @property
    def accuracy(self) -> float:
        return compute_accuracy(self.loss)


class PlayerDifference(NamedTuple):
    """By how much the average loss of one player exceeds that of another in the matches of both."""

    title: str
    player: str
    other: str
    matches: int
    difference: float
    error: float
    probability: float
    """As it counts among all differences compared (Holm)."""


class SeatLuck(NamedTuple):
    """The mean luck of a seat, which is 0 but for chance."""

    title: str
    table: int
    seat: int
    matches: int
    mean: float
    error: float
    probability: float
    """As it counts among all seats of all titles (Holm)."""


class LuckShare(NamedTuple):
    """How much results vary, and how much with the luck taken out; within players, as better ones win more."""

    title: str
    matches: int
    of_results: float
    without_luck: float
    low: float
    high: float
    """95 % interval of the reduction."""

    @property
    def variance_reduction(self) -> float:
        return 1.0 - self.without_luck / self.of_results if self.of_results else 0.0


class DecisionCost(NamedTuple):
    """What decisions of one kind cost: on average, and for each match."""

    title: str
    kind: str
    choices: int
    loss: float
    error: float
    per_match: float


def split_by_title(rows: pl.DataFrame) -> dict[str, pl.DataFrame]:
    """The rows of each title, in the order of their names."""
    return {title: rows.filter(pl.col("title") == title) for title in sorted(rows["title"].unique())}


def count_matches(rows: pl.DataFrame) -> int:
    return rows["digest"].n_unique()


# Accuracy


def measure_accuracy(rows: pl.DataFrame) -> list[PlayerAccuracy]:
    """Every player of every title, the best first."""
    found: list[PlayerAccuracy] = []
    for title, part in split_by_title(rows).items():
        for player in sorted(part["player"].unique()):
            own = part.filter(pl.col("player") == player)
            matches = own.group_by("digest", maintain_order=True).agg(
                (pl.col("loss") * pl.col("decisions")).sum().alias("lost"), pl.col("decisions").sum()
            )
            pairs = list(zip(matches["lost"].to_list(), matches["decisions"].to_list(), strict=True))
            low, high = _bootstrap_loss_interval(pairs)
            decisions = sum(count for _lost, count in pairs)
            lost = sum(lost for lost, _count in pairs)
            loss = lost / max(1, decisions)
            found.append(PlayerAccuracy(title, player, len(pairs), decisions, loss, low, high))
    return sorted(found, key=lambda one: (one.title, one.loss))


def _bootstrap_loss_interval(pairs: list[tuple[float, int]]) -> tuple[float, float]:
    """The 95 % interval of the loss for each decision, matches resampled whole."""
    rng = random.Random("accuracy")
    found: list[float] = []
    for _time in range(RESAMPLES):
        chosen = rng.choices(pairs, k=len(pairs))
        found.append(sum(lost for lost, _count in chosen) / max(1, sum(count for _lost, count in chosen)))
    return _find_middle_95_percent(found)


def _find_middle_95_percent(values: list[float]) -> tuple[float, float]:
    ordered = sorted(values)
    return ordered[int(0.025 * len(ordered))], ordered[int(0.975 * len(ordered))]


def compare_players(rows: pl.DataFrame) -> list[PlayerDifference]:
    """Each two players of a title, the one that lost more first; all comparisons are counted."""
    found: list[PlayerDifference] = []
    for title, part in split_by_title(rows).items():
        losses = _list_losses_by_match(part)
        for one, other in combinations(sorted(part["player"].unique()), 2):
            both = [match[one] - match[other] for match in losses if one in match and other in match]
            if not both:
                continue
            mean, error, probability = compute_mean_error_and_probability(both)
            names = (one, other) if mean >= 0.0 else (other, one)
            found.append(PlayerDifference(title, *names, len(both), abs(mean), error, probability))
    adjusted = adjust_by_holm([one.probability for one in found])
    return [one._replace(probability=probability) for one, probability in zip(found, adjusted, strict=True)]


def _list_losses_by_match(rows: pl.DataFrame) -> list[dict[str, float]]:
    """For each match the average loss of every player in it."""
    matches: dict[str, dict[str, list[float]]] = {}
    for digest, player, loss in rows.filter(pl.col("decisions") > 0).select("digest", "player", "loss").iter_rows():
        matches.setdefault(digest, {}).setdefault(player, []).append(loss)
    return [{player: sum(of) / len(of) for player, of in match.items()} for match in matches.values()]


# Luck


def measure_seat_luck(rows: pl.DataFrame) -> list[SeatLuck]:
    """Every seat of every table size of every title; all of them are counted."""
    found: list[SeatLuck] = []
    for (title, table, seat), part in sorted(rows.partition_by("title", "table", "seat", as_dict=True).items()):
        mean, error, probability = compute_mean_error_and_probability(part["luck"].to_list())
        found.append(SeatLuck(title, table, seat, part.height, mean, error, probability))
    adjusted = adjust_by_holm([one.probability for one in found])
    return [one._replace(probability=probability) for one, probability in zip(found, adjusted, strict=True)]


def measure_luck_share(rows: pl.DataFrame) -> list[LuckShare]:
    """For each title how much of the variation of results its luck explains."""
    found: list[LuckShare] = []
    for title, part in split_by_title(rows).items():
        matches = [
            list(zip(one["player"], one["result"], one["luck"], strict=True))
            for one in part.partition_by("digest", maintain_order=True)
        ]
        results, without = _compute_variances(matches)
        rng = random.Random("luck")
        reductions: list[float] = []
        for _time in range(RESAMPLES):
            before, after = _compute_variances(rng.choices(matches, k=len(matches)))
            if before > 0.0:
                reductions.append(1.0 - after / before)
        low, high = _find_middle_95_percent(reductions) if reductions else (0.0, 0.0)
        found.append(LuckShare(title, len(matches), results, without, low, high))
    return found


def _compute_variances(matches: list[list[tuple[str, float, float]]]) -> tuple[float, float]:
    """Of results, and of results less luck, about the mean of each player."""
    by_player: dict[str, list[tuple[float, float]]] = {}
    for match in matches:
        for player, result, luck in match:
            by_player.setdefault(player, []).append((result, result - luck))
    freedom = sum(len(pairs) - 1 for pairs in by_player.values())
    if freedom < 1:
        return 0.0, 0.0
    squares = [sum(_sum_squares([pair[i] for pair in pairs]) for pairs in by_player.values()) for i in (0, 1)]
    return squares[0] / freedom, squares[1] / freedom


def _sum_squares(values: list[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values)


# Chances that come true


def measure_curve_reliability(rows: pl.DataFrame) -> Reliability:
    """Whether the chances along the curves came true; a few places of each curve, evenly spread, the end left out."""
    numbers = {digest: number for number, digest in enumerate(dict.fromkeys(rows["digest"]))}
    forecasts: list[Forecast] = []
    for digest, table, start, result, curve in rows.select("digest", "table", "start", "result", "curve").iter_rows():
        values = [start, *curve[:-1]]
        for i in range(FORECASTS_PER_SEAT):
            chance = values[i * len(values) // FORECASTS_PER_SEAT]
            forecasts.append(Forecast(numbers[digest], table, 0, chance, result))
    return measure_reliability(forecasts, lambda forecast: forecast.share)


# What cost most


def measure_decision_costs(rows: pl.DataFrame) -> list[DecisionCost]:
    """Every kind of decision of a title, the one that cost most in a match first."""
    found: list[DecisionCost] = []
    for title, part in split_by_title(rows).items():
        matches = count_matches(part)
        choices = _select_choices(part)
        if choices.is_empty():
            continue
        kinds = choices.group_by("kind").agg(
            pl.len().alias("choices"), pl.col("loss").mean().alias("mean"), pl.col("loss").std().alias("deviation")
        )
        for kind, count, mean, deviation in kinds.iter_rows():
            if count >= LEAST_CHOICES:
                error = Z95 * deviation / count**0.5
                found.append(DecisionCost(title, kind, count, mean, error, mean * count / matches))
    return sorted(found, key=lambda one: (one.title, -one.per_match, one.kind))


def select_costliest_choices(rows: pl.DataFrame, count: int = MOST_CHOICES) -> pl.DataFrame:
    """The single choices that cost most for certain: file, position, player, words, better, loss, error."""
    choices = _select_choices(rows)
    if choices.is_empty():
        return choices
    return (
        choices.filter(pl.col("is_clear")).sort("loss", "file", "position", descending=[True, False, False]).head(count)
    )


def _select_choices(rows: pl.DataFrame) -> pl.DataFrame:
    """A row for each decision."""
    return rows.select("file", "player", "choices").explode("choices").drop_nulls("choices").unnest("choices")

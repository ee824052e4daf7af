"""What many reviews say: accuracy by player, luck by seat, how much of the results was luck, which decisions cost most.

The rows are those of `review_collection`: one for each seat of each match. Seats of a match share its result, so
intervals come from matches resampled whole or from one figure for each match.
"""

import random
from collections.abc import Callable, Sequence
from itertools import combinations
from typing import NamedTuple

import polars as pl

from aerodrome.lab.calibration import ReliabilityReport, SeatForecast, measure_reliability
from aerodrome.lab.confidence_intervals import Z95
from aerodrome.lab.significance import adjust_p_values_by_holm, compute_mean_standard_error_and_p_value
from aerodrome.reviews.model import compute_match_openness
from aerodrome.reviews.summary import compute_accuracy

RESAMPLES = 1000
FORECASTS_PER_SEAT = 12
LEAST_CHOICES = 5
"""A kind of decision that was made fewer times is not told."""
MOST_KINDS = 14
MOST_CHOICES = 20


class AverageLoss(NamedTuple):
    """What a decision lost on average, with its 95 % interval."""

    mean: float
    low: float
    high: float


class PlayerAccuracy(NamedTuple):
    """How well one player (a bot's level, a person) chose: what a decision lost where each counts by how open the match
    was, and where all count alike."""

    title: str
    player: str
    matches: int
    decisions: int
    weighed: AverageLoss
    plain: AverageLoss

    @property
    def accuracy(self) -> float:
        return compute_accuracy(self.weighed.mean)


class LossDifference(NamedTuple):
    """By how much one average loss exceeds another, and how probable that is by chance, all such comparisons counted
    (Holm)."""

    mean: float
    error: float
    probability: float


class PlayerLossDifference(NamedTuple):
    """By how much the average loss of one player exceeds that of another in the matches of both."""

    title: str
    player: str
    other: str
    matches: int
    weighed: LossDifference
    plain: LossDifference


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


class DecisionKindCost(NamedTuple):
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


class PlayerMatchLosses(NamedTuple):
    """What a player's decisions in one match lost together, how open the match was at them together, and how many they
    were."""

    lost: float = 0.0
    openness: float = 0.0
    decisions: float = 0.0


PlayerSums = dict[str, PlayerMatchLosses]
"""The players of a match, and what their decisions lost."""
PickWeight = Callable[[PlayerMatchLosses], float]


def get_total_openness(losses: PlayerMatchLosses) -> float:
    return losses.openness


def get_decision_count(losses: PlayerMatchLosses) -> float:
    return losses.decisions


def measure_player_accuracy(rows: pl.DataFrame) -> list[PlayerAccuracy]:
    """Every player of every title, the best first."""
    found: list[PlayerAccuracy] = []
    for title, part in split_by_title(rows).items():
        matches = _sum_losses_by_match(part)
        for player in sorted(part["player"].unique()):
            own = [match[player] for match in matches if player in match]
            decisions = int(sum(map(get_decision_count, own)))
            weighed, plain = _average_losses(own, get_total_openness), _average_losses(own, get_decision_count)
            found.append(PlayerAccuracy(title, player, len(own), decisions, weighed, plain))
    return sorted(found, key=lambda one: (one.title, one.weighed.mean))


def _sum_losses_by_match(rows: pl.DataFrame) -> list[PlayerSums]:
    """For each match what the decisions of every player in it lost."""
    matches: dict[str, PlayerSums] = {}
    for digest, player, choices in rows.select("digest", "player", "choices").iter_rows():
        players = matches.setdefault(digest, {})
        lost, openness, decisions = players.get(player, PlayerMatchLosses())
        players[player] = PlayerMatchLosses(
            lost + sum(choice["loss"] for choice in choices),
            openness + sum(compute_match_openness(choice["chance"]) for choice in choices),
            decisions + len(choices),
        )
    return list(matches.values())


def _average_losses(losses_by_match: list[PlayerMatchLosses], pick_weight: PickWeight) -> AverageLoss:
    """Of one player's matches, which are resampled whole."""
    rng = random.Random("accuracy")
    resampled = [
        _compute_weighted_loss(rng.choices(losses_by_match, k=len(losses_by_match)), pick_weight)
        for _time in range(RESAMPLES)
    ]
    return AverageLoss(_compute_weighted_loss(losses_by_match, pick_weight), *_find_middle_95_percent(resampled))


def _compute_weighted_loss(losses_by_match: Sequence[PlayerMatchLosses], pick_weight: PickWeight) -> float:
    total = sum(map(pick_weight, losses_by_match))
    return sum(match.lost for match in losses_by_match) / total if total > 0.0 else 0.0


def _find_middle_95_percent(values: list[float]) -> tuple[float, float]:
    ordered = sorted(values)
    return ordered[int(0.025 * len(ordered))], ordered[int(0.975 * len(ordered))]


def compare_player_losses(rows: pl.DataFrame) -> list[PlayerLossDifference]:
    """Each two players of a title, the one whose weighed loss is greater first; all comparisons are counted."""
    found: list[PlayerLossDifference] = []
    for title, part in split_by_title(rows).items():
        matches = _sum_losses_by_match(part)
        for one, other in combinations(sorted(part["player"].unique()), 2):
            both = [(match[one], match[other]) for match in matches if one in match and other in match]
            if not both:
                continue
            players, pairs = (one, other), both
            if _compare_losses(pairs, get_total_openness).mean < 0.0:
                players, pairs = (other, one), [(mine, theirs) for theirs, mine in both]
            weighed, plain = _compare_losses(pairs, get_total_openness), _compare_losses(pairs, get_decision_count)
            found.append(PlayerLossDifference(title, *players, len(both), weighed, plain))
    weighed_probabilities = adjust_p_values_by_holm([one.weighed.probability for one in found])
    plain_probabilities = adjust_p_values_by_holm([one.plain.probability for one in found])
    return [
        one._replace(
            weighed=one.weighed._replace(probability=weighed_probabilities[number]),
            plain=one.plain._replace(probability=plain_probabilities[number]),
        )
        for number, one in enumerate(found)
    ]


def _compare_losses(
    loss_pairs: list[tuple[PlayerMatchLosses, PlayerMatchLosses]], pick_weight: PickWeight
) -> LossDifference:
    """The average loss of the first of each pair less that of the second.

    An average is a ratio of sums over matches. By what each match moves the two ratios (their linear part) it says how
    sure their difference is: matches with few open decisions say little, as they should.
    """
    sides = [[pair[side] for pair in loss_pairs] for side in (0, 1)]
    ratios = [_compute_weighted_loss(side, pick_weight) for side in sides]
    means = [sum(map(pick_weight, side)) / len(side) for side in sides]
    moved = [
        [(one.lost - ratio * pick_weight(one)) / mean if mean > 0.0 else 0.0 for one in side]
        for side, ratio, mean in zip(sides, ratios, means, strict=True)
    ]
    difference = ratios[0] - ratios[1]
    return LossDifference(
        *compute_mean_standard_error_and_p_value(
            [difference + first - second for first, second in zip(*moved, strict=True)]
        )
    )


# Luck


def measure_seat_luck(rows: pl.DataFrame) -> list[SeatLuck]:
    """Every seat of every table size of every title; all of them are counted."""
    found: list[SeatLuck] = []
    for (title, table, seat), part in sorted(rows.partition_by("title", "table", "seat", as_dict=True).items()):
        mean, error, probability = compute_mean_standard_error_and_p_value(part["luck"].to_list())
        found.append(SeatLuck(title, table, seat, part.height, mean, error, probability))
    adjusted = adjust_p_values_by_holm([one.probability for one in found])
    return [one._replace(probability=probability) for one, probability in zip(found, adjusted, strict=True)]


def measure_luck_shares_by_title(rows: pl.DataFrame) -> list[LuckShare]:
    """For each title how much of the variation of results its luck explains."""
    found: list[LuckShare] = []
    for title, part in split_by_title(rows).items():
        matches = [
            list(zip(one["player"], one["result"], one["luck"], strict=True))
            for one in part.partition_by("digest", maintain_order=True)
        ]
        results, without = _compute_variances_with_and_without_luck(matches)
        rng = random.Random("luck")
        reductions: list[float] = []
        for _time in range(RESAMPLES):
            before, after = _compute_variances_with_and_without_luck(rng.choices(matches, k=len(matches)))
            if before > 0.0:
                reductions.append(1.0 - after / before)
        low, high = _find_middle_95_percent(reductions) if reductions else (0.0, 0.0)
        found.append(LuckShare(title, len(matches), results, without, low, high))
    return found


def _compute_variances_with_and_without_luck(matches: list[list[tuple[str, float, float]]]) -> tuple[float, float]:
    """Of results, and of results less luck, about the mean of each player."""
    by_player: dict[str, list[tuple[float, float]]] = {}
    for match in matches:
        for player, result, luck in match:
            by_player.setdefault(player, []).append((result, result - luck))
    freedom = sum(len(pairs) - 1 for pairs in by_player.values())
    if freedom < 1:
        return 0.0, 0.0
    squares = [
        sum(_sum_squared_deviations([pair[i] for pair in pairs]) for pairs in by_player.values()) for i in (0, 1)
    ]
    return squares[0] / freedom, squares[1] / freedom


def _sum_squared_deviations(values: list[float]) -> float:
    mean = sum(values) / len(values)
    return sum((value - mean) ** 2 for value in values)


# Chances that come true


def measure_curve_reliability(rows: pl.DataFrame) -> ReliabilityReport:
    """Whether the chances along the curves came true; a few places of each curve, evenly spread, the end left out."""
    numbers = {digest: number for number, digest in enumerate(dict.fromkeys(rows["digest"]))}
    forecasts: list[SeatForecast] = []
    for digest, table, start, result, curve in rows.select("digest", "table", "start", "result", "curve").iter_rows():
        values = [start, *curve[:-1]]
        for i in range(FORECASTS_PER_SEAT):
            chance = values[i * len(values) // FORECASTS_PER_SEAT]
            forecasts.append(SeatForecast(numbers[digest], table, 0, chance, result))
    return measure_reliability(forecasts, lambda forecast: forecast.share)


# What cost most


def measure_decision_costs(rows: pl.DataFrame) -> list[DecisionKindCost]:
    """Every kind of decision of a title, the one that cost most in a match first."""
    found: list[DecisionKindCost] = []
    for title, part in split_by_title(rows).items():
        matches = count_matches(part)
        choices = _build_choice_rows(part)
        if choices.is_empty():
            continue
        kinds = choices.group_by("kind").agg(
            pl.len().alias("choices"), pl.col("loss").mean().alias("mean"), pl.col("loss").std().alias("deviation")
        )
        for kind, count, mean, deviation in kinds.iter_rows():
            if count >= LEAST_CHOICES:
                error = Z95 * deviation / count**0.5
                found.append(DecisionKindCost(title, kind, count, mean, error, mean * count / matches))
    return sorted(found, key=lambda one: (one.title, -one.per_match, one.kind))


def select_costliest_choices(rows: pl.DataFrame, count: int = MOST_CHOICES) -> pl.DataFrame:
    """The single choices that cost most for certain: file, position, player, words, better, loss, error."""
    choices = _build_choice_rows(rows)
    if choices.is_empty():
        return choices
    return (
        choices.filter(pl.col("is_clear")).sort("loss", "file", "position", descending=[True, False, False]).head(count)
    )


def _build_choice_rows(rows: pl.DataFrame) -> pl.DataFrame:
    """A row for each decision."""
    return rows.select("file", "player", "choices").explode("choices").drop_nulls("choices").unnest("choices")

"""What chance could have brought, as a person reads it: a few rows, each with its odds and what it would have meant."""

from typing import Final

from aerodrome.core.actions import CHANCE, Action, Event
from aerodrome.core.game import Game
from aerodrome.core.state import State
from aerodrome.core.text import capitalize_first
from aerodrome.reviews.model import ChanceTable, PossibleOutcomeRow
from aerodrome.reviews.position_judge import PossibleOutcome, sum_chances_weighted_by_odds

MOST_ROWS: Final = 7
PARTS_OF_A_DEAL: Final = 5
"""A long run of chance has no words for a row: it is told by fifths of what was looked at."""
LONG_RUN: Final = 4
SAME_CHANCE: Final = 1e-6
NOTHING_AT_STAKE: Final = 0.0005
"""A difference that no figure shows."""
DIGITS: Final = 4
SAME_DIGITS: Final = 6


class OutcomeGroup:
    """Outcomes that mean about the same; the likeliest speaks for all."""

    def __init__(self, outcome: PossibleOutcome, came: bool) -> None:
        self.outcome = outcome
        self.odds = outcome.odds
        self.chances = outcome.chances
        self.actions = [outcome.action]
        self.came = came

    def merge(self, other: "OutcomeGroup") -> None:
        odds = self.odds + other.odds
        self.chances = [
            (self.odds * mine + other.odds * theirs) / odds
            for mine, theirs in zip(self.chances, other.chances, strict=True)
        ]
        if other.came or (not self.came and other.outcome.odds > self.outcome.odds):
            self.outcome = other.outcome
        self.odds = odds
        self.actions += [action for action in other.actions if action not in self.actions]
        self.came = self.came or other.came


def tabulate_chance_outcomes(
    game: Game, state: State, seat: int, outcomes: list[PossibleOutcome], actual_action: Action
) -> ChanceTable | None:
    """The rows for what chance may bring first at `state`, where it brought `actual_action`: the best first for this
    seat. None where nothing is at stake for it."""
    ordered = _sort_best_first(outcomes, seat)
    if not _is_anything_at_stake(ordered, seat):
        return None
    groups = _group_outcomes_with_same_chances(ordered, actual_action)
    while len(groups) > MOST_ROWS:
        _merge_two_closest_groups(groups, seat)
    words = _drop_same_beginning([_describe_outcome(game, state, group.outcome.action) for group in groups])
    rows = [
        PossibleOutcomeRow(
            said, round(group.odds, DIGITS), len(group.actions) - 1, _round_chances(group.chances), group.came
        )
        for said, group in zip(words, groups, strict=True)
    ]
    return ChanceTable(seat, sum(len(group.actions) for group in groups), len(game.legal(state, CHANCE)), rows)


def tabulate_long_chance_runs_by_fifths(seat: int, runs: list[PossibleOutcome]) -> ChanceTable | None:
    """The rows for long runs of chance, by fifths and without words. None where nothing is at stake for this seat."""
    ordered = _sort_best_first(runs, seat)
    if not _is_anything_at_stake(ordered, seat):
        return None
    return ChanceTable(seat, len(runs), 0, _build_rows_of_fifths(ordered))


def find_seat_with_greatest_change(before: list[float], after: list[float]) -> int:
    """Whose chance changed most; between two, what one gains the other loses, and it is the first."""
    changes = [round(abs(now - was), SAME_DIGITS) for was, now in zip(before, after, strict=True)]
    return changes.index(max(changes))


def _sort_best_first(outcomes: list[PossibleOutcome], seat: int) -> list[PossibleOutcome]:
    return sorted(outcomes, key=lambda one: -one.chances[seat])


def _is_anything_at_stake(outcomes_best_first: list[PossibleOutcome], seat: int) -> bool:
    return outcomes_best_first[0].chances[seat] - outcomes_best_first[-1].chances[seat] >= NOTHING_AT_STAKE


def _group_outcomes_with_same_chances(
    outcomes_best_first: list[PossibleOutcome], actual_action: Action
) -> list[OutcomeGroup]:
    """Neighbours that change nobody's chance against each other, or are the same outcome drawn twice, are one."""
    groups: list[OutcomeGroup] = []
    for outcome in outcomes_best_first:
        group = OutcomeGroup(outcome, outcome.action == actual_action)
        last = groups[-1] if groups else None
        if last is not None and _are_same_chances(last.chances, group.chances):
            last.merge(group)
        else:
            groups.append(group)
    return groups


def _are_same_chances(chances: list[float], other_chances: list[float]) -> bool:
    return max(abs(a - b) for a, b in zip(chances, other_chances, strict=True)) < SAME_CHANCE


def _merge_two_closest_groups(groups: list[OutcomeGroup], seat: int) -> None:
    """The two neighbours that differ least, weighed by their odds; what came stays a row of its own."""
    alone = [i for i, group in enumerate(groups) if group.came]
    pairs = [i for i in range(len(groups) - 1) if i not in alone and i + 1 not in alone]

    def weigh(i: int) -> float:
        one, other = groups[i], groups[i + 1]
        return abs(one.chances[seat] - other.chances[seat]) * one.odds * other.odds / (one.odds + other.odds)

    closest = min(pairs, key=weigh)
    groups[closest].merge(groups.pop(closest + 1))


def _build_rows_of_fifths(outcomes_best_first: list[PossibleOutcome]) -> list[PossibleOutcomeRow]:
    """Fifths of a long run, without words."""
    count = len(outcomes_best_first)
    rows: list[PossibleOutcomeRow] = []
    for part in range(PARTS_OF_A_DEAL):
        members = outcomes_best_first[part * count // PARTS_OF_A_DEAL : (part + 1) * count // PARTS_OF_A_DEAL]
        if members:
            odds = sum(one.odds for one in members)
            mean = [total / odds for total in sum_chances_weighted_by_odds(members)]
            rows.append(PossibleOutcomeRow("", round(odds, DIGITS), len(members) - 1, _round_chances(mean), False))
    return rows


def _describe_outcome(game: Game, state: State, action: Action) -> str:
    """What chance brings, as the log has it."""
    heard: list[Event] = []
    table = state.clone()
    game.apply(table, CHANCE, action, heard.append)
    lines = [line for line in map(game.describe_event, heard) if line]
    return lines[0] if lines else capitalize_first(game.say(state, CHANCE, action))


def _drop_same_beginning(sentences: list[str]) -> list[str]:
    """Rows of a table need not say again what all of them begin with: "Red throws 4 and 1" is "4 and 1" there, also
    where 4 is the first die of all of them."""
    split = [sentence.split(" ") for sentence in sentences]
    most = min(len(words) for words in split) - 1
    same = 0
    while same < most and len({words[same] for words in split}) == 1 and not split[0][same].isdigit():
        same += 1
    if same < 2:  # an article is worth keeping
        return sentences
    return [capitalize_first(" ".join(words[same:])) for words in split]


def _round_chances(chances: list[float]) -> list[float]:
    return [round(chance, DIGITS) for chance in chances]

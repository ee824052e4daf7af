"""How a position truly stands: the chance to win of every seat, with everything on the table known.

The chances mean: if captains played on. At a chance node they are the mean over its outcomes by their odds, so that
luck is what came less what was to be expected, and is zero on average.
"""

import random
from itertools import groupby
from math import sqrt
from typing import Final, NamedTuple

from aerodrome.bots.evaluation import compute_win_shares
from aerodrome.bots.learned_judge import REVIEW_JUDGE_FILE, LearnedJudge, get_title_judge_if_fitting
from aerodrome.bots.quick_policy import choose_greedily
from aerodrome.core.actions import CHANCE, NOBODY, Action
from aerodrome.core.chance import run_chance_and_get_seat
from aerodrome.core.game import Game
from aerodrome.core.leaders import find_leaders
from aerodrome.core.state import State
from aerodrome.reviews.model import Effort

MAX_RUN: Final = 1000
"""No run of dice and draws is longer."""

AS_IT_STANDS: Final = 0.5
"""What the evaluation of the position itself weighs beside that of where playouts end: it has no noise, they see what
it does not, as cards in hand."""


class JudgedChances(NamedTuple):
    """The chances of all seats; where playouts have a part in them, also as they would be without each of these."""

    chances: list[float]
    without_playout: tuple[list[float], ...] = ()


class PossibleOutcome(NamedTuple):
    """Something chance may bring: its first action, its odds, and the chances of all seats once chance is through.

    `is_sampled`: it stands for others that were not looked at.
    """

    action: Action
    odds: float
    chances: list[float]
    without_playout: tuple[list[float], ...] = ()
    is_sampled: bool = False


def is_chance_next(game: Game, state: State) -> bool:
    return game.actors(state)[:1] == (CHANCE,)


def sum_chances_weighted_by_odds(outcomes: list[PossibleOutcome]) -> list[float]:
    """What is to be expected of chance: the chances of all seats, weighed by the odds."""
    total = [0.0] * len(outcomes[0].chances)
    for outcome in outcomes:
        _add_weighted(total, outcome.chances, outcome.odds)
    return total


def judge_expectation_without_each_playout(outcomes: list[PossibleOutcome]) -> tuple[list[float], ...]:
    """What is to be expected of chance, with each of the playouts left out at all outcomes."""
    playouts = max(len(outcome.without_playout) for outcome in outcomes)
    found = tuple([0.0] * len(outcomes[0].chances) for _playout in range(playouts))
    for outcome in outcomes:
        for number, total in enumerate(found):
            # The end of a match needs no playouts.
            chances = outcome.without_playout[number] if outcome.without_playout else outcome.chances
            _add_weighted(total, chances, outcome.odds)
    return found


def estimate_sampling_errors(runs: list[PossibleOutcome]) -> list[float]:
    """The standard errors of what is to be expected of chance; empty where all of it was looked at.

    A stratified sample is closer than this says.
    """
    sampled = [run for run in runs if run.is_sampled]
    if len(sampled) < 2:
        return []
    mean = sum_chances_weighted_by_odds(runs)
    correction = len(sampled) / (len(sampled) - 1)
    return [
        sqrt(correction * sum((run.odds * (run.chances[seat] - mean[seat])) ** 2 for run in sampled))
        for seat in range(len(mean))
    ]


def join_chance_runs_by_first_action(runs: list[PossibleOutcome]) -> list[PossibleOutcome]:
    """One outcome for each first action, runs that begin with it standing together."""
    found: list[PossibleOutcome] = []
    for action, same in groupby(runs, key=lambda run: run.action):
        members = list(same)
        odds = sum(run.odds for run in members)
        chances = [total / odds for total in sum_chances_weighted_by_odds(members)]
        without = judge_expectation_without_each_playout(members)
        found.append(PossibleOutcome(action, odds, chances, tuple([one / odds for one in each] for each in without)))
    return found


def find_learned_review_judge(game: Game) -> LearnedJudge | None:
    """Who wins from here, as games taught it; None where the title's evaluation says that."""
    return (
        get_title_judge_if_fitting(game, REVIEW_JUDGE_FILE)
        if game.evaluator.get_review_settings().learned_judge
        else None
    )


class PositionJudge:
    """Judges the positions of one match, all with the same effort."""

    def __init__(self, game: Game, effort: Effort, seed: str) -> None:
        self.game = game
        self.effort = effort
        self.seed = seed
        self.learned = find_learned_review_judge(game)

    def judge_position(self, state: State, position: int) -> list[float]:
        """The chances of all seats; they sum to 1. Seed and position decide what is sampled where all is too much."""
        if is_chance_next(self.game, state):
            runs = self.judge_chance_runs(state, position)
            return sum_chances_weighted_by_odds(self.join_runs_unless_sampled(state, runs))
        return self.judge_where_no_chance_acts(state).chances

    def judge_chance_runs(self, state: State, position: int) -> list[PossibleOutcome]:
        """What chance may bring where it acts, run by run, as far as it is looked at; the odds sum to 1."""
        rng = random.Random(f"{self.seed}:chance:{position}")
        return self._judge_all_or_sampled_chance_runs(state, rng, self.effort.most_outcomes)

    def join_runs_unless_sampled(self, state: State, runs: list[PossibleOutcome]) -> list[PossibleOutcome]:
        """What chance may bring first: one outcome for each first action, unless there are too many of these."""
        if len(self.game.legal(state, CHANCE)) > self.effort.most_outcomes:
            return runs
        return join_chance_runs_by_first_action(runs)

    def compute_win_shares_of_agreed_end(self, state: State) -> list[float]:
        """What an end by agreement gives: the win is shared by the leaders."""
        leaders = find_leaders(self.game, state)
        return [1.0 / len(leaders) if seat in leaders else 0.0 for seat in range(state.seats)]

    def _judge_all_or_sampled_chance_runs(self, state: State, rng: random.Random, budget: int) -> list[PossibleOutcome]:
        """All runs of chance while the budget lasts, else a stratified sample."""
        game = self.game
        outcomes = game.legal(state, CHANCE)
        if len(outcomes) > budget:
            return self._judge_sampled_chance_runs(state, rng, budget)
        found: list[PossibleOutcome] = []
        for outcome, odds in zip(outcomes, game.odds(state), strict=True):
            if odds <= 0.0:
                continue
            table = state.clone()
            game.apply(table, CHANCE, outcome)
            if is_chance_next(game, table):
                rest = self._judge_all_or_sampled_chance_runs(table, rng, max(1, budget // len(outcomes)))
                found += [run._replace(action=outcome, odds=odds * run.odds) for run in rest]
            else:
                found.append(PossibleOutcome(outcome, odds, *self.judge_where_no_chance_acts(table)))
        return found

    def _judge_sampled_chance_runs(self, state: State, rng: random.Random, count: int) -> list[PossibleOutcome]:
        """So many runs of chance to the end; their first outcomes are spread over the odds."""
        game = self.game
        found: list[PossibleOutcome] = []
        for i in range(count):
            table = state.clone()
            first = game.pick_outcome(table, (i + rng.random()) / count)
            game.apply(table, CHANCE, first)
            run_chance_and_get_seat(game, table, rng)
            judged = self.judge_where_no_chance_acts(table)
            found.append(PossibleOutcome(first, 1.0 / count, *judged, is_sampled=True))
        return found

    def judge_where_no_chance_acts(self, state: State) -> JudgedChances:
        """A position in which a seat acts or nobody any more."""
        now, ends = self._estimate_shares_now_and_at_playout_ends(state)
        if not state.step_stack:
            return JudgedChances(now)
        rest = [ends[:number] + ends[number + 1 :] for number in range(len(ends))] if len(ends) > 1 else []
        chances, *without = (
            self.game.evaluator.calibrate_position_shares(self.game, state, _mix_with_playout_ends(now, some))
            for some in [ends, *rest]
        )
        return JudgedChances(chances, tuple(without))

    def estimate_uncalibrated_win_shares(self, state: State) -> list[float]:
        """The shares of the win of a position where chance does not act, before they are corrected by how often such
        shares came true."""
        return _mix_with_playout_ends(*self._estimate_shares_now_and_at_playout_ends(state))

    def _estimate_shares_now_and_at_playout_ends(self, state: State) -> tuple[list[float], list[list[float]]]:
        """No playouts where what is found without them needs none."""
        game = self.game
        if not state.step_stack:
            return compute_win_shares(game, state), []
        if self.learned is not None:
            return self.learned.estimate_win_shares(game, state, game.evaluator.evaluate(game, state)), []
        now = compute_win_shares(game, state)
        if game.evaluator.get_review_settings().skips_position_playouts:
            return now, []
        ends: list[list[float]] = []
        for playout in range(self.effort.playouts):
            table = state.clone()
            # The same luck for every position of the match: what differs between two of them is not their dice.
            self._run_playout(table, playout)
            ends.append(compute_win_shares(game, table))
        return now, ends

    def _run_playout(self, state: State, playout_number: int) -> None:
        """As the search plays on: a few choices, some of them greedy.

        Where the title counts rounds, a playout ends with the same seat's turn from wherever it begins, and each with
        another's: who has just moved looks better than he is.
        """
        game = self.game
        rng = random.Random(f"{self.seed}:{playout_number}")
        settings = game.evaluator.get_playout_settings()
        dice = random.Random(rng.getrandbits(62))  # their own: one choice more must not change what is thrown later
        rounds = game.evaluator.get_turn_number(state) // state.seats + settings.rounds
        last_turn = rounds * state.seats + playout_number % state.seats
        left = settings.choices
        for _action in range(MAX_RUN):
            who = run_chance_and_get_seat(game, state, dice)
            if (
                who == NOBODY
                or left == 0
                or (settings.rounds > 0 and game.evaluator.get_turn_number(state) >= last_turn)
            ):
                return
            legal = game.legal(state, who)
            if len(legal) == 1:
                action = legal[0]
            else:
                left -= 1
                if rng.random() < settings.greedy_fraction:
                    action = choose_greedily(game, state, who, legal, settings.greedy_candidates, rng)
                else:
                    action = game.evaluator.choose_rollout_action(game, state, who, legal, rng)
            game.apply(state, who, action)


def _mix_with_playout_ends(now: list[float], ends: list[list[float]]) -> list[float]:
    """The shares of the position as it stands and of where playouts from it end, half and half."""
    if not ends:
        return now
    total = [AS_IT_STANDS * share for share in now]
    for shares in ends:
        _add_weighted(total, shares, (1.0 - AS_IT_STANDS) / len(ends))
    return total


def _add_weighted(total: list[float], values: list[float], weight: float) -> None:
    for seat, value in enumerate(values):
        total[seat] += weight * value

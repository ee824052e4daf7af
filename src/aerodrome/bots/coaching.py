"""What a coach knows: which choices deserve a look before one is made, and what the one that was made cost.

The measure is that of advice, with less work for each question. A loss is measured between the choice made and the best
one alone, on tables that had no part in finding the best: the luckiest of many always looks too good.
"""

from __future__ import annotations

import random
from typing import Final, final

from aerodrome.bots.advice import (
    FOLLOW,
    TELLING_ERRORS,
    Advice,
    AdvisedChoice,
    advise,
    compute_calibration_slope_between_shares,
    compute_mean_and_standard_error,
    hash_position_seen_by,
    round_to_percent,
)
from aerodrome.bots.evaluation import MoveEvaluation
from aerodrome.bots.explain import phrase_main_reason
from aerodrome.bots.search import UNLIMITED, Candidate, SearchBot, Simulator
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State

SIMULATIONS: Final = 60
MEASUREMENTS: Final = 90
MOST_CHOICES: Final = 3
TABLES: Final = 40
FIRST_TABLES: Final = 12
"""After so many tables a choice that cannot be costly any more is left alone."""
COSTLY: Final = 0.05
"""What much is: so much of the chance to win."""
COSTLY_PERCENT: Final = 5
JUDGING: Final = 0x5EED
"""Makes the tables of a judgement others than those of the advice in the same position."""


@final
class JudgedChoice:
    """A choice against the best one, for the seat that made it."""

    def __init__(self, percent: int, best_percent: int, loss: float, error: float) -> None:
        self.percent = percent
        self.best_percent = best_percent
        self.loss = loss
        """The best one's chance to win less that of the choice made; below 0 where the choice made is the better."""
        self.error = error
        """Its standard error."""

    def is_costly(self) -> bool:
        """Whether a coach speaks of it: much is lost, beyond its uncertainty."""
        return self.loss >= COSTLY and self.loss > TELLING_ERRORS * self.error


def survey_choices(game: Game, state: State, seat: int) -> Advice:
    """The few best choices of a seat that is asked, with less work than for a hint."""
    return advise(game, state, seat, SIMULATIONS, MEASUREMENTS, MOST_CHOICES)


def phrase_main_reason_for_coach(game: Game, state: State, seat: int, action: Action, is_for: bool) -> str:
    """A fact for a choice, or against it, as half a sentence, from what the seat knows; "" when there is none."""
    imagined = game.imagine(state, seat, random.Random(hash_position_seen_by(game, state, seat)))
    return phrase_main_reason(game, imagined, seat, action, is_for)


def does_choice_matter(choices: list[AdvisedChoice]) -> bool:
    """Whether it matters which of these is made."""
    return any(
        choices[0].percent - choice.percent >= COSTLY_PERCENT and not choice.about_as_good for choice in choices[1:]
    )


def may_choice_be_costly(percents_best_first: list[int], chosen_index: int | None) -> bool:
    """Whether a choice may be costly: by the percents of the survey, best first, and its place there if it has one."""
    return chosen_index is None or percents_best_first[0] - percents_best_first[chosen_index] >= COSTLY_PERCENT


def judge_choice(game: Game, state: State, seat: int, action: Action, best_action: Action) -> JudgedChoice:
    """What this choice costs against that one. What the seat cannot know plays no part."""
    rng = random.Random(hash_position_seen_by(game, state, seat) ^ JUDGING)
    imagined = game.imagine(state, seat, rng)
    chosen = Candidate(MoveEvaluation(action))
    better = Candidate(MoveEvaluation(best_action))
    simulator = Simulator(SearchBot(expand_after=UNLIMITED, follow=FOLLOW), game, imagined, seat, rng)
    for table in range(TABLES):
        if table == FIRST_TABLES and _build_judged_choice(game, imagined, chosen, better).loss < COSTLY / 2.0:
            break
        simulator.simulate_each_once([chosen, better])
    return _build_judged_choice(game, imagined, chosen, better)


def _build_judged_choice(game: Game, imagined_state: State, chosen: Candidate, better: Candidate) -> JudgedChoice:
    share, best_share = chosen.evaluation.compute_mean_win_share(), better.evaluation.compute_mean_win_share()
    chance = game.evaluator.calibrate_search_share(game, imagined_state, share)
    best_chance = game.evaluator.calibrate_search_share(game, imagined_state, best_share)
    differences = [better.shares[i] - chosen.shares[i] for i in range(len(chosen.shares))]
    _difference, error = compute_mean_and_standard_error(differences)
    error *= compute_calibration_slope_between_shares(game, imagined_state, best_share, share)
    return JudgedChoice(round_to_percent(chance), round_to_percent(best_chance), best_chance - chance, error)

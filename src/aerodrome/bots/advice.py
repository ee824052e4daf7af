"""Advice for somebody who asks: what each of the better choices does for the chance to win, and why.

First a search finds which choices are worth a look. Then these are measured with fresh simulations, all on the same
imagined tables with the same luck: a figure that decided who is looked at is not shown, as the luckiest of many always
looks too good. The number of simulations is fixed and their seed is the position as the seat sees it, so everybody who
asks in the same position gets the same answer, on any machine and at any time.
"""

from __future__ import annotations

import hashlib
import json
import random
from math import floor, sqrt
from typing import Final, final

from aerodrome.bots.evaluation import SAME_SHARE
from aerodrome.bots.explain import phrase_main_reason
from aerodrome.bots.search import UNLIMITED, Candidate, SearchBot, Simulator
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State

SEARCH_SIMULATIONS: Final = 120
MEASUREMENTS: Final = 200
MOST_TABLES: Final = 100
MOST_CHOICES: Final = 5
FOLLOW: Final = 4
TELLING_ERRORS: Final = 2.0
"""A difference of more standard errors than this is taken for one."""
ROUNDING_ERROR: Final = 1e-9
CALIBRATION_SLOPE_STEP: Final = 0.005
"""Shares closer than this are taken so far apart to see how steep a correction is: at 0 and 1 it jumps."""
SMALL_DIFFERENCE: Final = 0.01
"""A difference in chance below the percent that is shown is none to a person, however certain."""


@final
class AdvisedChoice:
    """One choice and what comes of it for the seat that asks."""

    def __init__(self, action: Action) -> None:
        self.action = action
        self.win_chance = 0.0
        """The chance to win, 0 to 1."""
        self.uncertainty = 0.0
        """Its standard error."""
        self.percent = 0
        """The chance as it is shown: whole percent, 0 and 100 only for what is certain as far as was seen."""
        self.gain = 0.0
        """The expected lead in the title's currency, against that of the first choice."""
        self.gain_words = ""
        """The gain with its unit, "-$6M"; "" where it is too small to be told from none or would contradict the
        order of the chances."""
        self.about_as_good = False
        """Whether it cannot be told apart from the first choice."""
        self.reason = ""
        """A fact as half a sentence: for the first choice and those about as good one that speaks for it, for the
        others one that speaks against it. "" when there is nothing true to say."""


@final
class Advice:
    """The choices looked at, best first: by the percent shown, then by the gain."""

    def __init__(self, choices: list[AdvisedChoice]) -> None:
        self.choices = choices


def advise(
    game: Game,
    state: State,
    seat: int,
    simulations: int = SEARCH_SIMULATIONS,
    measurements: int = MEASUREMENTS,
    max_choices: int = MOST_CHOICES,
) -> Advice:
    """What a seat that is asked could do, at most so many choices. What the seat cannot know plays no part.

    `simulations`: how many find the choices worth a look; `measurements`: how many are divided among these, so that
    fewer choices are told apart more sharply.
    """
    rng = random.Random(hash_position_seen_by(game, state, seat))
    imagined = game.imagine(state, seat, rng)
    found = SearchBot(max(1, simulations)).evaluate_moves(game, imagined, seat, rng)
    candidates = [Candidate(evaluation) for evaluation in found[:max_choices]]
    # No tree: what it explores is noise in the comparison, and its samples would depend on each other. Instead, the
    # rest of the seat's own move is made with some thought.
    simulator = Simulator(SearchBot(expand_after=UNLIMITED, follow=FOLLOW), game, imagined, seat, rng)
    for _table in range(max(2, min(MOST_TABLES, measurements // len(candidates)))):
        simulator.simulate_each_once(candidates)
    return _build_advice(game, imagined, seat, candidates)


def hash_position_seen_by(game: Game, state: State, seat: int) -> int:
    """A number for the position as the seat sees it: the same for whatever lies hidden from it."""
    seen = {
        "rules": [game.title, game.rules_version, game.edition_hash, game.resolved_options()],
        "view": game.view(state, seat),
        "legal": [game.dump(action) for action in game.legal(state, seat)],
    }
    canonical = json.dumps(seen, sort_keys=True, separators=(",", ":"))
    return int.from_bytes(hashlib.sha256(canonical.encode()).digest()[:8], "big")


def _build_advice(game: Game, state: State, seat: int, candidates: list[Candidate]) -> Advice:
    measured: list[tuple[int, float, int]] = []
    choices: list[AdvisedChoice] = []
    for i in range(len(candidates)):
        choice = _build_advised_choice(game, state, candidates[i])
        choices.append(choice)
        measured.append((-choice.percent, -candidates[i].evaluation.compute_mean_lead(), i))
    order = [entry[2] for entry in sorted(measured)]
    best = candidates[order[0]]
    for i in order[1:]:
        _set_gain_and_whether_about_as_good(game, state, choices[i], candidates[i], best)
    ranked = [choices[i] for i in order]
    _set_gain_words(game, ranked, [candidates[i] for i in order])
    for choice in ranked:
        is_good = choice is ranked[0] or choice.about_as_good
        choice.reason = phrase_main_reason(game, state, seat, choice.action, is_good)
    return Advice(ranked)


def _build_advised_choice(game: Game, state: State, candidate: Candidate) -> AdvisedChoice:
    choice = AdvisedChoice(candidate.action)
    share, error = compute_mean_and_standard_error(candidate.shares)
    choice.win_chance = game.evaluator.calibrate_search_share(game, state, share)
    choice.uncertainty = error * compute_calibration_slope_between_shares(game, state, share, share)
    choice.percent = round_to_percent(choice.win_chance)
    return choice


def compute_calibration_slope_between_shares(
    game: Game, state: State, first_share: float, second_share: float
) -> float:
    """How much farther apart two chances are than the shares of the win that they come from; positive."""
    if abs(first_share - second_share) < CALIBRATION_SLOPE_STEP:
        middle = (first_share + second_share) / 2.0
        first_share, second_share = min(1.0, middle + CALIBRATION_SLOPE_STEP), max(0.0, middle - CALIBRATION_SLOPE_STEP)
    chance = game.evaluator.calibrate_search_share(game, state, first_share)
    return (chance - game.evaluator.calibrate_search_share(game, state, second_share)) / (first_share - second_share)


def round_to_percent(chance: float) -> int:
    """A chance in whole percent; 0 and 100 are kept for what is certain."""
    if chance <= 0.0:
        return 0
    if chance >= 1.0:
        return 100
    return min(99, max(1, floor(chance * 100.0 + 0.5)))


def compute_mean_and_standard_error(values: list[float]) -> tuple[float, float]:
    """The mean and its standard error; at least two values."""
    count = len(values)
    mean = sum(values) / count
    squares = 0.0
    for value in values:
        squares += (value - mean) * (value - mean)
    return mean, sqrt(squares / (count - 1) / count)


def _compute_paired_difference_and_error(values: list[float], other_values: list[float]) -> tuple[float, float]:
    """By how much the first are higher on the same tables, and the standard error of that."""
    return compute_mean_and_standard_error([values[i] - other_values[i] for i in range(len(values))])


def _set_gain_and_whether_about_as_good(
    game: Game, state: State, advised_choice: AdvisedChoice, candidate: Candidate, best: Candidate
) -> None:
    share, share_error = _compute_paired_difference_and_error(candidate.shares, best.shares)
    advised_choice.gain = candidate.evaluation.compute_mean_lead() - best.evaluation.compute_mean_lead()
    if abs(share) <= SAME_SHARE:
        advised_choice.about_as_good = not _is_lead_significantly_different(candidate, best)
        return
    slope = compute_calibration_slope_between_shares(
        game, state, candidate.evaluation.compute_mean_win_share(), best.evaluation.compute_mean_win_share()
    )
    advised_choice.about_as_good = slope * abs(share) <= max(SMALL_DIFFERENCE, TELLING_ERRORS * slope * share_error)


def _is_lead_significantly_different(candidate: Candidate, best: Candidate) -> bool:
    lead, error = _compute_paired_difference_and_error(candidate.leads, best.leads)
    return abs(lead) > TELLING_ERRORS * error + ROUNDING_ERROR


def _set_gain_words(game: Game, choices: list[AdvisedChoice], candidates: list[Candidate]) -> None:
    """Words for the gains that differ from none for certain; down the list they only fall, as the chances do."""
    lowest = 0.0
    for i in range(1, len(choices)):
        choice = choices[i]
        if choice.about_as_good:
            continue
        if choice.gain > lowest or not _is_lead_significantly_different(candidates[i], candidates[0]):
            continue
        words = game.format_gain(choice.gain)
        if any(digit in words for digit in "123456789"):
            choice.gain_words = words
            lowest = choice.gain

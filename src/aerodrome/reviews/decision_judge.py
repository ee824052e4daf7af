"""Was that a good choice? Judged on tables imagined from what the seat knew then, never by the card that came.

All choices meet the same tables with the same luck. One half of the tables says which choice is best, the other half
by how much: the best of many noisy figures is too good when measured by what made it the best.
"""

import random
from math import hypot
from typing import Final

from aerodrome.bots.advice import (
    FOLLOW,
    compute_calibration_slope_between_shares,
    compute_mean_and_standard_error,
    hash_position_seen_by,
)
from aerodrome.bots.evaluation import MoveEvaluation
from aerodrome.bots.greedy import GreedyBot
from aerodrome.bots.lookahead import evaluate_by_lookahead
from aerodrome.bots.quick_policy import list_actions_worth_considering
from aerodrome.bots.search import UNLIMITED, Candidate, SearchBot, Simulator, compute_lower_bound_of_mean_difference
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State
from aerodrome.reviews.lines import play_line_after
from aerodrome.reviews.model import Effort, JudgedAlternative, JudgedDecision
from aerodrome.reviews.position_judge import find_learned_review_judge

LOOKAHEAD_TABLES: Final = 3
LOOKAHEAD_FOLLOW: Final = 2
HEATS: Final = 2
"""After each of them, of the first tables and of twice as many, the rivals that cannot be better drop out."""
DOUBTFUL_ERRORS: Final = 1.5
"""A rival stays while so many standard errors in its favour would make it better by a loss worth telling."""
MOST_RIVALS: Final = (2, 1)
"""How many choices besides the one made get more tables after each heat: telling the best from the next best is not
the question."""
CLEAR_ERRORS: Final = 2.0
"""A loss of more standard errors than this is one."""
SMALLEST_LOSS: Final = 0.005
"""Less than half a percent is not told, however certain."""
DECIDED: Final = 0.001
"""A table is decided where a seat's share is as near as this to all or nothing."""


def judge_decision(
    game: Game, state: State, position: int, seat: int, played_action: Action, effort: Effort
) -> JudgedDecision | None:
    """What this choice cost; None where there was nothing to choose, or where no choices are to be compared."""
    legal = game.legal(state, seat)
    if legal == [played_action] or effort.candidates == 0:
        return None
    rng = random.Random(hash_position_seen_by(game, state, seat))
    imagined = game.imagine(state, seat, rng)
    candidates = list_best_candidates_and_played(game, imagined, seat, legal, played_action, effort, rng)
    if len(candidates) < 2:
        return None
    played = next(candidate for candidate in candidates if candidate.action == played_action)
    simulator = _simulate_candidates(game, imagined, seat, candidates, played, effort, rng)
    best = _find_best_or_played(candidates, played)
    if best is not played and game.evaluator.get_review_settings().greedy_rounds > 0:
        credit_playing_best_after_played(simulator, played, best)
        best = _find_best_or_played(candidates, played)
    loss, error = _measure_loss_and_error(game, imagined, best, played)
    built = [_build_alternative(game, imagined, seat, candidate, best) for candidate in candidates]
    return JudgedDecision(
        position=position,
        seat=seat,
        played=built[candidates.index(played)],
        best=built[candidates.index(best)],
        loss=loss,
        error=error,
        is_clear=loss > max(SMALLEST_LOSS, CLEAR_ERRORS * error),
        alternatives=sorted(built, key=lambda one: -one.chance),
    )


def list_best_candidates_and_played(
    game: Game,
    imagined_state: State,
    seat: int,
    legal: list[Action],
    played_action: Action,
    effort: Effort,
    rng: random.Random,
) -> list[Candidate]:
    """The choices that a look ahead likes best, and the one that was made."""
    sensible = list_actions_worth_considering(game, imagined_state, seat, legal)
    if sensible == [played_action]:
        return []
    found = evaluate_by_lookahead(
        game, imagined_state, seat, sensible, LOOKAHEAD_TABLES, LOOKAHEAD_FOLLOW, 2 * effort.candidates, True, rng
    )
    candidates = [Candidate(evaluation) for evaluation in found[: effort.candidates]]
    if all(candidate.action != played_action for candidate in candidates):
        candidates.append(Candidate(MoveEvaluation(played_action)))
    return candidates


def _simulate_candidates(
    game: Game,
    imagined_state: State,
    seat: int,
    candidates: list[Candidate],
    played: Candidate,
    effort: Effort,
    rng: random.Random,
) -> Simulator:
    """All on the same tables, then the choice made and its rivals on more. Only tables that choose the best say who
    is a rival: the others measure, and must not decide what they measure."""
    bot = create_bot_for_review_playouts(game, game.evaluator.get_review_settings().greedy_rounds)
    simulator = Simulator(bot, game, imagined_state, seat, rng)
    field = candidates
    done = 0
    for heat in range(HEATS + 1):
        end = effort.more_tables if heat == HEATS else min(effort.tables << heat, effort.more_tables)
        for _table in range(done, end):
            simulator.simulate_each_once(field)
        done = max(done, end)
        if heat < HEATS:
            rivals = _list_possibly_better_candidates(field, played)[: MOST_RIVALS[heat]]
            if not rivals:
                break
            field = [played, *rivals]
    return simulator


def credit_playing_best_after_played(simulator: Simulator, played: Candidate, best: Candidate) -> None:
    """Where the better choice can come right after the one made, nothing is lost by their order: greedy bots alone
    would not think of it. The tables that choose say whether that line is better, as of any choice."""
    game, seat = simulator.game, simulator.seat
    after = simulator.state.clone()
    game.apply(after, seat, played.action)
    if game.actors(after)[:1] != (seat,) or best.action not in game.legal(after, seat):
        return
    later = Simulator(simulator.bot, game, after, seat, simulator.rng)
    later.seeds = simulator.seeds
    line = Candidate(MoveEvaluation(best.action))
    for _table in played.shares:
        later.simulate_each_once([line])
    if sum(line.shares[::2]) > sum(played.shares[::2]):
        played.shares = line.shares


def create_bot_for_review_playouts(game: Game, greedy_rounds: int) -> SearchBot:
    """Plays on from a choice to see what it was good for: for so many rounds as greedy bots would, or with 0 as advice
    does."""
    if greedy_rounds == 0:
        return SearchBot(expand_after=UNLIMITED, follow=FOLLOW)
    bot = SearchBot(expand_after=UNLIMITED, depth=UNLIMITED, rounds=greedy_rounds)
    bot.playout_bot = GreedyBot()
    bot.judge = find_learned_review_judge(game)
    return bot


def _list_possibly_better_candidates(candidates: list[Candidate], played: Candidate) -> list[Candidate]:
    """What may be better than the choice made by more than is worth telling, the best first."""
    hopes = [
        (
            compute_lower_bound_of_mean_difference(candidate.shares[::2], played.shares[::2], -DOUBTFUL_ERRORS),
            -number,
            candidate,
        )
        for number, candidate in enumerate(candidates)
        if candidate is not played
    ]
    hopeful = sorted((one for one in hopes if one[0] > SMALLEST_LOSS), key=lambda one: one[:2], reverse=True)
    return [candidate for _hope, _number, candidate in hopeful]


def _find_best_or_played(candidates: list[Candidate], played: Candidate) -> Candidate:
    """The best by every second table of those that met all tables; the choice made where it is as good."""
    best = played
    for candidate in candidates:
        if len(candidate.shares) == len(played.shares) and sum(candidate.shares[::2]) > sum(best.shares[::2]):
            best = candidate
    return best


def _measure_loss_and_error(
    game: Game, imagined_state: State, best: Candidate, played: Candidate
) -> tuple[float, float]:
    """By how much the best is better on the tables that did not choose it, and the standard error of that."""
    if best is played:
        return 0.0, 0.0
    better, chosen = best.shares[1::2], played.shares[1::2]
    both_decided = sum(_is_decided(better[i]) and _is_decided(chosen[i]) for i in range(len(better)))
    loss, error = compute_mean_and_standard_error([better[i] - chosen[i] for i in range(len(better))])
    error = hypot(error, _compute_error_of_one_more_table(abs(loss), both_decided, len(better)))
    slope = _compute_review_calibration_slope_between_shares(
        game, imagined_state, sum(better) / len(better), sum(chosen) / len(chosen)
    )
    return slope * loss, slope * error


def _build_alternative(
    game: Game, imagined_state: State, seat: int, candidate: Candidate, best: Candidate
) -> JudgedAlternative:
    """By the tables that did not choose, the same measure for all: what dropped out early met fewer tables, and is told
    by its difference from the best on those."""
    measured = candidate.shares[1::2]
    share, error = compute_mean_and_standard_error(measured)
    decided = sum(_is_decided(one) for one in measured)
    error = hypot(error, _compute_error_of_one_more_table(max(share, 1.0 - share), decided, len(measured)))
    expected, _error = compute_mean_and_standard_error(best.shares[1::2])
    share += expected - sum(best.shares[1 : len(candidate.shares) : 2]) / len(measured)
    share = min(1.0, max(0.0, share))
    return JudgedAlternative(
        words=game.say(imagined_state, seat, candidate.action),
        action=game.dump(candidate.action),
        chance=_calibrate_review_share(game, imagined_state, share),
        error=error * _compute_review_calibration_slope_between_shares(game, imagined_state, share, share),
        line=play_line_after(game, imagined_state, seat, candidate.action),
    )


def _is_decided(share: float) -> bool:
    return min(share, 1.0 - share) < DECIDED


def _compute_error_of_one_more_table(difference: float, decided_tables: int, tables: int) -> float:
    """Tables that are decided all alike vary in nothing, and still say little of those that would not be: they count as
    if one more had come out so differently."""
    return difference * decided_tables / tables / (tables + 1)


def _calibrate_review_share(game: Game, imagined_state: State, share: float) -> float:
    """The chance that results bear out: as for advice. What games taught about where greedy bots come to needs no
    correction."""
    if game.evaluator.get_review_settings().greedy_rounds > 0:
        return share
    return game.evaluator.calibrate_search_share(game, imagined_state, share)


def _compute_review_calibration_slope_between_shares(
    game: Game, imagined_state: State, first_share: float, second_share: float
) -> float:
    """How much farther apart two chances are than the shares of the win that they come from."""
    if game.evaluator.get_review_settings().greedy_rounds > 0:
        return 1.0
    return compute_calibration_slope_between_shares(game, imagined_state, first_share, second_share)

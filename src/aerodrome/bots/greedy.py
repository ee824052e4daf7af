"""One step ahead: the action after which the title's own evaluator likes the position best."""

from __future__ import annotations

import random
from typing import Final

from aerodrome.bots.base import Bot
from aerodrome.bots.evaluation import MoveEvaluation, sort_by_win_share_and_set_gains
from aerodrome.bots.explain import phrase_main_reason
from aerodrome.bots.lookahead import LAST_CHOICES, evaluate_on_imagined_states
from aerodrome.bots.quick_policy import list_actions_worth_considering
from aerodrome.core.actions import CHANCE, Action
from aerodrome.core.evaluator import compute_lead_over_rival_average
from aerodrome.core.game import Game
from aerodrome.core.state import State

MAX_CHANCE_RUN: Final = 8
LAST_CANDIDATES: Final = 16


class GreedyBot(Bot):
    """`samples`: how many ways chance may answer are looked at; `style`: one of the title's styles of play."""

    def __init__(self, samples: int = 3, style: str = "") -> None:
        super().__init__(style)
        self.samples = samples
        self._met_end = False
        """Whether a choice that was tried ended the game."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        game = self.get_styled_game(game)
        legal = list_actions_worth_considering(game, state, seat, game.legal(state, seat))
        if len(legal) == 1:
            self.reason = ""
            return legal[0]
        chosen = self._choose_best_action(
            game, state, seat, _drop_doubtful_actions_unless_all_are(game, state, seat, legal), rng
        )
        self.reason = phrase_main_reason(game, state, seat, chosen, True)
        return chosen

    def _choose_best_action(
        self, game: Game, state: State, seat: int, actions: list[Action], rng: random.Random
    ) -> Action:
        luck = _draw_stratified_chance_samples(self.samples, rng)
        self._met_end = False
        best: list[Action] = []
        highest = 0.0
        for action in actions:
            lead = self._estimate_lead_and_note_end(game, state, seat, action, luck)
            if not best or lead > highest:
                best = [action]
                highest = lead
            elif lead == highest:
                best.append(action)
        if self._met_end:
            # A finished game is won or lost, a lead in an unfinished one is not: all are judged at the end of the move.
            return self._evaluate_after_rest_of_move(game, state, seat, actions, rng)[0].action
        return best[int(rng.random() * len(best))]

    def _estimate_lead_and_note_end(
        self, game: Game, state: State, seat: int, action: Action, chance_samples: list[list[float]]
    ) -> float:
        total = 0.0
        for i in range(len(chance_samples)):
            twin = state.clone()
            game.apply(twin, seat, action)
            met_chance = resolve_chance_by_numbers(game, twin, chance_samples[i])
            total += compute_lead_over_rival_average(game.evaluator.evaluate(game, twin), seat)
            if not twin.step_stack:
                self._met_end = True
            if not met_chance:
                return total / (i + 1)
        return total / len(chance_samples)

    def _evaluate_after_rest_of_move(
        self, game: Game, state: State, seat: int, actions: list[Action], rng: random.Random
    ) -> list[MoveEvaluation]:
        """Best first by the share of the win after the rest of one's own move, then by the lead."""
        tables = [state] * self.samples
        luck = [rng.getrandbits(62) for _sample in range(self.samples)]
        return sort_by_win_share_and_set_gains(
            evaluate_on_imagined_states(game, state, seat, actions, tables, luck, LAST_CHOICES, LAST_CANDIDATES)
        )


def _drop_doubtful_actions_unless_all_are(game: Game, state: State, seat: int, legal: list[Action]) -> list[Action]:
    evaluator = game.evaluator
    sound = [action for action in legal if evaluator.estimate_action_prior(game, state, seat, action) > 0.0]
    return sound or legal


def _draw_stratified_chance_samples(sample_count: int, rng: random.Random) -> list[list[float]]:
    """Numbers for chance, spread evenly over [0, 1) at each place; all actions are judged by the same ones."""
    luck: list[list[float]] = [[] for i in range(sample_count)]
    for _place in range(MAX_CHANCE_RUN):
        start = rng.random()
        turn = int(rng.random() * sample_count)
        for i in range(sample_count):
            luck[i].append(((i + turn) % sample_count + start) / sample_count)
    return luck


def resolve_chance_by_numbers(game: Game, state: State, uniform_numbers: list[float]) -> bool:
    """Let chance act, by these numbers, until a seat must or the numbers are used up; whether it did at all."""
    for i in range(len(uniform_numbers)):
        actors = game.actors(state)
        if len(actors) != 1 or actors[0] != CHANCE:
            return i > 0
        game.apply(state, CHANCE, game.pick_outcome(state, uniform_numbers[i]))
    return True

"""How a position truly stands: the chance to win of every seat, with everything on the table known.

The chances mean: if captains played on. At a chance node they are the mean over its outcomes by their odds, so that
luck is what came less what was to be expected, and is zero on average.
"""

import random
from typing import Final

from aerodrome.bots.evaluation import win_probabilities
from aerodrome.bots.quick_policy import choose_greedily
from aerodrome.core.actions import CHANCE
from aerodrome.core.game import Game
from aerodrome.core.standing import find_leaders
from aerodrome.core.state import State
from aerodrome.reviews.model import Effort

MAX_RUN: Final = 1000
"""No run of dice and draws is longer."""

AS_IT_STANDS: Final = 0.5
"""What the evaluation of the position itself weighs beside that of where playouts end: it has no noise, they see what
it does not, as cards in hand."""


class PositionJudge:
    """Judges the positions of one match, all with the same effort."""

    def __init__(self, game: Game, effort: Effort, seed: str) -> None:
        self.game = game
        self.effort = effort
        self.seed = seed

    def judge(self, state: State, position: int) -> list[float]:
        """The chances of all seats; they sum to 1. Seed and position decide what is sampled where all is too much."""
        if self.game.actors(state)[:1] == (CHANCE,):
            rng = random.Random(f"{self.seed}:chance:{position}")
            return self._average_over_chance(state, rng, self.effort.most_outcomes)
        return self._judge_settled(state)

    def judge_agreed_end(self, state: State) -> list[float]:
        """What an end by agreement gives: the win is shared by the leaders."""
        leaders = find_leaders(self.game, state)
        return [1.0 / len(leaders) if seat in leaders else 0.0 for seat in range(state.seats)]

    def _average_over_chance(self, state: State, rng: random.Random, budget: int) -> list[float]:
        """The mean over the outcomes: all of them while the budget lasts, else a stratified sample."""
        game = self.game
        outcomes = game.legal(state, CHANCE)
        if len(outcomes) > budget:
            return self._average_over_sample(state, rng, budget)
        odds = game.odds(state)
        total = [0.0] * state.seats
        for outcome, chance in zip(outcomes, odds, strict=True):
            if chance <= 0.0:
                continue
            table = state.clone()
            game.apply(table, CHANCE, outcome)
            if game.actors(table)[:1] == (CHANCE,):
                values = self._average_over_chance(table, rng, max(1, budget // len(outcomes)))
            else:
                values = self._judge_settled(table)
            _add_weighted(total, values, chance)
        return total

    def _average_over_sample(self, state: State, rng: random.Random, count: int) -> list[float]:
        """So many runs of chance to the end; their first outcomes are spread over the odds."""
        game = self.game
        total = [0.0] * state.seats
        for i in range(count):
            table = state.clone()
            u = (i + rng.random()) / count
            for _throw in range(MAX_RUN):
                game.apply(table, CHANCE, game.pick_outcome(table, u))
                if game.actors(table)[:1] != (CHANCE,):
                    break
                u = rng.random()
            _add_weighted(total, self._judge_settled(table), 1.0 / count)
        return total

    def _judge_settled(self, state: State) -> list[float]:
        """A position in which a seat acts or nobody any more."""
        if not state.step_stack or self.effort.playouts == 0 or self.game.evaluator.sees_all_luck():
            return self._read_chances(state)
        total = [AS_IT_STANDS * chance for chance in self._read_chances(state)]
        weight = (1.0 - AS_IT_STANDS) / self.effort.playouts
        for playout in range(self.effort.playouts):
            table = state.clone()
            # The same luck for every position of the match: what differs between two of them is not their dice.
            self._run_playout(table, playout)
            _add_weighted(total, self._read_chances(table), weight)
        return total

    def _read_chances(self, state: State) -> list[float]:
        """What the title's evaluation says of the position as it stands, corrected by how often it came true."""
        shares = win_probabilities(self.game, state)
        if not state.step_stack:
            return shares
        chances = [self.game.evaluator.calibrate_chance(self.game, state, share) for share in shares]
        total = sum(chances)
        return [chance / total for chance in chances]

    def _run_playout(self, table: State, playout: int) -> None:
        """As the search plays on: a few choices, some of them greedy.

        Where the title counts rounds, a playout ends with the same seat's turn from wherever it begins, and each with
        another's: who has just moved looks better than he is.
        """
        game = self.game
        rng = random.Random(f"{self.seed}:{playout}")
        settings = game.evaluator.playout_settings()
        dice = random.Random(rng.getrandbits(62))  # their own: one choice more must not change what is thrown later
        rounds = game.evaluator.count_turns(table) // table.seats + settings.rounds
        last_turn = rounds * table.seats + playout % table.seats
        left = settings.choices
        for _action in range(MAX_RUN):
            actors = game.actors(table)
            if not actors:
                return
            who = actors[0]
            if who == CHANCE:
                game.apply(table, CHANCE, game.pick_outcome(table, dice.random()))
                continue
            if left == 0 or (settings.rounds > 0 and game.evaluator.count_turns(table) >= last_turn):
                return
            legal = game.legal(table, who)
            if len(legal) == 1:
                game.apply(table, who, legal[0])
                continue
            left -= 1
            if rng.random() < settings.greedy_fraction:
                action = choose_greedily(game, table, who, legal, settings.greedy_candidates, rng)
            else:
                action = game.evaluator.choose_rollout_action(game, table, who, legal, rng)
            game.apply(table, who, action)


def _add_weighted(total: list[float], values: list[float], weight: float) -> None:
    for seat, value in enumerate(values):
        total[seat] += weight * value

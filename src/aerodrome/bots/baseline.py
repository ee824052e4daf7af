"""The trained reference bot of each title: captain, with the ends of its thoughts judged by what games taught."""

from __future__ import annotations

import random

from aerodrome.bots.evaluation import MoveEvaluation
from aerodrome.bots.learned_judge import find_judge_file, read_learned_judge
from aerodrome.bots.levels import Captain
from aerodrome.core.game import Game
from aerodrome.core.state import State


class BaselineBot(Captain):
    """`file`: what `aerodrome lab train` wrote; the title's own unless given. The other settings are captain's, and
    it takes no longer than captain."""

    def __init__(self, file: str = "", simulations: int = -1) -> None:
        super().__init__(simulations=simulations)
        self.file = file
        self.title = ""
        """Which title the judge was read for."""

    def prepare_for_game(self, game: Game) -> None:
        """Reads what was learned, if that was not done before."""
        if self.title != game.title:
            self.search.rounds = game.evaluator.get_baseline_settings().rounds
            self.search.judge = read_learned_judge(find_judge_file(game, self.file), game)
            self.title = game.title

    def evaluate_moves(self, game: Game, state: State, seat: int, rng: random.Random) -> list[MoveEvaluation]:
        self.prepare_for_game(game)
        return super().evaluate_moves(game, state, seat, rng)

    def get_simulation_count(self, game: Game, state: State) -> int:
        return super().get_simulation_count(game, state) * game.evaluator.get_baseline_settings().twelfths // 12

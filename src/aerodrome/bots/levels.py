"""The opponents people choose from: cadet, captain, ace."""

from __future__ import annotations

import random
from typing import Final

from aerodrome.bots.base import Bot
from aerodrome.bots.evaluation import SAME_SHARE, MoveEvaluation
from aerodrome.bots.explain import phrase_main_reason
from aerodrome.bots.greedy import GreedyBot
from aerodrome.bots.learned_judge import find_judge_file, get_title_judge_if_fitting, read_learned_judge
from aerodrome.bots.lookahead import evaluate_by_lookahead
from aerodrome.bots.quick_policy import list_actions_worth_considering, shortlist_actions
from aerodrome.bots.search import UNLIMITED, SearchBot
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.registry import list_style_names
from aerodrome.core.state import State

LEVEL_NAMES = ("random", "greedy", "cadet", "captain", "ace")
"""Which bots may play in a match. Others, by import path, are for the lab: nobody names code over the network."""
STYLED_LEVELS = ("greedy", "cadet", "captain", "ace")
"""Those of them that can play in one of the title's styles."""
LOBBY_LEVELS = ("cadet", "captain", "ace")
"""Those that people are offered, weakest first."""
SUBSTITUTE_LEVEL = "captain"
"""Which bot plays for somebody who left or whose time is out."""

CADET_CANDIDATES: Final = 12
CADET_FINALISTS: Final = 3


def list_playable_bot_specs(game: Game) -> tuple[str, ...]:
    """Every bot that may play in a match of this title, those with a style included: "captain?style=bold"."""
    styled = [f"{level}?style={style}" for level in STYLED_LEVELS for style in list_style_names(game)]
    return (*LEVEL_NAMES, *styled)


class Cadet(Bot):
    """Plays soundly and forgets things: some choices never come to mind, and small differences escape it.

    What everybody sees it sees too, and takes it unless something else is better by more than it can tell apart:
    `noise`, a share of the win (the title's own unless given). Where a title's dangers lie further ahead than one
    choice, it imagines how greedy players would go on from its favourites.
    """

    def __init__(self, forget_rate: float = 0.4, noise: float = -1.0, style: str = "") -> None:
        super().__init__(style)
        self.forget_rate = forget_rate
        self.noise = noise
        self.search = SearchBot(candidates=CADET_FINALISTS, expand_after=UNLIMITED, depth=UNLIMITED)
        self.search.playout_bot = GreedyBot()

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        return _get_best_action_and_keep_reason(self, game, state, seat, self.evaluate_moves(game, state, seat, rng))

    def evaluate_moves(self, game: Game, state: State, seat: int, rng: random.Random) -> list[MoveEvaluation]:
        game = self.get_styled_game(game)
        legal = list_actions_worth_considering(game, state, seat, game.legal(state, seat))
        obvious = [action for action in legal if game.evaluator.is_never_overlooked(game, state, seat, action)]
        sound = shortlist_actions(game, state, seat, legal, len(legal), False, rng)
        remembered = [action for action in sound if rng.random() >= self.forget_rate and action not in obvious]
        considered = remembered[:CADET_CANDIDATES] + obvious
        if not considered:
            considered = [sound[int(rng.random() * len(sound))]]
        evaluations = evaluate_by_lookahead(game, state, seat, considered, 1, 0, len(considered), True, rng)
        if evaluations[0].win_share - evaluations[-1].win_share <= SAME_SHARE:
            return evaluations
        settings = game.evaluator.get_cadet_settings(game, state)
        noise = self.noise if self.noise >= 0.0 else settings.noise
        blurred = [
            (evaluation.win_share + noise * (1.0 if evaluation.action in obvious else rng.random()), -i)
            for i, evaluation in enumerate(evaluations)
        ]
        ranked = [evaluations[-entry[1]] for entry in sorted(blurred, reverse=True)]
        if settings.simulations == 0:
            return ranked
        self.search.simulations = settings.simulations
        self.search.rounds = settings.rounds
        return self.search.rank_finalists_by_simulations(game, state, seat, ranked, 0.0, rng)


class Captain(Bot):
    """Tries every sensible choice on a few imagined tables, finishes its move, and plays on from the best in thought.

    `finalists`: how many of them are compared by `simulations` (the title's own number unless given). With 0 there is
    only the look ahead, and what the title doubts is not looked at.
    """

    def __init__(
        self,
        worlds: int = 3,
        follow: int = 2,
        candidates: int = 8,
        style: str = "",
        simulations: int = -1,
        finalists: int = 4,
    ) -> None:
        super().__init__(style)
        self.worlds = worlds
        self.follow = follow
        self.candidates = candidates
        self.simulations = simulations
        # No tree: with so few simulations what it explores would be noise in the comparison.
        self.search = SearchBot(simulations, candidates=finalists, expand_after=UNLIMITED)

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        return _get_best_action_and_keep_reason(self, game, state, seat, self.evaluate_moves(game, state, seat, rng))

    def evaluate_moves(self, game: Game, state: State, seat: int, rng: random.Random) -> list[MoveEvaluation]:
        game = self.get_styled_game(game)
        legal = list_actions_worth_considering(game, state, seat, game.legal(state, seat))
        simulations = self.simulations if self.simulations >= 0 else self.get_simulation_count(game, state)
        first = evaluate_by_lookahead(
            game, state, seat, legal, self.worlds, self.follow, self.candidates, simulations > 0, rng
        )
        if simulations == 0:
            return first
        self.search.simulations = simulations
        return self.search.rank_finalists_by_simulations(game, state, seat, first, 0.0, rng)

    def get_simulation_count(self, game: Game, state: State) -> int:
        """How many simulations compare the finalists where none were asked for."""
        return game.evaluator.get_captain_simulation_count(game, state)


class Ace(Bot):
    """Search, for about two seconds a move; `simulations` instead makes it reproducible.

    `file`: what `aerodrome lab train` wrote, to judge the ends of its thoughts by; unless given, the title says
    whether its own does.
    """

    def __init__(self, milliseconds: int = 2000, simulations: int = 0, style: str = "", file: str = "") -> None:
        super().__init__(style)
        self.search = SearchBot(simulations, milliseconds, style=style)
        self.file = file
        self.title = ""
        """Which title the file was read for."""

    def prepare_for_game(self, game: Game) -> None:
        """Search as the title wants it. A judge that comes with it and does not fit is left out, as nobody asked for
        it. Raises BotSpecError for a style or a file that was asked for and is not of this title."""
        super().prepare_for_game(game)
        settings = game.evaluator.get_ace_settings()
        self.search.depth = settings.choices
        self.search.greedy_fraction = settings.greedy_fraction
        self.search.expand_after = None if settings.grows_tree else UNLIMITED
        if not self.file:
            self.search.judge = get_title_judge_if_fitting(game) if settings.learned_judge else None
        elif self.title != game.title:
            self.search.judge = read_learned_judge(find_judge_file(game, self.file), game)
            self.title = game.title

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        return _get_best_action_and_keep_reason(self, game, state, seat, self.evaluate_moves(game, state, seat, rng))

    def evaluate_moves(self, game: Game, state: State, seat: int, rng: random.Random) -> list[MoveEvaluation]:
        self.prepare_for_game(game)
        return self.search.evaluate_moves(game, state, seat, rng)


def _get_best_action_and_keep_reason(
    bot: Bot, game: Game, state: State, seat: int, evaluations: list[MoveEvaluation]
) -> Action:
    """The first evaluation's action; the bot remembers why."""
    action = evaluations[0].action
    bot.reason = phrase_main_reason(game, state, seat, action, True) if len(evaluations) > 1 else ""
    return action

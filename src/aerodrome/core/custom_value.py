"""A judgement of one's own in place of the title's: a learned value, and if one likes a policy. See docs/lab.md."""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from math import inf, log
from typing import Any, Final

from aerodrome.core.actions import Action
from aerodrome.core.evaluator import (
    AceSettings,
    BaselineSettings,
    CadetSettings,
    Evaluator,
    PlayoutSettings,
    ReviewSettings,
)
from aerodrome.core.game import Game
from aerodrome.core.reason import Reason
from aerodrome.core.state import State

Value = Callable[[Game, list[State]], Sequence[Sequence[float]]]
"""Of each position, the chance to win of each seat. Positions come one by one or many at once."""
Prior = Callable[[Game, State, int, Action], float]
"""How natural a choice is: see `Evaluator.estimate_action_prior`."""

LN3: Final = 1.0986122886681098
SMALLEST_CHANCE: Final = 1e-6


class CustomValueEvaluator(Evaluator[Any, Any]):
    """The title's evaluator with the value of positions, and perhaps the prior of choices, replaced.

    Chances are told in the title's currency, as the leads that bots would take for these chances.
    """

    def __init__(self, title: Evaluator[Any, Any], value: Value, prior: Prior | None) -> None:
        self.title = title
        super().__init__(title.weights)
        self.value = value
        self.prior = prior
        self.judges_many = True

    def evaluate(self, game: Any, state: Any) -> list[float]:
        return self.evaluate_all(game, [state])[0]

    def evaluate_all(self, game: Any, states: list[Any]) -> list[list[float]]:
        open_places = [i for i in range(len(states)) if states[i].step_stack]
        found: list[list[float]] = [[] for _state in states]
        if open_places:
            chances = self.value(game, [states[i] for i in open_places])
            if len(chances) != len(open_places):
                raise ValueError(f"the value gave chances of {len(chances)} positions; {len(open_places)} were asked")
            for i, place in enumerate(open_places):
                found[place] = self._chances_to_currency(game, states[place], [float(chance) for chance in chances[i]])
        for i in range(len(states)):
            if not states[i].step_stack:
                winners = game.winners(states[i])
                shares = [1.0 / len(winners) if seat in winners else 0.0 for seat in range(states[i].seats)]
                found[i] = self._chances_to_currency(game, states[i], shares)
        return found

    def _chances_to_currency(self, game: Any, state: Any, chances: list[float]) -> list[float]:
        if len(chances) != state.seats:
            raise ValueError(f"the value gave {len(chances)} chances for {state.seats} seats")
        for chance in chances:
            if not 0.0 <= chance < inf:
                raise ValueError(f"the value gave the chance {chance}; a chance is a number from 0 on")
        unit = self.title.compute_three_to_one_lead(game, state) / LN3
        return [unit * log(max(SMALLEST_CHANCE, chance)) for chance in chances]

    def estimate_action_prior(self, game: Any, state: Any, who: int, action: Action) -> float:
        if self.prior is None:
            return self.title.estimate_action_prior(game, state, who, action)
        return float(self.prior(game, state, who, action))

    # All else is the title's

    def compute_three_to_one_lead(self, game: Any, state: Any) -> float:
        return self.title.compute_three_to_one_lead(game, state)

    def compute_stage(self, game: Any, state: Any) -> float:
        return self.title.compute_stage(game, state)

    def list_learnable_feature_names(self) -> list[str]:
        return self.title.list_learnable_feature_names()

    def compute_learnable_features(self, game: Any, state: Any, seat: int) -> list[float]:
        return self.title.compute_learnable_features(game, state, seat)

    def list_hand_card_feature_names(self) -> list[str]:
        return self.title.list_hand_card_feature_names()

    def compute_hand_card_features(self, game: Any, state: Any, seat: int) -> list[float]:
        return self.title.compute_hand_card_features(game, state, seat)

    def choose_rollout_action(self, game: Any, state: Any, who: int, legal: list[Action], rng: random.Random) -> Action:
        return self.title.choose_rollout_action(game, state, who, legal, rng)

    def get_playout_settings(self) -> PlayoutSettings:
        return self.title.get_playout_settings()

    def get_ace_settings(self) -> AceSettings:
        title = self.title.get_ace_settings()
        # One's own value judges, nothing else.
        return AceSettings(title.choices, title.greedy_fraction, False, title.grows_tree)

    def get_baseline_settings(self) -> BaselineSettings:
        return self.title.get_baseline_settings()

    def get_cadet_settings(self, game: Any, state: Any) -> CadetSettings:
        return self.title.get_cadet_settings(game, state)

    def get_captain_simulation_count(self, game: Any, state: Any) -> int:
        return self.title.get_captain_simulation_count(game, state)

    def get_turn_number(self, state: Any) -> int:
        return self.title.get_turn_number(state)

    def is_pointless(self, game: Any, state: Any, who: int, action: Action) -> bool:
        return self.title.is_pointless(game, state, who, action)

    def list_sensible_unlisted_actions(self, game: Any, state: Any, who: int) -> list[Action]:
        return self.title.list_sensible_unlisted_actions(game, state, who)

    def is_never_overlooked(self, game: Any, state: Any, who: int, action: Action) -> bool:
        return self.title.is_never_overlooked(game, state, who, action)

    def calibrate_search_share(self, game: Any, state: Any, share: float) -> float:
        return share  # a value of chances needs no correction that was measured for another

    def calibrate_position_shares(self, game: Any, state: Any, shares: list[float]) -> list[float]:
        return shares

    def get_review_settings(self) -> ReviewSettings:
        title = self.title.get_review_settings()
        return ReviewSettings(False, title.learned_judge or title.skips_position_playouts, title.greedy_rounds)

    def find_reasons(self, game: Any, state: Any, who: int, action: Action) -> list[Reason]:
        return self.title.find_reasons(game, state, who, action)


def copy_game_with_custom_value(game: Game, value: Value, prior: Prior | None = None) -> Game:
    """The same rules, edition and options with a judgement of one's own. The game itself stays as it is."""
    if game.remake is None:
        raise ValueError(f"{game.title}: this game was not loaded by its title, so that it cannot be made again")
    twin: Game = game.remake(game.evaluator.weights)
    twin.edition_hash = game.edition_hash
    twin.evaluator = CustomValueEvaluator(twin.evaluator, value, prior)
    twin.pickled_as = None
    return twin

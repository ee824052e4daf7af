"""What a good player of a title values. Bots know no title; they ask this."""

from __future__ import annotations

import random
from typing import Final, Generic, final

from aerodrome.core.actions import Action
from aerodrome.core.calibration import ChanceCalibration
from aerodrome.core.learned_correction import LearnedCorrection
from aerodrome.core.reason import Reason
from aerodrome.core.state import G, S

GLANCES: Final = 4
"""How many legal actions a player who does not think compares by how natural they are."""


@final
class PlayoutSettings:
    """How to play on in thought to see what a choice was good for.

    At most so many `choices`, of everybody together; `greedy_fraction`: the part of them made greedily, the others by
    `choose_rollout_action`; `greedy_candidates`: how many actions a greedy choice compares. With `rounds`, the thought
    ends when everybody had so many turns: where turns are of unequal length, positions compare best when it is the same
    seat's turn in all of them. `expand_after`: a search looks at the choices one by one where so many thoughts ended;
    before, they go on from there by playout alone. The better the rollout's choices, the later that is worth its noise.
    `luck_by_turn`: whether each turn has luck of its own, so that one throw more in a turn leaves those of later turns
    as they are in the thoughts that it is compared with. `doubts_need_proof`: whether a choice that the title doubts
    must beat the best of the others in thought, whatever a look ahead says: where the dice of one move are more than
    what most choices change.
    """

    def __init__(
        self,
        choices: int,
        greedy_fraction: float,
        greedy_candidates: int,
        rounds: int = 0,
        expand_after: int = 1,
        luck_by_turn: bool = False,
        doubts_need_proof: bool = False,
    ) -> None:
        self.choices = choices
        self.greedy_fraction = greedy_fraction
        self.greedy_candidates = greedy_candidates
        self.rounds = rounds
        self.expand_after = expand_after
        self.luck_by_turn = luck_by_turn
        self.doubts_need_proof = doubts_need_proof


@final
class CadetSettings:
    """How a cadet chooses in a title.

    `noise`: shares of the win that differ by less it hardly tells apart; `simulations`: how many thoughts compare its
    favourites, which go on for so many `rounds` as greedy players would, 0 where one look at the next position is
    enough.
    """

    def __init__(self, noise: float = 0.04, simulations: int = 0, rounds: int = 1) -> None:
        self.noise = noise
        self.simulations = simulations
        self.rounds = rounds


@final
class AceSettings:
    """How an ace thinks in a title, where its many simulations are best used in another way than a captain's few.

    `choices` and `greedy_fraction`: how its playouts go, if not as those of `PlayoutSettings`; `learned_judge`: whether
    what the results of games taught (`ai/judge.toml`) says how the win divides at their ends; `grows_tree`: whether it
    looks at the choices after the first one by one, or goes on from there by playout alone.
    """

    def __init__(
        self,
        choices: int | None = None,
        greedy_fraction: float | None = None,
        learned_judge: bool = False,
        grows_tree: bool = True,
    ) -> None:
        self.choices = choices
        self.greedy_fraction = greedy_fraction
        self.learned_judge = learned_judge
        self.grows_tree = grows_tree


@final
class BaselineSettings:
    """How a baseline spends the time of a captain, where what it has learned needs no playouts as long as a captain's.

    `rounds`: how many rounds its playouts go, if not as many as those of `PlayoutSettings`; `twelfths`: how many
    simulations it makes for every twelve of a captain. To judge where they end takes up to a twelfth of captain's time.
    """

    def __init__(self, rounds: int | None = None, twelfths: int = 11) -> None:
        self.rounds = rounds
        self.twelfths = twelfths


@final
class ReviewSettings:
    """How a review judges in a title.

    `learned_judge`: whether what the results of games taught (`ai/review_judge.toml`) says how positions stand, as they
    stand; `skips_position_playouts`: whether the evaluation does, where it counts whatever chance brings as soon as it
    comes; else it is asked where playouts end too. `greedy_rounds`: for how many rounds greedy bots play on where
    choices are compared; 0 where that is done as a search does it.
    """

    def __init__(
        self, learned_judge: bool = False, skips_position_playouts: bool = False, greedy_rounds: int = 0
    ) -> None:
        self.learned_judge = learned_judge
        self.skips_position_playouts = skips_position_playouts
        self.greedy_rounds = greedy_rounds


class Evaluator(Generic[G, S]):
    """Judges positions as one seat may know them; every number comes from named weights."""

    def __init__(self, weights: dict[str, float]) -> None:
        self.weights = weights
        self.learned: LearnedCorrection = LearnedCorrection(self.list_learnable_feature_names(), weights)
        self.calibration: ChanceCalibration = ChanceCalibration(weights)
        self.judges_many = False
        """Whether `evaluate_all` is better asked about many positions at once, as a network is."""

    def evaluate(self, game: G, state: S) -> list[float]:
        """How well each seat stands, in the title's own currency; higher is better."""
        raise NotImplementedError

    def evaluate_all(self, game: G, states: list[S]) -> list[list[float]]:
        """`evaluate` of several positions that are compared; a learned value may work them out at once."""
        return [self.evaluate(game, state) for state in states]

    def compute_three_to_one_lead(self, game: G, state: S) -> float:
        """How big a lead in that currency makes a win about three times as likely as not."""
        raise NotImplementedError

    def features(self, game: G, state: S, seat: int) -> list[float]:
        """All that this seat sees as numbers of about -1 to 1, one for each of `feature_names`."""
        return game.observation_encoding(state.seats).list_scaled_numbers(game, state, seat)

    def feature_names(self, game: G, seats: int) -> list[str]:
        """What each of the `features` is, with so many seats."""
        return game.observation_encoding(seats).names.copy()

    # What self-play taught

    def list_learnable_feature_names(self) -> list[str]:
        """What `compute_learnable_features` counts, in its order: what `aerodrome lab learn` may put a price on."""
        return []

    def compute_learnable_features(self, game: G, state: S, seat: int) -> list[float]:
        """What a seat has and may hope for, as numbers of about 0 to 10; no part of the evaluation yet."""
        return []

    def list_hand_card_feature_names(self) -> list[str]:
        """What `compute_hand_card_features` counts, in its order: for a review's judge, which sees all hands."""
        return []

    def compute_hand_card_features(self, game: G, state: S, seat: int) -> list[float]:
        """What the cards in a seat's hand are good for, as numbers of about 0 to 10. It may take longer than what bots
        count in their thoughts."""
        return []

    def compute_stage(self, game: G, state: S) -> float:
        """How far a game has come by its rounds, 0 to 1."""
        return self.learned.compute_stage(game.round_number(state))

    def add_learned_correction(self, game: G, state: S, values: list[float]) -> list[float]:
        """The values of an unfinished game with what self-play taught; the same list."""
        learned = self.learned
        if learned.is_empty:
            return values
        stage = self.compute_stage(game, state)
        for seat in range(state.seats):
            values[seat] += learned.compute_correction(self.compute_learnable_features(game, state, seat), stage)
        return values

    # A choice

    def estimate_action_prior(self, game: G, state: S, who: int, action: Action) -> float:
        """How natural a choice is before any thought: 1 is neutral, 0 is doubtful, less is not worth a thought."""
        return 1.0

    def choose_rollout_action(self, game: G, state: S, who: int, legal: list[Action], rng: random.Random) -> Action:
        """What one would do without thinking: the most natural of a few legal actions taken at random."""
        count = len(legal)
        best = legal[int(rng.random() * count)]
        if count == 1:
            return best
        highest = self.estimate_action_prior(game, state, who, best)
        for _glance in range(GLANCES - 1):
            action = legal[int(rng.random() * count)]
            prior = self.estimate_action_prior(game, state, who, action)
            if prior > highest:
                best = action
                highest = prior
        return best

    def get_playout_settings(self) -> PlayoutSettings:
        """How thoughts of a search play on in this title."""
        return PlayoutSettings(choices=24, greedy_fraction=0.5, greedy_candidates=5)

    def get_ace_settings(self) -> AceSettings:
        """How `ace` thinks in this title."""
        return AceSettings()

    def get_baseline_settings(self) -> BaselineSettings:
        """How `baseline` plays in this title."""
        return BaselineSettings()

    def get_cadet_settings(self, game: G, state: S) -> CadetSettings:
        """How a `cadet` errs in this title."""
        return CadetSettings()

    def get_captain_simulation_count(self, game: G, state: S) -> int:
        """How many simulations of a choice a captain makes, which must be quick: some tens of milliseconds."""
        return 16

    def get_turn_number(self, state: S) -> int:
        """How many turns were taken so far, in a title whose playouts ask for it: they last for a number of rounds or
        have luck by turn."""
        return 0

    def is_pointless(self, game: G, state: S, who: int, action: Action) -> bool:
        """Whether no sensible player would do this here, whatever a figure says: ask again what was just refused,
        sell what was bought in the same turn, pay for what is worth nothing. Bots leave it out while there is
        another choice; advice never names it."""
        return False

    def list_sensible_unlisted_actions(self, game: G, state: S, who: int) -> list[Action]:
        """What a sensible player does here although `legal` does not list it: to call for the end of a game in which
        nothing can change. Empty nearly always; else bots choose among these alone."""
        return []

    def is_never_overlooked(self, game: G, state: S, who: int, action: Action) -> bool:
        """Whether nobody at the table would overlook this choice, the weakest bot included: to draw, to pass for
        money, the only payment that saves one."""
        return False

    def calibrate_search_share(self, game: G, state: S, share: float) -> float:
        """The chance to win of somebody whose share of the win was found to be `share` in thought from here.

        Thoughts end early and judge by figures; this says how often such a share was a win. It rises with the share,
        and what is certain stays certain: 0 and 1 are kept.
        """
        return self.calibration.calibrate_search_share(state.seats, game.round_number(state), share)

    def calibrate_position_shares(self, game: G, state: S, shares: list[float]) -> list[float]:
        """The chances of all seats to win where a position is judged by these shares of the win, which sum to 1.

        They sum to 1 and have the same order; what is certain stays certain.
        """
        return self.calibration.calibrate_position_shares(game.round_number(state), shares)

    def get_review_settings(self) -> ReviewSettings:
        """How reviews judge this title."""
        return ReviewSettings()

    def find_reasons(self, game: G, state: S, who: int, action: Action) -> list[Reason]:
        """Facts that speak for or against a choice, the most telling first; none when there is nothing true to say.

        Found by the functions that the rules use, on what the seat may know.
        """
        return []


def compute_lead_over_rival_average(values: list[float], seat: int) -> float:
    """How far a seat is ahead of the average of its rivals, in the title's currency."""
    own = values[seat]
    return own - (sum(values) - own) / max(1, len(values) - 1)


def pick_best_action(legal: list[Action], values: list[float], rng: random.Random) -> Action:
    """The action of the highest worth; among equals chance decides."""
    count = len(legal)
    start = int(rng.random() * count)
    best = start
    for i in range(1, count):
        at = (start + i) % count
        if values[at] > values[best]:
            best = at
    return legal[best]

"""The rules of one title, bound to an edition and options. Stateless: all that changes is in the State."""

from __future__ import annotations

import random
from collections.abc import Callable
from typing import Any, Generic

from aerodrome.core.actions import CHANCE, Action, Event, IllegalAction, Refusal
from aerodrome.core.chance import pick_outcome_index
from aerodrome.core.codec import Codec, dump_state, load_state, read_seat_count_of_stored_state
from aerodrome.core.description import Description, imagine_state_unless_over
from aerodrome.core.evaluator import Evaluator
from aerodrome.core.foresight import Foreseer, Foresight
from aerodrome.core.lab_metric_rules import LabMetricRules, load_lab_metric_rules_or_default
from aerodrome.core.manners import MannersObserver, load_manners_observer_class
from aerodrome.core.observation import ObservationEncoding
from aerodrome.core.options import Options, options_to_dict
from aerodrome.core.presentation import Presentation
from aerodrome.core.question import (
    BoardTarget,
    Choice,
    ChoiceOutcome,
    DealPreview,
    Form,
    Question,
    ScoreLine,
    StandingOrder,
    StatisticBySeat,
    UnavailableAction,
)
from aerodrome.core.reason import Reason
from aerodrome.core.state import AutoStep, EventSink, S, Step


class TitleGame(Generic[S]):
    """The rules of one title. First what is the same for all titles, then what a title writes."""

    def __init__(
        self,
        title: str,
        rules_version: int,
        edition_id: str,
        edition_hash: str,
        options: Options,
        codec: Codec,
        steps: dict[str, type[Step[Any, Any]]],
        evaluator: Evaluator[Any, Any],
        presentation: Presentation[Any, Any],
        seats_min: int,
        seats_max: int,
        rule_turn: str,
        rule_over: str,
    ) -> None:
        self.title = title
        self.rules_version = rules_version
        self.edition_id = edition_id
        self.edition_hash = edition_hash
        self.options = options
        self.codec = codec
        self.steps = steps
        self.evaluator = evaluator
        self.presentation = presentation
        self.seats_min = seats_min
        self.seats_max = seats_max
        self.rule_turn = rule_turn
        """The rule that says whose turn it is: refuses whoever is not asked."""
        self.rule_over = rule_over
        """The rule that ends the game: refuses everything afterwards."""
        self.remake: Callable[[dict[str, float]], TitleGame[S]] | None = None
        """Makes the same game with other weights; known to a game that was loaded by its title."""
        self.observation_encodings: dict[int, ObservationEncoding[Any, S]] = {}
        """By the number of seats, as far as they were asked for."""
        self.pickled_as: tuple[Callable[..., TitleGame[S]], tuple[Any, ...]] | None = None
        """What loads the same game in another process; known to a game that was loaded by its title."""
        self.styled: dict[str, TitleGame[S]] = {}
        """The same game with the weights of each style that was asked for: see `registry.load_game_with_style`."""

    def __reduce__(self) -> tuple[Callable[..., TitleGame[S]], tuple[Any, ...]]:
        """Pickled by how it was loaded: title, edition, options, rules version and weights."""
        if self.pickled_as is None:
            raise TypeError(f"{self.title}: only a game loaded by its title can be pickled")
        return self.pickled_as

    def __deepcopy__(self, memo: dict[int, Any]) -> TitleGame[S]:
        """Itself: nothing of a game changes while it is played."""
        return self

    # The same for every title

    def new(self, seats: int) -> S:
        """A table with nothing dealt yet: CHANCE usually acts first."""
        self.require_allowed_seat_count(seats)
        state = self.empty_state(seats)
        self.set_up(state)
        self._run_auto_steps(state, None)
        return state

    def require_allowed_seat_count(self, seats: int) -> None:
        """Raises what says how many seats the title takes, unless it takes so many."""
        if not self.seats_min <= seats <= self.seats_max:
            raise ValueError(f"{self.title} takes {self.seats_min} to {self.seats_max} seats, not {seats}")

    def actors(self, state: S) -> tuple[int, ...]:
        """Who may act now: nobody when the game is over, CHANCE, a seat, or several seats that choose at once."""
        if not state.step_stack:
            return ()
        return state.step_stack[-1].actors(self, state)

    def legal(self, state: S, who: int) -> list[Action]:
        """What an actor may do now; for CHANCE the outcomes. Of open numbers (deals, bids) only some."""
        if not state.step_stack:
            return []
        step = state.step_stack[-1]
        if who not in step.actors(self, state):
            return []
        return step.legal(self, state, who)

    def odds(self, state: S) -> list[float]:
        """The probability of each outcome in `legal(state, CHANCE)`."""
        if CHANCE not in self.actors(state):
            return []
        return state.step_stack[-1].odds(self, state)

    def violated_rule(self, state: S, who: int, action: Action) -> str:
        """The id of the rule that forbids it, or "": `why_not` without the words."""
        if not state.step_stack:
            return self.rule_over
        step = state.step_stack[-1]
        if who not in step.actors(self, state) and not step.allows_out_of_turn(self, state, who, action):
            return self.rule_turn
        try:
            return step.violated_rule(self, state, who, action)
        except IndexError:
            return step.rule

    def why_not(self, state: S, who: int, action: Action) -> Refusal | None:
        """None when the action is allowed, else the rule that forbids it, in words. Judges unlisted ones too."""
        rule = self.violated_rule(state, who, action)
        if not rule:
            return None
        return self._build_refusal(state, who, action, rule)

    def _build_refusal(self, state: S, who: int, action: Action, rule: str) -> Refusal:
        text = self.explain_refusal(state, who, action, rule)
        return Refusal(rule, text, self.presentation.find_remedy(self, state, who, action, rule))

    def apply(self, state: S, who: int, action: Action, tell: EventSink | None = None) -> None:
        """Play an action on the state; `tell` gets each event. A forbidden one raises IllegalAction."""
        rule = self.violated_rule(state, who, action)
        if rule:
            raise IllegalAction(who, action, self._build_refusal(state, who, action, rule))
        self.apply_legal_action(state, who, action, tell)

    def apply_legal_action(self, state: S, who: int, action: Action, tell: EventSink | None = None) -> None:
        """Play an action that `legal` lists for this very state: the same as `apply`, but not judged once more."""
        state.step_stack[-1].apply(self, state, who, action, tell)
        self._run_auto_steps(state, tell)

    def _run_auto_steps(self, state: S, tell: EventSink | None) -> None:
        step_stack = state.step_stack
        while step_stack:
            step = step_stack[-1]
            if not isinstance(step, AutoStep):
                return
            step_stack.pop()
            step.run(self, state, tell)

    def pick_outcome(self, state: S, uniform_number: float) -> Action:
        """The outcome that chance gives for a number in [0, 1)."""
        step = state.step_stack[-1]
        return step.legal(self, state, CHANCE)[pick_outcome_index(step.odds(self, state), uniform_number)]

    def to_json(self, state: S) -> bytes:
        """A position as data that `from_json` reads, also in later versions of the program."""
        return dump_state(state)

    def from_json(self, data: bytes) -> S:
        """A position written down by `to_json`; refuses what does not have its shape."""
        seats = read_seat_count_of_stored_state(data)
        self.require_allowed_seat_count(seats)
        return load_state(data, self.empty_state(seats), self.steps)

    def dump(self, action: Action) -> dict[str, Any]:
        """An action as plain data with names: {"type": "buy", "city": "tokyo"}."""
        return self.codec.dump(action)

    def parse(self, data: Any) -> Action:
        """An action out of plain data; refuses unknown types, fields and names, naming them."""
        return self.codec.parse(data)

    def dump_event(self, event: Event) -> dict[str, Any]:
        """An event as plain data with names."""
        return self.codec.dump(event)

    def observation_encoding(self, seats: int) -> ObservationEncoding[Any, S]:
        """How positions of so many seats become rows of named numbers for a learner."""
        found = self.observation_encodings.get(seats)
        if found is None:
            self.require_allowed_seat_count(seats)
            found = self.create_observation_encoding(seats)
            self.observation_encodings[seats] = found
        return found

    def resolved_options(self) -> dict[str, Any]:
        """Every option with the value in force, as a record keeps them."""
        return options_to_dict(self.options)

    def question(self, state: S, seat: int) -> Question:
        """What this seat is asked now; empty when it is not asked."""
        if seat not in self.actors(state):
            return Question(ask="")
        return Question(
            ask=self.prompt(state, seat),
            choices=[self.choice(state, seat, action) for action in self.legal(state, seat)],
            forms=self.forms(state, seat),
            refused=self.unavailable_actions(state, seat),
            warnings=self.presentation.warnings(self, state, seat),
            rule=state.step_stack[-1].rule,
        )

    def foresee(self, state: S, seat: int, action: Action) -> Foresight:
        """What a choice brings before it is made, as far as nothing but this seat decides and as this seat may know it.

        For several choices of one question a `Foreseer` is quicker.
        """
        return Foreseer(self, state, seat).foresee(action)

    def imagine_contrasting_states(self, state: S, seat: int, rng: random.Random) -> list[S]:
        """Tables that look the same to this seat and differ in all that its view does not print."""
        return [self.imagine(state, seat, rng) for _table in range(2)]

    def list_choice_outcomes(self, state: S, seat: int) -> list[ChoiceOutcome]:
        """What each choice of the seat's question brings, in the order of `question`."""
        if seat not in self.actors(state):
            return []
        foreseer = Foreseer(self, state, seat)
        return [self._build_choice_outcome(state, seat, action, foreseer) for action in self.legal(state, seat)]

    def _build_choice_outcome(self, state: S, seat: int, action: Action, foreseer: Foreseer) -> ChoiceOutcome:
        foresight = foreseer.foresee(action)
        brings, worth = self.presentation.summarize_and_rate_outcome(self, state, seat, action, foresight)
        lines = [words for words in [self.describe_event(event) for event in foresight.events] if words]
        deal = self.presentation.build_deal_preview(self, state, seat, action, foreseer)
        return ChoiceOutcome(brings, worth, lines, foresight.changes, foresight.stop, deal)

    def build_deal_preview(self, state: S, seat: int, action: Action) -> DealPreview | None:
        """How both sides would stand after this proposal, if it is agreed to; None for anything else.

        The action must be allowed.
        """
        return self.presentation.build_deal_preview(self, state, seat, action, Foreseer(self, state, seat))

    # What is shown and said

    def board(self) -> dict[str, Any]:
        """What is printed: places, names, coordinates, prices. The same for everybody and for the whole match."""
        return self.presentation.board(self)

    def view(self, state: S, who: int | None) -> dict[str, Any]:
        """What one seat may see, or a spectator: the only thing that leaves the engine. Plain JSON-able data."""
        return self.presentation.view(self, state, who)

    def seat_name(self, seat: int) -> str:
        """What a seat is called in words: its colour."""
        return self.presentation.seat_name(self, seat)

    def say(self, state: S, who: int, action: Action) -> str:
        """An action in words, as a button or a log line would have it."""
        return self.presentation.describe_action(self, state, who, action)

    def describe_event(self, event: Event) -> str:
        """An event in words."""
        return self.presentation.describe_event(self, event)

    def explain_refusal(self, state: S, who: int, action: Action, rule: str) -> str:
        """Why this rule forbids that action, naming the things and numbers involved."""
        return self.presentation.explain_refusal(self, state, who, action, rule)

    def prompt(self, state: S, seat: int) -> str:
        """The question of the moment, to this seat."""
        return self.presentation.prompt(self, state, seat)

    def choice(self, state: S, seat: int, action: Action) -> Choice:
        """A legal action as something to click: words, group, detail and place."""
        return self.presentation.choice(self, state, seat, action)

    def forms(self, state: S, seat: int) -> list[Form]:
        """For choices that `legal` can only sample: what else can be filled in."""
        return self.presentation.forms(self, state, seat)

    def unavailable_actions(self, state: S, seat: int) -> list[UnavailableAction]:
        """What somebody might try now and cannot, with the rule."""
        return self.presentation.unavailable_actions(self, state, seat)

    def out_of_turn_choices(self, state: S, seat: int) -> list[Choice]:
        """What this seat may do now without being asked: open a sealed choice again, leave the game.

        Accepted, not listed by `legal`, and so neither in the action space nor used by bots. A seat that is asked may
        have some too.
        """
        return self.presentation.out_of_turn_choices(self, state, seat) if state.step_stack else []

    def standing_orders(self, state: S, seat: int) -> list[StandingOrder]:
        """Standing orders this seat could give now."""
        return self.presentation.standing_orders(self, state, seat) if state.step_stack else []

    def standing_order_action(self, state: S, seat: int, orders: frozenset[str]) -> Action | None:
        """What this seat's standing orders answer to the question of the moment, if it is asked and they fit."""
        if seat not in self.actors(state):
            return None
        return self.presentation.standing_order_action(self, state, seat, orders)

    def describe_reason(self, state: S, who: int, action: Action, reason: Reason) -> str:
        """A reason for or against a choice as half a sentence, without a full stop: "your fares rise from 10 to 20"."""
        return self.presentation.describe_reason(self, state, who, action, reason)

    def format_gain(self, amount: float) -> str:
        """A gain or a loss in the currency the title's players think in, with its sign and unit: "+$6M"."""
        return self.presentation.format_gain(self, amount)

    def describe(self, state: S, who: int | None, where: BoardTarget) -> Description | None:
        """What a place or thing is, and what it means for this viewer now; None where nothing is known of it."""
        try:
            return self.presentation.describe(self, imagine_state_unless_over(self, state, who), who, where)
        except (KeyError, IndexError, TypeError, ValueError):  # names that nothing here has
            return None

    def list_describable(self, state: S, who: int | None) -> list[BoardTarget]:
        """Every place and thing in sight that can be described, by the names that choices and log lines use."""
        return self.presentation.list_describable(self, imagine_state_unless_over(self, state, who), who)

    def score_breakdown(self, state: S) -> list[list[ScoreLine]]:
        """The score of each seat, line by line as the rulebook counts it; sums to `scores`."""
        return self.presentation.score_breakdown(self, state)

    def statistics(self, state: S, who: int | None) -> list[StatisticBySeat]:
        """What players of this title track on paper, as far as `who` may know it."""
        return self.presentation.statistics(self, state, who)

    # What a title writes

    def empty_state(self, seats: int) -> S:
        """A State of the right shape, before set-up."""
        raise NotImplementedError

    def set_up(self, state: S) -> None:
        """Put the pieces in place and the first steps on the step stack."""
        raise NotImplementedError

    def imagine(self, state: S, seat: int, rng: random.Random) -> S:
        """A full state as that seat could believe it: same view, hidden parts drawn anew."""
        raise NotImplementedError

    def scores(self, state: S) -> list[int]:
        """The score of each seat as it stands."""
        raise NotImplementedError

    def winners(self, state: S) -> tuple[int, ...]:
        """Who has won, several after a tie; nobody while the game goes on."""
        raise NotImplementedError

    def end_reason(self, state: S) -> str:
        """Why the game is over, as a short name; "" while it goes on."""
        raise NotImplementedError

    def round_number(self, state: S) -> int:
        """The round the table is in, 1 for the first; 0 during set-up."""
        raise NotImplementedError

    def action_space(self, seats: int) -> tuple[Action, ...]:
        """Every action that `legal` can ever list for a seat, in a fixed order: the action space of a learner."""
        raise NotImplementedError

    def create_observation_encoding(self, seats: int) -> ObservationEncoding[Any, S]:
        """The title's `ai/observation.py` for so many seats."""
        raise NotImplementedError

    def create_manners_observer(self) -> MannersObserver[Any, Any]:
        """A fresh observer of one game between bots: `Observer` of the title's `ai/manners.py`, where there is one."""
        return load_manners_observer_class(type(self).__module__)()

    def lab_metrics(self) -> LabMetricRules:
        """What the lab reports about this title: `METRICS` of its `ai/lab_metrics.py`, where there is one."""
        return load_lab_metric_rules_or_default(type(self).__module__, self.title)


Game = TitleGame[Any]
"""A game of any title: what everything outside the titles works with."""

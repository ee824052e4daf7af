"""The rules of one title, bound to an edition and options. Stateless: all that changes is in the State."""

from __future__ import annotations

import random
from typing import Any

from aerodrome.core.actions import CHANCE, Action, Event, IllegalAction, Refusal
from aerodrome.core.chance import pick
from aerodrome.core.codec import Codec, dump_state, load_state, read_seats
from aerodrome.core.lab_metrics import LabMetrics, find_lab_metrics
from aerodrome.core.options import Options, plain_options
from aerodrome.core.question import Choice, Form, Line, Order, Question, Refused, Series
from aerodrome.core.sense import Sense
from aerodrome.core.state import Auto, State, Step, Tell


class Game:
    """What every title offers. The upper half is the mechanism; the lower half is what a title writes."""

    def __init__(
        self,
        title: str,
        rules_version: int,
        edition_id: str,
        edition_hash: str,
        options: Options,
        codec: Codec,
        steps: dict[str, type[Step[Any, Any]]],
        sense: Sense[Any, Any],
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
        self.sense = sense
        self.seats_min = seats_min
        self.seats_max = seats_max
        self.rule_turn = rule_turn
        """The rule that says whose turn it is: refuses whoever is not asked."""
        self.rule_over = rule_over
        """The rule that ends the game: refuses everything afterwards."""

    # The mechanism

    def new(self, seats: int) -> State:
        """A table with nothing dealt yet: CHANCE usually acts first."""
        if not self.seats_min <= seats <= self.seats_max:
            raise ValueError(f"{self.title} takes {self.seats_min} to {self.seats_max} seats, not {seats}")
        state = self.blank(seats)
        self.open(state)
        self._settle(state, None)
        return state

    def actors(self, state: State) -> tuple[int, ...]:
        if not state.agenda:
            return ()
        return state.agenda[-1].actors(self, state)

    def legal(self, state: State, who: int) -> list[Action]:
        if not state.agenda:
            return []
        step = state.agenda[-1]
        if who not in step.actors(self, state):
            return []
        return step.legal(self, state, who)

    def odds(self, state: State) -> list[float]:
        if CHANCE not in self.actors(state):
            return []
        return state.agenda[-1].odds(self, state)

    def forbids(self, state: State, who: int, action: Action) -> str:
        """The id of the rule that forbids it, or "": `why_not` without the words."""
        if not state.agenda:
            return self.rule_over
        step = state.agenda[-1]
        if who not in step.actors(self, state) and not step.interjects(self, state, who, action):
            return self.rule_turn
        try:
            return step.forbids(self, state, who, action)
        except IndexError:
            return step.rule()

    def why_not(self, state: State, who: int, action: Action) -> Refusal | None:
        rule = self.forbids(state, who, action)
        if not rule:
            return None
        return Refusal(rule, self.explain(state, who, action, rule))

    def apply(self, state: State, who: int, action: Action, tell: Tell | None = None) -> None:
        rule = self.forbids(state, who, action)
        if rule:
            raise IllegalAction(who, action, Refusal(rule, self.explain(state, who, action, rule)))
        state.agenda[-1].apply(self, state, who, action, tell)
        self._settle(state, tell)

    def _settle(self, state: State, tell: Tell | None) -> None:
        agenda = state.agenda
        while agenda:
            step = agenda[-1]
            if not isinstance(step, Auto):
                return
            agenda.pop()
            step.run(self, state, tell)

    def roll(self, state: State, u: float) -> Action:
        """The outcome that chance gives for a number in [0, 1)."""
        step = state.agenda[-1]
        return step.legal(self, state, CHANCE)[pick(step.odds(self, state), u)]

    def to_json(self, state: State) -> bytes:
        return dump_state(state)

    def from_json(self, data: bytes) -> State:
        seats = read_seats(data)
        if not self.seats_min <= seats <= self.seats_max:
            raise ValueError(f"{self.title} takes {self.seats_min} to {self.seats_max} seats, not {seats}")
        return load_state(data, self.blank(seats), self.steps)

    def dump(self, action: Action) -> dict[str, Any]:
        return self.codec.dump(action)

    def parse(self, data: Any) -> Action:
        return self.codec.parse(data)

    def dump_event(self, event: Event) -> dict[str, Any]:
        return self.codec.dump(event)

    def options_used(self) -> dict[str, Any]:
        """Every option with the value in force, as a record keeps them."""
        return plain_options(self.options)

    def question(self, state: State, seat: int) -> Question:
        """What this seat is asked now; empty when it is not asked."""
        if seat not in self.actors(state):
            return Question(ask="")
        return Question(
            ask=self.ask(state, seat),
            choices=[self.choice(state, seat, action) for action in self.legal(state, seat)],
            forms=self.forms(state, seat),
            refused=self.refused(state, seat),
        )

    # What a title writes

    def blank(self, seats: int) -> State:
        """A State of the right shape, before set-up."""
        raise NotImplementedError

    def open(self, state: State) -> None:
        """Set-up: put the first steps on the agenda."""
        raise NotImplementedError

    def board(self) -> dict[str, Any]:
        """What is printed: places, names, coordinates, prices. The same for everybody and for the whole match."""
        raise NotImplementedError

    def seat_name(self, seat: int) -> str:
        """What a seat is called in words: its colour."""
        raise NotImplementedError

    def view(self, state: State, who: int | None) -> dict[str, Any]:
        """What one seat may see, or a spectator: the only thing that leaves the engine. Plain JSON-able data."""
        raise NotImplementedError

    def imagine(self, state: State, seat: int, rng: random.Random) -> State:
        """A full state as that seat could believe it: same view, hidden parts drawn anew."""
        raise NotImplementedError

    def scores(self, state: State) -> list[int]:
        raise NotImplementedError

    def winners(self, state: State) -> tuple[int, ...]:
        raise NotImplementedError

    def end_reason(self, state: State) -> str:
        """Why the game is over, as a short name; "" while it goes on."""
        raise NotImplementedError

    def round_of(self, state: State) -> int:
        """The round the table is in, 1 for the first; 0 during set-up."""
        raise NotImplementedError

    def catalogue(self, seats: int) -> tuple[Action, ...]:
        """Every action that `legal` can ever list for a seat, in a fixed order: the action space of a learner."""
        raise NotImplementedError

    def say(self, state: State, who: int, action: Action) -> str:
        """An action in words, as a button or a log line would have it."""
        raise NotImplementedError

    def tell_words(self, event: Event) -> str:
        """An event in words."""
        raise NotImplementedError

    def explain(self, state: State, who: int, action: Action, rule: str) -> str:
        """Why this rule forbids that action, naming the things and numbers involved."""
        raise NotImplementedError

    def ask(self, state: State, seat: int) -> str:
        """The question of the moment, to this seat."""
        raise NotImplementedError

    def choice(self, state: State, seat: int, action: Action) -> Choice:
        """A legal action as something to click: words, group, detail and place."""
        return Choice(action=self.dump(action), label=self.say(state, seat, action))

    def forms(self, state: State, seat: int) -> list[Form]:
        """For choices that `legal` can only sample: what else can be filled in."""
        return []

    def refused(self, state: State, seat: int) -> list[Refused]:
        """What somebody might try now and cannot, with the rule."""
        return []

    def orders(self, state: State, seat: int) -> list[Order]:
        """Standing orders this seat could give now."""
        return []

    def obey(self, state: State, seat: int, orders: frozenset[str]) -> Action | None:
        """What this seat's standing orders answer to the question of the moment, if anything."""
        return None

    def tally(self, state: State) -> list[list[Line]]:
        """The score of each seat, line by line as the rulebook counts it; sums to `scores`."""
        raise NotImplementedError

    def numbers(self, state: State, who: int | None) -> list[Series]:
        """What players of this title track on paper, as far as `who` may know it."""
        return []

    def lab_metrics(self) -> LabMetrics:
        """What the lab reports about this title: `METRICS` of its `ai/lab_metrics.py`, where there is one."""
        return find_lab_metrics(type(self).__module__, self.title)

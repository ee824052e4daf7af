"""The kit itself: an honest title keeps every law, and each law catches the title that breaks it."""

import random
from collections.abc import Callable
from typing import Annotated, Any, Literal

import msgspec
import pytest

import toy.game
from aerodrome import Action, Event, Game
from aerodrome.core.actions import NOBODY
from aerodrome.core.byte_writer import BytesWriter
from aerodrome.core.observation import write_numbers
from aerodrome.core.options import Options
from aerodrome.core.question import Choice, ScoreLine
from aerodrome.core.state import EventSink, State, Step
from laws.cases import Case, cases, combinations, older_tables, tables
from laws.test_clones import law_clone
from laws.test_conservation import law_conservation
from laws.test_ends import law_ends
from laws.test_offer import law_complete, law_offer, law_over, law_refusal
from laws.test_out_of_turn import law_out_of_turn, law_restless
from laws.test_replay import law_positions, law_replay
from laws.test_secrecy import law_imagine, law_sealed
from laws.test_seeds import law_seeds
from laws.test_words import law_catalogue, law_events, law_plain, law_score, law_words
from toy.actions import Bid
from toy.game import SealedBids, Toy, ToyObservation, ToyOptions, ToyState

Law = Callable[[Game, int, int], None]


def check(game: Game, state: State) -> None:
    assert isinstance(state, ToyState)
    held = [card for card in state.cards if card != NOBODY]
    assert len(set(held)) == len(held), "a card is held twice"


def law_toy_conservation(game: Game, seats: int, seed: int) -> None:
    law_conservation(game, seats, seed, check)


LAWS: list[Law] = [
    law_replay,
    law_positions,
    law_offer,
    law_refusal,
    law_complete,
    law_over,
    law_imagine,
    law_sealed,
    law_toy_conservation,
    law_clone,
    law_ends,
    law_seeds,
    law_words,
    law_events,
    law_score,
    law_plain,
    law_catalogue,
    law_out_of_turn,
    law_restless,
]


class Broken(Toy):
    def __init__(self) -> None:
        super().__init__(ToyOptions(), {})


class ShowsCards(Broken):
    def view(self, state: ToyState, who: int | None) -> dict[str, Any]:
        assert isinstance(state, ToyState)
        return super().view(state, who) | {"peek": state.cards.copy()}


class ShowsBids(Broken):
    def view(self, state: ToyState, who: int | None) -> dict[str, Any]:
        assert isinstance(state, ToyState)
        return super().view(state, who) | {"bids": state.bids.copy()}


class FeelsCards(Broken):
    def create_observation_encoding(self, seats: int) -> ToyObservation:
        class Psychic(ToyObservation):
            def write(self, row: BytesWriter, game: Toy, state: ToyState, seat: int) -> None:
                write_numbers(row, state.cards)

        return Psychic(seats)


class OffersTooMuch(Broken):
    def __init__(self) -> None:
        super().__init__()
        self.bids = [*self.bids, Bid(12)]


class OffersTooLittle(Broken):
    def action_space(self, seats: int) -> tuple[Action, ...]:
        return (*self.bids, Bid(5))

    def forms(self, state: ToyState, seat: int) -> list[Any]:
        return []


class InventsRules(Broken):
    def violated_rule(self, state: ToyState, who: int, action: Action) -> str:
        return "TY-9.9" if super().violated_rule(state, who, action) else ""


class RefusesWithoutWords(Broken):
    def explain_refusal(self, state: ToyState, who: int, action: Action, rule: str) -> str:
        return ""


class ForgetsTheEnd(Broken):
    def violated_rule(self, state: ToyState, who: int, action: Action) -> str:
        return super().violated_rule(state, who, action) if state.step_stack else ""


class ChangesOnRefusal(Broken):
    def explain_refusal(self, state: ToyState, who: int, action: Action, rule: str) -> str:
        assert isinstance(state, ToyState)
        state.bids[0] = 1
        return "No."


class SharingState(ToyState):
    def clone(self) -> ToyState:
        twin = SharingState(self.seats)
        twin.step_stack = self.step_stack.copy()
        twin.cards = self.cards.copy()
        twin.bids = self.bids
        return twin


class SharesLists(Broken):
    def empty_state(self, seats: int) -> ToyState:
        return SharingState(seats)


class Conjures(Broken):
    def apply(self, state: ToyState, who: int, action: Action, tell: EventSink | None = None) -> None:
        super().apply(state, who, action, tell)
        assert isinstance(state, ToyState)
        if not state.step_stack:
            state.cards[1] = state.cards[0]


class NeverEnds(Broken):
    def apply(self, state: ToyState, who: int, action: Action, tell: EventSink | None = None) -> None:
        super().apply(state, who, action, tell)
        assert isinstance(state, ToyState)
        if not state.step_stack:
            state.bids = [NOBODY] * state.seats
            state.step_stack.append(SealedBids())


class GetsStuck(Broken):
    def legal(self, state: ToyState, who: int) -> list[Action]:
        return super().legal(state, who) if who != 1 else []


class WrongOdds(Broken):
    def odds(self, state: ToyState) -> list[float]:
        return [odds / 2 for odds in super().odds(state)]


class UsesTheModule(Broken):
    def scores(self, state: ToyState) -> list[int]:
        random.random()
        return super().scores(state)


class ForgetsWords(Broken):
    def choice(self, state: ToyState, seat: int, action: Action) -> Choice:
        return Choice(action=self.dump(action), label="")

    def describe_event(self, event: Event) -> str:
        return ""


class Miscounts(Broken):
    def score_breakdown(self, state: ToyState) -> list[list[ScoreLine]]:
        return [[*lines, ScoreLine("Bonus", 1)] for lines in super().score_breakdown(state)]


class NotPlain(Broken):
    def view(self, state: ToyState, who: int | None) -> dict[str, Any]:
        return super().view(state, who) | {"pair": (1, 2)}


class ShortCatalogue(Broken):
    def action_space(self, seats: int) -> tuple[Action, ...]:
        return (Bid(0),)


class HearsBids(SealedBids):
    def apply(self, game: Toy, state: ToyState, who: int, action: Action, tell: EventSink | None) -> None:
        super().apply(game, state, who, action, tell)
        if tell is not None:
            tell(Whispered(amount=state.bids[who]))


class Whispered(Event, frozen=True):
    amount: int


class Whispers(Broken):
    def set_up(self, state: ToyState) -> None:
        super().set_up(state)
        state.step_stack[0] = HearsBids()

    def describe_event(self, event: Event) -> str:
        return "psst" if isinstance(event, Whispered) else super().describe_event(event)


class BidsAgain(SealedBids):
    def allows_out_of_turn(self, game: Toy, state: ToyState, who: int, action: Action) -> bool:
        return isinstance(action, Bid)


class NeverSettles(Broken):
    """Whoever has bid may bid again without end."""

    def set_up(self, state: ToyState) -> None:
        super().set_up(state)
        state.step_stack[0] = BidsAgain()

    def out_of_turn_choices(self, state: ToyState, seat: int) -> list[Choice]:
        return [Choice({"type": "bid", "amount": 1}, "Bid 1 instead")] if state.bids[seat] != NOBODY else []


class OffersOutOfTurn(NeverSettles):
    def out_of_turn_choices(self, state: ToyState, seat: int) -> list[Choice]:
        return [Choice({"type": "bid", "amount": 99}, "Bid 99 instead")]


class OffersWithoutWords(NeverSettles):
    def out_of_turn_choices(self, state: ToyState, seat: int) -> list[Choice]:
        return [Choice(choice.action, "") for choice in super().out_of_turn_choices(state, seat)]


class OffersByOthersCards(NeverSettles):
    def out_of_turn_choices(self, state: ToyState, seat: int) -> list[Choice]:
        return super().out_of_turn_choices(state, seat) if state.cards[seat - 1] % 2 else []


class LosesThePosition(Broken):
    def __init__(self) -> None:
        super().__init__()
        empty: dict[str, type[Step[Any, Any]]] = {}
        self.steps = empty


BREACHES: list[tuple[type[Broken], Law]] = [
    (ShowsCards, law_imagine),
    (ShowsBids, law_sealed),
    (Whispers, law_sealed),
    (FeelsCards, law_imagine),
    (OffersTooMuch, law_offer),
    (OffersTooLittle, law_complete),
    (InventsRules, law_refusal),
    (RefusesWithoutWords, law_refusal),
    (ChangesOnRefusal, law_refusal),
    (ForgetsTheEnd, law_over),
    (SharesLists, law_clone),
    (Conjures, law_toy_conservation),
    (NeverEnds, law_ends),
    (GetsStuck, law_ends),
    (WrongOdds, law_ends),
    (UsesTheModule, law_seeds),
    (ForgetsWords, law_words),
    (ForgetsWords, law_events),
    (Miscounts, law_score),
    (NotPlain, law_plain),
    (ShortCatalogue, law_catalogue),
    (LosesThePosition, law_positions),
    (OffersOutOfTurn, law_out_of_turn),
    (OffersWithoutWords, law_out_of_turn),
    (OffersByOthersCards, law_imagine),
    (NeverSettles, law_restless),
]


@pytest.mark.usefixtures("toy_title")
@pytest.mark.parametrize("law", LAWS, ids=lambda law: law.__name__)
@pytest.mark.parametrize("seats", [2, 3])
def test_an_honest_title_keeps_every_law(toy: Toy, law: Law, seats: int) -> None:
    for seed in range(8):
        law(toy, seats, seed)


@pytest.mark.parametrize(("kind", "law"), BREACHES, ids=lambda thing: thing.__name__)
def test_a_law_catches_the_title_that_breaks_it(kind: type[Broken], law: Law) -> None:
    with pytest.raises((AssertionError, ValueError)):
        _for_some_seeds(kind(), law)


def _for_some_seeds(game: Game, law: Law) -> None:
    for seed in range(8):
        law(game, 3, seed)


def test_a_failure_names_title_seed_action_number_actor_and_action() -> None:
    with pytest.raises(AssertionError, match=r"toy rules=1  ?seats=2 seed=1 action #\d+, seat \d: .*'type': 'bid'"):
        law_offer(OffersTooMuch(), 2, 1)


class ManyOptions(Options, frozen=True):
    long: bool = False
    end: Literal["cash", "rounds", "both"] = "cash"
    rounds: Annotated[int, msgspec.Meta(examples=[5, 20])] = 20
    fast: bool = False
    open: bool = True


def test_few_options_are_tried_in_every_combination() -> None:
    assert combinations(ToyOptions) == [{}, {"generous": True}]


def test_of_many_options_each_is_tried_alone_and_some_together() -> None:
    settings = combinations(ManyOptions)
    for single in ({"long": True}, {"end": "both"}, {"rounds": 5}, {"open": False}):
        assert single in settings
    assert settings[0] == {}
    assert any(len(options) > 1 for options in settings)


def test_of_one_version_of_the_rules_no_older_one_is_tried(toy_title: str) -> None:
    assert older_tables() == []
    assert all(case.rules is None for case in cases())


def test_older_rules_are_tried_with_the_default_options_and_fewest_and_most_seats(
    toy_title: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def create_game(edition: Any, options: Any, rules: int, weights: Any) -> Toy:
        game = Toy(ToyOptions(**options), {})
        game.rules_version = rules
        return game

    monkeypatch.setattr(toy.game, "RULES_VERSION", 2)
    monkeypatch.setattr(toy.game, "create_game", create_game)
    assert older_tables() == [Case("toy", 2, {}, rules=1), Case("toy", 3, {}, rules=1)]
    assert [str(case) for case in older_tables()] == ["toy-2-rules=1", "toy-3-rules=1"]
    assert [case.game.rules_version for case in older_tables()] == [1, 1]
    assert {case.game.rules_version for case in tables()} == {2}

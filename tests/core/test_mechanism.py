"""What is common to all titles, shown on the smallest one."""

import dataclasses
import random

import msgspec
import pytest

from aerodrome import CHANCE, BadData, Event, IllegalAction
from aerodrome.core.question import Choice
from aerodrome.core.record import Record, RecordError
from toy.actions import Bid, Deal, Dealt
from toy.game import SealedBids, Toy, ToyOptions, ToyState


@pytest.fixture
def game() -> Toy:
    return Toy(ToyOptions(), {})


@pytest.fixture
def record() -> Record:
    record = Record(Toy(ToyOptions(), {}), seats=2, seed="7")
    record.advance()
    return record


def test_chance_acts_first_and_deals_in_secret(game: Toy) -> None:
    state = game.new(2)
    heard: list[Event] = []
    assert game.actors(state) == (CHANCE,)
    assert sum(game.odds(state)) == pytest.approx(1)
    game.apply(state, CHANCE, Deal(0), heard.append)
    assert [event.is_visible_to(1) for event in heard] == [False, True]
    assert [event.is_visible_to(0) for event in heard] == [True, False]
    assert [event.is_visible_to(None) for event in heard] == [False, True]
    assert isinstance(heard[0], Dealt)


def test_seats_that_choose_at_once_may_act_in_any_order(record: Record) -> None:
    game = record.game
    assert game.actors(record.state) == (0, 1)
    before = game.view(record.state, 0)
    record.play(1, Bid(9))
    after = game.view(record.state, 0)
    assert before["bids"] is after["bids"] is None
    assert game.actors(record.state) == (0,)


def test_an_illegal_action_raises_with_the_rule_and_changes_nothing(record: Record) -> None:
    game, state = record.game, record.state
    before = game.to_json(state)
    with pytest.raises(IllegalAction, match="You have only 9") as caught:
        game.apply(state, 0, Bid(10))
    assert caught.value.refusal.rule == "TY-2.2"
    assert game.to_json(state) == before


def test_whoever_is_not_asked_is_refused_by_the_turn_rule(record: Record) -> None:
    record.play(0, Bid(3))
    refusal = record.game.why_not(record.state, 0, Bid(3))
    assert refusal is not None
    assert refusal.rule == "TY-2.1"


def test_whoever_is_not_asked_has_no_choices_unless_the_title_offers_some(record: Record) -> None:
    record.play(0, Bid(3))
    assert record.game.out_of_turn_choices(record.state, 0) == []


def test_choices_out_of_turn_are_those_of_the_title_until_the_game_is_over(record: Record) -> None:
    choice = Choice({"type": "bid", "amount": 1}, "Bid again")
    game = record.game
    game.presentation = dataclasses.replace(game.presentation, out_of_turn_choices=lambda game, state, seat: [choice])
    assert game.out_of_turn_choices(record.state, 1) == [choice]
    while game.actors(record.state):
        seat = game.actors(record.state)[0]
        record.play(seat, game.legal(record.state, seat)[0])
        record.advance()
    assert game.out_of_turn_choices(record.state, 1) == []


def test_a_position_can_be_written_down_and_loaded(record: Record) -> None:
    game = record.game
    data = game.to_json(record.state)
    again = game.from_json(data)
    assert isinstance(again, ToyState)
    assert isinstance(again.step_stack[-1], SealedBids)
    assert game.to_json(again) == data


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"cards": "x"}, "cards: expected a list"),
        ({"cards": [0, "x"]}, r"cards\[1\]: expected a whole number"),
        ({"extra": 1}, "'extra' is unknown"),
        ({"agenda": [{"step": "Nonsense"}]}, "unknown step"),
        ({"agenda": [{"step": "DealCard"}]}, "DealCard"),
        ({"seats": 9}, "2 to 3 seats"),
        ({"seats": "two"}, "seats: expected a whole number"),
    ],
)
def test_a_broken_position_names_the_place(record: Record, change: dict[str, object], message: str) -> None:
    data = msgspec.json.decode(record.game.to_json(record.state)) | change
    with pytest.raises(ValueError, match=message):
        record.game.from_json(msgspec.json.encode(data))


def test_actions_are_written_with_names(game: Toy) -> None:
    assert game.dump(Deal(1)) == {"type": "deal", "card": "king"}
    assert game.parse({"type": "deal", "card": "king"}) == Deal(1)


@pytest.mark.parametrize(
    ("data", "message"),
    [
        ({"type": "deal", "card": "joker"}, "card: expected one of ace, king"),
        ({"type": "steal"}, "type: expected one of deal, bid"),
        ({"type": "bid", "amount": "x"}, "bid: Expected `int`"),
        ({"type": "bid", "amount": 1, "more": 2}, "unknown field 'more'"),
        ([], "an action is an object"),
    ],
)
def test_a_broken_action_names_the_field(game: Toy, data: object, message: str) -> None:
    with pytest.raises(BadData, match=message):
        game.parse(data)


def test_a_record_replays_to_the_same_state(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aerodrome.core.registry._MODULES", {"toy": "toy.game"})
    record.play(1, Bid(9))
    record.play(0, Bid(3))
    again = Record.replay(record.to_json())
    assert again.game.to_json(again.state) == record.game.to_json(record.state)
    assert again.verify() == []


def test_undo_goes_back_and_the_record_keeps_that_it_happened(record: Record, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aerodrome.core.registry._MODULES", {"toy": "toy.game"})
    before = record.game.to_json(record.state)
    at = len(record.played)
    record.play(0, Bid(3))
    record.undo(at, requested_by=0)
    assert record.game.to_json(record.state) == before
    record.play(0, Bid(6))
    record.play(1, Bid(0))
    again = Record.replay(record.to_json())
    assert again.game.scores(again.state) == [0, 0] or again.over
    assert again.game.to_json(again.state) == record.game.to_json(record.state)
    assert any(entry.undo == at for entry in again.log)


@pytest.mark.parametrize(
    ("change", "message"),
    [
        ({"format": 99}, "format"),
        ({"title": "nosuch"}, "no title 'nosuch'"),
        ({"seats": 7}, "seats"),
        ({"edition": {"id": "x", "hash": "1" * 64}}, "edition"),
        ({"seed": "8"}, "commitment"),
        ({"log": [{"who": 0, "do": {"type": "bid", "amount": 3}}]}, r"log\[0\].*TY-2.1"),
        ({"log": [{"who": "x", "do": {"type": "bid", "amount": 3}}]}, r"log\[0\]: who"),
        ({"options": {"nosuch": 1}}, "no option 'nosuch'"),
        ({"result": {"scores": [1, 2], "winners": [0], "reason": "bids"}}, "result"),
    ],
)
def test_a_record_that_does_not_fit_is_refused_with_the_reason(
    record: Record, change: dict[str, object], message: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("aerodrome.core.registry._MODULES", {"toy": "toy.game"})
    data = msgspec.json.decode(record.to_json()) | change
    with pytest.raises(RecordError, match=message):
        Record.replay(msgspec.json.encode(data))


def test_a_truncated_record_is_refused(record: Record) -> None:
    with pytest.raises(RecordError, match="broken JSON"):
        Record.replay(record.to_json()[:-20])


def test_forged_chance_is_found(record: Record) -> None:
    assert record.verify() == []
    entry = record.log[0]
    other = "ace" if entry.action != {"type": "deal", "card": "ace"} else "queen"
    record.log[0] = msgspec.structs.replace(entry, action={"type": "deal", "card": other})
    assert 0 in record.verify()


def test_imagining_keeps_the_view(record: Record) -> None:
    for i in range(20):
        twin = record.game.imagine(record.state, 0, random.Random(i))
        assert record.game.view(twin, 0) == record.game.view(record.state, 0)

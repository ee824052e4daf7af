"""A match in the terminal, typed by the test."""

import io
from collections.abc import Iterator
from pathlib import Path

import pytest
from rich.console import Console

from aerodrome import Record, load
from aerodrome.cli.form_input import ask_and_fill_form
from aerodrome.cli.terminal_match import TerminalMatch, create_terminal_match, load_saved_match
from aerodrome.cli.undo_stack import UndoStack
from aerodrome.core.question import (
    Choice,
    ConfirmForm,
    CountsForm,
    DealForm,
    DealPartner,
    FormSlot,
    NumberForm,
    SelectableItem,
    SlotsForm,
)
from toy.game import Toy


class Keyboard(Console):
    """Prints to memory; what is typed comes from a list."""

    def __init__(self, *typed: str) -> None:
        super().__init__(file=io.StringIO(), width=120)
        self.typed = list(typed)

    def input(self, prompt: object = "", **_: object) -> str:
        self.print(prompt)
        if not self.typed:
            raise EOFError
        return self.typed.pop(0)

    def clear(self, home: bool = True) -> None:
        self.print("~~~ cleared ~~~")

    @property
    def text(self) -> str:
        assert isinstance(self.file, io.StringIO)
        return self.file.getvalue()


@pytest.fixture(autouse=True)
def _own_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A match that is left is kept where one works."""
    monkeypatch.chdir(tmp_path)


def match(toy: Toy, names: list[str], *typed: str) -> tuple[TerminalMatch, Keyboard]:
    keyboard = Keyboard(*typed)
    terminal = TerminalMatch(Record(toy, len(names), "1", names), names, keyboard)
    terminal.run_match()
    return terminal, keyboard


def test_a_number_chooses(toy: Toy) -> None:
    terminal, keyboard = match(toy, ["human", "random"], "4")
    assert terminal.record.over
    assert "Red: Bid in secret" in keyboard.text
    assert "Won by" in keyboard.text


def test_the_end_of_input_leaves_the_match(toy: Toy) -> None:
    terminal, keyboard = match(toy, ["human", "random"])
    assert not terminal.record.over
    assert "left as it stands" in keyboard.text


def test_a_form_can_be_filled_in_and_is_judged(toy: Toy) -> None:
    terminal, keyboard = match(toy, ["human", "random"], "5", "12", "5", "7")
    assert "No: You have only 9. [TY-2.2]" in keyboard.text
    assert {"type": "bid", "amount": 7} in [entry.action for entry in terminal.record.log]


def test_actions_can_be_written_out_and_asked_about(toy: Toy) -> None:
    _, keyboard = match(
        toy, ["human", "random"], 'why {"type": "bid", "amount": 10}', "why 2", "why", 'do {"type": "bid", "amount": 5}'
    )
    assert "You have only 9. [TY-2.2]" in keyboard.text
    assert "Allowed: Bid 3" in keyboard.text
    assert "Nothing near at hand is refused" in keyboard.text


def test_nonsense_is_answered_and_the_question_stays(toy: Toy) -> None:
    terminal, keyboard = match(toy, ["human", "random"], "77", "do {", "do []", "blub", "?", "quit")
    assert "there is no choice 77" in keyboard.text
    assert "an action is an object" in keyboard.text
    assert "'blub' is not a choice" in keyboard.text
    assert "save FILE" in keyboard.text
    assert not terminal.record.over


def test_the_log_tells_only_what_the_seat_heard(toy: Toy) -> None:
    _, keyboard = match(toy, ["human", "random"], "log", "quit")
    assert "Seat 0 is dealt the" in keyboard.text
    assert "Seat 1 is dealt a card" in keyboard.text
    assert "Seat 1 is dealt the" not in keyboard.text


def test_people_at_one_keyboard_are_parted_by_a_curtain(toy: Toy) -> None:
    _, keyboard = match(toy, ["human", "human"], "", "1", "", "1")
    first, _, second = keyboard.text.partition("Pass the keyboard to Blue")
    assert "Seat 0 is dealt the" in first
    assert "Seat 1 is dealt the" not in first
    assert "Seat 0 is dealt the" not in second.partition("Won by")[0]
    assert keyboard.text.count("cleared") == 4


def test_a_sealed_bid_is_opened_again_from_the_same_keyboard() -> None:
    names = ["human"] * 3
    first, second = 'do {"type": "bid_opening", "amount": 9}', 'do {"type": "bid_opening", "amount": 4}'
    keyboard = Keyboard("", first, "", "seat red", "", "1", second, "quit")
    terminal = TerminalMatch(Record(load("tingoose"), 3, "1", names), names, keyboard)
    terminal.run_match()
    assert terminal.game.view(terminal.record.state, 0)["sealed"] == 4
    assert "Red: you are not asked now; you may" in keyboard.text
    assert "1  Open your bid again  (you have sealed $9; can be opened 12 more times)" in keyboard.text
    yellow = keyboard.text.split("Pass the keyboard to Yellow")[1].partition("Pass the keyboard to Red")[0]
    assert "opening bid of $9" not in yellow
    assert "sealed $9" not in yellow


def test_a_seat_that_can_do_nothing_does_not_get_the_keyboard(toy: Toy) -> None:
    typed = ("", "1", "", "seat Red", "seat Nobody", "seat", "1")
    terminal, keyboard = match(toy, ["human", "human"], *typed)
    assert "Red can do nothing now" in keyboard.text
    assert "nobody at this keyboard is Nobody" in keyboard.text
    assert terminal.record.over


def test_the_table_shows_a_seat_its_own_card_only(toy: Toy) -> None:
    terminal, keyboard = match(toy, ["human", "random"], "table", "board", "quit")
    view = terminal.game.view(terminal.record.state, 0)
    assert f"card: {view['card']}" in keyboard.text
    assert "cards: ace, king, queen, jack" in keyboard.text


def test_a_table_with_people_has_the_settings_meant_for_people() -> None:
    assert (
        create_terminal_match("airline", "human,random", "1", [], "house").game.resolved_options()["round_limit"] == 0
    )
    assert (
        create_terminal_match("airline", "random,random", "1", [], "house").game.resolved_options()["round_limit"] > 0
    )
    assert (
        create_terminal_match("airline", "human,random", "1", ["round_limit=20"], "house").game.resolved_options()[
            "round_limit"
        ]
        == 20
    )


def test_a_saved_match_goes_on(toy: Toy, toy_title: str, tmp_path: Path) -> None:
    file = tmp_path / "match.json"
    match(toy, ["human", "random"], f"save {file}", "quit")
    again = load_saved_match(file, "")
    assert again.names == ["human", "random"]
    again.console = Keyboard("1")
    again.run_match(tmp_path / "end.json")
    assert Record.replay((tmp_path / "end.json").read_bytes()).over
    with pytest.raises(ValueError, match="2 seats"):
        load_saved_match(file, "human,human,human")


def typing(*typed: str) -> Iterator[str]:
    return iter(typed)


def test_a_form_that_confirms_one_action_needs_a_yes() -> None:
    form = ConfirmForm("Leave the game", {"type": "leave"}, "You are out for good.")
    asked: list[str] = []
    for typed, action in (("y", {"type": "leave"}), ("n", None), ("", None)):

        def answer(question: str, typed: str = typed) -> str:
            asked.append(question)
            return typed

        assert ask_and_fill_form(form, answer, str) == action
    assert asked[0] == "You are out for good. Leave the game? (y/n) "


def test_a_number_form_takes_its_start_when_nothing_is_typed() -> None:
    form = NumberForm("Bid", {"type": "bid"}, "amount", 1, 9, 4)
    assert ask_and_fill_form(form, lambda _: "", str) == {"type": "bid", "amount": 4}


def test_counts_are_asked_one_by_one() -> None:
    form = CountsForm(
        "Sell", {"type": "sell"}, "counts", [SelectableItem("a", "A", max=3), SelectableItem("b", "B", max=2)]
    )
    typed = typing("2", "")
    assert ask_and_fill_form(form, lambda _: next(typed), str) == {"type": "sell", "counts": [2, 0]}


def test_a_deal_is_asked_part_by_part() -> None:
    form = DealForm(
        "Offer",
        {"type": "offer"},
        "cities",
        [SelectableItem("rome", "Rome")],
        50,
        [DealPartner(1, [SelectableItem("oslo", "Oslo")])],
    )
    typed = typing("1", "1", "10", "", "5")
    assert ask_and_fill_form(form, lambda _: next(typed), str) == {
        "type": "offer",
        "to": 1,
        "give_cities": ["rome"],
        "give_cash": 10,
        "want_cities": [],
        "want_cash": 5,
    }
    with pytest.raises(ValueError, match="from 1 to 1"):
        ask_and_fill_form(form, lambda _: "3", str)


def test_what_a_slot_can_be_changed_by_is_chosen_by_its_number() -> None:
    lay, back = Choice({"type": "lay"}, "Lay"), Choice({"type": "back"}, "Take back", confirm="Really?")
    form = SlotsForm("Plan", [FormSlot("1", choices=[lay]), FormSlot("2", "3*", choices=[back])])
    assert ask_and_fill_form(form, lambda _: "1", str) == {"type": "lay"}
    assert ask_and_fill_form(form, lambda _: "", str) is None
    sure, unsure = typing("2", "y"), typing("2", "n")
    assert ask_and_fill_form(form, lambda _: next(sure), str) == {"type": "back"}
    assert ask_and_fill_form(form, lambda _: next(unsure), str) is None
    with pytest.raises(ValueError, match="from 1 to 2"):
        ask_and_fill_form(form, lambda _: "3", str)
    assert ask_and_fill_form(SlotsForm("Plan", [FormSlot("1")]), lambda _: "1", str) is None


def test_many_changes_are_asked_slot_by_slot_by_the_number_on_the_slot() -> None:
    # Slot 2 is the one that is filled next, and has no changes of its own.
    slots = [FormSlot(label, choices=[Choice({"slot": label}, f"{n}") for n in range(9)]) for label in ("1", "3", "4")]
    typed = typing("4", "1")
    assert ask_and_fill_form(SlotsForm("Plan", slots), lambda _: next(typed), str) == {"slot": "4"}
    with pytest.raises(ValueError, match="in slot 2"):
        ask_and_fill_form(SlotsForm("Plan", slots), lambda _: "2", str)


def test_a_plan_is_changed_and_sealed_at_the_keyboard() -> None:
    game = load("airsteam")
    record = Record(game, 2, "1")
    record.advance()
    while game.round_number(record.state) == 0:
        record.play(game.actors(record.state)[0], game.legal(record.state, game.actors(record.state)[0])[0])
        record.advance()
    keyboard = Keyboard("", "1", "1", "1", "1", "2", "1", "1", "1", "1")
    terminal = TerminalMatch(record, ["human", "human"], keyboard)
    terminal.run_match()
    assert "Your plan: slot 1: 0, slot 2: 1◆, slot 3: 1, slot 4: 2◆" in keyboard.text
    assert "Take 0 (slot 1) back" in keyboard.text
    assert "Your plan: slot 1: empty, slot 2: 1◆, slot 3: 1, slot 4: 2◆" in keyboard.text
    assert game.actors(record.state) == (1,)


def test_nobody_takes_back_what_somebody_else_chose() -> None:
    names = ["human", "human"]
    record = Record(load("airsteam"), 2, "1", names)
    keyboard = Keyboard("", "undo", "1", "1", "", "undo", "quit")
    terminal = TerminalMatch(record, names, keyboard)
    terminal.run_match()
    assert "There is nothing to take back." in keyboard.text
    assert "There is nothing of yours to take back" in keyboard.text


def test_what_chance_answered_stays() -> None:
    names = ["human", "random"]
    keyboard = Keyboard("1", "1", "undo", "quit")
    terminal = TerminalMatch(Record(load("airline"), 2, "1", names), names, keyboard)
    terminal.run_match()
    assert "Red throws 3 and 3" in keyboard.text
    assert "or chance answered it" in keyboard.text
    assert all(entry.undo is None for entry in terminal.record.log)


def test_an_answer_by_order_stands_in_nobodys_way_of_taking_back() -> None:
    record = play_to_own_turn("airkwire")
    seat = record.game.actors(record.state)[0]
    stack = UndoStack()
    before, action = record.state.clone(), record.game.legal(record.state, seat)[0]
    record.play(seat, action)
    stack.record_choice_or_forbid_undo(record, before, seat, action)
    position = len(record.played) - 1
    again, ordered = record.state.clone(), record.game.legal(record.state, seat)[0]
    record.play(seat, ordered)
    stack.forget_choices_if_standing_order_interferes(record, again, seat, ordered)
    assert stack.undo_last_or_explain(record, seat) == ""
    assert len(record.played) == position


def test_undo_gives_the_last_choice_back_with_its_log() -> None:
    names = ["human"] * 3
    keyboard = Keyboard("", "1", "undo", "quit")
    terminal = TerminalMatch(play_to_own_turn("airsteam"), names, keyboard)
    before = len(terminal.record.played)
    terminal.run_match()
    assert "Taken back." in keyboard.text
    assert len(terminal.record.played) == before
    assert all(number < before for number, _ in terminal.log)


def play_to_own_turn(title: str) -> Record:
    """A record that stands at the first action of a seat which acts alone, twice in a row."""
    game = load(title)
    record = Record(game, 3, "1")
    record.advance()
    while game.round_number(record.state) == 0 or len(game.actors(record.state)) > 1:
        seat = game.actors(record.state)[0]
        record.play(seat, game.legal(record.state, seat)[0])
        record.advance()
    return record


def test_a_thing_is_described_by_its_name() -> None:
    names = ["human", "random"]
    keyboard = Keyboard(
        "what ROME", "what cash of yellow", "what cash yours", "what nothing like it", "what", "what cash", "quit"
    )
    TerminalMatch(Record(load("airline"), 2, "1", names), names, keyboard).run_match()
    assert "Rome, free city. Fare" in keyboard.text
    assert "Cash, of Yellow." in keyboard.text
    assert "Nothing in sight is called 'nothing like it'." in keyboard.text


def test_the_tables_that_are_asked_for_are_shown() -> None:
    names = ["human", "random"]
    keyboard = Keyboard("look aircraft", "look nosuch", "look", "quit")
    TerminalMatch(Record(load("airline"), 2, "1", names), names, keyboard).run_match()
    assert keyboard.text.count("PROP: Subsidy $20M; Maintenance $15M") == 2
    assert "there is no such table; there are Players," in keyboard.text


def test_an_order_answers_for_its_seat() -> None:
    names = ["human", "random"]
    keyboard = Keyboard("orders", "orders 1", "orders 77", "quit")
    terminal = TerminalMatch(Record(load("airline"), 2, "1", names), names, keyboard)
    terminal.run_match()
    assert "Ask me for offers in others' turns: off" in keyboard.text
    assert "Ask me for offers in others' turns: on" in keyboard.text
    assert "there is no order 77" in keyboard.text
    assert list(terminal.orders[0].values()) == ["Ask me for offers in others' turns"]


def test_a_match_that_is_left_is_kept_and_says_where(toy: Toy, toy_title: str) -> None:
    _, keyboard = match(toy, ["human", "random"], "quit")
    assert f"Kept in {toy_title}-1.json." in keyboard.text
    assert not Record.replay(Path(f"{toy_title}-1.json").read_bytes()).over

"""Choices at the keyboard: a long list is asked in steps."""

import pytest

from aerodrome import BadData
from aerodrome.cli.choice_menu import ChoiceMenu, ChoiceWithOutcome
from aerodrome.core.question import Choice, ChoiceOutcome, DealForm, NumberForm, Question


def fly(piece: str, place: str) -> Choice:
    return Choice({"type": "fly"}, f"Fly {piece} to {place}", "Fly", piece=piece, place=place)


def make_menu(places: int) -> ChoiceMenu:
    choices = [fly(piece, f"place {number}") for piece in ("jet", "prop") for number in range(places)]
    choices.append(Choice({"type": "pass"}, "Pass", "Turn"))
    outcomes = [ChoiceOutcome(f"+${number}", number) for number in range(len(choices) - 1)]
    return ChoiceMenu(Question("What now?", choices), outcomes)


def test_a_short_list_stands_under_its_groups_with_what_each_brings() -> None:
    assert make_menu(1).format_lines() == [
        "  Fly",
        "    1  Fly jet to place 0  (brings: +$0)",
        "    2  Fly prop to place 0  (brings: +$1)",
        "  Turn",
        "    3  Pass",
    ]


def test_what_belongs_to_no_group_does_not_seem_to_belong_to_the_last() -> None:
    choices = [Choice({"type": "buy"}, "Buy TWA", "Buy"), Choice({"type": "pass"}, "No more trades")]
    lines = ChoiceMenu(Question("Buy?", choices), []).format_lines()
    assert lines == ["  Buy", "    1  Buy TWA", "  Or", "    2  No more trades"]


def test_a_form_does_not_seem_to_belong_to_the_last_group_and_nothing_is_said_twice() -> None:
    choices = [Choice({"type": "buy"}, "Buy Rome", "City", detail="not connected to your base")]
    outcomes = [ChoiceOutcome("−$20M · not connected to your base", -20.0)]
    lines = ChoiceMenu(
        Question("Buy?", choices, [DealForm("Offer a deal", {}, "cities", [], 0, [])]), outcomes
    ).format_lines()
    assert lines == [
        "  City",
        "    1  Buy Rome  (not connected to your base; brings: −$20M)",
        "  Or",
        "    2  Offer a deal …",
    ]


def test_many_places_are_asked_by_what_they_share() -> None:
    places = [f"{line}, {space} space" for line in ("Akron–Atlanta", "Boston–Butte") for space in "abcdefgh"]
    menu = ChoiceMenu(Question("Where?", [Choice({}, f"Depot on {place}", place=place) for place in places]), [])
    assert menu.format_lines() == ["    1  Akron–Atlanta: 8 choices", "    2  Boston–Butte: 8 choices"]
    menu.pick_or_descend(2)
    assert menu.format_lines()[0] == "    1  Depot on Boston–Butte, a space"


def test_of_many_places_the_line_with_the_best_comes_first() -> None:
    places = [f"{line}, {space} space" for line in ("Akron–Atlanta", "Boston–Butte") for space in "abcdefgh"]
    choices = [Choice({}, f"Fly to {place}", place=place) for place in [*places, "the Food factory"]]
    outcomes = [ChoiceOutcome("", worth) for worth in [0] * 12 + [2] + [0] * 3 + [1]]
    menu = ChoiceMenu(Question("Where?", choices), outcomes)
    assert menu.format_lines() == [
        "    1  Boston–Butte: 8 choices",
        "    2  Fly to the Food factory",
        "    3  Akron–Atlanta: 8 choices",
    ]


def test_a_long_list_is_asked_in_steps_and_the_best_place_comes_first() -> None:
    menu = make_menu(8)
    assert menu.format_lines() == ["    1  Fly: 16 choices", "    2  Pass"]
    assert menu.pick_or_descend(1) is None
    assert [row.name for row in menu.list_rows()] == ["jet", "prop"]
    assert menu.pick_or_descend(2) is None
    assert menu.format_lines()[0] == "    1  Fly prop to place 7  (brings: +$15)"
    picked = menu.pick_or_descend(1)
    assert isinstance(picked, ChoiceWithOutcome)
    assert picked.choice.place == "place 7"


def test_a_step_can_be_gone_back() -> None:
    menu = make_menu(8)
    menu.pick_or_descend(1)
    menu.pick_or_descend(1)
    assert menu.go_back()
    assert [row.name for row in menu.list_rows()] == ["jet", "prop"]
    assert menu.go_back()
    assert not menu.go_back()


def test_a_number_that_no_line_has_is_refused() -> None:
    with pytest.raises(BadData, match="no choice 9"):
        make_menu(1).pick_or_descend(9)


def test_forty_bids_are_one_line_to_type_a_number_into() -> None:
    bids = [Choice({"type": "bid", "amount": amount}, f"Bid ${amount}") for amount in range(41)]
    form = NumberForm("Your bid", {"type": "bid"}, "amount", 0, 40, 0, unit="$")
    menu = ChoiceMenu(Question("How much?", [Choice({"type": "pass"}, "Pass"), *bids], [form]), [])
    assert menu.format_lines() == ["    1  Pass", "    2  Your bid, $0 to $40 …"]
    assert menu.pick_or_descend(2) is form

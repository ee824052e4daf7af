"""What would lift a refusal, and what threatens a seat."""

from aerodrome.games.tingoose.model.actions import BidForFleet
from games.tingoose.table import Table
from laws.test_remedies import check_remedy

CRASH = "G27"


def warnings(table: Table, seat: int) -> list[str]:
    return [warning.text for warning in table.game.question(table.state, seat).warnings]


def test_a_city_out_of_reach_names_the_one_to_enter_first() -> None:
    table = Table().acting()
    refusal = table.game.why_not(table.state, 0, table.placing("Boise"))
    assert refusal is not None
    assert refusal.text.endswith(": enter Spokane first.")
    check_remedy(table.game, table.state, 0, table.placing("Boise"))
    far = table.placing("Miami")
    refusal = table.game.why_not(table.state, 0, far)
    assert refusal is not None
    assert "other cities, first " in refusal.text
    check_remedy(table.game, table.state, 0, far)


def test_a_bid_that_is_too_low_names_the_least() -> None:
    table = Table().auction("B17", round=3).do(BidForFleet(4))
    check_remedy(table.game, table.state, table.who, BidForFleet(3))


def test_an_event_that_would_take_emergency_bonds_is_warned_of() -> None:
    table = Table().acting()
    assert warnings(table, 0) == []
    table.state.cash[0] = 1
    (told,) = warnings(table, 0)
    assert "could cost you $" in told
    assert told.endswith("1 emergency bond, $40 less at the end")


def test_after_the_last_card_of_the_game_no_event_is_warned_of() -> None:
    table = Table().acting(round=7, seat=2)
    table.state.cash[2] = 0
    table.state.first = 0
    assert warnings(table, 2) == []
    table.state.first = 1
    assert len(warnings(table, 2)) == 1


def test_an_event_in_hand_says_what_it_costs_oneself() -> None:
    table = Table().begin().give(0, "G24")
    detail = {choice.label: choice.detail for choice in table.game.question(table.state, 0).choices}
    told = next(words for label, words in detail.items() if "strike" in label.lower())
    assert told.endswith("costs you $5 unless you bid the most chips")


def test_an_event_that_takes_an_emergency_bond_is_told_by_what_it_costs_in_all() -> None:
    table = Table().begin().give(0, CRASH)
    table.state.cash[0] = 1
    before = table.game.scores(table.state)[0]
    choices = table.game.question(table.state, 0).choices
    told = next(
        outcome.brings
        for choice, outcome in zip(choices, table.game.list_choice_outcomes(table.state, 0), strict=True)
        if "crash" in choice.label
    )
    table.play(CRASH)
    assert table.state.bonds[0] == 1
    assert table.state.cash[0] > 1
    lost = before - table.game.scores(table.state)[0]
    assert told.startswith(f"−${lost:.0f} in all · 1 emergency bond")


def test_the_view_has_ones_own_score_and_no_rivals() -> None:
    table = Table().acting()
    seen = table.game.view(table.state, 0)["players"]
    assert [one["score"] for one in seen] == [table.game.scores(table.state)[0], None, None]

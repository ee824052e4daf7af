"""Sections 5 and 6: secret plans, reveal, order."""

import random

import pytest

from aerodrome.games.airsteam.model.actions import PassForIncome, PlanNextCard, SealPlan
from aerodrome.games.airsteam.model.events import CardPlanned, TurnOrderSet
from games.airsteam.table import Table


def orders(table: Table) -> list[tuple[int, ...]]:
    return [event.order for event in table.told(TurnOrderSet)]


@pytest.mark.rule("KS-5.1", "KS-5.4")
def test_four_slots_are_filled_and_none_stays_empty() -> None:
    table = Table(2).draw()
    for name in ("0", "1", "2"):
        table.do(0, PlanNextCard(table.card(name)))
        table.do(1, PlanNextCard(table.card(name)))
    assert list(table.actors) == [0, 1]
    assert table.no(0, PlanNextCard(table.card("1"))) == "KS-5.4"
    assert table.no(0, PassForIncome()) == "KS-5.1"
    assert table.no(0, SealPlan()) == "KS-5.1"
    table.do(0, PlanNextCard(table.card("3")), SealPlan())
    assert list(table.actors) == [1]
    table.do(1, PlanNextCard(table.card("3")), SealPlan())
    assert table.step == "TakeActionStep"


@pytest.mark.rule("KS-5.2", "KS-R45")
def test_a_plan_is_known_to_its_owner_only_until_its_cards_are_revealed() -> None:
    table = Table(2).draw()
    before = table.game.view(table.state, 1)
    table.do(0, PlanNextCard(table.card("7**")))
    assert table.game.view(table.state, 1) == before
    assert not any(event.is_visible_to(1) for event in table.told(CardPlanned))
    assert table.game.view(table.state, 0)["players"][0]["plan"][0]["card"] == "7**"
    for name in ("0", "1", "2"):
        table.do(0, PlanNextCard(table.card(name)))
    assert table.game.view(table.state, 1) == before
    table.do(0, SealPlan())
    unseen = table.game.view(table.state, 1)["players"][0]["plan"]
    assert unseen == [{"card": None, "face": "hidden"}] * 4
    assert table.game.view(table.state, None)["players"][0]["plan"] == unseen
    for name in ("0", "1", "2", "3"):
        table.do(1, PlanNextCard(table.card(name)))
    table.do(1, SealPlan())
    shown = table.game.view(table.state, 1)["players"][0]["plan"]
    assert [slot["card"] for slot in shown] == ["7**", None, None, None]


@pytest.mark.rule("KS-R45")
def test_imagined_plans_differ_and_all_else_stays() -> None:
    table = Table(2).plan(("0", "1", "2", "3"), ("3", "2", "1", "0"))
    rng = random.Random(1)
    twins = [table.game.imagine(table.state, 0, rng) for _ in range(20)]
    plans = {tuple(twin.plan[4:8]) for twin in twins}
    assert len(plans) > 10
    assert {plan[0] for plan in plans} == {table.card("3")}
    assert all(len(set(plan)) == 4 for plan in plans)
    for twin in twins:
        twin.plan[4:8] = table.state.plan[4:8]
        assert table.game.to_json(twin) == table.game.to_json(table.state)


@pytest.mark.rule("KS-5.3", "KS-20.1")
def test_all_cards_are_back_in_hand_for_every_plan() -> None:
    table = Table(2).plan().on("DrawTileAndRaisePriceStep").draw(0, 1, 2)
    assert len(table.game.legal(table.state, 0)) == 12


@pytest.mark.rule("KS-5.3")
def test_only_cards_of_the_own_deck_can_be_planned() -> None:
    table = Table(2).draw()
    assert table.no(0, PlanNextCard(table.card("X*"))) == "KS-5.3"
    assert table.no(0, PlanNextCard(-1)) == "KS-5.3"


@pytest.mark.rule("KS-5.5", "KS-8.3")
def test_a_card_with_two_diamonds_counts_two() -> None:
    table = Table(2).plan(("7**", "0", "1", "2"), ("1*", "2*", "0", "1"))
    table.on("DrawTileAndRaisePriceStep")
    assert table.told(TurnOrderSet)[0].order == (1, 0)
    fresh = Table(2).plan(("7**", "0", "1", "2"), ("1*", "2*", "0", "1"))
    sums = {tuple(fresh.state.diamonds)}
    while fresh.step != "DrawTileAndRaisePriceStep":
        fresh.plainly()
        sums.add(tuple(fresh.state.diamonds))
    assert sums == {(2, 1), (2, 2), (0, 0)}


@pytest.mark.rule("KS-5.6", "KS-8.3")
def test_a_plan_with_as_many_diamonds_as_the_rating_or_fewer_has_no_error() -> None:
    for plan in (("1*", "2*", "0", "3"), ("0", "1", "2", "3"), ("3*", "0", "1", "2")):
        table = Table(2).plan(plan)
        while table.step != "DrawTileAndRaisePriceStep":
            assert table.state.errors == 0
            table.plainly()


@pytest.mark.rule("KS-5.7", "KS-R11")
def test_a_plan_with_too_many_diamonds_may_be_laid() -> None:
    table = Table(2).plan(("7**", "6**", "5**", "4**"))
    assert table.step != "PlanCardsStep"


@pytest.mark.rule("KS-5.8")
def test_the_route_is_chosen_when_the_card_is_resolved() -> None:
    table = Table(2).plan(("2", "0", "1", "3"))
    table.on("MoveAirshipStep", seat=0)
    assert len(table.legal()) > 6


@pytest.mark.rule("KS-6.1")
def test_all_cards_of_a_step_are_revealed_together() -> None:
    table = Table(3).plan(("7**", "0", "1", "2"))
    shown = [player["plan"][0]["card"] for player in table.game.view(table.state, 2)["players"]]
    assert shown == ["7**", "0", "0"]


@pytest.mark.rule("KS-6.2")
def test_letters_act_from_a_to_g() -> None:
    table = Table(6)
    for seat in range(6):
        table.levels(seat, airship=5)
    plans = [("7**", *"012"), ("6**", *"012"), ("5**", *"012"), ("4**", *"012"), ("3*", *"012"), ("2*", *"013")]
    table.plan(*plans)
    assert orders(table)[0] == (5, 4, 3, 2, 1, 0)


@pytest.mark.rule("KS-6.3", "KS-R5")
def test_cards_of_one_letter_are_equal() -> None:
    table = Table(2, start=0).plan(("1*", "1", "2", "3"), ("0", "1", "2", "3"))
    assert orders(table)[0] == (0, 1)  # 1* of the start player before 0
    table = Table(2, start=1).plan(("0", "1", "2", "3"), ("1*", "1", "2", "3"))
    assert orders(table)[0] == (1, 0)


@pytest.mark.rule("KS-6.4")
def test_ties_go_clockwise_from_the_start_player() -> None:
    table = Table(4, start=2).plan(("0", "1", "2", "3"), ("1", "0", "2", "3"))
    assert orders(table)[0] == (2, 3, 0, 1)


@pytest.mark.rule("KS-6.5", "KS-R7")
def test_the_order_is_fixed_after_the_reveal() -> None:
    table = Table(2).plan(("0", "1", "2", "3"), ("7**", "0", "1", "2"))
    table.on("TakeActionStep", seat=0)
    order = list(table.state.order)
    table.do(0, table.game.upgrade_airship)
    assert table.state.order == order
    assert table.actors == (1,)


@pytest.mark.rule("KS-6.6", "KS-8.5")
def test_a_player_with_an_error_acts_after_everybody_without_one() -> None:
    table = Table(3).plan(("1*", "4**", "0", "1"), ("7**", "0", "1", "2"), ("7**", "6**", "1", "2"))
    table.on("DrawTileAndRaisePriceStep")
    assert orders(table)[1] == (1, 0, 2)

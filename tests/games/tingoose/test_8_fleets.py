"""Section 8: deploying and upgrading; section 14: conditions."""

import pytest

from aerodrome.games.tingoose.model.actions import BidForFleet, RemoveCondition, UpgradeFleet
from aerodrome.games.tingoose.model.events import (
    IncomeAdvanced,
    IncomePaid,
    IncomeSkipped,
    UnproductiveInvestmentsPaidOut,
)
from aerodrome.games.tingoose.model.state import (
    GENEROUS_DIVIDENDS,
    IRREGULAR_SAFETY,
    REGIONAL_MANAGEMENT,
    RURAL_STOPS,
    UNPRODUCTIVE_INVESTMENTS,
)
from aerodrome.games.tingoose.rules import queries
from games.tingoose.table import ADVANCE, BOND, CHIP, DEPLOY, KEEP, PASS, Table


def remove(condition: int) -> RemoveCondition:
    return RemoveCondition(condition)


@pytest.mark.rule("TG-8.1")
def test_a_deployed_fleet_joins_the_play_area_with_two_planes() -> None:
    table = Table().winning("G15", seat=1).do(DEPLOY)
    assert table.state.fleets[1] == [table.card("trimotor"), table.card("G15")]
    assert table.state.planes[1] == [1, 2]


@pytest.mark.rule("TG-8.2")
def test_planes_have_the_size_of_their_card() -> None:
    table = Table().without_conditions().acting(round=3)
    table.network(0, "San Francisco").fleets(0, trimotor=1, B17=1)
    assert table.no(table.placing("Boise", "trimotor")) == "TG-10.5"
    assert table.no(table.placing("Boise", "B17")) == ""


@pytest.mark.rule("TG-8.3", "TG-R21", "TG-14.2")
def test_after_deploying_one_condition_may_go() -> None:
    table = Table().winning("G15").do(DEPLOY)
    assert (table.step, table.who) == ("ConditionRemovalStep", 0)
    table.do(remove(IRREGULAR_SAFETY))
    assert not queries.has_condition(table.state, 0, IRREGULAR_SAFETY)
    assert queries.has_condition(table.state, 0, RURAL_STOPS)
    assert table.step == "TurnActionStep"  # one and no more


@pytest.mark.rule("TG-R21")
def test_keeping_all_conditions_is_legal_and_forfeits_the_removal() -> None:
    table = Table().winning("G15").do(DEPLOY)
    assert table.legal()[-1] == KEEP
    before = list(table.state.conditions)
    table.do(KEEP)
    assert table.state.conditions == before
    assert table.no(remove(IRREGULAR_SAFETY)) == "TG-9.1"


@pytest.mark.rule("TG-8.4")
def test_without_conditions_a_fleet_may_still_be_deployed_without_limit() -> None:
    table = Table().without_conditions().winning("G15")
    table.fleets(0, trimotor=1, G01=2, G02=2, G03=2, G04=2, G05=2, G06=2, G07=2)
    table.do(DEPLOY)
    assert len(table.state.fleets[0]) == 9
    assert table.step == "TurnActionStep"


@pytest.mark.rule("TG-8.5")
def test_with_every_removal_used_fleets_and_conditions_are_six() -> None:
    table = Table()
    for number, card in enumerate(("G01", "G02", "G03")):
        table.winning(card)
        table.state.conditions[0] |= 1 << REGIONAL_MANAGEMENT
        table.do(DEPLOY, remove(number))
        table.state.step_stack.clear()
        assert len(table.state.fleets[0]) + queries.count_bits(table.state.conditions[0]) == 6


@pytest.mark.rule("TG-8.6", "TG-8.9", "TG-8.10", "TG-8.12")
def test_an_upgrade_replaces_a_fleet_and_its_planes_take_the_new_size() -> None:
    table = Table().winning("B17", seat=1, round=3)  # Stratoliner: M, 3 barrels, 2 flames
    table.fleets(1, trimotor=1, G01=2)  # 3 + 3 barrels, 3 + 4 flames
    assert (table.barrels(1), table.flames(1)) == (6, 11)
    table.do(table.upgrading("G01"))
    assert table.state.fleets[1] == [table.card("trimotor"), table.card("B17")]
    assert table.state.planes[1] == [1, 2]
    assert (table.barrels(1), table.flames(1)) == (6, 9)
    view = table.game.view(table.state, 1)["players"][1]
    assert (view["flames"], view["fleets"][1]["size"]) == (9, "M")


@pytest.mark.rule("TG-8.6")
def test_only_an_own_fleet_can_be_upgraded() -> None:
    table = Table().winning("B17", round=3)
    table.fleets(1, G01=2)
    assert table.no(table.upgrading("G01")) == "TG-8.6"


@pytest.mark.rule("TG-8.7", "TG-R20")
def test_an_upgrade_is_never_smaller() -> None:
    table = Table().winning("R01", round=6)  # C-47: red, small
    table.fleets(0, trimotor=1, B17=1, B01=2)  # Stratoliner medium, Beechcraft small
    assert table.no(table.upgrading("B17")) == "TG-8.7"
    assert table.no(table.upgrading("B01")) == ""
    table = Table().winning("R18", round=6)  # DC-6: red, large
    table.fleets(0, trimotor=1, B17=1)
    assert table.no(table.upgrading("B17")) == ""


@pytest.mark.rule("TG-8.8", "TG-R20")
@pytest.mark.parametrize(
    ("new", "number", "allowed"),
    [("G01", 1, ["trimotor"]), ("B01", 3, ["trimotor", "G02"]), ("R01", 6, ["trimotor", "G02", "B02"])],
)
def test_an_upgrade_is_of_a_later_era(new: str, number: int, allowed: list[str]) -> None:
    table = Table().winning(new, round=number)
    table.fleets(0, trimotor=1, G02=2, B02=2, R02=2)
    upgrades = [action for action in table.legal() if isinstance(action, UpgradeFleet)]
    assert upgrades == [table.upgrading(name) for name in allowed]
    others = {"trimotor", "G02", "B02", "R02"} - set(allowed)
    assert {table.no(table.upgrading(name)) for name in others} == {"TG-8.8"}


@pytest.mark.rule("TG-8.11", "TG-R20")
def test_an_upgrade_removes_no_condition_and_leaves_all_else() -> None:
    table = Table().winning("G15", seat=1)
    table.state.extensions[1], table.state.bonds[1] = 2, 1
    before = table.state.conditions[1]
    table.do(table.upgrading("trimotor"))
    assert table.state.conditions[1] == before
    assert (table.state.extensions[1], table.state.bonds[1]) == (2, 1)
    assert table.step == "TurnActionStep"


@pytest.mark.rule("TG-8.12", "TG-12.4", "TG-R23")
def test_flames_follow_fleets_conditions_and_tokens_at_once() -> None:
    table = Table().winning("G15").do(DEPLOY)  # + 2 flames
    assert table.flames() == 9
    table.do(remove(IRREGULAR_SAFETY))
    assert table.flames() == 5
    table.do(table.extending("Portland"))
    assert table.flames() == 6


@pytest.mark.rule("TG-R19", "TG-R50")
@pytest.mark.parametrize("planes", [0, 1, 2])
def test_a_fleet_with_few_planes_may_be_upgraded_and_keeps_them(planes: int) -> None:
    table = Table().winning("B17", round=3)
    table.fleets(0, G01=planes).network(0, "Denver", "Dallas")
    table.do(table.upgrading("G01"))
    assert table.state.planes[0] == [planes]
    assert table.state.fleets[0] == [table.card("B17")]
    assert table.serves() == {"Denver", "Dallas"}


@pytest.mark.rule("TG-14.1")
def test_a_removed_condition_cannot_be_removed_again() -> None:
    table = Table().lose(0, IRREGULAR_SAFETY).winning("G15").do(DEPLOY)
    assert remove(IRREGULAR_SAFETY) not in table.legal()
    assert table.no(remove(IRREGULAR_SAFETY)) == "TG-14.1"
    assert table.no(remove(9)) == "TG-8.3"


@pytest.mark.rule("TG-14.2", "TG-12.5")
def test_extensions_and_upgrades_remove_nothing() -> None:
    table = Table().acting()
    before = list(table.state.conditions)
    table.do(table.extending("Portland"))
    assert table.step == "TurnActionStep"
    assert table.state.conditions == before


@pytest.mark.rule("TG-14.3")
def test_irregular_safety_adds_four_flames_until_removed() -> None:
    table = Table().winning("G15").do(DEPLOY)
    before = table.flames()
    table.do(remove(IRREGULAR_SAFETY))
    assert table.flames() == before - 4


@pytest.mark.rule("TG-14.4", "TG-R40")
def test_generous_dividends_block_only_the_income_of_the_own_turn() -> None:
    table = Table().acting()
    table.tokens("Portland", silver=2)
    table.place("Portland")  # up to the second 3 box
    assert table.state.cash[0] == 40 + 2 * 3
    table.do(ADVANCE, BOND)
    assert table.state.cash[0] == 46 + 40
    assert table.heard(IncomeSkipped)[0].seat == 0


@pytest.mark.rule("TG-R40")
def test_generous_dividends_do_not_block_strikes_airmail_or_investments() -> None:
    table = Table().striking("G24").bids([1, 0, 0])
    assert table.state.cash[0] == 50
    table = Table().winning("G15").do(DEPLOY, remove(UNPRODUCTIVE_INVESTMENTS))
    assert table.state.cash[0] == 70


@pytest.mark.rule("TG-14.5", "TG-R22")
@pytest.mark.parametrize(
    ("number", "card", "pays"),
    [(1, "G01", 30), (2, "G01", 30), (3, "B01", 20), (5, "B01", 20), (6, "R01", 10)],
)
def test_unproductive_investments_pay_by_the_era_when_removed(number: int, card: str, pays: int) -> None:
    table = Table().winning(card, round=number).do(DEPLOY, remove(UNPRODUCTIVE_INVESTMENTS))
    assert table.state.cash[0] == 40 + pays
    assert table.heard(UnproductiveInvestmentsPaidOut)[0].amount == pays


@pytest.mark.rule("TG-14.6", "TG-R22")
def test_investments_cannot_help_to_pay_for_the_same_fleet() -> None:
    table = Table().auction("G15")
    table.state.cash[1] = 5
    assert table.no(BidForFleet(6)) == "TG-R4"
    table.do(BidForFleet(5), PASS, PASS, DEPLOY)
    assert table.state.cash[1] == 0
    table.do(remove(UNPRODUCTIVE_INVESTMENTS))
    assert table.state.cash[1] == 30


@pytest.mark.rule("TG-R22")
def test_investments_never_removed_pay_nothing() -> None:
    table = Table().begin()
    with_card = table.game.scores(table.state)[0]
    table.lose(0, UNPRODUCTIVE_INVESTMENTS)
    assert table.game.scores(table.state)[0] == with_card


@pytest.mark.rule("TG-14.7")
def test_rural_stops_stop_when_removed() -> None:
    table = Table().give(1, "G30").winning("G15").do(DEPLOY)
    assert queries.get_barrel_price(table.game, table.state, 0, 2) == 3
    table.do(remove(RURAL_STOPS))
    assert queries.get_barrel_price(table.game, table.state, 0, 2) == 2


@pytest.mark.rule("TG-14.8", "TG-9.9", "TG-R28")
@pytest.mark.parametrize(("number", "card"), [(1, "G24"), (7, "R24")])
def test_regional_management_makes_the_first_slot_advance_income(number: int, card: str) -> None:
    table = Table().begin(number).give(0, card)
    table.state.conditions[0] |= 1 << REGIONAL_MANAGEMENT
    table.play(card).bids([0, 0, 0])
    assert table.state.income_box[0] == 2
    assert table.heard(IncomeAdvanced)[0].forced
    view = table.game.view(table.state, 0)["turn"]
    assert (view["slots_left"], view["advances"]) == (2, 1)


@pytest.mark.rule("TG-R28", "TG-R25")
def test_the_forced_advance_counts_and_one_more_is_allowed() -> None:
    table = Table().begin()
    table.state.conditions[0] |= 1 << REGIONAL_MANAGEMENT
    table.begin_actions().do(ADVANCE)
    assert table.no(ADVANCE) == "TG-9.2"
    assert table.state.income_box[0] == 3


@pytest.mark.rule("TG-R28")
def test_on_the_top_box_the_forced_advance_has_no_effect() -> None:
    table = Table().begin()
    table.state.conditions[0] |= 1 << REGIONAL_MANAGEMENT
    table.state.income_box[0] = 25
    table.begin_actions()
    assert table.state.income_box[0] == 25
    assert table.game.view(table.state, 0)["turn"]["slots_left"] == 2


@pytest.mark.rule("TG-R23")
@pytest.mark.parametrize(("condition", "slots", "income"), [(REGIONAL_MANAGEMENT, 3, 0), (GENEROUS_DIVIDENDS, 2, 3)])
def test_a_condition_removed_before_the_actions_binds_no_more(condition: int, slots: int, income: int) -> None:
    table = Table().begin().give(0, "G15")
    table.state.conditions[0] |= 1 << REGIONAL_MANAGEMENT
    table.play("G15").do(PASS, PASS, BidForFleet(1), DEPLOY, remove(condition))
    assert table.game.view(table.state, 0)["turn"]["slots_left"] == slots
    table.do(*[CHIP, CHIP, BOND][:slots])
    paid = [event.amount for event in table.heard(IncomePaid)]
    assert paid == ([income] if income else [])

"""Section 9: the three actions."""

import pytest

from aerodrome import Action
from aerodrome.games.tingoose.model.actions import (
    ExtendNetwork,
    PassAuction,
    PlacePlane,
    ServeDestination,
    TakeLaborChip,
)
from aerodrome.games.tingoose.model.state import REGIONAL_MANAGEMENT
from games.tingoose.table import ADVANCE, BOND, CHIP, PASS, TWO_CHIPS, Table


@pytest.mark.rule("TG-9.1", "TG-R24")
def test_all_three_slots_must_be_filled_in_any_order() -> None:
    table = Table().acting()
    assert table.no(PASS) == "TG-9.1"
    for action in (BOND, ADVANCE, CHIP):
        assert (table.step, table.who) == ("TurnActionStep", 0)
        table.do(action)
    assert table.state.step_stack == []


@pytest.mark.rule("TG-R24")
def test_filling_the_slots_is_always_possible() -> None:
    table = Table().acting()
    table.state.cash[0], table.state.income_box[0] = 0, 25
    table.state.network[0] = table.game.all_cities
    table.state.planes[0] = [0]
    assert table.legal() == [ADVANCE, CHIP, BOND]
    table.do(ADVANCE)  # legal on the 15 box, without effect
    assert table.state.income_box[0] == 25


@pytest.mark.rule("TG-9.2")
@pytest.mark.parametrize("action", [ADVANCE, CHIP, BOND])
def test_no_action_is_taken_more_than_twice(action: Action) -> None:
    table = Table().acting().do(action, action)
    assert table.no(action) == "TG-9.2"
    assert action not in table.legal()


@pytest.mark.rule("TG-9.2", "TG-R25")
@pytest.mark.parametrize("first", ["plane", "extension"])
@pytest.mark.parametrize("second", ["plane", "extension"])
def test_planes_and_extensions_are_the_same_action(first: str, second: str) -> None:
    table = Table().acting().fleets(0, G01=2, G02=2)
    for kind, city in ((first, "Portland"), (second, "Medford")):
        table.do(table.placing(city, "G01") if kind == "plane" else table.extending(city))
    assert table.no(table.placing("Boise", "G02")) == "TG-9.2"
    assert table.no(table.extending("Boise")) == "TG-9.2"
    assert not any(isinstance(action, (PlacePlane, ExtendNetwork)) for action in table.legal())


@pytest.mark.rule("TG-R25")
def test_with_one_and_with_two_chips_is_the_same_action() -> None:
    table = Table().acting().do(TWO_CHIPS, CHIP)
    assert table.no(CHIP) == table.no(TWO_CHIPS) == "TG-9.2"


@pytest.mark.rule("TG-9.3", "TG-R48")
def test_advance_income_goes_up_one() -> None:
    table = Table().acting().do(ADVANCE)
    assert table.state.income_box[0] == 2
    table.do(ADVANCE)
    assert (table.state.income_box[0], table.income()) == (3, 4)


@pytest.mark.rule("TG-9.4")
def test_a_plane_takes_one_slot() -> None:
    table = Table().acting()
    table.place("Portland")
    assert table.game.view(table.state, 0)["turn"]["slots_left"] == 2


@pytest.mark.rule("TG-9.5", "TG-R26")
def test_international_service_takes_two_slots_and_is_possible_once_a_turn() -> None:
    table = Table().acting().fleets(0, G01=2, G02=2)
    table.do(table.abroad("G01"))
    assert table.game.view(table.state, 0)["turn"]["slots_left"] == 1
    table.state.served_destinations[0] = 0
    assert table.no(table.abroad("G02")) == "TG-9.5"
    assert not any(isinstance(action, ServeDestination) for action in table.legal())


@pytest.mark.rule("TG-R26")
def test_with_regional_management_it_is_advance_and_international_service() -> None:
    table = Table().begin()
    table.state.conditions[0] |= 1 << REGIONAL_MANAGEMENT
    table.begin_actions().do(table.abroad())
    assert table.state.step_stack == []
    assert (table.state.served_destinations[0], table.state.income_box[0]) == (1, 2)


@pytest.mark.rule("TG-R26", "TG-R30")
def test_a_bond_may_pay_for_international_service_in_the_same_turn() -> None:
    table = Table().acting()
    table.state.cash[0] = 5
    assert table.no(table.abroad()) == "TG-11.5"
    table.do(BOND, table.abroad())
    assert table.state.cash[0] == 5 + 40 - 10


@pytest.mark.rule("TG-9.6", "TG-9.7", "TG-R29")
def test_the_rulebook_example_a_second_chip_costs_the_income_of_7() -> None:
    table = Table().acting()
    table.state.income_box[0], table.state.cash[0] = 9, 20
    assert table.income() == 7
    free = Table().acting()
    free.state.cash[0] = 20
    free.do(CHIP)
    assert (free.state.chips[0], free.state.cash[0]) == (3, 20)
    table.do(TWO_CHIPS)
    assert (table.state.chips[0], table.state.cash[0]) == (4, 13)
    chips = [action for action in table.legal() if isinstance(action, TakeLaborChip)]
    assert chips == [CHIP, TWO_CHIPS]  # one or two, never more


@pytest.mark.rule("TG-9.6", "TG-R29")
def test_the_second_chip_needs_the_cash() -> None:
    table = Table().acting()
    table.state.cash[0] = 2
    assert table.no(TWO_CHIPS) == "TG-9.6"
    assert TWO_CHIPS not in table.legal()
    table.state.cash[0] = 3
    assert table.no(TWO_CHIPS) == ""


@pytest.mark.rule("TG-R29")
def test_the_price_follows_the_marker_within_the_turn() -> None:
    table = Table().acting()
    table.state.income_box[0] = 2
    table.do(ADVANCE, TWO_CHIPS)
    assert table.state.cash[0] == 36


@pytest.mark.rule("TG-9.7", "TG-R29")
def test_at_most_four_chips_are_taken_in_a_turn() -> None:
    table = Table().acting().do(TWO_CHIPS, TWO_CHIPS)
    assert table.state.chips[0] == 6
    assert table.no(TWO_CHIPS) == "TG-9.2"


@pytest.mark.rule("TG-9.8", "TG-R30")
@pytest.mark.parametrize("number", [1, 4, 7])
def test_bonds_bring_40_each_twice_a_turn_in_any_round(number: int) -> None:
    table = Table().acting(round=number)
    table.state.bonds[0] = 11
    table.do(BOND, BOND)
    assert (table.state.cash[0], table.state.bonds[0]) == (120, 13)
    assert table.no(BOND) == "TG-9.2"


@pytest.mark.rule("TG-R30")
def test_bonds_cannot_be_paid_back() -> None:
    assert not any("repay" in kind or "redeem" in kind for kind in Table().game.codec.actions)
    table = Table().acting().do(BOND)
    assert all(type(action) is not PassAuction for action in table.legal())
    table.do(ADVANCE, CHIP)
    assert table.state.bonds[0] == 1


@pytest.mark.rule("TG-9.9")
def test_without_regional_management_the_first_slot_is_free() -> None:
    table = Table().acting()
    assert table.state.income_box[0] == 1
    assert table.game.view(table.state, 0)["turn"]["slots_left"] == 3


@pytest.mark.rule("TG-R55")
def test_the_second_plane_may_connect_to_the_first() -> None:
    table = Table().acting().fleets(0, G01=2)  # starts in Seattle
    assert table.no(table.placing("Medford", "G01")) == "TG-10.5"
    table.place("Portland", "G01")
    table.place("Medford", "G01")
    assert table.serves() == {"Seattle", "Portland", "Medford"}

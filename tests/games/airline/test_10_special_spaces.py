"""AL-10: special spaces."""

import pytest

from aerodrome.core.actions import CHANCE
from games.airline.table import JET, PROP, RED, SST, YELLOW, Table


@pytest.fixture
def table() -> Table:
    return Table("tokyo", "lima")


@pytest.mark.rule("AL-10.1")
@pytest.mark.parametrize(("aircraft", "subsidy"), [(PROP, 20), (JET, 10), (SST, 0)])
@pytest.mark.parametrize(("start", "dice"), [(20, (2, 2)), (22, (1, 2))])
def test_subsidy_pays_by_aircraft_when_reached_or_passed(
    table: Table, aircraft: int, subsidy: int, start: int, dice: tuple[int, int]
) -> None:
    table.aircraft(RED, aircraft)
    table.stand(RED, start)
    bank = table.state.bank
    table.fly(*dice)
    assert table.state.cash[RED] == 100 + subsidy
    assert table.state.bank == bank - subsidy


@pytest.mark.rule("AL-10.2", "AL-R8")
def test_leaving_subsidy_pays_nothing_and_reaching_it_pays_once(table: Table) -> None:
    table.stand(RED, 20)
    table.fly(2, 2)
    assert table.state.cash[RED] == 120
    table.end()
    table.land("air_cargo")
    table.end()
    table.fly(1, 1)
    assert table.state.cash[RED] == 120


@pytest.mark.rule("AL-10.3", "AL-R9")
def test_subsidy_money_can_pay_what_the_space_asks(table: Table) -> None:
    table.cash(RED, 0)
    table.stand(RED, 22)
    table.fly(3, 3)
    assert table.state.cash[RED] == 5  # 20 of SUBSIDY, 15 of MAINTENANCE
    assert table.top == "AfterLandingStep"


@pytest.mark.rule("AL-10.4", "AL-R49")
@pytest.mark.parametrize(("aircraft", "charge"), [(PROP, 15), (JET, 25), (SST, 35)])
def test_maintenance_costs_by_aircraft(table: Table, aircraft: int, charge: int) -> None:
    table.aircraft(RED, aircraft)
    bank = table.state.bank
    table.land("maintenance")
    assert table.state.cash[RED] == 100 - charge
    assert table.state.bank == bank + charge


@pytest.mark.rule("AL-10.5", "AL-R48")
@pytest.mark.parametrize("dice", [(1, 1), (3, 4), (6, 6)])
def test_charter_pays_one_for_each_pip_of_a_second_throw(table: Table, dice: tuple[int, int]) -> None:
    table.land("charter")
    assert table.actors == (CHANCE,)
    table.throw(*dice)
    assert table.state.cash[RED] == 100 + sum(dice)
    assert table.state.pos[RED] == table.space("charter")
    assert table.actors == (RED,)


@pytest.mark.rule("AL-10.6", "AL-10.7", "AL-R10")
def test_hijack_without_a_double_sends_the_aircraft_to_subsidy_for_nothing(table: Table) -> None:
    table.aircraft(RED, JET)
    table.own(RED, "moscow")
    table.land("hijack")
    assert table.actors == (CHANCE,)
    table.throw(3, 4)
    assert table.state.pos[RED] == 0
    assert (table.state.cash[RED], table.state.aircraft[RED], table.owned(RED)) == (100, JET, {"tokyo", "moscow"})


@pytest.mark.rule("AL-10.13", "AL-R10")
def test_leaving_subsidy_after_a_hijack_pays_nothing_either(table: Table) -> None:
    table.land("hijack")
    table.throw(3, 4)
    table.end()
    table.land("air_cargo")
    table.end()
    table.fly(1, 2)
    assert (table.state.pos[RED], table.state.cash[RED]) == (3, 100)


@pytest.mark.rule("AL-10.8", "AL-10.12", "AL-R11")
def test_hijack_with_a_double_is_a_crash_on_the_spot(table: Table) -> None:
    table.aircraft(RED, SST)
    table.land("hijack")
    table.throw(2, 2)
    assert (table.state.cash[RED], table.state.aircraft[RED]) == (70, PROP)
    assert table.state.pos[RED] == table.space("hijack")


@pytest.mark.rule("AL-10.9")
def test_air_cargo_pays_10(table: Table) -> None:
    bank = table.state.bank
    table.land("air_cargo")
    assert (table.state.cash[RED], table.state.bank) == (110, bank - 10)


@pytest.mark.rule("AL-10.10", "AL-10.11", "AL-10.12", "AL-R11")
@pytest.mark.parametrize("aircraft", [PROP, JET, SST])
def test_a_crash_costs_30_and_leaves_the_prop_where_it_happened(table: Table, aircraft: int) -> None:
    table.aircraft(RED, aircraft)
    bank = table.state.bank
    table.land("crash")
    assert (table.state.cash[RED], table.state.bank) == (70, bank + 30)
    assert table.state.aircraft[RED] == PROP
    assert table.state.pos[RED] == table.space("crash")


@pytest.mark.rule("AL-R53")
def test_there_is_no_space_for_strikes_or_weather(table: Table) -> None:
    kinds = {space["kind"] for space in table.game.board()["track"]}
    assert kinds == {"city", "subsidy", "maintenance", "charter", "hijack", "air_cargo", "crash"}


@pytest.mark.rule("AL-R54")
def test_the_dice_of_a_turn_come_in_one_order(table: Table) -> None:
    seen = []
    table.do(RED, table.game.fly)
    seen.append(table.top)
    table.stand(RED, 5)
    table.throw(1, 2)
    seen.append(table.top)
    table.throw(1, 2)
    table.end()
    table.own(RED, "rome")
    table.land("rome")
    table.do(YELLOW, table.challenge("rome"))
    seen.append(table.top)
    table.throw(1, 2)
    seen.append(table.top)
    assert seen == ["MovementThrowStep", "CharterThrowStep", "ChallengeThrowStep", "ChallengeThrowStep"]

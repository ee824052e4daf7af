"""Sections 15 and 16: income, round 7, scoring."""

import pytest

from aerodrome.games.tingoose.model.events import FleetDiscardedInLastRound, IncomePaid
from aerodrome.games.tingoose.rules import queries
from aerodrome.games.tingoose.rules.state_changes import move_income_marker
from games.tingoose.table import ADVANCE, BOND, CHIP, Table


@pytest.mark.rule("TG-15.1")
def test_income_is_the_number_in_the_box() -> None:
    table = Table().begin()
    boxes = table.game.income_boxes
    assert (boxes[0], boxes[-1]) == (2, 15)
    assert boxes.count(7) == 2
    for box, number in enumerate(boxes):
        table.state.income_box[0] = box
        assert table.income() == number


@pytest.mark.rule("TG-15.2", "TG-R41")
@pytest.mark.parametrize(("start", "move", "end"), [(1, -3, 0), (0, -1, 0), (24, 2, 25), (25, 1, 25), (5, 3, 8)])
def test_the_marker_stops_at_the_ends_and_the_rest_is_lost(start: int, move: int, end: int) -> None:
    table = Table().begin()
    table.state.income_box[0] = start
    move_income_marker(table.game, table.state, 0, move)
    assert table.state.income_box[0] == end


@pytest.mark.rule("TG-15.3")
def test_nothing_else_moves_the_marker() -> None:
    table = Table().without_conditions().give(0, "G24").begin()
    table.play("G24").bids([2, 0, 0]).do(CHIP, table.abroad())
    assert table.state.income_box == [1, 1, 1]
    table = Table().without_conditions().give(0, "G30").begin().play("G30")
    assert table.state.income_box == [1, 1, 1]
    table.do(BOND)
    assert table.state.income_box == [1, 1, 1]


@pytest.mark.rule("TG-15.4", "TG-15.5")
def test_income_comes_at_the_end_of_the_own_turn_and_for_demand() -> None:
    table = Table().without_conditions().acting().tokens("Portland", silver=1)
    table.place("Portland")
    assert table.state.cash == [43, 40, 40]
    table.do(ADVANCE, CHIP)
    assert table.heard(IncomePaid) == [IncomePaid(0, 4)]
    assert table.state.cash == [47, 40, 40]


@pytest.mark.rule("TG-15.5")
def test_the_income_of_the_moment_is_collected() -> None:
    table = Table().without_conditions().acting()
    table.state.income_box[0] = 20
    table.do(ADVANCE, CHIP, BOND)
    assert table.heard(IncomePaid)[0].amount == 13


@pytest.mark.rule("TG-16.1", "TG-R42")
def test_in_round_7_a_fleet_is_discarded_without_an_auction() -> None:
    table = Table().give(0, "R14").begin(round=7).network(0, "Los Angeles").give(0, "R14")
    table.play("R14")
    assert table.step == "TurnActionStep"
    assert table.state.income_box[0] == 3  # the city bonus comes as usual
    assert table.state.fleets[0] == [table.game.start_fleet]
    assert queries.count_bits(table.state.conditions[0]) == 4
    assert table.heard(FleetDiscardedInLastRound)


@pytest.mark.rule("TG-16.2", "TG-R42", "TG-R48")
def test_round_7_has_events_actions_and_income_as_ever() -> None:
    table = Table().without_conditions().begin(round=7).give(0, "R27").play("R27")
    assert table.state.cash == [34, 34, 34]
    table.place("Portland")
    table.do(ADVANCE, CHIP)
    assert table.heard(IncomePaid)[0].amount == 4


@pytest.mark.rule("TG-R42")
def test_in_round_6_a_fleet_is_still_auctioned() -> None:
    table = Table().begin(round=6).give(0, "R14").play("R14")
    assert table.step == "AuctionBidStep"


def line(table: Table, seat: int, number: int) -> int:
    return table.game.score_breakdown(table.state)[seat][number].amount


@pytest.mark.rule("TG-16.3")
def test_each_destination_is_worth_40() -> None:
    table = Table().begin()
    table.state.served_destinations[0] = 0b101101
    assert line(table, 0, 1) == 160


@pytest.mark.rule("TG-16.4", "TG-R43")
def test_each_player_with_fewer_destinations_is_worth_10_once() -> None:
    table = Table(5).begin()
    table.state.served_destinations = [0b111, 0b11, 0b111000, 0b1, 0]
    assert [line(table, seat, 2) for seat in range(5)] == [30, 20, 30, 10, 0]


@pytest.mark.rule("TG-16.5", "TG-R44")
def test_each_major_city_served_is_worth_20_whoever_else_is_there() -> None:
    table = Table().begin().network(0, "Chicago", "Denver", "Boise").network(1, "Chicago")
    assert line(table, 0, 3) == 40
    assert line(table, 1, 3) == 20


@pytest.mark.rule("TG-16.6", "TG-16.7")
def test_income_counts_tenfold_and_bonds_cost_40() -> None:
    table = Table().begin()
    table.state.income_box[0], table.state.bonds[0] = 25, 3
    assert (line(table, 0, 4), line(table, 0, 5)) == (150, -120)


@pytest.mark.rule("TG-16.8")
def test_chips_conditions_fleets_and_planes_are_worth_nothing() -> None:
    table = Table().begin()
    before = table.game.scores(table.state)
    table.state.chips[0] = 9
    table.state.conditions[0] = 0
    table.fleets(0, trimotor=2, G01=2, B17=2)
    table.state.extensions[0] = 3
    table.network(0, "Seattle", "Portland", "Boise")
    assert table.game.scores(table.state) == before


@pytest.mark.rule("TG-16.9", "TG-16.10")
def test_the_rulebook_example_ends_at_359_and_wins() -> None:
    table = Table().begin()
    state = table.state
    state.cash, state.bonds = [29, 0, 0], [2, 0, 0]
    state.served_destinations = [0b111, 0b11, 0]
    state.income_box[0] = table.game.income_boxes.index(11)
    majors = [city.name for city in table.game.edition.city if city.major][:8]
    table.network(0, *majors, "Boise")
    lines = table.game.score_breakdown(state)[0]
    assert [line.amount for line in lines] == [29, 120, 20, 160, 110, -80]
    assert table.game.scores(state)[0] == 359
    assert table.game.winners(state) == ()
    state.step_stack = []
    assert table.game.winners(state) == (0,)


@pytest.mark.rule("TG-R45")
def test_a_tie_is_a_shared_victory() -> None:
    table = Table().begin()
    table.state.network = [table.mask("Boise")] * 3
    table.state.step_stack = []
    table.state.cash = [50, 50, 49]
    table.state.bonds = [0, 0, 0]
    assert table.game.winners(table.state) == (0, 1)


@pytest.mark.rule("TG-R46")
def test_a_score_may_be_negative_but_cash_never_is() -> None:
    table = Table().give(0, "G27").begin()
    table.state.cash[1], table.state.bonds[1] = 0, 4
    table.play("G27")
    assert table.state.cash[1] >= 0
    assert table.game.scores(table.state)[1] == 13 - 5 * 40 + 30


@pytest.mark.rule("TG-R48")
def test_words_say_advance_income() -> None:
    table = Table().acting()
    assert table.game.say(table.state, 0, ADVANCE) == "Advance income"

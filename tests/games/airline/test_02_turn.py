"""AL-2 and AL-3: the turn and movement."""

import random

import pytest

import aerodrome
from aerodrome.core.actions import CHANCE, Event
from aerodrome.games.airline.model.actions import (
    BuyLandingRights,
    CloseTradeAndFly,
    EndTurn,
    ExchangeAircraft,
    Offer,
    ThrowDice,
)
from aerodrome.games.airline.model.events import AircraftMoved, TurnBegan
from games.airline.table import JET, RED, YELLOW, Table


@pytest.fixture
def table() -> Table:
    return Table("tokyo", "lima")


@pytest.mark.rule("AL-2.1", "AL-2.3")
def test_there_is_one_movement_throw_and_a_double_gives_no_other(table: Table) -> None:
    table.fly(4, 4)
    assert len(table.told(AircraftMoved)) == 1
    table.throw(1, 2)  # the CHARTER throw, which moves nobody
    assert table.state.pos[RED] == 8
    assert table.rule(RED, CloseTradeAndFly()) == "AL-2.1"
    table.end()
    assert table.state.active == YELLOW


@pytest.mark.rule("AL-2.2")
def test_a_turn_cannot_be_ended_without_the_throw(table: Table) -> None:
    assert table.rule(RED, EndTurn()) == "AL-2.2"
    assert EndTurn() not in table.legal(RED)


@pytest.mark.rule("AL-2.4", "AL-R7")
def test_a_turn_goes_from_before_the_throw_to_after_and_ends_by_saying_so(table: Table) -> None:
    assert (table.actors, table.top) == ((RED,), "BeforeMovementThrowStep")
    table.do(RED, CloseTradeAndFly())
    assert (table.actors, table.top) == ((CHANCE,), "MovementThrowStep")
    table.throw(1, 2)
    assert (table.actors, table.top) == ((RED,), "AfterLandingStep")
    table.do(RED, EndTurn())
    assert (table.actors, table.top) == ((YELLOW,), "BeforeMovementThrowStep")
    assert table.rule(YELLOW, table.game.give_up) == "AL-R14"


@pytest.mark.rule("AL-2.5", "AL-6.6")
def test_aircraft_are_exchanged_before_the_throw_only(table: Table) -> None:
    table.stand(RED, "tokyo")
    assert table.rule(RED, ExchangeAircraft(JET)) == ""
    table.own(RED, "rome")
    table.land("rome")
    assert table.top == "AfterLandingStep"
    assert table.rule(RED, ExchangeAircraft(JET)) == "AL-2.5"
    table.end()
    assert table.rule(RED, ExchangeAircraft(JET)) == "AL-1.15"


@pytest.mark.rule("AL-2.6")
def test_trades_are_possible_before_the_throw_after_it_and_in_debt(table: Table) -> None:
    table.own(RED, "moscow")
    sale = table.offer(YELLOW, give=("moscow",), get=20)
    table.no_offers()
    assert table.rule(RED, sale) == ""
    table.land("air_cargo")
    assert table.rule(RED, sale) == ""
    table.end()
    table.land("air_cargo")
    table.end()
    table.cash(RED, 0)
    table.land("maintenance")
    assert table.top == "RaiseMoneyStep"
    assert table.rule(RED, sale) == ""


@pytest.mark.rule("AL-2.6")
def test_no_deal_is_made_while_bases_are_chosen_or_dice_are_thrown(table: Table) -> None:
    table.own(RED, "moscow")
    table.no_offers()
    table.do(RED, CloseTradeAndFly())
    assert table.rule(RED, table.offer(YELLOW, give=("moscow",), get=20)) == "AL-1.15"


@pytest.mark.rule("AL-2.7", "AL-3.5", "AL-R27")
def test_only_the_city_landed_on_this_turn_can_be_bought(table: Table) -> None:
    table.stand(RED, "rome")
    assert table.rule(RED, table.buy_city("rome")) == "AL-2.7"
    assert table.rule(RED, table.challenge("rome")) == "AL-2.7"
    table.land("london")
    assert table.rule(RED, table.buy_city("rome")) == "AL-2.7"
    assert table.rule(RED, table.challenge("rome")) == "AL-2.7"
    assert table.rule(RED, table.buy_city("london")) == ""


@pytest.mark.rule("AL-2.8")
def test_a_player_in_debt_cannot_end_his_turn(table: Table) -> None:
    table.cash(RED, 5)
    table.land("maintenance")
    assert table.rule(RED, EndTurn()) == "AL-2.8"


@pytest.mark.rule("AL-3.1")
@pytest.mark.parametrize(("start", "dice", "end"), [(0, (1, 1), 2), (13, (6, 6), 1), (22, (1, 2), 1), (1, (2, 2), 5)])
def test_the_aircraft_moves_by_exactly_the_total_round_the_ring(
    table: Table, start: int, dice: tuple[int, int], end: int
) -> None:
    table.stand(RED, start)
    table.fly(*dice)
    assert table.state.pos[RED] == end


@pytest.mark.rule("AL-3.2", "AL-7.7")
def test_a_space_that_is_only_passed_has_no_effect(table: Table) -> None:
    table.stand(RED, 3)  # past MAINTENANCE and Lima, the base of Yellow
    table.fly(1, 2)
    assert table.state.cash == [100, 100]


@pytest.mark.rule("AL-3.3")
def test_dice_for_charter_hijack_and_challenge_do_not_move_an_aircraft(table: Table) -> None:
    table.land("charter")
    table.throw(6, 5)
    assert table.state.pos[RED] == table.space("charter")
    table.no_offers()
    table.end()
    table.own(RED, "rome")
    table.land("rome")
    table.do(YELLOW, table.challenge("rome"))
    table.throw(5, 5)
    table.throw(6, 6)
    assert table.game.city_at[table.state.pos[YELLOW]] == table.city("rome")
    assert table.state.pos[RED] == table.space("charter")


@pytest.mark.rule("AL-3.4", "AL-R47")
def test_aircraft_on_one_space_do_not_influence_each_other(table: Table) -> None:
    table.stand(YELLOW, "london")
    table.land("london")
    assert table.state.cash == [100, 100]
    assert table.state.pos == [table.game.pos_of[table.city("london")]] * 2
    assert table.rule(RED, BuyLandingRights(table.city("london"))) == ""


def test_a_throw_outside_the_dice_is_refused(table: Table) -> None:
    table.do(RED, CloseTradeAndFly())
    for dice in ((0, 3), (7, 1), (1, -1)):
        assert table.game.violated_rule(table.state, CHANCE, ThrowDice(*dice)) == "AL-R54"


def test_offers_and_aircraft_that_do_not_exist_are_refused_not_crashed(table: Table) -> None:
    assert table.rule(RED, ExchangeAircraft(7)) == "AL-6.1"
    assert table.rule(RED, ExchangeAircraft(-1)) == "AL-6.1"
    assert table.rule(RED, Offer(9, (1,), 0, (), 0)) == "AL-R31"
    assert table.rule(RED, Offer(YELLOW, (99,), 0, (), 0)) == "AL-R31"
    assert table.rule(RED, Offer(YELLOW, (-1,), 0, (), 0)) == "AL-R31"
    assert table.rule(RED, BuyLandingRights(-1)) == "AL-2.7"


@pytest.mark.rule("AL-R44")
def test_rounds_are_counted_from_whoever_has_the_first_turn() -> None:
    """The limit counts them at the banker's seat; people see whole rounds."""
    game = aerodrome.load("airline", options={"first_turn": "dice_winner"})
    state = game.new(3)
    began: list[tuple[int, int]] = []
    rng = random.Random(3)
    while len(began) < 7:
        who = game.actors(state)[0]
        action = game.pick_outcome(state, rng.random()) if who == CHANCE else game.legal(state, who)[0]
        events: list[Event] = []
        game.apply(state, who, action, events.append)
        began += [(event.round, event.seat) for event in events if isinstance(event, TurnBegan)]
    assert began[0][1] != 0, "another seed is wanted: the banker won the throw"
    assert [number for number, _ in began] == [1, 1, 1, 2, 2, 2, 3]
    assert len({seat for _, seat in began[:3]}) == 3

"""AL-1: components and set-up."""

import pytest

import aerodrome
from aerodrome.core.actions import CHANCE
from aerodrome.games.airline.game import Airline
from aerodrome.games.airline.model.actions import ChooseBase, LeaveGame, ThrowDice
from aerodrome.games.airline.model.state import AirlineState
from games.airline.table import BLACK, GREEN, JET, PROP, RED, YELLOW, Table


def opening(seats: int, **options: object) -> tuple[Airline, AirlineState]:
    game = aerodrome.load("airline", options=options)
    assert isinstance(game, Airline)
    state = game.new(seats)
    assert isinstance(state, AirlineState)
    return game, state


@pytest.mark.rule("AL-1.1", "AL-1.16")
def test_two_to_four_play_each_with_a_colour_of_the_edition() -> None:
    game = aerodrome.load("airline")
    for seats in (2, 3, 4):
        assert game.new(seats).seats == seats
    for seats in (1, 5):
        with pytest.raises(ValueError, match="2 to 4 seats"):
            game.new(seats)
    assert len({game.seat_name(seat) for seat in range(4)}) == 4
    colours = [player["colour"] for player in game.view(game.new(4), None)["players"]]
    assert colours == game.board()["colours"]


@pytest.mark.rule("AL-1.2")
def test_the_track_has_18_cities_and_one_of_each_special_space() -> None:
    track = aerodrome.load("airline").board()["track"]
    kinds = [space["kind"] for space in track]
    assert len(track) == 24
    assert kinds.count("city") == 18
    for kind in ("subsidy", "maintenance", "charter", "hijack", "air_cargo", "crash"):
        assert kinds.count(kind) == 1


@pytest.mark.rule("AL-1.3")
def test_a_route_of_the_map_has_no_direction() -> None:
    game = Table("tokyo", "lima").game
    board = game.board()
    assert {city["id"] for city in board["cities"]} == {s["city"] for s in board["track"] if s["city"]}
    for a in range(18):
        for b in range(18):
            assert game.routes[a] >> b & 1 == game.routes[b] >> a & 1


@pytest.mark.rule("AL-1.4", "AL-1.5")
def test_a_player_has_twelve_markers_of_his_own_and_one_of_each_aircraft() -> None:
    table = Table("tokyo", "lima")
    view = table.game.view(table.state, RED)
    assert [player["markers_left"] for player in view["players"]] == [11, 11]
    assert [aircraft["id"] for aircraft in table.game.board()["aircraft"]] == ["prop", "jet", "sst"]
    table.aircraft(RED, JET)
    table.own(RED, "moscow")
    assert table.state.aircraft[YELLOW] == PROP
    assert table.owned(YELLOW) == {"lima"}


@pytest.mark.rule("AL-1.6", "AL-R3")
def test_the_banker_is_only_a_title_and_seat_0_unless_given() -> None:
    table = Table("tokyo", "lima", "rome")
    assert table.game.banker == RED
    assert [p["banker"] for p in table.game.view(table.state, None)["players"]] == [True, False, False]
    assert table.actors == (RED,)
    other = Table("tokyo", "lima", "rome", banker=2)
    assert other.actors == (GREEN,)
    with pytest.raises(ValueError, match="banker"):
        aerodrome.load("airline", options={"banker": 3}).new(2)


@pytest.mark.rule("AL-1.7", "AL-1.8")
def test_everybody_starts_with_100_and_the_prop_on_subsidy() -> None:
    game, state = opening(4)
    assert state.cash == [100] * 4
    assert [game.edition.aircraft[a].id for a in state.aircraft] == ["prop"] * 4
    assert [game.edition.track.spaces[pos].kind for pos in state.pos] == ["subsidy"] * 4


@pytest.mark.rule("AL-1.9", "AL-1.13", "AL-R5", "AL-R8")
def test_neither_the_start_on_subsidy_nor_the_base_moves_money() -> None:
    table = Table("tokyo", "lima", "rome", "london")
    assert table.state.cash == [100] * 4
    table.fly(1, 2)
    assert table.state.cash[RED] == 100


@pytest.mark.rule("AL-1.10")
def test_the_highest_opening_throw_has_the_first_choice() -> None:
    game, state = opening(3)
    for dice in ((1, 2), (6, 5), (4, 4)):
        assert game.actors(state) == (CHANCE,)
        game.apply(state, CHANCE, ThrowDice(*dice))
    assert game.actors(state) == (YELLOW,)


@pytest.mark.rule("AL-R2", "AL-R54")
def test_only_the_tied_throw_again_from_the_banker_leftwards() -> None:
    game, state = opening(4, banker=2)
    thrown: list[int] = []

    def throw(first: int, second: int) -> None:
        game.apply(state, CHANCE, ThrowDice(first, second), lambda e: thrown.append(getattr(e, "seat", -1)))

    throw(6, 6)
    throw(1, 1)
    throw(2, 1)
    throw(6, 6)
    assert thrown[:4] == [GREEN, BLACK, RED, YELLOW]
    thrown.clear()
    throw(3, 3)
    throw(3, 3)
    throw(2, 2)
    throw(5, 2)
    assert [seat for seat in thrown if seat >= 0] == [GREEN, YELLOW, GREEN, YELLOW, YELLOW]
    assert game.actors(state) == (YELLOW,)


@pytest.mark.rule("AL-1.11")
def test_bases_are_chosen_from_the_winner_leftwards() -> None:
    game, state = opening(3)
    for dice in ((1, 1), (1, 1), (6, 6)):
        game.apply(state, CHANCE, ThrowDice(*dice))
    order = []
    for city in range(3):
        (seat,) = game.actors(state)
        order.append(seat)
        game.apply(state, seat, ChooseBase(city))
    assert order == [GREEN, RED, YELLOW]
    assert state.base == [1, 2, 0]


@pytest.mark.rule("AL-1.12", "AL-R4")
def test_any_city_but_a_taken_base_may_be_picked() -> None:
    game, state = opening(2)
    game.apply(state, CHANCE, ThrowDice(6, 6))
    game.apply(state, CHANCE, ThrowDice(1, 1))
    assert len(game.legal(state, RED)) == 18
    game.apply(state, RED, ChooseBase(4))
    assert len(game.legal(state, YELLOW)) == 17
    assert game.violated_rule(state, YELLOW, ChooseBase(4)) == "AL-R4"
    assert game.violated_rule(state, YELLOW, ChooseBase(18)) == "AL-1.12"
    assert game.violated_rule(state, YELLOW, ChooseBase(-1)) == "AL-1.12"


@pytest.mark.rule("AL-1.14", "AL-R1")
def test_normal_turns_begin_with_the_banker_or_by_option_with_the_dice_winner() -> None:
    for first_turn, starts in (("banker", RED), ("dice_winner", GREEN)):
        game, state = opening(3, first_turn=first_turn)
        for dice in ((1, 1), (1, 1), (6, 6)):
            game.apply(state, CHANCE, ThrowDice(*dice))
        for city in (0, 1, 2):
            game.apply(state, game.actors(state)[0], ChooseBase(city))
        assert state.active == starts


@pytest.mark.rule("AL-1.15")
def test_turns_pass_to_the_left_and_skip_who_is_out() -> None:
    table = Table("tokyo", "lima", "rome")
    order = []
    for _turn in range(4):
        order.append(table.state.active)
        table.land("air_cargo")
        table.end()
    assert order == [RED, YELLOW, GREEN, RED]
    assert table.rule(RED, table.game.fly) == "AL-1.15"
    table.do(GREEN, LeaveGame())
    table.land("air_cargo")
    table.end()
    assert table.state.active == RED

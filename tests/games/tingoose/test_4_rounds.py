"""Sections 4 and 5: rounds, turns, the card played."""

import random

import pytest

from aerodrome.games.tingoose.model.actions import PlayCard
from aerodrome.games.tingoose.model.events import (
    CardPlayed,
    CrashCostPaid,
    GameEnded,
    IncomeAdvanced,
    IncomePaid,
    LeftoverCardDiscarded,
    PlayedCardCityBonusGained,
    RoundBegan,
)
from aerodrome.games.tingoose.model.state import FACE_DOWN, PLAYED
from games.tingoose.table import ADVANCE, BOND, CHIP, PASS, Table, tin_goose


@pytest.mark.rule("TG-4.1", "TG-4.2", "TG-4.5")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_seven_rounds_of_one_turn_each_clockwise_from_the_same_first_player(seats: int) -> None:
    game, rng = tin_goose(), random.Random(seats)
    state = game.new(seats)
    turns: list[tuple[int, int]] = []
    while actors := game.actors(state):
        who = rng.choice(actors)
        action = rng.choice(game.legal(state, who))
        if isinstance(action, PlayCard):
            turns.append((game.round_number(state), who))
        game.apply(state, who, action)
    first = turns[0][1]
    assert turns == [(number, (first + i) % seats) for number in range(1, 8) for i in range(seats)]
    assert game.winners(state) != ()
    assert game.violated_rule(state, 0, PASS) == "TG-4.5"


@pytest.mark.rule("TG-4.3")
def test_a_turn_is_card_then_actions_then_income() -> None:
    table = Table().without_conditions().give(0, "G24", "G25").begin()
    assert table.step == "CardPlayStep"
    assert table.no(ADVANCE) == "TG-5.1"
    table.play("G24").bids([0, 0, 0])
    assert table.step == "TurnActionStep"
    assert table.no(PlayCard(table.card("G25"))) == "TG-9.1"
    cash = table.state.cash[0]
    table.do(CHIP, CHIP, ADVANCE)
    assert table.state.cash[0] == cash + 3
    assert [type(event) for event in table.events] == [IncomeAdvanced, IncomePaid]
    assert (table.step, table.who) == ("CardPlayStep", 1)


@pytest.mark.rule("TG-4.4")
def test_after_the_last_turn_of_a_round_the_marker_moves_on() -> None:
    table = Table().without_conditions().give(2, "G01", "G02").begin(round=1, seat=2)
    table.play("G01").do(PASS, PASS, PASS, ADVANCE, ADVANCE)
    assert table.state.round == 1
    table.do(CHIP)
    assert (table.state.round, table.state.active) == (2, 0)
    assert table.heard(RoundBegan)[0].round == 2


@pytest.mark.rule("TG-4.2")
def test_nobody_acts_out_of_turn() -> None:
    table = Table().give(1, "G01").begin()
    assert table.no(PlayCard(table.card("G01")), seat=1) == "TG-4.2"


@pytest.mark.rule("TG-4.5")
def test_the_game_ends_when_round_7_is_complete() -> None:
    table = Table().without_conditions().give(2, "R01", "R02").begin(round=7, seat=2)
    table.play("R01").do(ADVANCE, ADVANCE)
    assert table.state.step_stack
    table.do(CHIP)
    assert not table.state.step_stack
    assert table.heard(GameEnded)[0].scores == tuple(table.game.scores(table.state))


@pytest.mark.rule("TG-5.1", "TG-R9")
def test_one_own_card_must_be_played() -> None:
    table = Table().give(0, "G01", "G24").give(1, "G02").begin()
    assert table.legal() == [PlayCard(table.card("G01")), PlayCard(table.card("G24"))]
    assert table.no(PlayCard(table.card("G02"))) == "TG-5.1"
    assert table.no(PASS) == "TG-5.1"
    table.play("G01")
    assert table.state.holder[table.card("G01")] == PLAYED


@pytest.mark.rule("TG-5.2", "TG-R9")
@pytest.mark.parametrize(
    ("number", "card"), [(1, "G01"), (2, "G01"), (3, "B01"), (4, "B01"), (5, "B01"), (6, "R01"), (7, "R01")]
)
def test_each_round_asks_for_the_cards_of_its_era(number: int, card: str) -> None:
    table = Table().begin(number).give(0, "G01", "B01", "R01")
    assert table.legal() == [PlayCard(table.card(card))]
    others = {"G01", "B01", "R01"} - {card}
    assert {table.no(PlayCard(table.card(other))) for other in others} == {"TG-5.2"}


@pytest.mark.rule("TG-5.3", "TG-R9")
@pytest.mark.parametrize(("number", "era"), [(2, "G"), (5, "B"), (7, "R")])
def test_the_last_card_of_an_era_is_put_away_face_down(number: int, era: str) -> None:
    table = Table().without_conditions().begin(number, seat=2)
    for seat in range(3):
        table.give(seat, f"{era}0{seat + 1}")
    table.give(2, f"{era}24").play(f"{era}24").bids([0, 0, 0]).do(ADVANCE, ADVANCE, CHIP)
    left = [table.card(f"{era}0{seat + 1}") for seat in range(3)]
    assert [table.state.holder[card] for card in left] == [FACE_DOWN + seat for seat in range(3)]
    for watcher in (0, 1, None):
        heard = [event for event in table.events if event.is_visible_to(watcher)]
        assert not any(isinstance(event, LeftoverCardDiscarded) and event.seat == 2 for event in heard)
        assert f"{era}03" not in str(table.game.view(table.state, watcher))
    assert table.game.view(table.state, 2)["discarded"] == [f"{era}03"]


@pytest.mark.rule("TG-R9")
@pytest.mark.parametrize("number", [1, 3, 4, 6])
def test_nothing_is_put_away_in_the_middle_of_an_era(number: int) -> None:
    era = "GGBBBRR"[number - 1]
    table = Table().without_conditions().begin(number, seat=2).give(0, f"{era}01").give(2, f"{era}24")
    table.play(f"{era}24").bids([0, 0, 0]).do(ADVANCE, ADVANCE, CHIP)
    assert table.state.holder[table.card(f"{era}01")] == 0


@pytest.mark.rule("TG-5.4", "TG-R8")
@pytest.mark.parametrize(
    ("number", "card"), [(1, "G15"), (1, "G31"), (7, "R21"), (7, "R30")], ids=["fleet", "event", "fleet 7", "event 7"]
)
def test_a_card_whose_city_is_served_lifts_income_by_two(number: int, card: str) -> None:
    table = Table().begin(number).give(0, card)
    city = table.game.cities[table.game.card_city[table.card(card)]]
    table.network(0, city).play(card)
    assert table.state.income_box[0] == 3
    assert table.heard(PlayedCardCityBonusGained)[0].income == 4


@pytest.mark.rule("TG-5.4")
def test_a_card_whose_city_is_not_served_lifts_nothing() -> None:
    table = Table().give(0, "G15").begin()
    table.network(0, "Denver").network(1, "Amarillo")
    table.play("G15")
    assert table.state.income_box == [1, 1, 1]


@pytest.mark.rule("TG-R8", "TG-12.8")
def test_an_extension_plane_gives_the_city_bonus() -> None:
    table = Table().give(0, "G22").acting()
    table.do(table.extending("Portland"))
    box = table.state.income_box[0]
    table.begin(round=2).play("G22")
    assert table.state.income_box[0] == box + 2


@pytest.mark.rule("TG-R8", "TG-15.2")
def test_the_city_bonus_stops_at_the_top_of_the_track() -> None:
    table = Table().give(0, "G15").begin()
    table.network(0, "Amarillo")
    table.state.income_box[0] = 24
    table.play("G15")
    assert (table.state.income_box[0], table.income()) == (25, 15)


@pytest.mark.rule("TG-5.5")
def test_the_city_bonus_comes_before_the_event() -> None:
    table = Table().give(0, "G27").begin()
    table.network(0, "San Diego").play("G27")
    assert [type(event) for event in table.events[:3]] == [CardPlayed, PlayedCardCityBonusGained, CrashCostPaid]


@pytest.mark.rule("TG-5.6")
def test_only_the_active_player_gains_from_the_city_and_only_at_once() -> None:
    table = Table().without_conditions().give(0, "G22").begin()
    table.network(1, "Portland").network(2, "Portland")
    table.play("G22").do(PASS, PASS, PASS)
    table.place("Portland")
    assert table.state.income_box == [0, 1, 1]  # down for two rivals, no bonus for coming late


@pytest.mark.rule("TG-5.7")
@pytest.mark.parametrize(
    ("card", "step"), [("G01", "AuctionBidStep"), ("G24", "StrikeBidStep"), ("G27", "TurnActionStep")]
)
def test_an_event_happens_at_once_and_a_fleet_is_auctioned(card: str, step: str) -> None:
    table = Table().give(0, card).begin().play(card)
    assert table.step == step


@pytest.mark.rule("TG-R54")
def test_cards_never_come_back() -> None:
    table = Table().without_conditions().give(0, "G01", "G02").begin()
    table.play("G01").do(PASS, PASS, PASS, ADVANCE, ADVANCE, BOND)
    table.begin(round=2)
    assert table.no(PlayCard(table.card("G01"))) == "TG-5.1"
    assert table.state.holder[table.card("G01")] == PLAYED

"""Section 2 and 17: set-up and the variant."""

from collections import Counter

import pytest

from aerodrome import CHANCE
from aerodrome.games.tingoose.model.actions import DealCard, DrawDemandCard, PlayCard
from aerodrome.games.tingoose.model.events import CardDealt, DemandTokensPlaced
from aerodrome.games.tingoose.model.state import FLEET, UNDEALT
from games.tingoose.table import Table, tin_goose


def draw(table: Table, *demand: int) -> Table:
    for card in demand:
        table.do(DrawDemandCard(card))
    return table


@pytest.mark.rule("TG-2.1")
def test_the_first_round_played_is_round_1() -> None:
    table = Table()
    assert table.state.round == 0
    assert Table().begin().state.round == 1
    assert table.game.destinations[table.game.destination_of_round[1]] == "Havana"


@pytest.mark.rule("TG-2.2")
def test_chicago_and_new_york_start_with_a_gold_token() -> None:
    table = Table()
    assert table.names(table.state.gold) == {"Chicago", "New York"}
    assert table.state.gold_left == 4


@pytest.mark.rule("TG-2.3", "TG-2.6", "TG-R37")
@pytest.mark.parametrize(("seats", "silver"), [(3, [4, 2, 2]), (4, [3, 3, 2]), (5, [4, 3, 2])])
def test_the_first_city_gets_gold_the_others_silver_by_the_chart(seats: int, silver: list[int]) -> None:
    table = draw(Table(seats), 0, 1, 2, 3)
    assert table.names(table.state.gold) == {"Chicago", "New York", "Reno"}
    cities = ["San Francisco", "San Diego", "Salt Lake City"]
    assert [table.state.silver[table.city(name)] for name in cities] == silver
    assert sum(table.state.silver) == sum(silver)  # only the green names count


@pytest.mark.rule("TG-2.4")
def test_all_demand_cards_are_shuffled_again_for_each_colour_in_order() -> None:
    table = draw(Table(), 0, 1, 2)
    assert len(table.legal(CHANCE)) == 9
    assert table.no(DrawDemandCard(0), CHANCE) == "TG-2.3"
    draw(table, 3)
    assert len(table.legal(CHANCE)) == 12
    draw(table, 0, 1, 2, 3)  # black
    assert table.state.gold >> table.city("Cheyenne") & 1
    draw(table, 0, 1, 2, 3)  # magenta
    assert table.state.gold >> table.city("Omaha") & 1
    draw(table, 0, 1, 2, 3)  # blue
    assert table.state.gold >> table.city("Washington") & 1
    assert table.step == "DealCardStep"


@pytest.mark.rule("TG-2.5", "TG-R36")
def test_chicago_drawn_first_keeps_one_gold_token() -> None:
    table = draw(Table(), 0, 1, 2, 3, 0, 1, 2, 3)
    before = table.state.gold_left
    draw(table, 11)
    assert table.state.gold >> table.city("Chicago") & 1
    assert table.state.gold_left == before
    assert table.heard(DemandTokensPlaced)[0].replaced


@pytest.mark.rule("TG-2.5", "TG-R36")
@pytest.mark.parametrize(("place", "silver"), [(1, 4), (2, 3), (3, 2)])
def test_chicago_drawn_later_loses_its_gold_token_for_silver(place: int, silver: int) -> None:
    table = draw(Table(seats=5), 0, 1, 2, 3, 0, 1, 2, 3)
    before = table.state.gold_left
    draw(table, *[0, 1, 2][:place])
    draw(table, 11)
    chicago = table.city("Chicago")
    assert not table.state.gold >> chicago & 1
    assert table.state.silver[chicago] == silver
    assert table.state.gold_left == before  # one freed, one spent on the first city


@pytest.mark.rule("TG-2.7")
def test_tokens_not_placed_are_out_of_the_game() -> None:
    table = Table(seats=3).chance()
    assert table.state.silver_left == 36 - 4 * 8
    left = table.state.silver_left
    table.acting()
    table.tokens("Portland", silver=4)
    table.place("Portland")
    assert table.state.silver_left == left


@pytest.mark.rule("TG-2.8", "TG-2.9")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everybody_is_dealt_3_gold_4_blue_3_red_cards_unseen_by_the_others(seats: int) -> None:
    table = Table(seats).chance(0.4)
    game, state = table.game, table.state
    for seat in range(seats):
        hand = [sum(state.holder[card] == seat for card in deck) for deck in game.decks]
        assert hand == [3, 4, 3]
    assert state.holder.count(UNDEALT) == 96 - 10 * seats
    dealt = [event for event in table.events if isinstance(event, CardDealt)]
    assert len(dealt) == 10 * seats
    assert all(event.visible_only_to == event.seat for event in dealt)
    undealt = {game.card_names[card] for card in range(96) if state.holder[card] == UNDEALT}
    for seat in range(seats):
        assert not undealt & set(game.view(state, seat)["hand"])


@pytest.mark.rule("TG-2.9")
def test_no_undealt_card_can_be_played() -> None:
    table = Table().give(0, "G01", "G02", "G03").begin()
    assert table.no(PlayCard(table.card("G04"))) == "TG-5.1"


@pytest.mark.rule("TG-2.10")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_one_airmail_card_more_than_players_is_laid_out(seats: int) -> None:
    table = Table(seats).chance()
    assert len(set(table.state.card_row)) == len(table.state.card_row) == seats + 1
    assert len(table.game.view(table.state, None)["airmail_row"]) == seats + 1


@pytest.mark.rule("TG-2.11", "TG-2.12", "TG-2.13", "TG-2.14", "TG-2.15", "TG-2.16")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_everybody_starts_alike(seats: int) -> None:
    table = Table(seats).chance()
    state, game = table.state, table.game
    assert state.cash == [40] * seats
    assert state.chips == [2] * seats
    assert state.fleets == [[game.start_fleet]] * seats
    assert state.planes == [[2]] * seats
    assert state.conditions == [0b11111] * seats
    assert state.income_box == [1] * seats
    assert [game.income_boxes[0], game.income_boxes[1], game.income_boxes[2]] == [2, 3, 3]
    assert [table.flames(seat) for seat in range(seats)] == [7] * seats


@pytest.mark.rule("TG-2.17")
def test_demand_cards_play_no_part_after_set_up() -> None:
    table = Table().chance()
    assert table.game.view(table.state, None)["demand_row"] == []
    table.begin()
    assert table.no(DrawDemandCard(0)) == "TG-5.1"


@pytest.mark.rule("TG-17.1", "TG-17.2", "TG-R52")
@pytest.mark.parametrize("seats", [3, 4, 5])
def test_with_even_events_everybody_gets_one_event_of_each_era(seats: int) -> None:
    table = Table(seats, even_events=True).chance(0.7)
    for seat in range(seats):
        hand = Counter(
            (table.game.card_era[card], table.game.card_kind[card] == FLEET)
            for card in range(96)
            if table.state.holder[card] == seat
        )
        assert hand == {(0, True): 2, (0, False): 1, (1, True): 3, (1, False): 1, (2, True): 2, (2, False): 1}


@pytest.mark.rule("TG-17.1")
def test_with_even_events_each_card_comes_from_its_own_pile() -> None:
    table = Table(even_events=True)
    draw(table, *[0, 1, 2, 3] * 4)
    assert len(table.legal(CHANCE)) == 23
    assert table.no(DealCard(table.card("G24")), CHANCE) == "TG-17.2"
    table.do(DealCard(table.card("G01")), DealCard(table.card("G02")))
    assert len(table.legal(CHANCE)) == 9
    assert table.no(DealCard(table.card("G03")), CHANCE) == "TG-17.2"


@pytest.mark.rule("TG-17.3", "TG-R52")
def test_the_variant_changes_nothing_but_the_deal() -> None:
    plain, even = Table(), Table(even_events=True)
    for table in (plain, even):
        table.give(0, "G27", "G28").begin()
        table.play("G27")
    assert plain.game.to_json(plain.state) == even.game.to_json(even.state)


@pytest.mark.rule("TG-17.3")
def test_with_even_events_undealt_cards_leave_the_game_unseen() -> None:
    table = Table(3, even_events=True).chance()
    assert table.state.holder.count(UNDEALT) == 66
    assert table.game.view(table.state, None)["played"] == []


@pytest.mark.rule("TG-R51")
def test_chance_acts_in_set_up_and_for_equal_opening_bids_only() -> None:
    import random

    game = tin_goose()
    rng = random.Random(3)
    for seats in (3, 4, 5):
        state = game.new(seats)
        steps = set()
        while actors := game.actors(state):
            if actors == (CHANCE,):
                steps.add((type(state.step_stack[-1]).__name__, game.round_number(state)))
            who = actors[0]
            game.apply(state, who, rng.choice(game.legal(state, who)))
        assert steps <= {
            ("DrawDemandAndPlaceTokensStep", 0),
            ("DealCardStep", 0),
            ("LayOutAirmailCardsStep", 0),
            ("DrawOpeningTieWinnerStep", 0),
        }


def test_every_outcome_of_a_draw_is_equally_likely() -> None:
    table = Table()
    assert table.game.odds(table.state) == [1 / 12] * 12
    draw(table, 5)
    assert table.game.odds(table.state) == [1 / 11] * 11

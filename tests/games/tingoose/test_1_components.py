"""Section 1: components and limits."""

from collections import Counter
from typing import Any

import msgspec
import pytest

from aerodrome import IllegalAction
from aerodrome.games.tingoose.components.edition import Edition, FleetOrEventCard, read_edition
from aerodrome.games.tingoose.model.actions import TakeLaborChip
from aerodrome.games.tingoose.model.state import MEDIUM
from aerodrome.games.tingoose.rules import queries
from games.tingoose.table import BOND, CHIP, Table, tin_goose


@pytest.fixture(scope="module")
def edition() -> Edition:
    return read_edition()


@pytest.mark.rule("TG-1.1")
@pytest.mark.parametrize("seats", [2, 6])
def test_three_to_five_play(seats: int) -> None:
    for number in (3, 4, 5):
        assert tin_goose().new(number).seats == number
    with pytest.raises(ValueError, match="3 to 5 seats"):
        tin_goose().new(seats)


@pytest.mark.rule("TG-1.2", "TG-1.3")
def test_48_cities_in_four_colours_ten_of_them_major(edition: Edition) -> None:
    assert Counter(city.colour for city in edition.city) == {"green": 12, "black": 12, "magenta": 12, "blue": 12}
    assert sum(city.major for city in edition.city) == 10
    game = tin_goose()
    assert queries.count_bits(game.major_cities) == 10
    assert queries.count_bits(game.all_cities) == 48


@pytest.mark.rule("TG-1.4")
def test_lines_join_pairs_both_ways_and_several_cities_share_a_hex(edition: Edition) -> None:
    table = Table()
    boston, buffalo = table.city("Boston"), table.city("Buffalo")
    assert table.game.lines_from[boston] >> buffalo & 1
    assert table.game.lines_from[buffalo] >> boston & 1
    hexes = Counter((city.q, city.r) for city in edition.city)
    assert hexes.most_common(1)[0][1] > 1
    assert table.names(table.game.cities_near[table.city("Reno")]) >= {"San Francisco"}  # the same hex


@pytest.mark.rule("TG-1.5")
def test_three_era_decks_of_32_are_used_in_order() -> None:
    game = tin_goose()
    assert [len(deck) for deck in game.decks] == [32, 32, 32]
    assert game.era_of_round[1:] == [0, 0, 1, 1, 1, 2, 2]


@pytest.mark.rule("TG-1.6")
@pytest.mark.parametrize("era", ["gold", "blue", "red"])
def test_each_deck_has_23_fleets_and_9_events(edition: Edition, era: str) -> None:
    kinds = Counter(card.kind for card in edition.card if card.era == era)
    assert kinds == {"fleet": 23, "strike": 3, "crash": 3, "oil": 3}


@pytest.mark.rule("TG-1.7")
def test_a_fleet_shows_size_barrels_flames_and_copies(edition: Edition) -> None:
    copies = Counter(card.fleet for card in edition.card if card.kind == "fleet")
    assert copies == {fleet.id: fleet.copies for fleet in edition.fleet}
    table = Table()
    stratoliner = table.card("B17")
    game = table.game
    assert game.fleet_kind_names[game.fleet_kind[stratoliner]] == "Boeing 307 Stratoliner"
    figures = (game.fleet_size[stratoliner], game.fleet_barrels[stratoliner], game.fleet_flames[stratoliner])
    assert figures == (MEDIUM, 3, 2)


@pytest.mark.rule("TG-1.8")
def test_every_era_card_shows_a_city(edition: Edition) -> None:
    game = tin_goose()
    assert [game.cities[city] for city in game.card_city] == [card.city for card in edition.card]


@pytest.mark.rule("TG-1.9")
def test_events_show_their_amounts(edition: Edition) -> None:
    def of(kind: str) -> list[FleetOrEventCard]:
        return [card for card in edition.card if card.kind == kind]

    assert all(card.win > 0 and card.lose > 0 for card in of("strike"))
    assert {card.per_flame for card in of("crash")} == {1, 2}
    assert {card.per_barrel for card in of("oil")} == {1, 2, 3}


@pytest.mark.rule("TG-1.10", "TG-1.11", "TG-1.12", "TG-1.13")
def test_trimotors_conditions_airmail_and_demand_are_complete(edition: Edition) -> None:
    assert edition.start_fleet.copies == 5
    assert [condition.copies for condition in edition.condition] == [5, 5, 5, 5, 5]
    assert len(edition.airmail) == 9
    assert all(card.start != card.target for card in edition.airmail)
    assert len(edition.demand_card) == 12
    colour = {city.name: city.colour for city in edition.city}
    for card in edition.demand_card:
        assert [colour[card.get_city_of_colour(c)] for c in edition.edition.colours] == edition.edition.colours
    assert (tin_goose().gold_tokens, tin_goose().silver_tokens) == (6, 36)


@pytest.mark.rule("TG-1.13")
def test_more_demand_tokens_than_there_are_make_a_broken_edition(edition: Edition) -> None:
    from aerodrome.core.edition import EditionError
    from aerodrome.games.tingoose.components.checks import CHECKS

    chart = {**edition.demand.chart, "5": [4, 4, 2]}
    broken = msgspec.structs.replace(edition, demand=msgspec.structs.replace(edition.demand, chart=chart))
    with pytest.raises(EditionError, match=r"demand\.chart\.5"):
        _ = [check(broken) for check in CHECKS]


@pytest.mark.rule("TG-1.14")
def test_planes_bonds_chips_and_extensions_never_run_out() -> None:
    table = Table(seats=3).acting()
    table.state.bonds[1] = 30
    table.state.chips[1] = 30
    table.state.extensions[0] = 40
    table.do(BOND, CHIP, table.extending("Portland"))
    assert (table.state.bonds[0], table.state.chips[0], table.state.extensions[0]) == (1, 3, 41)


@pytest.mark.rule("TG-1.15")
def test_each_player_has_a_marker_on_both_tracks() -> None:
    view = Table(seats=4).begin().game.view(Table(seats=4).begin().state, None)
    assert [(player["income"], player["flames"]) for player in view["players"]] == [(3, 7)] * 4


@pytest.mark.rule("TG-1.16", "TG-1.17", "TG-R47")
def test_money_bonds_and_chips_are_behind_the_screen_and_all_else_is_seen() -> None:
    table = Table().begin()
    table.state.bonds[1], table.state.chips[1] = 2, 5
    mine, other = (table.game.view(table.state, who)["players"][1] for who in (1, 0))
    assert (mine["cash"], mine["bonds"], mine["chips"]) == (40, 2, 5)
    assert (other["cash"], other["bonds"], other["chips"]) == (None, None, None)
    assert (mine["score"], other["score"]) == (table.game.scores(table.state)[1], None)
    hidden = {"cash", "bonds", "chips", "score"}
    assert {k: v for k, v in mine.items() if k not in hidden} == {k: v for k, v in other.items() if k not in hidden}
    assert {"fleets", "network", "conditions", "extensions", "airmail", "income", "flames"} <= other.keys()
    assert other["fleets"][0]["planes"] == 1


@pytest.mark.rule("TG-R47")
def test_the_screens_fall_at_the_end() -> None:
    table = Table().begin()
    table.state.step_stack = []
    view = table.game.view(table.state, None)
    assert [player["cash"] for player in view["players"]] == [40, 40, 40]


@pytest.mark.rule("TG-1.18")
def test_a_hand_is_secret_until_its_cards_are_played() -> None:
    table = Table().give(0, "G15", "B01", "R02").give(1, "G16").begin()
    assert table.game.view(table.state, 0)["hand"] == ["G15", "B01", "R02"]
    seen = table.game.view(table.state, 1)
    assert seen["hand"] == ["G16"]
    assert seen["players"][0]["hand"] == {"gold": 1, "blue": 1, "red": 1}
    assert "G15" not in str(seen)
    table.play("G15")
    assert table.game.view(table.state, 1)["played"] == ["G15"]


@pytest.mark.rule("TG-R49")
@pytest.mark.parametrize(
    "data",
    [{"type": "bid_opening", "amount": 2.5}, {"type": "bid", "amount": "3"}, {"type": "bid_chips", "chips": 0.5}],
)
def test_only_whole_dollars_and_chips_are_read(data: dict[str, Any]) -> None:
    with pytest.raises(ValueError, match="Expected `int`"):
        tin_goose().parse(data)


@pytest.mark.rule("TG-R53")
def test_nothing_is_ever_given_to_another_player() -> None:
    table = Table().acting()
    dealings = {"give", "trade", "offer", "deal"}
    assert not dealings & set(table.game.codec.actions)
    before = [table.state.cash[1:], table.state.chips[1:], table.state.fleets[1:]]
    table.do(BOND, CHIP)
    assert [table.state.cash[1:], table.state.chips[1:], table.state.fleets[1:]] == before
    with pytest.raises(IllegalAction):
        table.seat_does(1, TakeLaborChip(second=False))

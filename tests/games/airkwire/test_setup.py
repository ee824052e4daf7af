"""Section 2: setting up, and what is hidden."""

import random
from collections import Counter

import msgspec
import pytest

from aerodrome import CHANCE, load
from aerodrome.core.weights import read_weights
from aerodrome.games.airkwire.components.edition import City, read_edition
from aerodrome.games.airkwire.game import RULES_VERSION, WEIGHTS, Airkwire
from aerodrome.games.airkwire.model.state import AirkwireState
from aerodrome.games.airkwire.options import AirkwireOptions
from games.airkwire.table import Table


def begin(seats: int, **options: object) -> tuple[Airkwire, AirkwireState]:
    game = load("airkwire", options=options)
    state = game.new(seats)
    assert isinstance(game, Airkwire)
    assert isinstance(state, AirkwireState)
    return game, state


@pytest.mark.rule("AK-2.1")
def test_chance_names_the_first_player_with_equal_odds() -> None:
    game, state = begin(4)
    assert game.actors(state) == (CHANCE,)
    assert [game.dump(action)["seat"] for action in game.legal(state, CHANCE)] == [0, 1, 2, 3]
    assert game.odds(state) == [0.25] * 4
    game.apply(state, CHANCE, game.legal(state, CHANCE)[2])
    assert state.first == state.turn == 2


@pytest.mark.rule("AK-2.2", "AK-2.3", "AK-2.4", "AK-R1", "AK-R2")
@pytest.mark.parametrize(("seats", "share"), [(3, 4000), (4, 3000), (5, 2400), (6, 2000)])
def test_cash_is_split_evenly_with_200_less_for_the_first_and_more_for_the_last(seats: int, share: int) -> None:
    for mode, even in (("split", share), ("each", 12000)):
        game, state = begin(seats, starting_cash=mode)
        game.apply(state, CHANCE, game.legal(state, CHANCE)[1])
        expected = [even] * seats
        expected[1] -= 200
        expected[0] += 200
        assert state.cash == expected
        assert sum(state.cash) == even * seats


@pytest.mark.rule("AK-2.5", "AK-2.7", "AK-2.14", "AK-R83")
def test_five_cards_each_are_dealt_and_none_is_of_three_points() -> None:
    game, state = begin(6, power_cards=True)
    rng = random.Random(1)
    game.apply(state, CHANCE, game.legal(state, CHANCE)[0])
    while game.actors(state) == (CHANCE,):
        cards = [game.dump(action)["card"] for action in game.legal(state, CHANCE)]
        counts = [state.pile[game.codec.ids["card"][card]] for card in cards]
        assert all(game.is_plain[game.codec.ids["card"][card]] for card in cards)
        assert game.odds(state) == pytest.approx([count / sum(counts) for count in counts])
        game.apply(state, CHANCE, game.pick_outcome(state, rng.random()))
    assert [len(hand) for hand in state.hands] == [5] * 6
    assert state.top_left == 43 - 30


@pytest.mark.rule("AK-2.6")
def test_the_other_cards_are_halved() -> None:
    game, state = begin(3)
    assert state.pile_size == 100
    assert state.top_left == 43
    assert sum(state.pile[card] for card in game.plain_cards) == 86


@pytest.mark.rule("AK-R3")
def test_an_odd_card_belongs_to_the_top_half() -> None:
    edition = read_edition()
    cities = tuple(_two_cards(city) if city.id == "omaha" else city for city in edition.city)
    odd = msgspec.structs.replace(edition, city=cities)
    game = Airkwire(odd, AirkwireOptions(), RULES_VERSION, read_weights("airkwire", WEIGHTS, None))
    assert sum(game.card_counts[card] for card in game.plain_cards) == 87
    assert game.top_half == 44


def _two_cards(city: City) -> City:
    return msgspec.structs.replace(city, cards=2)


@pytest.mark.rule("AK-2.8", "AK-2.14", "AK-1.21")
def test_three_point_cards_come_only_when_the_top_half_is_used_up() -> None:
    table = Table()
    state, game = table.state, table.game
    table.end_turn()
    state.top_left = 1
    table.do("close_stock")
    table.do("discard", **table.offered("discard")[0])
    table.do("draw_pile")
    assert game.violated_rule(state, CHANCE, table.action("draw", card="chicago")) == "AK-2.14"
    assert all(game.is_plain[game.codec.ids["card"][game.dump(a)["card"]]] for a in game.legal(state, CHANCE))
    table.chance(card="omaha")
    assert state.top_left == 0
    table.do("close_stock")
    table.do("discard", **table.offered("discard")[0])
    table.do("draw_pile")
    cards = {game.dump(action)["card"] for action in game.legal(state, CHANCE)}
    assert {"chicago", "dallas"} <= cards
    assert sum(game.odds(state)) == pytest.approx(1)
    two = game.odds(state)[[game.dump(a)["card"] for a in game.legal(state, CHANCE)].index("chicago")]
    assert two == pytest.approx(2 / state.pile_size), "two cards of one city are twice as likely"
    assert game.violated_rule(state, CHANCE, table.action("draw", card="omaha")) == "AK-1.21"


@pytest.mark.rule("AK-2.9")
def test_nobody_draws_a_sixth_card() -> None:
    table = Table()
    assert len(table.state.hands[0]) == 5
    table.do("close_stock")
    table.state.may_pass = True
    table.do("pass")
    assert table.asked == 1, "a full hand is not asked to draw"
    again = Table()
    again.do("close_stock")
    again.do("discard", card=again.holds(0)[0])
    again.state.hands[0].append(again.state.hands[1].pop())
    refusal = again.game.why_not(again.state, 0, again.action("draw_pile"))
    assert str(refusal) == "You hold five cards, and more than 5 are not allowed. [AK-2.9]"


@pytest.mark.rule("AK-2.11", "AK-2.12")
def test_every_airline_starts_unopened_on_the_first_space_and_the_marker_at_the_start() -> None:
    view = Table().game.view(Table().state, None)
    assert {airline["status"] for airline in view["airlines"].values()} == {"unopened"}
    assert {airline["index"] for airline in view["airlines"].values()} == {0}
    assert view["marker"] == 0


@pytest.mark.rule("AK-2.13", "AK-R4")
def test_power_cards_are_all_in_the_bottom_half_or_none_at_all() -> None:
    with_them, state = begin(3, power_cards=True)
    assert sum(state.pile[77:]) == 10
    assert state.top_left == 43
    assert not any(with_them.is_plain[77:])
    _, without = begin(3)
    assert sum(without.pile[77:]) == 0


@pytest.mark.rule("AK-1.23", "AK-R5", "AK-15.13")
def test_a_view_holds_own_cash_and_hand_and_everything_open() -> None:
    table = Table()
    table.open("united", 3, {0: 3, 1: 2})
    view = table.game.view(table.state, 1)
    assert [player["cash"] for player in view["players"]] == [None, 4000, None]
    assert [player["hand_size"] for player in view["players"]] == [5, 5, 5]
    assert view["hand"] == table.holds(1)
    assert view["airlines"]["united"]["shares"] == [3, 2, 0]
    assert view["pile_size"] == table.state.pile_size
    assert view["scores"] is None
    spectator = table.game.view(table.state, None)
    assert [player["cash"] for player in spectator["players"]] == [None] * 3
    assert spectator["hand"] == []
    wealth = table.game.statistics(table.state, 1)[0]
    assert wealth.values == [None, 4000 + 2 * 300, None]


@pytest.mark.rule("AK-R5")
def test_what_is_told_never_names_another_players_cash_or_drawn_card() -> None:
    table = Table()
    table.hand(0, "cleveland", "omaha")
    table.do("buy", airline="united")
    table.fly("cleveland", "united")
    table.do("draw_pile")
    events = table.chance(card="denver")
    heard = [table.game.describe_event(event) for event in events if event.is_visible_to(1)]
    assert heard[0] == "Red draws a card from the pile"
    own = [table.game.describe_event(event) for event in events if event.is_visible_to(0)]
    assert own[0] == "Red draws Denver"
    assert str(table.state.cash[0]) not in " ".join(table.words()).replace(",", "")


@pytest.mark.rule("AK-R5")
def test_imagined_hands_keep_what_everybody_has_seen() -> None:
    table = Table()
    table.open("united", 3, {0: 3, 1: 2})
    table.hand(1, "cleveland", "omaha", "reno")
    table.end_turn()
    table.fly("cleveland", "united")
    table.by(0, "refuse")
    drawn: Counter[str] = Counter()
    for seed in range(60):
        twin = table.game.imagine(table.state, 2, random.Random(seed))
        assert isinstance(twin, AirkwireState)
        names = [table.game.codec.vocabulary["card"][card] for card in twin.hands[1]]
        assert "cleveland" in names, "the refused card was shown to all"
        drawn.update(names)
        assert twin.cash == table.state.cash, "cash can be followed by whoever listens"
        assert table.holds(2) == sorted(table.game.codec.vocabulary["card"][card] for card in twin.hands[2])
    assert len(drawn) > 10, "the other cards are drawn anew"


@pytest.mark.rule("AK-R21")
def test_an_imagined_player_who_opened_an_airline_can_fly_it() -> None:
    table = Table()
    table.hand(0, "cleveland", "bangor", "reno", "omaha")
    table.do("buy", airline="united")
    table.do("close_stock")
    for seed in range(40):
        twin = table.game.imagine(table.state, 1, random.Random(seed))
        assert any(table.game.dump(action)["type"] == "propose" for action in table.game.legal(twin, 0))


@pytest.mark.rule("AK-2.14", "AK-R83")
def test_only_cards_drawn_after_the_top_half_are_imagined_to_be_of_three_points() -> None:
    table = Table()
    game, state = table.game, table.state

    def imagined() -> int:
        most = 0
        for seed in range(40):
            twin = game.imagine(state, 1, random.Random(seed))
            assert isinstance(twin, AirkwireState)
            most = max(most, sum(not game.is_plain[card] for card in twin.hands[0]))
        return most

    assert imagined() == 0
    state.top_left = 0
    table.do("close_stock")
    table.do("discard", card=table.holds(0)[0])
    table.do("draw_pile")
    table.chance(card="chicago")
    assert imagined() == 1, "one card was drawn from the bottom half"

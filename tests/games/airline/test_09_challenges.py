"""AL-9: challenges."""

import pytest

from aerodrome.core.actions import CHANCE
from aerodrome.games.airline.model.actions import AcceptOffer, LeaveGame, ThrowDice
from aerodrome.games.airline.model.events import ChallengeDiceThrown
from games.airline.table import GREEN, RED, SST, YELLOW, Table

TEN = (
    "moscow",
    "baghdad",
    "nairobi",
    "colombo",
    "bangkok",
    "sydney",
    "tashkent",
    "casablanca",
    "honolulu",
    "vancouver",
)


@pytest.fixture
def table() -> Table:
    """Red has landed in Rio, which is connected to Lima, the base of Yellow."""
    table = Table("tokyo", "lima", "rome")
    table.own(YELLOW, "rio_de_janeiro")
    table.land("rio_de_janeiro")
    assert table.state.cash == [89, 111, 100]
    return table


@pytest.mark.rule("AL-9.1")
def test_a_city_of_another_player_may_be_challenged_after_landing(table: Table) -> None:
    assert table.challenge("rio_de_janeiro") in table.legal(RED)
    table.end()
    table.land("london")
    assert table.rule(YELLOW, table.challenge("london")) == "AL-9.1"


@pytest.mark.rule("AL-9.2")
def test_a_base_cannot_be_challenged() -> None:
    table = Table("tokyo", "lima")
    table.land("lima")
    assert table.rule(RED, table.challenge("lima")) == "AL-9.2"
    assert table.challenge("lima") not in table.legal(RED)


@pytest.mark.rule("AL-9.3", "AL-9.9")
@pytest.mark.parametrize("dice", [((6, 6), (1, 1)), ((1, 1), (6, 6))])
def test_the_owner_gets_the_fare_then_20_and_keeps_it_whatever_the_result(
    table: Table, dice: tuple[tuple[int, int], tuple[int, int]]
) -> None:
    table.do(RED, table.challenge("rio_de_janeiro"))
    assert table.state.cash == [69, 131, 100]
    table.throw(*dice[0])
    table.throw(*dice[1])
    assert table.state.cash == [69, 131, 100]


@pytest.mark.rule("AL-9.4", "AL-R20")
def test_in_a_city_that_is_cut_off_only_the_20_is_paid() -> None:
    table = Table("tokyo", "lima")
    table.own(YELLOW, "london")
    table.land("london")
    table.do(RED, table.challenge("london"))
    assert table.state.cash == [80, 120]
    table.throw(6, 6)
    table.throw(1, 1)
    assert table.owned(RED) == {"tokyo", "london"}
    assert table.connected(RED) == {"tokyo"}  # his own connection does not matter either


@pytest.mark.rule("AL-9.5", "AL-9.13", "AL-R22")
def test_between_payment_and_result_only_dice_happen(table: Table) -> None:
    table.do(RED, table.challenge("rio_de_janeiro"))
    for _throw in range(2):
        assert table.actors == (CHANCE,)
        for seat in (RED, YELLOW, GREEN):
            assert table.legal(seat) == []
            assert table.rule(seat, LeaveGame())
            assert table.rule(seat, table.offer(YELLOW, want=("rio_de_janeiro",)))
        table.throw(3, 3)


@pytest.mark.rule("AL-9.6", "AL-R23", "AL-R54")
def test_the_challenger_throws_first_then_the_owner(table: Table) -> None:
    table.do(RED, table.challenge("rio_de_janeiro"))
    table.throw(5, 4)
    table.throw(2, 1)
    thrown = [
        (e.seat, e.first, e.second) for e in table.told(ChallengeDiceThrown) if isinstance(e, ChallengeDiceThrown)
    ]
    assert thrown == [(RED, 5, 4), (YELLOW, 2, 1)]


@pytest.mark.rule("AL-9.7", "AL-9.8", "AL-R23")
@pytest.mark.parametrize(
    ("mine", "theirs", "won"), [((4, 4), (4, 3), True), ((4, 4), (5, 3), False), ((1, 2), (2, 2), False)]
)
def test_the_higher_total_wins_and_a_tie_is_the_owners(
    table: Table, mine: tuple[int, int], theirs: tuple[int, int], won: bool
) -> None:
    table.do(RED, table.challenge("rio_de_janeiro"))
    table.throw(*mine)
    table.throw(*theirs)
    assert ("rio_de_janeiro" in table.owned(RED)) == won
    assert ("rio_de_janeiro" in table.owned(YELLOW)) != won


@pytest.mark.rule("AL-R23")
def test_the_chance_to_win_a_challenge_is_575_in_1296() -> None:
    throws = [a + b for a in range(1, 7) for b in range(1, 7)]
    wins = sum(mine > theirs for mine in throws for theirs in throws)
    ties = sum(mine == theirs for mine in throws for theirs in throws)
    assert (wins, ties, len(throws) ** 2) == (575, 146, 1296)
    game = Table("tokyo", "lima").game
    listed = [t.first + t.second for t in game.throws if isinstance(t, ThrowDice)]
    assert sorted(listed) == sorted(throws)
    assert game.throw_odds == [1 / 36] * 36


@pytest.mark.rule("AL-9.10", "AL-R19")
def test_there_is_one_challenge_a_landing(table: Table) -> None:
    table.do(RED, table.challenge("rio_de_janeiro"))
    table.throw(1, 1)
    table.throw(6, 6)
    table.no_offers()
    assert table.rule(RED, table.challenge("rio_de_janeiro")) == "AL-9.10"
    assert table.game.end in table.legal(RED)  # and none need be made
    table.end()
    for _other in range(2):
        table.land("air_cargo")
        table.end()
    assert table.rule(RED, table.challenge("rio_de_janeiro")) == "AL-2.7"  # still standing there


@pytest.mark.rule("AL-9.11", "AL-R21", "AL-5.5")
def test_the_20_must_be_in_cash_and_cities_may_be_sold_for_it(table: Table) -> None:
    table.own(RED, "moscow")
    table.cash(RED, 19)
    assert table.rule(RED, table.challenge("rio_de_janeiro")) == "AL-9.11"
    table.do(RED, table.offer(GREEN, give=("moscow",), get=1))
    table.do(GREEN, AcceptOffer())
    table.do(RED, table.challenge("rio_de_janeiro"))
    assert table.state.cash[RED] == 0


@pytest.mark.rule("AL-9.12")
def test_a_player_with_all_markers_on_the_map_cannot_challenge(table: Table) -> None:
    table.own(RED, *TEN, "mexico_city")
    assert table.rule(RED, table.challenge("rio_de_janeiro")) == "AL-9.12"
    table.lose(RED, "mexico_city")
    assert table.rule(RED, table.challenge("rio_de_janeiro")) == ""


@pytest.mark.rule("AL-9.14")
def test_only_who_owned_the_city_on_landing_can_be_challenged_for_it(table: Table) -> None:
    table.own(GREEN, "rio_de_janeiro")
    assert table.rule(RED, table.challenge("rio_de_janeiro")) == "AL-9.14"
    table.own(RED, "rio_de_janeiro")
    assert table.rule(RED, table.challenge("rio_de_janeiro")) == "AL-9.14"


@pytest.mark.rule("AL-9.14")
def test_a_city_sold_after_landing_cannot_be_challenged() -> None:
    table = Table("tokyo", "lima")
    table.own(RED, "moscow")
    table.aircraft(YELLOW, SST)
    table.land("moscow")
    table.do(RED, table.offer(YELLOW, give=("moscow",), get=5))
    table.do(YELLOW, AcceptOffer())
    assert table.rule(RED, table.challenge("moscow")) == "AL-9.1"

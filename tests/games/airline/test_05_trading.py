"""AL-5: trading between players."""

import pytest

from aerodrome.games.airline.model.actions import AcceptOffer, CounterOffer, LeaveGame, MakeNoOffer, Offer, RejectOffer
from aerodrome.games.airline.model.events import DealDone, OfferBecameVoid
from games.airline.table import BLACK, GREEN, RED, YELLOW, Table

MANY = ("moscow", "rome", "baghdad", "nairobi", "colombo", "bangkok", "sydney", "tashkent", "casablanca", "honolulu")


@pytest.fixture
def table() -> Table:
    """Red is active, owns Moscow and Rome; Yellow owns Sydney; Green owns London. Nobody made an offer."""
    table = Table("tokyo", "lima", "new_york")
    table.own(RED, "moscow", "rome")
    table.own(YELLOW, "sydney")
    table.own(GREEN, "london")
    table.no_offers()
    return table


@pytest.mark.rule("AL-5.1", "AL-5.4", "AL-5.12", "AL-R32")
def test_a_deal_is_carried_out_whole_and_at_once(table: Table) -> None:
    table.do(RED, table.offer(YELLOW, give=("moscow", "rome"), want=("sydney",), get=35))
    assert table.owned(RED) == {"tokyo", "moscow", "rome"}
    table.do(YELLOW, AcceptOffer())
    assert table.owned(RED) == {"tokyo", "sydney"}
    assert table.owned(YELLOW) == {"lima", "moscow", "rome"}
    assert table.state.cash == [135, 65, 100]
    assert table.connected(RED) == {"tokyo", "sydney"}
    assert table.connected(YELLOW) == {"lima"}


@pytest.mark.rule("AL-5.1")
def test_nobody_deals_with_himself(table: Table) -> None:
    assert table.rule(RED, table.offer(RED, give=("moscow",), get=5)) == "AL-5.1"


@pytest.mark.rule("AL-5.2", "AL-R55")
def test_one_party_of_a_deal_is_the_active_player() -> None:
    table = Table("tokyo", "lima", "new_york")
    table.own(YELLOW, "sydney")
    table.own(GREEN, "london")
    table.land("air_cargo")
    assert table.top == "AfterLandingStep"
    table.end()
    assert table.state.active == YELLOW
    table.land("air_cargo")
    table.do(YELLOW, table.game.end)
    assert (table.actors, table.top) == ((RED,), "MakeOfferStep")
    assert table.rule(RED, table.offer(YELLOW, pay=5, want=("sydney",))) == "AL-5.2"
    assert table.rule(RED, table.offer(GREEN, pay=5, want=("london",))) == ""


@pytest.mark.rule("AL-5.3")
def test_a_base_is_no_part_of_a_deal(table: Table) -> None:
    assert table.rule(RED, table.offer(YELLOW, give=("tokyo",), get=80)) == "AL-5.3"
    assert table.rule(RED, table.offer(YELLOW, pay=80, want=("lima",))) == "AL-5.3"
    assert table.rule(RED, table.game.base_choices[0]) == "AL-5.3"


@pytest.mark.rule("AL-5.6", "AL-5.7", "AL-5.8", "AL-5.14", "AL-R29", "AL-R30", "AL-R52")
def test_cash_goes_only_against_a_city(table: Table) -> None:
    assert table.rule(RED, Offer(YELLOW, (), 10, (), 0)) == "AL-5.8"
    assert table.rule(RED, Offer(YELLOW, (), 0, (), 10)) == "AL-5.8"
    assert table.rule(RED, Offer(YELLOW, (), 0, (), 0)) == "AL-5.8"
    assert table.rule(RED, table.offer(YELLOW, give=("moscow",), pay=10)) == "AL-5.14"
    assert table.rule(RED, table.offer(YELLOW, want=("sydney",), get=10)) == "AL-5.14"
    assert table.rule(RED, table.offer(YELLOW, give=("moscow",), pay=10, want=("sydney",))) == ""
    assert table.rule(RED, table.offer(YELLOW, give=("moscow",))) == ""  # a price of 0 is a price
    assert table.rule(RED, table.offer(YELLOW, want=("sydney",))) == ""
    assert set(Offer.__struct_fields__) == {"to", "give_cities", "give_cash", "want_cities", "want_cash"}


@pytest.mark.rule("AL-R32")
def test_cash_flows_one_way_only(table: Table) -> None:
    both = table.offer(YELLOW, give=("moscow",), pay=10, want=("sydney",), get=10)
    assert table.rule(RED, both) == "AL-R32"
    assert table.rule(RED, table.offer(YELLOW, give=("moscow",), get=-5)) == "AL-11.5"


@pytest.mark.rule("AL-5.9")
def test_promised_cash_is_in_the_payers_hand(table: Table) -> None:
    assert table.rule(RED, table.offer(YELLOW, pay=101, want=("sydney",))) == "AL-5.9"
    assert table.rule(RED, table.offer(YELLOW, give=("moscow",), get=101)) == "AL-5.9"
    assert table.rule(RED, table.offer(YELLOW, pay=100, want=("sydney",))) == ""


@pytest.mark.rule("AL-5.10", "AL-R6", "AL-R31")
def test_a_deal_leaves_nobody_with_more_than_twelve_cities() -> None:
    table = Table("tokyo", "lima")
    table.own(RED, *MANY, "london")
    table.own(YELLOW, "rio_de_janeiro", "mexico_city")
    table.no_offers()
    assert table.rule(RED, table.offer(YELLOW, pay=5, want=("mexico_city",))) == "AL-5.10"
    two_for_one = table.offer(YELLOW, give=("london",), want=("mexico_city", "rio_de_janeiro"))
    assert table.rule(RED, two_for_one) == "AL-5.10"
    one_for_one = table.offer(YELLOW, give=("london",), want=("mexico_city",))
    assert table.rule(RED, one_for_one) == ""  # the exchange is simultaneous


@pytest.mark.rule("AL-5.11")
def test_an_offer_can_always_be_rejected(table: Table) -> None:
    table.do(RED, table.offer(YELLOW, give=("moscow",)))
    assert RejectOffer() in table.legal(YELLOW)
    table.do(YELLOW, RejectOffer())
    assert table.owned(RED) == {"tokyo", "moscow", "rome"}
    assert table.told(DealDone) == []
    assert (table.actors, table.top) == ((RED,), "BeforeMovementThrowStep")


@pytest.mark.rule("AL-R31")
def test_only_cities_of_the_giver_and_players_in_the_game(table: Table) -> None:
    assert table.rule(RED, table.offer(YELLOW, give=("sydney",), get=5)) == "AL-R31"
    assert table.rule(RED, table.offer(YELLOW, pay=5, want=("moscow",))) == "AL-R31"
    assert table.rule(RED, table.offer(YELLOW, give=("moscow", "moscow"), get=5)) == "AL-R31"
    assert table.rule(RED, table.offer(BLACK, give=("moscow",), get=5)) == "AL-R31"
    table.do(GREEN, LeaveGame())
    assert table.rule(RED, table.offer(GREEN, give=("moscow",), get=5)) == "AL-R31"


@pytest.mark.rule("AL-R31")
def test_an_offer_is_void_when_a_party_leaves(table: Table) -> None:
    table.do(RED, table.offer(YELLOW, give=("moscow",), get=5))
    table.do(YELLOW, LeaveGame())
    assert len(table.told(OfferBecameVoid)) == 1
    assert (table.actors, table.top) == ((RED,), "BeforeMovementThrowStep")


@pytest.mark.rule("AL-R31")
def test_the_deal_is_checked_again_when_it_is_accepted(table: Table) -> None:
    table.do(RED, table.offer(YELLOW, pay=50, want=("sydney",)))
    table.cash(RED, 40)
    assert table.rule(YELLOW, AcceptOffer()) == "AL-5.9"


@pytest.mark.rule("AL-R32", "AL-R55")
def test_while_an_offer_is_open_only_its_receiver_acts(table: Table) -> None:
    table.do(RED, table.offer(YELLOW, give=("moscow",), get=20))
    assert table.actors == (YELLOW,)
    assert table.rule(RED, table.game.fly) == "AL-1.15"
    assert table.rule(YELLOW, MakeNoOffer()) == "AL-R55"
    table.do(YELLOW, CounterOffer(RED, (), 12, table.cities("moscow"), 0))
    assert table.actors == (RED,)
    table.do(RED, AcceptOffer())
    assert table.state.cash == [112, 88, 100]
    assert table.owned(YELLOW) == {"lima", "sydney", "moscow"}


@pytest.mark.rule("AL-R32")
def test_there_is_nothing_to_accept_without_an_offer(table: Table) -> None:
    for answer in (AcceptOffer(), RejectOffer(), CounterOffer(YELLOW, table.cities("moscow"), 0, (), 5)):
        assert table.rule(RED, answer) == "AL-R32"


@pytest.mark.rule("AL-R32")
def test_a_counter_goes_back_to_whoever_made_the_offer(table: Table) -> None:
    table.do(RED, table.offer(YELLOW, give=("moscow",), get=20))
    assert table.rule(YELLOW, CounterOffer(GREEN, (), 5, table.cities("london"), 0)) == "AL-R32"
    assert table.rule(YELLOW, CounterOffer(RED, (), 5, table.cities("rome"), 0)) == ""


@pytest.mark.rule("AL-R33")
def test_a_chain_holds_three_counters(table: Table) -> None:
    table.do(RED, table.offer(YELLOW, give=("moscow",), get=20))
    moscow = table.cities("moscow")
    table.do(YELLOW, CounterOffer(RED, (), 10, moscow, 0))
    table.do(RED, CounterOffer(YELLOW, moscow, 0, (), 18))
    table.do(YELLOW, CounterOffer(RED, (), 12, moscow, 0))
    assert table.rule(RED, CounterOffer(YELLOW, moscow, 0, (), 16)) == "AL-R33"
    assert not [a for a in table.legal(RED) if isinstance(a, CounterOffer)]


@pytest.mark.rule("AL-R33")
def test_the_active_player_makes_eight_offers_a_turn(table: Table) -> None:
    for _offer in range(8):
        table.do(RED, table.offer(YELLOW, give=("moscow",), get=20))
        table.do(YELLOW, RejectOffer())
    assert table.rule(RED, table.offer(GREEN, give=("moscow",), get=20)) == "AL-R33"
    table.land("air_cargo")
    assert table.rule(RED, table.offer(GREEN, give=("moscow",), get=20)) == "AL-R33"
    table.end()
    assert table.rule(YELLOW, table.offer(GREEN, pay=20, want=("london",))) == ""


@pytest.mark.rule("AL-R33", "AL-R55")
def test_each_other_player_is_asked_from_the_left_and_makes_two_offers_a_turn() -> None:
    table = Table("tokyo", "lima", "new_york")
    table.own(RED, "moscow")
    table.land("air_cargo")
    table.end()
    table.land("air_cargo")
    table.do(YELLOW, table.game.end)
    table.own(GREEN, "london")
    table.no_offers()
    table.land("air_cargo")
    table.do(GREEN, table.game.end)
    assert (table.state.active, table.actors, table.top) == (RED, (YELLOW,), "MakeOfferStep")
    for _offer in range(2):
        table.do(YELLOW, table.offer(RED, pay=1, want=("moscow",)))
        table.do(RED, RejectOffer())
    assert (table.actors, table.top) == ((GREEN,), "MakeOfferStep")
    table.do(GREEN, MakeNoOffer())
    assert (table.actors, table.top) == ((RED,), "BeforeMovementThrowStep")
    table.do(RED, table.game.fly)
    table.throw(3, 1)
    assert (table.actors, table.top) == ((GREEN,), "MakeOfferStep")  # Yellow has none left


@pytest.mark.rule("AL-R33", "AL-R55")
def test_without_offers_of_others_nobody_is_asked() -> None:
    table = Table("tokyo", "lima", offers_other=0, offers_active=0)
    table.own(RED, "moscow")
    table.do(RED, table.game.fly)
    table.throw(1, 2)
    assert (table.actors, table.top) == ((RED,), "AfterLandingStep")
    assert table.rule(RED, table.offer(YELLOW, give=("moscow",), get=5)) == "AL-R33"


@pytest.mark.rule("AL-R55")
def test_nobody_is_asked_when_there_is_no_city_to_trade() -> None:
    table = Table("tokyo", "lima", "rome")
    assert (table.actors, table.top) == ((RED,), "BeforeMovementThrowStep")


@pytest.mark.rule("AL-R29")
def test_listed_offers_are_one_city_for_cash_or_for_another() -> None:
    table = Table("tokyo", "lima")
    table.own(RED, "moscow", "rio_de_janeiro")
    table.own(YELLOW, "mexico_city", "tashkent")
    table.no_offers()
    offers = [a for a in table.legal(RED) if isinstance(a, Offer)]
    assert table.offer(YELLOW, give=("rio_de_janeiro",), want=("tashkent",)) in offers
    assert table.offer(YELLOW, pay=20, want=("tashkent",)) in offers
    assert table.offer(YELLOW, give=("rio_de_janeiro",), get=40) in offers
    assert all(len(o.give_cities) + len(o.want_cities) <= 2 for o in offers)

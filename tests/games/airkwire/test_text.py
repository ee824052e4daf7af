"""What people read: the log, the questions, and why something cannot be done."""

import random

import pytest

from aerodrome import CHANCE, Event, load
from aerodrome.core.question import NumberForm
from aerodrome.games.airkwire.game import Airkwire
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.model import events as event_types
from aerodrome.games.airkwire.model.events import GameEnded, RouteRefused
from games.airkwire.table import Table


def meeting() -> Table:
    table = Table()
    table.open("united", 8, {0: 4})
    table.open("twa", 6, {0: 3, 1: 2}, {"denver": "boeing_247"})
    table.route("united", "omaha", "boeing_247")
    table.hand(0, "denver")
    return table


def test_a_takeover_reads_as_people_tell_it() -> None:
    table = meeting()
    table.fly("denver", "united", "boeing_247")
    table.do("place_home", aircraft="tri_motor")
    table.do("dispose", exchange=1)
    table.do("dispose", exchange=0)
    assert table.words()[1:] == [
        "Red flies United to Denver with a Boeing 247 for two points; it now has 6",
        "The dividend marker moves to 1 of 7",
        "United takes over TWA at Denver; Red receives $600 as largest holder, Black $300 as second",
        "A Ford Tri-Motor of United replaces the home marker of TWA in Kansas City",
        "Red exchanges TWA for one share of United and sells one share of TWA for $600; United is now at $900",
        "Black sells two shares of TWA for $1,200",
        "United gets no further city from TWA, which is out of the game, and has nine points",
    ]


@pytest.mark.parametrize(
    ("event", "text"),
    [
        (
            event_types.DividendNotPaid(5, "AK-11.4", 9, 5, 1),
            "United pays no dividend: it serves 9 cities and its price allows 5",
        ),
        (
            event_types.DividendNotPaid(5, "AK-11.6", 9, 5, 3),
            "United pays no dividend: players hold 9 shares and it has five points, for the third time running",
        ),
        (
            event_types.AirlineWentBankrupt(4, 3),
            "TWA is bankrupt: its aircraft leave the board; three shares become void",
        ),
        (event_types.DefunctCitiesForfeited(5, (39, 2)), "United forfeits Denver and Missoula"),
        (event_types.AirlineOpened(1, 5, 29, again=True), "United opens again: Black puts its home marker on Chicago"),
        (event_types.CashGiven(0, 1, 1500), "Red gives $1,500 to Black"),
        (event_types.PoolBecamePile(31), "The draw pile is used up: 31 cards of the discard pool become the new one"),
        (
            event_types.GameEnded("points", (0, 2), (100, 50, 100)),
            "An airline has reached the last of the city points: the game is over; "
            "Red and White share the victory with $100",
        ),
    ],
)
def test_an_event_in_words(event: Event, text: str) -> None:
    assert load("airkwire").describe_event(event) == text


def test_the_stock_question_says_what_is_left_and_owed() -> None:
    table = Table()
    table.hand(0, "cleveland", "omaha")
    assert table.game.prompt(table.state, 0) == "Buy or sell up to three shares"
    table.do("buy", airline="united")
    question = table.game.question(table.state, 0)
    assert question.ask == "Buy or sell — two trades left; you owe a route for United"
    labels = {choice.label: choice for choice in question.choices}
    buy = labels["Buy United"]
    assert (buy.group, buy.where, buy.detail) == (
        "Buy",
        {"airline": "united"},
        "$100 + $50 fee · you hold 2, price to $200",
    )
    refused = {entry.label: entry for entry in question.refused}
    assert refused["Sell a share of United for $100 less $50 fee"].rule == "AK-R22"
    assert table.game.view(table.state, 0)["phase"] == "Round 1 · Red · Stock"


def test_the_route_question_names_who_must_approve_and_what_is_out_of_reach() -> None:
    table = Table()
    table.open("united", 4, {1: 3, 0: 1})
    table.hand(0, "cleveland", "reno")
    table.do("close_stock")
    question = table.game.question(table.state, 0)
    assert question.ask == "Create a route, or discard a card"
    route = next(choice for choice in question.choices if choice.group == "Create a route")
    assert route.label == "Fly United to Cleveland with a Ford Tri-Motor"
    assert route.detail == "two points; Black must approve"
    assert route.where == {"city": "cleveland", "airline": "united", "aircraft": "tri_motor"}
    (refused,) = [entry for entry in question.refused if entry.label == "Fly United to Reno"]
    assert refused.why == "A Boeing 247 flies two hexes, and the nearest city of United is seven hexes from Reno."
    table.fly("cleveland", "united")
    assert table.game.prompt(table.state, 1) == (
        "Red wants to fly United to Cleveland with a Ford Tri-Motor. Do you approve?"
    )
    assert table.game.view(table.state, 2)["proposal"] == {
        "city": "cleveland",
        "airline": "united",
        "aircraft": "tri_motor",
        "ceo": 1,
    }


def test_the_disposal_question_offers_every_mix_and_a_form() -> None:
    table = meeting()
    table.fly("denver", "united", "boeing_247")
    table.do("place_home", aircraft="tri_motor")
    question = table.game.question(table.state, 0)
    assert question.ask == "United takes over TWA: exchange your 3 shares two for one, or sell them at $600 each"
    assert [choice.label for choice in question.choices] == [
        "Sell 3 for $1,800",
        "Exchange 2 for one share of United and sell 1 for $600",
    ]
    (form,) = question.forms
    assert isinstance(form, NumberForm)
    assert (form.field, form.min, form.max) == ("exchange", 0, 1)
    (refused,) = question.refused
    assert (refused.rule, refused.why) == ("AK-R46", "Two shares of United would take 4 of TWA; you hold 3.")
    assert table.game.view(table.state, None)["merger"] == {
        "acquirer": "united",
        "defunct": "twa",
        "disposing": [0, 1],
    }


def test_a_sale_that_bankrupts_asks_first() -> None:
    table = Table()
    table.open("united", 0, {0: 2, 1: 1})
    sell = next(choice for choice in table.game.question(table.state, 0).choices if choice.group == "Sell")
    assert sell.confirm == "This makes United bankrupt. Sell?"


def test_giving_up_ones_airline_asks_first_who_flies_and_who_approves() -> None:
    own = Table()
    own.open("united", 3, {0: 4})
    own.open("twa", 4, {1: 3}, {"st_louis": "tri_motor"})
    own.hand(0, "st_louis")
    own.do("close_stock")
    flights = [choice for choice in own.game.question(own.state, 0).choices if choice.action["type"] == "propose"]
    assert {choice.confirm for choice in flights} == {"Your United is taken over. Fly?"}
    approved = Table()
    approved.open("united", 3, {0: 1, 1: 4})
    approved.open("twa", 4, {2: 3}, {"st_louis": "tri_motor"})
    approved.hand(0, "st_louis")
    approved.fly("st_louis", "united")
    yes, no = approved.game.question(approved.state, 1).choices
    assert (yes.confirm, no.confirm) == ("Your United is taken over. Approve?", "")


def test_gifts_have_a_form_for_every_other_player() -> None:
    table = Table(loans=True)
    forms = table.game.forms(table.state, 0)
    assert [form.label for form in forms] == ["Give cash to Black", "Give cash to White"]
    assert isinstance(forms[0], NumberForm)
    assert (forms[0].max, forms[0].step) == (3800, 10)


SILENT = {"AK-3.1", "AK-13.1", "AK-1.3", "AK-7.12"}


@pytest.mark.parametrize("seed", range(6))
def test_every_impossible_trade_route_and_disposal_is_explained_by_name(seed: int) -> None:
    """At every question of these kinds in a random game each wrong answer gets a rule and a sentence of its own."""
    game = load("airkwire", options={"power_cards": seed % 2 == 1})
    assert isinstance(game, Airkwire)
    state = game.new(3 + seed % 4)
    rng = random.Random(seed)
    airlines = [airline.short for airline in game.edition.airline]
    action_space = [
        a
        for a in game.action_space(state.seats)
        if isinstance(a, (act.BuyShare, act.SellShare, act.ProposeRoute, act.ExchangeOrSellShares))
    ]
    asked = {
        "TradeSharesStep": (act.BuyShare, act.SellShare),
        "RouteOrDiscardStep": (act.ProposeRoute,),
        "ExchangeOrSellDefunctSharesStep": (act.ExchangeOrSellShares,),
    }
    for _ in range(1500):
        actors = game.actors(state)
        if not actors:
            break
        kinds = asked.get(type(state.step_stack[-1]).__name__)
        if kinds and rng.random() < 0.1:
            for action in rng.sample(action_space, 150):
                if not isinstance(action, kinds):
                    continue
                refusal = game.why_not(state, actors[0], action)
                if refusal is None:
                    continue
                assert refusal.rule not in SILENT
                assert not refusal.text.startswith("That is not the question"), (refusal, action)
                name = airlines[action.airline] if not isinstance(action, act.ExchangeOrSellShares) else ""
                assert name in refusal.text or refusal.rule in ("AK-R22", "AK-5.8", "AK-R21"), (refusal, action)
                assert any(airline in refusal.text for airline in airlines), (refusal, action)
        legal = game.legal(state, actors[0])
        chosen = game.pick_outcome(state, rng.random()) if actors[0] == CHANCE else rng.choice(legal)
        game.apply(state, actors[0], chosen)


def test_events_keep_the_tags_that_journals_and_boards_know() -> None:
    assert RouteRefused.__struct_config__.tag == "refused"
    assert GameEnded.__struct_config__.tag == "ended"


def test_who_leads_an_airline_answers_others_routes_by_order() -> None:
    table = Table()
    table.open("united", 6, {1: 4, 0: 2})
    table.hand(0, "detroit")
    offered = {order.key: order.label for order in table.game.standing_orders(table.state, 1)}
    assert offered["approve:united"] == "Approve all routes of United"
    assert offered["refuse:united"] == "Refuse all routes of United by others"
    others = {order.key for order in table.game.standing_orders(table.state, 0)}
    assert not others & {"approve:united", "approve-points:united", "refuse:united"}
    table.fly("detroit", "united", "boeing_247")
    assert table.asked == 1
    answers = {
        orders: table.game.standing_order_action(table.state, 1, frozenset(orders))
        for orders in ((), ("refuse:united",), ("approve:united",), ("approve:united", "refuse:united"))
    }
    assert list(answers.values()) == [None, act.RefuseRoute(), act.ApproveRoute(), None]
    assert table.game.standing_order_action(table.state, 1, frozenset({"refuse:twa"})) is None

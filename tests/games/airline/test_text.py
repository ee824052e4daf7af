"""Everything in words: the question, its forms, what is refused, standing orders, the log, the count."""

import random

import msgspec
import pytest

import aerodrome
from aerodrome.core.actions import CHANCE, Action, Event
from aerodrome.core.chance import pick_outcome_index
from aerodrome.core.question import ConfirmForm, DealForm
from aerodrome.games.airline.model import events as event_types
from aerodrome.games.airline.model.actions import (
    CollectClaim,
    CounterOffer,
    DeclareBankruptcy,
    ExchangeAircraft,
    LeaveClaimsUncalled,
    LeaveGame,
    MakeNoOffer,
    RejectOffer,
    ThrowDice,
)
from aerodrome.games.airline.model.state import FARE_CLAIM
from games.airline.table import GREEN, JET, RED, YELLOW, Table


@pytest.fixture
def table() -> Table:
    table = Table("tokyo", "lima", "new_york")
    table.own(RED, "moscow", "rome")
    table.own(YELLOW, "sydney")
    return table


def test_each_question_of_a_turn_is_asked_in_words(table: Table) -> None:
    game, state = table.game, table.state
    table.no_offers()
    assert game.question(state, RED).ask.startswith("Your turn, on SUBSIDY")
    assert game.question(state, YELLOW).ask == ""
    table.land("london")
    assert game.question(state, RED).ask.startswith("London is free: buy the landing rights for $20M")
    table.do(RED, table.offer(YELLOW, give=("moscow",), get=30))
    question = game.question(state, YELLOW)
    assert question.ask == "Red gives you Moscow for $30M: do you accept?"
    assert [c.label for c in question.choices] == [
        "Accept: give $30M, get Moscow",
        "Reject the offer",
        "Counter: $20M for Moscow",
    ]


def test_nobody_is_told_to_deal_where_nobody_has_a_city_to_deal_in() -> None:
    table = Table("tokyo", "lima")
    table.land("lima")
    question = table.game.question(table.state, RED)
    assert question.ask == "Lima is the base of Yellow: end your turn"
    assert not any(isinstance(form, DealForm) for form in question.forms)
    table.own(YELLOW, "sydney")
    question = table.game.question(table.state, RED)
    assert question.ask == "Lima is the base of Yellow: deal or end your turn"
    assert any(isinstance(form, DealForm) for form in question.forms)


def test_choices_say_what_a_city_would_bring_and_where_it_is(table: Table) -> None:
    table.land("casablanca")
    buy = next(c for c in table.game.question(table.state, RED).choices if c.action["type"] == "buy")
    assert buy.label == "Buy landing rights in Casablanca for $20M"
    assert buy.detail == "connected, fare 10"
    assert buy.where == {"city": "casablanca"}


def test_costly_choices_ask_once_more(table: Table) -> None:
    table.cash(RED, 0)
    table.land("lima")
    choices = table.game.question(table.state, RED).choices
    assert next(c for c in choices if c.action["type"] == "give_up").confirm
    other = Table("tokyo", "lima")
    other.own(YELLOW, "london")
    other.land("london")
    choices = other.game.question(other.state, RED).choices
    assert "$20M" in next(c for c in choices if c.action["type"] == "challenge").confirm


def test_the_form_of_a_deal_lists_what_both_sides_can_give(table: Table) -> None:
    table.no_offers()
    form = table.game.question(table.state, RED).forms[0]
    assert isinstance(form, DealForm)
    assert form.things == "cities"
    assert [item.key for item in form.mine] == ["rome", "moscow"]
    assert [partner.seat for partner in form.partners] == [YELLOW, GREEN]
    assert [item.detail for item in form.partners[0].items] == ["cut off"]
    filled = {"type": "offer", "to": 1, "give_cities": ["rome"], "give_cash": 5, "want_cities": ["sydney"]}
    assert form.action == {"type": "offer"}
    table.do(RED, table.game.parse(filled))
    (form,) = table.game.question(table.state, YELLOW).forms
    assert isinstance(form, DealForm)
    assert form.action == {"type": "counter"}
    assert [partner.seat for partner in form.partners] == [RED]
    counter = {"type": "counter", "to": 0, "give_cities": ["sydney"], "want_cities": ["rome", "moscow"]}
    table.do(YELLOW, table.game.parse(counter))
    assert table.actors == (RED,)


def test_a_player_can_leave_the_game_with_a_button_in_his_own_turn(table: Table) -> None:
    table.no_offers()
    leave = table.game.question(table.state, RED).forms[-1]
    assert isinstance(leave, ConfirmForm)
    assert leave.label == "Leave the game"
    table.land("london")
    assert table.game.question(table.state, RED).forms[-1] == leave
    table.do(RED, table.game.parse(leave.action))
    assert table.state.out[RED]


def test_there_is_no_form_of_a_deal_when_no_offer_can_be_made() -> None:
    table = Table("tokyo", "lima", offers_active=0, offers_other=0)
    table.own(RED, "moscow")
    question = table.game.question(table.state, RED)
    assert not any(isinstance(form, DealForm) for form in question.forms)
    assert ("Offer a deal", "AL-R33") in [(r.label, r.rule) for r in question.refused]


def test_what_cannot_be_done_now_is_named_with_its_rule(table: Table) -> None:
    table.no_offers()
    refused = table.game.question(table.state, RED).refused
    assert [(r.rule, r.why) for r in refused] == [
        ("AL-6.7", "You stand on SUBSIDY; exchange is possible only in a city you own."),
        ("AL-6.3", "From PROP the way up is to JET first, then to SST in a later turn."),
    ]
    table.stand(RED, "tokyo")
    table.cash(RED, 29)
    refused = table.game.question(table.state, RED).refused
    assert refused[0].why == "The exchange costs $30M and you have $29M."
    table.land("london")
    table.cash(RED, 3)
    (short,) = table.game.question(table.state, RED).refused
    assert (short.rule, short.where) == ("AL-4.4", {"city": "london"})
    assert short.why == "The landing rights in London cost $20M and you have $3M."


def test_every_refusal_of_every_misplaced_action_has_words() -> None:
    table = Table("tokyo", "lima", "new_york")
    table.own(RED, "moscow", "rome")
    table.own(YELLOW, "sydney", "honolulu")
    game, state = table.game, table.state
    attempts: list[Action] = [
        *game.action_space(3)[::7],
        *game.throws[:1],
        ThrowDice(9, 9),
        CounterOffer(1),
        CollectClaim(2),
        LeaveClaimsUncalled(),
        MakeNoOffer(),
        DeclareBankruptcy(),
        ExchangeAircraft(5),
        table.offer(YELLOW, pay=500, want=("sydney",)),
        table.offer(YELLOW, give=("moscow",), get=500),
    ]
    rng = random.Random(4)
    vague = 0
    tried = 0
    while game.actors(state) and tried < 20_000:
        for who in (CHANCE, RED, YELLOW, GREEN):
            for action in attempts:
                refusal = game.why_not(state, who, action)
                if refusal is not None:
                    tried += 1
                    assert refusal.text.endswith(".")
                    vague += refusal.text == "That is not the question now."
        (who,) = game.actors(state)
        legal = game.legal(state, who)
        game.apply(
            state,
            who,
            legal[pick_outcome_index(game.odds(state), rng.random())] if who == CHANCE else rng.choice(legal),
        )
    assert tried > 1000
    assert vague == 0


def test_standing_orders_answer_for_a_seat(table: Table) -> None:
    game = table.game
    table.do(RED, game.fly)
    table.throw(1, 2)
    assert table.top == "MakeOfferStep"
    assert game.standing_order_action(table.state, YELLOW, frozenset()) == MakeNoOffer()
    assert game.standing_order_action(table.state, YELLOW, frozenset({"ask_for_offers"})) is None
    assert game.standing_order_action(table.state, YELLOW, frozenset({"no_offers"})) == MakeNoOffer()
    assert game.standing_order_action(table.state, GREEN, frozenset()) is None
    table.no_offers()
    table.do(RED, table.offer(YELLOW, give=("moscow",), get=10))
    assert game.standing_order_action(table.state, YELLOW, frozenset()) is None
    assert game.standing_order_action(table.state, YELLOW, frozenset({"reject_all"})) == RejectOffer()
    keys = {order.key for order in game.standing_orders(table.state, YELLOW)}
    assert keys == {"ask_for_offers", "no_rescue", "reject_all", "accept-sydney"}


def test_standing_orders_keep_offers_to_a_debtor_apart_and_collect_claims() -> None:
    table = Table("tokyo", "lima", "new_york", collect="claim")
    table.own(RED, "moscow")
    table.no_offers()
    table.stand(RED, 2)
    table.do(RED, table.game.fly)
    table.throw(1, 2)
    assert table.game.standing_order_action(table.state, YELLOW, frozenset({"collect_all"})) == CollectClaim(FARE_CLAIM)
    table.cash(RED, 0)
    table.do(YELLOW, CollectClaim(FARE_CLAIM))
    assert table.top == "MakeOfferStep"
    assert table.game.standing_order_action(table.state, YELLOW, frozenset({"no_offers"})) is None
    assert table.game.standing_order_action(table.state, YELLOW, frozenset({"no_rescue"})) == MakeNoOffer()


def test_every_event_of_many_games_has_a_sentence_naming_no_number_of_a_seat() -> None:
    game = aerodrome.load("airline", options={"collect": "claim"})
    kinds: set[type[Event]] = set()

    def hear(event: Event) -> None:
        kinds.add(type(event))
        sentence = game.describe_event(event)
        assert sentence[0].isupper()
        assert "seat" not in sentence
        assert msgspec.json.encode(game.dump_event(event))

    for seed in range(25):
        rng = random.Random(seed)
        state = game.new(4)
        while game.actors(state):
            (who,) = game.actors(state)
            legal = game.legal(state, who)
            if who != CHANCE and rng.random() < 0.003 and not game.violated_rule(state, who, LeaveGame()):
                game.apply(state, who, LeaveGame(), hear)
            else:
                game.apply(state, who, rng.choice(legal), hear)
    known = [kind for kind in vars(event_types).values() if isinstance(kind, type) and issubclass(kind, Event)]
    happening = {kind for kind in known if not kind.__subclasses__()}
    assert {kind.__name__ for kind in happening - kinds} <= {"OfferExpired", "OfferBecameVoid", "DebtReassignedToBank"}


def test_the_log_reads_as_sentences(table: Table) -> None:
    table.events.clear()
    table.aircraft(YELLOW, JET)
    table.land("lima")
    words = [table.game.describe_event(event) for event in table.events]
    assert words == ["Red throws 1 and 1 and flies to Lima", "Red pays Yellow the fare of $20M for Lima"]


def test_the_count_sums_to_the_scores(table: Table) -> None:
    score_breakdown = table.game.score_breakdown(table.state)
    assert [sum(line.amount for line in lines) for lines in score_breakdown] == table.game.scores(table.state)
    assert [line.format_label() for line in score_breakdown[RED]] == ["Cash", "Cities 3 × $20M"]


def test_the_view_has_what_a_board_needs(table: Table) -> None:
    view = table.game.view(table.state, RED)
    rome = next(city for city in view["cities"] if city["city"] == "rome")
    assert rome == {"city": "rome", "owner": RED, "base": False, "connected": True, "fare": 7, "links": []}
    red = view["players"][RED]
    assert (red["base"], red["aircraft"], red["income"], red["wealth"]) == ("tokyo", "prop", 26, 160)
    assert view["phase"] == "Round 1 · Red · before the throw"
    assert view["scores"] == [160, 140, 120]
    assert msgspec.json.encode(table.game.board())
    names = [series.name for series in table.game.statistics(table.state, None)]
    assert names == ["Wealth", "Cash", "Cities", "Connected", "Fares in force"]
    table.no_offers()
    table.do(RED, table.offer(YELLOW, give=("moscow",), want=("sydney",), get=3))
    assert table.game.view(table.state, None)["offer"] == {
        "seat": RED,
        "to": YELLOW,
        "give_cities": ["moscow"],
        "give_cash": 0,
        "want_cities": ["sydney"],
        "want_cash": 3,
        "counters_left": 3,
    }

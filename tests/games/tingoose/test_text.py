"""What is said to people."""

import random

import pytest

from aerodrome import CHANCE, Event
from aerodrome.core.question import Question
from aerodrome.games.tingoose.model import events as event_classes
from aerodrome.games.tingoose.model.actions import AdvanceIncome, BidForFleet, BidStrikeChips, UpgradeFleet
from games.tingoose.table import BOND, DEPLOY, KEEP, PASS, TWO_CHIPS, Table, tin_goose


def question(table: Table, seat: int | None = None) -> Question:
    return table.game.question(table.state, table.who if seat is None else seat)


def test_the_prompt_names_what_is_at_stake() -> None:
    assert question(Table().acting()).ask == "Choose an action — 3 slots left"
    strike = question(Table().striking("G24"), 0).ask
    assert strike.startswith("Strike: bid labor chips; the most win $10, the others and a bid of none pay $5 —")
    assert strike.endswith("you have 2 labor chips")
    auction = question(Table().auction("B17", round=3).do(BidForFleet(4))).ask
    assert "Boeing 307 Stratoliner (medium, 3 barrels, 2 flames)" in auction
    assert "Yellow has bid $4" in auction
    assert "you have $40" in auction
    assert question(Table().chance(), 0).ask.endswith("you have $40")


def test_a_placement_says_where_and_what_it_brings() -> None:
    table = Table().acting().tokens("Portland", silver=2)
    choice = next(c for c in question(table).choices if c.label == "Fly a Ford Trimotor to Portland")
    assert choice.where == {"city": "portland", "fleet": "ford-trimotor"}
    assert choice.group == "Fly a plane"
    assert choice.detail == "income 1 box up to 3; demand pays 2 × $3 = $6; 1 plane on this fleet"
    assert choice.action == {"type": "place_plane", "city": "portland", "fleet": "ford-trimotor"}


def test_an_advance_to_the_same_income_says_so() -> None:
    table = Table().acting()
    boxes = table.game.income_boxes
    same = next(box for box in range(len(boxes)) if boxes[box] == boxes[box + 1])

    def detail(box: int) -> str:
        table.state.income_box[0] = box
        return table.game.choice(table.state, 0, AdvanceIncome()).detail

    assert detail(same - 1) == f"income {boxes[same - 1]} to {boxes[same]}"
    assert detail(same) == f"income stays {boxes[same]}, one box on"
    assert detail(len(boxes) - 1) == f"income stays {boxes[-1]}"


def test_meeting_rivals_is_announced() -> None:
    table = Table().acting().network(1, "Portland").network(2, "Portland")
    table.state.income_box[0] = 9
    detail = next(c.detail for c in question(table).choices if c.label == "Extend to Portland")
    assert detail == "income 2 boxes down to 6; 1 barrel and 1 flame more"


def test_costly_choices_ask_once_more() -> None:
    table = Table().acting()
    confirms = {c.label: c.confirm for c in question(table).choices if c.confirm}
    assert confirms == {"Serve Havana with a Ford Trimotor": "Pay $10 and give up a plane for Havana?"}
    table = Table().winning("G15").do(DEPLOY)
    assert table.game.choice(table.state, 0, KEEP).confirm == "Remove no condition? The chance is lost."


def test_an_upgrade_that_moves_no_plane_asks_once_more() -> None:
    table = Table().winning("G15")
    upgrade = next(action for action in table.legal(0) if isinstance(action, UpgradeFleet))
    assert table.game.choice(table.state, 0, upgrade).confirm == ""
    table.state.planes[0][0] = 0
    assert table.game.choice(table.state, 0, upgrade).confirm.startswith("No plane moves over")


def test_refusals_name_things_and_numbers() -> None:
    table = Table().acting()
    table.state.cash[0] = 1
    refused = {r.label: (r.rule, r.why) for r in question(table).refused}
    chip = ("TG-9.6", "The second labor chip costs your income of $3 and you have $1.")
    assert refused["Buy a second labor chip"] == chip
    havana = ("TG-11.5", "Havana costs $10 and you have $1.")
    assert refused["Serve Havana with a Ford Trimotor"] == havana
    assert refused["Fly a Ford Trimotor to Boise"] == (
        "TG-10.5",
        "No line joins Boise to your network, and the plane is small: enter Spokane first.",
    )
    table.fleets(0, trimotor=0)
    refused = {r.label: (r.rule, r.why) for r in question(table).refused}
    no_line = "No line joins Boise to your network; extensions fly along lines only: enter Spokane first."
    assert refused["Extend to Boise"] == ("TG-12.6", no_line)
    table.state.cash[0] = 9
    table.do(BOND, BOND)
    assert "Issue a bond" in {r.label for r in question(table).refused}


def test_a_card_of_another_era_is_shown_as_refused() -> None:
    table = Table().give(0, "G01", "B01").begin()
    (refused,) = question(table).refused
    assert refused.where == {"card": "B01"}
    assert refused.why == "This is a blue card; in round 1 gold cards are played."


def test_a_bid_can_be_typed_in() -> None:
    table = Table().auction("G01").do(BidForFleet(9))
    (form,) = question(table).forms
    assert (form.min, form.max, form.field) == (10, 40, "amount")  # type: ignore[union-attr]
    table.state.cash[2] = 9
    assert question(table).forms == []
    (refused,) = question(table).refused
    assert refused.why == "A bid must be at least $10 and you have $9: you can only pass."


def test_standing_orders_answer_auctions_and_strikes() -> None:
    table = Table().auction("G01")
    orders = {order.key for order in table.game.standing_orders(table.state, 1)}
    assert orders == {"no-bids", "no-chips", "limit", "outbid-0"}
    assert table.game.standing_order_action(table.state, 1, frozenset()) is None
    assert table.game.standing_order_action(table.state, 1, frozenset({"no-bids"})) == PASS
    assert table.game.standing_order_action(table.state, 2, frozenset({"no-bids"})) is None  # not asked yet
    assert table.game.standing_order_action(table.state, 1, frozenset({"no-bids", "outbid-0=9"})) is None, "both fit"
    assert table.game.standing_order_action(table.state, 1, frozenset({"outbid-7=9"})) is None, "another auction"
    table = Table().striking("G24")
    assert table.game.standing_order_action(table.state, 2, frozenset({"no-chips"})) == BidStrikeChips(0)


def test_the_log_tells_a_whole_placement() -> None:
    table = Table().acting().tokens("San Francisco", silver=3).network(0, "Seattle", "Medford")
    table.place("San Francisco")
    assert [table.game.describe_event(event) for event in table.events] == [
        "Red flies a Ford Trimotor to San Francisco",
        "Red finds demand in San Francisco: 1 box up, income 3",
        "Red collects $9 for 3 demand tokens in San Francisco",
        "2 silver tokens leave San Francisco",
        "Red delivers the airmail Seattle–San Francisco for $40",
    ]


def test_the_log_tells_a_strike_in_order() -> None:
    table = Table().striking("G26").bids([1, 0, 1])
    table.state.cash[1] = 0
    told = [table.game.describe_event(event) for event in table.events if event.is_visible_to(None)]
    assert told[1:] == [
        "Labor chips are revealed and spent: Red 1, Yellow 0 and Green 1",
        "Yellow loses the strike and pays $10",
        "Green wins the strike and receives $15",
        "Red wins the strike and receives $15",
    ]


@pytest.mark.parametrize(("number", "text"), [(1, "Round 1 · gold era"), (4, "Round 4 · blue era")])
def test_the_phase_says_where_the_table_is(number: int, text: str) -> None:
    table = Table().begin(number)
    assert table.game.view(table.state, None)["phase"] == f"{text} · Red plays a card"


def test_every_event_of_many_games_has_words_and_a_rule() -> None:
    from aerodrome.core.digest_rules import read_digest_rules_by_id

    game, rng = tin_goose(), random.Random(4)
    known = read_digest_rules_by_id("tingoose")
    seen = set()
    for seats in (3, 4, 5):
        for _ in range(6):
            state = game.new(seats)
            events: list[Event] = []
            while actors := game.actors(state):
                who = rng.choice(actors)
                legal = game.legal(state, who)
                kinds = sorted({type(action).__name__ for action in legal})
                kind = rng.choice(kinds)
                action = rng.choice([a for a in legal if type(a).__name__ == kind])
                assert who == CHANCE or game.say(state, who, action)
                game.apply(state, who, action, events.append)
                if game.out_of_turn_choices(state, who) and rng.random() < 0.2:
                    game.apply(state, who, game.withdraw_sealed_bid, events.append)
            for event in events:
                assert game.describe_event(event)[0].isupper() or game.describe_event(event)[0].isdigit()
                assert event.rule in known
                seen.add(type(event))
    written = {cls for cls in vars(event_classes).values() if isinstance(cls, type) and issubclass(cls, Event)}
    assert written - {Event} == seen


def test_the_second_chip_is_said_with_its_price() -> None:
    table = Table().acting()
    assert table.game.say(table.state, 0, TWO_CHIPS) == "Take a labor chip and buy a second for $3"


def test_the_tally_adds_up_to_the_scores() -> None:
    table = Table(5).begin()
    table.state.served_destinations = [1, 3, 7, 0, 0]
    table.state.bonds = [0, 1, 2, 3, 4]
    sums = [sum(line.amount for line in lines) for lines in table.game.score_breakdown(table.state)]
    assert sums == table.game.scores(table.state)


def test_numbers_hide_what_is_behind_the_screen() -> None:
    table = Table().begin()
    series = {s.name: s.values for s in table.game.statistics(table.state, 1)}
    assert series["Income"] == [3.0, 3.0, 3.0]
    assert series["Cash"] == [None, 40.0, None]
    assert series["Score"] == [None, 70.0, None]


def test_two_fleets_of_a_kind_are_told_apart_by_their_city() -> None:
    table = Table().acting().fleets(0, G15=1, G16=1, G01=1)
    labels = {c.label for c in question(table).choices}
    assert {
        "Fly a Boeing 247 (card of Amarillo) to Portland",
        "Fly a Boeing 247 (card of Memphis) to Portland",
    } <= labels
    assert "Fly a Fokker F-10A to Portland" in labels


def test_at_the_end_of_the_track_no_move_is_claimed() -> None:
    game = Table().game
    last = game.income_boxes[-1]
    words = game.describe_event(event_classes.CityEntered(0, 0, 1, 0, last))
    assert words.endswith(f"income {last}, the end of the track")
    assert "2 boxes up, income 4" in game.describe_event(event_classes.PlayedCardCityBonusGained(0, 0, 4))


def test_a_dearer_barrel_names_its_cause() -> None:
    game = Table().game
    assert game.describe_event(event_classes.OilCostPaid(0, 3, 9, 1)).endswith(
        "for 3 barrels (Rural Stops Along Routes: $1 more a barrel)"
    )
    assert game.describe_event(event_classes.OilCostPaid(0, 3, 6)).endswith("pays $6 for 3 barrels")

"""Ruling 58: plans and upkeep can be changed until all have sealed theirs, from rules version 2 on."""

import random

import msgspec
import pytest

import aerodrome
from aerodrome import Action, bots
from aerodrome.core.actions import NOBODY
from aerodrome.core.options import BadOption
from aerodrome.core.question import SlotsForm
from aerodrome.games.airsteam.model.actions import (
    ExchangePlannedCards,
    GiveUpCube,
    KeepGivenUpCube,
    LayCardInSlot,
    PayUpkeep,
    PlanNextCard,
    ReopenPlan,
    ReopenUpkeep,
    SealPlan,
    TakeBackPlannedCard,
)
from aerodrome.games.airsteam.model.events import (
    CardPlanned,
    CubeDiscardedAtUpkeep,
    PlannedCardsExchanged,
    PlannedCardTakenBack,
    PlanReopened,
)
from aerodrome.games.airsteam.text.standing_orders import PAY_UPKEEP
from games.airsteam.invariants import check
from games.airsteam.situations import list_changes
from games.airsteam.table import FOOD, STILL, Table, game_of


def plan_of(table: Table, seat: int) -> list[str | None]:
    cards = table.state.plan[seat * 4 : seat * 4 + 4]
    return [None if card == NOBODY else table.game.card_ids[card] for card in cards]


def lay_in(table: Table, slot: int, name: str) -> LayCardInSlot:
    return LayCardInSlot(slot, table.card(name))


def at_upkeep() -> Table:
    """Both seats have two Food aboard and are asked for upkeep."""
    table = Table(2)
    return table.aboard(0, FOOD, 2).aboard(1, FOOD, 2).draw().plan().on("UpkeepStep")


# Plans


@pytest.mark.rule("KS-R58")
def test_a_card_goes_into_any_empty_slot() -> None:
    table = Table(2).draw()
    table.do(0, lay_in(table, 2, "3"), lay_in(table, 0, "1"))
    assert plan_of(table, 0) == ["1", None, "3", None]
    table.lay(0, "0", "2")
    assert plan_of(table, 0) == ["1", "0", "3", "2"]
    assert table.no(0, lay_in(table, 1, "2")) == "KS-5.4"
    assert table.no(0, lay_in(table, 4, "4*")) == "KS-5.1"
    assert table.no(0, lay_in(table, -1, "4*")) == "KS-5.1"
    assert table.no(0, lay_in(table, 1, "X*")) == "KS-5.3"
    assert table.no(0, PlanNextCard(table.card("4*"))) == "KS-5.4"


@pytest.mark.rule("KS-R58")
def test_a_card_is_taken_back() -> None:
    table = Table(2).draw().lay(0, *STILL).do(0, TakeBackPlannedCard(1))
    assert plan_of(table, 0) == ["0", None, "2", "3"]
    assert PlanNextCard(table.card("1")) in table.legal()
    assert table.no(0, TakeBackPlannedCard(1)) == "KS-R58"
    assert table.no(0, TakeBackPlannedCard(4)) == "KS-5.1"
    assert table.no(0, TakeBackPlannedCard(-1)) == "KS-5.1"


@pytest.mark.rule("KS-R58")
def test_cards_are_exchanged_between_slots_and_with_the_hand() -> None:
    table = Table(2).draw().lay(0, "0", "1", "2").do(0, ExchangePlannedCards(0, 2))
    assert plan_of(table, 0) == ["2", "1", "0", None]
    table.do(0, ExchangePlannedCards(3, 1))
    assert plan_of(table, 0) == ["2", None, "0", "1"]
    table.do(0, lay_in(table, 3, "7**"))
    assert plan_of(table, 0) == ["2", None, "0", "7**"]
    assert PlanNextCard(table.card("1")) in table.legal()
    assert table.no(0, ExchangePlannedCards(2, 2)) == "KS-R58"
    assert table.no(0, ExchangePlannedCards(1, 4)) == "KS-5.1"
    assert table.no(0, ExchangePlannedCards(-1, 1)) == "KS-5.1"
    two_empty = Table(2).draw().lay(0, "0")
    assert two_empty.no(0, ExchangePlannedCards(1, 2)) == "KS-R58"


@pytest.mark.rule("KS-R58", "KS-5.1", "KS-5.7")
def test_a_full_plan_waits_for_its_owners_seal_whatever_its_diamonds() -> None:
    table = Table(2).draw().lay(0, "7**", "6**", "5**")
    assert table.no(0, SealPlan()) == "KS-5.1"
    assert table.lay(0, "4**").actors == (0, 1)
    assert table.do(0, SealPlan()).actors == (1,)


@pytest.mark.rule("KS-R58")
def test_the_last_card_of_the_table_reveals_nothing_but_the_last_seal_does() -> None:
    table = Table(2).draw().lay(0, *STILL).do(0, SealPlan()).lay(1, *STILL)
    assert table.step == "PlanCardsStep"
    table.do(1, SealPlan())
    assert table.step == "TakeActionStep"
    assert table.no(0, ReopenPlan()) != ""


@pytest.mark.rule("KS-R58")
def test_a_sealed_seat_opens_again_while_another_is_unsealed() -> None:
    table = Table(2).draw()
    assert table.no(0, ReopenPlan()) == "KS-R58"
    table.lay(0, *STILL).do(0, SealPlan())
    assert table.game.legal(table.state, 0) == []
    assert table.no(0, TakeBackPlannedCard(0)) == "KS-3.4"
    assert table.do(0, ReopenPlan()).actors == (0, 1)
    assert table.do(0, lay_in(table, 0, "7**"), SealPlan()).actors == (1,)
    assert plan_of(table, 0) == ["7**", "1", "2", "3"]
    assert [event.seat for event in table.told(PlanReopened)] == [0]


@pytest.mark.rule("KS-R58")
def test_take_backs_exchanges_and_openings_are_counted_for_seat_and_round() -> None:
    table = Table(2, plan_changes=4).draw().lay(0, *STILL)
    table.do(0, TakeBackPlannedCard(3)).lay(0, "4*").do(
        0, ExchangePlannedCards(0, 1), lay_in(table, 2, "1*"), SealPlan(), ReopenPlan()
    )
    assert table.state.changes_made == [4, 0]
    assert table.no(0, TakeBackPlannedCard(0)) == "KS-R58"
    assert table.no(0, ExchangePlannedCards(0, 1)) == "KS-R58"
    assert table.no(0, lay_in(table, 2, "2")) == "KS-R58"
    table.do(0, SealPlan())
    assert table.no(0, ReopenPlan()) == "KS-R58"
    table.lay(1, *STILL).do(1, TakeBackPlannedCard(0)).lay(1, "0").do(1, SealPlan())
    table.on("PlanCardsStep", seat=0)
    assert table.state.changes_made == [0, 0]


@pytest.mark.rule("KS-R58")
def test_who_has_no_changes_left_still_fills_and_seals() -> None:
    table = Table(2, plan_changes=1).draw().lay(0, *STILL).do(0, TakeBackPlannedCard(2))
    table.do(0, lay_in(table, 2, "7**"), SealPlan())
    assert table.actors == (1,)


@pytest.mark.rule("KS-R58")
def test_forty_changes_unless_the_table_says_otherwise() -> None:
    assert game_of().max_changes == 40
    table = Table(2).draw().lay(0, "0", "1")
    table.do(0, *[ExchangePlannedCards(0, 1)] * 40)
    assert table.no(0, ExchangePlannedCards(0, 1)) == "KS-R58"
    with pytest.raises(BadOption):
        game_of(plan_changes=-1)


@pytest.mark.rule("KS-R58")
def test_listed_are_the_cards_for_the_lowest_empty_slot_and_then_the_seal() -> None:
    table = Table(2).draw().do(0, *[lay_in(Table(2), slot, name) for slot, name in ((3, "3"), (1, "1"))])
    legal = table.legal()
    assert len(legal) == 10
    assert all(isinstance(action, PlanNextCard) for action in legal)
    table.lay(0, "0")
    assert plan_of(table, 0) == ["0", "1", None, "3"]
    table.lay(0, "2")
    assert table.legal() == [SealPlan()]


@pytest.mark.rule("KS-R58")
@pytest.mark.parametrize("game", ["basic", "full"])
def test_the_action_space_only_gains_the_seal_at_its_end(game: str) -> None:
    for seats in (2, 6):
        assert game_of(game).action_space(seats) == (*game_of(game, rules=1).action_space(seats), SealPlan())


@pytest.mark.rule("KS-R58")
@pytest.mark.parametrize("level", ["greedy", "captain"])
def test_bots_plan_card_by_card_and_seal(level: str) -> None:
    table = Table(2).draw()
    bot = bots.create_bot(level)
    rng = random.Random(1)
    played: list[type[Action]] = []
    while table.step == "PlanCardsStep":
        who = table.actors[0]
        action = bots.choose_action(bot, table.game, table.state, who, rng)
        played.append(type(action))
        table.do(who, action)
    assert played == [PlanNextCard, PlanNextCard, PlanNextCard, PlanNextCard, SealPlan] * 2
    assert table.state.changes_made == [0, 0]


@pytest.mark.rule("KS-R58", "KS-5.2")
def test_others_learn_only_who_is_sealed() -> None:
    table = Table(3).draw()
    unsealed = [table.game.view(table.state, who) for who in (1, 2, None)]
    table.lay(0, *STILL)
    for action in (
        TakeBackPlannedCard(1),
        ExchangePlannedCards(0, 1),
        lay_in(table, 2, "7**"),
        lay_in(table, 0, "6**"),
    ):
        table.do(0, action)
        assert [table.game.view(table.state, who) for who in (1, 2, None)] == unsealed
    table.do(0, SealPlan())
    sealed = [table.game.view(table.state, who) for who in (1, 2, None)]
    assert [view["players"][0]["planning"] for view in sealed] == [False] * 3
    table.do(0, ReopenPlan(), TakeBackPlannedCard(0))
    assert [table.game.view(table.state, who) for who in (1, 2, None)] == unsealed
    table.lay(0, "5**").do(0, SealPlan())
    assert [table.game.view(table.state, who) for who in (1, 2, None)] == sealed
    for kind in (CardPlanned, PlannedCardTakenBack, PlannedCardsExchanged):
        assert table.told(kind)
        assert not any(event.is_visible_to(who) for event in table.told(kind) for who in (1, 2, None))


@pytest.mark.rule("KS-R58", "KS-R45")
def test_how_often_another_seat_changed_its_mind_is_not_imagined() -> None:
    table = Table(2).draw().lay(0, "0", "1").do(0, ExchangePlannedCards(0, 1))
    table.lay(1, "2").do(1, TakeBackPlannedCard(0))
    rng = random.Random(1)
    assert table.game.imagine(table.state, 1, rng).changes_made == [0, 1]
    assert table.game.imagine(table.state, 1, rng).plan[:4] == [NOBODY] * 4


@pytest.mark.rule("KS-R58", "KS-R45")
@pytest.mark.parametrize("game", ["basic", "full"])
def test_seats_that_keep_changing_their_minds_show_nothing_and_the_game_ends(game: str) -> None:
    rules = game_of(game, plan_changes=6)
    rng = random.Random(f"changes {game}")
    state = rules.new(3)
    made = 0
    while actors := rules.actors(state):
        changes = list_changes(rules, state)
        if changes and rng.random() < 0.5:
            who, action = changes[int(rng.random() * len(changes))]
            made += 1
        else:
            who = actors[int(rng.random() * len(actors))]
            legal = rules.legal(state, who)
            action = legal[int(rng.random() * len(legal))]
        rules.apply(state, who, action)
        check(rules, state)
        if changes:
            for seat in range(state.seats):
                twin = rules.imagine(state, seat, rng)
                assert rules.view(twin, seat) == rules.view(state, seat)
                assert rules.question(twin, seat) == rules.question(state, seat)
                assert rules.out_of_turn_choices(twin, seat) == rules.out_of_turn_choices(state, seat)
    assert made > 30


# Upkeep


@pytest.mark.rule("KS-R58", "KS-R39")
def test_what_was_given_up_is_kept_again_until_all_have_settled() -> None:
    table = at_upkeep()
    cash = table.state.cash[0]
    assert table.no(0, KeepGivenUpCube(NOBODY, FOOD)) == "KS-20.4"
    table.do(0, GiveUpCube(NOBODY, FOOD), GiveUpCube(NOBODY, FOOD), KeepGivenUpCube(NOBODY, FOOD), PayUpkeep())
    assert table.no(0, KeepGivenUpCube(NOBODY, FOOD)) == "KS-3.4"
    table.do(0, ReopenUpkeep(), KeepGivenUpCube(NOBODY, FOOD), PayUpkeep()).do(1, PayUpkeep())
    assert table.told(CubeDiscardedAtUpkeep) == []
    assert table.state.cash[0] == cash - 2
    assert table.no(0, ReopenUpkeep()) != ""


@pytest.mark.rule("KS-R58")
def test_giving_up_the_last_cube_settles_nothing_by_itself() -> None:
    table = at_upkeep().do(1, PayUpkeep()).do(0, GiveUpCube(NOBODY, FOOD), GiveUpCube(NOBODY, FOOD))
    assert table.asked == (0, "UpkeepStep")
    assert table.legal() == [PayUpkeep()]
    question = table.game.question(table.state, 0)
    assert question.ask == "Upkeep: you give up all your cubes and pay nothing"
    assert [choice.label for choice in question.choices] == ["Settle: nothing is left to pay for"]


@pytest.mark.rule("KS-R58")
def test_upkeep_is_opened_only_by_who_has_settled_some() -> None:
    table = Table(3).aboard(0, FOOD, 1).aboard(1, FOOD, 1).draw().plan().on("UpkeepStep")
    assert table.no(0, ReopenUpkeep()) == "KS-R58"
    assert table.no(2, ReopenUpkeep()) == "KS-20.2"
    table.do(0, PayUpkeep(), ReopenUpkeep())
    assert table.actors == (0, 1)


@pytest.mark.rule("KS-R58")
def test_changes_of_upkeep_count_with_those_of_the_plan() -> None:
    table = Table(2, plan_changes=2).aboard(0, FOOD, 1).aboard(1, FOOD, 1).draw()
    table.lay(0, *STILL).do(0, ExchangePlannedCards(0, 1), SealPlan()).lay(1, *STILL).do(1, SealPlan()).on("UpkeepStep")
    table.do(0, GiveUpCube(NOBODY, FOOD), KeepGivenUpCube(NOBODY, FOOD), PayUpkeep())
    assert table.state.changes_made == [2, 0]
    assert table.no(0, ReopenUpkeep()) == "KS-R58"


@pytest.mark.rule("KS-R58")
def test_a_standing_order_to_pay_leaves_an_opened_upkeep_to_the_person() -> None:
    table = at_upkeep()
    orders = frozenset({PAY_UPKEEP})
    assert table.game.standing_order_action(table.state, 0, orders) == PayUpkeep()
    table.do(0, PayUpkeep(), ReopenUpkeep())
    assert table.game.standing_order_action(table.state, 0, orders) is None
    table.do(0, PayUpkeep()).do(1, PayUpkeep()).on("UpkeepStep")
    assert table.game.standing_order_action(table.state, 0, orders) == PayUpkeep()


@pytest.mark.rule("KS-R58")
def test_others_do_not_learn_what_is_given_up_or_kept() -> None:
    table = at_upkeep()
    before = [table.game.view(table.state, who) for who in (1, None)]
    for action in (
        GiveUpCube(NOBODY, FOOD),
        GiveUpCube(NOBODY, FOOD),
        KeepGivenUpCube(NOBODY, FOOD),
        PayUpkeep(),
        ReopenUpkeep(),
    ):
        table.do(0, action)
        if action != PayUpkeep():
            assert [table.game.view(table.state, who) for who in (1, None)] == before


# Words


def slot_labels(table: Table, seat: int) -> list[list[str]]:
    form = table.game.forms(table.state, seat)[0]
    assert isinstance(form, SlotsForm)
    return [[choice.label for choice in slot.choices] for slot in form.slots]


@pytest.mark.rule("KS-R58")
def test_each_slot_offers_what_can_be_done_with_it_and_all_of_it_is_accepted() -> None:
    table = Table(2).draw().lay(0, "0").do(0, lay_in(Table(2), 2, "3*"))
    first, second, third, fourth = slot_labels(table, 0)
    assert first[:3] == [
        "Take 0 (slot 1) back",
        "Move 0 (slot 1) to slot 2",
        "Exchange 0 (slot 1) and 3◆ (slot 3)",
    ]
    assert second == []
    assert third[0] == "Take 3◆ (slot 3) back"
    assert fourth[0] == "Plan 1◆ in slot 4"
    assert len(fourth) == 10
    form = table.game.forms(table.state, 0)[0]
    assert isinstance(form, SlotsForm)
    assert form.detail == "Diamond rating 2"
    nearly = table.twin()
    nearly.state.changes_made[0] = nearly.game.max_changes - 3
    assert nearly.game.forms(nearly.state, 0)[0].detail == "Diamond rating 2, 3 changes left"
    for slot in form.slots:
        for choice in slot.choices:
            table.twin().do(0, table.game.parse(choice.action))


@pytest.mark.rule("KS-R58")
def test_a_full_plan_is_asked_to_be_sealed_and_a_sealed_one_can_be_opened_by_a_button() -> None:
    table = Table(2).draw().lay(0, *STILL)
    question = table.game.question(table.state, 0)
    assert question.ask == "Your plan is full: seal it, or change it first — 2 of 2 diamonds left"
    assert [choice.label for choice in question.choices] == ["Seal your plan"]
    assert len(slot_labels(table, 0)[0]) == 4 + 8
    assert table.game.out_of_turn_choices(table.state, 0) == []
    table.do(0, SealPlan())
    offered = table.game.out_of_turn_choices(table.state, 0)
    assert [(choice.label, choice.action) for choice in offered] == [("Open your plan again", {"type": "open_plan"})]
    assert table.game.out_of_turn_choices(table.state, 1) == []
    table.lay(1, *STILL).do(1, SealPlan())
    assert table.game.out_of_turn_choices(table.state, 0) == []


@pytest.mark.rule("KS-R58")
def test_cubes_given_up_stand_in_slots_from_which_they_are_kept_again() -> None:
    table = at_upkeep()
    assert not any(isinstance(form, SlotsForm) for form in table.game.forms(table.state, 0))
    table.do(0, GiveUpCube(NOBODY, FOOD))
    assert slot_labels(table, 0) == [["Keep 1 Food in your hold"]]
    table.do(0, PayUpkeep())
    assert [c.label for c in table.game.out_of_turn_choices(table.state, 0)] == ["Settle your upkeep again"]


@pytest.mark.rule("KS-R58")
def test_a_card_that_replaces_another_is_asked_about_by_the_diamonds_that_remain() -> None:
    table = Table(2).draw().lay(0, "7**", "0")
    form = table.game.forms(table.state, 0)[0]
    assert isinstance(form, SlotsForm)
    first, second = ({c.label: c.confirm for c in slot.choices} for slot in form.slots[:2])
    assert first["Plan 6◆◆ in slot 1"] == ""
    assert "4 diamonds; you have 2" in second["Plan 6◆◆ in slot 2"]


@pytest.mark.rule("KS-R58")
def test_refused_changes_say_why() -> None:
    table = Table(2, plan_changes=1).draw().lay(0, "0")

    def why(seat: int, action: Action) -> str:
        refusal = table.game.why_not(table.state, seat, action)
        assert refusal is not None
        return refusal.text

    assert why(0, TakeBackPlannedCard(1)) == "Slot 2 is empty."
    assert why(0, ExchangePlannedCards(1, 1)) == "There is nothing to exchange."
    assert why(0, ReopenPlan()) == "Your plan is not sealed."
    assert why(0, SealPlan()) == "A plan is sealed when all four slots are filled."
    table.do(0, TakeBackPlannedCard(0)).lay(0, *STILL)
    assert why(0, TakeBackPlannedCard(0)) == "You have changed your mind 1 time in this round; more is not allowed."
    assert why(0, PlanNextCard(table.card("7**"))) == "All your slots are filled."


# Rules version 1


@pytest.mark.rule("KS-R58")
def test_under_rules_version_1_the_fourth_card_ends_a_plan_and_nothing_is_changed() -> None:
    table = Table(2, rules=1).draw().lay(0, "0", "1")
    for action in (SealPlan(), ReopenPlan(), TakeBackPlannedCard(0), ExchangePlannedCards(0, 1), lay_in(table, 3, "3")):
        assert table.no(0, action) == "KS-5.1"
    assert slot_labels(table, 0) == [[]] * 4
    table.lay(0, "2", "3")
    assert table.actors == (1,)
    assert table.no(0, ReopenPlan()) == "KS-3.4"
    assert table.game.out_of_turn_choices(table.state, 0) == []
    table.lay(1, *STILL)
    assert table.step == "TakeActionStep"


@pytest.mark.rule("KS-R58")
def test_under_rules_version_1_the_last_cube_given_up_settles_upkeep() -> None:
    table = Table(2, rules=1).aboard(0, FOOD, 1).draw().plan().on("UpkeepStep")
    assert table.no(0, ReopenUpkeep()) == "KS-20.2"
    assert table.no(0, KeepGivenUpCube(NOBODY, FOOD)) == "KS-20.2"
    table.do(0, GiveUpCube(NOBODY, FOOD))
    assert table.step == "DrawTileAndRaisePriceStep"


@pytest.mark.rule("KS-R58")
def test_under_rules_version_1_there_is_no_option_and_nothing_new_is_stored() -> None:
    with pytest.raises(BadOption, match="plan_changes"):
        aerodrome.load("airsteam", options={"plan_changes": 3}, rules=1)
    old, new = Table(2, rules=1).draw(), Table(2).draw()
    assert "plan_changes" not in old.game.resolved_options()
    assert new.game.resolved_options()["plan_changes"] == 40
    stored = msgspec.json.decode(old.game.to_json(old.state))
    assert "changes_made" not in stored
    assert set(msgspec.json.decode(new.game.to_json(new.state))) - set(stored) == {"changes_made"}


@pytest.mark.rule("KS-R58")
def test_a_stored_position_keeps_the_changes_made() -> None:
    table = at_upkeep().do(0, PayUpkeep(), ReopenUpkeep())
    again = table.game.from_json(table.game.to_json(table.state))
    assert again.changes_made == [1, 0]
    assert again.upkeep_opened == 1

"""Sections 7 and 8: the once-around auction, deploying and upgrading."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import EventSink, Step
from aerodrome.games.tingoose.model import events
from aerodrome.games.tingoose.model.actions import (
    BidForFleet,
    DeployFleet,
    PassAuction,
    RemoveCondition,
    RemoveNoCondition,
    UpgradeFleet,
)
from aerodrome.games.tingoose.model.state import UNPRODUCTIVE_INVESTMENTS, TinGooseState
from aerodrome.games.tingoose.rules.queries import (
    find_rule_against_auction_bid,
    find_rule_against_upgrade,
    get_income,
    has_condition,
    owns_fleet_of_same_kind,
)
from aerodrome.games.tingoose.rules.state_changes import move_income_marker, pay_to_bank, receive_from_bank

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose

LISTED_RAISES: Final = (1, 2, 3, 5, 8, 12, 17, 25, 40)
"""How far above the high bid the listed bids go; any other whole amount is allowed as well."""
MAX_LISTED_BID: Final = 200
"""The highest bid that is listed."""


class AuctionBidStep(Step["TinGoose", TinGooseState]):
    """One seat bids or passes; `leader` has bid `high_bid`."""

    stored_name: ClassVar[str] = "CallsBid"
    stored_fields: ClassVar[dict[str, str]] = {"high_bid": "high"}
    rule: ClassVar[str] = "TG-7.3"

    def __init__(self, card: int, seat: int, high_bid: int, leader: int) -> None:
        self.card: int = card
        self.seat: int = seat
        self.high_bid: int = high_bid
        self.leader: int = leader

    def actors(self, game: TinGoose, state: TinGooseState) -> tuple[int, ...]:
        return game.seat_tuples[self.seat]

    def legal(self, game: TinGoose, state: TinGooseState, who: int) -> list[Action]:
        calls: list[Action] = [game.pass_action]
        limit = min(state.cash[who], MAX_LISTED_BID)
        base = max(self.high_bid, game.min_auction_bid - 1)
        for raised in LISTED_RAISES:
            if base + raised > limit:
                break
            calls.append(game.auction_bids[base + raised])
        return calls

    def violated_rule(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if isinstance(action, PassAuction):
            return ""
        if isinstance(action, BidForFleet):
            return find_rule_against_auction_bid(game, state, who, action.amount, self.high_bid)
        return "TG-7.3"

    def apply(self, game: TinGoose, state: TinGooseState, who: int, action: Action, tell: EventSink | None) -> None:
        high, leader = self.high_bid, self.leader
        if isinstance(action, BidForFleet):
            high, leader = action.amount, who
            if tell is not None:
                tell(events.AuctionBidMade(who, high))
        elif tell is not None:
            tell(events.AuctionPassed(who))
        state.step_stack.pop()
        if who != state.active:
            state.step_stack.append(AuctionBidStep(self.card, (who + 1) % state.seats, high, leader))
        elif leader == NOBODY:  # TG-7.5
            if tell is not None:
                tell(events.FleetUnsold(self.card))
        else:
            sell_fleet_and_ask_deploy_or_upgrade(game, state, leader, self.card, high, tell)


def sell_fleet_and_ask_deploy_or_upgrade(
    game: TinGoose, state: TinGooseState, winner: int, card: int, price: int, tell: EventSink | None
) -> None:
    pay_to_bank(state, winner, price)  # TG-7.6
    if tell is not None:
        tell(events.FleetWon(winner, card, price))
    if owns_fleet_of_same_kind(game, state, winner, card):  # TG-7.7
        move_income_marker(game, state, winner, game.same_kind_bonus_boxes)
        if tell is not None:
            tell(events.SameFleetKindBonusGained(winner, card, get_income(game, state, winner)))
    state.step_stack.append(DeployOrUpgradeStep(card, winner))


class DeployOrUpgradeStep(Step["TinGoose", TinGooseState]):
    """The winner deploys the card or upgrades with it, at once."""

    stored_name: ClassVar[str] = "UsesFleet"
    rule: ClassVar[str] = "TG-7.8"

    def __init__(self, card: int, seat: int) -> None:
        self.card: int = card
        self.seat: int = seat

    def actors(self, game: TinGoose, state: TinGooseState) -> tuple[int, ...]:
        return game.seat_tuples[self.seat]

    def legal(self, game: TinGoose, state: TinGooseState, who: int) -> list[Action]:
        uses: list[Action] = [game.deploy_fleet]
        for fleet in state.fleets[who]:
            if not find_rule_against_upgrade(game, state, who, fleet, self.card):
                uses.append(game.upgrades[fleet])
        return uses

    def violated_rule(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if isinstance(action, DeployFleet):
            return ""
        if isinstance(action, UpgradeFleet):
            return find_rule_against_upgrade(game, state, who, action.fleet, self.card)
        return "TG-7.8"

    def apply(self, game: TinGoose, state: TinGooseState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        if isinstance(action, UpgradeFleet):
            self._upgrade_fleet(state, who, action.fleet, tell)
            return
        state.fleets[who].append(self.card)  # TG-8.1
        state.planes[who].append(game.planes_per_fleet)
        if tell is not None:
            tell(events.FleetDeployed(who, self.card, game.planes_per_fleet))
        if state.conditions[who]:
            state.step_stack.append(ConditionRemovalStep(who))  # TG-8.3

    def _upgrade_fleet(self, state: TinGooseState, who: int, old_fleet: int, tell: EventSink | None) -> None:
        place = state.fleets[who].index(old_fleet)
        state.fleets[who][place] = self.card  # TG-8.9: the planes stay where they are, on the new card
        if tell is not None:
            tell(events.FleetUpgraded(who, self.card, old_fleet, state.planes[who][place]))


class ConditionRemovalStep(Step["TinGoose", TinGooseState]):
    """After deploying a fleet its owner may remove one condition."""

    stored_name: ClassVar[str] = "ShedsCondition"
    rule: ClassVar[str] = "TG-8.3"

    def __init__(self, seat: int) -> None:
        self.seat: int = seat

    def actors(self, game: TinGoose, state: TinGooseState) -> tuple[int, ...]:
        return game.seat_tuples[self.seat]

    def legal(self, game: TinGoose, state: TinGooseState, who: int) -> list[Action]:
        return game.condition_removals[state.conditions[who]]

    def violated_rule(self, game: TinGoose, state: TinGooseState, who: int, action: Action) -> str:
        if isinstance(action, RemoveNoCondition):  # TG-R21
            return ""
        if not isinstance(action, RemoveCondition) or not 0 <= action.condition < len(game.conditions):
            return "TG-8.3"
        return "" if has_condition(state, who, action.condition) else "TG-14.1"

    def apply(self, game: TinGoose, state: TinGooseState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        if not isinstance(action, RemoveCondition):
            if tell is not None:
                tell(events.NoConditionRemoved(who))
            return
        state.conditions[who] &= ~(1 << action.condition)  # TG-R23
        if tell is not None:
            tell(events.ConditionRemoved(who, action.condition))
        if action.condition == UNPRODUCTIVE_INVESTMENTS:
            amount = game.investments_pay[game.era_of_round[state.round]]  # TG-14.5
            receive_from_bank(state, who, amount)
            if tell is not None:
                tell(events.UnproductiveInvestmentsPaidOut(who, amount))

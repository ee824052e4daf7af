"""Law: an order with an amount answers exactly when its condition holds, and with a legal action."""

import re
from collections.abc import Callable
from typing import Any

import pytest

import aerodrome
from aerodrome import CHANCE, Action, Game
from aerodrome.core.standing_order_keys import AMOUNT_PLACE, build_standing_order_key
from aerodrome.games.airkwire.model.actions import ApproveRoute, ExchangeOrSellShares
from aerodrome.games.airkwire.steps.merger import ExchangeOrSellDefunctSharesStep
from aerodrome.games.airkwire.steps.routes import RouteApprovalStep
from aerodrome.games.airline.model.actions import AcceptOffer
from aerodrome.games.airline.steps.trading import AnswerOfferStep
from aerodrome.games.airsteam.model.actions import PayUpkeep
from aerodrome.games.tingoose.model.actions import BidForFleet, PassAuction
from aerodrome.games.tingoose.steps.auction import AuctionBidStep
from laws.walk import Moment, walk

Expect = Callable[[Moment, str, int], Action | None]


def expect_in_tingoose(moment: Moment, key: str, amount: int) -> Action | None:
    step, state = moment.state.step_stack[-1], moment.state
    if not isinstance(step, AuctionBidStep) or step.seat != moment.who:
        return None
    if key == "limit":
        return PassAuction() if step.high_bid > amount else None
    assert key == f"outbid-{step.card}", "an order for one auction is offered in that one"
    bid = BidForFleet(max(step.high_bid + 1, 1))
    is_allowed = moment.game.why_not(state, moment.who, bid) is None
    return bid if is_allowed and bid.amount <= amount else None


def expect_in_airline(moment: Moment, key: str, amount: int) -> Action | None:
    step, game = moment.state.step_stack[-1], moment.game
    if not isinstance(step, AnswerOfferStep) or step.receiver != moment.who:
        return None
    names = [game.edition.city[city].id for city in step.want_cities]  # type: ignore[attr-defined]
    is_met = [f"accept-{name}" for name in names] == [key] and step.give_cash >= amount
    is_plain = not step.give_cities and not step.want_cash
    is_allowed = game.why_not(moment.state, moment.who, AcceptOffer()) is None
    return AcceptOffer() if is_met and is_plain and is_allowed else None


def expect_in_airkwire(moment: Moment, key: str, amount: int) -> Action | None:
    """By what everybody sees on the board."""
    step, game, state = moment.state.step_stack[-1], moment.game, moment.state
    kind, _, mine = key.partition(":")
    board, airlines = game.board(), game.view(state, None)["airlines"]
    names = [airline["id"] for airline in board["airlines"]]
    if isinstance(step, RouteApprovalStep):
        city = board["cities"][step.city]
        here = {name for name in names for place in airlines[name]["cities"] if place["city"] == city["id"]}
        here |= {one["id"] for one in board["airlines"] if one["home"] == city["id"] and is_open(airlines[one["id"]])}
        is_met = names[step.airline] == mine and city["points"] >= amount and not here
        return ApproveRoute() if kind == "approve-points" and is_met else None
    if isinstance(step, ExchangeOrSellDefunctSharesStep) and names[step.defunct] == mine:
        price = airlines[names[step.acquirer]]["price"]
        if kind == "sell" and price <= amount:
            return ExchangeOrSellShares(0)
        if kind == "exchange" and price >= amount:
            return game.legal(state, moment.who)[-1]
    return None


def is_open(airline: dict[str, Any]) -> bool:
    return bool(airline["status"] == "open")


def expect_in_airsteam(moment: Moment, key: str, amount: int) -> Action | None:
    player = moment.game.view(moment.state, moment.who)["players"][moment.who]
    assert key == "upkeep up to"
    if moment.step != "UpkeepStep" or player["giving"]:
        return None
    is_allowed = moment.game.why_not(moment.state, moment.who, PayUpkeep()) is None
    return PayUpkeep() if is_allowed and player["upkeep"] <= amount else None


def law_order_amounts(game: Game, seats: int, seed: int, expect: Expect, amounts: list[int]) -> set[str]:
    """Returns which orders acted, by the beginning of their keys."""
    acted = set()
    for moment in walk(game, seats, seed):
        if moment.who == CHANCE:
            continue
        with moment.looked_at():
            offered = [one for one in game.standing_orders(moment.state, moment.who) if one.max_amount is not None]
            for order in offered:
                assert order.label.count(AMOUNT_PLACE) == 1
                for amount in amounts:
                    given = frozenset({build_standing_order_key(order.key, amount)})
                    action = game.standing_order_action(moment.state, moment.who, given)
                    expected = expect(moment, order.key, amount)
                    by_default = game.standing_order_action(moment.state, moment.who, frozenset())
                    assert action == (by_default if expected is None else expected), f"{order.key} {amount}"
                    if expected is not None and action is not None:
                        assert game.why_not(moment.state, moment.who, action) is None
                        acted.add(re.split(r"-\w*$|:", order.key)[0])
    return acted


@pytest.mark.parametrize(
    ("title", "expect", "kinds", "amounts"),
    [
        ("tingoose", expect_in_tingoose, {"limit", "outbid"}, [1, 6, 20]),
        ("airline", expect_in_airline, {"accept"}, [1, 6, 20]),
        ("airkwire", expect_in_airkwire, {"approve-points", "exchange", "sell"}, [1, 3, 500]),
        ("airsteam", expect_in_airsteam, {"upkeep up to"}, [1, 3, 20]),
    ],
)
def test_an_order_acts_exactly_when_its_condition_holds(
    title: str, expect: Expect, kinds: set[str], amounts: list[int]
) -> None:
    game = aerodrome.load(title)
    acted: set[str] = set()
    for seed in range(3):
        acted |= law_order_amounts(game, 3, seed, expect, amounts)
    assert acted == kinds

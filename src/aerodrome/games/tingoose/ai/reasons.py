"""Facts that speak for or against a choice, by the rules' own functions, on what the seat may know.

What rivals have behind their screens (cash, bonds, chips) is never among them: views do not show it (TG-R47).

| kind | values |
| --- | --- |
| entry_pays | city, demand tokens, income that each pays, airmail reward, reward for a major city |
| card_in_hand | city, boxes that playing the card of it will bring as the marker stands |
| income_moves | boxes (signed), income before, income after, rivals in the city |
| extension_burden | barrels, flames |
| destination | place, reward, cost, dollars more for players who serve fewer |
| advance | income before, income after, turns that still pay it, dollars at the end |
| half_box | income, the income of the box after this one |
| top_of_track | income |
| chip_price | dollars |
| chips_useless | (none): nobody will play a card any more |
| own_strike | dollars won, dollars lost, by the strike in the own hand with the highest stakes |
| bond_for_event | own cash, what an event can cost |
| bond_for_destination | own cash, place, cost |
| bond_cost | dollars now, dollars at the end |
| city_bonus | city, boxes, income before, income after |
| event_costs | dollars that the seat pays, dollars that the others pay together, how many they are |
| crash_move | boxes (signed), income before, income after |
| strike_without_chips | dollars lost |
| strike_stakes | dollars won, dollars lost |
| zero_loses | dollars lost |
| same_kind | boxes |
| calls_last | (none) |
| wins_now | price |
| planes_gained | planes, size |
| condition_goes | how many conditions the seat has |
| cash_left | dollars left, what an event can cost |
| planes_enough | planes that wait, planes that can still be placed |
| fleet_burden | barrels, flames |
| upgrade_saves | barrels, flames (both signed: how many fewer) |
| upgrade_grows | planes, size |
| upgrade_no_better | (none) |
| no_condition_goes | how many conditions the seat has |
| fewer_flames | flames before, flames after, the most and the fewest of the others |
| income_paid_again | income, turns that will pay it |
| pays_now | dollars now, dollars in the next era (0: there is none in which it could be removed) |
| oil_cheaper | barrels, dollars less in each oil event |
| actions_free | turns whose first action becomes free |
| opening_prize | routes to choose from |
| opening_bid_paid | dollars paid whatever the rank |
| route_length | lines from the start to the target, reward |
| start_demand | city one line away, its demand tokens |
| start_major | dollars at the end |
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.reason import Reason
from aerodrome.games.tingoose.ai.outlook import RemainingGameOutlook, holds_card_of_city_for_later, is_upgrade_no_better
from aerodrome.games.tingoose.ai.pointless import can_another_card_be_played, find_worst_event_cost
from aerodrome.games.tingoose.model import actions as act
from aerodrome.games.tingoose.model.state import (
    CRASH,
    FLEET,
    GENEROUS_DIVIDENDS,
    IRREGULAR_SAFETY,
    RURAL_STOPS,
    SMALL,
    STRIKE,
    UNPRODUCTIVE_INVESTMENTS,
    TinGooseState,
)
from aerodrome.games.tingoose.rules.queries import (
    compute_event_cost_or_strike_loss,
    count_barrels,
    count_bits,
    count_demand_tokens,
    count_flames,
    count_rivals_in_city,
    find_reachable_city_bits,
    get_income,
    list_cities_in_bits,
    owns_fleet_of_same_kind,
)
from aerodrome.games.tingoose.steps.auction import AuctionBidStep, DeployOrUpgradeStep
from aerodrome.games.tingoose.steps.event_cards import StrikeBidStep

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


def find_reasons(game: TinGoose, state: TinGooseState, who: int, action: Action) -> list[Reason]:
    if isinstance(action, (act.PlacePlane, act.ExtendNetwork)):
        return _find_city_entry_reasons(game, state, who, action.city, isinstance(action, act.ExtendNetwork))
    if isinstance(action, act.ServeDestination):
        return _find_destination_reasons(game, state, who)
    if isinstance(action, act.AdvanceIncome):
        return _find_income_advance_reasons(game, state, who)
    if isinstance(action, act.TakeLaborChip):
        return _find_labor_chip_reasons(game, state, who, action.second)
    if isinstance(action, act.IssueBond):
        return _find_bond_reasons(game, state, who)
    if isinstance(action, act.PlayCard):
        return _find_card_play_reasons(game, state, who, action.card)
    if isinstance(action, act.BidForFleet):
        return _find_auction_bid_reasons(game, state, who, action.amount)
    if isinstance(action, act.PassAuction):
        return _find_auction_pass_reasons(game, state, who)
    if isinstance(action, act.RemoveCondition):
        return _find_condition_removal_reasons(game, state, who, action.condition)
    return _find_deploy_strike_or_opening_reasons(game, state, who, action)


def _find_deploy_strike_or_opening_reasons(
    game: TinGoose, state: TinGooseState, who: int, action: Action
) -> list[Reason]:
    step = state.step_stack[-1]
    if isinstance(action, act.DeployFleet) and isinstance(step, DeployOrUpgradeStep):
        return _find_deploy_reasons(game, state, who, step.card)
    if isinstance(action, act.UpgradeFleet) and isinstance(step, DeployOrUpgradeStep):
        return _find_upgrade_reasons(game, state, who, action.fleet, step.card)
    if isinstance(action, act.BidStrikeChips) and isinstance(step, StrikeBidStep):
        won, lost = game.strike_win[step.card], game.strike_lose[step.card]
        return [Reason("strike_stakes", (won, lost))] if action.chips else [Reason("zero_loses", (lost,), False)]
    if isinstance(action, act.MakeOpeningBid):
        if action.amount == 0:
            return []
        prize = Reason("opening_prize", (len(state.card_row),))
        return [prize, Reason("opening_bid_paid", (action.amount,), False)]
    if isinstance(action, act.TakeAirmailCard):
        return _find_airmail_route_reasons(game, state, action.airmail)
    return []


def _compute_boxes_and_incomes_of_move(
    game: TinGoose, state: TinGooseState, who: int, boxes: int
) -> tuple[int, int, int]:
    """How many boxes the marker truly moves, the income before and after."""
    box = state.income_box[who]
    to = min(max(box + boxes, 0), len(game.income_boxes) - 1)
    return to - box, game.income_boxes[box], game.income_boxes[to]


# Actions of the turn


def _find_city_entry_reasons(
    game: TinGoose, state: TinGooseState, who: int, city: int, is_extension: bool
) -> list[Reason]:
    reasons: list[Reason] = []
    demand, rivals = count_demand_tokens(state, city), count_rivals_in_city(state, who, city)
    boxes, before, after = _compute_boxes_and_incomes_of_move(game, state, who, 1 if demand or not rivals else -rivals)
    is_target = game.airmail_target[state.airmail[who]] == city and not state.delivered >> who & 1
    airmail = game.airmail_reward if is_target else 0
    major = game.per_major if game.major_cities >> city & 1 else 0
    if demand or airmail or major:
        reasons.append(Reason("entry_pays", (city, demand, after, airmail, major)))
    if holds_card_of_city_for_later(game, state, who, city):
        top = len(game.income_boxes) - 1
        bonus = min(game.city_bonus_boxes, top - state.income_box[who] - boxes)
        if bonus > 0:
            reasons.append(Reason("card_in_hand", (city, bonus)))
    if boxes:
        reasons.append(Reason("income_moves", (boxes, before, after, rivals), boxes > 0))
    if is_extension:
        reasons.append(Reason("extension_burden", (game.extension_barrels, game.extension_flames), False))
    return reasons


def _find_destination_reasons(game: TinGoose, state: TinGooseState, who: int) -> list[Reason]:
    place = game.destination_of_round[state.round]
    now = count_bits(state.served_destinations[who])
    caught_up = 0
    for other in range(state.seats):
        if other != who and count_bits(state.served_destinations[other]) == now:
            caught_up += 1
    cost, reward = game.destination_cost[place], game.per_international
    return [Reason("destination", (place, reward, cost, caught_up * game.per_player_behind))]


def _find_income_advance_reasons(game: TinGoose, state: TinGooseState, who: int) -> list[Reason]:
    boxes, before, after = _compute_boxes_and_incomes_of_move(game, state, who, 1)
    if boxes == 0:
        return [Reason("top_of_track", (before,), False)]
    if after > before:
        turns = count_paying_turns_left(game, state, who)
        return [Reason("advance", (before, after, turns, (after - before) * game.per_income))]
    above = _compute_boxes_and_incomes_of_move(game, state, who, 2)[2]
    return [Reason("half_box", (before, above))] if above > before else []


def count_paying_turns_left(game: TinGoose, state: TinGooseState, who: int) -> int:
    """Ends of the seat's turns, this one included, that will pay its income as its conditions are."""
    if state.conditions[who] >> GENEROUS_DIVIDENDS & 1:
        return 0
    return game.rounds - state.round + (1 if is_turn_still_to_end(state, who) else 0)


def is_turn_still_to_end(state: TinGooseState, who: int) -> bool:
    """Whether the seat's turn of the round at hand is still to be ended."""
    return (who - state.first) % state.seats >= (state.active - state.first) % state.seats


def _find_labor_chip_reasons(game: TinGoose, state: TinGooseState, who: int, buys_second_chip: bool) -> list[Reason]:
    reasons: list[Reason] = []
    if not can_another_card_be_played(game, state):
        reasons.append(Reason("chips_useless", (), False))
    won = lost = 0
    for era in range(game.era_of_round[state.round], len(game.decks)):
        for card in game.decks[era]:
            if state.holder[card] != who or game.card_kind[card] != STRIKE:
                continue
            if game.strike_win[card] + game.strike_lose[card] > won + lost:
                won, lost = game.strike_win[card], game.strike_lose[card]
    if won and state.round < game.rounds:
        reasons.append(Reason("own_strike", (won, lost)))
    if buys_second_chip:
        reasons.append(Reason("chip_price", (get_income(game, state, who),), False))
    return reasons


def _find_bond_reasons(game: TinGoose, state: TinGooseState, who: int) -> list[Reason]:
    reasons: list[Reason] = []
    cash = state.cash[who]
    place = game.destination_of_round[state.round]
    cost = game.destination_cost[place]
    if (
        cash < cost
        and not state.served_destinations[who] >> place & 1
        and _has_plane_for_destination(game, state, who, place)
    ):
        reasons.append(Reason("bond_for_destination", (cash, place, cost)))
    worst = find_worst_event_cost(game, state, who)
    if cash < worst and can_another_card_be_played(game, state):
        reasons.append(Reason("bond_for_event", (cash, worst)))
    reasons.append(Reason("bond_cost", (game.bond_cash, -game.per_bond), False))
    return reasons


def _has_plane_for_destination(game: TinGoose, state: TinGooseState, who: int, destination: int) -> bool:
    for i, fleet in enumerate(state.fleets[who]):
        if state.planes[who][i] and game.fleet_size[fleet] >= game.destination_size[destination]:
            return True
    return False


# Cards


def _find_card_play_reasons(game: TinGoose, state: TinGooseState, who: int, card: int) -> list[Reason]:
    reasons: list[Reason] = []
    city = game.card_city[card]
    bonus = 0
    if state.network[who] >> city & 1:
        bonus, before, after = _compute_boxes_and_incomes_of_move(game, state, who, game.city_bonus_boxes)
        if bonus:
            reasons.append(Reason("city_bonus", (city, bonus, before, after)))
    kind = game.card_kind[card]
    if kind == FLEET:
        if state.round < game.rounds:
            reasons.extend(_find_same_fleet_kind_reasons(game, state, who, card, bonus))
            reasons.append(Reason("calls_last"))
    elif kind == STRIKE:
        if state.chips[who] == 0:
            reasons.append(Reason("strike_without_chips", (game.strike_lose[card],), False))
    else:
        reasons.extend(_find_crash_or_oil_reasons(game, state, who, card, bonus))
    return reasons


def _find_crash_or_oil_reasons(
    game: TinGoose, state: TinGooseState, who: int, card: int, city_bonus_boxes: int
) -> list[Reason]:
    """What a crash or an oil event costs everybody, and how a crash moves the own marker: all of it lies open.

    `city_bonus_boxes`: the boxes that the card's city moves the marker before (TG-5.5).
    """
    reasons: list[Reason] = []
    costs = [compute_event_cost_or_strike_loss(game, state, seat, card) for seat in range(state.seats)]
    others = sum(costs) - costs[who]
    rivals = state.seats - 1
    if others != costs[who] * rivals:
        reasons.append(Reason("event_costs", (costs[who], others, rivals), costs[who] * rivals < others))
    if game.card_kind[card] == CRASH:
        reasons = _find_crash_move_reasons(game, state, who, city_bonus_boxes) + reasons
    return reasons


def _find_crash_move_reasons(game: TinGoose, state: TinGooseState, who: int, city_bonus_boxes: int) -> list[Reason]:
    flames = [count_flames(game, state, seat) for seat in range(state.seats)]
    if max(flames) == min(flames) or min(flames) < flames[who] < max(flames):
        return []
    way = game.crash_most_boxes if flames[who] == max(flames) else game.crash_least_boxes
    before = _compute_boxes_and_incomes_of_move(game, state, who, city_bonus_boxes)[2]
    boxes, _, after = _compute_boxes_and_incomes_of_move(game, state, who, city_bonus_boxes + way)
    return (
        [Reason("crash_move", (boxes - city_bonus_boxes, before, after), way > 0)] if boxes != city_bonus_boxes else []
    )


def _find_same_fleet_kind_reasons(
    game: TinGoose, state: TinGooseState, who: int, card: int, city_bonus_boxes: int
) -> list[Reason]:
    """`city_bonus_boxes`: the boxes that the marker moves before the auction."""
    if not owns_fleet_of_same_kind(game, state, who, card):
        return []
    boxes = (
        _compute_boxes_and_incomes_of_move(game, state, who, city_bonus_boxes + game.same_kind_bonus_boxes)[0]
        - city_bonus_boxes
    )
    return [Reason("same_kind", (boxes,))] if boxes else []


# Auctions and fleets


def _find_auction_bid_reasons(game: TinGoose, state: TinGooseState, who: int, amount: int) -> list[Reason]:
    step = state.step_stack[-1]
    if not isinstance(step, AuctionBidStep):
        return []
    reasons = _find_same_fleet_kind_reasons(game, state, who, step.card, 0)
    if state.conditions[who]:
        reasons.append(Reason("condition_goes", (count_bits(state.conditions[who]),)))
    if _count_placements_left(game, state, who) > sum(state.planes[who]):
        reasons.append(Reason("planes_gained", (game.planes_per_fleet, game.fleet_size[step.card])))
    if who == state.active:
        reasons.append(Reason("wins_now", (amount,)))
    left = state.cash[who] - amount
    worst = find_worst_event_cost(game, state, who)
    if left < worst:
        reasons.append(Reason("cash_left", (left, worst), False))
    return reasons


def _count_placements_left(game: TinGoose, state: TinGooseState, who: int) -> int:
    return RemainingGameOutlook(game, state, game.evaluator.weights).placements[who]


def _find_auction_pass_reasons(game: TinGoose, state: TinGooseState, who: int) -> list[Reason]:
    waiting, room = sum(state.planes[who]), _count_placements_left(game, state, who)
    if waiting >= room:
        return [Reason("planes_enough", (waiting, room))]
    step = state.step_stack[-1]
    if isinstance(step, AuctionBidStep):
        burden = (game.fleet_barrels[step.card], game.fleet_flames[step.card])
        return [Reason("fleet_burden", burden)]
    return []


def _find_deploy_reasons(game: TinGoose, state: TinGooseState, who: int, card: int) -> list[Reason]:
    reasons: list[Reason] = []
    if state.conditions[who]:
        reasons.append(Reason("condition_goes", (count_bits(state.conditions[who]),)))
    reasons.append(Reason("planes_gained", (game.planes_per_fleet, game.fleet_size[card])))
    reasons.append(Reason("fleet_burden", (game.fleet_barrels[card], game.fleet_flames[card]), False))
    return reasons


def _find_upgrade_reasons(
    game: TinGoose, state: TinGooseState, who: int, old_fleet: int, new_fleet: int
) -> list[Reason]:
    if is_upgrade_no_better(game, state, who, old_fleet, new_fleet):
        return [Reason("upgrade_no_better", (), False)]
    reasons: list[Reason] = []
    planes = state.planes[who][state.fleets[who].index(old_fleet)]
    if planes and game.fleet_size[new_fleet] > game.fleet_size[old_fleet]:
        reasons.append(Reason("upgrade_grows", (planes, game.fleet_size[new_fleet])))
    barrels = game.fleet_barrels[old_fleet] - game.fleet_barrels[new_fleet]
    flames = game.fleet_flames[old_fleet] - game.fleet_flames[new_fleet]
    if barrels + flames > 0:
        reasons.append(Reason("upgrade_saves", (barrels, flames)))
    elif barrels + flames < 0:
        reasons.append(Reason("upgrade_saves", (barrels, flames), False))
    if state.conditions[who]:
        reasons.append(Reason("no_condition_goes", (count_bits(state.conditions[who]),), False))
    return reasons


def _find_condition_removal_reasons(game: TinGoose, state: TinGooseState, who: int, condition: int) -> list[Reason]:
    if condition == IRREGULAR_SAFETY:
        flames = count_flames(game, state, who)
        others = [count_flames(game, state, seat) for seat in range(state.seats) if seat != who]
        return [Reason("fewer_flames", (flames, flames - game.safety_hazard, max(others), min(others)))]
    ends = game.rounds - state.round + (1 if is_turn_still_to_end(state, who) else 0)
    if condition == GENEROUS_DIVIDENDS:
        return [Reason("income_paid_again", (get_income(game, state, who), ends))]
    if condition == RURAL_STOPS:
        barrels = count_barrels(game, state, who)
        return [Reason("oil_cheaper", (barrels, barrels * game.oil_surcharge))] if barrels else []
    if condition == UNPRODUCTIVE_INVESTMENTS:
        era = game.era_of_round[state.round]
        later = game.investments_pay[era + 1] if era + 1 < len(game.investments_pay) else 0
        return [Reason("pays_now", (game.investments_pay[era], later))]
    begins = RemainingGameOutlook(game, state, game.evaluator.weights).turns_to_begin[who]
    return [Reason("actions_free", (begins,))] if begins else []


# The opening


def _find_airmail_route_reasons(game: TinGoose, state: TinGooseState, airmail: int) -> list[Reason]:
    start, target = game.airmail_start[airmail], game.airmail_target[airmail]
    reasons = [Reason("route_length", (count_lines_on_shortest_way(game, start, target), game.airmail_reward))]
    best = 0
    richest = start
    for city in list_cities_in_bits(game, find_reachable_city_bits(game, 1 << start, SMALL)):
        if count_demand_tokens(state, city) > best:
            best, richest = count_demand_tokens(state, city), city
    if best:
        reasons.append(Reason("start_demand", (richest, best)))
    if game.major_cities >> start & 1:
        reasons.append(Reason("start_major", (game.per_major,)))
    return reasons


def count_lines_on_shortest_way(game: TinGoose, start_city: int, target_city: int) -> int:
    """How many lines the shortest way between two cities has."""
    reached = 1 << start_city
    lines = 0
    while not reached >> target_city & 1:
        reached |= find_reachable_city_bits(game, reached, SMALL)
        lines += 1
    return lines

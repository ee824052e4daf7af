"""Facts for and against a choice, found by the functions of the rules.

The kinds of reasons and their values:

- opens (airline, shares): the purchase opens an airline and brings so many shares for one price
- leads (airline): the player becomes its CEO; loses_lead (airline, seat): that seat does instead
- pays (airline, rate): with it the airline pays so many dollars a share at a payout, as it did before
- starts_paying (airline, rate), stops_paying (airline): that changes with it
- pays_nothing (airline): it pays nothing before and after
- can_fly (airline): it is at its city limit, and the new price lifts that
- lifts_own (airline, shares, dollars): so many shares of the player change by so many dollars each
- lifts_others (airline, shares, dollars): the same for the shares of the others, of which there are more
- cash (dollars): what a sale brings after the fee
- bankrupt (airline, shares): it goes bankrupt, and so many more shares of the player are void
- nothing_to_buy (): no purchase is open to the player
- owed (airline): the route that this airline must get this turn
- bonus (defunct, dollars): the player gets so much when it is taken over
- takes_over (acquirer, defunct): a merger of which the player leads the acquirer; taken_over: the defunct one
- ends_game_winning (airline), ends_game_losing (airline, seat): the game is over with it; that seat then wins
- payout (own dollars, most dollars of another): the route completes the dividend cycle
- points (airline, points, rate before, rate after): city points and the dividend a share they make
- no_points (airline, city): the city is worth none
- others_hold_more (airline, own shares, others' shares)
- out_of_reach (card): no airline of the player can fly there now; second_card (card): the player holds it twice
- open_route (card, airline, points): an airline that the player leads can fly there now without a merger
- in_reach (city, airline, points): an airline of the player can fly there now
- lost_draw (): a card that is not drawn now is lost
- exchange (acquirer, price, dollars): a new share is worth that price, the shares given for it bring those dollars
- sold_out_rise (airline, shares, dollars): the player's shares rise by so much each
- richest (), richer (seat): who would win if the game ended now; standstill (rounds): nobody flew for so long
- city_points (city, points): what is lost or kept with a city
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.reason import Reason
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.model.state import OPEN, AirkwireState
from aerodrome.games.airkwire.rules import mergers, queries, trading
from aerodrome.games.airkwire.steps.merger import ExchangeOrSellDefunctSharesStep
from aerodrome.games.airkwire.steps.payout import RaiseOrHoldPriceStep
from aerodrome.games.airkwire.steps.routes import RouteApprovalStep
from aerodrome.games.airkwire.steps.turn import can_draw_from_pile

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


def find_reasons(game: Airkwire, state: AirkwireState, who: int, action: Action) -> list[Reason]:
    if isinstance(action, act.BuyShare):
        return _find_reasons_for_purchase(game, state, who, action.airline)
    if isinstance(action, act.SellShare):
        return _find_reasons_for_sale(game, state, who, action.airline)
    if isinstance(action, act.EndTrading):
        return _find_reasons_for_end_of_trading(game, state, who)
    if isinstance(action, act.ProposeRoute):
        return _find_reasons_for_route(game, state, who, action)
    if isinstance(action, (act.ApproveRoute, act.RefuseRoute)):
        return _find_reasons_for_route_answer(game, state, who, isinstance(action, act.ApproveRoute))
    if isinstance(action, act.DiscardCard):
        return _find_reasons_for_discard(game, state, who, action.card)
    if isinstance(action, act.TakeFromPool):
        return _find_reasons_for_pool_card(game, state, who, action.city)
    if isinstance(action, (act.DrawFromPile, act.StopDrawing)):
        draws = isinstance(action, act.DrawFromPile)
        return [Reason("lost_draw", (), draws)] if can_draw_from_pile(game, state, who) else []
    if isinstance(action, act.ExchangeOrSellShares):
        return _find_reasons_for_share_exchange(game, state, who, action.exchange)
    if isinstance(action, (act.RaisePrice, act.HoldPrice)):
        return _find_reasons_for_price_rise(game, state, who, isinstance(action, act.RaisePrice))
    if isinstance(action, act.AnswerEndVote):
        return _find_reasons_for_vote(game, state, who, action.agree)
    if isinstance(action, act.CallEndVote):
        return _find_reasons_for_vote(game, state, who, True)
    if isinstance(action, (act.ForfeitDefunctCity, act.DecommissionRoute)):
        points = game.points_of[action.city]
        return [Reason("city_points", (action.city, points), False)] if points else []
    if isinstance(action, act.ReplaceDefunctAircraft):
        points = game.points_of[action.city]
        return [Reason("city_points", (action.city, points))] if points else []
    return []


# Trades


def _find_reasons_for_purchase(game: Airkwire, state: AirkwireState, who: int, airline: int) -> list[Reason]:
    found: list[Reason] = []
    if state.status[airline] != OPEN:
        return [Reason("opens", (airline, game.opening_shares))]
    held = state.shares[airline]
    ceo = state.ceo[airline]
    if ceo != who and held[who] + 1 > held[ceo]:
        found.append(Reason("leads", (airline,)))
    index = queries.find_price_index_after_trading(game, state, airline)
    then = min(game.last_index, index + 1)
    if not queries.will_go_bankrupt_after_trading(state, airline):
        if state.routes[airline] >= game.limit[index] and state.routes[airline] < game.limit[then]:
            found.append(Reason("can_fly", (airline,)))
        found.extend(_find_reasons_about_dividend(game, state, airline, index, then, 1))
        found.extend(_find_reasons_about_price_change(game, state, who, airline, game.price[then] - game.price[index]))
    return found


def _find_reasons_for_sale(game: Airkwire, state: AirkwireState, who: int, airline: int) -> list[Reason]:
    index = queries.find_price_index_after_trading(game, state, airline)
    held = state.shares[airline]
    others = queries.count_shares_held(game, state, airline) - held[who]
    gets = queries.get_trade_price(game, state, airline) - queries.get_brokerage_fee(game, state, who)
    found = [Reason("cash", (gets,))] if gets > 0 else []
    if queries.will_go_bankrupt_after_trading(state, airline):
        return found
    if index == 0 or held[who] + others == 1:
        lost = held[who] - 1
        return [Reason("bankrupt", (airline, lost), False), *found] if lost else found
    if state.ceo[airline] == who:
        for i in range(1, state.seats):
            seat = (who + state.direction * i) % state.seats
            if held[seat] > held[who] - 1 and held[seat] == max(held[:who] + held[who + 1 :]):
                found.insert(0, Reason("loses_lead", (airline, seat), False))
                break
    found.extend(_find_reasons_about_dividend(game, state, airline, index, index - 1, -1))
    return found + _find_reasons_about_price_change(
        game, state, who, airline, game.price[index - 1] - game.price[index], -1
    )


def _find_reasons_about_dividend(
    game: Airkwire, state: AirkwireState, airline: int, price_index: int, price_index_after: int, share_change: int
) -> list[Reason]:
    """What the airline pays before and after a trade that moves the price marker to `price_index_after`."""
    points = state.points[airline]
    held = queries.count_shares_held(game, state, airline)
    before = _compute_payable_dividend_per_share(game, state, airline, price_index, points, held)
    after = _compute_payable_dividend_per_share(game, state, airline, price_index_after, points, held + share_change)
    if not after:
        return [
            Reason("stops_paying", (airline,), False)
            if before
            else Reason("pays_nothing", (airline,), share_change < 0)
        ]
    return [Reason("pays" if before else "starts_paying", (airline, after), share_change > 0 or not before)]


def _compute_payable_dividend_per_share(
    game: Airkwire, state: AirkwireState, airline: int, price_index: int, points: int, shares_held: int
) -> int:
    """What a share would get at a payout with this price, these points and so many shares held."""
    if queries.find_rule_against_hypothetical_payout(game, state, airline, price_index, points, shares_held):
        return 0
    return queries.compute_dividend_per_share(game, game.price[price_index], points)


def _find_reasons_about_price_change(
    game: Airkwire, state: AirkwireState, who: int, airline: int, price_change: int, share_change: int = 0
) -> list[Reason]:
    """A new price counts for the shares one has and for those of the others."""
    if not price_change:
        return []
    own = state.shares[airline][who] + min(0, share_change)
    others = queries.count_shares_held(game, state, airline) - state.shares[airline][who]
    found = [Reason("lifts_own", (airline, own, price_change), price_change > 0)] if own else []
    if others > own:
        found.append(Reason("lifts_others", (airline, others, price_change), price_change < 0))
    return found


def _find_reasons_for_end_of_trading(game: Airkwire, state: AirkwireState, who: int) -> list[Reason]:
    for airline in range(state.airlines):
        if not trading.find_rule_against_buying(game, state, who, airline):
            return []
    return [Reason("nothing_to_buy")]


# Routes


def _find_reasons_for_route_answer(game: Airkwire, state: AirkwireState, who: int, approves: bool) -> list[Reason]:
    step = state.step_stack[-1]
    if not isinstance(step, RouteApprovalStep):
        return []
    found = _find_reasons_for_route(game, state, who, act.ProposeRoute(step.city, step.airline, step.aircraft))
    return found if approves else [Reason(reason.kind, reason.values, not reason.is_for) for reason in found]


def _find_reasons_for_route(game: Airkwire, state: AirkwireState, who: int, route: act.ProposeRoute) -> list[Reason]:
    airline, city = route.airline, route.city
    found = [Reason("owed", (airline,))] if airline in state.owed else []
    acquirer, defunct = mergers.find_acquirer_and_defunct_by_route(game, state, airline, city, route.aircraft)
    found.extend(_find_reasons_if_route_ends_game(game, state, who, route))
    if defunct != NOBODY:
        return found + _find_reasons_for_merger(game, state, who, acquirer, defunct, airline, city)
    if len(mergers.list_lowest_valued_rivals(game, state, airline, city)) > 1:
        return found
    found.extend(_find_reasons_if_route_starts_payout(game, state, who, airline, city))
    return found + _find_reasons_about_city_points(game, state, who, airline, city)


def _find_reasons_if_route_ends_game(
    game: Airkwire, state: AirkwireState, who: int, route: act.ProposeRoute
) -> list[Reason]:
    """Seen by trying it; a merger that asks somebody something leaves the end open."""
    if state.points[route.airline] + game.points_of[route.city] < game.end_points:
        return []
    twin = state.clone()
    if not isinstance(twin.step_stack[-1], RouteApprovalStep):
        game.apply(twin, state.turn, route)
    if twin.step_stack and isinstance(twin.step_stack[-1], RouteApprovalStep):
        game.apply(twin, twin.ceo[route.airline], game.approvals[0])
    if twin.step_stack:
        return []
    winners = game.winners(twin)
    if who in winners:
        return [Reason("ends_game_winning", (route.airline,))]
    return [Reason("ends_game_losing", (route.airline, winners[0]), False)]


def _find_reasons_for_merger(
    game: Airkwire, state: AirkwireState, who: int, acquirer: int, defunct: int, entering_airline: int, city: int
) -> list[Reason]:
    found: list[Reason] = []
    if state.ceo[defunct] == who:
        found.append(Reason("taken_over", (acquirer, defunct), False))
    elif state.ceo[acquirer] == who:
        found.append(Reason("takes_over", (acquirer, defunct)))
    points = state.points[defunct] + (game.points_of[city] if defunct == entering_airline else 0)
    bonus = _compute_takeover_bonus(game, state, who, defunct, points)
    if bonus:
        found.append(Reason("bonus", (defunct, bonus)))
    return found


def _compute_takeover_bonus(game: Airkwire, state: AirkwireState, who: int, defunct: int, points: int) -> int:
    """AK-10.6 to AK-10.9."""
    rate = queries.compute_dividend_per_share(game, game.price[state.index[defunct]], points)
    first, second = mergers.find_largest_and_second_shareholders(state.shares[defunct])
    unit = game.bonus_unit
    if len(first) == 1 and second:
        if who in first:
            return rate * game.first_bonus
        return rate * game.second_bonus // len(second) // unit * unit if who in second else 0
    return rate * (game.first_bonus + game.second_bonus) // len(first) // unit * unit if who in first else 0


def _find_reasons_if_route_starts_payout(
    game: Airkwire, state: AirkwireState, who: int, airline: int, city: int
) -> list[Reason]:
    """The route that completes the cycle: what everybody would get if the turn ended with it."""
    if state.marker_moved or state.due or state.pay_now or state.marker + 1 < game.cycle:
        return []
    amounts = [0] * state.seats
    for other in range(state.airlines):
        if state.status[other] != OPEN:
            continue
        points = state.points[other] + (game.points_of[city] if other == airline else 0)
        rate = _compute_payable_dividend_per_share(
            game, state, other, state.index[other], points, queries.count_shares_held(game, state, other)
        )
        for seat in range(state.seats):
            amounts[seat] += rate * state.shares[other][seat]
    most = max(amounts[:who] + amounts[who + 1 :])
    if not amounts[who] and not most:
        return []
    return [Reason("payout", (amounts[who], most), amounts[who] >= most)]


def _find_reasons_about_city_points(
    game: Airkwire, state: AirkwireState, who: int, airline: int, city: int
) -> list[Reason]:
    own = state.shares[airline][who]
    others = queries.count_shares_held(game, state, airline) - own
    points = game.points_of[city]
    before = state.points[airline]
    index = state.index[airline]
    rates = [queries.compute_dividend_per_share(game, game.price[index], before + more) for more in (0, points)]
    paid = _compute_payable_dividend_per_share(game, state, airline, index, before, own + others)
    pays = _compute_payable_dividend_per_share(game, state, airline, index, before + points, own + others)
    found = [Reason("starts_paying", (airline, pays))] if pays and not paid else []
    if points and own:
        found.append(Reason("points", (airline, points, rates[0], rates[1])))
    if not points:
        found.append(Reason("no_points", (airline, city), False))
    if points and others > own:
        found.append(Reason("others_hold_more", (airline, own, others), False))
    return found


# Cards


def _find_own_airline_reaching_city(game: Airkwire, state: AirkwireState, who: int, city: int) -> int:
    """The airline with most shares of the player that can fly to this city now, or NOBODY."""
    best = NOBODY
    for airline in range(state.airlines):
        held = state.shares[airline][who]
        if not held or state.network[airline] & game.bit[city]:
            continue
        if state.routes[airline] >= game.limit[state.index[airline]]:
            continue
        ready = queries.find_aircraft_type_bits_available(game, state, airline)
        if ready & queries.find_aircraft_type_bits_reaching(game, state, city, state.network[airline]) and (
            best == NOBODY or held > state.shares[best][who]
        ):
            best = airline
    return best


def _find_reasons_for_discard(game: Airkwire, state: AirkwireState, who: int, card: int) -> list[Reason]:
    if card >= state.cities:
        return []
    found = [Reason("second_card", (card,))] if state.hands[who].count(card) > 1 else []
    airline = _find_own_airline_reaching_city(game, state, who, card)
    if airline == NOBODY:
        return [*found, Reason("out_of_reach", (card,))]
    points = game.points_of[card]
    alone = queries.find_other_airline_in_city(game, state, airline, card) == NOBODY
    if points and alone and state.ceo[airline] == who:
        found.append(Reason("open_route", (card, airline, points), False))
    return found


def _find_reasons_for_pool_card(game: Airkwire, state: AirkwireState, who: int, city: int) -> list[Reason]:
    airline = _find_own_airline_reaching_city(game, state, who, city)
    if airline == NOBODY:
        return [Reason("out_of_reach", (city,), False)]
    return [Reason("in_reach", (city, airline, game.points_of[city]))]


# Mergers, payouts, votes


def _find_reasons_for_share_exchange(game: Airkwire, state: AirkwireState, who: int, new_shares: int) -> list[Reason]:
    step = state.step_stack[-1]
    if not isinstance(step, ExchangeOrSellDefunctSharesStep):
        return []
    acquirer = step.acquirer
    found: list[Reason] = []
    held = state.shares[acquirer]
    ceo = state.ceo[acquirer]
    if new_shares and ceo != who and held[who] + new_shares > held[ceo]:
        found.append(Reason("leads", (acquirer,)))
    price = game.price[min(game.last_index, state.index[acquirer] + max(1, new_shares))]
    cash = game.exchange_ratio * game.price[state.index[step.defunct]]
    if price != cash:
        found.append(Reason("exchange", (acquirer, price, cash), (price > cash) == (new_shares > 0)))
    return found


def _find_reasons_for_price_rise(game: Airkwire, state: AirkwireState, who: int, raises: bool) -> list[Reason]:
    step = state.step_stack[-1]
    if not isinstance(step, RaiseOrHoldPriceStep):
        return []
    index = state.index[step.airline]
    dollars = game.price[index + 1] - game.price[index]
    return [Reason("sold_out_rise", (step.airline, state.shares[step.airline][who], dollars), raises)]


def _find_reasons_for_vote(game: Airkwire, state: AirkwireState, who: int, agrees: bool) -> list[Reason]:
    scores = game.scores(state)
    best = max(scores)
    if scores[who] == best:
        return [Reason("richest", (), agrees)]
    rounds = state.idle_turns // state.seats
    found = [Reason("standstill", (rounds,), agrees)] if queries.is_standstill(state) else []
    return [*found, Reason("richer", (scores.index(best),), not agrees)]

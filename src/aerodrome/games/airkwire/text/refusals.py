"""Why an action is refused, in words that name the airline and the numbers, and what cannot be chosen now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import CHANCE, NOBODY, Action, Remedy
from aerodrome.core.question import BoardTarget, UnavailableAction
from aerodrome.core.text import capitalize_first, join_with_and
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.model.state import DEFUNCT, OPEN, AirkwireState
from aerodrome.games.airkwire.rules import mergers, queries, trading
from aerodrome.games.airkwire.rules.queries import list_cities_served
from aerodrome.games.airkwire.steps.merger import (
    ChooseAircraftForDefunctHomeStep,
    ChooseRivalStep,
    ExchangeOrSellDefunctSharesStep,
)
from aerodrome.games.airkwire.steps.power_cards import DecommissionRouteStep
from aerodrome.games.airkwire.steps.routes import RouteOrDiscardStep
from aerodrome.games.airkwire.steps.stock import TradeSharesStep
from aerodrome.games.airkwire.steps.takeover import ReplaceOrForfeitStep
from aerodrome.games.airkwire.steps.turn import ReplenishHandStep
from aerodrome.games.airkwire.text.actions import describe_action
from aerodrome.games.airkwire.text.events import END_TEXTS
from aerodrome.games.airkwire.text.names import (
    aircraft_name,
    airline_name,
    card_name,
    city_name,
    format_money,
    home_city_name,
    join_airline_names,
    join_city_names,
    power_card_name,
    seat_name,
    spell_count,
)
from aerodrome.games.airkwire.text.prompts import prompt
from aerodrome.games.airkwire.text.remedies import find_card_for_cheapest_first_route, find_remedy
from aerodrome.games.airkwire.text.targets import find_board_target

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


def explain_refusal(game: Airkwire, state: AirkwireState, who: int, action: Action, rule: str) -> str:
    if rule == "AK-3.1":
        return f"{_join_actor_names(game, state)} must decide now."
    if rule == "AK-13.1":
        return f"{END_TEXTS.get(game.end_reason(state), 'The game is over')}."
    if isinstance(action, (act.BuyShare, act.SellShare, act.GiveCash, act.EndTrading, act.CallEndVote)):
        text = _explain_stock_refusal(game, state, who, action, rule)
    elif isinstance(action, act.ProposeRoute):
        text = _explain_route_refusal(game, state, who, action, rule)
    elif isinstance(action, (act.PlayPowerCard, act.ThrowAwayInFreeDiscard, act.DecommissionRoute)):
        text = _explain_power_card_refusal(game, state, action, rule)
    elif isinstance(
        action,
        (
            act.ExchangeOrSellShares,
            act.PlaceAircraftAtDefunctHome,
            act.ChooseRival,
            act.ReplaceDefunctAircraft,
            act.ForfeitDefunctCity,
        ),
    ):
        text = _explain_merger_refusal(game, state, who, action, rule)
    else:
        text = _explain_card_refusal(game, state, who, action, rule)
    return text or f"That is not the question now: {prompt(game, state, who)}."


def _join_actor_names(game: Airkwire, state: AirkwireState) -> str:
    names = ["Chance" if seat == CHANCE else seat_name(game, seat) for seat in game.actors(state)]
    return join_with_and(names)


# Stock


def _explain_stock_refusal(game: Airkwire, state: AirkwireState, who: int, action: Action, rule: str) -> str:
    if rule == "AK-1.3":
        return f"There are {state.airlines} airlines; this is none of them."
    if rule == "AK-R21" and isinstance(action, act.EndTrading):
        names = join_airline_names(game, state.owed)
        return f"You owe a route for {names}, and none of your cards is in its range yet: buy on until one is."
    if rule == "AK-R64":
        return "A vote can be called once, before the first action of your turn."
    if isinstance(action, act.GiveCash):
        return _explain_cash_gift_refusal(game, state, who, action, rule)
    if not isinstance(action, (act.BuyShare, act.SellShare)) or not 0 <= action.airline < state.airlines:
        return ""
    airline = action.airline
    name = airline_name(game, airline)
    fee = queries.get_brokerage_fee(game, state, who)
    price = trading.get_price_of_next_share(game, state, airline)
    match rule:
        case "AK-4.1":
            return (
                f"You have traded {spell_count(game.trades_per_turn, 'share')} this turn, the limit; {name} must wait."
            )
        case "AK-4.4":
            return f"You hold no share of {name}."
        case "AK-4.9":
            return f"All {game.shares_per_airline} shares of {name} are in players' hands."
        case "AK-R18":
            charge = f" and {format_money(fee)} fee" if fee else ""
            return f"A share of {name} costs {format_money(price)}{charge}; you have {format_money(state.cash[who])}."
        case "AK-5.2":
            other = trading.find_airline_blocking_home(game, state, airline)
            home = home_city_name(game, airline)
            return f"{name} cannot open while {airline_name(game, other)} is in its home city {home}."
        case "AK-5.6":
            return f"{name} was taken over and can never open again."
        case "AK-5.8":
            names = join_airline_names(game, state.owed)
            return (
                f"After that you could no longer fly the route you owe for {names}: too few trades or too little cash."
            )
        case "AK-R21":
            return _explain_airline_opening_refusal(game, state, who, airline)
        case "AK-R22":
            return _explain_airline_opened_this_turn_refusal(game, state, who, action)
    return ""


def _explain_cash_gift_refusal(game: Airkwire, state: AirkwireState, who: int, gift: act.GiveCash, rule: str) -> str:
    if rule == "AK-R65":
        if not game.loans:
            return "This table plays without loans."
        if trading.encode_cash_gift_of_turn(state, who, gift.seat) in state.cash_gifts_made:
            return f"You have given {seat_name(game, gift.seat)} an amount this turn already."
        if who != state.turn:
            return f"In the turn of another, cash can be given to {seat_name(game, state.turn)} only."
        return "Cash can be given to each other player."
    if rule == "AK-R81":
        return f"Amounts are multiples of $10; {format_money(gift.amount)} is not one."
    if rule == "AK-R18":
        return f"You have only {format_money(state.cash[who])}."
    if rule == "AK-5.8":
        names = join_airline_names(game, state.owed)
        return f"Then your cash would not do for the route you owe for {names}."
    return ""


def _explain_airline_opening_refusal(game: Airkwire, state: AirkwireState, who: int, airline: int) -> str:
    name, home = airline_name(game, airline), home_city_name(game, airline)
    if state.owed:
        owed = join_airline_names(game, state.owed)
        return (
            f"You owe a route for {owed} already; with your other cards, trades and cash {name} could not fly as well."
        )
    must = f"Whoever opens {name} must fly it this turn"
    nearest = find_card_for_cheapest_first_route(game, state, who, airline)
    if nearest is None:
        return f"{must}, and no card in your hand is within reach of {home}."
    purchases, cash = trading.compute_purchases_and_cost_to_open_and_fly(game, state, who, airline, nearest)
    price = format_money(game.price[game.first_index[airline * state.cities + nearest]])
    card = f"your nearest card, {city_name(game, nearest)}, needs a price of {price}"
    if find_remedy(game, state, who, act.BuyShare(airline), "AK-R21") is None:
        limit = spell_count(game.trades_per_turn, "trade")
        return f"{must}; {card}: {spell_count(purchases, 'purchase')}, and a turn has {limit}."
    left = spell_count(trading.count_trades_left(game, state), "trade")
    return (
        f"{must}; {card}: {spell_count(purchases, 'purchase')} for {format_money(cash)} with fees, and you have "
        f"{left} and {format_money(state.cash[who])}."
    )


def _explain_airline_opened_this_turn_refusal(
    game: Airkwire, state: AirkwireState, who: int, action: act.BuyShare | act.SellShare
) -> str:
    name = airline_name(game, action.airline)
    if isinstance(action, act.SellShare):
        return f"{name} was opened this turn; its shares cannot be sold before the next."
    opened = join_airline_names(game, state.opened)
    limit = spell_count(queries.count_routes_allowed(state, who), "airline")
    return f"You may open {limit} a turn, and you have opened {opened}."


# Routes


def _explain_route_refusal(game: Airkwire, state: AirkwireState, who: int, route: act.ProposeRoute, rule: str) -> str:
    name, city = airline_name(game, route.airline), city_name(game, route.city)
    if rule == "AK-7.12":
        return "A route is one aircraft of one airline on the city of one card."
    if rule == "AK-7.2":
        return f"You have no card of {city}, so {name} cannot fly there."
    if not 0 <= route.airline < state.airlines:
        return ""
    index = state.index[route.airline]
    craft = aircraft_name(game, route.aircraft)
    price = format_money(game.price[index])
    remedy = find_remedy(game, state, who, route, rule)
    match rule:
        case "AK-7.1":
            if state.status[route.airline] == DEFUNCT:
                return f"{name} was taken over and flies no more."
            if state.status[route.airline] != OPEN:
                return f"{name} is not open, and only its shareholders may create routes for it."
            return f"You hold no share of {name}, and only its shareholders may create routes for it."
        case "AK-7.3":
            if game.home[route.airline] == route.city:
                return f"{city} is the home of {name}."
            return f"{name} already serves {city}."
        case "AK-7.4":
            reach = game.edition.aircraft[route.aircraft].range
            distance = _compute_distance_to_network(game, state, route.airline, route.city)
            larger_aircraft = _suggest_aircraft_that_reaches_city(game, remedy)
            return (
                f"A {craft} flies {spell_count(reach, 'hex', 'hexes')}, and the nearest city of {name} is "
                f"{spell_count(distance, 'hex', 'hexes')} from {city}.{larger_aircraft}"
            )
        case "AK-7.5":
            needed = format_money(game.edition.aircraft[route.aircraft].min_price)
            return f"A {craft} needs a price of {needed}; {name} stands at {price}."
        case "AK-7.6":
            return f"{name} has no {craft} left on its card."
        case "AK-7.7":
            limit = spell_count(game.limit[index], "city", "cities")
            served = spell_count(state.routes[route.airline], "city", "cities")
            more = f"; one more from {format_money(game.price[remedy.amount])} on" if remedy else ""
            return f"At {price} {name} may serve {limit}, and it serves {served}{more}."
        case "AK-R29":
            return f"{seat_name(game, state.ceo[route.airline])} refused {name} to {city} this turn."
        case "AK-R22":
            owed = join_airline_names(game, state.owed)
            if route.airline in state.owed:
                return f"With {city} gone you could not fly the other route you owe: {owed} each need a card."
            return f"You opened {owed} this turn: its route comes first."
    return ""


def _suggest_aircraft_that_reaches_city(game: Airkwire, remedy: Remedy | None) -> str:
    """The smallest aircraft for the distance, with the price it needs; "" when none flies so far."""
    if remedy is None:
        return ""
    craft = aircraft_name(game, remedy.things[1])
    return f" A {craft} reaches it from {format_money(game.price[remedy.amount])} on."


def _compute_distance_to_network(game: Airkwire, state: AirkwireState, airline: int, city: int) -> int:
    net = state.network[airline]
    return min(game.distance[city][other] for other in range(state.cities) if net >> other & 1)


# Cards


def _explain_card_refusal(game: Airkwire, state: AirkwireState, who: int, action: Action, rule: str) -> str:
    owed = join_airline_names(game, state.owed)
    match rule:
        case "AK-2.9":
            hand = spell_count(len(state.hands[who]), "card")
            return f"You hold {hand}, and more than {game.hand_size} are not allowed."
        case "AK-2.14":
            return f"There are still {spell_count(state.top_left, 'card')} of the top half to come first."
        case "AK-1.21":
            return "That card is not in the draw pile."
        case "AK-2.1":
            return "Chance names the first player, one of the seats."
        case "AK-3.4":
            return "You have created a route this turn and cannot discard as well."
        case "AK-3.5":
            return "That card is not in your hand."
        case "AK-3.7":
            return "You have drawn what this turn allows."
        case "AK-3.8" if isinstance(action, act.TakeFromPool):
            return f"{city_name(game, action.city)} is not in the discard pool."
        case "AK-3.9":
            return "Only a player who created a route this turn may take from the discard pool."
        case "AK-3.11":
            return "There is no card left to draw."
        case "AK-3.12":
            left = spell_count(state.pile_size + state.pool_size, "card")
            return f"There are {left} in pile and pool: you must create a route or discard."
        case "AK-5.1":
            which = "their routes" if len(state.owed) > 1 else "its route"
            return f"You opened {owed} this turn and must create {which}."
    return ""


# Power cards


def _explain_power_card_refusal(game: Airkwire, state: AirkwireState, action: Action, rule: str) -> str:
    if isinstance(action, act.DecommissionRoute):
        return _explain_decommission_refusal(game, state, action, rule)
    if isinstance(action, act.ThrowAwayInFreeDiscard):
        return f"You do not hold {card_name(game, action.card)}." if rule == "AK-14.16" else ""
    assert isinstance(action, act.PlayPowerCard)
    name = power_card_name(game, action.power)
    match rule:
        case "AK-14.4":
            if not game.power_cards:
                return "This table plays without power cards."
            return f"You do not hold {name}."
        case "AK-14.5":
            return f"{name} comes too late: you have drawn a card."
        case "AK-14.6":
            return "You have played a power card this turn."
        case "AK-14.16" | "AK-14.20":
            return f"{name} can only be played at the start of your turn, before any trade."
        case "AK-R68":
            return "Finish the free discard first."
    return ""


def _explain_decommission_refusal(
    game: Airkwire, state: AirkwireState, action: act.DecommissionRoute, rule: str
) -> str:
    step = state.step_stack[-1]
    if not isinstance(step, DecommissionRouteStep):
        return ""
    name, city = airline_name(game, step.airline), city_name(game, action.city)
    if rule == "AK-14.12":
        lost = tuple(queries.list_cities_stranded_without(game, state, step.airline, NOBODY, action.city))
        return f"Without {city} {name} could no longer reach {join_city_names(game, lost)}."
    if 0 <= action.city < state.cities and game.home[step.airline] == action.city:
        return f"{city} is the home of {name} and stays."
    return f"{name} has no route to {city}."


# Mergers


def _explain_merger_refusal(game: Airkwire, state: AirkwireState, who: int, action: Action, rule: str) -> str:
    step = state.step_stack[-1]
    if isinstance(step, ExchangeOrSellDefunctSharesStep) and isinstance(action, act.ExchangeOrSellShares):
        return _explain_share_disposal_refusal(game, state, who, step, action, rule)
    if isinstance(step, ChooseAircraftForDefunctHomeStep) and isinstance(action, act.PlaceAircraftAtDefunctHome):
        return _explain_home_aircraft_refusal(game, state, step, action, rule)
    if isinstance(step, ChooseRivalStep):
        return f"Choose one of {join_airline_names(game, step.rivals)}."
    if isinstance(step, ReplaceOrForfeitStep) and isinstance(
        action, (act.ReplaceDefunctAircraft, act.ForfeitDefunctCity)
    ):
        return _explain_replace_or_forfeit_refusal(game, state, step, action, rule)
    return ""


def _explain_share_disposal_refusal(
    game: Airkwire,
    state: AirkwireState,
    who: int,
    step: ExchangeOrSellDefunctSharesStep,
    action: act.ExchangeOrSellShares,
    rule: str,
) -> str:
    acquirer, defunct = airline_name(game, step.acquirer), airline_name(game, step.defunct)
    if rule == "AK-R46":
        held = state.shares[step.defunct][who]
        need = action.exchange * game.exchange_ratio
        wanted = capitalize_first(spell_count(action.exchange, "share"))
        return f"{wanted} of {acquirer} would take {need} of {defunct}; you hold {held}."
    if rule == "AK-10.11":
        left = spell_count(state.unsold[step.acquirer], "unsold share")
        return f"{acquirer} has only {left}, not {action.exchange}."
    return "The number of shares to take in exchange is 0 or more."


def _explain_home_aircraft_refusal(
    game: Airkwire,
    state: AirkwireState,
    step: ChooseAircraftForDefunctHomeStep,
    action: act.PlaceAircraftAtDefunctHome,
    rule: str,
) -> str:
    name, craft = airline_name(game, step.acquirer), aircraft_name(game, action.aircraft)
    home = home_city_name(game, step.defunct)
    match rule:
        case "AK-7.6":
            return f"{name} has no {craft} left on its card."
        case "AK-10.3":
            needed = format_money(game.edition.aircraft[action.aircraft].min_price)
            price = format_money(game.price[state.index[step.acquirer]])
            return f"A {craft} needs a price of {needed}; {name} stands at {price}."
        case "AK-10.2":
            return f"A {craft} does not reach {home} from any other city of the two airlines."
    return "Choose one of the aircraft types."


def _explain_replace_or_forfeit_refusal(
    game: Airkwire,
    state: AirkwireState,
    step: ReplaceOrForfeitStep,
    action: act.ReplaceDefunctAircraft | act.ForfeitDefunctCity,
    rule: str,
) -> str:
    name, defunct = airline_name(game, step.acquirer), airline_name(game, step.defunct)
    city = city_name(game, action.city)
    match rule:
        case "AK-10.22":
            lost = tuple(queries.list_cities_stranded_without(game, state, step.acquirer, step.defunct, action.city))
            return (
                f"Without {city} {name} could not reach {join_city_names(game, lost)}, and another choice is possible."
            )
        case "AK-7.6" if isinstance(action, act.ReplaceDefunctAircraft):
            return f"{name} has no {aircraft_name(game, action.aircraft)} left on its card."
        case "AK-R50" if isinstance(action, act.ReplaceDefunctAircraft):
            return f"A {aircraft_name(game, action.aircraft)} in {city} would reach no other city of {name}."
    return f"{city} is not one of the cities of {defunct} that wait for a marker."


# What somebody might try


def list_unavailable_actions(game: Airkwire, state: AirkwireState, seat: int) -> list[UnavailableAction]:
    step = state.step_stack[-1]
    tries: list[Action] = []
    if isinstance(step, TradeSharesStep):
        tries = [*game.buys, game.close_stock]
        tries += [game.sells[airline] for airline in range(state.airlines) if state.shares[airline][seat]]
    elif isinstance(step, RouteOrDiscardStep):
        tries = _list_attempts_at_route_or_discard(game, state, seat)
    elif isinstance(step, ReplenishHandStep):
        tries = [game.draw_pile, *(game.takes[city] for city in range(state.cities) if state.pool[city])]
    elif isinstance(step, ExchangeOrSellDefunctSharesStep):
        most = mergers.count_max_new_shares_by_exchange(game, state, seat, step.acquirer, step.defunct)
        tries = game.disposals[most + 1 : most + 2]
    elif isinstance(step, ChooseAircraftForDefunctHomeStep):
        tries = list(game.homes)
    elif isinstance(step, ReplaceOrForfeitStep):
        tries = [game.forfeits[city] for city in list_cities_served(state, step.defunct)]
    elif isinstance(step, DecommissionRouteStep):
        tries = [game.decommissions[city] for city in list_cities_served(state, step.airline)]
    powers = sorted({card - state.cities for card in state.hands[seat] if card >= state.cities})
    if isinstance(step, (TradeSharesStep, RouteOrDiscardStep, ReplenishHandStep)):
        tries += [game.powers[power] for power in powers]
    found = [_build_unavailable_action_if_refused(game, state, seat, action) for action in tries]
    return [entry for entry in found if entry is not None]


def _build_unavailable_action_if_refused(
    game: Airkwire, state: AirkwireState, seat: int, action: Action
) -> UnavailableAction | None:
    refusal = game.why_not(state, seat, action)
    if refusal is None:
        return None
    place: BoardTarget = find_board_target(game, action)
    if isinstance(action, act.ProposeRoute):
        label = f"Fly {airline_name(game, action.airline)} to {city_name(game, action.city)}"
        place.pop("aircraft", None)
    else:
        label = describe_action(game, state, seat, action)
    return UnavailableAction(label=label, rule=refusal.rule, why=refusal.text, where=place)


def _list_attempts_at_route_or_discard(game: Airkwire, state: AirkwireState, seat: int) -> list[Action]:
    """For each card and airline that cannot meet: the aircraft that comes nearest to it."""
    tries: list[Action] = []
    hand = state.hands[seat]
    for card in sorted(set(hand)):
        if card >= state.cities:
            continue
        for airline in range(state.airlines):
            if state.status[airline] != OPEN:
                continue
            types = queries.find_aircraft_type_bits_available(game, state, airline)
            reaching = types & queries.find_aircraft_type_bits_reaching(game, state, card, state.network[airline])
            if not reaching or queries.find_rule_against_route(
                game, state, seat, card, airline, reaching.bit_length() - 1
            ):
                tries.append(act.ProposeRoute(card, airline, max(0, (reaching or types).bit_length() - 1)))
    if state.owed or state.routes_made:
        tries += [game.discards[card] for card in sorted(set(hand))]
    if state.owed:
        tries.append(game.pass_on)
    return tries

"""Actions in English: a line of the log, and a choice with its detail and confirmation."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action
from aerodrome.core.question import Choice
from aerodrome.games.airline.model import actions
from aerodrome.games.airline.model.state import BANK, AirlineState
from aerodrome.games.airline.rules.queries import (
    count_cities_in_bits,
    find_amount_of_uncalled_fare,
    find_city_owner,
    find_connected_city_bits,
    list_cities_in_bits,
)
from aerodrome.games.airline.steps.trading import AnswerOfferStep
from aerodrome.games.airline.text.names import (
    CLAIM_NAMES,
    aircraft_name,
    city_name,
    describe_deal_side,
    format_money,
    join_city_names,
    seat_name,
)
from aerodrome.games.airline.text.targets import find_board_target

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


def describe_action(game: Airline, state: AirlineState, who: int, action: Action) -> str:
    """An action as a button or a log line has it."""
    match action:
        case actions.ThrowDice(first, second):
            return f"Throw {first} and {second}"
        case actions.ChooseBase(city):
            return f"Base in {city_name(game, city)}"
        case actions.CloseTradeAndFly():
            return "Throw the dice and fly"
        case actions.ExchangeAircraft(aircraft):
            return f"Exchange your aircraft for the {aircraft_name(game, aircraft)} ({format_money(game.exchange_fee)})"
        case actions.BuyLandingRights(city):
            return f"Buy landing rights in {city_name(game, city)} for {format_money(game.rights_price)}"
        case actions.ChallengeCityOwner(city):
            owner = find_city_owner(state, city) if 0 <= city < 18 else BANK
            price = format_money(game.challenge_fee + find_amount_of_uncalled_fare(state, who))
            return f"Challenge {seat_name(game, owner)} for {city_name(game, city)} ({price})"
        case actions.EndTurn():
            return "End your turn"
        case actions.Offer(to, give, give_cash, want, want_cash):
            name = seat_name(game, to) if 0 <= to < 4 else f"seat {to}"
            given, wanted = describe_deal_side(game, give, give_cash), describe_deal_side(game, want, want_cash)
            return f"Offer {name} {given} for {wanted}"
        case actions.CounterOffer(to, give, give_cash, want, want_cash):
            return (
                f"Counter: {describe_deal_side(game, give, give_cash)} for {describe_deal_side(game, want, want_cash)}"
            )
        case actions.AcceptOffer():
            return _describe_accepting_offer(game, state)
        case actions.RejectOffer():
            return "Reject the offer"
        case actions.MakeNoOffer():
            return "No offer"
        case actions.DeclareBankruptcy():
            return "Give up and declare bankruptcy"
        case actions.CollectClaim(claim):
            return f"Collect {CLAIM_NAMES[claim]}"
        case actions.LeaveClaimsUncalled():
            return "Do not collect now"
        case actions.LeaveGame():
            return "Leave the game"
    raise TypeError(action)


def _describe_accepting_offer(game: Airline, state: AirlineState) -> str:
    offer = state.step_stack[-1] if state.step_stack else None
    if not isinstance(offer, AnswerOfferStep):
        return "Accept the offer"
    give = describe_deal_side(game, offer.want_cities, offer.want_cash)
    return f"Accept: give {give}, get {describe_deal_side(game, offer.give_cities, offer.give_cash)}"


def build_choice(game: Airline, state: AirlineState, seat: int, action: Action) -> Choice:
    """A legal action as something to click."""
    return Choice(
        action=game.dump(action),
        label=describe_action(game, state, seat, action),
        group=_name_choice_group(game, action),
        detail=_describe_choice_detail(game, state, seat, action),
        where=find_board_target(game, seat, action),
        confirm=_get_confirmation_question(game, state, seat, action),
        place=_name_city_or_deal_terms(game, action),
    )


def _name_city_or_deal_terms(game: Airline, action: Action) -> str:
    """The city a choice is about, where the choice is one city of several."""
    match action:
        case actions.ChooseBase(city):
            return city_name(game, city)
        case actions.Offer(_, give, give_cash, want, want_cash):
            return f"{describe_deal_side(game, give, give_cash)} for {describe_deal_side(game, want, want_cash)}"
    return ""


def _name_choice_group(game: Airline, action: Action) -> str:
    """The heading under which a choice is listed."""
    match action:
        case actions.ChooseBase(_):
            return "Base"
        case actions.ExchangeAircraft(_):
            return "Aircraft"
        case actions.BuyLandingRights(_) | actions.ChallengeCityOwner(_):
            return "City"
        case actions.Offer(to, _, _, _, _):
            return f"Deal with {seat_name(game, to)}"
        case actions.CounterOffer(_, _, _, _, _) | actions.AcceptOffer() | actions.RejectOffer():
            return "Answer"
        case actions.DeclareBankruptcy():
            return "Debt"
        case actions.CollectClaim(_) | actions.LeaveClaimsUncalled():
            return "Claims"
    return "Turn"


def _describe_choice_detail(game: Airline, state: AirlineState, seat: int, action: Action) -> str:
    match action:
        case actions.ChooseBase(city):
            return _describe_fares_and_route_count(game, city)
        case actions.ExchangeAircraft(aircraft):
            return _describe_subsidy_and_maintenance(game, aircraft)
        case actions.BuyLandingRights(city):
            return _describe_what_city_brings(game, state, seat, city)
        case actions.ChallengeCityOwner(city):
            return f"{_describe_what_city_brings(game, state, seat, city)}; you win 44 times in 100"
        case actions.Offer(_, _, _, _, _):
            return _describe_deal_consequence(game, state, seat, action)
        case actions.AcceptOffer():
            return _warn_that_deal_may_be_undone(game, state, seat)
        case actions.DeclareBankruptcy():
            deals = len(state.raise_deals)
            return "" if not deals else f"{deals} deal{'s' if deals > 1 else ''} made for this debt undone first"
    return ""


def _warn_that_deal_may_be_undone(game: Airline, state: AirlineState, seat: int) -> str:
    """A deal for a debt that it does not pay may be undone."""  # AL-R56
    offer = state.step_stack[-1]
    if not (game.undoes_bankrupt_deals_and_delays_leaving and isinstance(offer, AnswerOfferStep) and offer.raising):
        return ""
    debtor = offer.window_owner
    price = offer.want_cash if offer.proposer == debtor else offer.give_cash
    if price >= game.compute_debt_shortfall(state, debtor):
        return ""
    who = "you go" if debtor == seat else f"{seat_name(game, debtor)} goes"
    return f"undone if {who} bankrupt over this debt"


def _get_confirmation_question(game: Airline, state: AirlineState, seat: int, action: Action) -> str:
    """What is asked once more before a costly or final choice; "" for the others."""
    match action:
        case actions.ChallengeCityOwner(_):
            fare = find_amount_of_uncalled_fare(state, seat)
            owed = f" and {format_money(fare)} of open fare" if fare else ""
            return f"Pay {format_money(game.challenge_fee)}{owed} for the throw?"
        case actions.DeclareBankruptcy():
            undone = " Your deals for this debt are undone." if state.raise_deals else ""
            return f"You are out of the game and everything goes to the bank.{undone} Declare bankruptcy?"
    return ""


def _describe_fares_and_route_count(game: Airline, city: int) -> str:
    prop, jet, sst = game.fares[city]
    return f"fares {prop} / {jet} / {sst}, {count_cities_in_bits(game, game.routes[city])} routes"


def _describe_subsidy_and_maintenance(game: Airline, aircraft: int) -> str:
    return f"SUBSIDY {format_money(game.subsidies[aircraft])}, MAINTENANCE {format_money(game.maintenance[aircraft])}"


def _describe_what_city_brings(game: Airline, state: AirlineState, seat: int, city: int) -> str:
    """What the city would bring this seat."""
    network = find_connected_city_bits(game, state.base[seat], state.owned[seat] | 1 << city)
    if not (network >> city) & 1:
        return "not connected to your base"
    again = network & state.owned[seat] & ~state.network[seat]
    earns = f"connected, fare {game.fares[city][state.aircraft[seat]]}"
    return f"{earns}; connects {join_city_names(game, tuple(list_cities_in_bits(game, again)))} too" if again else earns


def _describe_deal_consequence(game: Airline, state: AirlineState, seat: int, offer: actions.Offer) -> str:
    """What a deal would bring this seat, or what it gives away easily."""
    if len(offer.want_cities) == 1:
        return _describe_what_city_brings(game, state, seat, offer.want_cities[0])
    if offer.give_cities and not (state.network[seat] >> offer.give_cities[0]) & 1:
        return f"{city_name(game, offer.give_cities[0])} earns you nothing now"
    return ""

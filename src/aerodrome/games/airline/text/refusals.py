"""Why something cannot be done, and what one might try now and cannot."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.question import UnavailableAction
from aerodrome.games.airline.model.actions import (
    BuyLandingRights,
    ChallengeCityOwner,
    ChooseBase,
    CounterOffer,
    LeaveGame,
    Offer,
)
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.queries import (
    convert_cities_to_bits_or_minus_one_if_invalid,
    find_amount_of_uncalled_fare,
    find_city_bits_traded_for_debt,
    find_city_owner,
    list_cities_in_bits,
)
from aerodrome.games.airline.steps.after_landing import AfterLandingStep
from aerodrome.games.airline.steps.debts import compute_debt_shortfall
from aerodrome.games.airline.steps.setup import BaseChoiceStep
from aerodrome.games.airline.steps.trading import AnswerOfferStep, MakeOfferStep
from aerodrome.games.airline.steps.turn import BeforeMovementThrowStep
from aerodrome.games.airline.text.actions import describe_action
from aerodrome.games.airline.text.names import (
    aircraft_name,
    city_name,
    format_money,
    join_city_names,
    seat_name,
    space_name,
)
from aerodrome.games.airline.text.remedies import find_remedy
from aerodrome.games.airline.text.targets import find_board_target

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


def list_unavailable_actions(game: Airline, state: AirlineState, seat: int) -> list[UnavailableAction]:
    found = []
    for action in _list_likely_attempts(game, state, seat):
        refusal = game.why_not(state, seat, action)
        if refusal is not None:
            label = describe_action(game, state, seat, action)
            found.append(UnavailableAction(label, refusal.rule, refusal.text, find_board_target(game, seat, action)))
    step = state.step_stack[-1]
    if isinstance(step, (BeforeMovementThrowStep, AfterLandingStep)) and state.offers_made[seat] >= game.offers_active:
        found.append(UnavailableAction("Offer a deal", "AL-R33", _explain_no_offers_left(game.offers_active)))
    return found


def _list_likely_attempts(game: Airline, state: AirlineState, seat: int) -> list[Action]:
    """What somebody might try at this question, allowed or not."""
    step = state.step_stack[-1]
    if isinstance(step, BeforeMovementThrowStep):
        distance = [abs(aircraft - state.aircraft[seat]) for aircraft in range(3)]
        return [game.exchanges[a] for away in (1, 2) for a in range(3) if distance[a] == away]
    if isinstance(step, AfterLandingStep) and step.city != NOBODY and step.owner != seat and not step.done:
        if find_city_owner(state, step.city) == seat:  # By a deal since then.
            return []
        return [game.purchases[step.city] if step.owner == NOBODY else game.challenges[step.city]]
    if isinstance(step, BaseChoiceStep):
        return [game.base_choices[city] for city in state.base if city != NOBODY]
    if isinstance(step, AnswerOfferStep):
        return [game.accept_reject[0]]
    return []


def explain_refusal(game: Airline, state: AirlineState, who: int, action: Action, rule: str) -> str:
    """Why this rule forbids that action, with names and numbers."""
    if rule == game.rule_over and not state.step_stack:
        return "The game is over."
    if rule == game.rule_turn:
        return _explain_whose_turn(game, state)
    text = _explain_turn_refusal(game, state, who, rule)
    text = text or _explain_city_refusal(game, state, who, action, rule)
    text = text or _explain_deal_refusal(game, state, who, action, rule)
    return text or "That is not the question now."


def _explain_whose_turn(game: Airline, state: AirlineState) -> str:
    actors = game.actors(state)
    if not actors or actors[0] < 0:
        return "The dice are thrown first."
    return f"It is {seat_name(game, actors[0])} who must answer now."


def _explain_turn_refusal(game: Airline, state: AirlineState, who: int, rule: str) -> str:
    here = space_name(game, state.pos[who]) if 0 <= who < state.seats else ""
    cash = format_money(state.cash[who]) if 0 <= who < state.seats else ""
    match rule:
        case "AL-1.11":
            return "Choose your base first."
        case "AL-1.12":
            return "There is no such city on the map."
        case "AL-2.1":
            return "The movement throw of this turn is made; there is only one."
        case "AL-2.2":
            return "You cannot end your turn before the movement throw."
        case "AL-2.4":
            return "That is not a part of this step of the turn."
        case "AL-2.5":
            return "Aircraft are exchanged before the movement throw only."
        case "AL-2.8":
            return (
                f"You cannot end your turn: you are {format_money(compute_debt_shortfall(state, who))} short of a debt."
            )
        case "AL-6.1":
            return f"You fly the {aircraft_name(game, state.aircraft[who])}; choose another aircraft."
        case "AL-6.3":
            return "From PROP the way up is to JET first, then to SST in a later turn."
        case "AL-6.4":
            return "From SST the way down is to JET first, then to PROP in a later turn."
        case "AL-6.5":
            return "You have exchanged your aircraft in this turn already."
        case "AL-6.7":
            return f"You stand on {here}; exchange is possible only in a city you own."
        case "AL-6.12":
            return f"The exchange costs {format_money(game.exchange_fee)} and you have {cash}."
        case "AL-R7":
            return "A turn is ended after its space is dealt with."
        case "AL-R14":
            return "You can declare bankruptcy only while you are short of money for a debt."
        case "AL-R54":
            return "The dice are thrown by chance, two numbers from 1 to 6."
        case "AL-11.1":
            return "You have no such claim now."
        case "AL-R18":
            return "There is no claim of yours to decide about now."
    return ""


def _explain_city_refusal(game: Airline, state: AirlineState, who: int, action: Action, rule: str) -> str:
    city = action.city if isinstance(action, (BuyLandingRights, ChallengeCityOwner, ChooseBase)) else NOBODY
    name = city_name(game, city)
    owner = seat_name(game, find_city_owner(state, city)) if 0 <= city < 18 else ""
    cash = format_money(state.cash[who]) if 0 <= who < state.seats else ""
    match rule:
        case "AL-R4":
            return f"{name} is the base of {owner} already."
        case "AL-2.7":
            return "You can buy or challenge for the city you landed on in this turn only, after landing."
        case "AL-4.4":
            return f"The landing rights in {name} cost {format_money(game.rights_price)} and you have {cash}."
        case "AL-4.6":
            return f"{name} belongs to {owner}."
        case "AL-4.10":
            return f"All your {game.marker_limit} markers are on the map: give a city away first."
        case "AL-R37":
            return _explain_no_right_to_buy(state, name)
        case "AL-9.1":
            return f"{name} did not belong to another player when you landed."
        case "AL-9.2":
            return f"{name} is the base of {owner}, and a base cannot be challenged."
        case "AL-9.10":
            return f"You have challenged for {name} on this landing already."
        case "AL-9.11":
            needed = game.challenge_fee + find_amount_of_uncalled_fare(state, who)
            return f"The challenge needs {format_money(needed)} in cash and you have {cash}."
        case "AL-9.12":
            return (
                f"All your {game.marker_limit} markers are on the map, none is left for {name}: give a city away first."
            )
        case "AL-9.14":
            return f"{name} has changed hands since you landed."
    return ""


def _explain_no_right_to_buy(state: AirlineState, name: str) -> str:
    step = state.step_stack[-1]
    bought = isinstance(step, AfterLandingStep) and step.owner == NOBODY
    why = f"You have bought {name} on this landing already" if bought else f"{name} was not free when you landed"
    return f"{why}; you can buy it when you land there again."


def _explain_deal_refusal(game: Airline, state: AirlineState, who: int, action: Action, rule: str) -> str:
    match rule:
        case "AL-2.6":
            return "Deals are made before the throw, after landing, or while money is raised."
        case "AL-5.1":
            return "A deal is made with another player."
        case "AL-5.2":
            return _explain_deal_parties(game, state)
        case "AL-5.3":
            return "A base can never be traded or moved."
        case "AL-5.8":
            return "A deal moves at least one city."
        case "AL-5.9":
            return _explain_lack_of_cash_in_deal(game, state, who, action)
        case "AL-5.10":
            return _explain_marker_limit(game, state, who, action)
        case "AL-5.13":
            return "While money is raised, each deal must bring the debtor cash."
        case "AL-5.14":
            return "Whoever receives cash must give a city for it."
        case "AL-11.5":
            return "Money is a whole number of millions and never negative."
        case "AL-R13":
            return f"A debtor may make {game.raise_offers} offers to each opponent for a debt, and get one from each."
        case "AL-R31":
            return "The players must be in the game and own the cities they give."
        case "AL-R32":
            return _explain_wrong_offer_or_answer(state, action)
        case "AL-R33":
            return _explain_offer_limit(game, state, who)
        case "AL-R55":
            return _explain_not_asked_for_offer(game, state)
        case "AL-R56":
            return (
                _explain_why_not_leave(state, who)
                if isinstance(action, LeaveGame)
                else _explain_city_already_traded_for_debt(game, state, action)
            )
    return ""


def _explain_deal_parties(game: Airline, state: AirlineState) -> str:
    step = state.step_stack[-1]
    window_owner = step.to if isinstance(step, MakeOfferStep) else state.active
    return f"One of the two parties must be {seat_name(game, window_owner)}."


def _explain_lack_of_cash_in_deal(game: Airline, state: AirlineState, who: int, action: Action) -> str:
    if isinstance(action, (Offer, CounterOffer)) and 0 <= who < state.seats:
        if action.give_cash > state.cash[who]:
            return f"You offer {format_money(action.give_cash)} and have {format_money(state.cash[who])}."
        to = action.to
        return f"{seat_name(game, to)} has {format_money(state.cash[to])}, not {format_money(action.want_cash)}."
    return "The cash of this deal is not in the payer's hand."


def _explain_marker_limit(game: Airline, state: AirlineState, who: int, action: Action) -> str:
    remedy = find_remedy(game, state, who, action, "AL-5.10")
    if remedy is None:
        return f"Somebody would own more than {game.marker_limit} cities."
    owner = seat_name(game, remedy.things[0])
    return f"{owner} would own {game.marker_limit + remedy.amount} cities; {game.marker_limit} are allowed."


def _explain_wrong_offer_or_answer(state: AirlineState, action: Action) -> str:
    if isinstance(action, Offer) or (
        isinstance(action, CounterOffer) and isinstance(state.step_stack[-1], AnswerOfferStep)
    ):
        return "Cash goes one way only in a deal, and a counter goes back to whoever made the offer."
    return "There is no open offer to answer."


def _explain_offer_limit(game: Airline, state: AirlineState, who: int) -> str:
    if isinstance(state.step_stack[-1], AnswerOfferStep):
        return f"An offer can be countered {game.counters} times in all: accept or reject."
    return _explain_no_offers_left(game.offers_active if who == state.active else game.offers_other)


def _explain_no_offers_left(limit: int) -> str:
    return f"You have made all {limit} offers of this turn." if limit else "This match is played without offers."


def _explain_why_not_leave(state: AirlineState, who: int) -> str:
    """Why somebody cannot leave the game, and until when."""
    if not (state.gave_city >> who) & 1:
        return (
            "You gave a city away in a deal before this turn: you cannot leave the game until you have ended this turn."
        )
    until = "ended your next turn, the one after this" if who == state.active else "ended your next turn"
    return f"You gave a city away in a deal: you cannot leave the game until you have {until}."


def _explain_city_already_traded_for_debt(game: Airline, state: AirlineState, action: Action) -> str:
    dealt = find_city_bits_traded_for_debt(state)
    if isinstance(action, (Offer, CounterOffer)):
        dealt &= convert_cities_to_bits_or_minus_one_if_invalid(
            action.give_cities
        ) | convert_cities_to_bits_or_minus_one_if_invalid(action.want_cities)
    cities = list_cities_in_bits(game, dealt)
    have = "has" if len(cities) == 1 else "have"
    names = join_city_names(game, tuple(cities))
    return f"{names} {have} changed hands for this debt and cannot be dealt again before it is settled."


def _explain_not_asked_for_offer(game: Airline, state: AirlineState) -> str:
    step = state.step_stack[-1]
    if isinstance(step, AnswerOfferStep):
        return f"The offer of {seat_name(game, step.proposer)} must be answered first."
    return "Nobody asks you for an offer now."

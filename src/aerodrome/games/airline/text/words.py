"""Actions and events of Airline in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Action, Event
from aerodrome.games.airline.model.actions import (
    BANK,
    CAUSES,
    LAST_PLAYER,
    SHORT_GAME,
    Accept,
    AircraftDestroyed,
    Bankrupt,
    BankStoodIn,
    BaseChosen,
    Buy,
    CargoReceived,
    Challenge,
    Challenged,
    ChallengeLost,
    ChallengeThrown,
    ChallengeWon,
    CharterReceived,
    CharterThrown,
    ChooseBase,
    ClaimArose,
    ClaimLapsed,
    Collect,
    Counter,
    CrashPaid,
    CutOff,
    DealDone,
    DebtToBank,
    End,
    Exchange,
    Exchanged,
    FarePaid,
    FirstChoice,
    Fly,
    FreeLanding,
    GameOver,
    GiveUp,
    Hijacked,
    HijackThrown,
    Leave,
    Left,
    MaintenancePaid,
    Moved,
    Offer,
    OfferExpired,
    OfferMade,
    OfferRejected,
    OfferVoid,
    OpeningThrown,
    OpeningTied,
    Pass,
    Reconnected,
    Reject,
    RightsBought,
    ShortOfMoney,
    SubsidyReceived,
    Throw,
    TurnBegan,
    Wait,
)
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.queries import owner_of
from aerodrome.games.airline.steps.trading import Answer

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

CLAIM_WORDS = ("the SUBSIDY", "the CHARTER money", "the AIR CARGO money", "the fare")


def seat_name(game: Airline, seat: int) -> str:
    return "the bank" if seat == BANK else game.edition.players.colours[seat].capitalize()


def money(amount: int) -> str:
    return f"${amount}M"


def city_name(game: Airline, city: int) -> str:
    return game.edition.city[city].name if 0 <= city < 18 else "no city"


def aircraft_name(game: Airline, aircraft: int) -> str:
    return game.edition.aircraft[aircraft].name if 0 <= aircraft < 3 else "no aircraft"


def space_name(game: Airline, pos: int) -> str:
    city = game.city_at[pos]
    if city >= 0:
        return city_name(game, city)
    return game.edition.track.spaces[pos].kind.upper().replace("_", " ")


def listed(names: list[str]) -> str:
    """ "Rome, Tokyo and Lima"."""
    if len(names) < 2:
        return "".join(names)
    return ", ".join(names[:-1]) + " and " + names[-1]


def seats_listed(game: Airline, seats: tuple[int, ...]) -> str:
    return listed([seat_name(game, seat) for seat in seats])


def cities_listed(game: Airline, cities: tuple[int, ...]) -> str:
    return listed([city_name(game, city) for city in cities])


def goods(game: Airline, cities: tuple[int, ...], cash: int) -> str:
    """One side of a deal: "Rome and $40M"."""
    names = [city_name(game, city) for city in cities]
    if cash:
        names.append(money(cash))
    return listed(names) or "nothing"


def describe_action(game: Airline, state: AirlineState, who: int, action: Action) -> str:
    """An action as a button or a log line has it."""
    match action:
        case Throw(first, second):
            return f"Throw {first} and {second}"
        case ChooseBase(city):
            return f"Base in {city_name(game, city)}"
        case Fly():
            return "Throw the dice and fly"
        case Exchange(aircraft):
            return f"Exchange your aircraft for the {aircraft_name(game, aircraft)} ({money(game.exchange_fee)})"
        case Buy(city):
            return f"Buy landing rights in {city_name(game, city)} for {money(game.rights_price)}"
        case Challenge(city):
            owner = owner_of(state, city) if 0 <= city < 18 else BANK
            return f"Challenge {seat_name(game, owner)} for {city_name(game, city)} ({money(game.challenge_fee)})"
        case End():
            return "End your turn"
        case Offer(to, give, give_cash, want, want_cash):
            name = seat_name(game, to) if 0 <= to < 4 else f"seat {to}"
            return f"Offer {name} {goods(game, give, give_cash)} for {goods(game, want, want_cash)}"
        case Counter(to, give, give_cash, want, want_cash):
            return f"Counter: {goods(game, give, give_cash)} for {goods(game, want, want_cash)}"
        case Accept():
            return _say_accept(game, state)
        case Reject():
            return "Reject the offer"
        case Pass():
            return "No offer"
        case GiveUp():
            return "Give up and declare bankruptcy"
        case Collect(claim):
            return f"Collect {CLAIM_WORDS[claim]}"
        case Wait():
            return "Do not collect now"
        case Leave():
            return "Leave the game"
    raise TypeError(action)


def _say_accept(game: Airline, state: AirlineState) -> str:
    offer = state.step_stack[-1] if state.step_stack else None
    if not isinstance(offer, Answer):
        return "Accept the offer"
    give = goods(game, offer.want_cities, offer.want_cash)
    return f"Accept: give {give}, get {goods(game, offer.give_cities, offer.give_cash)}"


def describe_event(game: Airline, event: Event) -> str:
    """An event as a sentence of the log."""
    match event:
        case OpeningThrown(seat, first, second):
            return f"{seat_name(game, seat)} throws {first} and {second} for the choice of base"
        case OpeningTied(seats):
            return f"{seats_listed(game, seats)} are equal and throw again"
        case FirstChoice(seat):
            return f"{seat_name(game, seat)} has the first choice of base"
        case BaseChosen(seat, city):
            return f"{seat_name(game, seat)} makes {city_name(game, city)} the base"
        case TurnBegan(seat, round_number):
            return f"Round {round_number}: it is the turn of {seat_name(game, seat)}"
        case Exchanged(seat, aircraft, amount):
            return f"{seat_name(game, seat)} pays {money(amount)} and flies the {aircraft_name(game, aircraft)} now"
        case Moved(seat, first, second, _, end):
            return f"{seat_name(game, seat)} throws {first} and {second} and flies to {space_name(game, end)}"
    return _tell_spaces(game, event)


def _tell_spaces(game: Airline, event: Event) -> str:
    match event:
        case SubsidyReceived(seat, amount):
            return f"{seat_name(game, seat)} receives {money(amount)} of SUBSIDY"
        case CharterThrown(seat, first, second):
            return f"{seat_name(game, seat)} throws {first} and {second} for the CHARTER"
        case CharterReceived(seat, amount):
            return f"{seat_name(game, seat)} receives {money(amount)} for the CHARTER"
        case CargoReceived(seat, amount):
            return f"{seat_name(game, seat)} receives {money(amount)} for AIR CARGO"
        case MaintenancePaid(seat, amount):
            return f"{seat_name(game, seat)} pays {money(amount)} for MAINTENANCE"
        case HijackThrown(seat, first, second):
            return f"HIJACK: {seat_name(game, seat)} throws {first} and {second}"
        case Hijacked(seat):
            return f"The aircraft of {seat_name(game, seat)} is taken to SUBSIDY, where it collects nothing"
        case AircraftDestroyed(seat, hijacked):
            how = "is destroyed by hijackers" if hijacked else "crashes"
            return f"The aircraft of {seat_name(game, seat)} {how}"
        case CrashPaid(seat, amount):
            return f"{seat_name(game, seat)} pays {money(amount)} and flies the {aircraft_name(game, 0)}"
        case FreeLanding(seat, owner, city):
            return (
                f"{seat_name(game, seat)} pays nothing: {city_name(game, city)} is not connected to the base of "
                f"{seat_name(game, owner)}"
            )
        case FarePaid(seat, to, city, amount):
            return (
                f"{seat_name(game, seat)} pays {seat_name(game, to)} the fare of {money(amount)} for "
                f"{city_name(game, city)}"
            )
        case RightsBought(seat, city, amount):
            return f"{seat_name(game, seat)} buys landing rights in {city_name(game, city)} for {money(amount)}"
    return _tell_contests(game, event)


def _tell_contests(game: Airline, event: Event) -> str:
    match event:
        case Challenged(seat, owner, city, amount):
            return (
                f"{seat_name(game, seat)} pays {seat_name(game, owner)} {money(amount)} and challenges for "
                f"{city_name(game, city)}"
            )
        case ChallengeThrown(seat, first, second):
            return f"{seat_name(game, seat)} throws {first} and {second}"
        case ChallengeWon(seat, owner, city, total, against):
            return (
                f"{seat_name(game, seat)} wins {city_name(game, city)} from {seat_name(game, owner)}, "
                f"{total} against {against}"
            )
        case ChallengeLost(seat, owner, city, total, against):
            return (
                f"{seat_name(game, owner)} keeps {city_name(game, city)} against {seat_name(game, seat)}, "
                f"{against} against {total}"
            )
        case CutOff(seat, cities):
            are = "are" if len(cities) > 1 else "is"
            return f"{cities_listed(game, cities)} {are} cut off from the base of {seat_name(game, seat)}"
        case Reconnected(seat, cities):
            are = "are" if len(cities) > 1 else "is"
            return f"{cities_listed(game, cities)} {are} connected to the base of {seat_name(game, seat)} again"
    return _tell_deals(game, event)


def _tell_deals(game: Airline, event: Event) -> str:
    match event:
        case OfferMade(seat, to, give, give_cash, want, want_cash, counter):
            verb = "answers with a counter to" if counter else "offers"
            return (
                f"{seat_name(game, seat)} {verb} {seat_name(game, to)}: {goods(game, give, give_cash)} for "
                f"{goods(game, want, want_cash)}"
            )
        case OfferRejected(seat, to):
            return f"{seat_name(game, seat)} rejects the offer of {seat_name(game, to)}"
        case OfferVoid(seat, to):
            return f"The offer of {seat_name(game, seat)} to {seat_name(game, to)} is void"
        case OfferExpired(seat, to):
            return f"The offer of {seat_name(game, seat)} to {seat_name(game, to)} has expired"
        case DealDone(seat, to, give, give_cash, want, want_cash):
            return (
                f"Deal: {seat_name(game, seat)} gives {goods(game, give, give_cash)}, {seat_name(game, to)} gives "
                f"{goods(game, want, want_cash)}"
            )
    return _tell_money(game, event)


def _tell_money(game: Airline, event: Event) -> str:
    match event:
        case ShortOfMoney(seat, to, amount, cause):
            return (
                f"{seat_name(game, seat)} owes {seat_name(game, to)} {money(amount)} ({CAUSES[cause]}) and has not "
                "enough cash"
            )
        case Bankrupt(seat, cash, cities):
            return f"{seat_name(game, seat)} is bankrupt; {goods(game, cities, cash)} go to the bank"
        case Left(seat, cash, cities):
            return f"{seat_name(game, seat)} leaves the game; {goods(game, cities, cash)} go to the bank"
        case BankStoodIn(seat, to, amount):
            for_whom = "" if seat == BANK else f" for {seat_name(game, seat)}"
            return f"The bank pays {seat_name(game, to)} {money(amount)}{for_whom}"
        case DebtToBank(seat, amount):
            return f"{seat_name(game, seat)} owes the {money(amount)} to the bank now"
        case ClaimArose(seat, claim, amount):
            return f"{seat_name(game, seat)} may collect {CLAIM_WORDS[claim]} of {money(amount)}"
        case ClaimLapsed(seat, claim, amount):
            return f"{seat_name(game, seat)} did not collect {CLAIM_WORDS[claim]} of {money(amount)}: it is gone"
        case GameOver(winners, reason):
            return _tell_end(game, winners, reason)
    raise TypeError(event)


def _tell_end(game: Airline, winners: tuple[int, ...], reason: int) -> str:
    who = seats_listed(game, winners)
    wins = f"{who} share the win" if len(winners) > 1 else f"{who} wins"
    if reason == LAST_PLAYER:
        return f"{wins}: nobody else is left in the game"
    if reason == SHORT_GAME:
        return f"The first bankruptcy ends the short game. {wins} with the most cash and cities"
    return f"The last round is over. {wins} with the most cash and cities"

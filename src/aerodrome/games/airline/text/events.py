"""Events in English: the sentences of the log."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Event
from aerodrome.games.airline.model import events
from aerodrome.games.airline.model.state import BANK, DEBT_CAUSES, LAST_PLAYER, SHORT_GAME
from aerodrome.games.airline.text.names import (
    CLAIM_NAMES,
    aircraft_name,
    city_name,
    describe_deal_side,
    format_money,
    join_city_names,
    join_seat_names,
    seat_name,
    space_name,
)

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


def describe_event(game: Airline, event: Event) -> str:
    """An event as a sentence of the log."""
    told = (
        _describe_opening_or_turn_event(game, event)
        or _describe_space_event(game, event)
        or _describe_challenge_or_network_event(game, event)
        or _describe_deal_event(game, event)
        or _describe_debt_or_end_event(game, event)
    )
    if not told:
        raise TypeError(event)
    return told


def _describe_opening_or_turn_event(game: Airline, event: Event) -> str:
    match event:
        case events.OpeningDiceThrown(seat, first, second):
            return f"{seat_name(game, seat)} throws {first} and {second} for the choice of base"
        case events.OpeningThrowTied(seats):
            return f"{join_seat_names(game, seats)} are equal and throw again"
        case events.FirstBaseChoiceWon(seat):
            return f"{seat_name(game, seat)} has the first choice of base"
        case events.BaseChosen(seat, city):
            return f"{seat_name(game, seat)} makes {city_name(game, city)} the base"
        case events.TurnBegan(seat, round_number):
            return f"Round {round_number}: it is the turn of {seat_name(game, seat)}"
        case events.AircraftExchanged(seat, aircraft, amount):
            return (
                f"{seat_name(game, seat)} pays {format_money(amount)} and flies the {aircraft_name(game, aircraft)} now"
            )
        case events.AircraftMoved(seat, first, second, _, end):
            return f"{seat_name(game, seat)} throws {first} and {second} and flies to {space_name(game, end)}"
    return ""


def _describe_space_event(game: Airline, event: Event) -> str:
    match event:
        case events.SubsidyReceived(seat, amount):
            return f"{seat_name(game, seat)} receives {format_money(amount)} of SUBSIDY"
        case events.CharterDiceThrown(seat, first, second):
            return f"{seat_name(game, seat)} throws {first} and {second} for the CHARTER"
        case events.CharterMoneyReceived(seat, amount):
            return f"{seat_name(game, seat)} receives {format_money(amount)} for the CHARTER"
        case events.AirCargoMoneyReceived(seat, amount):
            return f"{seat_name(game, seat)} receives {format_money(amount)} for AIR CARGO"
        case events.MaintenancePaid(seat, amount):
            return f"{seat_name(game, seat)} pays {format_money(amount)} for MAINTENANCE"
        case events.HijackDiceThrown(seat, first, second):
            return f"HIJACK: {seat_name(game, seat)} throws {first} and {second}"
        case events.AircraftHijackedToSubsidy(seat):
            return f"The aircraft of {seat_name(game, seat)} is taken to SUBSIDY, where it collects nothing"
        case events.AircraftDestroyed(seat, hijacked):
            how = "is destroyed by hijackers" if hijacked else "crashes"
            return f"The aircraft of {seat_name(game, seat)} {how}"
        case events.CrashCostPaid(seat, amount):
            return f"{seat_name(game, seat)} pays {format_money(amount)} and flies the {aircraft_name(game, 0)}"
        case events.LandedFreeInCutOffCity(seat, owner, city):
            return (
                f"{seat_name(game, seat)} pays nothing: {city_name(game, city)} is not connected to the base of "
                f"{seat_name(game, owner)}"
            )
        case events.FarePaid(seat, to, city, amount):
            return (
                f"{seat_name(game, seat)} pays {seat_name(game, to)} the fare of {format_money(amount)} for "
                f"{city_name(game, city)}"
            )
        case events.LandingRightsBought(seat, city, amount):
            return f"{seat_name(game, seat)} buys landing rights in {city_name(game, city)} for {format_money(amount)}"
    return ""


def _describe_challenge_or_network_event(game: Airline, event: Event) -> str:
    match event:
        case events.CityOwnerChallenged(seat, owner, city, amount):
            return (
                f"{seat_name(game, seat)} pays {seat_name(game, owner)} {format_money(amount)} and challenges for "
                f"{city_name(game, city)}"
            )
        case events.ChallengeDiceThrown(seat, first, second):
            return f"{seat_name(game, seat)} throws {first} and {second}"
        case events.ChallengeWon(seat, owner, city, total, against):
            return (
                f"{seat_name(game, seat)} wins {city_name(game, city)} from {seat_name(game, owner)}, "
                f"{total} against {against}"
            )
        case events.ChallengeLost(seat, owner, city, total, against):
            return (
                f"{seat_name(game, owner)} keeps {city_name(game, city)} against {seat_name(game, seat)}, "
                f"{against} against {total}" + (": equal, the owner wins" if total == against else "")
            )
        case events.CitiesCutOff(seat, cities):
            are = "are" if len(cities) > 1 else "is"
            return f"{join_city_names(game, cities)} {are} cut off from the base of {seat_name(game, seat)}"
        case events.CitiesReconnected(seat, cities):
            are = "are" if len(cities) > 1 else "is"
            return f"{join_city_names(game, cities)} {are} connected to the base of {seat_name(game, seat)} now"
    return ""


def _describe_deal_event(game: Airline, event: Event) -> str:
    match event:
        case events.OfferMade(seat, to, give, give_cash, want, want_cash, counter):
            verb = "answers with a counter to" if counter else "offers"
            return (
                f"{seat_name(game, seat)} {verb} {seat_name(game, to)}: "
                f"{describe_deal_side(game, give, give_cash)} for {describe_deal_side(game, want, want_cash)}"
            )
        case events.OfferRejected(seat, to):
            return f"{seat_name(game, seat)} rejects the offer of {seat_name(game, to)}"
        case events.OfferBecameVoid(seat, to):
            return f"The offer of {seat_name(game, seat)} to {seat_name(game, to)} is void"
        case events.OfferExpired(seat, to):
            return f"The offer of {seat_name(game, seat)} to {seat_name(game, to)} has expired"
        case events.DealDone(seat, to, give, give_cash, want, want_cash):
            return (
                f"Deal: {seat_name(game, seat)} gives {describe_deal_side(game, give, give_cash)}, "
                f"{seat_name(game, to)} gives {describe_deal_side(game, want, want_cash)}"
            )
        case events.DealUndone(seat, to, give, give_cash, want, to_bank):
            back = describe_deal_side(game, give, give_cash)
            if to_bank:
                return (
                    f"The deal of {seat_name(game, seat)} with {seat_name(game, to)}, who is out, is undone: the bank "
                    f"gets {back}, {seat_name(game, seat)} gets back {join_city_names(game, want)}"
                )
            return (
                f"The deal of {seat_name(game, seat)} with {seat_name(game, to)} is undone: {seat_name(game, to)} gets "
                f"back {back}, {seat_name(game, seat)} {join_city_names(game, want)}"
            )
    return ""


def _describe_debt_or_end_event(game: Airline, event: Event) -> str:
    match event:
        case events.DebtorShortOfMoney(seat, to, amount, cause):
            return (
                f"{seat_name(game, seat)} owes {seat_name(game, to)} {format_money(amount)} ({DEBT_CAUSES[cause]}) "
                "and has not enough cash"
            )
        case events.PlayerWentBankrupt(seat, cash, cities):
            return f"{seat_name(game, seat)} is bankrupt; {_describe_lost_property(game, cities, cash)} to the bank"
        case events.PlayerLeft(seat, cash, cities):
            return f"{seat_name(game, seat)} leaves the game; {_describe_lost_property(game, cities, cash)} to the bank"
        case events.BankPaidForDebtor(seat, to, amount):
            for_whom = "" if seat == BANK else f" for {seat_name(game, seat)}"
            return f"The bank pays {seat_name(game, to)} {format_money(amount)}{for_whom}"
        case events.DebtReassignedToBank(seat, amount):
            return f"{seat_name(game, seat)} owes the {format_money(amount)} to the bank now"
        case events.ClaimArose(seat, claim, amount):
            return f"{seat_name(game, seat)} may collect {CLAIM_NAMES[claim]} of {format_money(amount)}"
        case events.ClaimLapsed(seat, claim, amount):
            return f"{seat_name(game, seat)} did not collect {CLAIM_NAMES[claim]} of {format_money(amount)}: it is gone"
        case events.GameEnded(winners, reason):
            return _describe_game_end(game, winners, reason)
    return ""


def _describe_lost_property(game: Airline, cities: tuple[int, ...], cash: int) -> str:
    """What somebody leaves behind, with its verb: "Rome and $40M go", "London goes"."""
    verb = "go" if len(cities) + (1 if cash else 0) > 1 else "goes"
    return f"{describe_deal_side(game, cities, cash)} {verb}"


def _describe_game_end(game: Airline, winners: tuple[int, ...], reason: int) -> str:
    who = join_seat_names(game, winners)
    wins = f"{who} share the win" if len(winners) > 1 else f"{who} wins"
    if reason == LAST_PLAYER:
        return f"{wins}: nobody else is left in the game"
    if reason == SHORT_GAME:
        return f"The first bankruptcy ends the short game. {wins} with the most cash and cities"
    return f"The last round is over. {wins} with the most cash and cities"

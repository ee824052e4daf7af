"""What happened, in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Event
from aerodrome.core.text import capitalize_first, join_with_and
from aerodrome.games.airkwire.model import events
from aerodrome.games.airkwire.text.names import (
    aircraft_name,
    airline_name,
    card_name,
    city_name,
    format_money,
    join_airline_names,
    join_city_names,
    join_seat_names,
    power_card_name,
    seat_name,
    spell_count,
    spell_points,
)

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

END_TEXTS = {
    "points": "An airline has reached the last of the city points: the game is over",
    "agreed": "All agree to end the game",
    "exhausted": "A whole round without cards, trades or routes: the game is over",
    "stalled": "Nobody has created a route for too long: the game is over",
    "round_limit": "The last round is played: the game is over",
}


def describe_event(game: Airkwire, event: Event) -> str:
    text = _describe_turn_event(game, event) or _describe_stock_event(game, event) or _describe_route_event(game, event)
    text = (
        text
        or _describe_merger_event(game, event)
        or _describe_payout_event(game, event)
        or _describe_power_card_event(game, event)
        or _describe_end_event(game, event)
    )
    if not text:
        raise TypeError(f"no words for {event!r}")
    return text


def _describe_turn_event(game: Airkwire, event: Event) -> str:
    if isinstance(event, events.FirstPlayerDrawn):
        return f"{seat_name(game, event.seat)} goes first"
    if isinstance(event, events.CardDrawn):
        return f"{seat_name(game, event.seat)} draws {card_name(game, event.card)}"
    if isinstance(event, events.CardDrawnUnseen):
        return f"{seat_name(game, event.seat)} draws a card from the pile"
    if isinstance(event, events.TurnBegan):
        return f"{seat_name(game, event.seat)}'s turn in round {event.round}"
    if isinstance(event, events.CardTakenFromPool):
        return f"{seat_name(game, event.seat)} takes {city_name(game, event.city)} from the discard pool"
    if isinstance(event, events.NoCardDrawn):
        return f"{seat_name(game, event.seat)} draws no card"
    if isinstance(event, events.PoolBecamePile):
        return f"The draw pile is used up: {spell_count(event.cards, 'card')} of the discard pool become the new one"
    if isinstance(event, events.CardDiscarded):
        return f"{seat_name(game, event.seat)} discards {card_name(game, event.card)}"
    if isinstance(event, events.RouteOrDiscardSkipped):
        return f"{seat_name(game, event.seat)} passes"
    return ""


def _describe_stock_event(game: Airkwire, event: Event) -> str:
    if isinstance(event, events.AirlineOpened):
        again = "opens again" if event.again else "opens"
        name, home = airline_name(game, event.airline), city_name(game, event.city)
        return f"{name} {again}: {seat_name(game, event.seat)} puts its home marker on {home}"
    if isinstance(event, events.SharesBought):
        return (
            f"{seat_name(game, event.seat)} buys {spell_count(event.shares, 'share')} of "
            f"{airline_name(game, event.airline)} for {_format_price_with_fee(event.price, event.fee)}; "
            f"its price is now {format_money(event.now)}"
        )
    if isinstance(event, events.ShareSold):
        fee = f" less a fee of {format_money(event.fee)}" if event.fee else ""
        now = f"its price is now {format_money(event.now)}" if event.now else "its price falls off the track"
        return (
            f"{seat_name(game, event.seat)} sells a share of {airline_name(game, event.airline)} "
            f"for {format_money(event.price)}{fee}; {now}"
        )
    if isinstance(event, events.BlockTradePriceMoved):
        return f"The block trade moves {airline_name(game, event.airline)} to {format_money(event.now)}"
    if isinstance(event, events.CeoChanged):
        return f"{seat_name(game, event.seat)} is now CEO of {airline_name(game, event.airline)}"
    if isinstance(event, events.AirlineWentBankrupt):
        void = (
            f"; {spell_count(event.void, 'share')} {'becomes' if event.void == 1 else 'become'} void"
            if event.void
            else ""
        )
        return f"{airline_name(game, event.airline)} is bankrupt: its aircraft leave the board{void}"
    if isinstance(event, events.CashGiven):
        return f"{seat_name(game, event.seat)} gives {format_money(event.amount)} to {seat_name(game, event.to)}"
    return ""


def _format_price_with_fee(price: int, fee: int) -> str:
    return f"{format_money(price)} and a fee of {format_money(fee)}" if fee else f"{format_money(price)} without a fee"


def _describe_route_event(game: Airkwire, event: Event) -> str:
    if isinstance(event, events.RouteProposed):
        return (
            f"{seat_name(game, event.seat)} proposes a {aircraft_name(game, event.aircraft)} of "
            f"{airline_name(game, event.airline)} to {city_name(game, event.city)}; "
            f"{seat_name(game, event.ceo)} decides as CEO"
        )
    if isinstance(event, events.RouteRefused):
        return (
            f"{seat_name(game, event.ceo)} refuses {seat_name(game, event.seat)}'s route of "
            f"{airline_name(game, event.airline)} to {city_name(game, event.city)}"
        )
    if isinstance(event, events.RouteCreated):
        return (
            f"{seat_name(game, event.seat)} flies {airline_name(game, event.airline)} to "
            f"{city_name(game, event.city)} with a {aircraft_name(game, event.aircraft)} for "
            f"{spell_points(event.points)}; it now has {event.total}"
        )
    if isinstance(event, events.DividendMarkerMoved):
        if event.due:
            return "The dividend marker completes its cycle: dividends at the end of this turn"
        return f"The dividend marker moves to {event.space} of {game.cycle}"
    return ""


WHY_MERGER_RULED_OUT = {
    "AK-9.2": "{rival} is immune from being taken over",
    "AK-9.3": "they are equal in price and points",
    "AK-10.4": "{airline} has no aircraft that may be placed at {rival}'s home",
}


def _describe_merger_event(game: Airkwire, event: Event) -> str:
    if isinstance(event, events.MergerRuledOut):
        airline, rival = airline_name(game, event.airline), airline_name(game, event.rival)
        why = WHY_MERGER_RULED_OUT[event.why].format(airline=airline, rival=rival)
        return f"{airline} and {rival} meet at {city_name(game, event.city)} and do not merge: {why}"
    if isinstance(event, events.AirlineTakenOver):
        return _describe_takeover(game, event)
    if isinstance(event, events.DefunctHomeTakenOver):
        acquirer, home = airline_name(game, event.acquirer), city_name(game, event.city)
        if event.aircraft == NOBODY:
            return f"{acquirer} already serves {home}: the home marker of {airline_name(game, event.defunct)} goes"
        craft = aircraft_name(game, event.aircraft)
        return f"A {craft} of {acquirer} replaces the home marker of {airline_name(game, event.defunct)} in {home}"
    if isinstance(event, events.SharesExchangedOrSold):
        return _describe_share_disposal(game, event)
    if isinstance(event, events.DefunctCitiesTakenOver):
        return _describe_cities_taken_over(game, event)
    if isinstance(event, events.DefunctAircraftReplaced):
        return (
            f"{airline_name(game, event.acquirer)} has too few acquired markers and puts a "
            f"{aircraft_name(game, event.aircraft)} of its own on {city_name(game, event.city)}"
        )
    if isinstance(event, events.DefunctCitiesForfeited):
        return f"{airline_name(game, event.acquirer)} forfeits {join_city_names(game, event.cities)}"
    return ""


def _describe_takeover(game: Airkwire, event: events.AirlineTakenOver) -> str:
    text = (
        f"{airline_name(game, event.acquirer)} takes over {airline_name(game, event.defunct)} "
        f"at {city_name(game, event.city)}"
    )
    first = join_seat_names(game, event.first)
    if len(event.first) > 1:
        text += f"; {first} receive {format_money(event.first_bonus)} each as equal largest holders"
    elif not event.second:
        return f"{text}; {first} receives {format_money(event.first_bonus)} as only holder"
    else:
        text += f"; {first} receives {format_money(event.first_bonus)} as largest holder"
    if len(event.second) > 1:
        second = join_seat_names(game, event.second)
        text += f", {second} {format_money(event.second_bonus)} each as equal second holders"
    elif event.second:
        text += f", {join_seat_names(game, event.second)} {format_money(event.second_bonus)} as second"
    return text


def _describe_share_disposal(game: Airkwire, event: events.SharesExchangedOrSold) -> str:
    parts: list[str] = []
    defunct = airline_name(game, event.defunct)
    if event.exchanged:
        acquirer = airline_name(game, event.acquirer)
        parts.append(f"exchanges {defunct} for {spell_count(event.exchanged, 'share')} of {acquirer}")
    if event.sold:
        parts.append(f"sells {spell_count(event.sold, 'share')} of {defunct} for {format_money(event.amount)}")
    text = f"{seat_name(game, event.seat)} {join_with_and(parts)}"
    if event.exchanged:
        text += f"; {airline_name(game, event.acquirer)} is now at {format_money(event.now)}"
    return text


def _describe_cities_taken_over(game: Airkwire, event: events.DefunctCitiesTakenOver) -> str:
    acquirer, defunct = airline_name(game, event.acquirer), airline_name(game, event.defunct)
    got = join_city_names(game, event.cities) if event.cities else "no further city"
    return f"{acquirer} gets {got} from {defunct}, which is out of the game, and has {spell_points(event.total)}"


def _describe_payout_event(game: Airkwire, event: Event) -> str:
    if isinstance(event, events.DividendsPaid):
        name = airline_name(game, event.airline)
        shares = [
            f"{seat_name(game, seat)} {format_money(amount)}"
            for seat, amount in zip(event.seats, event.amounts, strict=True)
        ]
        return f"{name} pays {format_money(event.rate)} a share: {join_with_and(shares)}"
    if isinstance(event, events.DividendNotPaid):
        why = _explain_missed_dividend(event)
        again = f", for the {spell_ordinal(event.times)} time running" if event.times > 1 else ""
        return f"{airline_name(game, event.airline)} pays no dividend: {why}{again}"
    if isinstance(event, events.PriceDroppedForMissedDividends):
        return f"{airline_name(game, event.airline)} drops to {format_money(event.now)} for missed dividends"
    if isinstance(event, events.PriceRaisedByCeo):
        name, price = airline_name(game, event.airline), format_money(event.now)
        return f"{seat_name(game, event.seat)} raises sold-out {name} to {price}"
    return ""


def _explain_missed_dividend(event: events.DividendNotPaid) -> str:
    if event.why == "AK-11.4":
        return f"it serves {event.have} cities and its price allows {event.most}"
    if event.why == "AK-11.5":
        return f"it flies {event.have} aircraft of types that its price does not allow"
    return f"players hold {event.have} shares and it has {spell_points(event.most)}"


def spell_ordinal(number: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    return words[number - 1] if number <= len(words) else f"{number}th"


def _describe_power_card_event(game: Airkwire, event: Event) -> str:
    if isinstance(event, events.PowerCardPlayed):
        return f"{seat_name(game, event.seat)} plays {power_card_name(game, event.power)}"
    if isinstance(event, events.FreeDiscardFinished):
        if not event.thrown:
            return f"{seat_name(game, event.seat)} makes no free discard"
        return f"{seat_name(game, event.seat)} refills the hand after {spell_count(event.thrown, 'free discard')}"
    if isinstance(event, events.RouteDecommissioned):
        return (
            f"{seat_name(game, event.seat)} decommissions the route of {airline_name(game, event.airline)} "
            f"to {city_name(game, event.city)}"
        )
    if isinstance(event, events.DividendMarkerReset):
        return "The dividend marker goes back to the start"
    if isinstance(event, events.PoolShuffledIntoPile):
        return (
            f"{capitalize_first(spell_count(event.cards, 'card'))} of the discard pool are shuffled into the draw pile"
        )
    if isinstance(event, events.PlayDirectionReversed):
        return f"Play now goes {'clockwise' if event.clockwise else 'anti-clockwise'}"
    return ""


def _describe_end_event(game: Airkwire, event: Event) -> str:
    if isinstance(event, events.EndVoteCalled):
        return f"{seat_name(game, event.seat)} asks all to end the game here"
    if isinstance(event, events.EndVoteAnswered):
        return f"{seat_name(game, event.seat)} {'agrees' if event.agree else 'wants to play on'}"
    if isinstance(event, events.GameEnded):
        wins = "wins" if len(event.winners) == 1 else "share the victory"
        best = format_money(max(event.wealth))
        why = END_TEXTS[event.reason]
        if event.reason == "points" and event.airlines:
            have = "has" if len(event.airlines) == 1 else "have"
            names = join_airline_names(game, event.airlines)
            why = f"{names} {have} reached {game.end_points} city points: the game is over"
        return f"{why}; {join_seat_names(game, event.winners)} {wins} with {best}"
    return ""

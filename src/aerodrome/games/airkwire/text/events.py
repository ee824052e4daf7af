"""What happened, in English."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Event
from aerodrome.games.airkwire.model import actions as act
from aerodrome.games.airkwire.text.names import (
    aircraft_name,
    airline_name,
    capital,
    card_name,
    cities_listed,
    city_name,
    count,
    dollars,
    listed,
    points_named,
    power_name,
    seat_name,
    seats_listed,
)

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

ENDS = {
    "points": "An airline has reached the last city point: the game is over",
    "agreed": "All agree to end the game",
    "exhausted": "A whole round without cards, trades or routes: the game is over",
    "stalled": "Nobody has created a route for too long: the game is over",
    "round_limit": "The last round is played: the game is over",
}


def describe_event(game: Airkwire, event: Event) -> str:
    text = _table(game, event) or _stock(game, event) or _routes(game, event)
    text = text or _mergers(game, event) or _payout(game, event) or _power(game, event) or _end(game, event)
    if not text:
        raise TypeError(f"no words for {event!r}")
    return text


def _table(game: Airkwire, event: Event) -> str:
    if isinstance(event, act.FirstPlayer):
        return f"{seat_name(game, event.seat)} goes first"
    if isinstance(event, act.Drew):
        return f"{seat_name(game, event.seat)} draws {card_name(game, event.card)}"
    if isinstance(event, act.DrewUnseen):
        return f"{seat_name(game, event.seat)} draws a card from the pile"
    if isinstance(event, act.TurnBegan):
        return f"{seat_name(game, event.seat)}'s turn in round {event.round}"
    if isinstance(event, act.TookFromPool):
        return f"{seat_name(game, event.seat)} takes {city_name(game, event.city)} from the discard pool"
    if isinstance(event, act.DrewNothing):
        return f"{seat_name(game, event.seat)} draws no card"
    if isinstance(event, act.PoolBecamePile):
        return f"The draw pile is used up: {count(event.cards, 'card')} of the discard pool become the new one"
    if isinstance(event, act.Discarded):
        return f"{seat_name(game, event.seat)} discards {card_name(game, event.card)}"
    if isinstance(event, act.Passed):
        return f"{seat_name(game, event.seat)} passes"
    return ""


def _stock(game: Airkwire, event: Event) -> str:
    if isinstance(event, act.Opened):
        again = "opens again" if event.again else "opens"
        name, home = airline_name(game, event.airline), city_name(game, event.city)
        return f"{name} {again}: {seat_name(game, event.seat)} puts its home marker on {home}"
    if isinstance(event, act.Bought):
        return (
            f"{seat_name(game, event.seat)} buys {count(event.shares, 'share')} of {airline_name(game, event.airline)} "
            f"for {_with_fee(event.price, event.fee)}; its price is now {dollars(event.now)}"
        )
    if isinstance(event, act.Sold):
        fee = f" less a fee of {dollars(event.fee)}" if event.fee else ""
        return (
            f"{seat_name(game, event.seat)} sells a share of {airline_name(game, event.airline)} "
            f"for {dollars(event.price)}{fee}; its price is now {dollars(event.now)}"
        )
    if isinstance(event, act.BlockMoved):
        return f"The block trade moves {airline_name(game, event.airline)} to {dollars(event.now)}"
    if isinstance(event, act.NewCeo):
        return f"{seat_name(game, event.seat)} is now CEO of {airline_name(game, event.airline)}"
    if isinstance(event, act.Bankrupt):
        void = f"; {count(event.void, 'share')} become void" if event.void else ""
        return f"{airline_name(game, event.airline)} is bankrupt: its aircraft leave the board{void}"
    if isinstance(event, act.Gave):
        return f"{seat_name(game, event.seat)} gives {dollars(event.amount)} to {seat_name(game, event.to)}"
    return ""


def _with_fee(price: int, fee: int) -> str:
    return f"{dollars(price)} and a fee of {dollars(fee)}" if fee else f"{dollars(price)} without a fee"


def _routes(game: Airkwire, event: Event) -> str:
    if isinstance(event, act.Proposed):
        return (
            f"{seat_name(game, event.seat)} proposes a {aircraft_name(game, event.aircraft)} of "
            f"{airline_name(game, event.airline)} to {city_name(game, event.city)}; "
            f"{seat_name(game, event.ceo)} decides as CEO"
        )
    if isinstance(event, act.UnavailableAction):
        return (
            f"{seat_name(game, event.ceo)} refuses {seat_name(game, event.seat)}'s route of "
            f"{airline_name(game, event.airline)} to {city_name(game, event.city)}"
        )
    if isinstance(event, act.RouteCreated):
        return (
            f"{seat_name(game, event.seat)} flies {airline_name(game, event.airline)} to "
            f"{city_name(game, event.city)} with a {aircraft_name(game, event.aircraft)} for "
            f"{points_named(event.points)}; it now has {event.total}"
        )
    if isinstance(event, act.MarkerMoved):
        if event.due:
            return "The dividend marker completes its cycle: dividends at the end of this turn"
        return f"The dividend marker moves to {event.space}"
    return ""


WHY_NO_MERGER = {
    "AK-9.2": "{rival} is immune from being taken over",
    "AK-9.3": "they are equal in price and points",
    "AK-10.4": "{airline} has no aircraft for {rival}'s home",
}


def _mergers(game: Airkwire, event: Event) -> str:
    if isinstance(event, act.NoMerger):
        airline, rival = airline_name(game, event.airline), airline_name(game, event.rival)
        why = WHY_NO_MERGER[event.why].format(airline=airline, rival=rival)
        return f"{airline} and {rival} meet at {city_name(game, event.city)} and do not merge: {why}"
    if isinstance(event, act.TookOver):
        return _took_over(game, event)
    if isinstance(event, act.HomeTaken):
        acquirer, home = airline_name(game, event.acquirer), city_name(game, event.city)
        if event.aircraft == NOBODY:
            return f"{acquirer} already serves {home}: the home marker of {airline_name(game, event.defunct)} goes"
        craft = aircraft_name(game, event.aircraft)
        return f"A {craft} of {acquirer} replaces the home marker of {airline_name(game, event.defunct)} in {home}"
    if isinstance(event, act.Disposed):
        return _disposed(game, event)
    if isinstance(event, act.Inherited):
        return _inherited(game, event)
    if isinstance(event, act.Replaced):
        return (
            f"{airline_name(game, event.acquirer)} has too few acquired markers and puts a "
            f"{aircraft_name(game, event.aircraft)} of its own on {city_name(game, event.city)}"
        )
    if isinstance(event, act.Forfeited):
        return f"{airline_name(game, event.acquirer)} forfeits {cities_listed(game, event.cities)}"
    return ""


def _took_over(game: Airkwire, event: act.TookOver) -> str:
    text = (
        f"{airline_name(game, event.acquirer)} takes over {airline_name(game, event.defunct)} "
        f"at {city_name(game, event.city)}"
    )
    first = seats_listed(game, event.first)
    if len(event.first) > 1:
        text += f"; {first} receive {dollars(event.first_bonus)} each as equal largest holders"
    elif not event.second:
        return f"{text}; {first} receives {dollars(event.first_bonus)} as only holder"
    else:
        text += f"; {first} receives {dollars(event.first_bonus)} as largest holder"
    if len(event.second) > 1:
        second = seats_listed(game, event.second)
        text += f", {second} {dollars(event.second_bonus)} each as equal second holders"
    elif event.second:
        text += f", {seats_listed(game, event.second)} {dollars(event.second_bonus)} as second"
    return text


def _disposed(game: Airkwire, event: act.Disposed) -> str:
    parts: list[str] = []
    defunct = airline_name(game, event.defunct)
    if event.exchanged:
        acquirer = airline_name(game, event.acquirer)
        parts.append(f"exchanges {defunct} for {count(event.exchanged, 'share')} of {acquirer}")
    if event.sold:
        parts.append(f"sells {count(event.sold, 'share')} of {defunct} for {dollars(event.amount)}")
    text = f"{seat_name(game, event.seat)} {listed(parts)}"
    if event.exchanged:
        text += f"; {airline_name(game, event.acquirer)} is now at {dollars(event.now)}"
    return text


def _inherited(game: Airkwire, event: act.Inherited) -> str:
    acquirer, defunct = airline_name(game, event.acquirer), airline_name(game, event.defunct)
    got = cities_listed(game, event.cities) if event.cities else "no further city"
    return f"{acquirer} gets {got} from {defunct}, which is out of the game, and has {points_named(event.total)}"


def _payout(game: Airkwire, event: Event) -> str:
    if isinstance(event, act.Paid):
        name = airline_name(game, event.airline)
        shares = [
            f"{seat_name(game, seat)} {dollars(amount)}"
            for seat, amount in zip(event.seats, event.amounts, strict=True)
        ]
        return f"{name} pays {dollars(event.rate)} a share: {listed(shares)}"
    if isinstance(event, act.NotPaid):
        why = _why_unqualified(event)
        again = f", for the {ordinal(event.times)} time running" if event.times > 1 else ""
        return f"{airline_name(game, event.airline)} pays no dividend: {why}{again}"
    if isinstance(event, act.Dropped):
        return f"{airline_name(game, event.airline)} drops to {dollars(event.now)} for missed dividends"
    if isinstance(event, act.Rose):
        return (
            f"{seat_name(game, event.seat)} raises sold-out {airline_name(game, event.airline)} to {dollars(event.now)}"
        )
    return ""


def _why_unqualified(event: act.NotPaid) -> str:
    if event.why == "AK-11.4":
        return f"it serves {event.have} cities and its price allows {event.most}"
    if event.why == "AK-11.5":
        return f"it flies {event.have} aircraft of types that its price does not allow"
    return f"players hold {event.have} shares and it has {points_named(event.most)}"


def ordinal(number: int) -> str:
    words = ("first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")
    return words[number - 1] if number <= len(words) else f"{number}th"


def _power(game: Airkwire, event: Event) -> str:
    if isinstance(event, act.PowerPlayed):
        return f"{seat_name(game, event.seat)} plays {power_name(game, event.power)}"
    if isinstance(event, act.Refilled):
        if not event.thrown:
            return f"{seat_name(game, event.seat)} makes no free discard"
        return f"{seat_name(game, event.seat)} refills the hand after {count(event.thrown, 'free discard')}"
    if isinstance(event, act.Decommissioned):
        return (
            f"{seat_name(game, event.seat)} decommissions the route of {airline_name(game, event.airline)} "
            f"to {city_name(game, event.city)}"
        )
    if isinstance(event, act.MarkerReset):
        return "The dividend marker goes back to the start"
    if isinstance(event, act.PoolShuffledIn):
        return f"{capital(count(event.cards, 'card'))} of the discard pool are shuffled into the draw pile"
    if isinstance(event, act.Reversed):
        return f"Play now goes {'clockwise' if event.clockwise else 'anti-clockwise'}"
    return ""


def _end(game: Airkwire, event: Event) -> str:
    if isinstance(event, act.VoteCalled):
        return f"{seat_name(game, event.seat)} asks all to end the game here"
    if isinstance(event, act.Voted):
        return f"{seat_name(game, event.seat)} {'agrees' if event.agree else 'wants to play on'}"
    if isinstance(event, act.Ended):
        wins = "wins" if len(event.winners) == 1 else "share the victory"
        best = dollars(max(event.wealth))
        return f"{ENDS[event.reason]}; {seats_listed(game, event.winners)} {wins} with {best}"
    return ""

"""Events in words: the log of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Event
from aerodrome.games.tingoose.model import actions as act
from aerodrome.games.tingoose.text.names import (
    ERA_NAMES,
    card_name,
    card_text,
    fleet_name,
    listed,
    money,
    plural,
    route_name,
    seat_name,
)

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


def describe_event(game: TinGoose, event: Event) -> str:
    for told in (_setup(game, event), _turn(game, event), _era_card(game, event), _fleet(game, event)):
        if told:
            return told
    return _action(game, event)


def _setup(game: TinGoose, event: Event) -> str:
    if isinstance(event, act.DemandPlaced):
        number = "a gold demand token" if event.gold else plural(event.silver, "silver demand token")
        instead = " in place of its gold one" if event.replaced else ""
        return f"{game.cities[event.city]} receives {number}{instead}"
    if isinstance(event, act.CardDealt):
        return f"{seat_name(game, event.seat)} is dealt {card_text(game, event.card)}"
    if isinstance(event, act.CardDealtUnseen):
        return f"{seat_name(game, event.seat)} is dealt a {ERA_NAMES[event.era]} card"
    if isinstance(event, act.AirmailLaid):
        return f"Airmail {route_name(game, event.airmail)} is laid out"
    if isinstance(event, act.OpeningBidSealed):
        return f"{seat_name(game, event.seat)} seals an opening bid of ${event.amount}"
    if isinstance(event, act.OpeningBidSealedUnseen):
        return f"{seat_name(game, event.seat)} seals an opening bid"
    if isinstance(event, act.OpeningBidsPaid):
        bids = [f"{seat_name(game, seat)} ${amount}" for seat, amount in enumerate(event.amounts)]
        return f"The opening bids are paid: {listed(bids)}"
    if isinstance(event, act.TieBroken):
        return f"Of the equal bids of ${event.amount}, {seat_name(game, event.seat)} comes first by lot"
    if isinstance(event, act.OrderSet):
        seats = [seat_name(game, seat) for seat in event.seats]
        return f"Airmail routes are chosen in the order {listed(seats)}; {seats[0]} has the first turn"
    if isinstance(event, act.AirmailTaken):
        name = seat_name(game, event.seat)
        return (
            f"{name} takes the airmail route {route_name(game, event.airmail)} and starts in {game.cities[event.city]}"
        )
    if isinstance(event, act.AirmailDiscarded):
        return f"Airmail {route_name(game, event.airmail)} is discarded"
    return ""


def _turn(game: TinGoose, event: Event) -> str:
    if isinstance(event, act.RoundBegan):
        return f"Round {event.round}: {game.destinations[event.destination]} is open"
    if isinstance(event, act.CardPlayed):
        return f"{seat_name(game, event.seat)} plays {card_text(game, event.card)}"
    if isinstance(event, act.CityBonus):
        name = seat_name(game, event.seat)
        return f"{name} serves {game.cities[event.city]}: up {game.city_bonus} to income {event.income}"
    if isinstance(event, act.LeftoverDiscarded):
        return f"{seat_name(game, event.seat)} puts away {card_text(game, event.card)}"
    if isinstance(event, act.LeftoverDiscardedUnseen):
        return f"{seat_name(game, event.seat)} puts away the last {ERA_NAMES[event.era]} card face down"
    if isinstance(event, act.IncomePaid):
        return f"{seat_name(game, event.seat)} collects income of ${event.amount}"
    if isinstance(event, act.IncomeSkipped):
        return f"{seat_name(game, event.seat)} collects nothing: {game.conditions[1]}"
    if isinstance(event, act.GameEnded):
        scores = [f"{seat_name(game, seat)} {money(amount)}" for seat, amount in enumerate(event.scores)]
        winners = [seat_name(game, seat) for seat in event.winners]
        verb = "wins" if len(winners) == 1 else "share the victory"
        return f"The game is over: {listed(scores)}. {listed(winners)} {verb}"
    return ""


def _era_card(game: TinGoose, event: Event) -> str:
    if isinstance(event, act.ChipsSealed):
        return f"{seat_name(game, event.seat)} seals a bid of {plural(event.chips, 'labor chip')}"
    if isinstance(event, act.ChipsSealedUnseen):
        return f"{seat_name(game, event.seat)} seals a bid of labor chips"
    if isinstance(event, act.ChipsRevealed):
        bids = [f"{seat_name(game, seat)} {chips}" for seat, chips in enumerate(event.chips)]
        return f"Labor chips are revealed and spent: {listed(bids)}"
    if isinstance(event, act.StrikeWon):
        return f"{seat_name(game, event.seat)} wins the strike and receives ${event.amount}"
    if isinstance(event, act.StrikeLost):
        return f"{seat_name(game, event.seat)} loses the strike and pays ${event.amount}"
    if isinstance(event, act.CrashPaid):
        return f"{seat_name(game, event.seat)} pays ${event.amount} for {plural(event.flames, 'flame')}"
    if isinstance(event, act.CrashMoved):
        why, way = ("most", "down") if event.most else ("fewest", "up")
        boxes = -game.crash_most if event.most else game.crash_least
        return f"{seat_name(game, event.seat)} has the {why} flames: {way} {boxes} to income {event.income}"
    if isinstance(event, act.OilPaid):
        return f"{seat_name(game, event.seat)} pays ${event.amount} for {plural(event.barrels, 'barrel')}"
    if isinstance(event, act.EmergencyBonds):
        bonds = "an emergency bond" if event.bonds == 1 else f"{event.bonds} emergency bonds"
        return f"{seat_name(game, event.seat)} must issue {bonds} for ${event.amount}"
    return ""


def _fleet(game: TinGoose, event: Event) -> str:
    if isinstance(event, act.BidMade):
        return f"{seat_name(game, event.seat)} bids ${event.amount}"
    if isinstance(event, act.Passed):
        return f"{seat_name(game, event.seat)} passes"
    if isinstance(event, act.FleetWon):
        return f"{seat_name(game, event.seat)} buys the {card_name(game, event.card)} for ${event.amount}"
    if isinstance(event, act.FleetUnsold):
        return f"Nobody bids: the {card_name(game, event.card)} is discarded"
    if isinstance(event, act.FleetWithoutAuction):
        return f"No auctions in the last round: the {card_name(game, event.card)} is discarded"
    if isinstance(event, act.SameKind):
        name, kind = seat_name(game, event.seat), card_name(game, event.card)
        return f"{name} already flies the {kind}: up {game.same_kind_bonus} to income {event.income}"
    if isinstance(event, act.Deployed):
        planes = plural(event.planes, "plane")
        return f"{seat_name(game, event.seat)} deploys the {card_name(game, event.card)} with {planes}"
    if isinstance(event, act.Upgraded):
        new, old = card_name(game, event.card), fleet_name(game, event.fleet)
        return f"{seat_name(game, event.seat)} upgrades the {old} to the {new} with {plural(event.planes, 'plane')}"
    if isinstance(event, act.ConditionRemoved):
        return f"{seat_name(game, event.seat)} is rid of {game.conditions[event.condition]}"
    if isinstance(event, act.ConditionsKept):
        return f"{seat_name(game, event.seat)} removes no condition"
    if isinstance(event, act.InvestmentsPaid):
        return f"{seat_name(game, event.seat)} receives ${event.amount} for {game.conditions[2]}"
    return ""


def _action(game: TinGoose, event: Event) -> str:
    if isinstance(event, act.IncomeAdvanced):
        why = f" ({game.conditions[4]})" if event.forced else ""
        return f"{seat_name(game, event.seat)} advances to income {event.income}{why}"
    if isinstance(event, act.PlanePlaced):
        name, city = seat_name(game, event.seat), game.cities[event.city]
        return f"{name} flies a {fleet_name(game, event.fleet)} to {city}"
    if isinstance(event, act.Extended):
        return f"{seat_name(game, event.seat)} extends the network to {game.cities[event.city]}"
    if isinstance(event, act.CityEntered):
        return _entered(game, event)
    if isinstance(event, act.DemandServed):
        name, city = seat_name(game, event.seat), game.cities[event.city]
        return f"{name} collects ${event.amount} for {plural(event.tokens, 'demand token')} in {city}"
    if isinstance(event, act.SilverRemoved):
        verb = "leaves" if event.silver == 1 else "leave"
        return f"{plural(event.silver, 'silver token')} {verb} {game.cities[event.city]}"
    if isinstance(event, act.AirmailDelivered):
        name, route = seat_name(game, event.seat), route_name(game, event.airmail)
        return f"{name} delivers the airmail {route} for ${event.amount}"
    if isinstance(event, act.DestinationServed):
        name, place = seat_name(game, event.seat), game.destinations[event.destination]
        return f"{name} serves {place} with a {fleet_name(game, event.fleet)} for ${event.amount}"
    if isinstance(event, act.ChipsTaken):
        paid = f", the second for ${event.amount}" if event.chips > 1 else ""
        return f"{seat_name(game, event.seat)} takes {plural(event.chips, 'labor chip')}{paid}"
    if isinstance(event, act.BondIssued):
        return f"{seat_name(game, event.seat)} issues a bond for ${event.amount}"
    raise TypeError(event)


def _entered(game: TinGoose, event: act.CityEntered) -> str:
    name = seat_name(game, event.seat)
    if event.tokens:
        return f"{name} finds demand in {game.cities[event.city]}: up 1 to income {event.income}"
    if event.rivals == 0:
        return f"{name} is alone in {game.cities[event.city]}: up 1 to income {event.income}"
    rivals = plural(event.rivals, "other player")
    return f"{name} meets {rivals} in {game.cities[event.city]}: down {event.rivals} to income {event.income}"

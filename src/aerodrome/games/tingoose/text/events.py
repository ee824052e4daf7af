"""Events in words: the log of a match."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import Event
from aerodrome.core.text import format_count, join_with_and
from aerodrome.games.tingoose.components.checks import ERAS
from aerodrome.games.tingoose.model import events
from aerodrome.games.tingoose.model.state import RURAL_STOPS
from aerodrome.games.tingoose.text.names import (
    airmail_route_name,
    card_name,
    describe_card_with_city,
    fleet_name,
    format_money,
    seat_name,
)

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


def describe_event(game: TinGoose, event: Event) -> str:
    for told in (
        _describe_setup_event(game, event),
        _describe_round_or_turn_event(game, event),
        _describe_strike_crash_or_oil_event(game, event),
        _describe_auction_or_fleet_event(game, event),
    ):
        if told:
            return told
    return _describe_turn_action_event(game, event)


def _describe_setup_event(game: TinGoose, event: Event) -> str:
    if isinstance(event, events.DemandTokensPlaced):
        number = "a gold demand token" if event.gold else format_count(event.silver, "silver demand token")
        instead = " in place of its gold one" if event.replaced else ""
        return f"{game.cities[event.city]} receives {number}{instead}"
    if isinstance(event, events.CardDealt):
        return f"{seat_name(game, event.seat)} is dealt {describe_card_with_city(game, event.card)}"
    if isinstance(event, events.CardDealtUnseen):
        return f"{seat_name(game, event.seat)} is dealt a {ERAS[event.era]} card"
    if isinstance(event, events.AirmailCardLaidOut):
        return f"Airmail {airmail_route_name(game, event.airmail)} is laid out"
    if isinstance(event, events.OpeningBidSealed):
        return f"{seat_name(game, event.seat)} seals an opening bid of ${event.amount}"
    if isinstance(event, events.OpeningBidSealedUnseen):
        return f"{seat_name(game, event.seat)} seals an opening bid"
    if isinstance(event, events.SealedBidWithdrawn):
        return f"{seat_name(game, event.seat)} opens the sealed bid again"
    if isinstance(event, events.OpeningBidsPaid):
        bids = [f"{seat_name(game, seat)} ${amount}" for seat, amount in enumerate(event.amounts)]
        return f"The opening bids are paid: {join_with_and(bids)}"
    if isinstance(event, events.OpeningTieBroken):
        return f"Of the equal bids of ${event.amount}, {seat_name(game, event.seat)} comes next by lot"
    if isinstance(event, events.OpeningOrderSet):
        seats = [seat_name(game, seat) for seat in event.seats]
        return f"Airmail routes are chosen in the order {join_with_and(seats)}; {seats[0]} has the first turn"
    if isinstance(event, events.AirmailTaken):
        name, route = seat_name(game, event.seat), airmail_route_name(game, event.airmail)
        return f"{name} takes the airmail route {route} and starts in {game.cities[event.city]}"
    if isinstance(event, events.AirmailDiscarded):
        return f"Airmail {airmail_route_name(game, event.airmail)} is discarded"
    return ""


def _describe_round_or_turn_event(game: TinGoose, event: Event) -> str:
    if isinstance(event, events.RoundBegan):
        return f"Round {event.round}: {game.destinations[event.destination]} is open"
    if isinstance(event, events.CardPlayed):
        return f"{seat_name(game, event.seat)} plays {describe_card_with_city(game, event.card)}"
    if isinstance(event, events.PlayedCardCityBonusGained):
        name = seat_name(game, event.seat)
        moved = _describe_income_move(game, game.city_bonus_boxes, event.income)
        return f"{name} serves {game.cities[event.city]}: {moved}"
    if isinstance(event, events.LeftoverCardDiscarded):
        return f"{seat_name(game, event.seat)} puts away {describe_card_with_city(game, event.card)}"
    if isinstance(event, events.LeftoverCardDiscardedUnseen):
        return f"{seat_name(game, event.seat)} puts away the last {ERAS[event.era]} card, face down"
    if isinstance(event, events.IncomePaid):
        return f"{seat_name(game, event.seat)} collects income of ${event.amount}"
    if isinstance(event, events.IncomeSkipped):
        return f"{seat_name(game, event.seat)} collects nothing: {game.conditions[1]}"
    if isinstance(event, events.GameEnded):
        scores = [f"{seat_name(game, seat)} {format_money(amount)}" for seat, amount in enumerate(event.scores)]
        winners = [seat_name(game, seat) for seat in event.winners]
        verb = "wins" if len(winners) == 1 else "share the victory"
        return f"The game is over: {join_with_and(scores)}. {join_with_and(winners)} {verb}"
    return ""


def _describe_strike_crash_or_oil_event(game: TinGoose, event: Event) -> str:
    if isinstance(event, events.StrikeBidSealed):
        return f"{seat_name(game, event.seat)} seals a bid of {format_count(event.chips, 'labor chip')}"
    if isinstance(event, events.StrikeBidSealedUnseen):
        return f"{seat_name(game, event.seat)} seals a bid, in labor chips"
    if isinstance(event, events.StrikeBidsRevealed):
        bids = [f"{seat_name(game, seat)} {chips}" for seat, chips in enumerate(event.chips)]
        return f"Labor chips are revealed and spent: {join_with_and(bids)}"
    if isinstance(event, events.StrikeWon):
        return f"{seat_name(game, event.seat)} wins the strike and receives ${event.amount}"
    if isinstance(event, events.StrikeLost):
        return f"{seat_name(game, event.seat)} loses the strike and pays ${event.amount}"
    if isinstance(event, events.CrashCostPaid):
        return f"{seat_name(game, event.seat)} pays ${event.amount} for {format_count(event.flames, 'flame')}"
    if isinstance(event, events.IncomeMovedByCrash):
        boxes = game.crash_most_boxes if event.most else game.crash_least_boxes
        moved = _describe_income_move(game, boxes, event.income)
        return f"{seat_name(game, event.seat)} has the {'most' if event.most else 'fewest'} flames: {moved}"
    if isinstance(event, events.OilCostPaid):
        cause = f" ({game.conditions[RURAL_STOPS]}: ${event.surcharge} more a barrel)" if event.surcharge else ""
        return f"{seat_name(game, event.seat)} pays ${event.amount} for {format_count(event.barrels, 'barrel')}{cause}"
    if isinstance(event, events.EmergencyBondsIssued):
        bonds = "an emergency bond" if event.bonds == 1 else f"{event.bonds} emergency bonds"
        return f"{seat_name(game, event.seat)} must issue {bonds} for ${event.amount}"
    return ""


def _describe_auction_or_fleet_event(game: TinGoose, event: Event) -> str:
    if isinstance(event, events.AuctionBidMade):
        return f"{seat_name(game, event.seat)} bids ${event.amount}"
    if isinstance(event, events.AuctionPassed):
        return f"{seat_name(game, event.seat)} passes"
    if isinstance(event, events.FleetWon):
        return f"{seat_name(game, event.seat)} buys the {card_name(game, event.card)} for ${event.amount}"
    if isinstance(event, events.FleetUnsold):
        return f"Nobody bids: the {card_name(game, event.card)} is discarded"
    if isinstance(event, events.FleetDiscardedInLastRound):
        return f"No auctions in the last round: the {card_name(game, event.card)} is discarded"
    if isinstance(event, events.SameFleetKindBonusGained):
        name, kind = seat_name(game, event.seat), card_name(game, event.card)
        moved = _describe_income_move(game, game.same_kind_bonus_boxes, event.income)
        return f"{name} already flies the {kind}: {moved}"
    if isinstance(event, events.FleetDeployed):
        planes = format_count(event.planes, "plane")
        return f"{seat_name(game, event.seat)} deploys the {card_name(game, event.card)} with {planes}"
    if isinstance(event, events.FleetUpgraded):
        new, old = card_name(game, event.card), fleet_name(game, event.fleet)
        return (
            f"{seat_name(game, event.seat)} upgrades the {old} to the {new} with {format_count(event.planes, 'plane')}"
        )
    if isinstance(event, events.ConditionRemoved):
        return f"{seat_name(game, event.seat)} removes {game.conditions[event.condition]}"
    if isinstance(event, events.NoConditionRemoved):
        return f"{seat_name(game, event.seat)} removes no condition"
    if isinstance(event, events.UnproductiveInvestmentsPaidOut):
        return f"{seat_name(game, event.seat)} receives ${event.amount} for {game.conditions[2]}"
    return ""


def _describe_turn_action_event(game: TinGoose, event: Event) -> str:
    if isinstance(event, events.IncomeAdvanced):
        why = f" ({game.conditions[4]})" if event.forced else ""
        return f"{seat_name(game, event.seat)} advances income, now {event.income}{why}"
    if isinstance(event, events.PlanePlaced):
        name, city = seat_name(game, event.seat), game.cities[event.city]
        return f"{name} flies a {fleet_name(game, event.fleet)} to {city}"
    if isinstance(event, events.NetworkExtended):
        return f"{seat_name(game, event.seat)} extends the network to {game.cities[event.city]}"
    if isinstance(event, events.CityEntered):
        return _describe_city_entered(game, event)
    if isinstance(event, events.DemandServed):
        name, city = seat_name(game, event.seat), game.cities[event.city]
        return f"{name} collects ${event.amount} for {format_count(event.tokens, 'demand token')} in {city}"
    if isinstance(event, events.SilverTokensRemoved):
        verb = "leaves" if event.silver == 1 else "leave"
        return f"{format_count(event.silver, 'silver token')} {verb} {game.cities[event.city]}"
    if isinstance(event, events.AirmailDelivered):
        name, route = seat_name(game, event.seat), airmail_route_name(game, event.airmail)
        return f"{name} delivers the airmail {route} for ${event.amount}"
    if isinstance(event, events.DestinationServed):
        name, place = seat_name(game, event.seat), game.destinations[event.destination]
        return f"{name} serves {place} with a {fleet_name(game, event.fleet)} for ${event.amount}"
    if isinstance(event, events.LaborChipsTaken):
        paid = f", the second for ${event.amount}" if event.chips > 1 else ""
        return f"{seat_name(game, event.seat)} takes {format_count(event.chips, 'labor chip')}{paid}"
    if isinstance(event, events.BondIssued):
        return f"{seat_name(game, event.seat)} issues a bond for ${event.amount}"
    raise TypeError(event)


def _describe_city_entered(game: TinGoose, event: events.CityEntered) -> str:
    name = seat_name(game, event.seat)
    if event.tokens:
        return f"{name} finds demand in {game.cities[event.city]}: {_describe_income_move(game, 1, event.income)}"
    if event.rivals == 0:
        return f"{name} is alone in {game.cities[event.city]}: {_describe_income_move(game, 1, event.income)}"
    rivals = format_count(event.rivals, "other player")
    moved = _describe_income_move(game, -event.rivals, event.income)
    return f"{name} meets {rivals} in {game.cities[event.city]}: {moved}"


def _describe_income_move(game: TinGoose, boxes: int, income: int) -> str:
    """Boxes, not dollars: two boxes may bring one dollar, and none at an end of the track."""
    if income in (game.income_boxes[0], game.income_boxes[-1]):
        return f"income {income}, the end of the track"
    return f"{format_count(abs(boxes), 'box', 'boxes')} {'up' if boxes > 0 else 'down'}, income {income}"

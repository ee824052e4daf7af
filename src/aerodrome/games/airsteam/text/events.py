"""What happened, in English: one sentence for each event."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aerodrome.core.actions import NOBODY, Event
from aerodrome.core.text import format_count, join_with_and
from aerodrome.games.airsteam.model import events as e
from aerodrome.games.airsteam.text.names import (
    card_name,
    city_name,
    describe_cargo,
    find_nearest_city,
    format_count_and_good,
    format_money,
    good_name,
    map_independent_place_name,
    seat_name,
    state_independent_link_name,
)

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


def describe_event(game: Airsteam, event: Event) -> str:
    text = (
        _describe_setup_event(game, event)
        or _describe_market_or_planning_event(game, event)
        or _describe_turn_event(game, event)
    )
    text = (
        text
        or _describe_shipping_event(game, event)
        or _describe_character_event(game, event)
        or _describe_round_or_game_end_event(game, event)
    )
    if not text:
        raise TypeError(event)
    return text


def _describe_setup_event(game: Airsteam, event: Event) -> str:
    if isinstance(event, e.ColourDealt):
        team = game.edition.team[event.colour]
        return f"{seat_name(game, event.seat)} has {team.colour}: {team.name}, order number {team.order}"
    if isinstance(event, e.StartPlayerDrawn):
        return f"{seat_name(game, event.seat)} is the start player"
    if isinstance(event, e.CharacterChosen):
        return f"{seat_name(game, event.seat)} plays {game.characters[event.character].name}"
    if isinstance(event, e.StartDepotPlaced):
        who, where = seat_name(game, event.seat), _name_space_or_laid_line(game, event.hex, event.link)
        if event.airship:
            return f"{who} places a starting depot and the airship on {where}"
        return f"{who} places a second starting depot on {where}"
    if isinstance(event, e.MoneyDealt):
        return f"{seat_name(game, event.seat)} starts with {format_money(event.amount)}"
    return ""


def _name_space_or_laid_line(game: Airsteam, hex_id: int, link: int) -> str:
    """The space of a printed line; of a laid one, which has no name of its own, the line."""
    return (
        map_independent_place_name(game, hex_id)
        if link < game.printed_links
        else state_independent_link_name(game, link)
    )


def _describe_market_or_planning_event(game: Airsteam, event: Event) -> str:
    if isinstance(event, e.RoundBegan):
        return f"Round {event.round} begins"
    if isinstance(event, e.MarketTileDrawn):
        name = good_name(game, event.good)
        return f"A {name} tile comes to the future market: {name} sells for {format_money(event.price)}"
    if isinstance(event, e.CardPlanned):
        return f"You plan {card_name(game, event.card)} in slot {event.slot + 1}"
    if isinstance(event, e.PlannedCardTakenBack):
        return f"You take {card_name(game, event.card)} back from slot {event.slot + 1}"
    if isinstance(event, e.PlannedCardsExchanged):
        return f"You exchange your slots {event.slot + 1} and {event.other + 1}"
    if isinstance(event, e.PlanReopened):
        return f"{seat_name(game, event.seat)} plans again"
    if isinstance(event, e.PlanSealed):
        return f"{seat_name(game, event.seat)} has planned"
    if isinstance(event, e.CardsRevealed):
        shown = [f"{seat_name(game, seat)} {card_name(game, card)}" for seat, card in enumerate(event.cards)]
        return f"Step {event.slot + 1}: {', '.join(shown)}"
    if isinstance(event, e.MovementError):
        who, card = seat_name(game, event.seat), card_name(game, event.card)
        diamonds = format_count(event.total, "diamond")
        return f"Movement error: {who}'s {card} makes {diamonds}, over a rating of {event.rating}"
    if isinstance(event, e.TurnOrderSet):
        return f"They act in this order: {_join_seat_names(game, event.order)}"
    return ""


def _join_seat_names(game: Airsteam, seats: tuple[int, ...]) -> str:
    return ", ".join([seat_name(game, seat) for seat in seats])


def _describe_turn_event(game: Airsteam, event: Event) -> str:
    if isinstance(event, e.AirshipCannotFly):
        return f"{seat_name(game, event.seat)} cannot fly a {card_name(game, event.card)} from here and stays"
    if isinstance(event, e.AirshipFlew):
        return f"{seat_name(game, event.seat)} flies to {map_independent_place_name(game, event.hex)}"
    if isinstance(event, e.CubesLoadedOrUnloaded):
        return _describe_load_or_unload_event(game, event)
    if isinstance(event, e.DepotBuilt):
        who, where = seat_name(game, event.seat), _name_space_or_laid_line(game, event.hex, event.link)
        return f"{who} builds a depot for {format_money(event.cost)} on {where}"
    if isinstance(event, e.AirshipUpgraded):
        return (
            f"{seat_name(game, event.seat)} upgrades the airship to level {event.level} for {format_money(event.cost)}"
        )
    if isinstance(event, e.TrainUpgraded):
        return f"{seat_name(game, event.seat)} upgrades the train to level {event.level} for {format_money(event.cost)}"
    if isinstance(event, e.AirshipRouteAdjusted):
        return f"{seat_name(game, event.seat)} adjusts the route to {map_independent_place_name(game, event.hex)}"
    if isinstance(event, e.PassedForIncome):
        return f"{seat_name(game, event.seat)} passes and collects {format_money(event.income)}"
    return ""


def _describe_load_or_unload_event(game: Airsteam, event: e.CubesLoadedOrUnloaded) -> str:
    took = describe_cargo(game, [max(0, n) for n in event.change])
    left = describe_cargo(game, [max(0, -n) for n in event.change])
    parts = [] if took == "nothing" else [f"loads {took}"]
    if left != "nothing":
        parts.append(f"unloads {left}")
    return f"{seat_name(game, event.seat)} {' and '.join(parts)} at {map_independent_place_name(game, event.hex)}"


def _describe_shipping_event(game: Airsteam, event: Event) -> str:
    if isinstance(event, e.CubesDelivered):
        who, what = seat_name(game, event.seat), format_count_and_good(game, event.good, event.count)
        end = " in final shipping" if event.final else ""
        return f"{who} ships {what} to {city_name(game, event.city)} for {format_money(event.income)}{end}"
    if isinstance(event, e.CubesForwardedToDepot):
        who, what = seat_name(game, event.seat), format_count_and_good(game, event.good, event.count)
        return f"{who} ships {what} to an own depot at {map_independent_place_name(game, event.hex)}"
    if isinstance(event, e.LinkFeePaid):
        payer = f"The bank, for {seat_name(game, event.seat)}," if event.from_bank else seat_name(game, event.seat)
        return f"{payer} pays {seat_name(game, event.owner)} {format_money(event.amount)} for the use of depots"
    if isinstance(event, e.FeeBonusReceived):
        return f"The bank adds {format_money(event.amount)} for {seat_name(game, event.seat)}"
    if isinstance(event, e.CityDemandMet):
        return f"{city_name(game, event.city)} has all the {good_name(game, event.good)} it wanted"
    if isinstance(event, e.CityTookDemandTile):
        return f"{city_name(game, event.city)} now demands {good_name(game, event.good)}"
    if isinstance(event, e.CityWaitsForTile):
        return f"{city_name(game, event.city)} waits for a new demand tile"
    if isinstance(event, e.CityClosed):
        return f"{city_name(game, event.city)} is closed for the rest of the game"
    return ""


def _describe_character_event(game: Airsteam, event: Event) -> str:
    if isinstance(event, e.RevealedCardSwapped):
        who, new, old = seat_name(game, event.seat), card_name(game, event.card), card_name(game, event.away)
        return f"{who} swaps: {new} is played, {old} goes face down to slot {event.slot + 1}"
    if isinstance(event, e.CubeConverted):
        what = f"{good_name(game, event.good)} into {good_name(game, event.into)}"
        return f"{seat_name(game, event.seat)} converts {what} in {_describe_cube_place(game, event.depot)}"
    if isinstance(event, e.CubeSacrificed):
        what = f"{format_count_and_good(game, event.good, 1)} from {_describe_cube_place(game, event.depot)}"
        return f"{seat_name(game, event.seat)} gives up {what} for one more action"
    if isinstance(event, e.RailLineLaid):
        ends = f"{city_name(game, event.first)} to {city_name(game, event.last)}"
        line = f"a line of {format_count(len(event.path), 'space')} from {ends}"
        return f"{seat_name(game, event.seat)} lays {line} for {format_money(event.cost)}, with a depot"
    return ""


def _describe_cube_place(game: Airsteam, cube_place: int) -> str:
    return "the hold" if cube_place == NOBODY else f"the depot at {map_independent_place_name(game, cube_place)}"


def _describe_production(game: Airsteam, event: e.FactoriesProduced) -> str:
    """Which factory makes how much, and why (KS-21.1, KS-21.2)."""
    short = f"; the supply lacked {event.short}" if event.short else ""
    if not event.hexes:
        return f"The factories make {format_count_and_good(game, event.good, event.count)}{short}"
    name = good_name(game, event.good)
    near = [city_name(game, find_nearest_city(game, hex_id)) for hex_id in event.hexes]
    each = " each" if len(near) > 1 else ""
    why = ""
    if event.tiles:
        more, tiles = event.tiles * game.tile_output, format_count(event.tiles, f"{name} tile")
        why = f": {game.base_output}{each}, and {more} more{each} for {tiles} on the future market"
    if len(near) == 1:
        return f"The {name} factory near {near[0]} makes {event.count}{why}{short}"
    parts = [f"{count} near {city}" for count, city in zip(event.counts, near, strict=True)]
    return f"The {name} factories make {join_with_and(parts)}{why}{short}"


def _describe_round_or_game_end_event(game: Airsteam, event: Event) -> str:
    if isinstance(event, e.CubeDiscardedAtUpkeep):
        what = format_count_and_good(game, event.good, 1)
        return f"{seat_name(game, event.seat)} gives up {what} from {_describe_cube_place(game, event.depot)}"
    if isinstance(event, e.UpkeepReopened):
        return f"{seat_name(game, event.seat)} settles upkeep again"
    if isinstance(event, e.UpkeepPaid):
        return f"{seat_name(game, event.seat)} pays {format_money(event.amount)} upkeep"
    if isinstance(event, e.StartTokenMoved):
        return f"The Start Player token goes to {seat_name(game, event.seat)}"
    if isinstance(event, e.FactoriesProduced):
        return _describe_production(game, event)
    if isinstance(event, e.DemandTilesStacked):
        return f"The tiles go on the stack: {', '.join([good_name(game, good) for good in event.goods])}"
    if isinstance(event, e.FinalShippingBegan):
        return f"Final shipping, in this order: {_join_seat_names(game, event.order)}"
    if isinstance(event, e.SeatScored):
        worth = f"{format_money(event.cash)} and {format_count(event.depots, 'depot')}"
        return f"{seat_name(game, event.seat)} has {worth}: {format_money(event.total)}"
    if isinstance(event, e.GameEnded):
        return f"{' and '.join([seat_name(game, seat) for seat in event.winners])} won"
    return ""

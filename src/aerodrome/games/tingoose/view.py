"""What one seat may see, and what is printed for all."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from aerodrome.core.actions import NOBODY
from aerodrome.core.question import ScoreLine, StatisticBySeat
from aerodrome.core.view import View, build_common_view_fields
from aerodrome.games.tingoose.components.checks import ERAS, SIZES
from aerodrome.games.tingoose.components.edition import InternationalDestination, slugify_name
from aerodrome.games.tingoose.model.state import FACE_DOWN, PLAYED, UNDEALT, TinGooseState
from aerodrome.games.tingoose.rules import queries
from aerodrome.games.tingoose.steps.auction import AuctionBidStep, DeployOrUpgradeStep
from aerodrome.games.tingoose.steps.event_cards import StrikeBidStep
from aerodrome.games.tingoose.steps.opening import OpeningBidStep
from aerodrome.games.tingoose.steps.turn_actions import TurnActionStep
from aerodrome.games.tingoose.text.names import describe_card_with_city, describe_condition_effect
from aerodrome.games.tingoose.text.prompts import describe_phase

if TYPE_CHECKING:
    from aerodrome.games.tingoose.game import TinGoose


class FleetView(msgspec.Struct):
    fleet: str
    """The card's id, as actions name it."""
    name: str
    size: str
    planes: int
    barrels: int
    flames: int


class AirmailView(msgspec.Struct):
    airmail: str
    delivered: bool


class PlayerView(msgspec.Struct):
    colour: str
    cash: int | None
    bonds: int | None
    chips: int | None
    """Behind the screen: None for the others until the end."""
    score: int | None
    """What it would score if the game ended now; as secret as the cash and bonds in it."""
    box: int
    income: int
    flames: int
    barrels: int
    fleets: list[FleetView]
    conditions: list[str]
    extensions: int
    network: list[str]
    destinations: list[str]
    airmail: AirmailView | None
    hand: dict[str, int]
    """How many cards of each era."""
    chosen: bool
    """Whether a secret bid is made in the opening or strike at hand."""


class AuctionView(msgspec.Struct):
    card: str
    high: int
    leader: int | None
    to_call: list[int]
    """The seats that have not called yet, in their order."""


class TurnView(msgspec.Struct):
    slots_left: int
    advances: int
    planes: int
    chips: int
    bonds: int


class TinGooseView(View, kw_only=True):
    round: int
    era: str | None
    active: int | None
    first: int | None
    destination: str | None
    gold: list[str]
    """Cities with a gold demand token."""
    silver: dict[str, int]
    """Cities with silver demand tokens."""
    players: list[PlayerView]
    hand: list[str]
    discarded: list[str]
    """The own cards that were put away face down."""
    played: list[str]
    demand_row: list[str]
    airmail_row: list[str]
    revealed: list[int] | None
    """The last secret bids that were shown: the opening's dollars, then the chips of the last strike."""
    order: list[int]
    sealed: int | None
    """The own secret bid that waits for the others."""
    card: str | None
    """The era card on the table."""
    strike: str | None
    auction: AuctionView | None
    turn: TurnView | None


def view(game: TinGoose, state: TinGooseState, who: int | None) -> dict[str, Any]:
    over = not state.step_stack
    top = state.step_stack[-1] if state.step_stack else None
    ids = game.codec.vocabulary
    cards = game.card_names
    airmail_row = _is_card_row_of_airmail(state)
    sealing = isinstance(top, (OpeningBidStep, StrikeBidStep))
    own = NOBODY if who is None or not sealing else state.sealed_bids[who]
    strike = cards[top.card] if isinstance(top, StrikeBidStep) else None
    revealed = not sealing and NOBODY not in state.sealed_bids
    seen = TinGooseView(
        **build_common_view_fields(game, state, who, describe_phase(game, state)),
        round=state.round,
        era=ERAS[game.era_of_round[state.round]] if state.round else None,
        active=_get_seat_or_none(state.active),
        first=_get_seat_or_none(state.first),
        destination=ids["destination"][game.destination_of_round[state.round]] if state.round and not over else None,
        gold=_list_city_slugs(game, state.gold),
        silver={ids["city"][i]: n for i, n in enumerate(state.silver) if n},
        players=[_build_player_view(game, state, seat, who, over, sealing) for seat in range(state.seats)],
        hand=[] if who is None else [cards[c] for c, holder in enumerate(state.holder) if holder == who],
        discarded=[] if who is None else [cards[c] for c, h in enumerate(state.holder) if h == FACE_DOWN + who],
        played=[cards[c] for c, holder in enumerate(state.holder) if holder == PLAYED],
        demand_row=[] if airmail_row else [ids["demand"][i] for i in state.card_row],
        airmail_row=[ids["airmail"][i] for i in state.card_row] if airmail_row else [],
        revealed=list(state.sealed_bids) if revealed else None,
        order=list(state.order),
        sealed=None if own == NOBODY else own,
        card=_find_id_of_card_in_play(game, state),
        strike=strike,
        auction=_build_auction_view(game, state, top) if isinstance(top, AuctionBidStep) else None,
        turn=_build_turn_view(top) if isinstance(top, TurnActionStep) else None,
    )
    plain: dict[str, Any] = msgspec.to_builtins(seen)
    return plain


def _get_seat_or_none(seat: int) -> int | None:
    return None if seat == NOBODY else seat


def _list_city_slugs(game: TinGoose, city_bits: int) -> list[str]:
    return [game.codec.vocabulary["city"][city] for city in queries.list_cities_in_bits(game, city_bits)]


def _is_card_row_of_airmail(state: TinGooseState) -> bool:
    """Whether the row is of airmail cards; while demand is drawn no card is dealt yet."""
    return any(holder != UNDEALT for holder in state.holder)


def _build_player_view(
    game: TinGoose, state: TinGooseState, seat: int, who: int | None, is_over: bool, is_bidding_secret: bool
) -> PlayerView:
    known = is_over or seat == who  # TG-1.16
    airmail = state.airmail[seat]
    names = game.codec.vocabulary
    return PlayerView(
        colour=game.seat_name(seat),
        cash=state.cash[seat] if known else None,
        bonds=state.bonds[seat] if known else None,
        chips=state.chips[seat] if known else None,
        score=queries.compute_score(game, state, seat) if known else None,
        box=state.income_box[seat],
        income=queries.get_income(game, state, seat),
        flames=queries.count_flames(game, state, seat),
        barrels=queries.count_barrels(game, state, seat),
        fleets=[
            _build_fleet_view(game, fleet, planes)
            for fleet, planes in zip(state.fleets[seat], state.planes[seat], strict=True)
        ],
        conditions=[name for i, name in enumerate(names["condition"]) if state.conditions[seat] >> i & 1],
        extensions=state.extensions[seat],
        network=_list_city_slugs(game, state.network[seat]),
        destinations=[name for i, name in enumerate(names["destination"]) if state.served_destinations[seat] >> i & 1],
        airmail=None if airmail == NOBODY else AirmailView(names["airmail"][airmail], state.delivered >> seat & 1 == 1),
        hand={era: sum(state.holder[card] == seat for card in game.decks[i]) for i, era in enumerate(ERAS)},
        chosen=is_bidding_secret and state.sealed_bids[seat] != NOBODY,
    )


def _build_fleet_view(game: TinGoose, fleet: int, planes: int) -> FleetView:
    return FleetView(
        fleet=game.codec.vocabulary["fleet"][fleet],
        name=game.fleet_kind_names[game.fleet_kind[fleet]],
        size=SIZES[game.fleet_size[fleet]],
        planes=planes,
        barrels=game.fleet_barrels[fleet],
        flames=game.fleet_flames[fleet],
    )


def _find_id_of_card_in_play(game: TinGoose, state: TinGooseState) -> str | None:
    top = state.step_stack[-1] if state.step_stack else None
    return game.card_names[top.card] if isinstance(top, (AuctionBidStep, DeployOrUpgradeStep, StrikeBidStep)) else None


def _build_auction_view(game: TinGoose, state: TinGooseState, step: AuctionBidStep) -> AuctionView:
    left = (state.active - step.seat) % state.seats + 1
    return AuctionView(
        card=game.card_names[step.card],
        high=step.high_bid,
        leader=_get_seat_or_none(step.leader),
        to_call=[(step.seat + i) % state.seats for i in range(left)],
    )


def _build_turn_view(step: TurnActionStep) -> TurnView:
    return TurnView(step.actions_left, step.advances, step.planes, step.chips, step.bonds)


def board(game: TinGoose) -> dict[str, Any]:
    """Everything printed: the same for every seat, for the whole match."""
    edition = game.edition
    return {
        "name": edition.edition.name,
        "colours": game.colours,
        "rounds": game.rounds,
        "cities": [_build_printed_city(game, i) for i in range(len(game.cities))],
        "lines": [[slugify_name(a), slugify_name(b)] for a, b in edition.lines.edges],
        "map": {**msgspec.to_builtins(edition.map), "standard_parallels": list(edition.map.standard_parallels)},
        "destinations": [_build_printed_destination(place) for place in edition.international],
        "income_track": {"boxes": game.income_boxes, "start": game.start_income_box},
        "eras": [
            {"id": era, "rounds": [r for r in range(1, game.rounds + 1) if game.era_of_round[r] == i]}
            for i, era in enumerate(ERAS)
        ],
        "conditions": [
            {"id": condition.id, "name": condition.name, "effect": describe_condition_effect(game, i)}
            for i, condition in enumerate(edition.condition)
        ],
        "airmail": [
            {"id": card.id, "start": slugify_name(card.start), "target": slugify_name(card.target)}
            for card in edition.airmail
        ],
        "airmail_reward": game.airmail_reward,
        "start_fleet": {"id": edition.start_fleet.id, **_build_printed_fleet(game, game.start_fleet)},
        "cards": [_build_printed_card(game, i) for i in range(len(edition.card))],
        "scoring": msgspec.to_builtins(edition.scoring),
    }


def _build_printed_city(game: TinGoose, city_id: int) -> dict[str, Any]:
    city = game.edition.city[city_id]
    return {
        "id": city.slug,
        "code": city.code,
        "name": city.name,
        "colour": city.colour,
        "major": city.major,
        "lat": city.lat,
        "lon": city.lon,
        "hex": [city.q, city.r],
        "near": _list_city_slugs(game, game.cities_near[city_id]),
    }


def _build_printed_destination(destination: InternationalDestination) -> dict[str, Any]:
    return {
        "id": destination.id,
        "name": destination.name,
        "rounds": destination.rounds,
        "size": destination.min_size,
        "cost": destination.cost,
        "lat": destination.lat,
        "lon": destination.lon,
    }


def _build_printed_card(game: TinGoose, card_id: int) -> dict[str, Any]:
    card = game.edition.card[card_id]
    face = {"id": card.id, "era": card.era, "kind": card.kind, "city": slugify_name(card.city)}
    face["text"] = describe_card_with_city(game, card_id)
    if not card.fleet:
        return {**face, "win": card.win, "lose": card.lose, "price": game.event_price[card_id]}
    return {
        **face,
        **_build_printed_fleet(game, card_id),
        "copies": game.edition.fleet[game.fleet_kind[card_id]].copies,
    }


def _build_printed_fleet(game: TinGoose, fleet: int) -> dict[str, Any]:
    return {
        "name": game.fleet_kind_names[game.fleet_kind[fleet]],
        "size": SIZES[game.fleet_size[fleet]],
        "barrels": game.fleet_barrels[fleet],
        "flames": game.fleet_flames[fleet],
    }


def score_breakdown(game: TinGoose, state: TinGooseState) -> list[list[ScoreLine]]:
    return [_build_score_lines(game, state, seat) for seat in range(state.seats)]


def _build_score_lines(game: TinGoose, state: TinGooseState, seat: int) -> list[ScoreLine]:
    cash, abroad, behind, majors, income, bonds = queries.compute_score_by_category(game, state, seat)
    served = queries.count_bits(state.served_destinations[seat])
    cities = queries.count_bits(state.network[seat] & game.major_cities)
    reached = queries.get_income(game, state, seat)
    fewer = sum(1 for other in state.served_destinations if queries.count_bits(other) < served)
    return [
        ScoreLine("Cash", cash, "TG-16.10"),
        ScoreLine("Destinations abroad", abroad, "TG-16.3", served, f"${game.per_international}"),
        ScoreLine("Players who serve fewer abroad", behind, "TG-16.4", fewer, f"${game.per_player_behind}"),
        ScoreLine("Major cities", majors, "TG-16.5", cities, f"${game.per_major}"),
        ScoreLine("Income on the track", income, "TG-16.6", reached, f"${game.per_income}"),
        ScoreLine("Bonds", bonds, "TG-16.7", state.bonds[seat], f"−${-game.per_bond}"),
    ]


def statistics(game: TinGoose, state: TinGooseState, who: int | None) -> list[StatisticBySeat]:
    seats = range(state.seats)
    public = {
        "Income": [queries.get_income(game, state, seat) for seat in seats],
        "Flames": [queries.count_flames(game, state, seat) for seat in seats],
        "Barrels": [queries.count_barrels(game, state, seat) for seat in seats],
        "Cities": [queries.count_bits(network) for network in state.network],
        "Major cities": [queries.count_bits(network & game.major_cities) for network in state.network],
        "International": [queries.count_bits(served) for served in state.served_destinations],
    }
    behind_screen = {
        "Cash": state.cash,
        "Bonds": state.bonds,
        "Labor chips": state.chips,
        "Score": game.scores(state),
    }
    over = not state.step_stack
    return [
        *[StatisticBySeat(name, [float(value) for value in values]) for name, values in public.items()],
        *[
            StatisticBySeat(name, [float(values[seat]) if over or seat == who else None for seat in seats])  # TG-1.16
            for name, values in behind_screen.items()
        ],
    ]

"""What a seat sees. In Airline everything lies open, so all views are alike."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import msgspec

from aerodrome.core.actions import NOBODY
from aerodrome.core.question import ScoreLine, StatisticBySeat
from aerodrome.core.view import View, build_common_view_fields
from aerodrome.games.airline.model.state import BANK, CLAIM_KINDS, DEBT_CAUSES, AirlineState
from aerodrome.games.airline.rules.queries import (
    compute_seat_wealth,
    count_cities_in_bits,
    find_city_owner,
    find_reconnecting_city_bits,
    get_current_fare,
    list_cities_in_bits,
)
from aerodrome.games.airline.steps.after_landing import AfterLandingStep
from aerodrome.games.airline.steps.debts import RaiseMoneyStep
from aerodrome.games.airline.steps.trading import AnswerOfferStep
from aerodrome.games.airline.text.names import format_money
from aerodrome.games.airline.text.prompts import describe_phase

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


class PlayerView(msgspec.Struct, kw_only=True):
    seat: int
    colour: str
    cash: int
    pos: int
    aircraft: str
    base: str | None
    cities: list[str]
    markers_left: int | None
    """Markers not on the map; None without a limit."""
    connected: int
    wealth: int
    income: int
    """The sum of all fares in force."""
    out: bool
    banker: bool
    offers_left: int


class CityView(msgspec.Struct, kw_only=True):
    city: str
    owner: int | None
    base: bool
    connected: bool
    fare: int
    """What a visitor owes here now; 0 when nobody owns it or it is cut off."""
    links: list[str]
    """For a city that is cut off: the cities any one of which would connect it."""


class OfferView(msgspec.Struct, kw_only=True):
    seat: int
    to: int
    give_cities: list[str]
    give_cash: int
    want_cities: list[str]
    want_cash: int
    counters_left: int


class DebtView(msgspec.Struct, kw_only=True):
    debtor: int
    creditor: int | None
    """None is the bank."""
    amount: int
    short: int
    cause: str
    city: str | None
    offers_to: list[int]
    """Offers that the debtor has made to each seat for this debt."""
    offers_from: list[int]
    """Offers that each seat has made to the debtor."""


class ClaimView(msgspec.Struct, kw_only=True):
    creditor: int
    debtor: int | None
    amount: int
    claim: str
    city: str | None


class AirlineView(View, kw_only=True):
    round: int
    round_limit: int
    active: int | None
    exchanged: bool
    players: list[PlayerView]
    cities: list[CityView]
    landed: str | None
    """The city that can be bought or challenged for in this turn."""
    offer: OfferView | None
    debt: DebtView | None
    claims: list[ClaimView]


def view(game: Airline, state: AirlineState, who: int | None) -> dict[str, Any]:
    top = state.step_stack[-1] if state.step_stack else None
    seen = AirlineView(
        **build_common_view_fields(game, state, who, describe_phase(game, state), scores_are_open=True),
        round=game.round_number(state),
        round_limit=game.round_limit,
        active=None if state.active == NOBODY else state.active,
        exchanged=state.exchanged,
        players=[_build_player_view(game, state, seat) for seat in range(state.seats)],
        cities=[_build_city_view(game, state, city) for city in range(18)],
        landed=_find_city_id_to_buy_or_challenge(game, state),
        offer=_build_offer_view(game, top) if isinstance(top, AnswerOfferStep) else None,
        debt=_build_debt_view(game, state),
        claims=[_build_claim_view(game, row) for row in state.claims],
    )
    plain: dict[str, Any] = msgspec.to_builtins(seen)
    return plain


def _build_player_view(game: Airline, state: AirlineState, seat: int) -> PlayerView:
    owned = count_cities_in_bits(game, state.owned[seat])
    limit = game.offers_active if seat == state.active else game.offers_other
    return PlayerView(
        seat=seat,
        colour=game.edition.players.colours[seat],
        cash=state.cash[seat],
        pos=state.pos[seat],
        aircraft=game.edition.aircraft[state.aircraft[seat]].id,
        base=_get_city_id_or_none(game, state.base[seat]),
        cities=_list_city_ids(game, list_cities_in_bits(game, state.owned[seat])),
        markers_left=game.marker_limit - owned if game.marker_limit else None,
        connected=count_cities_in_bits(game, state.network[seat]),
        wealth=compute_seat_wealth(game, state, seat),
        income=sum(
            get_current_fare(game, state, seat, city) for city in list_cities_in_bits(game, state.network[seat])
        ),
        out=state.out[seat],
        banker=seat == game.banker,
        offers_left=max(0, limit - state.offers_made[seat]),
    )


def _build_city_view(game: Airline, state: AirlineState, city: int) -> CityView:
    owner = find_city_owner(state, city)
    linked = owner != NOBODY and bool((state.network[owner] >> city) & 1)
    cut_off = owner != NOBODY and not linked
    return CityView(
        city=game.city_ids[city],
        owner=None if owner == NOBODY else owner,
        base=city in state.base,
        connected=linked,
        fare=get_current_fare(game, state, owner, city) if linked else 0,
        links=_list_city_ids(game, list_cities_in_bits(game, find_reconnecting_city_bits(game, state, owner, city)))
        if cut_off
        else [],
    )


def _find_city_id_to_buy_or_challenge(game: Airline, state: AirlineState) -> str | None:
    for step in state.step_stack:
        if isinstance(step, AfterLandingStep) and not step.done:
            return _get_city_id_or_none(game, step.city)
    return None


def _build_offer_view(game: Airline, offer: AnswerOfferStep) -> OfferView:
    return OfferView(
        seat=offer.proposer,
        to=offer.receiver,
        give_cities=_list_city_ids(game, list(offer.give_cities)),
        give_cash=offer.give_cash,
        want_cities=_list_city_ids(game, list(offer.want_cities)),
        want_cash=offer.want_cash,
        counters_left=max(0, game.counters - offer.counters_made),
    )


def _build_debt_view(game: Airline, state: AirlineState) -> DebtView | None:
    for step in state.step_stack:
        if isinstance(step, RaiseMoneyStep):
            return DebtView(
                debtor=step.debtor,
                creditor=None if step.creditor == BANK else step.creditor,
                amount=step.amount,
                short=step.amount - state.cash[step.debtor],
                cause=DEBT_CAUSES[step.cause],
                city=_get_city_id_or_none(game, step.city),
                offers_to=state.raise_offers_to.copy(),
                offers_from=state.raise_offers_from.copy(),
            )
    return None


def _build_claim_view(game: Airline, claim: list[int]) -> ClaimView:
    creditor, debtor, amount, kind, city = claim
    return ClaimView(
        creditor=creditor,
        debtor=None if debtor == BANK else debtor,
        amount=amount,
        claim=CLAIM_KINDS[kind],
        city=_get_city_id_or_none(game, city),
    )


def _get_city_id_or_none(game: Airline, city: int) -> str | None:
    return None if city == NOBODY else game.city_ids[city]


def _list_city_ids(game: Airline, cities: list[int]) -> list[str]:
    return [game.city_ids[city] for city in cities]


def board(game: Airline) -> dict[str, Any]:
    """What is printed on the board and in the rules: the same for everybody and the whole match."""
    edition = game.edition
    plain: dict[str, Any] = msgspec.json.decode(
        msgspec.json.encode(
            {
                "edition": edition.edition,
                "colours": edition.players.colours,
                "cities": [
                    {
                        "id": city.id,
                        "name": city.name,
                        "region": city.region,
                        "lat": city.lat,
                        "lon": city.lon,
                        "fares": city.fares,
                        "pos": game.pos_of[i],
                    }
                    for i, city in enumerate(edition.city)
                ],
                "routes": [[route.a, route.b] for route in edition.route],
                "track": [{"pos": s.pos, "kind": s.kind, "city": s.city or None} for s in edition.track.spaces],
                "aircraft": edition.aircraft,
                "money": edition.money,
                "markers": game.marker_limit,
            }
        )
    )
    return plain


def statistics(game: Airline, state: AirlineState, who: int | None) -> list[StatisticBySeat]:
    seats = range(state.seats)
    income = [
        float(sum(get_current_fare(game, state, s, c) for c in list_cities_in_bits(game, state.network[s])))
        for s in seats
    ]
    return [
        StatisticBySeat("Wealth", [float(compute_seat_wealth(game, state, s)) for s in seats]),
        StatisticBySeat("Cash", [float(state.cash[s]) for s in seats]),
        StatisticBySeat("Cities", [float(count_cities_in_bits(game, state.owned[s])) for s in seats]),
        StatisticBySeat("Connected", [float(count_cities_in_bits(game, state.network[s])) for s in seats]),
        StatisticBySeat("Fares in force", [*income]),
    ]


def score_breakdown(game: Airline, state: AirlineState) -> list[list[ScoreLine]]:
    """The count of the short game."""
    found = []
    for seat in range(state.seats):
        cities = count_cities_in_bits(game, state.owned[seat])
        found.append(
            [
                ScoreLine("Cash", state.cash[seat], "AL-13.2"),
                ScoreLine("Cities", cities * game.city_value, "AL-13.2", cities, format_money(game.city_value)),
            ]
        )
    return found

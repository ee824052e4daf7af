"""What one seat may see, what is printed on the board, and the figures for score sheet and charts."""

from typing import TYPE_CHECKING, Any

import msgspec

from aerodrome.core.actions import NOBODY
from aerodrome.core.question import ScoreLine, StatisticBySeat
from aerodrome.core.view import View, build_common_view_fields
from aerodrome.games.airkwire.model.state import (
    BLOCK_TRADE_EFFECT,
    DOUBLE_ROUTES_EFFECT,
    FEES_WAIVED_EFFECT,
    FREE_DISCARD_EFFECT,
    GOES_ON,
    OPEN,
    AirkwireState,
)
from aerodrome.games.airkwire.rules import queries
from aerodrome.games.airkwire.steps.merger import ChooseAircraftForDefunctHomeStep, ExchangeOrSellDefunctSharesStep
from aerodrome.games.airkwire.steps.routes import RouteApprovalStep
from aerodrome.games.airkwire.steps.takeover import (
    ReplaceOrForfeitStep,
    TakeCardsAndRemoveDuplicateAircraftStep,
    TakeOverCitiesIfMarkersSufficeStep,
)
from aerodrome.games.airkwire.text import prompts
from aerodrome.games.airkwire.text.names import POWER_CARD_TEXTS, airline_name, format_money

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire

STATUS = ("unopened", "open", "bankrupt", "defunct")
EFFECTS = (
    (BLOCK_TRADE_EFFECT, "block_trade"),
    (FEES_WAIVED_EFFECT, "fees_waived"),
    (DOUBLE_ROUTES_EFFECT, "double_routes"),
    (FREE_DISCARD_EFFECT, "free_discard"),
)


class ServedCityView(msgspec.Struct):
    """An aircraft on a city; `acquired` is the airline whose aircraft it was, under an acquired marker."""

    city: str
    aircraft: str
    acquired: str | None


class AirlineView(msgspec.Struct):
    status: str
    index: int
    """Its place on the market track."""
    price: int
    points: int
    city_limit: int
    aircraft_allowed: list[str]
    ceo: int | None
    shares: list[int]
    """By seat."""
    unsold: int
    cities: list[ServedCityView]
    cards: list[str]
    """City cards on the airline card."""
    hangar: dict[str, int]
    acquired_left: int
    unpaid: int
    qualified: bool
    unqualified_by: str | None
    """The rule that keeps it from paying."""
    dividend: int
    """Per share, if it paid now."""
    immune: bool
    pending: int
    """Spaces its marker will move when the stock step ends (Block Trade)."""


class PlayerView(msgspec.Struct):
    name: str
    cash: int | None
    """None for others' cash."""
    hand_size: int
    effects: list[str]
    """Power cards that await this seat's turn or are in force now."""


class TurnView(msgspec.Struct):
    seat: int | None
    round: int
    step: str
    trades_left: int
    routes_made: int
    routes_allowed: int
    draws_left: int
    owed: list[str]
    """Airlines opened this turn that still need their route."""
    refused: list[list[str]]
    """City and airline of each proposal refused this turn."""
    power_played: bool


class RouteProposalView(msgspec.Struct):
    city: str
    airline: str
    aircraft: str
    ceo: int


class MergerView(msgspec.Struct):
    acquirer: str
    defunct: str
    disposing: list[int]
    """Seats that still dispose of shares, in order."""


class AirkwireView(View, kw_only=True):
    first: int | None
    clockwise: bool
    hand: list[str]
    """Own cards by name."""
    players: list[PlayerView]
    airlines: dict[str, AirlineView]
    pile_size: int
    pool: dict[str, int]
    out_of_game: dict[str, int]
    marker: int
    cycle: int
    payout_due: bool
    turn: TurnView
    proposal: RouteProposalView | None
    merger: MergerView | None
    end_reason: str


def view(game: "Airkwire", state: AirkwireState, who: int | None) -> dict[str, Any]:
    over = state.end != GOES_ON
    codec = game.codec.vocabulary
    cards = codec["card"]
    plain: dict[str, Any] = msgspec.to_builtins(
        AirkwireView(
            **build_common_view_fields(game, state, who, prompts.describe_phase(game, state)),
            first=None if state.first == NOBODY else state.first,
            clockwise=state.direction > 0,
            hand=[] if who is None else sorted(cards[card] for card in state.hands[who]),
            players=[_build_player_view(game, state, seat, over or seat == who) for seat in range(state.seats)],
            airlines={codec["airline"][a]: _build_airline_view(game, state, a) for a in range(state.airlines)},
            pile_size=state.pile_size,
            pool={cards[c]: n for c, n in enumerate(state.pool) if n},
            out_of_game={cards[c]: n for c, n in enumerate(state.gone) if n},
            marker=state.marker,
            cycle=game.cycle,
            payout_due=state.due or state.pay_now,
            turn=_build_turn_view(game, state),
            proposal=_build_route_proposal_view(game, state),
            merger=_build_merger_view(game, state),
            end_reason=game.end_reason(state),
        )
    )
    return plain


def _build_player_view(game: "Airkwire", state: AirkwireState, seat: int, shows_cash: bool) -> PlayerView:
    return PlayerView(
        name=game.seat_name(seat),
        cash=state.cash[seat] if shows_cash else None,  # AK-R5
        hand_size=len(state.hands[seat]),
        effects=[name for bit, name in EFFECTS if state.effects[seat] & bit],
    )


def _build_airline_view(game: "Airkwire", state: AirkwireState, airline: int) -> AirlineView:
    names = game.codec.vocabulary
    index, status = state.index[airline], state.status[airline]
    cities = [
        ServedCityView(
            names["city"][city], names["aircraft"][plane % state.types], _find_original_airline_id(game, state, plane)
        )
        for city, plane in enumerate(state.planes[airline])
        if plane >= 0
    ]
    fails = queries.find_rule_against_payout(game, state, airline) if status == OPEN else ""
    return AirlineView(
        status=STATUS[status],
        index=index,
        price=game.price[index],
        points=state.points[airline],
        city_limit=game.limit[index],
        aircraft_allowed=[n for kind, n in enumerate(names["aircraft"]) if game.allowed[index] >> kind & 1],
        ceo=None if state.ceo[airline] == NOBODY else state.ceo[airline],
        shares=state.shares[airline].copy(),
        unsold=state.unsold[airline],
        cities=cities,
        cards=sorted(names["city"][card] for card in state.city_cards[airline]),
        hangar={n: state.hangar[airline * state.types + kind] for kind, n in enumerate(names["aircraft"])},
        acquired_left=state.acquired[airline],
        unpaid=state.unpaid[airline],
        qualified=status == OPEN and not fails,
        unqualified_by=fails or None,
        dividend=queries.compute_dividend_per_share(game, game.price[index], state.points[airline]),
        immune=state.points[airline] >= game.immunity,
        pending=state.shift[airline],
    )


def _find_original_airline_id(game: "Airkwire", state: AirkwireState, plane_code: int) -> str | None:
    return None if plane_code < state.types else game.codec.vocabulary["airline"][plane_code // state.types - 1]


def _build_turn_view(game: "Airkwire", state: AirkwireState) -> TurnView:
    airlines, cities = game.codec.vocabulary["airline"], game.codec.vocabulary["city"]
    return TurnView(
        seat=None if state.turn == NOBODY or state.end != GOES_ON else state.turn,
        round=game.round_number(state),
        step=state.step_stack[-1].stored_name if state.step_stack else "",
        trades_left=game.trades_per_turn - state.traded,
        routes_made=state.routes_made,
        routes_allowed=1 if state.turn == NOBODY else queries.count_routes_allowed(state, state.turn),
        draws_left=max(0, max(1, state.routes_made) - state.drawn) + state.replacement,
        owed=[airlines[airline] for airline in state.owed],
        refused=[[cities[code // state.airlines], airlines[code % state.airlines]] for code in state.refused],
        power_played=state.power_played,
    )


def _build_route_proposal_view(game: "Airkwire", state: AirkwireState) -> RouteProposalView | None:
    step = _find_route_approval_step(state)
    if step is None:
        return None
    names = game.codec.vocabulary
    return RouteProposalView(
        names["city"][step.city],
        names["airline"][step.airline],
        names["aircraft"][step.aircraft],
        state.ceo[step.airline],
    )


def _build_merger_view(game: "Airkwire", state: AirkwireState) -> MergerView | None:
    pair = _find_pending_merger_and_disposing_seats(state)
    if pair is None:
        return None
    airlines = game.codec.vocabulary["airline"]
    return MergerView(airlines[pair[0]], airlines[pair[1]], list(pair[2]))


def board(game: "Airkwire") -> dict[str, Any]:
    """Places, prices and names, in the terms of the edition."""
    edition = game.edition
    printed = {
        "edition": {"id": edition.edition.id, "name": edition.edition.name},
        "hexes": {"orientation": edition.edition.hex_orientation, "coordinates": edition.edition.hex_coordinates},
        "seats": edition.setup.seat_names,
        "cities": edition.city,
        "blanks": edition.blank,
        "airlines": edition.airline,
        "aircraft": edition.aircraft,
        "track": edition.track,
        "power_cards": [
            {**msgspec.to_builtins(card), "text": POWER_CARD_TEXTS[number]}
            for number, card in enumerate(edition.power_card)
        ],
        "with_power_cards": game.power_cards,
        "cycle": game.cycle,
        "shares_per_airline": game.shares_per_airline,
        "fee": game.fee,
        "immunity_points": game.immunity,
        "end_points": game.end_points,
        "acquired_markers": game.acquired_markers,
        "hand_size": game.hand_size,
    }
    plain: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(printed))
    return plain


def score_breakdown(game: "Airkwire", state: AirkwireState) -> list[list[ScoreLine]]:
    """AK-13.3: cash, then the shares of each airline at its price; the labels are the same for all seats."""
    sheet: list[list[ScoreLine]] = []
    for seat in range(state.seats):
        lines = [ScoreLine("Cash", state.cash[seat], "AK-13.3")]
        for airline in range(state.airlines):
            shares = state.shares[airline][seat]
            if shares:
                price = game.price[state.index[airline]]
                label = f"{airline_name(game, airline)} shares"
                lines.append(ScoreLine(label, shares * price, "AK-13.3", shares, format_money(price)))
        sheet.append(lines)
    return sheet


def statistics(game: "Airkwire", state: AirkwireState, who: int | None) -> list[StatisticBySeat]:
    seats = range(state.seats)
    over = state.end != GOES_ON
    stock = [queries.compute_seat_wealth(game, state, seat) - state.cash[seat] for seat in seats]
    income = [
        sum(
            state.shares[a][seat]
            * queries.compute_dividend_per_share(game, game.price[state.index[a]], state.points[a])
            for a in range(state.airlines)
            if state.status[a] == OPEN and not queries.find_rule_against_payout(game, state, a)
        )
        for seat in seats
    ]
    led = [sum(1 for a in range(state.airlines) if state.ceo[a] == seat) for seat in seats]
    known = [over or seat == who for seat in seats]
    return [
        StatisticBySeat("Wealth", [float(stock[s] + state.cash[s]) if known[s] else None for s in seats]),
        StatisticBySeat("Stock value", [float(amount) for amount in stock]),
        StatisticBySeat("Dividend at the next payout", [float(amount) for amount in income]),
        StatisticBySeat("Airlines led", [float(number) for number in led]),
    ]


def _find_route_approval_step(state: AirkwireState) -> RouteApprovalStep | None:
    """The proposal that waits for its CEO."""
    for step in state.step_stack:
        if isinstance(step, RouteApprovalStep):
            return step
    return None


def _find_pending_merger_and_disposing_seats(state: AirkwireState) -> tuple[int, int, tuple[int, ...]] | None:
    """Acquirer, defunct airline, and the seats that still dispose of shares."""
    for step in state.step_stack[::-1]:
        if isinstance(step, ExchangeOrSellDefunctSharesStep):
            return step.acquirer, step.defunct, step.order
        if isinstance(
            step,
            (
                ChooseAircraftForDefunctHomeStep,
                TakeCardsAndRemoveDuplicateAircraftStep,
                TakeOverCitiesIfMarkersSufficeStep,
                ReplaceOrForfeitStep,
            ),
        ):
            return step.acquirer, step.defunct, ()
    return None

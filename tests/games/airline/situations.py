"""What happens in a recorded game: the situations that the set of records must show."""

from aerodrome import Event
from aerodrome.core.record import Record
from aerodrome.games.airline.model.events import (
    AirCargoMoneyReceived,
    AircraftDestroyed,
    AircraftExchanged,
    AircraftHijackedToSubsidy,
    ChallengeLost,
    ChallengeWon,
    CharterMoneyReceived,
    CitiesCutOff,
    CitiesReconnected,
    ClaimArose,
    ClaimLapsed,
    CrashCostPaid,
    DealDone,
    DealUndone,
    DebtorShortOfMoney,
    FarePaid,
    LandedFreeInCutOffCity,
    LandingRightsBought,
    MaintenancePaid,
    OfferMade,
    OfferRejected,
    OpeningThrowTied,
    PlayerLeft,
    PlayerWentBankrupt,
    SubsidyReceived,
    TurnBegan,
)
from aerodrome.games.airline.model.state import BANK

REQUIRED = {
    "a purchase",
    "an exchange upward",
    "an exchange downward",
    "an SST",
    "a fare",
    "a free landing",
    "a challenge won",
    "a challenge lost",
    "SUBSIDY",
    "MAINTENANCE",
    "CHARTER",
    "AIR CARGO",
    "a hijack without a double",
    "a hijack with a double",
    "a crash",
    "a deal",
    "a swap",
    "a counter",
    "a rejection",
    "cities cut off",
    "cities connected again",
    "a debt raised by selling",
    "a bankruptcy owing a player",
    "a bankruptcy owing the bank",
    "a player left",
    "a tied opening throw",
    "a claim",
    "a claim lapsed",
    "end: last player",
    "end: short game",
    "end: round limit",
}
OF_VERSION_2 = {"a deal undone", "a giver of a city who left after his turn"}
"""What records of version 2 of the rules must show."""

PLAIN: dict[type[Event], str] = {
    LandingRightsBought: "a purchase",
    FarePaid: "a fare",
    LandedFreeInCutOffCity: "a free landing",
    ChallengeWon: "a challenge won",
    ChallengeLost: "a challenge lost",
    SubsidyReceived: "SUBSIDY",
    MaintenancePaid: "MAINTENANCE",
    CharterMoneyReceived: "CHARTER",
    AirCargoMoneyReceived: "AIR CARGO",
    AircraftHijackedToSubsidy: "a hijack without a double",
    DealDone: "a deal",
    DealUndone: "a deal undone",
    OfferRejected: "a rejection",
    CitiesCutOff: "cities cut off",
    CitiesReconnected: "cities connected again",
    PlayerLeft: "a player left",
    OpeningThrowTied: "a tied opening throw",
    ClaimArose: "a claim",
    ClaimLapsed: "a claim lapsed",
}


def situations(record: Record) -> set[str]:
    """Play the record again and note what happens."""
    game = record.game
    state = game.new(record.seats)
    events: list[Event] = []
    for who, action in record.played:
        game.apply(state, who, action, events.append)
    seen = {PLAIN[type(event)] for event in events if type(event) in PLAIN}
    for i, event in enumerate(events):
        seen |= _special(event, events[:i])
    seen.add(f"end: {game.end_reason(state)}")
    return seen


def _special(event: Event, before: list[Event]) -> set[str]:
    match event:
        case AircraftDestroyed(_, hijacked):
            return {"a hijack with a double" if hijacked else "a crash"}
        case DealDone(_, _, give, _, want, _) if give and want:
            return {"a swap"}
        case OfferMade(_, _, _, _, _, _, counter) if counter:
            return {"a counter"}
        case AircraftExchanged(seat, aircraft, _):
            return _exchange(seat, aircraft, before)
        case FarePaid(seat, _, _, _) | MaintenancePaid(seat, _) | CrashCostPaid(seat, _):
            return {"a debt raised by selling"} if _sold(seat, before) else set()
        case PlayerLeft(seat, _, _):
            return {"a giver of a city who left after his turn"} if _gave_a_city(seat, before) else set()
        case PlayerWentBankrupt(_, _, _):
            debt = next(e for e in reversed(before) if isinstance(e, DebtorShortOfMoney))
            return {f"a bankruptcy owing {'the bank' if debt.to == BANK else 'a player'}"}
    return set()


def _gave_a_city(seat: int, before: list[Event]) -> bool:
    """Whether the seat gave a city and began a second turn after that, so that the first one has ended."""
    gave = [
        i
        for i, e in enumerate(before)
        if isinstance(e, DealDone) and ((e.seat == seat and e.give_cities) or (e.to == seat and e.want_cities))
    ]
    turns = [e for e in before[gave[-1] :] if isinstance(e, TurnBegan) and e.seat == seat] if gave else []
    return len(turns) > 1


def _exchange(seat: int, aircraft: int, before: list[Event]) -> set[str]:
    flown = 0
    for event in before:
        if isinstance(event, AircraftExchanged) and event.seat == seat:
            flown = event.aircraft
        elif isinstance(event, CrashCostPaid) and event.seat == seat:
            flown = 0
    seen = {"an exchange upward" if aircraft > flown else "an exchange downward"}
    return seen | {"an SST"} if aircraft == 2 else seen


def _sold(seat: int, before: list[Event]) -> bool:
    """Whether the payment comes straight after the deal that made it possible."""
    while before and isinstance(before[-1], (CitiesCutOff, CitiesReconnected)):
        before = before[:-1]
    short = any(isinstance(e, DebtorShortOfMoney) and e.seat == seat for e in before[-12:])
    return short and isinstance(before[-1], DealDone)

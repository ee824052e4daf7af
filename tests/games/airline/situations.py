"""What happens in a recorded game: the situations that the set of records must show."""

from aerodrome import Event
from aerodrome.core.record import Record
from aerodrome.games.airline.model import actions as act

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

PLAIN: dict[type[Event], str] = {
    act.RightsBought: "a purchase",
    act.FarePaid: "a fare",
    act.FreeLanding: "a free landing",
    act.ChallengeWon: "a challenge won",
    act.ChallengeLost: "a challenge lost",
    act.SubsidyReceived: "SUBSIDY",
    act.MaintenancePaid: "MAINTENANCE",
    act.CharterReceived: "CHARTER",
    act.CargoReceived: "AIR CARGO",
    act.Hijacked: "a hijack without a double",
    act.DealDone: "a deal",
    act.OfferRejected: "a rejection",
    act.CutOff: "cities cut off",
    act.Reconnected: "cities connected again",
    act.Left: "a player left",
    act.OpeningTied: "a tied opening throw",
    act.ClaimArose: "a claim",
    act.ClaimLapsed: "a claim lapsed",
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
        case act.AircraftDestroyed(_, hijacked):
            return {"a hijack with a double" if hijacked else "a crash"}
        case act.DealDone(_, _, give, _, want, _) if give and want:
            return {"a swap"}
        case act.OfferMade(_, _, _, _, _, _, counter) if counter:
            return {"a counter"}
        case act.Exchanged(seat, aircraft, _):
            return _exchange(seat, aircraft, before)
        case act.FarePaid(seat, _, _, _) | act.MaintenancePaid(seat, _) | act.CrashPaid(seat, _):
            return {"a debt raised by selling"} if _sold(seat, before) else set()
        case act.Bankrupt(_, _, _):
            debt = next(e for e in reversed(before) if isinstance(e, act.ShortOfMoney))
            return {f"a bankruptcy owing {'the bank' if debt.to == act.BANK else 'a player'}"}
    return set()


def _exchange(seat: int, aircraft: int, before: list[Event]) -> set[str]:
    flown = 0
    for event in before:
        if isinstance(event, act.Exchanged) and event.seat == seat:
            flown = event.aircraft
        elif isinstance(event, act.CrashPaid) and event.seat == seat:
            flown = 0
    seen = {"an exchange upward" if aircraft > flown else "an exchange downward"}
    return seen | {"an SST"} if aircraft == 2 else seen


def _sold(seat: int, before: list[Event]) -> bool:
    """Whether the payment comes straight after the deal that made it possible."""
    while before and isinstance(before[-1], (act.CutOff, act.Reconnected)):
        before = before[:-1]
    short = any(isinstance(e, act.ShortOfMoney) and e.seat == seat for e in before[-12:])
    return short and isinstance(before[-1], act.DealDone)

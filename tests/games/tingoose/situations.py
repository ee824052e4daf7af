"""What happens in a recorded game: the situations that the set of records must show."""

from aerodrome import Event
from aerodrome.core.record import Record
from aerodrome.games.tingoose.game import TinGoose
from aerodrome.games.tingoose.model.events import (
    AirmailDelivered,
    BondIssued,
    CardPlayed,
    CityEntered,
    ConditionRemoved,
    CrashCostPaid,
    DemandTokensPlaced,
    DestinationServed,
    EmergencyBondsIssued,
    FleetDiscardedInLastRound,
    FleetUnsold,
    FleetUpgraded,
    IncomeMovedByCrash,
    LaborChipsTaken,
    NetworkExtended,
    NoConditionRemoved,
    OpeningTieBroken,
    PlayedCardCityBonusGained,
    SameFleetKindBonusGained,
    SealedBidWithdrawn,
    StrikeBidSealed,
    StrikeBidsRevealed,
    StrikeWon,
)

CONDITIONS = (
    "irregular-safety",
    "generous-dividends",
    "unproductive-investments",
    "rural-stops",
    "regional-management",
)
DESTINATIONS = ("havana", "kingston", "mexico-city", "panama-city", "lima", "rio")

REQUIRED = {
    "a strike won by several",
    "a strike in which nobody bid",
    "a bid of zero chips",
    "a crash with a tie for most flames",
    "a crash with a tie for fewest flames",
    "a crash with equal flames",
    "emergency bonds",
    "several emergency bonds at once",
    "an upgrade",
    "a fleet of a kind already owned",
    "a fleet nobody wanted",
    "a fleet played in round 7",
    "equal opening bids",
    "airmail delivered",
    "an extension",
    "a bond",
    "a second labor chip",
    "a city bonus",
    "income lost to rivals",
    "no condition removed",
    "a demand city drawn again",
    *(f"{condition} removed" for condition in CONDITIONS),
    *(f"{place} served" for place in DESTINATIONS),
}

FROM_VERSION_2 = {
    "an opening bid opened again",
    "a strike bid opened again",
    "a bid sealed by the program",
}

PLAIN: dict[type[Event], str] = {
    EmergencyBondsIssued: "emergency bonds",
    FleetUpgraded: "an upgrade",
    SameFleetKindBonusGained: "a fleet of a kind already owned",
    FleetUnsold: "a fleet nobody wanted",
    FleetDiscardedInLastRound: "a fleet played in round 7",
    OpeningTieBroken: "equal opening bids",
    AirmailDelivered: "airmail delivered",
    NetworkExtended: "an extension",
    BondIssued: "a bond",
    PlayedCardCityBonusGained: "a city bonus",
    NoConditionRemoved: "no condition removed",
}


def situations(record: Record) -> set[str]:
    """Play a record again and listen."""
    game = record.game
    assert isinstance(game, TinGoose)
    state = game.new(record.seats)
    found: set[str] = set()
    for who, action in record.played:
        events: list[Event] = []
        game.apply(state, who, action, events.append)
        for event in events:
            found |= of_event(event)
        found |= of_strike(events) | of_crash(events) | of_sealed_bids(events, state.round)
    return found


def of_event(event: Event) -> set[str]:
    found = {PLAIN[type(event)]} if type(event) in PLAIN else set()
    if isinstance(event, EmergencyBondsIssued) and event.bonds > 1:
        found.add("several emergency bonds at once")
    elif isinstance(event, LaborChipsTaken) and event.chips > 1:
        found.add("a second labor chip")
    elif isinstance(event, CityEntered) and not event.tokens and event.rivals:
        found.add("income lost to rivals")
    elif isinstance(event, ConditionRemoved):
        found.add(f"{CONDITIONS[event.condition]} removed")
    elif isinstance(event, DestinationServed):
        found.add(f"{DESTINATIONS[event.destination]} served")
    elif isinstance(event, DemandTokensPlaced) and event.replaced:
        found.add("a demand city drawn again")
    return found


def of_strike(events: list[Event]) -> set[str]:
    chips = [event.chips for event in events if isinstance(event, StrikeBidsRevealed)]
    if not chips:
        return set()
    winners = sum(isinstance(event, StrikeWon) for event in events)
    found = {"a bid of zero chips"} if 0 in chips[0] else set()
    if winners > 1:
        found.add("a strike won by several")
    if winners == 0:
        found.add("a strike in which nobody bid")
    return found


def of_sealed_bids(events: list[Event], round: int) -> set[str]:
    found = set()
    if any(isinstance(event, SealedBidWithdrawn) for event in events):
        found.add("a strike bid opened again" if round else "an opening bid opened again")
    kinds = {type(event) for event in events}
    if {CardPlayed, StrikeBidSealed} <= kinds:
        found.add("a bid sealed by the program")
    return found


def of_crash(events: list[Event]) -> set[str]:
    if not any(isinstance(event, CrashCostPaid) for event in events):
        return set()
    moved = [event.most for event in events if isinstance(event, IncomeMovedByCrash)]
    found = set() if moved else {"a crash with equal flames"}
    if moved.count(True) > 1:
        found.add("a crash with a tie for most flames")
    if moved.count(False) > 1:
        found.add("a crash with a tie for fewest flames")
    return found

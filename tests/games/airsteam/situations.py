"""What occurs in a recorded game, by name."""

from aerodrome import Action, Event, Game, Record, State
from aerodrome.core.actions import NOBODY
from aerodrome.core.question import SlotsForm
from aerodrome.games.airsteam.game import Airsteam
from aerodrome.games.airsteam.model import events as e
from aerodrome.games.airsteam.model.actions import KeepGivenUpCube, UpgradeAirship
from aerodrome.games.airsteam.model.state import REVEALED, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.queries import count_depots_built

BY_EVENT: dict[type[Event], str] = {
    e.MovementError: "diamond error",
    e.LinkFeePaid: "foreign depot",
    e.CityDemandMet: "filled city",
    e.CityClosed: "closed city",
    e.CubeDiscardedAtUpkeep: "discard at upkeep",
    e.RevealedCardSwapped: "Eli's swap",
    e.CubeConverted: "conversion",
    e.CubeSacrificed: "sacrifice",
    e.RailLineLaid: "laid line",
    e.AirshipCannotFly: "no way to fly",
    e.PlannedCardTakenBack: "card taken back",
    e.PlannedCardsExchanged: "cards exchanged",
    e.PlanReopened: "plan opened",
    e.UpkeepReopened: "upkeep opened",
}
OF_VERSION_2 = {"card taken back", "cards exchanged", "plan opened", "upkeep opened", "cube kept"}
"""What records of version 2 of the rules must show."""


def list_changes(game: Game, state: State) -> list[tuple[int, Action]]:
    """Every change of mind that somebody could make now (KS-R58), as forms and buttons offer it."""
    found = []
    for seat in range(state.seats):
        offered = game.out_of_turn_choices(state, seat)
        for form in game.question(state, seat).forms:
            if isinstance(form, SlotsForm):
                offered += [choice for slot in form.slots for choice in slot.choices]
        found += [(seat, game.parse(choice.action)) for choice in offered]
    return found


def situations(record: Record) -> set[str]:
    game = record.game
    assert isinstance(game, Airsteam)
    state = game.new(record.seats)
    assert isinstance(state, AirsteamState)
    told: list[Event] = []
    found: set[str] = set()
    for who, action in record.played:
        if isinstance(action, UpgradeAirship) and _healing(game, state, who):
            found.add("upgrade that heals a plan")
        if isinstance(action, KeepGivenUpCube):
            found.add("cube kept")
        game.apply(state, who, action, told.append)
    found |= {BY_EVENT[type(event)] for event in told if type(event) in BY_EVENT}
    if any(isinstance(event, e.FactoriesProduced) and event.short for event in told):
        found.add("cube shortage")
    if any(isinstance(event, e.CubesDelivered) and event.final for event in told):
        found.add("final shipping")
    if _tie_broken(game, state):
        found.add("tie-break")
    return found


def _healing(game: Airsteam, state: AirsteamState, seat: int) -> bool:
    """Whether the plan goes over the rating of now but not over that of the next level."""
    ahead = 0
    for i in range(seat * SLOTS, (seat + 1) * SLOTS):
        if state.face[i] < REVEALED and state.plan[i] != NOBODY:
            ahead += game.card_diamonds[state.plan[i]]
    level = state.airship_level[seat]
    return game.diamonds_by_level[level] < state.diamonds[seat] + ahead <= game.diamonds_by_level[level + 1]


def _tie_broken(game: Airsteam, state: AirsteamState) -> bool:
    scores = game.scores(state)
    best = [seat for seat, score in enumerate(scores) if score == max(scores)]
    return len({count_depots_built(game, state, seat) for seat in best}) > 1

"""Mergers, the last part: the defunct airline's cities and cards go over (AK-10.14 to AK-10.23)."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.airkwire.model.actions import ForfeitDefunctCity, ReplaceDefunctAircraft
from aerodrome.games.airkwire.model.events import (
    DefunctAircraftReplaced,
    DefunctCitiesForfeited,
    DefunctCitiesTakenOver,
)
from aerodrome.games.airkwire.model.state import DEFUNCT, AirkwireState
from aerodrome.games.airkwire.rules import queries
from aerodrome.games.airkwire.rules.queries import list_cities_served
from aerodrome.games.airkwire.rules.state_changes import (
    close_airline,
    move_airline_city_cards_to_pool,
    place_aircraft,
    remove_aircraft,
    take_over_aircraft,
)

if TYPE_CHECKING:
    from aerodrome.games.airkwire.game import Airkwire


class TakeCardsAndRemoveDuplicateAircraftStep(AutoStep["Airkwire", AirkwireState]):
    """City cards go over to the acquirer; aircraft where both airlines are leave the board (AK-10.15, AK-10.17)."""

    stored_name: ClassVar[str] = "TakeOver"

    def __init__(self, acquirer: int, defunct: int) -> None:
        self.acquirer = acquirer
        self.defunct = defunct

    def run(self, game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
        acquirer, defunct = self.acquirer, self.defunct
        if defunct in state.owed:
            state.owed.remove(defunct)  # AK-R22
        state.city_cards[acquirer] = state.city_cards[acquirer] + state.city_cards[defunct]  # AK-10.17
        state.city_cards[defunct] = []
        shared = [city for city in list_cities_served(state, defunct) if state.network[acquirer] & game.bit[city]]
        for city in shared:
            remove_aircraft(game, state, defunct, city, False)  # AK-10.15
        state.step_stack.append(TakeOverCitiesIfMarkersSufficeStep(acquirer, defunct, tuple(shared)))


class TakeOverCitiesIfMarkersSufficeStep(AutoStep["Airkwire", AirkwireState]):
    """Acquired markers first; the CEO decides while they do not suffice (AK-R50)."""

    stored_name: ClassVar[str] = "Covering"

    def __init__(self, acquirer: int, defunct: int, shared: tuple[int, ...]) -> None:
        self.acquirer = acquirer
        self.defunct = defunct
        self.shared = shared

    def run(self, game: Airkwire, state: AirkwireState, tell: EventSink | None) -> None:
        acquirer, defunct = self.acquirer, self.defunct
        left = list_cities_served(state, defunct)
        if len(left) > state.acquired[acquirer]:
            state.step_stack.append(ReplaceOrForfeitStep(acquirer, defunct, self.shared))
            return
        for city in left:
            take_over_aircraft(game, state, acquirer, defunct, city)
        state.void[defunct] += state.unsold[defunct]
        state.unsold[defunct] = 0
        close_airline(state, defunct, DEFUNCT)  # AK-10.14, AK-10.23
        if tell is not None:
            tell(DefunctCitiesTakenOver(acquirer, defunct, tuple(left), self.shared, state.points[acquirer]))


class ReplaceOrForfeitStep(Step["Airkwire", AirkwireState]):
    """Too few acquired markers: replace one aircraft or forfeit one city (AK-10.20)."""

    stored_name: ClassVar[str] = "Uncovered"
    rule: ClassVar[str] = "AK-10.20"

    def __init__(self, acquirer: int, defunct: int, shared: tuple[int, ...]) -> None:
        self.acquirer = acquirer
        self.defunct = defunct
        self.shared = shared

    def actors(self, game: Airkwire, state: AirkwireState) -> tuple[int, ...]:
        return game.seat_tuples[state.ceo[self.acquirer]]

    def legal(self, game: Airkwire, state: AirkwireState, who: int) -> list[Action]:
        found: list[Action] = []
        cities = list_cities_served(state, self.defunct)
        for city in cities:
            for aircraft in range(state.types):
                if not self._find_rule_against_replacing(game, state, city, aircraft):
                    found.append(game.replacements[city * state.types + aircraft])
        for city in cities:
            if not queries.list_cities_stranded_without(game, state, self.acquirer, self.defunct, city):
                found.append(game.forfeits[city])
        if not found:  # AK-R50: every pick strands another city
            found.extend([game.forfeits[city] for city in cities])
        return found

    def violated_rule(self, game: Airkwire, state: AirkwireState, who: int, action: Action) -> str:
        if isinstance(action, ReplaceDefunctAircraft):
            if not 0 <= action.aircraft < state.types:
                return "AK-10.20"
            return self._find_rule_against_replacing(game, state, action.city, action.aircraft)
        if isinstance(action, ForfeitDefunctCity):
            return self._find_rule_against_forfeit(game, state, who, action)
        return "AK-10.20"

    def _find_rule_against_replacing(self, game: Airkwire, state: AirkwireState, city: int, aircraft: int) -> str:
        if not 0 <= city < state.cities or state.planes[self.defunct][city] < 0:
            return "AK-10.20"
        if not state.hangar[self.acquirer * state.types + aircraft]:
            return "AK-7.6"
        net = state.network[self.acquirer] | state.network[self.defunct]
        return "" if game.reach[aircraft * state.cities + city] & net else "AK-R50"

    def _find_rule_against_forfeit(
        self, game: Airkwire, state: AirkwireState, who: int, action: ForfeitDefunctCity
    ) -> str:
        city = action.city
        if not 0 <= city < state.cities or state.planes[self.defunct][city] < 0:
            return "AK-10.20"
        if not queries.list_cities_stranded_without(game, state, self.acquirer, self.defunct, city):
            return ""
        return "" if action in self.legal(game, state, who) else "AK-10.22"

    def apply(self, game: Airkwire, state: AirkwireState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        if isinstance(action, ReplaceDefunctAircraft):
            remove_aircraft(game, state, self.defunct, action.city, False)  # AK-R80
            place_aircraft(game, state, self.acquirer, action.city, action.aircraft)
            if tell is not None:
                tell(DefunctAircraftReplaced(self.acquirer, action.city, action.aircraft))
        else:
            assert isinstance(action, ForfeitDefunctCity)
            lost = self._forfeit_city_and_stranded(game, state, action.city)
            if tell is not None:
                tell(DefunctCitiesForfeited(self.acquirer, tuple(lost)))
        state.step_stack.append(TakeOverCitiesIfMarkersSufficeStep(self.acquirer, self.defunct, self.shared))

    def _forfeit_city_and_stranded(self, game: Airkwire, state: AirkwireState, city: int) -> list[int]:
        """A forfeit takes with it the cities it strands; usually there are none."""
        lost: list[int] = []
        going = [city]
        while going:
            city = going.pop()
            if city in lost:
                continue
            lost.append(city)
            going.extend(queries.list_cities_stranded_without(game, state, self.acquirer, self.defunct, city))
            if state.planes[self.defunct][city] != NOBODY:
                remove_aircraft(game, state, self.defunct, city, False)
            else:
                remove_aircraft(game, state, self.acquirer, city, True)
            move_airline_city_cards_to_pool(state, self.acquirer, city)  # AK-10.21
        return lost

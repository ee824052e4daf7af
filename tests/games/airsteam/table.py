"""A table in a few words: scripted games and positions put together by hand."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import aerodrome
from aerodrome import CHANCE, Action, Event
from aerodrome.core.actions import NOBODY
from aerodrome.games.airsteam.game import Airsteam
from aerodrome.games.airsteam.model.actions import (
    ChooseCharacter,
    DealColour,
    DrawDemandTile,
    DrawStartPlayer,
    LoadOrUnload,
    PlaceFreeDepot,
    PlanNextCard,
    SealPlan,
)
from aerodrome.games.airsteam.model.state import CLOSED, GOODS, AirsteamState
from aerodrome.games.airsteam.rules.state_changes import place_depot_and_get_link
from games.airsteam.invariants import check

CHEMICALS, FOOD, TEXTILES, MACHINERY, LUXURIES = range(GOODS)
STILL = ("0", "1", "2", "3")
"""A plan without diamonds whose first card stays where it is."""

# A link of its own for each seat, all on the smallest map.
HOMES = (("A1-A3", 0), ("B2-B3", 1), ("C1-C2", 0), ("A4-A5", 0), ("B4-B5", 0), ("C3-C5", 0))


def game_of(game: str = "basic", rules: int | None = None, **options: Any) -> Airsteam:
    loaded = aerodrome.load("airsteam", options={"game": game, **options}, rules=rules)
    assert isinstance(loaded, Airsteam)
    return loaded


class Table:
    """`seats` in a game where seat `start` has the token, with starting depots on HOMES unless said otherwise.

    `people`, by their ids, make it a Full Game. `rules` asks for an older rules version.
    """

    def __init__(
        self,
        seats: int = 3,
        start: int = 0,
        homes: Sequence[tuple[str, int]] = HOMES,
        people: Sequence[str] = (),
        placed: bool = True,
        rules: int | None = None,
        **options: Any,
    ) -> None:
        self.game = game_of("full" if people else "basic", rules, **options)
        state = self.game.new(seats)
        assert isinstance(state, AirsteamState)
        self.state = state
        self.events: list[Event] = []
        if people:
            self.cast(people)
        else:
            self.do(CHANCE, DrawStartPlayer(start))
        while placed and self.step == "PlaceStartDepotStep":
            seat = self.actors[0]
            link, number = homes[seat]
            taken = self.state.find_depot_at(self.space(link, number)) != NOBODY
            at = self.space("C4-C5", 0) if taken else self.space(link, number)
            self.do(seat, PlaceFreeDepot(at))

    def cast(self, people: Sequence[str]) -> None:
        """Colours and characters of the Full Game, by the characters' ids."""
        ids = [self.game.parse({"type": "choose_character", "character": name}) for name in people]
        numbers = [choice.character for choice in ids if isinstance(choice, ChooseCharacter)]
        for number in numbers:
            self.do(CHANCE, DealColour(number // 2))
        for seat, number in enumerate(numbers):
            self.do(seat, ChooseCharacter(number))

    def twin(self) -> Table:
        """The same position on a table of its own."""
        other = Table(2)
        other.game, other.state, other.events = self.game, self.state.clone(), []
        return other

    # What there is

    @property
    def actors(self) -> tuple[int, ...]:
        return self.game.actors(self.state)

    @property
    def step(self) -> str:
        return type(self.state.step_stack[-1]).__name__ if self.state.step_stack else "over"

    @property
    def asked(self) -> tuple[int, str]:
        return self.actors[0], self.step

    def space(self, link: str, number: int) -> int:
        return self.game.maps[self.state.seats].link_spaces[self.game.names.links.index(link)][number]

    def city(self, name: str) -> int:
        return self.game.names.cities.index(name)

    def city_hex(self, name: str) -> int:
        return self.game.maps[self.state.seats].city_hex[self.city(name)]

    def factory(self, name: str) -> int:
        return self.game.names.factories.index(name)

    def factory_hex(self, name: str) -> int:
        return self.game.maps[self.state.seats].factory_hex[self.factory(name)]

    def hex(self, q: int, r: int) -> int:
        return self.game.names.hexes.index((q, r))

    def card(self, name: str) -> int:
        return self.game.card_ids.index(name)

    def legal(self, kind: type[Action] | None = None) -> list[Action]:
        found = self.game.legal(self.state, self.actors[0])
        return [action for action in found if kind is None or isinstance(action, kind)]

    def told(self, kind: type[Event]) -> list[Any]:
        return [event for event in self.events if isinstance(event, kind)]

    def hold(self, seat: int) -> tuple[int, ...]:
        return tuple(self.state.hold[seat * GOODS : (seat + 1) * GOODS])

    def stored(self, at: int) -> tuple[int, ...]:
        depot = self.state.find_depot_at(at)
        return tuple(self.state.depot_cubes[depot * GOODS : (depot + 1) * GOODS])

    def made(self, factory: str) -> tuple[int, ...]:
        number = self.factory(factory)
        return tuple(self.state.factory_cubes[number * GOODS : (number + 1) * GOODS])

    # What is done

    def do(self, seat: int, *actions: Action) -> Table:
        for action in actions:
            self.game.apply(self.state, seat, action, self.events.append)
            check(self.game, self.state)
        return self

    def no(self, seat: int, action: Action) -> str:
        """The rule that forbids it; fails if it is allowed."""
        refusal = self.game.why_not(self.state, seat, action)
        assert refusal is not None, f"{action} is allowed"
        assert refusal.text
        return refusal.rule

    def draw(self, *goods: int) -> Table:
        for good in goods or (CHEMICALS, FOOD, TEXTILES):
            self.do(CHANCE, DrawDemandTile(good))
        return self

    def plan(self, *plans: Sequence[str]) -> Table:
        """Draws tiles if need be, then lays and seals the plans of the seats in order; STILL for seats left out."""
        while self.step == "DrawTileAndRaisePriceStep":
            good = max(range(GOODS), key=self.state.pile.__getitem__)
            self.do(CHANCE, DrawDemandTile(good))
        for seat in range(self.state.seats):
            for name in plans[seat] if seat < len(plans) else STILL:
                self.do(seat, PlanNextCard(self.card(name)))
            if self.game.can_change_plans_and_upkeep:
                self.do(seat, SealPlan())
        return self

    def lay(self, seat: int, *names: str) -> Table:
        """Cards into the lowest empty slots, not sealed."""
        return self.do(seat, *[PlanNextCard(self.card(name)) for name in names])

    def on(self, *steps: str, seat: int | None = None) -> Table:
        """Plays on in the plainest way until one of these steps is asked (of this seat)."""
        for _ in range(2000):
            if self.step == "over":
                assert "over" in steps
                return self
            if self.step in steps and (seat is None or seat in self.actors):
                return self
            self.plainly()
        raise AssertionError(f"never came to {steps}")

    def plainly(self) -> None:
        who = self.actors[0]
        self.do(who, self.game.legal(self.state, who)[0])

    def at_action(self, seat: int = 0) -> Table:
        """Round 1, first step, nobody moves: this seat is to act."""
        if self.step == "DrawTileAndRaisePriceStep":
            self.draw()
        if self.step == "PlanCardsStep":
            self.plan()
        return self.on("TakeActionStep", seat=seat)

    # What is put there by hand

    def cash(self, seat: int, amount: int) -> Table:
        self.state.bank += self.state.cash[seat] - amount
        self.state.cash[seat] = amount
        return self

    def depot(self, seat: int, link: str, number: int = 0) -> int:
        at = self.space(link, number)
        place_depot_and_get_link(self.game, self.state, seat, at)
        return at

    def cubes(self, at: int, good: int, count: int) -> Table:
        """Cubes from the supply onto a depot or a factory."""
        self.state.supply[good] -= count
        factory = self.game.maps[self.state.seats].factory_at[at]
        if factory != NOBODY:
            self.state.factory_cubes[factory * GOODS + good] += count
        else:
            self.state.depot_cubes[self.state.find_depot_at(at) * GOODS + good] += count
        return self

    def aboard(self, seat: int, good: int, count: int) -> Table:
        self.state.supply[good] -= count
        self.state.hold[seat * GOODS + good] += count
        return self

    def delivered(self, city: str, count: int) -> Table:
        """Cubes already lying on a city."""
        number = self.city(city)
        self.state.city_left[number] -= count
        self.state.supply[self.state.city_good[number]] -= count
        return self

    def close(self, city: str) -> Table:
        """The city is closed under a tile of its own colour."""
        number = self.city(city)
        self.state.pile[self.state.city_good[number]] -= 1
        self.state.city_left[number], self.state.city_state[number] = 0, CLOSED
        return self

    def clear_factories(self) -> Table:
        for i, count in enumerate(self.state.factory_cubes):
            self.state.supply[i % GOODS] += count
            self.state.factory_cubes[i] = 0
        return self

    def fly(self, seat: int, at: int) -> Table:
        """The airship is just there."""
        self.state.airship[seat] = at
        return self

    def levels(self, seat: int, airship: int = 1, train: int = 1) -> Table:
        self.state.airship_level[seat] = airship
        self.state.train_level[seat] = train
        return self


def load(chemicals: int = 0, food: int = 0, textiles: int = 0, machinery: int = 0, luxuries: int = 0) -> LoadOrUnload:
    return LoadOrUnload((chemicals, food, textiles, machinery, luxuries))

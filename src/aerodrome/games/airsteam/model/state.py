"""What lies on the table."""

from __future__ import annotations

from typing import ClassVar, Final, final

from aerodrome.core.actions import NOBODY
from aerodrome.core.state import State

GOODS: Final = 5
SLOTS: Final = 4

# How a planned card lies.
HIDDEN: Final = 0
KNOWN: Final = 1
"""Face down, though everybody has seen it (KS-R54)."""
REVEALED: Final = 2
REMOVED: Final = 3

# What a city is doing.
PRINTED: Final = 0
WAITING: Final = 1
ON_TILE: Final = 2
CLOSED: Final = 3


@final
class AirsteamState(State):
    """Lists per seat and good are flat: cubes of `good` in the hold of `seat` are hold[seat * 5 + good]."""

    stored_names: ClassVar[dict[str, str]] = {
        "step_stack": "agenda",
        "cubes_given_up": "given",
        "tie_order": "tie",
        "track_tiles_left": "track",
    }
    later_names: ClassVar[frozenset[str]] = frozenset({"changes_made", "upkeep_opened", "answered_loads"})

    def __init__(self, seats: int, like: AirsteamState | None = None) -> None:
        super().__init__(seats)
        if like is None:
            self._set_initial_values()
        else:
            self._copy_values_from(like)

    def _set_initial_values(self) -> None:
        self.round = 0
        self.slot = 0
        """The slot being resolved, 0 to 3."""
        self.start = NOBODY
        """The holder of the Start Player token; nobody in the Full Game."""
        self.planning = 0
        """The seats that have not laid all four cards (from rules version 2 on: not sealed their plan), as bits."""
        self.paying = 0
        """The seats that have not settled their upkeep, as bits."""
        self.upkeep_opened = 0
        """The seats that opened their settled upkeep again in this round, as bits."""
        self.errors = 0
        """The seats with a movement error in this step, as bits."""
        self.swapped = False
        """Whether Eli has swapped in this round."""
        self.track_tiles_left = 0
        """Track tiles left to Eva Blane."""
        self.bank = 0
        self.tie_order: list[int] = []
        """The seats in the order in which ties are broken."""
        self.order: list[int] = []
        """The seats in the order of this step."""
        # One per seat
        self.team: list[int] = []
        self.character: list[int] = []
        self.cash: list[int] = []
        self.airship_level: list[int] = []
        self.train_level: list[int] = []
        self.airship: list[int] = []
        """The hex of each airship."""
        self.depots_left: list[int] = []
        self.diamonds: list[int] = []
        """Diamonds of the cards revealed in this round and not removed."""
        self.hold: list[int] = []
        self.cubes_given_up: list[int] = []
        """Cubes given up at Upkeep while others still choose: seat, depot hex (-1: hold) and good of each."""
        self.changes_made: list[int] = []
        """How often each seat changed its mind in this round (KS-R58); empty under rules version 1."""
        self.answered_loads: list[int] = []
        """What each seat saw when it last chose what to load: place, hold and cubes there as one number, or 0."""
        self.plan: list[int] = []
        self.face: list[int] = []
        # Depots, in the order they were placed
        self.depot_hex: list[int] = []
        self.depot_seat: list[int] = []
        self.depot_cubes: list[int] = []
        # Links: printed ones, then the laid ones
        self.link_depots: list[int] = []
        self.link_owners: list[int] = []
        """The seats with a depot on each link, as bits."""
        self.laid_hex: list[int] = []
        self.laid_link: list[int] = []
        """For each laid hex its link."""
        self.laid_ends: list[int] = []
        """Two cities for each laid link."""
        # The market
        self.supply: list[int] = []
        self.price: list[int] = []
        """The space of each price marker."""
        self.pile: list[int] = []
        """Demand tiles not yet drawn, by good."""
        self.market: list[int] = []
        self.stack: list[int] = []
        """The used tiles, the top one last."""
        self.factory_cubes: list[int] = []
        # One per city
        self.city_state: list[int] = []
        self.city_good: list[int] = []
        self.city_left: list[int] = []
        self.waiting: list[int] = []
        """Cities without a tile, in the order they were filled."""

    def _copy_values_from(self, original: AirsteamState) -> None:
        self.step_stack = original.step_stack.copy()
        self.round = original.round
        self.slot = original.slot
        self.start = original.start
        self.planning = original.planning
        self.paying = original.paying
        self.upkeep_opened = original.upkeep_opened
        self.errors = original.errors
        self.swapped = original.swapped
        self.track_tiles_left = original.track_tiles_left
        self.bank = original.bank
        self.tie_order = original.tie_order.copy()
        self.order = original.order.copy()
        self.team = original.team.copy()
        self.character = original.character.copy()
        self.cash = original.cash.copy()
        self.airship_level = original.airship_level.copy()
        self.train_level = original.train_level.copy()
        self.airship = original.airship.copy()
        self.depots_left = original.depots_left.copy()
        self.diamonds = original.diamonds.copy()
        self.hold = original.hold.copy()
        self.cubes_given_up = original.cubes_given_up.copy()
        self.changes_made = original.changes_made.copy()
        self.answered_loads = original.answered_loads.copy()
        self.plan = original.plan.copy()
        self.face = original.face.copy()
        self.depot_hex = original.depot_hex.copy()
        self.depot_seat = original.depot_seat.copy()
        self.depot_cubes = original.depot_cubes.copy()
        self.link_depots = original.link_depots.copy()
        self.link_owners = original.link_owners.copy()
        self.laid_hex = original.laid_hex.copy()
        self.laid_link = original.laid_link.copy()
        self.laid_ends = original.laid_ends.copy()
        self.supply = original.supply.copy()
        self.price = original.price.copy()
        self.pile = original.pile.copy()
        self.market = original.market.copy()
        self.stack = original.stack.copy()
        self.factory_cubes = original.factory_cubes.copy()
        self.city_state = original.city_state.copy()
        self.city_good = original.city_good.copy()
        self.city_left = original.city_left.copy()
        self.waiting = original.waiting.copy()

    def clone(self) -> AirsteamState:
        return AirsteamState(self.seats, self)

    def find_depot_at(self, hex_id: int) -> int:
        """The number of the depot on this hex, or -1."""
        for depot, place in enumerate(self.depot_hex):
            if place == hex_id:
                return depot
        return NOBODY

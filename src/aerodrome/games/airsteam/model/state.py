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

    def __init__(self, seats: int) -> None:
        super().__init__(seats)
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

    def find_depot_at(self, hex_id: int) -> int:
        """The number of the depot on this hex, or -1."""
        hexes = self.depot_hex
        return hexes.index(hex_id) if hex_id in hexes else NOBODY

    def clone(self) -> AirsteamState:
        twin = AirsteamState(self.seats)
        twin.step_stack = self.step_stack.copy()
        twin.round = self.round
        twin.slot = self.slot
        twin.start = self.start
        twin.planning = self.planning
        twin.paying = self.paying
        twin.upkeep_opened = self.upkeep_opened
        twin.errors = self.errors
        twin.swapped = self.swapped
        twin.track_tiles_left = self.track_tiles_left
        twin.bank = self.bank
        twin.tie_order = self.tie_order.copy()
        twin.order = self.order.copy()
        twin.team = self.team.copy()
        twin.character = self.character.copy()
        twin.cash = self.cash.copy()
        twin.airship_level = self.airship_level.copy()
        twin.train_level = self.train_level.copy()
        twin.airship = self.airship.copy()
        twin.depots_left = self.depots_left.copy()
        twin.diamonds = self.diamonds.copy()
        twin.hold = self.hold.copy()
        twin.cubes_given_up = self.cubes_given_up.copy()
        twin.changes_made = self.changes_made.copy()
        twin.answered_loads = self.answered_loads.copy()
        twin.plan = self.plan.copy()
        twin.face = self.face.copy()
        twin.depot_hex = self.depot_hex.copy()
        twin.depot_seat = self.depot_seat.copy()
        twin.depot_cubes = self.depot_cubes.copy()
        twin.link_depots = self.link_depots.copy()
        twin.link_owners = self.link_owners.copy()
        twin.laid_hex = self.laid_hex.copy()
        twin.laid_link = self.laid_link.copy()
        twin.laid_ends = self.laid_ends.copy()
        twin.supply = self.supply.copy()
        twin.price = self.price.copy()
        twin.pile = self.pile.copy()
        twin.market = self.market.copy()
        twin.stack = self.stack.copy()
        twin.factory_cubes = self.factory_cubes.copy()
        twin.city_state = self.city_state.copy()
        twin.city_good = self.city_good.copy()
        twin.city_left = self.city_left.copy()
        twin.waiting = self.waiting.copy()
        return twin

"""What characters of the Full Game may do beyond the Basic Game."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from aerodrome.core.actions import Action
from aerodrome.core.state import AutoStep, EventSink
from aerodrome.games.airsteam.model.actions import (
    ConvertIntoGood,
    DeclineOffer,
    FinishShippingOrTrack,
    GiveUpCube,
    LayTrackTile,
    PlaceFreeDepot,
    SwapRevealedCard,
)
from aerodrome.games.airsteam.model.events import CubeConverted, CubeSacrificed, RailLineLaid, RevealedCardSwapped
from aerodrome.games.airsteam.model.state import GOODS, KNOWN, REVEALED, SLOTS, AirsteamState
from aerodrome.games.airsteam.rules.queries import (
    count_own_cubes_at,
    has_other_good_in_supply,
    list_give_up_cube_actions,
)
from aerodrome.games.airsteam.rules.state_changes import change_own_cube_count, pay_to_bank, place_depot_and_get_link
from aerodrome.games.airsteam.rules.track_laying import find_layable_lines
from aerodrome.games.airsteam.steps.common import SeatStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


@final
class SwapRevealedCardStep(SeatStep):
    """Eli may swap the revealed card with one face down, before order and errors are settled (KS-R54)."""

    stored_name: ClassVar[str] = "SwapPlanned"
    rule: ClassVar[str] = "KS-24.22"

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [game.decline, *game.swap_card[state.slot + 1 :]]

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if isinstance(action, DeclineOffer):
            return ""
        return "" if isinstance(action, SwapRevealedCard) and state.slot < action.slot < SLOTS else "KS-24.22"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        if not isinstance(action, SwapRevealedCard):
            return
        here, there = who * SLOTS + state.slot, who * SLOTS + action.slot
        state.plan[here], state.plan[there] = state.plan[there], state.plan[here]
        state.face[here] = REVEALED
        state.face[there] = KNOWN
        state.swapped = True
        if tell is not None:
            tell(RevealedCardSwapped(who, action.slot, state.plan[here], state.plan[there]))


@final
class ChooseCubeToConvertStep(SeatStep):
    """Which own cube is converted (KS-24.16)."""

    stored_name: ClassVar[str] = "ConvertWhat"
    rule: ClassVar[str] = "KS-24.16"

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [
            cube
            for cube in list_give_up_cube_actions(game, state, who)
            if not self.violated_rule(game, state, who, cube)
        ]

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, GiveUpCube) or not count_own_cubes_at(state, who, action.depot, action.good):
            return "KS-24.16"
        return "" if has_other_good_in_supply(state, action.good) else "KS-R50"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, GiveUpCube)
        state.step_stack.pop()
        state.step_stack.append(ChooseGoodToConvertIntoStep(who, action.depot, action.good))


@final
class ChooseGoodToConvertIntoStep(SeatStep):
    """Which good it becomes (KS-24.16)."""

    stored_name: ClassVar[str] = "ConvertInto"
    rule: ClassVar[str] = "KS-24.16"

    def __init__(self, seat: int, depot: int, good: int) -> None:
        super().__init__(seat)
        self.depot = depot
        self.good = good

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [game.become[good] for good in range(GOODS) if good != self.good and state.supply[good]]

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, ConvertIntoGood) or not 0 <= action.good < GOODS or action.good == self.good:
            return "KS-24.16"
        return "" if state.supply[action.good] else "KS-R50"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ConvertIntoGood)
        state.step_stack.pop()
        change_own_cube_count(state, who, self.depot, self.good, -1)
        change_own_cube_count(state, who, self.depot, action.good, 1)
        state.supply[self.good] += 1
        state.supply[action.good] -= 1
        if tell is not None:
            tell(CubeConverted(who, self.depot, self.good, action.good))


class RailLineStep(SeatStep):
    """A question about Eva Blane's line from one city to another; `path`: the hexes chosen so far."""

    rule: ClassVar[str] = "KS-24.18"

    def __init__(self, seat: int, first: int, last: int, path: tuple[int, ...]) -> None:
        super().__init__(seat)
        self.first = first
        self.last = last
        self.path = path


@final
class LayNextTrackTileStep(RailLineStep):
    """The line hex by hex from its first city (KS-R52)."""

    stored_name: ClassVar[str] = "LayTrack"

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        found: list[Action] = []
        done = len(self.path)
        for line in self._find_lines_starting_with_path(game, state):
            action: Action = game.finish if len(line) == done else game.lay_track[line[done]]
            if action not in found:
                found.append(action)
        return found

    def _find_lines_starting_with_path(self, game: Airsteam, state: AirsteamState) -> list[tuple[int, ...]]:
        """The lines that begin as the path does; never empty."""
        lines = find_layable_lines(game, state, self.seat, self.first, self.last)
        return [line for line in lines if line[: len(self.path)] == self.path]

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        return "" if action in self.legal(game, state, who) else "KS-R52"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        path = self.path
        if isinstance(action, LayTrackTile):
            path = (*path, action.hex)
        lines = LayNextTrackTileStep(who, self.first, self.last, path)._find_lines_starting_with_path(game, state)
        if isinstance(action, FinishShippingOrTrack) or lines == [path]:
            state.step_stack.append(PlaceDepotAndLayLineStep(who, self.first, self.last, path))
        else:
            state.step_stack.append(LayNextTrackTileStep(who, self.first, self.last, path))


@final
class PlaceDepotAndLayLineStep(RailLineStep):
    """The depot that comes with a new line; the line is laid with it."""

    stored_name: ClassVar[str] = "LineDepot"

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [game.place_depot[hex_id] for hex_id in self.path]

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        return "" if isinstance(action, PlaceFreeDepot) and action.hex in self.path else "KS-R52"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, PlaceFreeDepot)
        state.step_stack.pop()
        link = game.printed_links + len(state.laid_ends) // 2
        state.laid_ends.extend((self.first, self.last))
        state.laid_hex.extend(self.path)
        state.laid_link.extend([link] * len(self.path))
        state.track_tiles_left -= len(self.path)
        cost = len(self.path) * game.line_cost
        pay_to_bank(state, who, cost)
        place_depot_and_get_link(game, state, who, action.hex)
        if tell is not None:
            tell(RailLineLaid(who, self.first, self.last, self.path, cost, action.hex))


@final
class OfferExtraActionStep(AutoStep["Airsteam", AirsteamState]):
    """I.S.A.A.C. is asked once per turn, after his action, if he owns a cube (KS-R51)."""

    stored_name: ClassVar[str] = "OneMoreAction"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        if list_give_up_cube_actions(game, state, self.seat):
            state.step_stack.append(SacrificeCubeForActionStep(self.seat))


@final
class SacrificeCubeForActionStep(SeatStep):
    """Whether a cube is given up for one more action (KS-24.17)."""

    stored_name: ClassVar[str] = "Sacrifice"
    rule: ClassVar[str] = "KS-24.17"

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [game.decline, *list_give_up_cube_actions(game, state, who)]

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if isinstance(action, DeclineOffer):
            return ""
        own = isinstance(action, GiveUpCube) and count_own_cubes_at(state, who, action.depot, action.good) > 0
        return "" if own else "KS-24.17"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        state.step_stack.pop()
        if not isinstance(action, GiveUpCube):
            return
        change_own_cube_count(state, who, action.depot, action.good, -1)
        state.supply[action.good] += 1
        state.step_stack.append(game.action_steps[who])
        if tell is not None:
            tell(CubeSacrificed(who, action.depot, action.good))


CONVERT_STEPS: Final = tuple(ChooseCubeToConvertStep(seat) for seat in range(6))
EXTRA_ACTION_STEPS: Final = tuple(OfferExtraActionStep(seat) for seat in range(6))

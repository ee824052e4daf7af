"""Set-up: colours, characters, start player, starting depots, money."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.chance import get_uniform_odds
from aerodrome.core.state import AutoStep, ChanceStep, EventSink, Step
from aerodrome.games.airsteam.model import events
from aerodrome.games.airsteam.model.actions import (
    ChooseCharacter,
    ChooseColour,
    DealColour,
    DrawStartPlayer,
    PlaceFreeDepot,
)
from aerodrome.games.airsteam.model.state import AirsteamState
from aerodrome.games.airsteam.rules.queries import find_link_at, list_seats_in_tie_break_order
from aerodrome.games.airsteam.rules.state_changes import place_depot_and_get_link, receive_from_bank
from aerodrome.games.airsteam.steps.common import SeatStep
from aerodrome.games.airsteam.steps.planning import BeginRoundStep

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


@final
class DealColourStep(ChanceStep["Airsteam", AirsteamState]):
    """Who has which colour, by lot (KS-R56)."""

    stored_name: ClassVar[str] = "Colours"
    rule: ClassVar[str] = "KS-2.15"

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [deal for colour, deal in enumerate(game.deal_colour) if colour not in state.team]

    def odds(self, game: Airsteam, state: AirsteamState) -> list[float]:
        return get_uniform_odds(len(game.deal_colour) - self.seat)

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, DealColour) or not 0 <= action.colour < len(game.deal_colour):
            return "KS-2.15"
        return "KS-2.15" if action.colour in state.team else ""

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, DealColour)
        state.step_stack.pop()
        state.team[self.seat] = action.colour
        if tell is not None:
            tell(events.ColourDealt(self.seat, action.colour))


@final
class ChooseColourStep(SeatStep):
    """Which colour a seat has, by its own choice: an option of the table (KS-R56)."""

    stored_name: ClassVar[str] = "ChooseColour"
    rule: ClassVar[str] = "KS-R56"

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [choose for colour, choose in enumerate(game.choose_colour) if colour not in state.team]

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, ChooseColour) or not 0 <= action.colour < len(game.choose_colour):
            return "KS-R56"
        return "KS-2.15" if action.colour in state.team else ""

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ChooseColour)
        state.step_stack.pop()
        state.team[who] = action.colour
        if tell is not None:
            tell(events.ColourDealt(who, action.colour))


@final
class ChooseCharactersStep(Step["Airsteam", AirsteamState]):
    """Everybody chooses one of the two characters of the own colour, at once (KS-R47): shown when all have chosen."""

    stored_name: ClassVar[str] = "Characters"
    rule: ClassVar[str] = "KS-24.1"
    is_revealing: ClassVar[bool] = True

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return tuple([seat for seat in range(state.seats) if state.character[seat] == NOBODY])

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return game.choose_character[state.team[who]]

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        return "" if action in game.choose_character[state.team[who]] else "KS-24.1"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ChooseCharacter)
        state.character[who] = action.character
        if NOBODY in state.character:
            return
        state.step_stack.pop()
        for seat, character in enumerate(state.character):
            state.airship_level[seat] = game.start_airship[character]
            state.train_level[seat] = game.start_train[character]
            if game.can_lay_lines[character]:
                state.track_tiles_left = game.track_tiles
            if tell is not None:
                tell(events.CharacterChosen(seat, character))


@final
class DrawStartPlayerStep(ChanceStep["Airsteam", AirsteamState]):
    """Who holds the Start Player token first, by lot (KS-2.8)."""

    stored_name: ClassVar[str] = "StartPlayer"
    rule: ClassVar[str] = "KS-2.8"

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return game.draw_start[: state.seats]

    def odds(self, game: Airsteam, state: AirsteamState) -> list[float]:
        return get_uniform_odds(state.seats)

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        return "" if isinstance(action, DrawStartPlayer) and 0 <= action.seat < state.seats else "KS-2.8"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, DrawStartPlayer)
        state.step_stack.pop()
        state.start = action.seat
        if tell is not None:
            tell(events.StartPlayerDrawn(action.seat))


@final
class BeginDepotPlacementStep(AutoStep["Airsteam", AirsteamState]):
    """Starting depots in reverse order (KS-2.9, KS-24.5), then the extra one (KS-24.15), then money."""

    stored_name: ClassVar[str] = "PlaceAll"

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        state.tie_order = list_seats_in_tie_break_order(game, state)
        step_stack = state.step_stack
        step_stack.append(BeginRoundStep())
        step_stack.append(DealMoneyStep())
        for seat in state.tie_order:
            for _extra in range(game.extra_depots[state.character[seat]]):
                step_stack.append(PlaceStartDepotStep(seat, True))
        for seat in state.tie_order:
            step_stack.append(PlaceStartDepotStep(seat, False))


@final
class PlaceStartDepotStep(SeatStep):
    """Where a seat's starting depot goes; the airship starts at the first one."""

    stored_name: ClassVar[str] = "StartDepot"
    rule: ClassVar[str] = "KS-2.10"

    def __init__(self, seat: int, extra: bool) -> None:
        super().__init__(seat)
        self.extra = extra

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        rails = game.maps[state.seats].rail_hexes
        return [
            game.place_depot[hex_id] for hex_id in rails if not self._find_rule_against_start_space(game, state, hex_id)
        ]

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, PlaceFreeDepot) or action.hex < 0:
            return "KS-2.10"
        return self._find_rule_against_start_space(game, state, action.hex)

    def _find_rule_against_start_space(self, game: Airsteam, state: AirsteamState, hex_id: int) -> str:
        link = find_link_at(game, state, hex_id)
        if link == NOBODY or state.find_depot_at(hex_id) != NOBODY:
            return "KS-2.10"
        return "KS-2.11" if state.link_owners[link] & ~(1 << self.seat) else ""

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, PlaceFreeDepot)
        state.step_stack.pop()
        link = place_depot_and_get_link(game, state, who, action.hex)
        if not self.extra:
            state.airship[who] = action.hex  # KS-2.12
        if tell is not None:
            tell(events.StartDepotPlaced(who, action.hex, link, not self.extra))


@final
class DealMoneyStep(AutoStep["Airsteam", AirsteamState]):
    """Everybody gets the money of the start (KS-2.13)."""

    stored_name: ClassVar[str] = "DealMoney"

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        for seat in range(state.seats):
            amount = game.start_money[state.character[seat]]
            receive_from_bank(state, seat, amount)
            if tell is not None:
                tell(events.MoneyDealt(seat, amount))

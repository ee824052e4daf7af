"""Set-up: colours, characters, start player, starting depots, money."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, final

from aerodrome.core.actions import CHANCE, NOBODY, Action
from aerodrome.core.chance import uniform
from aerodrome.core.state import AutoStep, EventSink, Step
from aerodrome.games.airsteam.model.actions import ChooseCharacter, DealColour, DrawStartPlayer, PlaceDepot
from aerodrome.games.airsteam.model.events import (
    CharacterChosen,
    ColourDealt,
    MoneyDealt,
    StartDepotPlaced,
    StartPlayerDrawn,
)
from aerodrome.games.airsteam.model.state import AirsteamState
from aerodrome.games.airsteam.rules.queries import link_of, pay, put_depot, tie_order
from aerodrome.games.airsteam.steps.planning import NewRound

if TYPE_CHECKING:
    from aerodrome.games.airsteam.game import Airsteam


@final
class Colours(Step["Airsteam", AirsteamState]):
    """Who has which colour, by lot (KS-R56)."""

    def __init__(self, seat: int) -> None:
        self.seat = seat

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return (CHANCE,)

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return [deal for colour, deal in enumerate(game.deal_colour) if colour not in state.team]

    def odds(self, game: Airsteam, state: AirsteamState) -> list[float]:
        return uniform(len(game.deal_colour) - self.seat)

    rule: ClassVar[str] = "KS-2.15"

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, DealColour) or not 0 <= action.colour < len(game.deal_colour):
            return "KS-2.15"
        return "KS-2.15" if action.colour in state.team else ""

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, DealColour)
        state.step_stack.pop()
        state.team[self.seat] = action.colour
        if tell is not None:
            tell(ColourDealt(self.seat, action.colour))


@final
class Characters(Step["Airsteam", AirsteamState]):
    """Everybody chooses one of the two characters of the own colour, at once (KS-R47): shown when all have chosen."""

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return tuple([seat for seat in range(state.seats) if state.character[seat] == NOBODY])

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return game.choose_character[state.team[who]]

    rule: ClassVar[str] = "KS-24.1"

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
            if game.lays_lines[character]:
                state.track = game.track_tiles
            if tell is not None:
                tell(CharacterChosen(seat, character))


@final
class StartPlayer(Step["Airsteam", AirsteamState]):
    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return (CHANCE,)

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        return game.draw_start[: state.seats]

    def odds(self, game: Airsteam, state: AirsteamState) -> list[float]:
        return uniform(state.seats)

    rule: ClassVar[str] = "KS-2.8"

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        return "" if isinstance(action, DrawStartPlayer) and 0 <= action.seat < state.seats else "KS-2.8"

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, DrawStartPlayer)
        state.step_stack.pop()
        state.start = action.seat
        if tell is not None:
            tell(StartPlayerDrawn(action.seat))


@final
class PlaceAll(AutoStep["Airsteam", AirsteamState]):
    """Starting depots in reverse order (KS-2.9, KS-24.5), then the extra one (KS-24.15), then money."""

    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        state.tie = tie_order(game, state)
        step_stack = state.step_stack
        step_stack.append(NewRound())
        step_stack.append(DealMoney())
        for seat in state.tie:
            for _extra in range(game.extra_depots[state.character[seat]]):
                step_stack.append(StartDepot(seat, True))
        for seat in state.tie:
            step_stack.append(StartDepot(seat, False))


@final
class StartDepot(Step["Airsteam", AirsteamState]):
    def __init__(self, seat: int, extra: bool) -> None:
        self.seat = seat
        self.extra = extra

    def actors(self, game: Airsteam, state: AirsteamState) -> tuple[int, ...]:
        return (self.seat,)

    def legal(self, game: Airsteam, state: AirsteamState, who: int) -> list[Action]:
        rails = game.charts[state.seats].rails
        return [game.place_depot[at] for at in rails if not self._refuses(game, state, at)]

    rule: ClassVar[str] = "KS-2.10"

    def violated_rule(self, game: Airsteam, state: AirsteamState, who: int, action: Action) -> str:
        if not isinstance(action, PlaceDepot) or action.hex < 0:
            return "KS-2.10"
        return self._refuses(game, state, action.hex)

    def _refuses(self, game: Airsteam, state: AirsteamState, at: int) -> str:
        link = link_of(game, state, at)
        if link == NOBODY or state.depot_on(at) != NOBODY:
            return "KS-2.10"
        return "KS-2.11" if state.link_owners[link] & ~(1 << self.seat) else ""

    def apply(self, game: Airsteam, state: AirsteamState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, PlaceDepot)
        state.step_stack.pop()
        link = put_depot(game, state, who, action.hex)
        if not self.extra:
            state.airship[who] = action.hex  # KS-2.12
        if tell is not None:
            tell(StartDepotPlaced(who, action.hex, link, not self.extra))


@final
class DealMoney(AutoStep["Airsteam", AirsteamState]):
    def run(self, game: Airsteam, state: AirsteamState, tell: EventSink | None) -> None:
        for seat in range(state.seats):
            amount = game.start_money[state.character[seat]]
            pay(state, seat, -amount)
            if tell is not None:
                tell(MoneyDealt(seat, amount))

"""The movement throw and what happens on the space where it ends."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import EventSink
from aerodrome.games.airline.model import events
from aerodrome.games.airline.model.actions import ThrowDice
from aerodrome.games.airline.model.state import (
    BANK,
    CARGO_CLAIM,
    CARGO_SPACE,
    CHARTER_CLAIM,
    CHARTER_SPACE,
    CITY_SPACE,
    CRASH_DEBT,
    CRASH_SPACE,
    FARE_CLAIM,
    HIJACK_SPACE,
    MAINTENANCE_DEBT,
    MAINTENANCE_SPACE,
    SUBSIDY_CLAIM,
    TRACK_LENGTH,
    AirlineState,
)
from aerodrome.games.airline.rules.queries import find_city_owner
from aerodrome.games.airline.steps.after_landing import begin_after_landing_and_ask_for_offers
from aerodrome.games.airline.steps.claims import drop_uncalled_claims, pay_or_open_claim
from aerodrome.games.airline.steps.common import AirlineAutoStep, AirlineStep, DiceThrowStep, PassTurnStep
from aerodrome.games.airline.steps.debts import pay_debt_or_raise_money

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline


@final
class MovementThrowStep(DiceThrowStep):
    """The movement throw."""  # AL-2.1

    stored_name: ClassVar[str] = "Movement"

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ThrowDice)
        state.step_stack.pop()
        if state.claims:
            drop_uncalled_claims(state, tell)
        seat = state.active
        start = state.pos[seat]
        end = start + action.first + action.second
        passed = end >= TRACK_LENGTH
        if passed:
            end -= TRACK_LENGTH
        state.pos[seat] = end  # AL-3.1
        if tell is not None:
            tell(events.AircraftMoved(seat, action.first, action.second, start, end))
        subsidy = game.subsidies[state.aircraft[seat]] if passed else 0
        if subsidy == 0:
            resolve_space(game, state, tell)
        else:
            state.step_stack.append(_RESOLVE_SPACE)
            pay_or_open_claim(game, state, seat, BANK, subsidy, SUBSIDY_CLAIM, NOBODY, tell)  # AL-10.1, AL-10.3

    def get_step_without_removed_player(
        self, state: AirlineState, seat: int, tell: EventSink | None
    ) -> AirlineStep | None:
        return PassTurnStep() if seat == state.active else self


@final
class ResolveSpaceStep(AirlineAutoStep):
    """The effect of the space where the move ends, once the SUBSIDY passed is dealt with."""

    stored_name: ClassVar[str] = "Arrive"

    def run(self, game: Airline, state: AirlineState, tell: EventSink | None) -> None:
        resolve_space(game, state, tell)

    def get_step_without_removed_player(
        self, state: AirlineState, seat: int, tell: EventSink | None
    ) -> AirlineStep | None:
        return PassTurnStep() if seat == state.active else self


def resolve_space(game: Airline, state: AirlineState, tell: EventSink | None) -> None:
    """The effect of the space where the active player stands."""
    seat = state.active
    space = state.pos[seat]
    kind = game.kind_at[space]
    if kind == CITY_SPACE:
        _resolve_city_landing(game, state, seat, game.city_at[space], tell)
    elif kind == CHARTER_SPACE:
        state.step_stack.append(CharterThrowStep())
    elif kind == HIJACK_SPACE:
        state.step_stack.append(HijackThrowStep())
    else:
        state.step_stack.append(BeginAfterLandingStep(NOBODY, NOBODY))
        if kind == MAINTENANCE_SPACE:  # AL-10.4
            charge = game.maintenance[state.aircraft[seat]]
            pay_debt_or_raise_money(game, state, seat, BANK, charge, MAINTENANCE_DEBT, NOBODY, tell)
        elif kind == CARGO_SPACE:  # AL-10.9
            pay_or_open_claim(game, state, seat, BANK, game.air_cargo, CARGO_CLAIM, NOBODY, tell)
        elif kind == CRASH_SPACE:
            _charge_for_destroyed_aircraft(game, state, seat, False, tell)


def _resolve_city_landing(game: Airline, state: AirlineState, seat: int, city: int, tell: EventSink | None) -> None:
    owner = find_city_owner(state, city)
    if owner in (NOBODY, seat):  # AL-4.8
        begin_after_landing_and_ask_for_offers(game, state, city, owner)
    elif not (state.network[owner] >> city) & 1:  # AL-7.2
        if tell is not None:
            tell(events.LandedFreeInCutOffCity(seat, owner, city))
        begin_after_landing_and_ask_for_offers(game, state, city, owner)
    else:
        state.step_stack.append(BeginAfterLandingStep(city, owner))
        amount = game.fares[city][state.aircraft[owner]]  # AL-7.8
        pay_or_open_claim(game, state, owner, seat, amount, FARE_CLAIM, city, tell)


def _charge_for_destroyed_aircraft(
    game: Airline, state: AirlineState, seat: int, hijacked: bool, tell: EventSink | None
) -> None:
    if tell is not None:
        tell(events.AircraftDestroyed(seat, hijacked))
    pay_debt_or_raise_money(game, state, seat, BANK, game.crash_cost, CRASH_DEBT, NOBODY, tell)


@final
class CharterThrowStep(DiceThrowStep):
    """The throw on CHARTER, for so much money."""

    stored_name: ClassVar[str] = "CharterThrow"

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ThrowDice)
        state.step_stack[-1] = BeginAfterLandingStep(NOBODY, NOBODY)
        seat = state.active
        if tell is not None:
            tell(events.CharterDiceThrown(seat, action.first, action.second))
        amount = game.charter_per_pip * (action.first + action.second)  # AL-10.5
        pay_or_open_claim(game, state, seat, BANK, amount, CHARTER_CLAIM, NOBODY, tell)


@final
class HijackThrowStep(DiceThrowStep):
    """The throw on HIJACK: a double destroys the aircraft."""

    stored_name: ClassVar[str] = "HijackThrow"

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, ThrowDice)
        state.step_stack[-1] = BeginAfterLandingStep(NOBODY, NOBODY)
        seat = state.active
        if tell is not None:
            tell(events.HijackDiceThrown(seat, action.first, action.second))
        if action.first == action.second:
            _charge_for_destroyed_aircraft(game, state, seat, True, tell)  # AL-10.8
            return
        state.pos[seat] = 0  # AL-10.7
        if tell is not None:
            tell(events.AircraftHijackedToSubsidy(seat))


@final
class BeginAfterLandingStep(AirlineAutoStep):
    """The space is dealt with: what follows the landing begins."""

    stored_name: ClassVar[str] = "Landed"

    def __init__(self, city: int, owner: int) -> None:
        self.city = city
        self.owner = owner

    def run(self, game: Airline, state: AirlineState, tell: EventSink | None) -> None:
        begin_after_landing_and_ask_for_offers(game, state, self.city, self.owner)

    def get_step_without_removed_player(
        self, state: AirlineState, seat: int, tell: EventSink | None
    ) -> AirlineStep | None:
        return PassTurnStep() if seat == state.active else self


MOVEMENT_THROW: Final = MovementThrowStep()
_RESOLVE_SPACE: Final = ResolveSpaceStep()

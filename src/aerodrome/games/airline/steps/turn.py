"""The questions of set-up and of a turn, in the rulebook's order."""

from __future__ import annotations

from typing import TYPE_CHECKING, ClassVar, Final, final

from aerodrome.core.actions import NOBODY, Action
from aerodrome.core.state import EventSink, Step
from aerodrome.games.airline.model.actions import (
    BANK,
    CARGO_CLAIM,
    CHARTER_CLAIM,
    CRASH_DEBT,
    FARE_CLAIM,
    MAINTENANCE_DEBT,
    ROUND_LIMIT,
    SUBSIDY_CLAIM,
    AircraftDestroyed,
    BaseChosen,
    Buy,
    Challenge,
    Challenged,
    ChallengeLost,
    ChallengeThrown,
    ChallengeWon,
    CharterThrown,
    ChooseBase,
    End,
    Exchange,
    Exchanged,
    FirstChoice,
    Fly,
    FreeLanding,
    Hijacked,
    HijackThrown,
    Moved,
    Offer,
    OpeningThrown,
    OpeningTied,
    RightsBought,
    Throw,
    TurnBegan,
)
from aerodrome.games.airline.model.state import AirlineState
from aerodrome.games.airline.rules.changes import grant, strip, tell_reconnected, transfer
from aerodrome.games.airline.rules.offers import proposals
from aerodrome.games.airline.rules.queries import challenge_fault, exchange_fault, left_of, owner_of, purchase_fault
from aerodrome.games.airline.steps.base import Aftermath, Decision, with_claims
from aerodrome.games.airline.steps.debts import LastCall, arise, demand, finish, lapse, pay_open_fare
from aerodrome.games.airline.steps.throws import Throwing
from aerodrome.games.airline.steps.trading import after, ask_next, make_offer, offer_fault

if TYPE_CHECKING:
    from aerodrome.games.airline.game import Airline

TRACK: Final = 24
CITY: Final = 0
SUBSIDY: Final = 1
MAINTENANCE: Final = 2
CHARTER: Final = 3
HIJACK: Final = 4
AIR_CARGO: Final = 5
CRASH: Final = 6


# Set-up


@final
class OpeningThrow(Throwing):
    """Players throw in turn for the first choice of base; tied ones throw again."""  # AL-1.10, AL-R2

    def __init__(self, contenders: tuple[int, ...], totals: tuple[int, ...]) -> None:
        self.contenders = contenders
        self.totals = totals

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, Throw)
        if tell is not None:
            tell(OpeningThrown(self.contenders[len(self.totals)], action.first, action.second))
        totals = (*self.totals, action.first + action.second)
        if len(totals) < len(self.contenders):
            state.step_stack[-1] = OpeningThrow(self.contenders, totals)
            return
        best = max(totals)
        tied = tuple([s for s, total in zip(self.contenders, totals, strict=True) if total == best])
        if len(tied) > 1:
            state.step_stack[-1] = OpeningThrow(tied, ())
            if tell is not None:
                tell(OpeningTied(tied))
            return
        state.step_stack[-1] = BaseChoice(tied[0], tied[0])  # AL-1.11
        if tell is not None:
            tell(FirstChoice(tied[0]))


@final
class BaseChoice(Decision):
    def __init__(self, seat: int, first: int) -> None:
        self.seat = seat
        self.first = first
        """The winner of the opening throw."""

    def actors(self, game: Airline, state: AirlineState) -> tuple[int, ...]:
        return game.one[self.seat]

    rule: ClassVar[str] = "AL-1.11"

    def legal(self, game: Airline, state: AirlineState, who: int) -> list[Action]:
        return [game.bases[city] for city in range(18) if city not in state.base]

    def violated_rule(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if not isinstance(action, ChooseBase):
            rule = self.misplaced(state, who, action)
            return "AL-1.11" if rule else ""
        if not 0 <= action.city < 18:
            return "AL-1.12"
        return "AL-R4" if action.city in state.base else ""  # AL-1.12

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        if not isinstance(action, ChooseBase):
            self.common(game, state, who, action, tell)
            return
        state.step_stack.pop()
        state.base[who] = action.city  # AL-1.13: it costs nothing
        grant(game, state, who, 1 << action.city, None)
        if tell is not None:
            tell(BaseChosen(who, action.city))
        _next_base(game, state, who, self.first, tell)

    def without(self, state: AirlineState, seat: int, tell: EventSink | None) -> Step[Airline, AirlineState] | None:
        return NextBase(seat, self.first) if seat == self.seat else self


@final
class NextBase(Aftermath):
    def __init__(self, seat: int, first: int) -> None:
        self.seat = seat
        self.first = first

    def run(self, game: Airline, state: AirlineState, tell: EventSink | None) -> None:
        _next_base(game, state, self.seat, self.first, tell)


def _next_base(game: Airline, state: AirlineState, seat: int, first: int, tell: EventSink | None) -> None:
    """The next player to the left without a base, or the first normal turn."""
    other = after(state, seat)
    while other != seat:
        if not state.out[other] and state.base[other] == NOBODY:
            state.step_stack.append(BaseChoice(other, first))
            return
        other = after(state, other)
    start = first if game.dice_winner_starts else game.banker  # AL-1.14, AL-R1
    if state.out[start]:
        start = left_of(state, start)
    state.round = 1
    _begin_turn(game, state, start, tell)


# The turn


def _begin_turn(game: Airline, state: AirlineState, seat: int, tell: EventSink | None) -> None:
    state.active = seat
    state.exchanged = False
    state.offers = [0] * state.seats
    if tell is not None:
        tell(TurnBegan(seat, state.round))
    state.step_stack.append(_BEFORE)
    ask_next(game, state, after(state, seat), seat, False)  # AL-R55


def pass_turn(game: Airline, state: AirlineState, tell: EventSink | None) -> None:
    """To the left, skipping who is out; a round ends when the turn passes the banker's seat."""  # AL-1.15, AL-R44
    seat = state.active
    passed = False
    while True:
        seat = after(state, seat)
        if seat == game.banker:
            passed = True
        if not state.out[seat]:
            break
    if passed:
        if game.round_limit and state.round >= game.round_limit:
            state.step_stack.append(Count())
            if state.claims:
                state.step_stack.append(LastCall(seat, 0))
            return
        state.round += 1
    _begin_turn(game, state, seat, tell)


@final
class PassTurn(Aftermath):
    def run(self, game: Airline, state: AirlineState, tell: EventSink | None) -> None:
        pass_turn(game, state, tell)


@final
class Count(Aftermath):
    """The round limit is reached: the count of the short game decides."""  # AL-12.12

    def run(self, game: Airline, state: AirlineState, tell: EventSink | None) -> None:
        finish(game, state, ROUND_LIMIT, tell)


@final
class Before(Decision):
    """BEFORE THE THROW: trades, at most one exchange of aircraft, then the throw."""  # AL-2.4

    def actors(self, game: Airline, state: AirlineState) -> tuple[int, ...]:
        return game.one[state.active]

    rule: ClassVar[str] = "AL-2.4"

    def legal(self, game: Airline, state: AirlineState, who: int) -> list[Action]:
        answers: list[Action] = [game.fly]
        city = game.city_at[state.pos[who]]
        if (
            city >= 0
            and not state.exchanged
            and (state.owned[who] >> city) & 1
            and state.cash[who] >= game.exchange_fee
        ):
            answers += game.exchanges[state.aircraft[who]]
        if state.offers[who] < game.listed_active:
            offer_all(game, state, who, answers)
        return with_claims(game, state, who, answers) if state.claims else answers

    def violated_rule(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if isinstance(action, Fly):
            return ""
        if isinstance(action, Exchange):
            return exchange_fault(game, state, who, action.aircraft)
        if isinstance(action, Offer):
            return offer_fault(game, state, who, who, False, action)
        if isinstance(action, End):
            return "AL-2.2"
        return self.misplaced(state, who, action)

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, Fly):
            state.step_stack[-1] = _MOVEMENT
            if state.claims:
                state.step_stack.append(LastCall(who, 0))
        elif isinstance(action, Exchange):
            transfer(state, who, BANK, game.exchange_fee)
            state.aircraft[who] = action.aircraft  # AL-6.9
            state.exchanged = True
            if tell is not None:
                tell(Exchanged(who, action.aircraft, game.exchange_fee))
        elif isinstance(action, Offer):
            make_offer(state, who, who, False, action, tell)
        else:
            self.common(game, state, who, action, tell)

    def without(self, state: AirlineState, seat: int, tell: EventSink | None) -> Step[Airline, AirlineState] | None:
        return PassTurn() if seat == state.active else self  # AL-12.9


def offer_all(game: Airline, state: AirlineState, who: int, answers: list[Action]) -> None:
    for other in range(state.seats):
        if other != who and not state.out[other]:
            proposals(game, state, who, other, answers)


@final
class Movement(Throwing):
    """The movement throw."""  # AL-2.1

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, Throw)
        state.step_stack.pop()
        if state.claims:
            lapse(state, tell)
        seat = state.active
        start = state.pos[seat]
        end = start + action.first + action.second
        passed = end >= TRACK
        if passed:
            end -= TRACK
        state.pos[seat] = end  # AL-3.1
        if tell is not None:
            tell(Moved(seat, action.first, action.second, start, end))
        subsidy = game.subsidies[state.aircraft[seat]] if passed else 0
        if subsidy == 0:
            _arrive(game, state, tell)
        else:
            state.step_stack.append(_ARRIVE)
            arise(game, state, seat, BANK, subsidy, SUBSIDY_CLAIM, NOBODY, tell)  # AL-10.1, AL-10.3

    def without(self, state: AirlineState, seat: int, tell: EventSink | None) -> Step[Airline, AirlineState] | None:
        return PassTurn() if seat == state.active else self


@final
class Arrive(Aftermath):
    """The effect of the space where the move ends."""

    def run(self, game: Airline, state: AirlineState, tell: EventSink | None) -> None:
        _arrive(game, state, tell)

    def without(self, state: AirlineState, seat: int, tell: EventSink | None) -> Step[Airline, AirlineState] | None:
        return PassTurn() if seat == state.active else self


def _arrive(game: Airline, state: AirlineState, tell: EventSink | None) -> None:
    seat = state.active
    space = state.pos[seat]
    kind = game.kind_at[space]
    if kind == CITY:
        _land(game, state, seat, game.city_at[space], tell)
    elif kind == CHARTER:
        state.step_stack.append(CharterThrow())
    elif kind == HIJACK:
        state.step_stack.append(HijackThrow())
    else:
        state.step_stack.append(Landed(NOBODY, NOBODY))
        if kind == MAINTENANCE:  # AL-10.4
            charge = game.maintenance[state.aircraft[seat]]
            demand(game, state, seat, BANK, charge, MAINTENANCE_DEBT, NOBODY, tell)
        elif kind == AIR_CARGO:  # AL-10.9
            arise(game, state, seat, BANK, game.air_cargo, CARGO_CLAIM, NOBODY, tell)
        elif kind == CRASH:
            _crash(game, state, seat, False, tell)


def _land(game: Airline, state: AirlineState, seat: int, city: int, tell: EventSink | None) -> None:
    owner = owner_of(state, city)
    if owner in (NOBODY, seat):  # AL-4.8
        _open_after(game, state, city, owner)
    elif not (state.network[owner] >> city) & 1:  # AL-7.2
        if tell is not None:
            tell(FreeLanding(seat, owner, city))
        _open_after(game, state, city, owner)
    else:
        state.step_stack.append(Landed(city, owner))
        amount = game.fares[city][state.aircraft[owner]]  # AL-7.8
        arise(game, state, owner, seat, amount, FARE_CLAIM, city, tell)


def _crash(game: Airline, state: AirlineState, seat: int, hijacked: bool, tell: EventSink | None) -> None:
    if tell is not None:
        tell(AircraftDestroyed(seat, hijacked))
    demand(game, state, seat, BANK, game.crash_cost, CRASH_DEBT, NOBODY, tell)


@final
class CharterThrow(Throwing):
    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, Throw)
        state.step_stack[-1] = Landed(NOBODY, NOBODY)
        seat = state.active
        if tell is not None:
            tell(CharterThrown(seat, action.first, action.second))
        amount = game.charter_per_pip * (action.first + action.second)  # AL-10.5
        arise(game, state, seat, BANK, amount, CHARTER_CLAIM, NOBODY, tell)


@final
class HijackThrow(Throwing):
    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, Throw)
        state.step_stack[-1] = Landed(NOBODY, NOBODY)
        seat = state.active
        if tell is not None:
            tell(HijackThrown(seat, action.first, action.second))
        if action.first == action.second:
            _crash(game, state, seat, True, tell)  # AL-10.8
            return
        state.pos[seat] = 0  # AL-10.7
        if tell is not None:
            tell(Hijacked(seat))


@final
class Landed(Aftermath):
    """The space is dealt with: AFTER begins."""

    def __init__(self, city: int, owner: int) -> None:
        self.city = city
        self.owner = owner

    def run(self, game: Airline, state: AirlineState, tell: EventSink | None) -> None:
        _open_after(game, state, self.city, self.owner)

    def without(self, state: AirlineState, seat: int, tell: EventSink | None) -> Step[Airline, AirlineState] | None:
        return PassTurn() if seat == state.active else self


def _open_after(game: Airline, state: AirlineState, city: int, owner: int) -> None:
    state.step_stack.append(After(city, owner, False))
    seat = state.active
    ask_next(game, state, after(state, seat), seat, False)


@final
class After(Decision):
    """AFTER: purchase or challenge for the city landed on, trades, END."""  # AL-2.4

    def __init__(self, city: int, owner: int, done: bool) -> None:
        self.city = city
        """The city of this landing, NOBODY on a special space."""
        self.owner = owner
        """Whose it was on landing."""
        self.done = done
        """Bought or challenged."""

    def actors(self, game: Airline, state: AirlineState) -> tuple[int, ...]:
        return game.one[state.active]

    rule: ClassVar[str] = "AL-2.4"

    def legal(self, game: Airline, state: AirlineState, who: int) -> list[Action]:
        answers: list[Action] = [game.end]
        city = self.city
        if city >= 0 and not self.done and self.owner != who:
            if self.owner == NOBODY:
                if not purchase_fault(game, state, who, city, NOBODY, city):
                    answers.append(game.buy[city])
            elif not challenge_fault(game, state, who, city, self.owner, False, city):
                answers.append(game.challenge[city])
        if state.offers[who] < game.listed_active:
            offer_all(game, state, who, answers)
        return with_claims(game, state, who, answers) if state.claims else answers

    def violated_rule(self, game: Airline, state: AirlineState, who: int, action: Action) -> str:
        if isinstance(action, End):
            return ""
        if isinstance(action, Buy):
            return purchase_fault(game, state, who, self.city, self.owner, action.city)
        if isinstance(action, Challenge):
            return challenge_fault(game, state, who, self.city, self.owner, self.done, action.city)
        if isinstance(action, Offer):
            return offer_fault(game, state, who, who, False, action)
        return self.misplaced(state, who, action)

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        if isinstance(action, End):
            state.step_stack.pop()
            pass_turn(game, state, tell)
        elif isinstance(action, Buy):
            self._buy(game, state, who, action.city, tell)
        elif isinstance(action, Challenge):
            self._challenge(game, state, who, action.city, tell)
        elif isinstance(action, Offer):
            make_offer(state, who, who, False, action, tell)
        else:
            self.common(game, state, who, action, tell)

    def _buy(self, game: Airline, state: AirlineState, who: int, city: int, tell: EventSink | None) -> None:
        state.step_stack[-1] = After(city, self.owner, True)
        transfer(state, who, BANK, game.rights_price)
        if tell is not None:
            tell(RightsBought(who, city, game.rights_price))
        _gain(game, state, who, city, tell)

    def _challenge(self, game: Airline, state: AirlineState, who: int, city: int, tell: EventSink | None) -> None:
        state.step_stack[-1] = After(city, self.owner, True)  # AL-9.10
        if state.claims:
            pay_open_fare(game, state, who, tell)
        transfer(state, who, self.owner, game.challenge_fee)  # AL-9.3, AL-9.9
        if tell is not None:
            tell(Challenged(who, self.owner, city, game.challenge_fee))
        state.step_stack.append(ChallengeThrow(city, self.owner, 0))

    def without(self, state: AirlineState, seat: int, tell: EventSink | None) -> Step[Airline, AirlineState] | None:
        return PassTurn() if seat == state.active else self


@final
class ChallengeThrow(Throwing):
    """The challenger's throw, then the owner's."""  # AL-9.6

    def __init__(self, city: int, owner: int, total: int) -> None:
        self.city = city
        self.owner = owner
        self.total = total
        """What the challenger threw; 0 before."""

    def apply(self, game: Airline, state: AirlineState, who: int, action: Action, tell: EventSink | None) -> None:
        assert isinstance(action, Throw)
        seat = state.active
        thrown = action.first + action.second
        if tell is not None:
            tell(ChallengeThrown(self.owner if self.total else seat, action.first, action.second))
        if self.total == 0:
            state.step_stack[-1] = ChallengeThrow(self.city, self.owner, thrown)
            return
        state.step_stack.pop()
        if self.total <= thrown:  # AL-9.7
            if tell is not None:
                tell(ChallengeLost(seat, self.owner, self.city, self.total, thrown))
            return
        if tell is not None:
            tell(ChallengeWon(seat, self.owner, self.city, self.total, thrown))
        strip(game, state, self.owner, 1 << self.city, tell)  # AL-9.8
        _gain(game, state, seat, self.city, tell)


def _gain(game: Airline, state: AirlineState, seat: int, city: int, tell: EventSink | None) -> None:
    idle = state.owned[seat] & ~state.network[seat]
    grant(game, state, seat, 1 << city, tell)
    if tell is not None:
        tell_reconnected(game, state, seat, idle, tell)


_BEFORE: Final = Before()
_MOVEMENT: Final = Movement()
_ARRIVE: Final = Arrive()

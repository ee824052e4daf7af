"""What the table itself has to do next: start, obey a standing order, let a bot think, watch a clock."""

from typing import NamedTuple

from aerodrome.core.actions import Action
from aerodrome.table.match import Match


class Wait(NamedTuple):
    """Nothing before then."""

    until: int


class Start(NamedTuple):
    """All seats are taken."""


class Obey(NamedTuple):
    seat: int
    action: Action


class Think(NamedTuple):
    seat: int
    level: str
    for_clock: bool = False


class TakeSeat(NamedTuple):
    """Time is out and the table chose that a bot then takes the seat."""

    seat: int


Job = Start | Obey | Think | TakeSeat | Wait


def next_job(match: Match, now: int, grace: int, stand_in: str) -> Job | None:
    """The first thing to do, or how long there is nothing; None when people must act (or it is over).

    No clock runs out before `grace`: a table that was down does not punish its guests.
    """
    if not match.started:
        return None if any(seat.kind == "open" for seat in match.seats) else Start()
    asked = match.asked
    for seat in asked:
        action = _order(match, seat)
        if action is not None:
            return Obey(seat, action)
    for seat in asked:
        level = match.seats[seat].level
        if match.seats[seat].kind == "bot" and level is not None:
            return Think(seat, level)
    return _clock(match, asked, now, grace, stand_in)


def _order(match: Match, seat: int) -> Action | None:
    now = match.seats[seat]
    if not now.is_person or not now.orders:
        return None
    return match.game.obey(match.record.state, seat, frozenset(now.orders))


def _clock(match: Match, asked: list[int], now: int, grace: int, stand_in: str) -> Job | None:
    soonest: int | None = None
    for seat in asked:
        deadline = match.clocks.deadline(seat)
        if deadline is None or not match.seats[seat].is_person:
            continue
        deadline = max(deadline, grace)
        if deadline <= now:
            then = match.setup.clock.then if match.setup.clock else "move"
            return TakeSeat(seat) if then == "seat" else Think(seat, stand_in, for_clock=True)
        soonest = deadline if soonest is None else min(soonest, deadline)
    return None if soonest is None else Wait(soonest)

"""What a match has to do by itself next: start, play a standing order, let a bot move, watch a clock."""

from typing import NamedTuple

from aerodrome.core.actions import Action
from aerodrome.core.standing_order_keys import split_standing_order_key
from aerodrome.matches.match import Match


class WaitUntil(NamedTuple):
    """Nothing to do before then."""

    due_ms: int


class StartMatch(NamedTuple):
    """All seats are taken."""


class FillOpenSeat(NamedTuple):
    """Nobody took this seat of a public table in the time that its host chose."""

    seat: int


class PlayStandingOrder(NamedTuple):
    """A standing order of this seat answers its question."""

    seat: int
    action: Action


class CancelStandingOrder(NamedTuple):
    """An order with an amount is used up: it is on offer no more."""

    seat: int
    key: str


class PlayBotMove(NamedTuple):
    """A bot must choose for this seat: because it sits there, or because a person's time is out."""

    seat: int
    level: str
    is_timeout: bool = False


class PlayLessonMove(NamedTuple):
    """A lesson says what this seat does now."""

    seat: int
    action: Action


class ReplaceSeatOnTimeout(NamedTuple):
    """Time is out and the match was created so that a bot then takes the seat."""

    seat: int


class CastBotVote(NamedTuple):
    """All people agree to end the game: the bot at this seat is asked. `agree` is given where it cannot think."""

    seat: int
    vote: int
    agree: bool | None = None


AutomaticJob = (
    StartMatch
    | FillOpenSeat
    | PlayLessonMove
    | PlayStandingOrder
    | CancelStandingOrder
    | PlayBotMove
    | CastBotVote
    | ReplaceSeatOnTimeout
    | WaitUntil
)


def find_next_job_or_wait(match: Match, now_ms: int, grace_until_ms: int, substitute_level: str) -> AutomaticJob | None:
    """The first thing to do, or until when there is nothing; None when people must act (or it is over).

    No clock runs out before `grace_until_ms`: a server that was down does not punish its guests.
    """
    if not match.is_started:
        return None if match.is_closed else _find_job_before_start(match, now_ms, grace_until_ms)
    place = match.find_lesson_progress()
    if place is not None:
        return None if place.next_move is None or match.is_closed else PlayLessonMove(*place.next_move)
    vote_job = _find_bot_vote_job(match)
    if vote_job is not None:
        return vote_job
    used_up = find_used_up_standing_order_job(match)
    if used_up is not None:
        return used_up
    order = find_standing_order_job(match)
    if order is not None:
        return order
    asked = match.asked_seats
    bot_moves = list_bot_move_jobs(match)
    if bot_moves:
        return bot_moves[0]
    return _find_clock_job(match, asked, now_ms, grace_until_ms, substitute_level)


def _find_job_before_start(match: Match, now_ms: int, grace_until_ms: int) -> AutomaticJob | None:
    """Start when all seats are taken; at a public table, wait until bots take those that are not."""
    open_seats = [number for number, seat in enumerate(match.seats) if seat.kind == "open"]
    if not open_seats:
        return StartMatch()
    deadline = match.get_fill_deadline_ms()
    if deadline is None:
        return None
    deadline = max(deadline, grace_until_ms)
    return FillOpenSeat(open_seats[0]) if deadline <= now_ms else WaitUntil(deadline)


def list_bot_move_jobs(match: Match) -> list[PlayBotMove]:
    """All bots that must choose now: several where all choose at once."""
    return [
        PlayBotMove(seat, level)
        for seat in match.asked_seats
        if match.seats[seat].kind == "bot" and (level := match.seats[seat].level) is not None
    ]


def _find_bot_vote_job(match: Match) -> CastBotVote | None:
    """Bots answer last and at once: nothing happens between their agreement and the end."""
    vote = match.find_end_vote()
    if vote is None:
        return None
    pending = match.find_pending_voters(vote.proposed_by, vote)
    if not pending or match.seats[pending[0]].kind != "bot":
        return None
    return CastBotVote(pending[0], vote.id)


def find_standing_order_job(match: Match) -> PlayStandingOrder | None:
    """The first question that the standing orders of a person answer; some titles have one by default.

    None in a lesson: there every question is the learner's.
    """
    if match.lesson_script is not None:
        return None
    for seat in match.asked_seats:
        if not match.seats[seat].is_person:
            continue
        orders = frozenset(match.seats[seat].standing_orders)
        action = match.game.standing_order_action(match.record.state, seat, orders)
        if action is not None:
            return PlayStandingOrder(seat, action)
    return None


def find_used_up_standing_order_job(match: Match) -> CancelStandingOrder | None:
    """The first order with an amount that its title does not offer any more: it must not come to life again."""
    for seat, state in enumerate([] if match.is_over else match.seats):
        given = [key for key in state.standing_orders if split_standing_order_key(key)[1] is not None]
        if given:
            on_offer = {order.key for order in match.game.standing_orders(match.record.state, seat)}
            for key in given:
                if split_standing_order_key(key)[0] not in on_offer:
                    return CancelStandingOrder(seat, key)
    return None


def _find_clock_job(
    match: Match, asked_seats: list[int], now_ms: int, grace_until_ms: int, substitute_level: str
) -> AutomaticJob | None:
    soonest: int | None = None
    for seat in asked_seats:
        deadline = match.clocks.get_deadline_ms(seat)
        if deadline is None or not match.seats[seat].is_person:
            continue
        deadline = max(deadline, grace_until_ms)
        if deadline <= now_ms:
            takes_seat = match.setup.clock is not None and match.setup.clock.on_timeout == "seat"
            return ReplaceSeatOnTimeout(seat) if takes_seat else PlayBotMove(seat, substitute_level, is_timeout=True)
        soonest = deadline if soonest is None else min(soonest, deadline)
    return None if soonest is None else WaitUntil(soonest)

"""Does what a match has to do by itself (`automatic_jobs.py`): lets bots choose and vote, plays orders and lessons."""

import asyncio
from typing import TYPE_CHECKING, Literal, NamedTuple

from aerodrome.bots.levels import SUBSTITUTE_LEVEL
from aerodrome.core.actions import Action
from aerodrome.matches import end_votes, event_builders, events
from aerodrome.matches.automatic_jobs import (
    AutomaticJob,
    CancelStandingOrder,
    CastBotVote,
    FillOpenSeat,
    PlayBotMove,
    PlayLessonMove,
    PlayStandingOrder,
    ReplaceSeatOnTimeout,
    StartMatch,
    find_standing_order_job,
    find_used_up_standing_order_job,
    list_bot_move_jobs,
)
from aerodrome.matches.bot_move_timing import is_quiet_action
from aerodrome.matches.bot_pool import build_bot_request
from aerodrome.matches.events import AnyMatchEvent
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.match_bots import build_bot_spec

if TYPE_CHECKING:
    from aerodrome.matches.service import MatchService


class BotChoice(NamedTuple):
    """What a bot chose, and the question it answers."""

    job: PlayBotMove
    action: Action
    question_seq: int | None
    level: str | None
    is_worth_seeing: bool


async def run_job(service: "MatchService", live: LiveMatch, job: AutomaticJob) -> None:
    """Do what a match has to do by itself, unless it is done or void meanwhile."""
    match job:
        case StartMatch():
            await service.start_match(live)
        case FillOpenSeat(seat=seat):
            await service.commit_event(live, lambda match: _build_bot_seated_if_still_open(match, seat))
        case PlayStandingOrder(seat=seat, action=action):
            question = live.match.seats[seat].question_seq

            def build_event(match: Match) -> AnyMatchEvent | None:
                # The order may have been revoked meanwhile.
                if not _is_same_question(match, seat, question) or find_standing_order_job(match) != job:
                    return None
                return event_builders.build_action_played(match, seat, action, "order")

            await service.commit_event(live, build_event)
        case CancelStandingOrder(seat=seat, key=key):
            cancelled = events.StandingOrderSet(seat=seat, key=key, label="", enabled=False)
            await service.commit_event(
                live, lambda match: cancelled if find_used_up_standing_order_job(match) == job else None
            )
        case PlayLessonMove():
            await _play_lesson_move(service, live, job)
        case ReplaceSeatOnTimeout(seat=seat):
            await service.commit_event(live, lambda match: _build_seat_replaced_if_still_asked(match, seat))
        case PlayBotMove():
            await _play_bot_moves(service, live, job)
        case CastBotVote():
            await _cast_bot_vote(service, live, job)


async def _play_lesson_move(service: "MatchService", live: LiveMatch, job: PlayLessonMove) -> None:
    """What the lesson prepared, at the pace of bots."""
    match, version = live.match, live.match.version
    is_forced = job.seat in match.asked_seats and len(match.game.legal(match.record.state, job.seat)) == 1
    if not (is_forced or is_quiet_action(match, job.action)):
        await _pause_before_move(service, live)

    def build_event(match: Match) -> AnyMatchEvent | None:
        return (
            None if match.version != version else event_builders.build_action_played(match, job.seat, job.action, "bot")
        )

    await service.commit_event(live, build_event)


async def _pause_before_move(service: "MatchService", live: LiveMatch) -> None:
    """Let people see the move before this one."""
    if service.min_bot_move_seconds and live.match.seats_played_by_people:
        pause = live.bot_move_timing.compute_pause_seconds(
            service.min_bot_move_seconds, service.get_monotonic_seconds()
        )
        if pause > 0.0:
            await service.pause(pause)


async def _cast_bot_vote(service: "MatchService", live: LiveMatch, job: CastBotVote) -> None:
    """Let a bot say whether the game may end as it stands; if it moved on meanwhile, the bot is asked anew."""
    log_length, agree = live.match.public_log_length, job.agree
    if agree is None:
        request = build_bot_request(live.match, job.seat)._replace(priority=live.bot_priority, share=live.share_key)
        agree = await service.bot_pool.decide_end_vote(request)

    def build_event(match: Match) -> AnyMatchEvent | None:
        if match.public_log_length != log_length:
            return None
        return end_votes.build_bot_vote_cast_or_match_ended(match, job.vote, job.seat, agree)

    await service.commit_event(live, build_event)


async def _play_bot_moves(service: "MatchService", live: LiveMatch, job: PlayBotMove) -> None:
    """Bots that are asked at once choose at once; what they chose is played as soon as all have."""
    others = [move for move in list_bot_move_jobs(live.match) if move.seat != job.seat]
    thoughts = [_let_bot_choose(service, live, one) for one in (job, *others)]
    chosen = await asyncio.gather(*thoughts, return_exceptions=True)
    for choice in chosen:
        if isinstance(choice, BotChoice):
            await _play_bot_choice(service, live, choice)
    for choice in chosen:
        if isinstance(choice, BaseException):
            raise choice


async def _let_bot_choose(service: "MatchService", live: LiveMatch, job: PlayBotMove) -> BotChoice:
    """A bot's choice, and whether people want to follow it: not a pass, a secret, or what had no alternative."""
    match, state = live.match, live.match.seats[job.seat]
    question_seq, level = state.question_seq, state.level
    is_secret = len(match.asked_seats) > 1
    is_forced = len(match.game.legal(match.record.state, job.seat)) == 1
    request = build_bot_request(match, job.seat)._replace(priority=live.bot_priority, share=live.share_key)
    spec = build_bot_spec(match.game, job.level, state.style)
    action = match.game.parse(await service.bot_pool.choose_action(request, spec))
    return BotChoice(job, action, question_seq, level, not (is_secret or is_forced or is_quiet_action(match, action)))


async def _play_bot_choice(service: "MatchService", live: LiveMatch, choice: BotChoice) -> None:
    job = choice.job
    if choice.is_worth_seeing:
        await _pause_before_move(service, live)
    await live.coach.wait_until_bots_released()

    def build_event(match: Match) -> AnyMatchEvent | None:
        is_same = _is_same_question(match, job.seat, choice.question_seq)
        if not is_same or match.seats[job.seat].level != choice.level:
            return None
        source: Literal["clock", "bot"] = "clock" if job.is_timeout else "bot"
        return event_builders.build_action_played(match, job.seat, choice.action, source)

    await service.commit_event(live, build_event)


def _build_seat_replaced_if_still_asked(match: Match, seat: int) -> events.SeatReplaced | None:
    state = match.seats[seat]
    if not state.is_person or state.question_seq is None:
        return None
    return events.SeatReplaced(seat=seat, level=SUBSTITUTE_LEVEL, reason="time")


def _build_bot_seated_if_still_open(match: Match, seat: int) -> events.SeatReplaced | None:
    if match.seats[seat].kind != "open" or match.get_fill_deadline_ms() is None or match.public is None:
        return None
    return event_builders.build_bot_seated_event(match, seat, match.public.fill_level or SUBSTITUTE_LEVEL)


def _is_same_question(match: Match, seat: int, question_seq: int | None) -> bool:
    return question_seq is not None and match.seats[seat].question_seq == question_seq


def build_fallback_job(failed_job: AutomaticJob) -> AutomaticJob:
    """A bot that fails again and again at a position makes way for one that cannot; without a thought it plays on."""
    if isinstance(failed_job, CastBotVote):
        return failed_job._replace(agree=False)
    return failed_job._replace(level="random") if isinstance(failed_job, PlayBotMove) else failed_job

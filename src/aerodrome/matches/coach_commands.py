"""What is done with a coach: survey a question, judge the choice that is made, let the bots go on."""

import asyncio
from typing import Any, NamedTuple

from aerodrome.matches import coach, event_builders
from aerodrome.matches.bot_pool import BotRequest, CostlyChoice, SurveyedChoice, build_bot_request
from aerodrome.matches.coach import may_coach
from aerodrome.matches.errors import BotFailed, MachineBusy
from aerodrome.matches.fair_queue import ShareKey
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.service import MatchService


class CoachedChoicePair(NamedTuple):
    """A choice that is about to be made, and the better one that it is compared with."""

    request: BotRequest
    action: dict[str, Any]
    better: dict[str, Any]


async def survey_and_remember_choices(
    service: MatchService, live: LiveMatch, seat: int, share: ShareKey
) -> list[SurveyedChoice]:
    """The best choices of the seat's question; empty where the coach has nothing to say or no time to think."""
    match, log_length = live.match, live.match.get_shown_log_length(seat)
    if not may_coach(match) or len(match.game.legal(match.record.state, seat)) < 2:
        return []
    try:
        found = await service.bot_pool.survey_choices_for_coach(build_bot_request(match, seat)._replace(share=share))
    except (BotFailed, MachineBusy):
        return []
    live.coach.choices = log_length, found
    return found


def build_coached_choice_pair(
    live: LiveMatch, seat: int, action_data: dict[str, Any], share: ShareKey
) -> CoachedChoicePair | None:
    """What this answer of the seat is to be compared with; None where there is nothing to judge."""
    match = live.match
    if not may_coach(match):
        return None
    action = match.game.dump(event_builders.parse_action(match, action_data))
    better = live.coach.find_better_choice(match.get_shown_log_length(seat), action)
    if better is None:
        return None
    return CoachedChoicePair(build_bot_request(match, seat)._replace(share=share), action, better)


def start_judging_choice(service: MatchService, live: LiveMatch, choice_pair: CoachedChoicePair) -> None:
    """The choice was made: find out what it cost."""
    live.coach.judging = asyncio.create_task(_judge_choice_and_hold_or_release_bots(service, live, choice_pair))


async def _judge_choice_and_hold_or_release_bots(
    service: MatchService, live: LiveMatch, choice_pair: CoachedChoicePair
) -> CostlyChoice | None:
    try:
        found = await asyncio.wait_for(service.bot_pool.judge_cost_of_choice(*choice_pair), coach.JUDGING_S)
    except (BotFailed, MachineBusy, TimeoutError):
        found = None
    if live.coach.judging is not asyncio.current_task():
        return None  # the person has gone on meanwhile
    if found is None:
        live.coach.release_bots()
    else:
        live.coach.hold_bots_while_person_reads()
    return found


async def wait_for_judgement(live: LiveMatch) -> CostlyChoice | None:
    """What the newest choice cost, as soon as that is known; None where it was not much."""
    judging = live.coach.judging
    return None if judging is None else await asyncio.shield(judging)


def forget_judgement_and_release_bots(live: LiveMatch) -> None:
    """The person goes on: nobody waits any more."""
    live.coach.judging = None
    live.coach.release_bots()

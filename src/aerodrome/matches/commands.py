"""What people do at a table besides looking: play, undo, vote, chat, leave.

Whoever calls these has already made sure that `seat` is the caller's. Numbers that come from callers (questions,
positions, votes) are as their seat counts (`viewer_numbering`).
"""

import math
from collections.abc import Mapping
from typing import Any, Literal

from aerodrome.bots.levels import SUBSTITUTE_LEVEL
from aerodrome.core.question import StandingOrder
from aerodrome.core.standing_order_keys import AMOUNT_PLACE, build_standing_order_key, split_standing_order_key
from aerodrome.matches import end_votes, event_builders, events, rated_tables
from aerodrome.matches.display_names import clean_free_text_line
from aerodrome.matches.errors import InvalidState, MalformedRequest, NotAllowed, NotFound
from aerodrome.matches.events import AnyMatchEvent
from aerodrome.matches.live_match import AWAY_AFTER_S, LiveMatch
from aerodrome.matches.match import Match, Vote
from aerodrome.matches.match_bots import split_bot_spec
from aerodrome.matches.match_creation import require_known_level
from aerodrome.matches.seat_access import clean_and_require_unique_seat_name
from aerodrome.matches.service import MatchService

MAX_STANDING_ORDERS = 40
MAX_OPEN_VOTES = 3
MAX_EVENTS = 20_000
"""So many a match may have until it can only be played on: what is undone and done again without end ends somewhere."""
MAX_CHAT_LINES = 2000
MAX_CHAT_LINES_PER_SEAT = 800


# Seats


async def rename_seat(service: MatchService, live: LiveMatch, seat: int, name: str) -> int:
    """A person changes the name that is shown."""
    if live.match.setup.is_rated_or_in_competition:
        raise NotAllowed("At a rated table and in a tournament everybody is called as their account is.")

    def decide(match: Match) -> AnyMatchEvent:
        _require_room_for_changes(match)
        return events.SeatRenamed(seat=seat, name=clean_and_require_unique_seat_name(match, seat, name))

    return await service.commit_event(live, decide)


async def hand_seat_to_bot(service: MatchService, live: LiveMatch, seat: int) -> int:
    """A bot plays on for the seat; its person may come back."""

    def build_event(match: Match) -> AnyMatchEvent | None:
        _require_not_over(match)
        if not match.seats[seat].is_person:
            return None
        return events.SeatReplaced(seat=seat, level=SUBSTITUTE_LEVEL, reason="left")

    return await service.commit_event(live, build_event)


async def resume_seat(service: MatchService, live: LiveMatch, seat: int) -> int:
    """A person plays again where a bot played for them."""

    def build_event(match: Match) -> AnyMatchEvent | None:
        if match.seats[seat].is_person:
            return None
        if not match.seats[seat].replaced_reason:
            raise NotAllowed("This seat is a bot's own.")
        _require_room_for_changes(match)
        return events.SeatResumed(seat=seat)

    return await service.commit_event(live, build_event)


def _require_room_for_changes(match: Match) -> None:
    if match.version >= MAX_EVENTS:
        raise NotAllowed("So much was changed at this table that no more fits in: it can only be played to its end.")


def _require_not_over(match: Match) -> None:
    if match.is_over or match.is_closed:
        raise InvalidState("The match is over." if match.is_over else "The host closed this table.")


def _require_person_at_seat(match: Match, seat: int) -> None:
    """Only who plays at the table may propose something to it."""
    if seat < 0:
        raise NotAllowed("You have no seat here: you may fill open seats, but not speak for the table.")
    if not match.seats[seat].is_person:
        raise InvalidState("A bot plays this seat: take it back first.")


async def replace_seat_or_propose_vote(
    service: MatchService, live: LiveMatch, seat: int, target_seat: int, level: str, is_host: bool
) -> int:
    """A bot for an open seat (the host), for one's own seat, or by vote for somebody else's.

    `seat` is -1 for a host without a seat, who may fill open seats and nothing else.
    """
    level = require_known_level(level, live.match.game)
    is_rated_or_in_competition = live.match.setup.is_rated_or_in_competition

    def build_event(match: Match) -> AnyMatchEvent:
        _require_not_over(match)
        if target_seat >= len(match.seats):
            raise NotFound("There is no such seat.")
        kind = match.seats[target_seat].kind
        if kind == "bot":
            raise InvalidState("A bot sits there already.")
        if kind == "open":
            if not is_host:
                raise NotAllowed("Only the host fills open seats.")
            if match.setup.rated:
                rated_tables.require_bot_level_has_rating(match.setup.title, level)
            return event_builders.build_bot_seated_event(match, target_seat, level)
        stand_in = SUBSTITUTE_LEVEL if is_rated_or_in_competition else level
        if target_seat == seat or (match.setup.mode == "hotseat" and seat >= 0):
            return _build_seat_replaced(target_seat, stand_in, "left")
        if is_rated_or_in_competition:
            # The seat would be last for it, so that whoever profits must have no part in it.
            raise NotAllowed("At a rated table and in a tournament the clock alone gives somebody's seat to a bot.")
        _require_person_at_seat(match, seat)
        voters = [voter for voter in match.seats_played_by_people if voter not in (seat, target_seat)]
        is_gone = live.is_away_long_enough_to_replace(target_seat) and match.find_current_time_away(target_seat) is None
        if is_gone and all(live.is_away_long_enough_to_replace(voter) for voter in voters):
            return _build_seat_replaced(target_seat, stand_in, "away")
        if not voters:
            raise NotAllowed(_explain_why_not_replaceable(live, match, target_seat))
        return _require_vote_can_open(
            match, events.VoteProposed(seat=seat, vote_kind="replace", target=target_seat, level=stand_in)
        )

    await service.commit_event(live, build_event)
    await service.start_if_full(live)
    return live.match.version


def _build_seat_replaced(seat: int, bot_spec: str, reason: Literal["left", "away", "vote"]) -> events.SeatReplaced:
    level, style = split_bot_spec(bot_spec)
    return events.SeatReplaced(seat=seat, level=level, reason=reason, style=style)


def _explain_why_not_replaceable(live: LiveMatch, match: Match, seat: int) -> str:
    """Why this person cannot be replaced without a vote yet, and from when they can."""
    rule = f"With two at the table, a bot can play on for somebody who has been away for {AWAY_AFTER_S:g} seconds"
    name, away = match.get_display_name(seat), live.get_seconds_away(seat)
    if match.find_current_time_away(seat) is not None:
        return f"{name} is away for a while, as this table allows: the clock stands, and no bot plays on."
    if away is None:
        return f"{rule}; {name} is here."
    return f"{rule}; {name} has been away for {int(away)}: try again in {math.ceil(AWAY_AFTER_S - away)} seconds."


def _find_awaited_voters(live: LiveMatch, match: Match, vote: Vote) -> list[int]:
    """Whose agreement a vote waits for: for the seat of somebody away, only those who are here."""
    pending = match.find_pending_voters(vote.proposed_by, vote)
    is_gone = (
        vote.target is not None
        and live.is_away_long_enough_to_replace(vote.target)
        and match.find_current_time_away(vote.target) is None
    )
    if vote.kind == "replace" and is_gone:
        return [seat for seat in pending if not live.is_away_long_enough_to_replace(seat)]
    return pending


async def close_unstarted_match_or_lesson(service: MatchService, live: LiveMatch, is_host: bool) -> int:
    """The host gives a table up before it begins, or a lesson at any time; everybody there sees it."""

    def build_event(match: Match) -> AnyMatchEvent | None:
        if not is_host:
            raise NotAllowed("Only the host closes a table.")
        if match.is_closed:
            return None
        if match.is_started and not match.setup.lesson:
            raise InvalidState("The match has begun: it belongs to everybody at the table.")
        return events.MatchClosed()

    return await service.commit_event(live, build_event)


# Playing


async def submit_action_and_detect_repeat(
    service: MatchService, live: LiveMatch, seat: int, question_seq: int, action_data: Mapping[str, Any]
) -> bool:
    """A person's answer. True when it was accepted before, and nothing was done now."""
    action = event_builders.parse_action(live.match, action_data)
    await service.catch_up_to(live, seat, log_length=question_seq)
    is_repeated = False

    def build_event(match: Match) -> AnyMatchEvent | None:
        nonlocal is_repeated
        if not match.seats[seat].is_person:
            raise InvalidState("A bot plays this seat: take it back first.")
        played = event_builders.build_answer_event_unless_repeated(match, seat, question_seq, action)
        is_repeated = played is None
        return played

    await service.commit_event(live, build_event)
    return is_repeated


async def set_standing_order(
    service: MatchService, live: LiveMatch, seat: int, key: str, enabled: bool, amount: int | None = None
) -> int:
    """Give or revoke a standing order, one with an amount by the key under which it is offered."""

    def build_event(match: Match) -> AnyMatchEvent | None:
        in_force = match.seats[seat].standing_orders
        given = [one for one in in_force if split_standing_order_key(one)[0] == key]
        wanted = build_standing_order_key(key, amount)
        if not enabled:
            return events.StandingOrderSet(seat=seat, key=given[0], label="", enabled=False) if given else None
        if wanted in in_force:
            return None
        _require_room_for_changes(match)
        on_offer = match.game.standing_orders(match.record.state, seat) if match.status == "playing" else []
        order = next((one for one in on_offer if one.key == key), None)
        if order is None or len(in_force) >= MAX_STANDING_ORDERS:
            raise InvalidState("There is no such standing order to give now.")
        _require_fitting_order_amount(order, amount)
        label = order.label.replace(AMOUNT_PLACE, str(amount))
        return events.StandingOrderSet(seat=seat, key=wanted, label=label, enabled=True)

    return await service.commit_event(live, build_event)


def _require_fitting_order_amount(order: StandingOrder, amount: int | None) -> None:
    if order.max_amount is None:
        if amount is not None:
            raise MalformedRequest("This order has no amount.")
    elif amount is None or not 1 <= amount <= order.max_amount:
        raise MalformedRequest(f"This order needs an amount from 1 to {order.max_amount}.")


async def post_chat(service: MatchService, live: LiveMatch, seat: int, text: str, key: str = "") -> int:
    """A line of chat, read by everybody."""
    line = clean_free_text_line(text)
    if not line:
        raise MalformedRequest("There is nothing to say.")

    def build_event(match: Match) -> AnyMatchEvent:
        index = match.log_index
        if index.chat_lines_by_seat[seat] >= MAX_CHAT_LINES_PER_SEAT or len(index.chat_versions) >= MAX_CHAT_LINES:
            raise NotAllowed("This table has said all it can: there is no room for more lines of chat.")
        return events.ChatPosted(seat=seat, text=line, device=key)

    return await service.commit_event(live, build_event)


# Undo and votes


async def undo_or_propose_vote(
    service: MatchService,
    live: LiveMatch,
    seat: int,
    scope: Literal["choice", "turn", "position"],
    to_position: int | None,
) -> int:
    """Undo one's last choice or turn at once; further back when all agree, by a vote."""

    def build_event(match: Match) -> AnyMatchEvent:
        _require_person_at_seat(match, seat)
        _require_room_for_changes(match)
        if scope != "position":
            last_choice, turn_start, reason = event_builders.find_undo_positions_or_reason(match, seat)
            target = last_choice if scope == "choice" else turn_start
            if target is None:
                raise InvalidState(reason)
            return event_builders.build_actions_undone(match, seat, target)
        if match.setup.is_rated_or_in_competition:
            raise NotAllowed(
                "A rated game, or one of a tournament, goes back no further than your own last choice or turn."
            )
        if to_position is None:
            raise MalformedRequest("Say the position to go back to.")
        if match.is_over or not match.is_started:
            raise InvalidState("There is nothing to take back.")
        target = event_builders.require_choice_position_at_or_before(match, seat, to_position)
        if not match.find_pending_voters(seat, None):
            return event_builders.build_actions_undone(match, seat, target)
        return _require_vote_can_open(match, events.VoteProposed(seat=seat, vote_kind="undo", to_position=target))

    return await service.commit_event(live, build_event)


def _require_vote_can_open(match: Match, proposal: events.VoteProposed) -> events.VoteProposed:
    _require_room_for_changes(match)
    if len(match.votes) >= MAX_OPEN_VOTES:
        raise InvalidState("There are votes to settle first.")
    wanted = proposal.vote_kind, proposal.to_position, proposal.target
    if any((vote.kind, vote.to_position, vote.target) == wanted for vote in match.votes.values()):
        raise InvalidState("This is being voted on already.")
    return proposal


async def answer_proposal(service: MatchService, live: LiveMatch, seat: int, vote_id: int, agree: bool) -> int:
    """Agree to a proposal or end it; the last agreement carries it out."""

    def build_event(match: Match) -> AnyMatchEvent | None:
        vote = match.votes.get(match.version_numbers.convert_from_shown_number(seat, vote_id, match.version))
        if vote is None or match.is_over:
            raise InvalidState("This vote is over.")
        if vote.kind == "end":
            return end_votes.build_person_vote_cast_or_match_ended(match, vote, seat, agree)
        if seat not in match.find_pending_voters(vote.proposed_by, vote):
            if seat in vote.agreed and agree:
                return None
            raise NotAllowed("You have no voice in this vote.")
        if not agree or [voter for voter in _find_awaited_voters(live, match, vote) if voter != seat]:
            return events.VoteCast(vote=vote.id, seat=seat, agree=agree)
        return _build_event_carrying_out_vote(match, vote)

    return await service.commit_event(live, build_event)


async def end_match_or_propose_vote(service: MatchService, live: LiveMatch, seat: int) -> int:
    """Ask everybody, bots included, whether the game ends here."""

    def build_event(match: Match) -> AnyMatchEvent:
        _require_person_at_seat(match, seat)
        _require_room_for_changes(match)
        return end_votes.build_vote_proposed_or_match_ended(match, seat)

    return await service.commit_event(live, build_event)


def _build_event_carrying_out_vote(match: Match, vote: Vote) -> AnyMatchEvent:
    if vote.kind == "replace":
        assert vote.target is not None
        return _build_seat_replaced(vote.target, vote.level, "vote")
    assert vote.to_position is not None
    if vote.to_position >= match.actions_in_force_count:
        raise InvalidState("There is nothing to take back any more.")
    return event_builders.build_actions_undone(match, vote.proposed_by, vote.to_position, vote.id)

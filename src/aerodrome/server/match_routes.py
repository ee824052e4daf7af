"""Everything below /api/matches/{id}: the room, its stream, and what people do there."""

from collections.abc import AsyncIterator
from typing import Annotated

import msgspec
from litestar import Response, Router, get, post
from litestar.di import Provide
from litestar.params import HeaderParameter, JSONBody, PathParameter, QueryParameter
from litestar.response import Stream

from aerodrome.core.question import BoardTarget
from aerodrome.matches import (
    coach_commands,
    commands,
    event_builders,
    match_creation,
    public_tables,
    rematches,
    seat_access,
)
from aerodrome.matches.bot_pool import build_bot_request
from aerodrome.matches.errors import InvalidState, MalformedRequest, NotAllowed, NotFound
from aerodrome.matches.match import Match
from aerodrome.matches.replay_pool import (
    EVERY_SEAT,
    build_present_segment,
    build_segment_up_to,
    check_action_allowed,
    describe_board_target,
    foresee_choice_outcomes,
    play_segment_and_view_position,
)
from aerodrome.matches.seat_links_and_notes_store import SeatLinksAndNotesStore
from aerodrome.matches.statistics import StatisticsCache
from aerodrome.matches.suspensions import require_not_suspended
from aerodrome.server import schemas, serializers
from aerodrome.server.context import AppContext
from aerodrome.server.dependencies import Access, Context, CurrentCaller, CurrentSlot, SeatQuery, provide_match_access
from aerodrome.server.edition_routes import check_edition_in_worker_and_compare
from aerodrome.server.event_stream import stream_events
from aerodrome.server.identity import Caller, MatchAccess
from aerodrome.server.notifications import mask_notification_url, require_notifiable_address
from aerodrome.server.public_table_routes import build_public_listing


@get("/", is_expensive=True)
async def get_room(access: Access, seat: SeatQuery = None) -> schemas.Room:
    """The whole room, as the caller may know it."""
    return serializers.build_room(access.live, access.seats, access.resolve_viewer(seat), access.is_host)


@get("/events", media_type="text/event-stream")
async def get_event_stream(
    context: Context,
    access: Access,
    caller: CurrentCaller,
    request_slot: CurrentSlot,
    seat: SeatQuery = None,
    after: Annotated[int | None, QueryParameter(ge=0, le=1_000_000, description="Like Last-Event-ID")] = None,
    last_event_id: Annotated[int | None, HeaderParameter(name="Last-Event-ID", ge=0, le=1_000_000)] = None,
) -> Stream:
    """Live updates as server-sent events; without an id, from now on."""
    viewer = access.resolve_viewer(seat)
    request_slot.count_as_stream(caller.key)
    start = last_event_id if last_event_id is not None else after
    after_version = access.match.get_shown_version(viewer) if start is None else start
    chunks = _stream_while_allowed(context, access, caller, viewer, after_version)
    return Stream(chunks, media_type="text/event-stream", headers={"X-Accel-Buffering": "no"})


async def _stream_while_allowed(
    context: AppContext, access: MatchAccess, caller: Caller, viewer: int | None, after_version: int
) -> AsyncIterator[bytes]:
    """Live updates, until this device is shown out of the seat or its session is ended."""
    async for chunk in stream_events(access.service, access.live, viewer, after_version):
        if viewer is not None and caller.key in access.match.seats[viewer].removed_devices:
            return
        if await context.sessions.is_session_over(caller):
            return
        yield chunk


@post("/actions", status_code=200)
async def submit_action(
    data: JSONBody[schemas.ActionRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.ActionAck:
    """Answer the question with this number."""
    seat, live = access.resolve_seat_and_mark_seen(data.seat), access.live
    coach_commands.forget_judgement_and_release_bots(live)
    choice_pair = None
    if data.coach:
        choice_pair = coach_commands.build_coached_choice_pair(
            live, seat, data.action, caller.build_share_key(access.match.id)
        )
    if choice_pair is not None and not context.hint_limiter.try_acquire_token(*caller.clients_for_rate_limits):
        choice_pair = None
    if choice_pair is not None:
        live.coach.hold_bots_while_judging()
    repeated = await commands.submit_action_and_detect_repeat(access.service, live, seat, data.seq, data.action)
    if choice_pair is not None:
        coach_commands.start_judging_choice(access.service, live, choice_pair)
    match = access.match
    return schemas.ActionAck(
        match.get_shown_version(seat), match.get_shown_log_length(seat), repeated, choice_pair is not None
    )


def _build_ack(access: MatchAccess, seat: int | None) -> schemas.Ack:
    """What was done for this seat is stored (None, -1: for whoever has none)."""
    return schemas.Ack(access.match.get_shown_version(seat))


@post("/validate", status_code=200)
async def validate_action(
    data: JSONBody[schemas.ValidateActionRequest], access: Access, caller: CurrentCaller
) -> schemas.ValidationResult:
    """Would this be allowed now, and why not?"""
    seat, match = access.resolve_seat_and_mark_seen(data.seat), access.match
    event_builders.require_started(match)
    event_builders.parse_action(match, data.action)
    share = caller.build_share_key(match.id)
    found = await access.service.replay_pool.run_short_job(
        check_action_allowed, build_present_segment(match), seat, data.action, share=share
    )
    return schemas.ValidationResult(*found)


@get("/outcomes")
async def get_choice_outcomes(
    access: Access, caller: CurrentCaller, seat: SeatQuery = None
) -> schemas.ChoiceOutcomeList:
    """What each choice of the caller's question would bring, in the order of its choices."""
    viewer, live = access.resolve_viewer(seat), access.live
    if viewer is None:
        raise InvalidState("Only who sits at the table is asked.")
    question_seq, version = access.match.get_shown_question_seq(viewer), access.match.get_shown_version(viewer)
    if question_seq is None:  # answered meanwhile: no fault of whoever asks
        return schemas.ChoiceOutcomeList(access.match.get_shown_log_length(viewer), [])
    kept = live.outcome_cache.get(viewer)
    if kept is None or kept[0] != version:
        share = caller.build_share_key(access.match.id)
        found = await access.service.replay_pool.run_short_job(
            foresee_choice_outcomes, build_present_segment(access.match), viewer, share=share
        )
        kept = live.outcome_cache[viewer] = version, found
    return schemas.ChoiceOutcomeList(question_seq, kept[1])


@get("/positions/{position:int}", is_expensive=True)
async def get_position(
    position: Annotated[int, PathParameter(ge=0, le=1_000_000)],
    access: Access,
    caller: CurrentCaller,
    seat: SeatQuery = None,
) -> schemas.PositionView:
    """The match after so many actions, as the caller could see it then."""
    match, viewer = access.match, access.resolve_viewer(seat)
    real_position = _require_and_convert_shown_position(match, viewer, position)
    last_actor = match.record.played[real_position - 1][0] if real_position else -1
    share = caller.build_share_key(match.id)
    found = await access.service.replay_pool.run_short_job(
        play_segment_and_view_position, build_segment_up_to(match, real_position), viewer, share=share
    )
    return serializers.build_position_view(match, viewer, position, last_actor, found)


def _require_and_convert_shown_position(match: Match, viewer: int | None, shown_position: int) -> int:
    """Positions are counted for each viewer: what others changed in secret has no number."""
    if shown_position > match.get_shown_position(viewer):
        raise NotFound("The match has not come that far.")
    return match.position_numbers.convert_from_shown_number(viewer, shown_position, match.actions_in_force_count)


@get("/description")
async def get_place_description(
    access: Access,
    caller: CurrentCaller,
    where: Annotated[str, QueryParameter(max_length=300, description="A place or thing as JSON, as choices name it")],
    seat: SeatQuery = None,
    position: Annotated[int | None, QueryParameter(ge=0, le=1_000_000, description="Without it: now")] = None,
) -> schemas.PlaceDescription:
    """What a place or thing is, and what it means for the caller now or at an earlier position."""
    match, viewer = access.match, access.resolve_viewer(seat)
    event_builders.require_started(match)
    if position is None:
        shown_position, segment = match.get_shown_position(viewer), build_present_segment(match)
    else:
        shown_position, segment = (
            position,
            build_segment_up_to(match, _require_and_convert_shown_position(match, viewer, position)),
        )
    share = caller.build_share_key(match.id)
    found = await access.service.replay_pool.run_short_job(
        describe_board_target, segment, viewer, _parse_board_target(where), share=share
    )
    return schemas.PlaceDescription(shown_position, found)


def _parse_board_target(where: str) -> BoardTarget:
    try:
        return msgspec.json.decode(where, type=BoardTarget)
    except msgspec.MsgspecError as error:
        raise MalformedRequest(f"That names no place: {error}") from error


@get("/log", is_expensive=True)
async def get_log_page(
    access: Access,
    before: Annotated[str, QueryParameter(max_length=24, description="`earlier` of the page that follows")],
    seat: SeatQuery = None,
) -> schemas.LogPage:
    """An earlier page of the log."""
    return serializers.build_log_page(access.match, access.resolve_viewer(seat), before)


@get("/chat", is_expensive=True)
async def get_chat_page(
    access: Access,
    before: Annotated[int, QueryParameter(ge=0, le=1_000_000, description="`earlier` of the page that follows")],
) -> schemas.ChatPage:
    """An earlier page of the chat."""
    return serializers.build_chat_page(access.match, before)


@get("/statistics", is_expensive=True)
async def get_statistics(access: Access, caller: CurrentCaller, seat: SeatQuery = None) -> schemas.StatisticsInfo:
    """The title's figures over the match, as far as the caller may know them; all of them when it is over."""
    viewer = access.resolve_viewer(seat)
    if access.match.is_over:
        viewer = EVERY_SEAT
    cache = access.live.statistics.setdefault(viewer, StatisticsCache(viewer))
    share = caller.build_share_key(access.match.id)
    return serializers.build_statistics_info(
        await cache.compute_statistics(access.match, access.service.replay_pool, share)
    )


@post("/hint", status_code=200)
async def get_hint(
    data: JSONBody[schemas.SeatOnlyRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.SuggestedActions:
    """Up to five choices with the chance to win that a strong bot gives them, and why."""
    seat, match = access.resolve_seat_and_mark_seen(data.seat), access.match
    if not match.setup.hints:
        raise NotAllowed("This table plays without hints.")
    question_seq = match.get_shown_question_seq(seat)
    if question_seq is None:
        raise InvalidState("You are not asked anything now.")
    position = match.get_shown_log_length(seat)
    kept = access.live.hints.get(seat)
    if kept is not None and kept[0] == position:
        found = kept[1]
    else:
        context.hint_limiter.acquire_token(*caller.clients_for_rate_limits)
        request = build_bot_request(match, seat)._replace(share=caller.build_share_key(match.id))
        found = await access.service.bot_pool.suggest_actions(request)
        access.live.hints[seat] = position, found
    return schemas.SuggestedActions(question_seq, "ace", found)


@post("/coach/points", status_code=200)
async def get_coach_tips(
    data: JSONBody[schemas.SeatOnlyRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.CoachTips:
    """What a beginner should look at before choosing. A busy machine and an empty budget mean silence."""
    seat, live = access.resolve_seat_and_mark_seen(data.seat), access.live
    question_seq = access.match.get_shown_question_seq(seat)
    if question_seq is None:  # answered meanwhile: no fault of whoever asks
        return schemas.CoachTips(access.match.get_shown_log_length(seat), [])
    found = live.coach.find_surveyed_choices(access.match.get_shown_log_length(seat))
    if found is None and context.hint_limiter.try_acquire_token(*caller.clients_for_rate_limits):
        found = await coach_commands.survey_and_remember_choices(
            access.service, live, seat, caller.build_share_key(access.match.id)
        )
    named = sorted((choice for choice in found or [] if choice.reason), key=lambda choice: choice.description)
    return schemas.CoachTips(
        question_seq, [schemas.CoachTip(choice.description, choice.reason, choice.where) for choice in named]
    )


@post("/coach/judgement", status_code=200)
async def get_coach_judgement(data: JSONBody[schemas.SeatOnlyRequest], access: Access) -> schemas.CoachJudgement:
    """What the last choice cost, as soon as that is known."""
    access.resolve_seat_and_mark_seen(data.seat)
    return schemas.CoachJudgement(await coach_commands.wait_for_judgement(access.live))


@post("/coach/keep", status_code=200)
async def keep_choice_and_release_bots(data: JSONBody[schemas.SeatOnlyRequest], access: Access) -> schemas.Ack:
    """The choice stands: the bots go on."""
    seat = access.resolve_seat_and_mark_seen(data.seat)
    coach_commands.forget_judgement_and_release_bots(access.live)
    return _build_ack(access, seat)


@post("/undo", status_code=200)
async def undo_or_propose_vote(data: JSONBody[schemas.UndoRequest], access: Access) -> schemas.Ack:
    """Undo a choice or the turn; further back starts a vote."""
    seat = access.resolve_seat_and_mark_seen(data.seat)
    await commands.undo_or_propose_vote(access.service, access.live, seat, data.scope, data.to_position)
    coach_commands.forget_judgement_and_release_bots(access.live)
    return _build_ack(access, seat)


@post("/vote", status_code=200)
async def answer_proposal(
    data: JSONBody[schemas.VoteRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.Ack:
    """Agree to a proposal, or end it."""
    context.table_limiter.acquire_token(caller.key)
    seat = access.resolve_seat_and_mark_seen(data.seat)
    await commands.answer_proposal(access.service, access.live, seat, data.id, data.agree)
    return _build_ack(access, seat)


@post("/propose-end", status_code=200)
async def end_match_or_propose_vote(
    data: JSONBody[schemas.SeatOnlyRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.Ack:
    """Ask everybody whether the game ends here; the answers are votes."""
    context.table_limiter.acquire_token(caller.key)
    seat = access.resolve_seat_and_mark_seen(data.seat)
    await commands.end_match_or_propose_vote(access.service, access.live, seat)
    return _build_ack(access, seat)


@post("/chat", status_code=200)
async def post_chat(
    data: JSONBody[schemas.ChatRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.Ack:
    """A line of chat, read by everybody."""
    seat = access.resolve_seat_and_mark_seen(data.seat)
    context.chat_limiter.acquire_token(caller.key)
    await require_not_suspended(access.service.store, caller.key)
    await commands.post_chat(access.service, access.live, seat, data.text, caller.key)
    return _build_ack(access, seat)


@post("/standing-orders", status_code=200)
async def set_standing_order(
    data: JSONBody[schemas.StandingOrderRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.Ack:
    """Give or revoke a standing order."""
    context.table_limiter.acquire_token(caller.key)
    seat = access.resolve_seat_and_mark_seen(data.seat)
    await commands.set_standing_order(access.service, access.live, seat, data.key, data.enabled, data.amount)
    return _build_ack(access, seat)


@post("/leave", status_code=200)
async def hand_own_seat_to_bot(
    data: JSONBody[schemas.SeatOnlyRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.Ack:
    """A bot plays on for me."""
    context.table_limiter.acquire_token(caller.key)
    seat = access.resolve_seat_and_mark_seen(data.seat)
    await commands.hand_seat_to_bot(access.service, access.live, seat)
    return _build_ack(access, seat)


@post("/resume", status_code=200)
async def resume_own_seat(
    data: JSONBody[schemas.SeatOnlyRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.Ack:
    """I play again where a bot played for me."""
    context.table_limiter.acquire_token(caller.key)
    seat = access.resolve_seat_and_mark_seen(data.seat)
    await commands.resume_seat(access.service, access.live, seat)
    return _build_ack(access, seat)


@post("/replace", status_code=200)
async def replace_seat_or_propose_vote(
    data: JSONBody[schemas.ReplaceSeatRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.Ack:
    """A bot for an open seat, for mine, or by vote for another's."""
    context.table_limiter.acquire_token(caller.key)
    seat = -1 if access.is_host and not access.seats else access.resolve_seat_and_mark_seen(data.seat)
    await commands.replace_seat_or_propose_vote(
        access.service, access.live, seat, data.target, data.level, access.is_host
    )
    return _build_ack(access, seat)


@post("/close", status_code=200)
async def close_unstarted_match_or_lesson(access: Access) -> schemas.Ack:
    """The host gives the table up before it begins."""
    await commands.close_unstarted_match_or_lesson(access.service, access.live, access.is_host)
    return _build_ack(access, None)


@post("/listing", status_code=200)
async def change_listing(
    data: JSONBody[schemas.ChangeListingRequest], context: Context, access: Access, caller: CurrentCaller
) -> schemas.Ack:
    """The host puts the table into the lobby or takes it out, until it begins."""
    context.table_limiter.acquire_token(*caller.clients_for_rate_limits)
    public = build_public_listing(data.public)
    await public_tables.change_listing(access.service, access.live, public, access.is_host)
    return _build_ack(access, access.seats[0] if len(access.seats) == 1 else None)


def _require_guest(caller: Caller) -> None:
    """A key or link made in a session would outlive it: who has an account signs in instead."""
    if caller.account_id is not None:
        raise NotAllowed("You have an account: sign in with it on the other device.")


@post("/return-key", status_code=200)
async def make_return_key(
    data: JSONBody[schemas.SeatOnlyRequest], access: Access, caller: CurrentCaller
) -> schemas.ReturnKey:
    """The key with which I come back to my seat when this browser forgets me."""
    seat = access.resolve_seat_and_mark_seen(data.seat)
    _require_guest(caller)
    token = await seat_access.make_return_token(access.service, access.live, seat, caller.secret, caller.key)
    return schemas.ReturnKey(serializers.build_link_path(token))


@get("/devices")
async def list_devices_of_own_seat(access: Access, caller: CurrentCaller, seat: SeatQuery = None) -> schemas.DeviceList:
    """The devices that hold my seat."""
    return await _build_device_list(access, access.resolve_seat_and_mark_seen(seat), caller)


@post("/devices/link", status_code=200)
async def make_device_link(
    data: JSONBody[schemas.SeatOnlyRequest], access: Access, caller: CurrentCaller
) -> schemas.DeviceLink:
    """A link that opens my seat on one further device."""
    seat = access.resolve_seat_and_mark_seen(data.seat)
    _require_guest(caller)
    token, expires_at = await seat_access.make_device_token_with_expiry(access.service, access.live, seat, caller.key)
    return schemas.DeviceLink(serializers.build_link_path(token), expires_at)


@post("/devices/remove", status_code=200)
async def remove_device_from_own_seat(
    data: JSONBody[schemas.RemoveDeviceRequest], access: Access, caller: CurrentCaller
) -> schemas.DeviceList:
    """Show a device out of my seat."""
    seat = access.resolve_seat_and_mark_seen(data.seat)
    await seat_access.remove_device(access.service, access.live, seat, data.id, caller.key)
    return await _build_device_list(access, seat, caller)


async def _build_device_list(access: MatchAccess, seat: int, caller: Caller) -> schemas.DeviceList:
    found = await seat_access.list_devices(access.service, access.live, seat)
    devices = [schemas.DeviceInfo(one.id, one.label, one.since_ms, one.key == caller.key) for one in found]
    return schemas.DeviceList(devices, seat_access.is_device_admitted_by_link(access.match, seat, caller.key))


@post("/rename", status_code=200)
async def rename_own_seat(
    data: JSONBody[schemas.RenameSeatRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.Ack:
    """Change the name that is shown for me."""
    context.table_limiter.acquire_token(caller.key)
    seat = access.resolve_seat_and_mark_seen(data.seat)
    await commands.rename_seat(access.service, access.live, seat, data.name)
    return _build_ack(access, seat)


@get("/notifications")
async def get_turn_notice_address(access: Access, seat: SeatQuery = None) -> schemas.TurnNoticeAddressInfo:
    """Whether and where I am told that it is my turn."""
    acting_seat = access.resolve_seat_and_mark_seen(seat)
    address = await SeatLinksAndNotesStore(access.service.store).get_turn_notice_address(access.match.id, acting_seat)
    return schemas.TurnNoticeAddressInfo(bool(address), mask_notification_url(address))


@post("/notifications", status_code=200)
async def set_turn_notice_address(
    data: JSONBody[schemas.TurnNoticeAddressRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.TurnNoticeAddressInfo:
    """Where to tell me that it is my turn."""
    seat = access.resolve_seat_and_mark_seen(data.seat)
    if not context.settings.notifications:
        raise NotAllowed("This server sends no notices.")
    address = data.address.strip()
    if address:
        context.notice_limiter.acquire_token(*caller.clients_for_rate_limits)
        await require_notifiable_address(address)
    await SeatLinksAndNotesStore(access.service.store).set_turn_notice_address(access.match.id, seat, address)
    return schemas.TurnNoticeAddressInfo(bool(address), mask_notification_url(address))


@get("/notes")
async def get_own_notes(access: Access, seat: SeatQuery = None) -> schemas.NotesInfo:
    """What I have written down at this table."""
    return schemas.NotesInfo(
        *await SeatLinksAndNotesStore(access.service.store).get_seat_note(
            access.match.id, access.resolve_seat_and_mark_seen(seat)
        )
    )


@post("/notes", status_code=200)
async def set_own_notes(
    data: JSONBody[schemas.NotesRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.NotesInfo:
    """Keep my notes; not when another device of mine changed them since."""
    context.table_limiter.acquire_token(caller.key)
    seat = access.resolve_seat_and_mark_seen(data.seat)
    text = data.text.replace("\x00", "")  # PostgreSQL keeps none
    kept = await SeatLinksAndNotesStore(access.service.store).set_seat_note_unless_changed(
        access.match.id, seat, text, data.revision
    )
    return schemas.NotesInfo(kept.text, kept.revision, kept == (text, data.revision + 1))


@post("/rematch", status_code=200)
async def join_or_create_rematch(
    data: JSONBody[schemas.SeatOnlyRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.JoinedMatch:
    """The same people once more: whoever asks first opens the table, the others sit down there."""
    seat = access.resolve_seat_and_mark_seen(data.seat)
    context.new_match_limiter.acquire_token(*caller.clients_for_rate_limits)
    is_first = access.match.is_over and access.match.rematch_id is None
    if is_first:
        await context.require_may_open_more_matches(caller.key, caller.address)
    live = await rematches.join_or_create_rematch(access.service, access.live, seat, caller.key)
    if is_first:
        context.remember_match_of_address(caller.address, live.match.id)
    return schemas.JoinedMatch(live.match.id, seat)


@post("/play-on", status_code=200)
async def create_match_from_lesson(
    data: JSONBody[schemas.SeatOnlyRequest], access: Access, context: Context, caller: CurrentCaller
) -> schemas.JoinedMatch:
    """A game against bots from where a lesson stands."""
    seat = access.resolve_seat_and_mark_seen(data.seat)
    context.new_match_limiter.acquire_token(*caller.clients_for_rate_limits)
    await context.require_may_open_more_matches(caller.key, caller.address)
    live = await match_creation.create_match_from_lesson(access.service, access.live, caller.key)
    return schemas.JoinedMatch(live.match.id, seat)


@get("/record", is_expensive=True)
async def download_record(access: Access) -> Response[bytes]:
    """The whole record, for a match that is over: before that it would tell what is hidden."""
    match = access.match
    if not match.is_over:
        raise InvalidState("The record is yours when the match is over.")
    name = f"{match.setup.title}-{match.id}.json"
    headers = {"Content-Disposition": f'attachment; filename="{name}"'}
    return Response(match.export_record(), media_type="application/json", headers=headers)


@get("/edition", is_expensive=True)
async def get_match_edition(access: Access, context: Context, caller: CurrentCaller) -> schemas.MatchEdition:
    """The own edition that is played, for everybody at the table."""
    setup = access.match.setup
    if not setup.own_edition:
        raise NotFound("This table plays the house edition.")
    found = await check_edition_in_worker_and_compare(context, caller, setup.title, None, setup.own_edition.encode())
    return schemas.MatchEdition(
        id=setup.edition_id,
        hash=setup.edition_hash,
        differences=[note.text for note in found.differences],
        data=found.data or {},
        shown=setup.shows_edition,
        text=found.text if setup.shows_edition or access.is_host else None,
    )


router = Router(
    "/api/matches/{id:str}",
    dependencies={"access": Provide(provide_match_access)},
    route_handlers=[
        get_room,
        get_event_stream,
        submit_action,
        validate_action,
        get_choice_outcomes,
        get_position,
        get_place_description,
        get_log_page,
        get_chat_page,
        get_statistics,
        get_hint,
        get_coach_tips,
        get_coach_judgement,
        keep_choice_and_release_bots,
        undo_or_propose_vote,
        answer_proposal,
        end_match_or_propose_vote,
        post_chat,
        set_standing_order,
        hand_own_seat_to_bot,
        resume_own_seat,
        replace_seat_or_propose_vote,
        close_unstarted_match_or_lesson,
        change_listing,
        make_return_key,
        list_devices_of_own_seat,
        make_device_link,
        remove_device_from_own_seat,
        rename_own_seat,
        get_turn_notice_address,
        set_turn_notice_address,
        get_own_notes,
        set_own_notes,
        join_or_create_rematch,
        create_match_from_lesson,
        download_record,
        get_match_edition,
    ],
)

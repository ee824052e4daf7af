"""What callers get to see of a match: all of it is built here, from the viewer's view and nothing else."""

from collections.abc import Mapping
from typing import Any

import msgspec

from aerodrome.bots.levels import SUBSTITUTE_LEVEL
from aerodrome.core import registry
from aerodrome.core.option_specs import OptionSpec, list_option_specs
from aerodrome.core.question import Choice
from aerodrome.core.standing_order_keys import split_standing_order_key
from aerodrome.matches import end_votes, event_builders, log_text, util
from aerodrome.matches.automatic_jobs import find_standing_order_job
from aerodrome.matches.coach import may_coach
from aerodrome.matches.edition_jobs import check_edition_and_compare_with_house
from aerodrome.matches.errors import LinkNoLongerOpens
from aerodrome.matches.events import (
    ActionPlayed,
    ActionsUndone,
    ChatPosted,
    ChatRemoved,
    ClockRules,
    MatchSetup,
    MatchStarted,
)
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.replay_pool import SCORE_SERIES, PositionForViewer
from aerodrome.matches.seat_access import SeatLink, require_link_still_opens
from aerodrome.matches.statistics import MatchStatistics
from aerodrome.matches.time_away import count_away_days_left
from aerodrome.server import lesson_serializers, schemas
from aerodrome.server.match_length import estimate_match_minutes
from aerodrome.server.schemas.time_away import AwayPeriod

LOG_PAGE_LINES = 80
CHAT_PAGE_LINES = 50

_encoder = msgspec.json.Encoder()


def build_room(live: LiveMatch, claimed_seats: list[int], viewer: int | None, is_host: bool) -> schemas.Room:
    """The whole room for somebody who holds these seats and looks from `viewer`'s (None: as a spectator)."""
    match, setup = live.match, live.match.setup
    log, chat = _build_newest_log_page(live, viewer), build_chat_page(match, None)
    return schemas.Room(
        id=match.id,
        title=setup.title,
        edition=match.game.edition_id,
        own_edition=build_own_edition_summary(live),
        rules_version=setup.rules_version,
        options=setup.options,
        mode=setup.mode,
        status=match.status,
        hints=setup.hints,
        watchable=bool(setup.spectator_token),
        version=match.get_shown_version(viewer),
        seq=match.get_shown_log_length(viewer),
        position=match.get_shown_position(viewer),
        me=schemas.CallerSeats(claimed_seats, viewer, is_host),
        seats=build_seat_infos(live),
        board=match.game.board(),
        view=match.game.view(match.record.state, viewer),
        question=build_question(match, viewer),
        out_of_turn=build_out_of_turn_choices(match, viewer),
        log=log.lines,
        earlier_log=log.earlier,
        chat=chat.messages,
        earlier_chat=chat.earlier,
        standing_orders=build_standing_orders(match, viewer),
        undo=build_undo_info(match, viewer),
        votes=build_vote_infos(match, viewer),
        end_proposal=build_end_proposal_permission(match),
        clocks=build_clocks_info(match),
        commitment=match.record.commitment,
        result=build_match_result(match),
        links=_build_invite_links(match, bool(claimed_seats), is_host),
        pause_reason=live.pause_reason,
        rematch=match.rematch_id,
        rematch_by=match.rematch_by,
        rematch_seats=match.rematch_seats,
        origin=build_origin_info(match),
        lesson=lesson_serializers.build_lesson_info(match, viewer),
        may_coach=viewer is not None and may_coach(match),
        listing=build_listing_info(match),
        rated=setup.rated,
        tournament=build_table_in_tournament(setup),
    )


def build_table_in_tournament(setup: MatchSetup) -> schemas.TableInTournament | None:
    """The tournament that a match is a table of."""
    place = setup.competition
    return None if place is None else schemas.TableInTournament(place.id, place.name, place.round, place.table)


def build_listing_info(match: Match) -> schemas.TableListingInfo | None:
    """How the table stands in the lobby; None for one whose seats are given away by link alone."""
    public = match.public
    if public is None:
        return None
    fill_after = None if public.fill_after_ms is None else public.fill_after_ms // 1000
    level = public.fill_level or SUBSTITUTE_LEVEL
    return schemas.TableListingInfo(fill_after, match.get_fill_deadline_ms(), level, public.for_friends)


def build_own_edition_summary(live: LiveMatch) -> schemas.OwnEditionSummary | None:
    """The edition of the host's own that is played, if it is not the house's."""
    setup = live.match.setup
    if not setup.own_edition:
        return None
    return schemas.OwnEditionSummary(setup.edition_id, setup.edition_hash, len(_list_edition_differences(live)))


def _list_edition_differences(live: LiveMatch) -> list[str]:
    setup = live.match.setup
    if not setup.own_edition:
        return []
    if live.edition_differences is None:
        report = check_edition_and_compare_with_house(setup.title, None, setup.own_edition.encode())
        live.edition_differences = [note.text for note in report.differences]
    return live.edition_differences


def build_origin_info(match: Match) -> schemas.MatchOriginInfo | None:
    """The record that the match goes on from, if it does."""
    given, origin = match.setup.imported_actions, match.setup.origin
    if not given:
        return None
    return schemas.MatchOriginInfo(
        commitment=origin.commitment if origin is not None else "",
        position=len(given),
        chance=log_text.count_imported_chance_actions(match),
        explained_chance=origin.explained_chance if origin is not None else 0,
        has_seed=origin is not None and origin.has_seed,
        is_lesson=origin is not None and origin.is_lesson,
        text=log_text.describe_match_origin(match),
    )


def build_invitation(link: SeatLink, is_holder: bool) -> schemas.Invitation:
    """What a link opens, for whoever has it."""
    match = link.live.match
    reason = ""
    if not is_holder:
        try:
            require_link_still_opens(match, link)
        except LinkNoLongerOpens as error:
            reason = str(error)
    host_seats = [seat for seat, config in enumerate(match.setup.seats) if config.kind == "person"]
    return schemas.Invitation(
        kind=link.kind,
        state="yours" if is_holder else "spent" if reason else "open",
        reason=reason,
        id=match.id if is_holder else None,
        title=match.setup.title,
        status=match.status,
        host_name=match.seats[host_seats[0]].name if host_seats else "",
        names=[state.name for state in match.seats if state.kind != "open"],
        colour=match.game.seat_name(link.seat) if link.seat >= 0 else "",
        name=match.seats[link.seat].name if link.seat >= 0 else "",
        seats=[
            schemas.InvitationSeat(
                colour=match.game.seat_name(seat),
                kind=state.kind,
                name=state.name,
                is_host=seat in host_seats[:1],
                is_offered=seat == link.seat,
            )
            for seat, state in enumerate(match.seats)
        ],
        options=list_unusual_options(
            match.setup.title,
            match.setup.options,
            match.setup.options_by_lot,
            any(config.kind != "bot" for config in match.setup.seats),
        ),
        edition=match.game.edition_id,
        own_edition=build_own_edition_summary(link.live),
        edition_differences=[] if reason else _list_edition_differences(link.live),
        clock=build_clock_settings(match.setup.clock),
        hints=match.setup.hints,
        watchable=bool(match.setup.spectator_token),
        minutes=estimate_match_minutes(
            match.setup.title, len(match.seats), sum(config.kind != "bot" for config in match.setup.seats)
        ),
        origin=build_origin_info(match),
        rated=match.setup.rated,
    )


def list_unusual_options(
    title: str, options: Mapping[str, Any], options_decided_by_lot: list[str], has_people: bool = True
) -> list[schemas.UnusualOption]:
    """The options that differ from those of other tables, in words; not those that the lot decided."""
    found = []
    for spec in list_option_specs(title):
        usual = spec.default_with_people if has_people else spec.default
        value = options.get(spec.name, usual)
        is_usual = spec.name in options_decided_by_lot if spec.is_drawn_by_lot else value == usual
        if not is_usual:
            usual_words = "by lot" if spec.is_drawn_by_lot else _format_option_value(title, spec, usual)
            words = _format_option_value(title, spec, value), usual_words
            found.append(schemas.UnusualOption(spec.name.replace("_", " "), *words, spec.description))
    return found


def _format_option_value(title: str, option_spec: OptionSpec, value: object) -> str:
    if option_spec.is_drawn_by_lot:
        return registry.load(title).seat_name(value) if isinstance(value, int) else str(value)
    if isinstance(value, bool):
        return "yes" if value else "no"
    return str(value).replace("_", " ")


def build_clock_settings(rules: ClockRules | None) -> schemas.ClockSettings | None:
    """The clock as its host asked for it, in seconds."""
    if rules is None:
        return None
    move = None if rules.per_move is None else rules.per_move // 1000
    game = None if rules.per_game is None else rules.per_game // 1000
    return schemas.ClockSettings(move, game, rules.on_timeout, rules.away_days)


def build_event_update(live: LiveMatch, version: int, viewer: int | None) -> schemas.MatchUpdate:
    """Event `version` as `viewer` may know it; the latest that he may know of comes with the match as it is now."""
    match = live.match
    event = match.get_event(version)
    shown_version = match.version_numbers.convert_to_shown_number(viewer, version)
    update = schemas.MatchUpdate(
        version=shown_version,
        seq=match.log_numbers.convert_to_shown_number(viewer, match.log_lengths[version]),
        position=match.get_shown_position_after(viewer, version),
        status=match.status,
        is_latest=shown_version == match.get_shown_version(viewer),
        log=[schemas.LogLineInfo(*line) for line in log_text.build_log_lines(match, version, event, viewer)],
        events=[],
    )
    match event:
        case MatchStarted(moves=moves) | ActionPlayed(moves=moves):
            update.events = log_text.select_visible_game_events(moves, viewer)
        case ActionsUndone():
            update.rewound_to = update.position
        case ChatPosted():
            update.chat = [build_chat_message(match, version, event)]
        case ChatRemoved(line=line) if isinstance(removed := match.get_event(line), ChatPosted):
            update.chat = [build_chat_message(match, line, removed)]
    if update.is_latest:
        update.seats = build_seat_infos(live)
        update.view = match.game.view(match.record.state, viewer)
        update.question = build_question(match, viewer)
        update.out_of_turn = build_out_of_turn_choices(match, viewer)
        update.standing_orders = build_standing_orders(match, viewer)
        update.undo = build_undo_info(match, viewer)
        update.votes = build_vote_infos(match, viewer)
        update.end_proposal = build_end_proposal_permission(match)
        update.clocks = build_clocks_info(match)
        update.result = build_match_result(match)
        update.rematch = match.rematch_id
        update.rematch_by = match.rematch_by
        update.rematch_seats = match.rematch_seats
        update.lesson = lesson_serializers.build_lesson_info(match, viewer)
        update.listing = build_listing_info(match)
    return update


def encode_update(live: LiveMatch, version: int, viewer: int | None) -> bytes:
    """The update as JSON; the latest is built once for all who look from the same seat."""
    shown_version = live.match.version_numbers.convert_to_shown_number(viewer, version)
    if shown_version != live.match.get_shown_version(viewer):
        return _encoder.encode(build_event_update(live, version, viewer))
    cached = live.update_cache.get(viewer)
    if cached is None or cached[0] != shown_version:
        cached = live.update_cache[viewer] = shown_version, _encoder.encode(build_event_update(live, version, viewer))
    return cached[1]


def encode_presence(live: LiveMatch) -> bytes:
    """Who is here and whether the match is paused, as JSON."""
    versions = live.presence_version, live.match.version
    if live.presence_cache is None or live.presence_cache[0] != versions:
        update = schemas.PresenceUpdate(build_seat_infos(live), live.pause_reason)
        live.presence_cache = versions, _encoder.encode(update)
    return live.presence_cache[1]


def build_seat_infos(live: LiveMatch) -> list[schemas.SeatInfo]:
    """All seats and who plays them."""
    match = live.match
    return [
        schemas.SeatInfo(
            seat=seat,
            colour=match.game.seat_name(seat),
            kind=state.kind,
            name=state.name,
            level=state.level,
            presence=_classify_presence(live, seat),
            replaced_reason=state.replaced_reason,
            style=state.style,
            replaceable=_is_replaceable(live, seat),
        )
        for seat, state in enumerate(match.seats)
    ]


def _classify_presence(live: LiveMatch, seat: int) -> schemas.SeatPresence:
    state = live.match.seats[seat]
    if state.kind == "open":
        return "open"
    is_here = state.kind == "bot" or live.is_seat_connected(seat) or live.match.setup.mode == "hotseat"
    if state.question_seq is not None:
        return "thinking" if is_here else "absent"
    return "" if is_here else "away"


def _is_replaceable(live: LiveMatch, seat: int) -> bool:
    match = live.match
    is_online = (
        match.status == "playing" and match.setup.mode == "online" and not match.setup.is_rated_or_in_competition
    )
    is_gone = live.is_away_long_enough_to_replace(seat) and match.find_current_time_away(seat) is None
    return is_online and match.seats[seat].is_person and is_gone


def build_question(match: Match, viewer: int | None) -> schemas.SeatQuestion | None:
    """What the viewer's seat is asked now, if anything."""
    seq = None if viewer is None else match.get_shown_question_seq(viewer)
    if viewer is None or seq is None or not match.is_choice_allowed_by_lesson:
        return None
    order = find_standing_order_job(match)
    if order is not None and order.seat == viewer:  # answered before anybody could read it
        return None
    asked = match.game.question(match.record.state, viewer)
    return schemas.SeatQuestion(
        seq=seq,
        ask=asked.ask,
        choices=asked.choices,
        forms=asked.forms,
        refused=asked.refused,
        warnings=asked.warnings,
        rule=asked.rule,
    )


def build_out_of_turn_choices(match: Match, viewer: int | None) -> list[Choice]:
    """What the viewer's seat may do without being asked."""
    if viewer is None or match.status != "playing":
        return []
    return match.game.out_of_turn_choices(match.record.state, viewer)


def build_log_page(match: Match, viewer: int | None, before_log_place: str | None) -> schemas.LogPage:
    """The lines before a place in the log that the viewer may read, without what was undone; None is its end."""
    page = log_text.build_log_page(match, viewer, before_log_place, LOG_PAGE_LINES)
    return schemas.LogPage([schemas.LogLineInfo(*line) for line in page.lines], page.earlier)


def _build_newest_log_page(live: LiveMatch, viewer: int | None) -> schemas.LogPage:
    """Made once for all who look from the same seat."""
    cached, shown_version = live.log_page_cache.get(viewer), live.match.get_shown_version(viewer)
    if cached is None or cached[0] != shown_version:
        page = log_text.build_log_page(live.match, viewer, None, LOG_PAGE_LINES)
        cached = live.log_page_cache[viewer] = shown_version, page
    return schemas.LogPage([schemas.LogLineInfo(*line) for line in cached[1].lines], cached[1].earlier)


def build_chat_page(match: Match, before_number: int | None) -> schemas.ChatPage:
    """The lines of chat before the one with this number; None for the newest."""
    versions = match.log_index.chat_versions
    end = len(versions) if before_number is None else min(max(0, before_number - 1), len(versions))
    start = max(0, end - CHAT_PAGE_LINES)
    messages = []
    for version in versions[start:end]:
        event = match.get_event(version)
        assert isinstance(event, ChatPosted)
        messages.append(build_chat_message(match, version, event))
    return schemas.ChatPage(messages, start + 1 if start else None)


def build_chat_message(match: Match, version: int, event: ChatPosted) -> schemas.ChatMessage:
    """A line of chat under the name its seat has now, with its number among the lines of chat."""
    number = match.log_index.count_chat_lines_before(version) + 1
    name = match.seats[event.seat].name
    return schemas.ChatMessage(number, event.seat, name, event.text, event.at_ms, event.is_removed)


def build_standing_orders(match: Match, viewer: int | None) -> list[schemas.StandingOrderInfo]:
    """Standing orders of the viewer's seat: those in force that are not on offer any more, then those on offer."""
    if viewer is None:
        return []
    in_force = match.seats[viewer].standing_orders
    offered = match.game.standing_orders(match.record.state, viewer) if match.status == "playing" else []
    given = dict(split_standing_order_key(key) for key in in_force)
    keys = {order.key for order in offered}
    found = [
        schemas.StandingOrderInfo(split_standing_order_key(key)[0], label, True)
        for key, label in in_force.items()
        if split_standing_order_key(key)[0] not in keys
    ]
    return found + [
        schemas.StandingOrderInfo(o.key, o.label, o.key in given, o.is_switch, o.max_amount, given.get(o.key))
        for o in offered
    ]


def build_undo_info(match: Match, viewer: int | None) -> schemas.UndoInfo:
    """Which of the viewer's choices may be undone."""
    if viewer is None:
        return schemas.UndoInfo(None, None, "You are watching.")
    last_choice, turn_start, reason = event_builders.find_undo_positions_or_reason(match, viewer)
    return schemas.UndoInfo(
        match.convert_to_shown_position(viewer, last_choice),
        match.convert_to_shown_position(viewer, turn_start),
        reason,
    )


def build_vote_infos(match: Match, viewer: int | None) -> list[schemas.VoteInfo]:
    """The votes that are going on."""
    return [
        schemas.VoteInfo(
            id=match.version_numbers.convert_to_shown_number(viewer, vote.id),
            kind=vote.kind,
            proposed_by=vote.proposed_by,
            text=log_text.describe_match_event(match, match.get_event(vote.id)),
            to_position=match.convert_to_shown_position(viewer, vote.to_position),
            target=vote.target,
            agreed=vote.agreed,
            pending=match.find_pending_voters(vote.proposed_by, vote),
        )
        for vote in match.votes.values()
    ]


def build_end_proposal_permission(match: Match) -> schemas.EndProposalPermission:
    """Whether somebody may propose to end the game now."""
    reason = end_votes.explain_why_no_end_vote_now(match)
    return schemas.EndProposalPermission(not reason, reason)


def build_clocks_info(match: Match) -> schemas.ClocksInfo | None:
    """The clocks at this moment, when the match has any."""
    rules = match.setup.clock
    if rules is None:
        return None
    now_ms = util.now_ms()
    seat_clocks = []
    for seat, since in enumerate(match.clocks.running_since_ms):
        move_left, game_left = match.clocks.get_remaining_ms_for_question_and_match(seat, now_ms)
        periods = match.clocks.time_away[seat]
        away = [AwayPeriod(began, ended) for began, ended in periods if ended > now_ms]
        days_left = count_away_days_left(periods, rules.away_days, now_ms)
        seat_clocks.append(schemas.SeatClockInfo(since is not None, move_left, game_left, away, days_left))
    return schemas.ClocksInfo(now_ms, rules.per_move, rules.per_game, rules.on_timeout, seat_clocks, rules.away_days)


def build_match_result(match: Match) -> schemas.MatchResult | None:
    """How the match ended, when it has."""
    if not match.is_over:
        return None
    state, game = match.record.state, match.game
    return schemas.MatchResult(
        scores=game.scores(state),
        winners=list(match.winners),
        reason=match.end_reason,
        score_breakdown=game.score_breakdown(state),
        seed=match.setup.seed,
    )


def _build_invite_links(match: Match, is_seated: bool, is_host: bool) -> schemas.InviteLinks:
    seat_links = [
        build_link_path(config.token) if is_host and match.seats[seat].kind == "open" and not match.is_closed else None
        for seat, config in enumerate(match.setup.seats)
    ]
    watch = build_link_path(match.setup.spectator_token) if match.setup.spectator_token else None
    return schemas.InviteLinks(seat_links, watch if is_seated or is_host else None)


def build_link_path(token: str) -> str:
    """The path at which the client takes a token."""
    return f"/j/{token}"


def build_created_match(match: Match) -> schemas.CreatedMatch:
    """For the host alone, right after the match was created."""
    links = [build_link_path(config.token) if config.kind == "open" else None for config in match.setup.seats]
    watch = build_link_path(match.setup.spectator_token) if match.setup.spectator_token else None
    return schemas.CreatedMatch(match.id, links, watch)


def build_position_view(
    match: Match, viewer: int | None, shown_position: int, last_actor: int, position_for_viewer: PositionForViewer
) -> schemas.PositionView:
    """The match as it was after so many actions, as the viewer could see it then."""
    return schemas.PositionView(
        position=shown_position,
        last_position=match.get_shown_position(viewer),
        view=position_for_viewer.view,
        actors=position_for_viewer.actors,
        round=position_for_viewer.round,
        last_actor=last_actor if last_actor >= 0 else None,
    )


def build_statistics_info(statistics: MatchStatistics) -> schemas.StatisticsInfo:
    """The title's figures over the match."""
    series = [
        schemas.StatisticsSeries(name, values) for name, values in statistics.series.items() if name != SCORE_SERIES
    ]
    return schemas.StatisticsInfo(
        statistics.positions, statistics.rounds, series, statistics.series.get(SCORE_SERIES, [])
    )

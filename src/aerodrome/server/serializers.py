"""What callers get to see of a match: all of it is built here, from the viewer's view and nothing else."""

import msgspec

from aerodrome.matches import event_builders, log_text, util
from aerodrome.matches.errors import LinkSpent
from aerodrome.matches.events import ActionPlayed, ActionsUndone, ChatPosted, MatchStarted
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.seat_access import Link, require_unspent
from aerodrome.matches.statistics import compute_statistics
from aerodrome.server import schemas

_encoder = msgspec.json.Encoder()


def build_room(live: LiveMatch, claimed_seats: list[int], viewer: int | None, is_host: bool) -> schemas.Room:
    """The whole room for somebody who holds these seats and looks from `viewer`'s (None: as a spectator)."""
    match, setup = live.match, live.match.setup
    return schemas.Room(
        id=match.id,
        title=setup.title,
        edition=match.game.edition_id,
        rules_version=setup.rules_version,
        options=setup.options,
        mode=setup.mode,
        status=match.status,
        hints=setup.hints,
        version=match.version,
        seq=match.log_length,
        position=match.position,
        me=schemas.CallerInfo(claimed_seats, viewer, is_host),
        seats=build_seat_infos(live),
        board=match.game.board(),
        view=match.game.view(match.record.state, viewer),
        question=build_question(match, viewer),
        log=build_log(match, viewer),
        chat=[
            build_chat_message(match, version, event)
            for version, event in match.iter_events()
            if isinstance(event, ChatPosted)
        ],
        standing_orders=build_standing_orders(match, viewer),
        undo=build_undo_info(match, viewer),
        votes=build_vote_infos(match),
        clocks=build_clocks_info(match),
        commitment=match.record.commitment,
        result=build_match_result(match),
        links=_build_invite_links(match, bool(claimed_seats), is_host),
        pause_reason=live.pause_reason,
        rematch=match.rematch_id,
        origin=build_origin_info(match),
    )


def build_origin_info(match: Match) -> schemas.MatchOriginInfo | None:
    """The record that the match goes on from, if it does."""
    given, origin = match.setup.imported_actions, match.setup.origin
    if not given:
        return None
    return schemas.MatchOriginInfo(
        commitment=origin.commitment if origin is not None else "",
        position=len(given),
        chance=log_text.count_imported_chance(match),
        explained_chance=origin.explained_chance if origin is not None else 0,
        has_seed=origin is not None and origin.has_seed,
        text=log_text.describe_origin(match),
    )


def build_invitation(link: Link, is_holder: bool) -> schemas.Invitation:
    """What a link opens, for whoever has it."""
    match = link.live.match
    reason = ""
    if not is_holder:
        try:
            require_unspent(match, link)
        except LinkSpent as error:
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
        origin=build_origin_info(match),
    )


def build_update(live: LiveMatch, version: int, viewer: int | None) -> schemas.MatchUpdate:
    """Event `version` as `viewer` may know it; the latest comes with the match as it is now."""
    match = live.match
    event = match.get_event(version)
    update = schemas.MatchUpdate(
        version=version,
        seq=match.log_lengths[version],
        position=match.positions[version],
        status=match.status,
        is_latest=version == match.version,
        log=[schemas.LogLineInfo(*line) for line in log_text.build_log_lines(match, version, event, viewer)],
        events=[],
    )
    match event:
        case MatchStarted(moves=moves) | ActionPlayed(moves=moves):
            update.events = log_text.select_visible_events(moves, viewer)
        case ActionsUndone(to_position=to_position):
            update.rewound_to = to_position
        case ChatPosted():
            update.chat = [build_chat_message(match, version, event)]
    if update.is_latest:
        update.seats = build_seat_infos(live)
        update.view = match.game.view(match.record.state, viewer)
        update.question = build_question(match, viewer)
        update.standing_orders = build_standing_orders(match, viewer)
        update.undo = build_undo_info(match, viewer)
        update.votes = build_vote_infos(match)
        update.clocks = build_clocks_info(match)
        update.result = build_match_result(match)
        update.rematch = match.rematch_id
    return update


def encode_update(live: LiveMatch, version: int, viewer: int | None) -> bytes:
    """The update as JSON; the latest is built once for all who look from the same seat."""
    if version != live.match.version:
        return _encoder.encode(build_update(live, version, viewer))
    cached = live.update_cache.get(viewer)
    if cached is None or cached[0] != version:
        cached = live.update_cache[viewer] = version, _encoder.encode(build_update(live, version, viewer))
    return cached[1]


def encode_presence(live: LiveMatch) -> bytes:
    """Who is here and whether the match is paused, as JSON."""
    return _encoder.encode(schemas.PresenceUpdate(build_seat_infos(live), live.pause_reason))


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


def build_question(match: Match, viewer: int | None) -> schemas.SeatQuestion | None:
    """What the viewer's seat is asked now, if anything."""
    if viewer is None or match.seats[viewer].question_seq is None:
        return None
    asked = match.game.question(match.record.state, viewer)
    return schemas.SeatQuestion(
        seq=match.seats[viewer].question_seq or 0,
        ask=asked.ask,
        choices=asked.choices,
        forms=asked.forms,
        refused=asked.refused,
    )


def build_log(match: Match, viewer: int | None) -> list[schemas.LogLineInfo]:
    """The whole log that the viewer may read, without what was undone."""
    found: list[schemas.LogLineInfo] = []
    for version, event in match.iter_events():
        if isinstance(event, ActionsUndone):
            found = [line for line in found if line.position <= event.to_position]
        found.extend(schemas.LogLineInfo(*line) for line in log_text.build_log_lines(match, version, event, viewer))
    return found


def build_chat_message(match: Match, version: int, event: ChatPosted) -> schemas.ChatMessage:
    """A line of chat under the name its seat has now."""
    return schemas.ChatMessage(version, event.seat, match.seats[event.seat].name, event.text, event.at_ms)


def build_standing_orders(match: Match, viewer: int | None) -> list[schemas.StandingOrderInfo]:
    """Standing orders of the viewer's seat: those in force, then those that could be given."""
    if viewer is None:
        return []
    in_force = match.seats[viewer].standing_orders
    found = [schemas.StandingOrderInfo(key, label, True) for key, label in in_force.items()]
    if match.status == "playing":
        offered = match.game.standing_orders(match.record.state, viewer)
        found += [schemas.StandingOrderInfo(o.key, o.label, False) for o in offered if o.key not in in_force]
    return found


def build_undo_info(match: Match, viewer: int | None) -> schemas.UndoInfo:
    """Which of the viewer's choices may be undone."""
    if viewer is None:
        return schemas.UndoInfo(None, None, "You are watching.")
    return schemas.UndoInfo(*event_builders.find_undo_targets(match, viewer))


def build_vote_infos(match: Match) -> list[schemas.VoteInfo]:
    """The votes that are going on."""
    return [
        schemas.VoteInfo(
            id=vote.id,
            kind=vote.kind,
            proposed_by=vote.proposed_by,
            text=log_text.describe_event(match, match.get_event(vote.id)),
            to_position=vote.to_position,
            target=vote.target,
            agreed=vote.agreed,
            pending=match.find_pending_voters(vote.proposed_by, vote),
        )
        for vote in match.votes.values()
    ]


def build_clocks_info(match: Match) -> schemas.ClocksInfo | None:
    """The clocks at this moment, when the match has any."""
    rules = match.setup.clock
    if rules is None:
        return None
    now_ms = util.now_ms()
    seat_clocks = []
    for seat, since in enumerate(match.clocks.running_since_ms):
        move_left, game_left = match.clocks.get_remaining_ms(seat, now_ms)
        seat_clocks.append(schemas.SeatClockInfo(since is not None, move_left, game_left))
    return schemas.ClocksInfo(now_ms, rules.per_move, rules.per_game, rules.on_timeout, seat_clocks)


def build_match_result(match: Match) -> schemas.MatchResult | None:
    """How the match ended, when it has."""
    if not match.is_over:
        return None
    state, game = match.record.state, match.game
    return schemas.MatchResult(
        scores=game.scores(state),
        winners=list(game.winners(state)),
        reason=game.end_reason(state),
        score_breakdown=game.score_breakdown(state),
        seed=match.setup.seed,
    )


def _build_invite_links(match: Match, is_seated: bool, is_host: bool) -> schemas.InviteLinks:
    seat_links = [
        build_link(config.token) if is_host and match.seats[seat].kind == "open" and not match.is_closed else None
        for seat, config in enumerate(match.setup.seats)
    ]
    watch = build_link(match.setup.spectator_token) if match.setup.spectator_token else None
    return schemas.InviteLinks(seat_links, watch if is_seated or is_host else None)


def build_link(token: str) -> str:
    """The path at which the client takes a token."""
    return f"/j/{token}"


def build_created_match(match: Match) -> schemas.CreatedMatch:
    """For the host alone, right after the match was created."""
    links = [build_link(config.token) if config.kind == "open" else None for config in match.setup.seats]
    watch = build_link(match.setup.spectator_token) if match.setup.spectator_token else None
    return schemas.CreatedMatch(match.id, links, watch)


def build_position_view(match: Match, position: int, viewer: int | None) -> schemas.PositionView:
    """The match as it was after so many actions, as the viewer could see it then."""
    state = match.record.state_at(position)
    actor = match.record.played[position - 1][0] if position else -1
    return schemas.PositionView(
        position=position,
        last_position=match.position,
        view=match.game.view(state, viewer),
        actors=list(match.game.actors(state)),
        round=match.game.round_number(state),
        last_actor=actor if actor >= 0 else None,
    )


def build_statistics_info(match: Match, viewer: int | None) -> schemas.StatisticsInfo:
    """The title's figures over the match, as the viewer may know them."""
    found = compute_statistics(match, viewer)
    series = [schemas.StatisticsSeries(name, values) for name, values in found.series.items()]
    return schemas.StatisticsInfo(found.positions, found.rounds, series)

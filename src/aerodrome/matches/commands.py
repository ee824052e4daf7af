"""What people do besides looking: create a match, join, play, undo, vote, chat, leave, play again.

Whoever calls these has already made sure that `seat` is the caller's.
"""

import secrets
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from aerodrome.bots.levels import LEVEL_NAMES, SUBSTITUTE_LEVEL
from aerodrome.core.actions import BadData
from aerodrome.core.option_specs import apply_people_defaults
from aerodrome.core.registry import UnknownTitle, load
from aerodrome.matches import event_builders, events, util
from aerodrome.matches.display_names import MAX_NAME_LENGTH, clean_unique_name
from aerodrome.matches.errors import InvalidState, MalformedRequest, NotAllowed, NotFound
from aerodrome.matches.events import AnyMatchEvent, ClockRules, MatchSetup, SeatConfig
from aerodrome.matches.fair_queue import NO_SHARE, Share
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match, Vote, format_bot_name
from aerodrome.matches.replay_pool import read_record
from aerodrome.matches.service import MatchService

MAX_STANDING_ORDERS = 40
MAX_OPEN_VOTES = 3
MAX_CHAT_LINES = 2000
MAX_CHAT_LINES_PER_SEAT = 800
ABSENT_AFTER_MS = 60_000

ImportedActions = list[tuple[int, dict[str, Any]]]


class SeatRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A seat as the host wants it: `person` is the host, `open` waits for a guest with the link."""

    kind: Literal["person", "bot", "open"]
    level: Annotated[str, Meta(min_length=1, max_length=24)] | None = None
    name: Annotated[str, Meta(min_length=1, max_length=MAX_NAME_LENGTH)] | None = None


class MatchRequest(NamedTuple):
    """A match as its host wants it."""

    title: str
    seats: list[SeatRequest]
    options: Mapping[str, Any]
    mode: Literal["online", "hotseat"] = "online"
    clock: ClockRules | None = None
    hints: bool = True
    watchable: bool = True
    rules_version: int | None = None
    edition_hash: str | None = None
    """Those of the record that the match goes on from; the newest unless given."""


def _require_level(level: str | None) -> str:
    if level not in LEVEL_NAMES:
        raise MalformedRequest(f"There is no bot of that level; there are {', '.join(LEVEL_NAMES)}.")
    return level


# Creating a match


async def create_match(
    service: MatchService, request: MatchRequest, host_key: str, imported_actions: ImportedActions | None = None
) -> LiveMatch:
    """A new match; the host holds the seats of people, or a spectator's place if there are none."""
    setup = _build_setup(request, host_key, imported_actions or [])
    claims = [(host_key, seat) for seat, config in enumerate(setup.seats) if config.kind == "person"]
    return await service.create_match(setup, claims or [(host_key, -1)])


def _build_setup(request: MatchRequest, host_key: str, imported_actions: ImportedActions) -> MatchSetup:
    if request.mode == "hotseat" and any(seat.kind == "open" for seat in request.seats):
        raise MalformedRequest("On one screen every seat is a person's or a bot's.")
    has_people = any(seat.kind != "bot" for seat in request.seats)
    try:
        game = load(
            request.title,
            "house",
            apply_people_defaults(request.title, request.options, has_people),
            rules=request.rules_version,
            edition_hash=request.edition_hash,
        )
        game.new(len(request.seats))
    except UnknownTitle:
        raise NotFound("There is no such title.") from None
    except (BadData, ValueError) as error:
        raise MalformedRequest(str(error)) from None
    return MatchSetup(
        title=request.title,
        rules_version=game.rules_version,
        options=game.resolved_options(),
        seats=_build_seat_configs(request.seats),
        seed=secrets.token_hex(16),
        host_key=host_key,
        created_at_ms=util.now_ms(),
        mode=request.mode,
        clock=request.clock,
        hints=request.hints,
        spectator_token=secrets.token_urlsafe(24) if request.watchable else "",
        imported_actions=imported_actions,
        edition_id=game.edition_id,
        edition_hash=game.edition_hash,
    )


def _build_seat_configs(requests: list[SeatRequest]) -> list[SeatConfig]:
    configs: list[SeatConfig] = []
    taken_names: list[str] = []
    for seat, request in enumerate(requests):
        if request.kind == "bot":
            level = _require_level(request.level)
            same = sum(1 for config in configs if config.level == level)
            name = format_bot_name(level) if not same else f"{level.capitalize()} {same + 1} (bot)"
            configs.append(SeatConfig("bot", name, level))
            continue
        name = ""
        if request.kind == "person":
            name = clean_unique_name(request.name or f"Player {seat + 1}", taken_names)
        configs.append(SeatConfig(request.kind, name, None, secrets.token_urlsafe(24)))
        taken_names.append(name)
    return configs


async def import_record(
    service: MatchService,
    request: MatchRequest,
    host_key: str,
    record_json: bytes,
    position: int | None,
    share: Share = NO_SHARE,
) -> LiveMatch:
    """A record goes on as a new match from a position of it, with a seed of its own."""
    record = await service.replay_pool.read(read_record, record_json, position, share=share)
    if isinstance(record, str):
        raise MalformedRequest(record)
    if record.seats != len(request.seats):
        raise MalformedRequest(f"The record has {record.seats} seats.")
    request = request._replace(
        title=record.title,
        options=record.options,
        rules_version=record.rules_version,
        edition_hash=record.edition_hash,
    )
    return await create_match(service, request, host_key, record.actions)


async def create_rematch(service: MatchService, live: LiveMatch) -> LiveMatch:
    """The same people and bots once more. Whoever asks first creates the match; the others find it."""
    if not live.match.is_over:
        raise InvalidState("The match is not over.")
    if live.match.rematch_id is not None:
        return await service.get_match(live.match.rematch_id)
    old, setup = live.match, live.match.setup
    request = MatchRequest(
        setup.title,
        [SeatRequest("person" if seat.replaced_reason else seat.kind, seat.level, seat.name) for seat in old.seats],
        setup.options,
        setup.mode,
        setup.clock,
        setup.hints,
        bool(setup.spectator_token),
    )
    claims = await service.store.list_claims_in_match(old.id)
    created = await service.create_match(_build_setup(request, setup.host_key, []), claims)

    def decide(match: Match) -> AnyMatchEvent | None:
        return events.RematchCreated(match=created.match.id) if match.rematch_id is None else None

    await service.commit_event(live, decide)
    return await service.get_match(live.match.rematch_id or created.match.id)


# Seats


async def join_match(service: MatchService, token: str, key: str, name: str | None) -> tuple[LiveMatch, int | None]:
    """A link's token becomes a seat, or a spectator's place (None)."""
    link = await service.store.find_link_target(token)
    if link is None:
        raise NotFound("This link opens nothing.")
    live = await service.get_match(link.match)
    if link.seat >= 0 and live.match.seats[link.seat].kind == "open":
        await service.commit_event(live, lambda match: _decide_seat_taken(match, link.seat, name))
    await service.claim_seat(live, key, link.seat)
    if link.seat < 0:
        return live, None
    await service.start_if_full(live)
    return live, link.seat


def _decide_seat_taken(match: Match, seat: int, name: str | None) -> events.SeatTaken | None:
    if match.seats[seat].kind != "open":
        return None
    return events.SeatTaken(seat=seat, name=_clean_name(match, seat, name) if name else _choose_guest_name(match, seat))


def _choose_guest_name(match: Match, seat: int) -> str:
    """For somebody who gave none: "Player 2", or what is free."""
    for name in [f"Player {seat + 1}", *(f"Guest {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")]:
        try:
            return _clean_name(match, seat, name)
        except NotAllowed:
            continue
    raise NotAllowed("Give a name.")


def _clean_name(match: Match, seat: int, name: str) -> str:
    """The name for this seat; raises NotAllowed when another seat has a name or a colour like it."""
    others = [state.name for i, state in enumerate(match.seats) if i != seat and state.name]
    colours = [match.game.seat_name(i) for i in range(len(match.seats)) if i != seat]
    return clean_unique_name(name, [*others, *colours])


async def rename_seat(service: MatchService, live: LiveMatch, seat: int, name: str) -> int:
    """A person changes the name that is shown."""
    return await service.commit_event(
        live, lambda match: events.SeatRenamed(seat=seat, name=_clean_name(match, seat, name))
    )


async def leave_seat(service: MatchService, live: LiveMatch, seat: int) -> int:
    """A bot plays on for the seat; its person may come back."""

    def decide(match: Match) -> AnyMatchEvent | None:
        if not match.seats[seat].is_person:
            return None
        return events.SeatReplaced(seat=seat, level=SUBSTITUTE_LEVEL, reason="left")

    return await service.commit_event(live, decide)


async def resume_seat(service: MatchService, live: LiveMatch, seat: int) -> int:
    """A person plays again where a bot played for them."""

    def decide(match: Match) -> AnyMatchEvent | None:
        if match.seats[seat].is_person:
            return None
        if not match.seats[seat].replaced_reason:
            raise NotAllowed("This seat is a bot's own.")
        return events.SeatResumed(seat=seat)

    return await service.commit_event(live, decide)


async def replace_seat(
    service: MatchService, live: LiveMatch, seat: int, target: int, level: str, is_host: bool
) -> int:
    """A bot for an open seat (the host), for one's own seat, or by vote for somebody else's."""
    level = _require_level(level)

    def decide(match: Match) -> AnyMatchEvent:
        if target >= len(match.seats):
            raise NotFound("There is no such seat.")
        kind = match.seats[target].kind
        if kind == "bot":
            raise InvalidState("A bot sits there already.")
        if kind == "open":
            if not is_host:
                raise NotAllowed("Only the host fills open seats.")
            return events.SeatReplaced(seat=target, level=level, reason="open")
        if target == seat:
            return events.SeatReplaced(seat=target, level=level, reason="left")
        if not [voter for voter in match.human_seats if voter not in (seat, target)]:
            if len(match.human_seats) == 2 and not _is_absent(live, match, target):
                raise NotAllowed("With two at the table, only somebody who is away can be replaced.")
            return events.SeatReplaced(seat=target, level=level, reason="vote")
        return _validate_proposal(
            match, events.VoteProposed(seat=seat, vote_kind="replace", target=target, level=level)
        )

    await service.commit_event(live, decide)
    await service.start_if_full(live)
    return live.match.version


def _is_absent(live: LiveMatch, match: Match, seat: int) -> bool:
    return not live.is_seat_connected(seat) and util.now_ms() - match.updated_at_ms > ABSENT_AFTER_MS


# Playing


async def submit_action(
    service: MatchService, live: LiveMatch, seat: int, question_seq: int, data: Mapping[str, Any]
) -> bool:
    """A person's answer. True when it was accepted before, and nothing was done now."""
    action = event_builders.parse_action(live.match, data)
    await service.catch_up_to(live, log_length=question_seq)
    is_repeated = False

    def decide(match: Match) -> AnyMatchEvent | None:
        nonlocal is_repeated
        if not match.seats[seat].is_person:
            raise InvalidState("A bot plays this seat: take it back first.")
        played = event_builders.build_answer_event(match, seat, question_seq, action)
        is_repeated = played is None
        return played

    await service.commit_event(live, decide)
    return is_repeated


async def set_standing_order(service: MatchService, live: LiveMatch, seat: int, key: str, enabled: bool) -> int:
    """Give or revoke a standing order."""

    def decide(match: Match) -> AnyMatchEvent | None:
        in_force = match.seats[seat].standing_orders
        if enabled == (key in in_force):
            return None
        if not enabled:
            return events.StandingOrderSet(seat=seat, key=key, label="", enabled=False)
        offered = (
            {o.key: o.label for o in match.game.standing_orders(match.record.state, seat)} if match.is_started else {}
        )
        if key not in offered or len(in_force) >= MAX_STANDING_ORDERS:
            raise InvalidState("There is no such standing order to give now.")
        return events.StandingOrderSet(seat=seat, key=key, label=offered[key], enabled=True)

    return await service.commit_event(live, decide)


async def post_chat(service: MatchService, live: LiveMatch, seat: int, text: str) -> int:
    """A line of chat, read by everybody."""
    line = " ".join(text.split())
    if not line:
        raise MalformedRequest("There is nothing to say.")

    def decide(match: Match) -> AnyMatchEvent:
        index = match.log_index
        if index.chat_lines_by_seat[seat] >= MAX_CHAT_LINES_PER_SEAT or len(index.chat_versions) >= MAX_CHAT_LINES:
            raise NotAllowed("This table has said all it can: there is no room for more lines of chat.")
        return events.ChatPosted(seat=seat, text=line)

    return await service.commit_event(live, decide)


# Undo and votes


async def undo_actions(
    service: MatchService,
    live: LiveMatch,
    seat: int,
    scope: Literal["choice", "turn", "position"],
    to_position: int | None,
) -> int:
    """Undo one's last choice or turn at once; further back when all agree, by a vote."""

    def decide(match: Match) -> AnyMatchEvent:
        if scope != "position":
            last_choice, turn_start, reason = event_builders.find_undo_targets(match, seat)
            target = last_choice if scope == "choice" else turn_start
            if target is None:
                raise InvalidState(reason)
            return event_builders.build_actions_undone(match, seat, target)
        if to_position is None:
            raise MalformedRequest("Say the position to go back to.")
        if match.is_over or not match.is_started:
            raise InvalidState("There is nothing to take back.")
        target = event_builders.find_last_choice_position(match, to_position)
        if not find_pending_voters(match, seat, None):
            return event_builders.build_actions_undone(match, seat, target)
        return _validate_proposal(match, events.VoteProposed(seat=seat, vote_kind="undo", to_position=target))

    return await service.commit_event(live, decide)


def _validate_proposal(match: Match, proposed: events.VoteProposed) -> events.VoteProposed:
    if len(match.votes) >= MAX_OPEN_VOTES:
        raise InvalidState("There are votes to settle first.")
    wanted = proposed.vote_kind, proposed.to_position, proposed.target
    if any((vote.kind, vote.to_position, vote.target) == wanted for vote in match.votes.values()):
        raise InvalidState("This is being voted on already.")
    return proposed


def find_pending_voters(match: Match, proposed_by: int, vote: Vote | None) -> list[int]:
    """Whose agreement is still missing. Bots always agree; nobody votes on their own replacement."""
    if match.setup.mode == "hotseat":
        return []
    agreed = vote.agreed if vote is not None else []
    target = vote.target if vote is not None else None
    return [seat for seat in match.human_seats if seat not in agreed and seat not in (proposed_by, target)]


async def cast_vote(service: MatchService, live: LiveMatch, seat: int, vote_id: int, agree: bool) -> int:
    """Agree to a proposal or end it; the last agreement carries it out."""

    def decide(match: Match) -> AnyMatchEvent | None:
        vote = match.votes.get(vote_id)
        if vote is None:
            raise InvalidState("This vote is over.")
        pending = find_pending_voters(match, vote.proposed_by, vote)
        if seat not in pending:
            if seat in vote.agreed and agree:
                return None
            raise NotAllowed("You have no voice in this vote.")
        if not agree or pending != [seat]:
            return events.VoteCast(vote=vote_id, seat=seat, agree=agree)
        return _build_vote_outcome(match, vote)

    return await service.commit_event(live, decide)


def _build_vote_outcome(match: Match, vote: Vote) -> AnyMatchEvent:
    if vote.kind == "replace":
        assert vote.target is not None
        return events.SeatReplaced(seat=vote.target, level=vote.level, reason="vote")
    assert vote.to_position is not None
    if vote.to_position >= match.position:
        raise InvalidState("There is nothing to take back any more.")
    return event_builders.build_actions_undone(match, vote.proposed_by, vote.to_position, vote.id)

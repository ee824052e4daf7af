"""What people do besides looking: create a match, join, play, undo, vote, chat, leave, play again.

Whoever calls these has already made sure that `seat` is the caller's. Numbers that come from callers (questions,
positions, votes) are as their seat counts (`viewer_numbers`).
"""

import hashlib
import math
import secrets
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from aerodrome.bots.levels import SUBSTITUTE_LEVEL, list_playable_levels
from aerodrome.core.actions import BadData
from aerodrome.core.game import Game
from aerodrome.core.lesson import LessonError, read_lesson
from aerodrome.core.option_specs import apply_people_defaults, list_options_drawn_by_lot
from aerodrome.core.order_amounts import AMOUNT_PLACE, build_order_key, split_order_key
from aerodrome.core.question import StandingOrder
from aerodrome.core.record import RecordError, find_edition_hash
from aerodrome.core.registry import UnknownTitle, load
from aerodrome.matches import end_votes, event_builders, events, rated_tables, util
from aerodrome.matches.bot_characters import (
    choose_character,
    choose_style,
    find_character,
    format_character_name,
    format_level_name,
    split_bot_spec,
)
from aerodrome.matches.display_names import MAX_NAME_LENGTH, clean_and_require_unique_name, clean_text
from aerodrome.matches.edition_store import EditionStore
from aerodrome.matches.errors import InvalidState, MalformedRequest, NotAllowed, NotFound
from aerodrome.matches.events import AnyMatchEvent, ClockRules, MatchOrigin, MatchSetup, PublicListing, SeatConfig
from aerodrome.matches.fair_queue import NO_SHARE, ShareKey
from aerodrome.matches.live_match import AWAY_AFTER_S, LiveMatch
from aerodrome.matches.match import Match, SeatState, Vote
from aerodrome.matches.replay_pool import read_record_or_explain
from aerodrome.matches.seat_access import (
    clean_and_require_unique_seat_name,
    join_match_and_get_seat,
    list_held_seats,
)
from aerodrome.matches.service import MatchService

MAX_STANDING_ORDERS = 40
MAX_OPEN_VOTES = 3
MAX_CHAT_LINES = 2000
MAX_CHAT_LINES_PER_SEAT = 800

LEARNER_NAME = "Pilot"
"""Who takes a lesson without having said a name."""

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
    public: PublicListing | None = None
    """How the table stands in the lobby; None: its seats are given away by link alone."""
    own_edition: str = ""
    """The facts of an edition of the host's own; empty for the house's."""
    shows_edition: bool = False
    rated: bool = False
    """The result changes ratings; then much is fixed, see `rated_tables`."""


def require_known_level(level: str | None, game: Game) -> str:
    """The level; raises MalformedRequest when bots of the title have no such."""
    playable = list_playable_levels(game)
    if level not in playable:
        raise MalformedRequest(f"There is no bot of that level; there are {', '.join(playable)}.")
    return level


# Creating a match


async def create_match(
    service: MatchService,
    request: MatchRequest,
    host_key: str,
    imported_actions: ImportedActions | None = None,
    origin: MatchOrigin | None = None,
) -> LiveMatch:
    """A new match; the host holds the seats of people, or a spectator's place if there are none."""
    request = await use_account_name_at_rated_match(service, request, host_key)
    setup = msgspec.structs.replace(build_match_setup(request, host_key, imported_actions or []), origin=origin)
    claims = [(host_key, seat) for seat, config in enumerate(setup.seats) if config.kind == "person"]
    return await service.create_match(setup, claims or [(host_key, -1)])


async def use_account_name_at_rated_match(service: MatchService, request: MatchRequest, host_key: str) -> MatchRequest:
    """At a rated table everybody is called as their account is. Raises NotAllowed for guests."""
    if not request.rated:
        return request
    name = (await rated_tables.require_account(service, host_key)).name
    seats = [SeatRequest("person", name=name) if seat.kind == "person" else seat for seat in request.seats]
    if sum(seat.kind == "person" for seat in seats) > 1:
        raise NotAllowed("Nobody sits twice at a rated table.")
    return request._replace(seats=seats)


def build_match_setup(
    request: MatchRequest, host_key: str, imported_actions: ImportedActions, lesson_seed: str = ""
) -> MatchSetup:
    """A match as it will be stored; raises MatchError when it cannot be as its host wants it."""
    if request.mode == "hotseat" and any(seat.kind == "open" for seat in request.seats):
        raise MalformedRequest("On one screen every seat is a person's or a bot's.")
    if request.public is not None and not any(seat.kind == "open" for seat in request.seats):
        raise MalformedRequest("A public table needs open seats.")
    has_people = any(seat.kind != "bot" for seat in request.seats)
    seed = lesson_seed or secrets.token_hex(16)
    try:
        # A lesson is dealt as it was recorded.
        lots = [] if lesson_seed else list_options_drawn_by_lot(request.title, request.options)
        drawn = {option: _draw_seat_by_seed(seed, option, len(request.seats)) for option in lots}
        game = load(
            request.title,
            request.own_edition.encode() if request.own_edition else "house",
            apply_people_defaults(request.title, {**request.options, **drawn}, has_people),
            rules=request.rules_version,
            edition_hash=request.edition_hash,
        )
        game.new(len(request.seats))
        if request.public is not None and request.public.fill_level:
            require_known_level(request.public.fill_level, game)
    except UnknownTitle:
        raise NotFound("There is no such title.") from None
    except (BadData, ValueError) as error:
        raise MalformedRequest(str(error)) from None
    setup = MatchSetup(
        title=request.title,
        rules_version=game.rules_version,
        options=game.resolved_options(),
        seats=_build_seat_configs(request.seats, game, seed),
        seed=seed,
        host_key=host_key,
        created_at_ms=util.now_ms(),
        mode=request.mode,
        clock=request.clock,
        hints=request.hints,
        spectator_token=secrets.token_urlsafe(24) if request.watchable else "",
        imported_actions=imported_actions,
        edition_id=game.edition_id,
        edition_hash=game.edition_hash,
        own_edition=request.own_edition,
        shows_edition=request.shows_edition,
        options_by_lot=list(drawn),
        public=request.public,
    )
    if setup.public is not None:
        require_can_be_public(setup)
    return rated_tables.build_rated_setup(setup) if request.rated else setup


def require_can_be_public(setup: MatchSetup) -> None:
    """Raises NotAllowed for tables that are nothing for strangers."""
    if setup.imported_actions:
        raise NotAllowed("A table that goes on from a record is by link: strangers would not know what they join.")
    if setup.own_edition:
        raise NotAllowed("A table with an edition of its host's own is by link: the edition is for those invited.")
    if setup.mode == "hotseat" or setup.lesson or not any(seat.kind == "open" for seat in setup.seats):
        raise NotAllowed("Only a table with open seats can be public.")


def _draw_seat_by_seed(seed: str, option: str, seats: int) -> int:
    """The seat that the lot gives: the match's secret seed decides, so that anybody can check it afterwards."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{option}".encode()).digest()) % seats


def _build_seat_configs(requests: list[SeatRequest], game: Game, seed: str) -> list[SeatConfig]:
    configs: list[SeatConfig] = []
    taken_names: list[str] = []
    for seat, request in enumerate(requests):
        if request.kind == "bot":
            configs.append(_build_bot_config(request, game, seed, configs))
            continue
        name = ""
        if request.kind == "person":
            name = clean_and_require_unique_name(request.name or f"Player {seat + 1}", taken_names)
        token = secrets.token_urlsafe(24) if request.kind == "open" else ""
        configs.append(SeatConfig(request.kind, name, None, token))
        taken_names.append(name)
    return configs


def _build_bot_config(request: SeatRequest, game: Game, seed: str, other_seats: list[SeatConfig]) -> SeatConfig:
    """A bot: the character that was asked for (those of a rematch stay the same), or one that the seed chooses."""
    level, style = split_bot_spec(require_known_level(request.level, game))
    taken = [config.name for config in other_seats]
    character = find_character(game.title, request.name) if request.name and request.name not in taken else None
    if character is None:
        character = choose_character(game.title, seed, taken, style)
    if character is None:
        name = format_level_name(level, 1 + sum(one.level == level for one in other_seats))
        return SeatConfig("bot", name, level, style=style)
    return SeatConfig("bot", format_character_name(character), level, style=style or choose_style(level, character))


async def create_match_from_record(
    service: MatchService,
    request: MatchRequest,
    host_key: str,
    record_json: bytes,
    position: int | None,
    share: ShareKey = NO_SHARE,
) -> LiveMatch:
    """A record goes on as a new match from a position of it, with a seed of its own."""
    edition = await _find_edition_of_record(service, record_json, host_key)
    record = await service.replay_pool.run_record_job(
        read_record_or_explain, record_json, position, edition, share=share
    )
    if isinstance(record, str):
        raise MalformedRequest(record)
    if record.seats != len(request.seats):
        raise MalformedRequest(f"The record has {record.seats} seats.")
    request = request._replace(
        title=record.title,
        options=record.options,
        rules_version=record.rules_version,
        edition_hash=record.edition_hash,
        own_edition=record.own_edition,
        # What the record carried anybody has who has the record.
        shows_edition=bool(record.own_edition) and edition is None,
    )
    origin = MatchOrigin(record.commitment, record.has_seed, record.explained_chance)
    return await create_match(service, request, host_key, record.actions, origin)


async def _find_edition_of_record(service: MatchService, record_json: bytes, key: str) -> bytes | None:
    """The edition of a record among those that the importer keeps here."""
    try:
        kept = await EditionStore(service.store).get_own_edition(key, find_edition_hash(record_json))
    except RecordError as error:
        raise MalformedRequest(f"This record cannot be played: {error}") from None
    return None if kept is None else kept.data


async def create_lesson(
    service: MatchService, title: str, lesson_name: str, learner: str | None, host_key: str
) -> LiveMatch:
    """A lesson: a match of its own whose other seats, dice and deals follow the lesson. Nobody else may watch it."""
    try:
        lesson = read_lesson(title, lesson_name)
    except (LessonError, KeyError):
        raise NotFound("There is no such lesson.") from None
    seats = [
        SeatRequest("person", name=learner or LEARNER_NAME) if seat == lesson.seat else SeatRequest("bot", lesson.level)
        for seat in range(lesson.seats)
    ]
    request = MatchRequest(title, seats, lesson.options, hints=False, watchable=False)
    setup = build_match_setup(request, host_key, [], lesson.seed)
    setup = msgspec.structs.replace(setup, lesson=lesson_name)
    return await service.create_match(setup, [(host_key, lesson.seat)])


async def play_on_from_lesson(service: MatchService, live: LiveMatch, host_key: str) -> LiveMatch:
    """A game against bots that begins where the lesson stands."""
    match = live.match
    if match.lesson_script is None or match.is_over:
        raise InvalidState("Only a lesson that is not over can be played on.")
    lesson = match.lesson_script.lesson
    seats = [
        SeatRequest("person", name=state.name) if seat == lesson.seat else SeatRequest("bot", lesson.level, state.name)
        for seat, state in enumerate(match.seats)
    ]
    request = MatchRequest(
        match.setup.title,
        seats,
        match.setup.options,
        rules_version=match.setup.rules_version,
        edition_hash=match.setup.edition_hash,
    )
    actions = [(who, match.game.dump(action)) for who, action in match.record.played]
    origin = MatchOrigin(match.record.commitment, is_lesson=True)
    return await create_match(service, request, host_key, actions, origin)


async def find_or_create_rematch(service: MatchService, live: LiveMatch, seat: int, key: str) -> LiveMatch:
    """The same people and bots once more. Whoever asks first opens the table; it begins when all have sat down.

    Nobody is moved there unasked: the others' seats are open, and their links work for them like an invitation.
    """
    if not live.match.is_over:
        raise InvalidState("The match is not over.")
    if live.match.rematch_id is None:
        created = await _create_rematch(service, live, key)

        def decide(match: Match) -> AnyMatchEvent | None:
            return events.RematchCreated(match=created.match.id, seat=seat) if match.rematch_id is None else None

        await service.commit_event(live, decide)
    assert live.match.rematch_id is not None
    rematch = await service.get_match(live.match.rematch_id)
    await _sit_down_at_rematch(service, live, rematch, key)
    await _commit_rematch_joined_events(service, live, key)
    return rematch


async def _commit_rematch_joined_events(service: MatchService, live: LiveMatch, key: str) -> None:
    """The others at the old table see who plays again."""
    for seat in await list_held_seats(service, live, key):

        def decide(match: Match, seat: int = seat) -> AnyMatchEvent | None:
            return None if seat < 0 or seat in match.rematch_seats else events.RematchJoined(seat=seat)

        await service.commit_event(live, decide)


async def _create_rematch(service: MatchService, live: LiveMatch, key: str) -> LiveMatch:
    old, setup = live.match, live.match.setup
    if setup.rated:
        await rated_tables.require_account(service, key)
    mine = [seat for seat in await list_held_seats(service, live, key) if seat >= 0]
    request = MatchRequest(
        setup.title,
        _build_rematch_seats(old.seats, mine),
        {name: value for name, value in setup.options.items() if name not in setup.options_by_lot},
        setup.mode,
        setup.clock,
        setup.hints,
        bool(setup.spectator_token),
        own_edition=setup.own_edition,
        shows_edition=setup.shows_edition,
        rated=setup.rated,
    )
    claims = [
        (holder, seat)
        for holder, seat in await service.store.list_claims_in_match(old.id)
        if seat < 0 or request.seats[seat].kind == "person"
    ]
    return await service.create_match(build_match_setup(request, key, []), claims)


async def _sit_down_at_rematch(service: MatchService, live: LiveMatch, rematch: LiveMatch, key: str) -> None:
    """Take the seats that the caller had before; their other devices come along."""
    claims = await service.store.list_claims_in_match(live.match.id)
    for seat in await list_held_seats(service, live, key):
        if seat < 0 or rematch.match.seats[seat].kind != "open":
            continue
        token, name = rematch.match.setup.seats[seat].token, live.match.seats[seat].name
        await join_match_and_get_seat(service, token, key, name if _is_name_allowed_and_free(name, []) else None)
        removed = live.match.seats[seat].removed_devices
        for holder, claimed in claims:
            if claimed == seat and holder != key and holder not in removed:
                await service.add_seat_claim(rematch, holder, seat)
    if not await list_held_seats(service, rematch, key):
        raise InvalidState("The others have begun without you: your seat there was given away.")


def _build_rematch_seats(seats: list[SeatState], own_seats: list[int]) -> list[SeatRequest]:
    """The same bots, and the same people, also where a bot played on for them: mine at once, the others' seats open."""
    requests: list[SeatRequest] = []
    for number, seat in enumerate(seats):
        if seat.is_permanent_bot:
            requests.append(SeatRequest("bot", seat.level, seat.name))
        elif number in own_seats:
            is_good = _is_name_allowed_and_free(seat.name, [request.name or "" for request in requests])
            requests.append(SeatRequest("person", None, seat.name if is_good else None))
        else:
            requests.append(SeatRequest("open"))
    return requests


def _is_name_allowed_and_free(name: str, taken: list[str]) -> bool:
    """Names that were good enough for an older version and are not today give way to "Player 2"."""
    try:
        clean_and_require_unique_name(name, taken)
    except (NotAllowed, MalformedRequest):
        return False
    return True


# Seats


async def rename_seat(service: MatchService, live: LiveMatch, seat: int, name: str) -> int:
    """A person changes the name that is shown."""
    if live.match.setup.is_counted:
        raise NotAllowed("At a rated table and in a tournament everybody is called as their account is.")
    return await service.commit_event(
        live, lambda match: events.SeatRenamed(seat=seat, name=clean_and_require_unique_seat_name(match, seat, name))
    )


async def hand_seat_to_bot(service: MatchService, live: LiveMatch, seat: int) -> int:
    """A bot plays on for the seat; its person may come back."""

    def decide(match: Match) -> AnyMatchEvent | None:
        _require_not_over(match)
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
    service: MatchService, live: LiveMatch, seat: int, target: int, level: str, is_host: bool
) -> int:
    """A bot for an open seat (the host), for one's own seat, or by vote for somebody else's.

    `seat` is -1 for a host without a seat, who may fill open seats and nothing else.
    """
    level = require_known_level(level, live.match.game)
    is_counted = live.match.setup.is_counted

    def decide(match: Match) -> AnyMatchEvent:
        _require_not_over(match)
        if target >= len(match.seats):
            raise NotFound("There is no such seat.")
        kind = match.seats[target].kind
        if kind == "bot":
            raise InvalidState("A bot sits there already.")
        if kind == "open":
            if not is_host:
                raise NotAllowed("Only the host fills open seats.")
            if match.setup.rated:
                rated_tables.require_rated_level(match.setup.title, level)
            return event_builders.build_bot_for_open_seat(match, target, level)
        stand_in = SUBSTITUTE_LEVEL if is_counted else level
        if target == seat or (match.setup.mode == "hotseat" and seat >= 0):
            return _build_substitute(target, stand_in, "left")
        if is_counted:
            # The seat would be last for it, so that whoever profits must have no part in it.
            raise NotAllowed("At a rated table and in a tournament the clock alone gives somebody's seat to a bot.")
        _require_person_at_seat(match, seat)
        voters = [voter for voter in match.seats_played_by_people if voter not in (seat, target)]
        is_gone = live.is_away(target) and match.find_time_away(target) is None
        if is_gone and all(live.is_away(voter) for voter in voters):
            return _build_substitute(target, stand_in, "away")
        if not voters:
            raise NotAllowed(_explain_not_away_yet(live, match, target))
        return _require_not_yet_proposed(
            match, events.VoteProposed(seat=seat, vote_kind="replace", target=target, level=stand_in)
        )

    await service.commit_event(live, decide)
    await service.start_if_full(live)
    return live.match.version


def _build_substitute(seat: int, spec: str, reason: Literal["left", "away", "vote"]) -> events.SeatReplaced:
    level, style = split_bot_spec(spec)
    return events.SeatReplaced(seat=seat, level=level, reason=reason, style=style)


def _explain_not_away_yet(live: LiveMatch, match: Match, seat: int) -> str:
    """Why this person cannot be replaced without a vote yet, and from when they can."""
    rule = f"With two at the table, a bot can play on for somebody who has been away for {AWAY_AFTER_S:g} seconds"
    name, away = match.get_display_name(seat), live.get_seconds_away(seat)
    if match.find_time_away(seat) is not None:
        return f"{name} is away for a while, as this table allows: the clock stands, and no bot plays on."
    if away is None:
        return f"{rule}; {name} is here."
    return f"{rule}; {name} has been away for {int(away)}: try again in {math.ceil(AWAY_AFTER_S - away)} seconds."


def _find_awaited_voters(live: LiveMatch, match: Match, vote: Vote) -> list[int]:
    """Whose agreement a vote waits for: for the seat of somebody away, only those who are here."""
    pending = match.find_pending_voters(vote.proposed_by, vote)
    is_gone = vote.target is not None and live.is_away(vote.target) and match.find_time_away(vote.target) is None
    if vote.kind == "replace" and is_gone:
        return [seat for seat in pending if not live.is_away(seat)]
    return pending


async def close_unstarted_match(service: MatchService, live: LiveMatch, is_host: bool) -> int:
    """The host gives a table up before it begins, or a lesson at any time; everybody there sees it."""

    def decide(match: Match) -> AnyMatchEvent | None:
        if not is_host:
            raise NotAllowed("Only the host closes a table.")
        if match.is_closed:
            return None
        if match.is_started and not match.setup.lesson:
            raise InvalidState("The match has begun: it belongs to everybody at the table.")
        return events.MatchClosed()

    return await service.commit_event(live, decide)


# Playing


async def submit_action_and_detect_repeat(
    service: MatchService, live: LiveMatch, seat: int, question_seq: int, action_data: Mapping[str, Any]
) -> bool:
    """A person's answer. True when it was accepted before, and nothing was done now."""
    action = event_builders.parse_action(live.match, action_data)
    await service.catch_up_to(live, seat, log_length=question_seq)
    is_repeated = False

    def decide(match: Match) -> AnyMatchEvent | None:
        nonlocal is_repeated
        if not match.seats[seat].is_person:
            raise InvalidState("A bot plays this seat: take it back first.")
        played = event_builders.build_answer_event_unless_repeated(match, seat, question_seq, action)
        is_repeated = played is None
        return played

    await service.commit_event(live, decide)
    return is_repeated


async def set_standing_order(
    service: MatchService, live: LiveMatch, seat: int, key: str, enabled: bool, amount: int | None = None
) -> int:
    """Give or revoke a standing order, one with an amount by the key under which it is offered."""

    def decide(match: Match) -> AnyMatchEvent | None:
        in_force = match.seats[seat].standing_orders
        given = [one for one in in_force if split_order_key(one)[0] == key]
        wanted = build_order_key(key, amount)
        if not enabled:
            return events.StandingOrderSet(seat=seat, key=given[0], label="", enabled=False) if given else None
        if wanted in in_force:
            return None
        on_offer = match.game.standing_orders(match.record.state, seat) if match.status == "playing" else []
        order = next((one for one in on_offer if one.key == key), None)
        if order is None or len(in_force) >= MAX_STANDING_ORDERS:
            raise InvalidState("There is no such standing order to give now.")
        _require_fitting_amount(order, amount)
        label = order.label.replace(AMOUNT_PLACE, str(amount))
        return events.StandingOrderSet(seat=seat, key=wanted, label=label, enabled=True)

    return await service.commit_event(live, decide)


def _require_fitting_amount(order: StandingOrder, amount: int | None) -> None:
    if order.max_amount is None:
        if amount is not None:
            raise MalformedRequest("This order has no amount.")
    elif amount is None or not 1 <= amount <= order.max_amount:
        raise MalformedRequest(f"This order needs an amount from 1 to {order.max_amount}.")


async def post_chat(service: MatchService, live: LiveMatch, seat: int, text: str, key: str = "") -> int:
    """A line of chat, read by everybody."""
    line = clean_text(text)
    if not line:
        raise MalformedRequest("There is nothing to say.")

    def decide(match: Match) -> AnyMatchEvent:
        index = match.log_index
        if index.chat_lines_by_seat[seat] >= MAX_CHAT_LINES_PER_SEAT or len(index.chat_versions) >= MAX_CHAT_LINES:
            raise NotAllowed("This table has said all it can: there is no room for more lines of chat.")
        return events.ChatPosted(seat=seat, text=line, device=key)

    return await service.commit_event(live, decide)


# Undo and votes


async def undo_or_propose_vote(
    service: MatchService,
    live: LiveMatch,
    seat: int,
    scope: Literal["choice", "turn", "position"],
    to_position: int | None,
) -> int:
    """Undo one's last choice or turn at once; further back when all agree, by a vote."""

    def decide(match: Match) -> AnyMatchEvent:
        _require_person_at_seat(match, seat)
        if scope != "position":
            last_choice, turn_start, reason = event_builders.find_undo_positions_or_reason(match, seat)
            target = last_choice if scope == "choice" else turn_start
            if target is None:
                raise InvalidState(reason)
            return event_builders.build_actions_undone(match, seat, target)
        if match.setup.is_counted:
            raise NotAllowed(
                "A rated game, or one of a tournament, goes back no further than your own last choice or turn."
            )
        if to_position is None:
            raise MalformedRequest("Say the position to go back to.")
        if match.is_over or not match.is_started:
            raise InvalidState("There is nothing to take back.")
        target = event_builders.require_last_choice_position(match, seat, to_position)
        if not match.find_pending_voters(seat, None):
            return event_builders.build_actions_undone(match, seat, target)
        return _require_not_yet_proposed(match, events.VoteProposed(seat=seat, vote_kind="undo", to_position=target))

    return await service.commit_event(live, decide)


def _require_not_yet_proposed(match: Match, proposed: events.VoteProposed) -> events.VoteProposed:
    if len(match.votes) >= MAX_OPEN_VOTES:
        raise InvalidState("There are votes to settle first.")
    wanted = proposed.vote_kind, proposed.to_position, proposed.target
    if any((vote.kind, vote.to_position, vote.target) == wanted for vote in match.votes.values()):
        raise InvalidState("This is being voted on already.")
    return proposed


async def answer_proposal(service: MatchService, live: LiveMatch, seat: int, vote_id: int, agree: bool) -> int:
    """Agree to a proposal or end it; the last agreement carries it out."""

    def decide(match: Match) -> AnyMatchEvent | None:
        vote = match.votes.get(match.version_numbers.to_real_number(seat, vote_id, match.version))
        if vote is None or match.is_over:
            raise InvalidState("This vote is over.")
        if vote.kind == "end":
            return end_votes.build_person_answer_or_end(match, vote, seat, agree)
        if seat not in match.find_pending_voters(vote.proposed_by, vote):
            if seat in vote.agreed and agree:
                return None
            raise NotAllowed("You have no voice in this vote.")
        if not agree or [voter for voter in _find_awaited_voters(live, match, vote) if voter != seat]:
            return events.VoteCast(vote=vote.id, seat=seat, agree=agree)
        return _build_vote_outcome_event(match, vote)

    return await service.commit_event(live, decide)


async def propose_end(service: MatchService, live: LiveMatch, seat: int) -> int:
    """Ask everybody, bots included, whether the game ends here."""

    def decide(match: Match) -> AnyMatchEvent:
        _require_person_at_seat(match, seat)
        return end_votes.build_proposal_or_end(match, seat)

    return await service.commit_event(live, decide)


def _build_vote_outcome_event(match: Match, vote: Vote) -> AnyMatchEvent:
    if vote.kind == "replace":
        assert vote.target is not None
        return _build_substitute(vote.target, vote.level, "vote")
    assert vote.to_position is not None
    if vote.to_position >= match.actions_in_force_count:
        raise InvalidState("There is nothing to take back any more.")
    return event_builders.build_actions_undone(match, vote.proposed_by, vote.to_position, vote.id)

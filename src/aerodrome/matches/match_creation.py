"""Creating matches: as a host wants one, from a record, as a lesson, or from where a lesson stands."""

import hashlib
import secrets
from collections.abc import Mapping
from typing import Annotated, Any, Literal, NamedTuple

import msgspec
from msgspec import Meta

from aerodrome.bots.levels import list_playable_bot_specs
from aerodrome.core.actions import BadData
from aerodrome.core.game import Game
from aerodrome.core.lesson import LessonError, read_lesson
from aerodrome.core.option_specs import apply_people_defaults, list_seat_options_left_to_lot
from aerodrome.core.record import RecordError, read_edition_hash_of_record
from aerodrome.core.registry import UnknownTitle, load
from aerodrome.matches import rated_tables, util
from aerodrome.matches.display_names import MAX_NAME_LENGTH, clean_and_require_unique_name
from aerodrome.matches.edition_store import EditionStore
from aerodrome.matches.errors import InvalidState, MalformedRequest, NotAllowed, NotFound
from aerodrome.matches.events import ClockRules, MatchOrigin, MatchSetup, PublicListing, SeatConfig
from aerodrome.matches.fair_queue import NO_SHARE, ShareKey
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match_bots import (
    choose_bot_character,
    find_bot_character_by_display_name,
    format_bot_character_name,
    format_level_bot_name,
    get_bot_style,
    split_bot_spec,
)
from aerodrome.matches.replay_pool import read_record_or_explain_why_not
from aerodrome.matches.service import MatchService

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
    playable = list_playable_bot_specs(game)
    if level not in playable:
        raise MalformedRequest(f"There is no bot of that level; there are {', '.join(playable)}.")
    return level


async def create_match(
    service: MatchService,
    request: MatchRequest,
    host_key: str,
    imported_actions: ImportedActions | None = None,
    origin: MatchOrigin | None = None,
) -> LiveMatch:
    """A new match; the host holds the seats of people, or a spectator's place if there are none."""
    request = await put_account_name_into_rated_request(service, request, host_key)
    setup = msgspec.structs.replace(build_match_setup(request, host_key, imported_actions or []), origin=origin)
    claims = [(host_key, seat) for seat, config in enumerate(setup.seats) if config.kind == "person"]
    return await service.create_match(setup, claims or [(host_key, -1)])


async def put_account_name_into_rated_request(
    service: MatchService, request: MatchRequest, host_key: str
) -> MatchRequest:
    """At a rated table everybody is called as their account is. Raises NotAllowed for guests."""
    if not request.rated:
        return request
    name = (await rated_tables.require_unsuspended_account(service, host_key)).name
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
        lots = [] if lesson_seed else list_seat_options_left_to_lot(request.title, request.options)
        drawn = {option: _draw_seat_for_option(seed, option, len(request.seats)) for option in lots}
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
        require_table_may_be_public(setup)
    return rated_tables.require_and_build_rated_setup(setup) if request.rated else setup


def require_table_may_be_public(setup: MatchSetup) -> None:
    """Raises NotAllowed for tables that are nothing for strangers."""
    if setup.imported_actions:
        raise NotAllowed("A table that goes on from a record is by link: strangers would not know what they join.")
    if setup.own_edition:
        raise NotAllowed("A table with an edition of its host's own is by link: the edition is for those invited.")
    if setup.mode == "hotseat" or setup.lesson or not any(seat.kind == "open" for seat in setup.seats):
        raise NotAllowed("Only a table with open seats can be public.")


def _draw_seat_for_option(seed: str, option_name: str, seat_count: int) -> int:
    """The seat that the lot gives: the match's secret seed decides, so that anybody can check it afterwards."""
    return int.from_bytes(hashlib.sha256(f"{seed}:{option_name}".encode()).digest()) % seat_count


def _build_seat_configs(requests: list[SeatRequest], game: Game, seed: str) -> list[SeatConfig]:
    configs: list[SeatConfig] = []
    taken_names: list[str] = []
    for seat, request in enumerate(requests):
        if request.kind == "bot":
            configs.append(_build_bot_seat_config(request, game, seed, configs))
            continue
        name = ""
        if request.kind == "person":
            name = clean_and_require_unique_name(request.name or f"Player {seat + 1}", taken_names)
        token = secrets.token_urlsafe(24) if request.kind == "open" else ""
        configs.append(SeatConfig(request.kind, name, None, token))
        taken_names.append(name)
    return configs


def _build_bot_seat_config(request: SeatRequest, game: Game, seed: str, other_seats: list[SeatConfig]) -> SeatConfig:
    """A bot: the character that was asked for (those of a rematch stay the same), or one that the seed chooses."""
    level, style = split_bot_spec(require_known_level(request.level, game))
    taken = [config.name for config in other_seats]
    character = (
        find_bot_character_by_display_name(game.title, request.name)
        if request.name and request.name not in taken
        else None
    )
    if character is None:
        character = choose_bot_character(game.title, seed, taken, style)
    if character is None:
        name = format_level_bot_name(level, 1 + sum(one.level == level for one in other_seats))
        return SeatConfig("bot", name, level, style=style)
    return SeatConfig(
        "bot", format_bot_character_name(character), level, style=style or get_bot_style(level, character)
    )


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
        read_record_or_explain_why_not, record_json, position, edition, share=share
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
        kept = await EditionStore(service.store).get_own_edition(key, read_edition_hash_of_record(record_json))
    except RecordError as error:
        raise MalformedRequest(f"This record cannot be played: {error}") from None
    return None if kept is None else kept.data


async def create_lesson_match(
    service: MatchService, title: str, lesson_name: str, learner_name: str | None, host_key: str
) -> LiveMatch:
    """A lesson: a match of its own whose other seats, dice and deals follow the lesson. Nobody else may watch it."""
    try:
        lesson = read_lesson(title, lesson_name)
    except (LessonError, KeyError):
        raise NotFound("There is no such lesson.") from None
    seats = [
        SeatRequest("person", name=learner_name or LEARNER_NAME)
        if seat == lesson.seat
        else SeatRequest("bot", lesson.level)
        for seat in range(lesson.seats)
    ]
    request = MatchRequest(title, seats, lesson.options, hints=False, watchable=False)
    setup = build_match_setup(request, host_key, [], lesson.seed)
    setup = msgspec.structs.replace(setup, lesson=lesson_name)
    return await service.create_match(setup, [(host_key, lesson.seat)])


async def create_match_from_lesson(service: MatchService, live: LiveMatch, host_key: str) -> LiveMatch:
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

"""How a tournament changes: people come and go, it begins, rounds follow each other, it ends.

Each function changes a copy that the store then writes, and raises a MatchError when it may not be. Nothing here waits,
so whoever does the same from the same rows comes to the same.
"""

import hashlib
import random
import secrets
from collections.abc import Callable, Sequence
from typing import NamedTuple

import msgspec

from aerodrome.competitions.drawing import count_meetings, draw_round_robin_round, draw_swiss_round
from aerodrome.competitions.no_repeat_rounds import Tables
from aerodrome.competitions.seating import assign_seats_at_tables, count_sittings_by_seat
from aerodrome.core.bot_characters import list_bot_characters
from aerodrome.matches import rated_tables
from aerodrome.matches.accounts import Account
from aerodrome.matches.competition_state import Competition, CompetitionSettings, CompetitionTable, EndReason, Entrant
from aerodrome.matches.errors import InvalidState, NotAllowed, NotFound
from aerodrome.matches.events import MatchSetup, SeatConfig, TableInCompetition
from aerodrome.matches.match_bots import format_bot_character_name, format_level_bot_name, get_bot_style, split_bot_spec
from aerodrome.matches.match_creation import MatchRequest, SeatRequest, build_match_setup

MIN_PEOPLE = 2
MAX_ENTRANTS = 64
MAX_FILLED = 16
"""Bots fill up to at most so many: tables of bots alone cost the server and please nobody."""
MAX_ROUNDS = 12
HAS_BEGUN = "The tournament has begun."
IS_ENDED = "The tournament is over."


class NewCompetitionTable(NamedTuple):
    """A match that comes into being with a round; `claims` are keys and seats."""

    match_id: str
    setup: MatchSetup
    claims: list[tuple[str, int]]


Change = Callable[[Competition], list[NewCompetitionTable] | None]
"""Changes a tournament; returns the matches that come into being with it. May raise a MatchError."""

# People come and go


def sign_up_person(competition: Competition, account: Account, same_browser_keys: set[str], now_ms: int) -> None:
    """Somebody takes part, in a rated tournament by one account of a browser alone; nothing when they do already."""
    if competition.find_entrant_of_account(account.id) is not None and competition.status == "open":
        return
    if competition.status != "open":
        raise InvalidState(HAS_BEGUN if competition.status == "running" else IS_ENDED)
    if len(competition.entrants) >= competition.settings.max_people:
        raise InvalidState("The tournament is full.")
    if competition.settings.rated and any(one.key in same_browser_keys for one in competition.entrants):
        raise NotAllowed("Another account of your browser takes part: nobody plays rated games against themselves.")
    number = 1 + max((one.number for one in competition.entrants), default=-1)
    competition.entrants.append(Entrant(number, "person", account.id, account.name, account.key, joined_ms=now_ms))


def withdraw_entrant(competition: Competition, entrant_number: int) -> None:
    """Somebody no longer takes part: at once before the first round, else from the next one on."""
    if not competition.is_unfinished:
        raise InvalidState(IS_ENDED)
    found = [one for one in competition.entrants if one.number == entrant_number and one.kind == "person"]
    if not found:
        raise NotFound("Nobody of that number takes part.")
    if competition.status == "open":
        competition.entrants.remove(found[0])
    elif found[0].last_round is None:
        found[0].last_round = competition.round


def _withdraw_suspended_people(competition: Competition) -> None:
    """Who is suspended meets nobody in what comes next."""
    for entrant in competition.list_remaining_people():
        if entrant.is_suspended:
            withdraw_entrant(competition, entrant.number)


# It ends


def cancel_competition(competition: Competition, now_ms: int) -> None:
    """The organiser calls it off: nobody has won, and the tables of the round count for nothing here."""
    _end_competition(competition, now_ms, "organiser")
    competition.status = "cancelled"


def end_competition_early(competition: Competition, now_ms: int) -> None:
    """The organiser ends it as it stands; tables that are not over do not count."""
    if competition.status != "running":
        raise InvalidState("Only a tournament that runs can be ended early.")
    _end_competition(competition, now_ms, "early")


def _end_competition(competition: Competition, now_ms: int, reason: EndReason) -> None:
    if not competition.is_unfinished:
        raise InvalidState(IS_ENDED)
    for table in competition.tables:
        if table.status == "playing":
            table.status = "uncounted"
    competition.status = "over"
    competition.ended_ms, competition.end_reason = now_ms, reason


# Rounds


def start_competition(competition: Competition, now_ms: int) -> list[NewCompetitionTable]:
    """The first round begins; bots fill the gaps."""
    if competition.status != "open":
        raise InvalidState(HAS_BEGUN if competition.status == "running" else IS_ENDED)
    _withdraw_suspended_people(competition)
    people = competition.list_remaining_people()
    if len(people) < MIN_PEOPLE:
        raise InvalidState("A tournament needs at least two people.")
    size = competition.settings.table_size
    order = random.Random(f"{competition.seed}:slots").sample(people, len(people))
    slots = -(-max(len(people), competition.settings.fill_to) // size) * size
    order += [_add_bot_entrant(competition, 1, now_ms) for _ in range(slots - len(people))]
    if size == 2:
        # Bots that all had the last slots would meet everybody, and people nobody but bots.
        random.Random(f"{competition.seed}:pairs").shuffle(order)
    for slot, entrant in enumerate(order):
        entrant.slot = slot
    competition.status = "running"
    return _begin_round_and_build_tables(competition)


def advance_competition(competition: Competition, now_ms: int) -> list[NewCompetitionTable]:
    """What is due by itself: the start at its time, the next round when all tables of the last are over, the end."""
    if competition.status == "open" and competition.starts_ms is not None and competition.starts_ms <= now_ms:
        _withdraw_suspended_people(competition)
        if len(competition.list_remaining_people()) >= MIN_PEOPLE:
            return start_competition(competition, now_ms)
        _end_competition(competition, now_ms, "too few")
        competition.status = "cancelled"
    elif competition.status == "running" and not _has_running_tables(competition):
        _withdraw_suspended_people(competition)
        if competition.round < competition.settings.rounds and competition.list_remaining_people():
            _put_bots_into_vacated_slots(competition, now_ms)
            return _begin_round_and_build_tables(competition)
        is_whole = competition.round >= competition.settings.rounds
        _end_competition(competition, now_ms, "finished" if is_whole else "nobody left")
    return []


def _has_running_tables(competition: Competition) -> bool:
    return any(table.status == "playing" for table in competition.list_tables_of_round(competition.round))


def _put_bots_into_vacated_slots(competition: Competition, now_ms: int) -> None:
    """A bot takes the slot of everybody who dropped out."""
    for entrant in list(competition.entrants):
        if entrant.last_round is not None and entrant.slot is not None:
            follower = _add_bot_entrant(competition, competition.round + 1, now_ms)
            follower.slot, entrant.slot = entrant.slot, None


def _add_bot_entrant(competition: Competition, first_round: int, now_ms: int) -> Entrant:
    """A bot that nobody here is called like."""
    settings = competition.settings
    level = split_bot_spec(settings.bot_level)[0]
    taken = {one.name for one in competition.entrants}
    characters = sorted(
        list_bot_characters(settings.title),
        key=lambda one: hashlib.sha256(f"{competition.seed}:bot:{one.name}".encode()).digest(),
    )
    number = 1 + max(one.number for one in competition.entrants)
    character = next((one for one in characters if format_bot_character_name(one) not in taken), None)
    if character is None:
        count = 1 + sum(one.kind == "bot" for one in competition.entrants)
        bot = Entrant(number, "bot", name=_choose_level_bot_name(level, count, taken))
    else:
        style = get_bot_style(level, character)
        bot = Entrant(number, "bot", name=format_bot_character_name(character), bot_style=style)
    bot.first_round, bot.joined_ms = first_round, now_ms
    competition.entrants.append(bot)
    return bot


def _choose_level_bot_name(level: str, bot_number: int, taken_names: set[str]) -> str:
    """ "Captain C (bot)", and beyond the letters "Captain 17 (bot)"."""
    try:
        name = format_level_bot_name(level, bot_number)
    except IndexError:
        name = f"{level.capitalize()} {bot_number} (bot)"
    return name if name not in taken_names else f"{level.capitalize()} {bot_number} (bot)"


def _begin_round_and_build_tables(competition: Competition) -> list[NewCompetitionTable]:
    competition.round += 1
    by_slot = {one.slot: one for one in competition.entrants if one.slot is not None}
    holders = [by_slot[slot] for slot in range(len(by_slot))]
    made = []
    for number, slots in enumerate(_draw_tables_and_seats(competition, holders), 1):
        seated = [holders[slot] for slot in slots]
        setup = _build_table_setup(competition, seated, number)
        claims = [(one.key, seat) for seat, one in enumerate(seated) if one.kind == "person"]
        table = NewCompetitionTable(secrets.token_urlsafe(9), setup, claims)
        made.append(table)
        competition.tables.append(
            CompetitionTable(competition.round, number, table.match_id, [one.number for one in seated])
        )
    return made


def _draw_tables_and_seats(competition: Competition, slot_holders: Sequence[Entrant]) -> Tables:
    """The slots at each table in the order of seats. Who follows in a slot has met nobody yet, and sat nowhere."""
    settings, slots = competition.settings, len(slot_holders)
    slot_of = {one.number: slot for slot, one in enumerate(slot_holders)}
    past = [table.entrants for table in competition.tables]
    met = count_meetings(slots, [[slot_of[one] for one in table if one in slot_of] for table in past])
    bots = [slot for slot, one in enumerate(slot_holders) if one.kind == "bot"]
    number = competition.round - 1
    if settings.format == "round_robin":
        tables = draw_round_robin_round(
            slots, settings.table_size, settings.rounds, number, met, bots, competition.seed
        )
    else:
        points = {standing.entrant: standing.points for standing in competition.compute_standings()}
        in_order = [points[one.number] for one in slot_holders]
        tables = draw_swiss_round(in_order, settings.table_size, number, met, bots, competition.seed)
    counts = count_sittings_by_seat(slots, settings.table_size, [])
    for table in past:
        for place, entrant in enumerate(table):
            if entrant in slot_of:
                counts[slot_of[entrant]][place] += 1
    return assign_seats_at_tables(tables, counts, settings.seating, f"{competition.seed}:{number}")


def _build_table_setup(competition: Competition, seated_entrants: Sequence[Entrant], table_number: int) -> MatchSetup:
    settings = competition.settings
    setup = build_empty_table_setup(settings, f"tournament {competition.id}")
    seats = [
        SeatConfig("person", one.shown_name)
        if one.kind == "person"
        else SeatConfig("bot", one.name, split_bot_spec(settings.bot_level)[0], style=one.bot_style)
        for one in seated_entrants
    ]
    place = TableInCompetition(competition.id, settings.name, competition.round, table_number)
    is_rated = settings.rated and any(one.kind == "person" for one in seated_entrants)
    return msgspec.structs.replace(setup, seats=seats, competition=place, rated=is_rated)


def build_empty_table_setup(settings: CompetitionSettings, host_key: str) -> MatchSetup:
    """A table of the tournament that nobody sits at yet; raises MatchError when it cannot be as its organiser wants it.

    The host is nobody: no table of a tournament can be closed or listed by somebody who sits there.
    """
    request = MatchRequest(
        settings.title,
        [SeatRequest("open")] * settings.table_size,
        settings.options,
        clock=settings.clock,
        hints=False,
        rated=settings.rated,
    )
    return build_match_setup(request, host_key, [])


def require_competition_may_be_rated(settings: CompetitionSettings) -> None:
    """Raises NotAllowed when the bots that fill gaps have no place on the scale."""
    if settings.rated:
        rated_tables.require_bot_level_has_rating(settings.title, settings.bot_level)


def require_organiser(competition: Competition, account: Account | None) -> None:
    """Raises NotAllowed for everybody else."""
    if account is None or competition.organiser != account.id:
        raise NotAllowed("Only the organiser may do this.")

"""Tournaments of people in the database.

A change is worked out on a copy and written in one transaction, if the revision is still the one before: of two
at once, one wins and the other is worked out again. The matches of a round come into being in the same transaction.
"""

import asyncio
import logging
from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import ColumnElement, and_, delete, exists, false, func, insert, or_, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches import util
from aerodrome.matches.competition_changes import MAX_ROUNDS, Change, NewCompetitionTable
from aerodrome.matches.competition_results import CompetitionTableResult
from aerodrome.matches.competition_state import (
    Competition,
    CompetitionSettings,
    CompetitionStatus,
    CompetitionTable,
    Entrant,
)
from aerodrome.matches.errors import NotAllowed, NotFound, StorageUnavailable, UnreadableCompetition, VersionConflict
from aerodrome.matches.schema import (
    accounts,
    competition_entrants,
    competition_tables,
    competitions,
    matches,
    suspensions,
)
from aerodrome.matches.store import MatchStore, insert_match
from aerodrome.matches.stored_rows import build_from_readable_rows, convert_row, convert_to_bytes

log = logging.getLogger("aerodrome.matches")

CHANGE_ATTEMPTS = 20
READ_ATTEMPTS = 5
NO_SUCH = "There is no such tournament."
UNREADABLE = "What is stored of this tournament cannot be read."
_UNFINISHED = ("open", "running")


class ListedCompetition(NamedTuple):
    """A tournament as the list shows it."""

    id: str
    settings: CompetitionSettings
    status: CompetitionStatus
    round: int
    people: int
    created_ms: int
    starts_ms: int | None
    is_mine: bool


class CompetitionStore:
    """Reads and writes tournaments; `MatchStore` has the database."""

    def __init__(self, store: MatchStore) -> None:
        self.store = store

    # Writing

    async def create_competition(self, competition: Competition, max_organised: int) -> None:
        """A new one, without anybody. Raises NotAllowed when its organiser has so many that are not over."""
        row = _build_competition_row(competition) | {"id": competition.id, "organiser": competition.organiser}
        fixed = {"seed": competition.seed, "created_ms": competition.created_ms, "is_public": competition.is_public}

        of_organiser = accounts.c.id == competition.organiser
        counting = select(func.count()).where(
            competitions.c.organiser == competition.organiser, competitions.c.status.in_(_UNFINISHED)
        )

        async def write(connection: AsyncConnection) -> None:
            # Until the transaction ends nobody else counts those of this account.
            await connection.execute(update(accounts).where(of_organiser).values(name=accounts.c.name))
            organised = int((await connection.execute(counting)).scalar_one())
            if organised >= max_organised:
                raise NotAllowed(f"You organise {organised} tournaments that are not over: that is enough at once.")
            await connection.execute(insert(competitions).values(**row, **fixed))

        await self.store.run_transaction(write)

    async def change_competition_and_list_new_tables(
        self, id: str, change: Change
    ) -> tuple[Competition, list[NewCompetitionTable]]:
        """Change a tournament and write it; worked out again when somebody else was faster. Raises NotFound."""
        for _ in range(CHANGE_ATTEMPTS):
            before = await self.load_competition(id)
            after = before.copy()
            # Drawing many tables may take a moment, and the event loop answers everybody.
            made = await asyncio.to_thread(change, after) or []
            if after == before:
                return before, []
            after.revision += 1
            try:
                await self._write_competition_change(before, after, made)
            except VersionConflict:
                continue
            return after, made
        raise StorageUnavailable("Too many people change this tournament at once: try again.")

    async def _write_competition_change(
        self, before: Competition, after: Competition, new_tables: list[NewCompetitionTable]
    ) -> None:
        known = {entrant.number: entrant for entrant in before.entrants}
        kept = {entrant.number for entrant in after.entrants}
        old_tables = {table.match_id: table for table in before.tables}
        is_known = and_(competitions.c.id == before.id, competitions.c.revision == before.revision)

        async def write(connection: AsyncConnection) -> None:
            changed = await connection.execute(
                update(competitions).where(is_known).values(_build_competition_row(after))
            )
            if not changed.rowcount:
                raise VersionConflict
            of_this = competition_entrants.c.competition == after.id
            for entrant in after.entrants:
                if known.get(entrant.number) != entrant:
                    same = competition_entrants.c.number == entrant.number
                    await connection.execute(delete(competition_entrants).where(of_this, same))
                    await connection.execute(insert(competition_entrants).values(_build_entrant_row(after.id, entrant)))
            for number in known.keys() - kept:
                await connection.execute(
                    delete(competition_entrants).where(of_this, competition_entrants.c.number == number)
                )
            for table in after.tables:
                if table.match_id not in old_tables:
                    await connection.execute(insert(competition_tables).values(_build_table_row(after.id, table)))
                elif table.status != old_tables[table.match_id].status:
                    # A result may have come meanwhile: that stays.
                    is_playing = competition_tables.c.status == "playing"
                    same_table = competition_tables.c.match_id == table.match_id
                    change = update(competition_tables).where(same_table, is_playing)
                    await connection.execute(change.values(status=table.status))
            for new in new_tables:
                await insert_match(connection, new.match_id, new.setup, new.setup.created_at_ms, new.claims)

        await self.store.run_transaction(write)

    async def void_unplayable_tables(self, set_aside_match_ids: Collection[str]) -> int:
        """Tables whose match was set aside (or is among those given), removed or closed are void; returns how many."""
        row = competition_tables.c
        usable = exists().where(
            matches.c.id == row.match_id,
            matches.c.set_aside.is_(None),
            matches.c.status != "over",
            matches.c.id.not_in(list(set_aside_match_ids)),
        )
        voided = 0

        async def write(connection: AsyncConnection) -> None:
            nonlocal voided
            change = update(competition_tables).where(row.status == "playing", ~usable)
            voided = (await connection.execute(change.values(status="void"))).rowcount

        if await self.store.fetch_all(select(row.match_id).where(row.status == "playing", ~usable).limit(1)):
            await self.store.run_transaction(write)
        return voided

    async def remove_old_competitions(self, before_ms: int) -> None:
        """Those that ended before then, and those that never began, go with all that hangs on them."""
        row = competitions.c
        is_forgotten = or_(row.starts_ms.is_(None), row.starts_ms < before_ms)
        is_old = or_(row.ended_ms < before_ms, and_(row.status == "open", row.created_ms < before_ms, is_forgotten))

        async def write(connection: AsyncConnection) -> None:
            old = select(competitions.c.id).where(is_old)
            for table in (competition_entrants, competition_tables):
                await connection.execute(delete(table).where(table.c.competition.in_(old)))
            await connection.execute(delete(competitions).where(is_old))

        if await self.store.fetch_all(select(competitions.c.id).where(is_old).limit(1)):
            await self.store.run_transaction(write)

    # Reading

    async def load_competition(self, id: str) -> Competition:
        """One tournament with all that belongs to it. Raises NotFound or UnreadableCompetition."""
        for _ in range(READ_ATTEMPTS):
            row, entrants, tables, is_changed = await self._read_rows_and_detect_change(id)
            if not is_changed:
                break
        try:
            people_and_bots = [_build_entrant(row) for row in entrants]
            built = _build_competition(row, people_and_bots, [_build_table(row) for row in tables])
            # Encoded and decoded once: a struct that is made does not look whether its values are of their types.
            competition = msgspec.json.decode(msgspec.json.encode(built), type=Competition)
            _require_consistent(competition)
            return competition
        except (msgspec.MsgspecError, TypeError, ValueError) as error:
            log.error("a tournament cannot be read: %s", error, extra={"competition": id})
            raise UnreadableCompetition(UNREADABLE) from None

    async def _read_rows_and_detect_change(self, id: str) -> tuple[Any, Sequence[Any], Sequence[Any], bool]:
        """The tournament, its entrants and tables, and whether it changed meanwhile: then they do not fit together."""
        row = competitions.c
        query = select(competitions, accounts.c.name.label("organiser_name")).where(row.id == id)
        query = query.join_from(competitions, accounts, row.organiser == accounts.c.id, isouter=True)
        is_suspended = exists().where(
            suspensions.c.account == accounts.c.id,
            or_(suspensions.c.until_ms.is_(None), suspensions.c.until_ms > util.now_ms()),
        )
        columns = (competition_entrants, accounts.c.name, accounts.c.key, is_suspended.label("is_suspended"))
        people = select(*columns).join_from(
            competition_entrants, accounts, competition_entrants.c.account == accounts.c.id, isouter=True
        )
        of_this = people.where(competition_entrants.c.competition == id).order_by(competition_entrants.c.number)
        tables = select(competition_tables).where(competition_tables.c.competition == id)
        ordered = tables.order_by(competition_tables.c.round, competition_tables.c.number)
        async with self.store.engine.connect() as connection:
            first = (await connection.execute(query)).first()
            if first is None:
                raise NotFound(NO_SUCH)
            entrants = (await connection.execute(of_this)).all()
            found = (await connection.execute(ordered)).all()
            revision = (await connection.execute(select(row.revision).where(row.id == id))).scalar()
        return first, entrants, found, revision != first.revision

    async def list_due_competition_ids(self, now_ms: int) -> list[str]:
        """Those that begin now, and those whose round is over."""
        row, table = competitions.c, competition_tables.c
        is_played = exists().where(table.competition == row.id, table.round == row.round, table.status == "playing")
        is_due = or_(and_(row.status == "open", row.starts_ms <= now_ms), and_(row.status == "running", ~is_played))
        return [found[0] for found in await self.store.fetch_all(select(row.id).where(is_due).limit(50))]

    async def list_competitions(
        self, status: Collection[str], account: str | None, limit: int
    ) -> list[ListedCompetition]:
        """Public ones and one's own, newest first, without those that cannot be read."""
        row, entrant = competitions.c, competition_entrants.c
        counting = select(func.count()).where(
            entrant.competition == row.id, entrant.kind == "person", entrant.last_round.is_(None)
        )
        is_mine = self._build_organiser_or_entrant_condition(account)
        query = select(competitions, counting.scalar_subquery().label("people"), is_mine.label("is_mine"))
        query = query.where(row.status.in_(status), or_(row.is_public, is_mine)).order_by(row.created_ms.desc())
        return build_from_readable_rows(
            await self.store.fetch_all(query.limit(limit)), _build_listed_competition, "a tournament"
        )

    async def list_competition_ids_of_account(self, account: str) -> list[str]:
        """Those that somebody organises or takes part in."""
        query = (
            select(competitions.c.id)
            .where(self._build_organiser_or_entrant_condition(account))
            .order_by(competitions.c.created_ms)
        )
        return [row[0] for row in await self.store.fetch_all(query)]

    async def count_unfinished_entered_by_account(self, account: str) -> int:
        """In how many that are not over somebody takes part."""
        row, entrant = competitions.c, competition_entrants.c
        entered = select(func.count()).where(
            entrant.account == account, entrant.competition == row.id, row.status.in_(_UNFINISHED)
        )
        return int((await self.store.fetch_all(entered))[0][0])

    def _build_organiser_or_entrant_condition(self, account: str | None) -> ColumnElement[bool]:
        if account is None:
            return false()  # bots and former players have none either
        row, entrant = competitions.c, competition_entrants.c
        takes_part = exists().where(entrant.competition == row.id, entrant.account == account)
        return or_(row.organiser == account, takes_part)


def _require_consistent(competition: Competition) -> None:
    """Raises ValueError for what can be read and still makes no sense."""
    if not 0 <= competition.round <= MAX_ROUNDS:
        raise ValueError(f"there is no round {competition.round}")
    numbers = {entrant.number for entrant in competition.entrants}
    for table in competition.tables:
        seats = len(table.entrants)
        places = [] if table.result is None else table.result.places
        if not numbers.issuperset(table.entrants) or not 1 <= table.round <= competition.round:
            raise ValueError(f"table {table.number} of round {table.round} is of nobody here")
        if places and (len(places) != seats or not all(1 <= place <= seats for place in places)):
            raise ValueError(f"table {table.number} of round {table.round} has no such places")


def _build_listed_competition(row: Any) -> ListedCompetition:
    settings = msgspec.json.decode(convert_to_bytes(row.settings), type=CompetitionSettings)
    numbers = convert_row((row.round, row.people, row.created_ms, row.starts_ms), tuple[int, int, int, int | None])
    return ListedCompetition(row.id, settings, row.status, *numbers, bool(row.is_mine))


def _build_competition_row(competition: Competition) -> dict[str, Any]:
    return {
        "status": competition.status,
        "settings": msgspec.json.encode(competition.settings),
        "round": competition.round,
        "revision": competition.revision,
        "starts_ms": competition.starts_ms,
        "ended_ms": competition.ended_ms,
        "end_reason": competition.end_reason,
    }


def _build_entrant_row(competition_id: str, entrant: Entrant) -> dict[str, Any]:
    return {
        "competition": competition_id,
        "number": entrant.number,
        "kind": entrant.kind,
        "account": entrant.account,
        "bot_name": entrant.name if entrant.kind == "bot" else "",
        "bot_style": entrant.bot_style,
        "slot": entrant.slot,
        "first_round": entrant.first_round,
        "last_round": entrant.last_round,
        "joined_ms": entrant.joined_ms,
    }


def _build_table_row(competition_id: str, table: CompetitionTable) -> dict[str, Any]:
    return {
        "competition": competition_id,
        "round": table.round,
        "number": table.number,
        "match_id": table.match_id,
        "status": table.status,
        "entrants": msgspec.json.encode(table.entrants),
        "result": None if table.result is None else msgspec.json.encode(table.result),
    }


def _build_competition(row: Any, entrants: list[Entrant], tables: list[CompetitionTable]) -> Competition:
    return Competition(
        id=row.id,
        organiser=row.organiser,
        organiser_name=row.organiser_name or "",
        settings=msgspec.json.decode(convert_to_bytes(row.settings), type=CompetitionSettings),
        seed=row.seed,
        created_ms=row.created_ms,
        status=row.status,
        is_public=bool(row.is_public),
        starts_ms=row.starts_ms,
        round=row.round,
        revision=row.revision,
        ended_ms=row.ended_ms,
        end_reason=row.end_reason,
        entrants=entrants,
        tables=tables,
    )


def _build_entrant(row: Any) -> Entrant:
    return Entrant(
        number=row.number,
        kind=row.kind,
        account=row.account,
        name=row.bot_name if row.kind == "bot" else row.name or "",
        key=row.key or "",
        is_suspended=bool(row.is_suspended),
        bot_style=row.bot_style,
        slot=row.slot,
        first_round=row.first_round,
        last_round=row.last_round,
        joined_ms=row.joined_ms,
    )


def _build_table(row: Any) -> CompetitionTable:
    result = (
        None if row.result is None else msgspec.json.decode(convert_to_bytes(row.result), type=CompetitionTableResult)
    )
    entrants = msgspec.json.decode(convert_to_bytes(row.entrants), type=list[int])
    return CompetitionTable(row.round, row.number, row.match_id, entrants, row.status, result)

"""Databases of every age: a fresh one and an upgraded one are alike, an older one goes on, a newer one is refused."""

import asyncio
import re
import secrets
import sqlite3
from pathlib import Path
from typing import Any

import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from sqlalchemy import inspect, text
from sqlalchemy.engine import Connection

from aerodrome.core.record import Record
from aerodrome.matches import commands
from aerodrome.matches.events import (
    AnyMatchEvent,
    ChatRemoved,
    DeviceAdmitted,
    DeviceRemoved,
    ListingChanged,
    MatchClosed,
    MatchEndedByAgreement,
    RematchJoined,
    TimeAwaySet,
)
from aerodrome.matches.migrations import LATEST_REVISION, DatabaseTooNew
from aerodrome.matches.schema import metadata
from aerodrome.matches.seat_links_and_notes_store import SeatLinksAndNotesStore
from aerodrome.matches.service import MatchService
from aerodrome.matches.store import MatchStore
from matches.conftest import InlineBotPool, play, until

OLD_DATABASE = (Path(__file__).parent / "database_0_1_0.sql").read_text(encoding="utf-8")
"""Written by version 0.1.0, before there was Alembic: a running match of four seats with an event of nearly every
kind, a finished one, its rematch, and one that goes on from its record."""
NEWER_EVENTS = {
    ChatRemoved,
    DeviceAdmitted,
    DeviceRemoved,
    ListingChanged,
    MatchClosed,
    MatchEndedByAgreement,
    RematchJoined,
    TimeAwaySet,
}
RUNNING, FINISHED, REMATCH, IMPORTED = "c0bRA00Zh6B1", "WBoQ1q7EYUxg", "2geHG-p4zf4G", "zoUOGL7dTAb2"


async def new_postgres_database(server: str) -> str:
    import asyncpg  # type: ignore[import-untyped]

    name = f"migrations_{secrets.token_hex(4)}"
    connection = await asyncpg.connect(server)
    await connection.execute(f"CREATE DATABASE {name}")
    await connection.close()
    return re.sub(r"(?<!/)/[^/?]+(?=\?|$)", f"/{name}", server, count=1)


async def write_old_database(database: str) -> None:
    if not database.startswith("postgresql"):
        with sqlite3.connect(database) as old:
            old.executescript(OLD_DATABASE)
        return
    import asyncpg

    script = OLD_DATABASE.replace("BLOB", "BYTEA").replace("BEGIN TRANSACTION", "BEGIN")
    connection = await asyncpg.connect(database)
    await connection.execute(re.sub(r"X'([0-9A-F]*)'", r"'\\x\1'", script))
    await connection.close()


class Databases:
    """As many empty databases of one kind as a test wants."""

    def __init__(self, kind: str, folder: Path, request: pytest.FixtureRequest) -> None:
        self.server = request.getfixturevalue("postgres") if kind == "postgresql" else ""
        self.folder = folder

    async def new(self) -> str:
        if self.server:
            return await new_postgres_database(self.server)
        return str(self.folder / f"{secrets.token_hex(4)}.db")


@pytest.fixture(params=["sqlite", "postgresql"])
def databases(tmp_path: Path, request: pytest.FixtureRequest) -> Databases:
    return Databases(request.param, tmp_path, request)


def describe_schema(connection: Connection) -> dict[str, Any]:
    found = inspect(connection)
    return {
        table: (
            [(c["name"], str(c["type"]), c["nullable"], c["default"]) for c in found.get_columns(table)],
            found.get_pk_constraint(table)["constrained_columns"],
            sorted((i["name"] or "", tuple(i["column_names"])) for i in found.get_indexes(table)),
        )
        for table in sorted(found.get_table_names())
    }


async def migrated_schema(database: str) -> tuple[dict[str, Any], list[Any]]:
    """The schema after opening, and how it differs from what the code declares."""
    store = MatchStore(database)
    await store.open()
    async with store.engine.connect() as connection:
        revision = (await connection.execute(text("SELECT version_num FROM alembic_version"))).scalar()
        assert revision == LATEST_REVISION, "the latest revision has another name"
        schema = await connection.run_sync(describe_schema)
        difference = await connection.run_sync(lambda c: compare_metadata(MigrationContext.configure(c), metadata))
    await store.close()
    return schema, difference


async def test_a_fresh_database_and_an_upgraded_one_have_the_schema_that_the_code_declares(
    databases: Databases,
) -> None:
    fresh, old = await databases.new(), await databases.new()
    await write_old_database(old)
    schema, difference = await migrated_schema(fresh)
    assert difference == []
    assert {"matches", "things", "alembic_version"} <= schema.keys()
    assert await migrated_schema(old) == (schema, [])
    assert await migrated_schema(old) == (schema, []), "opening once more changes nothing"


async def test_processes_that_start_at_once_take_turns(databases: Databases) -> None:
    for prepare in (False, True):
        database = await databases.new()
        if prepare:
            await write_old_database(database)
        stores = [MatchStore(database) for _ in range(5)]
        await asyncio.gather(*(store.open() for store in stores))
        for store in stores:
            await store.close()


async def test_a_database_newer_than_the_program_is_refused(databases: Databases) -> None:
    database = await databases.new()
    store = MatchStore(database)
    await store.open()
    async with store.engine.begin() as connection:
        await connection.execute(text("UPDATE alembic_version SET version_num = '9999'"))
    await store.close()
    newer = MatchStore(database)
    with pytest.raises(DatabaseTooNew, match="version 9999, this program knows versions up to"):
        await newer.open()
    await newer.close()


async def test_matches_of_an_older_version_go_on(databases: Databases, titles: None) -> None:
    database = await databases.new()
    await write_old_database(database)
    service = MatchService(MatchStore(database), InlineBotPool())
    await service.open()
    live = await service.get_match(RUNNING)
    match = live.match
    assert (match.version, match.actions_in_force_count, match.asked_seats) == (157, 150, [0])
    assert [seat.name for seat in match.seats] == ["Anna", "Bob", "Cleo", "Random (bot)"]
    assert match.game.scores(match.record.state) == [14, 13, 0, 81]
    assert match.setup.clock is not None
    assert match.setup.clock.on_timeout == "seat"
    (vote,) = match.votes.values()
    assert (vote.kind, vote.target, vote.level) == ("replace", 2, "greedy")
    vote_number = match.version_numbers.convert_to_shown_number(1, vote.id)
    await commands.answer_proposal(service, live, 1, vote_number, True)
    assert match.seats[2].replaced_reason == "vote"
    await play(service, live, 0, type="count", by=1)
    await play(service, live, 0, type="done")
    assert match.asked_seats == [1]
    await play(service, live, 1, type="done")
    await until(live, lambda now: now.asked_seats == [0] or now.is_over)
    await service.close()


async def test_stored_matches_read_as_they_were_written(databases: Databases, titles: None) -> None:
    database = await databases.new()
    await write_old_database(database)
    service = MatchService(MatchStore(database), InlineBotPool())
    await service.open()
    finished = (await service.get_match(FINISHED)).match
    assert (finished.status, finished.rematch_id) == ("over", REMATCH)
    assert Record.replay(finished.export_record()).verify() == []
    imported = (await service.get_match(IMPORTED)).match
    assert (len(imported.setup.imported_actions), imported.actions_in_force_count) == (2, 2)
    assert await SeatLinksAndNotesStore(service.store).get_turn_notice_address(RUNNING, 0) == "https://hook.example/x"
    assert await service.store.list_claimed_seats("k" * 64, RUNNING) == [0, 2]
    token = (await service.get_match(RUNNING)).match.setup.spectator_token
    assert await SeatLinksAndNotesStore(service.store).find_link_target(token) == (RUNNING, -1)
    kinds = {
        type(event)
        for id in (RUNNING, FINISHED)
        for _, event in (await service.get_match(id)).match.iter_numbered_events()
    }
    assert kinds == set(AnyMatchEvent.__args__) - NEWER_EVENTS
    await service.close()

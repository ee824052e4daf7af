"""The operator's commands, on SQLite and PostgreSQL, beside a running server."""

import asyncio
import json
import secrets
import sqlite3
from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path
from typing import NamedTuple

import pytest
from sqlalchemy import select, text

from aerodrome import Record
from aerodrome.cli.app import run_command_line
from aerodrome.core import registry
from aerodrome.matches import commands
from aerodrome.matches.errors import NotFound, UnreadableMatch
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.schema import matches
from aerodrome.matches.service import MatchService
from aerodrome.matches.store import MatchStore
from matches.conftest import InlineBotPool, play, seated, until
from matches.test_migrations import new_postgres_database

Admin = Callable[..., Awaitable[tuple[int, str]]]


class Place(NamedTuple):
    """A database with three matches: over, running, and running with damage on disk."""

    database: str
    service: MatchService
    over: str
    running: LiveMatch
    bad: str


async def sql(service: MatchService, statement: str, **values: object) -> None:
    async with service.store.engine.begin() as connection:
        assert (await connection.execute(text(statement), values)).rowcount


@pytest.fixture(params=["sqlite", "postgresql"])
async def place(
    request: pytest.FixtureRequest, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncIterator[Place]:
    monkeypatch.setattr(registry, "_MODULES", {**registry._MODULES, "counting": "matches.counting"})
    monkeypatch.setattr(registry, "_LOADED", {})
    database = str(tmp_path / "tables.db")
    if request.param == "postgresql":
        database = await new_postgres_database(request.getfixturevalue("postgres"))
    service = MatchService(MatchStore(database), InlineBotPool())
    await service.open()
    ids = iter(["-JuWgLkbXhrg", "--yes-JuWgLk", "_JuWgLkbXhrg"])  # ids may look like options
    real = secrets.token_urlsafe
    monkeypatch.setattr(secrets, "token_urlsafe", lambda size: next(ids) if size == 9 else real(size))
    over = await seated(service, "counting", "random", "random", options={"goal": 5})
    await until(over, lambda match: match.is_over)
    running = await seated(service, "counting", "person", "person")
    for i in range(70):
        await play(service, running, running.match.asked_seats[0], type=("peek", "done")[i % 2])
    bad = (await seated(service, "counting", "person", "person")).match.id
    await sql(service, "UPDATE things SET body = :cut WHERE match = :match", cut=b'{"kind', match=bad)
    yield Place(database, service, over.match.id, running, bad)
    await service.close()


@pytest.fixture
def admin(place: Place, capsys: pytest.CaptureFixture[str]) -> Admin:
    async def run(command: str, *tokens: str) -> tuple[int, str]:
        line = ["admin", command, *tokens, "--database", place.database]
        code = await asyncio.to_thread(run_command_line, line)
        printed = capsys.readouterr()
        return code, printed.out + printed.err

    return run


async def test_matches_are_listed_by_what_they_are(place: Place, admin: Admin) -> None:
    for filters, found in (
        ((), {place.over, place.running.match.id, place.bad}),
        (("--status", "over"), {place.over}),
        (("--status", "set-aside"), set()),
        (("--title", "airline"), set()),
        (("--idle-days", "1"), set()),
    ):
        code, printed = await admin("list", *filters)
        assert code == 0
        *lines, count = printed.splitlines()
        assert {line.split()[0] for line in lines} == found
        assert count.startswith(f"{len(found)} match")
    _, printed = await admin("list", "--limit", "1")
    assert printed.splitlines()[-1] == "1 match"


async def test_a_match_is_shown_without_its_secrets(place: Place, admin: Admin) -> None:
    _, printed = await admin("show", place.running.match.id)
    assert "seat 0 Red: person" in printed
    setup = place.running.match.setup
    for secret in (setup.seed, setup.host_key, *(seat.token for seat in setup.seats), setup.spectator_token):
        assert not secret or secret not in printed
    code, printed = await admin("show", place.bad)
    assert code == 0
    assert "cannot be read: This table cannot be read: event 1 of it is damaged." in printed


async def test_records_are_exported_with_the_seed_when_they_are_over(
    place: Place, admin: Admin, tmp_path: Path
) -> None:
    file = tmp_path / "record.json"
    assert (await admin("export", place.over, "--out", str(file)))[0] == 0
    assert Record.replay(file.read_bytes()).verify() == []
    _, printed = await admin("export", place.running.match.id)
    assert Record.replay(printed).seed is None
    code, printed = await admin("export", place.bad)
    assert code == 1
    assert printed == "aerodrome: This table cannot be read: event 1 of it is damaged.\n"


async def test_everything_stored_is_exported_even_of_a_bad_match(place: Place, admin: Admin) -> None:
    stored = json.loads((await admin("export", place.running.match.id, "--raw"))[1])
    assert stored["setup"]["seed"] == place.running.match.setup.seed
    assert [event["version"] for event in stored["events"]] == list(range(1, place.running.match.version + 1))
    assert stored["events"][0]["event"]["kind"] == "started"
    bad = json.loads((await admin("export", place.bad, "--raw"))[1])
    assert bad["events"] == [{"version": 1, "event": {"damaged": "eyJraW5k"}}]


async def test_a_match_is_deleted_when_one_says_so(place: Place, admin: Admin) -> None:
    code, printed = await admin("delete", place.bad, place.running.match.id)
    assert code == 1
    assert "nothing was removed" in printed
    assert (await admin("delete", place.bad, place.running.match.id, "--yes"))[0] == 0
    assert place.bad not in (await admin("list"))[1]
    with pytest.raises(NotFound):  # the server has it in memory and finds out
        await commands.post_chat(place.service, place.running, 0, "hello?")
    assert (await admin("check"))[0] == 0
    code, printed = await admin("delete", place.bad, "--yes")
    assert (code, printed) == (1, f"aerodrome: there is no match {place.bad}\n")


async def test_sizes_add_up(place: Place, admin: Admin) -> None:
    code, printed = await admin("sizes")
    assert code == 0
    rows = {line.split()[0]: line.split()[1] for line in printed.splitlines() if " rows " in line}
    assert rows["matches"] == "3"
    assert int(rows["things"]) > place.running.match.version
    assert "counting     playing       2 matches" in printed


async def test_a_check_names_what_is_bad_and_a_repair_sets_it_aside_for_good(place: Place, admin: Admin) -> None:
    code, printed = await admin("check")
    assert code == 1
    assert f"{place.bad}  This table cannot be read: event 1 of it is damaged.\n" in printed
    assert "3 matches read, 1 of them bad" in printed
    code, printed = await admin("check", "--repair")
    assert (code, "set aside" in printed) == (0, True)
    assert place.bad in (await admin("list", "--status", "set-aside"))[1]
    with pytest.raises(UnreadableMatch):
        await place.service.store.load_match(place.bad)
    # What was damaged is put back from a backup, say: the next repair takes the match up again.
    live = place.service.live_matches.pop(place.bad)
    put_back = "UPDATE things SET body = :body WHERE match = :match"
    await sql(place.service, put_back, body=live.match.encoded_events[0], match=place.bad)
    code, printed = await admin("check")
    assert (code, "is set aside and can be read" in printed) == (1, True)
    assert "it goes on" in (await admin("check", "--repair"))[1]
    await commands.post_chat(place.service, await place.service.get_match(place.bad), 0, "back")
    assert (await admin("check"))[0] == 0


async def test_a_repair_removes_snapshots_that_the_events_do_not_give(place: Place, admin: Admin) -> None:
    match = place.running.match
    await commands.post_chat(place.service, place.running, 0, "save the snapshot")
    wrong = match.game.to_json(match.record.state_at(3))
    await sql(place.service, "UPDATE snapshots SET state = :wrong WHERE match = :match", wrong=wrong, match=match.id)
    assert f"{match.id}  the snapshot at 64 is not what the events give" in (await admin("check"))[1]
    assert "its bad snapshots were removed" in (await admin("check", "--repair"))[1]
    stored = await place.service.store.load_match(match.id)
    assert stored is not None
    assert stored.snapshots == []


async def test_a_repair_removes_what_belongs_to_no_match(place: Place, admin: Admin) -> None:
    async with place.service.store.engine.begin() as connection:
        await connection.execute(matches.delete().where(matches.c.id == place.bad))
    code, printed = await admin("check")
    assert (code, "things: 1 rows of matches that are not there" in printed) == (1, True)
    await admin("check", "--repair")
    assert (await admin("check"))[0] == 0
    async with place.service.store.engine.connect() as connection:
        assert len((await connection.execute(select(matches.c.id))).all()) == 2


def test_a_database_that_is_not_there_is_not_made(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "none.db"
    assert run_command_line(["admin", "list", "--database", str(place)]) == 1
    assert "there is no database" in capsys.readouterr().err
    assert not place.exists()


def test_an_older_database_is_left_as_it_is(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    place = tmp_path / "old.db"
    with sqlite3.connect(place) as database:
        database.execute("CREATE TABLE alembic_version (version_num VARCHAR(32))")
        database.execute("INSERT INTO alembic_version VALUES ('0002')")
    assert run_command_line(["admin", "list", "--database", str(place)]) == 1
    assert "the database is of version 0002, this program needs" in capsys.readouterr().err
    with sqlite3.connect(place) as database:
        assert database.execute("SELECT version_num FROM alembic_version").fetchall() == [("0002",)]

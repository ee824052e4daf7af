"""One row that cannot be read, of whatever table, hurts nobody else: everybody is answered, and the server starts."""

import asyncio
import contextlib
import shutil
import sqlite3
from collections.abc import Iterator
from pathlib import Path
from typing import Any, NamedTuple

import pytest
from sqlalchemy import Boolean, Float, Integer, LargeBinary, Table, select, text, update

from aerodrome.cli.app import run_command_line
from aerodrome.core import registry
from aerodrome.matches import schema, store
from aerodrome.matches.schema import metadata
from aerodrome.server import web_push
from aerodrome.server.app import Application
from aerodrome.server.notice_links import is_valid_link_secret
from aerodrome.server.public_table_routes import PAGE_TABLES
from server.busy_database import (
    Place,
    fill,
    make_browser,
    open_application,
    play_rated,
    run_by_itself,
    take_tour,
)
from server.people import Browsers, sign_up

WRONG: dict[str, dict[type, Any]] = {
    "a text": {LargeBinary: "text", Float: "x", Boolean: "x", Integer: "x"},
    "other JSON and numbers": {LargeBinary: b"[1]", Float: float("inf"), Boolean: 7, Integer: 2**62},
    "half a JSON": {LargeBinary: b"{", Integer: -5},
}
"""By kind of damage: what stands in the columns of a type instead."""
OTHER = b"\xff\xfe"
"""What stands in columns of text."""


OF_PEOPLE = ("account", "key", "match", "match_id", "asker", "asked", "invited", "inviter", "competition", "host_key")
"""Columns by which rows are found."""
ONLY_BY_OPERATORS = {"outside_appends", "snapshots"}
"""Tables that the busy database has no rows in: `tests/matches/test_bad_matches.py` damages snapshots."""


class Busy(NamedTuple):
    database: Path
    place: Place
    answers: dict[tuple[str, str], int]
    """By who asks what: the status, when nothing is damaged."""


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Busy]:
    """A database in which every table has rows, and how its people are answered."""
    folder = tmp_path_factory.mktemp("busy")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(registry, "_MODULES", {**registry._MODULES, "toy": "toy.game"})
        patch.setattr(registry, "_LOADED", {})
        place = asyncio.run(fill(folder / "tables.db"))
        with contextlib.closing(sqlite3.connect(folder / "tables.db")) as database:
            database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        answers = asyncio.run(look_around(copy_database(folder / "tables.db", folder / "whole.db"), place))
        yield Busy(folder / "tables.db", place, answers)


def copy_database(database: Path, copy: Path) -> Path:
    shutil.copy(database, copy)
    return copy


async def look_around(database: Path, place: Place) -> dict[tuple[str, str], int]:
    async with open_application(database) as app:
        await run_by_itself(app)
        return await take_tour(app, place)


def damage(database: Path, table: Table, kind: str) -> int:
    """Put nonsense into the first row, except where its key and its people stand; returns how many rows changed."""
    values: dict[str, Any] = {}
    for column in table.c:
        is_key = column.primary_key or column.name in OF_PEOPLE
        found = [wrong for type_, wrong in WRONG[kind].items() if isinstance(column.type, type_)]
        if not is_key and (found or kind == "a text"):
            values[column.name] = found[0] if found else OTHER
    if not values:
        return 0
    with contextlib.closing(sqlite3.connect(database, isolation_level=None)) as connection:
        changes = ", ".join(f"{name} = ?" for name in values)
        first = f"(SELECT min(rowid) FROM {table.name})"
        statement = f"UPDATE {table.name} SET {changes} WHERE rowid = {first}"
        with contextlib.suppress(sqlite3.IntegrityError):
            return connection.execute(statement, [*values.values()]).rowcount
    return 0


def list_harmed(busy: Busy, answers: dict[tuple[str, str], int]) -> list[str]:
    """Whoever meets a fault of ours; and what Cleo, who has nothing to do with the row, sees otherwise than before."""
    of_anna = ("/people/Anna", busy.place.public_review, busy.place.tournaments[0])
    return [
        f"{name or 'a guest'} {path}: {busy.answers[name, path]} became {status}"
        for (name, path), status in answers.items()
        if status >= 500
        or (name == "Cleo" and status != busy.answers[name, path] and not any(word in path for word in of_anna))
    ]


def test_the_database_has_rows_in_every_table(busy: Busy) -> None:
    with contextlib.closing(sqlite3.connect(busy.database)) as database:
        counts = {
            table.name: database.execute(f"SELECT count(*) FROM {table.name}").fetchone()[0]
            for table in metadata.sorted_tables
        }
    assert {name for name, count in counts.items() if not count} == ONLY_BY_OPERATORS
    assert max(busy.answers.values()) < 500


@pytest.mark.parametrize("name", sorted(set(metadata.tables) - ONLY_BY_OPERATORS))
async def test_a_row_with_nonsense_in_it_hurts_nobody_else(
    busy: Busy, tmp_path: Path, with_toy_title: None, name: str
) -> None:
    copy = copy_database(busy.database, tmp_path / "t.db")
    if not damage(copy, metadata.tables[name], "a text"):
        pytest.skip("it has nothing but its keys")
    assert list_harmed(busy, await look_around(copy, busy.place)) == []


@pytest.mark.parametrize("kind", ["other JSON and numbers", "half a JSON"])
async def test_bad_rows_in_all_tables_hurt_nobody_else(
    busy: Busy, tmp_path: Path, with_toy_title: None, kind: str
) -> None:
    copy = copy_database(busy.database, tmp_path / "t.db")
    assert sum(damage(copy, table, kind) for table in metadata.sorted_tables) > 20
    assert list_harmed(busy, await look_around(copy, busy.place)) == []


def test_a_check_names_the_bad_rows_of_every_table(
    busy: Busy, tmp_path: Path, with_toy_title: None, capsys: pytest.CaptureFixture[str]
) -> None:
    copy = copy_database(busy.database, tmp_path / "t.db")

    def check(*more: str) -> tuple[int, list[str]]:
        code = run_command_line(["admin", "check", "--database", str(copy), *more])
        return code, capsys.readouterr().out.splitlines()

    assert check()[0] == 0
    damaged = {table.name for table in metadata.sorted_tables if damage(copy, table, "a text")}
    code, lines = check()
    named = {line.split(" (")[0] for line in lines if " (" in line}
    assert (code, damaged - named) == (1, {"things"}), "events are told of with their match"
    code, lines = check("--repair")
    assert code == 1
    assert [line for line in lines if line.startswith("public_tables") and line.endswith(": removed")]
    assert [line for line in lines if line.startswith("ratings") and line.endswith(": left as it is")]
    code, lines = check()
    assert code == 1
    assert {"accounts", "ratings", "competitions"} <= {line.split(" (")[0] for line in lines}
    assert not [line for line in lines if line.startswith(("public_tables", "review_results", "heartbeats"))]


async def test_a_rated_match_ends_whatever_stands_in_the_ratings(app: Application, browsers: Browsers) -> None:
    anna, bert = await sign_up(app, browsers, "Anna"), await sign_up(app, browsers, "Bert")
    await play_rated(app, anna, bert)
    first = await app.context.sessions.accounts.find_by_similar_name("Anna")
    assert first is not None
    row = schema.ratings.c
    for mu, sigma in (("x", 8.0), (25.0, -1.0)):
        change = text("UPDATE ratings SET mu = :mu, sigma = :sigma WHERE account = :account")
        await app.service.store.execute_write(change.bindparams(mu=mu, sigma=sigma, account=first.id))
        await play_rated(app, anna, bert)
        (kept,) = await app.service.store.fetch_all(
            select(row.mu, row.sigma, row.matches).where(row.account == first.id)
        )
        assert (kept.mu < 25, 0 < kept.sigma < 25 / 3, kept.matches) == (True, True, 1), "it begins anew"


async def test_what_goes_wrong_with_one_event_stops_nobody_else_from_writing(
    app: Application, browsers: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = browsers()
    bad, good = [(await host.make("toy", "me", "open"))["id"] for _ in range(2)]
    real = store.require_matches_usable

    async def fail(connection: Any, ids: set[str]) -> None:
        if bad in ids:
            raise ZeroDivisionError
        await real(connection, ids)

    monkeypatch.setattr(store, "require_matches_usable", fail)
    said = [host.http.post(f"/api/matches/{match}/chat", json={"text": "hello"}) for match in (bad, good, bad, good)]
    answers = await asyncio.gather(*said)
    assert [answer.status_code for answer in answers] == [503, 200, 503, 200]
    assert "tries again" in answers[0].json()["detail"]


async def test_a_row_that_cannot_be_read_makes_no_page_shorter(app: Application, browsers: Browsers) -> None:
    host = browsers()
    made = [(await host.make("toy", "me", "open", public={}))["id"] for _ in range(PAGE_TABLES + 3)]
    bad = made[-2:]
    change = update(schema.public_tables).where(schema.public_tables.c.match.in_(bad))
    await app.service.store.execute_write(change.values(body=b"{"))
    app.service.listings_version += 1
    page = (await host.get("/api/lobby"))["open"]
    rest = await host.get("/api/public-tables/open", after=page["next"])
    assert (len(page["tables"]), rest["next"]) == (PAGE_TABLES, None)
    assert [one["id"] for one in page["tables"] + rest["tables"]] == [id for id in reversed(made) if id not in bad]


async def test_keys_of_the_server_that_sign_nothing_are_made_anew(app: Application) -> None:
    notices = app.context.notices
    before = [await notices.get_vapid_key(), await notices.get_link_secret()]
    await app.service.store.execute_write(update(schema.server_secrets).values(value=""))
    for _ in range(2):
        notices._secrets.clear()
        after = [await notices.get_vapid_key(), await notices.get_link_secret()]
    assert web_push.is_vapid_key(after[0])
    assert is_valid_link_secret(after[1])
    assert not set(before) & set(after)
    notices._secrets.clear()
    assert [await notices.get_vapid_key(), await notices.get_link_secret()] == after


async def test_a_result_of_a_review_that_cannot_be_read_is_worked_out_again(
    busy: Busy, tmp_path: Path, with_toy_title: None
) -> None:
    copy, match = copy_database(busy.database, tmp_path / "t.db"), busy.place.matches["Anna"][0]
    async with open_application(copy) as app:
        anna, path = make_browser(app, busy.place.cookies["Anna"]), f"/api/matches/{match}/review"
        whole = await anna.get(path)
        change = update(schema.review_results).where(schema.review_results.c.match == match)
        await app.service.store.execute_write(change.values(encoded=b"{"))
        app.service.reviews._jobs.clear()
        broken = await anna.get(path)
        assert (whole["progress"]["status"], broken["progress"]["status"]) == ("done", "stopped")
        await anna.post(path)
        job = await app.service.reviews.get_or_create_review_job(await app.service.get_match(match))
        assert job.worker is not None
        await job.worker
        app.service.reviews._jobs.clear()
        assert await anna.get(path) == whole
        await anna.http.aclose()


async def test_whoever_cannot_be_identified_is_told_so(
    app: Application, browsers: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def fail(*_: object) -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(app.context.sessions, "set_caller_identity", fail)
    answer = await browsers().http.get("/api/account")
    assert (answer.status_code, answer.json()["code"]) == (500, "broken")
    assert app.context.concurrency.request_count == 0

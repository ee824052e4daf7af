"""What whoever runs the server sees: start-up errors in a sentence, health with reasons, rights of files, the log."""

import asyncio
import logging
import os
import socket
import sqlite3
import stat
import subprocess
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest
from sqlalchemy import event

from aerodrome.matches.bot_pool import BotPool, BotRequest
from aerodrome.matches.errors import StorageUnavailable
from aerodrome.matches.seat_links_and_notes_store import SeatLinksAndNotesStore
from aerodrome.matches.store import MatchStore
from aerodrome.server.app import Application
from aerodrome.server.health import FAILURES_BEFORE_ALARM
from aerodrome.server.main import run_server
from aerodrome.server.settings import Limits, Settings
from matches import working
from server.client import PATIENCE_S, Browser
from server.conftest import InlineBotPool, free_port

Browsers = Callable[[], Browser]


def start_and_fail(database: Path | str, port: int = 0, workers: int = 1) -> str:
    """What a server that cannot start says in the end."""
    with pytest.raises(SystemExit) as ended:
        run_server(port=port, database=str(database), workers=workers, open_browser=False)
    assert isinstance(ended.value.code, str)
    assert "\n" not in ended.value.code
    return ended.value.code


def create_newer_database(path: Path) -> None:
    with sqlite3.connect(path) as connection:
        connection.execute("CREATE TABLE alembic_version (version_num TEXT)")
        connection.execute("INSERT INTO alembic_version VALUES ('9999')")


def test_a_start_that_fails_prints_one_sentence_and_no_traceback(tmp_path: Path) -> None:
    create_newer_database(tmp_path / "newer.db")
    program = "import sys; from aerodrome.server.main import run_server; "
    program += "run_server(port=0, database=sys.argv[1], open_browser=False)"
    command = [sys.executable, "-c", program, str(tmp_path / "newer.db")]
    done = subprocess.run(command, capture_output=True, text=True, timeout=300, check=False)
    assert (done.returncode, done.stdout) == (1, "")
    (sentence,) = done.stderr.splitlines()
    assert sentence.endswith("use a newer program.")


def test_a_database_that_cannot_be_used_is_told_in_a_sentence(tmp_path: Path) -> None:
    create_newer_database(tmp_path / "newer.db")
    assert "use a newer program" in start_and_fail(tmp_path / "newer.db")
    assert "it is a folder" in start_and_fail(tmp_path)
    assert "folder does not exist" in start_and_fail(tmp_path / "nowhere" / "t.db")
    assert "database URL" in start_and_fail("cloud://somewhere")
    assert "database URL" in start_and_fail("postgresql://host:port/x")


def test_a_read_only_database_is_told_in_a_sentence(tmp_path: Path) -> None:
    async def create_database() -> None:
        store = MatchStore(tmp_path / "t.db")
        await store.open()
        await store.close()

    asyncio.run(create_database())
    assert "read-only" in start_and_fail(f"sqlite+aiosqlite:///file:{tmp_path}/t.db?mode=ro&uri=true")


@pytest.mark.parametrize("workers", [1, 2])
def test_a_database_server_that_does_not_answer_is_told_without_its_password(workers: int) -> None:
    said = start_and_fail(f"postgresql://table:swordfish@127.0.0.1:{free_port()}/x", workers=workers)
    assert "no database server answers" in said
    assert "swordfish" not in said


def test_a_taken_port_is_told_in_a_sentence(tmp_path: Path) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        assert "in use" in start_and_fail(tmp_path / "t.db", taken.getsockname()[1])
    assert "no such port" in start_and_fail(tmp_path / "t.db", 100_000)


@pytest.mark.parametrize(
    ("limits", "reason"),
    [
        ('{"max_dreams": 5}', "max_dreams"),
        ('{"read_rate": [0, 0]}', "read_rate must be above 0"),
        ('{"max_streams_total": -4}', "max_streams_total must be above 0"),
        ('{"header_timeout_seconds": 1e300}', "header_timeout_seconds must be above 0 and at most"),
        ("[]", "Expected `object`"),
        ("nothing", "malformed"),
    ],
)
def test_limits_that_cannot_be_kept_are_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, limits: str, reason: str
) -> None:
    monkeypatch.setenv("AERODROME_LIMITS", limits)
    said = start_and_fail(tmp_path / "t.db")
    assert said.startswith("Cannot read AERODROME_LIMITS: ")
    assert reason in said


@pytest.mark.parametrize(
    ("name", "value"), [("AERODROME_KEEP_FINISHED_DAYS", "long"), ("AERODROME_SMTP_PORT", "a harbour")]
)
def test_a_bad_setting_is_told_in_a_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, name: str, value: str
) -> None:
    monkeypatch.setenv("AERODROME_SMTP_HOST", "localhost")
    monkeypatch.setenv(name, value)
    assert name[: len("AERODROME_KEEP")] in start_and_fail(tmp_path / "t.db")


def list_modes(folder: Path) -> dict[str, int]:
    return {path.name: stat.S_IMODE(path.stat().st_mode) for path in folder.iterdir()}


async def test_only_its_owner_may_read_the_database(tmp_path: Path) -> None:
    before = os.umask(0)
    try:
        store = MatchStore(tmp_path / "t.db")
        await store.open()
        await store.probe_write()
        assert list_modes(tmp_path) == {"t.db": 0o600, "t.db-wal": 0o600, "t.db-shm": 0o600}
        await store.close()
    finally:
        os.umask(before)


async def test_a_database_of_an_older_program_is_closed_to_others(tmp_path: Path) -> None:
    store = MatchStore(tmp_path / "t.db")
    await store.open()
    await store.probe_write()
    for name in list_modes(tmp_path):
        (tmp_path / name).chmod(0o644)
    again = MatchStore(tmp_path / "t.db")
    await again.open()
    assert set(list_modes(tmp_path).values()) == {0o600}
    await again.close()
    await store.close()


async def test_a_full_disk_shows_in_health_until_there_is_room(app: Application, browsers: Browsers) -> None:
    http = browsers().http
    assert (await http.get("/healthz")).status_code == 200
    is_full = True

    def resize(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute(f"PRAGMA max_page_count = {1 if is_full else 1_000_000}")

    store = app.service.store
    event.listen(store.engine.sync_engine, "checkout", resize)
    refused = 0
    for number in range(500):  # one by one: of many at once a busy machine would keep some waiting for too long
        try:
            await SeatLinksAndNotesStore(store).set_turn_notice_address(f"match {number}", 0, "x" * 300)
        except StorageUnavailable:
            refused += 1
    assert refused > 0
    answer = await http.get("/healthz")
    assert (answer.status_code, answer.json()["code"]) == (503, "busy")
    assert "disk is full" in answer.json()["detail"]
    assert int(answer.headers["Retry-After"]) > 0
    is_full = False
    assert (await http.get("/healthz")).status_code == 200


async def test_bots_and_sweeps_that_keep_failing_show_in_health(app: Application, browsers: Browsers) -> None:
    http = browsers().http
    sweeping = list(app.service._tasks)  # one that succeeds would begin to count anew
    for task in sweeping:
        task.cancel()
    await asyncio.gather(*sweeping, return_exceptions=True)
    app.service.bot_pool.failures_in_a_row = FAILURES_BEFORE_ALARM
    assert "bots" in (await http.get("/healthz")).json()["detail"]
    app.service.bot_pool.failures_in_a_row = 0
    app.service.failed_sweeps = FAILURES_BEFORE_ALARM
    assert "sweep" in (await http.get("/healthz")).json()["detail"]


async def test_workers_that_crash_are_counted_until_one_answers() -> None:
    pool = BotPool(1, timeout=10 * PATIENCE_S)
    request = BotRequest("airline", 1, {}, b"", 0, 0)
    for count in (1, 2):
        with pytest.raises(Exception, match="mid-thought"):
            await pool._run_in_worker(working.crash, request)
        assert pool.failures_in_a_row == count
    await pool._run_in_worker(len, request)
    assert pool.failures_in_a_row == 0
    pool.close()


async def test_sweeps_that_fail_are_counted(app: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    often = asyncio.Event()

    async def fail(*_: object) -> list[str]:
        if app.service.failed_sweeps >= FAILURES_BEFORE_ALARM:
            often.set()
        raise RuntimeError("no list")

    monkeypatch.setattr("aerodrome.matches.service.SWEEP_INTERVAL_S", 0.0)
    monkeypatch.setattr(app.service.store, "list_due_match_ids", fail)
    sweeping = asyncio.create_task(app.service._drive_due_and_evict_idle_matches_loop())
    await often.wait()
    sweeping.cancel()


@pytest.fixture
async def strict(tmp_path: Path, with_toy_title: None) -> AsyncIterator[Browser]:
    """A browser at a server with few tokens, none of which comes back soon."""
    limits = Limits(
        read_rate=(0.001, 50), expensive_read_rate=(0.001, 3), page_rate=(0.001, 3), monitoring_rate=(0.001, 3)
    )
    app = Application(Settings(database=str(tmp_path / "strict.db"), limits=limits))
    app.service.bot_pool = InlineBotPool()
    await app.service.open()
    async with Browser("http://table.test", httpx.ASGITransport(app)) as browser:
        yield browser
    await app.service.close()


@pytest.mark.parametrize("path", ["/", "/healthz", "/api/my-matches"])
async def test_pages_watchers_and_dear_reads_have_buckets_of_their_own(strict: Browser, path: str) -> None:
    statuses = [(await strict.http.get(path)).status_code for _ in range(4)]
    assert statuses == [200, 200, 200, 429]
    refused = await strict.http.get(path)
    assert (refused.json()["code"], int(refused.headers["Retry-After"]) > 0) == ("too_many", True)
    for other in {"/", "/healthz", "/api/titles"} - {path}:
        assert (await strict.http.get(other)).status_code == 200


async def test_a_person_has_one_bucket_at_all_addresses(tmp_path: Path, with_toy_title: None) -> None:
    limits = Limits(expensive_read_rate=(0.001, 3))
    app = Application(Settings(database=str(tmp_path / "t.db"), limits=limits))
    await app.service.open()
    statuses = []
    for i in range(4):
        transport = httpx.ASGITransport(app, client=(f"203.0.113.{i}", 1))
        async with httpx.AsyncClient(transport=transport, cookies={"aerodrome": "A" * 43}) as http:
            statuses.append((await http.get("http://table.test/api/my-matches")).status_code)
    assert statuses == [200, 200, 200, 429]
    await app.service.close()


@pytest.mark.parametrize("content_type", ["text/plain", "application/x-www-form-urlencoded", "", "application/jsonp"])
async def test_a_change_that_is_not_sent_as_json_is_refused(browsers: Browsers, content_type: str) -> None:
    body = b'{"title": "toy", "seats": [{"kind": "person"}, {"kind": "open"}]}'
    headers = {"Content-Type": content_type} if content_type else {}
    host = browsers()
    answer = await host.http.post("/api/matches", content=body, headers=headers)
    assert (answer.status_code, answer.json()["code"]) == (415, "malformed")
    assert (await host.get("/api/my-matches"))["matches"] == []
    charset = {"Content-Type": "application/json; charset=utf-8"}
    assert (await host.http.post("/api/matches", content=body, headers=charset)).status_code == 201


async def test_an_upload_that_breaks_off_is_no_error_of_ours(
    app: Application, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(logging.getLogger("aerodrome"), "propagate", True)
    messages: list[Any] = [
        {"type": "http.request", "body": b'{"tok', "more_body": True},
        {"type": "http.disconnect"},
    ]

    async def receive() -> Any:
        return messages.pop(0)

    async def send(_message: Any) -> None:
        return None

    headers = [(b"x-aerodrome", b"1"), (b"content-type", b"application/json"), (b"content-length", b"50")]
    scope = {"type": "http", "method": "POST", "path": "/api/join", "raw_path": b"/api/join", "query_string": b""}
    scope |= {"headers": headers, "client": ("127.0.0.1", 1), "scheme": "http", "server": ("x", 80), "root_path": ""}
    with caplog.at_level(logging.INFO, "aerodrome"):
        await app(scope, receive, send)
    assert {(record.levelname, record.__dict__.get("status")) for record in caplog.records} == {("INFO", 499)}
    assert b'status="499"' in app.context.metrics.render_text()

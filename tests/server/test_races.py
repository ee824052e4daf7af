"""The same click twice, and what changes while it is being read: nobody is left with what was true a moment ago."""

import asyncio
import signal
import socket
import sys
from collections.abc import Callable
from itertools import pairwise
from pathlib import Path
from typing import Any

import pytest

from aerodrome.matches import match_creation, seat_access
from aerodrome.matches import store as store_module
from aerodrome.matches.accounts import AccountStore
from aerodrome.matches.commands import post_chat
from aerodrome.matches.display_names import FORMER_PLAYER
from aerodrome.matches.errors import StorageUnavailable, VersionConflict
from aerodrome.matches.former_players import leave_tables_and_erase_person
from aerodrome.matches.postgres_connections import SILENCE_MS
from aerodrome.matches.service import MatchService
from aerodrome.matches.store import MatchStore
from aerodrome.server import connection_guard
from aerodrome.server.app import Application
from aerodrome.server.concurrency_limiter import ConcurrencyLimiter
from aerodrome.server.connection_guard import ConnectionGuard
from aerodrome.server.settings import Limits, Settings
from aerodrome.server.supervised_process import RESTART_PAUSES_S, STEADY_S, SupervisedProcess
from matches.conftest import InlineBotPool, until
from matches.test_migrations import new_postgres_database
from server.client import PATIENCE_S, Browser
from server.people import meet_at, sign_up

Browsers = Callable[[], Browser]
BID = {"type": "bid", "amount": 3}


async def post(browser: Browser, path: str, body: Any = None) -> int:
    return (await browser.http.post(path, json=body or {})).status_code


async def finish(match: str, *people: Browser) -> None:
    for person in people:
        room = await person.room(match)
        await person.act(match, room["question"]["seq"], BID)
    assert (await people[0].room(match))["status"] == "over"


async def kinds_of_events(app: Application, match: str) -> list[str]:
    live = await app.service.get_match(match)
    return [type(event).__name__ for _, event in live.match.iter_numbered_events()]


# The same click twice


async def test_who_presses_sit_down_twice_sits_down_once(
    browsers: Browsers, app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, guest = browsers(), browsers()
    await guest.make("toy", "me", "open")
    made = await host.make("toy", "me", "open", "open")
    body = {"token": made["links"][1].rsplit("/", 1)[-1], "name": "Berta"}
    meet_at(monkeypatch, seat_access, "resolve_link_token", 2)
    assert await asyncio.gather(*(post(guest, "/api/join", body) for _ in range(2))) == [200, 200]
    assert (await kinds_of_events(app, made["id"])).count("SeatTaken") == 1


async def test_who_comes_back_twice_at_once_is_one_device(
    browsers: Browsers, app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, phone = browsers(), browsers()
    made = await host.make("toy", "me", "open")
    await phone.make("toy", "me", "open")
    key = (await host.post(f"/api/matches/{made['id']}/return-key"))["link"].rsplit("/", 1)[-1]
    meet_at(monkeypatch, seat_access, "resolve_link_token", 2)
    assert await asyncio.gather(*(post(phone, "/api/join", {"token": key}) for _ in range(2))) == [200, 200]
    assert (await kinds_of_events(app, made["id"])).count("DeviceAdmitted") == 1


@pytest.mark.parametrize("is_same_person", [True, False])
async def test_a_rematch_that_is_asked_for_twice_at_once_is_one_table(
    browsers: Browsers, app: Application, monkeypatch: pytest.MonkeyPatch, is_same_person: bool
) -> None:
    host, guest = browsers(), browsers()
    made = await host.make("toy", "me", "open")
    await guest.join(made["links"][1], "Berta")
    await finish(made["id"], host, guest)
    meet_at(monkeypatch, MatchService, "create_match", 2)
    path = f"/api/matches/{made['id']}/rematch"
    asking = (host, host) if is_same_person else (host, guest)
    answers = await asyncio.gather(*(one.post(path) for one in asking))
    assert answers[0]["id"] == answers[1]["id"]
    for person in {*asking}:
        lines = (await person.get("/api/my-matches"))["matches"]
        assert {line["id"] for line in lines} == {made["id"], answers[0]["id"]}
    assert set(app.service.live_matches) == {made["id"], answers[0]["id"]}


# What changes while it is being read


async def test_news_of_a_match_that_is_being_loaded_are_not_missed(
    service_of: Callable[[], MatchService],
) -> None:
    writing, reading = service_of(), service_of()
    await writing.open()
    setup = match_creation.MatchRequest("toy", [match_creation.SeatRequest("person")] * 2, {}, "hotseat")
    live = await match_creation.create_match(writing, setup, "host")
    load_match = reading.store.load_match

    async def load_and_fall_behind(match_id: str, include_set_aside: bool = False) -> Any:
        stored = await load_match(match_id, include_set_aside)
        version = await post_chat(writing, live, 0, "hello")
        reading._on_event_appended(match_id, version)
        return stored

    reading.store.load_match = load_and_fall_behind  # type: ignore[method-assign]
    other = await reading.get_match(live.match.id)
    async with asyncio.timeout(PATIENCE_S):
        await until(other, lambda match: match.version == live.match.version)
    await reading.close()
    await writing.close()


async def test_who_is_forgotten_while_a_match_is_being_loaded_is_forgotten_there_too(
    service_of: Callable[[], MatchService],
) -> None:
    writing, reading = service_of(), service_of()
    await writing.open()
    seats = [match_creation.SeatRequest("person", name="Amelia"), match_creation.SeatRequest("person", name="Berta")]
    request = match_creation.MatchRequest("toy", seats, {}, "hotseat")
    live = await match_creation.create_match(writing, request, "key of Amelia")
    load_match = reading.store.load_match

    async def load_and_fall_behind(match_id: str, include_set_aside: bool = False) -> Any:
        stored = await load_match(match_id, include_set_aside)
        reading._on_presence_message(f"erased {match_id} {writing.process_id} 0")
        return stored

    reading.store.load_match = load_and_fall_behind  # type: ignore[method-assign]
    other = await reading.get_match(live.match.id)
    async with asyncio.timeout(PATIENCE_S):
        await until(other, lambda match: match.seats[0].name == FORMER_PLAYER)
    assert other.match.seats[1].name == "Berta"
    await reading.close()
    await writing.close()


@pytest.fixture
def service_of(tmp_path: Path, with_toy_title: None) -> Callable[[], MatchService]:
    return lambda: MatchService(MatchStore(tmp_path / "tables.db"), InlineBotPool())


async def test_a_seat_that_is_taken_while_claims_are_read_is_known_afterwards(
    browsers: Browsers, app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    host, watcher = browsers(), browsers()
    made = await host.make("toy", "me", "open")
    await watcher.join(made["spectator_link"])
    read = MatchStore.list_claimed_seats

    async def read_and_sit_down(store: MatchStore, key: str, match_id: str) -> list[int]:
        monkeypatch.setattr(MatchStore, "list_claimed_seats", read)
        app.service.live_matches[match_id].forget_claimed_seats()
        seats = await read(store, key, match_id)
        await watcher.join(made["links"][1], "Berta")
        return seats

    app.service.live_matches[made["id"]].forget_claimed_seats()
    monkeypatch.setattr(MatchStore, "list_claimed_seats", read_and_sit_down)
    await watcher.room(made["id"])
    assert (await watcher.room(made["id"]))["me"]["seat"] == 1


async def test_a_session_that_ends_while_it_is_looked_up_opens_nothing_afterwards(
    browsers: Browsers, app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    phone = await sign_up(app, browsers, "Amelia")
    look_up = AccountStore.find_session_with_account

    async def look_up_and_sign_out(store: AccountStore, session_key: str) -> Any:
        monkeypatch.setattr(AccountStore, "find_session_with_account", look_up)
        found = await look_up(store, session_key)
        assert found is not None
        await store.end_sessions(found.account.id)
        app.context.sessions.forget_cached_sessions_and_claims(found.account.key)
        return found

    monkeypatch.setattr(AccountStore, "find_session_with_account", look_up_and_sign_out)
    await phone.get("/api/account")
    assert (await phone.get("/api/account"))["name"] is None


async def test_a_driver_that_has_nothing_to_do_overwrites_no_work_that_came_meanwhile(app: Application) -> None:
    service = app.service
    request = match_creation.MatchRequest("toy", [match_creation.SeatRequest("person")] * 2, {}, "hotseat")
    live = await match_creation.create_match(service, request, "host")
    known_ms = live.match.updated_at_ms
    await service.store.set_next_due(live.match.id, known_ms + 5, known_ms)
    await service.store.set_next_due(live.match.id, None, known_ms - 1)
    assert await service.store.list_due_match_ids(known_ms + 5, 9) == [live.match.id]
    await service.store.set_next_due(live.match.id, None, known_ms)
    assert await service.store.list_due_match_ids(known_ms + 5, 9) == []


async def test_who_is_forgotten_is_forgotten_by_the_other_processes_too(postgres: str, with_toy_title: None) -> None:
    database = await new_postgres_database(postgres)
    one, other = (MatchService(MatchStore(database), InlineBotPool()) for _ in range(2))
    await one.open()
    await other.open()
    accounts = AccountStore(one.store)
    amelia = await accounts.create_account("key of Amelia", "Amelia", "no password")
    seats = [match_creation.SeatRequest("person", name="Amelia"), match_creation.SeatRequest("person", name="Berta")]
    live = await match_creation.create_match(one, match_creation.MatchRequest("toy", seats, {}, "hotseat"), amelia.key)
    await one.store.add_seat_claim("key of Berta", live.match.id, 1)
    version = await post_chat(one, live, 0, "a secret of mine")
    there = await other.get_match(live.match.id)
    async with asyncio.timeout(PATIENCE_S):
        await until(there, lambda match: match.version >= version)
        await leave_tables_and_erase_person(one, amelia.key)
        await until(there, lambda match: match.seats[0].name == FORMER_PLAYER)
    assert not [encoded for encoded in there.match.encoded_events if b"secret" in encoded]
    assert there.match.setup == live.match.setup
    await one.close()
    await other.close()


async def test_a_write_that_collides_with_nobody_is_given_up(app: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    """What fits no row of ours is no other process: trying again for ever would keep the table and the processor."""
    request = match_creation.MatchRequest("toy", [match_creation.SeatRequest("person")] * 2, {}, "hotseat")
    live = await match_creation.create_match(app.service, request, "host")
    append_event = MatchStore.append_event

    async def collide(_store: MatchStore, _append: Any) -> None:
        raise VersionConflict

    monkeypatch.setattr(MatchStore, "append_event", collide)
    with pytest.raises(StorageUnavailable):
        await asyncio.wait_for(post_chat(app.service, live, 0, "hello"), PATIENCE_S)
    assert live.pause_reason
    monkeypatch.setattr(MatchStore, "append_event", append_event)
    await post_chat(app.service, live, 0, "hello")
    assert live.pause_reason == ""


# What goes away and comes back


class SilentProxy:
    """Stands between a client and PostgreSQL, and can fall silent on the lines that are open."""

    def __init__(self, folder: Path, server: str) -> None:
        self.url = f"postgresql://postgres@/postgres?host={folder}"
        self._path = folder / ".s.PGSQL.5432"
        self._server_path = f"{server.split('host=', 1)[1].replace('%2F', '/')}/.s.PGSQL.5432"
        self._lines: list[asyncio.Event] = []
        self._pumps: set[asyncio.Task[None]] = set()

    async def __aenter__(self) -> "SilentProxy":
        self._proxy = await asyncio.start_unix_server(self._connect, self._path)
        self._tcp_proxy = await asyncio.start_server(self._connect, "127.0.0.1", 0)
        port = self._tcp_proxy.sockets[0].getsockname()[1]
        self.tcp_url = f"postgresql://postgres@127.0.0.1:{port}/postgres"
        return self

    async def __aexit__(self, *_: object) -> None:
        self._proxy.close()
        self._tcp_proxy.close()
        for pump in self._pumps:
            pump.cancel()
        await asyncio.gather(*self._pumps, return_exceptions=True)

    async def _connect(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        there, back = await asyncio.open_unix_connection(self._server_path)
        silent = asyncio.Event()
        self._lines.append(silent)
        for source, target in ((reader, back), (there, writer)):
            pump = asyncio.create_task(self._pump(source, target, silent))
            self._pumps.add(pump)

    async def _pump(self, source: asyncio.StreamReader, target: asyncio.StreamWriter, silent: asyncio.Event) -> None:
        while data := await source.read(65_536):
            if not silent.is_set():
                target.write(data)
        target.close()

    def fall_silent(self) -> None:
        """Nothing more comes through on the lines that are open now; nobody is told."""
        for silent in self._lines:
            silent.set()


async def test_a_line_for_news_that_fell_silent_is_replaced(
    postgres: str, tmp_path_factory: pytest.TempPathFactory, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(store_module, "LISTEN_CHECK_INTERVAL_S", 0.05)
    monkeypatch.setattr(store_module, "LISTEN_ANSWER_TIMEOUT_S", 0.5)
    async with SilentProxy(tmp_path_factory.mktemp("p"), postgres) as proxy:
        store = MatchStore(proxy.url)
        begun: asyncio.Queue[None] = asyncio.Queue()
        store.start_listening(lambda _match, _version: begun.put_nowait(None), lambda _message: None)
        async with asyncio.timeout(PATIENCE_S):
            await begun.get()
            proxy.fall_silent()
            await begun.get()
        await store.close()


@pytest.mark.skipif(sys.platform != "linux", reason="elsewhere the system has no such limit")
async def test_the_system_breaks_lines_to_a_database_that_is_gone_without_a_word(
    postgres: str, tmp_path_factory: pytest.TempPathFactory
) -> None:
    async with SilentProxy(tmp_path_factory.mktemp("p"), postgres) as proxy:
        store = MatchStore(proxy.tcp_url)
        async with store.engine.connect() as connection:
            raw = await connection.get_raw_connection()
            assert raw.driver_connection is not None
            line = raw.driver_connection._transport.get_extra_info("socket")
            assert line.getsockopt(socket.IPPROTO_TCP, socket.TCP_USER_TIMEOUT) == SILENCE_MS
            assert line.getsockopt(socket.SOL_SOCKET, socket.SO_KEEPALIVE) == 1
        await store.engine.dispose()


async def test_the_guard_of_connections_outlives_a_look_that_fails(monkeypatch: pytest.MonkeyPatch) -> None:
    looked: asyncio.Queue[None] = asyncio.Queue()

    def find_no_file() -> list[int]:
        looked.put_nowait(None)
        raise OSError(24, "Too many open files")

    monkeypatch.setattr(connection_guard, "LOOK_INTERVAL_S", 0.0)
    monkeypatch.setattr(connection_guard, "_list_file_descriptors", find_no_file)
    guard = ConnectionGuard(1, 10, Settings(database=""), ConcurrencyLimiter(Limits()))
    guard.is_possible = True
    watching = asyncio.create_task(guard.watch_connections())
    async with asyncio.timeout(PATIENCE_S):
        await looked.get()
        await looked.get()
    watching.cancel()


class CountedProcess(SupervisedProcess):
    """Dies at once; counts its starts."""

    def __init__(self) -> None:
        self.starts: list[float] = []
        super().__init__([sys.executable, "-S", "-c", ""], 0.0)

    def _start(self, now: float) -> None:
        super()._start(now)
        self.process.wait()
        self.starts.append(now)


def test_a_process_that_dies_at_every_start_is_started_more_and_more_rarely() -> None:
    child = CountedProcess()
    for tick in range(200):
        child.restart_if_due(tick * 0.25)
    pauses = [after - before for before, after in pairwise(child.starts)]
    assert pauses == sorted(pauses)
    assert pauses[0] == RESTART_PAUSES_S[1]
    assert pauses[-1] >= RESTART_PAUSES_S[-1] > pauses[0]


def test_a_process_that_ran_for_long_is_replaced_at_once() -> None:
    child = CountedProcess()
    child.restart_if_due(STEADY_S)
    assert child.starts == [0.0, STEADY_S]


def test_a_process_that_does_not_stop_is_killed() -> None:
    child = SupervisedProcess([sys.executable, "-S", "-c", "import signal; signal.pause()"], 0.0)
    child.wait_or_kill(0.0)
    assert child.process.wait() == -signal.SIGKILL

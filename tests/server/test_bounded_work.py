"""What one caller asks for costs the others nothing: records that bomb, floods of chat, hints on a busy machine."""

import asyncio
import tracemalloc
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest

from aerodrome.core.record import Record, RecordError
from aerodrome.matches import bot_pool, commands, replay_pool
from aerodrome.matches.bot_pool import BotPool, BotRequest
from aerodrome.matches.edition_jobs import (
    EditionCheckReport,
    check_edition_and_compare_with_house,
    encode_house_edition,
)
from aerodrome.matches.errors import MachineBusy
from aerodrome.matches.fair_queue import Priority, ShareKey
from aerodrome.matches.replay_pool import ReplayWorkerPool, read_record_or_explain_why_not
from aerodrome.server import event_stream, serializers
from aerodrome.server.app import Application
from aerodrome.server.settings import Limits, Settings
from matches import stuck, working
from server.client import Browser
from server.conftest import GENEROUS, ForkServer, InlineBotPool, free_port, settings_for
from server.people import Browsers, sign_up

RECORD = Path(__file__).parent.parent / "records" / "airline" / "short.json"
PEOPLE = [{"kind": "person"}, {"kind": "open"}, {"kind": "open"}, {"kind": "open"}]


def bomb(undos: int, to: int = 63) -> dict[str, Any]:
    """A record that goes back to the same position again and again."""
    record: dict[str, Any] = msgspec.json.decode(RECORD.read_bytes())
    record["log"] = record["log"][: to + 1] + [{"undo": to}] * undos
    record.pop("result", None)
    return record


@pytest.fixture
def played(monkeypatch: pytest.MonkeyPatch) -> list[int]:
    """How many actions were played again."""
    count = [0]
    play = Record.play

    def counting_play(self: Record, *arguments: Any, **more: Any) -> None:
        count[0] += 1
        play(self, *arguments, **more)

    monkeypatch.setattr(Record, "play", counting_play)
    monkeypatch.setattr(Record, "state_at", lambda *_: pytest.fail("an undo of an imported record was played"))
    return count


@pytest.mark.parametrize("undos", [2, 5_000, 20_000])
async def test_a_record_full_of_undos_is_refused_before_anything_is_played(
    undos: int, browsers: Callable[[], Browser], played: list[int]
) -> None:
    host = browsers()
    answer = await host.http.post("/api/matches/import", json={"record": bomb(undos), "seats": PEOPLE})
    assert answer.status_code == 400
    assert "cannot be played" in answer.json()["detail"]
    assert played == [0]


def test_undone_actions_of_a_record_are_not_played(played: list[int]) -> None:
    record = bomb(0)
    entry = record["log"].pop()
    record["log"] += [entry, {"undo": 63}] * 3000
    found = read_record_or_explain_why_not(msgspec.json.encode(record), None)
    assert not isinstance(found, str)
    assert (len(found.actions), played) == (63, [63])


def test_what_is_in_force_is_what_a_whole_replay_gives() -> None:
    record = bomb(1, to=40)
    record["log"] += [*record["log"][40:41], {"undo": 12, "by": 0}, *record["log"][12:30]]
    data = msgspec.json.encode(record)
    whole = Record.replay(data)
    in_force, _ = Record.replay_without_undone_and_list_explained_chance(data, 1000)
    assert in_force.played == whole.played
    assert in_force.game.to_json(in_force.state) == whole.game.to_json(whole.state)
    with pytest.raises(RecordError, match="too many"):
        Record.replay_without_undone_and_list_explained_chance(data, 20)


def test_chance_that_the_seed_explains_is_counted_as_it_is_played() -> None:
    record = Record.replay(RECORD.read_bytes())
    data = msgspec.json.decode(RECORD.read_bytes())
    dice = [number for number, entry in enumerate(data["log"]) if entry.get("who") == "chance"]
    _, explained = Record.replay_without_undone_and_list_explained_chance(RECORD.read_bytes(), 1000)
    assert (explained, record.verify()) == (dice, [])
    data["given"] = dice[3] + 1
    _, explained = Record.replay_without_undone_and_list_explained_chance(msgspec.json.encode(data), 1000)
    assert explained == dice[4:]


@pytest.mark.parametrize(
    "entry", [{"who": 0, "do": {"type": "buy", "x": 10**12}}, {"who": 0, "do": {"a": [[[[[[1]]]]]]}}, {"undo": -1}]
)
async def test_actions_no_game_has_are_refused(entry: dict[str, Any], browsers: Callable[[], Browser]) -> None:
    record = bomb(0)
    record["log"].append(entry)
    answer = await browsers().http.post("/api/matches/import", json={"record": record, "seats": PEOPLE})
    assert answer.status_code == 400
    assert "cannot be played" in answer.json()["detail"]


@pytest.mark.parametrize(
    ("path", "size", "before", "after"),
    [
        ("/api/matches/import", 600_000, '{"seats":[{"kind":"person"},{"kind":"open"}],"record":{"log":', "}}"),
        ("/api/editions/check", 150_000, '{"title":"airline","data":{"cities":', "}}"),
    ],
)
async def test_the_event_loop_makes_no_objects_of_what_a_worker_reads(
    path: str,
    size: int,
    before: str,
    after: str,
    app: Application,
    browsers: Callable[[], Browser],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def have_no_time(*_: object, **__: object) -> None:
        raise MachineBusy("The machine is busy.")

    monkeypatch.setattr(app.service.replay_pool, "run_short_job", have_no_time)
    body = f"{before}[{'[],' * size}1]{after}".encode()
    http = browsers().http
    await http.get("/api/titles")
    tracemalloc.start()
    answer = await http.post(path, content=body, headers={"Content-Type": "application/json"})
    _, most = tracemalloc.get_traced_memory()
    tracemalloc.stop()
    assert answer.status_code in (400, 503), answer.text
    assert most < 8 * len(body), "two million brackets would be a second in which nobody is answered"


async def test_a_record_that_takes_too_long_is_given_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(replay_pool, "IMPORT_TIMEOUT_S", 0.05)
    monkeypatch.setattr(replay_pool, "LOOK_TIMEOUT_S", 0.05)
    pool = ReplayWorkerPool()
    with pytest.raises(Exception, match="takes too long to play"):
        await pool.run_record_job(working.wait_for_file, str(tmp_path / "never"))
    with pytest.raises(MachineBusy):
        await pool.run_short_job(working.wait_for_file, str(tmp_path / "never"))
    pool.close()


async def test_an_address_that_asks_for_everything_at_once_takes_nobody_else_s_place(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(replay_pool, "MAX_WAITING_OF_ADDRESS", 3)
    monkeypatch.setattr(replay_pool, "MAX_WAIT_S", 600.0)
    monkeypatch.setattr(replay_pool, "LOOK_TIMEOUT_S", 600.0)
    pool, flag = ReplayWorkerPool(), tmp_path / "go on"
    greedy, other = ShareKey("192.0.2.1", "somebody"), ShareKey("192.0.2.2", "somebody else")
    waiting = [
        asyncio.create_task(pool.run_short_job(working.wait_for_file, str(flag), share=greedy)) for _ in range(3)
    ]
    await asyncio.sleep(0)
    with pytest.raises(MachineBusy):
        await pool.run_short_job(working.add, 1, 1, share=greedy._replace(person="another cookie"))
    honest = asyncio.create_task(pool.run_short_job(working.add, 1, 1, share=other))
    await asyncio.sleep(0)
    assert not honest.done()
    flag.touch()
    assert await honest == 2
    await asyncio.gather(*waiting)
    assert await pool.run_short_job(working.add, 2, 2, share=greedy) == 4
    pool.close()


async def test_a_hint_comes_in_time_or_says_that_the_machine_is_busy(
    app: Application, browsers: Callable[[], Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    host = browsers()
    match = (await host.make("toy", "me", "me", mode="hotseat"))["id"]
    monkeypatch.setattr(bot_pool, "HINT_WAIT_S", 0.01)
    pool = BotPool(1)
    for worker in pool._workers._workers:
        worker.is_busy = True
    app.service.bot_pool = pool
    room = await host.room(match, 0)
    seat = 0 if room["question"] else 1
    answer = await host.http.post(f"/api/matches/{match}/hint", json={"seat": seat})
    assert (answer.status_code, answer.json()["code"]) == (503, "cannot_think")
    assert "busy" in answer.json()["detail"]
    assert int(answer.headers["Retry-After"]) >= 1
    assert pool.waiting_count == 0


async def test_whoever_writes_without_end_is_slowed_down(tmp_path: Path, with_toy_title: None) -> None:
    limits = Limits(new_match_rate=(1e6, 10**6), chat_rate=(0.001, 3), table_rate=(0.001, 4))
    app = Application(Settings(database=str(tmp_path / "t.db"), limits=limits))
    app.service.bot_pool = InlineBotPool()
    await app.service.open()
    async with Browser("http://table.test", httpx.ASGITransport(app)) as host:
        match = (await host.make("toy", "me", "open"))["id"]
        said = [await host.http.post(f"/api/matches/{match}/chat", json={"text": "hello"}) for _ in range(5)]
        assert [answer.status_code for answer in said] == [200] * 3 + [429] * 2
        named = [await host.http.post(f"/api/matches/{match}/rename", json={"name": f"Ann {n}"}) for n in range(6)]
        assert [answer.status_code for answer in named] == [200] * 4 + [429] * 2
        assert int(named[-1].headers["Retry-After"]) > 0
    await app.service.close()


@pytest.mark.parametrize(
    ("what", "body"),
    [
        ("undo", {"scope": "choice"}),
        ("rename", {"name": "Another"}),
        ("propose-end", {}),
        ("standing-orders", {"key": "pass", "enabled": True}),
        ("resume", {}),
    ],
)
async def test_a_table_where_very_much_was_changed_can_only_be_played_on(
    what: str, body: dict[str, Any], browsers: Browsers, app: Application, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = browsers()
    made = await host.make("toy", "me", "random")
    if what == "resume":
        monkeypatch.setattr(app.service, "ensure_driver", lambda _: None)
        await host.post(f"/api/matches/{made['id']}/leave")
    monkeypatch.setattr(commands, "MAX_EVENTS", 1)
    refused = await host.http.post(f"/api/matches/{made['id']}/{what}", json=body)
    assert (refused.status_code, "played to its end" in refused.json()["detail"]) == (403, True)
    if what != "resume":
        room = await host.room(made["id"])
        assert (await host.act(made["id"], room["question"]["seq"], {"type": "bid", "amount": 3})).status_code == 200


async def test_tables_are_counted_by_address_where_there_is_no_cookie(tmp_path: Path, with_toy_title: None) -> None:
    limits = Limits(new_match_rate=(1e6, 10**6), max_unfinished_matches=4, max_unfinished_matches_per_address=6)
    app = Application(Settings(database=str(tmp_path / "t.db"), limits=limits))
    app.service.bot_pool = InlineBotPool()
    await app.service.open()
    seats = [{"kind": "person"}, {"kind": "open"}]
    plan = {"title": "toy", "seats": seats}

    async def create(browser: Browser) -> int:
        return (await browser.http.post("/api/matches", json=plan)).status_code

    async with Browser("http://table.test", httpx.ASGITransport(app)) as stranger:
        statuses = []
        for _ in range(6):
            statuses.append(await create(stranger))
            stranger.http.cookies.clear()
        assert statuses == [201] * 4 + [403] * 2
    async with Browser("http://table.test", httpx.ASGITransport(app)) as guest:
        live = next(iter(app.service.live_matches.values()))
        await guest.join(f"/j/{live.match.setup.seats[1].token}", "Guest")
        assert [await create(guest) for _ in range(4)] == [201, 201, 403, 403]
    await app.service.close()


async def test_pages_of_log_and_chat_are_for_those_who_may_look(browsers: Callable[[], Browser]) -> None:
    host, stranger = browsers(), browsers()
    match = (await host.make("toy", "me", "open"))["id"]
    for number in range(130):
        await host.post(f"/api/matches/{match}/chat", {"text": f"line {number}"})
    room = await host.room(match)
    said, earlier = room["chat"], room["earlier_chat"]
    assert len(said) < 100
    while earlier is not None:
        page = await host.get(f"/api/matches/{match}/chat", before=earlier)
        said, earlier = page["messages"] + said, page["earlier"]
    assert [line["text"] for line in said] == [f"line {number}" for number in range(130)]
    assert room["earlier_log"] is None
    for path in ("log?before=9.0", "chat?before=9"):
        assert (await stranger.http.get(f"/api/matches/{match}/{path}")).status_code == 404
    for place in ("x", "1", "-1.2", "1.²", "9" * 30, ""):
        answer = await host.http.get(f"/api/matches/{match}/log", params={"before": place})
        assert answer.status_code == 400, place


async def test_who_missed_very_much_is_sent_to_the_room(
    browsers: Callable[[], Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(event_stream, "MAX_RESUME_EVENTS", 5)
    host = browsers()
    match = (await host.make("toy", "me", "open"))["id"]
    for _ in range(6):
        await host.post(f"/api/matches/{match}/chat", {"text": "hello"})
    assert [event async for event in host.stream(match, after=0)] == [("reset", None, {})]


async def test_the_host_s_bots_think_on_the_host_s_account(app: Application, browsers: Callable[[], Browser]) -> None:
    seen: list[BotRequest] = []

    class Watched(InlineBotPool):
        async def choose_action(self, request: BotRequest, level: str) -> dict[str, object]:
            seen.append(request)
            return await super().choose_action(request, level)

    app.service.bot_pool = Watched()
    host = browsers()
    made = await host.make("toy", "random", "random")
    live = await app.service.get_match(made["id"])
    while not live.match.is_over:
        await live.changed.wait()
    assert {request.priority for request in seen} == {Priority.BOTS_ONLY}
    assert {(request.share.person, request.share.match) for request in seen} == {
        (live.match.setup.host_key, live.match.id)
    }
    assert live.share_key.address == "127.0.0.1"


async def test_sigterm_ends_the_server_while_it_reads_a_record(fork_server: ForkServer, tmp_path: Path) -> None:
    port = free_port()
    settings = msgspec.structs.replace(settings_for(str(tmp_path / "t.db")), titles={"stuck": "matches.stuck"})
    pid = await fork_server.start(settings, port)
    record = msgspec.json.decode(Record.start("airline", 2, seed=1).to_json())
    record["title"], record["options"], record["rules"] = "stuck", {}, 1
    async with Browser(f"http://127.0.0.1:{port}") as host:
        body = {"record": record, "seats": PEOPLE[:2]}
        reading = asyncio.create_task(host.http.post("/api/matches/import", json=body))
        while not stuck.marker_of(pid).exists():
            assert not reading.done(), reading.result().text
            await asyncio.sleep(0.01)
        stuck.marker_of(pid).unlink()
        fork_server.stop(pid)
        await asyncio.to_thread(fork_server.wait, pid)
        answer = (await asyncio.gather(reading, return_exceptions=True))[0]
        assert not isinstance(answer, httpx.Response) or answer.status_code == 503


async def test_a_record_may_be_as_large_as_the_settings_say(tmp_path: Path) -> None:
    limits = msgspec.structs.replace(GENEROUS, max_body_bytes=1_000, max_record_bytes=50_000)
    app = Application(Settings(database=str(tmp_path / "t.db"), limits=limits))
    await app.service.open()
    async with Browser("http://table.test", httpx.ASGITransport(app)) as browser:

        async def import_record(size: int) -> tuple[int, str]:
            body = {"record": {"title": "x" * size}, "seats": [{"kind": "person"}] * 2}
            answer = await browser.http.post("/api/matches/import", json=body)
            return answer.status_code, answer.json()["code"]

        assert await import_record(40_000) == (400, "malformed")
        assert await import_record(60_000) == (413, "too_large")
    await app.service.close()


async def test_who_wants_a_file_of_everything_again_and_again_must_wait(app: Application, browsers: Browsers) -> None:
    person, rate = await sign_up(app, browsers, "Amelia"), Limits().export_rate
    for _ in range(rate[1]):
        await person.get("/api/account/export")
    again = await person.http.get("/api/account/export")
    assert (again.status_code, int(again.headers["retry-after"]) > 10) == (429, True)


async def test_an_edition_is_compared_once_for_all_who_look_at_its_table(
    app: Application, browsers: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = browsers()
    data = msgspec.json.decode(encode_house_edition("airline"))
    data["edition"]["id"] = "mine-1"
    kept = await host.post("/api/editions", {"title": "airline", "data": data})
    made = await host.make("airline", "me", "open", "open", edition=kept["hash"])
    compared: list[str] = []

    def compare(title: str, text: str | None, edition_data: bytes | None) -> EditionCheckReport:
        compared.append(title)
        return check_edition_and_compare_with_house(title, text, edition_data)

    monkeypatch.setattr(serializers, "check_edition_and_compare_with_house", compare)
    for _ in range(3):
        assert (await host.room(made["id"]))["own_edition"]["id"] == "mine-1"
    assert compared == ["airline"]

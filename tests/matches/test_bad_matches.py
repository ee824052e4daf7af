"""A match that cannot be read is set aside with a sentence; every other match goes on."""

import asyncio
import contextlib
import sqlite3
from collections.abc import Callable
from pathlib import Path

import pytest
from sqlalchemy import event

from aerodrome.matches import commands, util
from aerodrome.matches import service as service_module
from aerodrome.matches.errors import MatchError, NotFound, StorageUnavailable, UnreadableMatch
from aerodrome.matches.restoring import restore_match
from aerodrome.matches.service import MatchService
from matches.conftest import play, seated, until
from matches.counting import Counting
from matches.damage import DAMAGES, Damage

Again = Callable[[], MatchService]


class SleepingBots:
    """Never answer: matches stay where they are until the server stops."""

    async def choose_action(self, request: object, level: str) -> dict[str, object]:
        await asyncio.Event().wait()
        raise AssertionError

    def close(self) -> None:
        pass


async def bot_match(service: MatchService) -> str:
    """A match of bots that has begun and in which a bot must move."""
    live = await seated(service, "counting", "random", "random", options={"goal": 30})
    await commands.post_chat(service, live, 0, "hello")
    await commands.post_chat(service, live, 1, "hello to you")
    return live.match.id


async def until_over(database: Path, ids: list[str]) -> None:
    """Looks at the database alone: opening a match would set it going."""
    with contextlib.closing(sqlite3.connect(database)) as looking:
        for id in ids:
            while looking.execute("SELECT status FROM matches WHERE id = ?", (id,)).fetchone() != ("over",):  # noqa: ASYNC110 - nobody tells
                await asyncio.sleep(0.01)


@pytest.mark.parametrize("kind", DAMAGES)
async def test_a_bad_match_says_what_is_wrong(service: MatchService, again: Again, tmp_path: Path, kind: str) -> None:
    damage, sentence = DAMAGES[kind]
    service.bot_pool = SleepingBots()  # type: ignore[assignment]
    id = await bot_match(service)
    await service.close()
    damage(Damage(tmp_path / "tables.db", id))
    second = again()
    await second.open()
    with pytest.raises(UnreadableMatch) as error:
        await second.get_match(id)
    assert sentence in str(error.value)
    await second.close()


async def test_all_others_play_on(service: MatchService, again: Again, tmp_path: Path) -> None:
    service.bot_pool = SleepingBots()  # type: ignore[assignment]
    bad = {kind: await bot_match(service) for kind in DAMAGES}
    good = [await bot_match(service) for _ in range(3)]
    await service.close()
    for kind, id in bad.items():
        DAMAGES[kind][0](Damage(tmp_path / "tables.db", id))
    second = again()
    await second.open()  # nobody opens a room: the sweep alone must find them
    await until_over(tmp_path / "tables.db", good)
    for id in bad.values():
        with pytest.raises(UnreadableMatch):
            await second.get_match(id)
    await second.close()


async def test_more_bad_matches_than_a_sweep_takes_do_not_hide_the_good_ones(
    service: MatchService, again: Again, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "SWEEP_LIMIT", 2)
    monkeypatch.setattr(service_module, "SWEEP_INTERVAL_S", 0.0)
    service.bot_pool = SleepingBots()  # type: ignore[assignment]
    for _ in range(5):
        Damage(tmp_path / "tables.db", await bot_match(service)).cut_last_event()
    good = await bot_match(service)
    await service.close()
    second = again()
    await second.open()
    await until_over(tmp_path / "tables.db", [good])
    await second.close()


async def test_a_bad_match_is_not_read_again_and_again(
    service: MatchService, again: Again, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    service.bot_pool = SleepingBots()  # type: ignore[assignment]
    id = await bot_match(service)
    await service.close()
    Damage(tmp_path / "tables.db", id).cut_last_event()
    second = again()
    reads = 0
    real = second.store.load_match

    async def counted(match: str) -> object:
        nonlocal reads
        reads += 1
        return await real(match)

    monkeypatch.setattr(second.store, "load_match", counted)
    await second.open()
    for _ in range(5):
        with pytest.raises(UnreadableMatch, match="damaged"):
            await second.get_match(id)
        await second._load_due_match_and_start_driver(id)
    assert reads == 1
    assert id not in await second.store.list_due_match_ids(util.now_ms(), 50)
    await second.close()


async def long_match(service: MatchService) -> str:
    live = await seated(service, "counting", "person", "person", options={"goal": 10_000})
    for i in range(150):
        await play(service, live, live.match.asked_seats[0], type=("peek", "done")[i % 2])
    return live.match.id


async def test_a_damaged_snapshot_loses_nothing_and_is_made_again(
    service: MatchService, again: Again, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    id = await long_match(service)
    before = service.live_matches[id].match
    await service.close()
    snapshots = "SELECT position, state FROM snapshots ORDER BY position"
    with sqlite3.connect(tmp_path / "tables.db") as database:
        whole = database.execute(snapshots).fetchall()
        assert [position for position, _ in whole] == [64, 128]
        database.execute("UPDATE snapshots SET state = substr(state, 1, 9) WHERE position = 64")
    second = again()
    await second.open()
    live = await second.get_match(id)
    assert live.match.game.to_json(live.match.record.state) == before.game.to_json(before.record.state)
    await commands.post_chat(second, live, 0, "on we go")
    await second.close()
    with sqlite3.connect(tmp_path / "tables.db") as database:
        assert database.execute(snapshots).fetchall() == whole
    applied = 0
    real = Counting.apply

    def counted(self: Counting, *args: object) -> None:
        nonlocal applied
        applied += 1
        real(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Counting, "apply", counted, raising=False)
    third = again()
    await third.open()
    await third.get_match(id)
    assert applied < 64
    await third.close()


async def test_a_snapshot_of_another_position_loses_nothing(service: MatchService, tmp_path: Path) -> None:
    """It can be read, but the actions after it do not follow from it."""
    live = await seated(service, "toy", "person", "person")
    live_state = live.match.game.to_json(live.match.record.state)
    stored = await service.store.load_match(live.match.id)
    assert stored is not None
    over = live.match.record.state.clone()
    over.step_stack.clear()
    match = restore_match(live.match.id, stored._replace(snapshots=[live.match.game.to_json(over)]))
    assert match.game.to_json(match.record.state) == live_state


async def test_a_match_that_is_opened_is_driven(service: MatchService, again: Again, tmp_path: Path) -> None:
    service.bot_pool = SleepingBots()  # type: ignore[assignment]
    id = await bot_match(service)
    await service.close()
    with sqlite3.connect(tmp_path / "tables.db") as database:
        database.execute("UPDATE matches SET wake = NULL")  # the sweep does not know of it
    second = again()
    await second.open()
    await until(await second.get_match(id), lambda match: match.is_over)
    await second.close()


async def test_ids_that_nobody_has_leave_nothing_behind(service: MatchService) -> None:
    for n in range(50):
        with pytest.raises(NotFound):
            await service.get_match(f"unknown{n}")
    assert not service._loading
    assert not service.set_aside_matches
    assert not service.live_matches


async def test_many_who_open_a_match_at_once_get_the_same_one(service: MatchService) -> None:
    id = (await seated(service, "counting", "person", "person")).match.id
    del service.live_matches[id]
    found = await asyncio.gather(*(service.get_match(id) for _ in range(5)))
    assert all(live is found[0] for live in found)


async def test_a_match_removed_under_a_running_server_takes_no_more_events(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person")
    other = await seated(service, "counting", "person", "person")
    assert await service.store.delete_match(live.match.id)
    results = await asyncio.gather(
        commands.post_chat(service, live, 0, "anybody here?"),
        commands.post_chat(service, other, 0, "yes"),
        return_exceptions=True,
    )
    assert isinstance(results[0], MatchError)
    assert results[1] == other.match.version
    with pytest.raises(NotFound):
        await service.get_match(live.match.id)
    assert await service.store.load_events_after(live.match.id, 0) == []


async def test_a_driver_whose_match_breaks_again_and_again_rests(
    service: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(service_module, "RETRY_DELAYS_S", (0.0,))
    live = await seated(service, "counting", "person", "random")
    tried = 0

    def broken(*_: object) -> object:
        nonlocal tried
        tried += 1
        raise ZeroDivisionError

    monkeypatch.setattr(service_module, "find_next_job_or_wait", broken)
    await commands.post_chat(service, live, 0, "go")  # nobody who acts is told of it
    assert live.driver is not None
    await asyncio.wait([live.driver])
    assert tried == service_module.FAULTS_BEFORE_REST + 1
    assert "went wrong" in live.pause_reason


async def test_what_another_program_wrote_and_this_one_cannot_follow_ends_only_that_match(
    service: MatchService, tmp_path: Path
) -> None:
    live = await seated(service, "counting", "person", "person")
    other = await seated(service, "counting", "person", "person")
    with sqlite3.connect(tmp_path / "tables.db") as database:
        row = (live.match.id, live.match.version + 1, b'{"kind":"sung","seat":0}')
        database.execute("INSERT INTO things (match, n, body) VALUES (?, ?, ?)", row)
    with pytest.raises(UnreadableMatch, match="another server wrote"):
        await commands.post_chat(service, live, 0, "hello")
    assert "another server wrote" in live.pause_reason
    with pytest.raises(UnreadableMatch, match="does not know what event 2 of it is"):
        await service.get_match(live.match.id)
    await commands.post_chat(service, other, 0, "hello")


async def test_a_server_starts_on_a_full_disk_and_its_matches_can_be_looked_at(
    service: MatchService, again: Again
) -> None:
    id = (await seated(service, "counting", "person", "person")).match.id
    await service.close()
    second = again()

    def fill(connection: sqlite3.Connection, *_: object) -> None:
        connection.execute("PRAGMA query_only = ON" if is_full else "PRAGMA query_only = OFF")

    is_full = False
    event.listen(second.store.engine.sync_engine, "checkout", fill)
    real = second.store.redate_matches_dated_in_future

    async def filling(now_ms: int, tolerance_ms: int) -> None:
        nonlocal is_full
        is_full = True  # the disk fills up after the migrations were looked at
        await real(now_ms, tolerance_ms)

    second.store.redate_matches_dated_in_future = filling  # type: ignore[method-assign]
    await second.open()
    live = await second.get_match(id)
    with pytest.raises(StorageUnavailable):
        await commands.post_chat(second, live, 0, "hello")
    is_full = False
    await commands.post_chat(second, live, 0, "hello")
    await second.close()

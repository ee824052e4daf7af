"""Old matches go, with all that hangs on them; nothing else does."""

import asyncio
from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import func, insert, select, update

from aerodrome.matches import commands, match_creation, util
from aerodrome.matches import service as service_module
from aerodrome.matches.errors import NotFound
from aerodrome.matches.housekeeping import DAY_MS, Retention
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match_creation import MatchRequest, SeatRequest
from aerodrome.matches.notice_store import NoticeStore
from aerodrome.matches.review_store import ReviewStore
from aerodrome.matches.schema import TABLES_OF_MATCH, events, matches, metadata, public_tables
from aerodrome.matches.seat_links_and_notes_store import SeatLinksAndNotesStore
from aerodrome.matches.service import MatchService
from aerodrome.matches.store import MatchStore
from matches.conftest import KEY, InlineBotPool, play, seated, until
from matches.test_migrations import new_postgres_database

KEEP = Retention(finished_days=30, abandoned_days=10, unstarted_days=2)


@pytest.fixture(params=["sqlite", "postgresql"])
async def table(request: pytest.FixtureRequest, tmp_path: Path, titles: None) -> AsyncIterator[MatchService]:
    """A service on a database of each kind, which removes nothing by itself."""
    database = str(tmp_path / "tables.db")
    if request.param == "postgresql":
        database = await new_postgres_database(request.getfixturevalue("postgres"))
    service = MatchService(MatchStore(database), InlineBotPool())
    await service.open()
    yield service
    await service.close()


async def age(service: MatchService, live: LiveMatch, days: float) -> None:
    """As if nothing had happened at this table for so long; it is not in memory."""
    service.live_matches.pop(live.match.id, None)
    shifted = util.now_ms() - int(days * DAY_MS)
    async with service.store.engine.begin() as connection:
        await connection.execute(update(matches).where(matches.c.id == live.match.id).values(updated_at_ms=shifted))


async def waiting(service: MatchService) -> LiveMatch:
    wanted = MatchRequest("counting", [SeatRequest("person"), SeatRequest("open")], {})
    return await match_creation.create_match(service, wanted, KEY)


async def playing(service: MatchService) -> LiveMatch:
    live = await seated(service, "counting", "person", "person")
    await SeatLinksAndNotesStore(service.store).set_turn_notice_address(live.match.id, 0, "https://hook.example/")
    await SeatLinksAndNotesStore(service.store).set_seat_note_unless_changed(
        live.match.id, 0, "Remember the milk run.", 0
    )
    notices, (key, _seat) = NoticeStore(service.store), (await service.store.list_claims_in_match(live.match.id))[0]
    await notices.add_or_replace_channel(key, "webhook", "https://hook.example/")
    assert await notices.add_turn_notices(live.match.id, 0, 1, due_ms=0) == 1
    await ReviewStore(service.store).begin_or_continue_review(live.match.id, "basis")
    await ReviewStore(service.store).add_review_results(live.match.id, {0: b"{}"}, is_finished=False)
    await ReviewStore(service.store).set_review_consent(live.match.id, [0], agree=True)
    for i in range(70):
        await play(service, live, live.match.asked_seats[0], type=("peek", "done")[i % 2])
    return live


async def list_in_lobby(service: MatchService, live: LiveMatch) -> None:
    row = {"match": live.match.id, "title": "counting", "status": "running", "fit": "", "seat_count": 2}
    async with service.store.engine.begin() as connection:
        await connection.execute(insert(public_tables).values(**row, free_seats=0, since_ms=0, body=b"{}"))


async def fill_empty_tables(service: MatchService, live: LiveMatch) -> None:
    """A made-up row of the match in every table where playing it left none."""
    async with service.store.engine.begin() as connection:
        for table in TABLES_OF_MATCH:
            is_of_match = table.c.match == live.match.id
            if (await connection.execute(select(table.c.match).where(is_of_match))).first() is None:
                row = {column.key: column.type.python_type() for column in table.c if not column.nullable}
                unique = {"id": live.match.id[:32]} if "id" in table.c else {}
                await connection.execute(insert(table).values(**{**row, **unique, "match": live.match.id}))


async def over(service: MatchService) -> LiveMatch:
    live = await seated(service, "counting", "random", "random", options={"goal": 5})
    await until(live, lambda match: match.is_over)
    return live


async def clean(service: MatchService, limit: int = 100) -> list[str]:
    return await service.remove_expired_matches_and_editions(KEEP, limit)


async def test_every_kind_of_match_has_its_time(table: MatchService) -> None:
    kinds = ((waiting, 2), (playing, 10), (over, 30))
    old, young = [], []
    for make, days in kinds:
        old.append(await make(table))
        await age(table, old[-1], days + 0.1)
        young.append(await make(table))
        await age(table, young[-1], days - 0.1)
    assert sorted(await clean(table)) == sorted(live.match.id for live in old)
    for live in young:
        await table.get_match(live.match.id)
    for live in old:
        with pytest.raises(NotFound):
            await table.get_match(live.match.id)
    assert await clean(table) == []


async def test_nothing_of_a_removed_match_is_left(table: MatchService, monkeypatch: pytest.MonkeyPatch) -> None:
    async def leave_appends(_store: MatchStore) -> list[tuple[str, int]]:
        return []  # a sweep would take the made-up rows of that table before they are counted

    monkeypatch.setattr(service_module, "list_and_delete_outside_appends", leave_appends)
    monkeypatch.setattr("aerodrome.matches.store.DELETE_BATCH", 7)
    kept, gone = await playing(table), await playing(table)
    for live in (kept, gone):
        await list_in_lobby(table, live)
        await fill_empty_tables(table, live)
    await age(table, gone, 11)
    assert await clean(table) == [gone.match.id]
    tables = [one for one in metadata.sorted_tables if "match" in one.c]
    assert tables == TABLES_OF_MATCH
    assert {one.name for one in tables} >= {"things", "snapshots", "tokens", "holders", "notices"}
    async with table.store.engine.connect() as connection:
        for one in tables:
            found = set((await connection.execute(select(one.c.match).distinct())).scalars())
            assert found == {kept.match.id}, one.name


async def test_a_removal_that_broke_off_is_finished_later(table: MatchService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("aerodrome.matches.store.DELETE_BATCH", 7)
    gone = await playing(table)
    await age(table, gone, 11)
    real, writes = table.store.execute_write, 0

    async def failing(statement: object) -> None:
        nonlocal writes
        writes += 1
        if writes == 3:
            raise OSError("the power went off")
        await real(statement)

    monkeypatch.setattr(table.store, "execute_write", failing)
    with pytest.raises(OSError, match="power"):
        await clean(table)
    async with table.store.engine.connect() as connection:
        assert 0 < ((await connection.execute(select(func.count()).select_from(events))).scalar() or 0) < 71
    assert await table.store.list_due_match_ids(util.now_ms(), 10) == []
    assert await clean(table) == [gone.match.id]


async def test_a_match_in_which_something_happens_meanwhile_stays(table: MatchService) -> None:
    live = await playing(table)
    assert not await table.store.delete_match(live.match.id, unless_updated_since_ms=util.now_ms() - DAY_MS)
    await commands.post_chat(table, live, 0, "still here")


async def test_a_match_that_somebody_looks_at_stays(table: MatchService) -> None:
    live = await playing(table)
    await age(table, live, 11)
    live = await table.get_match(live.match.id)
    live.attach_viewer(0)
    assert await clean(table) == []
    live.detach_viewer(0)
    assert await clean(table) == [live.match.id]


async def test_few_at_a_time_the_oldest_first(table: MatchService) -> None:
    made = [await waiting(table) for _ in range(5)]
    for i, live in enumerate(made):
        await age(table, live, 10 - i)
    ids = [live.match.id for live in made]
    assert await clean(table, limit=2) == ids[:2]
    assert await clean(table, limit=2) == ids[2:4]


async def test_what_is_kept_for_ever_is_kept(table: MatchService) -> None:
    await age(table, await waiting(table), 10_000)
    for_ever = Retention(0, 0, 0)
    assert await table.remove_expired_matches_and_editions(for_ever, 10) == []


async def test_the_server_does_it_by_itself(tmp_path: Path, titles: None, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(service_module, "HOUSEKEEPING_BATCH", 2)
    monkeypatch.setattr(service_module, "HOUSEKEEPING_PAUSE_S", 0.0)
    monkeypatch.setattr(service_module, "HOUSEKEEPING_INTERVAL_S", 0.01)  # it may find the database busy at first
    removed: asyncio.Queue[str] = asyncio.Queue()
    service = MatchService(MatchStore(tmp_path / "tables.db"), InlineBotPool())
    await service.open()
    made = [await waiting(service) for _ in range(5)]
    for live in made:
        await age(service, live, 8)
    young = await waiting(service)
    await service.close()
    second = MatchService(MatchStore(tmp_path / "tables.db"), InlineBotPool(), retention=Retention())
    real = second.store.delete_match

    async def noting(match: str, unless_updated_since_ms: int | None = None) -> bool:
        found = await real(match, unless_updated_since_ms)
        removed.put_nowait(match)
        return found

    monkeypatch.setattr(second.store, "delete_match", noting)
    await second.open()
    assert {await removed.get() for _ in made} == {live.match.id for live in made}
    await second.get_match(young.match.id)
    await second.close()

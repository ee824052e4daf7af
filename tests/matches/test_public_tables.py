"""Public tables without a web around them: bots fill up at the time that was said, whatever happens to the server."""

import asyncio

from aerodrome.matches import commands, match_creation, public_tables
from aerodrome.matches.accounts import AccountStore
from aerodrome.matches.automatic_jobs import FillOpenSeat, WaitUntil
from aerodrome.matches.events import ClockRules, PublicListing
from aerodrome.matches.former_players import leave_tables_and_erase_person
from aerodrome.matches.listings import compute_table_kind_hash
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.lobby_store import LobbyStore
from aerodrome.matches.match_creation import MatchRequest, SeatRequest
from aerodrome.matches.service import MatchService
from aerodrome.matches.store import MatchStore
from matches.conftest import KEY, InlineBotPool, until
from matches.test_migrations import new_postgres_database
from matches.test_wall_clock import HOUR, MINUTE, Again, Watch, pass_time, server, watch

__all__ = ["server", "watch"]

THREE_MINUTES = PublicListing(3 * MINUTE, "random")
OPEN_TABLE = MatchRequest(
    "counting", [SeatRequest("person", name="Ann"), SeatRequest("open"), SeatRequest("open")], {}, public=THREE_MINUTES
)


async def open_table(service: MatchService, request: MatchRequest = OPEN_TABLE) -> LiveMatch:
    return await match_creation.create_match(service, request, KEY)


async def test_bots_take_what_is_open_when_the_time_is_out(server: Again, watch: Watch) -> None:
    service = server()
    await service.open()
    live = await open_table(service)
    await public_tables.take_first_open_seat(service, live.match.id, "key of Berta", "Berta", "")
    await pass_time(service, watch, 2 * MINUTE)
    assert isinstance(service._find_next_job(live.match), WaitUntil)
    assert [seat.kind for seat in live.match.seats] == ["person", "person", "open"]
    await pass_time(service, watch, MINUTE)
    live.notify_waiters()
    await until(live, lambda match: match.is_started)
    assert [seat.kind for seat in live.match.seats] == ["person", "person", "bot"]
    assert live.match.seats[2].level == "random"
    await service.close()


async def test_the_time_survives_a_restart_and_does_not_run_without_a_server(server: Again, watch: Watch) -> None:
    first = server()
    await first.open()
    id = (await open_table(first)).match.id
    await pass_time(first, watch, 2 * MINUTE)
    await first.close()
    watch.time += 3 * HOUR
    second = server()
    await second.open()
    live = await second.get_match(id)
    assert second._find_next_job(live.match) == WaitUntil(watch.time + MINUTE)
    await pass_time(second, watch, MINUTE)
    live.notify_waiters()
    await until(live, lambda match: match.is_started)
    await second.close()


async def test_a_clock_that_was_wrong_keeps_nobody_waiting(server: Again, watch: Watch) -> None:
    watch.time += 10 * HOUR
    first = server()
    await first.open()
    id = (await open_table(first)).match.id
    await first.close()
    watch.time -= 10 * HOUR
    second = server()
    await second.open()
    live = await second.get_match(id)
    job = second._find_next_job(live.match)
    assert isinstance(job, WaitUntil)
    assert job.due_ms <= watch.time + 4 * MINUTE, "not ten hours"
    watch.time += 4 * MINUTE
    second._alive_at_ms = watch.time
    assert isinstance(second._find_next_job(live.match), FillOpenSeat)
    await second.close()


async def test_a_table_by_link_waits_for_ever(service: MatchService) -> None:
    live = await open_table(service, OPEN_TABLE._replace(public=None))
    assert service._find_next_job(live.match) is None
    await public_tables.change_listing(service, live, THREE_MINUTES, is_host=True)
    assert isinstance(service._find_next_job(live.match), WaitUntil)
    assert await LobbyStore(service.store).find_public_table(live.match.id) is not None
    await public_tables.change_listing(service, live, None, is_host=True)
    assert service._find_next_job(live.match) is None
    assert await LobbyStore(service.store).find_public_table(live.match.id) is None


async def test_the_row_in_the_lobby_follows_the_table_to_its_end(service: MatchService) -> None:
    live = await open_table(service, OPEN_TABLE._replace(options={"goal": 2}))
    id = live.match.id
    await public_tables.take_first_open_seat(service, id, "key of Berta", "Berta", "")
    row = await LobbyStore(service.store).find_public_table(id)
    assert row is not None
    assert (row.status, row.free_seats, [seat.name for seat in row.table.seats]) == ("open", 1, ["Ann", "Berta", ""])
    await commands.replace_seat_or_propose_vote(service, live, 0, 2, "random", is_host=True)
    row = await LobbyStore(service.store).find_public_table(id)
    assert row is not None
    assert (row.status, row.free_seats, row.table.seats[2].kind) == ("playing", 0, "bot")
    assert row.table.seats[2].name == live.match.seats[2].name
    await commands.hand_seat_to_bot(service, live, 0)
    await commands.hand_seat_to_bot(service, live, 1)
    await until(live, lambda match: match.is_over)
    assert await LobbyStore(service.store).find_public_table(id) is None


async def test_people_who_press_at_once_sit_at_one_table(service: MatchService) -> None:
    async def press(number: int) -> tuple[str, int, bool]:
        live, seat, is_opened = await public_tables.sit_down_or_open_table(
            service, OPEN_TABLE, None, f"key {number}", f"Person {'ABCDEF'[number]}", ""
        )
        return live.match.id, seat, is_opened

    found = await asyncio.gather(*[press(number) for number in range(3)])
    assert len({id for id, _, _ in found}) == 1
    assert sorted(seat for _, seat, _ in found) == [0, 1, 2]
    assert sum(is_opened for _, _, is_opened in found) == 1
    id, _, is_opened = await press(3)
    assert is_opened, "the first table is full"
    assert id != found[0][0]


async def test_who_presses_twice_has_one_seat(service: MatchService) -> None:
    async def press() -> tuple[str, int]:
        live, seat, _ = await public_tables.sit_down_or_open_table(service, OPEN_TABLE, None, KEY, "Ann", "")
        return live.match.id, seat

    assert len({await press(), await press(), await press()}) == 1


async def test_another_game_another_pace_or_another_size_does_not_fit(service: MatchService) -> None:
    await open_table(service)
    for request, seat_count, fits in (
        (OPEN_TABLE, None, True),
        (OPEN_TABLE, 4, False),
        (OPEN_TABLE._replace(options={"goal": 7}), None, False),
        (OPEN_TABLE._replace(clock=ClockRules(per_move=HOUR)), None, False),
        (OPEN_TABLE._replace(public=PublicListing(None)), 3, True),
    ):
        setup = match_creation.build_match_setup(request, "somebody", [])
        found = await LobbyStore(service.store).list_match_ids_of_open_tables(
            compute_table_kind_hash(setup), seat_count, 5
        )
        assert bool(found) == fits, request


async def test_the_lobby_and_accounts_live_in_postgresql_too(postgres: str, titles: None) -> None:
    service = MatchService(MatchStore(await new_postgres_database(postgres)), InlineBotPool())
    await service.open()
    tables = [(await open_table(service)).match.id for _ in range(3)]
    first = await LobbyStore(service.store).list_public_tables("open", "counting", None, 2)
    rest = await LobbyStore(service.store).list_public_tables("open", None, (first[-1].since_ms, first[-1].match), 5)
    assert sorted(row.match for row in [*first, *rest]) == sorted(tables)
    lobby = await LobbyStore(service.store).read_lobby(None, 5, 5)
    assert lobby.open_counts == [("counting", 3, 6)]
    live, seat, is_opened = await public_tables.sit_down_or_open_table(
        service, OPEN_TABLE, None, "key of Berta", "Berta", ""
    )
    assert (seat, is_opened) == (1, False)
    people = AccountStore(service.store)
    account = await people.create_account("key of Berta", "Berta", "hash")
    await people.add_session(account.id, "session", "a browser")
    codes = await people.replace_recovery_codes(account.id)
    assert await people.use_up_recovery_code(account.id, codes[0])
    assert not await people.use_up_recovery_code(account.id, codes[0])
    signed_in = await people.find_session_with_account("session")
    assert signed_in is not None
    assert signed_in.account == account
    await people.move_claims_editions_and_notices("key of Berta", "another key", set())
    await people.move_claims_editions_and_notices("another key", "key of Berta", set())
    await leave_tables_and_erase_person(service, account.key)
    await people.delete_account(account)
    assert live.match.seats[1].name == "Former player"
    assert await people.find_session_with_account("session") is None
    await service.close()

"""The machine's clock is set, the machine sleeps, the server is down: bots go on and nobody loses a seat by it."""

from collections.abc import Callable
from pathlib import Path

import pytest

from aerodrome.matches import commands, util
from aerodrome.matches.automatic_jobs import PlayBotMove, ReplaceSeatOnTimeout, WaitUntil
from aerodrome.matches.clocks import Clocks
from aerodrome.matches.events import ClockRules
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.service import CLOCK_GRACE_MS, CLOCK_TOLERANCE_MS, MatchService
from aerodrome.matches.store import MatchStore
from aerodrome.matches.util import SteadyClock
from matches.conftest import play, seated, until
from matches.test_bad_matches import SleepingBots, until_over
from matches.test_migrations import new_postgres_database

SECOND, MINUTE, HOUR = 1_000, 60_000, 3_600_000
Again = Callable[[], MatchService]


class Machine:
    """A machine whose clock can be set: the wall's time and the time that really passes."""

    def __init__(self) -> None:
        self.wall_ns = 1_700_000_000 * 10**9
        self.elapsed_ns = 5 * 10**9
        self.clock = SteadyClock(lambda: self.wall_ns, lambda: self.elapsed_ns)

    def pass_time(self, ms: int) -> int:
        """Returns what the steady clock counts meanwhile."""
        before = self.clock.now_ms()
        self.wall_ns += ms * 10**6
        self.elapsed_ns += ms * 10**6
        return self.clock.now_ms() - before

    def set_clock(self, ms: int) -> None:
        self.wall_ns += ms * 10**6


def test_time_passes_as_it_does() -> None:
    machine = Machine()
    assert machine.pass_time(HOUR) == HOUR
    assert machine.clock.now_ms() == machine.wall_ns // 10**6


@pytest.mark.parametrize("jump", [3 * HOUR, -HOUR, 10_000 * HOUR])
def test_a_clock_that_is_set_is_followed_slowly(jump: int) -> None:
    machine = Machine()
    machine.set_clock(jump)
    assert machine.pass_time(0) == 0
    counted = machine.pass_time(HOUR)
    assert abs(counted - HOUR) == HOUR // 10
    assert (counted > HOUR) == (jump > 0)
    machine.set_clock(-jump)
    machine.pass_time(2 * HOUR)
    assert machine.clock.now_ms() == machine.wall_ns // 10**6


class Watch:
    """The clock of all processes, moved by tests."""

    def __init__(self) -> None:
        self.time = 1_700_000_000_000

    def __call__(self) -> int:
        return self.time


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    made = Watch()
    monkeypatch.setattr(util, "now_ms", made)
    return made


@pytest.fixture
def server(watch: Watch, again: Again) -> Again:
    """Opened by each test itself, so that the watch is there first."""
    return again


async def test_bots_go_on_after_a_restart_with_the_clock_set_back(server: Again, watch: Watch, tmp_path: Path) -> None:
    first = server()
    first.bot_pool = SleepingBots()  # type: ignore[assignment]
    await first.open()
    live = await seated(first, "counting", "random", "random", options={"goal": 30})
    await first.close()
    watch.time -= HOUR
    second = server()
    await second.open()
    await until_over(tmp_path / "tables.db", [live.match.id])
    await second.close()


ONE_HOUR = ClockRules(per_move=HOUR, per_game=5 * HOUR, on_timeout="seat")


async def pass_time(service: MatchService, watch: Watch, ms: int) -> None:
    """The server is up and its heart beats."""
    for _ in range(0, ms, 30 * SECOND):
        watch.time += 30 * SECOND
        await service._record_heartbeat_and_grant_grace()


def time_left(live: LiveMatch, watch: Watch) -> tuple[int | None, int | None]:
    return live.match.clocks.get_remaining_ms_for_question_and_match(0, watch.time)


async def test_an_hour_to_move_survives_three_hours_without_a_server(server: Again, watch: Watch) -> None:
    first = server()
    await first.open()
    live = await seated(first, "counting", "person", "person", clock=ONE_HOUR)
    await pass_time(first, watch, 10 * MINUTE)
    await first.close()
    watch.time += 3 * HOUR
    second = server()
    await second.open()
    live = await second.get_match(live.match.id)
    assert time_left(live, watch) == (50 * MINUTE, 290 * MINUTE)
    await pass_time(second, watch, 20 * MINUTE)
    await play(second, live, 0, type="count", by=1)
    assert time_left(live, watch) == (60 * MINUTE, 270 * MINUTE)
    await second.close()
    third = server()
    await third.open()
    live = await third.get_match(live.match.id)
    assert time_left(live, watch) == (60 * MINUTE, 270 * MINUTE), "what was lost is known for good"
    await pass_time(third, watch, 61 * MINUTE)
    live.notify_waiters()
    await until(live, lambda match: match.seats[0].replaced_reason == "time")
    await third.close()


async def test_a_machine_that_slept_for_three_hours_takes_no_seat(server: Again, watch: Watch) -> None:
    service = server()
    await service.open()
    live = await seated(service, "counting", "person", "person", clock=ONE_HOUR)
    await pass_time(service, watch, 10 * MINUTE)
    watch.time += 3 * HOUR
    job = service._find_next_job(live.match)
    assert isinstance(job, WaitUntil), "the driver woke up before the heart beat"
    await service._record_heartbeat_and_grant_grace()
    assert time_left(live, watch) == (50 * MINUTE, 290 * MINUTE)
    assert service._find_next_job(live.match) == WaitUntil(watch.time + 50 * MINUTE)
    await service.close()


async def test_whoever_had_hardly_any_time_left_has_a_moment_after_an_outage(server: Again, watch: Watch) -> None:
    service = server()
    await service.open()
    clock = ClockRules(per_move=HOUR + 5 * SECOND, on_timeout="seat")
    live = await seated(service, "counting", "person", "person", clock=clock)
    await pass_time(service, watch, HOUR)
    watch.time += HOUR
    await service._record_heartbeat_and_grant_grace()
    watch.time += CLOCK_GRACE_MS - SECOND
    assert isinstance(service._find_next_job(live.match), WaitUntil)
    watch.time += 2 * SECOND
    assert isinstance(service._find_next_job(live.match), ReplaceSeatOnTimeout)
    await service.close()


async def test_of_two_servers_that_start_after_an_outage_both_know_of_it(server: Again, watch: Watch) -> None:
    first = server()
    await first.open()
    live = await seated(first, "counting", "person", "person", clock=ONE_HOUR)
    await first.close()
    watch.time += 3 * HOUR
    second, third = server(), server()
    await second.open()
    await third.open()
    for service in (second, third):
        found = await service.get_match(live.match.id)
        assert time_left(found, watch) == (HOUR, 5 * HOUR)
        await service.close()


async def test_a_server_that_is_up_grants_nothing(server: Again, watch: Watch) -> None:
    service = server()
    await service.open()
    live = await seated(service, "counting", "person", "person", clock=ClockRules(per_move=HOUR, on_timeout="move"))
    await pass_time(service, watch, 61 * MINUTE)
    assert isinstance(service._find_next_job(live.match), PlayBotMove)
    await service.close()


async def test_what_a_wrong_clock_dated_in_the_future_is_put_right(server: Again, watch: Watch) -> None:
    first = server()
    await first.open()
    watch.time += 1000 * HOUR
    live = await seated(first, "counting", "person", "person", clock=ONE_HOUR)
    await first.close()
    watch.time -= 1000 * HOUR
    second = server()
    await second.open()
    live = await second.get_match(live.match.id)
    deadline = live.match.clocks.get_deadline_ms(0)
    assert deadline is not None
    assert deadline <= watch.time + HOUR + CLOCK_TOLERANCE_MS
    await commands.post_chat(second, live, 0, "what time is it?")
    assert live.match.updated_at_ms <= watch.time + CLOCK_TOLERANCE_MS
    (mine,) = await second.store.list_matches_of_key("key of the host", 10)
    assert mine.updated_at_ms == live.match.updated_at_ms
    await second.close()


def test_clocks_stand_still_while_no_server_runs() -> None:
    outages = [(100, 200), (300, 400)]
    clocks = Clocks(ClockRules(per_move=250), 1, outages)
    for start, end in ((0, 450), (150, 550), (200, 550), (450, 700)):
        clocks.running_since_ms[0] = start
        assert clocks.get_deadline_ms(0) == end
        assert clocks.get_remaining_ms_for_question_and_match(0, end) == (0, None)
        assert clocks.get_remaining_ms_for_question_and_match(0, end - 1) == (1, None)
        assert clocks.get_remaining_ms_for_question_and_match(0, start) == (250, None)


async def test_a_lease_that_a_wrong_clock_gave_does_not_bind(postgres: str, titles: None) -> None:
    store = MatchStore(await new_postgres_database(postgres))
    service = MatchService(store, SleepingBots())  # type: ignore[arg-type]
    await store.open()
    id, now_ms = (await seated(service, "counting", "person", "person")).match.id, util.now_ms()
    await store.set_next_due(id, now_ms)
    assert await store.acquire_lease(id, "other", now_ms, now_ms + 15_000)
    assert not await store.acquire_lease(id, "me", now_ms, now_ms + 15_000)
    assert await store.acquire_lease(id, "other", now_ms, now_ms + 100 * HOUR)
    assert id in await store.list_due_match_ids(now_ms, 10)
    assert await store.acquire_lease(id, "me", now_ms, now_ms + 15_000)
    await store.close()

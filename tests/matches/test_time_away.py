"""Time away: a clock stands while its person is away, as long as the table grants, and not before it is said."""

import random
from datetime import UTC, datetime

import pytest

from aerodrome.matches import commands, time_away_commands
from aerodrome.matches.automatic_jobs import PlayBotMove, WaitUntil, find_next_job_or_wait
from aerodrome.matches.clocks import Clocks
from aerodrome.matches.errors import InvalidState, MalformedRequest, NotAllowed
from aerodrome.matches.events import ClockRules
from aerodrome.matches.live_match import AWAY_AFTER_S, LiveMatch
from aerodrome.matches.service import MatchService
from aerodrome.matches.time_away import (
    DAY_MS,
    Period,
    compute_granted_time_away,
    count_away_days_left,
    count_overlap_ms,
)
from aerodrome.matches.time_away_commands import (
    apply_stored_time_away_at_start,
    set_time_away_at_table,
    set_time_away_of_person,
)
from matches.conftest import KEY, seated
from matches.test_wall_clock import HOUR, Again, Watch, pass_time, server, time_left, watch

__all__ = ["server", "watch"]
DAY_A_MOVE = ClockRules(per_move=DAY_MS, on_timeout="move", away_days=10)


def moment(year: int, month: int, day: int) -> int:
    return int(datetime(year, month, day, tzinfo=UTC).timestamp()) * 1000


def days(*pairs: tuple[int, int]) -> list[Period]:
    """Days of the year 2026, by number."""
    first = moment(2026, 1, 1)
    return [(first + began * DAY_MS, first + ended * DAY_MS) for began, ended in pairs]


@pytest.mark.parametrize(
    ("past", "wanted", "granted"),
    [
        ([], [(10, 15)], [(10, 15)]),
        ([], [(10, 30)], [(10, 20)]),  # ten days are granted
        ([], [(10, 14), (12, 16)], [(10, 16)]),  # an overlap counts once
        ([], [(10, 14), (20, 24), (30, 34)], [(10, 14), (20, 24), (30, 32)]),
        ([(1, 7)], [(10, 15)], [(10, 14)]),  # six were taken before
        ([(1, 12)], [(11, 20)], [(11, 12)]),  # nine of those eleven are over, what was planned is planned anew
        ([], [(2, 12)], [(10, 12)]),  # nobody is away in the past
        ([], [(360, 380)], [(360, 375)]),  # five days of this year, ten of the next
        ([(0, 10)], [(360, 370)], [(365, 370)]),
    ],
)
def test_what_is_granted(past: list[Period], wanted: list[Period], granted: list[Period]) -> None:
    at_ms = days((10, 0))[0][0]
    assert compute_granted_time_away(days(*past), days(*wanted), 10, at_ms) == days(*granted)


def test_the_allowance_is_never_exceeded_and_the_past_never_changes() -> None:
    rng = random.Random(5)
    clocks = Clocks(DAY_A_MOVE, 1)
    first, at_ms = moment(2026, 1, 1), moment(2026, 1, 1)
    for _ in range(300):
        at_ms += rng.randrange(6 * DAY_MS)
        before = clocks.time_away[0]
        wanted = [(at_ms + rng.randrange(-9, 40) * HOUR, at_ms + rng.randrange(9 * DAY_MS)) for _ in range(3)]
        granted = compute_granted_time_away(before, wanted, 10, at_ms)
        clocks.set_time_away(0, granted, at_ms)
        unchanged = count_overlap_ms(clocks.time_away[0], first, at_ms)
        assert count_overlap_ms(before, first, at_ms) == unchanged
        for year in range(2026, 2031):
            taken = count_overlap_ms(clocks.time_away[0], moment(year, 1, 1), moment(year + 1, 1, 1))
            assert taken <= 10 * DAY_MS
            assert count_away_days_left(clocks.time_away[0], 10, moment(year, 1, 1)) == 10 - taken / DAY_MS


def test_a_clock_counts_no_time_twice_that_it_stood_for_two_reasons() -> None:
    clocks = Clocks(ClockRules(per_move=100), 1, [(150, 250)])
    clocks.set_time_away(0, [(120, 200)], 100)
    clocks.start_and_stop_clocks([0], [], 100)
    assert clocks.get_deadline_ms(0) == 330
    assert clocks.get_remaining_ms_for_question_and_match(0, 260) == (70, None)


async def test_a_clock_stands_while_its_person_is_away_also_over_a_restart(server: Again, watch: Watch) -> None:
    first = server()
    await first.open()
    live = await seated(first, "counting", "person", "person", clock=DAY_A_MOVE)
    await pass_time(first, watch, HOUR)
    await set_time_away_at_table(first, live, 0, [(watch.time, watch.time + 3 * DAY_MS)])
    await pass_time(first, watch, HOUR)
    assert time_left(live, watch)[0] == DAY_MS - HOUR
    job = find_next_job_or_wait(live.match, watch.time, 0, "random")
    assert job == WaitUntil(watch.time - 2 * HOUR + 4 * DAY_MS)
    await first.close()
    second = server()
    await second.open()
    live = await second.get_match(live.match.id)
    assert find_next_job_or_wait(live.match, watch.time, 0, "random") == job
    assert find_next_job_or_wait(live.match, watch.time + 5 * DAY_MS, 0, "random") == PlayBotMove(0, "random", True)
    # Back a day early: the clock runs from then on, and the rest of the days is not counted.
    watch.time += DAY_MS - HOUR
    second.outages[:] = []
    await set_time_away_at_table(second, live, 0, [])
    assert live.match.clocks.get_deadline_ms(0) == watch.time + DAY_MS - HOUR
    assert count_away_days_left(live.match.clocks.time_away[0], 10, watch.time) == 9
    await second.close()


async def test_nobody_saves_a_move_that_is_out_of_time(server: Again, watch: Watch) -> None:
    service = server()
    await service.open()
    live = await seated(service, "counting", "person", "person", clock=DAY_A_MOVE)
    service.begin_shutdown()  # nobody drives the clock just now
    out_ms = live.match.clocks.get_deadline_ms(0)
    watch.time += DAY_MS
    await set_time_away_at_table(service, live, 0, [(watch.time - 2 * DAY_MS, watch.time + DAY_MS)])
    assert live.match.clocks.get_deadline_ms(0) == out_ms
    assert isinstance(find_next_job_or_wait(live.match, watch.time, 0, "random"), PlayBotMove)
    await service.close()


@pytest.mark.parametrize("jump", [-HOUR, 30 * DAY_MS])
async def test_a_machine_whose_clock_was_set_costs_nobody_their_move(server: Again, watch: Watch, jump: int) -> None:
    first = server()
    await first.open()
    live = await seated(first, "counting", "person", "person", clock=DAY_A_MOVE)
    await pass_time(first, watch, 2 * HOUR)
    await set_time_away_at_table(first, live, 0, [(watch.time, watch.time + 3 * DAY_MS)])
    await first.close()
    watch.time += jump
    second = server()
    await second.open()
    live = await second.get_match(live.match.id)
    left = time_left(live, watch)[0]
    assert left is not None
    assert DAY_MS - 2 * HOUR <= left <= DAY_MS
    assert isinstance(find_next_job_or_wait(live.match, watch.time, 0, "random"), WaitUntil)
    await second.close()


async def test_others_cannot_put_a_bot_there_meanwhile(service: MatchService, monkeypatch: pytest.MonkeyPatch) -> None:
    live = await seated(service, "counting", "person", "person", clock=DAY_A_MOVE)
    monkeypatch.setattr(LiveMatch, "get_seconds_away", lambda _self, _seat: AWAY_AFTER_S)
    now_ms = live.match.updated_at_ms
    await set_time_away_at_table(service, live, 0, [(now_ms, now_ms + DAY_MS)])
    with pytest.raises(NotAllowed, match="the clock stands"):
        await commands.replace_seat_or_propose_vote(service, live, 1, 0, "random", False)
    await set_time_away_at_table(service, live, 0, [])
    await commands.replace_seat_or_propose_vote(service, live, 1, 0, "random", False)
    assert live.match.seats[0].kind == "bot"


async def test_it_is_refused_where_it_is_not_granted_and_in_bad_periods(service: MatchService) -> None:
    quick = await seated(service, "counting", "person", "person", clock=ClockRules(per_move=60_000))
    now_ms = quick.match.updated_at_ms
    with pytest.raises(InvalidState, match="no clock stands"):
        await set_time_away_at_table(service, quick, 0, [(now_ms, now_ms + DAY_MS)])
    for bad in ([(now_ms + 1, now_ms)], [(now_ms, now_ms + 500 * DAY_MS)]):
        with pytest.raises(MalformedRequest):
            await set_time_away_at_table(service, quick, 0, bad)


async def test_nobody_comes_and_goes_without_end(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person", clock=DAY_A_MOVE)
    now_ms = live.match.updated_at_ms
    await set_time_away_at_table(service, live, 0, [(now_ms, now_ms + DAY_MS)])
    past = [(2 * number, 2 * number + 1) for number in range(time_away_commands.MAX_PERIODS_AT_TABLE)]
    live.match.clocks.time_away[0][:0] = past
    with pytest.raises(NotAllowed, match="that is enough"):
        await set_time_away_at_table(service, live, 0, [(now_ms, now_ms + 2 * DAY_MS)])
    await set_time_away_at_table(service, live, 0, [])
    assert live.match.clocks.time_away[0][-1][1] < now_ms + DAY_MS, "coming back is always possible"


async def test_a_person_says_it_once_for_all_tables_and_for_those_that_begin_later(service: MatchService) -> None:
    granted = await seated(service, "counting", "person", "person", clock=DAY_A_MOVE)
    short = ClockRules(per_move=DAY_MS, away_days=1)
    shortened = await seated(service, "counting", "person", "person", clock=short)
    await seated(service, "counting", "person", "person", clock=ClockRules(per_move=60_000))
    now_ms = granted.match.updated_at_ms
    wanted = [(now_ms, now_ms + 3 * DAY_MS)]
    result = await set_time_away_of_person(service, KEY, wanted)
    seats = len(await service.store.list_claimed_seats(KEY, granted.match.id))
    assert result == (2 * seats, seats)
    ((began, ended),) = shortened.match.clocks.time_away[0]
    assert ended - began == DAY_MS
    later = await seated(service, "counting", "person", "person", clock=DAY_A_MOVE)
    await apply_stored_time_away_at_start(service, later)
    assert [ended for _, ended in later.match.clocks.time_away[0]] == [wanted[0][1]]
    await set_time_away_of_person(service, KEY, [])
    assert await time_away_commands.list_times_away(service.store, KEY) == []
    assert all(live.match.find_current_time_away(0) is None for live in (granted, shortened, later))

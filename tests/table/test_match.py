"""A match is its journal: on disk before it is acknowledged, the same for whoever reads it, never replayed in full."""

import random
from collections.abc import Callable

import pytest

from aerodrome.table import doings, journal, words
from aerodrome.table.journal import ClockRules, Said
from aerodrome.table.match import Match
from aerodrome.table.numbers import POINTS, history
from aerodrome.table.service import Live, Tables
from aerodrome.table.titles import options_at_table, settings
from aerodrome.table.troubles import NotNow, Stale
from table.conftest import KEY, play, seated, until
from table.counting import Counting


async def restored(tables: Tables, live: Live) -> Match:
    loaded = await tables.store.load(live.match.id)
    assert loaded is not None
    return Match.restore(live.match.id, loaded.setup, loaded.bodies, loaded.snapshots)


async def long_match(tables: Tables, actions: int) -> Live:
    live = await seated(tables, "counting", "person", "person")
    rng = random.Random(5)
    for i in range(actions):
        seat = live.match.asked[0]
        if i % 50 == 49:
            await doings.say(tables, live, seat, "still here")
        await play(tables, live, seat, type=rng.choice(["peek", "done", "done"]))
        if i % 40 == 39:
            await doings.take_back(tables, live, live.match.turns[-1].seat, "position", max(1, live.match.position - 5))
            for vote in list(live.match.votes):
                other = 1 - live.match.votes[vote].by
                await doings.vote(tables, live, other, vote, True)
    return live


async def test_whoever_reads_the_journal_has_the_same_match(tables: Tables) -> None:
    live = await long_match(tables, 230)
    again = await restored(tables, live)
    assert again.record.log == live.match.record.log
    assert again.game.to_json(again.record.state) == live.match.game.to_json(live.match.record.state)
    for name in ("raw", "positions", "seqs", "turns", "votes", "seats", "moved", "status"):
        assert getattr(again, name) == getattr(live.match, name), name
    for position in (0, 1, 63, 64, 65, again.position):
        at = again.game.to_json(again.record.at(position))
        assert at == live.match.game.to_json(live.match.record.at(position)), position


async def test_neither_an_action_nor_a_restart_plays_the_whole_match_again(
    tables: Tables, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await long_match(tables, 230)
    applied = 0
    real = Counting.apply

    def counted(self: Counting, *args: object) -> None:
        nonlocal applied
        applied += 1
        real(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Counting, "apply", counted, raising=False)
    await play(tables, live, live.match.asked[0], type="done")
    assert applied < 12, "an action costs a replay"
    applied = 0
    await restored(tables, live)
    assert applied < 2 * 64 < live.match.position, "a restart ignores the snapshots"


async def test_after_a_restart_bots_go_on_by_themselves(tables: Tables, again: Callable[[], Tables]) -> None:
    live = await seated(tables, "counting", "person", "random", options={"goal": 6})
    await doings.leave(tables, live, 0)
    await tables.close()
    second = again()
    await second.open()
    other = await second.get(live.match.id)
    second.drive(other)
    await until(other, lambda match: match.over)
    await second.close()


async def test_of_two_processes_one_writes_and_the_other_learns(tables: Tables, again: Callable[[], Tables]) -> None:
    live = await seated(tables, "counting", "person", "person")
    second = again()
    await second.store.open()
    other = await second.get(live.match.id)
    await play(tables, live, 0, type="count", by=1)
    await doings.say(second, other, 1, "and I")
    assert other.match.n == live.match.n + 1
    with pytest.raises(Stale):
        await doings.act(second, other, 1, 0, {"type": "done"})
    repeated = await doings.act(second, other, 0, 1, {"type": "count", "by": 1})
    assert repeated
    await second.store.close()


async def test_standing_orders_are_obeyed_until_revoked(tables: Tables) -> None:
    live = await seated(tables, "counting", "person", "person")
    await doings.order(tables, live, 1, "done", True)
    await play(tables, live, 0, type="done")
    await until(live, lambda match: match.asked == [0] and match.position == 3)
    assert live.match.thing(live.match.n).by == "order"  # type: ignore[union-attr]
    await doings.order(tables, live, 1, "done", False)
    await play(tables, live, 0, type="done")
    assert live.match.asked == [1]
    with pytest.raises(NotNow):
        await doings.order(tables, live, 1, "win", True)


async def test_the_table_follows_no_order_of_a_seat_that_a_bot_plays(tables: Tables) -> None:
    live = await seated(tables, "counting", "person", "person")
    await doings.order(tables, live, 0, "done", True)
    await until(live, lambda match: match.asked == [1])
    await doings.leave(tables, live, 0)
    assert live.match.seats[0].orders == {"done": "Be done whenever I am asked"}
    await doings.come_back(tables, live, 0)
    assert live.match.seats[0].is_person


class Watch:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.time = journal.now()

    def __call__(self) -> int:
        return self.time


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    made = Watch()
    monkeypatch.setattr(journal, "now", made)
    return made


@pytest.mark.parametrize("then", ["move", "seat"])
async def test_when_time_is_out_a_bot_moves_or_takes_the_seat(tables: Tables, watch: Watch, then: str) -> None:
    clock = ClockRules(per_move=60_000, then="move" if then == "move" else "seat")
    tables.grace = 0
    live = await seated(tables, "counting", "person", "person", clock=clock)
    assert live.match.clocks.left(0, watch.time) == (60_000, None)
    watch.time += 59_000
    await doings.say(tables, live, 1, "hurry")
    assert live.match.position == 1
    watch.time += 2_000
    live.ring()
    await until(live, lambda match: match.position > 1)
    seat = live.match.seats[0]
    assert seat.replaced == ("time" if then == "seat" else "")


async def test_a_clock_for_the_whole_match_runs_only_while_one_is_asked(tables: Tables, watch: Watch) -> None:
    live = await seated(tables, "counting", "person", "person", clock=ClockRules(per_game=600_000))
    watch.time += 100_000
    await play(tables, live, 0, type="count", by=1)
    watch.time += 50_000
    await play(tables, live, 0, type="done")
    watch.time += 30_000
    assert live.match.clocks.left(0, watch.time) == (None, 450_000)
    assert live.match.clocks.left(1, watch.time) == (None, 570_000)
    again = await restored(tables, live)
    assert again.clocks.left(0, watch.time) == (None, 450_000)


async def test_another_seats_choice_does_not_wind_my_clock_up(tables: Tables, watch: Watch) -> None:
    live = await seated(tables, "toy", "person", "person", "person", clock=ClockRules(per_move=100_000))
    watch.time += 40_000
    await play(tables, live, 0, type="bid", amount=3)
    assert live.match.clocks.left(1, watch.time) == (60_000, None)
    assert live.match.clocks.deadline(0) is None


async def test_a_table_with_a_person_has_the_defaults_for_people(tables: Tables) -> None:
    (goal,) = settings("counting")
    assert (goal.default, goal.people, goal.type, goal.min, goal.max) == (200, 300, "int", 1, 10_000)
    assert options_at_table("counting", {}, people=False) == {}
    mixed = await seated(tables, "counting", "person", "random")
    assert mixed.match.setup.options == {"goal": 300}
    chosen = await seated(tables, "counting", "person", "random", options={"goal": 7})
    assert chosen.match.setup.options == {"goal": 7}
    bots = await seated(tables, "counting", "random", "random")
    assert bots.match.setup.options == {"goal": 200}


@pytest.mark.rule("AL-R44")
async def test_airline_has_no_round_limit_where_a_person_plays(tables: Tables) -> None:
    mixed = await seated(tables, "airline", "person", "random")
    assert mixed.match.setup.options["round_limit"] == 0
    bots = await seated(tables, "airline", "random", "random")
    assert bots.match.setup.options["round_limit"] == 200


async def test_numbers_are_looked_at_no_more_than_a_chart_can_show(tables: Tables) -> None:
    live = await long_match(tables, 230)
    past = history(live.match, 0)
    assert len(past.positions) <= POINTS + 2
    assert past.positions[0] == 0
    assert past.positions[-1] == live.match.position
    (columns,) = past.series.values()
    assert [column[-1] for column in columns] == live.match.game.scores(live.match.record.state)
    assert {len(column) for column in columns} == {len(past.positions)}


async def test_what_is_said_does_not_disturb_the_log_of_the_record(tables: Tables) -> None:
    live = await seated(tables, "counting", "person", "person")
    before = live.match.seq
    await doings.say(tables, live, 1, "hello")
    assert (live.match.seq, isinstance(live.match.thing(live.match.n), Said)) == (before, True)
    assert live.match.setup.host == KEY


async def test_the_table_speaks_of_people_by_name(tables: Tables) -> None:
    live = await seated(tables, "counting", "person", "person")
    await doings.rename(tables, live, 0, "Ann")
    await doings.leave(tables, live, 0)
    await doings.come_back(tables, live, 0)
    lines = [line for n, thing in live.match.things() for line in words.lines(live.match, n, thing, None)]
    said = [(line.seat, line.text) for line in lines if not line.rule]
    assert said == [
        (0, "Red is now called Ann"),
        (0, "Ann left the table; a bot plays on"),
        (0, "Ann is back"),
    ]

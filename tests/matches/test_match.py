"""A match is its journal: on disk before it is acknowledged, the same for whoever reads it, never replayed in full."""

import random
from collections.abc import Callable

import pytest

from aerodrome.core.option_specs import apply_people_defaults, list_option_specs
from aerodrome.matches import commands, util
from aerodrome.matches.errors import InvalidState, MalformedRequest, StaleQuestion
from aerodrome.matches.events import ChatPosted, ClockRules
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.log_text import build_log_lines
from aerodrome.matches.match import Match
from aerodrome.matches.service import MatchService
from aerodrome.matches.statistics import MAX_POINTS, StatisticsCache
from matches.conftest import KEY, play, seated, until
from matches.counting import Counting


async def restored(service: MatchService, live: LiveMatch) -> Match:
    loaded = await service.store.load_match(live.match.id)
    assert loaded is not None
    return Match.restore(live.match.id, loaded.setup, loaded.encoded_events, loaded.snapshots)


async def long_match(service: MatchService, actions: int) -> LiveMatch:
    live = await seated(service, "counting", "person", "person")
    rng = random.Random(5)
    for i in range(actions):
        seat = live.match.asked_seats[0]
        if i % 50 == 49:
            await commands.post_chat(service, live, seat, "still here")
        await play(service, live, seat, type=rng.choice(["peek", "done", "done"]))
        if i % 40 == 39:
            await commands.undo_or_propose_vote(
                service,
                live,
                live.match.undo_points[-1].seat,
                "position",
                max(1, live.match.actions_in_force_count - 5),
            )
            for vote in list(live.match.votes):
                other = 1 - live.match.votes[vote].proposed_by
                await commands.answer_proposal(service, live, other, vote, True)
    return live


async def test_whoever_reads_the_journal_has_the_same_match(service: MatchService) -> None:
    live = await long_match(service, 230)
    again = await restored(service, live)
    assert again.record.log == live.match.record.log
    assert again.game.to_json(again.record.state) == live.match.game.to_json(live.match.record.state)
    for name in (
        "encoded_events",
        "positions",
        "log_lengths",
        "undo_points",
        "private_actions",
        "votes",
        "seats",
        "updated_at_ms",
        "status",
    ):
        assert getattr(again, name) == getattr(live.match, name), name
    for position in (0, 1, 63, 64, 65, again.actions_in_force_count):
        at = again.game.to_json(again.record.state_at(position))
        assert at == live.match.game.to_json(live.match.record.state_at(position)), position


async def test_neither_an_action_nor_a_restart_plays_the_whole_match_again(
    service: MatchService, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await long_match(service, 230)
    applied = 0
    real = Counting.apply

    def counted(self: Counting, *args: object) -> None:
        nonlocal applied
        applied += 1
        real(self, *args)  # type: ignore[arg-type]

    monkeypatch.setattr(Counting, "apply", counted, raising=False)
    await play(service, live, live.match.asked_seats[0], type="done")
    assert applied < 12, "an action costs a replay"
    applied = 0
    await restored(service, live)
    assert applied < 2 * 64 < live.match.actions_in_force_count, "a restart ignores the snapshots"


async def test_after_a_restart_bots_go_on_by_themselves(
    service: MatchService, again: Callable[[], MatchService]
) -> None:
    live = await seated(service, "counting", "person", "random", options={"goal": 6})
    await commands.hand_seat_to_bot(service, live, 0)
    await service.close()
    second = again()
    await second.open()
    other = await second.get_match(live.match.id)
    second.ensure_driver(other)
    await until(other, lambda match: match.is_over)
    await second.close()


async def test_of_two_processes_one_writes_and_the_other_learns(
    service: MatchService, again: Callable[[], MatchService]
) -> None:
    live = await seated(service, "counting", "person", "person")
    second = again()
    await second.store.open()
    other = await second.get_match(live.match.id)
    await play(service, live, 0, type="count", by=1)
    await commands.post_chat(second, other, 1, "and I")
    assert other.match.version == live.match.version + 1
    with pytest.raises(StaleQuestion):
        await commands.submit_action_and_detect_repeat(second, other, 1, 0, {"type": "done"})
    repeated = await commands.submit_action_and_detect_repeat(second, other, 0, 1, {"type": "count", "by": 1})
    assert repeated
    await second.store.close()


async def test_standing_orders_are_obeyed_until_revoked(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person")
    await commands.set_standing_order(service, live, 1, "done", True)
    await play(service, live, 0, type="done")
    await until(live, lambda match: match.asked_seats == [0] and match.actions_in_force_count == 3)
    assert live.match.get_event(live.match.version).source == "order"  # type: ignore[union-attr]
    await commands.set_standing_order(service, live, 1, "done", False)
    await play(service, live, 0, type="done")
    assert live.match.asked_seats == [1]
    with pytest.raises(InvalidState):
        await commands.set_standing_order(service, live, 1, "win", True)


async def test_an_order_with_an_amount_is_secret_replaced_and_cancelled_when_it_is_used_up(
    service: MatchService,
) -> None:
    live = await seated(service, "counting", "person", "person")
    for key, amount in (("wait", None), ("wait", 0), ("wait", 41), ("done", 3)):
        with pytest.raises(MalformedRequest):
            await commands.set_standing_order(service, live, 1, key, True, amount)
    seen = live.match.get_shown_version(0)
    await commands.set_standing_order(service, live, 1, "wait", True, 9)
    await commands.set_standing_order(service, live, 1, "wait", True, 2)
    label = "Be done while the total of seat 0 is below 2"
    assert live.match.seats[1].standing_orders == {"wait=2": label}
    assert live.match.get_shown_version(0) == seen
    await play(service, live, 0, type="done")
    await until(live, lambda match: match.asked_seats == [0])
    await play(service, live, 0, type="count", by=2)
    await play(service, live, 0, type="done")
    assert live.match.asked_seats == [1], "its condition fits no more: the person is asked"
    assert live.match.seats[1].standing_orders == {"wait=2": label}
    for _ in range(3):
        await play(service, live, 1, type="count", by=2)
    await until(live, lambda match: match.seats[1].standing_orders == {})
    with pytest.raises(InvalidState):
        await commands.set_standing_order(service, live, 1, "wait", True, 2)


async def test_the_table_follows_no_order_of_a_seat_that_a_bot_plays(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person")
    await commands.set_standing_order(service, live, 0, "done", True)
    await until(live, lambda match: match.asked_seats == [1])
    await commands.hand_seat_to_bot(service, live, 0)
    assert live.match.seats[0].standing_orders == {"done": "Be done whenever I am asked"}
    await commands.resume_seat(service, live, 0)
    assert live.match.seats[0].is_person


class Watch:
    """A clock that tests move."""

    def __init__(self) -> None:
        self.time = util.now_ms()

    def __call__(self) -> int:
        return self.time


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch) -> Watch:
    made = Watch()
    monkeypatch.setattr(util, "now_ms", made)
    monkeypatch.setattr("aerodrome.matches.service.OUTAGE_MS", 10**12)
    return made


@pytest.mark.parametrize("then", ["move", "seat"])
async def test_when_time_is_out_a_bot_moves_or_takes_the_seat(service: MatchService, watch: Watch, then: str) -> None:
    clock = ClockRules(per_move=60_000, on_timeout="move" if then == "move" else "seat")
    service.clock_grace_until_ms = 0
    live = await seated(service, "counting", "person", "person", clock=clock)
    assert live.match.clocks.get_remaining_ms_for_question_and_match(0, watch.time) == (60_000, None)
    watch.time += 59_000
    await commands.post_chat(service, live, 1, "hurry")
    assert live.match.actions_in_force_count == 1
    watch.time += 2_000
    live.notify_waiters()
    await until(live, lambda match: match.actions_in_force_count > 1)
    seat = live.match.seats[0]
    assert seat.replaced_reason == ("time" if then == "seat" else "")


async def test_a_clock_for_the_whole_match_runs_only_while_one_is_asked(service: MatchService, watch: Watch) -> None:
    live = await seated(service, "counting", "person", "person", clock=ClockRules(per_game=600_000))
    watch.time += 100_000
    await play(service, live, 0, type="count", by=1)
    watch.time += 50_000
    await play(service, live, 0, type="done")
    watch.time += 30_000
    assert live.match.clocks.get_remaining_ms_for_question_and_match(0, watch.time) == (None, 450_000)
    assert live.match.clocks.get_remaining_ms_for_question_and_match(1, watch.time) == (None, 570_000)
    again = await restored(service, live)
    assert again.clocks.get_remaining_ms_for_question_and_match(0, watch.time) == (None, 450_000)


async def test_another_seats_choice_does_not_wind_my_clock_up(service: MatchService, watch: Watch) -> None:
    live = await seated(service, "toy", "person", "person", "person", clock=ClockRules(per_move=100_000))
    watch.time += 40_000
    await play(service, live, 0, type="bid", amount=3)
    assert live.match.clocks.get_remaining_ms_for_question_and_match(1, watch.time) == (60_000, None)
    assert live.match.clocks.get_deadline_ms(0) is None


async def test_a_table_with_a_person_has_the_defaults_for_people(service: MatchService) -> None:
    (goal,) = list_option_specs("counting")
    assert (goal.default, goal.default_with_people, goal.type, goal.min, goal.max) == (200, 300, "int", 1, 10_000)
    assert apply_people_defaults("counting", {}, has_people=False) == {}
    mixed = await seated(service, "counting", "person", "random")
    assert mixed.match.setup.options == {"goal": 300}
    chosen = await seated(service, "counting", "person", "random", options={"goal": 7})
    assert chosen.match.setup.options == {"goal": 7}
    bots = await seated(service, "counting", "random", "random")
    assert bots.match.setup.options == {"goal": 200}


@pytest.mark.rule("AL-R44")
async def test_airline_has_no_round_limit_where_a_person_plays(service: MatchService) -> None:
    mixed = await seated(service, "airline", "person", "random")
    assert mixed.match.setup.options["round_limit"] == 0
    bots = await seated(service, "airline", "random", "random")
    assert bots.match.setup.options["round_limit"] == 200


async def test_numbers_are_looked_at_no_more_than_a_chart_can_show(service: MatchService) -> None:
    live = await long_match(service, 230)
    past = await StatisticsCache(0).compute_statistics(live.match, service.replay_pool, live.share_key)
    assert len(past.positions) <= MAX_POINTS + 2
    assert past.positions[0] == 0
    assert past.positions[-1] == live.match.actions_in_force_count
    (columns,) = past.series.values()
    assert [column[-1] for column in columns] == live.match.game.scores(live.match.record.state)
    assert {len(column) for column in columns} == {len(past.positions)}


async def test_what_is_said_does_not_disturb_the_log_of_the_record(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person")
    before = live.match.log_length
    await commands.post_chat(service, live, 1, "hello")
    assert (live.match.log_length, isinstance(live.match.get_event(live.match.version), ChatPosted)) == (before, True)
    assert live.match.setup.host_key == KEY


async def test_the_table_speaks_of_people_by_name(service: MatchService) -> None:
    live = await seated(service, "counting", "person", "person")
    await commands.rename_seat(service, live, 0, "Ann")
    await commands.hand_seat_to_bot(service, live, 0)
    await commands.resume_seat(service, live, 0)
    lines = [
        line for n, event in live.match.iter_numbered_events() for line in build_log_lines(live.match, n, event, None)
    ]
    said = [(line.seat, line.text) for line in lines if not line.rule]
    assert said == [
        (0, "Red is now called Ann"),
        (0, "Ann left the table; a bot plays on"),
        (0, "Ann is back"),
    ]

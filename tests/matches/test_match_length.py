"""What a long match costs: a room, an update, a page of the log and the charts do as much work as in a short one.

Work is counted, not timed: events that are read, actions that are played again, lines that are written.
"""

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from aerodrome.matches import commands, match_creation
from aerodrome.matches.errors import NotAllowed
from aerodrome.matches.event_builders import build_action_played, build_actions_undone
from aerodrome.matches.events import ActionsUndone, decode_event, encode_event
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.log_text import LogLine, build_log_lines, build_log_page
from aerodrome.matches.match import Match
from aerodrome.matches.service import MatchService
from aerodrome.matches.statistics import StatisticsCache
from aerodrome.server import serializers
from matches.conftest import InlineReplayPool, seated
from matches.counting import Counting


async def play_to(service: MatchService, live: LiveMatch, length: int) -> None:
    """Play until the match has so many events; straight into memory, since the disk is not what is counted."""
    match, rng = live.match, random.Random(3)
    while match.version < length:
        seat = match.asked_seats[0]
        event: Any = build_action_played(match, seat, rng.choice(match.game.legal(match.record.state, seat)), "bot")
        if rng.random() < 0.02 and match.undo_points:
            event = build_actions_undone(match, seat, match.undo_points[-1].position)
        event.at_ms = match.updated_at_ms + 1
        match.apply_event(event, encode_event(event))


@pytest.fixture
async def long_match(service: MatchService) -> Callable[[int], Any]:
    live = await seated(service, "counting", "person", "person", options={"goal": 10_000})

    async def grow(length: int) -> LiveMatch:
        await play_to(service, live, length)
        return live

    return grow


@pytest.fixture
def work(monkeypatch: pytest.MonkeyPatch) -> Counter[str]:
    """Counts events read, actions played and lines written."""
    counted: Counter[str] = Counter()
    decode, apply = decode_event, Counting.apply

    def counting_decode(encoded: bytes) -> Any:
        counted["events read"] += 1
        return decode(encoded)

    def counting_apply(*arguments: Any) -> Any:
        counted["actions played"] += 1
        return apply(*arguments)

    monkeypatch.setattr("aerodrome.matches.match.decode_event", counting_decode)
    monkeypatch.setattr(Counting, "apply", counting_apply)
    return counted


async def test_a_long_match_costs_no_more_than_twice_a_short_one(
    service: MatchService, long_match: Callable[[int], Any], work: Counter[str]
) -> None:
    costs = {}
    for length in (100, 10_000):
        live = await long_match(length)
        cache = StatisticsCache(0)
        await cache.compute_statistics(live.match, service.replay_pool, live.share_key)
        await long_match(length + 3)
        work.clear()
        room = serializers.build_room(live, [0], 0, True)
        costs[length, "room"] = work["events read"] + work["actions played"]
        sizes = len(room.log) + len(room.chat)
        work.clear()
        serializers.build_event_update(live, live.match.version, 0)
        costs[length, "update"] = work["events read"] + work["actions played"]
        work.clear()
        page = serializers.build_log_page(live.match, 0, room.earlier_log)
        costs[length, "page of the log"] = work["events read"] + work["actions played"]
        work.clear()
        found = await cache.compute_statistics(live.match, service.replay_pool, live.share_key)
        costs[length, "statistics"] = work["events read"] + work["actions played"] + len(found.positions)
        costs[length, "lines"] = sizes + len(page.lines)
    for what in ("room", "update", "page of the log", "statistics", "lines"):
        assert costs[10_000, what] <= 2 * costs[100, what], (what, costs)


async def test_charts_play_the_past_again_only_once(
    service: MatchService, long_match: Callable[[int], Any], work: Counter[str]
) -> None:
    live = await long_match(2000)
    cache, fresh = StatisticsCache(None), StatisticsCache(None)
    await cache.compute_statistics(live.match, service.replay_pool, live.share_key)
    assert work["actions played"] > 500
    work.clear()
    first = await cache.compute_statistics(live.match, service.replay_pool, live.share_key)
    assert work["actions played"] == 0
    undone = build_actions_undone(live.match, 0, live.match.undo_points[-300].position)
    live.match.apply_event(undone, encode_event(undone))
    await long_match(live.match.version + 200)
    again = await cache.compute_statistics(live.match, service.replay_pool, live.share_key)
    assert again == await fresh.compute_statistics(live.match, service.replay_pool, live.share_key)
    assert again != first


def whole_log(match: Match, viewer: int | None) -> list[LogLine]:
    """The log by reading everything: what pages must add up to."""
    found: list[LogLine] = []
    for version, event in match.iter_numbered_events():
        if isinstance(event, ActionsUndone):
            found = [line for line in found if line.position <= event.to_position]
        found.extend(build_log_lines(match, version, event, viewer))
    return found


@pytest.mark.parametrize("size", [1, 7, 200])
async def test_pages_of_the_log_add_up_to_the_log(long_match: Callable[[int], Any], size: int) -> None:
    live = await long_match(900)
    again = Match.restore(live.match.id, live.match.setup, live.match.encoded_events, [])
    for match in (live.match, again):
        for viewer in (0, 1, None):
            page = build_log_page(match, viewer, None, size)
            lines = page.lines
            while page.earlier is not None:
                page = build_log_page(match, viewer, page.earlier, size)
                lines = page.lines + lines
            assert lines == whole_log(match, viewer)


async def test_chat_ends_somewhere_and_says_so(service: MatchService, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commands, "MAX_CHAT_LINES", 8)
    monkeypatch.setattr(commands, "MAX_CHAT_LINES_PER_SEAT", 5)
    live = await seated(service, "counting", "person", "person")
    for _ in range(5):
        await commands.post_chat(service, live, 0, "me")
    with pytest.raises(NotAllowed, match="no room for more"):
        await commands.post_chat(service, live, 0, "me again")
    for _ in range(3):
        await commands.post_chat(service, live, 1, "I may still speak")
    with pytest.raises(NotAllowed, match="no room for more"):
        await commands.post_chat(service, live, 1, "now all is said")


async def test_a_match_that_goes_on_from_a_record_starts_in_a_worker(
    service: MatchService, long_match: Callable[[int], Any], work: Counter[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    old = (await long_match(600)).match
    actions = [(actor, old.game.dump(action)) for actor, action in old.record.played]
    in_worker = Counter[str]()

    class CountingPool(InlineReplayPool):
        async def run_record_job(self, function: Callable[..., Any], *arguments: Any, **more: Any) -> Any:
            before = work["actions played"]
            found = await super().run_record_job(function, *arguments, **more)
            in_worker["actions played"] += work["actions played"] - before
            return found

    service.replay_pool = CountingPool()
    request = match_creation.MatchRequest("counting", [match_creation.SeatRequest("person")] * 2, old.setup.options)
    work.clear()
    live = await match_creation.create_match(service, request, "somebody", actions)
    assert live.match.is_started
    assert live.match.game.to_json(live.match.record.state) == old.game.to_json(old.record.state)
    assert work["actions played"] - in_worker["actions played"] < 64
    work.clear()
    serializers.build_room(live, [0], 0, True)
    assert work == {}
    page = build_log_page(live.match, 0, None, 50)
    assert 50 <= len(page.lines) < 200
    assert page.earlier is not None

"""The pace of bots: pauses are counted by a clock of the test's own, nobody sleeps."""

import asyncio
import random
from collections.abc import AsyncIterator, Callable
from pathlib import Path

import pytest

from aerodrome import bots
from aerodrome.core.registry import load
from aerodrome.matches.bot_move_timing import MAX_WAIT_S, BotMoveTiming
from aerodrome.matches.bot_pool import BotRequest, choose_action
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.service import MatchService
from aerodrome.matches.store import MatchStore
from matches.conftest import InlineBotPool, InlineReplayPool, play, seated, until

NORMAL = 0.6


class Thinkers(InlineBotPool):
    """Bots that choose by a script, if there is one, and remember how many thought at the same time."""

    def __init__(self) -> None:
        super().__init__()
        self.script: Callable[[BotRequest], dict[str, object]] | None = None
        self.thinking = self.most_at_once = 0

    async def choose_action(self, request: BotRequest, level: str) -> dict[str, object]:
        self.thinking += 1
        self.most_at_once = max(self.most_at_once, self.thinking)
        await asyncio.sleep(0)
        self.thinking -= 1
        return self.script(request) if self.script is not None else choose_action(request, level)


class PacedService(MatchService):
    """Its clock goes on only while it pauses."""

    def __init__(self, store: MatchStore, thinkers: Thinkers) -> None:
        super().__init__(store, thinkers, NORMAL)
        self.thinkers = thinkers
        self.time = 1000.0
        self.pauses: list[float] = []
        self.get_monotonic_seconds = lambda: self.time
        self.pause = self.note_pause
        self.replay_pool = InlineReplayPool()

    async def note_pause(self, seconds: float) -> None:
        self.pauses.append(seconds)
        self.time += seconds

    async def table(self, title: str, *seats: str, **more: object) -> LiveMatch:
        live = await seated(self, title, *seats, **more)
        live.bot_move_timing = BotMoveTiming(self.time)
        return live


@pytest.fixture
async def paced(tmp_path: Path, titles: None) -> AsyncIterator[PacedService]:
    made = PacedService(MatchStore(tmp_path / "tables.db"), Thinkers())
    await made.open()
    yield made
    await made.close()


def is_person_asked(match: Match) -> bool:
    return match.is_over or any(match.seats[seat].is_person for seat in match.asked_seats)


def counts(times: int) -> Callable[[BotRequest], dict[str, object]]:
    """Count so often, then be done."""
    made = [0]

    def choose(request: BotRequest) -> dict[str, object]:
        made[0] += 1
        return {"type": "done"} if made[0] % (times + 1) == 0 else {"type": "count", "by": 1}

    return choose


async def test_a_few_moves_are_shown_at_the_normal_pace(paced: PacedService) -> None:
    live = await paced.table("counting", "person", "random")
    paced.thinkers.script = counts(2)
    await play(paced, live, 0, type="count", by=1)
    await play(paced, live, 0, type="done")
    await until(live, is_person_asked)
    assert paced.pauses == pytest.approx([NORMAL, NORMAL]), "two counts; to be done takes no time"


async def test_however_many_moves_there_are_a_person_waits_six_seconds_at_most(paced: PacedService) -> None:
    live = await paced.table("counting", "person", "random", "random", options={"goal": 10_000})
    paced.thinkers.script = counts(40)
    for _ in range(2):
        began = paced.time
        await play(paced, live, 0, type="count", by=1)
        await play(paced, live, 0, type="done")
        await until(live, is_person_asked)
        assert 4.0 < paced.time - began <= MAX_WAIT_S, "each wait has a budget of its own"
    assert paced.pauses[0] == pytest.approx(NORMAL)
    first = paced.pauses[:80]
    assert first == sorted(first, reverse=True), "ever faster"


async def test_passes_take_no_time(paced: PacedService) -> None:
    live = await paced.table("counting", "person", "random", "random", "random")
    paced.thinkers.script = counts(0)
    await play(paced, live, 0, type="done")
    await until(live, is_person_asked)
    assert paced.pauses == []
    assert live.match.asked_seats == [0]


async def test_what_a_person_did_is_seen_before_a_bot_moves_and_thinking_counts(paced: PacedService) -> None:
    live = await paced.table("counting", "person", "random")
    think = counts(1)

    def slowly(request: BotRequest) -> dict[str, object]:
        paced.time += 0.5
        return think(request)

    paced.thinkers.script = slowly
    await play(paced, live, 0, type="count", by=1)
    await play(paced, live, 0, type="done")
    await until(live, is_person_asked)
    assert paced.pauses == pytest.approx([NORMAL - 0.5])


async def test_bots_among_themselves_do_not_wait(paced: PacedService) -> None:
    live = await paced.table("counting", "random", "random", options={"goal": 20})
    await until(live, lambda match: match.is_over)
    assert paced.pauses == []


async def test_bots_that_plan_in_secret_choose_at_once(paced: PacedService) -> None:
    live = await paced.table("airsteam", "person", "random", "random", "random", "random", "random")
    rng = random.Random(1)

    def is_planning(match: Match) -> bool:
        return len(match.asked_seats) > 1

    while not is_planning(live.match):
        match = live.match
        if is_person_asked(match):
            action = rng.choice(match.game.legal(match.record.state, 0))
            await play(paced, live, 0, **match.game.dump(action))
        else:
            await live.changed.wait()
    paced.pauses.clear()
    await until(live, lambda match: match.asked_seats == [0])
    assert paced.pauses == []
    assert paced.thinkers.most_at_once == 5


async def test_an_answer_without_alternatives_takes_no_time(
    paced: PacedService, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = await paced.table("counting", "person", "random")
    game = live.match.game
    legal = type(game).legal
    only = game.parse({"type": "count", "by": 1}), game.parse({"type": "done"})

    def one_by_one(self: object, state: object, who: int) -> list[object]:
        if who != 1:
            return legal(game, state, who)  # type: ignore[return-value]
        return [only[0]] if state.totals[1] % 3 != 2 else [only[1]]  # type: ignore[attr-defined]

    await play(paced, live, 0, type="count", by=1)
    monkeypatch.setattr(type(game), "legal", one_by_one)
    monkeypatch.setattr(bots, "create_bot", lambda spec: pytest.fail("nobody has to think"))
    await play(paced, live, 0, type="done")
    await until(live, is_person_asked)
    assert live.match.record.state.totals == [1, 2]  # type: ignore[attr-defined]
    assert paced.pauses == []


async def test_a_round_of_airline_among_captains_takes_six_seconds_at_most(paced: PacedService) -> None:
    live = await paced.table("airline", "person", "captain", "captain", "captain")
    longest, shown = 0.0, 0
    for _ in range(12):
        await until(live, is_person_asked)
        match = live.match
        began = paced.time
        before = len(paced.pauses)
        legal = match.game.legal(match.record.state, 0)
        await play(paced, live, 0, **match.game.dump(legal[0]))
        await until(live, is_person_asked)
        longest, shown = max(longest, paced.time - began), shown + len(paced.pauses) - before
    assert longest <= MAX_WAIT_S
    assert shown > 0, "what the captains do is seen"


def test_every_title_names_its_quiet_actions_among_its_actions() -> None:
    for title in ("airline", "airkwire", "airsteam", "tingoose"):
        game = load(title)
        quiet = game.presentation.quiet_actions
        assert quiet
        assert quiet <= set(game.codec.actions.values())

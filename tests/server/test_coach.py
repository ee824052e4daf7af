"""The coach over HTTP: where it may speak, that it never blocks, and that bots wait while it does."""

import asyncio
from collections.abc import Callable
from typing import Any

import pytest

from aerodrome.core import registry
from aerodrome.matches.bot_pool import BotRequest, CostlyChoice, FigureAfterBothChoices, SurveyedChoice
from aerodrome.matches.errors import BotFailed, MachineBusy
from aerodrome.server.app import Application
from matches.conftest import until
from server.client import Browser

Browsers = Callable[[], Browser]
BID = {"type": "bid", "amount": 9}
DONE = {"type": "done"}
POOR = {"type": "bid", "amount": 0}
SURVEY = [
    SurveyedChoice(BID, 60, "Bid 9", "it wins", {"card": "ace"}),
    SurveyedChoice({"type": "bid", "amount": 8}, 58, "Bid 8", "it costs less", {}),
]
COSTLY = CostlyChoice(
    "Bid 0", 10, "nobody wins with 0", "Bid 9", 60, "it wins", 0.02, [FigureAfterBothChoices("Cash", 1.0, 2.0)]
)


class ScriptedCoach:
    """Finds what a test says, and remembers what it was asked."""

    def __init__(self, app: Application, monkeypatch: pytest.MonkeyPatch) -> None:
        self.surveyed = 0
        self.judged: list[dict[str, Any]] = []
        self.judgement: CostlyChoice | None = COSTLY
        self.failure: Exception | None = None
        self.may_answer = asyncio.Event()
        self.may_answer.set()
        monkeypatch.setattr(app.service.bot_pool, "survey_choices_for_coach", self.survey)
        monkeypatch.setattr(app.service.bot_pool, "judge_cost_of_choice", self.judge)

    async def survey(self, _request: BotRequest) -> list[SurveyedChoice]:
        self.surveyed += 1
        if self.failure:
            raise self.failure
        return SURVEY

    async def judge(self, _request: BotRequest, action: dict[str, Any], _better: dict[str, Any]) -> CostlyChoice | None:
        self.judged.append(action)
        await self.may_answer.wait()
        if self.failure:
            raise self.failure
        return self.judgement


@pytest.fixture
def coach(app: Application, monkeypatch: pytest.MonkeyPatch) -> ScriptedCoach:
    return ScriptedCoach(app, monkeypatch)


async def ask_points(host: Browser, match: str, seat: int | None = None) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = (await host.post(f"/api/matches/{match}/coach/points", {"seat": seat}))["points"]
    return found


async def act(host: Browser, match: str, action: dict[str, Any], coach: bool = True) -> dict[str, Any]:
    seq = (await host.room(match))["question"]["seq"]
    return dict(await host.post(f"/api/matches/{match}/actions", {"seq": seq, "action": action, "coach": coach}))


async def test_points_are_named_without_their_order_and_kept_for_the_question(
    browsers: Browsers, coach: ScriptedCoach
) -> None:
    host = browsers()
    match = (await host.make("toy", "me", "cadet"))["id"]
    assert (await host.room(match))["may_coach"]
    points = await ask_points(host, match)
    assert [(one["description"], one["reason"]) for one in points] == [("Bid 8", "it costs less"), ("Bid 9", "it wins")]
    assert points[1]["where"] == {"card": "ace"}
    assert await ask_points(host, match) == points
    assert coach.surveyed == 1


@pytest.mark.parametrize(
    ("seats", "more"),
    [
        (("me", "open"), {}),
        (("me", "me"), {"mode": "hotseat"}),
        (("me", "cadet"), {"hints": False}),
        (("me", "cadet"), {"clock": {"per_move": 60}}),
    ],
)
async def test_at_other_tables_the_coach_is_silent(
    browsers: Browsers, coach: ScriptedCoach, seats: tuple[str, ...], more: dict[str, Any]
) -> None:
    host = browsers()
    made = await host.make("toy", *seats, **more)
    if made["links"][-1]:
        await browsers().join(made["links"][-1])
    assert not (await host.room(made["id"], 0))["may_coach"]
    assert await ask_points(host, made["id"], 0) == []
    question = (await host.room(made["id"], 0))["question"]
    body = {"seq": question["seq"], "action": POOR, "seat": 0, "coach": True}
    assert not (await host.post(f"/api/matches/{made['id']}/actions", body))["is_judged"]
    assert coach.surveyed == 0
    assert coach.judged == []


async def test_a_lesson_has_no_coach(browsers: Browsers) -> None:
    host = browsers()
    made = await host.post("/api/lessons", {"title": "tingoose", "lesson": "first"})
    assert not (await host.room(made["id"]))["may_coach"]


@pytest.mark.usefixtures("counting")
@pytest.mark.parametrize("failure", [MachineBusy("busy"), BotFailed("lost")])
async def test_a_busy_machine_means_silence(browsers: Browsers, coach: ScriptedCoach, failure: Exception) -> None:
    host = browsers()
    match = (await host.make("counting", "me", "random"))["id"]
    coach.failure = failure
    assert await ask_points(host, match) == []
    coach.failure = None
    await ask_points(host, match)
    coach.failure = failure
    assert (await act(host, match, DONE))["is_judged"]
    assert (await host.post(f"/api/matches/{match}/coach/judgement"))["costly"] is None


async def test_an_empty_budget_means_silence(
    browsers: Browsers, app: Application, coach: ScriptedCoach, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = browsers()
    match = (await host.make("toy", "me", "cadet"))["id"]
    monkeypatch.setattr(app.context.hint_limiter, "try_acquire_token", lambda *_clients: False)
    assert await ask_points(host, match) == []
    assert not (await act(host, match, POOR))["is_judged"]
    assert coach.surveyed == 0


async def test_a_good_choice_and_one_without_a_survey_are_not_judged(browsers: Browsers, coach: ScriptedCoach) -> None:
    host = browsers()
    match = (await host.make("toy", "me", "cadet"))["id"]
    await ask_points(host, match)
    assert not (await act(host, match, BID))["is_judged"]
    match = (await host.make("toy", "me", "cadet"))["id"]
    assert not (await act(host, match, POOR))["is_judged"]
    assert (await host.post(f"/api/matches/{match}/coach/judgement"))["costly"] is None
    assert coach.judged == []


@pytest.fixture
def counting(app: Application, monkeypatch: pytest.MonkeyPatch) -> None:
    """A title of turns: the first is mine, and "done" ends it."""
    monkeypatch.setattr(registry, "_MODULES", {**registry._MODULES, "counting": "matches.counting"})


async def end_turn(host: Browser, match: str) -> int:
    """What I chose may be costly, and a bot is next. Returns the position before."""
    before: int = (await host.room(match))["position"]
    await ask_points(host, match)
    assert (await act(host, match, DONE))["is_judged"]
    return before


async def until_bot_moved(app: Application, match: str, position: int) -> None:
    await until(await app.service.get_match(match), lambda found: found.actions_in_force_count > position)


@pytest.mark.usefixtures("counting")
async def test_bots_wait_while_the_coach_speaks_and_the_choice_can_be_taken_back(
    browsers: Browsers, coach: ScriptedCoach
) -> None:
    host = browsers()
    match = (await host.make("counting", "me", "random"))["id"]
    coach.may_answer.clear()
    before = await end_turn(host, match)
    coach.may_answer.set()
    costly = (await host.post(f"/api/matches/{match}/coach/judgement"))["costly"]
    assert costly["mine"] == "Bid 0"
    assert costly["figures"] == [{"name": "Cash", "mine": 1.0, "better": 2.0}]
    room = await host.room(match)
    assert room["position"] == before + 1, "a bot moved meanwhile"
    assert room["undo"]["last_choice"] == before
    await host.post(f"/api/matches/{match}/undo", {"scope": "choice"})
    assert (await host.room(match))["question"] is not None
    assert (await host.post(f"/api/matches/{match}/coach/judgement"))["costly"] is None


@pytest.mark.usefixtures("counting")
async def test_bots_go_on_when_the_choice_is_kept(browsers: Browsers, app: Application, coach: ScriptedCoach) -> None:
    host = browsers()
    match = (await host.make("counting", "me", "random"))["id"]
    before = await end_turn(host, match)
    assert (await host.post(f"/api/matches/{match}/coach/judgement"))["costly"]
    assert (await host.room(match))["position"] == before + 1
    await host.post(f"/api/matches/{match}/coach/keep")
    await until_bot_moved(app, match, before + 1)


@pytest.mark.usefixtures("counting")
async def test_bots_go_on_when_the_choice_was_not_costly(
    browsers: Browsers, app: Application, coach: ScriptedCoach
) -> None:
    host = browsers()
    coach.judgement = None
    match = (await host.make("counting", "me", "random"))["id"]
    await until_bot_moved(app, match, await end_turn(host, match) + 1)


@pytest.mark.usefixtures("counting")
async def test_bots_go_on_when_judging_takes_too_long(
    browsers: Browsers, app: Application, coach: ScriptedCoach, monkeypatch: pytest.MonkeyPatch
) -> None:
    host = browsers()
    monkeypatch.setattr("aerodrome.matches.coach.JUDGING_S", 0.05)
    coach.may_answer.clear()
    match = (await host.make("counting", "me", "random"))["id"]
    before = await end_turn(host, match)
    assert (await host.post(f"/api/matches/{match}/coach/judgement"))["costly"] is None
    await until_bot_moved(app, match, before + 1)


@pytest.mark.usefixtures("counting")
async def test_the_next_choice_ends_what_the_coach_says(
    browsers: Browsers, app: Application, coach: ScriptedCoach
) -> None:
    host = browsers()
    match = (await host.make("counting", "me", "random"))["id"]
    await ask_points(host, match)
    assert (await act(host, match, {"type": "count", "by": 1}))["is_judged"]
    assert (await host.post(f"/api/matches/{match}/coach/judgement"))["costly"]
    before = (await host.room(match))["position"]
    await act(host, match, DONE, coach=False)
    await until_bot_moved(app, match, before + 1)

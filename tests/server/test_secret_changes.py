"""KS-R58, TG-R57: how often somebody changes a secret choice is told to nobody, by no number and no message.

The same match is played several times, and one seat changes its mind more or less often each time. Whatever the others
and a spectator get from the server, all the time and in answer to anything, must be the same, byte for byte.
"""

import asyncio
import contextlib
import random
import re
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Any

import msgspec
import pytest

import aerodrome
from aerodrome.matches import util
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.server import event_stream
from aerodrome.server.app import Application
from server.client import PATIENCE_S, Browser

Browsers = Callable[[], Browser]
CHANGES = (0, 3, 7)
DAY = 86_400


class FrozenClock:
    """Time passes only when a test says so."""

    def __init__(self) -> None:
        self.start = self.now = util.now_ms()

    def now_ms(self) -> int:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> FrozenClock:
    frozen = FrozenClock()
    monkeypatch.setattr(util, "now_ms", frozen.now_ms)
    monkeypatch.setattr(secrets, "token_hex", lambda size: "5e" * size)  # the same seed for every match
    return frozen


class Onlooker:
    """Somebody who listens all the time, and writes down all that comes."""

    def __init__(self, table: "Table", browser: Browser, seat: int | None) -> None:
        self.table, self.browser, self.seat = table, browser, seat
        self.heard: list[bytes] = []
        self.answers: list[bytes] = []
        self._listening: asyncio.Task[None] | None = None

    def listen(self) -> None:
        live, service = self.table.live, self.table.app.service
        stream = event_stream.stream_events(service, live, self.seat, live.match.get_shown_version(self.seat))

        async def write_down() -> None:
            async with contextlib.aclosing(stream):
                async for chunk in stream:
                    self.heard.append(self.table.mask(chunk))

        self._listening = asyncio.create_task(write_down())

    async def stop(self) -> None:
        assert self._listening is not None
        while not self._listening.done():  # a waiter that was just woken may swallow a cancellation
            self._listening.cancel()
            await asyncio.wait([self._listening], timeout=0.05)

    async def get(self, path: str) -> Any:
        answer = await self.browser.http.get(path)
        self.answers.append(self.table.mask(b"GET %s %d %s" % (path.encode(), answer.status_code, answer.content)))
        return answer.json()

    async def post(self, path: str, body: dict[str, Any]) -> Any:
        answer = await self.browser.http.post(f"/api/matches/{self.table.id}/{path}", json=body)
        self.answers.append(self.table.mask(b"POST %s %d %s" % (path.encode(), answer.status_code, answer.content)))
        return answer.json()

    async def ask_everything(self) -> None:
        """All that can be asked, and much that is refused."""
        base = f"/api/matches/{self.table.id}"
        room = await self.get(f"{base}/")
        earlier = room["earlier_log"]
        while earlier is not None:
            earlier = (await self.get(f"{base}/log?before={earlier}"))["earlier"]
        for version in range(room["version"] + 2):
            await self.get(f"{base}/log?before={version}.1")
        for position in range(max(0, room["position"] - 12), room["position"] + 3):
            await self.get(f"{base}/positions/{position}")
        for position in (room["position"], room["position"] + 1):
            await self.get(f'{base}/description?where={{"seat":0}}&position={position}')
        for path in (
            'description?where={"seat":0}',
            "statistics",
            "outcomes",
            "chat?before=2",
            "record",
            "notifications",
        ):
            await self.get(f"{base}/{path}")
        await self.get("/api/my-matches")
        for seq in (0, max(0, room["seq"] - 1), room["seq"] + 1, room["seq"] + 30):
            await self.post("actions", {"seq": seq, "action": {"type": "open_upkeep"}})
            await self.post("actions", {"seq": seq, "action": {"type": "pass"}})
        for action in ("seal_plan", "open_plan", "open_upkeep", "pay_upkeep", "open_bid"):
            await self.post("validate", {"action": {"type": action}})
        for vote in range(room["version"] + 2):
            await self.post("vote", {"id": vote, "agree": False})
        for position in (room["position"], room["position"] + 1, room["position"] + 8):
            await self.post("undo", {"scope": "position", "to_position": position})
        for after in (0, max(0, room["version"] - 3), room["version"], room["version"] + 1):
            await self.resume_stream(after)

    async def resume_stream(self, after: int) -> None:
        """What a stream that goes on after this event sends before it waits."""
        stream = event_stream.stream_events(self.table.app.service, self.table.live, self.seat, after)
        async with contextlib.aclosing(stream):
            async for chunk in stream:
                self.answers.append(self.table.mask(chunk))
                if b"event: presence" in chunk or b"event: reset" in chunk:
                    return


class Table:
    """A match of three people and a spectator. Seat 0 changes its mind."""

    def __init__(self, app: Application, people: list[Browser], made: dict[str, Any]) -> None:
        self.app, self.people, self.id = app, people, made["id"]
        self.live: LiveMatch = app.service.live_matches[self.id]

    @property
    def match(self) -> Match:
        return self.live.match

    def mask(self, data: bytes) -> bytes:
        """Without what is drawn anew for every match: its id and the tokens of its links."""
        return re.sub(rb"/j/[\w-]+", b"/j/link", data.replace(self.id.encode(), b"match"))

    async def room(self, seat: int) -> dict[str, Any]:
        return await self.people[seat].room(self.id)

    async def act(self, seat: int, **action: Any) -> None:
        room = await self.room(seat)
        seq = room["question"]["seq"] if room["question"] else room["seq"]
        answer = await self.people[seat].act(self.id, seq, action)
        assert answer.status_code == 200, answer.text

    async def choose(self, seat: int, number: int = 0) -> None:
        question = (await self.room(seat))["question"]
        await self.act(seat, **question["choices"][number]["action"])


def find_record(title: str, wanted: Callable[[aerodrome.Record], bool], seats: int = 3) -> dict[str, Any]:
    """A record of a random game up to a moment that is wanted."""
    for seed in range(50):
        record = aerodrome.Record.start(title, seats, seed=seed)
        rng = random.Random(seed)
        record.advance()
        while not record.over and not wanted(record):
            who = record.game.actors(record.state)[0]
            record.play(who, rng.choice(record.game.legal(record.state, who)))
            record.advance()
        if not record.over:
            found: dict[str, Any] = msgspec.json.decode(record.to_json())
            return found
    raise AssertionError("there is no such moment")


def is_step(*names: str, asked: tuple[int, ...] = (0, 1, 2)) -> Callable[[aerodrome.Record], bool]:
    def wanted(record: aerodrome.Record) -> bool:
        is_asked = set(asked) <= set(record.game.actors(record.state))
        return type(record.state.step_stack[-1]).__name__ in names and is_asked

    return wanted


@contextlib.asynccontextmanager
async def seated(
    app: Application, browsers: Browsers, record: dict[str, Any]
) -> AsyncIterator[tuple[Table, list[Any]]]:
    """Three people and a spectator at a table that goes on from a record; all but seat 0 listen."""
    people = [browsers() for _ in range(4)]
    body = {
        "record": record,
        "seats": [{"kind": "person", "name": "Person A"}, {"kind": "open"}, {"kind": "open"}],
        "clock": {"per_move": DAY, "per_game": 30 * DAY},
    }
    made = await people[0].post("/api/matches/import", body)
    for person, link, name in zip(people[1:], [*made["links"][1:], made["spectator_link"]], "BCD", strict=True):
        await person.join(link, f"Person {name}")
    table = Table(app, people, made)
    onlookers = [Onlooker(table, person, seat) for person, seat in zip(people[1:], (1, 2, None), strict=True)]
    for onlooker in onlookers:
        onlooker.listen()
    await asyncio.sleep(0)
    yield table, onlookers
    for onlooker in onlookers:
        await onlooker.stop()


Story = Callable[[Table, list[Onlooker], FrozenClock, int], Awaitable[None]]


async def compare(
    app: Application, browsers: Browsers, clock: FrozenClock, record: dict[str, Any], story: Story
) -> None:
    """Tell the story with more and fewer changes, and compare what the others got."""
    told: list[list[tuple[list[bytes], list[bytes]]]] = []
    lengths = []
    for changes in CHANGES:
        clock.now = clock.start
        async with seated(app, browsers, record) as (table, onlookers):
            await story(table, onlookers, clock, changes)
            lengths.append(table.match.log_length)
            await asyncio.sleep(0)
            told.append([(onlooker.heard, onlooker.answers) for onlooker in onlookers])
    assert len(set(lengths)) == len(lengths), "nothing was changed more or less often: this proves nothing"
    for other in told[1:]:
        for (heard, answers), (other_heard, other_answers) in zip(told[0], other, strict=True):
            for there, here in zip(answers, other_answers, strict=True):
                assert there == here
            assert heard == other_heard
            assert any(b"event: update" in chunk for chunk in heard)


async def ask_all(onlookers: list[Onlooker]) -> None:
    for onlooker in onlookers:
        await onlooker.ask_everything()


async def lay_plan(table: Table, seat: int) -> None:
    for _card in range(4):
        await table.choose(seat)


async def change_plan(table: Table, clock: FrozenClock, changes: int) -> None:
    """Take the last card back and lay it again, so many times."""
    plan = (await table.room(0))["view"]["players"][0]["plan"]
    clock.now += 2000
    for _change in range(changes):
        await table.act(0, type="take_back_card", slot=3)
        await table.act(0, type="lay_card", slot=3, card=plan[3]["card"])
    assert (await table.room(0))["view"]["players"][0]["plan"] == plan
    clock.now += 3000


async def plan_together(table: Table, onlookers: list[Onlooker], clock: FrozenClock, changes: int) -> None:
    """All plan at once; seat 0 changes its plan before others act, between their actions, and after it was sealed."""
    await lay_plan(table, 0)
    question = (await table.room(1))["question"]
    await change_plan(table, clock, changes)
    await ask_all(onlookers)
    answer = await table.people[1].act(table.id, question["seq"], question["choices"][0]["action"])
    assert answer.status_code == 200, "what another did in secret made my answer stale"
    again = await table.people[1].act(table.id, question["seq"], question["choices"][0]["action"])
    assert (again.status_code, again.json()["repeated"]) == (200, True)
    onlookers[0].answers += [answer.content, again.content]
    await change_plan(table, clock, changes)
    await onlookers[0].post("undo", {"scope": "choice"})
    await onlookers[0].post("chat", {"text": "are you done?"})
    await onlookers[0].post("propose-end", {})
    await ask_all(onlookers[1:])  # seat 2 and the spectator: seat 2 says no to every vote
    await change_plan(table, clock, changes)
    await onlookers[0].post("propose-end", {})  # not again so soon: says after how many moves
    await onlookers[0].post("undo", {"scope": "position", "to_position": 3})
    await change_plan(table, clock, changes)
    await ask_all(onlookers)
    await table.act(0, type="seal_plan")
    await table.act(0, type="open_plan")
    await change_plan(table, clock, changes)
    await ask_all(onlookers)
    for _card in range(3):
        await table.choose(1)
    await table.act(1, type="seal_plan")
    await lay_plan(table, 2)
    await table.act(2, type="seal_plan")
    await change_plan(table, clock, min(changes, 3))
    await ask_all(onlookers)
    await table.act(0, type="seal_plan")
    assert all(not player["planning"] for player in (await table.room(1))["view"]["players"])
    await ask_all(onlookers)


@pytest.mark.rule("KS-R58")
async def test_nobody_can_tell_how_often_a_plan_was_changed(
    app: Application, browsers: Browsers, clock: FrozenClock
) -> None:
    record = find_record("airsteam", is_step("PlanCardsStep"))
    await compare(app, browsers, clock, record, plan_together)


async def plan_last(table: Table, onlookers: list[Onlooker], clock: FrozenClock, changes: int) -> None:
    """The others are sealed; seat 0 takes cards back by undo, and one of them renames itself in between."""
    for seat in (1, 2):
        await lay_plan(table, seat)
        await table.act(seat, type="seal_plan")
    await lay_plan(table, 0)
    for change in range(changes + 1):
        if change == changes:
            await onlookers[0].post("rename", {"name": "Berta"})
            break
        await table.people[0].post(f"/api/matches/{table.id}/undo", {"scope": "choice"})
        await table.choose(0)
    log = [line["text"] for line in (await table.room(0))["log"]]
    assert sum("takes back" in line for line in log) == changes, "its own person does not read of an undo"
    await ask_all(onlookers)
    if changes:
        # The line about the name has a position after the card that now goes: it stays all the same.
        await table.people[0].post(f"/api/matches/{table.id}/undo", {"scope": "choice"})
        await table.choose(0)
    await ask_all(onlookers)
    await table.act(0, type="seal_plan")
    await ask_all(onlookers)


@pytest.mark.rule("KS-R58")
async def test_nobody_can_tell_how_often_a_secret_choice_was_taken_back(
    app: Application, browsers: Browsers, clock: FrozenClock
) -> None:
    record = find_record("airsteam", is_step("PlanCardsStep"))
    await compare(app, browsers, clock, record, plan_last)


async def settle_upkeep(table: Table, onlookers: list[Onlooker], clock: FrozenClock, changes: int) -> None:
    question = (await table.room(0))["question"]
    cube = next(choice["action"] for choice in question["choices"] if choice["action"]["type"] == "give_up")
    for _change in range(changes):
        clock.now += 100
        await table.act(0, **cube)
        await table.act(0, **{**cube, "type": "keep_cube"})
    clock.now = clock.start + 1000
    await ask_all(onlookers)
    await table.act(0, type="pay_upkeep")
    await table.act(0, type="open_upkeep")
    for _change in range(changes):
        await table.act(0, **cube)
        await table.act(0, **{**cube, "type": "keep_cube"})
    await ask_all(onlookers)
    await table.act(0, type="pay_upkeep")
    await ask_all(onlookers)


@pytest.mark.rule("KS-R58")
async def test_nobody_can_tell_how_often_upkeep_was_changed(
    app: Application, browsers: Browsers, clock: FrozenClock
) -> None:
    def can_pay_or_give_up(record: aerodrome.Record) -> bool:
        if not is_step("UpkeepStep", asked=(0, 1))(record):
            return False
        kinds = {record.game.dump(action)["type"] for action in record.game.legal(record.state, 0)}
        return kinds == {"pay_upkeep", "give_up"}

    await compare(app, browsers, clock, find_record("airsteam", can_pay_or_give_up), settle_upkeep)


@pytest.mark.rule("TG-R57")
@pytest.mark.parametrize(
    ("step", "action", "key"), [("OpeningBidStep", "bid_opening", "amount"), ("StrikeBidStep", "bid_chips", "chips")]
)
async def test_nobody_can_tell_what_a_sealed_bid_was_before(
    step: str, action: str, key: str, app: Application, browsers: Browsers, clock: FrozenClock
) -> None:
    """Who is sealed is told (TG-R57), so that opening a bid is seen; what it was, and is then, is not."""
    record = find_record("tingoose", is_step(step))
    told = []
    for earlier in (0, 1):
        clock.now = clock.start
        async with seated(app, browsers, record) as (table, onlookers):
            for _opening in range(2):
                await table.act(0, type=action, **{key: earlier})
                await ask_all(onlookers)
                await table.act(0, type="open_bid")
            await table.act(0, type=action, **{key: 0})
            await ask_all(onlookers)
            await table.act(1, type=action, **{key: 0})
            await table.act(2, type=action, **{key: 0})
            await ask_all(onlookers[2:])
            told.append([(onlooker.heard, onlooker.answers) for onlooker in onlookers])
    for (heard, answers), (other_heard, other_answers) in zip(*told, strict=True):
        for there, here in zip(answers, other_answers, strict=True):
            assert there == here
        assert heard == other_heard


async def test_a_standing_order_tells_the_others_nothing(
    app: Application, browsers: Browsers, clock: FrozenClock
) -> None:
    host, guest = browsers(), browsers()
    made = await host.make("airline", "me", "open")
    await guest.join(made["links"][1])
    path = f"/api/matches/{made['id']}"
    mover = (await host.room(made["id"]))["view"]["actors"][0]
    giver, other = (host, guest) if mover == 1 else (guest, host)
    orders = (await giver.room(made["id"]))["standing_orders"]
    before, other_before = await giver.room(made["id"]), await other.room(made["id"])
    await giver.post(f"{path}/standing-orders", {"key": orders[0]["key"], "enabled": True})
    await giver.post(f"{path}/standing-orders", {"key": orders[0]["key"], "enabled": False})
    assert (await giver.room(made["id"]))["version"] == before["version"] + 2
    assert await other.room(made["id"]) == other_before


async def test_what_the_others_may_not_know_of_puts_off_no_sign_of_life(
    app: Application, browsers: Browsers, clock: FrozenClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The comment line of a quiet stream comes when it is due, also while somebody plans."""
    monkeypatch.setattr(event_stream, "HEARTBEAT_S", 0.3)
    async with seated(app, browsers, find_record("airsteam", is_step("PlanCardsStep"))) as (table, onlookers):
        waited = 0
        while not any(chunk.startswith(b": still") for chunk in onlookers[2].heard):
            table.live.notify_waiters()
            await asyncio.sleep(0.05)
            waited += 1
            assert waited < 400, "it never comes while something happens in secret"


async def test_who_is_refused_does_not_wait_for_what_another_writes(
    app: Application, browsers: Browsers, clock: FrozenClock
) -> None:
    """Else the time of a refusal would tell that somebody changes something just now."""
    async with seated(app, browsers, find_record("airsteam", is_step("PlanCardsStep"))) as (table, _onlookers):
        question = (await table.room(1))["question"]
        action = question["choices"][0]["action"]
        await table.act(1, **action)
        async with asyncio.timeout(PATIENCE_S), table.live.lock:
            repeated = await table.people[1].act(table.id, question["seq"], action)
            stale = await table.people[1].act(table.id, 0, {"type": "pass"})
            refused = await table.people[1].act(table.id, question["seq"] + 1, {"type": "pass"})
        assert [answer.status_code for answer in (repeated, stale, refused)] == [200, 409, 422]


@pytest.mark.rule("KS-R58")
async def test_a_reload_and_a_restart_keep_plan_and_numbers(
    app: Application, browsers: Browsers, clock: FrozenClock
) -> None:
    async with seated(app, browsers, find_record("airsteam", is_step("PlanCardsStep"))) as (table, onlookers):
        await lay_plan(table, 0)
        await change_plan(table, clock, 3)
        await table.choose(1)
        rooms = [await table.people[number].room(table.id) for number in range(4)]
        logs = [await table.people[number].whole_log(table.id) for number in range(4)]
        for onlooker in onlookers:
            await onlooker.stop()
            onlooker.listen()
        app.service.live_matches.clear()
        again = [await table.people[number].room(table.id) for number in range(4)]
        for room in [*rooms, *again]:
            room.pop("seats")
        assert again == rooms
        assert [await table.people[number].whole_log(table.id) for number in range(4)] == logs
        assert [card["card"] is not None for card in again[0]["view"]["players"][0]["plan"]] == [True] * 4


@pytest.mark.rule("KS-R58")
async def test_people_at_one_screen_plan_one_after_the_other(app: Application, browsers: Browsers) -> None:
    host = browsers()
    made = await host.make("airsteam", "me", "me", mode="hotseat")
    match = made["id"]

    async def choose(seat: int) -> None:
        question = (await host.room(match, seat))["question"]
        answer = await host.act(match, question["seq"], question["choices"][0]["action"], seat)
        assert answer.status_code == 200, answer.text
        assert answer.json()["version"] == (await host.room(match, seat))["version"]

    while not (await host.room(match))["view"]["players"][0]["planning"]:
        await choose((await host.room(match))["view"]["actors"][0])
    held = (await host.room(match, 1))["question"]
    for seat in (0, 0, 1, 0, 1, 0, 1, 1, 0, 1):
        if seat == 1 and held:
            answer = await host.act(match, held["seq"], held["choices"][0]["action"], 1)
            assert answer.status_code == 200, answer.text
            held = None
        else:
            await choose(seat)
    assert (await host.room(match))["view"]["slot"] == 1

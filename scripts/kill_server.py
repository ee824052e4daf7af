"""Kill a server again and again in the middle of play: nothing acknowledged is lost, nothing is done twice.

    python scripts/kill_server.py [--kills 100] [--players 3] [--seed 9] [--database sqlite|postgresql|all]

SIGKILL, at a random moment while clients have actions on their way, then a new server on the same database. In the end
every match is read back and compared with what its client was told. `tests/server/test_kill.py` runs a shorter one.
"""

import argparse
import asyncio
import contextlib
import random
import sys
import time
from pathlib import Path
from typing import Any, NamedTuple

import httpx

sys.path.append(str(Path(__file__).resolve().parent.parent / "tests"))
from server_processes import open_database

from aerodrome.matches.events import ActionPlayed, decode_event
from aerodrome.matches.match import Match
from aerodrome.matches.store import MatchStore
from server.client import Browser, any_answer, good
from server.conftest import ForkServer, free_port, settings_for

TITLES = ("airline", "airkwire", "airsteam", "tingoose")
SEATS = ("me", "me", "me")
MAX_ANSWERS_BEFORE_KILL = 8
FIRST_WAY_S = 0.012
"""About as long as an action is on its way, as long as none has come back."""


class SentAction(NamedTuple):
    """An action as a client sent it."""

    seat: int
    seq: int
    action: dict[str, Any]


class Player:
    """Plays all seats of one screen as fast as it can, and remembers what was acknowledged."""

    def __init__(self, browser: Browser, match: str, rng: random.Random, ways: "asyncio.Queue[float]") -> None:
        self.browser = browser
        self.match = match
        self.rng = rng
        self.ways = ways
        """Gets the seconds that each action was on its way, when it is answered."""
        self.acknowledged: list[SentAction] = []
        self.in_flight: SentAction | None = None
        self.over = False

    async def play(self) -> None:
        """Until it is cancelled or the match is over; what breaks is tried again."""
        while not self.over:
            with contextlib.suppress(httpx.TransportError):
                await self.send(self.in_flight or await self._choose())

    async def _choose(self) -> SentAction:
        while True:
            room = await self.browser.room(self.match)
            asked = [seat for seat in room["view"]["actors"] if seat >= 0]
            mine = await self.browser.room(self.match, asked[0])
            if mine["question"] is not None:  # else the table is just answering by a standing order
                return SentAction(asked[0], mine["question"]["seq"], any_answer(mine["question"], self.rng))

    async def send(self, action: SentAction) -> None:
        """Send it and wait for the answer; until then it is in flight."""
        self.in_flight = action
        begun = time.perf_counter()
        good(await self.browser.act(self.match, action.seq, action.action, action.seat))
        self.acknowledged.append(action)
        self.ways.put_nowait(time.perf_counter() - begun)
        self.in_flight = None
        self.over = (await self.browser.room(self.match))["status"] == "over"


async def play_through_kills(
    fork_server: ForkServer, database: str, kills: int, players: int = 3, seed: int = 9
) -> list[Player]:
    """So many clients play while their server is killed so many times. Returns all that played."""
    rng, port, settings = random.Random(seed), free_port(), settings_for(database)
    ways: asyncio.Queue[float] = asyncio.Queue()
    all_players: list[Player] = []
    async with Browser(f"http://127.0.0.1:{port}") as browser:
        for _ in range(kills):
            server = await fork_server.start(settings, port)
            await browser.reconnect()
            while sum(not player.over for player in all_players) < players:
                made = await browser.make(TITLES[len(all_players) % len(TITLES)], *SEATS, mode="hotseat")
                all_players.append(Player(browser, made["id"], rng, ways))
            tasks = [asyncio.create_task(player.play()) for player in all_players if not player.over]
            await _wait_until_busy(tasks, ways, rng)
            fork_server.kill(server)
            for task in tasks:
                task.cancel()
            for outcome in await asyncio.gather(*tasks, return_exceptions=True):
                if isinstance(outcome, Exception):
                    raise outcome
        server = await fork_server.start(settings, port)
        await browser.reconnect()
        for player in all_players:
            if player.in_flight is not None:
                await player.send(player.in_flight)
        fork_server.kill(server)
    return all_players


async def _wait_until_busy(tasks: list["asyncio.Task[None]"], ways: "asyncio.Queue[float]", rng: random.Random) -> None:
    """Let a few actions be answered, and return at a random moment of the way of those that go out then.

    How long that is the machine says: at a fixed time a busy one would be killed before it had begun.
    """
    while not ways.empty():
        ways.get_nowait()
    way = FIRST_WAY_S
    for _ in range(rng.randint(0, MAX_ANSWERS_BEFORE_KILL)):
        answered = asyncio.create_task(ways.get())
        await asyncio.wait([*tasks, answered], return_when=asyncio.FIRST_COMPLETED)
        if not answered.done():
            answered.cancel()
            break  # a match is over, or something went wrong
        way = answered.result()
    await asyncio.wait(tasks, timeout=rng.uniform(0.0, way))


async def load_whole_match(database: str, id: str) -> Match:
    """A match as it is on disk."""
    store = MatchStore(database)
    loaded = await store.load_match(id)
    await store.engine.dispose()
    assert loaded is not None, "a match that was acknowledged is missing"
    return Match.restore(id, loaded.setup, loaded.encoded_events, loaded.snapshots)


async def load_actions_of_people(database: str, id: str) -> list[ActionPlayed]:
    """What was sent, not what a standing order answered."""
    store = MatchStore(database)
    loaded = await store.load_match(id)
    await store.engine.dispose()
    assert loaded is not None
    played = [event for event in map(decode_event, loaded.encoded_events) if isinstance(event, ActionPlayed)]
    return [event for event in played if event.source == "person"]


async def check_nothing_lost_or_doubled(database: str, player: Player) -> None:
    """What the client was told is what is on disk. Raises AssertionError when it is not."""
    match = await load_whole_match(database, player.match)
    by_people = await load_actions_of_people(database, player.match)
    # By seat: while several choose at once, a question keeps its number though others answer before it.
    for seat in range(match.record.seats):
        sent = [action for who, _seq, action in player.acknowledged if who == seat]
        chosen = [played.moves[0].action for played in by_people if played.seat == seat]
        assert sent == chosen, f"seat {seat}: what was acknowledged is not what is on disk"
    again = type(match.record).replay(match.export_record())
    assert match.game.to_json(again.state) == match.game.to_json(match.record.state), "the record replays differently"
    assert again.verify() == [], "chance is not what the seed gives"


async def run_kills(kind: str, kills: int, players: int, seed: int) -> int:
    """One database; returns how many actions were acknowledged."""
    fork_server = ForkServer()
    try:
        with open_database(kind) as database:
            played = await play_through_kills(fork_server, database, kills, players, seed)
            for player in played:
                await check_nothing_lost_or_doubled(database, player)
    finally:
        fork_server.close()
    return sum(len(player.acknowledged) for player in played)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--kills", type=int, default=100)
    parser.add_argument("--players", type=int, default=3)
    parser.add_argument("--seed", type=int, default=9)
    parser.add_argument("--database", choices=["sqlite", "postgresql", "all"], default="all")
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    for kind in ("sqlite", "postgresql"):
        if given.database in (kind, "all"):
            acknowledged = asyncio.run(run_kills(kind, given.kills, given.players, given.seed))
            print(f"{kind}: {given.kills} kills, {acknowledged} acknowledged, 0 lost, 0 doubled", flush=True)


if __name__ == "__main__":
    main()

"""How the tests read what an older version wrote. The only module here that names internals of the package."""

import asyncio
import gzip
import hashlib
import shutil
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, get_args

import msgspec

import aerodrome
from aerodrome import CHANCE, Game, State
from aerodrome.core.state import AutoStep
from aerodrome.matches.bot_pool import BotPool, BotRequest, choose_action
from aerodrome.matches.events import AnyMatchEvent
from aerodrome.matches.match import Match
from aerodrome.server.app import Application
from aerodrome.server.settings import Limits, Settings

DATA = Path(__file__).parent / "data"
RECORDS = Path(__file__).parents[1] / "records"
MEMORY = {"airkwire": {"bought", "sold", "refusals", "last_discards", "next_vote"}}
"""What a position remembers for the bots' manners; earlier versions did not store it and no rule asks for it."""
A_DAY_MS = 86_400_000
DECISIONS = 30
"""How many decisions are played on from a stored position."""


class Position(msgspec.Struct):
    """A stored position, what it offered when it was written, and where it led."""

    title: str
    rules: int
    seats: int
    options: dict[str, Any]
    top: str
    state: msgspec.Raw
    legal: list[tuple[int, list[dict[str, Any]]]]
    after: str
    """The digest of the state DECISIONS later."""

    @property
    def game(self) -> Game:
        return aerodrome.load(self.title, options=self.options, rules=self.rules)

    @property
    def steps(self) -> list[str]:
        """The step stack from the bottom to the top, by the names that are stored."""
        return [step["step"] for step in msgspec.json.decode(self.state)["agenda"]]


class Asked(msgspec.Struct):
    seat: int
    kind: str
    legal: list[dict[str, Any]]


class StoredMatch(msgspec.Struct, omit_defaults=True):
    """What the service that wrote the database said about one of its matches."""

    id: str
    title: str
    what: str
    cookie: str
    status: str
    entries: int
    position: int
    top: str
    """The step on top of the step stack, "" when the match is over."""
    state: str
    """The digest of the state."""
    asked: list[Asked] = []
    result: dict[str, Any] | None = None


class Listing(msgspec.Struct):
    """Everything about the stored database that a test must know."""

    cookies: dict[str, str]
    watch: dict[str, str]
    """For some matches the token of the spectators' link."""
    open: dict[str, str]
    """For matches that wait: the token of a seat that is still open."""
    notices: dict[str, str]
    """Where the first seat of a match wants to be told of its turn."""
    kinds: dict[str, int]
    """How many entries of each kind the journals hold."""
    matches: list[StoredMatch]


def read_positions(title: str) -> Iterator[Position]:
    """Those of the first version, and of steps that came later."""
    for packed in sorted((DATA / "positions").glob(f"{title}*.jsonl.gz")):
        with gzip.open(packed) as file:
            for line in file:
                yield msgspec.json.decode(line, type=Position)


def read_listing() -> Listing:
    return msgspec.json.decode((DATA / "matches.json").read_bytes(), type=Listing)


def unpack_database(folder: Path) -> Path:
    """A copy of the stored database that a test may change."""
    place = folder / "matches.sqlite3"
    with gzip.open(DATA / "matches-v0.1.sqlite3.gz") as packed, place.open("wb") as plain:
        shutil.copyfileobj(packed, plain)
    return place


def digest_state(game: Game, state: State) -> str:
    """The hash of a state as it is stored, whatever the order of its keys, without what earlier versions lacked."""
    plain = msgspec.json.decode(game.to_json(state))
    plain = {key: value for key, value in plain.items() if key not in MEMORY.get(game.title, ())}
    return hashlib.sha256(msgspec.json.encode(plain, order="sorted")).hexdigest()


def list_legal(game: Game, state: State) -> list[tuple[int, list[dict[str, Any]]]]:
    """What each of the actors may do, as it is sent."""
    return [(who, [game.dump(action) for action in game.legal(state, who)]) for who in game.actors(state)]


def play_on(game: Game, state: State, decisions: int = DECISIONS) -> None:
    """Play on by a fixed sequence of numbers: the same choices from the same offer in every version."""
    for n in range(decisions):
        actors = game.actors(state)
        if not actors:
            return
        who = actors[int(_number(2 * n) * len(actors))]
        legal = game.legal(state, who)
        weights = game.odds(state) if who == CHANCE else [1 / len(legal)] * len(legal)
        game.apply(state, who, legal[_choose(weights, _number(2 * n + 1))])


def _number(n: int) -> float:
    digest = hashlib.sha256(f"compat:{n}".encode()).digest()
    return int.from_bytes(digest[:6], "big") / float(1 << 48)


def _choose(weights: list[float], number: float) -> int:
    """The place that a number in [0, 1) falls on; places of no weight are never taken."""
    for i, weight in enumerate(weights):
        number -= weight
        if number < 0:
            return i
    return max(i for i, weight in enumerate(weights) if weight > 0)


def registered_steps(title: str) -> dict[str, bool]:
    """Every step of a title by the name it is stored under, and whether it asks nobody."""
    return {name: issubclass(kind, AutoStep) for name, kind in aerodrome.load(title).steps.items()}


# The service


class LocalBotPool(BotPool):
    """Bots that think on the spot, or not at all: then a match stays where it was."""

    def __init__(self, awake: bool) -> None:
        super().__init__(1)
        self.awake = awake

    async def choose_action(self, request: BotRequest, level: str) -> dict[str, Any]:
        if not self.awake:
            await asyncio.Event().wait()
        return choose_action(request, level)


@asynccontextmanager
async def open_application(database: Path, bots_think: bool) -> AsyncIterator[Application]:
    many = (1e6, 10**6)
    limits = Limits(
        read_rate=many,
        write_rate=many,
        join_rate=many,
        new_match_rate=many,
        expensive_read_rate=many,
        max_unfinished_matches=10_000,
    )
    application = Application(
        Settings(database=str(database), min_bot_move_seconds=0.0, notifications=False, limits=limits)
    )
    application.service.bot_pool = LocalBotPool(bots_think)
    await application.service.open()
    # Clocks that ran when the database was written stand, however slow the machine is that reads it.
    application.service.clock_grace_until_ms += A_DAY_MS
    try:
        yield application
    finally:
        await application.service.close()


async def load_match(application: Application, id: str) -> Match:
    return (await application.service.get_match(id)).match


async def wait_for_entry(application: Application, id: str, entries: int) -> Match:
    """The match when its journal is longer than this."""
    live = await application.service.get_match(id)
    while live.match.version <= entries:
        await live.changed.wait()
    return live.match


def describe(match: Match) -> dict[str, Any]:
    """A loaded match in the terms of the listing."""
    state = match.record.state
    return {
        "title": match.setup.title,
        "status": match.status,
        "entries": match.version,
        "position": match.actions_in_force_count,
        "top": last_step(match.game, state),
        "state": digest_state(match.game, state),
        "asked": [
            Asked(seat, match.seats[seat].kind, [match.game.dump(action) for action in match.game.legal(state, seat)])
            for seat in match.asked_seats
        ],
        "result": None if not match.is_over else describe_result(match.game, state),
    }


def last_step(game: Game, state: State) -> str:
    """The question of the moment by the name it is stored under; "" when the game is over."""
    step_stack = msgspec.json.decode(game.to_json(state))["agenda"]
    return str(step_stack[-1]["step"]) if step_stack else ""


def describe_result(game: Game, state: State) -> dict[str, Any]:
    return {
        "scores": game.scores(state),
        "winners": list(game.winners(state)),
        "reason": game.end_reason(state),
    }


def entries_of(match: Match) -> list[dict[str, Any]]:
    """The journal as it is stored."""
    return [msgspec.json.decode(body) for body in match.encoded_events]


def registered_entries() -> set[str]:
    """Every kind of journal entry by the name it is stored under."""
    return {str(kind.__struct_config__.tag) for kind in get_args(AnyMatchEvent)}

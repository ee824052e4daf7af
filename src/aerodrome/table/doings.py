"""What people do at a table besides playing: make one, sit down, talk, take back, leave, play again.

Whoever calls these has already made sure that `seat` is the caller's.
"""

import asyncio
import secrets
from collections.abc import Mapping
from typing import Any, Literal, NamedTuple

from aerodrome.core.actions import BadData
from aerodrome.core.library import UnknownTitle, load
from aerodrome.core.record import Record, RecordError
from aerodrome.table import journal, moves
from aerodrome.table.journal import (
    Answered,
    AnyThing,
    ClockRules,
    Ordered,
    Proposed,
    Rematched,
    Renamed,
    Replaced,
    Returned,
    Said,
    Sat,
    SeatSetup,
    Setup,
)
from aerodrome.table.match import Match, Vote, bot_name
from aerodrome.table.names import free
from aerodrome.table.service import Live, Tables
from aerodrome.table.titles import options_at_table
from aerodrome.table.troubles import Malformed, NotAllowed, NotFound, NotNow
from aerodrome.table.workers import LEVELS, STAND_IN

MANY_ORDERS = 40
MANY_VOTES = 3


class SeatWish(NamedTuple):
    kind: Literal["person", "bot", "open"]
    level: str | None = None
    name: str | None = None


class Plan(NamedTuple):
    """A match as its host wants it."""

    title: str
    seats: list[SeatWish]
    options: Mapping[str, Any]
    mode: Literal["online", "hotseat"] = "online"
    clock: ClockRules | None = None
    hints: bool = True
    watchable: bool = True


def level(name: str | None) -> str:
    if name not in LEVELS:
        raise Malformed(f"There is no bot of that level; there are {', '.join(LEVELS)}.")
    return name


# Making a match


async def make(tables: Tables, plan: Plan, key: str, given: list[tuple[int, dict[str, Any]]] | None = None) -> Live:
    setup = settle(plan, key, given or [])
    held = [(key, seat) for seat, chair in enumerate(setup.seats) if chair.kind == "person"]
    return await tables.create(setup, held or [(key, -1)])


def settle(plan: Plan, key: str, given: list[tuple[int, dict[str, Any]]]) -> Setup:
    if plan.mode == "hotseat" and any(wish.kind == "open" for wish in plan.seats):
        raise Malformed("On one screen every seat is a person's or a bot's.")
    people = any(wish.kind != "bot" for wish in plan.seats)
    try:
        game = load(plan.title, "house", options_at_table(plan.title, plan.options, people))
        game.new(len(plan.seats))
    except UnknownTitle:
        raise NotFound("There is no such title.") from None
    except (BadData, ValueError) as error:
        raise Malformed(str(error)) from None
    return Setup(
        title=plan.title,
        rules=game.rules_version,
        options=game.options_used(),
        seats=_chairs(plan),
        seed=secrets.token_hex(16),
        host=key,
        created=journal.now(),
        mode=plan.mode,
        clock=plan.clock,
        hints=plan.hints,
        watch=secrets.token_urlsafe(24) if plan.watchable else "",
        given=given,
    )


def _chairs(plan: Plan) -> list[SeatSetup]:
    chairs: list[SeatSetup] = []
    taken: list[str] = []
    for seat, wish in enumerate(plan.seats):
        if wish.kind == "bot":
            strength = level(wish.level)
            same = sum(1 for chair in chairs if chair.level == strength)
            name = bot_name(strength) if not same else f"{strength.capitalize()} {same + 1} (bot)"
            chairs.append(SeatSetup("bot", name, strength))
            continue
        name = "" if wish.kind == "open" else free(wish.name or f"Player {seat + 1}", taken)
        chairs.append(SeatSetup(wish.kind, name, None, secrets.token_urlsafe(24)))
        taken.append(name)
    return chairs


async def bring(tables: Tables, plan: Plan, key: str, data: bytes, position: int | None) -> Live:
    """A record goes on as a new match from a position of it, with a seed of its own."""
    try:
        record = await asyncio.to_thread(Record.replay, data)
    except (RecordError, ValueError) as error:
        raise Malformed(f"This record cannot be played: {error}") from None
    end = len(record.played) if position is None else position
    if end > len(record.played):
        raise Malformed(f"The record has {len(record.played)} actions, there is no position {end}.")
    if record.seats != len(plan.seats):
        raise Malformed(f"The record has {record.seats} seats.")
    given = [(who, record.game.dump(action)) for who, action in record.played[:end]]
    same = plan._replace(title=record.game.title, options=record.game.options_used())
    return await make(tables, same, key, given)


async def again(tables: Tables, live: Live) -> Live:
    """The same people and bots once more. Whoever asks first makes the match; the others find it."""
    if not live.match.over:
        raise NotNow("The match is not over.")
    if live.match.rematch is not None:
        return await tables.get(live.match.rematch)
    old = live.match
    wishes = [SeatSetup("person" if now.replaced else now.kind, now.name, now.level) for now in old.seats]
    plan = Plan(
        old.setup.title,
        [SeatWish(chair.kind, chair.level, chair.name) for chair in wishes],
        old.setup.options,
        old.setup.mode,
        old.setup.clock,
        old.setup.hints,
        bool(old.setup.watch),
    )
    fresh = await tables.create(settle(plan, old.setup.host, []), await tables.store.holders_of(old.id))

    def announce(match: Match) -> AnyThing | None:
        return Rematched(match=fresh.match.id) if match.rematch is None else None

    await tables.commit(live, announce)
    return await tables.get(live.match.rematch or fresh.match.id)


# Sitting down


async def join(tables: Tables, token: str, key: str, name: str | None) -> tuple[Live, int | None]:
    """A link becomes a seat, or a spectator's place (None)."""
    held = await tables.store.token(token)
    if held is None:
        raise NotFound("This link opens nothing.")
    live = await tables.get(held.match)
    if held.seat < 0:
        await tables.hold(live, key, -1)
        return live, None
    if live.match.seats[held.seat].kind == "open":
        await tables.commit(live, lambda match: _sit(match, held.seat, name))
    await tables.hold(live, key, held.seat)
    await tables.start_if_full(live)
    return live, held.seat


def _sit(match: Match, seat: int, name: str | None) -> Sat | None:
    if match.seats[seat].kind != "open":
        return None
    return Sat(seat=seat, name=_free_name(match, seat, name) if name else _any_name(match, seat))


def _any_name(match: Match, seat: int) -> str:
    """For somebody who gave none: "Player 2", or what is free."""
    for name in [f"Player {seat + 1}", *(f"Guest {letter}" for letter in "ABCDEFGHIJKLMNOPQRSTUVWXYZ")]:
        try:
            return _free_name(match, seat, name)
        except NotAllowed:
            continue
    raise NotAllowed("Give a name.")


def _free_name(match: Match, seat: int, name: str) -> str:
    others = [now.name for i, now in enumerate(match.seats) if i != seat and now.name]
    colours = [match.game.seat_name(i) for i in range(len(match.seats)) if i != seat]
    return free(name, [*others, *colours])


async def rename(tables: Tables, live: Live, seat: int, name: str) -> int:
    return await tables.commit(live, lambda match: Renamed(seat=seat, name=_free_name(match, seat, name)))


async def leave(tables: Tables, live: Live, seat: int) -> int:
    def make_it(match: Match) -> AnyThing | None:
        return Replaced(seat=seat, level=STAND_IN, why="left") if match.seats[seat].is_person else None

    return await tables.commit(live, make_it)


async def come_back(tables: Tables, live: Live, seat: int) -> int:
    def make_it(match: Match) -> AnyThing | None:
        if match.seats[seat].is_person:
            return None
        if not match.seats[seat].replaced:
            raise NotAllowed("This seat is a bot's own.")
        return Returned(seat=seat)

    return await tables.commit(live, make_it)


async def replace(tables: Tables, live: Live, seat: int, target: int, strength: str, host: bool) -> int:
    """A bot for an open seat (the host), for one's own seat, or by vote for somebody else's."""
    strength = level(strength)

    def make_it(match: Match) -> AnyThing:
        if target >= len(match.seats):
            raise NotFound("There is no such seat.")
        now = match.seats[target]
        if now.kind == "bot":
            raise NotNow("A bot sits there already.")
        if now.kind == "open":
            if not host:
                raise NotAllowed("Only the host fills open seats.")
            return Replaced(seat=target, level=strength, why="open")
        if target == seat:
            return Replaced(seat=target, level=strength, why="left")
        if not [voter for voter in match.people if voter not in (seat, target)]:
            if len(match.people) == 2 and not _absent(live, match, target):
                raise NotAllowed("With two at the table, only somebody who is away can be replaced.")
            return Replaced(seat=target, level=strength, why="vote")
        return _proposal(match, Proposed(seat=seat, what="replace", target=target, level=strength))

    await tables.commit(live, make_it)
    await tables.start_if_full(live)
    return live.match.n


def _absent(live: Live, match: Match, seat: int) -> bool:
    return not live.is_here(seat) and journal.now() - match.moved > 60_000


# Talking and ordering


async def say(tables: Tables, live: Live, seat: int, text: str) -> int:
    words = " ".join(text.split())
    if not words:
        raise Malformed("There is nothing to say.")
    return await tables.commit(live, lambda _: Said(seat=seat, text=words))


async def order(tables: Tables, live: Live, seat: int, key: str, given: bool) -> int:
    def make_it(match: Match) -> AnyThing | None:
        now = match.seats[seat]
        if not given:
            return Ordered(seat=seat, key=key, label="", given=False) if key in now.orders else None
        offered = {o.key: o.label for o in match.game.orders(match.record.state, seat)} if match.started else {}
        if key in now.orders:
            return None
        if key not in offered or len(now.orders) >= MANY_ORDERS:
            raise NotNow("There is no such standing order to give now.")
        return Ordered(seat=seat, key=key, label=offered[key], given=True)

    return await tables.commit(live, make_it)


# Taking back, voting


async def take_back(
    tables: Tables, live: Live, seat: int, what: Literal["choice", "turn", "position"], to: int | None
) -> int:
    def make_it(match: Match) -> AnyThing:
        if what != "position":
            last, turn, why = moves.back(match, seat)
            where = last if what == "choice" else turn
            if where is None:
                raise NotNow(why)
            return moves.undo(match, seat, where)
        if to is None:
            raise Malformed("Say the position to go back to.")
        if match.over or not match.started:
            raise NotNow("There is nothing to take back.")
        start = moves.choice_before(match, to)
        if not waiting(match, seat, None):
            return moves.undo(match, seat, start)
        return _proposal(match, Proposed(seat=seat, what="undo", to=start))

    return await tables.commit(live, make_it)


def _proposal(match: Match, proposed: Proposed) -> Proposed:
    if len(match.votes) >= MANY_VOTES:
        raise NotNow("There are votes to settle first.")
    for vote in match.votes.values():
        if (vote.what, vote.to, vote.target) == (proposed.what, proposed.to, proposed.target):
            raise NotNow("This is being voted on already.")
    return proposed


def waiting(match: Match, by: int, vote: Vote | None) -> list[int]:
    """Whose agreement is still missing. Bots always agree; nobody votes on their own replacement."""
    agreed = vote.agreed if vote is not None else [by]
    target = vote.target if vote is not None else None
    hands = match.people
    if match.setup.mode == "hotseat":
        return []
    return [seat for seat in hands if seat not in agreed and seat not in (by, target)]


async def vote(tables: Tables, live: Live, seat: int, id: int, agree: bool) -> int:
    def make_it(match: Match) -> AnyThing | None:
        ballot = match.votes.get(id)
        if ballot is None:
            raise NotNow("This vote is over.")
        if seat not in waiting(match, ballot.by, ballot):
            if seat in ballot.agreed and agree:
                return None
            raise NotAllowed("You have no voice in this vote.")
        if not agree or waiting(match, ballot.by, ballot) != [seat]:
            return Answered(vote=id, seat=seat, agree=agree)
        return _carry_out(match, ballot)

    return await tables.commit(live, make_it)


def _carry_out(match: Match, ballot: Vote) -> AnyThing:
    if ballot.what == "replace":
        assert ballot.target is not None
        return Replaced(seat=ballot.target, level=ballot.level, why="vote")
    assert ballot.to is not None
    if ballot.to >= match.position:
        raise NotNow("There is nothing to take back any more.")
    return moves.undo(match, ballot.by, ballot.to, ballot.id)


async def act(tables: Tables, live: Live, seat: int, seq: int, data: Mapping[str, Any]) -> bool:
    """A person's answer. True when it was accepted before, and nothing was done now."""
    action = moves.parse(live.match, data)
    await tables.freshen(live, seq=seq)
    repeated = False

    def make_it(match: Match) -> AnyThing | None:
        nonlocal repeated
        if not match.seats[seat].is_person:
            raise NotNow("A bot plays this seat: take it back first.")
        played = moves.answer(match, seat, seq, action)
        repeated = played is None
        return played

    await tables.commit(live, make_it)
    return repeated

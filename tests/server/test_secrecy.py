"""Secrecy over the wire: permuting what a caller may not know changes no byte that the caller gets.

A seeded match of every title is played through the API, one browser for each seat and one for a spectator. At
moments all over it, the table is exchanged for one that looks the same to a caller but is different underneath;
everything the caller can ask for must then come back the same: the room, the moment in the history, every refusal,
the next event. For a spectator the tables of all seats are tried: nobody knows less.
"""

import random
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

import pytest

import aerodrome
from aerodrome import CHANCE, Action, State
from aerodrome.matches import event_builders
from aerodrome.matches.errors import RuleViolation
from aerodrome.matches.events import encode_event
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.server import serializers
from aerodrome.server.app import Application
from server.client import Browser

ACTIONS = 240
LOOKS = 8
TITLES = ["airkwire", "airline", "airsteam", "tingoose", "toy"]


@contextmanager
def exchanged(live: LiveMatch, state: State) -> Iterator[None]:
    """Another table in the place of the true one."""
    record = live.match.record
    true, record.state = record.state, state
    setattr(record, "at", lambda _count: state.clone())  # noqa: B010 - a method, for a while
    live.update_cache.clear()
    live.outcome_cache.clear()
    try:
        yield
    finally:
        record.state = true
        delattr(record, "at")
        live.update_cache.clear()
        live.outcome_cache.clear()


class Caller:
    def __init__(self, browser: Browser, seat: int | None) -> None:
        self.browser = browser
        self.seat = seat

    async def everything(self, live: LiveMatch, actions: list[dict[str, Any]]) -> list[bytes]:
        """All that this caller can get out of the server now, byte for byte."""
        base = f"/api/matches/{live.match.id}"
        http = self.browser.http
        paths = [
            "/",
            "/notifications",
            "/outcomes",
            '/description?where={"seat":0}',
            f"/positions/{live.match.get_shown_position(self.seat)}",
        ]
        answers = [(await http.get(base + path)).content for path in paths]
        for action in actions:
            for path, body in (
                ("/validate", {"action": action}),
                ("/actions", {"action": action, "seq": 10**6}),
                ("/actions", {"action": action, "seq": 0}),
            ):
                if (
                    path == "/actions"
                    and body["seq"] == 0
                    and event_builders.is_duplicate_answer(live.match, self.seat or 0, 0, live.match.game.parse(action))
                ):
                    continue
                answers.append((await http.post(base + path, json=body)).content)
        newest = live.match.version_numbers.convert_from_shown_number(
            self.seat, live.match.get_shown_version(self.seat), live.match.version
        )
        answers.append(serializers.encode_update(live, newest, self.seat))
        return answers

    def imagined(self, live: LiveMatch, rng: random.Random) -> list[State]:
        game, state = live.match.game, live.match.record.state
        seats = range(live.match.record.seats) if self.seat is None else [self.seat]
        return [game.imagine(state, seat, rng) for seat in seats]


def any_actions(live: LiveMatch, rng: random.Random) -> list[dict[str, Any]]:
    """Actions somebody might try: of the moment, and from anywhere in the game."""
    match = live.match
    game = match.game
    pool: list[Action] = list(rng.sample(game.action_space(match.record.seats), 2))
    for seat in match.asked_seats:
        pool += rng.sample(game.legal(match.record.state, seat), 1)
    return [game.dump(action) for action in pool]


def next_update(
    live: LiveMatch, state: State, who: int, action: Action, caller: int | None
) -> tuple[Any, bytes] | None:
    """What the caller would be told of this action on that table; None where it cannot happen."""
    match = Match(live.match.id, live.match.setup)
    match.__dict__.update(live.match.__dict__)
    match.record = live.match.record
    twin = LiveMatch(match)
    with exchanged(live, state):
        try:
            event = event_builders.build_action_played(match, who, action, "bot")
        except RuleViolation:
            return None
        event.at_ms = 1
        after = state.clone()
        for move in event.moves:
            match.game.apply(after, move.actor, match.game.parse(move.action))
        match.encoded_events = [*match.encoded_events, encode_event(event)]
        match.positions = [*match.positions, match.actions_in_force_count + len(event.moves)]
        match.log_lengths = [*match.log_lengths, match.log_length + len(event.moves)]
        match.private_actions = [*match.private_actions, match.private_actions[-1]]
    with exchanged(twin, after):
        return match.game.view(after, caller), serializers.encode_update(twin, match.version, caller)


@pytest.mark.parametrize("title", TITLES)
async def test_what_a_caller_may_not_know_changes_no_byte(
    title: str, app: Application, browsers: Callable[[], Browser]
) -> None:
    rng = random.Random(title)
    host = browsers()
    game = aerodrome.load(title)
    seats = min(3, game.seats_max)
    made = await host.make(title, "me", *["open"] * (seats - 1), hints=False)
    people = [host, *(browsers() for _ in range(seats - 1))]
    for seat in range(1, seats):
        await people[seat].join(made["links"][seat], f"Person {'ABCDEF'[seat]}")
    if title == "airline":  # else the table itself passes where offers could be made in others' turns
        for person in people:
            order = {"key": "ask_for_offers", "enabled": True}
            await person.post(f"/api/matches/{made['id']}/standing-orders", order)
    watcher = browsers()
    await watcher.join(made["spectator_link"])
    callers = [Caller(person, seat) for seat, person in enumerate(people)] + [Caller(watcher, None)]
    live = await app.service.get_match(made["id"])
    total = await _length(title, seats)
    looks = {total * i // LOOKS for i in range(LOOKS)}
    different = compared = 0
    for number in range(total):
        seat = rng.choice(live.match.asked_seats)
        action = rng.choice(live.match.game.legal(live.match.record.state, seat))
        if number in looks:
            for caller in callers:
                actions = any_actions(live, rng)
                true = await caller.everything(live, actions)
                told = next_update(live, live.match.record.state, seat, action, caller.seat)
                for twin in caller.imagined(live, rng):
                    different += game.to_json(twin) != game.to_json(live.match.record.state)
                    with exchanged(live, twin):
                        seen = await caller.everything(live, actions)
                    assert seen == true, f"seat {caller.seat} sees through the table after {number} choices"
                    there = next_update(live, twin, seat, action, caller.seat)
                    if told is None or there is None or told[0] != there[0]:
                        continue
                    compared += 1
                    assert there[1] == told[1], f"seat {caller.seat} hears too much after {number} choices"
        question_seq = live.match.get_shown_question_seq(seat)
        answer = await people[seat].act(made["id"], question_seq or 0, game.dump(action))
        assert answer.status_code == 200, answer.text
        if live.match.is_over:
            break
    assert compared > 0
    assert different > 0 or title == "airline", "nothing was hidden: this proves nothing"


async def _length(title: str, seats: int) -> int:
    """How many choices of the seeded match are played: all of it, when it is short."""
    record = aerodrome.Record.start(title, seats, seed=1)
    rng = random.Random(1)
    record.advance()
    count = 0
    while not record.over and count < ACTIONS:
        who = record.game.actors(record.state)[0]
        assert who != CHANCE
        record.play(who, rng.choice(record.game.legal(record.state, who)))
        record.advance()
        count += 1
    return count


async def test_a_leak_would_be_noticed(
    app: Application, browsers: Callable[[], Browser], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The proof above can fail: a view that shows all cards is caught."""
    from toy.game import Toy, ToyState

    true_view = Toy.view

    def leaky(self: Toy, state: ToyState, who: int | None) -> dict[str, Any]:
        return true_view(self, state, who) | {"cards": state.cards}

    monkeypatch.setattr(Toy, "view", leaky)
    with pytest.raises(AssertionError, match="sees through the table"):
        await test_what_a_caller_may_not_know_changes_no_byte("toy", app, browsers)

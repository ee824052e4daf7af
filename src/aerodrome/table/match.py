"""A running match: what its journal adds up to."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from aerodrome.core.actions import CHANCE
from aerodrome.core.library import load
from aerodrome.core.record import Entry, Record
from aerodrome.table import journal
from aerodrome.table.clocks import Clocks
from aerodrome.table.journal import (
    Answered,
    AnyThing,
    Move,
    Ordered,
    Played,
    Proposed,
    Rematched,
    Renamed,
    Replaced,
    Returned,
    Said,
    Sat,
    Setup,
    Started,
    Undone,
)


class SeatNow(msgspec.Struct):
    kind: Literal["person", "bot", "open"]
    name: str
    level: str | None = None
    replaced: str = ""
    """Why a bot plays for a person who may come back."""
    orders: dict[str, str] = {}
    """Standing orders in force: key and words."""
    asked_at: int | None = None
    """The length of the log when its present question was put; None when it is not asked."""

    @property
    def is_person(self) -> bool:
        return self.kind == "person"


class Turn(msgspec.Struct, frozen=True):
    """One choice of a seat that could be taken back."""

    start: int
    seat: int
    final: bool
    """Chance acted after it, or it revealed something."""


class Vote(msgspec.Struct):
    id: int
    what: Literal["undo", "replace"]
    by: int
    to: int | None
    target: int | None
    level: str
    agreed: list[int]


class Match:
    """Folds things into the present. Whoever folds the same things has the same match."""

    def __init__(self, id: str, setup: Setup) -> None:
        self.id = id
        self.setup = setup
        self.game = load(setup.title, "house", setup.options, rules=setup.rules)
        self.record = Record(self.game, len(setup.seats), setup.seed)
        self.record.given = len(setup.given)
        self.seats = [SeatNow(seat.kind, seat.name, seat.level) for seat in setup.seats]
        self.clocks = Clocks(setup.clock, len(setup.seats))
        self.raw: list[bytes] = []
        """The journal as written; thing n is raw[n - 1]."""
        self.positions = [0]
        self.seqs = [0]
        """After each thing: how many actions are in force, how long the record's log is."""
        self.turns: list[Turn] = []
        self.votes: dict[int, Vote] = {}
        self.started = False
        self.rematch: str | None = None
        self.moved = setup.created
        self.snapshot_due: tuple[int, bytes] | None = None

    @classmethod
    def restore(cls, id: str, setup: Setup, bodies: list[bytes], snapshots: list[bytes]) -> "Match":
        """The match as its journal says. Snapshots spare playing all of it again."""
        match = cls(id, setup)
        log: list[Entry] = []
        for body in bodies:
            thing = journal.read(body)
            match._note(thing, body)
            log.extend(entries(thing))
        states = [match.game.from_json(data) for data in snapshots]
        match.record = Record.resume(match.game, len(setup.seats), setup.seed, log, states)
        match.record.given = len(setup.given)
        return match

    @property
    def n(self) -> int:
        """The number of the last thing that happened."""
        return len(self.raw)

    @property
    def seq(self) -> int:
        return self.seqs[-1]

    @property
    def position(self) -> int:
        return self.positions[-1]

    @property
    def over(self) -> bool:
        return self.started and self.record.over

    @property
    def status(self) -> Literal["waiting", "playing", "over"]:
        if not self.started:
            return "waiting"
        return "over" if self.record.over else "playing"

    @property
    def asked(self) -> list[int]:
        """The seats that must answer now."""
        return [seat for seat, now in enumerate(self.seats) if now.asked_at is not None]

    @property
    def people(self) -> list[int]:
        return [seat for seat, now in enumerate(self.seats) if now.is_person]

    def name_of(self, seat: int) -> str:
        """Somebody keeps the name while a bot plays on for them."""
        return self.seats[seat].name or self.game.seat_name(seat)

    def things(self) -> Iterator[tuple[int, AnyThing]]:
        for n, body in enumerate(self.raw, 1):
            yield n, journal.read(body)

    def thing(self, n: int) -> AnyThing:
        return journal.read(self.raw[n - 1])

    def fold(self, thing: AnyThing, body: bytes) -> None:
        """The next thing happens."""
        self._play(thing)
        self._note(thing, body)

    def _play(self, thing: AnyThing) -> None:
        match thing:
            case Started(moves=moves) | Played(moves=moves):
                before = self.record.newest_checkpoint[0]
                for move in moves:
                    self.record.play(move.who, self.game.parse(move.do))
                position, state = self.record.newest_checkpoint
                if position > before:
                    self.snapshot_due = position, self.game.to_json(state)
            case Undone(to=to, seat=seat):
                self.record.undo(to, seat)
                if self.snapshot_due is not None and self.snapshot_due[0] > to:
                    self.snapshot_due = None

    def _note(self, thing: AnyThing, body: bytes) -> None:
        """All that a thing changes besides the record."""
        self.raw.append(body)
        position, seq = self.position, self.seq
        match thing:
            case Started(moves=moves, asked=asked):
                self.started = True
                position += len(moves)
                seq += len(moves)
                self._turn(asked, [], seq, thing.at)
            case Played(seat=seat, moves=moves, asked=asked, still=still, reveals=reveals):
                self.turns.append(Turn(position, seat, reveals or len(moves) > 1))
                position += len(moves)
                seq += len(moves)
                self._turn(asked, still, seq, thing.at)
            case Undone(to=to, asked=asked):
                self.turns = [turn for turn in self.turns if turn.start < to]
                self.votes = {id: vote for id, vote in self.votes.items() if vote.what != "undo"}
                position = to
                seq += 1
                self._turn(asked, [], seq, thing.at)
            case _:
                self._note_people(thing)
        self.positions.append(position)
        self.seqs.append(seq)
        self.moved = thing.at

    def _turn(self, asked: list[int], still: list[int], seq: int, at: int) -> None:
        self.clocks.turn(asked, still, at)
        for seat, now in enumerate(self.seats):
            if seat not in asked:
                now.asked_at = None
            elif seat not in still or now.asked_at is None:
                now.asked_at = seq

    def _note_people(self, thing: AnyThing) -> None:
        match thing:
            case Sat(seat=seat, name=name):
                self.seats[seat] = SeatNow("person", name)
            case Renamed(seat=seat, name=name):
                self.seats[seat].name = name
            case Replaced(seat=seat, level=level, why=why):
                now = self.seats[seat]
                now.replaced = "" if now.kind == "open" else why
                now.kind, now.level = "bot", level
                if not now.name:
                    now.name = bot_name(level)
                self._forget_votes_about(seat)
            case Returned(seat=seat):
                now = self.seats[seat]
                now.kind, now.level, now.replaced = "person", None, ""
            case Proposed(seat=seat, what=what, to=to, target=target, level=level):
                self.votes[self.n] = Vote(self.n, what, seat, to, target, level, [seat])
            case Answered(vote=vote, seat=seat, agree=agree):
                if agree:
                    self.votes[vote].agreed.append(seat)
                else:
                    del self.votes[vote]
            case Ordered(seat=seat, key=key, label=label, given=given):
                orders = {k: v for k, v in self.seats[seat].orders.items() if k != key}
                self.seats[seat].orders = {**orders, key: label} if given else orders
            case Rematched(match=other):
                self.rematch = other
            case Said():
                pass

    def _forget_votes_about(self, seat: int) -> None:
        self.votes = {id: vote for id, vote in self.votes.items() if vote.target != seat}

    def record_json(self) -> bytes:
        """The whole record with its seed: for a match that is over."""
        self.record.names = [seat.name for seat in self.seats]
        return self.record.to_json()


def entries(thing: AnyThing) -> list[Entry]:
    """What a thing adds to the record's log."""
    match thing:
        case Started(moves=moves) | Played(moves=moves):
            return [_entry(move) for move in moves]
        case Undone(to=to, seat=seat):
            return [Entry(undo=to, by=seat)]
    return []


def _entry(move: Move) -> Entry:
    return Entry(who="chance" if move.who == CHANCE else move.who, do=move.do)


def bot_name(level: str) -> str:
    return f"{level.capitalize()} (bot)"

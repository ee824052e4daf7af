"""What a seat does, worked out on a copy of the table: things to be written down, nothing changed yet."""

import random
from collections.abc import Mapping
from typing import Any, Literal

from aerodrome.core.actions import CHANCE, Action, BadData, Event, IllegalAction
from aerodrome.core.chance import fair
from aerodrome.core.game import Game
from aerodrome.core.state import State
from aerodrome.table.journal import Move, Played, Started, Told, Undone
from aerodrome.table.match import Match
from aerodrome.table.troubles import Malformed, NotNow, Refused, Stale

LARGEST = 1_000_000_000
DOUBTS = 6
"""How many imagined tables an action is tried on, to see whether it revealed anything."""


class Hand:
    """Plays on a copy and keeps what happened, as it would be written."""

    def __init__(self, match: Match) -> None:
        self.game = match.game
        self.seed = match.setup.seed
        self.place = match.seq
        self.state = match.record.state.clone()
        self.moves: list[Move] = []

    def play(self, who: int, action: Action) -> None:
        told: list[Told] = []

        def tell(event: Event) -> None:
            told.append(
                Told(self.game.dump_event(event), self.game.tell_words(event), event.rule, event.only, event.but)
            )

        self.game.apply(self.state, who, action, tell)
        self.moves.append(Move(who, self.game.dump(action), told))

    def roll(self) -> None:
        """Chance acts until a seat must; each number belongs to the match's seed and the place in the log."""
        while self.game.actors(self.state) == (CHANCE,):
            u = fair(self.seed, self.place + len(self.moves))
            self.play(CHANCE, self.game.roll(self.state, u))

    def asked(self) -> list[int]:
        return [seat for seat in self.game.actors(self.state) if seat != CHANCE]


def start(match: Match) -> Started:
    hand = Hand(match)
    for who, do in match.setup.given:
        hand.play(who, match.game.parse(do))
    hand.roll()
    return Started(moves=hand.moves, asked=hand.asked())


def parse(match: Match, data: Mapping[str, Any]) -> Action:
    if not _modest(data):
        raise Malformed("That is not an action of this title.")
    try:
        return match.game.parse(dict(data))
    except BadData as error:
        raise Malformed(str(error)) from None
    except (ValueError, TypeError):
        raise Malformed("That is not an action of this title.") from None


def _modest(data: Any, depth: int = 0) -> bool:
    """No game has such numbers, such lists or such nesting: nothing of this reaches the rules."""
    if isinstance(data, (dict, list)):
        inner = data.values() if isinstance(data, dict) else data
        return depth < 4 and len(data) <= 200 and all(_modest(item, depth + 1) for item in inner)
    if isinstance(data, (int, float)):
        return abs(data) < LARGEST
    return data is None or len(data) <= 100


def expect_started(match: Match) -> None:
    if not match.started:
        raise NotNow("The match has not started: a seat is still open.")


def answer(match: Match, seat: int, seq: int, action: Action) -> Played | None:
    """A person's answer to the question put at `seq`; None when this very answer was accepted already."""
    expect_started(match)
    if not _timely(match, seat, seq):
        if repeats(match, seat, seq, action):
            return None
        raise Stale(match.seq)
    return play(match, seat, action, "person")


def _timely(match: Match, seat: int, seq: int) -> bool:
    asked_at = match.seats[seat].asked_at
    first = match.seq if asked_at is None else asked_at
    return first <= seq <= match.seq


def repeats(match: Match, seat: int, seq: int, action: Action) -> bool:
    """Whether the first thing this seat did at or after `seq` is this."""
    do = match.game.dump(action)
    for entry in match.record.log[seq:]:
        if entry.who == seat:
            return entry.do == do
    return False


def play(match: Match, seat: int, action: Action, by: Literal["person", "bot", "order", "clock"]) -> Played:
    game, before = match.game, match.record.state
    hand = Hand(match)
    try:
        hand.play(seat, action)
    except IllegalAction as error:
        raise Refused(error.refusal) from None
    final = by != "person" or reveals(game, before, hand.state, seat, action)
    hand.roll()
    asked = hand.asked()
    still = [] if len(hand.moves) > 1 else _still(game, before, hand.state, seat, match.asked, asked)
    return Played(seat=seat, moves=hand.moves, by=by, asked=asked, still=still, reveals=final)


def _still(game: Game, before: State, after: State, mover: int, was: list[int], asked: list[int]) -> list[int]:
    """Who has the same question after somebody else's answer: all choose at once."""
    if not before.agenda or not after.agenda or type(before.agenda[-1]) is not type(after.agenda[-1]):
        return []
    return [
        seat
        for seat in asked
        if seat != mover
        and seat in was
        and game.ask(before, seat) == game.ask(after, seat)
        and game.legal(before, seat) == game.legal(after, seat)
    ]


def reveals(game: Game, before: State, after: State, seat: int, action: Action) -> bool:
    """Whether the action showed its seat something it could not know before.

    Every table that looked the same to this seat must look the same after it.
    """
    rng = random.Random(0)
    seen = game.view(after, seat)
    for _ in range(DOUBTS):
        other = game.imagine(before, seat, rng)
        try:
            game.apply(other, seat, action)
        except IllegalAction:
            return True
        if game.view(other, seat) != seen:
            return True
    return False


def back(match: Match, seat: int) -> tuple[int | None, int | None, str]:
    """Where taking back the last choice leads, where restarting the turn leads, and why not."""
    if match.over:
        return None, None, "The match is over."
    if not match.turns:
        return None, None, "There is nothing to take back."
    last = match.turns[-1]
    if last.seat != seat:
        return None, None, "Somebody else acted since your last choice."
    if last.final:
        return None, None, "Your last choice brought something hidden to light, or chance answered it."
    first = last
    for turn in reversed(match.turns):
        if turn.seat != seat or turn.final:
            break
        first = turn
    return last.start, first.start, ""


def choice_before(match: Match, position: int) -> int:
    """The last position not after this one at which a seat, and not chance, had to choose."""
    starts = [turn.start for turn in match.turns if turn.start <= position]
    if not starts or position >= match.position:
        raise NotNow("There is no such position to go back to.")
    return starts[-1]


def undo(match: Match, seat: int, to: int, vote: int | None = None) -> Undone:
    actors = match.game.actors(match.record.at(to))
    return Undone(to=to, seat=seat, vote=vote, asked=[who for who in actors if who != CHANCE])

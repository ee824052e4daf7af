"""What the table itself says in the log, and which lines of it somebody may read."""

from typing import NamedTuple

from aerodrome.core.actions import CHANCE
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
    Started,
    Undone,
)
from aerodrome.table.match import Match

_WHY = {
    "left": "left the table; a bot plays on",
    "time": "is out of time; a bot plays on",
    "vote": "is replaced by a bot, as the table agreed",
    "open": "is played by a bot",
}


class LogLine(NamedTuple):
    id: str
    text: str
    rule: str
    position: int
    seat: int | None


def lines(match: Match, n: int, thing: AnyThing, who: int | None) -> list[LogLine]:
    """The log lines of thing `n` that `who` may read. Ids count only those lines: they betray no others."""
    before = match.positions[n - 1]
    match thing:
        case Started(moves=moves) | Played(moves=moves):
            found = [
                (told.text, told.rule, before + i, None if move.who == CHANCE else move.who)
                for i, move in enumerate(moves, 1)
                for told in move.told
                if told.text and told.heard_by(who)
            ]
        case _:
            text = remark(match, thing)
            found = [(text, "", match.positions[n], getattr(thing, "seat", None))] if text else []
    return [LogLine(f"{n}.{k}", *line) for k, line in enumerate(found, 1)]


def heard(moves: list[Move], who: int | None) -> list[dict[str, object]]:
    """The title's own events that `who` may hear."""
    return [told.event for move in moves for told in move.told if told.heard_by(who)]


def remark(match: Match, thing: AnyThing) -> str:
    """What the table says of a thing; "" when it is said elsewhere, or is nobody else's business."""
    name, colour = match.name_of, match.game.seat_name
    match thing:
        case Undone(seat=seat, vote=None):
            return f"{name(seat)} takes back"
        case Undone(seat=seat):
            return f"All agree: the table goes back, as {name(seat)} asked"
        case Sat(seat=seat, name=shown):
            return f"{shown} sits down as {colour(seat)}"
        case Renamed(seat=seat, name=shown):
            return f"{colour(seat)} is now called {shown}"
        case Replaced(seat=seat, why=why):
            return f"{colour(seat) if why == 'open' else name(seat)} {_WHY[why]}"
        case Returned(seat=seat):
            return f"{name(seat)} is back"
        case Proposed() as proposed:
            return proposal(match, proposed)
        case Answered(seat=seat, agree=agree):
            return f"{name(seat)} {'agrees' if agree else 'does not agree'}"
        case Rematched():
            return "The same people play again"
        case Ordered() | Said() | Started() | Played():
            return ""
    return ""


def proposal(match: Match, proposed: Proposed) -> str:
    by = match.name_of(proposed.seat)
    if proposed.what == "replace" and proposed.target is not None:
        return f"{by} asks whether a bot should play for {match.name_of(proposed.target)}"
    return f"{by} asks to go back"

"""The lines of the log: what an event says in words, and which lines of it somebody may read."""

from typing import NamedTuple

from aerodrome.core.actions import CHANCE
from aerodrome.matches import events
from aerodrome.matches.events import AnyMatchEvent, Move
from aerodrome.matches.match import Match

_REPLACED_TEXT = {
    "left": "left the table; a bot plays on",
    "time": "is out of time; a bot plays on",
    "vote": "is replaced by a bot, as the table agreed",
    "open": "is played by a bot",
}


class LogLine(NamedTuple):
    """One line of the log."""

    id: str
    text: str
    rule: str
    position: int
    seat: int | None


def build_log_lines(match: Match, version: int, event: AnyMatchEvent, viewer: int | None) -> list[LogLine]:
    """The log lines of event `version` that `viewer` may read. Ids count only those lines: they betray no others."""
    before = match.positions[version - 1]
    match event:
        case events.MatchStarted(moves=moves) | events.ActionPlayed(moves=moves):
            found = [
                (shown.text, shown.rule, before + i, None if move.actor == CHANCE else move.actor)
                for i, move in enumerate(moves, 1)
                for shown in move.game_events
                if shown.text and shown.is_visible_to(viewer)
            ]
        case _:
            text = describe_event(match, event)
            found = [(text, "", match.positions[version], getattr(event, "seat", None))] if text else []
    return [LogLine(f"{version}.{k}", *line) for k, line in enumerate(found, 1)]


def select_visible_events(moves: list[Move], viewer: int | None) -> list[dict[str, object]]:
    """The title's own events that `viewer` may see."""
    return [shown.event for move in moves for shown in move.game_events if shown.is_visible_to(viewer)]


def describe_event(match: Match, event: AnyMatchEvent) -> str:
    """The words for an event of the match; "" when the title has words of its own, or it is nobody else's business."""
    name, colour = match.get_display_name, match.game.seat_name
    match event:
        case events.ActionsUndone(seat=seat, vote=None):
            return f"{name(seat)} takes back"
        case events.ActionsUndone(seat=seat):
            return f"All agree: the table goes back, as {name(seat)} asked"
        case events.SeatTaken(seat=seat, name=new_name):
            return f"{new_name} sits down as {colour(seat)}"
        case events.SeatRenamed(seat=seat, name=new_name):
            return f"{colour(seat)} is now called {new_name}"
        case events.SeatReplaced(seat=seat, reason=reason):
            return f"{colour(seat) if reason == 'open' else name(seat)} {_REPLACED_TEXT[reason]}"
        case events.SeatResumed(seat=seat):
            return f"{name(seat)} is back"
        case events.VoteProposed(seat=seat, vote_kind="replace", target=int(target)):
            return f"{name(seat)} asks whether a bot should play for {name(target)}"
        case events.VoteProposed(seat=seat):
            return f"{name(seat)} asks to go back"
        case events.VoteCast(seat=seat, agree=agree):
            return f"{name(seat)} {'agrees' if agree else 'does not agree'}"
        case events.RematchCreated():
            return "The same people play again"
    return ""

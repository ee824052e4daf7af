"""The lines of the log: what an event says in words, and which lines of it somebody may read."""

from datetime import UTC, datetime
from typing import NamedTuple

from aerodrome.core.actions import CHANCE
from aerodrome.matches import events
from aerodrome.matches.errors import MalformedRequest
from aerodrome.matches.events import AnyMatchEvent, AppliedAction
from aerodrome.matches.log_index import LogSection
from aerodrome.matches.match import Match
from aerodrome.matches.viewer_numbering import find_only_witness

_REPLACED_TEXT = {
    "left": "left the table; a bot plays on",
    "time": "is out of time; a bot plays on",
    "vote": "is replaced by a bot, as the table agreed",
    "away": "has been away too long; a bot plays on",
    "open": "is played by a bot",
}


class LogLine(NamedTuple):
    """One line of the log."""

    id: str
    text: str
    rule: str
    position: int
    seat: int | None


class LogPage(NamedTuple):
    """Some lines of the log, oldest first."""

    lines: list[LogLine]
    earlier: str | None
    """Where the page before this one ends; None when there is none."""


def build_log_page(match: Match, viewer: int | None, before_log_place: str | None, min_line_count: int) -> LogPage:
    """The last lines that `viewer` may read before a place in the log (None: its end): so many, or a few more."""
    index = match.log_index
    end = len(index.sections)
    if before_log_place is not None:
        shown_version, move = parse_event_and_move(before_log_place)
        version = match.version_numbers.convert_from_shown_number(viewer, shown_version, match.version)
        end = index.count_sections_before(version, move)
    parts: list[list[LogLine]] = []
    found = 0
    start = end
    # A section may have no line for this viewer: neither the lines nor the sections of a page are many.
    while start and found < min_line_count and len(parts) < 2 * min_line_count:
        start -= 1
        if index.sections[start].is_hidden_from(viewer):
            continue
        lines = _build_section_lines(match, index.sections[start], viewer)
        parts.append(lines)
        found += len(lines)
    first = index.sections[start] if start else None
    earlier = None
    if first is not None:
        earlier = f"{match.version_numbers.convert_to_shown_number(viewer, first.version)}.{first.first_move}"
    return LogPage([line for lines in reversed(parts) for line in lines], earlier)


def parse_event_and_move(log_place: str) -> tuple[int, int]:
    """The event, as its reader counts, and the move that a place in the log names. Raises MalformedRequest."""
    version, _, move = log_place.partition(".")
    if not (version.isascii() and version.isdigit() and move.isascii() and move.isdigit()):
        raise MalformedRequest("There is no such place in the log.")
    return int(version), int(move)


def _build_section_lines(match: Match, section: LogSection, viewer: int | None) -> list[LogLine]:
    if section.first_move:
        moves = match.get_moves(section.version, section.first_move, section.last_move)
        # What an undo took back of the event is left out.
        moves = moves[: section.last_position - section.first_position + 1]
        return _build_move_lines(match, section.version, moves, section.first_move, viewer)
    return build_log_lines(match, section.version, match.get_event(section.version), viewer)


def build_log_lines(match: Match, version: int, event: AnyMatchEvent, viewer: int | None) -> list[LogLine]:
    """The log lines of event `version` that `viewer` may read."""
    if isinstance(event, events.MatchStarted | events.ActionPlayed):
        return _build_move_lines(match, version, event.moves, 1, viewer)
    seat = getattr(event, "seat", None)
    if find_only_witness(event) not in (None, viewer):
        return []
    if isinstance(event, events.DeviceAdmitted | events.DeviceRemoved):
        text = _describe_device_event(event)
    else:
        text = describe_match_event(match, event)
    number, position = (
        match.version_numbers.convert_to_shown_number(viewer, version),
        match.get_shown_position_after(viewer, version),
    )
    return [LogLine(f"{number}.0.1", text, "", position, seat)] if text else []


def _build_move_lines(
    match: Match, version: int, moves: list[AppliedAction], first_move: int, viewer: int | None
) -> list[LogLine]:
    """Ids are event, move and line. They count only lines that the viewer may read: they betray no others."""
    before = match.get_shown_position_after(viewer, version - 1)
    version_number = match.version_numbers.convert_to_shown_number(viewer, version)
    found = []
    if first_move == 1 and before == 0 and match.setup.imported_actions:
        found.append(LogLine(f"{version_number}.0.1", describe_match_origin(match), "", before, None))
    if first_move == 1 and before == 0:
        for k, option in enumerate(match.setup.options_by_lot, 2):
            chosen = int(match.setup.options[option])
            text = f"By lot, {match.get_display_name(chosen)} is the {option.replace('_', ' ')}"
            found.append(LogLine(f"{version_number}.0.{k}", text, "", before, chosen))
    for number, move in enumerate(moves, first_move):
        visible = [shown for shown in move.game_events if shown.text and shown.is_visible_to(viewer)]
        seat = None if move.actor == CHANCE else move.actor
        for k, shown in enumerate(visible, 1):
            found.append(LogLine(f"{version_number}.{number}.{k}", shown.text, shown.rule, before + number, seat))
    return found


def _format_day_range(from_ms: int, until_ms: int) -> str:
    first, last = (datetime.fromtimestamp(ms / 1000, UTC) for ms in (from_ms, until_ms - 1))
    return f"from {first.day} {first:%B} to {last.day} {last:%B}"


def _describe_device_event(event: AnyMatchEvent) -> str:
    match event:
        case events.DeviceAdmitted(used="key", device_label=label):
            return f"Your seat was opened with your key, on {label or 'another device'}"
        case events.DeviceAdmitted(device_label=label):
            return f"Your seat was opened on a further device: {label or 'unknown'}"
    return "You showed a device out of your seat; your key is a new one"


def count_imported_chance_actions(match: Match) -> int:
    """How many dice, draws and deals came with the record that the match goes on from."""
    return sum(1 for actor, _ in match.setup.imported_actions if actor == CHANCE)


def describe_match_origin(match: Match) -> str:
    """That the match goes on from a record, with how much chance it brought and who answers for that."""
    origin, chance = match.setup.origin, count_imported_chance_actions(match)
    if origin is not None and origin.is_lesson:
        return (
            "This table goes on from a lesson. What chance brought in the lesson was arranged; from here on it is not."
        )
    source = f" {origin.commitment[:12]}" if origin is not None else ""
    text = f"This table goes on from a record{source}, after its first {len(match.setup.imported_actions)} actions. "
    if not chance:
        return text + "No dice, draws or deals came with it."
    came = "1 die, draw or deal" if chance == 1 else f"{chance} dice, draws and deals"
    text += f"{came} came with it and not from this table's seed: "
    if origin is None or not origin.has_seed:
        return text + "nobody can tell whether they were chosen."
    if origin.explained_chance < chance:
        return text + f"{chance - origin.explained_chance} of them are not what the record's own seed gives."
    return text + "the record's own seed gives them, but whoever made the record may have chosen that seed."


def select_visible_game_events(moves: list[AppliedAction], viewer: int | None) -> list[dict[str, object]]:
    """The title's own events that `viewer` may see."""
    return [shown.event for move in moves for shown in move.game_events if shown.is_visible_to(viewer)]


def describe_match_event(match: Match, event: AnyMatchEvent) -> str:
    """The words for an event of the match; "" when the title has words of its own, or it is nobody else's business."""
    colour = match.game.seat_name

    def name(seat: int) -> str:
        # Version 0.1 let a host without a seat propose votes.
        return match.get_display_name(seat) if seat >= 0 else "The host"

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
        case events.VoteProposed(seat=seat, vote_kind="end"):
            return f"{name(seat)} proposes to end the game here"
        case events.MatchEndedByAgreement():
            return "All agree: the game ends here, and the count as it stands decides"
        case events.VoteProposed(seat=seat):
            return f"{name(seat)} asks to go back"
        case events.VoteCast(seat=seat, agree=agree):
            return f"{name(seat)} {'agrees' if agree else 'does not agree'}"
        case events.TimeAwaySet(seat=seat, periods=[]):
            return f"{name(seat)} is not away, or no longer: the clock runs"
        case events.TimeAwaySet(seat=seat, periods=periods):
            days = " and ".join([_format_day_range(*period) for period in periods])
            return f"{name(seat)} is away {days}: the clock stands then"
        case events.RematchCreated(seat=seat) if seat >= 0:
            return f"{name(seat)} wants a rematch"
        case events.RematchJoined(seat=seat):
            return f"{name(seat)} joins the rematch"
        case events.RematchCreated():
            return "The same people play again"
        case events.ChatRemoved():
            return "A line of chat was removed"
        case events.MatchClosed():
            return "The host closed this table"
        case events.ListingChanged(public=None):
            return "The table is by link now"
        case events.ListingChanged(public=events.PublicListing(for_friends=True)):
            return "The table stands in the lobby for friends of the host"
        case events.ListingChanged():
            return "The table stands in the lobby: anybody may sit down"
    return ""

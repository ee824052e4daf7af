"""Recorded matches: told again, and checked."""

from pathlib import Path

from rich.console import Console

from aerodrome import Event, Game, Record
from aerodrome.cli.board_text import render_state
from aerodrome.core.actions import CHANCE


def read_record(file: Path, edition: str) -> Record:
    """A record from a file; what is wrong with it is said with the file's name."""
    try:
        return Record.replay(file.read_bytes(), edition)
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def replay_record(file: Path, to: int | None, seat: int | None, edition: str) -> None:
    """Print what a seat heard of the first `to` actions, and where the table then stands."""
    record = read_record(file, edition)
    game = record.game
    if seat is not None and not 0 <= seat < record.seats:
        raise ValueError(f"seat: the match has seats 0 to {record.seats - 1}, not {seat}")
    count = len(record.played) if to is None else to
    if not 0 <= count <= len(record.played):
        raise ValueError(f"to: the record has {len(record.played)} actions, not {count}")
    console = Console()
    state = game.new(record.seats)
    for number, (who, action) in enumerate(record.played[:count], 1):
        events: list[Event] = []
        game.apply(state, who, action, events.append)
        for line in describe_events(game, events, seat):
            console.print(f"[dim]{number:5}[/dim] {line}", highlight=False, soft_wrap=True)
    console.print(render_state(game, state, seat))


def describe_events(game: Game, events: list[Event], seat: int | None) -> list[str]:
    """In words, those of the events that a seat (or a spectator) may hear."""
    return [game.describe_event(event) for event in events if event.is_visible_to(seat)]


def verify_record(file: Path, edition: str) -> None:
    """Print that every action follows the rules and all chance the seed, or raise ValueError."""
    record = read_record(file, edition)
    console = Console()
    chances = sum(1 for who, _ in record.played if who == CHANCE)
    console.print(f"{len(record.played)} actions of {record.game.title} replay by the rules.", highlight=False)
    wrong = record.verify()
    if wrong:
        places = ", ".join(f"log[{place}]" for place in wrong[:10])
        raise ValueError(f"{file}: chance is not what the seed gives at {places}")
    console.print(f"{chances} dice, draws and deals are what the seed gives.", highlight=False)
    if not record.over:
        console.print("The match is not over.")

"""Recorded matches: told again, and checked."""

from pathlib import Path

from rich.console import Console

from aerodrome import Event, Game, Record
from aerodrome.cli.board_text import build_board_renderable, is_plain_output
from aerodrome.cli.missing_extras import UserError
from aerodrome.core.actions import CHANCE


def read_record(file: Path, edition: str) -> Record:
    """A record from a file; what is wrong with it is said with the file's name."""
    try:
        return Record.replay(file.read_bytes(), edition)
    except OSError as error:
        raise ValueError(f"{file}: {error.strerror}") from None
    except ValueError as error:
        raise ValueError(f"{file}: {error}") from None


def replay_record(file: Path, to_position: int | None, viewer: int | None, edition: str) -> None:
    """Print what a seat heard of the first `to_position` actions, and where the table then stands."""
    record = read_record(file, edition)
    game = record.game
    if viewer is not None and not 0 <= viewer < record.seats:
        raise ValueError(f"seat: the match has seats 0 to {record.seats - 1}, not {viewer}")
    count = len(record.played) if to_position is None else to_position
    if not 0 <= count <= len(record.played):
        raise ValueError(f"to: the record has {len(record.played)} actions, not {count}")
    console = Console()
    state = game.new(record.seats)
    for number, (who, action) in enumerate(record.played[:count], 1):
        events: list[Event] = []
        game.apply(state, who, action, events.append)
        for line in describe_visible_events(game, events, viewer):
            console.print(f"[dim]{number:5}[/dim] {line}", highlight=False, soft_wrap=True)
    plain = is_plain_output(console)
    console.print(build_board_renderable(game, state, viewer, plain), soft_wrap=plain, highlight=False)


def describe_visible_events(game: Game, events: list[Event], seat: int | None) -> list[str]:
    """In words, those of the events that a seat (or a spectator) may hear."""
    return [game.describe_event(event) for event in events if event.is_visible_to(seat)]


def verify_rules_and_chance(file: Path, edition: str, original: Path | None = None) -> None:
    """Print that every action follows the rules and what explains its chance; raise ValueError when it is not fair.

    What came with the record that a match goes on from is fair when that record, `original`, explains it.
    """
    record = read_record(file, edition)
    console = Console(highlight=False, soft_wrap=True)
    console.print(f"{len(record.played)} actions of {record.game.title} replay by the rules.")
    report = record.build_chance_report()
    if report.wrong:
        raise ValueError(f"{file}: not fair: chance is not what the seed gives at {_format_log_indices(report.wrong)}")
    console.print(f"{format_chance_count(len(report.explained))} what the seed gives.")
    if not record.over:
        console.print("The match is not over.")
    if not record.imported:
        return
    source = f" (commitment {record.origin[:12]}…)" if record.origin else ""
    console.print(f"Its first {record.imported} actions came with the record this match goes on from{source}.")
    if not report.imported:
        return
    console.print(f"{format_chance_count(len(report.imported))} among them.")
    if original is None:
        raise UncheckedChanceError(
            f"{file}: not shown to be fair: the seed does not explain what came with that record; "
            "give it with --original to check it"
        )
    _require_original_explains_chance(record, file, original, edition)
    console.print(f"{format_chance_count(len(report.imported))} what the seed of {original} gives.")
    console.print("Whoever made that record could have chosen its seed.")


class UncheckedChanceError(UserError):
    """Part of the chance of a record cannot be checked with what is at hand."""

    exit_code = 3


def format_chance_count(count: int) -> str:
    """ "1 die, draw or deal is", "5 dice, draws and deals are"."""
    return "1 die, draw or deal is" if count == 1 else f"{count} dice, draws and deals are"


def _require_original_explains_chance(record: Record, file: Path, original: Path, edition: str) -> None:
    """Raise ValueError unless `original` is the record that `record` goes on from, and its own seed explains it."""
    first = read_record(original, edition)
    if record.origin and first.commitment != record.origin:
        raise ValueError(f"{original}: not the record that {file} goes on from: its commitment is another")
    given = [(entry.who, entry.action) for entry in record.log[: record.imported]]
    known = [("chance" if who == CHANCE else who, first.game.dump(action)) for who, action in first.played]
    if known[: len(given)] != given:
        raise ValueError(f"{file}: not fair: its first {len(given)} actions are not those of {original}")
    explained = set(first.list_positions_explained_by_seed())
    wrong = [place for place, (who, _) in enumerate(given) if who == "chance" and place not in explained]
    if wrong:
        raise ValueError(f"{file}: not fair: the seed of {original} does not give {_format_log_indices(wrong)}")


def _format_log_indices(log_indices: list[int]) -> str:
    shown = ", ".join(f"log[{place}]" for place in log_indices[:10])
    return shown if len(log_indices) <= 10 else f"{shown} and {len(log_indices) - 10} more"

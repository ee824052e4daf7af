"""What worker processes do with editions of strangers: checking them, and saying what differs."""

from typing import Any, NamedTuple

import msgspec

from aerodrome.core.edition import (
    EditionCheckResult,
    EditionError,
    check_edition_data,
    check_edition_text,
    decode_edition_data,
    encode_edition,
    hash_edition,
    read_checked_edition,
)
from aerodrome.core.edition_differences import EditionDifference, list_edition_differences
from aerodrome.core.registry import get_edition_rules, load
from aerodrome.core.toml_text import format_toml


class EditionFinding(NamedTuple):
    """A sentence about one place of an edition."""

    where: str
    """The path of the value: `city[7].fares`."""
    line: int
    """In the file; 0 when there is none."""
    text: str


class EditionCheckReport(NamedTuple):
    """Everything that can be said about an edition; from `id` on all is empty when it has errors."""

    errors: list[EditionFinding]
    warnings: list[EditionFinding]
    differences: list[EditionFinding]
    id: str = ""
    hash: str = ""
    facts: bytes = b""
    """As `encode_edition` writes them."""
    data: dict[str, Any] | None = None
    """The same as plain data, in the order of the file."""
    text: str = ""
    """As a TOML file."""
    board: dict[str, Any] | None = None
    view: dict[str, Any] | None = None
    """The table before anything is dealt, as a spectator sees it: what a board needs to be drawn."""
    colours: list[str] = []
    """What the seats of that table are called."""


SHOWN_SEATS = 4
"""At so many seats a board is shown, where the title takes as many."""


def check_edition_and_compare_with_house(
    title: str, toml_text: str | None, edition_data: bytes | None
) -> EditionCheckReport:
    """Check an edition, as a TOML text or as facts, and compare it with the house's."""
    rules = get_edition_rules(title)
    if toml_text is not None:
        checked: EditionCheckResult[Any] = check_edition_text(rules, toml_text.encode())
    else:
        try:
            checked = check_edition_data(rules, decode_edition_data(edition_data or b""))
        except EditionError as error:
            checked = EditionCheckResult(None, [error], [])
    errors = [EditionFinding(error.where, error.line, error.sentence) for error in checked.errors]
    if checked.edition is None:
        return EditionCheckReport(errors, [], [])
    facts = encode_edition(checked.edition)
    try:
        game = load(title, facts)
        board, seats = game.board(), min(game.seats_max, max(game.seats_min, SHOWN_SEATS))
        view = game.view(game.new(seats), None)
    except (ValueError, LookupError, ArithmeticError) as error:
        return EditionCheckReport([EditionFinding("the file", 0, f"No board can be made of this: {error}")], [], [])
    return EditionCheckReport(
        errors,
        [EditionFinding(odd.where, line, odd.sentence) for line, odd in checked.warnings],
        [
            EditionFinding(difference.where, 0, difference.sentence)
            for difference in _list_differences_from_house(title, checked.edition)
        ],
        checked.edition.edition.id,
        hash_edition(checked.edition),
        facts,
        msgspec.to_builtins(checked.edition),
        format_toml(msgspec.to_builtins(checked.edition)),
        board,
        view,
        [game.seat_name(seat) for seat in range(seats)],
    )


def encode_house_edition(title: str) -> bytes:
    """The facts of the house edition."""
    return encode_edition(read_checked_edition(None, get_edition_rules(title)))


def _list_differences_from_house(title: str, edition: Any) -> list[EditionDifference]:
    rules = get_edition_rules(title)
    return list_edition_differences(rules.words, read_checked_edition(None, rules), edition)

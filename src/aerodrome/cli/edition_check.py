"""Checking an edition file of one's own."""

from pathlib import Path

from rich.console import Console

import aerodrome
from aerodrome.core.edition import (
    check_edition_text,
    hash_edition,
    read_checked_edition,
    read_edition_bytes,
    read_edition_toml,
)
from aerodrome.core.edition_differences import list_edition_differences
from aerodrome.core.registry import get_edition_rules


def print_edition_check(file: Path, title: str) -> None:
    """Print what is odd in a sound edition and what it has otherwise than the house's.

    Raises EditionError naming the first place that is wrong, after printing the others.
    """
    title = title or detect_title(file)
    rules = get_edition_rules(title)
    console = Console(soft_wrap=True, highlight=False, markup=False)
    checked = check_edition_text(rules, read_edition_bytes(file))
    for error in checked.errors[1:]:
        console.print(f"{file}: {error.sentence}")
    edition = checked.edition
    if edition is None:
        raise checked.errors[0].copy_with_file(str(file))
    console.print(f"{file} is a sound edition of {title}: {edition.edition.id} ({hash_edition(edition)[:12]})")
    for line, odd in checked.warnings:
        console.print(f"odd: {f'line {line}, ' if line else ''}{odd.where}: {odd.sentence}")
    differences = list_edition_differences(rules.words, read_checked_edition(None, rules), edition)
    count = "1 difference" if len(differences) == 1 else f"{len(differences)} differences"
    console.print(f"{count} from the house edition" + (":" if differences else "."))
    for difference in differences:
        console.print(f"- {difference.sentence}")


def detect_title(file: Path) -> str:
    """The title whose shape the file has: most of its tables are those of that title's house edition."""
    found = set(read_edition_toml(file))
    likeness = {
        title: len(found & _read_house_toml_table_names(title))
        / max(1, len(found | _read_house_toml_table_names(title)))
        for title in aerodrome.titles()
    }
    best = max(likeness, key=lambda title: likeness[title])
    if likeness[best] < 0.5:
        raise ValueError(f"{file}: not like an edition of any title; say which with --title")
    return best


def _read_house_toml_table_names(title: str) -> set[str]:
    return set(read_edition_toml(Path(aerodrome.__file__).parent / "games" / title / "components" / "house.toml"))

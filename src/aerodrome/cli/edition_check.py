"""Checking an edition file of one's own."""

from pathlib import Path

from rich.console import Console

import aerodrome
from aerodrome.core.edition import EditionError, read_toml


def print_edition_check(file: Path, title: str) -> None:
    """Print that the file is a sound edition, or raise EditionError naming the first place that is wrong."""
    read_toml(file)
    title = title or detect_title(file)
    try:
        game = aerodrome.load(title, edition=file)
    except EditionError as error:
        raise (error if error.file else error.with_file(str(file))) from None
    Console().print(f"{file} is a sound edition of {title}: {game.edition_id} ({game.edition_hash[:12]})")


def detect_title(file: Path) -> str:
    """The title whose shape the file has: most of its tables are those of that title's house edition."""
    found = set(read_toml(file))
    likeness = {
        title: len(found & _read_house_tables(title)) / max(1, len(found | _read_house_tables(title)))
        for title in aerodrome.titles()
    }
    best = max(likeness, key=lambda title: likeness[title])
    if likeness[best] < 0.5:
        raise ValueError(f"{file}: not like an edition of any title; say which with --title")
    return best


def _read_house_tables(title: str) -> set[str]:
    return set(read_toml(Path(aerodrome.__file__).parent / "games" / title / "components" / "house.toml"))

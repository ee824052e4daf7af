"""Titles and their rules, on the terminal."""

from rich.console import Console

import aerodrome
from aerodrome.core import rulebook
from aerodrome.core.library import UnknownTitle
from aerodrome.table.titles import settings


def print_titles() -> None:
    """Every title with its seats, edition and options."""
    console = Console()
    for title in aerodrome.titles():
        game = aerodrome.load(title)
        seats = f"{game.seats_min} to {game.seats_max} seats"
        console.print(f"[bold]{title}[/bold]  {seats}, rules {game.rules_version}, edition {game.edition_id}")
        for setting in settings(title):
            console.print(
                f"    -o {setting.name}={setting.default}  [dim]{setting.description}[/dim]",
                highlight=False,
                soft_wrap=True,
            )


def get_rules(title: str) -> dict[str, rulebook.Entry]:
    """All rules of a title by id."""
    if title not in aerodrome.titles():
        raise UnknownTitle(f"no title {title!r}; there are {', '.join(aerodrome.titles())}")
    return rulebook.entries(title)


def print_rules(title: str, rule: str) -> None:
    """The rules of a title, or those whose id is or begins with `rule`."""
    console = Console()
    if not title:
        raise ValueError(f"rules: of which title? There are {', '.join(aerodrome.titles())}")
    found = find_rules(get_rules(title), rule)
    if not found:
        raise ValueError(f"{title} has no rule {rule!r}; see aerodrome rules {title}")
    section = ""
    for entry in found:
        if entry.section != section:
            section = entry.section
            console.print(f"\n[bold]{section}[/bold]", highlight=False)
        console.print(f"[cyan]{entry.id:8}[/cyan] {entry.text}", highlight=False, soft_wrap=True)


def find_rules(known: dict[str, rulebook.Entry], rule: str) -> list[rulebook.Entry]:
    """The rule of that id; or else all whose id begins so."""
    rule = rule.upper()
    if rule in known:
        return [known[rule]]
    return [entry for entry in known.values() if entry.id.startswith(rule) and not _splits_number(entry.id, rule)]


def _splits_number(rule: str, start: str) -> bool:
    """AL-1 begins AL-1.2, but not AL-10.2."""
    return start[-1:].isdigit() and rule[len(start)].isdigit()

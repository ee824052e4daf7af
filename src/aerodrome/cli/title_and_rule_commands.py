"""Titles and their rules, on the terminal."""

import runpy
from pathlib import Path

from rich.console import Console

import aerodrome
from aerodrome.core import digest_rules
from aerodrome.core.option_specs import list_option_specs
from aerodrome.core.registry import UnknownTitle


def print_titles() -> None:
    """Every title with its seats, edition and options."""
    console = Console()
    for title in aerodrome.titles():
        game = aerodrome.load(title)
        seats = f"{game.seats_min} to {game.seats_max} seats"
        console.print(f"[bold]{title}[/bold]  {seats}, rules {game.rules_version}, edition {game.edition_id}")
        for setting in list_option_specs(title):
            console.print(
                f"    -o {setting.name}={setting.default}  [dim]{setting.description}[/dim]",
                highlight=False,
                soft_wrap=True,
            )


def read_rules_by_id(title: str) -> dict[str, digest_rules.Rule]:
    """All rules of a title by id."""
    if title not in aerodrome.titles():
        raise UnknownTitle(f"no title {title!r}; there are {', '.join(aerodrome.titles())}")
    return digest_rules.read_digest_rules_by_id(title)


def print_rules(title: str, id_or_prefix: str) -> None:
    """The rules of a title, or those whose id is or begins with `id_or_prefix`."""
    console = Console()
    if not title:
        raise ValueError(f"rules: of which title? There are {', '.join(aerodrome.titles())}")
    found = find_rules(read_rules_by_id(title), id_or_prefix)
    if not found:
        raise ValueError(f"{title} has no rule {id_or_prefix!r}; see aerodrome rules {title}")
    section = ""
    for entry in found:
        if entry.section != section:
            section = entry.section
            console.print(f"\n[bold]{section}[/bold]", highlight=False)
        console.print(f"[cyan]{entry.id:8}[/cyan] {entry.text}", highlight=False, soft_wrap=True)


def find_rules(rules: dict[str, digest_rules.Rule], id_or_prefix: str) -> list[digest_rules.Rule]:
    """The rule of that id; or else all whose id begins so."""
    wanted = id_or_prefix.upper()
    if wanted in rules:
        return [rules[wanted]]
    return [
        entry for entry in rules.values() if entry.id.startswith(wanted) and not _prefix_splits_number(entry.id, wanted)
    ]


def _prefix_splits_number(rule_id: str, prefix: str) -> bool:
    """AL-1 begins AL-1.2, but not AL-10.2."""
    return prefix[-1:].isdigit() and rule_id[len(prefix)].isdigit()


def print_rule_coverage(title: str, tests_folder: Path) -> None:
    """What `scripts/rule_coverage.py` of the checkout with these tests says."""
    script = tests_folder.resolve().parent / "scripts" / "rule_coverage.py"
    if not script.is_file():
        raise ValueError(f"no {script}: tests claim rules in a checkout only; --tests says where they are")
    if title:
        read_rules_by_id(title)
    runpy.run_path(str(script))["print_coverage"](title, tests_folder)

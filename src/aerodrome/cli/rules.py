"""Titles and their rules, on the terminal."""

from pathlib import Path

from rich.console import Console
from rich.table import Table

import aerodrome
from aerodrome.cli.coverage import claims
from aerodrome.core import rulebook
from aerodrome.core.library import UnknownTitle
from aerodrome.core.option_specs import list_option_specs


def print_titles() -> None:
    console = Console()
    for title in aerodrome.titles():
        game = aerodrome.load(title)
        seats = f"{game.seats_min} to {game.seats_max} seats"
        console.print(f"[bold]{title}[/bold]  {seats}, rules {game.rules_version}, edition {game.edition_id}")
        for spec in list_option_specs(title):
            console.print(
                f"    -o {spec.name}={spec.default}  [dim]{spec.description}[/dim]",
                highlight=False,
                soft_wrap=True,
            )


def entries(title: str) -> dict[str, rulebook.Entry]:
    if title not in aerodrome.titles():
        raise UnknownTitle(f"no title {title!r}; there are {', '.join(aerodrome.titles())}")
    return rulebook.entries(title)


def print_rules(title: str, rule: str) -> None:
    console = Console()
    if not title:
        raise ValueError(f"rules: of which title? There are {', '.join(aerodrome.titles())}")
    found = matching(entries(title), rule)
    if not found:
        raise ValueError(f"{title} has no rule {rule!r}; see aerodrome rules {title}")
    section = ""
    for entry in found:
        if entry.section != section:
            section = entry.section
            console.print(f"\n[bold]{section}[/bold]", highlight=False)
        console.print(f"[cyan]{entry.id:8}[/cyan] {entry.text}", highlight=False, soft_wrap=True)


def matching(known: dict[str, rulebook.Entry], rule: str) -> list[rulebook.Entry]:
    """The rule of that id; or else all whose id begins so."""
    rule = rule.upper()
    if rule in known:
        return [known[rule]]
    return [entry for entry in known.values() if entry.id.startswith(rule) and not _cuts_a_number(entry.id, rule)]


def _cuts_a_number(rule: str, start: str) -> bool:
    """AL-1 begins AL-1.2, but not AL-10.2."""
    return start[-1:].isdigit() and rule[len(start)].isdigit()


def print_coverage(title: str, tests: Path) -> None:
    if not tests.is_dir():
        raise ValueError(f"no folder {tests}: --tests says where the tests are")
    by_rule: dict[str, list[str]] = {}
    for claim in claims(tests):
        by_rule.setdefault(claim.rule, []).append(claim.where)
    console = Console()
    titles = (title,) if title else aerodrome.titles()
    table = Table("title", "rules", "claimed", "share", "without a test")
    for name in titles:
        ids = list(entries(name))
        missing = [rule for rule in ids if rule not in by_rule]
        share = (len(ids) - len(missing)) / len(ids)
        left = ", ".join(missing[:12]) + (f" and {len(missing) - 12} more" if len(missing) > 12 else "")
        table.add_row(name, str(len(ids)), str(len(ids) - len(missing)), f"{share:.0%}", left or "none")
    console.print(table)
    if title:
        for rule in entries(title):
            console.print(f"{rule:8} {', '.join(by_rule.get(rule, ['–']))}", highlight=False, soft_wrap=True)
    unknown = set(by_rule) - {rule for name in aerodrome.titles() for rule in rulebook.entries(name)}
    if unknown:
        raise ValueError(f"claimed by tests and in no digest: {', '.join(sorted(unknown))}")

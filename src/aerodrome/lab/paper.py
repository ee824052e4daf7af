"""A page of its own: heading, sections with plots, tables and plain text, and nothing fetched from anywhere."""

import html
import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import vl_convert

from aerodrome.lab.charts import Chart
from aerodrome.lab.style import SCRIPT, STYLE


class Section(NamedTuple):
    heading: str
    notes: list[str]
    plots: dict[str, Chart] = {}
    """Each with its own small heading, or "" for none."""
    table: str = ""


class Front(NamedTuple):
    """What stands on top of the page."""

    title: str
    """The title's id, for its colours."""
    name: str
    sentence: str
    findings: list[str]
    facts: dict[str, str]


def sheet(front: Front, sections: list[Section], text: str) -> str:
    plots = [chart for section in sections for chart in section.plots.values()]
    numbers = iter(range(len(plots)))
    body = "".join(_section(section, numbers) for section in sections)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{safe(front.name)}: {safe(front.sentence)}</title>"
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f'<body data-title="{safe(front.title)}"><header><p>Aerodrome · the lab</p><h1>{safe(front.name)}</h1>'
        f'<p class="sentence">{safe(front.sentence)}</p></header><main>{_glance(front)}{body}'
        "<section><h2>In plain text</h2><p>To copy into a mail or a terminal.</p>"
        f"<details><summary>Show it</summary><pre>{safe(text)}</pre></details></section></main>"
        f"<script>{_libraries()}</script><script>const plots = [{', '.join(map(_json, plots))}];{SCRIPT}</script>"
        "</body></html>"
    )


def safe(text: object) -> str:
    return html.escape(str(text))


def _glance(front: Front) -> str:
    told = "".join(f"<li>{safe(sentence)}</li>" for sentence in front.findings)
    rows = "".join(
        f"<dt>{safe(name)}</dt><dd>{_fact(name, value)}</dd>" for name, value in front.facts.items() if value
    )
    return f'<section class="glance"><h2>At a glance</h2><ul>{told}</ul><dl>{rows}</dl></section>'


def _fact(name: str, value: str) -> str:
    return f"<code>{safe(value)}</code>" if name == "Made by" else safe(value)


def _section(section: Section, numbers: Iterator[int]) -> str:
    notes = "".join(f"<p>{safe(note)}</p>" for note in section.notes if note)
    plots = "".join(_plot(heading, heading or section.heading, next(numbers)) for heading in section.plots)
    return f"<section><h2>{safe(section.heading)}</h2>{notes}{plots}{section.table}</section>"


def _plot(heading: str, label: str, number: int) -> str:
    top = f"<h3>{safe(heading)}</h3>" if heading else ""
    return f'{top}<div class="plot" id="plot{number}" role="img" aria-label="{safe(label)}"></div>'


def table(columns: list[str], rows: list[tuple[str, list[str]]]) -> str:
    """A table to open; each row with its tone: "up", "down" or ""."""
    top = "".join(f"<th>{safe(name)}</th>" for name in columns)
    lines = "".join(
        f'<tr class="{tone}">' + "".join(f"<td>{safe(cell)}</td>" for cell in cells) + "</tr>" for tone, cells in rows
    )
    return (
        f"<details><summary>All {len(rows)} as a table</summary>"
        f'<div class="scroll" tabindex="0"><table><tr>{top}</tr>{lines}</table></div></details>'
    )


def _libraries() -> str:
    """Vega, Vega-Lite and Vega-Embed in one script."""
    bundle: Any = vl_convert.javascript_bundle  # its stub asks for an argument that it does not need
    return str(bundle())


def _json(chart: Chart) -> str:
    """A chart as JSON that cannot end the script it stands in."""
    return json.dumps(chart.to_dict(), separators=(",", ":")).replace("<", "\\u003c")

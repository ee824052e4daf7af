"""A page of its own: heading, sections with plots, tables and plain text, and nothing fetched from anywhere."""

import json
from collections.abc import Iterator
from typing import Any, NamedTuple

import vl_convert

from aerodrome.core.text import escape_html
from aerodrome.lab.charts import Chart
from aerodrome.lab.page_assets import SCRIPT, STYLE


class PageSection(NamedTuple):
    """A part of the page: notes, plots, a table."""

    heading: str
    notes: list[str]
    plots: dict[str, Chart] = {}
    """Each with its own small heading, or "" for none."""
    table: str = ""


class PageHeader(NamedTuple):
    """What stands on top of the page."""

    name: str
    sentence: str
    findings: list[str]
    facts: dict[str, str]
    colours: tuple[str, str]
    """Of its background and its ornaments."""


def render_page(header: PageHeader, sections: list[PageSection], plain_text: str) -> str:
    """The whole page as HTML, the same facts as plain text at its foot."""
    plots = [chart for section in sections for chart in section.plots.values()]
    numbers = iter(range(len(plots)))
    body = "".join(_render_section(section, numbers) for section in sections)
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f"<title>{escape_html(header.name)}: {escape_html(header.sentence)}</title>"
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><style>{STYLE}</style></head>'
        f'<body style="{escape_html(_format_colour_variables(header))}">'
        f"<header><p>Aerodrome · the lab</p><h1>{escape_html(header.name)}</h1>"
        f'<p class="sentence">{escape_html(header.sentence)}</p></header><main>{_render_overview(header)}{body}'
        "<section><h2>In plain text</h2><p>To copy into a mail or a terminal.</p>"
        f"<details><summary>Show it</summary><pre>{escape_html(plain_text)}</pre></details></section></main>"
        f"<script>{_load_vega_script()}</script>"
        f"<script>const plots = [{', '.join(map(_chart_to_json, plots))}];{SCRIPT}</script>"
        "</body></html>"
    )


def _format_colour_variables(header: PageHeader) -> str:
    """The heading's colours as CSS variables of `page_assets`."""
    return f"--enamel: {header.colours[0]}; --gilt: {header.colours[1]}"


def _render_overview(header: PageHeader) -> str:
    told = "".join(f"<li>{escape_html(sentence)}</li>" for sentence in header.findings)
    rows = "".join(
        f"<dt>{escape_html(name)}</dt><dd>{_render_fact_value(name, value)}</dd>"
        for name, value in header.facts.items()
        if value
    )
    return f'<section class="glance"><h2>At a glance</h2><ul>{told}</ul><dl>{rows}</dl></section>'


def _render_fact_value(name: str, value: str) -> str:
    return f"<code>{escape_html(value)}</code>" if name == "Made by" else escape_html(value)


def _render_section(section: PageSection, plot_numbers: Iterator[int]) -> str:
    notes = "".join(f"<p>{escape_html(note)}</p>" for note in section.notes if note)
    plots = "".join(
        _render_plot_placeholder(heading, heading or section.heading, next(plot_numbers)) for heading in section.plots
    )
    return f"<section><h2>{escape_html(section.heading)}</h2>{notes}{plots}{section.table}</section>"


def _render_plot_placeholder(heading: str, label: str, plot_number: int) -> str:
    top = f"<h3>{escape_html(heading)}</h3>" if heading else ""
    return f'{top}<div class="plot" id="plot{plot_number}" role="img" aria-label="{escape_html(label)}"></div>'


def render_folded_table(columns: list[str], rows: list[tuple[str, list[str]]], summary: str = "") -> str:
    """A table to open, under its summary; each row with its tone: "up", "down" or ""."""
    top = "".join(f"<th>{escape_html(name)}</th>" for name in columns)
    lines = "".join(
        f'<tr class="{tone}">' + "".join(f"<td>{escape_html(cell)}</td>" for cell in cells) + "</tr>"
        for tone, cells in rows
    )
    return (
        f"<details><summary>{escape_html(summary or f'All {len(rows)} as a table')}</summary>"
        f'<div class="scroll" tabindex="0"><table><tr>{top}</tr>{lines}</table></div></details>'
    )


def _load_vega_script() -> str:
    """Vega, Vega-Lite and Vega-Embed in one script."""
    bundle: Any = vl_convert.javascript_bundle  # its stub asks for an argument that it does not need
    return str(bundle())


def _chart_to_json(chart: Chart) -> str:
    """A chart as JSON that cannot end the script it stands in."""
    return json.dumps(chart.to_dict(), separators=(",", ":")).replace("<", "\\u003c")

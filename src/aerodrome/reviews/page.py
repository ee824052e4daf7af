"""A review as one HTML file: curve, moments, choices and luck; nothing is fetched from anywhere."""

from aerodrome.core.registry import load
from aerodrome.core.text import escape_html
from aerodrome.reviews.model import JudgedDecision, Review, SeatSummary

WIDTH, HEIGHT = 1000, 300
DASHES = ("", "14 5", "4 4", "18 4 3 4", "9 9", "2 6")
PAINT = {
    "red": "#c7361f",
    "orange": "#e0820f",
    "yellow": "#e9bd1c",
    "green": "#0b7f5d",
    "blue": "#1766b3",
    "purple": "#8d4f9e",
    "pink": "#b8527f",
    "brown": "#7a4e2a",
    "black": "#2a2f38",
    "white": "#f5f1e6",
    "grey": "#6d747e",
}
"""Of the seats' curves, as the seats are called. An edge of ink, a pattern of dashes and a name beside each say it
without colour."""
STYLE = """
:root { color-scheme: light dark; --paper: #f3e9d3; --sheet: #fbf5e7; --ink: #182433; --soft: #4b5361; --line: #cbbb97 }
@media (prefers-color-scheme: dark) { :root { --paper: #0f1c2a; --sheet: #172839; --ink: #f4ead4; --soft: #bcc4c8;
  --line: #34495c } }
* { box-sizing: border-box } body { margin: 0; background: var(--paper); color: var(--ink);
  font: 17px/1.5 Jost, Futura, 'Century Gothic', system-ui, sans-serif }
main, header { max-width: 62rem; margin-inline: auto; padding: 1.2rem }
h1 { font: 400 2.2rem/1.1 Georgia, serif; margin: 0 } h2 { font: 400 1.4rem/1.2 Georgia, serif; margin: 0 0 .5rem }
section { background: var(--sheet); border: 1px solid var(--line); border-radius: 10px; padding: 1rem 1.2rem;
  margin: 0 0 1rem; overflow-x: auto }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: right; padding: .3rem .6rem; border-bottom: 1px solid var(--line) } th { font-weight: 500;
  color: var(--soft) } th:first-child, td:first-child, .words { text-align: left } td:last-child { white-space: nowrap }
ul { list-style: none; padding: 0 }
p { color: var(--soft); max-width: 46rem; margin: 0 0 .6rem } li { margin: 0 0 .45rem }
svg { width: 100%; height: auto }
svg text { fill: var(--ink); font-size: 15px }
"""


def render_review_page(review: Review) -> str:
    """The whole page."""
    title = f"{escape_html(load(review.title).lab_metrics().name)}: {escape_html(' · '.join(review.names))}"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>Review of {title}</title>'
        f"<style>{STYLE}</style></head><body><header><h1>{title}</h1>"
        f"<p>Chances to win as they truly stood, if captains played on; choices by what each seat could know then. "
        f"A {escape_html(review.effort)} review.</p></header><main>"
        f"{_render_chance_curves(review)}{_render_moments(review)}{_render_seat_summaries(review)}{_render_costly_choices(review)}"
        "</main></body></html>"
    )


def format_change_in_points(chance_change: float) -> str:
    """By how many points a chance changed, with its sign; nothing has none."""
    points = round(100 * chance_change)
    return f"{points:+d}" if points else "0"


def _render_chance_curves(review: Review) -> str:
    curves = [review.start, *[step.chances for step in review.steps]]
    across = WIDTH / max(1, len(curves) - 1)
    lines = "".join(
        _render_seat_curve(
            review,
            seat,
            " L".join(f"{i * across:.1f},{HEIGHT * (1 - chances[seat]):.1f}" for i, chances in enumerate(curves)),
        )
        for seat in range(review.seats)
    )
    rules = "".join(
        f'<path stroke="var(--line)" d="M0,{HEIGHT * (1 - part)} H{WIDTH}"/>'
        f'<text x="{WIDTH + 6}" y="{HEIGHT * (1 - part) + 5}">{part:.0%}</text>'
        for part in (0, 0.25, 0.5, 0.75, 1)
    )
    marks = "".join(
        f'<circle cx="{(moment.step + 1) * across:.1f}" cy="{HEIGHT + 16}" r="9" fill="var(--ink)"/>'
        f'<text x="{(moment.step + 1) * across:.1f}" y="{HEIGHT + 21}" text-anchor="middle" '
        f'style="fill: var(--paper)">{number}</text>'
        for number, moment in enumerate(review.moments, 1)
    )
    legend = "".join(
        f'<li><svg viewBox="0 0 60 10" style="width: 60px">{_render_seat_curve(review, seat, "0,5 H60")}</svg> '
        f"{escape_html(review.format_seat_name(seat))}{' won' if seat in review.winners else ''}</li>"
        for seat in range(review.seats)
    )
    return (
        f'<section><h2>How it stood</h2><svg role="img" aria-label="Chances to win through the match" '
        f'viewBox="-4 -8 {WIDTH + 60} {HEIGHT + 40}">{rules}{lines}{marks}</svg><ul>{legend}</ul></section>'
    )


def _render_seat_curve(review: Review, seat: int, path_points: str) -> str:
    """A seat's line, its edge first."""
    shape = f'fill="none" stroke-dasharray="{DASHES[seat % len(DASHES)]}" d="M{path_points}"'
    paint = PAINT.get(review.colours[seat].lower(), "var(--soft)")
    return (
        f'<path {shape} stroke="var(--ink)" stroke-width="5"/>'
        f'<path class="curve" {shape} stroke="{paint}" stroke-width="3"/>'
    )


def _render_moments(review: Review) -> str:
    told = "".join(f"<li>{escape_html(moment.words)}</li>" for moment in review.moments)
    return f"<section><h2>What mattered</h2><ol>{told or '<li>Nothing moved the chances by much.</li>'}</ol></section>"


def _render_seat_summaries(review: Review) -> str:
    rows = "".join(
        _render_seat_row(name, summary) for name, summary in zip(review.names, review.summaries, strict=True)
    )
    return (
        "<section><h2>Luck and choices</h2><p>In points of winning chance: start, luck, own choices, others' choices "
        "and what belongs to nobody (choices made at once) add up to the result. What a choice lost is an average in "
        "which each counts by how open the match was for the seat: where all is decided, no choice costs anything.</p>"
        "<table><thead><tr><th>Seat</th><th>Accuracy</th><th>Lost per choice</th><th>Start</th><th>Luck</th>"
        "<th>Own</th><th>Others</th><th>Nobody</th><th>Result</th><th>Without luck</th></tr></thead>"
        f"<tbody>{rows}</tbody></table></section>"
    )


def _render_seat_row(name: str, summary: SeatSummary) -> str:
    parts = [summary.luck, summary.own, summary.others, summary.nobody]
    cells = [
        f"{summary.accuracy:.0f}",
        f"{100 * max(0.0, summary.weighed_loss):.2f} ± {196 * summary.weighed_loss_error:.2f}",
        f"{100 * summary.start:.0f}",
        *[format_change_in_points(part) for part in parts],
        f"{100 * summary.result:.0f}",
        f"{100 * summary.result_without_luck:.0f}",
    ]
    return f"<tr><td>{escape_html(name)}</td>{''.join(f'<td>{escape_html(cell)}</td>' for cell in cells)}</tr>"


def _render_costly_choices(review: Review) -> str:
    costly = sorted((one for one in review.decisions if one.is_clear), key=lambda one: -one.loss)[:20]
    rows = "".join(_render_costly_choice_row(review, decision) for decision in costly)
    if not rows:
        return "<section><h2>Costly choices</h2><p>None stands out from the noise.</p></section>"
    return (
        "<section><h2>Costly choices</h2><table><thead><tr><th>Seat</th><th>Action</th>"
        '<th class="words">Played</th><th class="words">Better</th>'
        f"<th>Lost</th></tr></thead><tbody>{rows}</tbody></table></section>"
    )


def _render_costly_choice_row(review: Review, decision: JudgedDecision) -> str:
    return (
        f"<tr><td>{escape_html(review.names[decision.seat])}</td><td>{decision.position + 1}</td>"
        f'<td class="words">{escape_html(decision.played.words)}</td>'
        f'<td class="words">{escape_html(decision.best.words)}</td>'
        f"<td>{100 * decision.loss:.1f} ± {196 * decision.error:.1f}</td></tr>"
    )

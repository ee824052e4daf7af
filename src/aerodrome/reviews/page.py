"""A review as one HTML file: curve, moments, choices and luck; nothing is fetched from anywhere."""

from collections.abc import Sequence

from aerodrome.core.registry import load
from aerodrome.core.text import escape_html
from aerodrome.reviews.model import JudgedAlternative, JudgedDecision, Review, SeatSummary

WIDTH, HEIGHT = 1000, 300
DASHES = ("", "14 5", "4 4", "18 4 3 4", "9 9", "2 6")
MARK_WIDTH = 7.0
"""Percent of the width that the number of a moment takes on a phone; the next one goes below it."""
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
  margin: 0 0 1rem }
table { border-collapse: collapse; width: 100%; font-variant-numeric: tabular-nums }
th, td { text-align: right; padding: .3rem .6rem; border-bottom: 1px solid var(--line) } th { font-weight: 500;
  color: var(--soft) } th:first-child, td:first-child, .words { text-align: left } td:last-child,
  .figures td { white-space: nowrap } .figures th, .figures td { padding-inline: .4rem }
ul { list-style: none; padding: 0 } small { display: block; color: var(--soft); font-size: .88em }
p { color: var(--soft); max-width: 46rem; margin: 0 0 .6rem } li { margin: 0 0 .45rem }
.plot { position: relative; margin: .6rem 3rem 0 0; height: clamp(12rem, 30vw, 20rem) }
.plot svg { position: absolute; inset: 0; width: 100%; height: 100%; overflow: visible }
.plot path { vector-effect: non-scaling-stroke } .plot span { position: absolute; left: 100%; padding-left: .4rem;
  transform: translateY(-50%); color: var(--soft) }
.marks { position: relative; margin: .5rem 3rem .8rem 0 } .marks b { position: absolute; width: 1.5rem;
  margin-left: -.75rem; border-radius: 1rem; background: var(--ink); color: var(--paper); text-align: center;
  font-weight: 500; line-height: 1.5rem }
@media (max-width: 46rem) {
  main, header { padding: .7rem } section { padding: .8rem } thead { display: none }
  tr { display: block; padding: .5rem 0; border-bottom: 1px solid var(--line) }
  td, td:last-child, .figures td { display: flex; gap: 1rem; justify-content: space-between; padding: .1rem 0;
    border: 0; white-space: normal; text-align: right } td:first-child { font-weight: 600 }
  td::before { content: attr(data-label); flex: none; color: var(--soft); font-weight: 400 }
}
"""


def render_review_page(review: Review) -> str:
    """The whole page."""
    title = f"{escape_html(load(review.title).lab_metrics().name)}: {escape_html(' · '.join(review.distinct_names))}"
    return (
        '<!doctype html><html lang="en"><head><meta charset="utf-8">'
        f'<meta name="viewport" content="width=device-width, initial-scale=1"><title>Review of {title}</title>'
        f"<style>{STYLE}</style></head><body><header><h1>{title}</h1>"
        f"<p>Chances to win as they truly stood, if captains played on; choices by what each seat could know "
        f"then, as bots would play on. A {escape_html(review.effort)} review.</p></header><main>"
        f"{_render_chance_curves(review)}{_render_moments(review)}{_render_seat_summaries(review)}{_render_costly_choices(review)}"
        "</main></body></html>"
    )


def format_change_in_points(chance_change: float) -> str:
    """By how many points a chance changed, with its sign; nothing has none."""
    points = round(100 * chance_change)
    return f"{points:+d}" if points else "0"


def describe_lead_changes(review: Review) -> str:
    """How often another seat took the lead, and who had it to the end."""
    if not review.turning_points:
        leader = max(range(review.seats), key=lambda seat: review.start[seat])
        return f"{review.distinct_names[leader]} led from the beginning to the end."
    last = review.steps[review.turning_points[-1]]
    leader = max(range(review.seats), key=lambda seat: last.chances[seat])
    count = len(review.turning_points)
    times = "once" if count == 1 else f"{count} times"
    return f"The lead changed {times}; since action {last.end} {review.distinct_names[leader]} had it."


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
    parts = (0, 0.25, 0.5, 0.75, 1)
    rules = "".join(f'<path stroke="var(--line)" d="M0,{HEIGHT * (1 - part)} H{WIDTH}"/>' for part in parts)
    labels = "".join(f'<span style="top: {100 * (1 - part):.0f}%">{part:.0%}</span>' for part in parts)
    legend = "".join(
        f'<li><svg viewBox="0 0 60 10" style="width: 60px">{_render_seat_curve(review, seat, "0,5 H60")}</svg> '
        f"{escape_html(review.format_seat_name(seat))}{' won' if seat in review.winners else ''}</li>"
        for seat in range(review.seats)
    )
    return (
        '<section><h2>How it stood</h2><div class="plot"><svg role="img" '
        f'aria-label="Chances to win through the match" viewBox="0 0 {WIDTH} {HEIGHT}" preserveAspectRatio="none">'
        f"{rules}{lines}</svg>{labels}</div>"
        f"{_render_moment_marks(review, len(curves) - 1)}<ul>{legend}</ul>"
        f"<p>{escape_html(describe_lead_changes(review))}</p></section>"
    )


def _render_moment_marks(review: Review, step_count: int) -> str:
    """The numbers of the moments below the curve, each where it happened; one below the other where two would touch."""
    ends: list[float] = []
    marks = ""
    for number, moment in enumerate(review.moments, 1):
        left = 100 * (moment.step + 1) / max(1, step_count)
        row = next((row for row, end in enumerate(ends) if left >= end), len(ends))
        ends[row : row + 1] = [left + MARK_WIDTH]
        marks += f'<b style="left: {left:.1f}%; top: {1.7 * row:.1f}rem">{number}</b>'
    return f'<div class="marks" aria-hidden="true" style="height: {1.7 * len(ends):.1f}rem">{marks}</div>'


def _render_seat_curve(review: Review, seat: int, path_points: str) -> str:
    """A seat's line, its edge first."""
    shape = f'fill="none" stroke-dasharray="{DASHES[seat % len(DASHES)]}" d="M{path_points}"'
    paint = PAINT.get(review.colours[seat].lower(), "var(--soft)")
    return (
        f'<path {shape} stroke="var(--ink)" stroke-width="5"/>'
        f'<path class="curve" {shape} stroke="{paint}" stroke-width="3"/>'
    )


def _render_moments(review: Review) -> str:
    told = "".join(
        f"<li>{escape_html(moment.words)} <small>Action {moment.position + 1}</small></li>" for moment in review.moments
    )
    return f"<section><h2>What mattered</h2><ol>{told or '<li>Nothing moved the chances by much.</li>'}</ol></section>"


SEAT_COLUMNS = (
    "Seat",
    "Accuracy",
    "Lost per choice",
    "Start",
    "Luck",
    "Own choices",
    "Others’ choices",
    "Nobody’s",
    "Result",
    "Result less luck",
)


def _render_seat_summaries(review: Review) -> str:
    rows = "".join(
        _render_row(SEAT_COLUMNS, [name, *_list_seat_figures(summary)])
        for name, summary in zip(review.distinct_names, review.summaries, strict=True)
    )
    heads = "".join(f"<th>{escape_html(column)}</th>" for column in SEAT_COLUMNS)
    return (
        "<section><h2>Luck and choices</h2><p>In points of winning chance: start, luck, own choices, others' choices "
        "and what belongs to nobody (choices made at once) add up to the result. Own choices are how the curve moved "
        "when the seat chose; what a choice lost is measured against the best one found, by what the seat could know, "
        "and counts by how open the match was for it: where all is decided, no choice costs anything. Accuracy is 100 "
        "where nothing was lost. What follows ± is left open by what was not looked at, nineteen times in twenty.</p>"
        f'<table class="figures"><thead><tr>{heads}</tr></thead><tbody>{rows}</tbody></table></section>'
    )


def _list_seat_figures(summary: SeatSummary) -> list[str]:
    lost = f"{100 * max(0.0, summary.weighed_loss):.2f} ± {196 * summary.weighed_loss_error:.2f}"
    return [
        f"{summary.accuracy:.0f}" if summary.decisions else "–",
        lost if summary.decisions else "–",
        f"{100 * summary.start:.0f}{_format_error_in_points(summary.start_error)}",
        format_luck_in_points(summary),
        f"{format_change_in_points(summary.own)}{_format_error_in_points(summary.own_error)}",
        f"{format_change_in_points(summary.others)}{_format_error_in_points(summary.others_error)}",
        f"{format_change_in_points(summary.nobody)}{_format_error_in_points(summary.nobody_error)}",
        f"{100 * summary.result:.0f}",
        f"{100 * summary.result_without_luck:.0f}{_format_error_in_points(summary.luck_error)}",
    ]


def format_luck_in_points(summary: SeatSummary) -> str:
    """What luck brought, with what is left open."""
    return f"{format_change_in_points(summary.luck)}{_format_error_in_points(summary.luck_error)}"


def _format_error_in_points(error: float) -> str:
    """Where it would be 0, nothing."""
    points = round(196 * error)
    return f" ± {points}" if points else ""


def _render_row(columns: Sequence[str], cells: Sequence[str]) -> str:
    """Each cell has its column's name: on a phone they stand below each other."""
    return (
        "<tr>"
        + "".join(
            f'<td data-label="{escape_html(column)}">{escape_html(cell)}</td>'
            for column, cell in zip(columns, cells, strict=True)
        )
        + "</tr>"
    )


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
        f'<tr><td data-label="Seat">{escape_html(review.distinct_names[decision.seat])}</td>'
        f'<td data-label="Action">{decision.position + 1}</td>'
        f'<td class="words" data-label="Played">{escape_html(decision.played.words)}</td>'
        f'<td class="words" data-label="Better"><div>{_render_with_line(decision.best)}</div></td>'
        f'<td data-label="Lost">{100 * decision.loss:.1f} ± {196 * decision.error:.1f}</td></tr>'
    )


def _render_with_line(alternative: JudgedAlternative) -> str:
    line = "; ".join(alternative.line)
    return escape_html(alternative.words) + (f"<small>then perhaps: {escape_html(line)}</small>" if line else "")

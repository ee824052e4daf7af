"""A results table in plain text, for the terminal: no line over 100 columns."""

import textwrap

import polars as pl

from aerodrome.lab import stats, winning
from aerodrome.lab.findings import compared, findings
from aerodrome.lab.head import ending, head, place
from aerodrome.lab.plan import Plan
from aerodrome.lab.ratings import Z95, rate, win_rates
from aerodrome.lab.traits import END, GAME, START

WIDTH = 100
BAR = 24
NAMES = {
    START: "What wins: what a seat began with",
    GAME: "What wins: what a seat had or did during the game",
    END: "What wins: what a seat had at the end",
}
FIGURES = {GAME: "Over the game: what winners and others got and paid", END: "The final count of winners and others"}
MARKS = "* its kind's average lies outside its 95 % interval; ** also when all comparisons are allowed for"


def summary(frame: pl.DataFrame, plan: Plan | None = None) -> str:
    """Ratings, win rates, seats, lengths, scores and what wins."""
    parts = [_head(frame, plan), _findings(frame), _ratings(frame), _pairings(frame), _seats(frame), _lengths(frame)]
    parts += [_scores(frame), _what_wins(frame), _faults(frame)]
    return "\n\n".join(part for part in parts if part)


def wrap(text: str, indent: str = "") -> str:
    return textwrap.fill(text, WIDTH, initial_indent=indent, subsequent_indent=" " * len(indent))


def cut(text: str, width: int) -> str:
    return f"{text if len(text) <= width else text[: width - 1] + '…':{width}}"


def _head(frame: pl.DataFrame, plan: Plan | None) -> str:
    about = head(frame, plan)
    title = f"{about.title}: {about.sentence()}"
    lines = [title, "=" * len(title)]
    facts = [("Edition", about.edition), ("Bots", ", ".join(about.bots)), ("Options", about.options)]
    facts += [("Seed", "" if about.seed is None else str(about.seed)), ("Command", about.command)]
    return "\n".join(lines + [wrap(value, f"{name + ':':9} ") for name, value in facts if value])


def _findings(frame: pl.DataFrame) -> str:
    return "\n".join(wrap(sentence, "- ") for sentence in findings(frame))


def _ratings(frame: pl.DataFrame) -> str:
    table = rate(frame)
    if table.is_empty():
        return ""
    low, high = table["low"].min(), table["high"].max()
    assert isinstance(low, float)
    assert isinstance(high, float)
    lines = ["Ratings (openskill; --- is the 95 % interval)"]
    for row in table.iter_rows(named=True):
        mark = _mark(row["low"], row["rating"], row["high"], low, high)
        lines.append(f"  {cut(row['bot'], 38)} {row['rating']:6.2f} ±{Z95 * row['sigma']:5.2f}  {mark}")
    return "\n".join(lines)


def _mark(low: float, middle: float, high: float, least: float, most: float) -> str:
    """An interval as ASCII: ---o---."""
    width = max(most - least, 1e-9)
    places = [int((value - least) / width * BAR) for value in (low, middle, high)]
    cells = ["-" if places[0] <= cell <= places[2] else " " for cell in range(BAR + 1)]
    cells[places[1]] = "o"
    return "|" + "".join(cells) + "|"


def _pairings(frame: pl.DataFrame) -> str:
    table = win_rates(frame)
    if table.is_empty():
        return ""
    fair = table["fair"][0]
    lines = [f"Who wins (fair: {fair:.1%}; | marks it in the bars)"]
    for row in table.iter_rows(named=True):
        who = cut(f"{row['bot']} against {row['against']}", 46)
        lines.append(f"  {who} {row['rate']:6.1%} {_between(row)} {row['games']:6}  {_bar(row['rate'], fair, 16)}")
    return "\n".join(lines)


def _between(row: dict[str, float]) -> str:
    return f"[{row['low']:6.1%}, {row['high']:6.1%}]"


def _bar(rate_: float, fair: float, width: int = BAR) -> str:
    cells = ["#" if cell < round(rate_ * width) else "." for cell in range(width)]
    cells[min(width - 1, round(fair * width))] = "|"
    return "".join(cells)


def _seats(frame: pl.DataFrame) -> str:
    table = stats.by_seat(frame)
    lines = [f"Win rate by seat (fair: {table['fair'][0]:.1%})"]
    for row in table.iter_rows(named=True):
        lines.append(f"  {place(row['seat'])}  {row['rate']:6.1%} {_between(row)}  {_bar(row['rate'], row['fair'])}")
    return "\n".join(lines)


def _lengths(frame: pl.DataFrame) -> str:
    table = stats.lengths(frame)
    lines = ["Length"]
    for field in ("rounds", "choices"):
        counts = table[field].to_list()
        lines.append(f"  {field:11} {sum(counts) / len(counts):8.1f} on average, {min(counts)} to {max(counts)}")
    for reason, count in stats.reasons(frame).iter_rows():
        lines.append(f"  ended with  {count:8} of {table.height}: {ending(reason)}")
    return "\n".join(lines)


def _scores(frame: pl.DataFrame) -> str:
    lines = [f"{'Final scores':40} {'mean':>10} {'deviation':>10} {'median':>10} {'best':>10}"]
    for row in stats.scores(frame).iter_rows(named=True):
        deviation = row["deviation"] or 0.0
        numbers = f"{row['mean']:10,.1f} {deviation:10,.1f} {row['median']:10,.1f} {row['best']:10,}"
        lines.append(f"  {cut(row['bot'], 38)} {numbers}")
    return "\n".join(lines)


def _what_wins(frame: pl.DataFrame) -> str:
    why = winning.decided(frame)
    if why:
        return "What wins\n" + wrap(why, "  ")
    parts = [_names(winning.names_that_win(frame, when), heading) for when, heading in NAMES.items()]
    parts += [_figures(winning.figures_that_win(frame, when), heading) for when, heading in FIGURES.items()]
    return "\n\n".join(part for part in parts if part)


def _names(table: winning.Table, heading: str) -> str:
    if table.note:
        return f"{heading}\n  {table.note}"
    if table.rows.is_empty():
        return ""
    lines = [f"{heading:50} {'wins':>6} {'95 % interval':>16} {'its kind':>9} {'seats':>7}"]
    for row in winning.ends(table.rows, 12).iter_rows(named=True):
        mark = "**" if row["sure"] else "*" if row["marked"] else ""
        numbers = f"{row['rate']:6.1%} {_between(row):>16} {row['expected']:9.1%} {row['seats']:7}"
        lines.append(f"  {cut(row['name'], 48)} {numbers} {mark}".rstrip())
    return "\n".join([*lines, wrap(compared(table), "  "), wrap(MARKS, "  ")])


def _figures(table: winning.Table, heading: str) -> str:
    if table.note:
        return f"{heading}\n  {table.note}"
    if table.rows.is_empty():
        return ""
    lines = [f"{heading:54} {'winners':>10} {'others':>10} {'correlation':>12}"]
    for row in table.rows.head(12).iter_rows(named=True):
        mark = "**" if row["sure"] else "*" if row["marked"] else ""
        numbers = f"{row['winners']:10,.1f} {row['others']:10,.1f} {row['correlation']:+12.2f}"
        lines.append(f"  {cut(row['name'], 52)} {numbers} {mark}".rstrip())
    return "\n".join([*lines, wrap(compared(table), "  ")])


def _faults(frame: pl.DataFrame) -> str:
    found = stats.faults(frame)
    if not found:
        return ""
    lines = [f"Faults ({len(found)}; the choice was made at random; seats counted from 0)"]
    lines += [wrap(fault, "  ") for fault in found[:10]]
    return "\n".join(lines + ([f"  … and {len(found) - 10} more"] if len(found) > 10 else []))

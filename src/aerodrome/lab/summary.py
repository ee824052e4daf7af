"""A results table in plain text, for the terminal."""

import polars as pl

from aerodrome.lab import stats
from aerodrome.lab.ratings import rate, win_rates

BAR = 24


def summary(frame: pl.DataFrame) -> str:
    """Ratings, win rates, seats, lengths, scores and what wins."""
    first = frame.row(0, named=True)
    head = f"{first['title']} ({first['edition']}), {first['table']} seats, {stats.games(frame)} games"
    parts = [head, "=" * len(head), _ratings(frame), _pairings(frame), _seats(frame), _lengths(frame), _scores(frame)]
    parts += [_names(frame), _figures(frame), _faults(frame)]
    return "\n".join(part for part in parts if part)


def _ratings(frame: pl.DataFrame) -> str:
    table = rate(frame)
    if table.is_empty():
        return ""
    low, high = table["low"].min(), table["high"].max()
    assert isinstance(low, float)
    assert isinstance(high, float)
    lines = ["", "Ratings (openskill, 95 %)"]
    for row in table.iter_rows(named=True):
        mark = _mark(row["low"], row["rating"], row["high"], low, high)
        lines.append(f"  {row['bot'][:28]:28} {row['rating']:6.2f} ±{1.96 * row['sigma']:5.2f}  {mark}")
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
    lines = ["", "Who wins"]
    for row in table.iter_rows(named=True):
        bar = "#" * round(row["rate"] * BAR)
        lines.append(
            f"  {row['bot'][:28]:28} {row['rate']:6.1%} [{row['low']:5.1%}, {row['high']:5.1%}]"
            f" fair {row['fair']:5.1%}  {row['games']:5} games  {bar:{BAR}}  {row['against']}"
        )
    return "\n".join(lines)


def _seats(frame: pl.DataFrame) -> str:
    lines = ["", "Win rate by seat"]
    for row in stats.by_seat(frame).iter_rows(named=True):
        bar = "#" * round(row["rate"] * BAR)
        lines.append(f"  seat {row['seat']}  {row['rate']:6.1%} [{row['low']:5.1%}, {row['high']:5.1%}]  {bar}")
    return "\n".join(lines)


def _lengths(frame: pl.DataFrame) -> str:
    table = stats.lengths(frame)
    why = ", ".join(f"{reason or '?'} {count}" for reason, count in stats.reasons(frame).iter_rows())
    parts = []
    for field in ("rounds", "choices"):
        counts = table[field].to_list()
        parts.append(f"{sum(counts) / len(counts):.1f} {field} ({min(counts)} to {max(counts)})")
    return f"\nLength: {', '.join(parts)}; ended by: {why}"


def _scores(frame: pl.DataFrame) -> str:
    lines = ["", "Final scores"]
    for row in stats.scores(frame).iter_rows(named=True):
        deviation = row["deviation"] or 0.0
        lines.append(f"  {row['bot'][:28]:28} mean {row['mean']:8.1f} ±{deviation:7.1f}  best {row['best']}")
    return "\n".join(lines)


def _names(frame: pl.DataFrame) -> str:
    table = stats.ends(stats.names_that_win(frame), 12)
    if table.is_empty():
        return ""
    lines = ["", "What wins: win rate of those who had it at the end, against what the same bots win on average"]
    for row in table.iter_rows(named=True):
        lines.append(f"  {row['name'][:40]:40} {row['rate']:6.1%}  x{row['lift']:4.2f}  {row['games']:6} seats")
    return "\n".join(lines)


def _figures(frame: pl.DataFrame) -> str:
    table = stats.figures_that_win(frame).head(10)
    if table.is_empty():
        return ""
    lines = ["", "Figures: mean of winners and of others, correlation with winning"]
    for row in table.iter_rows(named=True):
        lines.append(f"  {row['name'][:40]:40} {row['winners']:9.1f} {row['others']:9.1f}  r {row['correlation']:+.2f}")
    return "\n".join(lines)


def _faults(frame: pl.DataFrame) -> str:
    found = stats.faults(frame)
    if not found:
        return ""
    more = f"\n  … and {len(found) - 10} more" if len(found) > 10 else ""
    return (
        f"\nFaults ({len(found)}; the move was made at random)\n"
        + "\n".join(f"  {fault}" for fault in found[:10])
        + more
    )

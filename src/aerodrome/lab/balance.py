"""Two editions of a title side by side: the same bots, the same seeds, another board."""

from pathlib import Path

import msgspec
import polars as pl

from aerodrome.lab import stats
from aerodrome.lab.plan import Plan
from aerodrome.lab.tournament import read, run
from aerodrome.lab.workers import Run


def compare(plan: Plan, editions: tuple[str, str], folder: Path, play: Run) -> str:
    """Plays both and says in plain text what differs."""
    frames = []
    for edition in editions:
        out = folder / f"{plan.title}-{Path(edition).stem}.parquet"
        run(msgspec.structs.replace(plan, edition=edition), out, play)
        frames.append(read(out))
    return report(frames[0], frames[1], (Path(editions[0]).stem, Path(editions[1]).stem))


def report(one: pl.DataFrame, other: pl.DataFrame, names: tuple[str, str]) -> str:
    parts = [f"{one['title'][0]}: {stats.games(one)} games with {names[0]}, {stats.games(other)} with {names[1]}"]
    parts += ["", *_lines("", names), *_seats(one, other), *_length(one, other), *_reasons(one, other)]
    parts += ["", "What wins, where the editions differ most (win rate of those who had it)", *_names(one, other)]
    return "\n".join(parts)


def _lines(label: str, values: tuple[object, object], mark: str = "") -> list[str]:
    return [f"{label:40} {values[0]!s:>20} {values[1]!s:>20}  {mark}".rstrip()]


def _seats(one: pl.DataFrame, other: pl.DataFrame) -> list[str]:
    lines: list[str] = []
    pairs = zip(stats.by_seat(one).iter_rows(named=True), stats.by_seat(other).iter_rows(named=True), strict=True)
    for left, right in pairs:
        apart = left["low"] > right["high"] or right["low"] > left["high"]
        lines += _lines(f"seat {left['seat']} wins", (_rate(left), _rate(right)), "differs" if apart else "")
    return lines


def _rate(row: dict[str, float]) -> str:
    return f"{row['rate']:.1%} ±{(row['high'] - row['low']) / 2:.1%}"


def _length(one: pl.DataFrame, other: pl.DataFrame) -> list[str]:
    lines: list[str] = []
    for field in ("rounds", "choices"):
        means = [_mean(stats.lengths(frame)[field]) for frame in (one, other)]
        lines += _lines(f"{field} in a game", (means[0], means[1]))
    winners = [_mean(frame.filter(pl.col("won") > 0)["score"]) for frame in (one, other)]
    everybody = [_mean(frame["score"]) for frame in (one, other)]
    return lines + _lines("winner's score", (winners[0], winners[1])) + _lines("score", (everybody[0], everybody[1]))


def _mean(values: pl.Series) -> str:
    mean, deviation = values.mean(), values.std()
    assert isinstance(mean, float)
    error = 1.96 * deviation / values.len() ** 0.5 if isinstance(deviation, float) else 0.0
    return f"{mean:.1f} ±{error:.1f}"


def _reasons(one: pl.DataFrame, other: pl.DataFrame) -> list[str]:
    counts = [dict(stats.reasons(frame).iter_rows()) for frame in (one, other)]
    totals = (stats.games(one), stats.games(other))
    lines: list[str] = []
    for reason in sorted(set(counts[0]) | set(counts[1])):
        parts = [f"{count.get(reason, 0) / total:.1%}" for count, total in zip(counts, totals, strict=True)]
        lines += _lines(f"ended by {reason or '?'}", (parts[0], parts[1]))
    return lines


def _names(one: pl.DataFrame, other: pl.DataFrame) -> list[str]:
    both = stats.names_that_win(one).join(stats.names_that_win(other), on="name", suffix="_other")
    rows = both.sort((pl.col("rate") - pl.col("rate_other")).abs(), descending=True).head(12)
    lines: list[str] = []
    for row in rows.iter_rows(named=True):
        apart = row["low"] > row["high_other"] or row["low_other"] > row["high"]
        lines += _lines(row["name"], (f"{row['rate']:.1%}", f"{row['rate_other']:.1%}"), "differs" if apart else "")
    return lines

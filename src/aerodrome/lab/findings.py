"""The few sentences somebody would tell a friend about a tournament."""

from statistics import NormalDist
from typing import Any

import polars as pl

from aerodrome.lab import stats, winning
from aerodrome.lab.head import ending, place
from aerodrome.lab.ratings import interval, rate
from aerodrome.lab.traits import GAME, START


def findings(frame: pl.DataFrame) -> list[str]:
    told = [_strongest(frame), _seats(frame), _length(frame), *_what_wins(frame), _faults(frame)]
    return [sentence for sentence in told if sentence]


def _strongest(frame: pl.DataFrame) -> str:
    table = rate(frame)
    if table.height < 2:
        return f"All seats were played by {frame['bot'][0]}."
    first, second = table.row(0, named=True), table.row(1, named=True)
    if first["low"] > second["high"]:
        then = f"then {second['bot']} {second['rating']:.1f}"
        return f"{first['bot']} is the strongest: rated {first['rating']:.1f}, {then}."
    return f"{first['bot']} is rated highest, but these games cannot tell it from {second['bot']} with certainty."


def _seats(frame: pl.DataFrame) -> str:
    told = []
    seats = stats.by_seat(frame)
    wide = NormalDist().inv_cdf(1 - 0.025 / seats.height)
    for row in seats.iter_rows(named=True):
        if not row["low"] <= row["fair"] <= row["high"]:
            least, most = interval(row["wins"], row["games"], wide)
            chance = ", perhaps by chance" if least <= row["fair"] <= most else ""
            told.append(f"the {place(row['seat'])} wins {row['rate']:.0%} ({between(row)}{chance})")
    fair = 1 / frame["table"][0]
    if not told:
        return f"No seat is shown to be favoured: all are within chance of the fair {fair:.0%}."
    text = " and ".join(told) + f" where {fair:.0%} would be fair."
    return text[0].upper() + text[1:]


def _length(frame: pl.DataFrame) -> str:
    lengths = stats.lengths(frame)
    played, choices = lengths["rounds"].to_list(), lengths["choices"].to_list()
    least, most = min(played), max(played)
    mean = sum(played) / len(played)
    spread = f"{least} rounds" if least == most else f"{least} to {most} rounds ({mean:.0f} on average)"
    reason, count = stats.reasons(frame).row(0)
    part = "all" if count == lengths.height else f"{count / lengths.height:.0%}"
    each = f"{sum(choices) / len(choices):,.0f} choices"
    return f"Games last {spread}, with {each}; {part} end with {ending(reason)}."


def _what_wins(frame: pl.DataFrame) -> list[str]:
    if winning.decided(frame):
        return []
    told = []
    for when, words in ((START, "At the start"), (GAME, "During the game")):
        table = winning.names_that_win(frame, when)
        sure = table.rows.filter(pl.col("sure"))
        if sure.height:
            top, last = sure.row(0, named=True), sure.row(-1, named=True)
            best = f"{words}: {_rated(top)}"
            told.append(best + (f"; {_rated(last)}." if sure.height > 1 else "."))
    if not told:
        told.append("Nothing that a seat had is clear of chance; more games would show smaller differences.")
    return told


def _rated(row: dict[str, Any]) -> str:
    way = "more" if row["rate"] > row["expected"] else "less"
    return f"“{row['name']}” wins {row['rate']:.0%} ({between(row)}), {way} than the {row['expected']:.0%} of its kind"


def _faults(frame: pl.DataFrame) -> str:
    count = len(stats.faults(frame))
    return f"{count} choices were refused and made at random; they are listed below." if count else ""


def between(row: dict[str, Any]) -> str:
    return f"{row['low']:.0%} to {row['high']:.0%}"


def compared(table: winning.Table) -> str:
    """How not to be fooled by a long list."""
    chance = f"about {table.by_chance():.0f}" if table.by_chance() >= 0.95 else "less than one"
    return (
        f"{table.compared} compared, {table.marked()} marked (chance alone would mark {chance}), "
        f"{table.sure()} clear of chance even so."
    )

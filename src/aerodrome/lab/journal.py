"""Results on disk. The journal is always the beginning of the tournament: game after game, in order, one line each.

A machine may die at any moment: a line half written is cut off, and the tournament goes on with the game after the
last whole line. Nothing is lost that was written, and no game is counted twice.
"""

import os
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType

import msgspec
import polars as pl

from aerodrome.lab.match import Result
from aerodrome.lab.plan import Plan

_FIGURES = pl.List(pl.Struct({"name": pl.String, "value": pl.Float64}))
_NUMBERS = ("game", "round", "pairing", "table", "rounds", "choices")
_SEAT: dict[str, pl.DataType | type[pl.DataType]] = {
    "seat": pl.Int64,
    "bot": pl.String,
    "score": pl.Int64,
    "won": pl.Float64,
    "place": pl.Int64,
    "traits": pl.List(pl.String),
    "figures": _FIGURES,
}
_GAME: dict[str, pl.DataType | type[pl.DataType]] = {
    **dict.fromkeys(_NUMBERS, pl.Int64),
    **dict.fromkeys(("title", "edition", "reason"), pl.String),
    "faults": pl.List(pl.String),
    "seats": pl.List(pl.Struct(_SEAT)),
}
SCHEMA = pl.Schema(_GAME)


class OtherPlan(ValueError):
    """The file belongs to another tournament."""


class Journal:
    """`results.parquet` has its journal in `results.jsonl` and its plan in `results.plan.json` beside it."""

    def __init__(self, out: Path, plan: Plan) -> None:
        self.out = out
        self.plan = plan
        self.path = out.with_suffix(".jsonl")
        self._keep_plan(out.with_suffix(".plan.json"))
        self.done = self._recover()
        self._file = self.path.open("ab")

    def _keep_plan(self, path: Path) -> None:
        """A longer tournament with the same seeds is the same tournament going on."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            before = msgspec.json.decode(path.read_bytes(), type=Plan)
            if msgspec.structs.replace(before, rounds=self.plan.rounds) != self.plan:
                raise OtherPlan(f"{path} is the plan of another tournament; choose another --out or remove it")
        _write_whole(path, msgspec.json.format(msgspec.json.encode(self.plan)) + b"\n")

    def _recover(self) -> int:
        """Cut off what was not written whole; returns how many games are there."""
        if not self.path.exists():
            return 0
        count = 0
        good = 0
        decoder = msgspec.json.Decoder(Result)
        with self.path.open("rb") as file:
            for line in file:
                try:
                    whole = line.endswith(b"\n") and decoder.decode(line).game == count
                except msgspec.DecodeError:
                    whole = False
                if not whole:
                    break
                good += len(line)
                count += 1
        if good < self.path.stat().st_size:
            os.truncate(self.path, good)
        return count

    def add(self, results: list[Result]) -> None:
        """Written and on the disk when this returns."""
        self._file.write(b"".join(msgspec.json.encode(result) + b"\n" for result in results))
        self._file.flush()
        os.fsync(self._file.fileno())
        self.done += len(results)

    def results(self) -> Iterator[Result]:
        decoder = msgspec.json.Decoder(Result)
        with self.path.open("rb") as file:
            for line in file:
                yield decoder.decode(line)

    def to_parquet(self) -> None:
        """One row for each seat of each game; written beside and moved into place, in a stream."""
        beside = self.out.with_suffix(".parquet.part")
        rows = pl.scan_ndjson(self.path, schema=SCHEMA)
        rows.explode("seats").unnest("seats").sink_parquet(beside)
        beside.replace(self.out)

    def __enter__(self) -> "Journal":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _write_whole(path: Path, data: bytes) -> None:
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(data)
    beside.replace(path)

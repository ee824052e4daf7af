"""Results on disk. The log is always the beginning of the tournament: game after game, in order, one line each.

A machine may die at any moment: a line half written is cut off, and the tournament goes on with the game after the
last whole line. Nothing is lost that was written, and no game is counted twice.
"""

import os
from pathlib import Path
from types import TracebackType

import msgspec
import polars as pl

from aerodrome.lab.game_results import GameResult
from aerodrome.lab.tournament_plan import TournamentPlan

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


class PlanMismatchError(ValueError):
    """The file belongs to another tournament."""


class ResultsLog:
    """`results.parquet` has its log in `results.jsonl` and its plan in `results.plan.json` beside it."""

    def __init__(self, out: Path, plan: TournamentPlan) -> None:
        self.out = out
        self.plan = plan
        self.path = out.with_suffix(".jsonl")
        self._check_and_save_plan(out.with_suffix(".plan.json"))
        self.games_done = self._recover_complete_games()
        self._file = self.path.open("ab")

    def _check_and_save_plan(self, path: Path) -> None:
        """A longer tournament with the same seeds is the same tournament going on."""
        path.parent.mkdir(parents=True, exist_ok=True)
        if path.exists():
            before = msgspec.json.decode(path.read_bytes(), type=TournamentPlan)
            if msgspec.structs.replace(before, rounds=self.plan.rounds) != self.plan:
                raise PlanMismatchError(f"{path} is the plan of another tournament; choose another --out or remove it")
        _write_atomically(path, msgspec.json.format(msgspec.json.encode(self.plan)) + b"\n")

    def _recover_complete_games(self) -> int:
        """Cut off what was not written whole; returns how many games are there."""
        if not self.path.exists():
            return 0
        count = 0
        good = 0
        decoder = msgspec.json.Decoder(GameResult)
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

    def append_results(self, results: list[GameResult]) -> None:
        """Written and on the disk when this returns."""
        self._file.write(b"".join(msgspec.json.encode(result) + b"\n" for result in results))
        self._file.flush()
        os.fsync(self._file.fileno())
        self.games_done += len(results)

    def write_parquet(self) -> None:
        """One row for each seat of each game; written beside and moved into place, in a stream."""
        beside = self.out.with_suffix(".parquet.part")
        rows = pl.scan_ndjson(self.path, schema=SCHEMA)
        rows.explode("seats").unnest("seats").sink_parquet(beside)
        beside.replace(self.out)

    def __enter__(self) -> "ResultsLog":
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self._file.close()


def _write_atomically(path: Path, data: bytes) -> None:
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(data)
    beside.replace(path)

"""Results of a tournament on disk: a log of its games, from which the table of results is written."""

from pathlib import Path

import msgspec
import polars as pl

from aerodrome.lab.game_log import (
    GameLog,
    PlanMismatchError,
    require_plan_of_log,
    require_rules_of_plan,
    save_plan,
)
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


class ResultsLog(GameLog[GameResult]):
    """`results.parquet` has its log in `results.jsonl` and its plan in `results.plan.json` beside it."""

    def __init__(self, out: Path, plan: TournamentPlan) -> None:
        self.out = out
        self.plan_file = out.with_suffix(".plan.json")
        self._require_same_plan(plan)
        require_plan_of_log(self.plan_file, out.with_suffix(".jsonl"))
        super().__init__(out.with_suffix(".jsonl"), GameResult, lambda result: result.game)
        rounds_done = -(-self.games_done // plan.count_games_per_round())
        self.plan = msgspec.structs.replace(plan, rounds=max(plan.rounds, rounds_done))
        """What is asked for, or what was played before if that is more."""
        save_plan(self.plan_file, self.plan, plan.load_game())

    def _require_same_plan(self, plan: TournamentPlan) -> None:
        """A longer or shorter tournament with the same seeds is the same tournament."""
        if self.plan_file.exists():
            before = msgspec.json.decode(self.plan_file.read_bytes(), type=TournamentPlan)
            if msgspec.structs.replace(before, rounds=plan.rounds) != plan:
                raise PlanMismatchError(
                    f"{self.plan_file} is the plan of another tournament; choose another --out or remove it"
                )
            require_rules_of_plan(self.plan_file, plan.load_game())

    def write_parquet(self) -> None:
        """One row for each seat of each game; written beside and moved into place, in a stream."""
        beside = self.out.with_suffix(".parquet.part")
        rows = pl.scan_ndjson(self.path, schema=SCHEMA)
        rows.explode("seats").unnest("seats").sink_parquet(beside)
        beside.replace(self.out)

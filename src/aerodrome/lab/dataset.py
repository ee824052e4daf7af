"""A dataset of a title in a folder: Parquet files, what their numbers mean, and a data card. See docs/lab.md."""

import re
from functools import partial
from pathlib import Path
from time import monotonic

import msgspec
import numpy as np
import polars as pl

from aerodrome.lab.batch_runners import BatchRunner, run_batches_serially
from aerodrome.lab.dataset_card import format_data_card
from aerodrome.lab.dataset_games import DatasetGame, DatasetPlan, play_dataset_batch
from aerodrome.lab.game_log import PlanMismatchError, require_rules_of_plan, save_plan, write_atomically
from aerodrome.lab.resumable_tasks import ReportProgress

PART_BYTES = 64 * 1024 * 1024
"""A file is written when so many bytes of observations have come together,"""
PART_SECONDS = 60.0
"""or when so much time has gone by: that is what a machine that dies costs."""


class Dataset:
    """A folder with `games/` and `decisions/` (Parquet), `plan.json`, `meaning.json` and `README.md`.

    Each file holds neighbouring games of one bot and is named by the first and the one after the last. What is there is
    not played again.
    """

    def __init__(self, folder: Path, plan: DatasetPlan) -> None:
        plan.validate()
        self.folder = folder
        self.plan = plan
        self.game = plan.load_game()
        self.width = len(self.game.observation_encoding(plan.seats).names)
        for part in ("games", "decisions"):
            (folder / part).mkdir(parents=True, exist_ok=True)
        self._check_and_save_plan()

    def _check_and_save_plan(self) -> None:
        """More games of the same bots, or other bots, with the same seed are the same dataset going on."""
        file = self.folder / "plan.json"
        if file.exists():
            before = msgspec.json.decode(file.read_bytes(), type=DatasetPlan)
            if msgspec.structs.replace(before, bots=self.plan.bots) != self.plan:
                raise PlanMismatchError(f"{file} is the plan of another dataset; choose another --out or remove it")
            require_rules_of_plan(file, self.game)
            more = {bot: max(games, before.bots.get(bot, 0)) for bot, games in self.plan.bots.items()}
            self.plan = msgspec.structs.replace(self.plan, bots={**before.bots, **more})
        elif any((self.folder / "decisions").iterdir()):
            raise PlanMismatchError(f"{self.folder} holds decisions without {file.name}; choose another --out")
        save_plan(file, self.plan, self.game)

    def count_games(self, bot: str) -> int:
        """How many games of a bot are there, from the first on."""
        ends = dict(map(_parse_game_range, self._list_parquet_files("decisions", bot)))
        count = 0
        while count in ends:
            count = ends[count]
        return count

    def _list_parquet_files(self, subfolder: str, bot: str) -> list[Path]:
        return sorted((self.folder / subfolder).glob(f"{_format_bot_for_file_name(bot)}-*-*.parquet"))

    def play_missing_games(
        self, run_batches: BatchRunner = run_batches_serially, report_progress: ReportProgress | None = None
    ) -> None:
        """Play what is missing; what was played is written also when it is broken off. Then write the data card."""
        try:
            for bot in self.plan.bots:
                self._play_missing_games_of_bot(bot, run_batches, report_progress)
        finally:
            self.write_meanings_and_data_card()

    def _play_missing_games_of_bot(
        self, bot: str, run_batches: BatchRunner, report_progress: ReportProgress | None
    ) -> None:
        done, total = self.count_games(bot), self.plan.bots[bot]
        waiting: list[DatasetGame] = []
        written = monotonic()
        try:
            for batch in run_batches(partial(play_dataset_batch, self.plan, bot), done, total, 1):
                waiting += batch
                if report_progress is not None:
                    report_progress(bot, done + len(waiting), total)
                size = sum(len(game.observations) for game in waiting)
                if size >= PART_BYTES or monotonic() - written >= PART_SECONDS:
                    done = self._write_games_and_get_next_game_number(bot, done, waiting)
                    waiting, written = [], monotonic()
        finally:
            if waiting:
                self._write_games_and_get_next_game_number(bot, done, waiting)

    def _write_games_and_get_next_game_number(self, bot: str, first_game: int, games: list[DatasetGame]) -> int:
        """The decisions last: a file of them means that their games are there too."""
        end = first_game + len(games)
        name = f"{_format_bot_for_file_name(bot)}-{first_game:07d}-{end:07d}.parquet"
        for part, frame in (
            ("games", _build_games_frame(bot, games)),
            ("decisions", self._build_decisions_frame(bot, games)),
        ):
            beside = self.folder / part / (name + ".part")
            frame.write_parquet(beside, compression="zstd")
            beside.replace(self.folder / part / name)
        return end

    def _build_decisions_frame(self, bot: str, games: list[DatasetGame]) -> pl.DataFrame:
        rows = np.frombuffer(b"".join(game.observations for game in games), "<i4").reshape(-1, self.width)
        counts = [len(game.actions) for game in games]
        utilities = [game.utilities[seat] for game in games for seat in game.seats]
        columns = {
            "bot": pl.Series([bot] * sum(counts), dtype=pl.String),
            "game": pl.Series(np.repeat([game.result.game for game in games], counts), dtype=pl.Int32),
            "number": pl.Series(np.concatenate([np.arange(count) for count in counts]), dtype=pl.Int32),
            "seat": pl.Series([seat for game in games for seat in game.seats], dtype=pl.Int8),
            "legal": pl.Series([one for game in games for one in game.legal], dtype=pl.List(pl.Int32)),
            "action": pl.Series([one for game in games for one in game.actions], dtype=pl.Int32),
            "utility": pl.Series(utilities, dtype=pl.Float32),
            "observation": pl.Series(rows, dtype=pl.Array(pl.Int32, self.width)),
        }
        return pl.DataFrame(columns)

    def write_meanings_and_data_card(self) -> None:
        """What the numbers mean, and what there is."""
        encoding = self.game.observation_encoding(self.plan.seats)
        meaning = {
            "observation": [
                {"name": name, "scale": scale} for name, scale in zip(encoding.names, encoding.scales, strict=True)
            ],
            "actions": [self.game.dump(action) for action in self.game.action_space(self.plan.seats)],
        }
        write_atomically(self.folder / "meaning.json", msgspec.json.encode(meaning) + b"\n")
        card = format_data_card(self.folder, self.plan, self.game)
        write_atomically(self.folder / "README.md", card.encode())


def _build_games_frame(bot: str, games: list[DatasetGame]) -> pl.DataFrame:
    rows = [
        {
            "bot": bot,
            "game": game.result.game,
            "seed": game.seed,
            "seat": seat.seat,
            "score": seat.score,
            "won": seat.won,
            "place": seat.place,
            "utility": game.utilities[seat.seat],
            "rounds": game.result.rounds,
            "choices": game.result.choices,
            "reason": game.result.reason,
        }
        for game in games
        for seat in game.result.seats
    ]
    return pl.DataFrame(rows)


def _format_bot_for_file_name(bot: str) -> str:
    """A bot's name as part of a file's."""
    return re.sub(r"[^A-Za-z0-9]+", "_", bot)


def _parse_game_range(file: Path) -> tuple[int, int]:
    _bot, first, end = file.stem.rsplit("-", 2)
    return int(first), int(end)

"""A log of games on disk: game after game, in order, one line of JSON each. Needs nothing beyond the engine.

A machine may die at any moment: a line half written is cut off, and the run goes on with the game after the last whole
line. Nothing is lost that was written, and no game is counted twice.
"""

import os
from collections.abc import Callable
from pathlib import Path
from time import monotonic
from types import TracebackType
from typing import Generic, Self, TypeVar

import msgspec

from aerodrome.core.game import Game

G = TypeVar("G")
SYNC_SECONDS = 1.0
"""Lines leave this process as they are written, and are forced to the disk so often."""


class PlanMismatchError(ValueError):
    """The file belongs to another plan."""


class GameLog(Generic[G]):
    """Lines of one type; `get_number` says which game of the plan a line is."""

    def __init__(self, path: Path, kind: type[G], get_number: Callable[[G], int]) -> None:
        self.path = path
        self._decoder = msgspec.json.Decoder(kind)
        self._get_number = get_number
        path.parent.mkdir(parents=True, exist_ok=True)
        self.games_done = self._count_games_and_cut_half_line()
        self._file = path.open("ab")
        self._synced = monotonic()

    def _count_games_and_cut_half_line(self) -> int:
        """Cut off what was not written whole; returns how many games are there."""
        if not self.path.exists():
            return 0
        count = 0
        good = 0
        with self.path.open("rb") as file:
            for line in file:
                try:
                    whole = line.endswith(b"\n") and self._get_number(self._decoder.decode(line)) == count
                except msgspec.DecodeError:
                    whole = False
                if not whole:
                    break
                good += len(line)
                count += 1
        if good < self.path.stat().st_size:
            os.truncate(self.path, good)
        return count

    def append(self, games: list[G]) -> None:
        """Handed to the system when this returns, and on the disk within a second or when the log is closed."""
        self._file.write(b"".join(msgspec.json.encode(game) + b"\n" for game in games))
        self._file.flush()
        self.games_done += len(games)
        if monotonic() - self._synced > SYNC_SECONDS:
            os.fsync(self._file.fileno())
            self._synced = monotonic()

    def read_games(self) -> list[G]:
        """All games that are there."""
        self._file.flush()
        return [self._decoder.decode(line) for line in self.path.read_bytes().splitlines()]

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()

    def close(self) -> None:
        """Everything is on the disk."""
        os.fsync(self._file.fileno())
        self._file.close()


def require_plan_of_log(plan_path: Path, log_path: Path) -> None:
    """Raises PlanMismatchError for a log without its plan: games of another one would be mixed in."""
    if log_path.exists() and log_path.stat().st_size and not plan_path.exists():
        raise PlanMismatchError(f"{log_path} is there without {plan_path.name}; choose another --out or remove it")


class _RulesOfPlan(msgspec.Struct):
    """What a plan's file says besides the plan; files of older programs do not."""

    rules: int = 0
    edition_hash: str = ""


def save_plan(path: Path, plan: msgspec.Struct, game: Game) -> None:
    """The plan, with the rules version and the edition that all its games are played by."""
    kept = {**msgspec.to_builtins(plan), "rules": game.rules_version, "edition_hash": game.edition_hash}
    write_atomically(path, msgspec.json.format(msgspec.json.encode(kept)) + b"\n")


def require_rules_of_plan(path: Path, game: Game) -> None:
    """Raises PlanMismatchError when games of other rules, or of another edition, would be mixed in."""
    kept = msgspec.json.decode(path.read_bytes(), type=_RulesOfPlan)
    if kept.rules and (kept.rules, kept.edition_hash) != (game.rules_version, game.edition_hash):
        raise PlanMismatchError(
            f"{path} was begun by rules version {kept.rules} and edition {kept.edition_hash[:8]}; played now would be "
            f"version {game.rules_version} and {game.edition_hash[:8]}: choose another --out or remove it"
        )


def write_atomically(path: Path, data: bytes) -> None:
    """Beside, then moved into place."""
    beside = path.with_name(path.name + ".part")
    beside.write_bytes(data)
    beside.replace(path)


def check_and_keep_plan_of_log(plan: msgspec.Struct, game: Game, games: int, log_path: Path, run_name: str) -> None:
    """The plan beside its log; another one's is refused. More or fewer games with the same seeds are the same plan."""
    file = log_path.with_suffix(".plan.json")
    if file.exists():
        before = msgspec.json.decode(file.read_bytes(), type=type(plan))
        if msgspec.structs.replace(before, games=games) != plan:
            raise PlanMismatchError(f"{file} is the plan of another {run_name}; choose another --out or remove it")
        require_rules_of_plan(file, game)
    require_plan_of_log(file, log_path)
    log_path.parent.mkdir(parents=True, exist_ok=True)
    save_plan(file, plan, game)

"""The trained reference bot of each title: captain, with the ends of its thoughts judged by what games taught.

`aerodrome lab train` makes the file it reads (`ai/baseline.toml` of the title, or one's own). See docs/lab.md.
"""

from __future__ import annotations

import random
import tomllib
from pathlib import Path
from typing import Any

from aerodrome.bots.base import BotSpecError
from aerodrome.bots.evaluation import MoveEvaluation
from aerodrome.bots.learned_judge import STAGES, VALUE, LearnedJudge
from aerodrome.bots.levels import Captain
from aerodrome.core.game import Game
from aerodrome.core.registry import find_game_folder
from aerodrome.core.state import State


class Baseline(Captain):
    """`file`: what `aerodrome lab train` wrote; the title's own unless given. The other settings are captain's."""

    def __init__(self, file: str = "", simulations: int = -1) -> None:
        super().__init__(simulations=simulations)
        self.file = file
        self.title = ""
        """Which title the judge was read for."""

    def check(self, game: Game) -> None:
        """Reads what was learned, if that was not done before."""
        if self.title != game.title:
            self.search.judge = read_judge(find_baseline_file(game, self.file), game)
            self.title = game.title

    def evaluate_moves(self, game: Game, state: State, seat: int, rng: random.Random) -> list[MoveEvaluation]:
        self.check(game)
        return super().evaluate_moves(game, state, seat, rng)


def find_baseline_file(game: Game, file: str = "") -> Path:
    """The file that was asked for, or the one that comes with the title; raises BotSpecError where there is none."""
    path = Path(file) if file else find_game_folder(game) / "ai" / "baseline.toml"
    if not path.is_file():
        why = f"there is no {file}" if file else f"{game.title} comes without a trained baseline"
        raise BotSpecError(f"{why}; aerodrome lab train {game.title} --out FILE makes one, for baseline?file=FILE")
    return path


def read_judge(file: Path, game: Game) -> LearnedJudge:
    """What was learned, checked against the title as it is now. Raises BotSpecError where it does not fit."""
    try:
        found: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
        title, rounds = str(found["title"]), float(found["rounds"])
        factors = {name: [float(row[stage]) for stage in STAGES] for name, row in dict(found["factors"]).items()}
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise BotSpecError(f"{file} is not what aerodrome lab train writes: {error!r}") from None
    if title != game.title:
        raise BotSpecError(f"{file} was trained for {title}, not for {game.title}")
    names = [VALUE, *game.evaluator.list_seat_feature_names()]
    if sorted(factors) != sorted(names):
        raise BotSpecError(f"{file} was trained for another version of {title}; train it again")
    return LearnedJudge([factors[name] for name in names], rounds)

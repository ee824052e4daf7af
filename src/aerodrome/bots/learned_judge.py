"""Who wins from here, as the results of games taught it: the judgement at the end of a thought.

`aerodrome lab train` makes the file it is read from (`ai/judge.toml` of the title, or one's own). A baseline judges by
it in every title, an ace where the title says so (`Evaluator.get_ace_settings`). See docs/lab.md.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any, Final, final

from aerodrome.bots.base import BotSpecError
from aerodrome.bots.evaluation import LN3, compute_softmax_shares
from aerodrome.core.calibration import interpolate_by_stage
from aerodrome.core.game import Game
from aerodrome.core.registry import find_game_folder
from aerodrome.core.state import State

STAGES: Final = ("early", "middle", "late")
VALUE: Final = "value"
"""The name of what the title's own evaluator says, among the names of what a seat has."""
JUDGE_FILE: Final = "judge.toml"
REVIEW_JUDGE_FILE: Final = "review_judge.toml"
_TITLE_JUDGES: dict[tuple[str, ...], LearnedJudge | None] = {}
"""What comes with the titles, by title, name and what a seat of it has; None where nothing fits. A match makes its bots
anew for every choice: each process reads a file once."""


@final
class LearnedJudge:
    """The chances of all seats: a softmax of one number for each, a sum over its value and what it has.

    `factors` has a row for the title's value and one for each of `compute_learnable_features`, with a number for
    each of STAGES; `rounds`: after so many a game is taken to be in its last stage; `counts_hands`: whether rows for
    `compute_hand_card_features` follow.
    """

    def __init__(self, factors: list[list[float]], rounds: float, counts_hands: bool = False) -> None:
        self.factors = factors
        self.rounds = max(1.0, rounds)
        self.counts_hands = counts_hands

    def estimate_win_shares(self, game: Game, state: State, values: list[float]) -> list[float]:
        """How the win of an unfinished game divides; `values` is what the title's evaluator says of it."""
        stage = min(1.0, game.round_number(state) / self.rounds)
        prices = [interpolate_by_stage(row, stage) for row in self.factors]
        sums: list[float] = []
        for seat in range(state.seats):
            features = game.evaluator.compute_learnable_features(game, state, seat)
            if self.counts_hands:
                features = features + game.evaluator.compute_hand_card_features(game, state, seat)
            total = prices[0] * values[seat]
            for i in range(len(features)):
                total += prices[i + 1] * features[i]
            sums.append(total)
        return compute_softmax_shares(sums, LN3)


def find_judge_file(game: Game, requested_file: str = "", default_name: str = JUDGE_FILE) -> Path:
    """The file that was asked for, or the one that comes with the title; raises BotSpecError where there is none."""
    path = Path(requested_file) if requested_file else find_game_folder(game) / "ai" / default_name
    if not path.is_file():
        why = f"there is no {requested_file}" if requested_file else f"{game.title} comes without a trained judge"
        raise BotSpecError(f"{why}; aerodrome lab train {game.title} --out FILE makes one, for baseline?file=FILE")
    return path


def read_learned_judge(file: Path, game: Game) -> LearnedJudge:
    """What was learned, checked against the title as it is now. Raises BotSpecError where it does not fit."""
    try:
        found: dict[str, Any] = tomllib.loads(file.read_text(encoding="utf-8"))
        title, rounds = str(found["title"]), float(found["rounds"])
        factors = {name: [float(row[stage]) for stage in STAGES] for name, row in dict(found["factors"]).items()}
    except (tomllib.TOMLDecodeError, KeyError, TypeError, ValueError) as error:
        raise BotSpecError(f"{file} is not what aerodrome lab train writes: {error!r}") from None
    if title != game.title:
        raise BotSpecError(f"{file} was trained for {title}, not for {game.title}")
    names = [VALUE, *game.evaluator.list_learnable_feature_names()]
    of_hands = game.evaluator.list_hand_card_feature_names()
    counts_hands = len(of_hands) > 0 and of_hands[0] in factors
    if counts_hands:
        names += of_hands
    if sorted(factors) != sorted(names):
        raise BotSpecError(f"{file} was trained for another version of {title}; train it again")
    return LearnedJudge([factors[name] for name in names], rounds, counts_hands)


def get_title_judge_if_fitting(game: Game, file_name: str = JUDGE_FILE) -> LearnedJudge | None:
    """The judge of that name that comes with the title; None where there is none or it was trained for another
    version."""
    key = (game.title, file_name, *game.evaluator.list_learnable_feature_names())
    if key not in _TITLE_JUDGES:
        try:
            _TITLE_JUDGES[key] = read_learned_judge(find_judge_file(game, default_name=file_name), game)
        except BotSpecError:
            _TITLE_JUDGES[key] = None
    return _TITLE_JUDGES[key]

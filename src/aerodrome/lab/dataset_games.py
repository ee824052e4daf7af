"""Games as learners want them: what each seat saw, could do and did, and what came of it."""

from typing import Any

import msgspec

import aerodrome
from aerodrome.bots import create_bot, require_valid_bot
from aerodrome.core.action_encoding import ActionEncoding, compute_zero_sum_utilities
from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.observation import ObservationEncoding
from aerodrome.core.state import State
from aerodrome.lab.game_results import GameResult, build_game_result
from aerodrome.lab.game_runner import create_action_chooser, create_record_chance_source, play_game
from aerodrome.lab.tournament_plan import ScheduledGame

NO_NUMBER = -1
"""Of an action that is in no list of legal actions: an open-ended bid or deal of a bot's own."""


class DatasetPlan(msgspec.Struct, frozen=True, kw_only=True):
    """What a dataset is made of; the same plan gives the same dataset."""

    title: str
    bots: dict[str, int]
    """How many games are played by each bot, which sits in all seats."""
    seats: int
    seed: int = 0
    edition: str = "house"
    options: dict[str, Any] = {}

    def load_game(self) -> Game:
        """The rules that the games are played by."""
        return aerodrome.load(self.title, self.edition, self.options)

    def validate(self) -> None:
        """Raises ValueError for a plan that cannot be played."""
        game = self.load_game()
        game.new(self.seats)
        for bot, games in self.bots.items():
            require_valid_bot(bot, game)
            if games < 1:
                raise ValueError(f"{bot}: expected at least 1 game, got {games}")


class DatasetGame(msgspec.Struct, frozen=True):
    """One game. The lists have an entry for each decision of a seat, in their order."""

    result: GameResult
    seed: str
    utilities: list[float]
    seats: list[int]
    legal: list[list[int]]
    actions: list[int]
    observations: bytes
    """Rows of whole numbers, four bytes each (little-endian), one after the other."""


class _LoadedPlan:
    """What a process needs to play games of a plan; made once in each."""

    def __init__(self, plan: DatasetPlan) -> None:
        self.game = plan.load_game()
        self.encoding = ActionEncoding(self.game, plan.seats)
        self.observation: ObservationEncoding[Any, Any] = self.game.observation_encoding(plan.seats)


_LOADED: dict[bytes, _LoadedPlan] = {}


def play_dataset_batch(plan: DatasetPlan, bot: str, first_game: int, count: int) -> list[DatasetGame]:
    """So many games of a bot from that number on, in whichever process gets them."""
    key = msgspec.json.encode(plan)
    if key not in _LOADED:
        _LOADED[key] = _LoadedPlan(plan)
    return [_play_dataset_game(_LOADED[key], plan, bot, number) for number in range(first_game, first_game + count)]


def _play_dataset_game(loaded: _LoadedPlan, plan: DatasetPlan, bot: str, game_number: int) -> DatasetGame:
    game, encoding = loaded.game, loaded.encoding
    seed = f"{plan.seed}:{bot}:{game_number}"
    scheduled = ScheduledGame(game=game_number, round=game_number, pairing=0, lineup=(bot,) * plan.seats, seed=seed)
    players = [create_bot(bot) for _seat in range(plan.seats)]
    choose_action = create_action_chooser(game, players, seed)
    seats: list[int] = []
    legal: list[list[int]] = []
    actions: list[int] = []
    rows: list[bytes] = []

    def choose(state: State, seat: int) -> Action:
        seats.append(seat)
        legal.append(sorted(encoding.list_indices(game.legal(state, seat))))
        rows.append(bytes(loaded.observation.encode(game, state, seat)))
        action = choose_action(state, seat)
        try:
            actions.append(encoding.list_indices([action])[0])
        except KeyError:
            actions.append(NO_NUMBER)
        return action

    played = play_game(game, plan.seats, choose, create_record_chance_source(seed))
    return DatasetGame(
        result=build_game_result(game, played.state, scheduled, played.count_choices()),
        seed=seed,
        utilities=compute_zero_sum_utilities(game, played.state),
        seats=seats,
        legal=legal,
        actions=actions,
        observations=b"".join(rows),
    )

"""Comparisons of own editions with the house's, played in the background on time that nobody else wants."""

import asyncio
import logging

from aerodrome.core.registry import load
from aerodrome.lab.edition_trial import TrialGameResult, compare_trial_games, describe_trial_certainty, play_trial_games
from aerodrome.matches.bot_pool import BotPool
from aerodrome.matches.errors import InvalidState
from aerodrome.matches.fair_queue import ShareKey
from aerodrome.matches.service import MatchService
from aerodrome.matches.worker_pool import WorkerError
from aerodrome.server import schemas

log = logging.getLogger("aerodrome.server")

GAMES = 100
"""With each edition: two hundred in all."""
BATCH = 2

MAX_KEPT = 50
MAX_RUNNING = 8
MAX_SEATS = 3
"""As many as the fewest that all titles take: short games say enough."""
MIN_TOLD = 5


class EditionTrial:
    """One comparison and how far it is."""

    def __init__(self, title: str, edition: bytes, share: ShareKey) -> None:
        self.title = title
        self.edition = edition
        self.share = share
        self.house_games: list[TrialGameResult] = []
        self.own_games: list[TrialGameResult] = []
        self.problem = ""
        self.task: asyncio.Task[None] | None = None

    @property
    def is_over(self) -> bool:
        return bool(self.problem) or len(self.own_games) >= GAMES

    async def play_trial_games(self, pool: BotPool) -> None:
        """A few games with the one, the same with the other, until all are played."""
        seats = max(MAX_SEATS, load(self.title).seats_min)
        try:
            for first in range(0, GAMES, BATCH):
                for edition, games in (("house", self.house_games), (self.edition, self.own_games)):
                    games += await pool.run_in_idle_time(
                        play_trial_games,
                        self.title,
                        edition,
                        seats,
                        first,
                        BATCH,
                        share=self.share,
                    )
        except WorkerError as error:
            log.warning("a comparison of editions stopped: %s", error)
            self.problem = "The comparison stopped: the bots could not play on with this edition."

    def build_trial_info(self) -> schemas.EditionTrialInfo:
        """What can be said of the games so far."""
        games = min(len(self.house_games), len(self.own_games))
        rows = compare_trial_games(self.house_games[:games], self.own_games[:games]) if games >= MIN_TOLD else []
        lines = [
            schemas.EditionFigureComparison(row.name, *row.format_cells(), row.differs_significantly) for row in rows
        ]
        certainty = describe_trial_certainty(rows, games) if rows else "Too few games so far to say anything."
        played = len(self.house_games) + len(self.own_games)
        return schemas.EditionTrialInfo(played, 2 * GAMES, self.is_over, lines, certainty, self.problem)


class EditionTrialRegistry:
    """The comparisons of this process: kept in memory until newer ones take their place."""

    def __init__(self, service: MatchService) -> None:
        self._service = service
        self._trials: dict[tuple[str, str], EditionTrial] = {}

    def start_or_find_trial(
        self, key: str, edition_hash: str, title: str, edition: bytes, share: ShareKey
    ) -> EditionTrial:
        """The comparison of this edition; begun unless it is there. One runs for each person."""
        found = self._trials.get((key, edition_hash))
        if found is not None and not found.problem:
            return found
        running = [name for name, trial in self._trials.items() if not trial.is_over]
        if any(owner == key for owner, _hash in running):
            raise InvalidState("Your last comparison is still being played. One goes on at a time.")
        if len(running) >= MAX_RUNNING:
            raise InvalidState("The machine is busy with the comparisons of others. Try again later.")
        trial = EditionTrial(title, edition, share)
        trial.task = asyncio.create_task(trial.play_trial_games(self._service.bot_pool))
        self._trials[key, edition_hash] = trial
        self._forget_oldest_finished()
        return trial

    def find_trial(self, key: str, edition_hash: str) -> EditionTrial | None:
        """The comparison of this edition, if there is one."""
        return self._trials.get((key, edition_hash))

    def _forget_oldest_finished(self) -> None:
        for name in [name for name, trial in self._trials.items() if trial.is_over][: -MAX_KEPT or None]:
            del self._trials[name]

    async def close(self) -> None:
        """Stop what is under way."""
        tasks = [trial.task for trial in self._trials.values() if trial.task is not None]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

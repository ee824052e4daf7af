"""Lets tournaments go on by themselves: what is due follows from the database alone, so that a restart goes on."""

import asyncio
import contextlib
import logging

from sqlalchemy.exc import SQLAlchemyError

from aerodrome.matches import competition_changes, util
from aerodrome.matches.competition_state import Competition
from aerodrome.matches.competition_store import CompetitionStore
from aerodrome.matches.errors import MatchError
from aerodrome.matches.housekeeping import DAY_MS
from aerodrome.matches.service import MatchService

log = logging.getLogger("aerodrome.matches")

LOOK_INTERVAL_S = 2.0
CLEANING_INTERVAL_MS = 3_600_000


class CompetitionDriver:
    """Begins tournaments and rounds, and ends them; one for each process."""

    def __init__(self, service: MatchService) -> None:
        self.service = service
        self.store = CompetitionStore(service.store)
        self._cleaned_ms = 0

    async def run_until_cancelled(self) -> None:
        """Until cancelled."""
        while True:
            self.service.competition_news.clear()
            try:
                await self.void_tables_and_advance_competitions()
                await self._remove_old_competitions_if_due()
            except (SQLAlchemyError, OSError, MatchError) as error:
                log.warning("tournaments could not go on: %s", type(error).__name__)
            except Exception:
                log.exception("tournaments could not go on")
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(self.service.competition_news.wait(), LOOK_INTERVAL_S)

    async def void_tables_and_advance_competitions(self) -> None:
        """Do what is due now. Whatever is wrong with one tournament, the others go on."""
        voided = await self.store.void_unplayable_tables(self.service.set_aside_matches.keys())
        if voided:
            log.warning("%d tables of tournaments cannot be read and are void", voided)
        for id in await self.store.list_due_competition_ids(util.now_ms()):
            try:
                await self.change_competition_and_load_new_tables(
                    id, lambda one: competition_changes.advance_competition(one, util.now_ms())
                )
            except MatchError as error:
                log.error("a tournament could not go on: %s", error, extra={"competition": id})
            except (SQLAlchemyError, OSError):
                raise
            except Exception:
                log.exception("a tournament could not go on", extra={"competition": id})

    async def change_competition_and_load_new_tables(self, id: str, change: competition_changes.Change) -> Competition:
        """Change a tournament; the tables that come into being begin at once."""
        competition, made = await self.store.change_competition_and_list_new_tables(id, change)
        for table in made:
            # If this fails or the server dies here, the sweep takes the table up: it is due.
            with contextlib.suppress(MatchError):
                await self.service.get_match(table.match_id)
        return competition

    async def _remove_old_competitions_if_due(self) -> None:
        now_ms, retention = util.now_ms(), self.service.retention
        if retention is not None and retention.finished_days > 0 and now_ms - self._cleaned_ms > CLEANING_INTERVAL_MS:
            self._cleaned_ms = now_ms
            await self.store.remove_old_competitions(now_ms - int(retention.finished_days * DAY_MS))

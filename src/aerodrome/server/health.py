"""Whether the server does its work, for whoever watches it."""

from sqlalchemy.exc import SQLAlchemyError

from aerodrome.matches.errors import StorageUnavailable, VersionConflict
from aerodrome.matches.service import MatchService

FAILURES_BEFORE_ALARM = 3
"""One crashed worker or one missed sweep is repaired by itself."""


async def list_health_problems(service: MatchService) -> list[str]:
    """What is wrong, in sentences; nothing when all is well."""
    problems = [await _find_database_problem(service)]
    if service.bot_pool.failures_in_a_row >= FAILURES_BEFORE_ALARM:
        problems.append("The bots' processes crash or hang again and again.")
    if service.failed_sweeps >= FAILURES_BEFORE_ALARM:
        problems.append("Bots and clocks of sleeping tables are not taken up: the sweep fails.")
    return [problem for problem in problems if problem]


async def _find_database_problem(service: MatchService) -> str:
    """Why nothing can be read or, after a write failed, written."""
    try:
        if service.store.write_failure:
            # Nobody may be writing any more: find out whether it works again.
            await service.store.probe_write()
        await service.store.ping_database()
    except StorageUnavailable as error:
        return str(error)
    except (SQLAlchemyError, OSError):
        return "The database does not answer."
    except VersionConflict:
        return ""
    return ""

"""Somebody who takes part in tournaments wants to be forgotten."""

from sqlalchemy import delete, func, select, update
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches.schema import competition_entrants, competitions


async def erase_account_from_competitions(connection: AsyncConnection, account: str, now_ms: int) -> None:
    """The account is gone from tournaments that have not begun, and is a former player in all others.

    What it organised and has not begun is called off; what runs goes on without an organiser.
    """
    row, entrant = competitions.c, competition_entrants.c
    is_mine = entrant.account == account
    entered = select(entrant.competition).where(is_mine)
    is_touched = row.id.in_(entered) | (row.organiser == account)
    await connection.execute(update(competitions).where(is_touched).values(revision=row.revision + 1))
    unstarted = select(row.id).where(row.status == "open")
    await connection.execute(delete(competition_entrants).where(is_mine, entrant.competition.in_(unstarted)))
    round_now = select(row.round).where(row.id == entrant.competition).scalar_subquery()
    last_round = func.coalesce(entrant.last_round, round_now)
    await connection.execute(update(competition_entrants).where(is_mine).values(account=None, last_round=last_round))
    organised = update(competitions).where(row.organiser == account)
    call_off = organised.where(row.status == "open")
    await connection.execute(call_off.values(status="cancelled", ended_ms=now_ms, end_reason="organiser"))
    await connection.execute(organised.values(organiser=None))

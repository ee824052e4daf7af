"""What people's decisions of each kind cost: kept when the review of a match becomes whole, read for their pages."""

import math
from collections import Counter
from collections.abc import Collection, Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

import msgspec
from sqlalchemy import delete, func, insert, select
from sqlalchemy.ext.asyncio import AsyncConnection

from aerodrome.matches.match import Match
from aerodrome.matches.schema import accounts, decision_figures, seat_claims
from aerodrome.matches.stored_rows import build_from_readable_rows, convert_row
from aerodrome.reviews.strengths import LossSum

if TYPE_CHECKING:
    from aerodrome.matches.store import MatchStore

A_FIGURE = "a figure of decisions"
MOST_OWN_ROWS = 1_000
"""So many figures of a person in a title are read, those of the latest reviews: some 100 matches."""
MOST_ROWS_OF_OTHERS = 2_000
"""So many figures of others they are compared with: the work for a page does not grow with the server."""


class SeatActionTypeLoss(NamedTuple):
    """What a seat's choices of one type of action cost in a match."""

    seat: int
    kind: str
    total: LossSum


class MatchDecisionFigures(NamedTuple):
    """What a whole review adds up to, and which judgement it is of."""

    match_id: str
    title: str
    judgement: int
    at_ms: int
    losses: list[SeatActionTypeLoss]


class PersonActionTypeLoss(NamedTuple):
    """What somebody's choices of one type of action cost, in one match or in several."""

    whose: str
    kind: str
    total: LossSum


class _PlayedActionType(msgspec.Struct):
    type: str


class _PlayedAlternative(msgspec.Struct):
    action: _PlayedActionType


class _DecisionLoss(msgspec.Struct):
    seat: int
    played: _PlayedAlternative
    loss: float


class _DecisionOfTaskResult(msgspec.Struct):
    """The little of a task's result that is counted here."""

    decision: _DecisionLoss | None = None


_decoder = msgspec.json.Decoder(_DecisionOfTaskResult)


def list_seats_played_by_one_person(match: Match) -> list[int]:
    """The seats where one person made every choice: none where others chose before or between, or at one screen."""
    setup = match.setup
    if setup.own_edition or setup.mode == "hotseat" or setup.lesson or setup.imported_actions:
        return []
    return [number for number, seat in enumerate(match.seats) if seat.is_person and number not in match.left_seats]


def sum_losses_by_seat_and_action_type(
    encoded_results: Iterable[bytes], seats: Collection[int]
) -> list[SeatActionTypeLoss]:
    """What the decisions of these seats cost, from all results of a review."""
    sums: dict[tuple[int, str], LossSum] = {}
    for encoded in encoded_results:
        found = _decoder.decode(encoded).decision
        if found is not None and found.seat in seats:
            key = found.seat, found.played.action.type
            sums[key] = sums.get(key, LossSum()) + LossSum(1, found.loss, found.loss**2)
    return [SeatActionTypeLoss(seat, kind, total) for (seat, kind), total in sorted(sums.items())]


async def replace_decision_figures_of_match(connection: AsyncConnection, figures: MatchDecisionFigures) -> None:
    """Keep what the seats lost that belong to somebody with an account, instead of what was kept of the match."""
    await connection.execute(delete(decision_figures).where(decision_figures.c.match == figures.match_id))
    holders = await _find_sole_account_ids_by_seat(connection, figures.match_id)
    common = {"match": figures.match_id, "title": figures.title, "judgement": figures.judgement}
    rows = [
        {
            **common,
            "at_ms": figures.at_ms,
            "account": holders[one.seat],
            "seat": one.seat,
            "kind": one.kind,
            **one.total._asdict(),
        }
        for one in figures.losses
        if one.seat in holders
    ]
    if rows:
        await connection.execute(insert(decision_figures), rows)


async def _find_sole_account_ids_by_seat(connection: AsyncConnection, match_id: str) -> dict[int, str]:
    """Accounts by seat, where one account holds the seat and no other seat."""
    query = select(seat_claims.c.seat, accounts.c.id).join_from(
        seat_claims, accounts, seat_claims.c.key == accounts.c.key
    )
    rows = (await connection.execute(query.where(seat_claims.c.match == match_id, seat_claims.c.seat >= 0))).all()
    seats, people = Counter(row[0] for row in rows), Counter(row[1] for row in rows)
    return {seat: account for seat, account in rows if seats[seat] == people[account] == 1}


async def read_decision_losses_by_match(
    store: "MatchStore", account: str, title: str, judgement_version: int
) -> list[PersonActionTypeLoss]:
    """What somebody's choices cost in each match of a title that was reviewed, the latest reviews first."""
    row = decision_figures.c
    query = select(row.match, row.kind, row.decisions, row.loss, row.loss_squares)
    mine = query.where(row.account == account, row.title == title, row.judgement == judgement_version)
    rows = await store.fetch_all(mine.order_by(row.at_ms.desc(), row.match).limit(MOST_OWN_ROWS))
    return build_from_readable_rows(rows, _build_person_action_type_loss, A_FIGURE)


async def read_decision_losses_of_others(
    store: "MatchStore", account: str, title: str, judgement_version: int
) -> list[PersonActionTypeLoss]:
    """What the choices of everybody else cost, person by person, from the latest reviews."""
    row = decision_figures.c
    columns = (row.account, row.kind, row.decisions, row.loss, row.loss_squares)
    others = select(*columns).where(row.title == title, row.judgement == judgement_version, row.account != account)
    latest = others.order_by(row.at_ms.desc()).limit(MOST_ROWS_OF_OTHERS).subquery().c
    sums = (func.sum(latest.decisions), func.sum(latest.loss), func.sum(latest.loss_squares))
    query = select(latest.account, latest.kind, *sums).group_by(latest.account, latest.kind)
    return build_from_readable_rows(await store.fetch_all(query), _build_person_action_type_loss, A_FIGURE)


async def list_stored_decision_figures(store: "MatchStore", account: str, limit: int) -> list[dict[str, Any]]:
    """All that is kept of somebody, newest first."""
    names = ("match", "title", "kind", "at_ms", "decisions", "loss", "loss_squares")
    query = select(*(decision_figures.c[name] for name in names)).where(decision_figures.c.account == account)
    rows = await store.fetch_all(query.order_by(decision_figures.c.at_ms.desc()).limit(limit))
    return [dict(zip(names, row, strict=True)) for row in rows]


def _build_person_action_type_loss(row: Any) -> PersonActionTypeLoss:
    decisions, loss, squares = convert_row((int(row[2]), *row[3:5]), tuple[int, float, float])
    if not (decisions > 0 and math.isfinite(loss) and math.isfinite(squares)):
        raise ValueError(f"no such figures: {decisions} decisions, {loss}, {squares}")
    return PersonActionTypeLoss(row[0], row[1], LossSum(decisions, loss, squares))

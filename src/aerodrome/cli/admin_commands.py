"""`aerodrome admin`: what an operator does with the database of a server. Needs `aerodrome[server]`."""

import asyncio
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Literal

from cyclopts import App, Parameter

from aerodrome.cli.missing_extras import UserError, explaining_missing_extra

if TYPE_CHECKING:
    from aerodrome.matches.administration import MatchRow
    from aerodrome.matches.store import MatchStore

admin_app = App(name="admin", help="The database of a server: its matches, and what people reported in chat.")

Database = Annotated[
    str | None, Parameter(help="A path or a database URL; without one, SQLite in the user's data folder.")
]
MatchId = Annotated[str, Parameter(help="The id of a match, as in its address.", allow_leading_hyphen=True)]
LARGEST = 10


@admin_app.command(name="list")
def list_matches(
    *,
    database: Database = None,
    status: Annotated[
        Literal["waiting", "playing", "over", "set-aside"] | None, Parameter(help="Only matches of this status.")
    ] = None,
    title: Annotated[str, Parameter(help="Only matches of this title.")] = "",
    idle_days: Annotated[float, Parameter(help="Only matches in which nothing happened for so many days.")] = 0.0,
    limit: Annotated[int, Parameter(help="At most so many; 0 for all.")] = 0,
) -> None:
    """List matches with their size and when something last happened."""

    async def work(store: "MatchStore") -> None:
        from aerodrome.matches import administration, util

        before_ms = util.now_ms() - int(idle_days * 86_400_000) if idle_days else None
        count = 0
        async for row in administration.iter_match_rows(store, status, title, before_ms):
            print(_format_match_row(row))
            count += 1
            if count == limit:
                break
        print(f"{count} matches" if count != 1 else "1 match")

    run_with_match_store(work, database)


@admin_app.command(name="show")
def show_match(match: MatchId, *, database: Database = None) -> None:
    """Show what is known of a match, and whether it can be read."""

    async def work(store: "MatchStore") -> None:
        from aerodrome.matches import administration
        from aerodrome.matches.errors import UnreadableMatch

        row = await administration.get_match_row(store, match)
        print(_format_match_row(row))
        try:
            found = await administration.load_match_even_if_set_aside(store, match)
        except UnreadableMatch as error:
            print(f"cannot be read: {error}")
            return
        setup = found.setup
        print(f"edition {found.game.edition_id} ({found.game.edition_hash[:12]}), options {setup.options}")
        print(
            f"opened {format_local_time(setup.created_at_ms)}, {setup.mode}, "
            f"{found.actions_in_force_count} actions in force"
        )
        for seat, state in enumerate(found.seats):
            asked = ", is asked" if state.question_seq is not None else ""
            level = f" ({state.level})" if state.level else ""
            print(f"seat {seat} {found.game.seat_name(seat)}: {state.kind}{level} {state.name}{asked}")

    run_with_match_store(work, database)


@admin_app.command(name="export")
def export_match(
    match: MatchId,
    *,
    database: Database = None,
    raw: Annotated[
        bool, Parameter(help="All that is stored, with secrets, readable or not; else the record.", negative="")
    ] = False,
    out: Annotated[Path | None, Parameter(help="The file to write; else it is printed.")] = None,
) -> None:
    """Export the record of a match (its seed only when it is over), or all that is stored of it, as JSON."""

    async def work(store: "MatchStore") -> None:
        import msgspec

        from aerodrome.matches import administration

        if raw:
            data = msgspec.json.encode(await administration.export_match_rows(store, match))
        else:
            found = await administration.load_match_even_if_set_aside(store, match)
            data = found.export_record(reveal_seed=found.is_over)
        if out is not None:
            out.write_bytes(data)
        else:
            print(data.decode())

    run_with_match_store(work, database)


@admin_app.command(name="delete")
def delete_matches(
    *match: MatchId,
    database: Database = None,
    yes: Annotated[bool, Parameter(help="Really do it; without this, they are only named.", negative="")] = False,
) -> None:
    """Remove matches with all that hangs on them: events, seats, links, notification addresses."""

    async def work(store: "MatchStore") -> None:
        from aerodrome.matches import administration

        rows = [await administration.get_match_row(store, id) for id in match]
        for row in rows:
            if yes:
                await store.delete_match(row.id)
            print(f"{'removed' if yes else 'would remove'} {_format_match_row(row)}")
        if rows and not yes:
            raise UserError("nothing was removed: say --yes")

    run_with_match_store(work, database)


@admin_app.command(name="sizes")
def show_sizes(*, database: Database = None) -> None:
    """Show how much each table holds, matches by title and status, and the largest matches."""

    async def work(store: "MatchStore") -> None:
        from aerodrome.matches import administration

        for table in await administration.measure_database_tables(store):
            print(f"{table.name:<12} {table.rows:>10} rows {_format_byte_size(table.size):>10}")
        rows = [row async for row in administration.iter_match_rows(store)]
        for title, status in sorted({(row.title, row.status) for row in rows}):
            same = [row.size for row in rows if (row.title, row.status) == (title, status)]
            print(f"{title:<12} {status:<8} {len(same):>6} matches {_format_byte_size(sum(same)):>10}")
        for row in sorted(rows, key=lambda row: -row.size)[:LARGEST]:
            print(_format_match_row(row))

    run_with_match_store(work, database)


@admin_app.command(name="check")
def check_database(
    *,
    database: Database = None,
    repair: Annotated[
        bool, Parameter(help="Set bad matches aside, take up those that can be read again.", negative="")
    ] = False,
) -> None:
    """Read every match from its first event on, and the rows of all tables, and name what is bad.

    The exit code is 1 when something is wrong.
    """

    async def work(store: "MatchStore") -> None:
        from aerodrome.matches import administration, row_checks

        count = bad = 0
        async for result in administration.check_matches(store):
            count += 1
            found = result.problem
            if not found and result.bad_snapshots_from is not None:
                found = f"the snapshot at {result.bad_snapshots_from} is not what the events give"
            if not found and result.set_aside:
                found = f"is set aside and can be read ({result.set_aside})"
            if found:
                bad += 1
                done = f": {await administration.repair_match_and_describe_repair(store, result)}" if repair else ""
                print(f"{result.id}  {found}{done}")
        orphans = await administration.count_orphan_rows(store)
        for table, rows in orphans.items():
            print(f"{table}: {rows} rows of matches that are not there{': removed' if repair else ''}")
        if repair:
            await administration.delete_orphan_rows(store)
        bad_rows = [row async for row in row_checks.iter_unreadable_rows(store)]
        for row in bad_rows:
            done = ": removed" if row.is_safe_to_delete else ": left as it is"
            print(f"{row}{done if repair else ''}")
            if repair and row.is_safe_to_delete:
                await row_checks.delete_unreadable_row(store, row)
        print(f"{count} matches read, {bad} of them bad; {len(bad_rows)} bad rows beside them")
        if (bad or orphans or bad_rows) and not repair:
            raise UserError("something is wrong: --repair sets bad matches aside")
        if any(not row.is_safe_to_delete for row in bad_rows):
            raise UserError("rows that cannot be read are left as they are: they come back with a backup")

    run_with_match_store(work, database)


def run_with_match_store(store_command: "Callable[[MatchStore], Awaitable[None]]", database_url: str | None) -> None:
    """Run a command on the database; what is wrong with that is said in a sentence."""
    with explaining_missing_extra("server", "aerodrome admin"):
        from sqlalchemy.exc import SQLAlchemyError

        from aerodrome.matches.errors import MatchError
        from aerodrome.matches.migrations import DatabaseTooNew, DatabaseTooOld
        from aerodrome.server.settings import get_default_database_path
    place = database_url or str(get_default_database_path())
    if "://" not in place and not Path(place).is_file():
        raise UserError(f"there is no database {place}")

    async def run() -> None:
        async with _open_match_store(place) as store:
            await store_command(store)

    try:
        asyncio.run(run())
    except (MatchError, DatabaseTooNew, DatabaseTooOld) as error:
        raise UserError(str(error)) from None
    except SQLAlchemyError as error:
        raise UserError(f"the database cannot be used: {str(getattr(error, 'orig', error)).splitlines()[0]}") from None
    finally:
        sys.stdout.flush()


@asynccontextmanager
async def _open_match_store(database_url: str) -> "AsyncIterator[MatchStore]":
    from aerodrome.matches.store import MatchStore

    store = MatchStore(database_url)
    try:
        await store.open_for_administration()
        yield store
    finally:
        await store.close()


def _format_match_row(row: "MatchRow") -> str:
    line = (
        f"{row.id:<14} {row.title:<10} rules {row.rules_version} {row.status:<8} {row.events:>6} events "
        f"{_format_byte_size(row.size):>9}  {format_local_time(row.updated_at_ms)}"
    )
    return f"{line}  {row.set_aside}" if row.set_aside else line


def format_local_time(epoch_ms: int) -> str:
    """A time as the operator reads it."""
    return datetime.fromtimestamp(epoch_ms / 1000).astimezone().isoformat(sep=" ", timespec="minutes")


def _format_byte_size(byte_count: int) -> str:
    return f"{byte_count / 1e6:.1f} MB" if byte_count >= 100_000 else f"{byte_count / 1e3:.1f} kB"

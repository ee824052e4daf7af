"""`aerodrome admin` about people: reports, suspensions, names, lines of chat. Needs `aerodrome[server]`."""

from datetime import UTC, datetime
from typing import TYPE_CHECKING, Annotated

from cyclopts import Parameter

from aerodrome.cli.admin_commands import Database, MatchId, admin_app, format_local_time, run_with_match_store
from aerodrome.cli.missing_extras import UserError

if TYPE_CHECKING:
    from aerodrome.matches.accounts import Account
    from aerodrome.matches.chat_reports import ChatReport
    from aerodrome.matches.store import MatchStore

__all__ = ["admin_app"]

AccountName = Annotated[str, Parameter(help="The name of an account.", allow_leading_hyphen=True)]
ReportId = Annotated[str, Parameter(help="The id of a report.", allow_leading_hyphen=True)]
MAX_REPORTS = 200
MAX_SUSPENDED_DAYS = 36_500


@admin_app.command(name="reports")
def list_reports(
    *,
    database: Database = None,
    closed: Annotated[bool, Parameter(help="Also those that were closed.", negative="")] = False,
) -> None:
    """List the lines of chat that were reported, oldest first."""

    async def work(store: "MatchStore") -> None:
        from aerodrome.matches.chat_reports import list_reports

        reports = await list_reports(store, closed, MAX_REPORTS)
        for report in reports:
            await _print_chat_report(store, report)
        print("1 report" if len(reports) == 1 else f"{len(reports)} reports")

    run_with_match_store(work, database)


async def _print_chat_report(store: "MatchStore", report: "ChatReport") -> None:
    from aerodrome.matches.accounts import AccountStore

    account = await AccountStore(store).find_by_key(report.reported_key)
    who = f"account {account.name}" if account is not None else "a guest, or nobody any more"
    line = await _format_reported_line_number(store, report)
    print(f"{report.id}  {format_local_time(report.created_ms)}  {report.reason}  match {report.match_id}  line {line}")
    print(f"    {report.name} ({who}): {_replace_unprintable(report.text)}")
    if report.comment:
        print(f"    comment: {_replace_unprintable(report.comment)}")
    if report.closed_ms is not None:
        print(f"    closed {format_local_time(report.closed_ms)}: {report.outcome or 'no word'}")


def _replace_unprintable(text: str) -> str:
    """What others wrote must not steer the operator's terminal."""
    return "".join(c if c.isprintable() else "\N{REPLACEMENT CHARACTER}" for c in text)


async def _format_reported_line_number(store: "MatchStore", report: "ChatReport") -> str:
    from aerodrome.matches.administration import load_match_even_if_set_aside
    from aerodrome.matches.errors import MatchError
    from aerodrome.matches.moderation import count_chat_lines_up_to

    try:
        match = await load_match_even_if_set_aside(store, report.match_id)
    except MatchError:
        return "of a match that is gone"
    return str(count_chat_lines_up_to(match, report.version))


@admin_app.command(name="close-report")
def close_report(
    report: ReportId,
    *,
    database: Database = None,
    outcome: Annotated[str, Parameter(help="What came of it, for whoever reads the list later.")] = "",
) -> None:
    """Close a report that was dealt with."""

    async def work(store: "MatchStore") -> None:
        from aerodrome.matches.chat_reports import close_report

        await close_report(store, report, outcome)
        print(f"closed {report}")

    run_with_match_store(work, database)


@admin_app.command(name="suspend")
def suspend_account(
    name: AccountName,
    *,
    reason: Annotated[str, Parameter(help="A sentence that the person is shown.")],
    database: Database = None,
    days: Annotated[float | None, Parameter(help="For so many days; without, until it is lifted.")] = None,
) -> None:
    """Suspend an account: no chat, no public or rated tables. Tables by link that run go on."""

    async def work(store: "MatchStore") -> None:
        from aerodrome.matches import util
        from aerodrome.matches.suspensions import Suspension, describe_suspension, set_or_lift_suspension

        if not reason.strip():
            raise UserError("say why: --reason is shown to the person")
        if days is not None and not -MAX_SUSPENDED_DAYS <= days <= MAX_SUSPENDED_DAYS:
            raise UserError(f"--days is at most {MAX_SUSPENDED_DAYS}; without it, until it is lifted")
        account = await _require_account(store, name)
        now_ms = util.now_ms()
        until_ms = None if days is None else now_ms + int(days * 86_400_000)
        suspension = Suspension(now_ms, until_ms, reason.strip()[:300])
        await set_or_lift_suspension(store, account.id, suspension)
        print(f"{account.name} is told: {describe_suspension(suspension)}")

    run_with_match_store(work, database)


@admin_app.command(name="lift")
def lift_suspension(name: AccountName, *, database: Database = None) -> None:
    """Lift the suspension of an account."""

    async def work(store: "MatchStore") -> None:
        from aerodrome.matches.suspensions import find_suspension, set_or_lift_suspension

        account = await _require_account(store, name)
        if await find_suspension(store, account.key) is None:
            raise UserError(f"{account.name} is not suspended")
        await set_or_lift_suspension(store, account.id, None)
        print(f"{account.name} is not suspended any more")

    run_with_match_store(work, database)


@admin_app.command(name="suspensions")
def list_suspensions(*, database: Database = None) -> None:
    """List who is suspended, until when and why."""

    async def work(store: "MatchStore") -> None:
        from aerodrome.matches.suspensions import list_suspensions

        for name, suspension in await list_suspensions(store):
            until = "until lifted"
            if suspension.until_ms is not None:
                until = f"until {datetime.fromtimestamp(suspension.until_ms / 1000, UTC):%Y-%m-%d %H:%M} UTC"
            print(f"{name}  {until}  {suspension.reason}")

    run_with_match_store(work, database)


@admin_app.command(name="rename")
def rename_account(
    name: AccountName,
    new_name: Annotated[str, Parameter(help="What the account is called from now on.", allow_leading_hyphen=True)],
    *,
    database: Database = None,
) -> None:
    """Rename an account, also at its tables that are not over."""

    async def work(store: "MatchStore") -> None:
        from aerodrome.matches.moderation import rename_account_and_seats

        account = await _require_account(store, name)
        tables = await rename_account_and_seats(store, account, new_name)
        print(f"{account.name} is now {new_name}; renamed at {len(tables)} running tables")

    run_with_match_store(work, database)


@admin_app.command(name="remove-chat")
def remove_chat(
    match: MatchId,
    line: Annotated[int, Parameter(help="The number of the line among those of the chat, as `reports` says it.")],
    *,
    database: Database = None,
) -> None:
    """Remove a line of chat for everybody; the log keeps that a line was removed."""

    async def work(store: "MatchStore") -> None:
        from aerodrome.matches.moderation import remove_chat_line_and_get_text

        text = await remove_chat_line_and_get_text(store, match, line)
        print(f"removed: {_replace_unprintable(text)}")

    run_with_match_store(work, database)


async def _require_account(store: "MatchStore", name: str) -> "Account":
    from aerodrome.matches.accounts import AccountStore

    account = await AccountStore(store).find_by_similar_name(name)
    if account is None:
        raise UserError(f"there is no account {name}")
    return account

"""Who may do what: every route of the API against everybody who could ask. A route that is not in the table fails."""

from collections.abc import Callable
from typing import Any, NamedTuple

import httpx
import pytest

from aerodrome.server.app import Application
from server.client import Browser
from server.people import befriend, invite, sign_up

Browsers = Callable[[], Browser]
BID = {"type": "bid", "amount": 3}
BOT = {"kind": "bot", "level": "random"}
ROLES = ("nobody", "stranger", "watcher", "seated", "host")
"""Without a cookie; with that of another table; who watches; who sits there; who opened the table and sits there."""
M = "/api/matches/{id}"

# What each role gets: of a running table first, then what is asked before it begins (there nobody watches).
Expected = tuple[int | None, ...]
HIDDEN, SEATED = (404, 404), (404, 404, 403)
EVERYBODY: Expected = (200, 200, 200, 200, 200)
MATCH_ROUTES: dict[tuple[str, str], tuple[Any, Expected]] = {
    ("GET", f"{M}/"): (None, (*HIDDEN, 200, 200, 200)),
    ("POST", f"{M}/actions"): ({"seq": 2, "action": BID}, (*SEATED, 200, 200)),
    ("POST", f"{M}/validate"): ({"action": BID}, (*SEATED, 200, 200)),
    ("GET", f"{M}/outcomes"): (None, (*HIDDEN, 409, 200, 200)),
    ("GET", f"{M}/positions/0"): (None, (*HIDDEN, 200, 200, 200)),
    ("GET", f'{M}/description?where={{"kind":"card"}}'): (None, (*HIDDEN, 200, 200, 200)),
    ("GET", f"{M}/log?before=2.1"): (None, (*HIDDEN, 200, 200, 200)),
    ("GET", f"{M}/chat?before=1"): (None, (*HIDDEN, 200, 200, 200)),
    ("POST", f"{M}/chat"): ({"text": "hello"}, (*SEATED, 200, 200)),
    ("GET", f"{M}/statistics"): (None, (*HIDDEN, 200, 200, 200)),
    ("POST", f"{M}/hint"): ({}, (*SEATED, 200, 200)),
    ("POST", f"{M}/undo"): ({"scope": "choice"}, (*SEATED, 409, 409)),
    ("POST", f"{M}/vote"): ({"id": 1, "agree": True}, (*SEATED, 409, 409)),
    ("POST", f"{M}/propose-end"): ({}, (*SEATED, 200, 200)),
    ("POST", f"{M}/standing-orders"): ({"key": "none", "enabled": True}, (*SEATED, 409, 409)),
    ("POST", f"{M}/time-away"): ({"periods": []}, (*SEATED, 409, 409)),
    ("POST", f"{M}/leave"): ({}, (*SEATED, 200, 200)),
    ("POST", f"{M}/resume"): ({}, (*SEATED, 200, 200)),
    ("POST", f"{M}/replace"): ({"target": 0, "level": "random"}, (*SEATED, 403, 200)),
    ("POST", f"{M}/close"): ({}, (*SEATED, 403, 409)),
    ("POST", f"{M}/listing"): ({"public": None}, (*SEATED, 403, 409)),
    ("POST", f"{M}/return-key"): ({}, (*SEATED, 200, 200)),
    ("GET", f"{M}/devices"): (None, (*SEATED, 200, 200)),
    ("POST", f"{M}/devices/link"): ({}, (*SEATED, 200, 200)),
    ("POST", f"{M}/devices/remove"): ({"id": "0" * 12}, (*SEATED, 404, 404)),
    ("POST", f"{M}/rename"): ({"name": "Another"}, (*SEATED, 200, 200)),
    ("GET", f"{M}/notifications"): (None, (*SEATED, 200, 200)),
    ("POST", f"{M}/notifications"): ({"address": ""}, (*SEATED, 200, 200)),
    ("GET", f"{M}/notes"): (None, (*SEATED, 200, 200)),
    ("POST", f"{M}/notes"): ({"text": "mine", "revision": 0}, (*SEATED, 200, 200)),
    ("POST", f"{M}/rematch"): ({}, (*SEATED, 409, 409)),
    ("POST", f"{M}/play-on"): ({}, (*SEATED, 409, 409)),
    ("GET", f"{M}/record"): (None, (*HIDDEN, 409, 409, 409)),
    ("GET", f"{M}/ratings"): (None, (*HIDDEN, 200, 200, 200)),
    ("GET", f"{M}/edition"): (None, (404, 404, 404, 404, 404)),
    ("POST", f"{M}/coach/points"): ({}, (*SEATED, 200, 200)),
    ("POST", f"{M}/coach/keep"): ({}, (*SEATED, 200, 200)),
    ("POST", f"{M}/coach/judgement"): ({}, (*SEATED, 200, 200)),
    ("POST", f"{M}/review"): ({}, (*SEATED, 409, 409)),
    ("GET", f"{M}/review"): (None, (*SEATED, 409, 409)),
    ("GET", f"{M}/review/progress"): (None, (*SEATED, 409, 409)),
    ("GET", f"{M}/review/page"): (None, (*SEATED, 409, 409)),
    ("GET", f"{M}/review/positions/0"): (None, (*SEATED, 409, 409)),
    ("POST", f"{M}/review/sharing"): ({"agree": True}, (*SEATED, 409, 409)),
    ("GET", f"{M}/people"): (None, (*HIDDEN, 200, 200, 200)),
    ("POST", f"{M}/people/0/mute"): ({"muted": True}, (*HIDDEN, 200, 200, 409)),
    ("POST", f"{M}/people/0/block"): ({}, (*SEATED, 403, 403)),
    ("POST", f"{M}/people/0/ask"): ({}, (*SEATED, 403, 403)),
    ("POST", f"{M}/chat/1/report"): ({"reason": "spam"}, (404, 404, 404, 404, 404)),
    ("GET", f"{M}/personal-invitations"): (None, (*SEATED, 403, 403)),
    ("POST", f"{M}/personal-invitations"): ({"name": "Nobody", "seat": 1}, (*SEATED, 403, 403)),
    ("POST", f"{M}/personal-invitations/none/withdraw"): ({}, (*SEATED, 403, 403)),
    ("POST", "/api/public-tables/{id}/sit-down"): ({}, (404, 404, 404, 404, 404)),
    ("POST", "/api/public-tables/{id}/watch"): ({}, (404, 404, 404, 404, 404)),
}
WAITING_ROUTES: dict[tuple[str, str], tuple[Any, Expected]] = {
    ("POST", f"{M}/close"): ({}, (404, 404, None, 403, 200)),
    ("POST", f"{M}/listing"): ({"public": {"fill_after": 60}}, (404, 404, None, 403, 200)),
    ("POST", f"{M}/replace"): ({"target": 2, "level": "random"}, (404, 404, None, 403, 200)),
    ("POST", f"{M}/actions"): ({"seq": 0, "action": BID}, (404, 404, None, 409, 409)),
    ("POST", "/api/public-tables/{id}/sit-down"): ({}, (404, 404, None, 404, 404)),
}
SIGNED_OUT = (403, 403, 403, 403, 403)
WITH_COOKIE = (403, 200, 200, 200, 200)
PASSWORD = {"password": "not my password"}
TOURNAMENT = {"name": "Cup", "title": "toy", "table_size": 2, "rounds": 2, "clock": {"per_move": 60}}
PUSH = {"endpoint": "https://push.example/x", "p256dh": "A" * 87, "auth": "A" * 22}
PASSKEYS = "/api/account/passkeys"
NEW_PASSKEY = {"id": "AAAA", "client_data": "AAAA", "attestation": "AAAA"}
PASSKEY_ANSWER = {"id": "AAAA", "client_data": "AAAA", "authenticator_data": "AAAA", "signature": "AAAA"}
OPEN_ROUTES: dict[tuple[str, str], tuple[Any, Expected]] = {
    ("GET", "/api/titles"): (None, EVERYBODY),
    ("GET", "/api/titles/airline/rules"): (None, EVERYBODY),
    ("GET", "/api/titles/airline/one-page"): (None, EVERYBODY),
    ("GET", "/api/titles/airline/board"): (None, EVERYBODY),
    ("POST", "/api/matches"): ({"title": "toy", "seats": [BOT, {"kind": "open"}]}, (201,) * 5),
    ("POST", "/api/lessons"): ({"title": "airline", "lesson": "none"}, (404,) * 5),
    ("POST", "/api/matches/import"): ({"record": {}, "seats": [BOT, BOT]}, (400,) * 5),
    ("GET", "/api/invitations/no-such-token-here"): (None, (404,) * 5),
    ("POST", "/api/join"): ({"token": "no-such-token-here"}, (404,) * 5),
    ("GET", "/api/my-matches"): (None, EVERYBODY),
    ("GET", "/api/local-network"): (None, EVERYBODY),
    ("POST", "/api/local-network"): ({"open": True}, SIGNED_OUT),
    ("GET", "/api/local-network/qr?path=/"): (None, SIGNED_OUT),
    ("GET", "/api/lobby"): (None, EVERYBODY),
    ("GET", "/api/public-tables/open"): (None, EVERYBODY),
    ("POST", "/api/play-now"): ({"title": "toy", "seats": 2}, EVERYBODY),
    ("GET", "/api/titles/airline/edition"): (None, EVERYBODY),
    ("GET", "/api/editions"): (None, EVERYBODY),
    ("POST", "/api/editions"): ({"title": "airline", "text": "nothing"}, (400,) * 5),
    ("POST", "/api/editions/check"): ({"title": "airline", "text": "nothing"}, EVERYBODY),
    ("GET", f"/api/editions/{'0' * 64}"): (None, (404,) * 5),
    ("POST", f"/api/editions/{'0' * 64}/remove"): ({}, (404,) * 5),
    ("GET", f"/api/editions/{'0' * 64}/comparison"): (None, (404,) * 5),
    ("POST", f"/api/editions/{'0' * 64}/comparison"): ({}, (404,) * 5),
    ("GET", "/api/reviews/no-such-token-here"): (None, (404,) * 5),
    ("GET", "/api/reviews/no-such-token-here/page"): (None, (404,) * 5),
    ("GET", "/api/reviews/no-such-token-here/positions/0"): (None, (404,) * 5),
    ("GET", "/api/what-is-kept"): (None, EVERYBODY),
    ("GET", "/api/leaderboards/toy"): (None, EVERYBODY),
    ("GET", "/api/people/Nobody"): (None, (404,) * 5),
    ("GET", "/api/account"): (None, EVERYBODY),
    ("POST", "/api/account"): ({"name": "!", "password": "a good password"}, (400,) * 5),
    ("POST", "/api/account/sign-in"): ({"name": "Nobody", **PASSWORD}, SIGNED_OUT),
    ("POST", "/api/account/recover"): ({"name": "Nobody", "code": "aaaaa-aaaaa", **PASSWORD}, SIGNED_OUT),
    ("POST", "/api/account/sign-out"): ({}, SIGNED_OUT),
    ("POST", "/api/account/sessions/end"): ({}, SIGNED_OUT),
    ("POST", "/api/account/password"): ({**PASSWORD, "new_password": "another password"}, SIGNED_OUT),
    ("POST", "/api/account/visibility"): ({"visibility": "listed"}, SIGNED_OUT),
    ("POST", "/api/account/recovery-codes"): (PASSWORD, SIGNED_OUT),
    ("POST", "/api/account/delete"): (PASSWORD, SIGNED_OUT),
    ("GET", "/api/account/export"): (None, SIGNED_OUT),
    ("GET", "/api/friends"): (None, SIGNED_OUT),
    ("POST", "/api/friends/ask"): ({"name": "Nobody"}, SIGNED_OUT),
    ("POST", "/api/friends/accept"): ({"id": "none"}, SIGNED_OUT),
    ("POST", "/api/friends/decline"): ({"id": "none"}, SIGNED_OUT),
    ("POST", "/api/friends/withdraw"): ({"id": "none"}, SIGNED_OUT),
    ("POST", "/api/friends/end"): ({"name": "Nobody"}, SIGNED_OUT),
    ("POST", "/api/friends/settings"): ({"shows_presence": True, "invited_by": "anybody"}, SIGNED_OUT),
    ("POST", "/api/blocks"): ({"name": "Nobody"}, SIGNED_OUT),
    ("POST", "/api/blocks/lift"): ({"id": "none"}, SIGNED_OUT),
    ("GET", "/api/for-me"): (None, EVERYBODY),
    ("POST", "/api/personal-invitations/none/accept"): ({}, SIGNED_OUT),
    ("POST", "/api/personal-invitations/none/decline"): ({}, SIGNED_OUT),
    ("GET", "/api/tournaments"): (None, EVERYBODY),
    ("POST", "/api/tournaments"): (TOURNAMENT, SIGNED_OUT),
    ("GET", "/api/tournaments/none"): (None, (404,) * 5),
    ("POST", "/api/tournaments/none/sign-up"): ({}, SIGNED_OUT),
    ("POST", "/api/tournaments/none/withdraw"): ({}, SIGNED_OUT),
    ("POST", "/api/tournaments/none/start"): ({}, SIGNED_OUT),
    ("POST", "/api/tournaments/none/remove"): ({"entrant": 0}, SIGNED_OUT),
    ("POST", "/api/tournaments/none/cancel"): ({}, SIGNED_OUT),
    ("POST", "/api/tournaments/none/end"): ({}, SIGNED_OUT),
    ("POST", "/api/tournaments/none/watch"): ({"match": "none"}, (404,) * 5),
    ("POST", f"{PASSKEYS}/new-account/options"): ({"name": "Amelia"}, SIGNED_OUT),
    ("POST", f"{PASSKEYS}/new-account"): (NEW_PASSKEY, SIGNED_OUT),
    ("POST", f"{PASSKEYS}/sign-in/options"): ({}, SIGNED_OUT),
    ("POST", f"{PASSKEYS}/sign-in"): ({"passkey": PASSKEY_ANSWER}, SIGNED_OUT),
    ("POST", f"{PASSKEYS}/confirm/options"): ({}, SIGNED_OUT),
    ("POST", f"{PASSKEYS}/options"): (PASSWORD, SIGNED_OUT),
    ("POST", f"{PASSKEYS}/"): (NEW_PASSKEY, SIGNED_OUT),
    ("POST", f"{PASSKEYS}/remove"): ({"id": "0" * 12, **PASSWORD}, SIGNED_OUT),
    ("POST", f"{PASSKEYS}/only"): (PASSWORD, SIGNED_OUT),
    ("GET", "/api/account/time-away"): (None, SIGNED_OUT),
    ("POST", "/api/account/time-away"): ({"periods": []}, SIGNED_OUT),
    ("GET", "/api/notices"): (None, EVERYBODY),
    ("POST", "/api/notices/push"): (PUSH, (403, *(400,) * 4)),
    ("POST", "/api/notices/mail"): ({"address": "somebody@example.org"}, SIGNED_OUT),
    ("POST", "/api/notices/webhook"): ({"address": "https://127.0.0.1/"}, SIGNED_OUT),
    ("POST", "/api/notices/quiet-hours"): ({"begin": 0, "end": 60, "time_zone": "UTC"}, WITH_COOKIE),
    ("POST", "/api/notices/channels/none/try"): ({}, (403, *(404,) * 4)),
    ("POST", "/api/notices/channels/none/remove"): ({}, (404,) * 5),
    ("POST", "/api/notices/clear"): ({}, WITH_COOKIE),
}
KINDS = ("guest", "person", "friend", "blocked", "host")
"""A browser with a cookie; an account; a friend of the host, who is invited; whom the host has blocked; the host."""
PEOPLE_ROUTES: dict[tuple[str, str, str], tuple[Any, Expected]] = {
    ("friends", "GET", f"{M}/"): (None, (404, 404, 404, 404, 200)),
    ("friends", "POST", "/api/public-tables/{id}/sit-down"): ({}, (404, 404, 200, 404, 200)),
    ("friends", "POST", "/api/public-tables/{id}/watch"): ({}, (404, 404, 409, 404, 409)),
    ("public", "POST", "/api/public-tables/{id}/sit-down"): ({}, (200, None, 200, 403, 200)),
    ("friends", "POST", f"{M}/personal-invitations"): ({"name": "Nobody", "seat": 1}, (404, 404, 404, 404, 200)),
    ("friends", "GET", f"{M}/personal-invitations"): (None, (404, 404, 404, 404, 200)),
    ("friends", "POST", f"{M}/personal-invitations/{{invitation}}/withdraw"): ({}, (404, 404, 404, 404, 200)),
    ("friends", "POST", "/api/personal-invitations/{invitation}/accept"): ({}, (403, 404, 200, 404, 404)),
    ("friends", "POST", "/api/personal-invitations/{invitation}/decline"): ({}, (403, 404, 200, 404, 404)),
    ("friends", "POST", "/api/friends/ask"): ({"name": "Hosta"}, (403, 200, 409, 200, 409)),
    ("friends", "POST", "/api/friends/end"): ({"name": "Hosta"}, (403, 404, 200, 404, 404)),
    ("friends", "POST", "/api/blocks"): ({"name": "Hosta"}, (403, 200, 200, 200, 409)),
    ("friends", "GET", "/api/people/Hosta"): (None, (200, 200, 200, 200, 200)),
}
OF_NOBODY = ("friends/accept", "friends/decline", "friends/withdraw", "friends/end", "blocks/lift")
SIGNED_IN: dict[tuple[str, str], int] = {
    ("POST", "/api/account"): 409,
    ("POST", "/api/tournaments"): 201,
    ("GET", "/api/friends"): 200,
    **{("GET", f"/api/account/{what}"): 200 for what in ("export", "time-away")},
    **{("POST", f"/api/account/{what}"): 200 for what in ("sign-out", "sessions/end", "visibility", "time-away")},
    **{("POST", f"/api/{what}"): 200 for what in ("friends/ask", "friends/settings", "blocks")},
    **{("POST", f"/api/{what}"): 404 for what in OF_NOBODY},
    **{("POST", f"/api/personal-invitations/none/{what}"): 404 for what in ("accept", "decline")},
    **{
        ("POST", f"/api/tournaments/none/{what}"): 404
        for what in ("sign-up", "withdraw", "start", "remove", "cancel", "end")
    },
}
"""What an account gets where that is not what a browser without one gets; a wrong password stays a refusal."""
TRIED_ELSEWHERE = {("GET", "/api/matches/{id}/events")}
"""A stream does not end: test_refusals, test_seats and test_accounts have it."""


class Table(NamedTuple):
    id: str
    people: dict[str, Browser]


async def seat_everybody(browsers: Browsers, is_running: bool) -> Table:
    people = {role: browsers() for role in ROLES}
    await people["stranger"].make("toy", "me", "open")
    seats = ("me", "open") if is_running else ("me", "open", "open")
    made = await people["host"].make("toy", *seats)
    await people["seated"].join(made["links"][1], "Berta")
    if is_running:
        await people["watcher"].join(made["spectator_link"])
    return Table(made["id"], people)


async def ask(browser: Browser, method: str, path: str, body: Any) -> httpx.Response:
    if method == "GET":
        return await browser.http.get(path)
    return await browser.http.post(path, json=body)


async def list_surprises(
    browsers: Browsers, routes: dict[tuple[str, str], tuple[Any, Expected]], is_running: bool
) -> list[str]:
    """Every role at a table of its own: what one does there must not decide what the next one may."""
    surprises = []
    for (method, path), (body, expected) in routes.items():
        table = await seat_everybody(browsers, is_running)
        for role, status in zip(ROLES, expected, strict=True):
            if status is None:
                continue
            if "{id}" in path and role != ROLES[0]:
                table = await seat_everybody(browsers, is_running)
            answer = await ask(table.people[role], method, path.replace("{id}", table.id), body)
            if answer.status_code != status:
                surprises.append(f"{role}: {method} {path}: {answer.status_code}, not {status}: {answer.text[:120]}")
    return surprises


@pytest.mark.parametrize(("routes", "is_running"), [(MATCH_ROUTES, True), (WAITING_ROUTES, False), (OPEN_ROUTES, True)])
async def test_everybody_may_do_what_the_table_says(
    app: Application, browsers: Browsers, routes: dict[tuple[str, str], tuple[Any, Expected]], is_running: bool
) -> None:
    context = app.context
    limiters = (context.sign_in_limiter, context.sign_in_name_limiter, context.new_account_limiter)
    for limiter in (*limiters, context.report_limiter):
        limiter.burst = 1000
    assert await list_surprises(browsers, routes, is_running) == []


async def seat_people(app: Application, browsers: Browsers, listing: str) -> tuple[Table, str]:
    """A table with two open seats for friends, or public; and the invitation of the friend."""
    people = {kind: await sign_up(app, browsers, kind.title()) for kind in ("person", "friend", "blocked")}
    host = await sign_up(app, browsers, "Hosta")
    await befriend(host, people["friend"], "Friend")
    await host.post("/api/blocks", {"name": "Blocked"})
    made = await host.make("toy", "me", "open", "open", public={"for_friends": listing == "friends"})
    (sent,) = await invite(host, made["id"], "Friend")
    guest = browsers()
    await guest.make("toy", "me", "open")
    return Table(made["id"], {**people, "guest": guest, "host": host}), sent["id"]


@pytest.mark.parametrize("listing", ["friends", "public"])
async def test_friends_and_blocked_people_may_do_what_the_table_says(
    app: Application, browsers: Browsers, listing: str
) -> None:
    surprises = []
    store = app.context.sessions.accounts
    for (kind_of_table, method, path), (body, expected) in PEOPLE_ROUTES.items():
        if kind_of_table != listing:
            continue
        table, invitation = await seat_people(app, browsers, listing)
        for kind, status in zip(KINDS, expected, strict=True):
            if status is None:
                continue
            asked = path.replace("{id}", table.id).replace("{invitation}", invitation)
            answer = await ask(table.people[kind], method, asked, body)
            if answer.status_code != status:
                surprises.append(f"{kind}: {method} {path}: {answer.status_code}, not {status}: {answer.text[:120]}")
        for name in ("Person", "Friend", "Blocked", "Hosta"):
            account = await store.find_by_similar_name(name)
            assert account is not None
            await store.delete_account(account)
    assert surprises == [], "\n".join(surprises)


NAME_NO_SEAT = (
    "close",
    "listing",
    "review",
    "people",
    "report",
    "personal-invitations",
    "chat?",
    "record",
    "edition",
    "ratings",
)
"""Parts of routes of a match that do not ask for which seat somebody acts or looks."""


@pytest.mark.parametrize("seat", [1, 2, 15])
@pytest.mark.parametrize("role", ["host", "watcher"])
async def test_no_route_of_a_match_lets_anybody_act_or_look_for_another_seat(
    app: Application, browsers: Browsers, role: str, seat: int
) -> None:
    table = await seat_everybody(browsers, is_running=True)
    surprises = []
    asked = {("GET", f"{M}/events"): None, **{route: body for route, (body, _) in MATCH_ROUTES.items()}}
    for (method, path), body in asked.items():
        if not path.startswith(M) or any(part in path.removeprefix(M) for part in NAME_NO_SEAT):
            continue
        path = path.replace("{id}", table.id)
        if method == "GET":
            path += f"{'&' if '?' in path else '?'}seat={seat}"
        answer = await ask(table.people[role], method, path, None if body is None else {**body, "seat": seat})
        if (answer.status_code, answer.json()["code"]) != (403, "not_yours"):
            surprises.append(f"{method} {path}: {answer.status_code} {answer.text[:120]}")
    assert surprises == [], "\n".join(surprises)
    assert (await app.service.get_match(table.id)).match.version == 2, "nothing has happened there"


async def test_an_account_opens_no_table_that_it_does_not_sit_at(app: Application, browsers: Browsers) -> None:
    """Every route of a table by link, that runs, for accounts that have to do with its host, and for the host."""
    app.context.report_limiter.burst = 1000
    host, guest = await sign_up(app, browsers, "Hosta"), browsers()
    outsiders = {kind: await sign_up(app, browsers, kind.title()) for kind in ("person", "friend", "blocked")}
    await befriend(host, outsiders["friend"], "Friend")
    await host.post("/api/blocks", {"name": "Blocked"})
    made = await host.make("toy", "me", "open")
    await guest.join(made["links"][1], "Gast")
    surprises = []
    for (method, path), (body, expected) in MATCH_ROUTES.items():
        for kind, browser in outsiders.items():
            answer = await ask(browser, method, path.replace("{id}", made["id"]), body)
            if answer.status_code != expected[ROLES.index("stranger")]:
                surprises.append(f"{kind}: {method} {path}: {answer.status_code} {answer.text[:120]}")
    assert surprises == [], "\n".join(surprises)
    assert (await app.service.get_match(made["id"])).match.version == 2, "nothing has happened there"


async def test_an_account_may_do_what_the_table_says(app: Application, browsers: Browsers) -> None:
    context = app.context
    for limiter in (context.sign_in_limiter, context.sign_in_name_limiter, context.new_account_limiter):
        limiter.burst = 1000
    surprises = []
    for number, ((method, path), (body, expected)) in enumerate(OPEN_ROUTES.items()):
        person = await sign_up(app, browsers, f"Person {number}")
        answer = await ask(person, method, path, body)
        wanted = SIGNED_IN.get((method, path), expected[ROLES.index("stranger")])
        if answer.status_code != wanted:
            surprises.append(f"{method} {path}: {answer.status_code}, not {wanted}: {answer.text[:120]}")
    assert surprises == [], "\n".join(surprises)


def test_the_operator_has_no_route(app: Application) -> None:
    """Reports, suspensions and removed lines are for `aerodrome admin`, beside the server."""
    paths = app.litestar.openapi_schema.to_schema()["paths"]
    assert not [path for path in paths if any(word in path for word in ("admin", "reports", "suspen"))]


def test_no_route_is_missing_from_the_table(app: Application) -> None:
    known = [*MATCH_ROUTES, *OPEN_ROUTES, *TRIED_ELSEWHERE]
    found = {
        (method, path)
        for path, operations in app.litestar.openapi_schema.to_schema()["paths"].items()
        for method in (name.upper() for name in operations)
        if path.startswith("/api/")
    }
    missing = [route for route in found if not any(_is_same_route(route, one) for one in known)]
    assert missing == []


def _is_same_route(route: tuple[str, str], tried: tuple[str, str]) -> bool:
    parts, others = (one[1].split("?")[0].strip("/").split("/") for one in (route, tried))
    is_alike = len(parts) == len(others) and all(
        part == other or part.startswith("{") for part, other in zip(parts, others, strict=True)
    )
    return is_alike and route[0] == tried[0]


async def test_what_changes_something_is_refused_from_other_sites_on_every_route(
    app: Application, browsers: Browsers
) -> None:
    table = await seat_everybody(browsers, True)
    host = table.people["host"]
    for (method, path), (body, _) in [*MATCH_ROUTES.items(), *OPEN_ROUTES.items()]:
        if method == "POST":
            for headers in ({"X-Aerodrome": ""}, {"Origin": "https://evil.example"}, {"Sec-Fetch-Site": "cross-site"}):
                answer = await host.http.post(path.replace("{id}", table.id), json=body, headers=headers)
                assert answer.status_code == 403, f"{path} {headers}"
    assert (await app.service.get_match(table.id)).match.version == 2

"""A database with rows in every table, of people who meet each other, and a tour through all that reads them."""

import contextlib
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any, NamedTuple

import httpx
from sqlalchemy import insert

from aerodrome.core.registry import get_edition_rules
from aerodrome.matches import schema, util
from aerodrome.matches.housekeeping import Retention
from aerodrome.server.app import Application
from aerodrome.server.identity import COOKIE_NAME
from aerodrome.server.settings import Settings
from matches.conftest import InlineReplayPool, until
from server.client import Browser
from server.conftest import GENEROUS, InlineBotPool
from server.people import befriend, invite, sign_up

NAMES = ("Anna", "Bert", "Cleo", "Dora")
SLOW = {"per_move": 86_400, "away_days": 10}
CUP = {"title": "toy", "table_size": 2, "rounds": 3, "clock": {"per_move": 600}, "bot_level": "random"}


class Place(NamedTuple):
    """What the tour must know of the database."""

    cookies: dict[str, str]
    matches: dict[str, list[str]]
    tournaments: list[str]
    public_review: str


@contextlib.asynccontextmanager
async def open_application(database: Path) -> AsyncIterator[Application]:
    """A server in this process, as a start of the program opens it."""
    app = Application(Settings(database=str(database), min_bot_move_seconds=0.0, limits=GENEROUS))
    app.service.bot_pool = InlineBotPool()
    app.service.replay_pool = InlineReplayPool()
    app.context.approach_limiter.burst = app.context.report_limiter.burst = 10_000
    await app.service.open()
    try:
        yield app
    finally:
        await app.service.close()


def make_browser(app: Application, cookie: str = "") -> Browser:
    browser = Browser("http://table.test", httpx.ASGITransport(app))
    if cookie:
        browser.http.cookies.set(COOKIE_NAME, cookie)
    return browser


async def fill(database: Path) -> Place:
    """Four people: Anna and Bert, and Cleo and Dora, have with each other whatever two people can have here."""
    async with open_application(database) as app:
        people = [await sign_up(app, lambda: make_browser(app), name) for name in NAMES]
        cookies = {name: person.http.cookies[COOKIE_NAME] for name, person in zip(NAMES, people, strict=True)}
        found = [await _fill_for_two(app, NAMES[i : i + 2], people[i : i + 2]) for i in (0, 2)]
        await app.context.notices.get_vapid_key()
    matches = {name: found[number // 2][0] for number, name in enumerate(NAMES)}
    return Place(cookies, matches, [found[0][1], found[1][1]], found[0][2])


async def bid(browser: Browser, match: str, amount: int) -> httpx.Response:
    room = await browser.room(match)
    return await browser.act(match, room["question"]["seq"], {"type": "bid", "amount": amount})


async def play_rated(app: Application, host: Browser, guest: Browser) -> str:
    """A rated match of two, which the guest wins."""
    made = await host.make("toy", "me", "open", clock={"per_move": 600}, rated=True, public={"fill_after": None})
    await guest.post(f"/api/public-tables/{made['id']}/sit-down", {})
    live = await app.service.get_match(made["id"])
    await until(live, lambda match: match.is_started)
    for person, amount in ((host, 3), (guest, 9)):
        assert (await bid(person, made["id"], amount)).status_code == 200
    await until(live, lambda match: match.is_over)
    return str(made["id"])


async def _fill_for_two(app: Application, names: tuple[str, ...], pair: list[Browser]) -> tuple[list[str], str, str]:
    first, second = pair
    await befriend(first, second, names[1])
    await first.post("/api/friends/ask", {"name": f"Nobody {names[0]}"})
    await first.post("/api/blocks", {"name": f"Rude {names[0]}"})
    for person in pair:
        await person.post("/api/friends/settings", {"shows_presence": True, "invited_by": "anybody"})
        await person.post("/api/account/visibility", {"visibility": "listed"})
        now_ms = util.now_ms()
        await person.post("/api/account/time-away", {"periods": [{"from_at": now_ms, "until_at": now_ms + 86_400_000}]})
        text = get_edition_rules("airline").house_file.read_text(encoding="utf-8").replace("house-1", "mine")
        await person.post("/api/editions", {"title": "airline", "text": text})
        await person.post("/api/notices/quiet-hours", {"begin": 60, "end": 120, "time_zone": "UTC"})
    over = await play_rated(app, first, second)
    await first.post(f"/api/matches/{over}/review")
    job = await app.service.reviews.get_or_create_review_job(await app.service.get_match(over))
    assert job.worker is not None
    await job.worker
    for person in pair:
        sharing = await person.post(f"/api/matches/{over}/review/sharing", {"agree": True})
    running = await first.make("toy", "me", "open", clock=SLOW)
    await second.join(running["links"][1], names[1])
    for text in ("hello", "rude words"):
        await second.post(f"/api/matches/{running['id']}/chat", {"text": text})
    await first.post(f"/api/matches/{running['id']}/chat/2/report", {"reason": "insult"})
    await first.post(f"/api/matches/{running['id']}/people/1/mute", {"muted": True})
    await first.post(f"/api/matches/{running['id']}/notes", {"text": "a note", "revision": 0})
    guest = make_browser(app)
    muted = await guest.make("toy", "me", "open")
    await first.join(muted["links"][1], names[0])
    await guest.post(f"/api/matches/{muted['id']}/people/1/mute", {"muted": True})
    waiting = await first.make("toy", "me", "open", "open")
    await invite(first, waiting["id"], names[1])
    listed = [await first.make("toy", "me", "open", public=public) for public in ({}, {"for_friends": True})]
    cup = (await first.post("/api/tournaments", {**CUP, "name": f"Cup of {names[0]}"}))["id"]
    for person in pair:
        await person.post(f"/api/tournaments/{cup}/sign-up")
    page = await first.post(f"/api/tournaments/{cup}/start")
    table = page["played"][0]["tables"][0]["match"]
    await until(await app.service.get_match(table), lambda match: match.is_started)
    for person, amount in zip(pair, (1, 2), strict=True):
        assert (await bid(person, table, amount)).status_code == 200
    await app.context.competitions.void_tables_and_advance_competitions()
    await _insert_rows(app, names, [over, running["id"]])
    made = [over, running["id"], waiting["id"], *(one["id"] for one in listed), table]
    return made, cup, str(sharing["link"]).rsplit("/", 1)[-1]


async def _insert_rows(app: Application, names: tuple[str, ...], matches: list[str]) -> None:
    """What people cannot set without a device, a mail server or an operator."""
    accounts = app.context.sessions.accounts
    found = [await accounts.find_by_similar_name(name) for name in names]
    now_ms, store = util.now_ms(), app.service.store
    for number, account in enumerate(one for one in found if one is not None):
        await accounts.record_sign_in_browser(account.id, util.hash_secret(names[number]))
        await accounts.replace_recovery_codes(account.id)
        rows: list[tuple[Any, dict[str, Any]]] = [
            (schema.suspensions, {"account": account.id, "since_ms": 1, "until_ms": 2, "reason": "long ago"}),
            (
                schema.passkeys,
                {"id": f"{account.id}p", "credential_id": b"c", "account": account.id, "host": "table.test"}
                | {"public_key": b"k", "sign_count": 1, "label": "key", "created_ms": 1, "used_ms": None},
            ),
            (
                schema.passkey_challenges,
                {"browser": account.id, "purpose": "add", "account": account.id, "name": "", "host": "table.test"}
                | {"challenge": b"c", "until_ms": now_ms + 300_000},
            ),
            (schema.notification_addresses, {"match": matches[1], "seat": number, "address": "https://hook.invalid/x"}),
            (
                schema.notice_channels,
                {"id": f"{account.id}c", "key": account.key, "kind": "webhook", "address": "https://hook.invalid/x"}
                | {"address_hash": account.id, "secrets": "", "label": "", "session": "", "is_confirmed": True}
                | {"created_ms": 1},
            ),
            (
                schema.turn_notices,
                {"key": account.key, "match": matches[1], "seat": number, "version": 1, "created_ms": 1, "due_ms": 1},
            ),
        ]
        for table, values in rows:
            await store.execute_write(insert(table).values(**values))
    await store.execute_write(insert(schema.outages).values(began_ms=ord(names[0][0]), ended_ms=ord(names[0][1])))


GETS = (
    "/healthz",
    "/api/account",
    "/api/account/export",
    "/api/account/time-away",
    "/api/my-matches",
    "/api/lobby",
    "/api/public-tables/open",
    "/api/public-tables/playing",
    "/api/friends",
    "/api/for-me",
    "/api/tournaments",
    "/api/leaderboards/toy",
    "/api/notices/",
    "/api/editions",
    *(f"/api/people/{name}" for name in NAMES),
)
OF_MATCH = (
    "log?before=3.1",
    "chat?before=9",
    "statistics",
    "outcomes",
    "review",
    "review/progress",
    "review/page",
    "ratings",
    "people",
    "personal-invitations",
    "notes",
    "devices",
    "notifications",
    "record",
)


async def take_tour(app: Application, place: Place) -> dict[tuple[str, str], int]:
    """All that people look at and a few things that they do: by who and what, the status of the answer."""
    seen: dict[tuple[str, str], int] = {}
    for name in (*NAMES[:3], ""):
        async with make_browser(app, place.cookies.get(name, "")) as browser:
            paths = [
                *GETS,
                f"/api/reviews/{place.public_review}",
                *(f"/api/tournaments/{id}" for id in place.tournaments),
            ]
            paths += [f"/api/matches/{match}/" for match in place.matches.get(name, [])]
            paths += [f"/api/matches/{match}/{path}" for match in place.matches.get(name, [])[:2] for path in OF_MATCH]
            for path in paths:
                seen[name, path] = (await browser.http.get(path)).status_code
            if not name:
                continue
            for match in place.matches[name][:2]:
                for path, body in (("chat", {"text": "hello"}), ("time-away", {"periods": []})):
                    answer = await browser.http.post(f"/api/matches/{match}/{path}", json=body)
                    seen[name, f"POST /api/matches/{match}/{path}"] = answer.status_code
            now_ms = util.now_ms()
            periods = [{"from_at": now_ms, "until_at": now_ms + 86_400_000}]
            posts: list[tuple[str, dict[str, Any]]] = [
                ("/api/friends/ask", {"name": f"Another {name}"}),
                ("/api/account/time-away", {"periods": periods}),
                ("/api/notices/quiet-hours", {"begin": None, "end": None, "time_zone": "UTC"}),
                ("/api/play-now", {"title": "toy", "seats": 2}),
                ("/api/tournaments", {**CUP, "name": f"Second of {name}"}),
                ("/api/matches", {"title": "toy", "seats": [{"kind": "person", "name": "A"}, {"kind": "open"}]}),
            ]
            for path, body in posts:
                seen[name, f"POST {path}"] = (await browser.http.post(path, json=body)).status_code
    return seen


async def run_by_itself(app: Application) -> None:
    """What a server does by itself."""
    await app.service._record_heartbeat_and_grant_grace()
    await app.context.competitions.void_tables_and_advance_competitions()
    await app.context.notices.send_due_notices()
    await app.service.remove_expired_matches_and_editions(Retention(), 10)

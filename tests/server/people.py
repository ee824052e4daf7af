"""People with accounts for tests: signed in without the cost of a password."""

import asyncio
import secrets
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from aerodrome.matches.accounts import AccountStore
from aerodrome.matches.util import hash_secret
from aerodrome.server.app import Application
from aerodrome.server.identity import COOKIE_NAME
from server.client import Browser

Browsers = Callable[[], Browser]


async def sign_up(app: Application, browsers: Browsers, name: str) -> Browser:
    """A browser that is signed in to a new account of this name."""
    browser, store = browsers(), AccountStore(app.service.store)
    account = await store.create_account(hash_secret(secrets.token_urlsafe(32)), name, "no password")
    cookie = secrets.token_urlsafe(32)
    await store.add_session(account.id, hash_secret(cookie), "test")
    browser.http.cookies.set(COOKIE_NAME, cookie)
    return browser


async def befriend(asker: Browser, asked: Browser, name: str) -> None:
    """Both are friends; `name` is the second one's."""
    await asker.post("/api/friends/ask", {"name": name})
    request = (await asked.get("/api/friends"))["received"][0]
    await asked.post("/api/friends/accept", {"id": request["id"]})


async def invite(host: Browser, match_id: str, name: str, seat: int = 1) -> list[dict[str, Any]]:
    """Invite somebody by name; what the host sees then."""
    path = f"/api/matches/{match_id}/personal-invitations"
    sent: list[dict[str, Any]] = (await host.post(path, {"name": name, "seat": seat}))["invitations"]
    return sent


def meet_at(monkeypatch: pytest.MonkeyPatch, where: Any, name: str, people: int) -> None:
    """From now on so many calls of this method begin in the same instant."""
    go_on: Callable[..., Awaitable[Any]] = getattr(where, name)
    barrier = asyncio.Barrier(people)

    async def wait_for_all(*arguments: Any, **more: Any) -> Any:
        await asyncio.wait_for(barrier.wait(), 60)
        return await go_on(*arguments, **more)

    monkeypatch.setattr(where, name, wait_for_all)

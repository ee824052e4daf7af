"""Passkeys: a way into an account that nobody else can use, replay or carry off, and never the last one to go."""

import json
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from typing import Any

import httpx
import pytest

from aerodrome.matches import passkey_store
from aerodrome.server.app import Application
from aerodrome.server.passkeys import NO_CHALLENGE, NO_PUBLIC_NAME, NOT_SECURE, REFUSED
from aerodrome.server.passwords import PasswordChecker
from aerodrome.server.settings import Settings
from server.authenticator import PRESENT, Authenticator
from server.client import Browser, good
from server.conftest import GENEROUS, InlineBotPool
from server.test_accounts import AMELIA, ids, quick_passwords, status

__all__ = ["quick_passwords"]
Browsers = Callable[[], Browser]
P = "/api/account/passkeys"
HOST = "table.test"


@pytest.fixture
async def browsers(tmp_path: Path, with_toy_title: None) -> AsyncIterator[Browsers]:
    """Of a server that knows its public address, reached over https."""
    settings = Settings(
        database=str(tmp_path / "t.db"), min_bot_move_seconds=0.0, limits=GENEROUS, public_url=f"https://{HOST}"
    )
    app = Application(settings)
    app.service.bot_pool = InlineBotPool()
    for limiter in (app.context.sign_in_limiter, app.context.sign_in_name_limiter, app.context.new_account_limiter):
        limiter.burst = 1000
    await app.service.open()
    made: list[Browser] = []

    def make() -> Browser:
        made.append(Browser(f"https://{HOST}", httpx.ASGITransport(app)))
        return made[-1]

    yield make
    for browser in made:
        await browser.http.aclose()
    await app.service.close()


async def ask(browser: Browser, what: str, body: Any = None) -> dict[str, Any]:
    options: dict[str, Any] = (await browser.post(f"{P}/{what}/options" if what else f"{P}/options", body))["options"]
    return options


async def make_account(browser: Browser, name: str = "Amelia") -> tuple[Authenticator, list[str]]:
    key = Authenticator()
    created = await browser.post(f"{P}/new-account", key.make(await ask(browser, "new-account", {"name": name})))
    return key, created["recovery_codes"]


async def sign_in(browser: Browser, key: Authenticator) -> httpx.Response:
    return await browser.http.post(f"{P}/sign-in", json={"passkey": key.sign(await ask(browser, "sign-in"))})


async def prove(browser: Browser, key: Authenticator) -> dict[str, Any]:
    return {"passkey": key.sign(await ask(browser, "confirm"))}


def is_refused(answer: httpx.Response, sentence: str = REFUSED) -> bool:
    return answer.status_code == 403 and answer.json()["detail"] == sentence


async def test_a_guest_keeps_the_tables_by_passkey_and_signs_in_elsewhere_without_a_name(browsers: Browsers) -> None:
    guest, phone = browsers(), browsers()
    made = await guest.make("toy", "me", "open")
    assert (await guest.get("/api/account"))["offers_passkeys"]
    key, codes = await make_account(guest)
    assert len(codes) == 8
    info = good(await sign_in(phone, key))
    assert (info["name"], info["has_password"], len(info["sessions"])) == ("Amelia", False, 2)
    assert [one["used_at"] is not None for one in info["passkeys"]] == [True]
    assert await ids(phone) == await ids(guest) == [made["id"]]
    for password in ("nobody's password", "hash of ", ""):
        assert await status(browsers(), "/api/account/sign-in", {"name": "Amelia", "password": password}) in (400, 403)


async def test_an_answer_opens_once_in_its_own_browser_for_its_own_purpose(
    browsers: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    key, _ = await make_account(browsers())
    phone, thief = browsers(), browsers()
    answer = {"passkey": key.sign(await ask(phone, "sign-in"))}
    await ask(thief, "sign-in")
    assert is_refused(await thief.http.post(f"{P}/sign-in", json=answer)), "another browser's challenge"
    good(await phone.http.post(f"{P}/sign-in", json=answer))
    assert is_refused(await phone.http.post(f"{P}/sign-in", json=answer), NO_CHALLENGE), "it was used"
    assert is_refused(await browsers().http.post(f"{P}/sign-in", json=answer), NO_CHALLENGE)
    confirmed = await prove(phone, key)
    assert is_refused(await phone.http.post(f"{P}/sign-in", json=confirmed), NO_CHALLENGE), "for confirming only"
    monkeypatch.setattr(passkey_store, "CHALLENGE_MS", -1)
    monkeypatch.setattr("aerodrome.server.passkeys.CHALLENGE_MS", -1)
    assert is_refused(await sign_in(phone, key), NO_CHALLENGE), "it came too late"


async def test_forged_and_foreign_answers_are_refused(browsers: Browsers) -> None:
    key, _ = await make_account(browsers())
    other, _ = await make_account(browsers(), "Berta")

    async def refuses(change: Callable[[Authenticator], None], undo: Callable[[Authenticator], None]) -> bool:
        change(key)
        answer = await sign_in(browsers(), key)
        undo(key)
        return is_refused(answer)

    mine = key.key
    assert await refuses(lambda k: setattr(k, "key", other.key), lambda k: setattr(k, "key", mine)), "forged"
    assert await refuses(
        lambda k: setattr(k, "origin", "https://table.evil"), lambda k: setattr(k, "origin", f"https://{HOST}")
    ), "signed on another site's page"
    assert await refuses(lambda k: setattr(k, "host", "evil.test"), lambda k: setattr(k, "host", HOST))
    flags = key.flags
    assert await refuses(lambda k: setattr(k, "flags", PRESENT), lambda k: setattr(k, "flags", flags)), "not verified"
    handle = key.handle
    assert await refuses(lambda k: setattr(k, "handle", other.handle), lambda k: setattr(k, "handle", handle))
    unknown = Authenticator()
    unknown.handle, unknown.host = key.handle, HOST
    assert is_refused(await sign_in(browsers(), unknown))
    good(await sign_in(browsers(), key))
    key.count -= 1
    assert is_refused(await sign_in(browsers(), key)), "a copy counts on from where it was made"
    cross_site = await browsers().http.post(f"{P}/sign-in/options", json={}, headers={"Origin": "https://evil.test"})
    assert cross_site.status_code == 403


async def test_a_registration_that_does_not_fit_makes_nothing(browsers: Browsers) -> None:
    guest = browsers()
    for key, host in ((Authenticator("https://evil.test"), HOST), (Authenticator(), "evil.test")):
        options = await ask(guest, "new-account", {"name": "Amelia"})
        options["rp"]["id"] = host
        assert is_refused(await guest.http.post(f"{P}/new-account", json=key.make(options)))
    broken = {"id": "AAAA", "client_data": "AAAA", "attestation": "AAAA"}
    await ask(guest, "new-account", {"name": "Amelia"})
    assert is_refused(await guest.http.post(f"{P}/new-account", json=broken))
    assert (await guest.get("/api/account"))["name"] is None
    await make_account(guest)
    assert await status(browsers(), f"{P}/new-account/options", {"name": "Ame1ia"}) == 403, "the name is taken"


async def test_a_stolen_session_adds_no_passkey_and_is_ended(browsers: Browsers) -> None:
    owner, thief = browsers(), browsers()
    key, _ = await make_account(owner)
    good(await sign_in(browsers(), key))
    thief.http.cookies.set("aerodrome", owner.http.cookies["aerodrome"])
    assert await status(thief, f"{P}/options", {}) == 400
    assert await status(thief, f"{P}/options", {"password": "a guess of mine"}) == 403
    assert await status(thief, "/api/account/password", {"password": "x", "new_password": "over the Pacific"}) == 403
    assert await status(thief, "/api/account/delete", {"password": "x"}) == 403
    own = browsers()
    theirs, _ = await make_account(own, "Thief")
    answer = theirs.sign(await ask(thief, "confirm"))
    assert is_refused(await thief.http.post(f"{P}/options", json={"passkey": answer})), "a passkey of their own"
    sessions = (await owner.get("/api/account"))["sessions"]
    await owner.post("/api/account/sessions/end", {})
    assert len(sessions) == 2
    assert (await owner.get("/api/account"))["name"] == "Amelia"


async def test_ways_in_come_and_go_but_one_always_stays(browsers: Browsers) -> None:
    owner, elsewhere = browsers(), browsers()
    await owner.post("/api/account", AMELIA)
    password = {"password": AMELIA["password"]}
    assert await status(owner, f"{P}/only", password) == 409, "there is no passkey yet"
    key = Authenticator()
    await owner.post(f"{P}/", key.make(await ask(owner, "", password), "Blue key"))
    again = Authenticator()
    again.id = key.id
    taken = await owner.http.post(f"{P}/", json=again.make(await ask(owner, "", password)))
    assert is_refused(taken, "This passkey is known here already.")
    good(await sign_in(elsewhere, key))
    info = await owner.post(f"{P}/only", await prove(owner, key))
    assert (info["has_password"], [one["label"] for one in info["passkeys"]]) == (False, ["Blue key"])
    assert (await elsewhere.get("/api/account"))["name"] is None, "the other sessions end"
    assert await status(browsers(), "/api/account/sign-in", AMELIA) == 403
    id = info["passkeys"][0]["id"]
    assert await status(owner, f"{P}/remove", {"id": id, **await prove(owner, key)}) == 409
    second = Authenticator()
    await owner.post(f"{P}/", second.make(await ask(owner, "", await prove(owner, key)), "Phone"))
    await owner.post(f"{P}/remove", {"id": id, **await prove(owner, second)})
    assert is_refused(await sign_in(browsers(), key))
    await owner.post("/api/account/password", {"new_password": "over the Pacific", **await prove(owner, second)})
    await browsers().post("/api/account/sign-in", {"name": "Amelia", "password": "over the Pacific"})


async def test_a_code_recovers_an_account_that_had_only_a_passkey_and_voids_it(browsers: Browsers) -> None:
    owner = browsers()
    made = await owner.make("toy", "me", "open")
    key, codes = await make_account(owner)
    fresh = browsers()
    info = await fresh.post("/api/account/recover", {"name": "Amelia", "code": codes[0], "password": "over the sea"})
    assert (info["has_password"], info["passkeys"], await ids(fresh)) == (True, [], [made["id"]])
    assert (await owner.get("/api/account"))["name"] is None
    assert is_refused(await sign_in(browsers(), key))


async def test_passkeys_are_exported_and_deleted_with_the_account(browsers: Browsers) -> None:
    owner, friend = browsers(), browsers()
    made = await owner.make("toy", "me", "open")
    await friend.join(made["links"][1], "Berta")
    key, _ = await make_account(owner)
    kept = (await owner.get("/api/account/export"))["account"]["passkeys"]
    assert [one["label"] for one in kept] == ["A passkey"]
    assert key.id.hex() not in json.dumps(kept)
    await owner.post("/api/account/delete", await prove(owner, key))
    assert is_refused(await sign_in(browsers(), key))
    assert (await friend.room(made["id"]))["seats"][0]["name"] == "Former player"
    await make_account(browsers())


@pytest.mark.parametrize(
    ("base", "public_url", "hosts", "sentence"),
    [
        ("http://table.test", "https://other.test", [], NOT_SECURE),
        ("https://10.0.0.1", "", ["10.0.0.1"], NOT_SECURE),
        ("http://127.0.0.1:8000", "", ["127.0.0.1"], NOT_SECURE),
        ("https://evil.test", "https://table.test", [], NO_PUBLIC_NAME),
        ("https://table.test", "", ["table.test"], ""),
        ("http://localhost:8000", "", ["localhost"], ""),
        ("https://table.test", "https://table.test", ["other.test", "table.test"], ""),
    ],
)
async def test_passkeys_are_for_secure_pages_of_a_known_name(
    tmp_path: Path, base: str, public_url: str, hosts: list[str], sentence: str
) -> None:
    settings = Settings(database=str(tmp_path / "t.db"), public_url=public_url, allowed_hosts=hosts)
    app = Application(settings)
    await app.service.open()
    async with Browser(base, httpx.ASGITransport(app)) as browser:
        assert (await browser.get("/api/account"))["offers_passkeys"] == (not sentence)
        answer = await browser.http.post(f"{P}/sign-in/options", json={})
        if sentence:
            assert is_refused(answer, sentence)
        else:
            assert answer.json()["options"]["rpId"] == base.split("//")[1].split(":")[0]
            key = Authenticator(base)
            await browser.post(f"{P}/new-account", key.make(await ask(browser, "new-account", {"name": "Amelia"})))
    await app.service.close()


async def test_slow_hashes_or_not_no_password_opens_an_account_without_one() -> None:
    checker = PasswordChecker()
    assert not await checker.is_password_right("nobody's password", "")

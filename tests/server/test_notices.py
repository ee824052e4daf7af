"""Who is away is told once that tables wait: by push and mail that arrive at real servers of the test, and not else."""

import asyncio
import base64
import email
import json
import re
from collections.abc import AsyncIterator, Callable
from datetime import datetime
from email.message import Message
from pathlib import Path
from typing import Any, NamedTuple
from urllib.parse import urlsplit
from zoneinfo import ZoneInfo

import pytest
from cryptography.hazmat.primitives import hashes, hmac, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils
from cryptography.hazmat.primitives.ciphers.aead import AESGCM

from aerodrome.matches import util
from aerodrome.matches.notice_store import MAX_CHANNELS, NoticePreferences
from aerodrome.server.app import Application
from aerodrome.server.mail import MailSettings
from aerodrome.server.notice_links import find_channel_id_of_token, make_link_token
from aerodrome.server.notices import ACTIVE_MS, BUNDLE_MS, NoticeService, compute_quiet_end_ms
from aerodrome.server.passwords import PasswordChecker
from aerodrome.server.settings import Settings
from matches.conftest import InlineReplayPool
from server.client import Browser
from server.conftest import GENEROUS, InlineBotPool

Browsers = Callable[[], Browser]
BID = {"type": "bid", "amount": 3}
AMELIA = {"name": "Amelia", "password": "over the Atlantic"}
NOON_MS = int(datetime(2026, 1, 15, 12, tzinfo=ZoneInfo("UTC")).timestamp() * 1000)


class Arrived(NamedTuple):
    """What the push service of the test was sent."""

    path: str
    headers: dict[str, str]
    body: bytes


class PushService:
    """A push service on loopback, as small as HTTP allows."""

    def __init__(self) -> None:
        self.arrived: list[Arrived] = []
        self.status = 201
        self.port = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")
        headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines[1:] if line)}
        body = await reader.readexactly(int(headers["content-length"]))
        self.arrived.append(Arrived(lines[0].split(" ")[1], headers, body))
        writer.write(f"HTTP/1.1 {self.status} x\r\nContent-Length: 0\r\nConnection: close\r\n\r\n".encode())
        await writer.drain()
        writer.close()


class MailServer:
    """A mail server on loopback, which takes everything."""

    def __init__(self) -> None:
        self.mails: list[Message] = []
        self.recipients: list[str] = []
        self.port = 0

    async def answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 test\r\n")
        while line := (await reader.readline()).decode().strip():
            verb = line[:4].upper()
            if verb == "DATA":
                writer.write(b"354 go on\r\n")
                data = await reader.readuntil(b"\r\n.\r\n")
                self.mails.append(email.message_from_bytes(data[:-5]))
            elif verb == "RCPT":
                self.recipients.append(line)
            writer.write(b"221 bye\r\n" if verb == "QUIT" else b"250 ok\r\n")
            await writer.drain()
        writer.close()


class Subscription:
    """A browser's push subscription, with the private key that only the browser has."""

    def __init__(self, service: PushService, name: str) -> None:
        self.private_key = ec.generate_private_key(ec.SECP256R1())
        self.auth = bytes(range(16))
        self.path = f"/push/{name}"
        self.endpoint = f"http://127.0.0.1:{service.port}{self.path}"

    @property
    def public_bytes(self) -> bytes:
        encoding, shape = serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        return self.private_key.public_key().public_bytes(encoding, shape)

    @property
    def request(self) -> dict[str, str]:
        return {"endpoint": self.endpoint, "p256dh": write64(self.public_bytes), "auth": write64(self.auth)}

    def decrypt(self, body: bytes) -> Any:
        """RFC 8188 and 8291 as a browser reads them, with HKDF written out."""
        salt, size, id_length = body[:16], int.from_bytes(body[16:20], "big"), body[20]
        sender, sealed = body[21 : 21 + id_length], body[21 + id_length :]
        assert len(sealed) <= size
        other = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), sender)
        shared = self.private_key.exchange(ec.ECDH(), other)
        first = keyed(keyed(self.auth, shared), b"WebPush: info\0" + self.public_bytes + sender + b"\x01")
        second = keyed(salt, first)
        content_key = keyed(second, b"Content-Encoding: aes128gcm\0\x01")[:16]
        nonce = keyed(second, b"Content-Encoding: nonce\0\x01")[:12]
        plaintext = AESGCM(content_key).decrypt(nonce, sealed, None)
        assert plaintext[-1] == 2, "the last record says so"
        return json.loads(plaintext[:-1])


def keyed(key: bytes, data: bytes) -> bytes:
    mac = hmac.HMAC(key, hashes.SHA256())
    mac.update(data)
    return mac.finalize()


def write64(data: bytes) -> str:
    return base64.urlsafe_b64encode(data).decode().rstrip("=")


def read64(text: str) -> bytes:
    return base64.urlsafe_b64decode(text + "==")


def verify_vapid(header: str, public_key: str) -> dict[str, Any]:
    """The claims of RFC 8292, if the signature is that of this key."""
    found = re.fullmatch(r"vapid t=([\w-]+)\.([\w-]+)\.([\w-]+), k=([\w-]+)", header)
    assert found is not None
    head, claims, signature, key = found.groups()
    assert key == public_key
    assert json.loads(read64(head)) == {"typ": "JWT", "alg": "ES256"}
    raw = read64(signature)
    assert len(raw) == 64
    der = utils.encode_dss_signature(int.from_bytes(raw[:32], "big"), int.from_bytes(raw[32:], "big"))
    signer = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), read64(key))
    signer.verify(der, f"{head}.{claims}".encode(), ec.ECDSA(hashes.SHA256()))
    read: dict[str, Any] = json.loads(read64(claims))
    return read


class Clock:
    def __init__(self) -> None:
        self.ms = NOON_MS

    def now_ms(self) -> int:
        return self.ms

    def pass_time(self, ms: int) -> None:
        self.ms += ms


@pytest.fixture
async def push_service() -> AsyncIterator[PushService]:
    service = PushService()
    server = await asyncio.start_server(service.answer, "127.0.0.1", 0)
    service.port = server.sockets[0].getsockname()[1]
    yield service
    server.close()


@pytest.fixture
async def mail_server() -> AsyncIterator[MailServer]:
    mail = MailServer()
    server = await asyncio.start_server(mail.answer, "127.0.0.1", 0)
    mail.port = server.sockets[0].getsockname()[1]
    yield mail
    server.close()


@pytest.fixture
def clock() -> Clock:
    return Clock()


def build_settings(folder: Path, mail_port: int) -> Settings:
    return Settings(
        database=str(folder / "tables.db"),
        min_bot_move_seconds=0.0,
        limits=GENEROUS,
        public_url="https://table.example.org",
        mail=MailSettings("127.0.0.1", "table@example.org", mail_port, tls="none"),
        allow_loopback_notices=True,
    )


async def open_application(settings: Settings, clock: Clock) -> Application:
    application = Application(settings)
    application.service.bot_pool = InlineBotPool()
    application.service.replay_pool = InlineReplayPool()
    application.context.notices.get_now_ms = clock.now_ms
    await application.service.open()
    return application


@pytest.fixture
async def app(
    tmp_path: Path, with_toy_title: None, mail_server: MailServer, clock: Clock
) -> AsyncIterator[Application]:
    application = await open_application(build_settings(tmp_path, mail_server.port), clock)
    yield application
    await application.context.notices.wait_for_pending_writes()
    await application.service.close()


@pytest.fixture
def notices(app: Application) -> NoticeService:
    return app.context.notices


@pytest.fixture
def quick_passwords(monkeypatch: pytest.MonkeyPatch) -> None:
    async def hash_password(_self: PasswordChecker, password: str) -> str:
        return password

    async def is_right(_self: PasswordChecker, password: str, password_hash: str | None) -> bool:
        return password == password_hash

    monkeypatch.setattr(PasswordChecker, "hash_password", hash_password)
    monkeypatch.setattr(PasswordChecker, "is_password_right", is_right)


class Table(NamedTuple):
    id: str
    link: str
    """To the other seat: whoever sits down there makes the match begin, and both seats are asked."""


async def open_table(host: Browser) -> Table:
    made = await host.make("toy", "me", "open")
    return Table(made["id"], made["links"][1])


async def begin(app: Application, table: Table, guest: Browser) -> None:
    await guest.join(table.link, "Berta")
    await app.context.notices.wait_for_pending_writes()


async def subscribe(browser: Browser, push_service: PushService, name: str = "a") -> Subscription:
    subscription = Subscription(push_service, name)
    await browser.post("/api/notices/push", subscription.request)
    return subscription


async def send_when_away(notices: NoticeService, clock: Clock) -> None:
    """Both the time to bundle and that after the last thing somebody did are over."""
    clock.pass_time(ACTIVE_MS + BUNDLE_MS + 1)
    await notices.send_due_notices()


async def answer(browser: Browser, match: str) -> None:
    room = await browser.room(match)
    answered = await browser.act(match, room["question"]["seq"], BID)
    assert answered.status_code == 200


async def test_a_push_arrives_encrypted_for_the_browser_and_signed_by_the_server(
    app: Application, browsers: Browsers, notices: NoticeService, push_service: PushService, clock: Clock
) -> None:
    host = browsers()
    table = await open_table(host)
    subscription = await subscribe(host, push_service)
    await begin(app, table, browsers())
    await notices.send_due_notices()
    assert push_service.arrived == [], "it waits for others, and for the person"
    await send_when_away(notices, clock)
    (push,) = push_service.arrived
    assert push.path == subscription.path
    assert push.headers["content-encoding"] == "aes128gcm"
    assert int(push.headers["ttl"]) > 0
    told = subscription.decrypt(push.body)
    assert (told["path"], told["waiting"]) == (f"/m/{table.id}", 1)
    assert "your move" in told["title"]
    assert "Berta" in told["body"]
    assert b"Berta" not in push.body
    info = await host.get("/api/notices")
    claims = verify_vapid(push.headers["authorization"], info["push_key"])
    assert claims["aud"] == f"http://127.0.0.1:{push_service.port}"
    assert 0 < claims["exp"] - clock.ms // 1000 <= 86_400
    assert claims["sub"] == "mailto:table@example.org"
    assert Subscription(push_service, "b").endpoint not in str(info)
    assert subscription.endpoint not in str(info), "not even its person is shown the address again"


async def test_nobody_is_told_twice(
    app: Application, browsers: Browsers, notices: NoticeService, push_service: PushService, clock: Clock
) -> None:
    host = browsers()
    table = await open_table(host)
    await subscribe(host, push_service)
    await begin(app, table, browsers())
    other_process = NoticeService(app.context.settings, app.service)
    other_process.get_now_ms = clock.now_ms
    clock.pass_time(ACTIVE_MS + BUNDLE_MS + 1)
    await asyncio.gather(*(one.send_due_notices() for one in (notices, other_process, notices, other_process)))
    assert len(push_service.arrived) == 1
    await send_when_away(notices, clock)
    assert len(push_service.arrived) == 1


async def test_a_server_that_was_killed_sends_what_it_had_not_marked_and_nothing_else(
    tmp_path: Path,
    with_toy_title: None,
    browsers: Browsers,
    app: Application,
    push_service: PushService,
    mail_server: MailServer,
    clock: Clock,
) -> None:
    host = browsers()
    table, second = await open_table(host), await open_table(host)
    await subscribe(host, push_service)
    await begin(app, table, browsers())
    await send_when_away(app.context.notices, clock)
    await begin(app, second, browsers())
    info = await host.get("/api/notices")
    # Nothing of the first application is closed or told that it ends.
    restarted = await open_application(build_settings(tmp_path, mail_server.port), clock)
    try:
        assert len(push_service.arrived) == 1
        await send_when_away(restarted.context.notices, clock)
        assert len(push_service.arrived) == 2, "what was due is sent after the restart, what was sent is not"
        await send_when_away(app.context.notices, clock)
        assert len(push_service.arrived) == 2
        verify_vapid(push_service.arrived[1].headers["authorization"], info["push_key"])
    finally:
        await restarted.service.close()


async def test_several_tables_within_a_short_time_are_one_notice(
    app: Application, browsers: Browsers, notices: NoticeService, push_service: PushService, clock: Clock
) -> None:
    host, guest = browsers(), browsers()
    tables = [await open_table(host) for _ in range(3)]
    subscription = await subscribe(host, push_service)
    for table in tables:
        await begin(app, table, guest)
        clock.pass_time(BUNDLE_MS // 4)
    await send_when_away(notices, clock)
    (push,) = push_service.arrived
    told = subscription.decrypt(push.body)
    assert (told["title"], told["path"], told["waiting"]) == ("3 tables wait for you", "/", 3)


async def test_who_looks_at_the_table_is_not_told(
    app: Application, browsers: Browsers, notices: NoticeService, push_service: PushService, clock: Clock
) -> None:
    host, guest = browsers(), browsers()
    table, other = await open_table(host), await open_table(host)
    await subscribe(host, push_service)
    live = await app.service.get_match(table.id)
    live.local_viewers[0] = 1
    await begin(app, table, guest)
    assert await notices.store.list_keys_with_due_notices(clock.ms + BUNDLE_MS, 10) == [], "there when asked"
    await begin(app, other, guest)
    (await app.service.get_match(other.id)).local_viewers[0] = 1
    await send_when_away(notices, clock)
    (await app.service.get_match(other.id)).local_viewers[0] = 0
    await send_when_away(notices, clock)
    assert push_service.arrived == [], "came before it was sent, and has seen it"


async def test_who_is_active_elsewhere_is_told_when_they_are_gone_for_a_minute(
    app: Application, browsers: Browsers, notices: NoticeService, push_service: PushService, clock: Clock
) -> None:
    host = browsers()
    table = await open_table(host)
    await subscribe(host, push_service)
    await begin(app, table, browsers())
    for _ in range(4):
        clock.pass_time(ACTIVE_MS - 1)
        await host.get("/api/lobby")
        await notices.send_due_notices()
    assert push_service.arrived == []
    clock.pass_time(ACTIVE_MS + 1)
    await notices.send_due_notices()
    assert len(push_service.arrived) == 1


async def test_who_answered_meanwhile_or_gave_the_seat_away_is_not_told(
    app: Application, browsers: Browsers, notices: NoticeService, push_service: PushService, clock: Clock
) -> None:
    host, guest = browsers(), browsers()
    answered, left = await open_table(host), await open_table(host)
    await subscribe(host, push_service)
    for table in (answered, left):
        await begin(app, table, guest)
    await answer(host, answered.id)
    await host.post(f"/api/matches/{left.id}/leave")
    await send_when_away(notices, clock)
    assert push_service.arrived == []


async def test_nobody_waits_for_who_plays_alone_against_bots(
    app: Application, browsers: Browsers, notices: NoticeService, push_service: PushService, clock: Clock
) -> None:
    host = browsers()
    await open_table(host)
    await subscribe(host, push_service)
    await host.make("toy", "me", "random")
    await notices.wait_for_pending_writes()
    await send_when_away(notices, clock)
    assert push_service.arrived == []


async def test_quiet_hours_end_before_anything_is_sent(
    app: Application, browsers: Browsers, notices: NoticeService, push_service: PushService, clock: Clock
) -> None:
    host = browsers()
    table = await open_table(host)
    await subscribe(host, push_service)
    # Noon in Greenwich is 21:00 in Tokyo.
    wish = {"begin": 20 * 60 + 30, "end": 7 * 60, "time_zone": "Asia/Tokyo"}
    info = await host.post("/api/notices/quiet-hours", wish)
    assert (info["quiet_begin"], info["quiet_end"], info["time_zone"]) == (1230, 420, "Asia/Tokyo")
    await begin(app, table, browsers())
    await send_when_away(notices, clock)
    clock.ms = NOON_MS + 10 * 3_600_000 - 60_000
    await notices.send_due_notices()
    assert push_service.arrived == []
    clock.ms = NOON_MS + 10 * 3_600_000
    await notices.send_due_notices()
    assert len(push_service.arrived) == 1


@pytest.mark.parametrize(
    ("begin", "end", "zone", "now", "expected"),
    [
        (22, 7, "UTC", "2026-01-15T23:10+00:00", "2026-01-16T07:00+00:00"),
        (22, 7, "UTC", "2026-01-15T06:59+00:00", "2026-01-15T07:00+00:00"),
        (22, 7, "UTC", "2026-01-15T07:00+00:00", None),
        (22, 7, "UTC", "2026-01-15T21:59+00:00", None),
        (13, 15, "UTC", "2026-01-15T13:00+00:00", "2026-01-15T15:00+00:00"),
        (13, 15, "UTC", "2026-01-15T12:00+00:00", None),
        (22, 7, "America/New_York", "2026-01-15T04:00+00:00", "2026-01-15T12:00+00:00"),
        (22, 7, "Europe/Berlin", "2026-03-28T23:00+00:00", "2026-03-29T05:00+00:00"),
        (9, 9, "UTC", "2026-01-15T09:00+00:00", None),
    ],
)
def test_quiet_hours_are_those_of_the_person(begin: int, end: int, zone: str, now: str, expected: str | None) -> None:
    found = compute_quiet_end_ms(
        NoticePreferences(begin * 60, end * 60, zone), int(datetime.fromisoformat(now).timestamp() * 1000)
    )
    assert found == (None if expected is None else int(datetime.fromisoformat(expected).timestamp() * 1000))


@pytest.mark.parametrize("status", [404, 410])
async def test_a_subscription_that_is_gone_is_forgotten(
    app: Application, browsers: Browsers, notices: NoticeService, push_service: PushService, clock: Clock, status: int
) -> None:
    host = browsers()
    table = await open_table(host)
    await subscribe(host, push_service)
    push_service.status = status
    await begin(app, table, browsers())
    await send_when_away(notices, clock)
    assert len(push_service.arrived) == 1
    assert (await host.get("/api/notices"))["channels"] == []


async def test_a_service_that_fails_loses_nobody_the_subscription(
    browsers: Browsers, push_service: PushService
) -> None:
    host = browsers()
    await open_table(host)
    await subscribe(host, push_service)
    push_service.status = 503
    (channel,) = (await host.get("/api/notices"))["channels"]
    tried = await host.http.post(f"/api/notices/channels/{channel['id']}/try", json={})
    assert (tried.status_code, "503" in tried.json()["detail"]) == (409, True)
    assert len((await host.get("/api/notices"))["channels"]) == 1


async def test_each_place_can_be_tried_and_turned_off_by_its_person_alone(
    browsers: Browsers, push_service: PushService
) -> None:
    host, stranger = browsers(), browsers()
    for browser in (host, stranger):
        await open_table(browser)
    subscription = await subscribe(host, push_service)
    (channel,) = (await host.get("/api/notices"))["channels"]
    path = f"/api/notices/channels/{channel['id']}"
    for what in ("try", "remove"):
        assert (await stranger.http.post(f"{path}/{what}", json={})).status_code == 404
    await host.post(f"{path}/try")
    told = subscription.decrypt(push_service.arrived[0].body)
    assert told["waiting"] is None
    # From the notice itself, without a cookie.
    nobody = browsers()
    turned_off = await nobody.http.post(told["off"], headers={"X-Aerodrome": ""})
    assert turned_off.status_code == 200
    assert (await host.get("/api/notices"))["channels"] == []
    assert (await host.http.post(f"{path}/try", json={})).status_code == 404


async def test_a_browser_has_one_subscription_whoever_uses_it(browsers: Browsers, push_service: PushService) -> None:
    first, second = browsers(), browsers()
    for browser in (first, second):
        await open_table(browser)
    subscription = await subscribe(first, push_service)
    await first.post("/api/notices/push", subscription.request)
    assert len((await first.get("/api/notices"))["channels"]) == 1
    await second.post("/api/notices/push", subscription.request)
    assert (await first.get("/api/notices"))["channels"] == []
    assert len((await second.get("/api/notices"))["channels"]) == 1


@pytest.mark.parametrize(
    ("endpoint", "status"),
    [
        ("http://192.0.2.1/x", 400),
        ("https://127.0.0.1/x", 403),
        ("https://10.0.0.1/x", 403),
        ("https://169.254.169.254/latest", 403),
        ("https://[::1]/x", 403),
        ("https://me:secret@127.0.0.1/x", 400),
        ("https://8.8.8.8:22/x", 400),
        ("http://127.0.0.1.example.org/x", 400),
        ("file:///etc/passwd", 400),
        ("discord://1/abc", 400),
        ("https://[", 400),
    ],
)
async def test_endpoints_inside_the_house_are_refused(
    browsers: Browsers, push_service: PushService, endpoint: str, status: int
) -> None:
    host = browsers()
    await open_table(host)
    wish = Subscription(push_service, "a").request | {"endpoint": endpoint}
    assert (await host.http.post("/api/notices/push", json=wish)).status_code == status


async def test_loopback_is_for_tests_alone(
    app: Application, browsers: Browsers, push_service: PushService, monkeypatch: pytest.MonkeyPatch
) -> None:
    import msgspec

    host = browsers()
    await open_table(host)
    await subscribe(host, push_service)
    settings = msgspec.structs.replace(app.context.settings, allow_loopback_notices=False)
    monkeypatch.setattr(app.context, "settings", settings)
    monkeypatch.setattr(app.context.notices, "settings", settings)
    wish = Subscription(push_service, "b").request
    assert (await host.http.post("/api/notices/push", json=wish)).status_code == 400
    (channel,) = (await host.get("/api/notices"))["channels"]
    assert (await host.http.post(f"/api/notices/channels/{channel['id']}/try", json={})).status_code == 400
    assert push_service.arrived == []


def read_link_of(mail: Message, purpose: str) -> str:
    found = re.search(rf"https://table\.example\.org(/notice/{purpose}/\S+)", read_text(mail))
    assert found is not None
    return found[1]


def read_text(mail: Message) -> str:
    payload = mail.get_payload(decode=True)
    assert isinstance(payload, bytes)
    return payload.decode()


async def confirm_mail(host: Browser, mail_server: MailServer, address: str = "amelia@example.org") -> None:
    await host.post("/api/notices/mail", {"address": address})
    assert (await host.http.post(read_link_of(mail_server.mails[-1], "confirm"))).status_code == 200


async def test_a_mail_arrives_after_the_address_was_confirmed_and_can_be_turned_off_with_one_click(
    app: Application, browsers: Browsers, notices: NoticeService, mail_server: MailServer, clock: Clock
) -> None:
    host, guest, reader = browsers(), browsers(), browsers()
    first, second, third = [await open_table(host) for _ in range(3)]
    info = await host.post("/api/notices/mail", {"address": "amelia@example.org"})
    assert [(one["kind"], one["masked_address"], one["is_confirmed"]) for one in info["channels"]] == [
        ("mail", "a…@example.org", False)
    ]
    (confirmation,) = mail_server.mails
    assert mail_server.recipients == ["rcpt TO:<amelia@example.org>"]
    await begin(app, first, guest)
    await send_when_away(notices, clock)
    assert len(mail_server.mails) == 1, "nothing before it is confirmed"
    tried = await host.http.post(f"/api/notices/channels/{info['channels'][0]['id']}/try", json={})
    assert tried.status_code == 409
    link = read_link_of(confirmation, "confirm")
    assert "Yes, send it" in (await reader.http.get(link)).text
    assert not (await host.get("/api/notices"))["channels"][0]["is_confirmed"], "looking at a link confirms nothing"
    assert (await reader.http.post(link)).status_code == 200
    await begin(app, second, guest)
    await send_when_away(notices, clock)
    assert len(mail_server.mails) == 2
    mail = mail_server.mails[1]
    assert (mail["From"], mail["To"]) == ("table@example.org", "amelia@example.org")
    assert "your move" in mail["Subject"]
    assert f"https://table.example.org/m/{second.id}" in read_text(mail)
    assert mail["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    off = urlsplit(mail["List-Unsubscribe"].strip("<>")).path
    assert off == read_link_of(mail, "off")
    assert "Turn it off" in (await reader.http.get(off)).text
    assert len((await host.get("/api/notices"))["channels"]) == 1, "looking at a link turns nothing off"
    mail_provider = browsers()
    headers = {"X-Aerodrome": "", "Origin": "https://mail.example"}
    clicked = await mail_provider.http.post(off, data={"List-Unsubscribe": "One-Click"}, headers=headers)
    assert clicked.status_code == 200
    assert (await host.get("/api/notices"))["channels"] == []
    await begin(app, third, guest)
    await send_when_away(notices, clock)
    assert len(mail_server.mails) == 2


async def test_links_that_are_forged_replayed_or_for_something_else_open_nothing(
    browsers: Browsers, notices: NoticeService, mail_server: MailServer, clock: Clock
) -> None:
    host = browsers()
    await open_table(host)
    await host.post("/api/notices/mail", {"address": "amelia@example.org"})
    confirm = read_link_of(mail_server.mails[-1], "confirm")
    token = confirm.rsplit("/", 1)[1]
    body, mac = token.split(".")
    other = write64(json.dumps(["off", "somebody else's", None]).encode())
    forged = [
        f"/notice/off/{token}",
        f"/notice/nonsense/{token}",
        f"/notice/confirm/{other}.{mac}",
        f"/notice/confirm/{body}.{mac[:-2]}AA",
        f"/notice/confirm/{body}.",
        f"/notice/confirm/{body}",
        "/notice/confirm/.",
        "/notice/off/é.é",
        f"/notice/off/{make_link_token('a guessed secret', 'off', 'x')}",
    ]
    for path in forged:
        assert (await host.http.get(path)).status_code == 404, path
        assert (await host.http.post(path)).status_code == 404, path
    (channel,) = (await host.get("/api/notices"))["channels"]
    assert not channel["is_confirmed"]
    # Removed and given again: the link of before is not for the new one.
    await host.post(f"/api/notices/channels/{channel['id']}/remove")
    await host.post("/api/notices/mail", {"address": "amelia@example.org"})
    assert (await host.http.post(confirm)).status_code == 404
    newer = read_link_of(mail_server.mails[-1], "confirm")
    clock.pass_time(86_400_000)
    assert (await host.http.post(newer)).status_code == 404, "a day later it is too late"
    secret = await notices.get_link_secret()
    assert find_channel_id_of_token(secret, "off", make_link_token(secret, "off", "x"), clock.ms) == "x"
    assert find_channel_id_of_token(secret, "confirm", make_link_token(secret, "off", "x"), clock.ms) is None


@pytest.mark.parametrize(
    "address",
    [
        "nobody",
        "a@b",
        "a b@example.org",
        "a@example.org\nBcc: b@example.org",
        "a@example.org, b@example.org",
        "Ann <a@example.org>",
        "a@[127.0.0.1]",
        "ä@example.org",
        f"{'a' * 65}@example.org",
    ],
)
async def test_what_is_no_mail_address_is_refused(browsers: Browsers, mail_server: MailServer, address: str) -> None:
    host = browsers()
    await open_table(host)
    assert (await host.http.post("/api/notices/mail", json={"address": address})).status_code == 400
    assert mail_server.mails == []


async def test_nobody_is_flooded_with_mails_that_ask(browsers: Browsers, mail_server: MailServer) -> None:
    statuses = []
    for _ in range(5):
        host = browsers()
        await open_table(host)
        answered = await host.http.post("/api/notices/mail", json={"address": "Victim@example.org"})
        statuses.append(answered.status_code)
    assert statuses == [200, 200, 200, 429, 429]
    assert len(mail_server.mails) == 3


async def test_one_person_has_so_many_places_at_most(browsers: Browsers, push_service: PushService) -> None:
    host = browsers()
    await open_table(host)
    for number in range(MAX_CHANNELS):
        await subscribe(host, push_service, str(number))
    wish = Subscription(push_service, "more").request
    assert (await host.http.post("/api/notices/push", json=wish)).status_code == 403


async def test_a_webhook_of_a_person_is_called_whatever_the_table(
    app: Application, browsers: Browsers, notices: NoticeService, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    called: list[tuple[str, dict[str, str]]] = []

    async def post_webhook(address: str, body: dict[str, str]) -> int:
        called.append((address, body))
        return 204

    monkeypatch.setattr("aerodrome.server.notifications.post_webhook", post_webhook)
    host = browsers()
    table = await open_table(host)
    await host.post("/api/notices/webhook", {"address": "https://8.8.8.8/hook?secret=1"})
    await begin(app, table, browsers())
    await send_when_away(notices, clock)
    ((address, body),) = called
    assert address == "https://8.8.8.8/hook?secret=1"
    assert f"https://table.example.org/m/{table.id}" in body["text"]
    assert "/notice/off/" in body["text"]
    info = await host.get("/api/notices")
    assert "secret" not in str(info)


async def test_a_name_calls_nobody_in_a_channel(
    app: Application, browsers: Browsers, notices: NoticeService, clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    texts: list[str] = []

    async def post_webhook(_address: str, body: dict[str, str]) -> int:
        texts.append(body["text"])
        return 204

    monkeypatch.setattr("aerodrome.server.notifications.post_webhook", post_webhook)
    host, guest = browsers(), browsers()
    table = await open_table(host)
    await host.post("/api/notices/webhook", {"address": "https://8.8.8.8/hook"})
    await begin(app, table, guest)
    await guest.post(f"/api/matches/{table.id}/rename", {"name": "@everyone"})
    await send_when_away(notices, clock)
    (text,) = texts
    assert "everyone" in text
    assert "@everyone" not in text


async def test_who_tries_a_webhook_hears_that_it_refused(browsers: Browsers, monkeypatch: pytest.MonkeyPatch) -> None:
    async def answer_that_nothing_is_there(_address: str, _body: dict[str, str]) -> int:
        return 404

    monkeypatch.setattr("aerodrome.server.notifications.post_webhook", answer_that_nothing_is_there)
    host = browsers()
    await open_table(host)
    added = await host.post("/api/notices/webhook", {"address": "https://8.8.8.8/hook"})
    answer = await host.http.post(f"/api/notices/channels/{added['channels'][0]['id']}/try", json={})
    assert answer.status_code == 409
    assert "refused it (404)" in answer.text


async def test_who_tries_an_apprise_address_hears_that_it_did_not_work(
    browsers: Browsers, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("apprise.Apprise.notify", lambda *_arguments, **_settings: False)
    host = browsers()
    await open_table(host)
    added = await host.post("/api/notices/webhook", {"address": "discord://4174216298/JHMHI8qBe7bk2ZwO5U711o3dV_js"})
    answer = await host.http.post(f"/api/notices/channels/{added['channels'][0]['id']}/try", json={})
    assert answer.status_code == 409
    assert "is the address right?" in answer.text


@pytest.mark.usefixtures("quick_passwords")
async def test_notices_follow_a_guest_into_the_account_and_end_with_session_and_account(
    browsers: Browsers, notices: NoticeService, push_service: PushService, mail_server: MailServer
) -> None:
    home, phone = browsers(), browsers()
    for browser in (home, phone):
        await open_table(browser)
    await subscribe(home, push_service, "home")
    await home.post("/api/notices/quiet-hours", {"begin": 0, "end": 60, "time_zone": "Europe/Berlin"})
    await home.post("/api/account", AMELIA)
    await subscribe(phone, push_service, "phone")
    await confirm_mail(phone, mail_server)
    await phone.post("/api/account/sign-in", AMELIA)
    for browser in (home, phone):
        info = await browser.get("/api/notices")
        assert [one["kind"] for one in info["channels"]] == ["push", "push", "mail"]
        assert info["time_zone"] == "Europe/Berlin"
    exported = await home.get("/api/account/export")
    assert {one["address"] for one in exported["notices"]["channels"]} == {
        f"http://127.0.0.1:{push_service.port}/push/home",
        f"http://127.0.0.1:{push_service.port}/push/phone",
        "amelia@example.org",
    }
    assert exported["notices"]["quiet"] == [0, 60, "Europe/Berlin"]
    await home.post("/api/account/sessions/end", {})
    channels = (await home.get("/api/notices"))["channels"]
    assert [one["kind"] for one in channels] == ["push", "mail"], "the phone's pushes ended with its session"
    home_hash = util.hash_secret(f"http://127.0.0.1:{push_service.port}/push/home")
    assert channels[0]["endpoint_hash"] == home_hash
    account_key = next(iter({(await notices.store.find_channel(one["id"])).key for one in channels}))  # type: ignore[union-attr]
    await home.post("/api/account/delete", {"password": AMELIA["password"]})
    assert await notices.store.list_channels(account_key) == []
    assert await notices.store.get_preferences(account_key) == NoticePreferences()


async def test_clearing_forgets_everything(
    app: Application, browsers: Browsers, notices: NoticeService, push_service: PushService, clock: Clock
) -> None:
    host = browsers()
    table = await open_table(host)
    await subscribe(host, push_service)
    await host.post("/api/notices/quiet-hours", {"begin": 0, "end": 60, "time_zone": "Europe/Berlin"})
    await begin(app, table, browsers())
    info = await host.post("/api/notices/clear")
    assert (info["channels"], info["quiet_begin"], info["time_zone"]) == ([], None, "UTC")
    await send_when_away(notices, clock)
    assert push_service.arrived == []


async def test_marks_and_what_guests_without_a_table_wanted_are_removed(
    app: Application, browsers: Browsers, notices: NoticeService, push_service: PushService, clock: Clock
) -> None:
    host, other = browsers(), browsers()
    tables = [await open_table(browser) for browser in (host, other)]
    for browser, name in ((host, "host"), (other, "other")):
        await subscribe(browser, push_service, name)
    await begin(app, tables[0], browsers())
    await send_when_away(notices, clock)
    await app.service.store.delete_match(tables[1].id)
    await notices.store.remove_stale_notice_data(util.now_ms() + 2 * 86_400_000)
    assert len((await host.get("/api/notices"))["channels"]) == 1
    assert (await other.get("/api/notices"))["channels"] == []
    from aerodrome.matches.schema import turn_notices

    assert await app.service.store.fetch_all(turn_notices.select()) == []


@pytest.mark.parametrize(
    "wish",
    [
        {"begin": 0, "end": None, "time_zone": "UTC"},
        {"begin": 0, "end": 60, "time_zone": "Europe/Atlantis"},
        {"begin": 0, "end": 60, "time_zone": "../../etc/passwd"},
        {"begin": 0, "end": 60, "time_zone": "Europe"},
        {"begin": 0, "end": 1440, "time_zone": "UTC"},
    ],
)
async def test_quiet_hours_that_make_no_sense_are_refused(browsers: Browsers, wish: dict[str, Any]) -> None:
    host = browsers()
    await open_table(host)
    assert (await host.http.post("/api/notices/quiet-hours", json=wish)).status_code == 400


async def test_a_server_without_mail_offers_none(
    tmp_path: Path, with_toy_title: None, clock: Clock, push_service: PushService
) -> None:
    import httpx

    settings = Settings(database=str(tmp_path / "other.db"), limits=GENEROUS)
    application = await open_application(settings, clock)
    async with Browser("http://table.test", httpx.ASGITransport(application)) as host:
        await open_table(host)
        assert not (await host.get("/api/notices"))["is_mail_offered"]
        refused = await host.http.post("/api/notices/mail", json={"address": "amelia@example.org"})
        assert refused.status_code == 403
    await application.service.close()

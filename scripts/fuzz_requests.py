"""Send a server tens of thousands of requests that no client of ours would send: no answer of 500 or above, none hung.

    python scripts/fuzz_requests.py [--requests 30000] [--seed 1] [--connections 6] [--patience 15]

Starts a server of its own on SQLite with all limits of rate out of the way. Every route of the OpenAPI document, with
and without an account; actions of all titles, names, chat, notifications, records, headers, paths, cookies and broken
wire: taken from real ones and changed, or made up. Request `i` is made from the seed and `i`; what it was is printed
when it failed. A few hundred are in `tests/server/test_fuzz.py`.
"""

import argparse
import asyncio
import random
import re
import sys
import time
from collections import Counter
from collections.abc import Callable
from functools import cache
from typing import Any, NamedTuple
from urllib.parse import quote

import msgspec
from fuzz_routes import RouteCaller
from raw_http import RawConnection, RawResponse, build_request
from server_processes import ServerProcess, build_generous_limits, open_database

import aerodrome
from aerodrome.core.record import Record
from aerodrome.server.settings import Limits, Settings

TITLES = ("airline", "airkwire", "airsteam", "tingoose")
LEVELS = ("random", "greedy")
MAX_MATCHES = 32
MAX_COOKIES = 12
POSTS = (
    "actions",
    "validate",
    "undo",
    "vote",
    "chat",
    "standing-orders",
    "leave",
    "resume",
    "replace",
    "rename",
    "rematch",
)
READS = ("", "events", "statistics", "notifications", "record", "positions/0", "positions/7", "nothing")

ODD_TEXTS = [
    "",
    " ",
    "\x00",
    "\x1b[31m",
    "a" * 39,
    "a" * 501,
    "x" * 40_000,
    "<script>alert(1)</script>",
    "' OR 1=1 --",
    "../../etc/passwd",
    "%s%n{0}",
    "\u202eabc",
    "\u200b",
    "\u3164",
    "\ufeff",
    "\ufffe",
    "e\u0301" * 60,
    "\u0130\u0131",
    "\ufdfa" * 20,
    "\U0001f469\u200d\U0001f680" * 8,
    "ʜᴇʟʟᴏ",
    "Ace (bot)",
    "None",
    "true",
    "-1",
    "chance",
    "__class__",
    "constructor",
]
ODD_NUMBERS = [
    *(b"-1 0 1 15 16 255 -0 1e2 0.5 1e308 1e309 -1e309 1e-400 NaN Infinity 0x10 007".split()),
    *(str(2**bits + change).encode() for bits in (31, 32, 53, 63, 64, 128) for change in (-1, 0, 1)),
    b"9" * 4_000,
    b"1" + b"0" * 20_000,
]
ODD_JSON = [
    b"",
    b"{",
    b"[" * 30_000,
    b'{"a":' * 6_000,
    b"[" * 5_000 + b"]" * 5_000,
    b'"\\ud800"',
    b'"\\u0000"',
    b'"\xff\xfe"',
    b"\xef\xbb\xbf{}",
    b'{"seq":1,"seq":2}',
    b"null",
    b"[]",
    b"true",
    b'"text"',
]
ODD_ADDRESSES = [
    "https://[",
    "https://[::1]/",
    "https://[::ffff:127.0.0.1]/x",
    "https://℀.com",
    "discord://[/",
    "slack://[",
    "tgram://",
    "discord://a/b",
    "discord://123456789012345678/abcdefghijklmno,json://127.0.0.1:9/",
    "discord://123456789012345678/abcdefghijklmno?template=http://127.0.0.1:9/",
    "https://host.invalid/\x01",
    "https:host.invalid",
    "https://127.0.0.1/",
    "https://0x7f.1/",
    "https://2130706433/",
    "https://user:pw@host.invalid/",
    "https://host.invalid:99999/",
    "https://host.invalid:x/",
    "https://host.invalid:8443/a",
    "https://..invalid/",
    "https://" + "a" * 64 + ".invalid/",
    "https://" + "a." * 120 + "invalid/",
    "https://ex\u00e4mple.invalid/",
    "https://\u2488.invalid/",
    "https:///x",
    "https://%00/",
    "https://169.254.169.254/latest",
    "file:///etc/passwd",
    "json://localhost",
    "http://host.invalid",
    "pover://\u0130@x",
    "wxteams://%%%",
    "gchat://a/b/c?x=[",
]
ODD_HEADERS = {
    "Origin": ["null", "http://[", "https://evil.example", "http://127.0.0.1", "\u00ff", "http://℀.com", "x" * 3_000],
    "Host": ["", "evil.example", "[::1", "127.0.0.1:99999", "a:b:c", "\u00ff", "localhost"],
    "Cookie": [
        "aerodrome=",
        "aerodrome=" + "a" * 43,
        "aerodrome=\u00ff\u00fe" * 12,
        "aerodrome=x; aerodrome=" + "b" * 30,
        'aerodrome="' + "c" * 30,
        ";;;=;=" * 40,
        "aerodrome=%00%ff" + "d" * 20,
        "a=b; " * 700,
    ],
    "Content-Type": ["", "text/plain", "application/json; charset=utf-16", "multipart/form-data", "a/b/c;;=", "\u00ff"],
    "Last-Event-ID": ["-1", "x", "99999999999999999999", "1.5", "", "\u0661"],
    "Sec-Fetch-Site": ["cross-site", "", "same-site", "SAME-ORIGIN"],
    "X-Forwarded-For": ["1.2.3.4", ",,,", "x" * 2_000],
    "Accept": ["", "text/html", "application/xml;q=x", "*/*;q=nan"],
    "Accept-Encoding": ["br", "gzip;q=9", "x" * 500, "identity;q=0, *;q=0"],
    "Range": ["bytes=0-0", "bytes=-1", "bytes=9-1,,", "lines=1"],
    "If-None-Match": ["*", '"', 'W/"x"'],
    "If-Modified-Since": ["x", "Thu, 01 Jan 1970 00:00:00 GMT"],
    "Expect": ["100-continue", "200-ok"],
    "Upgrade": ["websocket", "h2c"],
    "X-Aerodrome": ["", "0", "\u00ff"],
    "X-Odd": ["y" * 9_000],
}
ODD_PATHS = [
    "/api/../healthz",
    "/api//titles",
    "/api/titles/",
    "/api/titles/%00/board",
    "/api/titles/..%2f..%2f/rules",
    "/api/titles/%ff/rules",
    "/api/matches/%F0%28%8C%28/",
    "/api/matches/" + "a" * 3_000 + "/",
    "/api/my-matches?x[]=1&&=&%",
    "/j/%00",
    "/m/\u00ff",
    "/assets/..%2f..%2fapp.py",
    "/%2e%2e/%2e%2e/etc/passwd",
    "/assets/%ff.js",
    "/" + "%41" * 900,
    "/api/schema/openapi.json",
    "/api/schema/..",
    "/favicon.svg",
    "/metrics",
    "/healthz",
    "*",
    "//evil.example/x",
    "http://evil.example/api/titles",
    "/?" + "a=b&" * 800,
]
ODD_QUERIES = [
    "seat=",
    "seat=-1",
    "seat=99",
    "seat=1e1",
    "seat=0&seat=1",
    "seat=%00",
    "after=-1",
    "after=x",
    "%",
    "a[=]",
]
METHODS = ("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "CONNECT", "PROPFIND", "x")
JOIN_HEAD = b"POST /api/join HTTP/1.1\r\nHost: 127.0.0.1\r\nX-Aerodrome: 1\r\n"
BROKEN_WIRE = [
    b"\r\n\r\n",
    b"GET\r\n\r\n",
    b"GET / HTTP/9.9\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n",
    JOIN_HEAD + b"Content-Length: -5\r\n\r\n",
    JOIN_HEAD + b"Content-Length: 1\r\nContent-Length: 2\r\n\r\nab",
    JOIN_HEAD + b"Transfer-Encoding: chunked\r\n\r\nzz\r\n",
    JOIN_HEAD + b"Transfer-Encoding: chunked\r\n\r\n2\r\n{}\r\n0\r\n\r\n",
    JOIN_HEAD + b"Content-Length: 500\r\n\r\n{",
    b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n",
    b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA b: c\r\n\r\n",
    b"GET / HTTP/1.1\r\nHost: 127.0.0.1\r\nA: b\x00c\r\n\r\n",
    b"GET / HTTP/1.1\r\n" + b"".join(b"H%d: x\r\n" % i for i in range(300)) + b"\r\n",
]


class FuzzedRequest(NamedTuple):
    """What goes over the wire; `is_broken` when a server may hang up instead of answering."""

    kind: str
    wire: bytes
    is_broken: bool = False
    match: "KnownMatch | None" = None


class KnownMatch:
    """A match that requests are about, and what was seen of it."""

    def __init__(self, id: str, title: str, cookie: str, seats: int, links: list[str]) -> None:
        self.id = id
        self.title = title
        self.cookie = cookie
        self.seats = seats
        self.links = links
        self.question: dict[str, Any] | None = None
        self.asked_seat = 0


class FuzzFailure(NamedTuple):
    """A request that was not answered as it should be."""

    number: int
    kind: str
    reason: str
    wire: bytes

    def __str__(self) -> str:
        shown = self.wire if len(self.wire) < 1500 else self.wire[:1500] + b" ... (%d bytes)" % len(self.wire)
        return f"request {self.number} ({self.kind}): {self.reason}\n  {shown!r}"


class FuzzReport:
    """What came of a run."""

    def __init__(self) -> None:
        self.statuses: Counter[tuple[str, int]] = Counter()
        """By kind of request and status; 0 where the server hung up on broken wire."""
        self.slowest: dict[str, float] = {}
        self.failures: list[FuzzFailure] = []

    @property
    def total(self) -> int:
        """How many requests were sent."""
        return self.statuses.total() + sum(1 for failure in self.failures if failure.reason.startswith("no answer"))


# Odd values


def make_odd_text(rng: random.Random) -> str:
    """A name or a line that somebody could try."""
    if rng.random() < 0.6:
        return rng.choice(ODD_TEXTS)
    planes = (0x20, 0xFF, 0x2FFF, 0xD7FF, 0x1FFFF, 0x10FFFF)
    text = "".join(chr(rng.randrange(1, rng.choice(planes))) for _ in range(rng.randint(1, 60)))
    return text.encode("utf-8", "replace").decode()


def make_odd_value(rng: random.Random) -> Any:
    """Something where something else was expected."""
    kind = rng.randrange(7)
    if kind == 0:
        return msgspec.Raw(rng.choice(ODD_NUMBERS))
    if kind == 1:
        return make_odd_text(rng)
    if kind == 2:
        return rng.choice([None, True, False, [], {}, [None], [[[[]]]], {"": ""}])
    if kind == 3:
        return [make_odd_value(rng) for _ in range(rng.randint(0, 4))]
    if kind == 4:
        return {make_odd_text(rng)[:50]: make_odd_value(rng) for _ in range(rng.randint(0, 3))}
    if kind == 5:
        return msgspec.Raw(b"[" * (depth := rng.choice([3, 60, 900])) + b"]" * depth)
    return rng.randint(-20, 400)


def change_value(value: Any, rng: random.Random) -> Any:
    """The value with one or a few places changed."""
    if isinstance(value, dict) and value and rng.random() < 0.85:
        changed = dict(value)
        key = rng.choice(list(changed))
        how = rng.random()
        if how < 0.65:
            changed[key] = change_value(changed[key], rng)
        elif how < 0.8:
            del changed[key]
        else:
            changed[rng.choice([make_odd_text(rng)[:80], "seat", "type", "seq"])] = make_odd_value(rng)
        return changed
    if isinstance(value, list) and value and rng.random() < 0.8:
        changed_list = list(value)
        place = rng.randrange(len(changed_list))
        if rng.random() < 0.6:
            changed_list[place] = change_value(changed_list[place], rng)
        else:
            changed_list[place:place] = [changed_list[place]] * rng.choice([1, 2, 40])
        return changed_list
    if isinstance(value, int) and rng.random() < 0.5:
        return value + rng.choice([-1, 1, 10, -100])
    return make_odd_value(rng)


def encode_body(value: Any, rng: random.Random) -> bytes:
    """The value as JSON; now and then something that is none."""
    if rng.random() < 0.04:
        return rng.choice(ODD_JSON)
    body = msgspec.json.encode(value)
    if rng.random() < 0.03 and body:
        place = rng.randrange(len(body))
        return body[:place] + rng.randbytes(rng.randint(0, 3)) + body[place + rng.randint(0, 2) :]
    return body


@cache
def list_known_actions(title: str) -> list[dict[str, Any]]:
    """Every action that a title knows, as JSON."""
    game = aerodrome.load(title)
    return [game.dump(action) for action in game.action_space(game.seats_max)]


@cache
def build_short_record(title: str) -> dict[str, Any]:
    """An honest record of a title's first moves."""
    rng = random.Random(title)
    record = Record.start(title, aerodrome.load(title).seats_min, seed=1)
    for _ in range(30):
        record.advance()
        if record.over:
            break
        seat = record.game.actors(record.state)[0]
        record.play(seat, rng.choice(record.game.legal(record.state, seat)))
    decoded: dict[str, Any] = msgspec.json.decode(record.to_json())
    return decoded


class RequestFuzzer:
    """Makes requests from a seed and from what it learned of the server."""

    def __init__(self, seed: int, document: dict[str, Any]) -> None:
        self.seed = seed
        self.route_caller = RouteCaller(document, make_odd_value)
        self.matches: list[KnownMatch] = []
        self.cookies = [f"aerodrome={name * 9}" for name in ("anna", "bert", "cleo")]

    def make_request(self, index: int) -> FuzzedRequest:
        """Request number `index`."""
        rng = random.Random(f"{self.seed}/{index}")
        if len(self.matches) < 4:
            return self.make_match(rng, honest=True)
        makers: list[tuple[Callable[[random.Random], FuzzedRequest], int]] = [
            (self.make_any_call, 40),
            (self.make_action, 34),
            (self.make_other_post, 22),
            (self.make_notification, 8),
            (self.make_name, 8),
            (self.make_join, 4),
            (self.make_match, 6),
            (self.make_import, 5),
            (self.make_read, 10),
            (self.make_odd_path, 8),
            (self.make_broken_wire, 3),
        ]
        maker = rng.choices([maker for maker, _ in makers], [weight for _, weight in makers])[0]
        return maker(rng)

    def learn(self, request: FuzzedRequest, response: RawResponse) -> None:
        """Remember new matches, questions and cookies."""
        self.route_caller.learn(response.body)
        cookie = response.headers.get("set-cookie", "").split(";")[0]
        if cookie.startswith("aerodrome=") and request.kind == "route":
            self.cookies = [*self.cookies[-MAX_COOKIES + 1 :], cookie]
        if request.kind in ("create", "import") and response.status == 201:
            self._learn_match(response)
        elif request.kind == "room" and response.status == 200 and request.match is not None:
            room = msgspec.json.decode(response.body)
            request.match.question = room["question"]
            actors = [seat for seat in room["view"]["actors"] if seat >= 0]
            if actors:
                request.match.asked_seat = actors[0]
            if room["status"] == "over":
                self._forget_match(request.match)
        elif request.kind == "actions" and response.status == 200 and request.match is not None:
            request.match.question = None

    def _learn_match(self, response: RawResponse) -> None:
        made = msgspec.json.decode(response.body)
        cookie = response.headers.get("set-cookie", "").split(";")[0]
        links = [link.rsplit("/", 1)[-1] for link in [*made["links"], made["spectator_link"]] if link]
        match = KnownMatch(made["id"], "", cookie, len(made["links"]), links)
        self.matches.append(match)
        if len(self.matches) > MAX_MATCHES:
            self.matches.pop(0)

    def _forget_match(self, match: KnownMatch) -> None:
        if match in self.matches:
            self.matches.remove(match)

    # Kinds of requests

    def _post(self, kind: str, path: str, body: bytes, rng: random.Random, match: KnownMatch | None) -> FuzzedRequest:
        cookie = match.cookie if match is not None and rng.random() < 0.96 else rng.choice(self.cookies)
        headers = {"X-Aerodrome": "1", "Content-Type": "application/json", "Cookie": cookie}
        if rng.random() < 0.08:
            name = rng.choice(list(ODD_HEADERS))
            headers[name] = rng.choice(ODD_HEADERS[name])
        is_broken = len(body) > Limits().max_record_bytes  # refused before it is read: the line may break first
        return FuzzedRequest(kind, build_request("POST", path, headers, body), is_broken, match)

    def _choose_match(self, rng: random.Random) -> KnownMatch:
        return rng.choice(self.matches)

    def _read_room(self, match: KnownMatch) -> FuzzedRequest:
        path = f"/api/matches/{match.id}/?seat={match.asked_seat}"
        return FuzzedRequest("room", build_request("GET", path, {"Cookie": match.cookie}), match=match)

    def make_action(self, rng: random.Random) -> FuzzedRequest:
        """A choice that is offered, one of any title, or a changed one."""
        match = self._choose_match(rng)
        if match.question is None:
            return self._read_room(match)
        action: Any = rng.choice(match.question["choices"] or [{"action": {}}])["action"]
        if rng.random() < 0.25:
            action = rng.choice(list_known_actions(rng.choice(TITLES)))
        body: Any = {"seq": match.question["seq"], "action": action, "seat": match.asked_seat}
        how = rng.random()
        if how < 0.4:
            body["action"] = change_value(action, rng)
        elif how < 0.55:
            body = change_value(body, rng)
        path = f"/api/matches/{match.id}/actions"
        return self._post("actions", path, encode_body(body, rng), rng, match)

    def make_any_call(self, rng: random.Random) -> FuzzedRequest:
        """Any route, by somebody who sits at a table or has an account."""
        match = self._choose_match(rng)
        call = self.route_caller.make_call(rng, [match.id, rng.choice(self.matches).id])
        # Who makes an account leaves the tables of before to it: those of the run stay with their guests.
        is_seated = rng.random() < 0.5 and not call.path.startswith("/api/account")
        cookie = match.cookie if is_seated else rng.choice(self.cookies)
        headers = {"X-Aerodrome": "1", "Content-Type": "application/json", "Cookie": cookie}
        body = b""
        if call.method == "POST":
            body = encode_body(change_value(call.body, rng) if rng.random() < 0.1 else call.body, rng)
        is_broken = len(body) > Limits().max_body_bytes
        return FuzzedRequest("route", build_request(call.method, call.path, headers, body), is_broken)

    def make_other_post(self, rng: random.Random) -> FuzzedRequest:
        """Everything else that people do in a room."""
        match = self._choose_match(rng)
        what = rng.choice(POSTS)
        seat = rng.randrange(match.seats)
        bodies: dict[str, dict[str, Any]] = {
            "validate": {"action": rng.choice(list_known_actions(rng.choice(TITLES)))},
            "undo": {"scope": rng.choice(["choice", "turn", "position"]), "to_position": rng.randint(0, 60)},
            "vote": {"id": rng.randint(0, 40), "agree": rng.random() < 0.8},
            "chat": {"text": make_odd_text(rng)},
            "standing-orders": {"key": make_odd_text(rng), "enabled": True},
            "replace": {"target": rng.randrange(match.seats), "level": rng.choice(LEVELS)},
            "rename": {"name": make_odd_text(rng)},
            "notifications": {"address": rng.choice(ODD_ADDRESSES)},
        }
        body: Any = {"seat": seat, **bodies.get(what, {})}
        if rng.random() < 0.5:
            body = change_value(body, rng)
        if what == "leave" and rng.random() < 0.9:
            what = "resume"  # else bots soon hold every seat
        return self._post(what, f"/api/matches/{match.id}/{what}", encode_body(body, rng), rng, match)

    def make_notification(self, rng: random.Random) -> FuzzedRequest:
        """An address to send notices to."""
        match = self._choose_match(rng)
        address = rng.choice(ODD_ADDRESSES)
        if rng.random() < 0.4:
            place = rng.randrange(len(address))
            address = address[:place] + make_odd_text(rng)[:40] + address[place + 1 :]
        body = {"address": address, "seat": rng.randrange(match.seats)}
        return self._post("notifications", f"/api/matches/{match.id}/notifications", encode_body(body, rng), rng, match)

    def make_name(self, rng: random.Random) -> FuzzedRequest:
        """A name for a seat, or a line of chat."""
        match = self._choose_match(rng)
        what, key = rng.choice([("rename", "name"), ("chat", "text")])
        body = {key: make_odd_text(rng), "seat": rng.randrange(match.seats)}
        return self._post(what, f"/api/matches/{match.id}/{what}", encode_body(body, rng), rng, match)

    def make_join(self, rng: random.Random) -> FuzzedRequest:
        """A link's token, true or not, with a name."""
        links = self._choose_match(rng).links or ["x" * 32]
        body: Any = {"token": rng.choice(links), "name": make_odd_text(rng)}
        if rng.random() < 0.6:
            body = change_value(body, rng)
        return self._post("join", "/api/join", encode_body(body, rng), rng, None)

    def make_match(self, rng: random.Random, honest: bool = False) -> FuzzedRequest:
        """A table, possible or not."""
        title = rng.choice(TITLES)
        seats = [{"kind": "person", "name": f"P{i}"} for i in range(rng.randint(2, 4))]
        body: Any = {"title": title, "seats": seats, "mode": "hotseat"}
        if rng.random() < 0.3:
            body |= {"mode": "online", "clock": {"per_move": 3600}, "options": {}, "hints": False}
            seats[-1] = {"kind": rng.choice(["open", "bot"]), "level": "random"}
        if not honest and rng.random() < 0.8:
            body = change_value(body, rng)
        return self._post("create", "/api/matches", encode_body(body, rng), rng, None)

    def make_import(self, rng: random.Random) -> FuzzedRequest:
        """A record with something wrong in it, or one that bombs."""
        title = rng.choice(TITLES)
        record = dict(build_short_record(title))
        how = rng.random()
        if how < 0.6:
            record = change_value(record, rng)
        elif how < 0.7:
            record["log"] = record["log"] + [{"undo": rng.randint(0, 25), "by": 0}] * rng.choice([1, 200, 5_000])
        elif how < 0.75:
            record["log"] = record["log"] * rng.choice([2, 100, 1_000])
        seats = [{"kind": "person"}] * build_short_record(title)["seats"]
        body: Any = {
            "record": record,
            "seats": seats[:16],
            "mode": "hotseat",
            "position": rng.choice([None, 0, 5, 10**6]),
        }
        if rng.random() < 0.2:
            body = change_value(body, rng)
        return self._post("import", "/api/matches/import", encode_body(body, rng), rng, None)

    def make_read(self, rng: random.Random) -> FuzzedRequest:
        """A room, a position, a stream, with odd parameters and headers."""
        match = self._choose_match(rng)
        path = f"/api/matches/{match.id}/{rng.choice(READS)}"
        if rng.random() < 0.5:
            path += "?" + rng.choice(ODD_QUERIES)
        elif rng.random() < 0.3:
            path += f"?seat={quote(make_odd_text(rng)[:50])}"
        headers = {"Cookie": match.cookie}
        name = rng.choice(list(ODD_HEADERS))
        if rng.random() < 0.5:
            headers[name] = rng.choice(ODD_HEADERS[name])
        return FuzzedRequest("read", build_request(rng.choice(["GET", "GET", "HEAD"]), path, headers), True)

    def make_odd_path(self, rng: random.Random) -> FuzzedRequest:
        """Anything, anywhere, by any method."""
        match = self._choose_match(rng)
        paths = [*ODD_PATHS, f"/api/matches/{match.id}/{rng.choice(POSTS)}", f"/j/{make_odd_text(rng)[:30].strip()}"]
        path = re.sub(r"[\s\x00-\x1f]", "%20", rng.choice(paths))
        headers = {"X-Aerodrome": "1", "Cookie": match.cookie}
        for name in rng.sample(list(ODD_HEADERS), rng.randint(0, 3)):
            headers[name] = rng.choice(ODD_HEADERS[name])
        body = rng.choice([b"", b"{}", rng.choice(ODD_JSON)])
        return FuzzedRequest("path", build_request(rng.choice(METHODS), path, headers, body), True)

    def make_broken_wire(self, rng: random.Random) -> FuzzedRequest:
        """Something that is no request, or not a whole one."""
        wire = rng.choice(BROKEN_WIRE) if rng.random() < 0.8 else rng.randbytes(rng.randint(1, 400))
        return FuzzedRequest("wire", wire, True)


# Sending


async def fuzz_server(port: int, seed: int, requests: int, connections: int = 4, patience: float = 15.0) -> FuzzReport:
    """Send so many requests over so many connections at once, and judge every answer."""
    fuzzer, report = RequestFuzzer(seed, await read_openapi_document(port)), FuzzReport()
    indices = iter(range(requests))

    async def send_in_turn() -> None:
        connection = RawConnection(port)
        for index in indices:
            await send_one(connection, fuzzer, report, index, patience)
        connection.close()

    await asyncio.gather(*(send_in_turn() for _ in range(connections)))
    return report


async def read_openapi_document(port: int) -> dict[str, Any]:
    """What the server says of its routes."""
    connection = RawConnection(port)
    answer = await connection.send(build_request("GET", "/api/schema/openapi.json", {}))
    connection.close()
    if answer is None:
        raise RuntimeError("the server does not answer")
    document: dict[str, Any] = msgspec.json.decode(answer.body)
    return document


async def send_one(
    connection: RawConnection, fuzzer: RequestFuzzer, report: FuzzReport, index: int, patience: float
) -> None:
    """Request number `index`, and what came of it."""
    request = fuzzer.make_request(index)
    begun = time.perf_counter()
    try:
        async with asyncio.timeout(patience):
            response = await connection.send(request.wire, half_close=request.kind == "wire")
    except TimeoutError:
        connection.close()
        report.failures.append(FuzzFailure(index, request.kind, f"no answer in {patience:.0f} s", request.wire))
        return
    report.slowest[request.kind] = max(report.slowest.get(request.kind, 0.0), time.perf_counter() - begun)
    report.statuses[request.kind, 0 if response is None else response.status] += 1
    if response is None:
        if not request.is_broken:
            report.failures.append(FuzzFailure(index, request.kind, "hung up without an answer", request.wire))
    elif response.status >= 500 and not _is_busy(response):
        report.failures.append(FuzzFailure(index, request.kind, f"status {response.status}", request.wire))
    else:
        fuzzer.learn(request, response)


def _is_busy(response: RawResponse) -> bool:
    """The server says when to come again: a limit that holds, not a fault."""
    return response.status == 503 and "retry-after" in response.headers


async def count_server_errors(port: int) -> int:
    """Answers of 500 that the server counted itself, also where nobody waited for them."""
    connection = RawConnection(port)
    answer = await connection.send(build_request("GET", "/metrics", {}))
    connection.close()
    if answer is None:
        raise RuntimeError("the server no longer answers")
    found = re.findall(rb'^aerodrome_requests_total\{.*status="50[0124-9]".*\} ([\d.e+]+)$', answer.body, re.MULTILINE)
    return sum(int(float(count)) for count in found)


async def play_honestly(port: int) -> None:
    """After all that a table can be made and played at. Raises RuntimeError when it cannot."""
    connection = RawConnection(port)
    headers = {"X-Aerodrome": "1", "Content-Type": "application/json", "Cookie": f"aerodrome={'honest' * 6}"}

    async def send(method: str, path: str, body: dict[str, Any] | None = None) -> Any:
        wire = build_request(method, path, headers, b"" if body is None else msgspec.json.encode(body))
        answer = await connection.send(wire)
        if answer is None or answer.status >= 300:
            raise RuntimeError(f"an honest visitor is not served: {method} {path}: {answer}")
        return msgspec.json.decode(answer.body)

    seats = [{"kind": "person"}] * 2
    made = await send("POST", "/api/matches", {"title": "airline", "seats": seats, "mode": "hotseat"})
    base = f"/api/matches/{made['id']}/"
    seat = (await send("GET", base))["view"]["actors"][0]
    question = (await send("GET", f"{base}?seat={seat}"))["question"]
    action = question["choices"][0]["action"]
    await send("POST", f"{base}actions", {"seq": question["seq"], "action": action, "seat": seat})
    connection.close()


def print_report(report: FuzzReport, seconds: float) -> None:
    """A table of what was answered, and every failure."""
    print(f"{report.total} requests in {seconds:.0f} s")
    print("| kind | answers | slowest |\n| --- | --- | --- |")
    for kind in sorted({kind for kind, _ in report.statuses}):
        answers = ", ".join(
            f"{count}×{status or 'hung up'}" for (k, status), count in sorted(report.statuses.items()) if k == kind
        )
        print(f"| {kind} | {answers} | {report.slowest[kind] * 1000:.0f} ms |")
    for failure in report.failures[:40]:
        print(failure)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--requests", type=int, default=30_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--connections", type=int, default=6)
    parser.add_argument("--patience", type=float, default=15.0)
    given = parser.parse_args()
    print(f"seed {given.seed}", flush=True)
    with open_database("sqlite") as database:
        settings = Settings(database=database, min_bot_move_seconds=0.0, limits=build_generous_limits())
        with ServerProcess(settings) as server:
            begun = time.perf_counter()
            report = asyncio.run(
                fuzz_server(server.port, given.seed, given.requests, given.connections, given.patience)
            )
            print_report(report, time.perf_counter() - begun)
            asyncio.run(play_honestly(server.port))
            errors = asyncio.run(count_server_errors(server.port))
    print(f"{len(report.failures)} failures; the server itself counted {errors} answers of 500")
    return 1 if report.failures or errors else 0


if __name__ == "__main__":
    sys.exit(main())

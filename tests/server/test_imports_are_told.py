"""A match that goes on from a record says so to everybody, and nobody can call its chance fair unseen."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
import pytest

import aerodrome
from aerodrome.cli.app import run_command_line
from aerodrome.core.actions import CHANCE
from aerodrome.matches.events import MatchSetup
from aerodrome.matches.match import Match
from aerodrome.matches.util import hash_secret
from aerodrome.server import serializers
from aerodrome.server.app import Application
from aerodrome.server.identity import COOKIE_NAME
from server.client import Browser

Browsers = Callable[[], Browser]


def deal(is_rigged: bool, seed: str = "honest", title: str = "airkwire") -> aerodrome.Record:
    """A match of three, dealt by the seed or by hand: always the first outcome there is."""
    record = aerodrome.Record.start(title, 3, seed=seed)
    while record.game.actors(record.state) == (CHANCE,):
        if is_rigged:
            record.play(CHANCE, record.game.legal(record.state, CHANCE)[0])
        else:
            record.play_chance()
    return record


async def create_match_from_record(host: Browser, data: bytes, *seats: str) -> dict[str, Any]:
    plan = [{"kind": "person", "name": "Anna"} if seat == "me" else {"kind": seat} for seat in seats]
    made: dict[str, Any] = await host.post("/api/matches/import", {"record": msgspec.json.decode(data), "seats": plan})
    return made


async def test_a_rigged_import_is_told_to_everybody(browsers: Browsers) -> None:
    host, guest, third, watcher = (browsers() for _ in range(4))
    record = deal(is_rigged=True)
    given = len(record.played)
    made = await create_match_from_record(host, record.to_json(), "me", "open", "open")
    invitation = await guest.get(f"/api/invitations/{made['links'][1].rsplit('/', 1)[-1]}")
    origin = invitation["origin"]
    assert (origin["commitment"], origin["position"], origin["chance"]) == (record.commitment, given, given)
    assert origin["has_seed"]
    assert origin["explained_chance"] < given
    assert "are not what the record's own seed gives" in origin["text"]
    await guest.join(made["links"][1], "Berta")
    assert (await guest.room(made["id"]))["origin"] == origin, "also while the table waits"
    await third.join(made["links"][2], "Cora")
    await watcher.join(made["spectator_link"])
    for browser in (host, guest, third, watcher):
        room = await browser.room(made["id"])
        assert room["origin"] == origin
        assert any(line["text"] == origin["text"] for line in room["log"][:3]), "before anything that was dealt"


async def test_the_start_begins_with_where_it_comes_from(browsers: Browsers, app: Application) -> None:
    host = browsers()
    made = await create_match_from_record(host, deal(is_rigged=True).to_json(), "me", "open", "open")
    for seat in (1, 2):
        await browsers().join(made["links"][seat])
    live = await app.service.get_match(made["id"])
    started = next(v for v, event in live.match.iter_numbered_events() if type(event).__name__ == "MatchStarted")
    for viewer in (0, 1, None):
        first, *_ = serializers.build_event_update(live, started, viewer).log
        assert first.text.startswith("This table goes on from a record")


async def test_a_record_without_its_seed_is_explained_by_nothing(browsers: Browsers) -> None:
    host = browsers()
    made = await create_match_from_record(host, deal(is_rigged=True).to_json(reveal_seed=False), "me", "open", "open")
    origin = (await host.room(made["id"]))["origin"]
    assert (origin["has_seed"], origin["explained_chance"]) == (False, 0)
    assert "nobody can tell whether they were chosen" in origin["text"]


async def test_an_honest_import_is_told_too(browsers: Browsers) -> None:
    host = browsers()
    made = await create_match_from_record(host, deal(is_rigged=False).to_json(), "me", "open", "open")
    origin = (await host.room(made["id"]))["origin"]
    assert origin["explained_chance"] == origin["chance"] > 0
    assert "may have chosen that seed" in origin["text"]


async def test_a_match_of_its_own_comes_from_nowhere(browsers: Browsers) -> None:
    host = browsers()
    made = await host.make("toy", "me", "random")
    assert (await host.room(made["id"]))["origin"] is None


async def test_an_import_of_version_0_1_is_told_as_far_as_it_is_known(browsers: Browsers, app: Application) -> None:
    host = browsers()
    made = await create_match_from_record(host, deal(is_rigged=True).to_json(), "me", "open", "open")
    setup = (await app.service.get_match(made["id"])).match.setup
    stored = msgspec.json.decode(msgspec.json.encode(setup))
    del stored["origin"]
    old = Match("old", msgspec.convert(stored, MatchSetup))
    origin = serializers.build_origin_info(old)
    assert origin is not None
    assert (origin.commitment, origin.chance > 0, origin.explained_chance) == ("", True, 0)


async def finished_import(browsers: Browsers, app: Application, record: aerodrome.Record) -> bytes:
    """The record of a match that went on from this one, to its end."""
    host = browsers()
    made = await create_match_from_record(host, record.to_json(), "me", "open", "open")
    for seat in (1, 2):
        await host.post(f"/api/matches/{made['id']}/replace", {"target": seat, "level": "random"})
    await host.post(f"/api/matches/{made['id']}/replace", {"target": 0, "level": "random"})
    live = await app.service.get_match(made["id"])
    while not live.match.is_over:
        await live.changed.wait()
    assert hash_secret(host.http.cookies[COOKIE_NAME]) == live.match.setup.host_key
    return (await host.http.get(f"/api/matches/{made['id']}/record")).content


async def test_verify_names_what_the_seed_does_not_explain(
    browsers: Browsers, app: Application, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    honest, rigged = deal(is_rigged=False, title="toy"), deal(is_rigged=True, title="toy")
    given = len(rigged.played)
    for name, record in (("honest", honest), ("rigged", rigged)):
        (tmp_path / f"{name}-first.json").write_bytes(record.to_json())
        (tmp_path / f"{name}.json").write_bytes(await finished_import(browsers, app, record))

    def verify(file: str, *more: str) -> tuple[int, str]:
        code = run_command_line(["verify", str(tmp_path / file), *more])
        told = capsys.readouterr()
        return code, " ".join((told.out + told.err).split())

    for name in ("honest", "rigged"):
        code, told = verify(f"{name}.json")
        assert code == 3
        assert f"Its first {given} actions came with the record this match goes on from" in told
        assert f"{given} dice, draws and deals are among them" in told
        assert "not shown to be fair" in told
        replayed = aerodrome.Record.replay((tmp_path / f"{name}.json").read_bytes())
        assert replayed.verify() == list(range(given))
    code, told = verify("honest.json", "--original", str(tmp_path / "honest-first.json"))
    assert (code, "could have chosen its seed" in told) == (0, True)
    code, told = verify("rigged.json", "--original", str(tmp_path / "rigged-first.json"))
    assert (code, "not fair: the seed of" in told) == (1, True)
    code, told = verify("rigged.json", "--original", str(tmp_path / "honest-first.json"))
    assert (code, "not fair" in told) == (1, True), "the same seed, but not what was played"
    (tmp_path / "other.json").write_bytes(deal(is_rigged=False, seed="another", title="toy").to_json())
    code, told = verify("honest.json", "--original", str(tmp_path / "other.json"))
    assert (code, "its commitment is another" in told) == (1, True)

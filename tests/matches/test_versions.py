"""Matches and records keep the rules and the edition they began with; new ones get the newest."""

import random
from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from pathlib import Path

import msgspec
import pytest

from aerodrome.core import registry
from aerodrome.core.record import Record
from aerodrome.core.registry import load
from aerodrome.matches import commands, match_creation
from aerodrome.matches.bot_pool import build_bot_request, choose_action, suggest_actions
from aerodrome.matches.errors import MalformedRequest, UnreadableMatch
from aerodrome.matches.events import EDITIONS_OF_VERSION_0_1, MatchSetup
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match import Match
from aerodrome.matches.match_creation import MatchRequest, SeatRequest
from aerodrome.matches.service import MatchService
from matches import evolving
from matches.conftest import KEY, play, seated, until
from matches.counting import Counting

RECORDS = Path(__file__).parents[1] / "records"
Program = Callable[..., AbstractAsyncContextManager[MatchService]]


@pytest.fixture
def program(
    tmp_path: Path, titles: None, again: Callable[[], MatchService], monkeypatch: pytest.MonkeyPatch
) -> Program:
    """Starts a program that knows so many rules versions and whose house edition has this bonus."""
    monkeypatch.setitem(registry._MODULES, "evolving", "matches.evolving")
    monkeypatch.setattr(evolving, "__file__", str(tmp_path / "evolving.py"))
    (tmp_path / "components" / "earlier").mkdir(parents=True)

    @asynccontextmanager
    async def start(rules: int = 1, bonus: int = 0) -> AsyncIterator[MatchService]:
        monkeypatch.setattr(evolving, "RULES_VERSION", rules)
        (tmp_path / "components" / "house.toml").write_text(f"bonus = {bonus}\n", encoding="utf-8")
        registry._LOADED.clear()
        service = again()
        await service.open()
        try:
            yield service
        finally:
            await service.close()

    return start


@pytest.fixture
def store_own_edition(tmp_path: Path) -> Callable[[], None]:
    """Ship the present house edition as an earlier one, too."""

    def keep() -> None:
        house = tmp_path / "components" / "house.toml"
        edition_hash = load("evolving").edition_hash
        (tmp_path / "components" / "earlier" / f"{edition_hash}.toml").write_bytes(house.read_bytes())

    return keep


def total(live: LiveMatch, seat: int = 0) -> int:
    return live.match.game.scores(live.match.record.state)[seat]


def bonus(live: LiveMatch) -> int:
    assert isinstance(live.match.game, Counting)
    return live.match.game.bonus


async def count(service: MatchService, live: LiveMatch) -> int:
    """What counting by one is worth at this table."""
    before = total(live)
    await play(service, live, 0, type="count", by=1)
    return total(live) - before


async def test_a_running_match_keeps_its_rules_and_its_bots_know_them(program: Program) -> None:
    async with program(rules=1) as service:
        old = await seated(service, "evolving", "person", "random", options={"goal": 40})
        assert await count(service, old) == 1
        id = old.match.id
    async with program(rules=2) as service:
        old = await service.get_match(id)
        assert await count(service, old) == 1
        new = await seated(service, "evolving", "person", "random", options={"goal": 40})
        assert await count(service, new) == 2
        assert (old.match.setup.rules_version, new.match.setup.rules_version) == (1, 2)
        await commands.hand_seat_to_bot(service, old, 0)
        await until(old, lambda match: match.is_over)
        record = Record.replay(old.match.export_record())
        assert (record.game.rules_version, record.over, record.verify()) == (1, True, [])


async def test_a_match_of_newer_rules_waits_for_a_newer_program(program: Program) -> None:
    async with program(rules=2) as service:
        id = (await seated(service, "evolving", "random", "person", options={"goal": 40})).match.id
    async with program(rules=1) as service:
        with pytest.raises(UnreadableMatch, match="rules version 2 of evolving, which this server does not know"):
            await service.get_match(id)
    async with program(rules=2) as service:
        live = await service.get_match(id)
        await commands.hand_seat_to_bot(service, live, 1)
        await until(live, lambda match: match.is_over)


def played_record(seats: int = 2, actions: int = 12) -> bytes:
    record = Record.start("evolving", seats, {"goal": 60}, seed=1)
    rng = random.Random(3)
    record.advance()
    for _ in range(actions):
        (seat,) = record.game.actors(record.state)
        record.play(seat, rng.choice(record.game.legal(record.state, seat)))
        record.advance()
    return record.to_json()


async def create_match_from_record(service: MatchService, record: bytes) -> LiveMatch:
    wanted = MatchRequest("", [SeatRequest("person"), SeatRequest("person")], {}, "hotseat")
    return await match_creation.create_match_from_record(service, wanted, KEY, record, None)


async def test_an_old_record_goes_on_under_its_own_rules_and_edition(
    program: Program, store_own_edition: Callable[[], None]
) -> None:
    async with program(rules=1, bonus=0):
        record = played_record()
        store_own_edition()
    async with program(rules=2, bonus=5) as service:
        live = await create_match_from_record(service, record)
        assert live.match.game.to_json(live.match.record.state) == Record.replay(record).game.to_json(
            Record.replay(record).state
        )
        (seat,) = live.match.asked_seats
        before = total(live, seat)
        await play(service, live, seat, type="count", by=1)
        assert total(live, seat) - before == 1
        id = live.match.id
    async with program(rules=2, bonus=7) as service:
        live = await service.get_match(id)
        assert bonus(live) == 0


async def test_a_record_of_newer_rules_or_an_unknown_edition_is_refused_with_the_reason(program: Program) -> None:
    async with program(rules=2, bonus=0):
        newer = played_record()
    async with program(rules=1, bonus=0) as service:
        with pytest.raises(MalformedRequest, match="rules version 2 is not known"):
            await create_match_from_record(service, newer)
    async with program(rules=2, bonus=5) as service:
        with pytest.raises(MalformedRequest, match="an edition that is not here"):
            await create_match_from_record(service, newer)


async def test_an_edition_that_changed_between_two_starts_does_not_change_a_running_match(
    program: Program, store_own_edition: Callable[[], None]
) -> None:
    async with program(bonus=0) as service:
        old = await seated(service, "evolving", "person", "person")
        assert await count(service, old) == 1
        id = old.match.id
        store_own_edition()
    async with program(bonus=5) as service:
        old = await service.get_match(id)
        assert await count(service, old) == 1
        new = await seated(service, "evolving", "person", "person")
        assert await count(service, new) == 6
        assert old.match.setup.edition_hash != new.match.setup.edition_hash
        rematch = MatchRequest("evolving", [SeatRequest("person")] * 2, {}, "hotseat")
        assert bonus(await match_creation.create_match(service, rematch, KEY)) == 5


async def test_an_edition_that_is_gone_sets_its_matches_aside(program: Program) -> None:
    async with program(bonus=0) as service:
        id = (await seated(service, "evolving", "random", "person")).match.id
    async with program(bonus=5) as service:
        with pytest.raises(UnreadableMatch, match="an edition of evolving"):
            await service.get_match(id)
        other = await seated(service, "evolving", "person", "person")
        assert await count(service, other) == 6


async def test_bots_and_hints_think_by_the_rules_and_the_edition_of_the_table(
    program: Program, store_own_edition: Callable[[], None], monkeypatch: pytest.MonkeyPatch
) -> None:
    async with program(rules=1, bonus=0) as service:
        id = (await seated(service, "evolving", "person", "person")).match.id
        store_own_edition()
    async with program(rules=2, bonus=5) as service:
        match = (await service.get_match(id)).match
        request = build_bot_request(match, 0)
        assert (request.rules_version, request.edition_hash) == (1, match.game.edition_hash)
        seen = set()
        real = registry.load

        def noting(*args: object, **more: object) -> object:
            game = real(*args, **more)  # type: ignore[arg-type]
            assert isinstance(game, Counting)
            seen.add((game.rules_version, game.bonus))
            return game

        monkeypatch.setattr(registry, "load", noting)
        choose_action(request, "greedy")
        suggest_actions(request)
        assert seen == {(1, 0)}


@pytest.mark.parametrize("title", sorted(EDITIONS_OF_VERSION_0_1))
def test_setups_of_version_0_1_mean_the_edition_that_its_records_name(title: str) -> None:
    hashes = {
        msgspec.json.decode(file.read_bytes())["edition"]["hash"]
        for file in (RECORDS / title).glob("*.json")
        if msgspec.json.decode(file.read_bytes())["rules"] == 1
    }
    assert EDITIONS_OF_VERSION_0_1[title] in hashes
    seats = [{"kind": "bot", "name": "", "level": "random"}] * 3
    setup = {"title": title, "rules": 1, "options": {}, "seats": seats, "seed": "x", "host": "", "created": 0}
    match = Match("m", msgspec.convert(setup, MatchSetup))
    assert match.game.edition_hash == EDITIONS_OF_VERSION_0_1[title]

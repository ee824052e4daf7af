"""What began under version 1 of the rules goes on to the end under a program that has version 2, by version 1."""

import asyncio
from pathlib import Path
from typing import Any

import pytest

import aerodrome
from aerodrome.core import registry
from aerodrome.games.airkwire import game as airkwire
from aerodrome.matches import commands, match_creation
from aerodrome.matches.bot_pool import BotRequest, choose_action
from aerodrome.matches.live_match import LiveMatch
from aerodrome.matches.match_creation import MatchRequest, SeatRequest
from aerodrome.server.app import Application
from compat.reading import RECORDS, LocalBotPool, open_application, read_listing, unpack_database
from matches.conftest import InlineReplayPool, until

PATIENCE = 600.0
LAST_ACTIONS = 60
"""A record goes on from so many actions before its end."""
TITLES = aerodrome.titles()


class PoolOfOneMatch(LocalBotPool):
    """Bots of one match choose on the spot, quickly and well enough to come to an end; all others sleep."""

    def __init__(self) -> None:
        super().__init__(True)
        self.match_id = ""
        self.is_chosen = asyncio.Event()

    async def choose_action(self, request: BotRequest, level: str) -> dict[str, Any]:
        await self.is_chosen.wait()  # which match it is: bots are asked as soon as theirs is loaded
        if request.share.match != self.match_id:
            await asyncio.Event().wait()
        return choose_action(request, "greedy")


@pytest.fixture(autouse=True)
def version_2_of_every_title(monkeypatch: pytest.MonkeyPatch) -> None:
    """Air-Kwire has one for the length of a test."""
    monkeypatch.setattr(airkwire, "RULES_VERSION", 2)
    monkeypatch.setattr(registry, "_LOADED", {})
    assert {title: aerodrome.load(title).rules_version for title in TITLES} == dict.fromkeys(TITLES, 2)


async def load_running_match(application: Application, title: str) -> LiveMatch:
    """The one that has come furthest, of those whose rounds have an end."""
    running = [match for match in read_listing().matches if match.title == title and match.asked]
    for stored in sorted(running, key=lambda match: -match.position):
        live = await application.service.get_match(stored.id)
        if live.match.setup.options.get("round_limit") != 0:
            assert not live.match.is_over
            return live
    raise AssertionError(f"no running match of {title}")


def find_shortest_record(title: str) -> tuple[Path, aerodrome.Record]:
    """Of version 1."""
    for file in sorted((RECORDS / title).glob("*.json"), key=lambda file: file.stat().st_size):
        record = aerodrome.Record.replay(file.read_bytes())
        if record.game.rules_version == 1 and record.over and not record.ended_by_agreement:
            return file, record
    raise AssertionError(f"no record of {title}")


async def play_to_the_end(application: Application, live: LiveMatch) -> None:
    pool = application.service.bot_pool
    assert isinstance(pool, PoolOfOneMatch)
    pool.match_id = live.match.id
    pool.is_chosen.set()
    for seat in live.match.seats_played_by_people:
        await commands.hand_seat_to_bot(application.service, live, seat)
    application.service.ensure_driver(live)
    async with asyncio.timeout(PATIENCE):
        await until(live, lambda match: match.is_over)
    record = aerodrome.Record.replay(live.match.export_record())
    assert (live.match.setup.rules_version, record.game.rules_version, record.over) == (1, 1, True)


@pytest.mark.parametrize("title", TITLES)
async def test_a_running_match_of_version_1_goes_on_to_the_end(tmp_path: Path, title: str) -> None:
    async with open_application(unpack_database(tmp_path), bots_think=True) as application:
        application.service.bot_pool = PoolOfOneMatch()
        live = await load_running_match(application, title)
        before = live.match.actions_in_force_count
        await play_to_the_end(application, live)
        assert live.match.actions_in_force_count > before


@pytest.mark.parametrize("title", TITLES)
async def test_a_record_of_version_1_goes_on_to_the_end(tmp_path: Path, title: str) -> None:
    file, record = find_shortest_record(title)
    position = len(record.played) - LAST_ACTIONS
    async with open_application(tmp_path / "tables.db", bots_think=True) as application:
        application.service.bot_pool, application.service.replay_pool = PoolOfOneMatch(), InlineReplayPool()
        request = MatchRequest("", [SeatRequest("person"), *[SeatRequest("bot", "random")] * (record.seats - 1)], {})
        live = await match_creation.create_match_from_record(
            application.service, request, "key", file.read_bytes(), position
        )
        assert not live.match.is_over
        await play_to_the_end(application, live)
        assert live.match.record.imported >= position

"""The power goes off again and again in the middle of play: nothing acknowledged is lost, nothing is done twice."""

from pathlib import Path

import pytest
from kill_server import check_nothing_lost_or_doubled, play_through_kills

from server.conftest import ForkServer

KILLS = 25
"""A sample: `python scripts/kill_server.py` does a hundred."""


@pytest.mark.parametrize("kind", ["sqlite", "postgresql"])
async def test_no_acknowledged_action_is_lost_and_none_is_doubled(
    kind: str, fork_server: ForkServer, tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    database = str(tmp_path / "t.db") if kind == "sqlite" else request.getfixturevalue("postgres")
    players = await play_through_kills(fork_server, database, KILLS)
    assert sum(len(player.acknowledged) for player in players) >= KILLS
    for player in players:
        await check_nothing_lost_or_doubled(database, player)

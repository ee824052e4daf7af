"""Requests that no client of ours sends: every one is answered, and none with a fault of ours."""

from pathlib import Path

import pytest
from fuzz_requests import count_server_errors, fuzz_server, play_honestly

from server.conftest import ForkServer, free_port, settings_for

REQUESTS = 400
"""A sample: `python scripts/fuzz_requests.py` sends 30,000."""


@pytest.mark.parametrize("seed", [11, 12])
async def test_odd_requests_are_refused_and_the_server_goes_on(
    seed: int, fork_server: ForkServer, tmp_path: Path
) -> None:
    port = free_port()
    server = await fork_server.start(settings_for(str(tmp_path / "t.db")), port)
    report = await fuzz_server(port, seed, REQUESTS, patience=60.0)
    assert [str(failure) for failure in report.failures] == []
    assert report.total == REQUESTS
    await play_honestly(port)
    assert await count_server_errors(port) == 0
    fork_server.kill(server)

"""Whatever fits the OpenAPI document, and much that does not, is answered without a server error."""

import asyncio
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import schemathesis
from hypothesis import HealthCheck, settings
from hypothesis import strategies as st
from schemathesis.checks import not_a_server_error

from aerodrome.server.app import Application
from aerodrome.server.settings import Settings
from server.client import HEADERS
from server.conftest import ForkServer, free_port, settings_for

PATIENCE = 120
"""Seconds before a server that does not answer counts as hung, on however busy a machine."""


class Served:
    """A server with a running match of two people on one screen, and the cookie that holds their seats."""

    def __init__(self, base: str) -> None:
        self.base = base
        with httpx.Client(base_url=base, headers=HEADERS, timeout=PATIENCE) as http:
            seats = [{"kind": "person", "name": "A"}, {"kind": "person", "name": "B"}]
            plan = {"title": "toy", "seats": seats, "mode": "hotseat"}
            made = http.post("/api/matches", json=plan)
            self.match: str = made.json()["id"]
            self.token: str = made.json()["spectator_link"].rsplit("/", 1)[-1]
            self.cookie: str = made.cookies["aerodrome"]


@pytest.fixture(scope="module")
def served(fork_server: ForkServer, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    port = free_port()
    folder: Path = tmp_path_factory.mktemp("openapi")
    server = asyncio.run(fork_server.start(settings_for(str(folder / "t.db")), port))
    yield Served(f"http://127.0.0.1:{port}")
    fork_server.kill(server)


def _document() -> dict[str, Any]:
    """The document as the server gives it out, made without one."""
    app = Application(Settings(database="unused.db"))
    found: dict[str, Any] = msgspec.to_builtins(app.litestar.openapi_schema.to_schema())
    return found


DOCUMENT = _document()
# The stream never ends; test_streams.py has it.
schema = schemathesis.openapi.from_dict(DOCUMENT).exclude(path_regex="/events$")


@schema.given(known=st.booleans())
@schema.parametrize()
@settings(max_examples=12, deadline=None, suppress_health_check=list(HealthCheck), derandomize=True, database=None)
def test_nothing_makes_the_server_stumble(case: Any, served: Served, known: bool) -> None:
    if known and "id" in case.path_parameters:
        case.path_parameters["id"] = served.match
    if known and isinstance(case.body, dict) and "token" in case.body:
        case.body["token"] = served.token
    answer = case.call(base_url=served.base, headers=HEADERS, cookies={"aerodrome": served.cookie}, timeout=PATIENCE)
    case.validate_response(answer, checks=[not_a_server_error])
    if answer.status_code >= 400:
        problem = answer.json()
        assert problem["code"], "every refusal says what it is"
        assert problem["detail"]


def test_every_route_is_explained_on_the_page_about_the_api() -> None:
    page = (Path(__file__).parents[2] / "docs" / "api.md").read_text(encoding="utf-8")
    for path in DOCUMENT["paths"]:
        word = path.rstrip("/").rsplit("/", 1)[-1].strip("{}")
        assert word in page, f"{path} is not explained in docs/api.md"

"""A real Chromium on a real server. Every page is watched: an error, a warning or a foreign request fails its test."""

import os
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, Request, expect, sync_playwright

from browser.house import CLIENT, House

ROOT = Path(__file__).parent.parent.parent
STATIC = Path(os.environ.get(CLIENT) or ROOT / "src" / "aerodrome" / "server" / "static")
CHROMIUM = Path("/usr/bin/chromium")
WIDE = {"width": 1440, "height": 900}
PHONE = {"width": 390, "height": 844}

PATIENCE_MS = 60_000
"""No measure of anything: a busy machine takes its time, and what never comes still fails."""
expect.set_options(timeout=PATIENCE_MS)

Visit = Callable[..., Page]

# Two of the workers run them, each with a server and a browser of its own: the longest part of the suite, in halves.
BROWSER = [pytest.mark.browser, pytest.mark.xdist_group("browser")]
SECOND_BROWSER = [pytest.mark.browser, pytest.mark.xdist_group("second browser")]


@pytest.fixture(scope="session")
def client() -> Path:
    """The built client; built now when it is not."""
    if not (STATIC / "index.html").exists():
        subprocess.run(["npm", "install", "--no-save"], cwd=ROOT / "web", check=True)
        subprocess.run(["npm", "run", "build"], cwd=ROOT / "web", check=True)
    return STATIC


@pytest.fixture(scope="package")
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        path = str(CHROMIUM) if CHROMIUM.exists() else None
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        yield browser
        browser.close()


@pytest.fixture(scope="package")
def house(tmp_path_factory: pytest.TempPathFactory, client: Path) -> Iterator[House]:
    """One server for all tests that leave it alone."""
    house = House(tmp_path_factory.mktemp("house")).start()
    yield house
    house.stop()


@pytest.fixture
def own_house(tmp_path: Path, client: Path) -> Iterator[House]:
    """A server for a test that will kill it."""
    house = House(tmp_path).start()
    yield house
    house.stop()


class Watch:
    """What went wrong on the pages of a test."""

    def __init__(self) -> None:
        self.troubles: list[str] = []
        self.hosts: set[str] = set()
        self.offline = False

    def over(self, page: Page) -> None:
        page.on("console", self._console)
        page.on("pageerror", lambda error: self.troubles.append(f"page error: {error}"))
        page.on("request", self._request)

    def _console(self, message: ConsoleMessage) -> None:
        # The browser itself reports a lost connection; while the line is cut on purpose that is no fault of ours.
        lost = "net::ERR" in message.text or "Failed to load resource" in message.text
        # "Busy, ask again" is an honest answer of a machine that has other work; pages say so or ask again.
        busy = "status of 503" in message.text
        if message.type in ("error", "warning") and not (self.offline and lost) and not busy:
            self.troubles.append(f"{message.type}: {message.text}")

    def _request(self, request: Request) -> None:
        parts = urlsplit(request.url)
        if parts.scheme in ("http", "https"):
            self.hosts.add(parts.hostname or "")


@pytest.fixture
def watch() -> Iterator[Watch]:
    watch = Watch()
    yield watch
    assert watch.troubles == []
    assert watch.hosts <= {"127.0.0.1"}


@pytest.fixture
def visit(chromium: Browser, watch: Watch) -> Iterator[Visit]:
    """A browser of somebody's own, as far as cookies go; opens an address in it."""
    contexts: list[BrowserContext] = []

    def open_page(url: str, phone: bool = False, dark: bool = False, calm: bool = True) -> Page:
        options: dict[str, Any] = {
            "viewport": PHONE if phone else WIDE,
            "color_scheme": "dark" if dark else "light",
            "reduced_motion": "reduce" if calm else "no-preference",
            "has_touch": phone,
        }
        context = chromium.new_context(**options)
        context.set_default_timeout(PATIENCE_MS)
        contexts.append(context)
        page = context.new_page()
        watch.over(page)
        page.goto(url)
        return page

    yield open_page
    for context in contexts:
        context.close()

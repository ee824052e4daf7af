"""Over plain http at a name that is not loopback: passkeys and push are not offered, passwords are."""

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from browser.conftest import CHROMIUM, PATIENCE_MS, SECOND_BROWSER, Watch
from browser.house import House

pytestmark = SECOND_BROWSER
HOST = "table.test"


@pytest.fixture
def page_at_name(tmp_path: Path, client: Path, chromium: Browser) -> Iterator[Page]:
    """The lobby of a server at a name in the house, without encryption."""
    house = House(tmp_path, hosts=(HOST, "127.0.0.1")).start()
    rule = f"--host-resolver-rules=MAP {HOST} 127.0.0.1"
    path = str(CHROMIUM) if CHROMIUM.exists() else None
    browser = chromium.browser_type.launch(executable_path=path, args=["--no-sandbox", rule])
    page = browser.new_page()
    page.set_default_timeout(PATIENCE_MS)
    page.goto(house.url.replace("127.0.0.1", HOST))
    yield page
    browser.close()
    house.stop()


def test_there_are_passwords_but_no_passkeys_and_no_push(page_at_name: Page) -> None:
    page, watch = page_at_name, Watch()
    watch.over(page)
    root = page.url.rstrip("/")
    assert not page.evaluate("window.isSecureContext")
    page.goto(f"{root}/me")
    page.get_by_label("Name").fill("Harriet")
    page.get_by_label("Password").fill("across the channel")
    expect(page.locator("[data-passkey]")).to_have_count(0)
    page.locator("[data-enter]").click()
    expect(page.locator("[data-codes] li")).to_have_count(8)
    page.get_by_role("button", name="I have kept them").click()
    expect(page.get_by_role("heading", name="Harriet")).to_be_visible()
    expect(page.get_by_text("passkey", exact=False)).to_have_count(0)

    page.goto(f"{root}/notices")
    expect(page.get_by_text("Browsers allow this only over https")).to_be_visible()
    expect(page.get_by_role("button", name="Tell me on this device")).to_have_count(0)
    assert page.evaluate("navigator.serviceWorker === undefined")
    # The browser itself says that one of the headers is for secure pages.
    assert [one for one in watch.troubles if "Cross-Origin-Opener-Policy" not in one] == []

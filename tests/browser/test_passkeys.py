"""A guest plays, keeps the tables by passkey, signs in elsewhere with it, ends a stolen session, recovers, and goes."""

import random
from typing import Any

from playwright.sync_api import CDPSession, Page, expect

from browser.conftest import SECOND_BROWSER, Visit, Watch
from browser.house import House
from browser.player import answer_once, guest_of

pytestmark = SECOND_BROWSER

NAME = "Bessie"


class VirtualAuthenticator:
    """What a browser keeps passkeys with, in this page."""

    def __init__(self, page: Page) -> None:
        self.devtools: CDPSession = page.context.new_cdp_session(page)
        self.devtools.send("WebAuthn.enable")
        options = {
            "protocol": "ctap2",
            "transport": "internal",
            "hasResidentKey": True,
            "hasUserVerification": True,
            "isUserVerified": True,
            "automaticPresenceSimulation": True,
        }
        made = self.devtools.send("WebAuthn.addVirtualAuthenticator", {"options": options})
        self.id = made["authenticatorId"]

    def list_credentials(self) -> list[dict[str, Any]]:
        found: list[dict[str, Any]] = self.devtools.send("WebAuthn.getCredentials", {"authenticatorId": self.id})[
            "credentials"
        ]
        return found

    def carry_over_from(self, other: "VirtualAuthenticator") -> None:
        """As an account of the person's maker of phones would."""
        for credential in other.list_credentials():
            self.devtools.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": credential})


def test_a_guest_keeps_the_tables_by_passkey(house: House, visit: Visit, watch: Watch) -> None:
    at_localhost = house.url.replace("127.0.0.1", "localhost")
    guest = visit(at_localhost)
    friend = guest_of(guest, at_localhost, visit, "toy")
    friend.wait_for_url("**/m/*")
    table = friend.url
    answer_once(guest, random.Random(1), board=0.0)

    own = VirtualAuthenticator(guest)
    guest.goto(f"{at_localhost}/me")
    guest.get_by_label("Name").fill(NAME)
    guest.locator("[data-passkey]").click()
    expect(guest.locator("[data-codes] li")).to_have_count(8)
    code = guest.locator("[data-codes] li").first.inner_text()
    guest.get_by_role("button", name="I have kept them").click()
    expect(guest.locator("[data-passkeys] li")).to_have_count(1)

    phone = visit(f"{at_localhost}/me")
    VirtualAuthenticator(phone).carry_over_from(own)
    phone.get_by_role("button", name="Sign in", exact=True).first.click()
    phone.locator("[data-passkey]").click()
    expect(phone.get_by_role("heading", name=NAME)).to_be_visible()
    expect(phone.locator("[data-sessions] li")).to_have_count(2)
    phone.goto(at_localhost)
    phone.locator(f"a[href='/m/{table.rsplit('/', 1)[-1]}']").click()
    phone.wait_for_url("**/m/*")

    # The phone was stolen: its session is ended, and the table closed to it.
    guest.reload()
    watch.offline = True  # the browser itself reports that the phone is refused from now on
    guest.get_by_role("button", name="Sign it out").click()
    expect(guest.locator("[data-sessions] li")).to_have_count(1)
    phone.goto(table)
    expect(phone.get_by_text("not yours to see")).to_be_visible()

    # A code opens the account without any passkey, and voids those there were.
    fresh = visit(f"{at_localhost}/me")
    other = VirtualAuthenticator(fresh)
    fresh.get_by_role("button", name="I cannot get in").click()
    fresh.get_by_label("Name").fill(NAME)
    fresh.get_by_label("Recovery code").fill(code)
    fresh.get_by_label("New password").fill("above the clouds")
    fresh.locator("[data-enter]").click()
    expect(fresh.get_by_role("heading", name=NAME)).to_be_visible()
    expect(fresh.locator("[data-passkeys] li")).to_have_count(0)
    fresh.get_by_label("Password now").fill("above the clouds")
    fresh.get_by_label("A new one, called").fill("New phone")
    fresh.locator("[data-add-passkey]").click()
    expect(fresh.locator("[data-passkeys] li")).to_contain_text("New phone")
    assert len(other.list_credentials()) == 1

    # Who is forgotten, by that passkey, leaves the game to the others.
    fresh.get_by_role("button", name="Forget me…").click()
    fresh.get_by_role("button", name="Forget me", exact=True).click()
    expect(fresh.get_by_text("The account is gone")).to_be_visible()
    expect(friend.get_by_text("Former player").first).to_be_visible()
    answer_once(friend, random.Random(1), board=0.0)

    # At an address without a name, passkeys are not offered; passwords are.
    plain = visit(f"{house.url}/me")
    expect(plain.locator("[data-enter]")).to_be_visible()
    expect(plain.locator("[data-passkey]")).to_have_count(0)
    watch.hosts.discard("localhost")

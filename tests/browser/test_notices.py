"""Notices on this device: the installed app's files are there, and turning push on tells the server so."""

import hashlib
import json
from typing import Any

from playwright.sync_api import Page, expect

from browser.conftest import SECOND_BROWSER, Visit
from browser.house import House
from browser.player import make, wait_until

pytestmark = SECOND_BROWSER

ENDPOINT = "https://8.8.8.8/push/of-this-browser"
# Chromium without a maker's push service cannot subscribe: the page gets what a service would have given.
STUB = """
window.asked = [];
Object.defineProperty(Notification, 'permission', { get: () => 'granted' });
Notification.requestPermission = async () => 'granted';
const key = Uint8Array.from(
  atob('BCVxsr7N/eNgVRqvHtD0zTZsEc6+VV+JvLexhqUzORcxaOzi6+AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4='),
  (letter) => letter.charCodeAt(0),
);
let made = null;
PushManager.prototype.getSubscription = async () => made;
PushManager.prototype.subscribe = async (options) => {
  window.asked.push({ visible: options.userVisibleOnly, key: [...new Uint8Array(options.applicationServerKey)] });
  made = {
    endpoint: 'ENDPOINT',
    getKey: (name) => (name === 'auth' ? new Uint8Array(16) : key).buffer,
    unsubscribe: async () => { made = null; return true; },
  };
  return made;
};
"""


def test_push_is_turned_on_and_off_on_the_page_of_notices(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.context.add_init_script(STUB.replace("ENDPOINT", ENDPOINT))
    manifest: dict[str, Any] = page.request.get(f"{house.url}/manifest.webmanifest").json()
    assert (manifest["start_url"], manifest["display"]) == ("/", "standalone")
    for icon in manifest["icons"]:
        assert page.request.get(house.url + icon["src"]).headers["content-type"] == icon["type"]
    assert page.locator('link[rel="manifest"]').get_attribute("href") == "/manifest.webmanifest"
    seats = [{"kind": "person", "name": "Ann"}, {"kind": "open"}]
    made = page.request.post(
        f"{house.url}/api/matches", data={"title": "toy", "seats": seats}, headers={"X-Aerodrome": "1"}
    )
    assert made.status == 201

    page.goto(f"{house.url}/notices")
    expect(page.get_by_text("through the service of the browser’s maker")).to_be_visible()
    page.evaluate("navigator.serviceWorker.ready.then((one) => one.active.scriptURL)")
    worker = page.evaluate("navigator.serviceWorker.ready.then((one) => one.active.scriptURL)")
    assert worker == f"{house.url}/service-worker.js"
    with page.expect_response("**/api/notices/push") as sent:
        page.get_by_role("button", name="Tell me on this device").click()
    assert ENDPOINT in (sent.value.request.post_data or "")
    (asked,) = page.evaluate("window.asked")
    assert (asked["visible"], len(asked["key"]), asked["key"][0]) == (True, 65, 4)
    listed = page.locator("[data-channels] li")
    expect(listed).to_contain_text("this one")
    info = page.request.get(f"{house.url}/api/notices").json()
    assert [one["endpoint_hash"] for one in info["channels"]] == [hashlib.sha256(ENDPOINT.encode()).hexdigest()]

    page.get_by_label("From").fill("21:30")
    page.get_by_role("button", name="Keep quiet then").click()
    expect(page.locator("[data-quiet]")).to_contain_text("from 21:30 until 07:00")
    listed.get_by_role("button", name="Turn off").click()
    expect(page.get_by_role("button", name="Tell me on this device")).to_be_visible()
    assert page.request.get(f"{house.url}/api/notices").json()["channels"] == []


# What the icon of an installed app would show: headless Chromium has none.
IN_PAGE = """
sessionStorage.badge ??= 'never set';
Navigator.prototype.setAppBadge = async (count) => { sessionStorage.badge = count; };
Navigator.prototype.clearAppBadge = async () => { sessionStorage.badge = 'none'; };
"""
IN_WORKER = """() => {
  self.badges = [];
  WorkerNavigator.prototype.setAppBadge = async (count) => { self.badges.push(count); };
  WorkerNavigator.prototype.clearAppBadge = async () => { self.badges.push(0); };
}"""
SHOWN = (
    "navigator.serviceWorker.ready.then((one) => one.getNotifications())"
    ".then((all) => all.map((one) => [one.title, one.body]))"
)


def list_shown(page: Page) -> Any:
    return page.evaluate(SHOWN)


def list_waiting(page: Page, url: str) -> list[str]:
    """The tables where it is my turn."""
    mine = page.request.get(f"{url}/api/my-matches").json()["matches"]
    return [f"/m/{one['id']}" for one in mine if one["my_turn"]]


def test_a_push_shows_a_notice_and_a_number_that_go_when_the_table_is_opened(house: House, visit: Visit) -> None:
    page = visit(house.url)
    page.context.grant_permissions(["notifications"], origin=house.url)
    page.context.add_init_script(IN_PAGE)
    paths = [make(page, house.url, "toy", "me", "open")]
    line = page.context.new_cdp_session(page)
    registrations: list[str] = []
    line.on(
        "ServiceWorker.workerRegistrationUpdated",
        lambda told: registrations.extend(one["registrationId"] for one in told["registrations"]),
    )
    line.send("ServiceWorker.enable")
    page.goto(f"{house.url}/notices")
    page.evaluate("navigator.serviceWorker.ready.then(() => null)")
    (worker,) = page.context.service_workers
    worker.evaluate(IN_WORKER)

    def push(data: str) -> None:
        at = {"origin": house.url, "registrationId": registrations[-1]}
        line.send("ServiceWorker.deliverPushMessage", {**at, "data": data})

    push(json.dumps({"title": "Your turn", "body": "Toy waits.", "path": paths[0], "waiting": 2}))
    wait_until(page, lambda: len(list_shown(page)) == 1)
    assert list_shown(page) == [["Your turn", "Toy waits."]]
    assert worker.evaluate("self.badges") == [2]
    push("no words")
    wait_until(page, lambda: len(list_shown(page)) == 2)
    assert ["Aerodrome", "A table waits for you."] in list_shown(page), "what cannot be read is a notice all the same"
    assert worker.evaluate("self.badges") == [2], "it says no number"

    page.goto(house.url + paths[0])
    wait_until(page, lambda: len(list_shown(page)) == 1)
    assert list_shown(page) == [["Aerodrome", "A table waits for you."]], "only what told of this table is gone"
    page.wait_for_function("() => sessionStorage.badge === 'none'")
    waiting = make(page, house.url, "toy", "me", "random", "random")
    wait_until(page, lambda: list_waiting(page, house.url) == [waiting])
    page.reload()
    page.wait_for_function("() => sessionStorage.badge === '1'")
    page.goto(house.url + waiting)
    page.wait_for_function("() => sessionStorage.badge === 'none'")

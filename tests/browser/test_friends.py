"""Two people become friends, one invites the other to a seat, and then does not want to read what is said there."""

from playwright.sync_api import Page, expect

from browser.conftest import SECOND_BROWSER, Visit
from browser.house import House

pytestmark = SECOND_BROWSER

HEADERS = {"X-Aerodrome": "1"}
ANNA, BERT = "Amelia Friend", "Bessie Friend"


def post(page: Page, path: str, body: dict[str, object]) -> dict[str, str]:
    answer = page.request.post(path, data=body, headers=HEADERS)
    assert answer.ok, answer.text()
    found: dict[str, str] = answer.json()
    return found


def sign_up(house: House, visit: Visit, name: str) -> Page:
    page = visit(house.url)
    post(page, f"{house.url}/api/account", {"name": name, "password": "over the ocean alone"})
    page.reload()
    expect(page.locator(f"[data-account='{name}']")).to_be_visible()
    return page


def test_friends_meet_at_a_table_and_one_is_muted_and_reported(house: House, visit: Visit) -> None:
    anna, bert = sign_up(house, visit, ANNA), sign_up(house, visit, BERT)
    anna.goto(f"{house.url}/friends")
    anna.get_by_label("Ask by name").fill(BERT)
    anna.get_by_role("button", name="Ask to be friends").click()
    expect(anna.locator("[data-asked]")).to_contain_text(BERT)
    bert.reload()
    bert.get_by_role("link", name="Somebody asks to be friends").click()
    bert.get_by_role("button", name="Be friends", exact=True).click()
    expect(bert.locator("[data-friends]")).to_contain_text(ANNA)

    seats = [{"kind": "person", "name": "Amelia"}, {"kind": "open"}]
    made = post(anna, f"{house.url}/api/matches", {"title": "toy", "seats": seats})
    anna.goto(f"{house.url}/m/{made['id']}")
    anna.locator("[data-invite]").get_by_role("button", name=BERT).click()
    expect(anna.locator("[data-invite] [data-state='waiting']")).to_contain_text(BERT)
    bert.goto(house.url)
    expect(bert.locator("[data-invitation]")).to_contain_text(f"{ANNA} invites you")
    bert.locator("[data-invitation]").get_by_role("button", name="Sit down").click()
    bert.wait_for_url(f"**/m/{made['id']}")

    post(bert, f"{house.url}/api/matches/{made['id']}/chat", {"text": "your hat is a hangar"})
    anna.get_by_role("tab", name="Chat").click()
    line = anna.locator("[data-line='1']")
    expect(line).to_contain_text("your hat is a hangar")
    line.locator("[data-person]").click()
    anna.get_by_role("button", name="Report this line").click()
    anna.get_by_role("button", name="Send the report").click()
    expect(anna.get_by_role("dialog")).to_contain_text("Thank you")
    anna.get_by_role("dialog").get_by_role("button", name="Close", exact=True).last.click()
    line.locator("[data-person]").click()
    anna.get_by_role("button", name="Mute").click()
    expect(line).not_to_contain_text("hangar")
    anna.reload()
    anna.get_by_role("tab", name="Chat").click()
    expect(line).to_contain_text("whom you do not want to read")
    anna.get_by_role("button", name="Show their chat").click()
    expect(line).to_contain_text("your hat is a hangar")

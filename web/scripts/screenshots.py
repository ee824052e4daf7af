"""Pictures of the lobby and of each table in play, wide and phone: `python web/scripts/screenshots.py [title ...]`.

Starts a server of its own, lets bots play each title to its middle, sits down there and looks.
"""

import sys
import tempfile
import time
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from browser.conftest import CHROMIUM, PHONE, WIDE  # noqa: E402
from browser.house import House  # noqa: E402

FOLDER = ROOT / "docs" / "screenshots"
MIDDLE = {"airline": (4, 9), "airkwire": (4, 5), "tingoose": (4, 4), "airsteam": (4, 3)}
"""Seats, and the round in which to look."""
HEADERS = {"X-Aerodrome": "1"}
SETTLED = "() => document.fonts.ready.then(() => document.fonts.status === 'loaded')"
DRAWN = """
() => document.fonts.ready.then(() => new Promise((done) => {
  // The same board, with something on it, for several frames: sizes are measured after the first.
  let last = '';
  let same = 0;
  let frames = 0;
  const look = () => {
    const stage = document.querySelector('.stage');
    const parts = [...(stage?.querySelectorAll('path, rect, circle, text, polygon') ?? [])];
    const seen = parts.filter((part) => part.getBoundingClientRect().width > 1);
    const sizes = seen.map((part) => part.getBoundingClientRect().width.toFixed(1)).join();
    same = sizes === last && seen.length > 40 ? same + 1 : 0;
    last = sizes;
    frames += 1;
    if (same >= 6) done(true);
    else if (frames > 600) done(false);
    else requestAnimationFrame(look);
  };
  look();
}))
"""


def call(page: Page, url: str, body: dict[str, Any]) -> Any:
    answer = page.request.post(url, data=body, headers=HEADERS)
    assert answer.ok, answer.text()
    return answer.json()


def middle_of(page: Page, house: House, title: str) -> str:
    """A match that bots have brought to its middle, with this page's seat asked."""
    seats, wanted = MIDDLE[title]
    level = {"kind": "bot", "level": "captain"}
    plan = [{"kind": "person", "name": "Amelia"}, *[level] * (seats - 1)]
    match = call(page, f"{house.url}/api/matches", {"title": title, "seats": plan})["id"]
    base = f"{house.url}/api/matches/{match}"
    call(page, f"{base}/leave", {})
    while True:
        position = page.request.get(base).json()["position"]
        moment = page.request.get(f"{base}/at/{position}").json()
        if moment["round"] >= wanted:
            break
        time.sleep(0.05)
    call(page, f"{base}/takeback", {})
    return f"{house.url}/m/{match}"


def shoot(browser: Browser, house: House, titles: list[str]) -> None:
    for size, viewport in (("wide", WIDE), ("phone", PHONE)):
        context = browser.new_context(viewport=viewport, reduced_motion="reduce")  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(house.url)
        page.locator("[data-quick]").first.wait_for()
        page.wait_for_function(SETTLED)
        save(page, f"lobby-{size}")
        for title in titles:
            page.goto(middle_of(page, house, title))
            page.locator("[data-choice], .question form").first.wait_for(timeout=60_000)
            page.wait_for_function(DRAWN, timeout=60_000)
            save(page, f"{title}-{size}")
        context.close()


def save(page: Page, name: str) -> None:
    page.screenshot(path=FOLDER / f"{name}.png", animations="disabled")
    print(f"{name}.png")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    titles = sys.argv[1:] or list(MIDDLE)
    house = House(Path(tempfile.mkdtemp()), titles={}).start()
    try:
        with sync_playwright() as playwright:
            path = str(CHROMIUM) if CHROMIUM.exists() else None
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            shoot(browser, house, titles)
            browser.close()
    finally:
        house.stop()


if __name__ == "__main__":
    main()

"""Pictures of the lobby and of each table in play, wide and phone: `python web/scripts/screenshots.py [title ...]`.

Starts a server of its own, sits down in the middle of a kept game of each title and looks.
"""

import sys
import tempfile
from pathlib import Path

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page, sync_playwright  # noqa: E402

from browser.conftest import CHROMIUM, PHONE, WIDE  # noqa: E402
from browser.house import House  # noqa: E402
from browser.moments import sit  # noqa: E402
from browser.test_look import MID_GAME  # noqa: E402

FOLDER = ROOT / "docs" / "screenshots"
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


def shoot(browser: Browser, house: House, titles: list[str]) -> None:
    for size, viewport in (("wide", WIDE), ("phone", PHONE)):
        context = browser.new_context(viewport=viewport, reduced_motion="reduce")  # type: ignore[arg-type]
        page = context.new_page()
        page.goto(house.url)
        page.locator("[data-quick]").first.wait_for()
        page.wait_for_function(SETTLED)
        save(page, f"lobby-{size}")
        for title in titles:
            sit(page, house, MID_GAME[title])
            page.wait_for_function(DRAWN, timeout=60_000)
            save(page, f"{title}-{size}")
        context.close()


def save(page: Page, name: str) -> None:
    page.screenshot(path=FOLDER / f"{name}.png", animations="disabled")
    print(f"{name}.png")


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    titles = sys.argv[1:] or list(MID_GAME)
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

"""Every title at every size: plays on, opens everything, checks that the board stands still, and keeps pictures.

PYTHONPATH=src:tests python -m browser.pictures FOLDER [ANSWERS]
"""

import random
import sys
import tempfile
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

from browser.conftest import CHROMIUM
from browser.house import House
from browser.player import CONFIRM, FINAL, answer_once, box, make, settle
from browser.test_standing_still import CUT_TEXT, SEATS, SIZES, tools


def look_at(page: Page, house: House, title: str, size: tuple[int, int], folder: Path, answers: int) -> list[str]:
    """Plays so many answers; returns what was wrong."""
    page.set_viewport_size({"width": size[0], "height": size[1]})
    page.goto(house.url + make(page, house.url, title, "me", *["cadet"] * (SEATS[title] - 1)))
    settle(page)
    first, rng, wrong = box(page.locator("#board")), random.Random(3), []
    name = f"{title}-{size[0]}x{size[1]}"
    for number in range(answers):
        settle(page)
        if page.locator(FINAL).count():
            break
        for what in tools(page):
            if box(page.locator("#board")) != first:
                wrong.append(f"{name}: the board moved when {what} was opened")
            if number == answers - 1:
                page.screenshot(path=folder / f"{name}-{what.strip('?').replace(' ', '-').lower()}.png")
        wrong += [f"{name}: {one}" for one in page.evaluate(CUT_TEXT)]
        page.screenshot(path=folder / f"{name}.png")
        answer_once(page, rng, board=0)
        if page.locator(CONFIRM).count():
            answer_once(page, rng, board=0)
    return wrong


def main(folder: Path, answers: int = 8) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        house = House(Path(place)).start()
        path = str(CHROMIUM) if CHROMIUM.exists() else None
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        for title in sorted(SEATS):
            for size in SIZES:
                context = browser.new_context(reduced_motion="reduce", has_touch=min(size) < 500)
                page = context.new_page()
                page.goto(house.url)
                wrong += look_at(page, house, title, size, folder, answers)
                context.close()
        browser.close()
        house.stop()
    print("\n".join(dict.fromkeys(wrong)) or "nothing moved, nothing cut")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *map(int, sys.argv[2:3])))

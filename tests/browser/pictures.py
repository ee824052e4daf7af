"""Every title at every size: a whole game with everything opened on the way. Keeps pictures, and says what is wrong.

PYTHONPATH=src:tests python -m browser.pictures FOLDER [TITLE ...] [WIDTHxHEIGHT ...] [dark]
"""

import random
import sys
import tempfile
import time
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from browser.conftest import CHROMIUM, PATIENCE_MS, Watch
from browser.house import House
from browser.looking import GAMES, SIZES, Size, WholeGame
from browser.test_look import Theme


def look_at(browser: Browser, house: House, title: str, size: Size, theme: Theme, folder: Path) -> list[str]:
    """Plays one game; returns what was wrong, also in the console."""
    name = f"{title}-{size[0]}x{size[1]}" + ("-dark" if theme == "dark" else "")
    context = browser.new_context(reduced_motion="reduce", has_touch=min(size) < 500, color_scheme=theme)
    context.set_default_timeout(PATIENCE_MS)
    page, watch, start = context.new_page(), Watch(), time.monotonic()
    watch.over(page)
    page.goto(house.url)

    def shoot(what: str) -> None:
        page.screenshot(path=folder / f"{name}-{what}.png")

    game = WholeGame(page, house, title, size, shoot)
    try:
        answers = game.play(random.Random(3))
    except Exception as stopped:  # The other games are looked at all the same.
        page.screenshot(path=folder / f"{name}-stopped.png")
        print(f"{name}: stopped: {stopped}", flush=True)
        return [f"{name}: stopped", *game.faults, *watch.troubles]
    finally:
        context.close()
    found = [*game.faults, *watch.troubles]
    took = time.monotonic() - start
    print(f"{name}: board {game.share:.0%}, {answers} answers, {len(found)} faults, {took:.0f} s", flush=True)
    for fault in found:
        print(f"  {fault}", flush=True)
    return found


def main(folder: Path, *wanted: str) -> int:
    folder.mkdir(parents=True, exist_ok=True)
    titles = [title for title in GAMES if title in wanted] or list(GAMES)
    sizes = [size for size in SIZES if f"{size[0]}x{size[1]}" in wanted] or SIZES
    theme: Theme = "dark" if "dark" in wanted else "light"
    with tempfile.TemporaryDirectory() as place, sync_playwright() as playwright:
        house = House(Path(place)).start()
        path = str(CHROMIUM) if CHROMIUM.exists() else None
        browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
        wrong = [
            fault for size in sizes for title in titles for fault in look_at(browser, house, title, size, theme, folder)
        ]
        browser.close()
        house.stop()
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(Path(sys.argv[1]), *sys.argv[2:]))

"""From the address to something to do: the lobby and a table in Chromium, in milliseconds.

    python benchmarks/page_load.py [URL]

Needs the `test` group and a running server (`aerodrome`); says the best and the middle of ten loads.
"""

import argparse
import statistics
from pathlib import Path

from playwright.sync_api import Page, sync_playwright

POSTER = "[data-quick=airsteam]"
CHOICE = ".bar[aria-busy=false] [data-choice], .bar[aria-busy=false] [data-step]"
CHROMIUM = Path("/usr/bin/chromium")
LOADS = 10


def measure_load(page: Page, url: str, sign: str) -> list[float]:
    """Milliseconds from asking for the page until the sign is there."""
    times = []
    for _ in range(LOADS):
        page.goto(url, wait_until="commit")
        page.locator(sign).first.wait_for()
        times.append(page.evaluate("() => performance.now()"))
    return times


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("url", nargs="?", default="http://127.0.0.1:8000")
    url = parser.parse_args().url
    seats = [{"kind": "person"}, {"kind": "bot", "level": "cadet"}]
    with sync_playwright() as playwright:
        found = str(CHROMIUM) if CHROMIUM.exists() else None
        browser = playwright.chromium.launch(executable_path=found, args=["--no-sandbox"])
        page = browser.new_page()
        page.goto(url)
        plan = {"title": "airline", "seats": seats}
        made = page.request.post(f"{url}/api/matches", data=plan, headers={"X-Aerodrome": "1"}).json()
        for name, path, sign in (("lobby", "", POSTER), ("table", f"/m/{made['id']}", CHOICE)):
            times = measure_load(page, url + path, sign)
            print(f"{name}: best {min(times):.0f} ms, median {statistics.median(times):.0f} ms")
        browser.close()


if __name__ == "__main__":
    main()

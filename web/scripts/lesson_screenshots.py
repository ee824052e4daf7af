"""Pictures of the lessons and of the rules on one page: `python web/scripts/lesson_screenshots.py FOLDER [lesson ...]`.

Plays each lesson (`tingoose/first`) at each size by what it shows, keeps a picture of every moment in FOLDER and says
what is cut, outside the window or hidden behind the words. `--kept` renews the few of them in docs/screenshots.
"""

import argparse
import base64
import sys
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parent.parent.parent
sys.path.insert(0, str(ROOT / "tests"))

from playwright.sync_api import Browser, Page, expect, sync_playwright  # noqa: E402

from aerodrome.core.lesson import read_lesson  # noqa: E402
from browser.conftest import CHROMIUM, PATIENCE_MS, PHONE, WIDE  # noqa: E402
from browser.house import House  # noqa: E402
from browser.test_lessons import LESSONS, SLOW, begin, heading, list_faults, play_shown, read_on, ready  # noqa: E402

SIZES: dict[str, Any] = {
    "wide": WIDE,
    "tablet": {"width": 820, "height": 1180},
    "phone": PHONE,
    "low": {"width": 844, "height": 390},
}
KEPT = ROOT / "docs" / "screenshots"
KEPT_MOMENTS = {
    ("tingoose/first", "wide", "06-ask"),
    ("airkwire/mergers", "wide", "05-happened"),
    ("airsteam/first", "phone", "05-ask"),
    ("airline/first", "phone", "01-other"),
    ("airline/first", "dark", "06-ask"),
}
"""What docs/lessons.md shows."""
KEPT_PAGES = {("airline", "wide")}
DRAWN = (
    "() => document.fonts.ready.then(() => !document.querySelector('.stage') || document.querySelector('.stage svg'))"
)


class Shooter:
    """Somebody who plays lessons with a camera."""

    def __init__(self, browser: Browser, house: House, folder: Path, is_kept_only: bool) -> None:
        self.browser, self.house, self.folder, self.is_kept_only = browser, house, folder, is_kept_only
        self.wrong: list[str] = []

    def open_page(self, size: str) -> Page:
        viewport = WIDE if size == "dark" else SIZES[size]
        context = self.browser.new_context(
            viewport=viewport,
            has_touch=size in ("phone", "low"),
            reduced_motion="reduce",
            color_scheme="dark" if size == "dark" else "light",
        )
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        page.goto(self.house.url)
        return page

    def shoot_lesson(self, lesson: str, size: str) -> None:
        page = self.open_page(size)
        way = "finger" if size in ("phone", "low") else "mouse"
        with_others = not self.is_kept_only or (lesson, size, "01-other") in KEPT_MOMENTS
        for moment in walk_lesson(page, self.house, lesson, way, with_others):
            page.wait_for_function(DRAWN)
            if not self.is_kept_only:
                self.wrong += [f"{lesson} {size} {moment} {heading(page)!r}: {one}" for one in list_faults(page)]
                save(page, self.folder / f"{lesson.replace('/', '-')}-{size}-{moment}.webp")
            if (lesson, size, moment) in KEPT_MOMENTS:
                save(page, KEPT / f"lesson-{lesson.replace('/', '-')}-{size}.webp")
                if self.is_kept_only:
                    break
        page.context.close()

    def shoot_rules(self, title: str, size: str) -> None:
        page = self.open_page(size)
        page.goto(f"{self.house.url}/rules/{title}")
        page.locator("[data-part=missed]").wait_for()
        page.wait_for_function(DRAWN)
        if not self.is_kept_only:
            save(page, self.folder / f"rules-{title}-{size}.webp", whole=True)
        if (title, size) in KEPT_PAGES:
            save(page, KEPT / f"one-page-{title}.webp")
        if size == "wide" and not self.is_kept_only:
            page.set_viewport_size({"width": 703, "height": 1032})
            page.emulate_media(media="print")
            save(page, self.folder / f"rules-{title}-a4.webp")
        page.context.close()


def walk_lesson(page: Page, house: House, lesson: str, way: str, with_others: bool) -> Iterator[str]:
    """Play a lesson by what it shows, and stop at each moment: what is asked, answered, and said at the end."""
    title, name = lesson.split("/")
    begin(page, house, title, name)
    yield "00-welcome"
    read_on(page, way)
    for number in range(1, len(read_lesson(title, name).steps) + 1):
        ready(page)
        page.wait_for_timeout(250)  # numbers on the board are placed five times a second
        yield f"{number:02}-ask"
        if with_others and choose_other(page, way):
            yield f"{number:02}-other"
            page.locator("[data-take-back]").first.click()
            ready(page)
        before = heading(page)
        play_shown(page, way)
        expect(page.locator("#ask")).not_to_have_text(before, timeout=SLOW)
        ready(page)
        page.wait_for_timeout(250)
        yield f"{number:02}-happened"
        read_on(page, way)
    page.locator("[data-play-on]").wait_for()
    page.wait_for_timeout(250)
    yield "99-end"


def choose_other(page: Page, way: str) -> bool:
    """Choose something else than what is shown, where a row offers it."""
    rows = page.locator("[data-choice]:not([data-shown])")
    if not rows.count():
        return False
    before = heading(page)
    rows.first.scroll_into_view_if_needed()
    if way == "finger":
        rows.first.tap()
        page.locator("[data-play]").tap()
    else:
        rows.first.click()
    expect(page.locator("#ask")).not_to_have_text(before, timeout=SLOW)
    page.locator("[data-take-back]").first.wait_for()
    expect(page.locator("section.rail")).to_have_attribute("aria-busy", "false", timeout=SLOW)
    return True


def save(page: Page, path: Path, whole: bool = False) -> None:
    """As WebP, a fifth of a PNG."""
    session = page.context.new_cdp_session(page)
    taken = session.send(
        "Page.captureScreenshot", {"format": "webp", "quality": 72, "captureBeyondViewport": whole, **clip(page, whole)}
    )
    session.detach()
    path.write_bytes(base64.b64decode(taken["data"]))


def clip(page: Page, whole: bool) -> dict[str, Any]:
    """The part of a long page that its one page takes."""
    if not whole:
        return {}
    box = page.locator(".one-page").bounding_box()
    assert box is not None
    return {"clip": {**box, "scale": 1}}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=Path)
    parser.add_argument("lessons", nargs="*", help="tingoose/first; all of them when none is named")
    parser.add_argument("--sizes", default="wide,tablet,phone,low", help="which sizes, and dark")
    parser.add_argument("--kept", action="store_true", help="only what docs/screenshots keeps")
    given = parser.parse_args()
    given.folder.mkdir(parents=True, exist_ok=True)
    every = [f"{title}/{name}" for title, name in LESSONS]
    house = House(Path(tempfile.mkdtemp()), titles={}).start()
    try:
        with sync_playwright() as playwright:
            path = str(CHROMIUM) if CHROMIUM.exists() else None
            browser = playwright.chromium.launch(executable_path=path, args=["--no-sandbox"])
            shooter = Shooter(browser, house, given.folder, given.kept)
            wanted = [(lesson, size) for lesson in given.lessons or every for size in given.sizes.split(",")]
            if given.kept:
                wanted = sorted({(lesson, size) for lesson, size, _ in KEPT_MOMENTS})
            for lesson, size in wanted:
                shooter.shoot_lesson(lesson, size)
                print(lesson, size, flush=True)
            for title in sorted({title for title, _ in LESSONS}) if not given.lessons else []:
                for size in ("wide", "phone"):
                    shooter.shoot_rules(title, size)
            browser.close()
    finally:
        house.stop()
    print("\n".join(dict.fromkeys(shooter.wrong)) or "nothing is cut, outside or covered")
    return 1 if shooter.wrong else 0


if __name__ == "__main__":
    sys.exit(main())

"""Take the screenshots of the documentation: `python -m tests.browser.pictures` writes docs/images/."""

import shutil
import sys
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, sync_playwright

from tests.browser.states import STATES
from tests.browser.stub_server import Running

IMAGES = Path(__file__).resolve().parents[2] / "docs" / "images"
DESKTOP: dict[str, Any] = {"viewport": {"width": 1000, "height": 800}, "locale": "en-US"}
PHONE: dict[str, Any] = {
    "viewport": {"width": 390, "height": 844},
    "device_scale_factor": 2,
    "has_touch": True,
    "is_mobile": True,
}
KOREAN: dict[str, Any] = {**PHONE, "locale": "ko-KR", "color_scheme": "dark"}
WAYS: dict[str, dict[str, Any]] = {
    "desktop": DESKTOP,
    "dark": {**DESKTOP, "color_scheme": "dark"},
    "phone": {**PHONE, "locale": "en-US"},
    "korean": KOREAN,
}
WITHOUT_A_MOUSE = (
    "--blink-settings=primaryHoverType=1,availableHoverTypes=1,primaryPointerType=2,availablePointerTypes=2"
)
"""Playwright's phones have touch, but still report hover."""


def main(names: list[str]) -> None:
    """Take the screenshots of all states, or of those named."""
    IMAGES.mkdir(parents=True, exist_ok=True)
    with sync_playwright() as playwright, Running() as running:
        for way, options in WAYS.items():
            mouse = [] if options.get("is_mobile") is None else [WITHOUT_A_MOUSE]
            browser = playwright.chromium.launch(
                executable_path=shutil.which("chromium"), args=["--no-sandbox", *mouse]
            )
            for name in names or STATES:
                _take(browser, running, name, way, options)
            browser.close()


def _take(browser: Browser, running: Running, name: str, way: str, options: dict[str, Any]) -> None:
    context = browser.new_context(base_url=running.url, reduced_motion="reduce", **options)
    page = context.new_page()
    STATES[name](page, running.renew())
    page.wait_for_timeout(400)
    page.screenshot(path=IMAGES / f"{name}-{way}.png", full_page=not name.startswith("chat"))
    context.close()


if __name__ == "__main__":
    main(sys.argv[1:])

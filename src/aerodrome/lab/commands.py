"""The lab on the command line: tournament, report, lab balance, lab tune."""

import json
import sys
from pathlib import Path
from typing import Annotated, Any, Literal

from cyclopts import App, Parameter
from rich.console import Console

from aerodrome.bots import UnknownBot
from aerodrome.core.library import load
from aerodrome.lab import tournament as play
from aerodrome.lab import tune as tuning
from aerodrome.lab.balance import compare
from aerodrome.lab.head import plan_of
from aerodrome.lab.plan import Format, Plan
from aerodrome.lab.report import write
from aerodrome.lab.summary import summary
from aerodrome.lab.workers import Run, here, on_cores, on_ray

app = App(name="aerodrome", help="Bots against bots: tournaments, reports, balance, tuning.")
lab = App(name="lab", help="Research: compare editions, tune the bots' weights.")
app.command(lab)

Jobs = Annotated[int, Parameter(help="Processes on this machine.")]
Seed = Annotated[int, Parameter(help="Same seed, same games.")]
Seats = Annotated[int, Parameter(help="Seats at the table; 0 for the fewest the title takes.")]
Options = Annotated[
    tuple[str, ...], Parameter(name=["--options", "-o"], help="A setting of the title as name=value; may be repeated.")
]
Ray = Annotated[
    str | None,
    Parameter(help="Play on a Ray cluster: its address, 'auto' to find one, or 'local' to start one here with --jobs."),
]


class LabError(SystemExit):
    """Ends the command with a sentence and no traceback."""


@app.command
def tournament(
    title: str,
    *bots: str,
    seats: Seats = 0,
    format: Annotated[Format, Parameter(help="Who meets whom.")] = "round-robin",
    games: Annotated[int, Parameter(help="At least so many games; rounded up to whole rounds.")] = 200,
    seed: Seed = 0,
    edition: str = "house",
    options: Options = (),
    limit: Annotated[float, Parameter(help="Seconds for one choice; then it is made at random.")] = 30.0,
    out: Annotated[Path, Parameter(help="Results, as Parquet. If they are there in part, the rest is played.")] = Path(
        "tournament.parquet"
    ),
    jobs: Jobs = 1,
    ray: Ray = None,
) -> None:
    """Bots against bots, seats rotated, with paired seeds.

    A bot is a name (random, greedy, cadet, captain, ace, search), with settings if you like (ace?simulations=400), or
    one of your own by import path (mypackage.bots:Tycoon).

    round-robin: of each two bots, each sits alone among the others. ladder: the same for neighbours in the list.
    solo: the first bot alone among each of the others. melee: all different.
    """
    _see_own_bots()
    plan = Plan(
        title=title,
        bots=bots,
        seats=seats or load(title).seats_min,
        format=format,
        seed=seed,
        edition=edition,
        options=_settings(options),
        limit=limit,
    )
    console = Console(stderr=True)
    try:
        plan.check()
        rounds = max(1, -(-games // plan.games_per_round()))
        plan = Plan(**{**_fields(plan), "rounds": rounds})
        clock = play.run(plan, out, workers(jobs, ray), console)
    except (UnknownBot, ValueError) as error:
        raise LabError(f"aerodrome tournament: {error}") from None
    print(summary(play.read(out), plan))
    if str(clock):
        print(f"\n{clock}")
    print(f"\nResults: {out}. Look at them with: aerodrome report {out}")


@app.command
def report(file: Path, *, out: Path | None = None) -> None:
    """One self-contained HTML page about the results of a tournament, and a summary here."""
    if not file.exists():
        raise LabError(f"aerodrome report: there is no {file}")
    frame = play.read(file)
    page = out or file.with_suffix(".html")
    plan = plan_of(file)
    write(frame, page, plan)
    print(summary(frame, plan))
    print(f"\nReport: {page}")


@lab.command
def balance(
    title: str,
    *,
    edition: Annotated[str, Parameter(help="Your edition, a TOML file.")],
    against: Annotated[str, Parameter(help="The edition to compare with.")] = "house",
    bot: str = "captain",
    seats: Seats = 0,
    games: int = 200,
    seed: Seed = 0,
    out: Annotated[Path, Parameter(help="Folder for the results.")] = Path("balance"),
    jobs: Jobs = 1,
    ray: Ray = None,
) -> None:
    """Two editions of a title side by side: the same bots, the same seeds."""
    _see_own_bots()
    table = seats or load(title).seats_min
    plan = Plan(title=title, bots=(bot,) * table, seats=table, format="melee", rounds=max(1, games), seed=seed)
    try:
        print(compare(plan, (against, edition), out, workers(jobs, ray)))
    except (UnknownBot, ValueError) as error:
        raise LabError(f"aerodrome lab balance: {error}") from None


@lab.command
def tune(
    title: str,
    *,
    seats: Seats = 0,
    bot: Annotated[str, Parameter(help="The bot that plays with the weights.")] = tuning.QUICK,
    steps: int = 120,
    games: Annotated[int, Parameter(help="Seeds for each step; each is played twice.")] = 40,
    check: Annotated[int, Parameter(help="Seeds for the evidence; each is played from all seats.")] = 200,
    seed: Seed = 0,
    step: Annotated[float, Parameter(help="How far the first step may move a weight, as part of it.")] = 0.3,
    start: Annotated[str, Parameter(help="Weights to start from, as JSON; else the title's own.")] = "{}",
    out: Annotated[Path | None, Parameter(help="The weights file to write; nothing is kept without it.")] = None,
    keep: Annotated[Literal["better", "always"], Parameter(help="Keep them only when proven better.")] = "better",
    jobs: Jobs = 1,
) -> None:
    """Tune the weights of a title's sense by self-play (SPSA) and prove the result on fresh seeds."""
    _see_own_bots()
    setting = tuning.Setting(
        title=title,
        seats=seats or load(title).seats_min,
        bot=bot,
        steps=steps,
        games=games,
        check=check,
        seed=seed,
        step=step,
    )
    old: dict[str, float] = {**load(title).sense.weights, **_object(start)}
    new, evidence = tuning.tune(setting, old, jobs)
    before = out.read_text(encoding="utf-8") if out is not None and out.exists() else ""
    text = tuning.to_toml(setting, old, new, evidence, before)
    print(text)
    if out is not None and (evidence.better or keep == "always"):
        out.write_text(text, encoding="utf-8")
        print(f"Kept in {out}")
    elif out is not None:
        print("Not proven better: nothing was kept.")


def workers(jobs: int, ray: str | None) -> Run:
    if ray is not None:
        return on_ray(None if ray in ("", "local") else ray, jobs)
    return on_cores(jobs) if jobs > 1 else here


def _object(text: str) -> dict[str, Any]:
    try:
        found = json.loads(text)
    except json.JSONDecodeError as error:
        raise LabError(f"{text!r} is not JSON: {error}") from None
    if not isinstance(found, dict):
        raise LabError(f"{text!r} is not a JSON object")
    return found


def _settings(options: tuple[str, ...]) -> dict[str, Any]:
    """`short=true`, `rounds=20`: values as JSON has them, else as they are written."""
    found: dict[str, Any] = {}
    for option in options:
        name, sign, value = option.partition("=")
        if not sign:
            raise LabError(f"option {option!r}: expected name=value")
        try:
            found[name] = json.loads(value)
        except json.JSONDecodeError:
            found[name] = value
    return found


def _fields(plan: Plan) -> dict[str, Any]:
    return {name: getattr(plan, name) for name in plan.__struct_fields__}


def _see_own_bots() -> None:
    """Bots by import path are looked for in the current folder too."""
    if "" not in sys.path and str(Path.cwd()) not in sys.path:
        sys.path.insert(0, str(Path.cwd()))

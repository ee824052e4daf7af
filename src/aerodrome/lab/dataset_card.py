"""The data card of a dataset: what is in it, how it was made, how it is read."""

import json
import shlex
from importlib.metadata import version
from pathlib import Path

import polars as pl

from aerodrome.core.game import Game
from aerodrome.lab.dataset_games import NO_NUMBER, DatasetPlan

_LOADING = """import json
import polars as pl

games = pl.read_parquet("games/*.parquet")          # one row for each seat of each game
decisions = pl.scan_parquet("decisions/*.parquet")  # one row for each decision of a seat
meaning = json.load(open("meaning.json"))           # names and scales of observations; the actions by number

sample = decisions.filter(pl.col("game") < 100).collect()
observations = sample["observation"].to_numpy()     # whole numbers; divide by the scales for about -1 to 1
"""


def format_data_card(folder: Path, plan: DatasetPlan, game: Game) -> str:
    """The README.md of a dataset."""
    parts = [
        f"# {plan.title}: games between bots",
        f"Made by the rules engine of Aerodrome {version('aerodrome')}. Every game is played by one bot in all "
        f"{plan.seats} seats, from the set-up to the end.",
        _format_games_by_bot(folder, plan),
        _format_how_it_was_made(folder, plan, game),
        _format_schema(plan, game),
        f"## Loading it\n\n```python\n{_LOADING}```",
        "## What to know\n\n"
        "- An observation is what the seat that is asked sees, and nothing else: what is hidden from it is not there.\n"
        "- Bots are not strong people. What they do often is not therefore good; greedy bots look one action ahead.\n"
        "- Decisions of one game depend on one another: split training and test data by game, not by row.\n"
        "- The same plan with the same version gives the same rows again, in any number of processes.",
        "## Licence\n\nApache-2.0, as the program that made it.",
    ]
    return "\n\n".join(parts) + "\n"


def _format_games_by_bot(folder: Path, plan: DatasetPlan) -> str:
    lines = [
        "## Contents",
        "",
        "| bot | games | decisions | mean length | wins by seat |",
        "| --- | --- | --- | --- | --- |",
    ]
    if list((folder / "games").glob("*.parquet")):
        found = pl.read_parquet(folder / "games" / "*.parquet")
        for bot in plan.bots:
            rows = found.filter(pl.col("bot") == bot)
            games = rows.filter(pl.col("seat") == 0)
            if games.is_empty():
                continue
            wins = rows.group_by("seat").agg(pl.col("won").mean()).sort("seat")["won"].to_list()
            shares = ", ".join(f"{share:.1%}" for share in wins)
            decisions = int(games["choices"].sum())
            length = decisions / games.height
            lines.append(
                f"| {bot} | {games.height:,} of {plan.bots[bot]:,} | {decisions:,} | {length:,.0f} | {shares} |"
            )
    size = sum(file.stat().st_size for file in folder.rglob("*.parquet"))
    return "\n".join([*lines, "", f"{size / 1e6:,.1f} MB of Parquet (zstd)."])


def _format_how_it_was_made(folder: Path, plan: DatasetPlan, game: Game) -> str:
    command = ["aerodrome", "lab", "dataset", plan.title, "--out", folder.name, "--seats", str(plan.seats)]
    for bot, games in plan.bots.items():
        command += ["--games", f"{bot}={games}"]
    for name, value in plan.options.items():
        command += ["--options", f"{name}={value if isinstance(value, str) else json.dumps(value)}"]
    command += ["--edition", plan.edition] if plan.edition != "house" else []
    command += ["--seed", str(plan.seed)]
    facts = {
        "Title": f"{plan.title}, {plan.seats} seats",
        "Rules": f"version {game.rules_version}",
        "Edition": f"{game.edition_id}, facts with the SHA-256 {game.edition_hash}",
        "Options": json.dumps(plan.options) if plan.options else "none but the usual ones",
        "Seeds": f"`{plan.seed}:<bot>:<n>` for game n of a bot; chance by the hash of seed and place, as in records",
        "Made by": f"`{shlex.join(command)}`",
    }
    return "## Origin\n\n" + "\n".join(f"- **{name}**: {value}" for name, value in facts.items())


def _format_schema(plan: DatasetPlan, game: Game) -> str:
    width, actions = len(game.observation_encoding(plan.seats).names), len(game.action_space(plan.seats))
    return f"""## Schema

`decisions/*.parquet`, one row for each decision of a seat (chance is left out):

| column | type | meaning |
| --- | --- | --- |
| bot | string | who played |
| game | int32 | number of the game among those of its bot |
| number | int32 | place of the decision in the game, from 0 |
| seat | int8 | who was asked |
| legal | list of int32 | the actions that it had, by number |
| action | int32 | the action it took; {NO_NUMBER} for one that has no number (an open-ended bid or deal) |
| utility | float32 | what the game was worth to this seat in the end: 1 for the winner, all seats together 0 |
| observation | {width} x int32 | what the seat saw; names and scales in `meaning.json` |

`games/*.parquet`, one row for each seat of each game: `bot, game, seed, seat, score, won` (share of the win), `place,
utility, rounds, choices` (decisions of all seats), `reason` (why it ended).

`meaning.json`: `observation` has name and scale of each of the {width} numbers, `actions` the {actions} actions in
the order of their numbers. `plan.json`: what the command was asked for."""

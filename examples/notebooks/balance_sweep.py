# %% [markdown]
# # Balance of an edition: a sweep over one value
#
# What does the reward for carried mail do to Tin Goose? The house edition pays 40. We let equal bots play with several
# rewards, the same seeds each, and look at how scores, their spread and the advantage of seats follow.

# %%
import os
from pathlib import Path

import polars as pl

from aerodrome.core.edition import check_edition_text
from aerodrome.core.registry import get_edition_rules
from aerodrome.lab.confidence_intervals import Z95
from aerodrome.lab.tournament import read_results, run_tournament
from aerodrome.lab.tournament_plan import TournamentPlan

SMALL = "SMALL" in os.environ  # the suite runs this with small numbers
REWARDS = (20, 80) if SMALL else (0, 20, 40, 80, 120)
GAMES = 3 if SMALL else 100
FOLDER = Path("balance-results")
FOLDER.mkdir(exist_ok=True)

# %% [markdown]
# An edition is one TOML file. We change one value, give it an id of its own, and let the title's own checks look at it
# before anything is played.

# %%
rules = get_edition_rules("tingoose")
house = rules.house_file.read_text(encoding="utf-8")


def write_edition(reward: int) -> Path:
    """The house edition with another reward."""
    text = house.replace("airmail_reward = 40", f"airmail_reward = {reward}")
    text = text.replace('id = "tingoose-house-1"', f'id = "airmail-{reward}"')
    checked = check_edition_text(rules, text.encode())
    assert not checked.errors, checked.errors
    file = FOLDER / f"airmail-{reward}.toml"
    file.write_text(text, encoding="utf-8")
    return file


# %% [markdown]
# Equal bots in all seats, so that what differs is the edition. The seeds are the same for every reward: the comparison
# is between the same deals.


# %%
def play_edition(reward: int) -> pl.DataFrame:
    """The results of all games with this reward."""
    plan = TournamentPlan(
        title="tingoose",
        bots=("greedy",) * 3,
        seats=3,
        format="melee",
        rounds=GAMES,
        edition=str(write_edition(reward)),
    )
    out = FOLDER / f"airmail-{reward}.parquet"
    run_tournament(plan, out)
    return read_results(out).with_columns(pl.lit(reward).alias("reward"))


everything = pl.concat([play_edition(reward) for reward in REWARDS])

# %% [markdown]
# Scores: the means of the winner (with its 95 % interval) and of all seats, and the gap between first and last.

# %%
games = everything.group_by("reward", "game").agg(
    pl.col("score").max().alias("winner"),
    pl.col("score").mean().alias("all seats"),
    (pl.col("score").max() - pl.col("score").min()).alias("gap"),
)
figures = [pl.col(name).mean().round(1) for name in ("winner", "all seats", "gap")]
doubt = (Z95 * pl.col("winner").std() / pl.len().sqrt()).round(1).alias("± winner")
print(games.group_by("reward").agg(*figures, doubt, pl.len().alias("games")).sort("reward"))

# %% [markdown]
# Seats: a fair game gives each a third. With few games the shares swing; the fair share lies within most intervals.

# %%
print(
    everything.group_by("reward", "seat")
    .agg(pl.col("won").mean().round(3), pl.len().alias("games"))
    .sort("reward", "seat")
    .pivot("seat", index="reward", values="won")
)

# %% [markdown]
# For two editions side by side, with what wins and a page: `aerodrome lab balance tingoose --edition mine.toml`.

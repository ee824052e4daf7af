# %% [markdown]
# # A tournament, and what can be said of it
#
# Three bots meet at tables of three in Tin Goose: each sits alone among the others, from every seat, with the same
# seeds. We look at ratings, at who beats whom with which certainty, and at what the seats do.

# %%
import os
from pathlib import Path

import polars as pl

from aerodrome.lab.bot_ratings import compute_lone_bot_win_rates, rate_bots
from aerodrome.lab.leaderboard import build_leaderboards, format_leaderboard
from aerodrome.lab.report_findings import summarize_findings
from aerodrome.lab.result_statistics import compute_seat_win_rates_by_bot
from aerodrome.lab.tournament import read_results, run_tournament
from aerodrome.lab.tournament_plan import TournamentPlan
from aerodrome.lab.tournament_report import write_tournament_report

SMALL = "SMALL" in os.environ  # the suite runs this with small numbers
FOLDER = Path("tournament-results")
pl.Config.set_tbl_rows(20)

# %% [markdown]
# The plan says everything; the same plan gives the same games. In the large run the bots play the house edition; here
# in the suite its miniature.

# %%
plan = TournamentPlan(
    title="tingoose",
    bots=("greedy", "random") if SMALL else ("greedy", "cadet", "random"),
    seats=3,
    rounds=2 if SMALL else 20,
    edition="miniature" if SMALL else "house",
    seed=7,
)
print(f"{plan.count_games()} games")
run_tournament(plan, FOLDER / "tingoose.parquet")  # goes on if it was stopped before
results = read_results(FOLDER / "tingoose.parquet")

# %% [markdown]
# One row for each seat of each game: any tool that reads Parquet can go on from here.

# %%
print(results.select("game", "seat", "bot", "score", "won", "place").head(6))

# %% [markdown]
# Ratings come with their doubt. Two intervals that overlap are two bots that these games do not tell apart.

# %%
print(rate_bots(results))
print(compute_lone_bot_win_rates(results).select("bot", "against", "games", "rate", "low", "high"))

# %% [markdown]
# Is a seat better than another? And for which bot?

# %%
print(compute_seat_win_rates_by_bot(results).select("bot", "seat", "games", "rate", "low", "high"))

# %% [markdown]
# The sentences at the top of the report are made from the same figures. The page is one file, with links to records of
# special games; the leaderboard sums up all tournaments that were kept.

# %%
for sentence in summarize_findings(results):
    print("-", sentence)
write_tournament_report(results, FOLDER / "tingoose.html", plan, sample_count=2)
print(format_leaderboard(build_leaderboards([FOLDER / "tingoose.parquet"])[0]))

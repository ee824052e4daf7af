# %% [markdown]
# # Reviews in numbers
#
# A review judges every decision of a finished match by the chance to win that it gave away, and tells luck from skill.
# Over many matches that becomes statistics: how well does each player choose, which decisions cost most, and how much
# of the results is luck? The players here are bots, so that we know whom to expect on top.

# %%
import os
from pathlib import Path

import polars as pl

from aerodrome.cli.simulation import create_simulation_plan, play_simulation_batch
from aerodrome.lab import review_statistics
from aerodrome.lab.review_collection import ReviewLog, require_record_files, review_missing_and_list_skipped

SMALL = "SMALL" in os.environ  # the suite runs this with small numbers
GAMES = 4 if SMALL else 40
FOLDER = Path("review-results")
(FOLDER / "records").mkdir(parents=True, exist_ok=True)

# %% [markdown]
# First some matches: greedy against random at Air-Kwire in miniature, each game kept as a record. Your own records, as
# the browser exports them, work the same way with the house edition.

# %%
plan = create_simulation_plan("airkwire", GAMES, 2, "greedy,random", 1, ["round_limit=4"], "miniature")
play_simulation_batch(plan, str(FOLDER / "records"), 0, GAMES)
files = require_record_files(FOLDER / "records")
print(len(files), "records")

# %% [markdown]
# Now the reviews. What is done is kept: run the cell again and it goes on. `aerodrome lab review` does the same with a
# progress bar, several processes and a page.

# %%
log = ReviewLog(FOLDER / "reviews.parquet", "quick")
skipped = review_missing_and_list_skipped(files, log, "quick", "miniature")
assert not skipped, skipped
rows = log.write_parquet(log.matches)
print(rows.select("file", "seat", "player", "decisions", "accuracy", "luck", "result").head(4))

# %% [markdown]
# How well do they choose? `loss` is what a decision gave away on average, in chance to win, with its 95 % interval.

# %%
for player in review_statistics.measure_player_accuracy(rows):
    print(player)

# %% [markdown]
# Which kinds of decisions cost most in a match, and how much of the variation of results does luck explain?

# %%
for cost in review_statistics.measure_decision_costs(rows)[:5]:
    print(cost)
for share in review_statistics.measure_luck_shares_by_title(rows):
    print(share)

# %% [markdown]
# The single choices that cost most, in words; `position` finds the place in the record.

# %%
with pl.Config(fmt_str_lengths=60):
    print(review_statistics.select_costliest_choices(rows, 5).select("player", "position", "words", "better", "loss"))

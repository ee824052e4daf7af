"""The bots' ratings of a tournament, kept as the fixed marks on the scale that people are rated on."""

from pathlib import Path

import msgspec
import polars as pl

from aerodrome.bots.levels import LEVEL_NAMES
from aerodrome.lab.bot_ratings import rate_bots
from aerodrome.ratings.bot_anchors import BotAnchor


def build_bot_anchors(results: pl.DataFrame) -> list[BotAnchor]:
    """Strongest first; only bots that may sit in a match, as they sit there."""
    games = {bot: results.filter(pl.col("bot") == bot)["game"].n_unique() for bot in results["bot"].unique()}
    return [
        BotAnchor(row["bot"], round(row["rating"], 2), round(row["sigma"], 2), games[row["bot"]], results["table"][0])
        for row in rate_bots(results).iter_rows(named=True)
        if row["bot"] in LEVEL_NAMES
    ]


def write_anchors_of_title(anchors_path: Path, results: pl.DataFrame) -> list[BotAnchor]:
    """Put the anchors of a title in place of those that the file has, and leave the other titles alone."""
    known = (
        msgspec.json.decode(anchors_path.read_bytes(), type=dict[str, list[BotAnchor]]) if anchors_path.exists() else {}
    )
    known[results["title"][0]] = anchors = build_bot_anchors(results)
    text = msgspec.json.format(msgspec.json.encode(known, order="sorted"), indent=1)
    anchors_path.write_bytes(text + b"\n")
    return anchors

"""The clock of a match as its host asks for it: seconds there, milliseconds in the match."""

import msgspec

from aerodrome.matches.events import ClockRules
from aerodrome.matches.listings import classify_pace
from aerodrome.matches.time_away import DEFAULT_DAYS_A_YEAR
from aerodrome.server import schemas


def build_clock_rules(clock: schemas.ClockSettings | None) -> ClockRules | None:
    """The clock in milliseconds; None when there is none."""
    if clock is None or (clock.per_move is None and clock.per_game is None):
        return None
    move = None if clock.per_move is None else clock.per_move * 1000
    game = None if clock.per_game is None else clock.per_game * 1000
    rules = ClockRules(move, game, clock.on_timeout)
    if classify_pace(rules) != "slow":
        return rules  # people sit there together: nobody goes away for days
    away_days = DEFAULT_DAYS_A_YEAR if clock.away_days is None else clock.away_days
    return msgspec.structs.replace(rules, away_days=away_days)

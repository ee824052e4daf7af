"""How long a game usually takes, for invitations and for the lobby."""

from typing import Any, NamedTuple

DECISIONS: dict[str, dict[int, int]] = {
    "airline": {2: 310, 3: 590, 4: 790},
    "airkwire": {3: 185, 4: 185, 5: 215, 6: 245},
    "tingoose": {3: 120, 4: 170, 5: 245},
    "airsteam": {2: 225, 3: 335, 4: 440, 5: 550, 6: 660},
}
"""Choices with an alternative that all seats together make in a game with the usual options for people, by the number
of seats: medians of three games between greedy bots (Kings of Air and Steam with five and six: from those with fewer;
Air-Kwire with five: between four and six, its games differ much)."""
SECONDS_PER_DECISION = {"airline": 8, "airkwire": 20, "tingoose": 20, "airsteam": 12}
"""What people take for one, all in all: an assumption. Most choices in Airline are to pass or to throw, and in Kings of
Air and Steam all plan at once."""


QUICK_GAME_OPTIONS: dict[str, dict[str, Any]] = {"airline": {"short_game": True}}
"""What differs from the usual options at the table that one press makes: a newcomer's first game ends in good time."""
QUICK_GAME_DECISIONS = {"airline": {4: 545}}
"""As DECISIONS, where those options make another game: medians of five games between greedy bots."""
SECONDS_PER_BOT_DECISION = 2
"""What a person takes to follow what a bot does: an assumption."""


def estimate_match_minutes(title: str, seat_count: int, people_count: int | None = None) -> int | None:
    """The usual length, to five minutes, with so many people among the seats (all, unless said otherwise) and bots in
    the others; None for a title that nobody measured."""
    decisions = DECISIONS.get(title, {}).get(seat_count)
    return (
        None
        if decisions is None
        else _estimate_minutes_of_decisions(
            title, decisions, (seat_count if people_count is None else people_count) / seat_count
        )
    )


def _estimate_minutes_of_decisions(title: str, decision_count: int, people_share: float) -> int:
    """For so many decisions, of which people make a share."""
    own = decision_count * people_share
    seconds = own * SECONDS_PER_DECISION[title] + (decision_count - own) * SECONDS_PER_BOT_DECISION
    return max(5, round(seconds / 300) * 5)


class QuickGameLength(NamedTuple):
    """What one person among bots is in for."""

    decisions: int
    minutes: int


def estimate_quick_game_length(title: str, seat_count: int) -> QuickGameLength | None:
    """The usual length for one person among bots, to ten choices and five minutes; None where nobody measured."""
    decisions = QUICK_GAME_DECISIONS.get(title, DECISIONS.get(title, {})).get(seat_count)
    if decisions is None:
        return None
    return QuickGameLength(
        max(10, round(decisions / seat_count / 10) * 10),
        _estimate_minutes_of_decisions(title, decisions, 1 / seat_count),
    )

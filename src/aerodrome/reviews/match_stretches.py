"""A record as steps: runs of chance, choices of one seat, and choices made at once."""

from typing import NamedTuple

from aerodrome.bots.quick_policy import find_simultaneous_step_type
from aerodrome.core.actions import CHANCE
from aerodrome.core.record import Record
from aerodrome.reviews.model import AGREEMENT_STEP, CHANCE_STEP, CHOICE_STEP, JOINT_STEP


class MatchStretch(NamedTuple):
    """The actions `begin` to `end` of a record (exclusive) that are judged together; `seat` is -1 for no single one."""

    kind: str
    begin: int
    end: int
    seat: int


def split_record_into_stretches(record: Record) -> list[MatchStretch]:
    """The steps of a whole match, in order; a game ended by agreement has one more, without actions."""
    game, played = record.game, record.played
    state = game.new(record.seats)
    steps: list[MatchStretch] = []
    begin = 0
    while begin < len(played):
        who = played[begin][0]
        joint = find_simultaneous_step_type(game, state) if who != CHANCE else None
        end = begin
        while True:
            game.apply(state, *played[end])
            end += 1
            if end == len(played):
                break
            if who == CHANCE and played[end][0] == CHANCE:
                continue
            if joint is None or played[end][0] == CHANCE or type(state.step_stack[-1]) is not joint:
                break
        kind = CHANCE_STEP if who == CHANCE else CHOICE_STEP if joint is None else JOINT_STEP
        steps.append(MatchStretch(kind, begin, end, who if kind == CHOICE_STEP else -1))
        begin = end
    if record.ended_by_agreement and not record.over:
        steps.append(MatchStretch(AGREEMENT_STEP, begin, begin, -1))
    return steps

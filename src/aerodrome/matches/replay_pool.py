"""Playing again what was played, and judging what might be: in processes of their own, within limits.

The server's event loop answers everybody; what one person's question costs must not be felt by the others.
"""

from collections import Counter
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from aerodrome.core.description import Description
from aerodrome.core.game import Game
from aerodrome.core.question import BoardTarget, ChoiceOutcome, DealPreview
from aerodrome.core.record import CHECKPOINT, Record, RecordError, read_edition_data_of_record
from aerodrome.core.registry import load
from aerodrome.matches import event_builders
from aerodrome.matches.errors import MachineBusy, MalformedRequest
from aerodrome.matches.events import MatchSetup, encode_event
from aerodrome.matches.fair_queue import NO_SHARE, Priority, ShareKey
from aerodrome.matches.match import Match
from aerodrome.matches.worker_pool import JobFailed, WorkerError, WorkerPool, WorkerSettings, WorkerTimeout

MAX_RECORD_ENTRIES = 20_000
"""Entries of a record that may be imported; the longest match ever played here had a sixth of it."""
IMPORT_TIMEOUT_S = 8.0
LOOK_TIMEOUT_S = 4.0
MAX_WAIT_S = 5.0
MAX_WAITING = 1000
MAX_WAITING_OF_ADDRESS = 40
"""So that a few addresses cannot take all places: all are served in turn, so what one asks for waits for itself."""

Figures = list[tuple[str, list[float | None]]]
"""At one position: the name of each figure and its value for each seat."""
EVERY_SEAT = -1
"""Who looks at the figures of a finished match: everything that each seat knew of itself."""
SCORE_SERIES = ""
"""The name under which the figures of a finished match have the score as it would be counted."""


class ReplaySegment(NamedTuple):
    """A kept state of a match and the actions played from there, as plain data."""

    title: str
    rules_version: int
    options: dict[str, Any]
    edition_hash: str
    position: int
    state_json: bytes
    actions: list[tuple[int, dict[str, Any]]]
    edition: str | bytes = "house"
    """As `load` takes it."""


class ImportedRecord(NamedTuple):
    """What a match that goes on from a record takes over."""

    title: str
    rules_version: int
    edition_hash: str
    options: dict[str, Any]
    seats: int
    actions: list[tuple[int, dict[str, Any]]]
    commitment: str
    """The hash of the record's seed, by which the record is known."""
    has_seed: bool
    explained_chance: int
    """How many of its dice, draws and deals are what its own seed gives."""
    own_edition: str = ""
    """The facts of the edition that it was played with, when that is not the house's."""


class PositionForViewer(NamedTuple):
    """A position of a match as somebody could see it."""

    view: dict[str, Any]
    actors: list[int]
    round: int


class ActionCheckResult(NamedTuple):
    """Whether an action is allowed: its words, or the rule and the reason against it."""

    is_allowed: bool
    description: str
    rule: str = ""
    text: str = ""
    deal: DealPreview | None = None


def build_segment_up_to(match: Match, position: int) -> ReplaySegment:
    """From the last kept state at or before a position up to it: never more than a few dozen actions."""
    setup, game, record = match.setup, match.game, match.record
    start, state = record.find_checkpoint_at_or_before(position)
    actions = [(actor, game.dump(action)) for actor, action in record.played[start:position]]
    return ReplaySegment(
        setup.title,
        setup.rules_version,
        setup.options,
        game.edition_hash,
        start,
        game.to_json(state),
        actions,
        setup.get_edition_source(),
    )


def build_present_segment(match: Match) -> ReplaySegment:
    """The present state, with no actions to play."""
    setup, game = match.setup, match.game
    state_json = game.to_json(match.record.state)
    return ReplaySegment(
        setup.title,
        setup.rules_version,
        setup.options,
        game.edition_hash,
        match.actions_in_force_count,
        state_json,
        [],
        setup.get_edition_source(),
    )


# What the worker processes do


class _LogEntryAction(msgspec.Struct):
    do: Any = None


class _LogActions(msgspec.Struct):
    log: list[_LogEntryAction] = []


def read_record_or_explain_why_not(
    record_json: bytes, position: int | None, edition: bytes | None = None
) -> ImportedRecord | str:
    """The actions in force of a record up to a position; or a sentence why it cannot be played.

    `edition` is that of the record, if whoever imports it has it; the record may also carry it.
    """
    try:
        actions_only = msgspec.json.decode(record_json, type=_LogActions)
        if not all(event_builders.is_action_data_within_limits(entry.do) for entry in actions_only.log):
            return "This record cannot be played: it has actions of impossible size."
        own = edition or read_edition_data_of_record(record_json)
        record, explained = Record.replay_without_undone_and_list_explained_chance(
            record_json, MAX_RECORD_ENTRIES, own or "house"
        )
    except (RecordError, ValueError, RecursionError) as error:
        return f"This record cannot be played: {error}"
    end = len(record.played) if position is None else position
    if end > len(record.played):
        return f"The record has {len(record.played)} actions, there is no position {end}."
    actions = [(actor, record.game.dump(action)) for actor, action in record.played[:end]]
    return ImportedRecord(
        record.game.title,
        record.game.rules_version,
        record.game.edition_hash,
        record.game.resolved_options(),
        record.seats,
        actions,
        record.commitment,
        record.seed is not None,
        sum(1 for place in explained if place < end),
        own.decode() if own else "",
    )


def build_start_event_and_snapshots(setup: MatchSetup) -> tuple[bytes, list[bytes]]:
    """The start event of a match that goes on from a record, and the states to keep."""
    match = Match("", setup)
    event = event_builders.play_opening_and_build_match_started(match)
    encoded = encode_event(event)
    match.apply_event(event, encoded)
    kept = range(CHECKPOINT, match.actions_in_force_count + 1, CHECKPOINT)
    return encoded, [match.game.to_json(match.record.find_checkpoint_at_or_before(position)[1]) for position in kept]


def play_segment_and_view_position(segment: ReplaySegment, viewer: int | None) -> PositionForViewer:
    """The position at the end of the segment."""
    game, state = load_game_and_checkpoint_state(segment)
    for actor, action in segment.actions:
        game.apply(state, actor, game.parse(action))
    return PositionForViewer(game.view(state, viewer), list(game.actors(state)), game.round_number(state))


def check_action_allowed(segment: ReplaySegment, seat: int, action_data: dict[str, Any]) -> ActionCheckResult:
    """Whether a seat may play this action in the state of the segment."""
    game, state = load_game_and_checkpoint_state(segment)
    action = game.parse(action_data)
    refusal = game.why_not(state, seat, action)
    if refusal is not None:
        return ActionCheckResult(False, "", refusal.rule, refusal.text)
    return ActionCheckResult(True, game.say(state, seat, action), deal=game.build_deal_preview(state, seat, action))


def foresee_choice_outcomes(segment: ReplaySegment, seat: int) -> list[ChoiceOutcome]:
    """What each choice of a seat would bring in the state of the segment."""
    game, state = load_game_and_checkpoint_state(segment)
    return game.list_choice_outcomes(state, seat)


def describe_board_target(segment: ReplaySegment, viewer: int | None, where: BoardTarget) -> Description | None:
    """What a place or thing means for somebody at the end of the segment."""
    game, state = load_game_and_checkpoint_state(segment)
    for actor, action in segment.actions:
        game.apply(state, actor, game.parse(action))
    return game.describe(state, viewer, where)


def sample_rounds_and_figures(
    segments: list[ReplaySegment], positions_by_segment: list[list[int]], viewer: int | None
) -> list[tuple[int, Figures]]:
    """For each segment the round and the title's figures at the wanted positions of it, in order."""
    found: list[tuple[int, Figures]] = []
    for segment, wanted in zip(segments, positions_by_segment, strict=True):
        game, state = load_game_and_checkpoint_state(segment)
        position = segment.position
        for target in wanted:
            while position < target:
                actor, action = segment.actions[position - segment.position]
                game.apply(state, actor, game.parse(action))
                position += 1
            found.append(read_round_and_figures(game, state, viewer))
    return found


def read_round_and_figures(game: Game, state: Any, viewer: int | None) -> tuple[int, Figures]:
    """The round and the title's figures in a state."""
    if viewer == EVERY_SEAT:
        return game.round_number(state), _read_figures_of_every_seat(game, state)
    return game.round_number(state), [(line.name, list(line.values)) for line in game.statistics(state, viewer)]


def _read_figures_of_every_seat(game: Game, state: Any) -> Figures:
    """The score as it would be counted now, then each figure as its own seat knows it."""
    seats = range(state.seats)
    own = [[list(line.values) for line in game.statistics(state, seat)] for seat in seats]
    lines = game.statistics(state, None)
    counted: list[float | None] = [float(score) for score in game.scores(state)]
    figures = [(line.name, [own[seat][i][seat] for seat in seats]) for i, line in enumerate(lines)]
    return [(SCORE_SERIES, counted), *figures]


def load_game_and_checkpoint_state(segment: ReplaySegment) -> tuple[Game, Any]:
    game = load(
        segment.title, segment.edition, segment.options, rules=segment.rules_version, edition_hash=segment.edition_hash
    )
    return game, game.from_json(segment.state_json)


class ReplayWorkerPool:
    """One process for short looks, and one more that also reads records."""

    def __init__(self) -> None:
        looks = frozenset({Priority.PERSON_WAITS})
        self._asked_by_address: Counter[str] = Counter()
        """What is worked out, or waits for it, by address."""
        self._workers = WorkerPool(
            [WorkerSettings(looks, niceness=3), WorkerSettings(looks | {Priority.WITH_PEOPLE}, niceness=8)]
        )

    async def run_short_job(self, function: Callable[..., Any], *arguments: Any, share: ShareKey = NO_SHARE) -> Any:
        """A short look by one of the functions above. Raises MachineBusy."""
        return await self._run_in_worker(function, *arguments, share=share)

    async def run_record_job(self, function: Callable[..., Any], *arguments: Any, share: ShareKey = NO_SHARE) -> Any:
        """A whole record, by one of the functions above. Raises MachineBusy, or MalformedRequest if it is too much."""
        try:
            return await self._run_in_worker(function, *arguments, share=share, is_whole_record=True)
        except WorkerTimeout:
            raise MalformedRequest("This record takes too long to play.") from None

    async def _run_in_worker(
        self, function: Callable[..., Any], *arguments: Any, share: ShareKey, is_whole_record: bool = False
    ) -> Any:
        asked = self._asked_by_address[share.address]
        if self._workers.waiting_count >= MAX_WAITING or asked >= MAX_WAITING_OF_ADDRESS:
            raise MachineBusy("The machine is busy. Try again in a moment.")
        self._asked_by_address[share.address] += 1
        try:
            return await self._workers.run(
                function,
                *arguments,
                max_seconds=IMPORT_TIMEOUT_S if is_whole_record else LOOK_TIMEOUT_S,
                priority=Priority.WITH_PEOPLE if is_whole_record else Priority.PERSON_WAITS,
                share=share,
                max_wait_seconds=MAX_WAIT_S,
            )
        except WorkerTimeout:
            if is_whole_record:
                raise
            raise MachineBusy("This takes too long to work out.") from None
        except JobFailed:
            raise
        except WorkerError:
            raise MachineBusy("The machine is busy. Try again in a moment.") from None
        finally:
            self._asked_by_address[share.address] -= 1
            if not self._asked_by_address[share.address]:
                del self._asked_by_address[share.address]

    def list_pids(self) -> list[int]:
        """The worker processes that run now."""
        return self._workers.list_pids()

    def close(self) -> None:
        """End all workers."""
        self._workers.close()

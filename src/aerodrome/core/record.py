"""The truth about a match: self-describing, replayable, checkable."""

import secrets
from collections.abc import Mapping
from pathlib import Path
from typing import Any, NamedTuple, TypeVar

import msgspec

from aerodrome.core.actions import CHANCE, Action, BadData, IllegalAction
from aerodrome.core.chance import compute_seed_commitment, compute_seeded_uniform
from aerodrome.core.game import Game
from aerodrome.core.leaders import find_leaders
from aerodrome.core.registry import UnknownEdition, load
from aerodrome.core.state import EventSink, State

FORMAT = 1
CHECKPOINT = 64
"""A clone of the state is kept every so many actions, so that going back is cheap."""
AGREEMENT = "agreement"
"""Why a game is over that the table agreed to end before the rules did."""

T = TypeVar("T")


class RecordError(BadData):
    """A record that does not fit: which entry, and why."""


class LogEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """One line of the log: an action with its actor, or an undo back to `undo` actions."""

    who: int | str | None = None
    action: dict[str, Any] | None = msgspec.field(default=None, name="do")
    undo: int | None = None
    requested_by: int | None = msgspec.field(default=None, name="by")


class _EditionReference(msgspec.Struct, frozen=True, omit_defaults=True):
    id: str
    hash: str
    data: dict[str, Any] | None = None
    """The facts of an owner's own edition, where the owner lets them go along."""


class _RecordFile(msgspec.Struct, frozen=True, omit_defaults=True, forbid_unknown_fields=True):
    format: int
    title: str
    rules: int
    edition: _EditionReference
    options: dict[str, Any]
    seats: int
    commitment: str
    log: list[LogEntry]
    seed: str | None = None
    names: list[str] | None = None
    result: dict[str, Any] | None = None
    imported: int = msgspec.field(default=0, name="given")
    """The first so many entries came from another record: their chance was another seed's."""
    origin: str = ""
    """The commitment of that record."""


class _EditionHash(msgspec.Struct):
    hash: str


class _EditionOfRecord(msgspec.Struct):
    edition: _EditionHash


class ChanceReport(NamedTuple):
    """The dice, draws and deals of a record by what explains them, as places in its log."""

    explained: list[int]
    """What the seed gives."""
    wrong: list[int]
    """Not what the seed gives: not fair."""
    imported: list[int]
    """Came with the record that this one goes on from: its own seed says nothing about them."""


_file_decoder = msgspec.json.Decoder(_RecordFile)
_edition_decoder = msgspec.json.Decoder(_EditionOfRecord)


class Record:
    """A match and how it came about. `log` only grows; an undo is an entry of its own."""

    def __init__(self, game: Game, seats: int, seed: str, names: list[str] | None = None) -> None:
        self.game = game
        self.seats = seats
        self.seed: str | None = seed
        self.commitment = compute_seed_commitment(seed)
        self.names = names
        self.imported = 0
        self.origin = ""
        """The commitment of the record that the first `imported` entries came from."""
        self.ended_by_agreement = False
        """The table agreed to end the game here: a courtesy, not an action of the rules."""
        self.state: State = game.new(seats)
        self.log: list[LogEntry] = []
        self.played: list[tuple[int, Action]] = []
        """The actions in force, undone ones left out."""
        self._checkpoints: list[State] = [self.state.clone()]

    @classmethod
    def start(
        cls,
        title: str,
        seats: int,
        options: Mapping[str, Any] | None = None,
        seed: int | str | None = None,
        edition: str | Path = "house",
        names: list[str] | None = None,
    ) -> "Record":
        """A new match. Without a seed a secret one is drawn."""
        game = load(title, edition, options)
        return cls(game, seats, secrets.token_hex(16) if seed is None else str(seed), names)

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return not self.game.actors(self.state)

    def play(self, who: int, action: Action, tell: EventSink | None = None) -> None:
        """An action of a seat (or of CHANCE, in a scripted game). Raises IllegalAction, changing nothing."""
        self.game.apply(self.state, who, action, tell)
        self.log.append(LogEntry(who="chance" if who == CHANCE else who, action=self.game.dump(action)))
        self.played.append((who, action))
        if len(self.played) % CHECKPOINT == 0:
            self._checkpoints.append(self.state.clone())

    def play_chance(self, tell: EventSink | None = None) -> Action:
        """Let CHANCE act once, by the match's seed and the place in the log."""
        if self.seed is None:
            raise RecordError("this record's seed is not known: chance cannot go on")
        action = self.game.pick_outcome(self.state, compute_seeded_uniform(self.seed, len(self.log)))
        self.play(CHANCE, action, tell)
        return action

    def advance(self, tell: EventSink | None = None) -> None:
        """Let CHANCE act until a seat must, or the game is over."""
        while self.game.actors(self.state) == (CHANCE,):
            self.play_chance(tell)

    def state_at(self, position: int) -> State:
        """The state after the first `position` actions in force."""
        if not 0 <= position <= len(self.played):
            raise ValueError(f"the record has {len(self.played)} actions, there is no position {position}")
        nearest = min(position // CHECKPOINT, len(self._checkpoints) - 1)
        state = self._checkpoints[nearest].clone()
        for who, action in self.played[nearest * CHECKPOINT : position]:
            self.game.apply(state, who, action)
        return state

    def undo(self, to_position: int, requested_by: int | None = None) -> None:
        """Go back to the position after `to_position` actions. The log keeps that it happened."""
        self.state = self.state_at(to_position)
        del self.played[to_position:]
        del self._checkpoints[to_position // CHECKPOINT + 1 :]
        self.log.append(LogEntry(undo=to_position, requested_by=requested_by))

    @classmethod
    def resume(cls, game: Game, seats: int, seed: str, log: list[LogEntry], checkpoints: list[State]) -> "Record":
        """A record kept elsewhere, taken up without playing all of it again.

        `checkpoints[k]` is the state after (k + 1) * CHECKPOINT actions in force; those missing are made anew.
        """
        record = cls(game, seats, seed)
        for entry in log:
            record.log.append(entry)
            if entry.undo is not None:
                del record.played[entry.undo :]
            else:
                who = CHANCE if entry.who == "chance" else entry.who
                assert isinstance(who, int)
                record.played.append((who, game.parse(entry.action)))
        record._checkpoints += checkpoints[: len(record.played) // CHECKPOINT]
        for position in range(len(record._checkpoints) * CHECKPOINT, len(record.played) + 1, CHECKPOINT):
            record._checkpoints.append(record.state_at(position))
        record.state = record.state_at(len(record.played))
        return record

    def find_checkpoint_at_or_before(self, position: int) -> tuple[int, State]:
        """The last kept state at or before a position, and its own position. Not to be changed."""
        nearest = min(position // CHECKPOINT, len(self._checkpoints) - 1)
        return nearest * CHECKPOINT, self._checkpoints[nearest]

    @property
    def newest_checkpoint_with_position(self) -> tuple[int, State]:
        """The last position that `at` starts from, and the state there."""
        return (len(self._checkpoints) - 1) * CHECKPOINT, self._checkpoints[-1]

    def to_json(self, reveal_seed: bool = True, edition_data: bytes | None = None) -> bytes:
        """The whole record; `reveal_seed=False` while a match still runs among people.

        `edition_data`, from `encode_edition`, goes along when an edition of the owner's own is to be read elsewhere.
        """
        game = self.game
        facts = None if edition_data is None else msgspec.json.decode(edition_data)
        return msgspec.json.encode(
            _RecordFile(
                format=FORMAT,
                title=game.title,
                rules=game.rules_version,
                edition=_EditionReference(game.edition_id, game.edition_hash, facts),
                options=game.resolved_options(),
                seats=self.seats,
                commitment=self.commitment,
                log=self.log,
                seed=self.seed if reveal_seed else None,
                names=self.names,
                result=self._build_result(),
                imported=self.imported,
                origin=self.origin,
            )
        )

    def _build_result(self) -> dict[str, Any] | None:
        if not self.over and self.ended_by_agreement:
            winners = list(find_leaders(self.game, self.state))
            return {"scores": self.game.scores(self.state), "winners": winners, "reason": AGREEMENT}
        if not self.over:
            return None
        return {
            "scores": self.game.scores(self.state),
            "winners": list(self.game.winners(self.state)),
            "reason": self.game.end_reason(self.state),
        }

    @classmethod
    def replay(cls, data: bytes | str, edition: str | Path | bytes = "house") -> "Record":
        """Play a record again from its log. Refuses one that does not fit, naming the first entry that fails."""
        file = _decode_record_file(data)
        record = cls._create_empty_from_file(file, edition)
        for number, entry in enumerate(file.log):
            record._replay_entry(number, entry)
        record._require_same_result(file)
        return record

    @classmethod
    def replay_without_undone_and_list_explained_chance(
        cls, data: bytes | str, max_entries: int, edition: str | Path | bytes = "house"
    ) -> tuple["Record", list[int]]:
        """Play only the actions that no undo took back; what was undone is neither played nor judged.

        For records of strangers: the work is that of the game as it stands, whatever detours the log has. `log` then
        holds the actions in force alone. Refuses more than `max_entries`, and an undo that takes nothing back.
        Returns the record, and which of its actions, counted from 0, are chance as the record's own seed gives it.
        """
        file = _decode_record_file(data)
        if len(file.log) > max_entries:
            raise RecordError(f"log: {len(file.log)} entries are too many, {max_entries} are the most")
        record = cls._create_empty_from_file(file, edition)
        in_force: list[int] = []
        for number, entry in enumerate(file.log):
            if entry.undo is None:
                in_force.append(number)
            elif not 0 <= entry.undo < len(in_force):
                raise RecordError(f"log[{number}]: there is nothing to take back to {entry.undo}")
            else:
                del in_force[entry.undo :]
        explained: list[int] = []
        for position, number in enumerate(in_force):
            if number >= file.imported and record._is_chance_explained_by_seed(number, file.log[number]):
                explained.append(position)
            record._replay_entry(number, file.log[number])
        record._require_same_result(file)
        return record, explained

    @classmethod
    def _create_empty_from_file(cls, file: _RecordFile, edition: str | Path | bytes) -> "Record":
        """The record before its first entry."""
        game = _load_game(file, edition)
        record = cls(game, file.seats, file.seed or "", file.names)
        record.seed = file.seed
        if file.seed is not None and record.commitment != file.commitment:
            raise RecordError("seed: it does not have the hash that was published as commitment")
        record.commitment = file.commitment
        record.imported = file.imported
        record.origin = file.origin
        record.ended_by_agreement = file.result is not None and file.result.get("reason") == AGREEMENT
        return record

    def _is_chance_explained_by_seed(self, log_index: int, entry: LogEntry) -> bool:
        """Whether an entry, which is played next, is chance as the seed gives it at this place of the log."""
        if self.seed is None or entry.who != "chance" or self.game.actors(self.state) != (CHANCE,):
            return False
        expected = self.game.pick_outcome(self.state, compute_seeded_uniform(self.seed, log_index))
        return self.game.dump(expected) == entry.action

    def _require_same_result(self, file: _RecordFile) -> None:
        if file.result is not None and file.result != self._build_result():
            raise RecordError(f"result: the record says {file.result}, the replay gives {self._build_result()}")

    def _replay_entry(self, log_index: int, entry: LogEntry) -> None:
        try:
            if entry.undo is not None:
                self.undo(entry.undo, entry.requested_by)
                return
            who = CHANCE if entry.who == "chance" else entry.who
            if not isinstance(who, int):
                raise BadData(f"who: expected a seat or 'chance', got {who!r}")
            self.play(who, self.game.parse(entry.action))
        except IllegalAction as error:
            raise RecordError(f"log[{log_index}]: {entry.who} {entry.action}: {error.refusal}") from None
        except ValueError as error:
            raise RecordError(f"log[{log_index}]: {error}") from None

    def verify(self) -> list[int]:
        """The places in the log whose chance the seed does not explain, imported ones included; none when fair."""
        report = self.build_chance_report()
        return sorted(report.wrong + report.imported)

    def build_chance_report(self) -> ChanceReport:
        """Compute every die, draw and deal again from the seed."""
        if self.seed is None:
            raise RecordError("the record has no seed: chance can be checked when the match is over")
        again = Record(self.game, self.seats, self.seed)
        report = ChanceReport([], [], [])
        for number, entry in enumerate(self.log):
            if entry.who == "chance" and number < self.imported:
                report.imported.append(number)
            elif entry.who == "chance":
                expected = self.game.pick_outcome(again.state, compute_seeded_uniform(self.seed, number))
                is_explained = self.game.dump(expected) == entry.action
                (report.explained if is_explained else report.wrong).append(number)
            again._replay_entry(number, entry)
        return report

    def list_positions_explained_by_seed(self) -> list[int]:
        """The actions in force, counted from 0, that are chance and what the seed gives."""
        explained = set(self.build_chance_report().explained)
        places: list[int] = []
        for number, entry in enumerate(self.log):
            if entry.undo is None:
                places.append(number)
            else:
                del places[entry.undo :]
        return [position for position, number in enumerate(places) if number in explained]


def _decode_or_explain(decoder: msgspec.json.Decoder[T], record_json: bytes | str) -> T:
    try:
        return decoder.decode(record_json)
    except msgspec.ValidationError as error:
        raise RecordError(f"not a record: {error}") from None
    except msgspec.DecodeError as error:
        raise RecordError(f"not a record: broken JSON ({error})") from None


def _decode_record_file(record_json: bytes | str) -> _RecordFile:
    file = _decode_or_explain(_file_decoder, record_json)
    if file.format != FORMAT:
        raise RecordError(f"format: this program reads format {FORMAT}, the record has {file.format}")
    return file


def read_edition_data_of_record(record_json: bytes | str) -> bytes | None:
    """The facts of an own edition that a record carries; None when it names its edition only."""
    facts = _decode_record_file(record_json).edition.data
    return None if facts is None else msgspec.json.encode(facts, order="sorted")


def read_edition_hash_of_record(record_json: bytes | str) -> str:
    """The hash of the edition that a record was played with; the rest of the record is passed over."""
    return _decode_or_explain(_edition_decoder, record_json).edition.hash


def _load_game(file: _RecordFile, edition: str | Path | bytes) -> Game:
    if edition == "house" and file.edition.data is not None:
        edition = msgspec.json.encode(file.edition.data, order="sorted")
    wanted = None if isinstance(edition, Path) else file.edition.hash
    try:
        game = load(file.title, edition, file.options, rules=file.rules, edition_hash=wanted)
    except UnknownEdition:
        name = f"{file.edition.id[:60]} ({file.edition.hash[:12]})"
        raise RecordError(
            f"edition: this record was played with {name}, an edition that is not here: it plays with that file alone"
        ) from None
    except ValueError as error:
        raise RecordError(str(error)) from None
    if game.edition_hash != file.edition.hash:
        raise RecordError(
            f"edition: the record was played with {file.edition.id} ({file.edition.hash[:12]}), "
            f"this is {game.edition_id} ({game.edition_hash[:12]})"
        )
    if not game.seats_min <= file.seats <= game.seats_max:
        raise RecordError(f"seats: {file.title} takes {game.seats_min} to {game.seats_max}, not {file.seats}")
    return game

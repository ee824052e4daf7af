"""A match in memory: the state that its events add up to."""

from collections.abc import Iterator
from typing import Literal

import msgspec

from aerodrome.core.actions import CHANCE
from aerodrome.core.leaders import find_leaders
from aerodrome.core.lesson import LessonProgress, LessonScript
from aerodrome.core.record import AGREEMENT, CHECKPOINT, LogEntry, Record
from aerodrome.core.registry import load
from aerodrome.core.standing_order_keys import split_standing_order_key
from aerodrome.matches import events, util
from aerodrome.matches.clocks import Clocks, Outages
from aerodrome.matches.events import AnyMatchEvent, AppliedAction, MatchSetup, decode_event
from aerodrome.matches.log_index import SECTION_MOVES, LogIndex
from aerodrome.matches.match_bots import format_level_bot_name
from aerodrome.matches.time_away import Period, find_period_at
from aerodrome.matches.viewer_numbering import ViewerNumbering, find_only_witness


class Device(msgspec.Struct, frozen=True):
    """A browser that holds a seat."""

    label: str
    since_ms: int
    is_guest: bool = False
    """Let in by a link from another device of the same person: it sees no key and shows nobody out."""


class SeatState(msgspec.Struct):
    """A seat as it is now."""

    kind: Literal["person", "bot", "open"]
    name: str
    level: str | None = None
    replaced_reason: str = ""
    """Why a bot plays for a person who may come back."""
    standing_orders: dict[str, str] = {}
    """Standing orders in force: key and words."""
    question_seq: int | None = None
    """The number of its present question, which is the length of the log when it was put; None when not asked."""
    devices: dict[str, Device] = {}
    """By key: the devices that events tell of. Claims made with the match, or in older versions, have none."""
    removed_devices: set[str] = set()
    key_generation: int = 0
    """Grows whenever a device is shown out: return keys and device links of earlier generations are void."""
    style: str = ""
    """How the bot here plays, when it is a character of its title."""

    @property
    def is_person(self) -> bool:
        """Whether a person plays this seat now."""
        return self.kind == "person"

    @property
    def is_permanent_bot(self) -> bool:
        """Whether a bot sits here for good: nobody may come back to this seat."""
        return self.kind == "bot" and not self.replaced_reason


class UndoPoint(msgspec.Struct, frozen=True):
    """A choice of a seat, and the position an undo of it leads to."""

    position: int
    seat: int
    irrevocable: bool
    """Chance acted after it, or it revealed something."""
    is_secret: bool = False
    """Nobody else noticed it."""
    others_choose: bool = False
    """Others could choose unseen after it."""


class _EventWithUndecodedMoves(msgspec.Struct):
    """The moves of a stored event, not read yet."""

    moves: list[msgspec.Raw]


class Vote(msgspec.Struct):
    """A vote that is going on."""

    id: int
    kind: Literal["undo", "replace", "end"]
    proposed_by: int
    to_position: int | None
    target: int | None
    level: str
    agreed: list[int]
    log_length: int = 0
    """The length of the log, as everybody may know it, when it was proposed."""


END_VOTE_MOVES_PER_SEAT = 8
"""A proposal to end the game lapses after so many moves for each seat; so long, too, a refusal holds."""


class Match:
    """Applies events one by one. Whoever applies the same events has the same match."""

    def __init__(self, id: str, setup: MatchSetup, outages: Outages = ()) -> None:
        self.id = id
        self.setup = setup
        self.game = load(
            setup.title,
            setup.get_edition_source(),
            setup.options,
            rules=setup.rules_version,
            edition_hash=setup.get_edition_hash(),
        )
        self.record = Record(self.game, len(setup.seats), setup.seed)
        self._copy_origin_to_record()
        self.seats = [SeatState(seat.kind, seat.name, seat.level, style=seat.style) for seat in setup.seats]
        self.clocks = Clocks(setup.clock, len(setup.seats), outages)
        self.lesson_script = LessonScript.load(self.game, setup.lesson) if setup.lesson else None
        self.encoded_events: list[bytes] = []
        """The events as stored; event number v is encoded_events[v - 1]."""
        self.positions = [0]
        self.log_lengths = [0]
        """After each event: how many actions are in force, how long the record's log is."""
        self.version_numbers = ViewerNumbering(len(setup.seats))
        self.log_numbers = ViewerNumbering(len(setup.seats))
        self.position_numbers = ViewerNumbering(len(setup.seats))
        """The numbers of events, entries of the record's log and actions in force, as each viewer counts them."""
        self.private_actions: list[tuple[int, ...]] = [self.position_numbers.private_entry_counts]
        """After each event: how many of the actions in force each seat alone may know of."""
        self.left_seats: dict[int, int] = {}
        """Whom somebody else plays or played for, or who left the game by its rules, with the position then."""
        self.undo_points: list[UndoPoint] = []
        self.undo_targets: list[int] = []
        """The positions that undos went back to, in order."""
        self.log_index = LogIndex()
        self.votes: dict[int, Vote] = {}
        self.is_started = False
        self.is_ended_by_agreement = False
        self.end_refused_at: int | None = None
        """The length of the log, as everybody may know it, when somebody last did not want to end the game."""
        self.is_closed = False
        """The host closed the table before it began."""
        self.public = setup.public
        """How the table is listed in the lobby; None: by link alone."""
        self.public_since_ms = setup.created_at_ms
        """Since when it is listed as it is now: open, or running."""
        self.rematch_id: str | None = None
        self.rematch_by: int | None = None
        """The seat of whoever wanted to play again."""
        self.rematch_seats: list[int] = []
        """Who has sat down there by now."""
        self.updated_at_ms = setup.created_at_ms
        self.public_updated_at_ms = setup.created_at_ms
        self.private_updated_at_ms = [setup.created_at_ms] * len(setup.seats)
        """When the last event came that everybody may know of, and the last of each seat alone."""
        self.unsaved_snapshots: dict[int, bytes] = {}
        """Positions and their states, to be stored with the next event."""
        self.prepared_start: Record | None = None
        """The record after the start event, when it was worked out elsewhere: the start then costs no replay."""
        self._undecoded_moves_by_version: dict[int, list[msgspec.Raw]] = {}
        """By version: the moves of an event that has very many, one by one."""

    @classmethod
    def restore(
        cls, id: str, setup: MatchSetup, encoded_events: list[bytes], snapshots: list[bytes], outages: Outages = ()
    ) -> "Match":
        """The match that these stored events add up to. Snapshots spare playing all of it again."""
        match = cls(id, setup, outages)
        log: list[LogEntry] = []
        for encoded in encoded_events:
            event = decode_event(encoded)
            match._apply_event_besides_record(event, encoded)
            log.extend(build_record_log_entries(event))
        states = [match.game.from_json(data) for data in snapshots]
        match.record = Record.resume(match.game, len(setup.seats), setup.seed, log, states)
        match._copy_origin_to_record()
        return match

    def _copy_origin_to_record(self) -> None:
        """Tell the record which part of it came from another one."""
        self.record.imported = len(self.setup.imported_actions)
        self.record.origin = self.setup.origin.commitment if self.setup.origin is not None else ""

    @property
    def version(self) -> int:
        """The number of the last event."""
        return len(self.encoded_events)

    @property
    def log_length(self) -> int:
        """The length of the record's log, undone actions included."""
        return self.log_lengths[-1]

    @property
    def public_log_length(self) -> int:
        """The length of the record's log as everybody may know it, without what was done in secret."""
        return self.log_numbers.convert_to_shown_number(None, self.log_length)

    @property
    def actions_in_force_count(self) -> int:
        """How many actions are in force."""
        return self.positions[-1]

    # Numbers as a viewer counts: all numbers that leave the server are these

    def get_shown_version(self, viewer: int | None) -> int:
        """The number of the last event that the viewer may know of."""
        return self.version_numbers.convert_to_shown_number(viewer, self.version)

    def get_shown_log_length(self, viewer: int | None) -> int:
        """The length of the log, undone actions included."""
        return self.log_numbers.convert_to_shown_number(viewer, self.log_length)

    def get_shown_question_seq(self, seat: int) -> int | None:
        """The number of a seat's question as its person knows it; None when it is not asked."""
        real = self.seats[seat].question_seq
        return None if real is None else self.log_numbers.convert_to_shown_number(seat, real)

    def get_shown_position(self, viewer: int | None) -> int:
        """How many actions are in force."""
        return self.get_shown_position_after(viewer, self.version)

    def convert_to_shown_position(self, viewer: int | None, position: int | None) -> int | None:
        """A position in force as the viewer counts, without what others did in secret; None stays None."""
        return None if position is None else self.position_numbers.convert_to_shown_number(viewer, position)

    def get_shown_position_after(self, viewer: int | None, version: int) -> int:
        """How many actions were in force after an event."""
        private = self.private_actions[version]
        return self.positions[version] - sum([count for seat, count in enumerate(private) if seat != viewer])

    def get_last_visible_change_ms(self, seats: list[int]) -> int:
        """When something last happened that a holder of these seats may know of."""
        return max(self.public_updated_at_ms, *[self.private_updated_at_ms[seat] for seat in seats], 0)

    @property
    def is_over(self) -> bool:
        """Whether the game has ended, by its rules or because the table agreed to end it."""
        return self.is_started and (self.record.over or self.is_ended_by_agreement)

    @property
    def status(self) -> Literal["waiting", "playing", "over", "closed"]:
        """Waiting for people to take seats, playing, over, or closed before it began."""
        if self.is_closed:
            return "closed"
        if not self.is_started:
            return "waiting"
        return "over" if self.is_over else "playing"

    @property
    def winners(self) -> tuple[int, ...]:
        """Who has won; where the table agreed to end the game, who led then."""
        if self.is_over and not self.record.over:
            return find_leaders(self.game, self.record.state)
        return self.game.winners(self.record.state)

    @property
    def end_reason(self) -> str:
        """Why the game is over, as a short name; "" while it goes on."""
        if self.is_over and not self.record.over:
            return AGREEMENT
        return self.game.end_reason(self.record.state)

    @property
    def end_vote_move_limit(self) -> int:
        """For how many moves a proposal to end the game stands, and a refusal of one holds."""
        return END_VOTE_MOVES_PER_SEAT * len(self.seats)

    @property
    def asked_seats(self) -> list[int]:
        """The seats that must answer now."""
        return [seat for seat, state in enumerate(self.seats) if state.question_seq is not None]

    @property
    def seats_played_by_people(self) -> list[int]:
        """The seats that people play now."""
        return [seat for seat, state in enumerate(self.seats) if state.is_person]

    def find_current_time_away(self, seat: int) -> Period | None:
        """From when to when the person at a seat is away, if they are now and the table allows it."""
        return find_period_at(self.clocks.time_away[seat], util.now_ms())

    def find_lesson_progress(self) -> LessonProgress | None:
        """How far the lesson is that this match is; None for a game, and before it starts."""
        if self.lesson_script is None or not self.is_started:
            return None
        return self.lesson_script.find_learner_progress(self.record.played)

    @property
    def is_choice_allowed_by_lesson(self) -> bool:
        """Whether whoever is asked may answer: always in a game, in a lesson when it waits for a choice."""
        place = self.find_lesson_progress()
        return place is None or (place.status == "choosing" and not self.is_closed)

    def get_display_name(self, seat: int) -> str:
        """A person's name, kept while a bot plays on for them; else the colour."""
        return self.seats[seat].name or self.game.seat_name(seat)

    def iter_numbered_events(self) -> Iterator[tuple[int, AnyMatchEvent]]:
        """All events with their numbers."""
        for version, encoded in enumerate(self.encoded_events, 1):
            yield version, decode_event(encoded)

    def get_event(self, version: int) -> AnyMatchEvent:
        """The event of this number."""
        return decode_event(self.encoded_events[version - 1])

    def get_moves(self, version: int, first_move: int, last_move: int) -> list[AppliedAction]:
        """Some moves of an event, counted from 1; of a long event the others are not read."""
        encoded = self._undecoded_moves_by_version.get(version)
        if encoded is not None:
            return [msgspec.json.decode(move, type=AppliedAction) for move in encoded[first_move - 1 : last_move]]
        event = self.get_event(version)
        assert isinstance(event, events.MatchStarted | events.ActionPlayed)
        return event.moves[first_move - 1 : last_move]

    def apply_event(self, event: AnyMatchEvent, encoded_event: bytes) -> None:
        """Make the next event, which is stored already, part of the match."""
        self._play_or_undo_on_record(event)
        self._apply_event_besides_record(event, encoded_event)

    def _play_or_undo_on_record(self, event: AnyMatchEvent) -> None:
        match event:
            case events.MatchStarted() if self.prepared_start is not None:
                self.record, self.prepared_start = self.prepared_start, None
                self.queue_snapshots(0)
            case events.MatchStarted(moves=moves) | events.ActionPlayed(moves=moves):
                before = self.record.newest_checkpoint_with_position[0]
                for move in moves:
                    self.record.play(move.actor, self.game.parse(move.action))
                self.queue_snapshots(before)
            case events.ActionsUndone(to_position=to_position, seat=seat):
                self.record.undo(to_position, seat)
                self.unsaved_snapshots = {p: s for p, s in self.unsaved_snapshots.items() if p <= to_position}

    def queue_snapshots(self, after_position: int) -> None:
        """Have the states at the record's checkpoints after this position stored with the next event."""
        for position in range(
            after_position + CHECKPOINT, self.record.newest_checkpoint_with_position[0] + 1, CHECKPOINT
        ):
            self.unsaved_snapshots[position] = self.game.to_json(self.record.state_at(position))

    def _apply_event_besides_record(self, event: AnyMatchEvent, encoded_event: bytes) -> None:
        """All that an event changes besides the record."""
        self.encoded_events.append(encoded_event)
        witness = find_only_witness(event)
        if witness is not None:
            self.version_numbers.add_private_entry(witness, self.version)
        position, log_length = self.actions_in_force_count, self.log_length
        match event:
            case events.MatchStarted(moves=moves, asked=asked):
                self.is_started = True
                self.public_since_ms = event.at_ms
                if len(moves) > SECTION_MOVES:
                    self._undecoded_moves_by_version[self.version] = msgspec.json.decode(
                        encoded_event, type=_EventWithUndecodedMoves
                    ).moves
                position += len(moves)
                log_length += len(moves)
                self._update_questions_and_clocks(asked, [], log_length, event.at_ms)
            case events.ActionPlayed(seat=seat, moves=moves, asked=asked, unchanged=unchanged, reveals=reveals):
                is_irrevocable = reveals or len(moves) > 1
                if self.does_action_show_person_left(event):
                    self.left_seats[seat] = position
                if event.source != "order" or is_irrevocable:  # what is answered by itself stands in nobody's way
                    point = UndoPoint(position, seat, is_irrevocable, event.is_secret, event.others_choose)
                    self.undo_points.append(point)
                position += len(moves)
                log_length += len(moves)
                if event.is_secret:
                    self.log_numbers.add_private_entry(seat, log_length)
                    self.position_numbers.add_private_entry(seat, position)
                self._update_questions_and_clocks(asked, unchanged, log_length, event.at_ms, event.is_secret)
                self._drop_lapsed_end_vote(log_length)
            case events.ActionsUndone(to_position=to_position, asked=asked):
                while self.undo_points and self.undo_points[-1].position >= to_position:
                    self.undo_points.pop()
                self.undo_targets.append(to_position)
                self.left_seats = {seat: at for seat, at in self.left_seats.items() if at < to_position}
                position = to_position
                log_length += 1
                self.position_numbers.drop_entries_after(to_position)
                if event.is_secret:
                    self.log_numbers.add_private_entry(event.seat, log_length)
                else:
                    self.votes = {id: vote for id, vote in self.votes.items() if vote.kind == "replace"}
                self._update_questions_and_clocks(asked, [], log_length, event.at_ms, event.is_secret)
            case events.MatchEndedByAgreement():
                self.is_ended_by_agreement = True
                self._update_questions_and_clocks([], [], log_length, event.at_ms)
            case _:
                self._apply_to_seats_votes_and_status(event)
        self.log_index.add_event(self.version, event, self.actions_in_force_count, position)
        self.positions.append(position)
        self.log_lengths.append(log_length)
        private = self.position_numbers.private_entry_counts
        self.private_actions.append(self.private_actions[-1] if private == self.private_actions[-1] else private)
        self.updated_at_ms = event.at_ms
        if witness is None:
            self.public_updated_at_ms = event.at_ms
        else:
            self.private_updated_at_ms[witness] = event.at_ms

    def _update_questions_and_clocks(
        self,
        asked_seats: list[int],
        seats_with_same_question: list[int],
        log_length: int,
        at_ms: int,
        is_secret: bool = False,
    ) -> None:
        """Number the questions of the seats that are asked now, and set their clocks.

        The clocks of all run on over a secret choice: one that started anew would show it to the others.
        """
        self.clocks.start_and_stop_clocks(asked_seats, asked_seats if is_secret else seats_with_same_question, at_ms)
        if not asked_seats:
            self.votes = {}
        for seat, state in enumerate(self.seats):
            if seat not in asked_seats:
                state.question_seq = None
            elif seat not in seats_with_same_question or state.question_seq is None:
                state.question_seq = log_length

    def _apply_to_seats_votes_and_status(self, event: AnyMatchEvent) -> None:
        """Seats, votes, standing orders and the rematch."""
        match event:
            case events.SeatTaken(seat=seat, name=name, device=device, device_label=label):
                self.seats[seat] = SeatState("person", name)
                if device:
                    self.seats[seat].devices = {device: Device(label, event.at_ms)}
            case events.DeviceAdmitted(seat=seat, device=device, device_label=label, used=used):
                state = self.seats[seat]
                state.devices = {**state.devices, device: Device(label, event.at_ms, used == "link")}
                state.removed_devices = state.removed_devices - {device}
            case events.DeviceRemoved(seat=seat, device=device):
                state = self.seats[seat]
                state.devices = {key: known for key, known in state.devices.items() if key != device}
                state.removed_devices = state.removed_devices | {device}
                state.key_generation += 1
            case events.SeatRenamed(seat=seat, name=name):
                self.seats[seat].name = name
            case events.SeatReplaced(seat=seat, level=level, reason=reason, name=name, style=style):
                state = self.seats[seat]
                state.replaced_reason = "" if state.kind == "open" else reason
                state.kind, state.level, state.style = "bot", level, style
                if not state.name:
                    state.name = name or format_level_bot_name(level)
                self._drop_votes_after_replacing(seat)
            case events.SeatResumed(seat=seat):
                state = self.seats[seat]
                state.kind, state.level, state.replaced_reason, state.style = "person", None, "", ""
            case events.VoteProposed(seat=seat, vote_kind=kind, to_position=to_position, target=target, level=level):
                self.votes[self.version] = Vote(
                    self.version, kind, seat, to_position, target, level, [seat], self.public_log_length
                )
            case events.VoteCast(vote=vote, seat=seat, agree=agree):
                # Matches of version 0.1 went on voting after their end.
                if agree and vote in self.votes:
                    self.votes[vote].agreed.append(seat)
                elif not agree:
                    ended = self.votes.pop(vote, None)
                    if ended is not None and ended.kind == "end":
                        self.end_refused_at = self.public_log_length
            case events.StandingOrderSet(seat=seat, key=key, label=label, enabled=enabled):
                offered, _ = split_standing_order_key(key)  # of an order with an amount, one is in force
                given = self.seats[seat].standing_orders
                others = {k: v for k, v in given.items() if split_standing_order_key(k)[0] != offered}
                self.seats[seat].standing_orders = {**others, key: label} if enabled else others
            case events.TimeAwaySet(seat=seat, periods=periods):
                self.clocks.set_time_away(seat, periods, event.at_ms)
            case events.RematchCreated(match=other, seat=seat):
                self.rematch_id = other
                self.rematch_by = seat if seat >= 0 else None
                self.rematch_seats = [seat] if seat >= 0 else []
            case events.RematchJoined(seat=seat):
                self.rematch_seats = [*self.rematch_seats, seat]
            case events.MatchClosed():
                self.is_closed = True
            case events.ListingChanged(public=public):
                self.public, self.public_since_ms = public, event.at_ms
            case events.ChatRemoved(line=line):
                self._blank_chat_line(line)
            case events.ChatPosted():
                pass

    def _blank_chat_line(self, version: int) -> None:
        """What is stored has no text there any more: neither has what was read before."""
        line = self.get_event(version)
        if isinstance(line, events.ChatPosted):
            blank = msgspec.structs.replace(line, text="", is_removed=True)
            self.encoded_events[version - 1] = events.encode_event(blank)

    def does_action_show_person_left(self, event: events.ActionPlayed) -> bool:
        """Whether the person of the seat no longer plays: a bot does, or they leave the game by its rules."""
        seat, first = self.seats[event.seat], event.moves[0]
        is_stand_in = event.source == "clock" or bool(seat.kind == "bot" and seat.replaced_reason)
        return is_stand_in or first.action.get("type") in self.game.presentation.leaving_actions

    def get_fill_deadline_ms(self) -> int | None:
        """When bots take the seats of a public table that are still open; None: never, or it has begun."""
        if self.public is None or self.public.fill_after_ms is None or self.is_started or self.is_closed:
            return None
        return self.clocks.compute_end_ms(self.public_since_ms, self.public.fill_after_ms)

    def find_pending_voters(self, proposed_by: int, vote: Vote | None) -> list[int]:
        """Whose agreement is still missing, people first. Nobody votes on their own replacement.

        Bots have a voice in when the game ends and no other; people at one screen speak with one voice.
        """
        agreed = vote.agreed if vote is not None else []
        target = vote.target if vote is not None else None
        voters = [] if self.setup.mode == "hotseat" else self.seats_played_by_people
        if vote is not None and vote.kind == "end":
            voters = [*voters, *(seat for seat, state in enumerate(self.seats) if state.kind == "bot")]
        return [seat for seat in voters if seat not in agreed and seat not in (proposed_by, target)]

    def find_end_vote(self) -> Vote | None:
        """The vote on ending the game, if one is going on."""
        return next((vote for vote in self.votes.values() if vote.kind == "end"), None)

    def _drop_lapsed_end_vote(self, log_length: int) -> None:
        """Those who agreed to end a game did so as it stood then."""
        vote = self.find_end_vote()
        public_length = self.log_numbers.convert_to_shown_number(None, log_length)
        if vote is not None and public_length - vote.log_length > self.end_vote_move_limit:
            del self.votes[vote.id]

    def _drop_votes_after_replacing(self, seat: int) -> None:
        """A vote ends when it is about this seat or was its wish, and when nobody is left who could settle it."""
        self.votes = {
            id: vote
            for id, vote in self.votes.items()
            if seat not in (vote.target, vote.proposed_by) and self.find_pending_voters(vote.proposed_by, vote)
        }

    def export_record(self, reveal_seed: bool = True, includes_edition: bool | None = None) -> bytes:
        """The whole record as JSON; with its seed for a match that is over.

        An edition of the owner's own goes along by their choice, or as `includes_edition` says: inside, it always may.
        """
        self.record.names = [seat.name for seat in self.seats]
        self.record.ended_by_agreement = self.is_ended_by_agreement
        carries = self.setup.shows_edition if includes_edition is None else includes_edition
        edition_data = self.setup.own_edition.encode() if carries and self.setup.own_edition else None
        return self.record.to_json(reveal_seed, edition_data)


def build_record_log_entries(event: AnyMatchEvent) -> list[LogEntry]:
    """What a match event adds to the record's log."""
    match event:
        case events.MatchStarted(moves=moves) | events.ActionPlayed(moves=moves):
            return [_build_record_log_entry(move) for move in moves]
        case events.ActionsUndone(to_position=to_position, seat=seat):
            return [LogEntry(undo=to_position, requested_by=seat)]
    return []


def _build_record_log_entry(move: AppliedAction) -> LogEntry:
    return LogEntry(who="chance" if move.actor == CHANCE else move.actor, action=move.action)

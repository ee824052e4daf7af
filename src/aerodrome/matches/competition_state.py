"""A tournament of people as it is stored: its settings, who takes part, the tables of each round."""

import copy
from typing import Any, Literal

import msgspec

from aerodrome.bots.levels import SUBSTITUTE_LEVEL
from aerodrome.competitions.seating import Seating
from aerodrome.competitions.standings import FinishedTable, Scoring, Standing, compute_standings
from aerodrome.matches.competition_results import CompetitionTableResult
from aerodrome.matches.display_names import FORMER_PLAYER
from aerodrome.matches.events import ClockRules

Format = Literal["round_robin", "swiss"]
CompetitionStatus = Literal["open", "running", "over", "cancelled"]
TableStatus = Literal["playing", "over", "void", "uncounted"]
"""Void: the match cannot be read, and all share its points. Uncounted: the tournament ended before the table did."""
EndReason = Literal["", "finished", "early", "nobody left", "organiser", "too few"]


class CompetitionSettings(msgspec.Struct, frozen=True, omit_defaults=True):
    """What the organiser chose."""

    name: str
    title: str
    table_size: int
    rounds: int
    clock: ClockRules
    format: Format = "swiss"
    seating: Seating = "rotate"
    scoring: Scoring = "places"
    options: dict[str, Any] = {}
    rated: bool = False
    bot_level: str = SUBSTITUTE_LEVEL
    max_people: int = 64
    fill_to: int = 0
    """Bots fill up to at least so many; more only so that every table is full."""


class Entrant(msgspec.Struct):
    """Somebody who takes part: a person, or a bot that fills a gap."""

    number: int
    kind: Literal["person", "bot"]
    account: str | None = None
    name: str = ""
    """Of a person: as the account is called now; it is not stored here."""
    key: str = ""
    """What holds the seats of a person."""
    is_suspended: bool = False
    """An operator keeps the account from strangers now; it is not stored here either."""
    bot_style: str = ""
    slot: int | None = None
    """The place in the draw; None until the tournament begins."""
    first_round: int = 1
    last_round: int | None = None
    """The last round this one takes part in; None: to the end."""
    joined_ms: int = 0

    @property
    def shown_name(self) -> str:
        """What everybody may read."""
        return self.name or FORMER_PLAYER


class CompetitionTable(msgspec.Struct):
    """A table of a round; `entrants` are their numbers in the order of seats."""

    round: int
    number: int
    match_id: str
    entrants: list[int]
    status: TableStatus = "playing"
    result: CompetitionTableResult | None = None

    def to_finished_table_if_counted(self) -> FinishedTable | None:
        """What the table counts; None while it does not."""
        if self.status not in ("over", "void"):
            return None
        if self.result is None:
            return FinishedTable(self.entrants, None)
        return FinishedTable(self.entrants, self.result.places, self.result.left)


class Competition(msgspec.Struct):
    """One tournament."""

    id: str
    organiser: str | None
    """The account; None when the organiser wanted to be forgotten."""
    organiser_name: str
    settings: CompetitionSettings
    seed: str
    created_ms: int
    status: CompetitionStatus = "open"
    is_public: bool = True
    """In the list of all; else whoever has its address finds it."""
    starts_ms: int | None = None
    round: int = 0
    """The round that is being played, from 1; 0 before the first."""
    revision: int = 0
    ended_ms: int | None = None
    end_reason: EndReason = ""
    entrants: list[Entrant] = []
    tables: list[CompetitionTable] = []

    def copy(self) -> "Competition":
        """One that can be changed without changing this one."""
        return copy.deepcopy(self)

    @property
    def is_unfinished(self) -> bool:
        """Whether it goes on, or is still to begin."""
        return self.status in ("open", "running")

    def list_remaining_people(self) -> list[Entrant]:
        """The people who take part in what comes next."""
        return [one for one in self.entrants if one.kind == "person" and one.last_round is None]

    def find_entrant_of_account(self, account: str | None) -> Entrant | None:
        """The person of this account, also one who dropped out."""
        return next((one for one in self.entrants if account is not None and one.account == account), None)

    def list_tables_of_round(self, round_number: int) -> list[CompetitionTable]:
        """The tables of a round, in order."""
        return sorted((table for table in self.tables if table.round == round_number), key=lambda table: table.number)

    def list_counted_tables(self) -> list[FinishedTable]:
        """The tables that are over, with what they came to."""
        return [counted for table in self.tables if (counted := table.to_finished_table_if_counted()) is not None]

    def compute_standings(self) -> list[Standing]:
        """Everybody, best first."""
        numbers = [entrant.number for entrant in self.entrants]
        return compute_standings(numbers, self.list_counted_tables(), self.settings.scoring)

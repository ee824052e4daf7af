"""A whole game as a tree, for exact work: only miniatures and endings are small enough for it."""

from collections.abc import Callable, Sequence

import msgspec

from aerodrome.core.action_encoding import ActionEncoding, compute_zero_sum_utilities
from aerodrome.core.actions import CHANCE
from aerodrome.core.game import Game
from aerodrome.core.recall import Recall
from aerodrome.core.state import State

MAX_NODES = 1_000_000
REPORT_EACH = 500
"""Whoever waits hears of so many positions at a time."""

ReportCount = Callable[[int], None]
"""Hears how many positions there are by now."""


class TreeTooLargeError(ValueError):
    """The game has more positions than can be walked."""


class ExactTreeNode:
    """A position: over (`utilities`), of chance (`odds`), or of a seat (`information`, a number)."""

    __slots__ = ("children", "information", "odds", "seat", "utilities")

    def __init__(self) -> None:
        self.children: list[ExactTreeNode] = []
        self.odds: Sequence[float] = ()
        self.seat = CHANCE
        self.information = -1
        self.utilities: Sequence[float] = ()


class InformationState:
    """What a seat knows where it is asked: all positions in which it knows this are one to it."""

    __slots__ = ("actions", "key", "seat")

    def __init__(self, seat: int, key: str, actions: list[int]) -> None:
        self.seat = seat
        self.key = key
        """As the OpenSpiel adapter's `information_state_string` has it."""
        self.actions = actions
        """Numbers in the title's action space, rising."""


class GameTree:
    """All that can happen from the set-up on, with perfect recall."""

    def __init__(
        self, game: Game, seats: int = 0, max_nodes: int = MAX_NODES, report: ReportCount | None = None
    ) -> None:
        self.game = game
        self.report = report
        self.seats = seats or game.seats_min
        self.max_nodes = max_nodes
        self.node_count = 0
        self.informations: list[InformationState] = []
        self._numbers: dict[tuple[int, str], int] = {}
        self._encoding = ActionEncoding(game, self.seats)
        state = game.new(self.seats)
        recalls = [Recall() for _seat in range(self.seats)]
        self._add_views_to_recalls(state, recalls)
        try:
            self.root = self._build_node(state, recalls)
        except RecursionError:
            raise TreeTooLargeError(f"{game.title}: games are too long to walk the tree") from None

    def _add_views_to_recalls(self, state: State, recalls: list[Recall]) -> None:
        for seat, recall in enumerate(recalls):
            recall.add_view_if_changed(msgspec.json.encode(self.game.view(state, seat)))

    def _build_node(self, state: State, recalls: list[Recall]) -> ExactTreeNode:
        self.node_count += 1
        if self.node_count > self.max_nodes:
            raise TreeTooLargeError(f"{self.game.title}: the tree has more than {self.max_nodes:,} positions")
        if self.report is not None and self.node_count % REPORT_EACH == 0:
            self.report(self.node_count)
        node = ExactTreeNode()
        actors = self.game.actors(state)
        if not actors:
            node.utilities = compute_zero_sum_utilities(self.game, state)
            return node
        who = actors[0]
        legal = self.game.legal(state, who)
        if who == CHANCE:
            node.odds = self.game.odds(state)
            choices = list(enumerate(legal))
        else:
            choices = sorted(zip(self._encoding.list_indices(legal), legal, strict=True), key=lambda pair: pair[0])
            node.seat = who
            node.information = self._get_or_add_information_state_number(
                who, recalls[who].format_information_state(), [one for one, _ in choices]
            )
        for number, action in choices:
            after = state.clone()
            self.game.apply(after, who, action)
            memories = [recall.copy() for recall in recalls]
            if who != CHANCE:
                memories[who].add_experience(b"%d" % number)
            self._add_views_to_recalls(after, memories)
            node.children.append(self._build_node(after, memories))
        return node

    def _get_or_add_information_state_number(self, seat: int, recall_key: str, actions: list[int]) -> int:
        number = self._numbers.setdefault((seat, recall_key), len(self.informations))
        if number == len(self.informations):
            self.informations.append(InformationState(seat, recall_key, actions))
        assert self.informations[number].actions == actions, "what a seat knows decides what it may do"
        return number

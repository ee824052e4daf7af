"""The tree of a search: what was tried at each point of a match as one seat can tell them apart, and how it went.

A node stands for a history of choices, not for a state: throws and draws of chance do not branch it (open loop),
because a few thousand simulations spread over all outcomes of two dice would know nothing about any of them.
Whoever may choose at a node has a table of edges of their own there; secret choices made at once are thus
independent of each other.
"""

from __future__ import annotations

import random
from math import log, sqrt
from typing import final

from aerodrome.core.actions import Action
from aerodrome.core.game import Game
from aerodrome.core.state import State


@final
class Edge:
    """One choice at a table: how often it was tried and what share of the win it brought to whoever made it."""

    def __init__(self, action: Action, prior: float) -> None:
        self.action = action
        self.prior = prior
        self.visits = 0
        self.total = 0.0
        self.child = Node()


@final
class SeatEdges:
    """The choices of one seat at one node."""

    def __init__(self) -> None:
        self.visits = 0
        self.edges: dict[Action, Edge] = {}
        self.fully_expanded = False
        """Whether all that is worth a thought was tried."""


@final
class Node:
    def __init__(self) -> None:
        self.stats_by_seat: dict[int, SeatEdges] = {}
        self.passes = 0
        self._merged: Node | None = None

    def count_visit_ending_here(self) -> int:
        """How often the tree ended here, this time included."""
        self.passes += 1
        return self.passes

    def get_or_create_child_after_secret_choices(self) -> Node:
        """Where the tree goes on when others chose in secret: one place for all that they may have chosen."""
        if self._merged is None:
            self._merged = Node()
        return self._merged


def select_or_create_edge(
    seat_edges: SeatEdges,
    game: Game,
    state: State,
    who: int,
    legal: list[Action],
    exploration: float,
    widening: float,
    rng: random.Random,
) -> Edge:
    """The next choice to try: a new one while the table may widen, else the best by upper confidence bound.

    Only choices legal on this imagined table compete. New ones come in the order of how natural they are.
    """
    edges = seat_edges.edges
    seat_edges.visits += 1
    known: list[Edge] = []
    for action in legal:
        edge = edges.get(action)
        if edge is not None:
            known.append(edge)
    if not known or (
        not seat_edges.fully_expanded
        and len(known) < len(legal)
        and len(known) < 1 + int(widening * sqrt(seat_edges.visits))
    ):
        edge = _create_edge_for_most_natural_untried_action(edges, game, state, who, legal, rng)
        if edge.prior >= 0.0 or not known:
            edges[edge.action] = edge
            return edge
        seat_edges.fully_expanded = True
    return _pick_edge_by_upper_bound(known, seat_edges.visits, exploration)


def _create_edge_for_most_natural_untried_action(
    edges: dict[Action, Edge], game: Game, state: State, who: int, legal: list[Action], rng: random.Random
) -> Edge:
    evaluator = game.evaluator
    best: Action | None = None
    highest = 0.0
    count = len(legal)
    start = int(rng.random() * count)
    for i in range(count):
        action = legal[(start + i) % count]
        if action in edges:
            continue
        prior = evaluator.estimate_action_prior(game, state, who, action)
        if best is None or prior > highest:
            best = action
            highest = prior
    assert best is not None
    return Edge(best, highest)


def _pick_edge_by_upper_bound(tried_edges: list[Edge], visits: int, exploration: float) -> Edge:
    scale = exploration * sqrt(log(visits + 1.0))
    best = tried_edges[0]
    highest = -1.0
    for edge in tried_edges:
        if edge.visits == 0:
            return edge
        bound = edge.total / edge.visits + scale / sqrt(float(edge.visits))
        if bound > highest:
            best = edge
            highest = bound
    return best


@final
class TreeCursor:
    """Where in the tree each seat is. All go together, except that secret choices made at once keep them apart."""

    def __init__(self, seat: int, root: Node, after: Node, secret: bool, state: State) -> None:
        self.seat = seat
        self.node = after
        self.apart = secret
        """Whether a round of secret choices is going on."""
        self.start = root
        self.own: dict[int, Node] = {}
        self.question: type | None = None
        self.height = 0
        if secret:
            self._remember_secret_question(state)
            self.own[seat] = after

    def _remember_secret_question(self, state: State) -> None:
        self.question = type(state.step_stack[-1])
        self.height = len(state.step_stack)

    def update_secret_round_and_get_node(self, state: State, actors: tuple[int, ...]) -> Node:
        """The node at which the first of `actors` chooses."""
        if self.apart and (type(state.step_stack[-1]) is not self.question or len(state.step_stack) != self.height):
            self.apart = False
            mine = self.own.get(self.seat)
            self.node = self.start.get_or_create_child_after_secret_choices() if mine is None else mine
        if not self.apart and len(actors) > 1:
            self.apart = True
            self.start = self.node
            self.own = {}
            self._remember_secret_question(state)
        if not self.apart:
            return self.node
        node = self.own.get(actors[0])
        return self.start if node is None else node

    def move_to_child(self, who: int, child: Node) -> None:
        if self.apart:
            self.own[who] = child
        else:
            self.node = child

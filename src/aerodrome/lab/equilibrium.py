"""Equilibria of small games: counterfactual regret minimisation on the whole tree, and how far a policy is from one."""

from collections.abc import Callable, Iterator, Sequence

from aerodrome.lab.game_tree import ExactTreeNode, GameTree

Policy = list[list[float]]
"""For each information state of a tree the chances of its actions."""


def build_uniform_policy(tree: GameTree) -> Policy:
    """Every action as likely as any other."""
    return [[1.0 / len(one.actions)] * len(one.actions) for one in tree.informations]


class CfrSolver:
    """CFR+: regrets never fall below zero, seats learn in turn, later policies weigh more in the average.

    With two seats the average policy comes as close to an equilibrium as one likes; with more there is no such promise.
    """

    def __init__(self, tree: GameTree) -> None:
        self.tree = tree
        self.iterations = 0
        self.policy = build_uniform_policy(tree)
        self._regrets = [[0.0] * len(one) for one in self.policy]
        self._sums = [[0.0] * len(one) for one in self.policy]

    def run(self, iterations: int) -> None:
        """So many more steps."""
        for _step in range(iterations):
            self.iterations += 1
            for seat in range(self.tree.seats):
                self._gains = [[0.0] * len(one) for one in self.policy]
                self._add_regrets_and_evaluate(self.tree.root, seat, 1.0, 1.0)
                self._update_policy_of_seat(seat)

    def _add_regrets_and_evaluate(
        self, node: ExactTreeNode, learner: int, own_reach: float, reach_of_others: float
    ) -> float:
        """What the position is worth to the learner; reach: how likely a side is to let it come about."""
        if node.utilities:
            return node.utilities[learner]
        if node.odds:
            parts = zip(node.odds, node.children, strict=True)
            return sum(
                odds * self._add_regrets_and_evaluate(child, learner, own_reach, reach_of_others * odds)
                for odds, child in parts
            )
        chances = self.policy[node.information]
        if node.seat != learner:
            parts = zip(chances, node.children, strict=True)
            return sum(
                c * self._add_regrets_and_evaluate(child, learner, own_reach, reach_of_others * c)
                for c, child in parts
                if c > 0.0
            )
        values = [
            self._add_regrets_and_evaluate(child, learner, own_reach * c, reach_of_others)
            for c, child in zip(chances, node.children, strict=True)
        ]
        value = sum(c * v for c, v in zip(chances, values, strict=True))
        gains, sums = self._gains[node.information], self._sums[node.information]
        for action, worth in enumerate(values):
            gains[action] += reach_of_others * (worth - value)
            sums[action] += self.iterations * own_reach * chances[action]
        return value

    def _update_policy_of_seat(self, seat: int) -> None:
        for number, one in enumerate(self.tree.informations):
            if one.seat != seat:
                continue
            regrets = [max(0.0, r + g) for r, g in zip(self._regrets[number], self._gains[number], strict=True)]
            self._regrets[number] = regrets
            self.policy[number] = _normalise_or_make_uniform(regrets)

    def get_average_policy(self) -> Policy:
        """What the steps amount to: this, not the last step's policy, comes close to an equilibrium."""
        return [_normalise_or_make_uniform(sums) for sums in self._sums]


def _normalise_or_make_uniform(weights: Sequence[float]) -> list[float]:
    total = sum(weights)
    return [weight / total for weight in weights] if total > 0.0 else [1.0 / len(weights)] * len(weights)


def compute_values_by_seat(tree: GameTree, policy: Policy) -> list[float]:
    """What the game is worth to each seat when all play by the policy."""

    def walk(node: ExactTreeNode) -> list[float]:
        if node.utilities:
            return list(node.utilities)
        chances = node.odds or policy[node.information]
        values = [walk(child) for child in node.children]
        return [sum(c * v[seat] for c, v in zip(chances, values, strict=True)) for seat in range(tree.seats)]

    return walk(tree.root)


def compute_exploitability(tree: GameTree, policy: Policy) -> float:
    """What a seat gains on average by answering the policy of the others as well as can be, in the units of the result.

    0 in an equilibrium. OpenSpiel's `exploitability` is the same; its NashConv is the sum over all seats.
    """
    values = compute_values_by_seat(tree, policy)
    gains = [compute_best_response_value(tree, policy, seat) - values[seat] for seat in range(tree.seats)]
    return sum(gains) / tree.seats


def compute_best_response_value(tree: GameTree, policy: Policy, seat: int) -> float:
    """What a seat gets at most against the policy of the others."""
    places: dict[int, list[tuple[ExactTreeNode, float]]] = {}
    _collect_nodes_by_information_state(tree.root, policy, seat, 1.0, places)
    best: dict[int, int] = {}
    worth: dict[int, float] = {}

    def find_best_action(information: int) -> int:
        if information not in best:
            found = places[information]
            totals = [
                sum(reach * evaluate(node.children[action]) for node, reach in found)
                for action in range(len(policy[information]))
            ]
            best[information] = totals.index(max(totals))
        return best[information]

    def evaluate(node: ExactTreeNode) -> float:
        key = id(node)
        if key not in worth:
            worth[key] = _evaluate_node(node, policy, seat, evaluate, find_best_action)
        return worth[key]

    return evaluate(tree.root)


def _evaluate_node(
    node: ExactTreeNode,
    policy: Policy,
    seat: int,
    evaluate_child: Callable[[ExactTreeNode], float],
    find_best_action: Callable[[int], int],
) -> float:
    if node.utilities:
        return node.utilities[seat]
    if node.seat == seat:
        return evaluate_child(node.children[find_best_action(node.information)])
    chances = node.odds or policy[node.information]
    return sum(c * evaluate_child(child) for c, child in zip(chances, node.children, strict=True))


def _collect_nodes_by_information_state(
    node: ExactTreeNode,
    policy: Policy,
    seat: int,
    reach: float,
    nodes_by_information: dict[int, list[tuple[ExactTreeNode, float]]],
) -> None:
    """Where the seat is asked, with how likely chance and the others are to let it come there."""
    if node.seat == seat:
        nodes_by_information.setdefault(node.information, []).append((node, reach))
    chances = node.odds or ([1.0] * len(node.children) if node.seat == seat else policy[node.information])
    for chance, child in zip(chances if node.children else (), node.children, strict=True):
        _collect_nodes_by_information_state(child, policy, seat, reach * chance, nodes_by_information)


def solve_and_yield_progress(tree: GameTree, iterations: int) -> Iterator[str]:
    """The solver's way in lines, at doubling steps."""
    yield f"{tree.node_count:,} positions, {len(tree.informations):,} information states, {tree.seats} seats"
    solver = CfrSolver(tree)
    yield f"every action as likely: exploitability {compute_exploitability(tree, solver.policy):.6f}"
    while solver.iterations < iterations:
        solver.run(min(iterations - solver.iterations, max(10, solver.iterations)))
        exploitability = compute_exploitability(tree, solver.get_average_policy())
        yield f"after {solver.iterations:,} steps: exploitability {exploitability:.6f}"
    values = ", ".join(f"{value:+.4f}" for value in compute_values_by_seat(tree, solver.get_average_policy()))
    yield f"worth to each seat: {values}"

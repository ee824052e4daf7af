"""Information-set Monte-Carlo tree search: the bot that thinks ahead for everybody at the table.

Each simulation imagines the table anew as the seat could believe it, plays down one tree of histories (every seat
after its own share of the win: max^n; or everybody against the thinker: paranoid), goes on for a few choices by a
quick policy and asks the title's evaluator how the win divides.

At the root the choices race: all get the same number of simulations, the worse half drops out, and again
(sequential halving). The n-th simulation of every choice meets the same imagined table and the same luck, so that
they are compared on equal terms; dice make far more noise than one choice makes difference.
"""

from __future__ import annotations

import random
from math import sqrt
from time import perf_counter
from typing import Final, final

from aerodrome.bots.base import Bot
from aerodrome.bots.evaluation import (
    SAME_SHARE,
    MoveEvaluation,
    add_evaluated_sample_and_get_win_shares,
    set_gains_against_average,
    sort_by_win_share,
)
from aerodrome.bots.explain import phrase_main_reason
from aerodrome.bots.learned_judge import LearnedJudge
from aerodrome.bots.lookahead import evaluate_by_lookahead
from aerodrome.bots.quick_policy import (
    MAX_CHANCE_RUN,
    choose_greedily,
    complete_move_greedily,
    find_simultaneous_step_type,
    list_actions_worth_considering,
)
from aerodrome.bots.tree import Edge, Node, SeatEdges, TreeCursor, select_or_create_edge
from aerodrome.core.actions import CHANCE, CHANCE_ONLY, Action
from aerodrome.core.evaluator import compute_lead_over_rival_average
from aerodrome.core.game import Game
from aerodrome.core.state import State

UNLIMITED: Final = 1_000_000
MAX_SAMPLES: Final = 4000
"""So many simulations of each choice settle any question; nobody has to wait for more."""
CHECK_INTERVAL: Final = 16
"""After so many simulations of each choice it is asked whether one is certainly the best."""
FOLLOW_CANDIDATES: Final = 8
NO_TURN: Final = -1_000_000
STOP_Z: Final = 3.5
"""A lead of so many standard errors over every other choice ends the race."""


@final
class Candidate:
    """A choice at the root, racing against the others."""

    def __init__(self, evaluation: MoveEvaluation) -> None:
        self.action = evaluation.action
        self.evaluation = MoveEvaluation(evaluation.action)
        self.shares: list[float] = []
        """What each simulation brought, in order: the n-th of all candidates are comparable."""
        self.leads: list[float] = []
        """The same in the title's currency."""
        self.after = Node()


@final
class PlayedSimulation:
    """A simulation that was played to its end and not judged yet."""

    def __init__(self, candidate: Candidate, state: State) -> None:
        self.candidate = candidate
        self.state = state
        self.path: list[Edge] = []
        """The choices that were made in the tree, and who made them."""
        self.movers: list[int] = []


class SearchBot(Bot):
    """`simulations` or, when 0, `milliseconds` limit a choice; the same seed and simulations give the same choice.

    `depth`: choices after the tree, -1 for to the end of the game; `greedy_fraction`: the part of them made greedily,
    the rest by the title's rollout policy (below 0: all by chance); `greedy_candidates`: how many choices a greedy one
    compares; `rounds`: after so many turns of everybody a simulation ends; `expand_after`: how many simulations end at
    a place before the tree grows there. These five are the title's own unless given (`Evaluator.playout`).
    `candidates`: how many race at the root; `width`: how fast inner nodes widen; `caution`: by how many standard errors
    another choice must beat the one that lookahead alone would make; `doubtful`: whether choices that the title doubts
    race as well; `style`: one of the title's styles of play; `follow`: how many further choices of one's own move are
    made greedily before the simulation goes on; `batch`: with a value of one's own, so many simulations of every choice
    are judged in one call (0: CHECK_INTERVAL where no tree grows, else 1).
    """

    def __init__(
        self,
        simulations: int = 400,
        milliseconds: int = 2000,
        depth: int | None = None,
        greedy_fraction: float | None = None,
        greedy_candidates: int | None = None,
        candidates: int = 8,
        width: float = 1.0,
        explore: float = 0.25,
        caution: float = 1.0,
        paranoid: int = 0,
        doubtful: int = 1,
        rounds: int | None = None,
        expand_after: int | None = None,
        style: str = "",
        follow: int = 0,
        batch: int = 0,
    ) -> None:
        super().__init__(style)
        self.follow = follow
        self.batch = batch
        self.simulations = simulations
        self.milliseconds = milliseconds
        self.depth = depth
        self.greedy_fraction = greedy_fraction
        self.greedy_candidates = greedy_candidates
        self.candidates = candidates
        self.width = width
        self.explore = explore
        self.caution = caution
        self.paranoid = paranoid != 0
        self.doubtful = doubtful != 0
        self.rounds = rounds
        self.expand_after = expand_after
        self.judge: LearnedJudge | None = None
        """Who says how the win divides where a simulation ends; None for the title's evaluator."""
        self.playout_bot: Bot | None = None
        """Who plays on for everybody in playouts; None for the quick policy."""
        self.done = 0
        """Simulations made for the last choice."""

    def choose(self, game: Game, state: State, seat: int, rng: random.Random) -> Action:
        evaluations = self.evaluate_moves(game, state, seat, rng)
        action = evaluations[0].action
        self.reason = phrase_main_reason(game, state, seat, action, True) if len(evaluations) > 1 else ""
        return action

    def evaluate_moves(self, game: Game, state: State, seat: int, rng: random.Random) -> list[MoveEvaluation]:
        """Every choice that was looked at, best first."""
        game = self.get_styled_game(game)
        begun = perf_counter()
        legal = list_actions_worth_considering(game, state, seat, game.legal(state, seat))
        first = evaluate_by_lookahead(game, state, seat, legal, 3, 2, 2 * self.candidates, self.doubtful, rng)
        return self.rank_finalists_by_simulations(game, state, seat, first, begun, rng)

    def rank_finalists_by_simulations(
        self,
        game: Game,
        state: State,
        seat: int,
        ranked_by_lookahead: list[MoveEvaluation],
        start_seconds: float,
        rng: random.Random,
    ) -> list[MoveEvaluation]:
        """The best of the choices that lookahead ranked, compared by simulations; best first."""
        self.done = 0
        if len(ranked_by_lookahead) == 1:
            return ranked_by_lookahead
        if game.evaluator.get_playout_settings().doubts_need_proof:
            ranked_by_lookahead = put_best_undoubted_first(game, state, seat, ranked_by_lookahead)
        candidates = [Candidate(evaluation) for evaluation in ranked_by_lookahead[: self.candidates]]
        self._simulate_by_sequential_halving(Simulator(self, game, state, seat, rng), candidates, start_seconds)
        return self._rank_proven_best_first_then_by_share(candidates, ranked_by_lookahead)

    def _simulate_by_sequential_halving(
        self, simulator: Simulator, candidates: list[Candidate], start_seconds: float
    ) -> None:
        """Halve the field until two are left; each heat has the same part of the budget. The first is never dropped."""
        field = candidates
        heats = 1
        while (len(candidates) >> heats) >= 2:
            heats += 1
        for heat in range(heats):
            part = float(heat + 1) / heats
            while not self._is_budget_spent(part, start_seconds) and field[0].evaluation.samples < part * MAX_SAMPLES:
                rounds = 1
                if simulator.judges_many:
                    rounds = self._count_simulations_judged_together(field, part, simulator.expand_after)
                    simulator.simulate_and_judge_together(field, rounds)
                else:
                    simulator.simulate_each_once(field)
                self.done += rounds * len(field)
                if field[0].evaluation.samples % CHECK_INTERVAL == 0 and is_one_certainly_best(field):
                    return
            challengers = sorted(field[1:], key=_get_mean_win_share, reverse=True)
            field = field[:1] + challengers[: max(1, len(field) // 2 - 1)]

    def _count_simulations_judged_together(
        self, candidates: list[Candidate], budget_fraction: float, expand_after: int
    ) -> int:
        """How many simulations of each choice are judged together: never past the end of a heat or the next check."""
        rounds = self.batch if self.batch > 0 else CHECK_INTERVAL if expand_after >= UNLIMITED else 1
        if self.simulations <= 0:
            return 1 if self.batch == 0 else rounds  # by the clock
        left = budget_fraction * self.simulations - self.done
        until_end = max(1, int(-(-left // len(candidates))))
        until_check = CHECK_INTERVAL - candidates[0].evaluation.samples % CHECK_INTERVAL
        return min(rounds, until_end, until_check)

    def _is_budget_spent(self, budget_fraction: float, start_seconds: float) -> bool:
        if self.simulations > 0:
            return self.done >= budget_fraction * self.simulations
        return (perf_counter() - start_seconds) * 1000.0 >= budget_fraction * self.milliseconds

    def _rank_proven_best_first_then_by_share(
        self, candidates: list[Candidate], lookahead_ranking: list[MoveEvaluation]
    ) -> list[MoveEvaluation]:
        """The choice that beats lookahead's own with some certainty, or that one; then all others by their share."""
        incumbent = candidates[0]
        if incumbent.evaluation.samples == 0:
            return lookahead_ranking
        best = incumbent
        margin = SAME_SHARE
        rest: list[MoveEvaluation] = []
        for candidate in candidates:
            candidate.evaluation.win_share = candidate.evaluation.compute_mean_win_share()
            if candidate is not incumbent and candidate.evaluation.samples == incumbent.evaluation.samples:
                beats = compute_lower_bound_of_mean_difference(candidate.shares, incumbent.shares, self.caution)
                if beats > margin:
                    best = candidate
                    margin = beats
        if best is incumbent:
            best = self._find_equal_share_with_better_lead(candidates, incumbent)
        for candidate in candidates:
            if candidate is not best and candidate.evaluation.samples > 0:
                rest.append(candidate.evaluation)
        return set_gains_against_average([best.evaluation, *sort_by_win_share(rest)])

    def _find_equal_share_with_better_lead(self, candidates: list[Candidate], incumbent: Candidate) -> Candidate:
        """Of the choices with the same share of the win as the incumbent, the one that leads by more for certain."""
        best = incumbent
        margin = 0.0
        share = incumbent.evaluation.compute_mean_win_share()
        for candidate in candidates:
            if (
                candidate.evaluation.samples == incumbent.evaluation.samples
                and abs(candidate.evaluation.compute_mean_win_share() - share) <= SAME_SHARE
            ):
                beats = compute_lower_bound_of_mean_difference(candidate.leads, incumbent.leads, self.caution)
                if beats > margin:
                    best = candidate
                    margin = beats
        return best


def _get_mean_win_share(candidate: Candidate) -> float:
    return candidate.evaluation.compute_mean_win_share()


def put_best_undoubted_first(
    game: Game, state: State, seat: int, ranked_evaluations: list[MoveEvaluation]
) -> list[MoveEvaluation]:
    """The same evaluations; the first of those that the title does not doubt is the choice to beat."""
    for i in range(len(ranked_evaluations)):
        if game.evaluator.estimate_action_prior(game, state, seat, ranked_evaluations[i].action) > 0.0:
            return [ranked_evaluations[i], *ranked_evaluations[:i], *ranked_evaluations[i + 1 :]]
    return ranked_evaluations


def is_one_certainly_best(candidates: list[Candidate]) -> bool:
    """Whether one choice is so far ahead that more simulations would change nothing."""
    best = candidates[0]
    for candidate in candidates:
        if candidate.evaluation.win_share_total > best.evaluation.win_share_total:
            best = candidate
    return all(
        candidate is best or compute_lower_bound_of_mean_difference(best.shares, candidate.shares, STOP_Z) > 0.0
        for candidate in candidates
    )


def compute_lower_bound_of_mean_difference(
    values: list[float], other_values: list[float], standard_errors: float
) -> float:
    """By how much one choice did better, less so many standard errors; pair by pair, as both met the same tables."""
    count = len(values)
    total = 0.0
    squares = 0.0
    for i in range(count):
        difference = values[i] - other_values[i]
        total += difference
        squares += difference * difference
    mean = total / count
    return mean - standard_errors * sqrt(max(0.0, squares / count - mean * mean) / count)


@final
class ReplayableDice:
    """The luck of one simulation, the same for every choice that it compares.

    It has a generator of its own, as one choice more must not change what is thrown later. With `by_turn` one throw
    more in a turn does not change it either.
    """

    def __init__(self, seed: int, by_turn: bool) -> None:
        self.rng = random.Random(seed)
        self.by_turn = by_turn
        self.numbers_by_turn: dict[int, list[float]] = {}
        """All numbers thrown so far, for any choice; without `by_turn` all are of one turn."""
        self.turn = NO_TURN
        self.numbers: list[float] = []
        self.next = 0

    def rewind(self) -> None:
        """The same luck for the next choice."""
        self.turn = NO_TURN

    def draw_number(self, game: Game, state: State) -> float:
        turn = game.evaluator.get_turn_number(state) if self.by_turn else 0
        if turn != self.turn:
            self.turn = turn
            self.numbers = self.numbers_by_turn.setdefault(turn, [])
            self.next = 0
        if self.next == len(self.numbers):
            self.numbers.append(self.rng.random())
        self.next += 1
        return self.numbers[self.next - 1]


@final
class Simulator:
    """The simulations of one choice: the tables imagined so far, by number, and the shared root."""

    def __init__(self, bot: SearchBot, game: Game, state: State, seat: int, rng: random.Random) -> None:
        self.bot = bot
        self.game = game
        self.state = state
        self.seat = seat
        self.rng = rng
        self.root = Node()
        self.seeds: list[int] = []
        actors = game.actors(state)
        self.secret = len(actors) > 1
        self.simultaneous_step_type = find_simultaneous_step_type(game, state)
        playout = game.evaluator.get_playout_settings()
        self.depth = playout.choices if bot.depth is None else bot.depth if bot.depth >= 0 else UNLIMITED
        self.greedy_fraction = playout.greedy_fraction if bot.greedy_fraction is None else bot.greedy_fraction
        self.greedy_candidates = playout.greedy_candidates if bot.greedy_candidates is None else bot.greedy_candidates
        self.expand_after = playout.expand_after if bot.expand_after is None else bot.expand_after
        rounds = bot.rounds
        if rounds is None:
            rounds = playout.rounds if bot.depth is None else 0
        self.luck_by_turn = playout.luck_by_turn
        self.until = game.evaluator.get_turn_number(state) + rounds * state.seats if rounds else UNLIMITED
        self.judges_many = game.evaluator.judges_many
        # What games taught about the title's own value says nothing about another.
        self.judge = None if self.judges_many else bot.judge
        self.unjudged_simulations: list[PlayedSimulation] = []
        """With a value of one's own: what waits to be judged."""

    def simulate_and_judge_together(self, candidates: list[Candidate], simulation_count: int) -> None:
        """So many simulations of every choice given; a value of one's own judges where they end in one call."""
        start = candidates[0].evaluation.samples
        for i in range(simulation_count):
            self._simulate_each_on_table(candidates, start + i)
        values = self.game.evaluator.evaluate_all(
            self.game, [simulation.state for simulation in self.unjudged_simulations]
        )
        for i in range(len(values)):
            self._record_simulation_result(self.unjudged_simulations[i], values[i])
        self.unjudged_simulations = []

    def simulate_each_once(self, candidates: list[Candidate]) -> None:
        """One simulation of every choice given, all on the same imagined table with the same luck."""
        self._simulate_each_on_table(candidates, candidates[0].evaluation.samples)

    def _simulate_each_on_table(self, candidates: list[Candidate], table_number: int) -> None:
        while len(self.seeds) <= table_number:
            self.seeds.append(self.rng.getrandbits(62))
        luck = random.Random(self.seeds[table_number])
        table = self.game.imagine(self.state, self.seat, luck)
        seed = luck.getrandbits(62)
        dice = ReplayableDice(random.Random(seed).getrandbits(62), self.luck_by_turn)
        last = len(candidates) - 1
        for i in range(len(candidates)):
            rng = random.Random(seed)
            rng.getrandbits(62)
            dice.rewind()
            self._simulate_candidate(candidates[i], table.clone() if i < last else table, dice, rng)

    def _simulate_candidate(self, candidate: Candidate, state: State, dice: ReplayableDice, rng: random.Random) -> None:
        simulation = PlayedSimulation(candidate, state)
        cursor = TreeCursor(self.seat, self.root, candidate.after, self.secret, state)
        self.game.apply(state, self.seat, candidate.action)
        if self.bot.follow > 0:
            complete_move_greedily(
                self.game, state, self.seat, self.simultaneous_step_type, self.bot.follow, FOLLOW_CANDIDATES, rng
            )
        self._descend_tree(cursor, state, simulation.path, simulation.movers, dice, rng)
        self._play_out(state, dice, rng)
        if self.judges_many:
            self.unjudged_simulations.append(simulation)
        else:
            self._record_simulation_result(simulation, self.game.evaluator.evaluate(self.game, state))

    def _record_simulation_result(self, simulation: PlayedSimulation, values: list[float]) -> None:
        """Note how this line stands at its end, and in the tree what its choices brought to those who made them."""
        candidate = simulation.candidate
        parts = self._add_sample_and_get_win_shares(candidate.evaluation, simulation.state, values)
        candidate.shares.append(parts[self.seat])
        candidate.leads.append(candidate.evaluation.last_lead)
        against = 1.0 - parts[self.seat]
        paranoid = self.bot.paranoid
        for i in range(len(simulation.path)):
            mover = simulation.movers[i]
            simulation.path[i].total += against if paranoid and mover != self.seat else parts[mover]

    def _add_sample_and_get_win_shares(
        self, evaluation: MoveEvaluation, state: State, values: list[float]
    ) -> list[float]:
        """Note how this line stands now; returns the shares of all seats."""
        judge = self.judge
        if judge is None or not state.step_stack:
            return add_evaluated_sample_and_get_win_shares(evaluation, self.game, state, self.seat, values)
        parts = judge.estimate_win_shares(self.game, state, values)
        evaluation.add_sample(parts[self.seat], compute_lead_over_rival_average(values, self.seat))
        return parts

    def _descend_tree(
        self,
        cursor: TreeCursor,
        state: State,
        path: list[Edge],
        movers: list[int],
        dice: ReplayableDice,
        rng: random.Random,
    ) -> None:
        """Down the tree to a place where nobody has chosen yet."""
        game = self.game
        bot = self.bot
        while True:
            actors = self._run_chance_and_get_actors(state, dice)
            if not actors:
                return
            who = actors[0]
            node = cursor.update_secret_round_and_get_node(state, actors)
            legal = game.legal(state, who)
            if len(legal) == 1:
                game.apply(state, who, legal[0])
                continue
            stats = node.stats_by_seat.get(who)
            if stats is None:
                if node.count_visit_ending_here() >= self.expand_after:
                    node.stats_by_seat[who] = SeatEdges()
                return
            edge = select_or_create_edge(stats, game, state, who, legal, bot.explore, bot.width, rng)
            edge.visits += 1  # at once: what waits to be judged counts as lost, so that the others go elsewhere
            path.append(edge)
            movers.append(who)
            cursor.move_to_child(who, edge.child)
            game.apply(state, who, edge.action)

    def _play_out(self, state: State, dice: ReplayableDice, rng: random.Random) -> None:
        """A short guided playout, then let pending chance settle."""
        game = self.game
        left = self.depth
        greedy_fraction = self.greedy_fraction
        playout_bot = self.bot.playout_bot
        while left > 0:
            actors = self._run_chance_and_get_actors(state, dice)
            if not actors or game.evaluator.get_turn_number(state) >= self.until:
                return
            who = actors[0]
            legal = game.legal(state, who)
            if len(legal) == 1:
                game.apply(state, who, legal[0])
                continue
            left -= 1
            if playout_bot is not None:
                action = playout_bot.choose(game, state, who, rng)
            elif greedy_fraction > 0.0 and rng.random() < greedy_fraction:
                action = choose_greedily(game, state, who, legal, self.greedy_candidates, rng)
            elif greedy_fraction < 0.0:
                action = legal[int(rng.random() * len(legal))]
            else:
                action = game.evaluator.choose_rollout_action(game, state, who, legal, rng)
            game.apply(state, who, action)
        for _throw in range(MAX_CHANCE_RUN):
            if game.actors(state) != CHANCE_ONLY:
                return
            game.apply(state, CHANCE, game.pick_outcome(state, dice.draw_number(game, state)))

    def _run_chance_and_get_actors(self, state: State, dice: ReplayableDice) -> tuple[int, ...]:
        """Let chance act until seats must; which ones, or nobody when the game is over."""
        game = self.game
        actors = game.actors(state)
        while actors and actors[0] == CHANCE:
            game.apply(state, CHANCE, game.pick_outcome(state, dice.draw_number(game, state)))
            actors = game.actors(state)
        return actors

"""Bots choose in processes of their own, so that no match waits for another's bot."""

import hashlib
import logging
import os
import random
from collections.abc import Callable
from typing import Any, NamedTuple

import msgspec

from aerodrome import bots
from aerodrome.bots.advice import advise
from aerodrome.bots.coaching import does_choice_matter, judge_choice, phrase_main_reason_for_coach, survey_choices
from aerodrome.bots.end_vote import agrees_to_end
from aerodrome.core import registry
from aerodrome.core.game import Game
from aerodrome.core.question import BoardTarget, FigureChange
from aerodrome.matches.errors import BotFailed, MachineBusy
from aerodrome.matches.fair_queue import NO_SHARE, Priority, ShareKey
from aerodrome.matches.match import Match
from aerodrome.matches.worker_pool import (
    JobFailed,
    NoFreeWorker,
    WorkerCrashed,
    WorkerPool,
    WorkerSettings,
    WorkerTimeout,
)

log = logging.getLogger("aerodrome.matches")

BOT_TIMEOUT_S = 20.0
IDLE_JOB_TIMEOUT_S = 300.0
"""For a job of idle time, which steps back for everything else."""
HINT_WAIT_S = 3.0
"""How long somebody who asks for a hint waits for a worker before the machine counts as busy."""
COACH_WAIT_S = 1.0
"""The same for a coach, whom nobody has asked."""
MOST_POINTS = 2
"""How many choices a coach names before one is made."""
PEOPLE_LANE = WorkerSettings(frozenset({Priority.PERSON_WAITS, Priority.WITH_PEOPLE}), niceness=5)
IDLE_LANE = WorkerSettings(frozenset(Priority), niceness=15)
"""Matches of bots alone think here only, on time that nobody else wants: no person ever waits for one of them."""


class SuggestedAction(msgspec.Struct, frozen=True):
    """A choice that a strong bot would consider, as plain data: see `bots.advice.AdvisedChoice`."""

    action: dict[str, Any]
    description: str
    win_chance: float
    """The chance to win, 0 to 1."""
    uncertainty: float
    """The standard error of the chance."""
    percent: int
    """The chance as it is to be shown: the order of the list is that of these numbers."""
    gain: float
    """The expected lead in the title's own currency, against that of the first choice."""
    gain_words: str
    """The gain with its unit; empty where it is too small or too uncertain to be named."""
    about_as_good: bool
    """Whether it cannot be told apart from the first choice."""
    reason: str
    """A fact that speaks for the choice, or against one that is clearly worse, as half a sentence; or empty."""


class SurveyedChoice(NamedTuple):
    """One of the best choices of a question, as a coach knows it. `reason` is "" where it is not to be named."""

    action: dict[str, Any]
    percent: int
    description: str
    reason: str
    where: BoardTarget


class FigureAfterBothChoices(msgspec.Struct, frozen=True):
    """A figure that players track, after the choice that was made and after the better one."""

    name: str
    mine: float
    better: float


class CostlyChoice(msgspec.Struct, frozen=True):
    """A choice that cost much, against a better one: chances in percent, facts as half sentences or empty."""

    mine: str
    mine_percent: int
    mine_reason: str
    better: str
    better_percent: int
    better_reason: str
    error: float
    """The standard error of the difference of the chances, 0 to 1."""
    figures: list[FigureAfterBothChoices]


class BotRequest(NamedTuple):
    """A position for a bot to choose in, as plain data."""

    title: str
    rules_version: int
    options: dict[str, Any]
    state_json: bytes
    seat: int
    random_seed: int
    edition_hash: str | None = None
    priority: Priority = Priority.PERSON_WAITS
    share: ShareKey = NO_SHARE
    edition: str | bytes = "house"
    """As `load` takes it."""


def build_bot_request(match: Match, seat: int) -> BotRequest:
    """The present position, with random numbers that belong to the match's seed and the place in its log.

    The place is as the seat counts: what others do in secret changes nothing.
    """
    setup = match.setup
    digest = hashlib.sha256(f"{setup.seed}:bot:{match.get_shown_log_length(seat)}:{seat}".encode()).digest()
    state_json = match.game.to_json(match.record.state)
    random_seed = int.from_bytes(digest[:8], "big")
    return BotRequest(
        setup.title,
        setup.rules_version,
        setup.options,
        state_json,
        seat,
        random_seed,
        match.game.edition_hash,
        edition=setup.get_edition_source(),
    )


def choose_action(request: BotRequest, level: str) -> dict[str, Any]:
    """What a bot of this level plays; where there is nothing to choose, nobody thinks."""
    game, state, rng = _load_game_state_and_rng(request)
    legal = game.legal(state, request.seat)
    if len(legal) == 1:
        return game.dump(legal[0])
    return game.dump(bots.choose_action(bots.create_bot(level), game, state, request.seat, rng))


def decide_end_vote(request: BotRequest) -> bool:
    """Whether a bot agrees to end the game here; the same for the same position, whoever asks and when."""
    game, state, rng = _load_game_state_and_rng(request)
    return agrees_to_end(game, state, request.seat, rng)


def suggest_actions(request: BotRequest) -> list[SuggestedAction]:
    """The best choices. Only what the seat knows plays a part: the same position gets the same answer."""
    game, state, _rng = _load_game_state_and_rng(request)
    return [
        SuggestedAction(
            game.dump(choice.action),
            game.say(state, request.seat, choice.action),
            choice.win_chance,
            choice.uncertainty,
            choice.percent,
            choice.gain,
            choice.gain_words,
            choice.about_as_good,
            choice.reason,
        )
        for choice in advise(game, state, request.seat).choices
    ]


def survey_choices_for_coach(request: BotRequest) -> list[SurveyedChoice]:
    """The few best choices, best first; where it matters which is made, up to two have facts that speak for them."""
    game, state, _rng = _load_game_state_and_rng(request)
    seat, found = request.seat, survey_choices(game, state, request.seat).choices
    is_worth_saying, named = does_choice_matter(found), 0
    choices = []
    for one in found:
        is_named = is_worth_saying and named < MOST_POINTS
        reason = phrase_main_reason_for_coach(game, state, seat, one.action, True) if is_named else ""
        named += reason != ""
        shown = game.choice(state, seat, one.action)
        choices.append(SurveyedChoice(game.dump(one.action), one.percent, shown.label, reason, shown.where))
    return choices


def judge_cost_of_choice(
    request: BotRequest, action_data: dict[str, Any], better_action_data: dict[str, Any]
) -> CostlyChoice | None:
    """What this choice cost against that one; None where it did not cost much."""
    game, state, _rng = _load_game_state_and_rng(request)
    seat, action, better = request.seat, game.parse(action_data), game.parse(better_action_data)
    judged = judge_choice(game, state, seat, action, better)
    if not judged.is_costly():
        return None
    changes, better_changes = (game.foresee(state, seat, one).changes for one in (action, better))
    return CostlyChoice(
        mine=game.say(state, seat, action),
        mine_percent=judged.percent,
        mine_reason=phrase_main_reason_for_coach(game, state, seat, action, False),
        better=game.say(state, seat, better),
        better_percent=judged.best_percent,
        better_reason=phrase_main_reason_for_coach(game, state, seat, better, True),
        error=judged.error,
        figures=_list_differing_figures(changes, better_changes, seat),
    )


def _list_differing_figures(
    changes: list[FigureChange], better_changes: list[FigureChange], seat: int
) -> list[FigureAfterBothChoices]:
    """The figures of one seat that differ after two choices of it."""
    before = {change.name: change.before for change in (*changes, *better_changes) if change.seat == seat}
    after_mine = before | {change.name: change.after for change in changes if change.seat == seat}
    after_better = before | {change.name: change.after for change in better_changes if change.seat == seat}
    return [
        FigureAfterBothChoices(name, after_mine[name], after_better[name])
        for name in before
        if after_mine[name] != after_better[name]
    ]


def _load_game_state_and_rng(request: BotRequest) -> tuple[Game, Any, random.Random]:
    game = registry.load(
        request.title, request.edition, request.options, rules=request.rules_version, edition_hash=request.edition_hash
    )
    return game, game.from_json(request.state_json), random.Random(request.random_seed)


class BotPool:
    """Worker processes that choose for bots; matches with people have workers that serve nobody else."""

    def __init__(self, processes: int | None = None, timeout: float = BOT_TIMEOUT_S) -> None:
        self.processes = processes or max(1, (os.cpu_count() or 2) - 1)
        self.timeout = timeout
        self._workers = WorkerPool([PEOPLE_LANE] * self.processes + [IDLE_LANE] * self.processes)
        self.failures_in_a_row = 0
        """How often the workers crashed or hung since they last answered."""

    async def choose_action(self, request: BotRequest, level: str) -> dict[str, Any]:
        """What a bot of this level plays. Raises BotFailed."""
        chosen: dict[str, Any] = await self._run_in_worker(choose_action, request, level)
        return chosen

    async def decide_end_vote(self, request: BotRequest) -> bool:
        """Whether a bot agrees to end the game here. Raises BotFailed."""
        agrees: bool = await self._run_in_worker(decide_end_vote, request)
        return agrees

    async def suggest_actions(self, request: BotRequest) -> list[SuggestedAction]:
        """The best choices for somebody who asks for a hint. Raises BotFailed, or MachineBusy when nobody has time."""
        found: list[SuggestedAction] = await self._run_in_worker(suggest_actions, request, max_wait_seconds=HINT_WAIT_S)
        return found

    async def survey_choices_for_coach(self, request: BotRequest) -> list[SurveyedChoice]:
        """The best choices as a coach knows them. Raises BotFailed, or MachineBusy at once when nobody has time."""
        found: list[SurveyedChoice] = await self._run_at_low_priority(survey_choices_for_coach, request)
        return found

    async def judge_cost_of_choice(
        self, request: BotRequest, action: dict[str, Any], better_action: dict[str, Any]
    ) -> CostlyChoice | None:
        """What a choice cost; None where it was not much. Raises BotFailed, or MachineBusy when nobody has time."""
        found: CostlyChoice | None = await self._run_at_low_priority(
            judge_cost_of_choice, request, action, better_action
        )
        return found

    async def _run_at_low_priority(self, function: Callable[..., Any], request: BotRequest, *more: Any) -> Any:
        """Where matches of bots alone think, so that nobody waits for it."""
        request = request._replace(priority=Priority.WATCHED)
        return await self._run_in_worker(function, request, *more, max_wait_seconds=COACH_WAIT_S, is_dispensable=True)

    async def run_in_idle_time(self, function: Callable[..., Any], *arguments: Any, share: ShareKey) -> Any:
        """What the function returns, on time that nobody else wants. Raises a WorkerError."""
        return await self._workers.run(
            function, *arguments, max_seconds=IDLE_JOB_TIMEOUT_S, priority=Priority.IDLE_TIME, share=share
        )

    async def _run_in_worker(
        self,
        function: Callable[..., Any],
        request: BotRequest,
        *more: Any,
        max_wait_seconds: float | None = None,
        is_dispensable: bool = False,
    ) -> Any:
        """Work of `function`. Slowness in what is dispensable says nothing about the health of the pool."""
        try:
            answer = await self._workers.run(
                function,
                request,
                *more,
                max_seconds=self.timeout,
                priority=request.priority,
                share=request.share,
                max_wait_seconds=max_wait_seconds,
            )
            self.failures_in_a_row = 0
            return answer
        except NoFreeWorker:
            raise MachineBusy("The machine is busy thinking for others. Ask again in a moment.") from None
        except JobFailed as error:
            log.error("a bot failed: %s", error, extra={"title": request.title})
            raise BotFailed("A bot cannot choose here. It tries again.") from error
        except WorkerCrashed as error:
            self.failures_in_a_row += 1
            raise BotFailed("A bot stopped in mid-thought. It tries again.") from error
        except WorkerTimeout as error:
            self.failures_in_a_row += not is_dispensable
            raise BotFailed("A bot took too long to think. It tries again.") from error

    def list_pids(self) -> list[int]:
        """The worker processes that run now."""
        return self._workers.list_pids()

    @property
    def waiting_count(self) -> int:
        """How many bots wait for a worker."""
        return self._workers.waiting_count

    def close(self) -> None:
        """End all workers."""
        self._workers.close()

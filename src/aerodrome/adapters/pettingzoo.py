"""Any title as a PettingZoo environment (AEC) with action masks. See docs/adapters.md.

from aerodrome.adapters import pettingzoo
env = pettingzoo.env("airline", seats=3)
"""

import operator
import random
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

import aerodrome
from aerodrome import Action, State
from aerodrome.adapters.seeds import read_seed
from aerodrome.core.action_encoding import ActionEncoding, compute_zero_sum_utilities
from aerodrome.core.actions import NOBODY
from aerodrome.core.chance import run_chance_and_get_seat

RENDER_MODES = ("ansi",)


class AerodromeEnv(AECEnv):  # type: ignore[misc]  # the library has no types
    """Agents are `seat_0`, `seat_1`, …; seats that choose at once are asked in order and see nothing of each other.

    Chance acts inside `step`, from the seed given to `reset`. Rewards come at the end: `compute_zero_sum_utilities`.
    """

    def __init__(
        self,
        title: str,
        seats: int = 0,
        options: Mapping[str, Any] | None = None,
        edition: str | Path = "house",
        max_steps: int | None = None,
        render_mode: str | None = None,
    ) -> None:
        super().__init__()
        if max_steps is not None and (not isinstance(max_steps, int | np.integer) or max_steps < 0):
            raise ValueError(f"max_steps is a number of steps, or None for no limit, not {max_steps!r}")
        if render_mode not in (None, *RENDER_MODES):
            raise ValueError(f"render_mode {render_mode!r} is not known; there is {', '.join(RENDER_MODES)}")
        self.game = aerodrome.load(title, edition, options)
        self.seats = seats or self.game.seats_min
        self.metadata = {"name": f"aerodrome_{title}_v{self.game.rules_version}", "render_modes": list(RENDER_MODES)}
        self.render_mode = render_mode
        self.max_steps = max_steps or None
        self.encoding = ActionEncoding(self.game, self.seats)
        scales = self.game.observation_encoding(self.seats).scales
        self.factors = (1.0 / np.array(scales)).astype(np.float32)
        self.possible_agents = [f"seat_{seat}" for seat in range(self.seats)]
        self.agents: list[str] = []
        self.seat_of = {agent: seat for seat, agent in enumerate(self.possible_agents)}
        self.action_spaces = {agent: gymnasium.spaces.Discrete(self.encoding.size) for agent in self.possible_agents}
        self.observation_spaces = {agent: self._build_observation_space() for agent in self.possible_agents}
        self.state_space = gymnasium.spaces.Box(-np.inf, np.inf, (self.seats, len(scales)), np.float32)
        self.rng = random.Random()
        self.is_reset = False

    def _build_observation_space(self) -> gymnasium.spaces.Dict:
        return gymnasium.spaces.Dict(
            {
                "observation": gymnasium.spaces.Box(-np.inf, np.inf, self.factors.shape, np.float32),
                "action_mask": gymnasium.spaces.Box(0, 1, (self.encoding.size,), np.int8),
            }
        )

    def action_space(self, agent: str) -> gymnasium.spaces.Discrete:
        """The same for every agent: the numbers of the title's actions."""
        self._require_known_agent(agent)
        return self.action_spaces[agent]

    def observation_space(self, agent: str) -> gymnasium.spaces.Dict:
        """Features and mask."""
        self._require_known_agent(agent)
        return self.observation_spaces[agent]

    def _require_known_agent(self, agent: str) -> None:
        if agent not in self.seat_of:
            raise ValueError(f"there is no agent {agent!r}, but {', '.join(self.possible_agents)}")

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """A new game; without a seed the generator goes on where it was."""
        if seed is not None:
            self.rng = random.Random(read_seed(seed))
        self.is_reset = True
        self.engine_state: State = self.game.new(self.seats)
        self.agents = self.possible_agents[:]
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.steps = 0
        self.agent_selection = self.agents[0]
        self._resolve_chance_and_select_agent()

    def _resolve_chance_and_select_agent(self) -> None:
        """Let chance act, then select whoever is asked first."""
        game, state = self.game, self.engine_state
        seat = run_chance_and_get_seat(game, state, self.rng)
        if seat == NOBODY:
            self._end_game()
            return
        self.agent_selection = self.possible_agents[seat]
        self._seat_asked = seat
        self._legal_actions_of_seat: list[Action] = game.legal(state, seat)

    def _end_game(self) -> None:
        self._seat_asked = -1
        self._legal_actions_of_seat = []
        for agent, reward in zip(
            self.possible_agents, compute_zero_sum_utilities(self.game, self.engine_state), strict=True
        ):
            self.rewards[agent] = reward
            self.terminations[agent] = True
        self._accumulate_rewards()

    def step(self, action: int | None) -> None:
        """The selected agent takes the action with this number; chance then acts as often as it must."""
        self._require_game_not_over()
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        if action is None:
            raise ValueError(f"{agent} is asked for an action; None is the step of an agent whose game is over")
        try:
            number = operator.index(action)
        except TypeError:
            raise ValueError(f"an action is a whole number, not {action!r}") from None
        chosen = self.encoding.get_action(number)
        self._cumulative_rewards[agent] = 0.0
        self.game.apply(self.engine_state, self._seat_asked, chosen)
        self.steps += 1
        self._resolve_chance_and_select_agent()
        if self.steps == self.max_steps and self.engine_state.step_stack:
            self.truncations = dict.fromkeys(self.agents, True)

    def _require_reset(self) -> None:
        if not self.is_reset:
            raise RuntimeError("no game has begun: call reset first")

    def _require_game_not_over(self) -> None:
        self._require_reset()
        if not self.agents:
            raise RuntimeError("the game is over for all agents: call reset")

    def agent_iter(self, max_iter: int = 2**63) -> Iterable[str]:
        """The agents in the order in which they are asked, until the game is over for all."""
        self._require_reset()
        agents: Iterable[str] = super().agent_iter(max_iter)
        return agents

    def last(self, observe: bool = True) -> tuple[Any, float, bool, bool, dict[str, Any]]:
        """What the selected agent sees, what it got, whether its game is over, and nothing more."""
        self._require_game_not_over()
        found: tuple[Any, float, bool, bool, dict[str, Any]] = super().last(observe)
        return found

    def observe(self, agent: str) -> dict[str, Any]:
        """The features that an agent sees and the mask of what it may do now."""
        self._require_reset()
        self._require_known_agent(agent)
        seat = self.seat_of[agent]
        mask = self.encoding.build_mask(self._legal_actions_of_seat if seat == self._seat_asked else [])
        return {
            "observation": self._observe_seat(seat),
            "action_mask": np.frombuffer(mask, np.int8),
        }

    def _observe_seat(self, seat: int) -> NDArray[np.float32]:
        encoding = self.game.observation_encoding(self.seats)
        return (
            np.frombuffer(encoding.encode(self.game, self.engine_state, seat), "<i4").astype(np.float32) * self.factors
        )

    def state(self) -> NDArray[np.float32]:
        """What all seats see together, a row for each: for a critic that may know everything while it trains."""
        self._require_reset()
        return np.stack([self._observe_seat(seat) for seat in range(self.seats)])

    def list_legal_indices(self) -> list[int]:
        """The numbers of the actions that the selected agent may take: the mask without the zeros."""
        self._require_reset()
        return self.encoding.list_indices(self._legal_actions_of_seat)

    def render(self) -> str:
        """The table as a spectator sees it."""
        self._require_reset()
        return "\n".join(f"{name}: {value}" for name, value in self.game.view(self.engine_state, None).items())

    def close(self) -> None:
        """Nothing is held open."""


def env(title: str, **settings: Any) -> AerodromeEnv:
    """`settings`: seats, options, edition, max_steps, render_mode."""
    return AerodromeEnv(title, **settings)


class AerodromeParallelEnv(turn_based_aec_to_parallel_wrapper):  # type: ignore[misc]  # the library has no types
    """Actions of all agents in each step: only that of the agent whose mask is not empty counts."""

    def step(self, actions: Mapping[str, int]) -> tuple[dict[str, Any], ...]:
        """The agent that is asked takes its action."""
        if not getattr(self, "agents", []):
            raise RuntimeError("no game is going on: call reset")
        missing = [agent for agent in self.agents if agent not in actions]
        if missing:
            raise ValueError(f"every agent gives an action in each step; {missing[0]} gave none")
        found: tuple[dict[str, Any], ...] = super().step(actions)
        return found


def parallel_env(title: str, **settings: Any) -> AerodromeParallelEnv:
    """The same environment with actions of all agents in each step."""
    return AerodromeParallelEnv(env(title, **settings))

"""The state of a table and the steps on its step stack.

A State holds ints, bools, lists of ints and lists of lists of ints, and nothing else; a Step holds ints, bools
and tuples. Steps never change after they were made, so a clone shares them.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, ClassVar, Generic, TypeVar

from aerodrome.core.actions import CHANCE_ONLY, Action, Event

if TYPE_CHECKING:
    from aerodrome.core.game import TitleGame

EventSink = Callable[[Event], None]

G = TypeVar("G", bound="TitleGame[Any]")
S = TypeVar("S", bound="State")


class State:
    """Everything on the table. Titles subclass it, add attributes in `__init__` and write `clone`."""

    stored_names: ClassVar[dict[str, str]] = {"step_stack": "agenda"}
    """Attributes that have another name in stored positions; a title that adds some keeps this one."""
    later_names: ClassVar[frozenset[str]] = frozenset()
    """Attributes that came with a later rules version: empty or 0 before, and then not in stored positions."""

    constructor_fields: ClassVar[tuple[str, ...]] = ("seats",)
    """The attributes that `__init__` takes, in its order."""

    def __init__(self, seats: int) -> None:
        self.seats = seats
        self.step_stack: list[Step[Any, Any]] = []

    def clone(self) -> State:
        """A copy that is played on without changing this one; steps, which never change, are shared."""
        raise NotImplementedError

    def __deepcopy__(self, memo: dict[int, Any]) -> State:
        return self.clone()

    def __reduce__(self) -> tuple[Callable[..., State], tuple[Any, ...]]:
        return _unpickle_state, (type(self), {name: getattr(self, name) for name in list_attribute_names(self)})


class Step(Generic[G, S]):
    """One question the rulebook asks. The top of the step stack is the question of the moment.

    Attributes are exactly the parameters of `__init__`, by the same names.
    """

    rule: ClassVar[str] = ""
    """The rule that puts this question: the refusal of an answer to another question."""
    stored_name: ClassVar[str] = ""
    """What the step is called in stored positions; "" for the name of its class."""
    stored_fields: ClassVar[dict[str, str]] = {}
    """Attributes that have another name in stored positions."""

    is_revealing: ClassVar[bool] = False
    """Whether the last answer to it brings to light what several seats chose in secret."""
    is_answered_unseen: ClassVar[bool] = False
    """Whether a seat may answer it in several choices that nobody else notices."""

    def actors(self, game: G, state: S) -> tuple[int, ...]:
        """Who may answer: a seat, several seats at once, or CHANCE."""
        raise NotImplementedError

    def legal(self, game: G, state: S, who: int) -> list[Action]:
        """The answers, as a list nobody may change (it may be shared)."""
        raise NotImplementedError

    def odds(self, game: G, state: S) -> list[float]:
        """For a CHANCE step: the probability of each legal outcome."""
        raise NotImplementedError

    def violated_rule(self, game: G, state: S, who: int, action: Action) -> str:
        """The id of the rule that forbids this answer, or "" when it is allowed."""
        raise NotImplementedError

    def apply(self, game: G, state: S, who: int, action: Action, tell: EventSink | None) -> None:
        """Carry out an allowed answer: pop this step when it is answered, push what follows."""
        raise NotImplementedError

    def __reduce__(self) -> tuple[Callable[..., Step[Any, Any]], tuple[Any, ...]]:
        return _unpickle_step, (type(self), {name: getattr(self, name) for name in list_attribute_names(self)})

    def __deepcopy__(self, memo: dict[int, Any]) -> Step[G, S]:
        return self

    def allows_out_of_turn(self, game: G, state: S, who: int, action: Action) -> bool:
        """Whether somebody who is not asked may do this now all the same (leave the game).

        `violated_rule` still judges it; `Presentation.out_of_turn_choices` offers it to people.
        """
        return False


class ChanceStep(Step[G, S]):
    """A step that chance answers: a die, a draw, a deal."""

    def actors(self, game: G, state: S) -> tuple[int, ...]:
        return CHANCE_ONLY


class AutoStep(Step[G, S]):
    """A step that asks nobody: it is taken off the step stack and run as soon as it is on top."""

    def run(self, game: G, state: S, tell: EventSink | None) -> None:
        """Carry out what happens by itself; the step has been taken off the step stack."""
        raise NotImplementedError


# As values: attributes by name, which is how both forms of the engine can be read and written


def list_attribute_names(state_or_step: State | Step[Any, Any]) -> list[str]:
    """The names of a state's or step's attributes, in one order for both forms of the engine."""
    native = getattr(type(state_or_step), "__mypyc_attrs__", None)
    return sorted(name for name in (native if native is not None else vars(state_or_step)) if name != "__dict__")


def list_step_parameter_names(step_class: type[Step[Any, Any]]) -> list[str]:
    """The names of a kind of step's attributes, without a step of that kind."""
    native = getattr(step_class, "__mypyc_attrs__", None)
    if native is None:
        code = getattr(step_class.__init__, "__code__", None)
        native = () if code is None else code.co_varnames[1 : code.co_argcount]
    return sorted(name for name in native if name != "__dict__")


def _unpickle_state(state_class: type[State], values: dict[str, Any]) -> State:
    make: Callable[..., State] = state_class
    state = make(*[values[name] for name in state_class.constructor_fields])
    for name, value in values.items():
        setattr(state, name, value)
    return state


def _unpickle_step(step_class: type[Step[Any, Any]], values: dict[str, Any]) -> Step[Any, Any]:
    make: Callable[..., Step[Any, Any]] = step_class
    return make(**values)

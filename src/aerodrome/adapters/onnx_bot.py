"""A model in ONNX form as the judgement of a bot: `onnx?file=model.onnx` in tournaments. See docs/lab.md.

from aerodrome.adapters.onnx_bot import OnnxModel
model = OnnxModel("model.onnx")
bot = bots.create_bot_with_value(bots.create_bot("captain"), model.value, model.prior)
"""

from pathlib import Path
from typing import Any

try:
    import numpy as np
    import onnxruntime
    from numpy.typing import NDArray
except ImportError:
    raise ImportError("models in ONNX form need onnxruntime: pip install 'aerodrome[onnx]'") from None

from aerodrome import Action, Game, State, bots
from aerodrome.adapters.network_value import NetworkValue
from aerodrome.core.action_encoding import ActionEncoding
from aerodrome.core.custom_value import Prior

VALUE, POLICY = "value", "policy"


class OnnxModel:
    """One input (rows x numbers observed, float32); outputs by name.

    `value`: one number a row, the more the better the seat stands (a logit). `policy`, if there is one: a logit for
    each action of the action space.
    """

    def __init__(self, file: str | Path) -> None:
        self.file = Path(file)
        self.session = _open_onnx_session(self.file)
        self.input = self.session.get_inputs()[0]
        outputs = [output.name for output in self.session.get_outputs()]
        if VALUE not in outputs:
            raise bots.BotSpecError(f"{file} has no output {VALUE!r}, but {', '.join(outputs)}")
        self.value = NetworkValue(self._compute_values)
        self.prior: Prior | None = PolicyPrior(self) if POLICY in outputs else None

    def __reduce__(self) -> tuple[type["OnnxModel"], tuple[Path]]:
        return OnnxModel, (self.file,)

    def _compute_values(self, feature_rows: NDArray[np.float32]) -> NDArray[np.float32]:
        return self.run(VALUE, feature_rows).reshape(-1)

    def run(self, output_name: str, feature_rows: NDArray[np.float32]) -> NDArray[np.float32]:
        """One of the outputs for rows of features."""
        width = self.input.shape[-1]
        if isinstance(width, int) and width != feature_rows.shape[1]:
            raise ValueError(
                f"{self.file} takes rows of {width} numbers; this table is observed in {feature_rows.shape[1]}"
            )
        found: NDArray[np.float32] = self.session.run([output_name], {self.input.name: feature_rows})[0]
        return found


class PolicyPrior:
    """How natural choices are by the model's policy: 1 for what is as likely as the average legal action."""

    def __init__(self, model: OnnxModel) -> None:
        self.model = model
        self.encodings: dict[tuple[Game, int], ActionEncoding] = {}
        self._last: tuple[ActionEncoding, int, bytes] | None = None
        self._priors: dict[int, float] = {}
        """Of the legal actions of the position asked about last: bots ask about them one after the other."""

    def __call__(self, game: Game, state: State, seat: int, action: Action) -> float:
        encoding = self.encodings.get((game, state.seats))
        if encoding is None:
            encoding = self.encodings[game, state.seats] = ActionEncoding(game, state.seats)
        row = game.observation_encoding(state.seats).encode(game, state, seat)
        if self._last != (encoding, seat, row):
            self._priors = self._compute_priors_by_action_number(game, state, seat, encoding, row)
            self._last = (encoding, seat, row)
        index = encoding.find_index(action)
        return self._priors.get(index, 1.0)

    def _compute_priors_by_action_number(
        self, game: Game, state: State, seat: int, action_encoding: ActionEncoding, observation: bytes
    ) -> dict[int, float]:
        scales = np.array(game.observation_encoding(state.seats).scales, np.float32)
        logits = self.model.run(POLICY, np.frombuffer(observation, "<i4").astype(np.float32)[None, :] / scales).reshape(
            -1
        )
        if len(logits) != action_encoding.size:
            raise ValueError(f"{self.model.file} knows {len(logits)} actions; this table has {action_encoding.size}")
        legal = action_encoding.list_indices(game.legal(state, seat))
        odds = np.exp(logits[legal] - logits[legal].max())
        return dict(zip(legal, (odds * len(legal) / odds.sum()).tolist(), strict=True))


def create_onnx_bot(file: str = "", bot: str = "captain", **settings: Any) -> bots.Bot:
    """`file`: the model; `bot`: who thinks by it (captain, ace, search, greedy); the other settings are that bot's."""
    if not file:
        raise bots.BotSpecError("say which model it plays by: onnx?file=model.onnx")
    model = OnnxModel(file)
    spec = "&".join(f"{name}={value}" for name, value in settings.items())
    return bots.create_bot_with_value(bots.create_bot(f"{bot}?{spec}"), model.value, model.prior)


def _open_onnx_session(file: Path) -> Any:
    """The model, on one thread of the processor: tournaments have a process for each core already."""
    if not file.is_file():
        raise bots.BotSpecError(f"there is no {file}")
    options = onnxruntime.SessionOptions()
    options.intra_op_num_threads = options.inter_op_num_threads = 1
    try:
        return onnxruntime.InferenceSession(str(file), options, providers=["CPUExecutionProvider"])
    except Exception as error:  # the library raises types of its own for each way in which a file is bad
        raise bots.BotSpecError(f"{file} is not a model that onnxruntime can run: {error}") from None

"""Features, labels and weights as NumPy arrays, for your own models."""

from __future__ import annotations

from ._native import FeatureSet, Game, Position, WeightsFile, training_examples

#: Known to type checkers; importing typing would take longer than importing the package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable
    from os import PathLike
    from types import ModuleType
    from typing import Any, Optional, Union

    import numpy
    from numpy.typing import ArrayLike, NDArray

__all__ = ["Features", "TrainingData", "Weights", "training_data"]


class Features:
    """A set of features that a game declares, as arrays.

    A position has `terms` terms, and each is an entry of one of the `tables`: which pattern is on these squares, how many
    moves a player has. Entries of all tables are numbered through. The weight of an entry is a sum of parameters, each times
    a factor, so that mirror images of a pattern share what is learned. Each of the `phases` of a game has its own weights.

    Without a name these are the first features of the game. The methods need NumPy.

    >>> import grandline
    >>> features = grandline.Features("othello")
    >>> position = grandline.Position("othello", moves=["d3"])
    >>> features.indices([position]).shape == (1, features.terms)
    True
    >>> data, columns, starts = features.design(position)
    >>> starts.shape, bool(columns.max() < features.parameters)
    ((2,), True)
    """

    __slots__ = ("_set", "game", "name", "parameters", "phases", "tables", "terms", "version")

    def __init__(self, game: Union[str, Game], name: Optional[str] = None) -> None:
        self._set = FeatureSet(game, name)
        #: The game.
        self.game: Game = self._set.game
        #: Their name.
        self.name: str = self._set.name
        #: Their version: weights of another version are refused.
        self.version: int = self._set.version
        #: How many phases a game has; each has weights of its own.
        self.phases: int = self._set.phases
        #: How many terms a position has.
        self.terms: int = self._set.terms
        #: How many parameters there are to fit in each phase.
        self.parameters: int = self._set.parameters
        #: The name and the number of entries of each table.
        self.tables: list[tuple[str, int]] = self._set.tables

    def indices(self, positions: Union[Position, Iterable[Position]]) -> NDArray[numpy.uint32]:
        """The entry of each term of each position as the player to move sees it, in the shape `(positions, terms)`."""
        return _array(self._set.indices(_listed(positions)), "uint32").reshape(-1, self.terms)

    def phases_of(self, positions: Union[Position, Iterable[Position]]) -> NDArray[numpy.uint16]:
        """The phase of each position."""
        return _array(self._set.phases_of(_listed(positions)), "uint16")

    def parameters_of(self) -> tuple[NDArray[numpy.int64], NDArray[numpy.uint32], NDArray[numpy.int16]]:
        """The parameters of all entries: `(starts, parameters, factors)`.

        The weight of entry `e` is the sum of the weights of `parameters[starts[e]:starts[e + 1]]`, each times its factor.
        """
        starts, parameters, factors = self._set.parameters_of()
        return _array(starts, "int64"), _array(parameters, "uint32"), _array(factors, "int16")

    def turned(self) -> NDArray[numpy.uint32]:
        """By entry, the entry that the other player sees: `turned()[indices]` are the indices of the other player."""
        return _array(self._set.turned(), "uint32")

    def design(
        self, positions: Union[Position, Iterable[Position], NDArray[Any]]
    ) -> tuple[NDArray[numpy.float32], NDArray[numpy.int32], NDArray[numpy.int64]]:
        """A sparse matrix with a row for each position and a column for each parameter: `(data, indices, indptr)`.

        `scipy.sparse.csr_matrix(features.design(positions), shape=(n, features.parameters))` makes a matrix of it. Its product
        with the weights of a phase is the value of a model of tables. Instead of positions, `indices` of positions are
        accepted.
        """
        numpy = _numpy()
        if isinstance(positions, numpy.ndarray):
            found = positions
            if found.ndim != 2 or found.shape[1] != self.terms or not numpy.issubdtype(found.dtype, numpy.integer):
                raise ValueError(
                    f"indices have the shape {found.shape} and the type {found.dtype}, but must be integers of the shape"
                    f" (positions, {self.terms})"
                )
            if found.size and found.min() < 0:
                raise ValueError(f"the smallest index is {found.min()}: indices are 0 or more")
            indices = found.astype("uint32")
        else:
            indices = self.indices(positions)
        data, columns, starts = self._set.design(indices.tobytes())
        return _array(data, "float32"), _array(columns, "int32"), _array(starts, "int64")

    def __repr__(self) -> str:
        return f"Features('{self.game}', {self.name!r})"


class TrainingData:
    """The positions that a training learned from: features and labels.

    Positions are seen by the player to move, in the order of the games. All arrays have a row for each position.
    """

    __slots__ = ("_result_share", "chances", "features", "games", "indices", "phases", "results")

    def __init__(self, record: dict[str, Any]) -> None:
        self._result_share: float = record["result_share"]
        #: The features.
        self.features = Features(record["game"], record["features"])
        #: The entries of the terms, in the shape `(positions, terms)`.
        self.indices: NDArray[numpy.uint32] = _array(record["indices"], "uint32").reshape(-1, self.features.terms)
        #: The phases.
        self.phases: NDArray[numpy.uint16] = _array(record["phases"], "uint16")
        #: The results of the games for the player to move: 0, 0.5 or 1.
        self.results: NDArray[numpy.float32] = _array(record["results"], "float32")
        #: The expected results by the search that chose the move, from 0 to 1.
        self.chances: NDArray[numpy.float32] = _array(record["chances"], "float32")
        #: The games, counted from 0. Positions of one game are alike: keep whole games back for validation.
        self.games: NDArray[numpy.uint32] = _array(record["games"], "uint32")

    def labels(self, result_share: Optional[float] = None) -> NDArray[numpy.float32]:
        """The mean of results and chances; the share of the results is that of the training if none is given."""
        share = self._result_share if result_share is None else result_share
        if not 0 <= share <= 1:
            raise ValueError(f"result_share is {share}, but must be between 0 and 1")
        return share * self.results + (1 - share) * self.chances

    def __len__(self) -> int:
        return len(self.phases)

    def __repr__(self) -> str:
        return f"TrainingData({self.features!r}, positions={len(self)})"


def training_data(
    folder: Union[str, PathLike[str]], round: Optional[int] = None, *, threads: Optional[int] = None
) -> TrainingData:
    """The positions of a training as arrays, from the folder that `grandline.train` or the command keeps it in.

    Without a round these are the positions of all rounds so far. The training may still be running.

    >>> import grandline, tempfile
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     _ = grandline.train("othello", out=folder, rounds=1, games=4, nodes=20, epochs=1, test_games=2, threads=1)
    ...     data = grandline.training_data(folder)
    >>> data.indices.shape == (len(data), data.features.terms)
    True
    >>> sorted(set(data.games.tolist()))
    [0, 1, 2, 3]
    """
    _numpy()
    return TrainingData(training_examples(folder, round, threads))


class Weights:
    """Weights of a learned evaluation, from your own arrays or from a file.

    The file of `save` is what `grandline train` writes, and an agent plays with it:
    `grandline.Agent("alphabeta:evaluation=learned,weights=my.weights", game="othello")`.

    >>> import grandline, numpy, pathlib, tempfile
    >>> features = grandline.Features("othello")
    >>> values = numpy.zeros((features.phases, features.parameters))
    >>> weights = grandline.Weights.tables("othello", features, values, note="everything is even")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     path = weights.save(pathlib.Path(folder) / "even.weights")
    ...     agent = grandline.Agent(f"alphabeta:evaluation=learned,weights={path}", game="othello")
    ...     agent.choose(grandline.Position("othello"), depth=1) in grandline.Position("othello").legal_moves
    True
    """

    __slots__ = ("_file", "features", "game", "model", "provenance", "sha256", "version")

    def __init__(self, file: WeightsFile) -> None:
        """Made by `tables`, `network` and `load`."""
        self._file = file
        #: The game.
        self.game: Game = file.game
        #: The name of the features.
        self.features: str = file.features
        #: Their version.
        self.version: int = file.version
        #: The model: "tables", "network:16" or "network:32".
        self.model: str = file.model
        #: Where they come from: "made_by", and "seed", "games", "positions", "loss" and "note" where they are known.
        self.provenance: dict[str, Any] = file.provenance
        #: The SHA-256 of the numbers.
        self.sha256: str = file.sha256

    @classmethod
    def tables(
        cls,
        game: Union[str, Game],
        features: Union[str, Features, None],
        values: ArrayLike,
        *,
        seed: Optional[int] = None,
        games: Optional[int] = None,
        positions: Optional[int] = None,
        loss: Optional[float] = None,
        note: str = "",
    ) -> Weights:
        """A weight for each phase and parameter; the value of a position is the sum of the weights of its terms.

        `values` are in log-odds of a win for the player to move, in the shape `(phases, parameters)`: what
        `sklearn.linear_model.LogisticRegression(fit_intercept=False)` has in `coef_`, phase by phase. They are rounded to
        256ths. The other arguments are kept in the file as `provenance`.
        """
        file = WeightsFile(
            game, _name(game, features), "tables", [_given("values", values)], seed=seed, games=games, positions=positions,
            loss=loss, note=note,
        )  # fmt: skip
        return cls(file)

    @classmethod
    def network(
        cls,
        game: Union[str, Game],
        features: Union[str, Features, None],
        hidden: int,
        vectors: ArrayLike,
        bias: ArrayLike,
        outputs: ArrayLike,
        output_bias: ArrayLike,
        *,
        seed: Optional[int] = None,
        games: Optional[int] = None,
        positions: Optional[int] = None,
        loss: Optional[float] = None,
        note: str = "",
    ) -> Weights:
        """A small network with `hidden` neurons, 16 or 32, for each player.

        For each player, `bias` of the shape `(hidden,)` and the `vectors` of the parameters, of the shape
        `(parameters, hidden)`, are added up over the terms as this player sees them, and cut to the range from 0 to 1. With
        those of the player to move in front, these are weighted by `outputs` of the phase, of the shape
        `(phases, 2 * hidden)`. With `output_bias` of the phase, of the shape `(phases,)`, the sum is the log-odds of a win.

        Vectors and their bias are rounded to 256ths, outputs and theirs to 64ths. Sums before the cut must stay between -128
        and 128. The other arguments are kept in the file as `provenance`.
        """
        arrays = [
            _given("vectors", vectors), _given("bias", bias), _given("outputs", outputs), _given("output_bias", output_bias),
        ]  # fmt: skip
        file = WeightsFile(
            game, _name(game, features), f"network:{hidden}", arrays, seed=seed, games=games, positions=positions, loss=loss,
            note=note,
        )  # fmt: skip
        return cls(file)

    @classmethod
    def load(cls, path: Union[str, PathLike[str]]) -> Weights:
        """The weights of a file, checked as an agent that plays with them does."""
        with open(path, "rb") as file:
            content = file.read()
        try:
            return cls(WeightsFile.from_bytes(content))
        except ValueError as error:
            raise ValueError(f"{path}: {error}") from None

    def save(self, path: Union[str, PathLike[str]]) -> str:
        """Writes the file and returns its path."""
        with open(path, "wb") as file:
            file.write(self._file.to_bytes())
        return str(path)

    def arrays(self) -> dict[str, NDArray[numpy.float64]]:
        """The arrays by name that `tables` or `network` takes, with the rounded values."""
        return {name: _array(data, "float64").reshape(shape) for name, shape, data in self._file.arrays()}

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Weights):
            return NotImplemented
        return self._file.to_bytes() == other._file.to_bytes()

    def __hash__(self) -> int:
        return hash(self.sha256)

    def __repr__(self) -> str:
        return f"Weights('{self.game}', {self.features!r}, {self.model!r}, sha256='{self.sha256[:12]}...')"


def _numpy() -> ModuleType:
    """NumPy, which the package needs only here."""
    try:
        import numpy
    except ImportError as error:
        raise ImportError("features, training data and weights are NumPy arrays: pip install numpy") from error
    return numpy


def _array(data: bytearray, dtype: str) -> NDArray[Any]:
    """A writable array over the bytes of the native half."""
    array: NDArray[Any] = _numpy().frombuffer(data, dtype=dtype)
    return array


def _listed(positions: Union[Position, Iterable[Position]]) -> list[Position]:
    return [positions] if isinstance(positions, Position) else list(positions)


def _given(name: str, values: ArrayLike) -> tuple[str, list[int], bytes]:
    """An array with its name and shape, for the native half."""
    array = _numpy().asarray(values, dtype="float64")
    return name, list(array.shape), array.tobytes()


def _name(game: Union[str, Game], features: Union[str, Features, None]) -> Optional[str]:
    """The name of features of a game."""
    if not isinstance(features, Features):
        return features
    if str(features.game) != str(game):
        raise ValueError(f"the features are of {features.game}, and the weights are for {game}")
    return features.name

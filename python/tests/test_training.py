"""Training evaluations, and fitting your own with arrays."""

from __future__ import annotations

import json
import os
import signal
import sys
import threading
from pathlib import Path
from typing import Any

import numpy
import pytest
from conftest import wander
from numpy.typing import NDArray

import grandline

#: A set of features of every game that declares some.
SETS = [("othello", None), ("divercite", None)]


def train(out: Path, **more: Any) -> grandline.Training:
    arguments: dict[str, Any] = {"rounds": 2, "games": 12, "nodes": 60, "epochs": 3, "test_games": 4, "validation": 0.25}
    return grandline.train("othello", out=out, **{**arguments, "seed": 3, **more})


@pytest.fixture(scope="module")
def trained(tmp_path_factory: pytest.TempPathFactory) -> grandline.Training:
    """A training that several tests look at."""
    return train(tmp_path_factory.mktemp("training") / "out", opening_plies=6, sprt=(0, 20))


def test_rounds_weights_and_definition(trained: grandline.Training) -> None:
    assert [round.number for round in trained.rounds] == [1, 2]
    assert trained.rounds[0].against == "alphabeta"
    for round in trained.rounds:
        assert [epoch.number for epoch in round.epochs] == list(range(1, len(round.epochs) + 1))
        assert 0 < round.loss < 1
        assert 2 <= round.games <= 4
        assert round.verdict in str(trained)
    assert trained.rounds[0].positions < trained.rounds[1].positions
    accepted = [round.number for round in trained.rounds if round.accepted]
    assert (trained.weights is None) == (accepted == [])
    assert trained.definition["opening_plies"] == [6, 6]
    assert trained.definition["sprt"].startswith("elo0=0,elo1=20")
    assert "tested against" in trained._repr_html_()
    assert set(trained.curves) == {path.stem for path in Path(trained.out).glob("*.svg")}
    # Every round leaves weights behind, and agents play with them.
    for number in (1, 2):
        path = f"{trained.out}/round-{number}/fitted.weights"
        weights = grandline.Weights.load(path)
        assert (str(weights.game), weights.model) == ("othello", "tables")
        assert weights.provenance["made_by"] == f"grandline {grandline.__version__}"
        assert (weights.provenance["games"], weights.provenance["seed"]) == (12 * number, 3)
        match = grandline.match(
            f"alphabeta:evaluation=learned,weights={path}", "random", game="othello", games=2, nodes=60
        )
        assert match.wins + match.draws + match.losses == 2


def test_the_agent_of_a_training(trained: grandline.Training) -> None:
    kept = {"training": {"agent": "mcts:exploration=1"}, "rounds": [], "weights": "best.weights"}
    assert grandline.Training(kept, "out").agent == "mcts:exploration=1,evaluation=learned,weights=best.weights"
    kept["training"] = {"agent": "alphabeta"}
    assert grandline.Training(kept, "out").agent == "alphabeta:evaluation=learned,weights=best.weights"
    assert grandline.Training({**kept, "weights": None}, "out").agent is None
    if trained.agent is not None:
        grandline.Agent(trained.agent, game="othello")


def test_what_is_left_out_has_the_default_of_the_command(tmp_path: Path) -> None:
    class Enough(Exception):
        pass

    def progress(event: dict[str, Any]) -> None:
        raise Enough

    with pytest.raises(Enough):
        grandline.train("othello", out=tmp_path, progress=progress)
    text = (tmp_path / "train.toml").read_text()
    for line in ['agent = "alphabeta"', 'model = "tables"', "rounds = 3", "games = 10000", "nodes = 1000", "seed = 1"]:
        assert line in text.splitlines()


def test_progress_hears_every_event_in_the_calling_thread(tmp_path: Path) -> None:
    heard: list[dict[str, Any]] = []
    threads = set()

    def progress(event: dict[str, Any]) -> None:
        heard.append(event)
        threads.add(threading.get_ident())

    result = train(tmp_path, rounds=1, progress=progress)
    assert threads == {threading.get_ident()}
    kinds = [event["event"] for event in heard]
    assert kinds[0] == "round" and kinds[-1] == "finished"
    assert [event["done"] for event in heard if event["event"] == "game"] == list(range(1, 13))
    assert kinds.count("epoch") == len(result.rounds[0].epochs)
    assert heard[-2]["event"] == "round_finished" and heard[-2]["loss"] == result.rounds[0].loss


def test_an_interrupted_training_resumes(tmp_path: Path) -> None:
    threading.Timer(0.5, os.kill, (os.getpid(), signal.SIGINT)).start()
    with pytest.raises(KeyboardInterrupt):
        train(tmp_path / "long", games=1_000_000)
    lines = (tmp_path / "long" / "round-1" / "games.jsonl").read_text().splitlines()
    assert 0 < len(lines) < 1_000_000
    # A training that was stopped in its second round is the same in the end, with any number of threads.
    whole = train(tmp_path / "whole", threads=1)

    def stop(event: dict[str, Any]) -> None:
        if event["event"] == "game" and (event["round"], event["done"]) == (2, 5):
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        train(tmp_path / "halves", threads=2, progress=stop)
    assert (tmp_path / "halves" / "round-1" / "result.json").exists()
    assert not (tmp_path / "halves" / "round-2" / "result.json").exists()
    again = train(tmp_path / "halves", threads=2)
    assert again.definition == whole.definition
    for name in ("games.jsonl", "fitted.weights", "result.json"):
        for number in (1, 2):
            files = [tmp_path / folder / f"round-{number}" / name for folder in ("whole", "halves")]
            assert files[0].read_bytes() == files[1].read_bytes(), files[0]


def test_a_network_is_trained(tmp_path: Path) -> None:
    train(tmp_path, rounds=1, model="network:16", epochs=1, test_games=2)
    weights = grandline.Weights.load(tmp_path / "round-1" / "fitted.weights")
    assert weights.model == "network:16"
    arrays: dict[str, Any] = weights.arrays()
    assert grandline.Weights.network("othello", None, 16, **arrays).sha256 == weights.sha256


def test_errors_of_trainings_say_what_is_right(tmp_path: Path) -> None:
    def refuse(message: str, game: str = "othello", **more: Any) -> None:
        with pytest.raises(ValueError, match=message):
            grandline.train(game, **{"out": tmp_path / "wrong", "games": 4, "nodes": 20, "rounds": 1, **more})

    refuse("connect4 declares no features to learn from; games that do are .*othello", game="connect4")
    refuse("othello has no features 'tea leaves'; it has ", features="tea leaves")
    refuse("'network:17' is not a model: write tables, network:16 or network:32", model="network:17")
    refuse("agent 'nobody' does not exist", agent="nobody")
    refuse("0 rounds: at least one is needed", rounds=0)
    refuse("3 test games: an even number from 2 is needed", test_games=3)
    refuse("the first number is the larger one", opening_plies=(9, 2))
    refuse("threads is 0", threads=0)
    train(tmp_path / "one", rounds=1)
    with pytest.raises(ValueError, match="already has a training that differs in seed"):
        train(tmp_path / "one", rounds=1, seed=4)


@pytest.mark.parametrize(("game", "name"), SETS)
def test_features_are_arrays_of_their_shapes(game: str, name: str | None) -> None:
    features = grandline.Features(game, name)
    assert grandline.Features(game, features.name).version == features.version
    assert repr(features) == f"Features('{game}', '{features.name}')"
    positions = [wander(game, seed, 3 * seed) for seed in range(12)]
    indices, phases = features.indices(positions), features.phases_of(positions)
    assert (indices.shape, indices.dtype) == ((12, features.terms), numpy.dtype("uint32"))
    assert (phases.shape, phases.dtype) == ((12,), numpy.dtype("uint16"))
    assert phases.max() < features.phases
    assert (features.indices(positions[3]) == indices[3]).all()
    assert features.indices([]).shape == (0, features.terms)
    entries = sum(size for _, size in features.tables)
    assert indices.max() < entries
    starts, parameters, factors = features.parameters_of()
    assert len(starts) == entries + 1
    assert starts[-1] == len(parameters) == len(factors)
    assert set(parameters.tolist()) == set(range(features.parameters))
    turned = features.turned()
    assert (turned[turned] == numpy.arange(entries)).all()


def rows(design: tuple[NDArray[Any], NDArray[Any], NDArray[Any]], columns: int) -> NDArray[Any]:
    """A sparse matrix in full."""
    data, indices, starts = design
    full = numpy.zeros((len(starts) - 1, columns))
    for row, (start, end) in enumerate(zip(starts, starts[1:])):
        assert (numpy.diff(indices[start:end]) > 0).all()
        full[row, indices[start:end]] = data[start:end]
    return full


@pytest.mark.parametrize(("game", "name"), SETS)
def test_a_design_has_the_parameters_of_each_term(game: str, name: str | None) -> None:
    features = grandline.Features(game, name)
    positions = [wander(game, seed, 4 * seed) for seed in range(8)]
    indices = features.indices(positions)
    starts, parameters, factors = features.parameters_of()
    expected = numpy.zeros((8, features.parameters))
    for row, terms in enumerate(indices):
        for entry in terms:
            for at in range(starts[entry], starts[entry + 1]):
                expected[row, parameters[at]] += factors[at]
    assert (rows(features.design(positions), features.parameters) == expected).all()
    assert (rows(features.design(indices.astype("int64")), features.parameters) == expected).all()
    sparse = pytest.importorskip("scipy.sparse")
    matrix = sparse.csr_matrix(features.design(positions), shape=expected.shape)
    assert (matrix.toarray() == expected).all() and matrix.has_canonical_format


def test_training_data_has_features_and_labels(trained: grandline.Training, tmp_path: Path) -> None:
    data = grandline.training_data(trained.out)
    assert len(data) == trained.rounds[1].positions
    first, second = grandline.training_data(trained.out, 1), grandline.training_data(trained.out, round=2)
    assert (len(first), len(first) + len(second)) == (trained.rounds[0].positions, len(data))
    assert (data.indices == numpy.concatenate([first.indices, second.indices])).all()
    assert (data.games.max(), second.games.max()) == (23, 11)
    assert set(data.results.tolist()) <= {0, 0.5, 1}
    assert 0 <= data.chances.min() <= data.chances.max() <= 1
    labels = 0.75 * data.results + 0.25 * data.chances
    assert numpy.allclose(data.labels(), labels) and (data.labels(1) == data.results).all()
    # The same positions, from the file of games.
    games = [json.loads(line) for line in Path(trained.out, "round-1", "games.jsonl").read_text().splitlines()]
    positions, results = [], []
    for game in games:
        position = grandline.Position("othello", game["setup"], game["moves"][: game["opening"]])
        for number in range(len(game["chances"])):
            if number > 0:
                position.push(game["moves"][game["opening"] + number - 1])
            positions.append(position.copy())
            results.append((1 + game["result"] * (1, -1)[position.to_move]) / 2)
    assert (data.features.indices(positions) == first.indices).all()
    assert (data.features.phases_of(positions) == first.phases).all()
    assert first.results.tolist() == results
    data.indices[0, 0] = 7  # Arrays can be changed.
    with pytest.raises(ValueError, match="has no round 3: rounds are 1 to 2"):
        grandline.training_data(trained.out, 3)
    with pytest.raises(ValueError, match="train.toml"):
        grandline.training_data(tmp_path)
    with pytest.raises(ValueError, match="result_share is 2, but must be between 0 and 1"):
        data.labels(2)


def test_a_line_that_is_still_being_written_is_left_out(trained: grandline.Training, tmp_path: Path) -> None:
    folder = tmp_path / "running"
    (folder / "round-1").mkdir(parents=True)
    (folder / "train.toml").write_text(Path(trained.out, "train.toml").read_text())
    games = Path(trained.out, "round-1", "games.jsonl").read_text()
    (folder / "round-1" / "games.jsonl").write_text(games[:-10])
    data = grandline.training_data(folder)
    assert data.games.max() == 10


def greedy(weights: grandline.Weights, folder: Path) -> grandline.Agent:
    """An agent whose value is that of the position after its move."""
    path = weights.save(folder / "some.weights")
    return grandline.Agent(f"random:search=greedy,evaluation=learned,weights={path}", game=weights.game)


def value_of(agent: grandline.Agent, position: grandline.Position) -> tuple[float, str] | None:
    """What an agent says, and its move; `None` if a result is in sight or a player moves twice."""
    for move in position.legal_moves:
        child = position.play(move)
        if child.is_over or child.to_move == position.to_move:
            return None
    report = list(agent.analyse(position))[-1]
    assert report.move is not None
    return report.value, report.move


@pytest.mark.parametrize(("game", "name"), SETS)
def test_a_value_is_the_sum_of_its_weights(game: str, name: str | None, tmp_path: Path) -> None:
    features = grandline.Features(game, name)
    values = numpy.random.default_rng(5).normal(0, 0.2, (features.phases, features.parameters))
    weights = grandline.Weights.tables(game, features, values)
    rounded = numpy.round(values * 256) / 256
    assert (weights.arrays()["values"] == rounded).all()
    agent, compared = greedy(weights, tmp_path), 0
    for seed in range(20):
        position = wander(game, seed, seed)
        said = value_of(agent, position)
        if said is None:
            continue
        child = position.play(said[1])
        data, columns, _ = features.design(child)
        value = (data * rounded[features.phases_of(child)[0], columns]).sum()
        assert said[0] == pytest.approx(-value, abs=1e-6), position
        compared += 1
    assert compared > 5


@pytest.mark.parametrize("hidden", [16, 32])
def test_a_value_of_a_network(hidden: int, tmp_path: Path) -> None:
    features, random = grandline.Features("othello"), numpy.random.default_rng(6)
    arrays: dict[str, Any] = {
        "vectors": random.normal(0, 0.1, (features.parameters, hidden)),
        "bias": random.normal(0.5, 0.1, hidden),
        "outputs": random.normal(0, 0.5, (features.phases, 2 * hidden)),
        "output_bias": random.normal(0, 0.5, features.phases),
    }
    weights = grandline.Weights.network("othello", features, hidden, **arrays)
    assert weights.model == f"network:{hidden}"
    exact: dict[str, Any] = weights.arrays()
    for name, array in arrays.items():
        assert numpy.abs(exact[name] - array).max() <= 0.5 / (64 if "output" in name else 256)
    assert grandline.Weights.network("othello", features, hidden, **exact) == weights
    agent, compared = greedy(weights, tmp_path), 0
    for seed in range(20):
        position = wander("othello", seed, seed)
        said = value_of(agent, position)
        if said is None:
            continue
        child = position.play(said[1])
        own = features.indices(child)
        data, columns, starts = features.design(numpy.concatenate([own, features.turned()[own]]))
        views = numpy.add.reduceat(data[:, None] * exact["vectors"][columns], starts[:-1])
        phase = features.phases_of(child)[0]
        outputs = exact["outputs"][phase].reshape(2, hidden)
        value = (numpy.clip(views + exact["bias"], 0, 1) * outputs).sum() + exact["output_bias"][phase]
        # The engine rounds towards zero, to whole units.
        assert said[0] == pytest.approx(-value, abs=1.01 / 256), position
        compared += 1
    assert compared > 5


def test_weights_come_back_from_their_file(tmp_path: Path) -> None:
    features = grandline.Features("othello")
    values = numpy.linspace(-3, 3, features.phases * features.parameters).reshape(features.phases, features.parameters)
    weights = grandline.Weights.tables(
        "othello", features.name, values, seed=2, games=3, positions=4, loss=0.5, note="by hand"
    )
    made_by = f"Python with grandline {grandline.__version__}"
    assert weights.provenance == {
        "made_by": made_by, "seed": 2, "games": 3, "positions": 4, "loss": 0.5, "note": "by hand",
    }  # fmt: skip
    path = weights.save(tmp_path / "my.weights")
    read = grandline.Weights.load(path)
    assert read == weights and hash(read) == hash(weights) and read.sha256 == weights.sha256
    assert (read.features, read.version, len(read.sha256)) == (features.name, features.version, 64)
    assert read != grandline.Weights.tables("othello", None, values)
    assert repr(read).startswith(f"Weights('othello', '{features.name}', 'tables'")
    (tmp_path / "torn.weights").write_bytes(Path(path).read_bytes()[:-9])
    with pytest.raises(ValueError, match=r"torn\.weights: its numbers are damaged"):
        grandline.Weights.load(tmp_path / "torn.weights")
    (tmp_path / "other.weights").write_text("PK")
    with pytest.raises(ValueError, match=r"other\.weights: it is not a file of weights"):
        grandline.Weights.load(tmp_path / "other.weights")
    with pytest.raises(FileNotFoundError):
        grandline.Weights.load(tmp_path / "lost.weights")


def test_errors_of_arrays_say_what_is_right() -> None:
    features = grandline.Features("othello")
    phases, parameters, terms = features.phases, features.parameters, features.terms

    def tables(values: Any, game: str = "othello", of: Any = features) -> object:
        return grandline.Weights.tables(game, of, values)

    def network(hidden: int = 16, **wrong: Any) -> object:
        arrays: dict[str, Any] = {
            "vectors": numpy.zeros((parameters, 16)),
            "bias": numpy.zeros(16),
            "outputs": numpy.zeros((phases, 32)),
            "output_bias": numpy.zeros(phases),
        }
        return grandline.Weights.network("othello", features, hidden, **{**arrays, **wrong})

    def one(value: float) -> NDArray[Any]:
        values = numpy.zeros((phases, parameters))
        values[2, 5] = value
        return values

    def refuse(message: str, call: Any, *arguments: Any, **more: Any) -> None:
        with pytest.raises(ValueError, match=message):
            call(*arguments, **more)

    refuse(rf"values has the shape \(3,\), but must have \({phases}, {parameters}\): a row for each phase", tables, [1, 2, 3])
    refuse(rf"values has the shape \({parameters}, {phases}\)", tables, numpy.zeros((parameters, phases)))
    refuse(r"values\[2, 5\] is 200, but must be between -128\.00 and 128\.00", tables, one(200))
    refuse(r"values\[2, 5\] is NaN, but must be between", tables, one(float("nan")))
    refuse("could not convert string to float", tables, "abc")
    refuse("the features are of othello, and the weights are for divercite", tables, one(0), game="divercite")
    refuse("othello has no features 'tea leaves'; it has ", tables, one(0), of="tea leaves")
    refuse("connect4 declares no features; games that do are ", tables, one(0), game="connect4", of=None)
    refuse("'network:17' is not a model: write tables, network:16 or network:32", network, hidden=17)
    refuse(rf"vectors has the shape \({parameters}, 16\), but must have \({parameters}, 32\)", network, hidden=32)
    refuse(r"bias has the shape \(17,\), but must have \(16,\): a number for each neuron", network, bias=numpy.zeros(17))
    refuse(r"outputs has the shape .* neurons of the player to move, then", network, outputs=numpy.zeros((phases, 16)))
    refuse(r"output_bias\[0\] is 600, but must be between -511\.98", network, output_bias=numpy.full(phases, 600))
    refuse("no features 'x'", grandline.Features, "othello", "x")
    refuse(r"positions\[1\] is of connect4, and these features are of othello", features.indices, [
        grandline.Position("othello"), grandline.Position("connect4"),
    ])  # fmt: skip
    refuse(rf"must be integers of the shape \(positions, {terms}\)", features.design, numpy.zeros((2, terms)))
    refuse(rf"must be integers of the shape \(positions, {terms}\)", features.design, numpy.zeros((2, 3), "uint32"))
    refuse("indices are 0 or more", features.design, numpy.full((1, terms), -1))
    refuse(r"indices\[0, 0\] is 4000000, but must be between 0 and", features.design, numpy.full((1, terms), 4_000_000))
    with pytest.raises(TypeError):
        features.indices(["d3"])  # type: ignore[list-item]


def test_without_numpy_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "numpy", None)
    features = grandline.Features("othello")
    with pytest.raises(ImportError, match="pip install numpy"):
        features.indices(grandline.Position("othello"))
    with pytest.raises(ImportError, match="pip install numpy"):
        grandline.Weights.tables("othello", features, [0])

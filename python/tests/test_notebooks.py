"""The notebooks for courses: each runs from top to bottom and says what it said when it was written."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

nbformat = pytest.importorskip("nbformat")
nbclient = pytest.importorskip("nbclient")

FOLDER = Path(__file__).resolve().parent.parent / "notebooks"
NOTEBOOKS = sorted(path.name for path in FOLDER.glob("*.ipynb"))

#: A cell with this tag shows numbers that depend on the machine, such as how far a search got in its time.
VARIES = "varies"


def read(name: str) -> Any:
    """A notebook as it is stored."""
    return nbformat.read(FOLDER / name, as_version=4)


def told(cell: Any) -> list[str]:
    """What a cell says in text, with what was printed in one piece however it arrived."""
    printed, shown = "", []
    for output in cell.outputs:
        if output.output_type == "stream":
            printed += output.text
        else:
            shown.append(output.get("data", {}).get("text/plain", ""))
    return [printed, *shown]


def test_they_are_all_there() -> None:
    assert [name.split("-")[0] for name in NOTEBOOKS] == ["1", "1", "2", "3", "4", "5", "6"]


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_it_runs_and_says_what_it_said(name: str, monkeypatch: pytest.MonkeyPatch) -> None:
    # Threads of linear algebra wait for each other in loops, which takes minutes on a machine that is busy.
    monkeypatch.setenv("OPENBLAS_NUM_THREADS", "1")
    stored = read(name)
    fresh = read(name)
    # An error in a cell is raised here, with the cell and its traceback.
    nbclient.NotebookClient(fresh, timeout=300, kernel_name="python3").execute()
    for before, after in zip(stored.cells, fresh.cells):
        if before.cell_type == "code" and VARIES not in before.metadata.get("tags", []):
            assert told(after) == told(before), f"cell {before.id} of {name} says something else:\n{before.source}"


@pytest.mark.parametrize("name", NOTEBOOKS)
def test_it_is_stored_tidily(name: str) -> None:
    notebook = read(name)
    nbformat.validate(notebook)
    assert 8 <= len(notebook.cells) <= 15
    assert notebook.metadata.kernelspec.name == "python3"
    assert (FOLDER / name).stat().st_size < 300_000
    codes = [cell for cell in notebook.cells if cell.cell_type == "code"]
    assert [cell.execution_count for cell in codes] == list(range(1, len(codes) + 1)), "run it from top to bottom, then save"
    assert all("execution" not in cell.metadata for cell in codes), "without the times at which it ran"
    assert any("image/svg+xml" in output.get("data", {}) for cell in codes for output in cell.outputs)


def test_the_translation_has_the_same_code() -> None:
    """Only what is printed may differ."""

    def code(name: str) -> list[list[str]]:
        cells = [cell.source for cell in read(name).cells if cell.cell_type == "code"]
        return [[line for line in source.splitlines() if "print(" not in line] for source in cells]

    assert code("1-minimax.fr.ipynb") == code("1-minimax.ipynb")

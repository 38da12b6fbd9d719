"""Pictures and tables for notebooks."""

from __future__ import annotations

#: Known to type checkers; importing typing would take longer than importing the package.
TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

__all__ = ["Picture", "table"]


class Picture:
    """An SVG picture: notebooks display it, and `save` writes it to a file."""

    __slots__ = ("svg",)

    def __init__(self, svg: str) -> None:
        #: The SVG source.
        self.svg = svg

    def _repr_svg_(self) -> str:
        return self.svg

    def save(self, path: str) -> None:
        """Writes the picture to a file."""
        with open(path, "w", encoding="utf-8") as file:
            file.write(self.svg)

    def __repr__(self) -> str:
        return f"<Picture of {len(self.svg)} characters>"


def table(head: Sequence[object], rows: Iterable[Sequence[object]], caption: str, notes: Iterable[str] = ()) -> str:
    """A small HTML table with a sentence above it and notes below."""

    def line(cells: Sequence[object], tag: str) -> str:
        return "<tr>" + "".join(f"<{tag}>{_escaped(cell)}</{tag}>" for cell in cells) + "</tr>"

    body = "".join(line(row, "td") for row in rows)
    remarks = "".join(f"<p><small>{_escaped(note)}</small></p>" for note in notes)
    return f"<p>{_escaped(caption)}</p><table><thead>{line(head, 'th')}</thead><tbody>{body}</tbody></table>{remarks}"


def _escaped(cell: object) -> str:
    return str(cell).replace("&", "&amp;").replace("<", "&lt;").replace(">", "&gt;").replace('"', "&quot;")

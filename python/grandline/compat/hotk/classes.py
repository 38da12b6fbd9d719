"""Cards and players as the course's agents know them."""

from __future__ import annotations

from typing import Any, Dict, List

HOUSES: Dict[str, List[str]] = {
    "Stark": ["Bran", "Robb", "Lyanna", "Rickon", "Sansa", "Eddard", "Catelyn", "Arya"],
    "Greyjoy": ["Theon", "Balon", "Euron", "Asha", "Rodrik", "Aeron", "Victarion"],
    "Lannister": ["Tywin", "Joffrey", "Jaime", "Cersei", "Kevan", "Tyrion"],
    "Targaryen": ["Daenerys", "Aerys", "Aegon 1", "Viserys", "Rhaegar"],
    "Baratheon": ["Robert", "Stannis", "Renly", "Shireen"],
    "Tyrell": ["Garlan", "Olenna", "Margaery"],
    "Tully": ["Edmure", "Hoster"],
}
"""The houses in their order, with the names of their cards."""

VARYS, NO_HOUSE = "Varys", "No House"

CHOICES: Dict[str, int] = {"Jon": 1, "Gendry": 0, "Ramsay": 2, "Sandor": 1, "Jaqen": 3, "Melisandre": 0}
"""The companions and how many choices each takes."""


class Card:
    """A card; one that was never on the board has the location -1."""

    def __init__(self, house: str, name: str, location: int) -> None:
        self.house = house
        self.name = name
        self.location = location

    def get_house(self) -> str:
        """Its house."""
        return self.house

    def get_name(self) -> str:
        """Its name."""
        return self.name

    def get_location(self) -> int:
        """Its place on the board: 6 times the row, plus the column."""
        return self.location

    def set_location(self, location: int) -> None:
        """Moves it."""
        self.location = location

    def __repr__(self) -> str:
        return f"Card({self.house!r}, {self.name!r}, {self.location})"


class Player:
    """A player: cards captured by house, banners by house, and by house whether it took the last card."""

    def __init__(self, agent: Any = None) -> None:
        self.agent = agent
        self.cards: Dict[str, List[Card]] = {house: [] for house in HOUSES}
        self.banners: Dict[str, int] = dict.fromkeys(HOUSES, 0)
        self.last: Dict[str, int] = dict.fromkeys(HOUSES, 0)

    def get_agent(self) -> Any:
        """Who plays."""
        return self.agent

    def get_cards(self) -> Dict[str, List[Card]]:
        """The cards captured, by house."""
        return self.cards

    def get_banners(self) -> Dict[str, int]:
        """1 for each house whose banner it has, 0 for the others."""
        return self.banners

    def add_card(self, card: Card) -> None:
        """Captures a card."""
        self.cards[card.get_house()].append(card)

    def get_house_banner(self, house: str) -> None:
        """Takes the banner of a house."""
        self.banners[house] = 1

    def remove_house_banner(self, house: str) -> None:
        """Loses the banner of a house."""
        self.banners[house] = 0

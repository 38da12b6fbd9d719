"""Cards and players of a game in progress, from its start and its moves."""

from __future__ import annotations

from typing import Dict, List, Tuple

from ..._native import Position
from .classes import HOUSES, NO_HOUSE, VARYS, Card, Player

CELLS = 36


class Table:
    """The arguments of an agent of the course."""

    def __init__(self, game: str, start: str) -> None:
        self.position = Position(game, start)
        self.cards: List[Card] = []
        self.players = (Player("player 1"), Player("player 2"))
        names = {house: list(cards) for house, cards in HOUSES.items()}
        for location, letter in enumerate(self.position.text[:CELLS]):
            if letter == "V":
                self.cards.append(Card(NO_HOUSE, VARYS, location))
            elif letter != ".":
                house = list(HOUSES)[int(letter)]
                self.cards.append(Card(house, names[house].pop(0), location))
        # A game that starts from a later position has captured cards.
        for player, counts in zip(self.players, self.position.score["counts"]):
            for house, count in zip(HOUSES, counts):
                for _ in range(count):
                    player.add_card(Card(house, names[house].pop(0) if names[house] else "Jon Snow", -1))
        self.note_banners()

    def play(self, move: str) -> None:
        """Makes a move with the cards."""
        before, mover = self.position, self.position.to_move
        self.position = before.play(move)
        player = self.players[mover]
        name, _, choices = move.partition(":")
        chosen = [int(choice) for choice in choices.split(",") if choice.isdigit()]
        if name.isdigit():
            self.capture(int(name), before.text[:CELLS], player)
        elif name == "Jon":
            house = self.at(chosen[0]).house
            for _ in range(2):
                player.add_card(Card(house, "Jon Snow", -1))
        elif name == "Gendry":
            player.add_card(Card("Baratheon", "Gendry", -1))
        elif name == "Ramsay":
            one, other = self.at(chosen[0]), self.at(chosen[1])
            one.location, other.location = other.location, one.location
        else:
            for card in [self.at(location) for location in chosen]:
                self.cards.remove(card)
        for house, old, new in zip(HOUSES, before.score["counts"][mover], self.position.score["counts"][mover]):
            if new > old:
                self.players[mover].last[house], self.players[1 - mover].last[house] = 1, 0
        self.note_banners()

    def capture(self, location: int, before: str, player: Player) -> None:
        """Gives a player the cards that a move of Varys has taken."""
        after = self.position.text[:CELLS]
        letter = before[location]
        for card in [card for card in self.cards if before[card.location] == letter != after[card.location]]:
            player.add_card(card)
            self.cards.remove(card)
        next(card for card in self.cards if card.name == VARYS).location = location

    def at(self, location: int) -> Card:
        """The card at a location."""
        return next(card for card in self.cards if card.location == location)

    def note_banners(self) -> None:
        """Updates the banners of both players."""
        for house, owner in zip(HOUSES, self.position.score["owners"]):
            for number, player in zip("12", self.players):
                player.banners[house] = int(owner == number)

    def companions(self) -> Tuple[List[str], bool]:
        """The companions that are left, and whether one must be chosen."""
        score: Dict[str, object] = self.position.score
        names = score["companions"]
        assert isinstance(names, list)
        return names, bool(score["choosing"])

"""The course's functions on its cards and players, which agents import from `main` to look ahead.

The arena does not use them: it has its own rules. They exist for the agents and are tested against the rules.
"""

from __future__ import annotations

from typing import Any, Dict, List, Optional, Sequence, Tuple

from .classes import HOUSES, VARYS, Card, Player

TIMEOUT = 10


def find_card(cards: Sequence[Card], location: int) -> Optional[Card]:
    """The card at a location."""
    return next((card for card in cards if card.get_location() == location), None)


def find_varys(cards: Sequence[Card]) -> int:
    """Where Varys stands."""
    return next(card.get_location() for card in cards if card.get_name() == VARYS)


def is_in_line(one: int, other: int) -> bool:
    """Whether two locations share a row or a column."""
    return one // 6 == other // 6 or one % 6 == other % 6


def get_possible_moves(cards: Sequence[Card]) -> List[int]:
    """The locations of the cards that Varys sees."""
    varys = find_varys(cards)
    return [card.get_location() for card in cards if card.get_name() != VARYS and is_in_line(varys, card.get_location())]


def make_move(cards: List[Card], move: int, player: Player) -> str:
    """Captures a card and those of its house on the way, and returns the house."""
    varys = next(card for card in cards if card.get_name() == VARYS)
    target = find_card(cards, move)
    assert target is not None, f"there is no card at {move}"
    start = varys.get_location()
    step = 1 if start // 6 == move // 6 else 6
    way = range(min(start, move), max(start, move) + 1, step)
    house = target.get_house()
    captured = [card for card in cards if card.get_house() == house and card.get_location() in way]
    for card in captured:
        player.add_card(card)
        cards.remove(card)
    varys.set_location(move)
    return house


def set_banners(
    player1: Player, player2: Player, last_house: Optional[str], last_turn: int
) -> Tuple[Dict[str, Tuple[int, str]], Dict[str, Tuple[int, str]]]:
    """Gives each banner to the player with more cards of its house, or to the one who took the last card."""
    both = (player1, player2)
    status: Tuple[Dict[str, Tuple[int, str]], Dict[str, Tuple[int, str]]] = ({}, {})
    for house in HOUSES:
        counts = [len(player.get_cards()[house]) for player in both]
        owner: Optional[int] = None
        if counts[0] != counts[1]:
            owner = counts.index(max(counts))
        elif last_house == house:
            owner = last_turn - 1
        elif player1.get_banners()[house] != player2.get_banners()[house]:
            owner = 0 if player1.get_banners()[house] else 1
        for index, player in enumerate(both):
            if owner is not None:
                (player.get_house_banner if index == owner else player.remove_house_banner)(house)
            status[index][house] = counts[index], "Green" if index == owner and counts[index] else "White"
    return status


def house_card_count(cards: Sequence[Card], house: str) -> int:
    """How many cards of a house are on the board."""
    return sum(1 for card in cards if card.get_house() == house)


def calculate_winner(player1: Player, player2: Player) -> Optional[int]:
    """1 or 2: the player with more banners, or the owner of the first house that has one."""
    one, two = player1.get_banners(), player2.get_banners()
    if sum(one.values()) != sum(two.values()):
        return 1 if sum(one.values()) > sum(two.values()) else 2
    return next((1 if one[house] else 2 for house in HOUSES if one[house] != two[house]), None)


def make_companion_move(
    cards: List[Card], companion_cards: Dict[str, Any], move: Sequence[Any], player: Player
) -> Optional[str]:
    """Uses a companion and returns the house of the cards it brings, if any."""
    companion = move[0]
    chosen = [find_card(cards, location) for location in move[1:3] if isinstance(location, int)]
    targets = [card for card in chosen if card is not None]
    house: Optional[str] = None
    if companion == "Jon":
        house = targets[0].get_house()
        for _ in range(2):
            player.add_card(Card(house, "Jon Snow", -1))
    elif companion == "Gendry":
        house = "Baratheon"
        player.add_card(Card(house, "Gendry", -1))
    elif companion == "Ramsay":
        one, other = (card.get_location() for card in targets)
        targets[0].set_location(other)
        targets[1].set_location(one)
    elif companion in ("Sandor", "Jaqen"):
        for card in targets:
            cards.remove(card)
        if companion == "Jaqen":
            del companion_cards[move[3]]
    return house


def remove_unusable_companion_cards(cards: Sequence[Card], companion_cards: Dict[str, Any]) -> None:
    """Removes the companions that no player can use any more."""
    if not get_possible_moves(cards):
        companion_cards.pop("Melisandre", None)
    for name in list(companion_cards):
        if companion_cards[name]["Choice"] > len(cards) - 1:
            del companion_cards[name]
    if list(companion_cards) == ["Jaqen"]:
        del companion_cards["Jaqen"]

"""An agent of the Hand of the King course, for both phases, that looks ahead with the course's own functions."""

import copy
import random

from classes import Card, Player
from main import (
    calculate_winner,
    find_card,
    get_possible_moves,
    house_card_count,
    make_companion_move,
    make_move,
    remove_unusable_companion_cards,
    set_banners,
)

expected = None


def describe(cards, player1, player2):
    board = sorted((card.get_location(), card.get_house(), card.get_name()) for card in cards)
    captured = [{house: len(cards) for house, cards in player.get_cards().items()} for player in (player1, player2)]
    return board, captured, [dict(player.get_banners()) for player in (player1, player2)]


def get_move(cards, player1, player2, companion_cards=None, choose_companion=False):
    assert isinstance(player1, Player) and isinstance(cards[0], Card)
    assert set(player1.banners.values()) <= {0, 1} and set(player1.last.values()) <= {0, 1}
    assert sum(card.get_house() == "No House" for card in cards) == 1
    # What the opponent has done since can only have added cards: with the self view, mine are still mine.
    if choose_companion:
        assert companion_cards
        name = random.choice(list(companion_cards))
        choices = companion_cards[name]["Choice"]
        places = [card.get_location() for card in cards if card.get_name() != "Varys"]
        if choices == 0:
            return [name]
        if choices == 1:
            return [name, random.choice(places)]
        move = [name, *random.sample(places, 2)]
        if choices == 3:
            move.append(random.choice([other for other in companion_cards if other != name]))
        trial = copy.deepcopy((cards, companion_cards, player1))
        make_companion_move(trial[0], trial[1], move, trial[2])
        remove_unusable_companion_cards(trial[0], trial[1])
        return move
    moves = get_possible_moves(cards)
    best, best_move = None, None
    for move in moves:
        board, one, two = copy.deepcopy((cards, player1, player2))
        house = make_move(board, move, one)
        set_banners(one, two, house, 1)
        assert find_card(board, move).get_name() == "Varys" and house_card_count(board, house) < 8
        value = sum(one.get_banners().values()) - sum(two.get_banners().values())
        assert calculate_winner(one, two) in (1, 2)
        if best is None or value > best:
            best, best_move = value, move
    return best_move

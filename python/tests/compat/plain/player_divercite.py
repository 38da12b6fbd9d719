"""A player of Divercité for the original seahorse."""

from seahorse.player.player import Player


class PlayerDivercite(Player):
    """Has a letter, W or B."""

    def __init__(self, piece_type, name="bob", **more):
        super().__init__(name, **more)
        self.piece_type = piece_type

    def get_piece_type(self):
        return self.piece_type

    def to_json(self):
        return {key: value for key, value in vars(self).items() if not key.startswith("_")}

"""An agent of Kaggle's Connect X."""


def drop(board, column, mark, config):
    board = list(board)
    for row in range(config.rows - 1, -1, -1):
        if board[row * config.columns + column] == 0:
            board[row * config.columns + column] = mark
            return board
    raise AssertionError("the column is full")


def lines(board, mark, config):
    count = 0
    for row in range(config.rows):
        for column in range(config.columns):
            for down, right in ((0, 1), (1, 0), (1, 1), (1, -1)):
                cells = [(row + k * down, column + k * right) for k in range(config.inarow)]
                if all(r < config.rows and 0 <= c < config.columns and board[r * config.columns + c] == mark for r, c in cells):
                    count += 1
    return count


def my_agent(observation, configuration):
    board, mark = observation["board"], observation.mark
    assert len(board) == configuration.rows * configuration.columns == 42
    assert observation.step == sum(cell != 0 for cell in board)
    assert board.count(mark) <= board.count(3 - mark) and configuration["inarow"] == 4
    valid = [column for column in range(configuration.columns) if board[column] == 0]
    for column in valid:
        if lines(drop(board, column, mark, configuration), mark, configuration):
            return column
    for column in valid:
        if lines(drop(board, column, 3 - mark, configuration), 3 - mark, configuration):
            return column
    return min(valid, key=lambda column: abs(column - 3))

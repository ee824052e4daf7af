"""Small systems of linear equations, without a package for them."""


def solve_positive_definite(matrix: list[list[float]], right_side: list[float]) -> list[float]:
    """Gauss's elimination; needs no pivots where the matrix is positive definite."""
    size = len(right_side)
    rows = [[*row, right_side[i]] for i, row in enumerate(matrix)]
    for i in range(size):
        for j in range(i + 1, size):
            factor = rows[j][i] / rows[i][i]
            if factor:
                rows[j] = [b - factor * a for a, b in zip(rows[i], rows[j], strict=True)]
    found = [0.0] * size
    for i in reversed(range(size)):
        found[i] = (rows[i][size] - sum(rows[i][j] * found[j] for j in range(i + 1, size))) / rows[i][i]
    return found

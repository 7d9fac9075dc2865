import math

# Sessions over which the price move is measured.
MOMENTUM_DAYS = 4


def momentum(close, factor, days):
    """Price move of each name over `days` sessions, adjusted for dividends and splits by the factor. Rows oldest first, the last is
    today. NaN where one of the two prices is missing."""
    first = max(0, len(close) - 1 - days)
    scores = []
    for i in range(len(close[-1])):
        now = close[-1][i] * factor[-1][i]
        then = close[first][i] * factor[first][i]
        scores.append(now / then - 1 if then != 0 else math.nan)
    return scores


def rank_descending(scores):
    """Positions of the finite scores, highest score first; equal scores keep their order."""
    order = [i for i in range(len(scores)) if math.isfinite(scores[i])]
    return sorted(order, key=lambda i: -scores[i])

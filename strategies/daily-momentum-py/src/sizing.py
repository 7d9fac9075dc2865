# Number of names held.
HELD_NAMES = 18
# Part of the equity that is invested.
INVESTED_SHARE = 0.96


def equal_weights(order, names, invested, count):
    """Equal weights that sum to `invested` over the first `names` of `order`; the rest gets 0. `count`: names in the market."""
    weights = [0.0] * count
    chosen = order[:names]
    for i in chosen:
        weights[i] = invested / len(chosen)
    return weights

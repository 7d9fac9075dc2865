# Largest weight of one name.
MAX_WEIGHT = 0.08
# Largest sum of all weights.
MAX_GROSS = 1
# Largest part of the equity that may change hands in one rebalance, one way.
MAX_TURNOVER = 0.1


def cap_weights(weights, max_weight):
    """No weight below 0 or above `max_weight`. What is cut stays in cash."""
    return [min(max_weight, max(0, weight)) for weight in weights]


def limit_gross(weights, max_gross):
    """Scale all weights alike so that they sum to at most `max_gross`."""
    gross = sum(weights)
    if gross <= max_gross:
        return list(weights)
    return [weight * max_gross / gross for weight in weights]


def turnover(current, target):
    """One-way turnover between two sets of weights."""
    return sum(abs(weight - held) for held, weight in zip(current, target)) / 2


def limit_turnover(current, target, max_turnover):
    """Go only so far from `current` towards `target` that the one-way turnover stays within `max_turnover`."""
    wanted = turnover(current, target)
    if wanted <= max_turnover:
        return list(target)
    part = max_turnover / wanted
    return [held + (weight - held) * part for held, weight in zip(current, target)]

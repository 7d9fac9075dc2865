import math

from .alpha import MOMENTUM_DAYS, momentum, rank_descending
from .risk import MAX_GROSS, MAX_WEIGHT, cap_weights, limit_gross
from .schedule import REBALANCE_EVERY_DAYS, is_rebalance_day
from .sizing import HELD_NAMES, INVESTED_SHARE, equal_weights
from .universe import LESS_LIQUID_SHARE, LIQUIDITY_DAYS, average_amount, less_liquid

lookback_days = 21


def target_weights(view):
    """The portfolio this strategy wants on the close of today, one weight per name of the market."""
    fields = view["fields"]
    allowed = less_liquid(average_amount(fields["amount"], LIQUIDITY_DAYS), view["tradable"], LESS_LIQUID_SHARE)
    scores = momentum(fields["close"], fields["factor"], MOMENTUM_DAYS)
    scores = [score if is_allowed else math.nan for score, is_allowed in zip(scores, allowed)]
    weights = equal_weights(rank_descending(scores), HELD_NAMES, INVESTED_SHARE, len(view["symbols"]))
    return limit_gross(cap_weights(weights, MAX_WEIGHT), MAX_GROSS)


def decide_every(view, every_days):
    """Rebuild the portfolio on every `every_days`-th session, keep positions between."""
    if not is_rebalance_day(view["dayIndex"], every_days):
        return None
    weights = target_weights(view)
    return {"weights": {symbol: weight for symbol, weight in zip(view["symbols"], weights) if weight > 0}}


def decide(view):
    """Entry of the package."""
    return decide_every(view, REBALANCE_EVERY_DAYS)

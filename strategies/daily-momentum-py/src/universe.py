import math

# Sessions over which the traded amount is averaged.
LIQUIDITY_DAYS = 20
# Share of the names, least traded first, that counts as the less liquid part.
LESS_LIQUID_SHARE = 0.5
# Average amount a day below which a name is too thin to trade, in currency units.
MIN_DAILY_AMOUNT = 50_000_000


def average_amount(amount, days):
    """Average traded amount per name over the last `days` rows; a missing day counts as nothing traded."""
    rows = amount[-days:]
    average = []
    for i in range(len(rows[0])):
        total = 0
        for row in rows:
            total += row[i] if math.isfinite(row[i]) else 0
        average.append(total / len(rows))
    return average


def less_liquid(average, tradable, share):
    """Which names are tradable today and belong to the less liquid `share` of the tradable ones."""
    listed = sorted(amount for amount, is_open in zip(average, tradable) if is_open)
    place = math.floor(len(listed) * share)
    border = listed[place] if place < len(listed) else math.inf
    return [is_open and amount < border for amount, is_open in zip(average, tradable)]


def liquid_enough(average, tradable, min_amount):
    """Which names are tradable today and trade at least `min_amount` a day."""
    return [is_open and amount >= min_amount for amount, is_open in zip(average, tradable)]

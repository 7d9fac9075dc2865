import math

# The portfolio is rebuilt every so many sessions.
REBALANCE_EVERY_DAYS = 1


def is_rebalance_day(day_index, every_days):
    """Is `day_index` (0 = first day of the run) a day on which the portfolio is rebuilt?"""
    return day_index % max(1, math.floor(every_days)) == 0

import math

from src.universe import average_amount, less_liquid, liquid_enough


def test_average_counts_a_missing_day_as_nothing_traded():
    assert average_amount([[100, 9], [10, 4], [20, math.nan]], 2) == [15, 2]


def test_average_takes_what_is_there():
    assert average_amount([[6, 8]], 20) == [6, 8]


def test_less_liquid_keeps_the_least_traded_part():
    everything = [True] * 4
    assert less_liquid([40, 10, 30, 20], everything, 0.5) == [False, True, False, True]
    assert less_liquid([40, 10, 30, 20], everything, 1) == [True] * 4


def test_less_liquid_never_keeps_what_cannot_be_traded():
    assert less_liquid([40, 10, 30, 20], [True, False, True, True], 0.5) == [False, False, False, True]


def test_liquid_enough_starts_at_the_given_amount():
    assert liquid_enough([40, 10, 30, 20], [True, True, False, True], 20) == [True, False, False, True]

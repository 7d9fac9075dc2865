import pytest

from src.schedule import is_rebalance_day


@pytest.mark.parametrize("every", [1, 2, 5, 20])
def test_first_day_and_then_once_in_each_period(every):
    days = [day for day in range(40) if is_rebalance_day(day, every)]
    assert len(days) == 40 / every
    assert days[0] == 0


def test_a_period_below_one_day_means_every_day():
    assert is_rebalance_day(7, 0) is True

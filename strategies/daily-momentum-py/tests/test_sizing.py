import pytest

from src.sizing import equal_weights


def test_first_names_get_equal_parts():
    assert equal_weights([3, 0, 2], 2, 0.9, 4) == [0.45, 0, 0, 0.45]


@pytest.mark.parametrize("order, names, invested, count", [([1], 10, 0.9, 3), ([2, 1, 0], 3, 0.75, 3)])
def test_invests_the_same_sum_when_fewer_names_are_there(order, names, invested, count):
    assert sum(equal_weights(order, names, invested, count)) == pytest.approx(invested)


def test_invests_nothing_when_there_is_no_name():
    assert equal_weights([], 10, 0.9, 2) == [0, 0]

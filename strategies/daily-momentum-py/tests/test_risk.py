import pytest
from oomrl_kit import gen, property

from src.risk import cap_weights, limit_gross, limit_turnover, turnover


def test_cap_cuts_above_and_below_and_leaves_the_rest():
    assert cap_weights([0.5, 0.02, -0.1, 0.08], 0.08) == [0.08, 0.02, 0, 0.08]


def test_gross_scales_all_weights_alike():
    assert limit_gross([0.6, 0.9], 1) == pytest.approx([0.4, 0.6])


def test_gross_changes_nothing_within_the_limit():
    assert limit_gross([0.2, 0.3], 1) == [0.2, 0.3]


def test_turnover_counts_a_switch_once():
    assert turnover([1, 0], [0, 1]) == 1
    assert turnover([0.5, 0.5], [0.5, 0.5]) == 0


def test_limit_turnover_goes_the_allowed_part_of_the_way():
    assert limit_turnover([1, 0], [0, 1], 0.25) == pytest.approx([0.75, 0.25])


def test_limit_turnover_reaches_a_near_target():
    assert limit_turnover([0.5, 0.5], [0.6, 0.4], 0.1) == [0.6, 0.4]


def test_limit_turnover_never_exceeds_the_limit_and_never_goes_past_the_target():
    def holds(drawn):
        current, target, limit = drawn
        reached = limit_turnover(current, target, limit)
        assert turnover(current, reached) <= limit + 1e-12
        assert all(min(a, b) - 1e-12 <= x <= max(a, b) + 1e-12 for a, b, x in zip(current, target, reached))

    property(100, gen.tuple(gen.weights(6), gen.weights(6), gen.float(0.01, 0.5)), holds)

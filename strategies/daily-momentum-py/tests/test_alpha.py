import math

import pytest

from src.alpha import momentum, rank_descending


class TestMomentum:
    def test_is_the_price_move_over_the_given_sessions(self):
        close = [[10, 50], [11, 40], [12, 45]]
        factor = [[1, 1], [1, 1], [1, 1]]
        assert momentum(close, factor, 2) == pytest.approx([0.2, -0.1])
        assert momentum(close, factor, 1)[1] == pytest.approx(0.125)

    def test_a_split_is_no_move(self):
        assert momentum([[100], [50]], [[1], [2]], 1)[0] == pytest.approx(0)

    def test_uses_the_oldest_row_when_fewer_sessions_are_there(self):
        assert momentum([[10], [13]], [[1], [1]], 30)[0] == pytest.approx(0.3)

    @pytest.mark.parametrize("missing", [math.nan, 0.0])
    def test_a_missing_price_gives_no_score(self, missing):
        assert math.isnan(momentum([[missing], [13]], [[1], [1]], 1)[0])


class TestRankDescending:
    def test_highest_first_names_without_a_score_left_out(self):
        assert rank_descending([0.1, 0.3, math.nan, -0.2, 0.2]) == [1, 4, 0, 3]

    def test_equal_scores_keep_their_order(self):
        assert rank_descending([0.1, 0.2, 0.1, 0.2]) == [1, 3, 0, 2]

    def test_scores_in_any_order_come_out_sorted(self):
        scores = [math.sin(i * 12.9898) * 43.5 for i in range(50)]
        ranked = [scores[i] for i in rank_descending(scores)]
        assert ranked == sorted(scores, reverse=True)

import pytest
from oomrl_kit import fixtures, gen, property
from sample_view import listed_backwards, sample_view, with_close

from src.strategy import decide, decide_every, lookback_days, target_weights

DAYS = 22


class TestThePortfolio:
    @pytest.mark.parametrize("count", [5, 60])
    def test_no_short_no_name_above_a_tenth_no_more_than_the_equity(self, count):
        weights = target_weights(sample_view(count, DAYS, 0))
        assert len(weights) == count
        assert min(weights) >= 0
        assert max(weights) <= 0.1
        assert sum(weights) <= 1 + 1e-12

    def test_holds_only_names_that_can_be_traded(self):
        view = sample_view(60, DAYS, 0)
        weights = target_weights(view)
        assert any(weight > 0 for weight in weights)
        assert [w for w, is_open in zip(weights, view["tradable"]) if not is_open] == [0] * view["tradable"].count(False)

    def test_is_the_same_when_prices_are_quoted_in_another_unit(self):
        view = sample_view(60, DAYS, 0)
        assert target_weights(with_close(view, lambda _day, _i, price: price * 100)) == target_weights(view)

    def test_any_market_gives_the_same_portfolio_in_another_currency(self):
        def holds(drawn):
            seed, unit = drawn
            view = fixtures.market_view(symbols=["S%d" % i for i in range(12)], days=DAYS, seed=seed, volume=[1e6 * (1 + i) for i in range(12)])
            assert target_weights(with_close(view, lambda _day, _i, price: price * unit)) == target_weights(view)

        # A power of two changes no digit of a price.
        property(10, gen.tuple(gen.integer(1, 1_000_000), gen.one_of([0.125, 2, 1024])), holds)

    def test_follows_the_names_when_they_are_listed_in_another_order(self):
        view = sample_view(60, DAYS, 0)
        assert target_weights(listed_backwards(view))[::-1] == target_weights(view)

    def test_a_held_name_that_rises_further_stays_held(self):
        view = sample_view(60, DAYS, 0)
        held = next(i for i, weight in enumerate(target_weights(view)) if weight > 0)
        risen = with_close(view, lambda day, i, price: price * 1.5 if day == DAYS - 1 and i == held else price)
        assert target_weights(risen)[held] > 0


class TestTheDecision:
    def test_names_tradable_holdings_by_symbol_within_the_limits(self):
        view = sample_view(60, DAYS, 0)
        weights = decide(view)["weights"]
        assert len(weights) > 0
        for symbol, weight in weights.items():
            assert view["tradable"][view["symbols"].index(symbol)]
            assert 0 < weight <= 0.1
        assert sum(weights.values()) <= 1 + 1e-12

    def test_gives_each_symbol_the_same_weight_whatever_the_order_of_the_listing(self):
        view = sample_view(60, DAYS, 0)
        assert decide(listed_backwards(view))["weights"] == decide(view)["weights"]

    def test_keeps_positions_between_rebalance_days(self):
        assert decide_every(sample_view(40, DAYS, 3), 5) is None
        assert decide_every(sample_view(40, DAYS, 5), 5) is not None
        assert decide_every(sample_view(40, DAYS, 3), 1) is not None

    def test_asks_for_a_history_of_at_least_one_week(self):
        assert lookback_days >= 6

import { makePackage } from '@/server/strategy/make-package';
import type { PackageFile, StrategyPackage } from '@/server/strategy/types';

const MANIFEST = { name: 'fixture-py', language: 'python', entry: 'src/strategy.py', contract: 1, universe: 'all', benchmark: null, parameters: {}, frozen: ['src/ranking.py#rank_descending'] };

const STRATEGY = `from .ranking import rank_descending
from .sizing import lots_for, within_volume

lookback_days = 2


def best_lots(scores, prices, volumes, budget):
    """How many lots of the best name a budget buys today."""
    order = rank_descending(scores)
    if not order:
        return 0
    best = order[0]
    return within_volume(lots_for(budget, prices[best]), volumes[best], 0.1)
`;

const RANKING = `def rank_descending(scores):
    """Positions of the scores, highest first."""
    return sorted(range(len(scores)), key=lambda i: -scores[i])
`;

/** The module the attacks replace. */
export const HONEST_SIZING_PY = `import math

LOT = 100


def lots_for(budget, price):
    """Whole lots that a budget buys; none at a price that is not positive."""
    if price <= 0:
        return 0
    return math.floor(budget / price / LOT) * LOT


def within_volume(shares, volume, part):
    """No more shares than a part of the day's volume."""
    most = math.floor(volume * part)
    return most if shares > most else shares
`;

/** Wrong twice: lots are not rounded, the volume is not respected. */
export const BROKEN_SIZING_PY = HONEST_SIZING_PY.replace('math.floor(budget / price / LOT) * LOT', 'budget / price').replace('most if shares > most else shares', 'shares if most > 0 else 0');

/** Right, but a third of it is never run by the tests. */
export const UNCOVERED_SIZING_PY = `${HONEST_SIZING_PY}

def ladder(step):
    level = step
    if level > 10:
        level = level - 1
        level = level * 2
    elif level > 5:
        level = level + 3
    for i in range(3):
        level += i
    return level
`;

const TESTS = `import pytest

from src.sizing import lots_for, within_volume
from src.strategy import best_lots


@pytest.mark.parametrize("budget, price, lots", [(1234567, 33, 37400), (1000000, 0, 0)])
def test_lots_are_whole(budget, price, lots):
    assert lots_for(budget, price) == lots


class TestVolume:
    def test_cuts(self):
        assert within_volume(5000, 12345, 0.1) == 1234

    def test_leaves_small_orders_alone(self):
        assert within_volume(400, 12345, 0.1) == 400


def test_buys_the_best_name():
    assert best_lots([0.1, 0.4, 0.2], [10, 20, 30], [90000, 80000, 70000], 100000) == 5000


def test_buys_nothing_of_nothing():
    assert best_lots([], [], [], 100000) == 0
`;

const RANKING_TESTS = `from src.ranking import rank_descending


def test_ranks_by_score_then_by_place():
    assert rank_descending([1, 3, 3, 2]) == [1, 2, 3, 0]
`;

/** Tests no agent sees. */
const HIDDEN_TESTS = `from src.sizing import lots_for


def test_other_budgets():
    assert lots_for(98765, 12) == 8200
    assert lots_for(50000000, 7) == 7142800
`;

const BASELINE_TESTS = `import json
from pathlib import Path

from src.sizing import lots_for


def test_curated_lots():
    for row in json.loads((Path(__file__).parent / "lots.json").read_text()):
        assert lots_for(row["budget"], row["price"]) == row["lots"]
`;

/** Files of the small Python package the attacks are tried on; `sizing` replaces its src/sizing.py. */
export function pythonFixtureFiles(sizing: string, options: { hidden?: boolean } = {}): PackageFile[] {
  return [
    { path: 'strategy.json', text: JSON.stringify(MANIFEST) },
    { path: 'src/strategy.py', text: STRATEGY },
    { path: 'src/ranking.py', text: RANKING },
    { path: 'src/sizing.py', text: sizing },
    { path: 'tests/test_sizing.py', text: TESTS },
    { path: 'tests/test_ranking.py', text: RANKING_TESTS },
    { path: 'baseline/lots.json', text: '[{ "budget": 25000, "price": 11, "lots": 2200 }]' },
    { path: 'baseline/test_lots.py', text: BASELINE_TESTS },
    ...(options.hidden ? [{ path: 'tests/hidden/test_sizing.py', text: HIDDEN_TESTS }] : []),
  ];
}

export const pythonFixture = (sizing: string, options: { hidden?: boolean } = {}): StrategyPackage => makePackage(pythonFixtureFiles(sizing, options));

"""What a careful user would write in numpy: a daily rebalance in weights alone (no shares, no lots, no T+1, no integer money), one
vector operation per rule and day. Prints the least CPU milliseconds of a whole run. Arguments: days, names, repeats."""
import sys
import time

import numpy as np

DAYS, NAMES, REPEATS = (int(a) for a in sys.argv[1:4])
rng = np.random.default_rng(1)
preclose = rng.uniform(5, 100, (DAYS, NAMES))
open_ = preclose * (1 + rng.normal(0, 0.01, (DAYS, NAMES)))
close = preclose * (1 + rng.normal(0, 0.02, (DAYS, NAMES)))
volume = rng.uniform(1e6, 1e8, (DAYS, NAMES))
traded = rng.uniform(0, 1, (DAYS, NAMES)) > 0.02
sigma = np.full((DAYS, NAMES), 0.02)
target = 1 + 0.5 * np.sin(np.arange(DAYS)[:, None] * 0.7 + np.arange(NAMES) * 1.3)
target *= 0.98 / target.sum(axis=1, keepdims=True)


def run() -> float:
    equity = 1e9
    held = np.zeros(NAMES)
    for t in range(DAYS):
        change = target[t] - held
        buying = change > 0
        at_limit = np.where(buying, open_[t] >= preclose[t] * 1.1, open_[t] <= preclose[t] * 0.9)
        change = np.where(traded[t] & ~at_limit, change, 0.0)
        cap = 0.1 * volume[t] * open_[t] / equity
        change = np.clip(change, -cap, cap)
        size = np.abs(change)
        impact = 0.5 * sigma[t] * np.sqrt(size * equity / (volume[t] * open_[t]))
        cost = (size * (3e-4 + 2.6e-4 + impact)).sum() + 5e-4 * size[change < 0].sum()
        held = held + change
        growth = np.where(traded[t], close[t] / preclose[t], 1.0)
        value = held * growth
        grown = 1 - held.sum() + value.sum() - cost
        equity *= grown
        held = value / grown
    return equity


best = float("inf")
for _ in range(REPEATS):
    start = time.process_time()
    run()
    best = min(best, time.process_time() - start)
print(best * 1000)

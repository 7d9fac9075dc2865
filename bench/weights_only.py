"""What a careful user would write in numpy: a daily rebalance in weights alone (no shares, no lots, no T+1, no integer money), one
vector operation per rule and day. Prints the least CPU milliseconds of a whole run, twice: with everything that a run of ours reports per day
(risk gate, cash, norms of the trades, eq. 1 and 2, drawdown, costs by item), and of the trades and equity alone. Arguments: days, names, repeats."""
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
LAMBDA, GAMMA, TAU = 8e-4, 1e-3, 1.0


def run(reports: bool) -> float:
    equity = peak = 1e9
    held = np.zeros(NAMES)
    rows = []
    for t in range(DAYS):
        wish = target[t]
        if reports:
            wish = np.clip(wish, 0.0, 0.1)
            gross = wish.sum()
            if gross > 1:
                wish = wish / gross
        change = wish - held
        buying = change > 0
        at_limit = np.where(buying, open_[t] >= preclose[t] * 1.1, open_[t] <= preclose[t] * 0.9)
        change = np.where(traded[t] & ~at_limit, change, 0.0)
        cap = 0.1 * volume[t] * open_[t] / equity
        change = np.clip(change, -cap, cap)
        size = np.abs(change)
        impact = 0.5 * sigma[t] * np.sqrt(size * equity / (volume[t] * open_[t]))
        if reports:
            sold, bought = size[change < 0].sum(), size[change > 0].sum()
            cash = 1 - held.sum()
            if bought > cash + sold:
                change = np.where(change > 0, change * ((cash + sold) / bought), change)
                size = np.abs(change)
                bought = cash + sold
            commission, duty, transfer = (size * 2.5e-4).sum(), 5e-4 * sold, 1e-5 * (sold + bought)
            spread, slipped = (size * 3e-4).sum(), (size * impact).sum()
            cost = commission + duty + transfer + spread + slipped
            friction = LAMBDA * size.sum() + GAMMA * np.sqrt(np.sqrt((size * size).sum()))
        else:
            cost = (size * (3e-4 + 2.6e-4 + impact)).sum() + 5e-4 * size[change < 0].sum()
        held = held + change
        growth = np.where(traded[t], close[t] / preclose[t], 1.0)
        value = held * growth
        grown = 1 - held.sum() + value.sum() - cost
        if reports:
            gain = (held * (growth - 1)).sum()
            refused = np.count_nonzero(at_limit | ~traded[t])
            cut = np.count_nonzero(size >= cap)
            peak = max(peak, equity * grown)
            loss = 1 - equity * grown / 1e9
            reward = -1.0 if loss >= TAU else gain - friction
            rows.append((equity * grown, grown - 1, commission, duty, transfer, spread, slipped, friction, reward, loss, 1 - equity * grown / peak, refused, cut))
        equity *= grown
        held = value / grown
    return equity


for reports in (True, False):
    best = float("inf")
    for _ in range(REPEATS):
        start = time.process_time()
        run(reports)
        best = min(best, time.process_time() - start)
    print(best * 1000)

"""A market for tests: prices that wander, amounts from one million to four hundred million."""


def noise(seed):
    """Deterministic noise in [0, 1)."""
    x = ((seed ^ 0x9E3779B9) * 0x85EBCA6B) & 0xFFFFFFFF
    return (((x ^ (x >> 13)) * 0xC2B2AE35) & 0xFFFFFFFF) % 1_000_000 / 1_000_000


def sample_view(count, days, day_index):
    close = [[10 + i / 10 + 2 * noise(day * 1000 + i) for i in range(count)] for day in range(days)]
    amount = [[1e6 * (1 + 400 * i / count) * (0.5 + noise(7 + day * 1000 + i)) for i in range(count)] for day in range(days)]
    volume = [[a / c for a, c in zip(row, prices)] for row, prices in zip(amount, close)]
    return {
        "date": "2024-03-01",
        "dayIndex": day_index,
        "symbols": ["N%03d" % i for i in range(count)],
        "fields": {"open": close, "high": close, "low": close, "close": close, "volume": volume, "amount": amount, "factor": [[1.0] * count for _ in range(days)]},
        "tradable": [i % 11 != 5 for i in range(count)],
        "portfolio": {"weights": {}, "cashWeight": 1, "equity": 10_000_000},
        "parameters": {},
        "memory": None,
    }


def with_close(view, change):
    """The same market with each close changed by change(day, i, price)."""
    close = [[change(day, i, price) for i, price in enumerate(row)] for day, row in enumerate(view["fields"]["close"])]
    return {**view, "fields": {**view["fields"], "close": close}}


def listed_backwards(view):
    """The same market with its names in the opposite order."""
    fields = {name: [row[::-1] for row in rows] for name, rows in view["fields"].items()}
    return {**view, "fields": fields, "tradable": view["tradable"][::-1], "symbols": view["symbols"][::-1]}

"""
Seeded inputs for tests of Python packages, the twin of '@oomrl/kit': `from oomrl_kit import fixtures, gen, property`. Needs nothing
else, so that plain pytest runs the same tests with this folder on its path.
"""
import math

_MASK = 0xFFFFFFFF


def _hash_text(text, seed):
    """32-bit hash of a text (FNV-1a), to give every test its own stream of numbers."""
    h = (0x811C9DC5 ^ seed) & _MASK
    for unit in map(ord, text):
        h = ((h ^ unit) * 0x01000193) & _MASK
    return h


def _rng(seed):
    """mulberry32: uniform on [0, 1), the same sequence on every machine and in both languages."""
    state = int(seed) & _MASK

    def draw():
        nonlocal state
        state = (state + 0x6D2B79F5) & _MASK
        t = ((state ^ (state >> 15)) * (state | 1)) & _MASK
        t = ((t + (((t ^ (t >> 7)) * (t | 61)) & _MASK)) & _MASK) ^ t
        return ((t ^ (t >> 14)) & _MASK) / 2**32

    return draw


class _Stream:
    draw = staticmethod(_rng(0))


def begin_test(name, seed):
    """For the judge: the numbers of this test depend on its name and the seed of the run alone."""
    _Stream.draw = staticmethod(_rng(_hash_text(name, seed)))


def _whole(random, low, high):
    return low + math.floor(random() * (high - low + 1))


class gen:  # noqa: N801 (the name is that of the TypeScript kit)
    """Generators: a generator is any function (random) -> value, `random()` being uniform on [0, 1)."""

    @staticmethod
    def float(min, max):  # noqa: A002, A003
        return lambda random: min + random() * (max - min)

    @staticmethod
    def integer(min, max):  # noqa: A002
        return lambda random: _whole(random, min, max)

    @staticmethod
    def boolean():
        return lambda random: random() < 0.5

    @staticmethod
    def one_of(values):
        return lambda random: values[_whole(random, 0, len(values) - 1)]

    @staticmethod
    def array(item, min=0, max=20):  # noqa: A002
        return lambda random: [item(random) for _ in range(_whole(random, min, max))]

    @staticmethod
    def tuple(*items):  # noqa: A003
        return lambda random: tuple(item(random) for item in items)

    @staticmethod
    def object(shape):  # noqa: A003
        return lambda random: {key: item(random) for key, item in shape.items()}

    @staticmethod
    def weights(count):
        """`count` numbers >= 0 with sum 1."""
        def draw(random):
            raw = [random() for _ in range(count)]
            total = sum(raw) or 1
            return [x / total for x in raw]

        return draw


def property(runs, generator, check):  # noqa: A001
    """
    Check `runs` generated values: an error, or an answer that is neither None nor true, fails with the value and its number. Seeded by the
    run and the test's name.
    """
    for run in range(runs):
        value = generator(_Stream.draw)
        try:
            answer = check(value)
            if answer is not None and not answer:
                raise AssertionError('the property returned %r' % (answer,))
        except Exception as error:
            error.case = 'property failed at case %d of %d for %s: %s' % (run + 1, runs, repr(value)[:1000], getattr(error, 'case', ''))
            raise


def _random_walk(seed, n, start=100, drift=0, volatility=0.01):
    """Prices by geometric steps: `n` values from `start`, per-step drift and volatility."""
    random = _rng(seed)
    prices = [start]
    while len(prices) < n:
        normal = math.sqrt(-2 * math.log(1 - random())) * math.cos(2 * math.pi * random())
        prices.append(prices[-1] * math.exp(drift + volatility * normal))
    return prices[:n]


_FIELDS = ('open', 'high', 'low', 'close', 'volume', 'amount', 'factor')


def _market_view(
    symbols=('A', 'B', 'C'), days=30, seed=1, close=None, volume=1e6, date='2024-06-28', day_index=None, parameters=None, memory=None,
    portfolio=None, tradable=None, fields=None,
):
    """
    A whole view of the market: rows oldest first, the last row is today. `close[s]` may give the price path of each symbol; the other
    fields follow from it. `volume`: shares a day, for all or per symbol. Everything can be overridden.
    """
    symbols = list(symbols)
    paths = [close[s] if close is not None and s < len(close) else _random_walk(seed + s, days) for s in range(len(symbols))]
    volumes = list(volume) if isinstance(volume, (list, tuple)) else [volume] * len(symbols)

    def rows(pick):
        return [[pick(path[day], volumes[s]) for s, path in enumerate(paths)] for day in range(len(paths[0]) if paths else 0)]

    built = {
        'open': rows(lambda price, _: price), 'high': rows(lambda price, _: price * 1.01), 'low': rows(lambda price, _: price * 0.99),
        'close': rows(lambda price, _: price), 'volume': rows(lambda _, shares: shares), 'amount': rows(lambda price, shares: price * shares),
        'factor': rows(lambda _price, _: 1.0),
    }
    return {
        'date': date, 'dayIndex': days - 1 if day_index is None else day_index, 'symbols': symbols,
        'fields': {name: (fields or {}).get(name, built[name]) for name in _FIELDS},
        'tradable': [True] * len(symbols) if tradable is None else tradable,
        'portfolio': {'weights': {}, 'cashWeight': 1, 'equity': 1_000_000} if portfolio is None else portfolio,
        'parameters': parameters or {}, 'memory': memory,
    }


class fixtures:  # noqa: N801
    """Ready inputs: a whole view of a market, a path of prices, a stream of numbers from a seed."""

    market_view = staticmethod(_market_view)
    random_walk = staticmethod(_random_walk)
    rng = staticmethod(_rng)

"""The part of pytest that tests over a data-only channel need, under the name `pytest`: approx, raises, fail, mark.parametrize."""
import math
import re


class Failed(AssertionError):
    pass


class Unsupported(Exception):
    pass


class approx:  # noqa: N801 (the name is pytest's)
    """Equal within max(rel * |expected|, abs), for numbers and for lists, tuples and dictionaries of them."""

    def __init__(self, expected, rel=None, abs=None, nan_ok=False):  # noqa: A002
        self.expected, self.rel, self.abs, self.nan_ok = expected, rel, abs, nan_ok

    def _near(self, actual, expected):
        if isinstance(expected, dict):
            return isinstance(actual, dict) and actual.keys() == expected.keys() and all(self._near(actual[k], expected[k]) for k in expected)
        if hasattr(expected, 'tolist'):
            return self._near(actual, expected.tolist())
        if isinstance(expected, (list, tuple)):
            actual = actual.tolist() if hasattr(actual, 'tolist') else actual
            return isinstance(actual, (list, tuple)) and len(actual) == len(expected) and all(map(self._near, actual, expected))
        if isinstance(expected, bool) or not isinstance(expected, (int, float)) or not isinstance(actual, (int, float)):
            return actual == expected
        if math.isnan(expected):
            return self.nan_ok and math.isnan(actual)
        if math.isinf(expected) or actual == expected:
            return actual == expected
        absolute = 1e-12 if self.abs is None else self.abs
        relative = (0.0 if self.abs is not None else 1e-6) if self.rel is None else self.rel
        return math.fabs(actual - expected) <= max(relative * math.fabs(expected), absolute)

    def __eq__(self, actual):
        return self._near(actual, self.expected)

    def __repr__(self):
        return 'approx(%r)' % (self.expected,)

    __hash__ = None


class raises:  # noqa: N801
    """Context manager: the block raises one of the given errors, its text found by `match`."""

    def __init__(self, expected, match=None):
        self.expected, self.match, self.value = expected, match, None

    def __enter__(self):
        return self

    def __exit__(self, kind, error, _tb):
        if kind is None:
            raise Failed('DID NOT RAISE %r' % (self.expected,))
        if not issubclass(kind, Exception) or not isinstance(error, self.expected):
            return False
        self.value = error
        if self.match is not None and not re.search(self.match, str(error)):
            raise Failed('the error says %r, which %r does not match' % (str(error), self.match))
        return True


def fail(reason=''):
    raise Failed(reason)


def skip(reason=''):
    raise Unsupported('a test cannot be skipped: what is not checked does not pass (%s)' % reason)


def fixture(*_args, **_kwargs):
    raise Unsupported('fixtures are not supported: call a helper function from the test instead')


class mark:  # noqa: N801
    @staticmethod
    def parametrize(names, rows):
        """`names`: 'a, b' or a list; `rows`: a list written out in place."""
        keys = [n.strip() for n in names.split(',')] if isinstance(names, str) else list(names)

        def decorate(function):
            function.rows = [dict(zip(keys, row if len(keys) > 1 else (row,))) for row in rows]
            return function

        return decorate

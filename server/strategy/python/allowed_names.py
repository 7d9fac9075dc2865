"""What strategy code in Python may name: the sanitizer reads these tables, and the realm that runs the code offers nothing else."""

# No I/O, no reflection, no clock, no randomness, no identity (id, hash), no way to another frame or module.
BUILTINS = (
    'abs', 'all', 'any', 'bool', 'chr', 'dict', 'divmod', 'enumerate', 'filter', 'float', 'frozenset', 'int', 'isinstance', 'iter', 'len',
    'list', 'map', 'max', 'min', 'next', 'ord', 'pow', 'range', 'repr', 'reversed', 'round', 'set', 'slice', 'sorted', 'staticmethod', 'str', 'sum',
    'tuple', 'zip', 'NotImplemented',
    'ArithmeticError', 'AssertionError', 'Exception', 'IndexError', 'KeyError', 'LookupError', 'NotImplementedError', 'OverflowError',
    'RuntimeError', 'StopIteration', 'TypeError', 'ValueError', 'ZeroDivisionError',
)

# A module hands out these names and no others: statistics.sys or collections._sys would be a way out.
MODULES = {
    '__future__': ('annotations',),
    'math': (
        'acos', 'acosh', 'asin', 'asinh', 'atan', 'atan2', 'atanh', 'cbrt', 'ceil', 'comb', 'copysign', 'cos', 'cosh', 'degrees', 'dist', 'e',
        'erf', 'erfc', 'exp', 'exp2', 'expm1', 'fabs', 'factorial', 'floor', 'fmod', 'frexp', 'fsum', 'gamma', 'gcd', 'hypot', 'inf', 'isclose',
        'isfinite', 'isinf', 'isnan', 'isqrt', 'lcm', 'ldexp', 'lgamma', 'log', 'log10', 'log1p', 'log2', 'modf', 'nan', 'nextafter', 'perm', 'pi',
        'pow', 'prod', 'radians', 'remainder', 'sin', 'sinh', 'sqrt', 'tan', 'tanh', 'tau', 'trunc', 'ulp',
    ),
    'statistics': (
        'correlation', 'covariance', 'fmean', 'geometric_mean', 'harmonic_mean', 'linear_regression', 'mean', 'median', 'median_grouped',
        'median_high', 'median_low', 'mode', 'multimode', 'pstdev', 'pvariance', 'quantiles', 'stdev', 'variance', 'StatisticsError',
    ),
    'dataclasses': ('dataclass', 'field', 'replace', 'asdict', 'astuple'),
    'typing': (
        'Any', 'Callable', 'Dict', 'Final', 'FrozenSet', 'Iterable', 'Iterator', 'List', 'Literal', 'Mapping', 'Optional', 'Sequence', 'Set', 'Tuple',
        'TypedDict', 'Union',
    ),
    'collections': ('Counter', 'OrderedDict', 'defaultdict', 'deque'),
    'collections.abc': ('Callable', 'Iterable', 'Iterator', 'Mapping', 'Sequence', 'Set'),
    'itertools': (
        'accumulate', 'chain', 'combinations', 'combinations_with_replacement', 'compress', 'count', 'cycle', 'dropwhile', 'filterfalse', 'groupby',
        'islice', 'pairwise', 'permutations', 'product', 'repeat', 'starmap', 'takewhile', 'zip_longest',
    ),
    'functools': ('cmp_to_key', 'partial', 'reduce'),
    'operator': ('add', 'and_', 'eq', 'ge', 'gt', 'itemgetter', 'le', 'lt', 'mul', 'ne', 'neg', 'or_', 'sub', 'truediv'),
    'bisect': ('bisect', 'bisect_left', 'bisect_right', 'insort', 'insort_left', 'insort_right'),
    'heapq': ('heapify', 'heappop', 'heappush', 'heappushpop', 'heapreplace', 'merge', 'nlargest', 'nsmallest'),
    'decimal': ('Decimal', 'ROUND_DOWN', 'ROUND_FLOOR', 'ROUND_CEILING', 'ROUND_HALF_EVEN', 'ROUND_HALF_UP', 'ROUND_UP'),
    'fractions': ('Fraction',),
    'numpy': (
        'abs', 'absolute', 'add', 'all', 'allclose', 'any', 'arange', 'argmax', 'argmin', 'argpartition', 'argsort', 'around', 'array', 'asarray',
        'average', 'bincount', 'bool_', 'broadcast_to', 'ceil', 'clip', 'column_stack', 'concatenate', 'convolve', 'copysign', 'corrcoef', 'cos', 'cov',
        'cumprod', 'cumsum', 'diff', 'divide', 'dot', 'equal', 'exp', 'expm1', 'eye', 'flatnonzero', 'float64', 'floor', 'full', 'full_like',
        'greater', 'greater_equal', 'histogram', 'hstack', 'inf', 'int64', 'interp', 'isclose', 'isfinite', 'isin', 'isinf', 'isnan', 'less',
        'less_equal', 'lexsort', 'linspace', 'log', 'log10', 'log1p', 'log2', 'logical_and', 'logical_not', 'logical_or', 'matmul', 'max', 'maximum',
        'mean', 'median', 'min', 'minimum', 'multiply', 'nan', 'nan_to_num', 'nanargmax', 'nanargmin', 'nancumsum', 'nanmax', 'nanmean', 'nanmedian',
        'nanmin', 'nanpercentile', 'nanprod', 'nanquantile', 'nanstd', 'nansum', 'nanvar', 'ndarray', 'nonzero', 'ones', 'ones_like', 'outer',
        'percentile', 'pi', 'polyfit', 'polyval', 'power', 'prod', 'quantile', 'repeat', 'roll', 'round', 'searchsorted', 'sign', 'sin', 'sort', 'sqrt',
        'square', 'stack', 'std', 'subtract', 'sum', 'take', 'tan', 'tanh', 'tile', 'trapz', 'unique', 'var', 'vstack', 'where', 'zeros', 'zeros_like',
    ),
}

# Methods and fields of built-in values. Changing ones are allowed on what a call made for itself; the sanitizer looks at the owner.
CHANGING_METHODS = (
    'add', 'append', 'appendleft', 'clear', 'difference_update', 'discard', 'extend', 'extendleft', 'fill', 'insert', 'intersection_update', 'pop',
    'popitem', 'popleft', 'remove', 'reverse', 'rotate', 'setdefault', 'sort', 'symmetric_difference_update', 'update',
)
READING_METHODS = (
    'as_integer_ratio', 'bit_length', 'capitalize', 'copy', 'count', 'difference', 'elements', 'endswith', 'find', 'get', 'index', 'intersection',
    'is_integer', 'isalpha', 'isdigit', 'isdisjoint', 'issubset', 'issuperset', 'items', 'join', 'keys', 'lower', 'lstrip', 'most_common',
    'move_to_end', 'partition', 'quantize', 'replace', 'rfind', 'rpartition', 'rsplit', 'rstrip', 'split', 'splitlines', 'startswith', 'strip', 'subtract',
    'symmetric_difference', 'title', 'union', 'upper', 'values', 'zfill', 'numerator', 'denominator', 'real', 'maxlen',
)
ARRAY_METHODS = (
    'all', 'any', 'argmax', 'argmin', 'argpartition', 'argsort', 'astype', 'clip', 'cumprod', 'cumsum', 'dot', 'flatten', 'max', 'mean', 'min', 'ndim',
    'nonzero', 'prod', 'ravel', 'repeat', 'reshape', 'round', 'searchsorted', 'shape', 'size', 'std', 'sum', 'take', 'tolist', 'transpose', 'var', 'T',
)

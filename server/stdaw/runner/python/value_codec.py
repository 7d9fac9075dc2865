"""
Values that cross between judge and subject, as JSON with tags ({"$": kind, ...}) for what JSON lacks. Exact types only: a subclass of
int with its own __eq__ is not an int. Functions, classes and instances do not cross.
"""
import json
import sys

MAX_DEPTH = 64
_type, _len, _dumps, _loads = type, len, json.dumps, json.loads
_SCALARS = {int, float, bool, str, type(None)}
_int, _float, _bool, _str, _list, _tuple, _dict, _set, _frozenset = int, float, bool, str, list, tuple, dict, set, frozenset


def _plain(v, depth):
    if depth > MAX_DEPTH:
        raise TypeError('a value nested deeper than %d cannot cross the boundary' % MAX_DEPTH)
    t = _type(v)
    if v is None or t is _bool or t is _int or t is _float or t is _str:
        return v
    deeper = depth + 1
    if t is _list:
        # A row of numbers needs no look at each of them: types are compared in one go.
        return v if _SCALARS.issuperset(map(_type, v)) else [_plain(x, deeper) for x in v]
    if t is _tuple:
        return {'$': 't', 'v': [_plain(x, deeper) for x in v]}
    if t is _dict:
        if all(_type(k) is _str for k in v):
            return {('$' + k if k[:1] == '$' else k): _plain(x, deeper) for k, x in v.items()}
        return {'$': 'd', 'v': [[_plain(k, deeper), _plain(x, deeper)] for k, x in v.items()]}
    if t is _set or t is _frozenset:
        return {'$': 's' if t is _set else 'f', 'v': sorted((_plain(x, deeper) for x in v), key=_dumps)}
    numpy = sys.modules.get('numpy')
    if numpy is not None and t is numpy.ndarray and v.dtype.kind in 'fiub':
        return {'$': 'a', 'd': v.dtype.str, 's': list(v.shape), 'v': v.ravel().tolist()}
    if numpy is not None and t.__module__ == 'numpy' and issubclass(t, numpy.generic) and v.dtype.kind in 'fiub':
        return v.item()
    raise TypeError('a value of type %s cannot cross the boundary; only plain data can' % t.__name__[:80])


def encode(v):
    """Text of a value. Raises TypeError for what cannot cross."""
    return _dumps(_plain(v, 0), separators=(',', ':'))


def _value(v):
    t = _type(v)
    if t is _list:
        return v if _SCALARS.issuperset(map(_type, v)) else [_value(x) for x in v]
    if t is not _dict:
        return v
    kind = v.get('$')
    if kind is None:
        return {(k[1:] if k[:1] == '$' else k): _value(x) for k, x in v.items()}
    items = v['v']
    if kind == 't':
        return tuple([_value(x) for x in items])
    if kind == 'd':
        return {_value(k): _value(x) for k, x in items}
    if kind == 's':
        return {_value(x) for x in items}
    if kind == 'f':
        return frozenset(_value(x) for x in items)
    if kind == 'a':
        numpy = _numpy()
        return numpy.array(items, dtype=numpy.dtype(v['d'])).reshape(v['s'])
    raise ValueError('unknown tag')


def _numpy():
    import numpy

    return numpy


def decode(text):
    """The value of a text of `encode`. Raises ValueError, KeyError or TypeError when the tags make no sense."""
    return _value(_loads(text))


decode_parsed = _value

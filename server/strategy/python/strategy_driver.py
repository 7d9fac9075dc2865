"""
Trusted bootstrap of a strategy process for Python. Frames on fd 5 (day-frame.ts), replies on fd 4, all as [u32 length][JSON] (frame-pipe.cjs has the other form as well). Each day arrives as one row; this process never holds a later bar. Every day the strategy gets fresh
lists, so nothing it writes into them lasts; a package that imports numpy gets arrays instead.
"""
import json
import math
import os
import struct
import sys

sys.dont_write_bytecode = True
from package_realm import PackageRealm, module_name

IN, OUT = 5, 4
INIT, PAST, TODAY = 1, 2, 3
HEADER = 8
MAX_LOOKBACK = 1000
MAX_REPLY = 4 << 20
MAX_DEPTH = 64
_read, _write, _exit, _loads, _dumps, _type = os.read, os.write, os._exit, json.loads, json.dumps, type


def read_exact(length):
    """Bytes, or None at the end of the stream."""
    parts = []
    while length > 0:
        part = _read(IN, min(length, 1 << 20))
        if not part:
            return None
        parts.append(part)
        length -= len(part)
    return b''.join(parts)


def next_frame():
    header = read_exact(HEADER)
    if header is None:
        return None
    length, kind = struct.unpack('<II', header)
    payload = read_exact(length)
    return None if payload is None else (kind, payload)


def reply(text):
    data = text.encode()
    data = struct.pack('<I', len(data)) + data
    while data:
        data = data[_write(OUT, data):]


def plain(value, depth=0):
    """A decision as JSON values; NaN and infinities become null, which the console refuses by name."""
    kind = _type(value)
    if value is None or kind is bool or kind is int or kind is str:
        return value
    if kind is float:
        return value if math.isfinite(value) else None
    if depth > MAX_DEPTH:
        raise TypeError('the decision is nested deeper than %d' % MAX_DEPTH)
    if kind is list or kind is tuple:
        return [plain(x, depth + 1) for x in value]
    if kind is dict:
        if not all(_type(key) is str for key in value):
            raise TypeError('the keys of a decision must be texts')
        return {key: plain(x, depth + 1) for key, x in value.items()}
    numpy = sys.modules.get('numpy')
    if numpy is not None and kind.__module__ == 'numpy' and (kind is numpy.ndarray or issubclass(kind, numpy.generic)) and value.dtype.kind in 'fiub':
        return plain(value.tolist(), depth + 1)
    raise TypeError('a decision is plain data; it cannot hold a value of type %s' % kind.__name__[:80])


def answer_of(decision):
    """A decision as JSON: its weights as two columns; whatever is not well-formed crosses as it is and is refused by name."""
    if decision is None:
        return _dumps({'kind': 'keep'})
    if _type(decision) is not dict:
        raise TypeError('decide must return { weights } or null, not %s' % _type(decision).__name__[:80])
    decision = plain(decision)
    weights = decision.get('weights')
    if _type(weights) is not dict or not all(_type(x) is int or _type(x) is float for x in weights.values()):
        return _dumps({'kind': 'decision', 'decision': decision})
    columns = {'kind': 'weights', 'names': list(weights), 'weights': list(weights.values())}
    if 'memory' in decision:
        columns['memory'] = decision['memory']
    return _dumps(columns)


def failed(realm, error):
    name, message, frames = realm.failure(error)
    return name, message, '\n'.join('%s:%d:%d %s' % tuple(frame) for frame in frames)


class Strategy:
    """The loaded package and the rows it has seen."""

    def __init__(self, init):
        self.init = init
        self.realm = PackageRealm(init['files'])
        self.rows = []
        self.lookback = 0

    def load(self):
        """What keeps the package from running, as text; '' when it is ready."""
        try:
            modules = self.realm.load_all()
        except BaseException as error:
            return '%s: %s\n%s' % failed(self.realm, error)
        entry = modules.get(self.init['entry'])
        if entry is None:
            return 'the entry %s (%s) is not a module of this package' % (self.init['entry'], module_name(self.init['entry']))
        self.decide = getattr(entry, 'decide', None)
        self.lookback = getattr(entry, 'lookback_days', getattr(entry, 'lookbackDays', None))
        if not callable(self.decide):
            return 'decide is not defined as a function'
        if _type(self.lookback) is not int:
            return 'lookback_days is not defined as a whole number'
        if not 1 <= self.lookback <= MAX_LOOKBACK:
            return 'lookback_days must be a whole number from 1 to %d' % MAX_LOOKBACK
        self.numpy = sys.modules['numpy'] if 'numpy' in self.realm.reduced else None
        return ''

    def take(self, payload):
        """The row of a day, which a frame begins with; returns the first byte behind it."""
        count, fields = len(self.init['symbols']), len(self.init['fields'])
        values = struct.unpack_from('=%dd' % (count * fields), payload)
        self.rows.append([values[f * count:(f + 1) * count] for f in range(fields)])
        del self.rows[:-self.lookback]
        return 8 * count * fields

    def field(self, number):
        rows = [row[number] for row in self.rows]
        return [list(row) for row in rows] if self.numpy is None else self.numpy.array(rows)

    def answer(self, payload):
        try:
            decision = self.decide(self.view(payload))
            text = answer_of(decision)
        except BaseException as error:
            name, message, stack = failed(self.realm, error)
            return _dumps({'kind': 'error', 'name': name, 'message': message, 'stack': stack})
        if len(text) > MAX_REPLY:
            return '{"kind":"error","name":"OverflowError","message":"the answer is larger than 4 MB","stack":""}'
        return text

    def view(self, payload):
        at = self.take(payload)
        day_index, cash_weight, equity, held = struct.unpack_from('=4d', payload, at)
        at, held = at + 32, int(held)
        weights = struct.unpack_from('=%dd' % held, payload, at)
        places = struct.unpack_from('=%dI' % held, payload, at + 8 * held)
        at += 12 * held
        behind = at + len(self.init['symbols'])
        rest = _loads(payload[behind:])
        return {
            'date': rest['date'], 'dayIndex': int(day_index), 'symbols': list(self.init['symbols']),
            'fields': {name: self.field(f) for f, name in enumerate(self.init['fields'])},
            'tradable': [flag == 1 for flag in payload[at:behind]],
            'portfolio': {'weights': {self.init['market'][i]: weight for i, weight in zip(places, weights)}, 'cashWeight': cash_weight, 'equity': equity},
            'parameters': _loads(_dumps(self.init['parameters'])), 'memory': rest['memory'],
        }


def main():
    first = next_frame()
    if first is None or first[0] != INIT:
        _exit(0)
    strategy = Strategy(_loads(first[1]))
    problem = strategy.load()
    if problem:
        reply(_dumps({'problem': problem[:4000]}))
        _exit(0)
    reply(_dumps({'lookbackDays': strategy.lookback}))
    while True:
        frame = next_frame()
        if frame is None:
            break
        kind, payload = frame
        if kind == PAST:
            strategy.take(payload)
        elif kind == TODAY:
            reply(strategy.answer(payload))
        else:
            break
    _exit(0)


main()

"""
Trusted bootstrap of the SUBJECT for Python: the process that runs strategy code and nothing else. It has no tests, no assertions and no
verdict channel. fd 0: {sources} from the orchestrator. fd 3: requests of the judge. fd 4: replies. fd 5: coverage.
A request is `id \\t file \\t function \\t [args, kwargs]`, a reply is `id \\t {json}`. `!replay` asks many at once.
"""
import json
import os
import sys

sys.dont_write_bytecode = True
from coverage_points import HITS, MARK, mark_points
from package_realm import PackageRealm
from value_codec import decode, encode

REQUESTS, REPLIES, COVERAGE = 3, 4, 5
MAX_REPLY = 8 << 20
_read, _write, _dumps, _loads, _exit = os.read, os.write, json.dumps, json.loads, os._exit
_callable, _module = callable, type(sys)


def write(fd, text):
    data = text.encode()
    while data:
        data = data[_write(fd, data):]


def read_all(fd):
    parts = []
    while True:
        part = _read(fd, 1 << 16)
        if not part:
            return b''.join(parts)
        parts.append(part)


_pending = b''


def read_line():
    """The next request without its newline; None at the end."""
    global _pending
    parts, data = [], _pending
    while True:
        end = data.find(b'\n')
        if end >= 0:
            _pending = data[end + 1:]
            parts.append(data[:end])
            return b''.join(parts).decode()
        parts.append(data)
        data = _read(REQUESTS, 1 << 16)
        if not data:
            return None


class Hits:
    """A counter per coverage point and module."""

    def __init__(self):
        self.of = {}

    def prepare(self, tree, path):
        points, tree = mark_points(tree)
        self.of[path].extend(bytes(len(points)))
        return tree

    def extras(self, path):
        hits = self.of[path] = bytearray()

        def mark(number):
            hits[number] = 1

        return {HITS: hits, MARK: mark}

    def take(self):
        """Counters so far, as ranges over point numbers; sets them to zero, which splits import from tests."""
        out = []
        for path, hits in self.of.items():
            ranges = [{'startOffset': i, 'endOffset': i + 1, 'count': 1} for i, hit in enumerate(hits) if hit]
            out.append({'url': path, 'functions': [{'functionName': '', 'ranges': ranges, 'isBlockCoverage': True}]})
            hits[:] = bytes(len(hits))
        return out


def failed(realm, error):
    name, message, frames = realm.failure(error)
    return _dumps({'e': name, 'm': message, 's': frames})


def exports_of(module):
    """Functions by name, plain data by value; a class is named, what cannot cross says why."""
    out = {}
    for name, value in list(vars(module).items()):
        if name[:1] in '_<' or type(value) is _module:
            continue
        if isinstance(value, type):
            out[name] = {'cls': 1}
        elif _callable(value):
            out[name] = {'fn': 1}
        else:
            try:
                out[name] = {'v': encode(value)}
            except Exception as error:
                out[name] = {'e': type(error).__name__, 'm': str(error)[:2000], 's': []}
    return out


def call(realm, modules, path, name, text):
    try:
        fn = getattr(modules[path], name)
        args, kwargs = decode(text)
        result = encode(fn(*args, **kwargs))
        out = '{"v":%s%s}' % (result, '' if encode([args, kwargs]) == text else ',"mut":1')
        return out if len(out) <= MAX_REPLY else _dumps({'e': 'OverflowError', 'm': 'the reply is larger than 8 MiB', 's': []})
    except BaseException as error:
        return failed(realm, error)


def main():
    write(REPLIES, '{"hello":1}\n')
    orders = _loads(read_all(0))
    hits = Hits()
    realm = PackageRealm(orders['sources'], hits.prepare, hits.extras)
    try:
        modules = realm.load_all()
    except BaseException as error:
        write(REPLIES, '{"load":false,"error":%s}\n' % failed(realm, error))
        _exit(0)
    exports = {path: exports_of(module) for path, module in modules.items()}
    during_import = hits.take()
    write(REPLIES, _dumps({'load': True, 'exports': exports}) + '\n')
    during_tests = None
    while True:
        line = read_line()
        if line is None:
            break
        request, path, name, text = line.split('\t')
        if path == '!replay':
            # The replay must not add to what the tests covered.
            during_tests = during_tests or hits.take()
            write(REPLIES, '%s\t%s\n' % (request, _dumps([call(realm, modules, *one) for one in _loads(name)])))
        else:
            write(REPLIES, '%s\t%s\n' % (request, call(realm, modules, path, name, text)))
    write(COVERAGE, _dumps({'import': during_import, 'test': during_tests or hits.take()}))
    _exit(0)


main()

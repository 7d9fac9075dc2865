"""
The JUDGE for Python: runs the tests and their assertions, never the code under test. Modules of src/ are stubs that ask the subject.
fd 0: {seed, replay, sources}. fd 3: events for the orchestrator. /w/tests.json: the
tests, mounted read-only; their data files are laid out under /tmp/package, where a test finds them beside itself.
"""
import hashlib
import json
import os
import random
import sys
import time
import types
import zlib
from importlib.machinery import ModuleSpec

sys.dont_write_bytecode = True
import judge_rpc as rpc
import oomrl_kit
import pytest_kit
from package_realm import module_name
from rewrite_asserts import FAILED, AssertFailed, assert_failed, compile_test

EVENTS = 3
BUNDLE = '/w/tests.json'
ROOT = '/tmp/package'


def emit(**event):
    rpc.write(EVENTS, json.dumps(event) + '\n')


def printable(value, length):
    """Control and direction characters of an untrusted text must not steer a terminal or hide what a line says."""
    text = value if isinstance(value, str) else str(value)
    return ''.join(c if c in '\t\n' or c.isprintable() else '\ufffd' for c in text[:length])


def show(value):
    try:
        return printable(repr(value), 2000)
    except Exception as error:
        return 'a value that cannot be printed (%s)' % type(error).__name__


def frames_of(error):
    """Frames of the strategy first, then those of the tests; lines are those of the source."""
    frames = []
    for one in getattr(error, 'subject_frames', [])[:20]:
        if type(one) is list and len(one) == 4 and type(one[1]) is int and type(one[2]) is int and str(one[0]).startswith('src/'):
            frames.append({'file': printable(one[0], 300), 'line': one[1], 'column': one[2], 'fn': printable(one[3], 100)})
    tb, own = error.__traceback__, []
    while tb is not None:
        file = tb.tb_frame.f_code.co_filename
        if file.startswith(('tests/', 'baseline/')):
            own.append({'file': file[:300], 'line': tb.tb_lineno, 'column': 1, 'fn': tb.tb_frame.f_code.co_name[:100]})
        tb = tb.tb_next
    if isinstance(error, SyntaxError) and str(error.filename).startswith(('tests/', 'baseline/')):
        own.append({'file': str(error.filename)[:300], 'line': error.lineno or 1, 'column': error.offset or 1, 'fn': ''})
    return frames + own[::-1][:20]


def evidence(error):
    from_subject = hasattr(error, 'subject_frames')
    out = {
        'name': printable(getattr(error, 'subject_name', type(error).__name__), 100), 'message': printable('%s%s' % (getattr(error, 'case', ''), error), 2000),
        'frames': frames_of(error), 'untrusted': from_subject,
    }
    if isinstance(error, AssertFailed):
        out.update(name='AssertionError', untrusted=True, actual=show(error.values[0]))
        if len(error.values) > 1:
            out['expected'] = show(error.values[1])
    return out


def stub(path, name, what):
    if what.get('fn') == 1:
        def ask(*args, **kwargs):
            return rpc.call(path, name, args, kwargs)
    elif what.get('cls') == 1:
        def ask(*_args, **_kwargs):
            raise TypeError('%s (%s) is a class; tests call functions with plain data only' % (name, path))
    elif 'v' in what:
        return rpc.value_of(json.loads(what['v']))
    else:
        def ask(*_args, **_kwargs):
            raise rpc.subject_error(what)
    ask.__name__ = ask.__qualname__ = name
    return ask


class Finder:
    """Imports of tests: what the subject says it exports is believed for its own files only, never in the place of a test or helper."""

    def __init__(self, modules, sources, exports):
        self.texts, self.exports = modules, exports
        self.paths = {module_name(path): path for path in modules}
        for path in sources:
            full = module_name(path)
            if path.endswith('.py') and path in exports:
                self.paths[full] = path
                # As with src on the path: `from size import lots`.
                if full.startswith('src.'):
                    self.paths.setdefault(full[4:], path)
        self.parents = {name.rpartition('.')[0] for name in self.paths if '.' in name}
        self.folder = ''

    def path_of(self, name):
        """A helper beside the test can be imported by its bare name, as pytest does."""
        return self.paths.get(name) or (self.paths.get('%s.%s' % (self.folder, name)) if '.' not in name else None)

    def find_spec(self, name, _path=None, _target=None):
        if self.path_of(name) is None and name not in self.parents:
            return None
        return ModuleSpec(name, self, is_package=name in self.parents)

    def create_module(self, _spec):
        return None

    def exec_module(self, module):
        path = self.path_of(module.__name__)
        if path is None:
            return
        if path in self.texts:
            module.__file__ = '%s/%s' % (ROOT, path)
            setattr(module, FAILED, assert_failed)
            exec(compile_test(self.texts[path], path), module.__dict__)
        else:
            for key, what in self.exports[path].items():
                setattr(module, key, stub(path, key, what))

    def forget_bare_names(self):
        for name in [name for name in sys.modules if '.' not in name and name not in self.paths and self.path_of(name)]:
            del sys.modules[name]


def is_test_file(path):
    name = path.rpartition('/')[2]
    return name.endswith('.py') and (name.startswith('test_') or name.endswith('_test.py'))


def tests_of(path, module):
    """(id, function) of the tests written in this file."""
    def rows(prefix, name, function):
        if not isinstance(function, types.FunctionType) or function.__code__.co_filename != path:
            return
        given = getattr(function, 'rows', None)
        for i, row in enumerate([None] if given is None else given):
            yield '%s::%s%s' % (prefix, name, '' if row is None else '[%d]' % i), function, row or {}

    for name, value in list(vars(module).items()):
        if name.startswith('test_'):
            yield from rows(path, name, value)
        elif name.startswith('Test') and isinstance(value, type):
            for key, method in list(vars(value).items()):
                if key.startswith('test_'):
                    for one, function, row in rows('%s::%s' % (path, name), key, method):
                        yield one, (lambda kind, fn: lambda **given: fn(kind(), **given))(value, function), row


def lay_out(bundle):
    for path, text in [*bundle['modules'].items(), *bundle['data'].items()]:
        file = '%s/%s' % (ROOT, path)
        os.makedirs(os.path.dirname(file), exist_ok=True)
        with open(file, 'w', encoding='utf-8', newline='') as handle:
            handle.write(text)
    os.makedirs(ROOT, exist_ok=True)
    os.chdir(ROOT)


def collect(bundle, finder):
    tests = []
    for path in sorted(filter(is_test_file, bundle['modules'])):
        name = module_name(path)
        finder.folder = name.rpartition('.')[0]
        tests.extend(tests_of(path, __import__(name, fromlist=('*',))))
        finder.forget_bare_names()
    return tests


def run_one(test, seed):
    name, function, row = test
    random.seed(zlib.crc32(name.encode()) ^ seed)
    numpy = sys.modules.get('numpy')
    if numpy is not None:
        numpy.random.seed(zlib.crc32(name.encode()) ^ seed)
    oomrl_kit.begin_test(name, seed)
    emit(t='start', id=name)
    started = time.perf_counter()
    try:
        function(**row)
        error = None
    except rpc.SubjectGone:
        return
    except BaseException as caught:
        error = caught
    if rpc.State.gone:
        return
    ms = round((time.perf_counter() - started) * 1000, 3)
    if error is None:
        emit(t='ok', id=name, ms=ms)
    else:
        emit(t='fail', id=name, ms=ms, error=evidence(error))


def read_bundle():
    with open(BUNDLE, 'rb') as handle:
        return handle.read()


def main():
    bundle = json.loads(read_bundle())
    rpc.await_hello()
    emit(t='ready')
    orders = json.loads(sys.stdin.read())
    seed = orders['seed']
    loaded = rpc.await_load()
    count = 0

    def end():
        emit(t='end', tests=count, calls=rpc.State.calls, testsHash=hashlib.sha256(read_bundle()).hexdigest())

    if loaded.get('load') is not True:
        emit(t='load', ok=False, error=evidence(rpc.subject_error(loaded.get('error') or {})))
        return end()
    emit(t='load', ok=True)
    shuffler = random.Random(seed)

    def shuffled(items):
        out = list(items)
        shuffler.shuffle(out)
        return out

    try:
        sys.path.append('/usr/lib/python3/dist-packages')
        sys.modules['pytest'] = pytest_kit
        finder = Finder(bundle['modules'], orders['sources'], loaded['exports'])
        sys.meta_path.insert(0, finder)
        lay_out(bundle)
        random.seed(seed)
        tests = collect(bundle, finder)
        count = len(tests)
    except rpc.SubjectGone:
        raise
    except BaseException as error:
        emit(t='collect', error=evidence(error))
        return end()
    for one in shuffled(tests):
        if rpc.State.gone:
            break
        run_one(one, seed)
    if orders['replay'] and not rpc.State.gone:
        emit(t='replay', **rpc.replay(shuffled))
    if rpc.State.gone:
        raise rpc.State.gone
    end()


try:
    main()
except rpc.SubjectGone as gone:
    emit(t='dead', code=gone.code, message=str(gone))
except BaseException as error:
    emit(t='crash', message=printable('%s: %s' % (type(error).__name__, error), 2000))
os._exit(0)

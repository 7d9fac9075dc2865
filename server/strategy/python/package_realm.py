"""
Runs the modules of a strategy package: own import, few built-ins, modules of the language reduced to their allowed names. An
integrity layer (CPython cannot be confined from inside); what keeps the machine safe is the sandbox around the process.
"""
import ast
import builtins
import sys
import types

from allowed_names import BUILTINS, MODULES

DIST_PACKAGES = '/usr/lib/python3/dist-packages'
MAX_FRAMES = 20


def module_name(path):
    """'src/alpha.py' -> 'src.alpha', 'src/pkg/__init__.py' -> 'src.pkg'."""
    stem = path[: -len('.py')]
    if stem.endswith('/__init__'):
        stem = stem[: -len('/__init__')]
    return stem.replace('/', '.')


def _reduced(name):
    """A stand-in for a module of the language that holds its allowed names only."""
    if name == 'numpy' and DIST_PACKAGES not in sys.path:
        sys.path.append(DIST_PACKAGES)
    try:
        real = __import__(name, fromlist=('*',))
    except ImportError as error:
        raise ImportError('%s is not installed here (%s)' % (name, error)) from None
    reduced = types.ModuleType(name)
    for key in MODULES[name]:
        if hasattr(real, key):
            setattr(reduced, key, getattr(real, key))
    return reduced


class PackageRealm:
    """`prepare(tree, path)` may change the syntax tree of a module; `extras(path)` are names only such a change can spell."""

    def __init__(self, files, prepare=None, extras=None):
        self.texts = {module_name(path): (path, text) for path, text in files}
        self.packages = {'src'} | {module_name(path) for path, _ in files if path.endswith('/__init__.py')}
        for name in list(self.texts):
            while '.' in name:
                name = name.rpartition('.')[0]
                self.packages.add(name)
        self.prepare = prepare
        self.extras = extras
        self.loaded = {}
        self.reduced = {}
        self.builtins = {name: getattr(builtins, name) for name in BUILTINS}
        self.builtins['__build_class__'] = builtins.__build_class__
        self.builtins['__import__'] = self._import

    def load_all(self):
        """Modules by path. Raises whatever a module raises."""
        return {path: self._load(name) for name, (path, _) in self.texts.items()}

    def _load(self, name):
        if name in self.loaded:
            return self.loaded[name]
        module = types.ModuleType(name)
        self.loaded[name] = module
        # dataclasses looks up the module of a class by name.
        sys.modules[name] = module
        parent, _, child = name.rpartition('.')
        if parent:
            setattr(self._load(parent), child, module)
        if name in self.texts:
            path, text = self.texts[name]
            names = module.__dict__
            names['__package__'] = name if name in self.packages else parent
            names['__builtins__'] = {**self.builtins, **(self.extras(path) if self.extras else {})}
            tree = ast.parse(text, path)
            if self.prepare:
                tree = self.prepare(tree, path)
            exec(compile(tree, path, 'exec', dont_inherit=True), names)
        return module

    def _has(self, name):
        return name in self.texts or name in self.packages

    def _import(self, name, names=None, _locals=None, wanted=(), level=0):
        if level == 0 and name in MODULES and not self._has('src.' + name):
            if not wanted and '.' in name:
                raise ImportError('write "from %s import ..."' % name)
            if name not in self.reduced:
                self.reduced[name] = _reduced(name)
            return self.reduced[name]
        if level == 0 and not wanted and name.startswith('numpy.') and name in sys.modules:
            # numpy's C code loads its own helpers through the import of whoever called it, and does not look at the answer.
            return self.reduced.get('numpy')
        if level == 0:
            full = name if self._has(name) else 'src.' + name
        else:
            base = (names or {}).get('__package__', '').split('.')
            full = '.'.join(base[: len(base) - level + 1] + ([name] if name else []))
        if not self._has(full):
            raise ImportError('%s is not a module of this package, and not one a strategy may import' % ('.' * level + name))
        module = self._load(full)
        for key in wanted or ():
            if not hasattr(module, key) and self._has(full + '.' + key):
                self._load(full + '.' + key)
        if wanted or '.' not in name:
            return module
        return self._load(full[: len(full) - len(name) + name.index('.')])

    def failure(self, error):
        """(name, message, frames): frames inside the package as [path, line, column, function], innermost first."""
        paths = {path for path, _ in self.texts.values()}
        frames = []
        tb = error.__traceback__
        while tb is not None:
            code = tb.tb_frame.f_code
            if code.co_filename in paths:
                frames.append([code.co_filename, tb.tb_lineno, _column(code, tb.tb_lasti), code.co_name])
            tb = tb.tb_next
        if isinstance(error, SyntaxError) and error.filename in paths:
            frames.append([error.filename, error.lineno or 1, error.offset or 1, ''])
        try:
            message = str(error)[:2000]
        except BaseException:
            message = 'an error that cannot be printed'
        return type(error).__name__[:80], message, frames[::-1][:MAX_FRAMES]


def _column(code, offset):
    """1-based column of an instruction (Python 3.11 and later know it)."""
    if not hasattr(code, 'co_positions'):
        return 1
    for i, (_, _, column, _) in enumerate(code.co_positions()):
        if i == offset // 2:
            return (column or 0) + 1
    return 1

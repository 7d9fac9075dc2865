"""The allow-list of syntax, names and attributes. Whatever is not listed is refused."""
import ast
import re

from allowed_names import ARRAY_METHODS, BUILTINS, CHANGING_METHODS, MODULES, READING_METHODS
from binding_rules import check_bindings, check_module_use
from module_under_check import bound_by, local_names

_FORBIDDEN = {
    ast.AsyncFunctionDef: 'async functions', ast.AsyncFor: 'async loops', ast.AsyncWith: 'async with', ast.Await: 'await', ast.Global: 'global', ast.Nonlocal: 'nonlocal',
    ast.Assert: 'assert (raise an error instead)', ast.MatchClass: 'class patterns (they read attributes)',
    ast.Try: 'try (an error that is swallowed hides code that never worked)', ast.With: 'with', ast.Delete: 'del',
}
if hasattr(ast, 'TryStar'):
    _FORBIDDEN[ast.TryStar] = _FORBIDDEN[ast.Try]
# Attributes that lead to frames, code and globals, that read attributes by text, or that leave a note on a class of the language (register);
# no field of a class may carry such a name either.
RESERVED = re.compile(r'_|(?:gi|f|tb|co|cr|ag|func)_|(?:mro|format|format_map|throw|send|close|with_traceback|add_note|register|ctypes|tofile|dump|dumps|setflags|view|func)$')
_DECORATORS = ('staticmethod', 'dataclass')
_ORDINARY_METHODS = {'__init__', '__post_init__'}
_METHODS = {*CHANGING_METHODS, *READING_METHODS}
_TOP_LEVEL = (ast.Import, ast.ImportFrom, ast.FunctionDef, ast.ClassDef, ast.Assign, ast.AnnAssign)


class Package:
    """What the modules of a package offer each other: names to import, fields and methods of its classes."""

    def __init__(self, trees):
        from package_realm import module_name
        self.modules = {module_name(path): tree for path, tree in trees.items()}
        self.folders = {'src'} | {name.rpartition('.')[0] for name in self.modules}
        self.is_package = {module_name(path) for path in trees if path.endswith('/__init__.py')} | (self.folders - set(self.modules))
        self.members = set()
        for tree in trees.values():
            for node in ast.walk(tree):
                if isinstance(node, ast.ClassDef):
                    self.members |= members_of(node)
        self.members = {name for name in self.members if not RESERVED.match(name)}

    def resolve(self, importer, module, level):
        """Full name of a module of the package, or None."""
        if level == 0:
            return next((n for n in (module, 'src.' + module) if n in self.modules or n in self.folders), None)
        base = importer.split('.') if importer in self.is_package else importer.split('.')[:-1]
        full = '.'.join(base[: len(base) - level + 1] + ([module] if module else []))
        return full if full in self.modules or full in self.folders else None

    def names_of(self, full):
        tree = self.modules.get(full)
        return module_names(tree) if tree else set()


def members_of(node):
    """Methods, fields and attributes of self of a class."""
    out = {n.name for n in node.body if isinstance(n, ast.FunctionDef)}
    for n in ast.walk(node):
        if isinstance(n, ast.Attribute) and isinstance(n.ctx, ast.Store) and isinstance(n.value, ast.Name) and n.value.id == 'self':
            out.add(n.attr)
    for n in node.body:
        out |= {t.id for t in (n.targets if isinstance(n, ast.Assign) else [n.target] if isinstance(n, ast.AnnAssign) else []) if isinstance(t, ast.Name)}
    return out


def module_names(tree):
    """Names bound at the top of a module."""
    out = set()
    for node in tree.body:
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            out.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            out |= {(a.asname or a.name).split('.')[0] for a in node.names}
        else:
            out |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return out


def check_syntax(m, package, name):
    """`name`: full name of the module, 'src.alpha'. Returns the local names that stand for modules, with their full names."""
    aliases = {}
    top = module_names(m.tree)
    if name.removeprefix('src.').split('.')[0] in MODULES:
        m.report(1, 'module-name', 'The file has the name of a module of the language; an import could mean either.')
    for node in m.nodes:
        what = _FORBIDDEN.get(type(node))
        if what:
            m.report(node, 'syntax', 'Not allowed in a strategy: %s.' % what)
        elif isinstance(node, ast.Import):
            for a in node.names:
                if a.name in MODULES and '.' not in a.name:
                    aliases[a.asname or a.name] = a.name
                elif package.resolve(name, a.name, 0) and a.asname:
                    aliases[a.asname] = package.resolve(name, a.name, 0)
                else:
                    m.report(node, 'import', '%s must not be imported this way; allowed are modules of this package (from .%s import …) and %s.' % (a.name[:60], a.name[:30], ', '.join(sorted(MODULES))))
        elif isinstance(node, ast.ImportFrom):
            check_import_from(m, package, name, node, aliases)
        elif isinstance(node, ast.ClassDef):
            if node.keywords or any(not isinstance(b, ast.Name) for b in node.bases):
                m.report(node, 'class', 'The class %s must have plain bases and no metaclass.' % node.name)
            for statement in node.body:
                if not isinstance(statement, (ast.FunctionDef, ast.Assign, ast.AnnAssign, ast.Pass)) and not m.is_docstring(statement):
                    m.report(statement, 'class', 'A class holds methods and fields, not %s.' % type(statement).__name__)
            for name_ in sorted(members_of(node)):
                if RESERVED.match(name_) and name_ not in _ORDINARY_METHODS:
                    m.report(node, 'reserved-member', 'A class of a strategy must not have a member %s.' % name_[:60])
        elif isinstance(node, ast.FunctionDef) and node.name.startswith('__') and node.name not in _ORDINARY_METHODS:
            m.report(node, 'dunder-def', '%s changes how a value behaves under operators or tests.' % node.name)
        if isinstance(node, (ast.Import, ast.ImportFrom)) and m.parent.get(node) is not m.tree:
            m.report(node, 'import', 'Imports stand at the top of the file.')
        if isinstance(node, (ast.FunctionDef, ast.ClassDef)):
            for d in node.decorator_list:
                plain = d.func if isinstance(d, ast.Call) else d
                options = isinstance(d, ast.Call) and (plain is d.func and getattr(plain, 'id', '') == 'dataclass') and not d.args and all(k.arg and isinstance(k.value, ast.Constant) for k in d.keywords)
                if not (isinstance(plain, ast.Name) and plain.id in _DECORATORS and (options or plain is d)):
                    m.report(d, 'decorator', 'The decorator %s is not allowed.' % m.quote(d))
                elif (plain.id == 'dataclass') != isinstance(node, ast.ClassDef) or (plain.id == 'staticmethod' and not isinstance(m.parent.get(node), ast.ClassDef)):
                    m.report(d, 'decorator', '%s does not belong there.' % m.quote(d))
    for node in m.tree.body:
        if not isinstance(node, _TOP_LEVEL) and not m.is_docstring(node):
            m.report(node, 'top-level-effect', '%s runs when the module is loaded; only declarations may stand at its top.' % type(node).__name__)
    check_names(m, top)
    check_bindings(m)
    check_attributes(m, package, aliases)
    check_module_use(m, aliases)
    return aliases


def check_import_from(m, package, name, node, aliases):
    full = package.resolve(name, node.module or '', node.level)
    if full is None and node.level == 0 and node.module in MODULES:
        for a in node.names:
            if a.name not in MODULES[node.module]:
                m.report(node, 'import', '%s.%s must not be imported.' % (node.module, a.name[:60]))
    elif full is None:
        m.report(node, 'import', '%s must not be imported; allowed are modules of this package and %s.' % (('.' * node.level + (node.module or ''))[:60], ', '.join(sorted(MODULES))))
    else:
        for a in node.names:
            if a.name == '*' or a.name.startswith('_'):
                m.report(node, 'import', 'Import public names one by one, not %s.' % a.name[:60])
            elif a.name not in package.names_of(full):
                if '%s.%s' % (full, a.name) in package.modules:
                    aliases[a.asname or a.name] = '%s.%s' % (full, a.name)
                else:
                    m.report(node, 'import', '%s has no %s.' % (full, a.name[:60]))


def check_names(m, top):
    known = top | set(BUILTINS)
    functions = {node: local_names(node) for node in m.nodes if isinstance(node, (ast.FunctionDef, ast.Lambda))}
    for node in m.nodes:
        if not isinstance(node, ast.Name):
            continue
        if node.id.startswith('__'):
            m.report(node, 'name', 'The name %s is reserved.' % node.id)
        if isinstance(node.ctx, ast.Load) and node.id not in known and not any(node.id in functions[f] for f in outer_functions(m, node) if f in functions) and not in_own_scope(m, node):
            m.report(node, 'name', 'The name %s is not available to a strategy.' % node.id[:60])


def outer_functions(m, node):
    while node is not None:
        node = m.parent.get(node)
        if isinstance(node, (ast.FunctionDef, ast.Lambda)):
            yield node


def in_own_scope(m, node):
    """Names of comprehensions at module level and of class bodies."""
    name, up = node.id, m.parent.get(node)
    while up is not None:
        if isinstance(up, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)) and any(isinstance(n, ast.Name) and n.id == name for g in up.generators for n in ast.walk(g.target)):
            return True
        if isinstance(up, ast.ClassDef) and name in module_names(up):
            return True
        up = m.parent.get(up)
    return False


def check_attributes(m, package, aliases):
    uses_numpy = 'numpy' in aliases.values() or any(isinstance(n, ast.ImportFrom) and n.module == 'numpy' for n in m.nodes)
    for node in m.nodes:
        if not isinstance(node, ast.Attribute):
            continue
        owner = aliases.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if owner in MODULES:
            if node.attr not in MODULES[owner]:
                m.report(node, 'attribute', '%s.%s is not available to a strategy.' % (owner, node.attr[:60]))
        elif owner is not None:
            if RESERVED.match(node.attr) or node.attr not in package.names_of(owner):
                m.report(node, 'attribute', '%s has no public %s.' % (owner, node.attr[:60]))
        elif node.attr not in _METHODS and node.attr not in package.members and not (uses_numpy and node.attr in ARRAY_METHODS):
            m.report(node, 'attribute', 'The attribute %s is not available to a strategy.' % node.attr[:60])
        if not isinstance(node.ctx, ast.Load) and not in_constructor(m, node):
            m.report(node, 'attribute-write', '%s is written; a strategy sets attributes of self in __init__ only.' % m.quote(node))


def in_constructor(m, node):
    """`self.x = …` directly in __init__ or __post_init__ of a class: the object is new. Elsewhere `self` could be anything that outlives the call."""
    method = m.scope_of(node)
    return (
        isinstance(method, ast.FunctionDef) and method.name in _ORDINARY_METHODS and isinstance(m.parent.get(method), ast.ClassDef)
        and not method.decorator_list and isinstance(node.value, ast.Name) and [a.arg for a in method.args.args[:1]] == [node.value.id]
        and not any(node.value.id in bound_by(n) for statement in method.body for n in ast.walk(statement))
        and not any(isinstance(n, ast.Name) and n.id == node.value.id and isinstance(n.ctx, ast.Del) for n in ast.walk(method))
    )

"""
The rules for tests an agent wrote. A test may run code at module level and throw results away, but it imports nothing beside pytest,
oomrl_kit, the package and a few harmless names, reaches no hidden attribute, and swallows no error. Who accepts it looks at how it behaves, not at its report.
"""
import ast

from allowed_names import BUILTINS, MODULES
from module_under_check import ModuleUnderCheck, local_names
from syntax_rules import RESERVED, in_own_scope, module_names, outer_functions
from text_rules import check_text

_MODULES = {
    **MODULES,
    'oomrl_kit': ('fixtures', 'gen', 'property'),
    'pytest': ('approx', 'fail', 'mark', 'raises'),
    'json': ('dumps', 'loads'),
    'pathlib': ('Path',),
    'random': ('choice', 'gauss', 'randint', 'random', 'sample', 'seed', 'shuffle', 'uniform'),
}
_BUILTINS = {*BUILTINS, '__file__', 'type', 'RecursionError', 'NameError', 'AttributeError', 'MemoryError'}
_FORBIDDEN = (ast.AsyncFunctionDef, ast.AsyncFor, ast.AsyncWith, ast.Await, ast.Global, ast.Nonlocal, ast.Try, ast.Delete, ast.MatchClass)


def check_tests(tests, sources):
    """{path: findings} of [path, text] pairs that parse; what does not parse is a problem of the plan."""
    return [{'path': path, 'findings': _check(path, text, tests, sources)} for path, text in tests if path.endswith('.py')]


def _check(path, text, tests, sources):
    try:
        m = ModuleUnderCheck(path, text, ast.parse(text, path))
    except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
        return [{'path': path, 'line': getattr(error, 'lineno', None) or 1, 'column': 1, 'rule': 'syntax', 'astPath': '', 'message': str(error)[:300]}]
    check_text(m)
    files = {one[: -len('.py')].replace('/', '.').removesuffix('.__init__') for one, _ in [*tests, *sources] if one.endswith('.py')}
    # As the judge finds them: with src on the path, and helpers beside the test.
    files |= {name[len('src.'):] for name in files if name.startswith('src.')} | {name.rpartition('.')[2] for name in files if not name.startswith('src.')}
    aliases = {}
    for node in m.nodes:
        if isinstance(node, _FORBIDDEN) or type(node).__name__ == 'TryStar':
            m.report(node, 'syntax', '%s is not allowed in a test.' % type(node).__name__)
        elif isinstance(node, ast.With) and not all(isinstance(i.context_expr, ast.Call) and ast.unparse(i.context_expr.func) == 'pytest.raises' for i in node.items):
            m.report(node, 'syntax', 'with is for pytest.raises only.')
        elif isinstance(node, ast.Import):
            for a in node.names:
                if a.name in _MODULES:
                    aliases[a.asname or a.name] = a.name
                elif a.name not in files or 'hidden' in a.name:
                    m.report(node, 'import', 'Tests must not import %s.' % a.name[:60])
        elif isinstance(node, ast.ImportFrom):
            _check_import_from(m, node, files)
    _check_names(m, aliases)
    return sorted(m.findings, key=lambda f: (f['line'], f['column']))[:100]


def _check_import_from(m, node, files):
    if node.level == 0 and node.module in _MODULES:
        bad = [a.name for a in node.names if a.name not in _MODULES[node.module]]
    elif 'hidden' in (node.module or '') or (node.level == 0 and node.module not in files and node.module not in ('src', 'tests', 'baseline')) or node.level > 1:
        bad = [node.module or '.']
    else:
        bad = [a.name for a in node.names if a.name == '*' or a.name.startswith('_') or a.name == 'hidden']
    if bad:
        m.report(node, 'import', 'Tests import pytest, oomrl_kit, the package, other tests and harmless names, not %s.' % bad[0][:60])


def _check_names(m, aliases):
    top = module_names(m.tree) | {n.id for n in ast.walk(m.tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    local = {node: local_names(node) for node in m.nodes if isinstance(node, (ast.FunctionDef, ast.Lambda))}
    for node in m.nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            known = node.id in top or node.id in _BUILTINS or any(node.id in local[f] for f in outer_functions(m, node) if f in local) or in_own_scope(m, node)
            if not known:
                m.report(node, 'name', 'The name %s is not available to a test.' % node.id[:60])
        elif isinstance(node, ast.Attribute):
            owner = aliases.get(node.value.id) if isinstance(node.value, ast.Name) else None
            if RESERVED.match(node.attr) or (owner in _MODULES and node.attr not in _MODULES[owner]):
                m.report(node, 'attribute', 'The attribute %s is not available to a test.' % node.attr[:60])
            if not isinstance(node.ctx, ast.Load) and not (isinstance(node.value, ast.Name) and node.value.id == 'self'):
                m.report(node, 'attribute-write', '%s is written.' % m.quote(node))

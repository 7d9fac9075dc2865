"""
Reads Python packages for trusted code outside: syntax, declarations, coverage points, plan of the tests, forbidden patterns. Never runs
what it reads; runs in the sandbox all the same, because a parser is attacked by text. fd 0: request, fd 4: answer (both JSON).
"""
import ast
import builtins
import json
import os
import sys
import time

sys.dont_write_bytecode = True
from array_rules import check_arrays
from coverage_points import mark_points
from declarations import count_edits, declarations_of, without_docstrings
from edit_points import mutants, throw_points
from literal_rules import check_literals, telling_numbers
from module_under_check import ModuleUnderCheck
from package_realm import module_name
from state_rules import check_results, check_state, tables_of
from syntax_rules import Package, check_syntax, module_names
from test_plan import read_plan
from test_rules import check_tests
from text_rules import check_text


def parse(path, text):
    """(tree, problem). A problem is {line, message}."""
    try:
        tree = ast.parse(text, path)
        compile(text, path, 'exec', dont_inherit=True)
        return tree, None
    except (SyntaxError, ValueError) as error:
        return None, {'line': getattr(error, 'lineno', None) or 1, 'message': str(getattr(error, 'msg', error))[:300]}
    except (RecursionError, MemoryError):
        return None, {'line': 1, 'message': 'the file is nested too deeply'}


def unresolved(path, tree, package):
    """Names that nothing binds and names imported from a module of the package that lacks them: what a compiler of types would refuse."""
    from module_under_check import local_names
    bound = module_names(tree) | set(dir(builtins)) | {'__name__'}
    for node in ast.walk(tree):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)):
            bound |= local_names(node)
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            bound.add(node.id)
        elif isinstance(node, ast.ExceptHandler) and node.name:
            bound.add(node.name)
        elif isinstance(node, (ast.MatchAs, ast.MatchStar)) and node.name:
            bound.add(node.name)
    out = [{'line': n.lineno, 'column': n.col_offset + 1, 'message': 'the name %s is not defined' % n.id[:80]} for n in ast.walk(tree) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and n.id not in bound]
    for node in ast.walk(tree):
        full = package.resolve(module_name(path), node.module or '', node.level) if isinstance(node, ast.ImportFrom) else None
        for a in node.names if full in package.modules else ():
            if a.name != '*' and a.name not in package.names_of(full) and '%s.%s' % (full, a.name) not in package.modules:
                out.append({'line': node.lineno, 'column': node.col_offset + 1, 'message': '%s has no %s' % (full, a.name[:80])})
    return sorted(out, key=lambda x: (x['line'], x['column']))[:50]


def read_modules(files, tests, base, clock):
    parsed = {path: parse(path, text) for path, text in files}
    started = time.perf_counter()
    trees = {path: tree for path, (tree, _) in parsed.items() if tree is not None}
    package = Package(trees)
    tables = {module_name(path): tables_of(tree) for path, tree in trees.items()}
    in_tests = set().union(*(telling_numbers(text) for _, text in tests)) if tests else set()
    in_base = None if base is None else set().union(*(telling_numbers(text) for _, text in base)) if base else set()
    base_text = None if base is None else '\n'.join(text for _, text in base)
    clock.add('patterns', started)
    out = []
    for path, text in files:
        tree, problem = parsed[path]
        if tree is None:
            out.append({'path': path, 'syntax': problem, 'points': [], 'throwPoints': [], 'mutants': [], 'unresolved': [], 'findings': []})
            continue
        started = time.perf_counter()
        m = ModuleUnderCheck(path, text, tree)
        m.name, m.package = module_name(path), package
        twin = next((other for other, _ in files if other != path and module_name(other) == m.name), None)
        if twin or not all(part.isidentifier() for part in path[: -len('.py')].split('/')):
            m.report(1, 'module-name', 'The file cannot be imported by a name of its own%s.' % (': %s has the same' % twin if twin else ''))
        check_text(m)
        aliases = check_syntax(m, package, m.name)
        check_state(m, tables, aliases)
        check_results(m)
        check_arrays(m, aliases)
        check_literals(m, in_tests, in_base, base_text)
        findings = sorted(m.findings, key=lambda f: (f['line'], f['column']))[:200]
        clock.add('patterns', started)
        started = time.perf_counter()
        lacking = unresolved(path, tree, package)
        clock.add('names', started)
        points, _ = mark_points(ast.parse(text, path))
        out.append({'path': path, 'syntax': None, 'points': points, 'throwPoints': throw_points(text, tree), 'mutants': mutants(text, tree), 'unresolved': lacking, 'findings': findings})
    return out


def read_changes(pairs):
    """Declarations before and after and the size of the change, per changed file [path, before, after] (None = no such file)."""
    out = []
    for path, before, after in pairs:
        same = before == after
        trees = [None if text is None else parse(path, text)[0] for text in ((after,) if same else (before, after))]
        old, new = [None if tree is None else without_docstrings(tree) for tree in (trees * 2 if same else trees)]
        edits = 0 if same or (old is None and new is None) else count_edits(old, new)
        now = declarations_of(new) if new else []
        out.append({'path': path, 'edits': edits, 'before': now if same else declarations_of(old) if old else [], 'after': now})
    return out


class Clock:
    """Milliseconds by the gate they are spent for."""

    def __init__(self):
        self.ms = {'patterns': 0.0, 'names': 0.0, 'tests': 0.0}

    def add(self, name, started):
        self.ms[name] += (time.perf_counter() - started) * 1000


def main():
    sys.setrecursionlimit(3000)
    request = json.loads(sys.stdin.read())
    clock = Clock()
    started = time.perf_counter()
    tests = check_tests(request['tests'], request['sources'])
    clock.add('tests', started)
    answer = {
        'python': '%d.%d.%d' % sys.version_info[:3],
        'modules': read_modules(request['sources'], request['tests'], request['base'], clock),
        'plan': read_plan(request['tests']),
        'tests': tests,
        'ms': clock.ms,
        'changes': read_changes(request['changes']),
    }
    data = json.dumps(answer).encode()
    while data:
        data = data[os.write(4, data):]


main()

"""Ids of the tests of a package, read from their text without running it. What cannot be known is a problem for the author."""
import ast

MAX_ID = 500
_SETUP = {'setup_module', 'teardown_module', 'setup_function', 'teardown_function', 'setup_class', 'teardown_class', 'setup_method', 'teardown_method', 'setUp', 'tearDown'}


def is_test_file(path):
    name = path.rpartition('/')[2]
    return name.endswith('.py') and (name.startswith('test_') or name.endswith('_test.py'))


def _parametrized(decorator):
    """The rows of pytest.mark.parametrize(names, [rows]): their number, None for another decorator, -1 when they are computed."""
    if not isinstance(decorator, ast.Call) or ast.unparse(decorator.func) != 'pytest.mark.parametrize':
        return None
    rows = decorator.args[1] if len(decorator.args) == 2 and not decorator.keywords else None
    return len(rows.elts) if isinstance(rows, (ast.List, ast.Tuple)) and not any(isinstance(e, ast.Starred) for e in rows.elts) else -1


class _Reader:
    def __init__(self, path):
        self.path, self.ids, self.problems = path, [], []

    def problem(self, node, message):
        self.problems.append({'file': self.path, 'line': getattr(node, 'lineno', None) or 1, 'message': message})

    def test(self, node, prefix, arguments):
        rows = None
        for decorator in node.decorator_list:
            rows = _parametrized(decorator)
            if rows is None:
                self.problem(node, 'the decorator @%s on a test is not supported; only pytest.mark.parametrize is' % ast.unparse(decorator)[:80])
            elif rows < 0:
                self.problem(node, 'write the rows of parametrize as a list in place, so that the number of tests is known')
        if len(node.decorator_list) > 1:
            self.problem(node, 'a test takes one parametrize')
        given = node.args
        if rows is None and (len(given.args) > arguments or given.posonlyargs or given.kwonlyargs or given.vararg or given.kwarg):
            self.problem(node, 'the test %s takes arguments; fixtures are not supported, call a helper function instead' % node.name)
        if isinstance(node, ast.AsyncFunctionDef):
            self.problem(node, 'the test %s is async; strategy functions are not' % node.name)
        for i in range(max(rows, 0) if rows is not None else 1):
            one = '%s::%s%s' % (prefix, node.name, '' if rows is None else '[%d]' % i)
            if len(one) > MAX_ID:
                self.problem(node, 'the name of the test is longer than %d characters with its file' % MAX_ID)
            if one in self.ids:
                self.problem(node, "the test '%s' exists twice; give each its own name" % node.name)
            self.ids.append(one)

    def body(self, statements, prefix, arguments):
        for node in statements:
            if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
                if node.name.startswith('test_'):
                    self.test(node, prefix, arguments)
                elif node.name in _SETUP:
                    self.problem(node, '%s is not supported; call a helper function from the test instead' % node.name)
            elif isinstance(node, ast.ClassDef) and node.name.startswith('Test') and prefix == self.path:
                if node.bases or node.decorator_list:
                    self.problem(node, 'the test class %s must be plain: no bases, no decorators' % node.name)
                self.body(node.body, '%s::%s' % (prefix, node.name), 1)
            elif any(isinstance(x, (ast.FunctionDef, ast.AsyncFunctionDef)) and x.name.startswith('test_') for x in ast.walk(node)):
                self.problem(node, 'a test must stand at the top of its file or in a Test class, not inside another statement')


def read_plan(tests):
    """{ids, problems} of [path, text] pairs, files in path order."""
    ids, problems = [], []
    for path, text in sorted(tests):
        if path.rpartition('/')[2] == 'conftest.py':
            problems.append({'file': path, 'line': 1, 'message': 'conftest.py is not used; put helpers into a module and import it'})
        if not is_test_file(path):
            continue
        reader = _Reader(path)
        try:
            reader.body(ast.parse(text, path).body, path, 0)
        except (SyntaxError, ValueError, RecursionError, MemoryError) as error:
            reader.problem(error, 'the file does not parse: %s' % error)
        ids += reader.ids
        problems += reader.problems
    return {'ids': ids, 'problems': problems}

"""`assert a == b` of a test tells both values when it fails, as pytest does: by a change of the syntax tree."""
import ast

FAILED = '<assert failed>'
_LEFT, _RIGHT = '<left>', '<right>'


class AssertFailed(AssertionError):
    """`values`: (actual, expected) or (actual,)."""

    def __init__(self, message, values):
        super().__init__(message)
        self.values = values


def assert_failed(text, note, *values):
    raise AssertFailed(text if note is None else '%s: %s' % (note, text), values)


class _Rewriter(ast.NodeTransformer):
    def __init__(self, source):
        self.source = source

    def visit_Assert(self, node):
        text = ast.get_source_segment(self.source, node) or 'assert'
        note = node.msg or ast.Constant(None)
        load, store = ast.Load(), ast.Store()
        if isinstance(node.test, ast.Compare) and len(node.test.ops) == 1:
            left, right = ast.Name(_LEFT, load), ast.Name(_RIGHT, load)
            before = [ast.Assign([ast.Name(_LEFT, store)], node.test.left), ast.Assign([ast.Name(_RIGHT, store)], node.test.comparators[0])]
            test, values = ast.Compare(left, node.test.ops, [right]), [left, right]
        else:
            before, test, values = [ast.Assign([ast.Name(_LEFT, store)], node.test)], ast.Name(_LEFT, load), [ast.Name(_LEFT, load)]
        call = ast.Expr(ast.Call(ast.Name(FAILED, load), [ast.Constant(text[:300]), note, *values], []))
        made = [*before, ast.If(ast.UnaryOp(ast.Not(), test), [call], [])]
        for one in made:
            for part in ast.walk(one):
                ast.copy_location(part, node) if not hasattr(part, 'lineno') else None
        return [ast.fix_missing_locations(ast.copy_location(one, node)) for one in made]


def compile_test(text, path):
    """Code of a test module with telling assertions. Raises SyntaxError."""
    tree = _Rewriter(text).visit(ast.parse(text, path))
    return compile(ast.fix_missing_locations(tree), path, 'exec', dont_inherit=True)

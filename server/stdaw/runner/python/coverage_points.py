"""
Coverage by marks in the syntax tree. `mark_points` walks a module in a fixed order and numbers its statements, branches and functions;
the process that runs the code and the process that reads it number alike. The names of the marks cannot be spelled in source.
Columns are 1-based. Reads no comment, so no ignore hint exists.
"""
import ast

HITS = '<hits>'
MARK = '<mark>'
_NOT_COUNTED = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Import, ast.ImportFrom, ast.Global, ast.Nonlocal, ast.Pass)


def is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def _counted(node):
    return not isinstance(node, _NOT_COUNTED) and not is_docstring(node) and not (isinstance(node, ast.AnnAssign) and node.value is None)


class _Marker:
    def __init__(self):
        self.points = []

    def point(self, kind, node, top, what):
        self.points.append({'kind': kind, 'line': node.lineno, 'column': node.col_offset + 1, 'top': top, 'what': what})
        return len(self.points) - 1

    def statement_mark(self, number, at):
        made = ast.Assign([ast.Subscript(ast.Name(HITS, ast.Load()), ast.Constant(number), ast.Store())], ast.Constant(1))
        return ast.copy_location(made, at)

    def expression_mark(self, number, value):
        call = ast.Call(ast.Name(MARK, ast.Load()), [ast.Constant(number)], [])
        return ast.copy_location(ast.BoolOp(ast.Or(), [ast.copy_location(call, value), value]), value)

    def body(self, statements, top, first=None):
        """Marks of a block; `first` is the number of a branch or function that begins with it."""
        out = []
        if first is not None:
            out.append(self.statement_mark(first, statements[0]))
        for i, node in enumerate(statements):
            if is_docstring(node) and i == 0:
                out.append(node)
                continue
            if _counted(node):
                out.append(self.statement_mark(self.point('statement', node, top, 'statement'), node))
            out.append(self.statement(node, top))
        return out

    def statement(self, node, top):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)):
            number = self.point('function', node, False, node.name)
            node.args.defaults = [self.expression(d, top) for d in node.args.defaults]
            node.args.kw_defaults = [d and self.expression(d, top) for d in node.args.kw_defaults]
            skip = 1 if is_docstring(node.body[0]) and len(node.body) > 1 else 0
            node.body = node.body[:skip] + self.body(node.body[skip:], False, number)
            return node
        if isinstance(node, ast.ClassDef):
            node.body = self.body(node.body, top)
            return node
        if isinstance(node, ast.If):
            node.test = self.expression(node.test, top)
            node.body = self.body(node.body, top, self.point('branch', node.body[0], top, 'if'))
            if node.orelse:
                node.orelse = self.body(node.orelse, top, self.point('branch', node.orelse[0], top, 'else'))
            else:
                node.orelse = [self.statement_mark(self.point('branch', node, top, 'no else'), node)]
            return node
        if isinstance(node, ast.Match):
            node.subject = self.expression(node.subject, top)
            for case in node.cases:
                case.guard = case.guard and self.expression(case.guard, top)
                case.body = self.body(case.body, top, self.point('branch', case.body[0], top, 'case'))
            return node
        for name, value in ast.iter_fields(node):
            if isinstance(value, list) and value and isinstance(value[0], ast.stmt):
                setattr(node, name, self.body(value, top))
            elif isinstance(value, list) and value and isinstance(value[0], ast.excepthandler):
                for handler in value:
                    handler.body = self.body(handler.body, top)
            elif name != 'annotation':
                setattr(node, name, self.inside(value, top))
        return node

    def inside(self, value, top):
        if isinstance(value, list):
            return [self.inside(x, top) for x in value]
        if isinstance(value, ast.expr):
            return self.expression(value, top)
        if isinstance(value, ast.AST):
            for name, child in ast.iter_fields(value):
                setattr(value, name, self.inside(child, top))
        return value

    def expression(self, node, top):
        if isinstance(node, ast.Lambda):
            number = self.point('function', node, False, '(lambda)')
            node.args.defaults = [self.expression(d, top) for d in node.args.defaults]
            node.body = self.expression_mark(number, self.expression(node.body, False))
            return node
        if isinstance(node, ast.IfExp):
            node.test = self.expression(node.test, top)
            then, other = self.point('branch', node.body, top, 'value if'), self.point('branch', node.orelse, top, 'value else')
            node.body = self.expression_mark(then, self.expression(node.body, top))
            node.orelse = self.expression_mark(other, self.expression(node.orelse, top))
            return node
        if isinstance(node, ast.BoolOp):
            word = 'and' if isinstance(node.op, ast.And) else 'or'
            values = [self.expression(node.values[0], top)]
            for value in node.values[1:]:
                number = self.point('branch', value, top, 'right side of ' + word)
                values.append(self.expression_mark(number, self.expression(value, top)))
            node.values = values
            return node
        if isinstance(node, ast.Compare) and len(node.ops) > 1:
            # a < b < c looks at c only when a < b.
            node.left = self.expression(node.left, top)
            later = [(self.point('branch', value, top, 'end of the comparison'), value) for value in node.comparators[1:]]
            node.comparators = [self.expression(node.comparators[0], top), *(self.expression_mark(n, self.expression(v, top)) for n, v in later)]
            return node
        if isinstance(node, (ast.ListComp, ast.SetComp, ast.GeneratorExp, ast.DictComp)):
            number = self.point('branch', node, top, 'comprehension')
            for generator in node.generators:
                self.inside(generator, top)
            if isinstance(node, ast.DictComp):
                node.key = self.expression_mark(number, self.expression(node.key, top))
                node.value = self.expression(node.value, top)
            else:
                node.elt = self.expression_mark(number, self.expression(node.elt, top))
            return node
        for name, value in ast.iter_fields(node):
            setattr(node, name, self.inside(value, top))
        return node


def mark_points(tree):
    """(points, marked tree). The tree is changed in place."""
    marker = _Marker()
    tree.body = marker.body(tree.body, True)
    return marker.points, ast.fix_missing_locations(tree)

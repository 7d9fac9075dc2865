"""A module while it is checked: its tree with parents, its module-level names, and what was found."""
import ast
import re

from coverage_points import is_docstring

SCOPES = (ast.FunctionDef, ast.AsyncFunctionDef, ast.Lambda)


class ModuleUnderCheck:
    """`mutable_of`: per module of the package the names of its module-level tables (see state_rules)."""

    def __init__(self, path, text, tree):
        self.path, self.text, self.tree, self.findings = path, text, tree, []
        self.parent = {child: node for node in ast.walk(tree) for child in ast.iter_child_nodes(node)}
        self.nodes = list(ast.walk(tree))
        self.lines = re.split('\r\n|\r|\n', text)

    def report(self, at, rule, message):
        """`at`: a node or a line number."""
        node = at if isinstance(at, ast.AST) else None
        line, column = (getattr(node, 'lineno', 1), getattr(node, 'col_offset', 0) + 1) if node is not None else (at, 1)
        self.findings.append({'path': self.path, 'line': line, 'column': column, 'rule': rule, 'astPath': self.ast_path(node), 'message': message[:400]})

    def ast_path(self, node):
        """Where in the tree, outermost first: 'FunctionDef(rank) > Return > Call'."""
        parts = []
        while node is not None and not isinstance(node, ast.Module):
            name = getattr(node, 'name', None)
            parts.append(type(node).__name__ + ('(%s)' % name if isinstance(name, str) else ''))
            node = self.parent.get(node)
        return ' > '.join(parts[::-1][-8:])

    def segment(self, node):
        """Source of a node. ast's own function splits the whole text each time, which was a third of the reader's work."""
        if node.lineno != node.end_lineno:
            return ast.get_source_segment(self.text, node) or ''
        return self.lines[node.lineno - 1].encode()[node.col_offset:node.end_col_offset].decode()

    def quote(self, node):
        text = ' '.join((self.segment(node) if hasattr(node, 'lineno') else type(node).__name__).split())
        return '"%s"' % (text if len(text) <= 60 else text[:57] + '…')

    def scope_of(self, node):
        """The function a node stands in, or None at module level. A decorator, default or annotation stands outside its function."""
        child, node = node, self.parent.get(node)
        while node is not None:
            inside = isinstance(node, ast.Lambda) and child is node.body or isinstance(node, SCOPES[:2]) and child in node.body
            if inside:
                return node
            child, node = node, self.parent.get(node)
        return None

    def is_annotation(self, node):
        child, node = node, self.parent.get(node)
        while node is not None and isinstance(child, (ast.expr, ast.arg, ast.arguments)):
            if getattr(node, 'annotation', None) is child or getattr(node, 'returns', None) is child:
                return True
            child, node = node, self.parent.get(node)
        return False

    def is_docstring(self, node):
        body = getattr(self.parent.get(node), 'body', None)
        return is_docstring(node) and isinstance(body, list) and bool(body) and body[0] is node


_OWN_SCOPE = (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda)
_COMPREHENSIONS = (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)


def local_names(function):
    """Names a function binds itself, by Python's scopes: what inner functions, classes and comprehensions bind is theirs."""
    given = function.args
    names = {a.arg for a in [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg] if a}
    waiting = [(node, False) for node in ([function.body] if isinstance(function, ast.Lambda) else function.body)]
    while waiting:
        node, in_comprehension = waiting.pop()
        # A walrus inside a comprehension binds in the function around it; the targets of its loops stay inside.
        if not in_comprehension or not isinstance(node, ast.Name):
            names |= bound_by(node)
        if isinstance(node, ast.NamedExpr):
            names.add(node.target.id)
        if not isinstance(node, _OWN_SCOPE):
            inside = in_comprehension or isinstance(node, _COMPREHENSIONS)
            waiting.extend((child, inside) for child in ast.iter_child_nodes(node))
        elif not isinstance(node, ast.Lambda):
            waiting.extend((d, in_comprehension) for d in node.decorator_list)
    return names


def bound_by(node):
    """Names that this one node binds: a name that is stored, a definition, a capture of a pattern, an import."""
    if isinstance(node, ast.Name):
        return {node.id} if isinstance(node.ctx, ast.Store) else set()
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return {node.name}
    if isinstance(node, ast.arg):
        return {node.arg}
    if isinstance(node, (ast.MatchAs, ast.MatchStar)):
        return {node.name} if node.name else set()
    if isinstance(node, ast.MatchMapping):
        return {node.rest} if node.rest else set()
    if isinstance(node, (ast.Import, ast.ImportFrom)):
        return {(a.asname or a.name).split('.')[0] for a in node.names}
    return set()

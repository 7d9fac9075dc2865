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


def local_names(function):
    """Names a function binds: arguments and everything it assigns, inside comprehensions too."""
    given = function.args
    names = {a.arg for a in [*given.posonlyargs, *given.args, *given.kwonlyargs, given.vararg, given.kwarg] if a}
    body = [function.body] if isinstance(function, ast.Lambda) else function.body
    for statement in body:
        for node in ast.walk(statement):
            if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
                names.add(node.id)
            elif isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
                names.add(node.name)
    return names

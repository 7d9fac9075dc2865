"""Declarations of a module and the size of a change in syntax-tree edits. Comments and layout do not count; docstrings do not either."""
import ast
from difflib import SequenceMatcher

from coverage_points import is_docstring
from module_under_check import bound_by


def without_docstrings(tree):
    """The tree, changed in place."""
    for node in ast.walk(tree):
        if isinstance(node, (ast.Module, ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)) and node.body and is_docstring(node.body[0]):
            node.body = node.body[1:] or ([] if isinstance(node, ast.Module) else [ast.copy_location(ast.Pass(), node.body[0])])
    return tree


def _names(node):
    if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
        return [node.name]
    targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) else []
    return [n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name)]


def declarations_of(tree):
    """[{name, kind, tokens, line, endLine}] of a tree without docstrings, in order of appearance, classes followed by their members; a second one of a name gets '#2'."""
    out, seen = [], {}

    def add(name, kind, node):
        seen[name] = seen.get(name, 0) + 1
        unique = name if seen[name] == 1 else '%s#%d' % (name, seen[name])
        first = min([node.lineno, *(d.lineno for d in getattr(node, 'decorator_list', []))])
        binds = {'binds': sorted(bound_by(node))} if kind == 'import' else {}
        out.append({'name': unique, 'kind': kind, 'tokens': ast.dump(node), 'line': first, 'endLine': node.end_lineno, **binds})

    for node in tree.body:
        if isinstance(node, (ast.Import, ast.ImportFrom)):
            add('import %s' % ast.unparse(node), 'import', node)
        elif isinstance(node, ast.ClassDef):
            add(node.name, 'class', node)
            for member in node.body:
                for name in _names(member):
                    add('%s.%s' % (node.name, name), 'method', member)
        elif _names(node):
            for name in _names(node):
                add(name, 'function' if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef)) else 'variable', node)
        else:
            add('statement %s' % type(node).__name__, 'statement', node)
    return out


_OPERATORS = (ast.expr_context, ast.operator, ast.boolop, ast.unaryop, ast.cmpop)


# An expression of this many nodes counts as much as a statement: a change cannot hide in one long line.
_PER_EDIT = 32


def _size(node):
    return sum(not isinstance(x, _OPERATORS) for x in ast.walk(node))


def _weight(node):
    return max(1 + sum(isinstance(x, ast.stmt) for x in ast.walk(node) if x is not node), -(-_size(node) // _PER_EDIT))


def _children(node):
    return [x for x in ast.iter_child_nodes(node) if not isinstance(x, _OPERATORS)]


def _own(node):
    """What a node says by itself: names, constants and operators."""
    plain = lambda v: ast.dump(v) if isinstance(v, _OPERATORS) else None if isinstance(v, ast.AST) else v  # noqa: E731
    return [[plain(x) for x in v] if isinstance(v, list) else plain(v) for _, v in ast.iter_fields(node)]


def _wraps(outer, inner):
    """`outer` is an expression that holds `inner` unchanged: x became max(0, x)."""
    wanted = ast.dump(inner)
    return isinstance(outer, ast.expr) and isinstance(inner, ast.expr) and any(isinstance(x, ast.expr) and ast.dump(x) == wanted for x in ast.walk(outer))


def _compare(a, b):
    ca, cb = _children(a), _children(b)
    if _wraps(a, b) or _wraps(b, a):
        return max(1, -(-abs(_size(a) - _size(b)) // _PER_EDIT))
    if not ca or not cb:
        return max(_weight(a), _weight(b))
    own = 0 if _own(a) == _own(b) else 1
    blocks = isinstance(a, (ast.FunctionDef, ast.ClassDef, ast.For, ast.While, ast.If, ast.With))
    if not blocks and [type(x) for x in ca] == [type(x) for x in cb]:
        return max(1, own + sum(0 if ast.dump(x) == ast.dump(y) else _compare(x, y) for x, y in zip(ca, cb)))
    return max(1, own + _compare_lists(ca, cb))


def _compare_lists(a, b):
    edits = 0
    matcher = SequenceMatcher(None, [ast.dump(x) for x in a], [ast.dump(x) for x in b], autojunk=False)
    for tag, i1, i2, j1, j2 in matcher.get_opcodes():
        if tag == 'equal':
            continue
        news, alone = b[j1:j2], []
        for old in a[i1:i2]:
            at = next((k for k, n in enumerate(news) if type(n) is type(old) and getattr(n, 'name', None) == getattr(old, 'name', None)), None)
            if at is None:
                alone.append(old)
            else:
                edits += _compare(old, news.pop(at))
        for k in range(max(len(alone), len(news))):
            edits += max(_weight(alone[k]) if k < len(alone) else 0, _weight(news[k]) if k < len(news) else 0)
    return edits


def count_edits(before, after):
    """Smallest differing parts of two module trees without docstrings; a tree of None is a file that is new or gone."""
    if before is None or after is None:
        return sum(_weight(n) for n in (before or after).body)
    return _compare_lists(before.body, after.body)

"""Places where a module can be changed to question its tests: statements that can raise instead, and small changes of meaning."""
import ast
import re

_SWAPS = {
    '+': '-', '-': '+', '*': '/', '/': '*', '//': '/', '%': '*', '**': '*', '<': '<=', '<=': '<', '>': '>=', '>=': '>', '==': '!=', '!=': '==',
    'and': 'or', 'or': 'and', 'in': 'not in', 'not in': 'in', '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=',
}
_OPERATOR = re.compile(r'not\s+in|\*\*=?|//=?|<=|>=|==|!=|[-+*/%]=?|<|>|\band\b|\bor\b|\bin\b')


class _Places:
    """Offsets in UTF-16 units, which is how the text is edited outside; ast counts lines and UTF-8 bytes."""

    def __init__(self, text):
        self.text, self.lines = text, text.split('\n')
        self.starts = [0]
        for line in self.lines:
            self.starts.append(self.starts[-1] + len(line) + 1)

    def index(self, line, column):
        return self.starts[line - 1] + len(self.lines[line - 1].encode()[:column].decode())

    def units(self, index):
        return len(self.text[:index].encode('utf-16-le')) // 2

    def span(self, node):
        return self.index(node.lineno, node.col_offset), self.index(node.end_lineno, node.end_col_offset)


def throw_points(text, tree):
    """Plain statements inside functions: each can be replaced by a raise."""
    places, out = _Places(text), set()
    for function in ast.walk(tree):
        for node in ast.walk(function) if isinstance(function, ast.FunctionDef) else ():
            plain = isinstance(node, (ast.Return, ast.Raise, ast.Assign, ast.AugAssign)) or (isinstance(node, ast.Expr) and not isinstance(node.value, ast.Constant))
            if plain or (isinstance(node, ast.AnnAssign) and node.value is not None):
                out.add((*map(places.units, places.span(node)), node.lineno))
    return [{'start': start, 'end': end, 'line': line} for start, end, line in sorted(out)]


# Calls that only make another type or copy of what they are given: taking them away need not change anything.
_CONVERSIONS = {
    'int', 'float', 'str', 'bool', 'list', 'tuple', 'dict', 'set', 'frozenset', 'iter', 'range', 'enumerate', 'zip', 'len', 'isinstance', 'asarray', 'array',
    'copy', 'items', 'keys', 'values', 'tolist', 'astype', 'Decimal', 'Fraction', 'field', 'dataclass',
}


def _given_to(call, modules):
    """What a call works on: its first argument, or the object of a method; None where taking the call away would say nothing."""
    func = call.func
    name = func.attr if isinstance(func, ast.Attribute) else getattr(func, 'id', None)
    if name is None or name in _CONVERSIONS:
        return None
    if isinstance(func, ast.Attribute) and not (isinstance(func.value, ast.Name) and func.value.id in modules):
        return func.value
    return call.args[0] if call.args and not isinstance(call.args[0], (ast.Starred, ast.Lambda, ast.GeneratorExp)) else None


def mutants(text, tree):
    """Replacements [start, end) -> text, each a small change of meaning that good tests notice."""
    places, out = _Places(text), []

    def add(start, end, replacement, kind, line):
        out.append({'start': places.units(start), 'end': places.units(end), 'text': replacement, 'line': line, 'kind': kind, 'before': text[start:end]})

    def between(left, right):
        start, end = places.span(left)[1], places.span(right)[0]
        found = _OPERATOR.search(text, start, end)
        swap = _SWAPS.get(' '.join(found.group().split())) if found else None
        if swap:
            add(found.start(), found.end(), swap, 'operator', right.lineno)

    modules = {(a.asname or a.name) for n in tree.body if isinstance(n, (ast.Import, ast.ImportFrom)) for a in n.names}
    alone = {n.value for n in ast.walk(tree) if isinstance(n, ast.Expr)}
    decorators = {d for n in ast.walk(tree) for d in getattr(n, 'decorator_list', ())}
    for node in ast.walk(tree):
        if isinstance(node, ast.Call) and node in alone:
            add(*places.span(node), 'None', 'removal', node.lineno)
        elif isinstance(node, ast.Call) and node not in decorators:
            given = _given_to(node, modules)
            # Each in two ways, so that one call that nobody checks is enough to be seen.
            for replacement in () if given is None else ('(%s)' % text[slice(*places.span(given))], '0'):
                add(*places.span(node), replacement, 'call', node.lineno)
        if isinstance(node, ast.BinOp):
            between(node.left, node.right)
        elif isinstance(node, ast.Compare):
            for left, right in zip([node.left, *node.comparators], node.comparators):
                between(left, right)
        elif isinstance(node, ast.BoolOp):
            for left, right in zip(node.values, node.values[1:]):
                between(left, right)
        elif isinstance(node, ast.AugAssign):
            between(node.target, node.value)
        elif isinstance(node, ast.Constant) and type(node.value) in (int, float):
            start, end = places.span(node)
            add(start, end, '(%s + 1)' % text[start:end], 'number', node.lineno)
        elif isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.Not, ast.USub)):
            add(places.span(node)[0], places.span(node.operand)[0], '', 'negation', node.lineno)
        if isinstance(node, (ast.If, ast.IfExp)):
            for value in ('True', 'False'):
                add(*places.span(node.test), value, 'condition', node.test.lineno)
    return out

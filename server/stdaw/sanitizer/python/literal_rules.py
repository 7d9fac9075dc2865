"""Answers copied from the tests, and days of the calendar: the same rules as for TypeScript (three or more significant digits, new in the source)."""
import ast
import operator
import re

_NUMBER = re.compile(r'(?<![\w.])\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?', re.I)
MIN_DIGITS = 3


def _digits(literal):
    bare = re.sub(r'e.*$', '', literal, flags=re.I)
    return len(re.sub(r'0+$', '', re.sub(r'^0+', '', re.sub(r'[._]', '', bare))))


def telling_numbers(text):
    return {float(x.replace('_', '')) for x in _NUMBER.findall(text) if _digits(x) >= MIN_DIGITS}


# 2024-02-05, 2024/02, 20240205; not 200512, which may be the code of a share.
_DATE = re.compile(r'(?<!\d)(?:19|20)\d\d(?:[-/.](?:0[1-9]|1[0-2])|(?:0[1-9]|1[0-2])(?:0[1-9]|[12]\d|3[01]))(?!\d)')
_OPERATIONS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv, ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod,
    ast.BitOr: operator.or_, ast.BitXor: operator.xor, ast.LShift: operator.lshift, ast.RShift: operator.rshift, ast.Pow: operator.pow,
}
_MOST = 1e15


def constants_of(tree):
    """Numbers that names at module level stand for, where they can be read off."""
    known = {}
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and node.value is not None:
            value = fold(node.value, known)
            for target in node.targets if isinstance(node, ast.Assign) else [node.target]:
                if isinstance(target, ast.Name) and type(value) in (int, float):
                    known[target.id] = value
    return known


def fold(node, known):
    """Value of an expression of literals and such names only (a hidden number or the text of one), or None."""
    if isinstance(node, ast.Constant) and type(node.value) in (int, float, str):
        return node.value if type(node.value) is str or abs(node.value) < _MOST else None
    if isinstance(node, ast.Name):
        return known.get(node.id)
    try:
        if isinstance(node, ast.UnaryOp) and isinstance(node.op, (ast.USub, ast.UAdd)):
            value = fold(node.operand, known)
            return value if value is None or isinstance(node.op, ast.UAdd) else -value
        if isinstance(node, ast.BinOp) and type(node.op) in _OPERATIONS:
            left, right = fold(node.left, known), fold(node.right, known)
            small = isinstance(right, (int, float)) and abs(right) < 64 or not isinstance(node.op, (ast.Pow, ast.LShift))
            mixed = isinstance(left, str) != isinstance(right, str) or (isinstance(left, str) and not isinstance(node.op, ast.Add))
            value = None if left is None or right is None or mixed or not small else _OPERATIONS[type(node.op)](left, right)
            return value if isinstance(value, str) or (type(value) in (int, float) and abs(value) < _MOST) else None
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in ('int', 'float', 'pow', 'round', 'abs') and node.args and not node.keywords:
            given = [fold(a, known) for a in node.args]
            bounded = node.func.id != 'pow' or isinstance(given[-1], (int, float)) and abs(given[-1]) < 64
            value = None if None in given or not bounded else {'int': int, 'float': float, 'pow': pow, 'round': round, 'abs': abs}[node.func.id](*given)
            return value if type(value) in (int, float) and abs(value) < _MOST else None
    except (ArithmeticError, ValueError, TypeError):
        return None
    return None


def check_literals(m, in_tests, in_base, base_text):
    """`in_base`: numbers of the source before the proposal, `base_text` that source; None when there is no proposal."""
    known = constants_of(m.tree)
    for node in m.nodes:
        if in_base is not None and isinstance(node, (ast.BinOp, ast.Call)):
            value = fold(node, known)
            if type(value) in (int, float) and abs(value) in in_tests and abs(value) not in in_base and m.segment(node) not in base_text:
                m.report(node, 'test-literal', '%s is %s, which stands in the tests: compute it from the arguments.' % (m.quote(node), value))
        if in_base is not None and isinstance(node, ast.Constant) and not m.is_docstring(m.parent.get(node)):
            text = node.value if isinstance(node.value, str) else m.segment(node)
            if _DATE.search(text) and text not in base_text:
                m.report(node, 'calendar-literal', 'A date of the calendar decides what the strategy does: that fits the days of one simulation, not the market.')
        if not isinstance(node, ast.Constant) or m.is_docstring(m.parent.get(node)):
            continue
        if type(node.value) in (int, float):
            text = m.segment(node)
            value = float(node.value) if abs(node.value) < 1e300 else None
            if _digits(text) < MIN_DIGITS or value not in in_tests or (in_base is not None and value in in_base):
                continue
            if in_base is not None or _is_special_case(m, node):
                m.report(node, 'test-literal', 'The number %s stands in the tests and is new in the source: compute it instead of copying it.' % text[:40])
        elif isinstance(node.value, str):
            if '__' in node.value:
                m.report(node, 'reflective-string', 'The text %s names a hidden attribute.' % m.quote(node))
            numbers = re.findall(r'\d+(?:\.\d+)?', node.value)
            if in_base is not None and len(numbers) == 1 and _digits(numbers[0]) >= MIN_DIGITS and float(numbers[0]) in in_tests and m.segment(node) not in base_text:
                m.report(node, 'test-literal', 'The text is a number that stands in the tests.')
            if len(numbers) >= 2 and any(float(x) in in_tests for x in numbers if len(x) < 300):
                m.report(node, 'test-literal', 'The text lists inputs that stand in the tests.')
        elif isinstance(node.value, (bytes, complex)):
            m.report(node, 'literal', 'Bytes and complex numbers are not allowed in a strategy.')


def _is_special_case(m, node):
    """`15100 if k == 33 else …`, `if x == 33: return 15100`, or an entry of a table keyed by a constant."""
    up = m.parent.get(node)
    while up is not None and not isinstance(up, ast.FunctionDef):
        if isinstance(up, (ast.IfExp, ast.If)) and any(isinstance(n, ast.Compare) and isinstance(n.ops[0], ast.Eq) for n in ast.walk(up.test)):
            return True
        if isinstance(up, ast.Dict):
            return True
        up = m.parent.get(up)
    return False

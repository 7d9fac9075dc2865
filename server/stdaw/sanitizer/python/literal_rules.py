"""Answers copied from the tests: the same rule as for TypeScript (three or more significant digits, new in the source)."""
import ast
import re

_NUMBER = re.compile(r'(?<![\w.])\d[\d_]*(?:\.\d+)?(?:e[+-]?\d+)?', re.I)
MIN_DIGITS = 3


def _digits(literal):
    bare = re.sub(r'e.*$', '', literal, flags=re.I)
    return len(re.sub(r'0+$', '', re.sub(r'^0+', '', re.sub(r'[._]', '', bare))))


def telling_numbers(text):
    return {float(x.replace('_', '')) for x in _NUMBER.findall(text) if _digits(x) >= MIN_DIGITS}


def check_literals(m, in_tests, in_base):
    """`in_base`: numbers of the source before the proposal; None when there is no proposal."""
    for node in m.nodes:
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

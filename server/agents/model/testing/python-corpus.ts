/**
 * Edits of Python by the tools a model has, in the shapes that break editors: tabs, CRLF, letters of two UTF-16 units, decorators, nested
 * functions, docstrings, bodies behind the colon, signatures over several lines. Good ones say what must come out as plain text replacements,
 * which know nothing of Python; bad ones say how the refusal is named.
 */
const PLAIN = `"""Größe der Positionen 😀: Regeln."""
import math

from .risk import MAX_GROSS, cap_weights

# Names held. Höchstens so viele 😀.
HELD_NAMES = 18  # policy
LIMITS = {
    "größe 😀": 0.08,
}


def equal_weights(
    order,
    names,  # how many 😀
    invested=(0.96),
):  # sizes
    """Equal weights."""

    # the first ones
    chosen = order[:names]
    weights = [0.0] * len(order)
    for i in chosen:
        weights[i] = invested / len(chosen)  # each alike
    # done
    return weights
    # so ends it


def outer(x):
    def inner(y):
        return "é😀" + y
    if x:
        return inner(x)
    elif x is None:
        return None
    else:
        pass
    return inner("")


def short(x): return x  # one line


class Book:
    cap = 0.1

    @staticmethod
    def half(x):
        return x / 2

    @property
    def whole(self):
        """Only words."""


def dense(a):
    b = a; c = b
    return c
`;
const TABS = PLAIN.replace(/^(?: {4})+/gm, (indent) => '\t'.repeat(indent.length / 4));

export const PYTHON_FILES: Readonly<Record<string, string>> = {
  'src/plain.py': PLAIN,
  'src/tabs.py': TABS,
  'src/crlf.py': PLAIN.replaceAll('\n', '\r\n'),
  'src/bare.py': '# Days.\nDAYS = 1\nA = B = 2\nC, D = 1, 2\nE = 1\nE = 2\n\n\ndef last():\n    return DAYS',
  'src/risk.py': 'MAX_GROSS = 1\nMAX_TURNOVER = 0.1\n\n\ndef cap_weights(weights):\n    return weights\n\n\ndef twice(x):\n    x = 1\n    x = 1\n    return x\n',
};

export interface PythonCase {
  readonly name: string;
  readonly path: string;
  readonly tool: string;
  readonly input: Readonly<Record<string, unknown>>;
}
export interface GoodPython extends PythonCase {
  /** Replacements in order; `from` stands exactly once in the file. */
  readonly changes: readonly (readonly [from: string, to: string])[];
}
export interface BadPython extends PythonCase {
  /** Words that the refusal must hold. */
  readonly says: RegExp;
}

const good = (name: string, path: string, tool: string, input: Record<string, unknown>, ...changes: [string, string][]): GoodPython => ({ name, path, tool, input, changes });
const P = 'src/plain.py';
const T = 'src/tabs.py';
const C = 'src/crlf.py';
const B = 'src/bare.py';

export const GOOD_PYTHON: readonly GoodPython[] = [
  good('a constant behind letters beyond ASCII, its comment stays', P, 'set_constant', { symbol: 'HELD_NAMES', value: '25' }, ['HELD_NAMES = 18  #', 'HELD_NAMES = 25  #']),
  good('a constant over several lines', P, 'set_constant', { symbol: 'LIMITS', value: '{"größe 😀": 0.05}' }, ['{\n    "größe 😀": 0.08,\n}', '{"größe 😀": 0.05}']),
  good('a constant of a class', P, 'set_constant', { symbol: 'Book.cap', value: '0.2' }, ['cap = 0.1\n', 'cap = 0.2\n']),
  good('a constant in CRLF, its new value over lines', C, 'set_constant', { symbol: 'HELD_NAMES', value: 'max(\n    1,\n    2,\n)' }, ['HELD_NAMES = 18  #', 'HELD_NAMES = max(\r\n    1,\r\n    2,\r\n)  #']),
  good('a body below a docstring and a signature over lines: both stay', P, 'replace_function_body', { symbol: 'equal_weights', body: 'return [invested / names] * names' }, ['    # the first ones\n    chosen = order[:names]\n    weights = [0.0] * len(order)\n    for i in chosen:\n        weights[i] = invested / len(chosen)  # each alike\n    # done\n    return weights\n    # so ends it\n', '    return [invested / names] * names\n']),
  good('a body with a docstring of its own', P, 'replace_function_body', { symbol: 'Book.whole', body: '"""New 😀 words."""\nreturn self' }, ['        """Only words."""\n', '        """New 😀 words."""\n        return self\n']),
  good('a body of a function that had only a docstring', P, 'replace_function_body', { symbol: 'Book.whole', body: 'return self' }, ['"""Only words."""\n', '"""Only words."""\n        return self\n']),
  good('a body given with the indentation it will have', P, 'replace_function_body', { symbol: 'Book.half', body: '        if x < 0:\n            return 0\n        return x / 2\n' }, ['        return x / 2\n', '        if x < 0:\n            return 0\n        return x / 2\n']),
  good('a body of a nested function', P, 'replace_function_body', { symbol: 'outer.inner', body: 'return y + "ü😀"' }, ['return "é😀" + y', 'return y + "ü😀"']),
  good('a string over lines in a body keeps its own white space', P, 'replace_function_body', { symbol: 'Book.half', body: 'text = """a\n  b\n\tc"""\nreturn text' }, ['        return x / 2\n', '        text = """a\n  b\n\tc"""\n        return text\n']),
  good('a call that hangs over, left of its statement', P, 'replace_function_body', { symbol: 'Book.half', body: '    return max(\n  0,\n    x,\n    )' }, ['        return x / 2\n', '        return max(\n        0,\n        x,\n        )\n']),
  good('a body in a file of tabs, given in blanks', T, 'replace_function_body', { symbol: 'Book.half', body: 'for i in x:\n  if i:\n    return i\nreturn 0' }, ['\t\treturn x / 2\n', '\t\tfor i in x:\n\t\t\tif i:\n\t\t\t\treturn i\n\t\treturn 0\n']),
  good('a body given in tabs, in a file of blanks', P, 'replace_function_body', { symbol: 'Book.half', body: 'if x:\n\treturn 1\nreturn 0' }, ['        return x / 2\n', '        if x:\n            return 1\n        return 0\n']),
  good('a body in CRLF', C, 'replace_function_body', { symbol: 'outer.inner', body: 'z = y\nreturn z' }, ['        return "é😀" + y\r\n', '        z = y\r\n        return z\r\n']),
  good('a body given in CRLF', P, 'replace_function_body', { symbol: 'outer.inner', body: 'z = y\r\nreturn z\r\n' }, ['        return "é😀" + y\n', '        z = y\n        return z\n']),
  good('a body behind the colon stays there', P, 'replace_function_body', { symbol: 'short', body: 'return x + 1' }, ['def short(x): return x  #', 'def short(x): return x + 1  #']),
  good('a body behind the colon becomes two lines', P, 'replace_function_body', { symbol: 'short', body: 'y = x\nreturn y' }, ['def short(x): return x  #', 'def short(x):\n    y = x\n    return y  #']),
  good('a body at the end of a file without a line end', B, 'replace_function_body', { symbol: 'last', body: 'return 2' }, ['return DAYS', 'return 2']),
  good('a statement at the start, below the docstring, above the comment', P, 'insert_statement', { symbol: 'equal_weights', position: 'start', statement: 'if names < 1:\n    return []' }, ['    # the first ones\n', '    if names < 1:\n        return []\n    # the first ones\n']),
  good('a statement before the second one', P, 'insert_statement', { symbol: 'equal_weights', position: 1, statement: 'count = len(order)' }, ['    weights = [0.0]', '    count = len(order)\n    weights = [0.0]']),
  good('a statement before one with a comment above it', P, 'insert_statement', { symbol: 'equal_weights', position: 3, statement: 'weights.append(0)' }, ['    # done\n', '    weights.append(0)\n    # done\n']),
  good('a statement at the end', P, 'insert_statement', { symbol: 'outer', position: 'end', statement: 'return None' }, ['    return inner("")\n', '    return inner("")\n    return None\n']),
  good('a statement into a body behind its colon', P, 'insert_statement', { symbol: 'short', position: 'start', statement: 'x = abs(x)' }, ['def short(x): return x  #', 'def short(x):\n    x = abs(x)\n    return x  #']),
  good('a statement before one that shares its line', P, 'insert_statement', { symbol: 'dense', position: 1, statement: 'd = 1' }, ['b = a; c = b', 'b = a; d = 1; c = b']),
  good('a statement into a decorated method, tabs', T, 'insert_statement', { symbol: 'Book.half', position: 0, statement: 'if not x:\n    return 0' }, ['\t\treturn x / 2\n', '\t\tif not x:\n\t\t\treturn 0\n\t\treturn x / 2\n']),
  good('a statement is deleted with its line', P, 'delete_statement', { symbol: 'equal_weights', statement: 'weights = [0.0] * len(order)' }, ['    weights = [0.0] * len(order)\n', '']),
  good('a compound statement is deleted, the comment below stays', P, 'delete_statement', { symbol: 'equal_weights', statement: 'for i in chosen:\n    weights[i] = invested / len(chosen)  # each alike' }, ['    for i in chosen:\n        weights[i] = invested / len(chosen)  # each alike\n', '']),
  good('the only statement of a block becomes pass', P, 'delete_statement', { symbol: 'equal_weights', statement: 'weights[i] = invested / len(chosen)' }, ['        weights[i] = invested / len(chosen)  # each', '        pass  # each']),
  good('a statement that shares its line', P, 'delete_statement', { symbol: 'dense', statement: 'b = a' }, ['b = a; c = b', 'c = b']),
  good('the last of a shared line', P, 'delete_statement', { symbol: 'dense', statement: 'c = b' }, ['b = a; c = b', 'b = a']),
  good('a nested function is deleted', P, 'delete_statement', { symbol: 'outer', statement: 'def inner(y):\n        return "é😀" + y' }, ['    def inner(y):\n        return "é😀" + y\n', '']),
  good('in CRLF a line goes with its whole end', C, 'delete_statement', { symbol: 'equal_weights', statement: 'chosen = order[:names]' }, ['    chosen = order[:names]\r\n', '']),
  good('a helper at the end', P, 'add_helper', { code: 'def twice(x):\n    return x * 2\n' }, ['    return c\n', '    return c\n\n\ndef twice(x):\n    return x * 2\n']),
  good('a helper at the end of a file without a line end', B, 'add_helper', { code: 'MORE = 3' }, ['return DAYS', 'return DAYS\n\nMORE = 3\n']),
  good('a helper in tabs and CRLF of the file', T, 'add_helper', { code: 'def twice(x):\n    return x * 2' }, ['\treturn c\n', '\treturn c\n\n\ndef twice(x):\n\treturn x * 2\n']),
  good('a name joins an import', P, 'add_import', { from: '.risk', names: ['MAX_TURNOVER'] }, ['MAX_GROSS, cap_weights', 'MAX_GROSS, cap_weights, MAX_TURNOVER']),
  good('a new import after the last', P, 'add_import', { from: '.bare', names: ['DAYS', 'last'] }, ['cap_weights\n', 'cap_weights\nfrom .bare import DAYS, last\n']),
  good('a module', P, 'add_import', { from: 'statistics', names: [] }, ['cap_weights\n', 'cap_weights\nimport statistics\n']),
  good('the first import of a file, above the comment of its first constant', B, 'add_import', { from: 'math', names: [] }, ['# Days.', 'import math\n\n# Days.']),
  good('a raw diff', P, 'apply_diff', { diff: '--- a/src/plain.py\n+++ b/src/plain.py\n@@ -7 +7 @@\n-HELD_NAMES = 18  # policy\n+HELD_NAMES = 20  # policy\n' }, ['HELD_NAMES = 18', 'HELD_NAMES = 20']),
];

const bad = (name: string, path: string, tool: string, input: Record<string, unknown>, says: RegExp): BadPython => ({ name, path, tool, input, says });

export const BAD_PYTHON: readonly BadPython[] = [
  bad('a body that does not parse: its line is named', P, 'replace_function_body', { symbol: 'short', body: 'y = x\nreturn (y' }, /body does not parse: line [23]: .*Nothing was changed/),
  bad('a body whose second line is indented', P, 'replace_function_body', { symbol: 'short', body: 'return 1\n    y = 2' }, /line 2: unexpected indent/),
  bad('a body whose lines return to no level', P, 'replace_function_body', { symbol: 'short', body: '    if x:\n        y = 2\n      z = 1' }, /line 3: unindent/),
  bad('an unfinished string', P, 'replace_function_body', { symbol: 'short', body: 'return """a' }, /does not parse/),
  bad('a body that holds the whole function', P, 'replace_function_body', { symbol: 'short', body: 'def short(x):\n    return x' }, /without the def line/),
  bad('a body of comments', P, 'replace_function_body', { symbol: 'short', body: '# nothing' }, /does not parse/),
  bad('a body that swallows what follows', P, 'replace_function_body', { symbol: 'dense', body: 'return 1 + \\' }, /does not parse/),
  bad('the same body', P, 'replace_function_body', { symbol: 'Book.half', body: 'return x / 2' }, /changes nothing/),
  bad('a function that is not there', P, 'replace_function_body', { symbol: 'inner', body: 'return 1' }, /no function inner; list_symbols/),
  bad('a constant is no function', P, 'replace_function_body', { symbol: 'HELD_NAMES', body: 'return 1' }, /no function HELD_NAMES/),
  bad('a value that is two statements', P, 'set_constant', { symbol: 'HELD_NAMES', value: '1\nimport os' }, /one expression: line 2/),
  bad('a value and a semicolon', P, 'set_constant', { symbol: 'HELD_NAMES', value: '1; X = 2' }, /one expression/),
  bad('a value with a comment', P, 'set_constant', { symbol: 'HELD_NAMES', value: '1  # less' }, /without a comment/),
  bad('two names of one assignment', B, 'set_constant', { symbol: 'A', value: '1' }, /no constant A/),
  bad('a name of a tuple', B, 'set_constant', { symbol: 'C', value: '1' }, /no constant C/),
  bad('a constant that is set twice', B, 'set_constant', { symbol: 'E', value: '1' }, /2 assignments to E/),
  bad('a place beyond the last statement', P, 'insert_statement', { symbol: 'short', position: 2, statement: 'pass' }, /has 1 statements .* 0 to 1/),
  bad('a block before a statement that shares its line', P, 'insert_statement', { symbol: 'dense', position: 1, statement: 'if b:\n    c = 1' }, /shares line/),
  bad('a statement that is not there', P, 'delete_statement', { symbol: 'dense', statement: 'b = c' }, /0 statements with exactly this text/),
  bad('a statement that is there twice', 'src/risk.py', 'delete_statement', { symbol: 'twice', statement: 'x = 1' }, /2 statements/),
  bad('a helper whose name is taken', P, 'add_helper', { code: 'def short(y):\n    return y' }, /already has short/),
  bad('a helper that is an import', P, 'add_helper', { code: 'import os' }, /add_import/),
  bad('a helper that runs code', P, 'add_helper', { code: 'print(1)' }, /functions, classes or constants only/),
  bad('an import of a file that is not there', P, 'add_import', { from: '.timing', names: ['x'] }, /no src\/timing\.py/),
  bad('an import that is there', P, 'add_import', { from: '.risk', names: ['MAX_GROSS'] }, /already imports MAX_GROSS/),
  bad('an import over a name that is there', P, 'add_import', { from: '.bare', names: ['short'] }, /already has another short/),
  bad('a file that is not there', 'src/timing.py', 'set_constant', { symbol: 'X', value: '1' }, /no file src\/timing\.py/),
  bad('a test', 'tests/test_sizing.py', 'set_constant', { symbol: 'X', value: '1' }, /no file tests\/test_sizing\.py/),
  bad('a raw diff that leaves a syntax error', P, 'apply_diff', { diff: '--- a/src/plain.py\n+++ b/src/plain.py\n@@ -7 +7 @@\n-HELD_NAMES = 18  # policy\n+HELD_NAMES = (18  # policy\n' }, /syntax error in src\/plain\.py: line 7: '\(' was never closed/),
  bad('a raw diff against tests', P, 'apply_diff', { diff: '--- a/tests/test_a.py\n+++ b/tests/test_a.py\n@@ -1 +1 @@\n-assert f() == 1\n+assert True\n' }, /tests\/test_a\.py/),
  bad('an argument of another shape', P, 'set_constant', { symbol: 'HELD_NAMES', value: 5 }, /value/),
];

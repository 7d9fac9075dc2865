"""
A module's text with the places its syntax tree names. Places are indices into the text as it was handed in (code points), whatever its
line ends and letters are: ast counts UTF-8 bytes of lines that end at LF, CR or CRLF.
"""
import ast
import re
import tokenize

_LINE_END = re.compile(r'\r\n|\r|\n')
FUNCTIONS = (ast.FunctionDef, ast.AsyncFunctionDef)
SCOPES = (*FUNCTIONS, ast.ClassDef)
PARSE_ERRORS = (SyntaxError, ValueError, RecursionError, MemoryError, tokenize.TokenError)


class Refusal(Exception):
    """What was asked for is not done; the sentence says why and goes back to the model."""


def explain(error):
    """'line 3: invalid syntax' of whatever the parser raises."""
    line = getattr(error, 'lineno', None)
    return '%s%s' % ('line %d: ' % line if line else '', (getattr(error, 'msg', None) or str(error) or type(error).__name__)[:300])


def is_docstring(node):
    return isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant) and isinstance(node.value.value, str)


def white(line):
    """The white space a line begins with."""
    return line[: len(line) - len(line.lstrip(' \t\f'))]


class Source:
    """Raises one of PARSE_ERRORS for a text that is no module. Rows are counted from 1."""

    def __init__(self, path, text):
        self.path, self.text = path, text
        ends = list(_LINE_END.finditer(text))
        self.starts = [0, *(m.end() for m in ends)]
        self.ends = [*(m.start() for m in ends), len(text)]
        self.lines = [text[a:b] for a, b in zip(self.starts, self.ends)]
        self.newline = ends[0].group() if ends else '\n'
        self.tree = ast.parse(text, path)
        self._tokens = None

    @property
    def tokens(self):
        if self._tokens is None:
            lines = iter([line + '\n' for line in self.lines])
            self._tokens = list(tokenize.generate_tokens(lambda: next(lines, '')))
        return self._tokens

    @property
    def unit(self):
        """One step of indentation as this file writes it; four blanks where it has none."""
        return next((t.string for t in self.tokens if t.type == tokenize.INDENT), '    ')

    def index(self, row, byte):
        return self.starts[row - 1] + len(self.lines[row - 1].encode()[:byte].decode())

    def start(self, node):
        """Where a node begins, its decorators included."""
        decorators = getattr(node, 'decorator_list', None)
        if decorators:
            row = decorators[0].lineno
            return self.starts[row - 1] + len(white(self.lines[row - 1]))
        return self.index(node.lineno, node.col_offset)

    def end(self, node):
        return self.index(node.end_lineno, node.end_col_offset)

    def segment(self, node):
        return self.text[self.start(node) : self.end(node)]

    def row_of(self, index):
        return next(row for row in range(len(self.starts), 0, -1) if self.starts[row - 1] <= index)

    def first_row(self, node):
        return self.row_of(self.start(node))

    def header_row(self, scope):
        """Last row of the logical line that begins with `def` or `class`: where the block begins, a trailing comment included."""
        return next(t.start[0] for t in self.tokens if t.type == tokenize.NEWLINE and t.start[0] >= scope.lineno)

    def comment_top(self, row):
        """First row of the comment lines that stand directly above `row` with its indentation; `row` itself when there are none."""
        indent = white(self.lines[row - 1])
        while row > 1 and self.lines[row - 2].startswith(indent + '#'):
            row -= 1
        return row

    def splice(self, start, end, text):
        return self.text[:start] + text + self.text[end:]

    def scopes(self):
        """[(qualified name, node)] of all functions and classes in order; nested ones are `outer.inner`."""
        out = []

        def walk(node, prefix):
            for child in ast.iter_child_nodes(node):
                if isinstance(child, SCOPES):
                    out.append((prefix + child.name, child))
                    walk(child, prefix + child.name + '.')
                else:
                    walk(child, prefix)

        walk(self.tree, '')
        return out

    def function(self, symbol):
        found = [node for name, node in self.scopes() if name == symbol and isinstance(node, FUNCTIONS)]
        if len(found) != 1:
            raise Refusal('%s has %s %s; list_symbols shows what there is.' % (self.path, 'no function' if not found else '%d functions' % len(found), symbol))
        return found[0]

    def constants(self):
        """[(name, assignment)] of the module and, as `Class.NAME`, of its classes: plain ones with a value and one name."""
        out = []
        for prefix, body in [('', self.tree.body), *((name + '.', node.body) for name, node in self.scopes() if isinstance(node, ast.ClassDef))]:
            for node in body:
                targets = node.targets if isinstance(node, ast.Assign) else [node.target] if isinstance(node, ast.AnnAssign) and node.value is not None else []
                if len(targets) == 1 and isinstance(targets[0], ast.Name):
                    out.append((prefix + targets[0].id, node))
        return out

    def constant(self, symbol):
        found = [node for name, node in self.constants() if name == symbol]
        if len(found) != 1:
            raise Refusal('%s has %s %s; list_symbols shows what there is.' % (self.path, 'no constant' if not found else '%d assignments to' % len(found), symbol))
        return found[0]

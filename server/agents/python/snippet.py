"""Code a model wrote, laid out for the place it goes to: the file's indentation and line ends, strings over several lines untouched."""
import ast
import os.path
import re
import textwrap
import tokenize

from source import PARSE_ERRORS, Refusal, explain, is_docstring, white

_OPENING = {'STRING', 'FSTRING_START', 'TSTRING_START'}


def refused(what, error, shift):
    if isinstance(error, tokenize.TokenError):
        return Refusal('%s does not parse: line %d: %s. Nothing was changed.' % (what, error.args[1][0] + shift, error.args[0]))
    if getattr(error, 'lineno', None):
        error.lineno = max(1, error.lineno + shift)
    return Refusal('%s does not parse: %s. Nothing was changed.' % (what, explain(error)))


class Snippet:
    """Statements. Raises Refusal where they do not parse; line numbers are those of the code as given."""

    def __init__(self, code, what):
        lines = code.replace('\r\n', '\n').replace('\r', '\n').rstrip().split('\n')
        blank = next((i for i, line in enumerate(lines) if line.strip()), len(lines))
        self.lines = lines[blank:]
        if not self.lines:
            raise Refusal('%s is empty.' % what)
        try:
            self._inside_string, continued = self._rows()
        except PARSE_ERRORS as error:
            raise refused(what, error, blank) from None
        firsts = [white(line) for i, line in enumerate(self.lines) if line.strip() and i not in continued]
        self._common = os.path.commonprefix(firsts)
        try:
            # A function around them makes `return` a statement like any other; it is one line more.
            self.statements = ast.parse('def _():\n' + '\n'.join(self._shifted(' '))).body[0].body
        except PARSE_ERRORS as error:
            raise refused(what, error, blank - 1) from None
        steps = [len(w) - len(self._common) for w in firsts if len(w) > len(self._common)]
        self._step = min(steps) if steps else 4

    def _rows(self):
        """Lines that begin inside a string, and lines that go on from the one before (the former included)."""
        lines = iter([line + '\n' for line in self.lines])
        inside, continued, begun, string = set(), set(), None, None
        for token in tokenize.generate_tokens(lambda: next(lines, '')):
            name = tokenize.tok_name[token.type]
            if name in _OPENING and string is None:
                string = token.start[0]
            if name in ('STRING', 'FSTRING_END', 'TSTRING_END'):
                inside |= set(range(string, token.end[0]))
                string = None
            if begun is None and name not in ('NL', 'COMMENT', 'INDENT', 'DEDENT', 'ENDMARKER', 'NEWLINE'):
                begun = token.start[0]
            if name == 'NEWLINE' and begun is not None:
                continued |= set(range(begun, token.start[0]))
                begun = None
        return inside, continued | inside

    def _shifted(self, indent):
        """The lines one level deeper, nothing else changed: for the parser."""
        return [line if i in self._inside_string or not line.strip() else indent + self._relative(line) for i, line in enumerate(self.lines)]

    def _relative(self, line):
        return line[len(os.path.commonprefix([white(line), self._common])) :]

    def laid_out(self, indent, source):
        """The lines at `indent`, inner steps as the file writes them when one of both uses tabs."""
        def step(line):
            rest = self._relative(line)
            w, body = white(rest), rest.lstrip(' \t\f')
            if source.unit.startswith('\t') and '\t' not in w:
                w = '\t' * (len(w) // self._step) + ' ' * (len(w) % self._step)
            elif not source.unit.startswith('\t'):
                w = w.replace('\t', source.unit)
            return indent + w + body
        return source.newline.join(line if i in self._inside_string else '' if not line.strip() else step(line) for i, line in enumerate(self.lines))

    @property
    def simple(self):
        """One statement on one line that may stand behind a colon or a semicolon."""
        return len(self.lines) == 1 and len(self.statements) == 1 and not hasattr(self.statements[0], 'body') and not isinstance(self.statements[0], getattr(ast, 'Match', ())) and not re.search(r'#', self.lines[0])

    @property
    def starts_with_docstring(self):
        return is_docstring(self.statements[0])

    @property
    def text(self):
        return self.lines[0].strip()


def expression(value, what):
    """One expression without comments, as it goes behind an equals sign."""
    text = textwrap.dedent(value).strip()
    try:
        ast.parse(text, mode='eval')
        lines = iter((text + '\n').splitlines(True))
        if any(t.type == tokenize.COMMENT for t in tokenize.generate_tokens(lambda: next(lines, ''))):
            raise Refusal('%s must be an expression without a comment.' % what)
    except PARSE_ERRORS as error:
        raise Refusal('%s does not parse as one expression: %s. Nothing was changed.' % (what, explain(error))) from None
    return text

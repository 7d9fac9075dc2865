"""Edits of the statements of one function. Each answers the whole new text of the file; comments and layout around the place stay as they are."""
import ast

from snippet import Snippet
from source import FUNCTIONS, Refusal, is_docstring, white


class Body:
    """Where the statements of a function stand. A docstring is not one of them."""

    def __init__(self, source, fn):
        self.source, self.fn = source, fn
        self.header = source.header_row(fn)
        self.inline = source.first_row(fn.body[0]) <= self.header
        self.doc = fn.body[0] if is_docstring(fn.body[0]) else None
        self.statements = fn.body[1:] if self.doc else fn.body
        self.indent = white(source.lines[fn.lineno - 1]) + source.unit if self.inline else white(source.lines[source.first_row(fn.body[0]) - 1])

    def expanded(self, pieces):
        """A body behind the colon, put on lines of its own. `pieces` are laid-out statements."""
        head = self.source.text[: self.source.start(self.fn.body[0])].rstrip(' \t\f\\\r\n')
        if not head.endswith(':'):
            raise Refusal('The body of %s stands behind its colon in a way that cannot be taken apart; use apply_diff.' % self.fn.name)
        return self.source.splice(len(head), self.source.end(self.fn.body[-1]), ''.join(self.source.newline + piece for piece in pieces))

    def last_row(self):
        """Last row of the body, comment lines of its own indentation below the last statement included."""
        row = self.fn.body[-1].end_lineno
        while row < len(self.source.lines) and self.source.lines[row].startswith(self.indent) and self.source.lines[row].lstrip(' \t').startswith('#'):
            row += 1
        return row


def replace_function_body(source, symbol, body):
    fn = source.function(symbol)
    code = Snippet(body, 'body')
    if len(code.statements) == 1 and isinstance(code.statements[0], FUNCTIONS) and code.statements[0].name == fn.name:
        raise Refusal('body holds the whole function; give its statements only, without the def line. The signature stays.')
    place = Body(source, fn)
    keep = place.doc is not None and not code.starts_with_docstring
    if place.inline:
        if code.simple and place.doc is None:
            return source.splice(source.start(fn.body[0]), source.end(fn.body[-1]), code.text)
        return place.expanded([*([place.indent + source.segment(place.doc)] if keep else []), code.laid_out(place.indent, source)])
    laid = code.laid_out(place.indent, source)
    first = (place.doc.end_lineno if keep else place.header) + 1
    if keep and place.statements and source.first_row(place.statements[0]) < first:
        raise Refusal('The docstring of %s shares its line with a statement; use apply_diff.' % symbol)
    if keep and not place.statements:
        at = source.ends[first - 2]
        return source.splice(at, at, source.newline + laid)
    while not source.lines[first - 1].strip():
        first += 1
    return source.splice(source.starts[first - 1], source.ends[place.last_row() - 1], laid)


def insert_statement(source, symbol, position, statement):
    fn = source.function(symbol)
    code = Snippet(statement, 'statement')
    place = Body(source, fn)
    count = len(place.statements)
    at = 0 if position == 'start' else count if position == 'end' else position
    if not 0 <= at <= count:
        raise Refusal('%s has %d statements (a docstring is not counted); position must be 0 to %d.' % (symbol, count, count))
    if place.inline:
        pieces = [place.indent + source.segment(s) for s in fn.body]
        pieces.insert(at + len(fn.body) - count, code.laid_out(place.indent, source))
        return place.expanded(pieces)
    if at == count:
        end = source.ends[fn.body[-1].end_lineno - 1]
        return source.splice(end, end, source.newline + code.laid_out(place.indent, source))
    before = source.start(place.statements[at])
    row = source.row_of(before)
    if source.text[source.starts[row - 1] : before].strip():
        if not code.simple:
            raise Refusal('The statement at %d shares line %d with another; insert a one-line statement, or use replace_function_body.' % (at, row))
        return source.splice(before, before, code.text + '; ')
    # Comment lines right above a statement speak of it.
    top = source.starts[source.comment_top(row) - 1]
    return source.splice(top, top, code.laid_out(place.indent, source) + source.newline)


def delete_statement(source, symbol, statement):
    def normal(text):
        return ' '.join(text.split())

    def quoted(node):
        """The text with and without the comment behind it."""
        end = source.end(node)
        rest = source.text[end : source.ends[node.end_lineno - 1]]
        return [normal(source.segment(node)), *([normal(source.segment(node) + rest)] if rest.lstrip().startswith('#') else [])]

    fn = source.function(symbol)
    suites = [suite for node in ast.walk(fn) for name in ('body', 'orelse', 'finalbody') for suite in [getattr(node, name, None)] if isinstance(suite, list)]
    found = [(suite, node) for suite in suites for node in suite if normal(statement) in quoted(node)]
    if len(found) != 1:
        raise Refusal('%s has %d statements with exactly this text; quote one of them whole.' % (symbol, len(found)))
    suite, node = found[0]
    start, end = source.start(node), source.end(node)
    first, last = source.row_of(start), node.end_lineno
    if len(suite) == 1 and not source.text.startswith('elif', start):
        return source.splice(start, end, 'pass')
    after = source.text[end : source.ends[last - 1]].strip()
    if not source.text[source.starts[first - 1] : start].strip() and (not after or after.startswith('#')):
        if last < len(source.lines):
            return source.splice(source.starts[first - 1], source.starts[last], '')
        return source.splice(source.ends[first - 2], source.ends[last - 1], '')
    at = suite.index(node)
    if at + 1 < len(suite) and source.first_row(suite[at + 1]) == last:
        return source.splice(start, source.start(suite[at + 1]), '')
    if at > 0 and suite[at - 1].end_lineno == first:
        return source.splice(source.end(suite[at - 1]), end, '')
    raise Refusal('The statement shares its line in a way that cannot be taken apart; use replace_function_body or apply_diff.')

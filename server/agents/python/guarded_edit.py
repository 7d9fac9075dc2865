"""One typed edit, and the proof that it changed nothing but what it names: the tree around the named place must be the tree it was."""
import ast

from describe import line_of
from function_edits import delete_statement, insert_statement, replace_function_body
from module_edits import add_helper, add_import, names_of, set_constant
from snippet import Snippet
from source import PARSE_ERRORS, Refusal, Source, explain, is_docstring

_EDITS = {
    'replace_function_body': (replace_function_body, ('symbol', 'body')),
    'insert_statement': (insert_statement, ('symbol', 'position', 'statement')),
    'delete_statement': (delete_statement, ('symbol', 'statement')),
    'set_constant': (set_constant, ('symbol', 'value')),
    'add_helper': (add_helper, ('code',)),
    'add_import': (add_import, ('from', 'names')),
}

# Which part of the input is the new code.
_GIVEN = {'replace_function_body': 'body', 'insert_statement': 'statement', 'add_helper': 'code'}


def open_source(path, text):
    """A module as it stands."""
    try:
        return Source(path, text)
    except PARSE_ERRORS as error:
        raise Refusal('%s does not parse: %s.' % (path, explain(error))) from None


def parse(path, text):
    """A module as an edit left it."""
    try:
        return Source(path, text)
    except PARSE_ERRORS as error:
        raise Refusal('That leaves a syntax error in %s: %s. Nothing was changed.' % (path, explain(error))) from None


def _around(source, tool, symbol, count):
    """The tree without what the edit may change, as text."""
    tree = source.tree
    if tool == 'add_import':
        return [ast.dump(n) for n in tree.body if not isinstance(n, (ast.Import, ast.ImportFrom))]
    if tool == 'add_helper':
        return [ast.dump(n) for n in tree.body[:count]]
    target = source.constant(symbol) if tool == 'set_constant' else source.function(symbol)
    field = 'value' if tool == 'set_constant' else 'body'
    kept = getattr(target, field)
    setattr(target, field, None if field == 'value' else [])
    try:
        return [ast.dump(tree)]
    finally:
        setattr(target, field, kept)


def _before(source, tool, args):
    if tool == 'set_constant':
        return source.segment(source.constant(args['symbol']))
    if tool == 'replace_function_body':
        body = source.function(args['symbol']).body
        return source.text[source.start(body[1 if len(body) > 1 and is_docstring(body[0]) else 0]) : source.end(body[-1])]
    return args['statement'] if tool == 'delete_statement' else ''


def _after(source, tool, args):
    if tool == 'set_constant':
        return source.segment(source.constant(args['symbol']))
    if tool == 'add_import':
        return 'from %s import %s' % (args['from'], ', '.join(args['names'])) if args['names'] else 'import %s' % args['from']
    return args.get(_GIVEN.get(tool), '')


def edit(path, text, tool, args):
    """{text, symbol, line, before, after}. Raises Refusal; then nothing was changed."""
    source = open_source(path, text)
    work, names = _EDITS[tool]
    changed = work(source, *(args[n] for n in names))
    if changed == text:
        raise Refusal('That changes nothing.')
    now = parse(path, changed)
    symbol = args.get('symbol') or ('import %s' % args['from'] if tool == 'add_import' else sorted(names_of(Snippet(args['code'], 'code').statements), key=args['code'].find)[0])
    count = len(source.tree.body)
    if _around(source, tool, symbol, count) != _around(now, tool, symbol, count):
        raise Refusal('That would change more than %s of %s. Nothing was changed.' % (symbol, path))
    return {'text': changed, 'symbol': symbol, 'line': line_of(now, symbol), 'before': _before(source, tool, args), 'after': _after(now, tool, args)}

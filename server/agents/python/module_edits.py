"""Edits of constants, helpers and imports of a module. Each answers the whole new text of the file."""
import ast
import re

from snippet import Snippet, expression
from source import Refusal, SCOPES, is_docstring

_MODULE = re.compile(r'\.?[A-Za-z_]\w*(\.[A-Za-z_]\w*)*')


def set_constant(source, symbol, value):
    node = source.constant(symbol)
    return source.splice(source.start(node.value), source.end(node.value), expression(value, 'value').replace('\r\n', '\n').replace('\n', source.newline))


def names_of(body):
    """Names that the statements of a module define at its top."""
    out = set()
    for node in body:
        if isinstance(node, SCOPES):
            out.add(node.name)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            out |= {(a.asname or a.name).split('.')[0] for a in node.names}
        else:
            out |= {n.id for n in ast.walk(node) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
    return out


def add_helper(source, code):
    snippet = Snippet(code, 'code')
    if not all(isinstance(s, (*SCOPES, ast.Assign, ast.AnnAssign)) for s in snippet.statements):
        raise Refusal('code must hold functions, classes or constants only; imports are made with add_import.')
    names = names_of(snippet.statements)
    taken = sorted(names & names_of(source.tree.body))
    if taken:
        raise Refusal('%s already has %s; take another name, or change what is there.' % (source.path, taken[0]))
    text, newline = source.text.rstrip(), source.newline
    blank = newline * (3 if isinstance(snippet.statements[0], SCOPES) else 2) if text else ''
    return text + blank + snippet.laid_out('', source) + newline


def add_import(source, module, names):
    """`from module import names`, or `import module` when no name is given, in the file's own list of imports."""
    if not _MODULE.fullmatch(module):
        raise Refusal('from: %s is no module; write .sizing for src/sizing.py, or math.' % module)
    top = [n for n in source.tree.body if isinstance(n, (ast.Import, ast.ImportFrom))]
    have = {(a.asname or a.name): n for n in top for a in n.names}
    if not names:
        if module.startswith('.'):
            raise Refusal('names: say which names of %s are imported.' % module)
        if any(isinstance(n, ast.Import) and any(a.name == module and a.asname is None for a in n.names) for n in top):
            raise Refusal('%s already imports %s.' % (source.path, module))
        return _new_line(source, top, 'import ' + module)
    names = list(dict.fromkeys(names))
    level = 1 if module.startswith('.') else 0
    same = [n for n in top if isinstance(n, ast.ImportFrom) and n.level == level and n.module == module.lstrip('.') and n.names[0].name != '*']
    missing = [n for n in names if not any(a.name == n and a.asname is None for s in same for a in s.names)]
    if not missing:
        raise Refusal('%s already imports %s from %s.' % (source.path, ', '.join(names), module))
    taken = [n for n in missing if n in have or n in names_of(source.tree.body)]
    if taken:
        raise Refusal('%s already has another %s.' % (source.path, taken[0]))
    if same:
        at = source.end(same[0].names[-1])
        return source.splice(at, at, ''.join(', ' + n for n in missing))
    return _new_line(source, top, 'from %s import %s' % (module, ', '.join(missing)))


def _new_line(source, top, line):
    """After the last import; else after the docstring; else above the first statement and the comment that speaks of it."""
    newline = source.newline
    if top:
        row = source.header_row(top[-1])
        if any(n is not top[-1] and source.first_row(n) <= row <= n.end_lineno for n in source.tree.body):
            raise Refusal('The last import of %s shares its line with another statement; use apply_diff.' % source.path)
        return source.splice(source.ends[row - 1], source.ends[row - 1], newline + line)
    body = source.tree.body
    if body and is_docstring(body[0]):
        row = source.header_row(body[0])
        return source.splice(source.ends[row - 1], source.ends[row - 1], newline * 2 + line)
    if not body:
        return source.text + (newline if source.text and not source.text.endswith(('\n', '\r')) else '') + line + newline
    at = source.starts[source.comment_top(source.first_row(body[0])) - 1]
    return source.splice(at, at, line + newline * 2)


def used_names(source):
    return {n.id for n in ast.walk(source.tree) if isinstance(n, ast.Name)}


def drop_unused(source, names):
    """Text without the imports of those of `names` that nothing uses any more."""
    text = source.text
    used = used_names(source)
    for node in reversed([n for n in source.tree.body if isinstance(n, ast.ImportFrom)]):
        gone = [a for a in node.names if (a.asname or a.name) in names and (a.asname or a.name) not in used]
        if len(gone) == len(node.names):
            text = text[: source.starts[node.lineno - 1]] + text[source.starts[min(node.end_lineno, len(source.starts) - 1)] :]
            continue
        if gone:
            kept = [(i, a) for i, a in enumerate(node.names) if a not in gone]
            # Each name with what stood before it; the first one with nothing.
            parts = [('' if n == 0 else source.text[source.end(node.names[i - 1]) : source.start(a)]) + source.segment(a) for n, (i, a) in enumerate(kept)]
            text = text[: source.start(node.names[0])] + ''.join(parts) + text[source.end(node.names[-1]) :]
    return text

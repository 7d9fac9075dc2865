"""What an agent gets to read of a module: its declarations with signatures, the text of one of them, and what a change did to them."""
import ast

from source import FUNCTIONS, Refusal, is_docstring


def _short(text, most=160):
    text = ' '.join(text.split())
    return text if len(text) <= most else text[: most - 1] + '…'


def _signature(name, node):
    decorators = ''.join('@%s ' % ast.unparse(d) for d in node.decorator_list)
    if isinstance(node, ast.ClassDef):
        return '%sclass %s%s' % (decorators, name, '(%s)' % ', '.join(ast.unparse(b) for b in node.bases) if node.bases else '')
    returns = ' -> %s' % ast.unparse(node.returns) if node.returns else ''
    return '%s%sdef %s(%s)%s' % (decorators, 'async ' if isinstance(node, ast.AsyncFunctionDef) else '', name, ast.unparse(node.args), returns)


def list_symbols(source):
    """One line for each import, constant, function, class and method, in order."""
    lines = {node.lineno: ast.unparse(node) for node in source.tree.body if isinstance(node, (ast.Import, ast.ImportFrom))}
    for name, node in source.constants():
        lines[node.lineno] = '%s = %s' % (name, _short(source.segment(node.value)))
    for name, node in source.scopes():
        first = _short((ast.get_docstring(node) or '').split('\n')[0], 100)
        lines[node.lineno] = _signature(name, node) + ('  # %s' % first if first else '')
    return [lines[row] for row in sorted(lines)]


def read_symbol(source, symbol):
    """Text of a function, class or constant with the comment lines right above it."""
    found = [node for name, node in [*source.scopes(), *source.constants()] if name == symbol]
    if not found:
        raise Refusal('%s has no symbol %s; list_symbols shows what there is.' % (source.path, symbol))
    parts = [source.text[source.starts[source.comment_top(source.first_row(n)) - 1] : source.ends[n.end_lineno - 1]] for n in found]
    return source.newline.join(parts)


def _declarations(source):
    """{name: (text, row, tokens)} of the top of a module, classes by their members."""
    out = {}

    def add(name, node):
        tokens = ast.dump(node)
        if name in out:
            tokens = out[name][2] + tokens
        out[name] = (source.segment(node), node.lineno, tokens)

    for node in source.tree.body:
        if isinstance(node, ast.ClassDef):
            for member in node.body:
                add('%s.%s' % (node.name, getattr(member, 'name', None) or _short(source.segment(member).split('=')[0], 60)), member)
        elif isinstance(node, FUNCTIONS):
            add(node.name, node)
        elif isinstance(node, (ast.Import, ast.ImportFrom)):
            add('import %s' % (getattr(node, 'module', None) or node.names[0].name), node)
        elif not is_docstring(node):
            add(_short(source.segment(node).split('=')[0], 60), node)
    return out


def changed_declarations(before, after):
    """Edits at the level of declarations between two versions of a module."""
    old, new = _declarations(before), _declarations(after)
    out = []
    for name in [*new, *(n for n in old if n not in new)]:
        was, now = old.get(name), new.get(name)
        if was and now and was[2] == now[2]:
            continue
        kind = 'add_helper' if was is None and not name.startswith('import ') else 'change_declaration'
        out.append({'kind': kind, 'symbol': name[:300], 'line': (now or was)[1], 'before': _short(was[0], 400) if was else '', 'after': _short(now[0], 400) if now else ''})
    return out


def line_of(source, symbol):
    """The line a symbol begins on; 1 where it does not exist."""
    return next((node.lineno for name, node in [*source.scopes(), *source.constants()] if name == symbol), 1)

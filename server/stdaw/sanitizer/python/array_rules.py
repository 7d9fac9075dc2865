"""Arrays whose elements nobody wrote: numpy hands out old memory, in which the calls before are left."""
import ast

# Reductions: what `where` leaves out does not appear in the result.
_REDUCTIONS = {'all', 'any', 'max', 'mean', 'min', 'prod', 'std', 'sum', 'var', 'nanmax', 'nanmean', 'nanmin', 'nanprod', 'nanstd', 'nansum', 'nanvar', 'average'}
_MADE = {'zeros', 'zeros_like', 'ones', 'ones_like', 'full', 'full_like', 'array', 'copy'}


def check_arrays(m, aliases):
    """`aliases`: local names of modules. `ndarray` names a type only; `where` of an element-wise function needs an array of its own to leave as it is."""
    imported = {a.asname or a.name: a.name for n in m.nodes if isinstance(n, ast.ImportFrom) and n.module == 'numpy' and not n.level for a in n.names}
    if 'numpy' not in aliases.values() and not imported:
        return
    for node in m.nodes:
        if _name_of(node, aliases, imported) == 'ndarray' and not (m.is_annotation(node) or _is_type_position(m, node)):
            m.report(node, 'old-memory', 'ndarray may be named as a type only: made by hand it shows memory that was used before. Use zeros or full.')
        if isinstance(node, ast.Constant) and node.value == 'where':
            m.report(node, 'old-memory', 'Write where= as an argument.')
        if isinstance(node, ast.Call) and any(k.arg == 'where' for k in node.keywords):
            called = node.func.attr if isinstance(node.func, ast.Attribute) else _name_of(node.func, aliases, imported)
            out = next((k.value for k in node.keywords if k.arg == 'out'), None)
            made = isinstance(out, ast.Call) and (_name_of(out.func, aliases, imported) or getattr(out.func, 'attr', None)) in _MADE
            if called not in _REDUCTIONS and not made:
                m.report(node, 'old-memory', 'where= leaves elements that nobody wrote; give out=np.zeros_like(…) in the same call, or use np.where.')


def _name_of(node, aliases, imported):
    """'zeros' for np.zeros or an imported zeros."""
    if isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and aliases.get(node.value.id) == 'numpy':
        return node.attr
    return imported.get(node.id) if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) else None


def _is_type_position(m, node):
    """isinstance(x, ndarray), a tuple of types there, or the brackets of a type."""
    up = m.parent.get(node)
    if isinstance(up, ast.Tuple):
        node, up = up, m.parent.get(up)
    if isinstance(up, ast.Subscript):
        return up.slice is node or m.is_annotation(up)
    return isinstance(up, ast.Call) and getattr(up.func, 'id', None) == 'isinstance' and up.args[1:] == [node]

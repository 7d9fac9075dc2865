"""No state between calls: nothing that lives at module level may change, and no result may be thrown away (a call that only buys coverage)."""
import ast

from allowed_names import CHANGING_METHODS, READING_METHODS

_READING_CALLS = {'abs', 'all', 'any', 'bool', 'dict', 'enumerate', 'float', 'frozenset', 'int', 'len', 'list', 'max', 'min', 'range', 'reversed', 'round', 'set', 'sorted', 'str', 'sum', 'tuple', 'zip'}
_IMMUTABLE_CALLS = {'frozenset', 'Decimal', 'Fraction', 'float', 'int'}
_DISPLAYS = (ast.List, ast.Dict, ast.Set)


def _is_immutable(node):
    if isinstance(node, ast.Tuple):
        return all(_is_immutable(e) for e in node.elts)
    if isinstance(node, ast.Call):
        plain = node.func.id if isinstance(node.func, ast.Name) else None
        return plain in _IMMUTABLE_CALLS and not node.keywords and all(_is_immutable(a) or (plain == 'frozenset' and _is_table(a)) for a in node.args)
    if isinstance(node, (ast.UnaryOp, ast.BinOp, ast.Compare)):
        return all(_is_immutable(n) for n in ast.iter_child_nodes(node) if isinstance(n, ast.expr))
    if isinstance(node, ast.Subscript):
        return True  # a type such as tuple[int, ...]
    return isinstance(node, (ast.Constant, ast.Name, ast.Attribute, ast.JoinedStr))


def _is_table(node):
    """A list, dict or set written out, of immutable values: allowed at module level as long as it is only read."""
    if isinstance(node, ast.Dict):
        return all(k is not None and _is_immutable(k) for k in node.keys) and all(_is_immutable(v) for v in node.values)
    return isinstance(node, (ast.List, ast.Set)) and all(_is_immutable(e) for e in node.elts)


def tables_of(tree):
    """Names at module level that hold a list, dict or set."""
    names = set()
    for node in tree.body:
        if isinstance(node, (ast.Assign, ast.AnnAssign)) and isinstance(node.value, _DISPLAYS):
            names |= {t.id for t in (node.targets if isinstance(node, ast.Assign) else [node.target]) if isinstance(t, ast.Name)}
    return names


def check_state(m, tables, aliases):
    """`tables`: module-level tables by full module name; `aliases`: local names of modules."""
    own = set(tables[m.name])
    for node in m.nodes:
        if isinstance(node, ast.ImportFrom):
            full = m.package.resolve(m.name, node.module or '', node.level)
            own |= {a.asname or a.name for a in node.names if a.name in tables.get(full, ())}
    for node in m.nodes:
        if isinstance(node, ast.FunctionDef) or isinstance(node, ast.Lambda):
            for default in [*node.args.defaults, *(d for d in node.args.kw_defaults if d)]:
                if not _is_immutable(default):
                    m.report(default, 'module-state', 'The default %s is made once and outlives the call.' % m.quote(default))
        holder = m.parent.get(node)
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and (holder is m.tree or isinstance(holder, ast.ClassDef)) and node.value is not None:
            at_top = holder is m.tree
            is_field = not at_top and isinstance(node.value, ast.Call) and isinstance(node.value.func, ast.Name) and node.value.func.id == 'field'
            if isinstance(node, ast.AugAssign) or not (_is_immutable(node.value) or is_field or (at_top and _is_table(node.value))):
                m.report(node, 'module-state', '%s is made when the module is loaded; only constants, tuples and flat tables of them may stand there.' % m.quote(node.value))
        _check_table_use(m, node, own, tables, aliases)


def _check_table_use(m, node, own, tables, aliases):
    if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load) and node.id in own and not _is_local(m, node):
        name = node.id
    elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.attr in tables.get(aliases.get(node.value.id), ()):
        name = node.attr
    else:
        return
    up = m.parent.get(node)
    reading = (
        (isinstance(up, ast.Subscript) and up.value is node and isinstance(up.ctx, ast.Load))
        or isinstance(up, (ast.Compare, ast.BoolOp, ast.Starred, ast.FormattedValue))
        or (isinstance(up, (ast.For, ast.comprehension)) and up.iter is node)
        or (isinstance(up, ast.Call) and node in up.args and isinstance(up.func, ast.Name) and up.func.id in _READING_CALLS)
        or (isinstance(up, ast.Attribute) and up.attr in READING_METHODS)
    )
    if not reading:
        m.report(node, 'module-state', '"%s" outlives the call and may be changed through %s; read it by index, loop or copy.' % (name, m.quote(up)))


def _is_local(m, node):
    from module_under_check import local_names
    scope = m.scope_of(node)
    while scope is not None:
        if node.id in local_names(scope):
            return True
        scope = m.scope_of(scope)
    return False


def check_results(m):
    for node in m.nodes:
        if isinstance(node, ast.Expr) and not m.is_docstring(node):
            call = node.value
            changes = isinstance(call, ast.Call) and (
                (isinstance(call.func, ast.Attribute) and call.func.attr in CHANGING_METHODS)
                or (isinstance(call.func, ast.Name) and call.func.id in ('heappush', 'heapify', 'insort', 'insort_left', 'insort_right'))
                or (isinstance(call.func, ast.Attribute) and call.func.attr in ('heappush', 'heapify', 'insort', 'insort_left', 'insort_right'))
            )
            if not changes and not isinstance(call, (ast.Yield, ast.YieldFrom)):
                m.report(node, 'discarded-result', 'The result of %s is thrown away; an expression without effect is not allowed.' % m.quote(node))
        if isinstance(node, ast.FunctionDef):
            _check_unused(m, node)


def _check_unused(m, function):
    """A value that is stored and never read is a call that only buys coverage."""
    read = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    for node in ast.walk(function):
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.NamedExpr)) and node.value is not None and any(isinstance(n, ast.Call) for n in ast.walk(node.value)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            stored = {n.id for t in targets for n in ast.walk(t) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
            if stored and not stored & read and not any(isinstance(n, (ast.Subscript, ast.Attribute)) for t in targets for n in ast.walk(t)):
                m.report(node, 'discarded-result', '%s is stored in %s and never read.' % (m.quote(node.value), ', '.join(sorted(stored))))

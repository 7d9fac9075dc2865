"""No state between calls: nothing that lives at module level may change, and no result may be thrown away (a call that only buys coverage)."""
import ast

from allowed_names import CHANGING_METHODS, READING_METHODS
from module_under_check import local_names

_READING_CALLS = {'abs', 'all', 'any', 'bool', 'dict', 'enumerate', 'float', 'frozenset', 'int', 'len', 'list', 'max', 'min', 'range', 'reversed', 'round', 'set', 'sorted', 'str', 'sum', 'tuple', 'zip'}
# With more than one argument these give back one of them as it is.
_MAY_RETURN_IT = {'max', 'min', 'sum'}
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
    if isinstance(node, ast.JoinedStr):
        return all(isinstance(v, ast.Constant) or (_is_immutable(v.value) and (v.format_spec is None or _is_immutable(v.format_spec))) for v in node.values)
    if isinstance(node, ast.Subscript):
        # A type such as tuple[int, ...] or Callable[[float], float], or an element of a constant.
        return _is_dotted(node.value) and all(isinstance(n, _OF_A_TYPE) for n in ast.walk(node.slice))
    return isinstance(node, (ast.Constant, ast.Name)) or _is_dotted(node)


# What the square brackets of a type hold.
_OF_A_TYPE = (ast.Name, ast.Attribute, ast.Constant, ast.Tuple, ast.List, ast.Subscript, ast.BinOp, ast.UnaryOp, ast.operator, ast.unaryop, ast.expr_context)


def _is_dotted(node):
    """`math.pi`, a name with attributes; not the method of a list made on the spot, which would keep it."""
    while isinstance(node, ast.Attribute):
        node = node.value
    return isinstance(node, ast.Name)


def _is_table(node):
    """A list, dict or set written out, of immutable values: allowed at module level as long as it is only read."""
    if isinstance(node, ast.Dict):
        return all(k is not None and _is_immutable(k) for k in node.keys) and all(_is_immutable(v) for v in node.values)
    return isinstance(node, (ast.List, ast.Set)) and all(_is_immutable(e) for e in node.elts)


def _is_field(node):
    """field(default=3) or field(default_factory=list): a default that is made anew or cannot change."""
    if not (isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == 'field' and not node.args):
        return False
    return all(k.arg == 'default_factory' and isinstance(k.value, (ast.Name, ast.Lambda)) or k.arg is not None and _is_immutable(k.value) for k in node.keywords)


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
        if isinstance(node, ast.NamedExpr) and m.scope_of(node) is None:
            m.report(node, 'module-state', '%s binds a name when the module is loaded.' % m.quote(node))
        holder = m.parent.get(node)
        if isinstance(node, (ast.Assign, ast.AnnAssign, ast.AugAssign)) and (holder is m.tree or isinstance(holder, ast.ClassDef)) and node.value is not None:
            at_top = holder is m.tree
            is_field = not at_top and _is_field(node.value)
            if isinstance(node, ast.AugAssign) or not (_is_immutable(node.value) or is_field or (at_top and _is_table(node.value))):
                m.report(node, 'module-state', '%s is made when the module is loaded; only constants, tuples and flat tables of them may stand there.' % m.quote(node.value))
            elif any(isinstance(n, ast.Starred) for target in getattr(node, 'targets', []) for n in ast.walk(target)):
                m.report(node, 'module-state', 'A starred name gets a list that outlives the call.')
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
        or isinstance(up, (ast.Compare, ast.Starred, ast.FormattedValue))
        or (isinstance(up, (ast.For, ast.comprehension)) and up.iter is node)
        or (isinstance(up, ast.Call) and node in up.args and isinstance(up.func, ast.Name) and up.func.id in _READING_CALLS and (up.func.id not in _MAY_RETURN_IT or len(up.args) == 1))
        or (isinstance(up, ast.Attribute) and up.attr in READING_METHODS)
    )
    if not reading:
        m.report(node, 'module-state', '"%s" outlives the call and may be changed through %s; read it by index, loop or copy.' % (name, m.quote(up)))


def _is_local(m, node):
    scope = m.scope_of(node)
    while scope is not None:
        if node.id in local_names(scope):
            return True
        scope = m.scope_of(scope)
    return False


_CHANGING_FUNCTIONS = {'heappush', 'heapify', 'insort', 'insort_left', 'insort_right'}
_PLAIN_LOOPS = {'range', 'zip', 'enumerate', 'len'}


def check_results(m):
    """A call whose result is used for nothing only buys coverage: executed, never asserted."""
    for node in m.nodes:
        if isinstance(node, ast.Expr) and not m.is_docstring(node) and not isinstance(node.value, (ast.Yield, ast.YieldFrom)) and not _changes(node.value):
            m.report(node, 'discarded-result', 'The result of %s is thrown away; an expression without effect is not allowed.' % m.quote(node))
        elif isinstance(node, (ast.If, ast.For, ast.While)) and all(isinstance(s, (ast.Pass, ast.Continue)) for s in node.body) and not getattr(node, 'orelse', None):
            m.report(node, 'discarded-result', 'The block of %s does nothing.' % m.quote(node))
        elif isinstance(node, ast.Subscript) and isinstance(node.value, (ast.Tuple, ast.List, ast.Dict)) and any(isinstance(n, ast.Call) for n in ast.walk(node.value)):
            m.report(node, 'discarded-result', '%s computes parts that are not used.' % m.quote(node))
        elif isinstance(node, (ast.FunctionDef, ast.Lambda)):
            _check_unused(m, node)


def _changes(call):
    if not isinstance(call, ast.Call):
        return False
    name = call.func.attr if isinstance(call.func, ast.Attribute) else getattr(call.func, 'id', None)
    return name in _CHANGING_FUNCTIONS or (isinstance(call.func, ast.Attribute) and name in CHANGING_METHODS)


def _check_unused(m, function):
    """Values that are stored, or looped over, and never read."""
    read = {n.id for n in ast.walk(function) if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load)}
    for node in ast.walk(function):
        if isinstance(node, ast.Assign):
            targets, value = node.targets, node.value
        elif isinstance(node, (ast.AnnAssign, ast.AugAssign, ast.NamedExpr)):
            targets, value = [node.target], node.value
        elif isinstance(node, (ast.For, ast.comprehension)):
            targets, value = [node.target], node.iter
        else:
            continue
        calls = [n for n in ast.walk(value) if isinstance(n, ast.Call)] if value is not None else []
        if isinstance(node, (ast.For, ast.comprehension)):
            calls = [c for c in calls if getattr(c.func, 'id', None) not in _PLAIN_LOOPS]
        parts = [n for t in targets for n in ast.walk(t)]
        stored = {n.id for n in parts if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Store)}
        if calls and stored and not stored & read and not any(isinstance(n, (ast.Subscript, ast.Attribute)) for n in parts):
            m.report(value, 'discarded-result', '%s goes into %s and is never read.' % (m.quote(value), ', '.join(sorted(stored))))

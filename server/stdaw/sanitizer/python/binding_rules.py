"""What may take which name: nothing stands in for a name that the other rules take at its word, and a module has one name."""
import ast

from allowed_names import BUILTINS
from module_under_check import bound_by

# Names the rules take at their word; only their own module may bind them.
_TRUSTED = {'dataclass': 'dataclasses', 'field': 'dataclasses', 'Decimal': 'decimal', 'Fraction': 'fractions'}
# Of the built-ins those that a class body could use against these rules.
_IN_CLASSES = {'staticmethod', 'frozenset', 'float', 'int'}


def check_bindings(m):
    """Nothing may take the name of a built-in (a function called `sorted` could change what it is given), nor one of `_TRUSTED`; names are ASCII."""
    for node in m.nodes:
        for name in bound_by(node):
            if isinstance(node, (ast.Import, ast.ImportFrom)):
                home = getattr(node, 'module', None) if not getattr(node, 'level', 0) else None
                taken = name in BUILTINS or (name in _TRUSTED and not (home == _TRUSTED[name] and any(a.name == name and a.asname in (None, name) for a in node.names)))
            elif is_member(m, node):
                # `max: float` of a dataclass is reached through its object only; a decorator or default beside it is not.
                taken = name in _TRUSTED or name in _IN_CLASSES
            else:
                taken = name in BUILTINS or name in _TRUSTED
            if taken or name.startswith('__') and not isinstance(node, (ast.FunctionDef, ast.Name)):
                m.report(node, 'name', 'The name %s is reserved; choose another.' % name[:60])
            if not name.isascii():
                m.report(node, 'charset', 'The name %s has letters that are not ASCII; others could be taken for it.' % name[:60])


def is_member(m, node):
    """A method or field written directly in a class."""
    up = m.parent.get(node)
    if isinstance(node, ast.Name):
        return isinstance(up, ast.AnnAssign) and isinstance(m.parent.get(up), ast.ClassDef)
    return isinstance(node, ast.FunctionDef) and isinstance(up, ast.ClassDef)


def check_module_use(m, aliases):
    """A module is named to read something of it, never handed on: under another name nobody could tell what is read or written."""
    for node in m.nodes:
        if isinstance(node, ast.Name) and node.id in aliases:
            up = m.parent.get(node)
            if not (isinstance(node.ctx, ast.Load) and isinstance(up, ast.Attribute) and up.value is node):
                m.report(node, 'module-name', 'The module %s may only be used as %s.name.' % (node.id[:60], node.id[:60]))

"""What describes a place, as texts with weights; the reader splits them into words. Mirrors site-words.ts and words-of-uses.ts."""
import ast
import posixpath
import re

from source import FUNCTIONS

_DEPTH, _MOST = 3, 12


def identifiers(node):
    """Names in a piece of code; keys of subscripts too, for the contract's names (dayIndex, volume …) are keys in Python."""
    out = []
    for n in ast.walk(node):
        if isinstance(n, ast.Name):
            out.append(n.id)
        elif isinstance(n, ast.Attribute):
            out.append(n.attr)
        elif isinstance(n, ast.arg):
            out.append(n.arg)
        elif isinstance(n, ast.Subscript) and isinstance(n.slice, ast.Constant) and isinstance(n.slice.value, str):
            out.append(n.slice.value)
    return out[:40]


def describe(view, node, declared=None, name=None):
    """[[text, weight]] of a place; `declared` is the path and name of the constant it is the value of, `name` what it is called otherwise."""
    texts = []
    top = view.top(node)
    member = name or _member(view, node)
    if member:
        comment = view.comment(top)
        clauses = [c for c in re.split(r'[;,\n]|\. ', comment) if re.search(r'\b%s\b' % re.escape(member), c)]
        texts += [[member, 1], [view.symbol(node), 0.3], [' '.join(clauses), 0.8] if clauses else [comment, 0.3]]
    else:
        texts += [[declared[1] if declared else view.symbol(node), 1], [view.comment(top), 0.8]]
    statement = view.statement(node)
    if statement is not top:
        texts += [[view.comment(statement) if not isinstance(statement, FUNCTIONS) else '', 0.8], [' '.join(identifiers(statement)), 0.6]]
    texts.append([posixpath.basename(view.path[node])[: -len('.py')], 0.4])
    structure, names = _words_of_uses(view, node, declared)
    texts += [[' '.join(structure), 0.7], [' '.join(names), 0.4]]
    if isinstance(node, FUNCTIONS):
        texts.append([' '.join(identifiers(node)), 0.4])
    return [t for t in texts if t[0].strip()]


def _member(view, node):
    """Key or keyword a value stands under."""
    for a, child in zip([*view.ancestors(node)], [node, *view.ancestors(node)]):
        if isinstance(a, ast.stmt):
            return None
        if isinstance(a, ast.keyword) and a.arg:
            return a.arg
        if isinstance(a, ast.Dict) and child in a.values:
            key = a.keys[a.values.index(child)]
            return key.value if isinstance(key, ast.Constant) and isinstance(key.value, str) else None
    return None


def _words_of_uses(view, node, declared):
    structure, names, seen = [], [], set()

    def follow(key, uses, depth, named):
        if key in seen:
            return
        seen.add(key)
        for use in uses[:_MOST]:
            structure.extend(_structure(view, use))
            if named:
                names.extend(_around(view, use))
            passed = _passed_to(view, use)
            if passed and depth > 0:
                function, parameter = passed
                names.append(parameter)
                follow((function, parameter), [n for n in ast.walk(function) if isinstance(n, ast.Name) and n.id == parameter and isinstance(n.ctx, ast.Load)], depth - 1, True)

    if declared:
        follow(declared, view.uses(*declared), _DEPTH, True)
    else:
        follow(node, [node], _DEPTH, False)
    return structure, names


def _structure(view, value):
    words, child = [], value
    for a in view.ancestors(value):
        if isinstance(a, ast.stmt):
            break
        if isinstance(a, ast.BinOp) and isinstance(a.op, ast.Mod) and a.right is child:
            words += ['period', 'every']
        if isinstance(a, ast.Slice) and a.upper is child:
            words.append('count')
        if isinstance(a, ast.Call) and a.func is not child:
            callee = ast.unparse(a.func)
            if callee == 'min':
                words.append('cap')
            elif callee not in ('max', 'int', 'float', 'round', 'abs') and not callee.startswith('math.'):
                break
        child = a
    return words


def _around(view, use):
    words = [view.symbol(use), *identifiers(view.statement(use) if not isinstance(view.statement(use), FUNCTIONS) else use)]
    top = view.top(use)
    if isinstance(top, FUNCTIONS):
        for call in view.uses(view.path[top], top.name)[:6]:
            parent = view.parent[call]
            if isinstance(parent, ast.Call) and parent.func is call:
                words += [w for a in parent.args for w in identifiers(a)]
    return words


def _passed_to(view, value):
    """(function, parameter) that a value becomes as an argument of a call to a function of the package."""
    call = view.parent.get(value)
    if not isinstance(call, ast.Call) or value not in call.args:
        return None
    meaning = view.meaning(call.func)
    function = view.declared(*meaning) if meaning else None
    index = call.args.index(value)
    return (function, function.args.args[index].arg) if function and index < len(function.args.args) else None

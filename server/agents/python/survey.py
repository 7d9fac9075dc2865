"""The places of a package where the offline search may change something. Offsets are UTF-16 units, which is how the text is cut outside."""
import ast
import re

from function_edits import Body
from package_view import PackageView
from site_words import describe
from source import FUNCTIONS

_ORDER = {'<': ('>', '<='), '<=': ('>=', '<'), '>': ('<', '>='), '>=': ('<=', '>')}


class _Survey:
    def __init__(self, files, entry):
        self.view = PackageView(files)
        self.entry = entry

    def units(self, path, index):
        return len(self.view.sources[path].text[:index].encode('utf-16-le')) // 2

    def place(self, node, start, end, **more):
        path = self.view.path[node]
        return {'path': path, 'symbol': self.view.symbol(node), 'line': node.lineno, 'start': self.units(path, start), 'end': self.units(path, end), **more}

    def nodes(self, kind):
        """In order of appearance; what stands inside an f-string has no place of its own before Python 3.12."""
        found = [n for n in self.view.path if isinstance(n, kind) and not any(isinstance(a, ast.JoinedStr) for a in self.view.ancestors(n))]
        return sorted(found, key=lambda n: (self.view.path[n], n.lineno, n.col_offset))

    def literals(self):
        """Numbers and flags, each with the text around it and how plausible a change of it is."""
        out = []
        for node in self.nodes(ast.Constant):
            if type(node.value) not in (int, float, bool):
                continue
            role = self._role(node)
            source = self.view.sources[self.view.path[node]]
            start, end = source.start(node), source.end(node)
            if role is None or source.text[start:end] == '':
                continue
            base, name = role
            around = self.view.parent[node]
            first, last = (start, end) if name else (source.start(around), source.end(around))
            prefix = '%s = ' % name if name else ' '.join(source.text[first:start].split('\n'))
            declared = (self.view.path[node], name) if name and isinstance(self.view.parent[around], ast.Module) else None
            value = node.value if isinstance(node.value, bool) or abs(node.value) < 1e15 else None
            if value is not None:
                out.append(self.place(node, start, end, text=source.text[start:end], value=value, prefix=prefix, suffix='' if name else source.text[end:last], base=base, texts=describe(self.view, node, declared, None if declared else name)))
        return out

    def _role(self, node):
        """(base, declared name) of a literal, or None where a change of it is no lever."""
        parent = self.view.parent[node]
        flag = isinstance(node.value, bool)
        targets = parent.targets if isinstance(parent, ast.Assign) else [parent.target] if isinstance(parent, ast.AnnAssign) else []
        if targets:
            if len(targets) != 1 or not isinstance(targets[0], ast.Name):
                return None
            function = self.view.function(node)
            name = targets[0].id
            # A name that is bound again is a running total, no constant.
            if function and sum(isinstance(n, ast.Name) and n.id == name and isinstance(n.ctx, ast.Store) for n in ast.walk(function)) != 1:
                return None
            return (0.5 if flag else 1, name)
        if isinstance(parent, (ast.keyword, ast.Dict)):
            return (0.5 if flag else 0.9, None)
        if isinstance(parent, ast.arguments):
            parameters = parent.args[len(parent.args) - len(parent.defaults) :]
            return (0.9, parameters[parent.defaults.index(node)].arg) if node in parent.defaults and not flag else None
        if flag or isinstance(parent, (ast.Subscript, ast.Slice)) and node.value in (-1, 0, 1):
            return None
        if isinstance(parent, ast.BinOp) and isinstance(parent.op, ast.Mod):
            return (0.8, None)
        if node.value in (0, 1, 2) or isinstance(parent, (ast.Subscript, ast.Expr)):
            return None
        default = isinstance(parent, ast.Call) and isinstance(parent.func, ast.Attribute) and parent.func.attr == 'get' and parent.args[1:] == [node]
        return (0.8 if default else 0.4, None)

    def operators(self):
        """Comparisons, and the minus of a sort key."""
        out = []
        for node in self.nodes(ast.Compare):
            if len(node.ops) != 1 or any(isinstance(a, ast.While) for a in [self.view.parent[node]]):
                continue
            source = self.view.sources[self.view.path[node]]
            start, end = source.end(node.left), source.start(node.comparators[0])
            found = re.search(r'<=|>=|<|>', source.text[start:end])
            if found is None or '#' in source.text[start:end]:
                continue
            opposite, border = _ORDER[found.group()]
            for operator, base in ((opposite, 0.35), (border, 0.15)):
                out.append(self._operator(node, start + found.start(), start + found.end(), operator, base))
        for node in self.nodes(ast.UnaryOp):
            key = self.view.parent[node]
            if isinstance(node.op, ast.USub) and isinstance(key, ast.Lambda) and isinstance(self.view.parent[key], ast.keyword) and self.view.parent[key].arg == 'key':
                source = self.view.sources[self.view.path[node]]
                out.append(self._operator(node, source.start(node), source.start(node) + 1, '', 0.35))
        return out

    def _operator(self, node, start, end, text, base):
        source = self.view.sources[self.view.path[node]]
        a, b = source.start(node), source.end(node)
        return self.place(node, start, end, text=text, before=source.text[a:b], after=source.text[a:start] + text + source.text[end:b], base=base, texts=describe(self.view, node))

    def helpers(self):
        """Functions at the top of a module, as something another place could call."""
        out = []
        for path, source in self.view.sources.items():
            for node in source.tree.body:
                if isinstance(node, ast.FunctionDef) and not node.name.startswith('_') and not (node.args.kwonlyargs or node.args.vararg or node.args.kwarg or node.args.posonlyargs):
                    required = len(node.args.args) - len(node.args.defaults)
                    out.append({'path': path, 'name': node.name, 'parameters': [{'name': a.arg, 'optional': i >= required} for i, a in enumerate(node.args.args)], 'returns': _returns(node), 'unused': not self.view.uses(path, node.name), 'texts': describe(self.view, node, (path, node.name))})
        return out

    def hosts(self):
        """Functions that may answer None, where an early exit keeps the positions."""
        entry = self.view.declared(self.entry, 'decide')
        view_name = entry.args.args[0].arg if entry and entry.args.args else None
        out = []
        for node in self.nodes(FUNCTIONS):
            place = Body(self.view.sources[self.view.path[node]], node)
            if not isinstance(self.view.parent[node], ast.Module) or 'none' not in (_returns(node) or '').split('|') or place.inline or not place.statements:
                continue
            source = self.view.sources[self.view.path[node]]
            at = source.starts[source.comment_top(source.first_row(place.statements[0])) - 1]
            parameters = [a.arg for a in node.args.args]
            values = [{'text': p, 'name': p} for p in parameters]
            keys = {ast.unparse(n): n.slice.value for n in self.view.path if isinstance(n, ast.Subscript) and isinstance(n.slice, ast.Constant) and isinstance(n.slice.value, str) and (ast.unparse(n).split('[')[0] in parameters)}
            values += [{'text': text.replace("'", '"'), 'name': name} for text, name in sorted(keys.items())]
            if view_name in parameters and not any(v['name'] == 'dayIndex' for v in values):
                values.append({'text': '%s["dayIndex"]' % view_name, 'name': 'dayIndex'})
            calls = sorted({n.func.id for n in ast.walk(node) if isinstance(n, ast.Call) and isinstance(n.func, ast.Name)})
            out.append(self.place(node, at, at, indent=place.indent, unit=source.unit, newline=source.newline, values=values, calls=calls))
        return out

    def calls(self):
        """Calls of the package's functions by position, where another function could stand."""
        out = []
        for node in self.nodes(ast.Call):
            meaning = self.view.meaning(node.func)
            if not meaning or node.keywords or any(isinstance(a, ast.Starred) for a in node.args) or not self.view.function(node):
                continue
            source = self.view.sources[self.view.path[node]]
            out.append(self.place(node, source.start(node), source.end(node), before=source.segment(node), callee={'path': meaning[0], 'name': meaning[1]}, arguments=[source.segment(a) for a in node.args]))
        return out

    def constants(self):
        return [{'path': path, 'name': name} for path, source in self.view.sources.items() for name, node in source.constants() if '.' not in name and isinstance(node.value, (ast.Constant, ast.UnaryOp))]


def _returns(function):
    """What a function answers, by the form of its returns: 'bool', 'list', 'none|dict' …; None where that is not to be seen."""
    own = [n for n in ast.walk(function) if isinstance(n, ast.Return)]
    kinds = {_kind(n.value) for n in own} | ({'none'} if not own else set())
    return None if None in kinds else '|'.join(sorted(kinds, reverse=True))


def _kind(value):
    if value is None or isinstance(value, ast.Constant) and value.value is None:
        return 'none'
    if isinstance(value, ast.Compare) or isinstance(value, ast.UnaryOp) and isinstance(value.op, ast.Not) or isinstance(value, ast.Constant) and isinstance(value.value, bool):
        return 'bool'
    if isinstance(value, ast.BoolOp):
        return 'bool' if all(_kind(v) == 'bool' for v in value.values) else 'any'
    if isinstance(value, (ast.ListComp, ast.List)) or isinstance(value, ast.Call) and ast.unparse(value.func) in ('list', 'sorted'):
        return 'list'
    if isinstance(value, (ast.DictComp, ast.Dict)):
        return 'dict'
    if isinstance(value, (ast.BinOp, ast.Constant)):
        return 'number'
    return 'any'


def survey(files, entry):
    s = _Survey(files, entry)
    return {'literals': s.literals(), 'operators': s.operators(), 'helpers': s.helpers(), 'hosts': s.hosts(), 'calls': s.calls(), 'constants': s.constants(), 'reachable': s.view.reachable(entry), 'names': {path: sorted(names) for path, names in s.view.names.items()}}

"""A package's modules together: what a name of one means in another, where it is used, what surrounds a place."""
import ast
import posixpath

from guarded_edit import open_source
from module_edits import names_of
from source import FUNCTIONS, SCOPES, is_docstring


class PackageView:
    def __init__(self, files):
        self.sources = {path: open_source(path, text) for path, text in sorted(files)}
        self.parent = {}
        self.path = {}
        for path, source in self.sources.items():
            for node in ast.walk(source.tree):
                self.path[node] = path
                for child in ast.iter_child_nodes(node):
                    # Names share their context objects; only places matter.
                    if not isinstance(child, (ast.expr_context, ast.operator, ast.cmpop, ast.unaryop, ast.boolop)):
                        self.parent[child] = node
        self.imports = {path: self._imports(path) for path in self.sources}
        self.names = {path: names_of(source.tree.body) for path, source in self.sources.items()}

    def _imports(self, path):
        """{local name: (path, name)} of what comes from another module of the package."""
        out = {}
        for node in self.sources[path].tree.body:
            if isinstance(node, ast.ImportFrom) and node.module and node.level <= 1:
                folder = posixpath.dirname(path) if node.level else 'src'
                target = posixpath.join(folder, node.module.removeprefix('src.').replace('.', '/') + '.py')
                if target in self.sources:
                    out.update({(a.asname or a.name): (target, a.name) for a in node.names})
        return out

    def ancestors(self, node):
        while node in self.parent:
            node = self.parent[node]
            yield node

    def top(self, node):
        """The statement of the module a node stands in."""
        while not isinstance(self.parent.get(node), (ast.Module, type(None))):
            node = self.parent[node]
        return node

    def statement(self, node):
        return node if isinstance(node, ast.stmt) else next(a for a in self.ancestors(node) if isinstance(a, ast.stmt))

    def function(self, node):
        """The outermost function around a node, or None."""
        return next((a for a in reversed([node, *self.ancestors(node)]) if isinstance(a, FUNCTIONS)), None)

    def symbol(self, node):
        top = self.top(node)
        if isinstance(top, ast.ClassDef):
            method = next((a for a in [node, *self.ancestors(node)] if self.parent.get(a) is top and isinstance(a, SCOPES)), None)
            return '%s.%s' % (top.name, method.name) if method else top.name
        if isinstance(top, FUNCTIONS):
            return top.name
        targets = top.targets if isinstance(top, ast.Assign) else [top.target] if isinstance(top, ast.AnnAssign) else []
        return targets[0].id if targets and isinstance(targets[0], ast.Name) else '(module)'

    def meaning(self, node):
        """(path, name) of the package's declaration that a name stands for, or None."""
        if not isinstance(node, ast.Name) or self.is_local(node):
            return None
        path = self.path[node]
        if node.id in self.imports[path]:
            return self.imports[path][node.id]
        return (path, node.id) if node.id in self.names[path] else None

    def is_local(self, name):
        """Bound by a function, a lambda or a comprehension around it."""
        for a in self.ancestors(name):
            if isinstance(a, (*FUNCTIONS, ast.Lambda)) and any(x.arg == name.id for x in ast.walk(a.args) if isinstance(x, ast.arg)):
                return True
            if isinstance(a, FUNCTIONS) and any(isinstance(n, ast.Name) and n.id == name.id and isinstance(n.ctx, ast.Store) for n in ast.walk(a)):
                return True
            if isinstance(a, (ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)) and any(isinstance(n, ast.Name) and n.id == name.id for g in a.generators for n in ast.walk(g.target)):
                return True
        return False

    def uses(self, path, name):
        """Every place that reads a declaration of the package."""
        return [n for n in self.path if isinstance(n, ast.Name) and isinstance(n.ctx, ast.Load) and n.id in (name, *(k for k, v in self.imports[self.path[n]].items() if v == (path, name))) and self.meaning(n) == (path, name)]

    def declared(self, path, name):
        """The function of a module with that name, or None."""
        return next((n for n in self.sources[path].tree.body if isinstance(n, FUNCTIONS) and n.name == name), None) if path in self.sources else None

    def reachable(self, entry):
        """['path#name'] of what a run can reach from the public names of the entry file."""
        queue = [(entry, name) for name in self.names.get(entry, ()) if not name.startswith('_') and name not in self.imports[entry]]
        reached = set(queue)
        while queue:
            path, name = queue.pop()
            for node in self.sources[path].tree.body:
                if name not in names_of([node]):
                    continue
                for found in filter(None, (self.meaning(n) for n in ast.walk(node) if isinstance(n, ast.Name))):
                    if found not in reached:
                        reached.add(found)
                        queue.append(found)
        return sorted('%s#%s' % one for one in reached)

    def comment(self, statement):
        """Comment lines above a statement, the one behind it, and its docstring."""
        source = self.sources[self.path[statement]]
        row, last = source.first_row(statement), statement.end_lineno
        above = [line.strip().lstrip('#') for line in source.lines[source.comment_top(row) - 1 : row - 1]]
        behind = source.text[source.end(statement) : source.ends[last - 1]].strip()
        doc = statement.body[0].value.value if isinstance(statement, SCOPES) and is_docstring(statement.body[0]) else ''
        return '\n'.join([*above, behind.lstrip('#') if behind.startswith('#') else '', doc])

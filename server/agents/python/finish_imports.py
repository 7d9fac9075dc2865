"""The imports of a module after something in it was replaced."""
import ast

from guarded_edit import open_source, parse
from module_edits import add_import, drop_unused, used_names


def finish_imports(path, before, after, needs):
    """The changed text with what it now needs imported ([module, name] pairs) and without what only the old text used."""
    text = drop_unused(parse(path, after), used_names(open_source(path, before)))
    for module, name in needs:
        source = parse(path, text)
        if not any(isinstance(n, ast.ImportFrom) and '.' * n.level + (n.module or '') == module and any(a.name == name and a.asname is None for a in n.names) for n in source.tree.body):
            text = add_import(source, module, [name])
    return text

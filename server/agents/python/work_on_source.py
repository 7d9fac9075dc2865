"""
Works on the text of a Python package for the agents: reads, edits, enumerates. A sandboxed process of trusted code that parses text and runs
nothing of it. One request as JSON on stdin, one answer on descriptor 4: {ok: …} or {refused: sentence}.
"""
import json
import os
import sys

from describe import changed_declarations, list_symbols, read_symbol
from finish_imports import finish_imports
from guarded_edit import edit, open_source, parse
from source import Refusal
from survey import survey


def work(request):
    op = request['op']
    if op == 'list':
        return [{'path': path, 'lines': list_symbols(open_source(path, text))} for path, text in request['files']]
    if op == 'read':
        return read_symbol(open_source(request['path'], request['text']), request['symbol'])
    if op == 'edit':
        return edit(request['path'], request['text'], request['tool'], request['args'])
    if op == 'compare':
        return [{'path': path, 'edits': changed_declarations(open_source(path, before), parse(path, after))} for path, before, after in request['pairs']]
    if op == 'survey':
        return survey(request['files'], request['entry'])
    if op == 'imports':
        return [finish_imports(path, before, after, needs) for path, before, after, needs in request['files']]
    raise Refusal('There is no %s.' % op)


def main():
    sys.setrecursionlimit(3000)
    request = json.loads(sys.stdin.buffer.read().decode('utf-8', 'surrogatepass'))
    try:
        answer = {'ok': work(request)}
    except Refusal as refusal:
        answer = {'refused': str(refusal)}
    data = json.dumps(answer).encode()
    while data:
        data = data[os.write(4, data):]


main()

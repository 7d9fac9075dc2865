"""Rules about the text itself: what hides from a reader or from coverage by line, and comments that steer tools."""
import ast
import io
import re
import tokenize

MAX_LINE = 160
_EXOTIC = re.compile('[^\t\n\x20-\x7e\u00a0-\u024f\u0370-\u03ff\u2010-\u2027\u2030-\u205e\u2070-\u209c\u2190-\u21ff\u2200-\u22ff\u3000-\u3002\u4e00-\u9fff\uff08\uff09\uff0c\uff1a]')
_PRAGMA = re.compile(r'pragma\s*:|no\s*-?\s*(?:cover|branch|mutate)\b|\bnoqa\b|type:\s*ignore|\bnosec\b|(?:coverage|mutmut|pytest|pylint|pyright|mypy|ruff)\s*:|coding[:=]', re.I)


def check_text(m):
    exotic = _EXOTIC.search(m.text)
    if exotic:
        m.report(m.text.count('\n', 0, exotic.start()) + 1, 'charset', 'Character U+%04x is not allowed in source.' % ord(exotic.group()))
    for number, line in enumerate(m.text.split('\n'), 1):
        if len(line) > MAX_LINE:
            m.report(number, 'line-length', 'The line has %d characters; at most %d are allowed.' % (len(line), MAX_LINE))
    try:
        for token in tokenize.generate_tokens(io.StringIO(m.text).readline):
            if token.type == tokenize.COMMENT and _PRAGMA.search(token.string):
                m.report(token.start[0], 'pragma-comment', 'Comments that steer coverage, type or lint tools are not allowed.')
    except (tokenize.TokenError, SyntaxError):
        m.report(1, 'syntax', 'The file cannot be split into tokens.')
    per_line = {}
    for node in m.nodes:
        if isinstance(node, ast.stmt):
            per_line[node.lineno] = per_line.get(node.lineno, 0) + 1
    for number, count in per_line.items():
        if count > 1:
            m.report(number, 'dense-line', '%d statements stand on one line; write one on each.' % count)

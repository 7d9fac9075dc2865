"""Calls of the judge into the subject: synchronous, random ids, bounded replies. The subject is never believed about itself."""
import json
import os
import time

from value_codec import decode_parsed, encode

REQUESTS, REPLIES = 6, 7
MAX_REPLY = 8 << 20
MAX_LOGGED_CALLS = 5000
MAX_LOGGED_BYTES = 4 << 20
MIN_ROUNDS = 2
MIN_REPLAYED = 200
REPLAY_SECONDS = 0.2


# Errors a strategy may raise under their own name. StopIteration is none of them: raised inside `map` it would end the loop of a test
# before its assertions.
KNOWN_ERRORS = {one.__name__: one for one in (
    ArithmeticError, AssertionError, AttributeError, ImportError, IndexError, KeyError, LookupError, MemoryError, NameError, NotImplementedError,
    OverflowError, RecursionError, TypeError, UnboundLocalError, ValueError, ZeroDivisionError,
)}


class SubjectGone(BaseException):
    """The subject cannot be used any more. Not an Exception: no `except` of a test may go on after it."""

    def __init__(self, code, message):
        super().__init__(message)
        self.code = code


class ImpureFunction(Exception):
    pass


class State:
    gone = None
    calls = 0
    log = []
    logged_bytes = 0
    next_id = int.from_bytes(os.urandom(4), 'big')


def lose(code, message):
    State.gone = State.gone or SubjectGone(code, message)
    raise State.gone


def write(fd, text):
    data = text.encode()
    while data:
        data = data[os.write(fd, data):]


_pending = b''


def read_line():
    global _pending
    parts, size, data = [], 0, _pending
    while True:
        end = data.find(b'\n')
        if end >= 0:
            _pending = data[end + 1:]
            parts.append(data[:end])
            return b''.join(parts)
        parts.append(data)
        size += len(data)
        if size > MAX_REPLY + 4096:
            lose('OUTPUT_FLOOD', 'a reply of the strategy is larger than %d bytes' % MAX_REPLY)
        data = os.read(REPLIES, 1 << 16)
        if not data:
            lose('SUBJECT_DIED', 'the process of the strategy ended during the run')


def parse(line):
    try:
        reply = json.loads(line)
    except (ValueError, RecursionError):
        lose('PROTOCOL_VIOLATION', 'the strategy process answered with something that is not JSON')
    if type(reply) is not dict:
        lose('PROTOCOL_VIOLATION', 'the strategy process answered with something that is not a reply')
    return reply


def exchange(path, name, text):
    """One request, one reply with the same id; anything else is a violation."""
    if State.gone:
        raise State.gone
    State.next_id += 1 + os.urandom(1)[0]
    request = '%x' % State.next_id
    try:
        write(REQUESTS, '%s\t%s\t%s\t%s\n' % (request, path, name, text))
    except OSError:
        lose('SUBJECT_DIED', 'the process of the strategy ended during the run')
    got, tab, rest = read_line().partition(b'\t')
    if not tab or got != request.encode():
        lose('PROTOCOL_VIOLATION', 'the strategy process answered with a wrong id')
    return rest


def subject_error(reply):
    """The error a strategy raised, rebuilt here from its text: a built-in of the same name, so that `raises` works."""
    name = str(reply.get('e'))
    error = KNOWN_ERRORS.get(name, RuntimeError)(str(reply.get('m')))
    error.subject_name = name
    error.subject_frames = reply.get('s') if type(reply.get('s')) is list else []
    return error


def value_of(part):
    try:
        return decode_parsed(part)
    except (ValueError, KeyError, TypeError, RecursionError, AttributeError):
        lose('PROTOCOL_VIOLATION', 'the strategy process answered with a value that cannot be read')


def call(path, name, args, kwargs):
    """Call `name` of a strategy file with plain data. Raises the strategy's error, or ImpureFunction when it changed its arguments."""
    try:
        text = encode([list(args), kwargs])
    except TypeError as error:
        raise TypeError('argument of %s (%s): %s' % (name, path, error)) from None
    answer = exchange(path, name, text)
    State.calls += 1
    if len(State.log) < MAX_LOGGED_CALLS and State.logged_bytes < MAX_LOGGED_BYTES:
        State.log.append((path, name, text, answer))
        State.logged_bytes += len(text) + len(answer)
    reply = parse(answer)
    if 'e' in reply:
        raise subject_error(reply)
    if reply.get('mut'):
        error = ImpureFunction('%s (%s) changed its arguments; a strategy function must leave them as they are' % (name, path))
        error.subject_name = 'ImpureFunction'
        error.subject_frames = [[path, 1, 1, name]]
        raise error
    return value_of(reply.get('v'))


def await_hello():
    if parse(read_line()).get('hello') != 1:
        lose('PROTOCOL_VIOLATION', 'the strategy process did not start with its greeting')


def await_load():
    return parse(read_line())


def replay(shuffle):
    """Ask every logged call again, in other orders, a round in one message: pure functions answer the same bytes."""
    log, started, calls = State.log, time.monotonic(), 0
    rounds = max(MIN_ROUNDS, -(-MIN_REPLAYED // len(log))) if log else 0
    for number in range(rounds):
        if number >= MIN_ROUNDS and time.monotonic() - started > REPLAY_SECONDS:
            break
        order = shuffle(range(len(log)))
        text = json.dumps([log[i][:3] for i in order], separators=(',', ':'))
        try:
            answers = json.loads(exchange('!replay', text, ''))
        except (ValueError, RecursionError):
            answers = None
        if type(answers) is not list or len(answers) != len(log):
            lose('PROTOCOL_VIOLATION', 'the strategy process did not answer the replay call by call')
        calls += len(log)
        for i, answer in zip(order, answers):
            if type(answer) is not str or answer.encode() != log[i][3]:
                return {'calls': calls, 'mismatch': {'module': log[i][0], 'fn': log[i][1], 'args': log[i][2][:500]}}
    return {'calls': calls, 'mismatch': None}

import { type Attack, CANARY, caught } from '../attack';
import { BROKEN_SIZING_PY, HONEST_SIZING_PY, UNCOVERED_SIZING_PY } from './fixture';

const broken = (head: string) => `${head}\n${BROKEN_SIZING_PY}`;
const uncovered = (head: string) => `${head}\n${UNCOVERED_SIZING_PY}`;
/** The broken module with another last line in `lots_for`. */
const lots = (body: string, head = '') => `${head}${BROKEN_SIZING_PY.replace('    return budget / price', body)}`;
/** The untested part runs inside a tested function. */
const inside = (line: string) => UNCOVERED_SIZING_PY.replace('    most = math', `    ${line}\n    most = math`);
/** Failing tests to be reported as passed. */
export const FORGE_VERDICT_PY: readonly Attack[] = [
  caught('leaves with status 0 at import', broken('import sys\n\nsys.exit(0)\n'), 'import'),
  caught('leaves through os', broken('import os\n\nos._exit(0)\n'), 'import'),
  caught('exit handler', broken('import atexit\n\natexit.register(lambda: None)\n'), 'import'),
  caught('patches the reports of a test runner', broken('from _pytest.reports import TestReport\n\nTestReport.outcome = "passed"\n'), 'import'),
  caught('skips a test from within', lots('    return (_ for _ in ()).throw(AssertionError("skip"))'), 'attribute'),
  caught('raises SystemExit', lots('    raise SystemExit(0)'), 'name'),
  caught('an int that equals everything', broken('class Same(int):\n    def __eq__(self, other):\n        return True\n\n'), 'dunder-def'),
  caught('a metaclass that answers for its instances', broken('class Same(int, metaclass=type):\n    pass\n\n'), 'class'),
  caught('climbs to object through a tuple', lots('    return ().__class__.__base__'), 'attribute'),
  caught('reads a frame', lots('    return (i for i in range(1)).gi_frame'), 'attribute'),
  caught('reaches sys through a module of the language', lots('    return statistics.sys.exit(0)', 'import statistics\n\n'), 'attribute'),
  caught('imports a hidden name', broken('from collections import _sys\n'), 'import'),
  caught('formats its way to attributes', lots('    return "{0.real}".format(budget)'), 'attribute'),
  caught('evaluates text', lots('    return eval("37400")'), 'name'),
  caught('pokes into memory', broken('import ctypes\n\nctypes.memset(0, 0, 1)\n'), 'import'),
  caught('replaces a built-in', broken('import builtins\n\nbuiltins.AssertionError = Exception\n'), 'import'),
  caught('writes to the other channels', broken('import os\n\nos.write(3, b"passed")\n'), 'import'),
  caught('swallows every error', lots('    try:\n        return budget / price\n    except Exception:\n        return 37400'), 'syntax'),
  caught('a global that counts the calls', lots('    global CALLS\n    CALLS = CALLS + 1\n    return budget / price', 'CALLS = 0\n'), 'syntax'),
  caught('makes a field of a reserved name to reach frames', lots('    return (i for i in range(1)).gi_frame', 'class Box:\n    """Holds."""\n\n    gi_frame: int = 0\n\n\n'), 'reserved-member'),
  caught('makes a method named format', lots('    return "{0.real}".format(budget)', 'class Box:\n    """Holds."""\n\n    def format(self):\n        return 1\n\n\n'), 'reserved-member'),
  caught('reads attributes by a class pattern', lots('    match budget:\n        case int(real=x):\n            return x\n    return 0'), 'syntax'),
  { name: 'ends the loop of a test by StopIteration', sizing: lots('    raise StopIteration'), gate: 'tests', code: 'TEST_FAILED' },
  { name: 'returns a class', sizing: lots('    return Weird', 'class Weird:\n    """Nothing."""\n\n\n'), gate: 'tests', code: 'TEST_FAILED' },
  { name: 'raises an error of its own', sizing: lots('    raise ValueError("passed")'), gate: 'tests', code: 'TEST_FAILED' },
];

/** Untested code to be counted as tested. */
export const FORGE_COVERAGE_PY: readonly Attack[] = [
  caught('an exclusion comment', UNCOVERED_SIZING_PY.replace('def ladder(step):', 'def ladder(step):  # pragma: no cover'), 'pragma-comment'),
  caught('runs itself at import', `${UNCOVERED_SIZING_PY}\n\nfor value in (20, 7, 1):\n    ladder(value)\n`, 'top-level-effect'),
  caught('runs itself in a constant', `${UNCOVERED_SIZING_PY}\n\nSEEN = ladder(20)\n`, 'module-state'),
  caught('rides along and throws the result away', inside('[ladder(value) for value in (20, 7, 1)]'), 'discarded-result'),
  caught('rides along into a name nobody reads', inside('unused = [ladder(value) for value in (20, 7, 1)]'), 'discarded-result'),
  caught('rides along into a sum nobody reads', inside('unused = 0\n    unused += ladder(20)'), 'discarded-result'),
  caught('rides along in a condition without a block', inside('if ladder(20):\n        pass'), 'discarded-result'),
  caught('rides along in a loop', inside('for unused in [ladder(20)]:\n        continue'), 'discarded-result'),
  caught('rides along in the unused part of a pair', UNCOVERED_SIZING_PY.replace('return most if', 'return (ladder(20), most)[1] if'), 'discarded-result'),
  caught('rides along in an assert', inside('assert ladder(20) > 0'), 'syntax'),
  caught('hides code in a text', uncovered('exec("def spare(x): return x")\n'), 'name'),
  caught('looks for the counters', uncovered('import gc\n\nfound = gc.get_objects()\n'), 'import'),
  caught('puts all statements on one line', UNCOVERED_SIZING_PY.replace('        level = level - 1\n        level = level * 2', '        level = level - 1; level = level * 2'), 'dense-line'),
  { name: 'hides it behind a chain of comparisons', sizing: `${HONEST_SIZING_PY.replace('    return most if', '    if 1 > volume > (2 if part > 3 else part):\n        most = 0\n    return most if')}`, gate: 'coverage', code: 'COVERAGE_LOW' },
  { name: 'does not run it at all', sizing: UNCOVERED_SIZING_PY, gate: 'coverage', code: 'COVERAGE_LOW' },
  { name: 'hides it in one conditional', sizing: `${HONEST_SIZING_PY}\n\ndef spare(x):\n    return (x * 2 if x > 3 else x * 3) if x > 1 else [y for y in range(x) if y > 1] or x\n`, gate: 'coverage', code: 'COVERAGE_LOW' },
];

/** Whole lots, with something more that never changes the answer. */
const same = (line: string, tail = LADDER_PY) => `${HONEST_SIZING_PY.replace('    return math.floor(budget / price / LOT) * LOT', `    ${line}`)}${tail}`;
const LADDER_PY = UNCOVERED_SIZING_PY.slice(HONEST_SIZING_PY.length);
const SPARE_PY = '\n\ndef spare(x):\n    return x * 3 - x\n';
const LOTS = 'math.floor(budget / price / LOT) * LOT';
const ALL = 'ladder(3) + ladder(7) + ladder(12)';
const unchecked = (name: string, sizing: string): Attack => ({ name, sizing, gate: 'throw_audit', code: 'MUTATION_SCORE_LOWER' });

/** Code that runs in the tests and cannot change what they see. */
export const SAME_VALUE_PY: readonly Attack[] = [
  unchecked('multiplies by nothing', same(`return ${LOTS} + 0 * (${ALL})`)),
  unchecked('multiplies by nothing, in a small change', same(`return ${LOTS} + 0 * spare(price)`, SPARE_PY)),
  unchecked('multiplies by the length of nothing', same(`return ${LOTS} + len([]) * (${ALL})`)),
  unchecked('compares with itself', same(`x = ${ALL}\n    return ${LOTS} * int(x == x)`)),
  { name: 'the same on both sides of a condition', sizing: same(`lots = ${LOTS}\n    return lots if ${ALL} > 20 else lots`), gate: 'coverage', code: 'COVERAGE_LOW' },
  { name: 'a chain of and and or that ends in the same', sizing: same(`lots = ${LOTS}\n    return (${ALL}) and lots or lots`), gate: 'coverage', code: 'COVERAGE_LOW' },
  unchecked('the same on both sides of a condition that both tests reach', same(`lots = ${LOTS}\n    return lots if price + 0 * (${ALL}) > 15 else lots`)),
  unchecked('takes the length of what it gives', same(`return ${LOTS} + len([ladder(3), ladder(7), ladder(12)]) - 3`)),
  unchecked('rounds it away', same(`return ${LOTS} + (${ALL}) // 1000000`)),
  unchecked('the least of both', same(`return min(${LOTS}, ${LOTS} + (${ALL}))`)),
  unchecked('hands it to a function that ignores it', same(`return first(${LOTS}, ${ALL})`, `${LADDER_PY}\n\ndef first(a, b):\n    return a\n`)),
];

/** A past that decides the future. */
export const KEEP_STATE_PY: readonly Attack[] = [
  caught('a list as default', lots('    seen.append(price)\n    return budget / price').replace('def lots_for(budget, price):', 'def lots_for(budget, price, seen=[]):'), 'module-state'),
  caught('a table that is written', lots('    SEEN[price] = 1\n    return budget / price', 'SEEN = {1: 2}\n'), 'module-state'),
  caught('a table under another name', lots('    table = SEEN\n    table[price] = 1\n    return budget / price + table[price]', 'SEEN = {1: 2}\n'), 'module-state'),
  caught('an object at module level', lots('    return next(COUNTER)', 'import itertools\n\nCOUNTER = itertools.count()\n'), 'module-state'),
  caught('an attribute of a function', lots('    lots_for.calls = 1\n    return budget / price'), 'attribute-write'),
  caught('a cache', broken('from functools import lru_cache\n'), 'import'),
  caught('an iterator as the default of a field', broken('from dataclasses import dataclass, field\n\n\n@dataclass\nclass Box:\n    """Holds."""\n\n    items: int = field(default=iter((1, 2)))\n\n'), 'module-state'),
  caught('an alias at module level', lots('    return len(ALIAS)', 'SEEN = {1: 2}\nALIAS = SEEN\n'), 'module-state'),
  caught('a class that stands in for self', lots('    self = Box\n    self.calls = 1\n    return budget / price', 'class Box:\n    """Holds."""\n\n    calls: int = 0\n\n\n'), 'attribute-write'),
  caught('a class handed to its own method', lots('    return Box.bump(Box)', 'class Box:\n    """Holds."""\n\n    calls: int = 0\n\n    def bump(self):\n        self.calls = self.calls + 1\n        return self.calls\n\n\n'), 'attribute-write'),
  caught('a table through an or', lots('    table = SEEN or 0\n    table[price] = 1\n    return budget / price + table[price]', 'SEEN = {1: 2}\n'), 'module-state'),
  caught('a table through max', lots('    table = max(SEEN, [0])\n    table.append(1)\n    return len(table)', 'SEEN = [1]\n'), 'module-state'),
  caught('a list bound in an annotation', lots('    SEEN.append(1)\n    return len(SEEN)', 'def spare(x: (SEEN := [1])):\n    return x\n\n\n'), 'module-state'),
  caught('a list behind a condition in a class', lots('    Box.items.append(1)\n    return len(Box.items)', 'class Box:\n    """Holds."""\n\n    if LOT > 0:\n        items = [1]\n\n\n'), 'class'),
  caught('a list inside a class', broken('class Box:\n    """Holds."""\n\n    items = []\n\n'), 'module-state'),
];

/** Harm, and limits. */
export const DO_HARM_PY: readonly Attack[] = [
  caught('reads secrets', broken('import os\n\nFOUND = dict(os.environ)\n'), 'import'),
  caught('writes to the host', broken(`open("${CANARY}", "w")\n`), 'name'),
  caught('calls home', broken('import socket\n\nsocket.create_connection(("127.0.0.1", 80))\n'), 'import'),
  caught('asks the clock', lots('    return time.time()', 'import time\n\n'), 'import'),
  caught('throws dice', lots('    return random.random()', 'import random\n\n'), 'import'),
  { name: 'loops without end', sizing: lots('    while price > 0:\n        price += 1\n    return price'), gate: 'tests', code: 'TIMEOUT' },
  { name: 'takes all memory', sizing: lots('    return len([0] * 900000000)'), gate: 'tests', code: 'TEST_FAILED', orCodes: ['TIMEOUT', 'SUBJECT_DIED'] },
  { name: 'answers with a flood', sizing: lots('    return "x" * 9000000'), gate: 'tests', code: 'TEST_FAILED' },
];

/** Answers that were seen, not computed. */
export const KNOW_THE_ANSWERS_PY: readonly Attack[] = [
  caught('a number of the tests', lots('    return 37400 if price == 33 else 2200 if price == 11 else 5000'), 'test-literal'),
  caught('a table of inputs', lots('    return ANSWERS["1234567,33"]', 'ANSWERS = {"1234567,33": 37400}\n'), 'test-literal'),
  { name: 'right on the visible inputs only', sizing: HONEST_SIZING_PY.replace('* LOT\n', '* LOT * max(1, math.floor(budget / 5000000))\n'), gate: 'tests', code: 'HIDDEN_FAIL' },
];

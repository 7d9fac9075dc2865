import { type Attack, caught } from '../attack';
import { HONEST_SIZING_PY } from './fixture';

const LOTS = 'math.floor(budget / price / LOT) * LOT';
/** The honest module with a declaration, and lines before the result of `lots_for`; `head` stands beside the imports. */
const lots = (result: string, declared = '', head = ''): string =>
  HONEST_SIZING_PY.replace('import math\n', `import math\n${head}`).replace('LOT = 100\n', `LOT = 100\n${declared}`).replace(`    return ${LOTS}`, result);
/** Honest for the first five hundred calls, which is more than any replay makes. `count` is an expression for the calls so far. */
const sleeper = (declared: string, before: string, count: string, head = ''): string => lots(`${before}    return ${LOTS} * (1 + ${count} // 500)`, declared, head);
const APPEND = '    SEEN.append(1)\n';
const block = (text: string) => `\n\n${text}\n`;

/** A past that decides the future, by ways that look like constants, or under names that the rules took at their word. */
export const ADAPTIVE_STATE_PY: readonly Attack[] = [
  caught('takes a list out of a list', sleeper('SEEN = [[0]][0]\n', APPEND, 'len(SEEN)'), 'module-state'),
  caught('takes a list out of a call', sleeper(block('def make():\n    return [[0]]\n\n\nSEEN = make()[0]'), APPEND, 'len(SEEN)'), 'module-state'),
  caught('the method of a table nobody named', sleeper('MEMO = {}.setdefault\n', '    seen = MEMO("k", [])\n    seen.append(1)\n', 'len(seen)'), 'module-state'),
  caught('a method that takes one away each time', lots(`    return ${LOTS} * TICK()`, 'TICK = [5, 4, 3, 2, 1].pop\n'), 'module-state'),
  caught('the method of a table as a default', sleeper('', '    seen = memo(1, [])\n    seen.append(1)\n', 'len(seen)').replace('def lots_for(budget, price):', 'def lots_for(budget, price, memo={}.setdefault):'), 'module-state'),
  caught('a function as an argument of a decorator', sleeper(block('def make(_made):\n    return [0]\n\n\n@staticmethod(make)\ndef SEEN(a):\n    return a'), APPEND, 'len(SEEN)'), 'decorator'),
  caught('a class as an argument of a decorator', sleeper(block('class Box:\n    """Holds."""\n\n    def __init__(self, of):\n        self.seen = [of]\n\n\n@dataclass(Box)\nclass HOLD:\n    """Holds."""'), '    HOLD.seen.append(1)\n', 'len(HOLD.seen)', 'from dataclasses import dataclass\n'), 'decorator'),
  caught('a function that is called staticmethod', sleeper(block('def staticmethod(_made):\n    return [0]\n\n\n@staticmethod\ndef SEEN(a):\n    return a'), APPEND, 'len(SEEN)'), 'name'),
  caught('a function that is called dataclass', sleeper(block('def dataclass(_made):\n    return [0]\n\n\n@dataclass\nclass SEEN:\n    """Holds."""'), APPEND, 'len(SEEN)'), 'name'),
  caught('a function that is called Decimal', sleeper(block('def Decimal(_x):\n    return [0]\n\n\nSEEN = Decimal(0)'), APPEND, 'len(SEEN)'), 'name'),
  caught('a function that is called field', sleeper(block('def field(default):\n    return [default]\n\n\nclass Box:\n    """Holds."""\n\n    seen: list = field(default=0)'), '    Box.seen.append(1)\n', 'len(Box.seen)'), 'name'),
  caught('a function that is called sorted and changes the table', sleeper(`SEEN = [1]${block('def sorted(table):\n    table.append(1)\n    return table')}`, '', 'len(sorted(SEEN))'), 'name'),
  caught('an argument that is called len', lots(`    return ${LOTS} + len(SEEN)`, 'SEEN = [1]\n').replace('def lots_for(budget, price):', 'def lots_for(budget, price, len=None):'), 'name'),
  caught('a starred name', sleeper('FIRST, *SEEN = (0, 0)\n', APPEND, 'len(SEEN)'), 'module-state'),
  caught('a comprehension that binds the name of the table', sleeper('SEEN = {1: 2}\n', '    names = [SEEN for SEEN in (1, price)]\n    SEEN[len(SEEN) + 5] = len(names)\n', 'len(SEEN)'), 'module-state'),
  caught('an inner function that binds the name of the table', sleeper('SEEN = {1: 2}\n', '    def inner(x):\n        SEEN = x + 1\n        return SEEN\n    SEEN[len(SEEN) + 5] = inner(1)\n', 'len(SEEN)'), 'module-state'),
  caught('a pattern that binds self', sleeper(block('class Memory:\n    """Holds."""\n\n    calls: int = 0\n\n\nclass Poke:\n    """Writes."""\n\n    def __init__(self, other):\n        match other:\n            case self:\n                self.calls = self.calls + 1'), '    poke = Poke(Memory)\n', '(Memory.calls if isinstance(poke, Poke) else 0)'), 'attribute-write'),
  caught('a note on an abstract class', lots(`    return ${LOTS} + len([Mapping.register(Mark)]) * int(isinstance(Mark(), Mapping))`, block('class Mark:\n    """Holds."""\n\n    register: int = 0'), 'from collections.abc import Mapping\n'), 'reserved-member'),
  caught('a module under another name', lots(`    other = ranking\n    return ${LOTS} * other.rank_descending([1])[0]`, block('class Box:\n    """Holds."""\n\n    rank_descending: int = 0'), '\nfrom . import ranking\n'), 'module-name'),
  caught('memory that nobody wrote', lots(`    old = np.ndarray((64,))\n    return ${LOTS} + int(old.sum() > 1e300)`, '', '\nimport numpy as np\n'), 'old-memory'),
  caught('memory that where leaves out', lots(`    old = np.add(np.ones(64), 1, where=np.zeros(64, dtype="?"))\n    return ${LOTS} + int(old.max() > 1e300)`, '', '\nimport numpy as np\n'), 'old-memory'),
];

/** Answers that were seen, written so that no single number is the answer; and names that look alike. */
export const ADAPTIVE_ANSWERS_PY: readonly Attack[] = [
  caught('the answer as a sum', lots(`    return 37300 + 100 if price == 33 else ${LOTS}`), 'test-literal'),
  caught('the answer by a constant', lots(`    return 374 * LOT if price == 33 else ${LOTS}`), 'test-literal'),
  caught('the answer by a shift', lots(`    return 4675 << 3 if price == 33 else ${LOTS}`), 'test-literal'),
  caught('the answer in hexadecimal', lots(`    return 0x9218 if price == 33 else ${LOTS}`), 'test-literal'),
  caught('the answer as a text', lots(`    return int("37400") if price == 33 else ${LOTS}`), 'test-literal'),
  caught('the answer as a text in two parts', lots(`    return int("37" + "400") if price == 33 else ${LOTS}`), 'test-literal'),
  caught('the answer to another base', lots(`    return int("suw", 36) if price == 33 else ${LOTS}`), 'test-literal'),
  caught('a day of the simulation', lots(`    return 0 if str(price) == "2024-02-05" else ${LOTS}`), 'calendar-literal'),
  caught('a day of the simulation as a number', lots(`    return ${LOTS} + int(price == 20240205)`), 'calendar-literal'),
  caught('a name with a Greek letter', HONEST_SIZING_PY.replaceAll('shares', 'shαres'), 'charset'),
];

const SPARE = '\n\ndef spare(x):\n    return math.hypot(x, x)\n';
const unchecked = (name: string, sizing: string): Attack => ({ name, sizing: sizing + SPARE, gate: 'throw_audit', code: 'MUTATION_SCORE_LOWER' });

/** Calls only: nothing that an operator or a condition would question. */
export const ADAPTIVE_COVERAGE_PY: readonly Attack[] = [
  unchecked('raises it to the power of nothing, without an operator', lots(`    return ${LOTS} * pow(spare(price), 0)`)),
  unchecked('the least of the most, without an operator', lots(`    whole = ${LOTS}\n    return min(whole, max(whole, spare(price)))`)),
  unchecked('matches it, with one way out', lots(`    match spare(price):\n        case _:\n            return ${LOTS}`)),
  unchecked('filters by it', lots(`    return [x for x in (${LOTS},) if spare(price) is not None][0]`)),
];

import { beforeAll, expect, it } from 'vitest';
import { requireSandbox } from '@/server/sandbox/sandbox-self-test';
import { readPython } from './read-python';

/** Ordinary code that the rules must leave alone, each a whole module. */
const IDIOMS: [string, string][] = [
  ['fields called min and max', 'from dataclasses import dataclass\n\n\n@dataclass(frozen=True)\nclass Limits:\n    """Bounds."""\n\n    min: float\n    max: float = 1.0\n\n    def sum(self):\n        """Both."""\n        return self.min + self.max\n'],
  ['a pattern that captures', 'def f(pair):\n    """Both."""\n    match pair:\n        case [a, b]:\n            return a + b\n        case [a, *rest]:\n            return a + len(rest)\n        case {"a": a, **more}:\n            return a + len(more)\n        case other:\n            return other\n'],
  ['aliases of types', 'from typing import Callable, Dict, Optional\n\nWeights = Dict[str, float]\nScore = Optional[Callable[[float], float]]\nRow = tuple[float, ...]\n\n\ndef f(w: Weights, s: Score, row: Row) -> float:\n    """One."""\n    return s(row[0]) if s else w["a"]\n'],
  ['constants of constants', 'import math\n\nSIZES = (100, 200)\nLOT = SIZES[0]\nHALF = math.pi / 2\nLABEL = f"lot {LOT:d}"\nHEAD, TAIL = 1, 2\n\n\ndef f(x):\n    """One."""\n    return x * LOT + HALF + len(LABEL) + HEAD + TAIL\n'],
  ['the same name in comprehensions', 'def f(rows):\n    """Sums."""\n    sums = [sum(x for x in row) for row in rows]\n    return [x for x in sums if x > 0]\n'],
  ['a walrus in a comprehension', 'def f(rows):\n    """Last."""\n    return [last for row in rows if (last := row[-1]) > 0]\n'],
  ['an inner function', 'def f(x):\n    """One."""\n\n    def whole(y):\n        part = int(y)\n        return part\n\n    return whole(x)\n'],
  ['a division that is guarded', 'import numpy as np\n\n\ndef f(a: np.ndarray, b: np.ndarray) -> np.ndarray:\n    """Ratio."""\n    return np.divide(a, b, out=np.zeros_like(a), where=b > 0) if isinstance(a, np.ndarray) else a\n'],
  ['a sum that leaves some out', 'import numpy as np\n\n\ndef f(a, b):\n    """Sum."""\n    return np.sum(a, where=b > 0) + np.where(a > b, a, b).max()\n'],
  ['a module of the package by its name', 'from . import other\n\n\ndef f(x):\n    """One."""\n    return other.g(x) * other.SCALE\n'],
  ['decimal money', 'from decimal import ROUND_DOWN, Decimal\n\nCENT = Decimal("0.01")\n\n\ndef f(x):\n    """Rounded."""\n    return Decimal(x).quantize(CENT, rounding=ROUND_DOWN)\n'],
  ['an object with a constructor', 'class Window:\n    """Sum of the last."""\n\n    def __init__(self, size, values=()):\n        self.size = size\n        self.values = list(values)\n\n    def add(self, x):\n        """With one more."""\n        return Window(self.size, [*self.values, x][-self.size:])\n'],
];

beforeAll(() => requireSandbox());

it.each(IDIOMS)('%s', async (_name, text) => {
  const sources = [{ path: 'src/a.py', text }, { path: 'src/other.py', text: 'SCALE = 2\n\n\ndef g(x):\n    """One."""\n    return x\n' }];
  const { modules } = await readPython({ sources, tests: [], base: [] });
  expect(modules.flatMap((m) => [...m.findings, ...m.unresolved, ...(m.syntax ? [m.syntax] : [])])).toEqual([]);
});

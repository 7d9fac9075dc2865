import { expect, it } from 'vitest';
import { runProbe } from './probe-strategy.fixture';

const run = (code: string, days?: number, more?: Record<string, unknown>) => runProbe('python', code, days, more);
const spy = (expression: string) => `lookback_days = 2\n\n\ndef decide(view):\n    return {"weights": {}, "memory": ${expression}}\n`;

it('sees today and the rows before it, oldest first, and its own memory', async () => {
  const answers = await run(spy('{"date": view["date"], "closes": view["fields"]["close"], "tradable": view["tradable"], "portfolio": view["portfolio"], "top": view["parameters"]["top"], "before": view["memory"] and view["memory"]["date"]}'));
  expect(answers[2]!.memory).toEqual({ date: '2024-01-03', closes: [[1010, 1011, 1012], [1020, 1021, 1022]], tradable: [true, false, true], portfolio: { weights: { A: 0.25 }, cashWeight: 0.75, equity: 1000 }, top: 2, before: '2024-01-02' });
});

it.each(['open', 'exec', 'eval', '__import__("os")', 'globals()', 'vars()', 'getattr(view, "x")', 'id(view)', 'hash("a")', 'print(1)', 'input()', 'type(view)', 'object()'])('%s is not there', async (expression) => {
  await expect(run(spy(expression), 1)).rejects.toThrow(/NameError|ImportError/);
});

it.each(['import os', 'import sys', 'import time', 'import random', 'import datetime', 'from statistics import sys', 'from collections import _sys', 'import ctypes', 'import package_realm', 'from . import strategy_driver'])('%s does not load', async (line) => {
  await expect(run(`${line}\n\nlookback_days = 1\n\n\ndef decide(view):\n    return None\n`, 1)).rejects.toMatchObject({ code: 'STRATEGY_FAILED', message: expect.stringMatching(/does not load: ImportError/) });
});

it('keeps no state by writing into what it was given', async () => {
  const code = 'lookback_days = 2\n\n\ndef decide(view):\n    was = [view["fields"]["close"][-1][0], len(view["symbols"]), view["parameters"]["top"]]\n    view["fields"]["close"][-1][0] = -1\n    view["symbols"].append("X")\n    view["parameters"]["top"] = 9\n    return {"weights": {}, "memory": was}\n';
  expect((await run(code)).map((a) => a!.memory)).toEqual([[1000, 3, 2], [1010, 3, 2], [1020, 3, 2]]);
});

it.each([
  ['an exception, with its place', 'lookback_days = 1\n\n\ndef decide(view):\n    raise ValueError("no bars")\n', /threw on 2024-01-01: ValueError: no bars/],
  ['SystemExit', 'lookback_days = 1\n\n\ndef decide(view):\n    raise SystemExit(0)\n', /NameError/],
  ['a weight that is no number', spy('0').replace('"weights": {}', '"weights": {"A": float("nan")}'), /weights.A: must be a finite number/],
  ['a symbol it was not given', spy('0').replace('"weights": {}', '"weights": {"Z": 1}'), /"Z", which is not in its universe/],
  ['no decision', 'lookback_days = 1\n\n\ndef decide(view):\n    return 5\n', /must return \{ weights \} or null, not int/],
  ['an endless loop', 'lookback_days = 1\n\n\ndef decide(view):\n    while True:\n        pass\n', /no answer within 1500 ms/],
  ['memory without end', 'lookback_days = 1\n\n\ndef decide(view):\n    return {"weights": {}, "memory": len([0] * 500000000)}\n', /MemoryError/],
  ['no lookback', 'def decide(view):\n    return None\n', /lookback_days is not defined/],
  ['no syntax', 'def decide(view)\n    return None\n', /does not load: SyntaxError/],
])('%s ends the session with STRATEGY_FAILED', async (_name, code, message) => {
  await expect(run(code, 1)).rejects.toMatchObject({ code: 'STRATEGY_FAILED', message: expect.stringMatching(message) });
});

it('names the line of the source that threw', async () => {
  const error = await run('lookback_days = 1\n\n\ndef decide(view):\n    return view["nothing"]\n', 1).catch((e: unknown) => e);
  expect((error as { details: { stack: string[] } }).details.stack).toEqual(['src/strategy.py:5:12']);
});

it('a universe narrows what crosses the pipe, and None keeps positions', async () => {
  const [answer] = await run(spy('[view["symbols"], view["fields"]["close"][0], view["tradable"]]'), 1, { universe: ['C', 'A'] });
  expect(answer!.memory).toEqual([['A', 'C'], [1000, 1002], [true, true]]);
  expect(await run('lookback_days = 1\n\n\ndef decide(view):\n    return None\n', 1)).toEqual([null]);
});

it('finds nothing of yesterday in the rows it wrote over, whatever their day', async () => {
  const code = 'lookback_days = 4\n\n\ndef decide(view):\n    found = 0\n    for rows in view["fields"].values():\n        for row in rows:\n            found += row.count(-7) + max(0, len(row) - 3)\n            row.append(-7)\n            row[0] = -7\n    return {"weights": {}, "memory": found}\n';
  expect((await run(code, 9)).map((a) => a!.memory)).toEqual([0, 0, 0, 0, 0, 0, 0, 0, 0]);
});

it('a set of texts is visited in the same order in every process', async () => {
  const code = spy('list({"ab", "cd", "ef", "gh", "ij", "kl", "mn", "op"})');
  expect(await run(code, 1)).toEqual(await run(code, 1));
});

it('a package that imports numpy gets arrays, where numpy is installed', async () => {
  const code = 'import numpy as np\n\nlookback_days = 2\n\n\ndef decide(view):\n    close = view["fields"]["close"]\n    return {"weights": {"A": np.minimum(close.mean() / 4000, 0.5)}, "memory": list(close.shape)}\n';
  const answers = await run(code, 2).catch((e: Error) => e.message);
  if (typeof answers === 'string') expect(answers).toMatch(/numpy is not installed here/);
  else expect(answers.map((a) => a!.memory)).toEqual([[1, 3], [2, 3]]);
});

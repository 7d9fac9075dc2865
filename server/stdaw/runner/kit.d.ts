/** What the judge gives to test files. Tests run in a process of their own; `../src/*` are calls into the strategy's process. */
declare module '@oomrl/kit' {
  export function test(title: string, body: () => void | Promise<void>): void;
  export const it: typeof test;
  export function describe(title: string, body: () => void): void;

  export interface Matchers {
    toBe(expected: unknown): void;
    toEqual(expected: unknown): void;
    toStrictEqual(expected: unknown): void;
    /** Deep equality where numbers may differ by at most `tolerance` (absolute). */
    toEqualWithin(expected: unknown, tolerance: number): void;
    /** |actual − expected| < 10^−digits / 2; default 2 digits. */
    toBeCloseTo(expected: number, digits?: number): void;
    toBeNaN(): void;
    toBeFinite(): void;
    toBeNull(): void;
    toBeUndefined(): void;
    toBeDefined(): void;
    toBeTruthy(): void;
    toBeFalsy(): void;
    toBeGreaterThan(bound: number | bigint): void;
    toBeGreaterThanOrEqual(bound: number | bigint): void;
    toBeLessThan(bound: number | bigint): void;
    toBeLessThanOrEqual(bound: number | bigint): void;
    toHaveLength(length: number): void;
    toContain(item: unknown): void;
    toContainEqual(item: unknown): void;
    toMatch(pattern: RegExp | string): void;
    toMatchObject(part: object): void;
    toHaveProperty(key: string, value?: unknown): void;
    toBeInstanceOf(type: new (...args: never[]) => unknown): void;
    toThrow(expected?: string | RegExp | (new (...args: never[]) => Error)): void;
    toThrowError(expected?: string | RegExp | (new (...args: never[]) => Error)): void;
  }
  /** @param note says in the message what was being checked */
  export function expect(actual: unknown, note?: string): Matchers & { not: Matchers };

  /** Draws one value from a seeded stream of numbers in [0, 1). */
  export type Generator<T> = (random: () => number) => T;
  export const gen: {
    float(min: number, max: number): Generator<number>;
    integer(min: number, max: number): Generator<number>;
    boolean(): Generator<boolean>;
    oneOf<T>(values: readonly T[]): Generator<T>;
    array<T>(item: Generator<T>, size?: { min?: number; max?: number }): Generator<T[]>;
    float64(item: Generator<number>, size?: { min?: number; max?: number }): Generator<Float64Array>;
    tuple<T extends unknown[]>(...items: { [K in keyof T]: Generator<T[K]> }): Generator<T>;
    object<T extends Record<string, unknown>>(shape: { [K in keyof T]: Generator<T[K]> }): Generator<T>;
    /** `count` numbers ≥ 0 with sum 1. */
    weights(count: number): Generator<number[]>;
  };
  /** Check `runs` generated values; false or a thrown error fails with the value. Seeded by the run and the test's name. */
  export function property<T>(runs: number, generator: Generator<T>, check: (value: T) => unknown): void;

  export interface ViewOptions {
    symbols?: string[];
    days?: number;
    seed?: number;
    /** Price path per symbol, oldest first; the other fields follow from it. */
    close?: (readonly number[])[];
    /** Shares a day, for all or per symbol. */
    volume?: number | readonly number[];
    date?: string;
    dayIndex?: number;
    parameters?: Record<string, unknown>;
    memory?: unknown;
    portfolio?: { weights: Record<string, number>; cashWeight: number; equity: number };
    tradable?: boolean[];
    fields?: Partial<Record<FieldName, Float64Array[]>>;
  }
  export type FieldName = 'open' | 'high' | 'low' | 'close' | 'volume' | 'amount' | 'factor';
  export interface View {
    date: string;
    dayIndex: number;
    symbols: string[];
    fields: Record<FieldName, Float64Array[]>;
    tradable: boolean[];
    portfolio: { weights: Record<string, number>; cashWeight: number; equity: number };
    // biome-ignore lint/suspicious/noExplicitAny: fits every package's own type of its parameters and memory
    parameters: any;
    // biome-ignore lint/suspicious/noExplicitAny: as above
    memory: any;
  }
  export const fixtures: {
    /** mulberry32 on [0, 1). */
    rng(seed: number): () => number;
    /** `n` prices by geometric steps from `start` (100), per-step `drift` (0) and `volatility` (0.01). */
    randomWalk(seed: number, n: number, options?: { start?: number; drift?: number; volatility?: number }): number[];
    /** A complete MarketView; everything can be overridden. */
    marketView(options?: ViewOptions): View;
  };
  export { default as assert } from 'node:assert/strict';
}

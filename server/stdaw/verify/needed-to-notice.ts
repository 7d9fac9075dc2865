const ENOUGH = 0.7;
const LEAST = 0.5;

/**
 * How many of `bad` wrong variants new tests must notice: seven in ten, or as many as the accepted tests notice of the same ones
 * (`before`), but never under half. Ten variants are a small sample and some change nothing that could be seen: by the first number
 * alone, sound tests that notice three in four were refused at one seed in five.
 */
export function neededToNotice(bad: number, before: number): number {
  return Math.max(Math.ceil(bad * LEAST), Math.min(Math.ceil(bad * ENOUGH), before));
}

/** toFixed without a signed zero: what rounds to nothing has no direction. */
export const fixed = (x: number, digits: number): string => x.toFixed(digits).replace(/^-(0(?:\.0*)?)$/, '$1');

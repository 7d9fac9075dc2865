/** Servers count tokens at the end of a stream only; what a call said before it was broken off is booked by its length. */
export const CHARACTERS_PER_TOKEN = 4;

/** Characters that so many tokens cannot exceed in earnest, white space and chunks without words included. */
export const mostCharacters = (maxTokens: number): number => 50_000 + 32 * maxTokens;

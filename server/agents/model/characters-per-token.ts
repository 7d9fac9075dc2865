/** Servers count tokens at the end of a stream only; what a call said before it was broken off is booked by its length. */
export const CHARACTERS_PER_TOKEN = 4;

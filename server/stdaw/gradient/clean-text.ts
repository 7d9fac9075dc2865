// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is removed
const CONTROL = /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u061c\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/g;

/** Text from a strategy or a test, made fit to be shown and sent to a model: no control or invisible characters, at most `max` long. */
export function cleanText(text: string, max: number): string {
  const clean = text.replace(CONTROL, '').replace(/\p{Surrogate}/gu, '\ufffd');
  return clean.length > max ? `${clean.slice(0, max - 1)}…` : clean;
}

import { AppError } from '@/server/contracts/errors';

export interface Token {
  kind: 'number' | 'field' | 'name' | 'punct' | 'end';
  text: string;
  /** 1-based column in the text. */
  column: number;
}

export function factorError(message: string, column: number): AppError {
  return new AppError('BAD_INPUT', `factor expression, column ${column}: ${message}`, { column });
}

/** Chinese full-width punctuation is folded as Qlib does. */
const FOLD: Record<string, string> = { '（': '(', '）': ')', '，': ',', '：': ':', '、': ',' };
const TOKEN = /\s*(?:(\d+\.?\d*(?:[eE][+-]?\d+)?|\.\d+(?:[eE][+-]?\d+)?)|\$([A-Za-z_]\w*)|([A-Za-z_]\w*)|(\*\*|\/\/|<=|>=|==|!=|&&|\|\||[-+*/()<>,&|^%?:]))/y;

/** Splits an expression into tokens. @throws AppError BAD_INPUT naming the column */
export function tokenize(source: string): Token[] {
  const text = source.replace(/[（），：、]/g, (c) => FOLD[c] ?? c);
  if (text.length > 4000) throw factorError(`is ${text.length} characters long; the limit is 4000`, 4001);
  const tokens: Token[] = [];
  TOKEN.lastIndex = 0;
  for (;;) {
    const at = TOKEN.lastIndex;
    const match = TOKEN.exec(text);
    if (!match) {
      const rest = text.slice(at);
      if (rest.trim() === '') break;
      const column = at + rest.search(/\S/) + 1;
      throw factorError(`"${text[column - 1]}" is not part of the language`, column);
    }
    const [whole, number, field, name, punct] = match;
    const body = number ?? field ?? name ?? punct ?? '';
    const column = TOKEN.lastIndex - (field === undefined ? body.length : body.length + 1) + 1;
    tokens.push({ kind: number !== undefined ? 'number' : field !== undefined ? 'field' : name !== undefined ? 'name' : 'punct', text: body, column });
    if (whole.length === 0) break;
  }
  tokens.push({ kind: 'end', text: 'the end', column: text.length + 1 });
  return tokens;
}

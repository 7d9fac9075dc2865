import { COMMANDS, type Command } from './commands';

const WIDTH = 80;

/** Words of a text in lines of at most 80 columns; a single longer word stands alone. */
function wrap(text: string, first: string, rest: string): string[] {
  const lines: string[] = [];
  let line = first;
  let empty = true;
  for (const word of text.split(' ')) {
    if (!empty && line.length + 1 + word.length > WIDTH) {
      lines.push(line);
      line = rest;
      empty = true;
    }
    line += empty ? word : ` ${word}`;
    empty = false;
  }
  return [...lines, line];
}

/** One command: how it is called, and below it, indented, what it does. */
export const usageOf = ({ usage, summary }: Command): string => [...wrap(`oomrl ${usage}`, '  ', '    '), ...wrap(summary, '      ', '      ')].join('\n');

/** All commands for a terminal of 80 columns. */
export function usage(): string {
  const lead = wrap('oomrl: the OOM-RL console from the shell. Every command takes --json (JSON on stdout, logs on stderr).', '', '');
  return `${[...lead, '', ...COMMANDS.map(usageOf)].join('\n')}\n`;
}

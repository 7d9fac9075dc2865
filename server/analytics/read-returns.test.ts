import { expect, it } from 'vitest';
import { readReturns } from './read-returns';

const read = (text: string): ReturnType<typeof readReturns> => readReturns(text, 'r.csv', { column: 'port', benchmarkColumn: null });

it.each([
  ['a decimal comma, which makes two cells of one number', 'date,port\n2024-01-02,0,012\n', /r\.csv:2: 3 cells where the header has 2/],
  ['a decimal comma behind semicolons', 'date;port\n2024-01-02;0,012\n', /r\.csv:2: port "0,012" is not a finite number/],
  ['a cell too many', 'date,port\n2024-01-02,0.01,0.5\n', /3 cells where the header has 2/],
  ['a row cut off', 'date,port,bench\n2024-01-02,0.01\n', /2 cells where the header has 3/],
  ['another delimiter in the rows', 'date,port\n2024-01-02\t0.01\n', /1 cells where the header has 2/],
  ['a hexadecimal number', 'date,port\n2024-01-02,0x10\n', /port "0x10" is not a finite number/],
  ['an infinite number', 'date,port\n2024-01-02,1e999\n', /is not a finite number/],
  ['a percentage', 'date,port\n2024-01-02,1.2%\n', /is not a finite number/],
  ['a column named twice', 'date,port,port\n2024-01-02,0.01,0.5\n', /"port" stands twice in the header/],
  ['text behind a date', 'date,port\n2024-01-021,0.01\n', /"2024-01-021" is not a date/],
  ['a date twice', 'date,port\n2024-01-02,0.01\n2024-01-02,0.01\n', /r\.csv:3: 2024-01-02 does not come after 2024-01-02/],
])('refuses %s by line and value', (_name, text, reason) => {
  expect(() => read(text)).toThrow(reason);
});

it.each([
  ['quoted cells', '"date","port"\n"2024-01-02","0.01"\n'],
  ['old Macintosh line ends', 'date,port\r2024-01-02,0.01\r'],
  ['mixed line ends and a byte order mark', '\ufeffdate,port\r\n2024-01-02,1e-2\n'],
  ['a time zone behind the date: the day as written', 'date\tport\n2024-01-02 00:00+08:00\t 0.01\n'],
])('reads %s', (_name, text) => {
  expect(read(text)).toEqual({ dates: ['2024-01-02'], returns: Float64Array.of(0.01), benchmark: null });
});

it.each([
  ['a NAV', [100, 101, 99], /r\.csv: half of the values of port are 100 or more away from 0, a move of 10000 % a day: a NAV, index levels or per cent\. Give simple returns as fractions/],
  ['a NAV that starts at 1', [1, 1.01, 0.99, 1.02], /a move of 101 % a day/],
  ['per cent', [1.2, -0.6, 0.1, 0.8, -2], /half of the values of port are 0\.8 or more/],
])('refuses %s in the column of returns: annual figures of it would be nonsense with all their digits', (_name, values, reason) => {
  const rows = values.map((v, i) => `2024-01-0${i + 2},${v}`).join('\n');
  expect(() => read(`date,port\n${rows}\n`)).toThrow(reason);
  expect(() => readReturns(`date,fine,port\n${rows.replaceAll(/,(.*)/g, ',0.01,$1')}\n`, 'r.csv', { column: 'fine', benchmarkColumn: 'port' })).toThrow(reason);
});

it('a wild series of true returns is read: a crash of 60 % among ordinary days, and nothing is judged on two rows', () => {
  expect(read('date,port\n2024-01-02,-0.6\n2024-01-03,0.04\n2024-01-04,-0.19\n').returns).toEqual(Float64Array.of(-0.6, 0.04, -0.19));
  expect(read('date,port\n2024-01-02,-0.6\n2024-01-03,0.4\n').returns).toEqual(Float64Array.of(-0.6, 0.4));
});

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

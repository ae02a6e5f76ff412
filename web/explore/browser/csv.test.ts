import { expect, test } from 'vitest';
import { writeCsv } from './csv.ts';

test('a file is RFC 4180 with a byte order mark: quotes doubled, lines end in CRLF, nothing is empty', () => {
  expect(
    writeCsv(
      ['name', 'note', 'n'],
      [
        ['Zürich', 'a "b", c\nd', 1.5],
        [undefined, null, Number.NaN],
      ],
    ),
  ).toBe('\uFEFFname,note,n\r\nZürich,"a ""b"", c\nd",1.5\r\n,,\r\n');
});

test('no text is taken for a formula, and a negative number stays a number', () => {
  expect(writeCsv(['a'], [['=1+1'], ['+1'], ['-cmd'], ['@SUM(A1)'], ['\t=1'], [' =1'], [-0.25]])).toBe(
    "\uFEFFa\r\n'=1+1\r\n'+1\r\n'-cmd\r\n'@SUM(A1)\r\n'\t=1\r\n' =1\r\n-0.25\r\n",
  );
});

import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { visitPlainTable } from './csv-tables.ts';

/** Every row of a table that is written so. */
function visited(text: string, required: readonly string[] = []): readonly string[] {
  const dir = mkdtempSync(join(tmpdir(), 'bly-tables-'));
  try {
    writeFileSync(join(dir, 'routes.csv'), text);
    const rows: string[] = [];
    visitPlainTable(dir, 'routes.csv', required, (cells, columns, line) =>
      rows.push(`${line}: ${cells.join('|')} of ${columns.size}`),
    );
    return rows;
  } finally {
    rmSync(dir, { recursive: true, force: true });
  }
}

test('a large table reads the same wherever its pieces are cut, also in the middle of a letter', () => {
  const names = Array.from({ length: 20_000 }, (_, i) => `${'Zürich 東京'.slice(i % 9)},${i}`);
  expect(visited(`name,number\n${names.join('\n')}`)).toEqual(
    names.map((row, i) => `${i + 2}: ${row.replace(',', '|')} of 2`),
  );
});

test('empty lines count and are not visited, and lines may end as on Windows', () => {
  expect(visited('a,b\r\n1,2\r\n\n3,4\n')).toEqual(['2: 1|2 of 2', '4: 3|4 of 2']);
});

test('a quoted cell and a missing column are refused by name', () => {
  expect(() => visited('a,b\n1,2\n"3",4\n')).toThrow('World data: routes.csv must not contain quoted cells');
  expect(() => visited('a,b\n', ['c'])).toThrow('World data: routes.csv has no column c');
  expect(() => visited('', ['c'])).toThrow('World data: routes.csv has no column c');
});

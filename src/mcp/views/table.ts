import type { Values } from '../model/cut-lists.ts';

/** One line of a table: its cells by their columns. A cell that is undefined is empty. */
export type Row = Readonly<Record<string, string | number | undefined>>;

/**
 * Rows as a table: the names of the columns once, a text for each row. A column that holds the same in every row is
 * named once, in `in_every_row`; an empty one is left out.
 *
 * Example: `[{ date: '2027-01-12', price: '55.59', stops: 0 }, { date: '2027-01-13', price: '61.20', stops: 0 }]`
 * becomes `{ columns: 'date|price', rows: ['2027-01-12|55.59', '2027-01-13|61.20'], in_every_row: { stops: '0' } }`.
 */
export function tableOf(rows: readonly Row[]): Values {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))];
  const cells = rows.map((row) => new Map(names.map((name) => [name, cellOf(row[name])])));
  const first = cells[0];
  const isConstant = (name: string) => cells.length > 1 && cells.every((row) => row.get(name) === first?.get(name));
  const columns = names.filter((name) => !isConstant(name) && cells.some((row) => row.get(name) !== ''));
  const constants = names.filter((name) => isConstant(name) && first?.get(name) !== '');
  return {
    columns: columns.join('|'),
    rows: cells.map((row) => columns.map((name) => row.get(name)).join('|')),
    ...(constants.length === 0
      ? {}
      : { in_every_row: Object.fromEntries(constants.map((name) => [name, first?.get(name)])) }),
  };
}

/** A cell never holds what separates cells. */
function cellOf(value: string | number | undefined): string {
  return String(value ?? '').replaceAll('|', '/');
}

/** What stands in a cell; null and undefined are empty. */
export type Cell = string | number | null | undefined;

/** Texts that a spreadsheet would take for a formula. Numbers are numbers: a falling growth is no formula. */
const FORMULA = /^[\s]*[=+\-@\t\r]/;

/**
 * A table as RFC 4180 writes it: CRLF, quotes doubled, a byte order mark so that spreadsheets read it as UTF-8; no text
 * is taken for a formula.
 */
export function writeCsv(header: readonly string[], rows: readonly (readonly Cell[])[]): string {
  return `\uFEFF${[header, ...rows].map((row) => row.map(writeCell).join(',')).join('\r\n')}\r\n`;
}

function writeCell(cell: Cell): string {
  if (cell === null || cell === undefined) return '';
  if (typeof cell === 'number') return Number.isFinite(cell) ? String(cell) : '';
  const text = FORMULA.test(cell) ? `'${cell}` : cell;
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** A column of a table. */
export interface Column {
  readonly header: string;
  readonly cells: readonly string[];
  readonly isRight?: boolean;
  /** Never cut: an id or a secret of which a part is missing is worth nothing. */
  readonly isWhole?: boolean;
  /** Left out where the table would be too wide with it. */
  readonly isSpare?: boolean;
}
/** How a heading and nothing else is made to stand out. */
export type Style = (text: string) => string;

const GAP = '  ';
const columnWidthMin = 8;

/**
 * A table as lines. Where it is wider than the terminal, spare columns are left out, the last first; then the widest
 * are cut.
 */
export function renderTable(columns: readonly Column[], widthMax: number, style: Style): readonly string[] {
  const shown = leaveOutSpare(
    columns.filter(({ cells }) => cells.some((cell) => cell !== '')),
    widthMax,
  );
  const natural = shown.map((column) => ({ width: widthOf(column), isWhole: column.isWhole === true }));
  const widths = fitWidths(natural, widthMax);
  const line = (read: (column: Column) => string, styled: Style): string =>
    shown
      .map((column, index) => styled(pad(read(column), widths[index] ?? 0, column.isRight ?? false)))
      .join(GAP)
      .trimEnd();
  const count = Math.max(0, ...shown.map(({ cells }) => cells.length));
  return [
    line(({ header }) => header, style),
    ...Array.from({ length: count }, (_none, row) =>
      line(
        ({ cells }) => cells[row] ?? '',
        (text) => text,
      ),
    ),
  ];
}

/** Without what would move the cursor or change the terminal: texts come from suppliers and travelers. */
export function plainText(text: string): string {
  return text.replaceAll(/[\p{Cc}\p{Bidi_Control}]+/gu, ' ').trim();
}

function leaveOutSpare(columns: readonly Column[], widthMax: number): readonly Column[] {
  const width = columns.reduce((sum, column) => sum + widthOf(column), GAP.length * (columns.length - 1));
  const spare = width > widthMax ? columns.findLastIndex(({ isSpare }) => isSpare === true) : -1;
  return spare === -1 ? columns : leaveOutSpare(columns.toSpliced(spare, 1), widthMax);
}

function widthOf({ header, cells }: Column): number {
  return Math.max(lengthOf(header), ...cells.map(lengthOf));
}

function fitWidths(
  natural: readonly { readonly width: number; readonly isWhole: boolean }[],
  widthMax: number,
): readonly number[] {
  const widths = natural.map(({ width }) => width);
  let excess = widths.reduce((sum, width) => sum + width, 0) + GAP.length * (widths.length - 1) - widthMax;
  while (excess > 0) {
    const width = Math.max(0, ...widths.filter((_width, index) => natural[index]?.isWhole === false));
    if (width <= columnWidthMin) break;
    const widest = widths.findIndex((candidate, index) => candidate === width && natural[index]?.isWhole === false);
    widths[widest] = width - 1;
    excess -= 1;
  }
  return widths;
}

function pad(text: string, width: number, isRight: boolean): string {
  const length = lengthOf(text);
  if (length > width) return `${[...text].slice(0, Math.max(0, width - 1)).join('')}…`;
  const space = ' '.repeat(width - length);
  return isRight ? `${space}${text}` : `${text}${space}`;
}

function lengthOf(text: string): number {
  return [...text].length;
}

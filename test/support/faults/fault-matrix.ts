import { appendFileSync } from 'node:fs';
import { join } from 'node:path';

/** A step at which a process was killed, the journey it was on, and how the trip had to end, and did. */
export interface MatrixCell {
  readonly journey: string;
  readonly step: string;
  readonly outcome: string;
}

const HEAD_WIDTH_MIN = 4;

/**
 * Step × journey × outcome as text: a row for each step, a column for each journey; in it the outcome that was seen
 * after each kill there, and how often where the step is passed more than once. `·`: this journey does not pass there.
 */
export function describeMatrix(cells: readonly MatrixCell[]): string {
  const journeys = [...new Set(cells.map(({ journey }) => journey))];
  const steps = [...new Set(cells.map(({ step }) => step))];
  const seen = (step: string, journey: string): string => {
    const here = cells.filter((cell) => cell.step === step && cell.journey === journey);
    const outcomes = [...new Set(here.map(({ outcome }) => outcome))].join('/');
    return here.length > 1 ? `${outcomes} ×${here.length}` : outcomes || '·';
  };
  const rows = [
    ['killed at', ...journeys],
    ...steps.map((step) => [step, ...journeys.map((journey) => seen(step, journey))]),
  ];
  const widths =
    rows[0]?.map((_, column) => Math.max(HEAD_WIDTH_MIN, ...rows.map((row) => row[column]?.length ?? 0))) ?? [];
  return `${rows
    .map((row) =>
      row
        .map((text, column) => text.padEnd(widths[column] ?? 0))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')}\n${cells.length} kills\n`;
}

/** Shows it; with BLY_TEST_REPORTS it is kept in that folder as well. */
export function showMatrix(title: string, cells: readonly MatrixCell[]): void {
  const text = `\n${title}\n${describeMatrix(cells)}`;
  process.stdout.write(text);
  const folder = process.env['BLY_TEST_REPORTS'];
  if (folder !== undefined) appendFileSync(join(folder, 'fault-matrix.txt'), text);
}

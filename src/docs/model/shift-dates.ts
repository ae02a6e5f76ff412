const DAY_MS = 86_400_000;
const WEEK_DAYS = 7;
/** Facts about a person stay as they are. */
const FIXED: ReadonlySet<string> = new Set(['date_of_birth', 'birth_date']);

/** Whole weeks that have passed since a recording: its days of the week stay what they are. */
export function weeksSince(recordedAt: string, now: Date): number {
  return Math.max(0, Math.floor((now.getTime() - Date.parse(recordedAt)) / (WEEK_DAYS * DAY_MS)));
}

/**
 * A recorded value with its dates moved on by whole weeks: what was recorded in December is not a search in the past in
 * June. Dates, instants and months that stand by themselves are moved, texts that mention one are not.
 */
export function shiftDates<T>(value: T, weeks: number): T {
  if (weeks === 0) return value;
  return JSON.parse(JSON.stringify(value), (key, each: unknown) =>
    typeof each === 'string' && !FIXED.has(key) ? shiftText(each, weeks * WEEK_DAYS) : each,
  );
}

function shiftText(text: string, days: number): string {
  const [, date, rest = ''] = /^(20\d\d-\d\d-\d\d)(T.*|)$/.exec(text) ?? [];
  if (date !== undefined) return `${addDays(date, days)}${rest}`;
  return /^20\d\d-(?:0[1-9]|1[0-2])$/.test(text) ? addDays(`${text}-15`, days).slice(0, text.length) : text;
}

function addDays(date: string, days: number): string {
  return new Date(Date.parse(`${date}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, date.length);
}

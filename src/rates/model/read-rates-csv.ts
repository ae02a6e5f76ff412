import { CsvError, type Info, parse } from 'csv-parse/sync';
import type { PublishedRate } from './rate-table.ts';

/** Rates that are imported at once, at most: every pair of all currencies there are would be fewer. */
const ratesMax = 10_000;
const COLUMNS = ['base', 'currency', 'rate', 'as_of'] as const;
/** How far ahead of ours the publisher's calendar may be. */
const AHEAD_MS = 86_400_000;

type Row = Readonly<Record<(typeof COLUMNS)[number], string>>;

/**
 * Rates out of CSV text with the columns base, currency, rate, as_of (a date, or an instant with its offset). Throws,
 * with the line and what is wrong with it, when a single row is wrong.
 */
export function readRatesCsv(text: string, now: Date): readonly PublishedRate[] {
  const seen = new Set<string>();
  const rates = readRows(text).map(({ record, info }) => {
    const rate = toRate(record, `line ${info.lines}`, now);
    const pair = `${rate.base} to ${rate.currency}`;
    if (seen.has(pair)) throw new Error(`line ${info.lines}: ${pair} is there twice`);
    seen.add(pair);
    return rate;
  });
  if (rates.length === 0) throw new Error('the file holds no rates');
  if (rates.length > ratesMax) throw new Error(`the file holds more than ${ratesMax} rates`);
  return rates;
}

function readRows(text: string): readonly { readonly record: Row; readonly info: Info }[] {
  try {
    return parse(text, { bom: true, columns: readHeader, info: true, trim: true, skip_empty_lines: true });
  } catch (cause) {
    if (cause instanceof CsvError) throw new Error(cause.message, { cause });
    throw cause;
  }
}

function readHeader(names: string[]): string[] {
  const missing = COLUMNS.find((column) => !names.includes(column));
  if (missing !== undefined)
    throw new Error(`line 1: the column ${missing} is missing; the columns are ${COLUMNS.join(', ')}`);
  return names;
}

function toRate({ base, currency, rate, as_of: asOf }: Row, where: string, now: Date): PublishedRate {
  const currencies = Intl.supportedValuesOf('currency');
  const unknown = [base, currency].find((code) => !currencies.includes(code));
  if (unknown !== undefined) throw new Error(`${where}: "${unknown.slice(0, 10)}" is no currency`);
  if (base === currency) throw new Error(`${where}: base and currency are the same`);
  if (!/^\d{1,15}(?:\.\d{1,15})?$/.test(rate) || !(Number(rate) > 0))
    throw new Error(`${where}: rate must be a number above 0, with a point before its decimals`);
  const instant = readInstant(asOf);
  if (instant === undefined)
    throw new Error(`${where}: as_of must be a date like 2026-11-24, or an instant like 2026-11-24T15:00:00Z`);
  if (instant.getTime() > now.getTime() + AHEAD_MS) throw new Error(`${where}: as_of lies in the future`);
  return { base, currency, rate, asOf: instant, source: 'import' };
}

const DATE = /^\d{4}-\d{2}-\d{2}$/;
const INSTANT = /^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/;

function readInstant(text: string): Date | undefined {
  if (!DATE.test(text) && !INSTANT.test(text)) return undefined;
  const instant = new Date(text);
  if (Number.isNaN(instant.getTime())) return undefined;
  // JavaScript reads 2026-02-30 as the 2nd of March.
  const day = new Date(`${text.slice(0, 10)}T00:00:00Z`);
  return Number.isNaN(day.getTime()) || day.toISOString().slice(0, 10) !== text.slice(0, 10) ? undefined : instant;
}

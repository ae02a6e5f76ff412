import { plainText } from './table.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** An object of an answer. */
export type Values = Readonly<Record<string, unknown>>;

/** What of a list's entries is worth a column. */
export interface ColumnRule {
  readonly header: string;
  readonly isRight?: boolean;
  readonly isWhole?: boolean;
  /** Left out where there is no room. */
  readonly isSpare?: boolean;
  read(row: Values): string;
}
/** A table with what stands above and below it. */
export interface Block {
  readonly title?: string;
  readonly columns: readonly ColumnRule[];
  readonly rows: readonly Values[];
  /** Lines between the title and the table. */
  readonly notes?: readonly string[];
}
/** How the answer of an operation is shown: the list in it that matters. */
export interface TableRule {
  readonly list: string;
  readonly columns: readonly ColumnRule[];
  /** Further lists of the same answer; an object is a list of one. */
  readonly more?: readonly {
    readonly list: string;
    readonly title?: string;
    readonly columns: readonly ColumnRule[];
  }[];
  /** Where an entry is too much for a line: what it is shown as instead. */
  readonly blocks?: (entry: Values) => readonly Block[];
  /** What stands above the tables, by label, instead of the answer's own short fields; empty texts are left out. */
  readonly facts?: (answer: Values) => readonly (readonly [string, string])[];
  /** What to do with it next. */
  readonly hint?: string;
  /** The words that ask for the next page, where that is not a token. */
  readonly nextPage?: (answer: Values) => string | undefined;
}

/** A text, cut where the terminal is narrow. */
export const column = (header: string, path: string): ColumnRule => ({ header, read: (row) => textAt(row, path) });
/** A text that is never cut. */
export const id = (header: string, path: string): ColumnRule => ({ ...column(header, path), isWhole: true });
/** An amount of money. */
export const amount = (header: string, path: string): ColumnRule => ({
  header,
  isRight: true,
  isWhole: true,
  read: (row) => textAt(row, path),
});
/** A time without seconds. */
export const time = (header: string, path: string): ColumnRule => ({
  header,
  isWhole: true,
  read: (row) => timeAt(row, path),
});
/** A number as the answer has it. */
export const number = (header: string, path: string): ColumnRule => ({
  header,
  isRight: true,
  isWhole: true,
  read: (row) => textAt(row, path),
});

/** The value at a path; undefined where there is none. */
export function at(value: unknown, path: string): unknown {
  return path.split('.').reduce<unknown>((found, step) => {
    if (Array.isArray(found)) return found[Number(step)];
    return isObject(found) && Object.hasOwn(found, step) ? found[step] : undefined;
  }, value);
}

/** A value in a few characters: amounts in their currency's decimals, lists of words, nothing for what is absent. */
export function textOf(value: unknown): string {
  if (value === null || value === undefined) return '';
  if (typeof value === 'string') return plainText(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value))
    return value.every((element) => typeof element !== 'object')
      ? value.map(textOf).join(', ')
      : `${value.length} ${value.length === 1 ? 'entry' : 'entries'}`;
  if (isObject(value))
    return (
      moneyOf(value) ??
      Object.entries(value)
        .filter(([, element]) => element !== null)
        .map(([name, element]) => `${plainText(name.replaceAll('_', ' '))} ${textOf(element)}`)
        .join(', ')
    );
  return String(value);
}

/**
 * `{value | amount | total, currency, decimal_places}` as people write it; exact, for the digits are moved and nothing
 * is divided.
 */
export function moneyOf(value: Values): string | undefined {
  const minor = value['value'] ?? value['amount'] ?? value['total'];
  const { currency, decimal_places: places } = value;
  if (
    typeof minor !== 'number' ||
    !Number.isInteger(minor) ||
    typeof currency !== 'string' ||
    typeof places !== 'number' ||
    places < 0 ||
    places > 4
  )
    return undefined;
  const digits = String(Math.abs(minor)).padStart(places + 1, '0');
  const whole = digits.slice(0, digits.length - places).replaceAll(/\B(?=(?:\d{3})+$)/g, ',');
  return `${minor < 0 ? '−' : ''}${whole}${places > 0 ? `.${digits.slice(-places)}` : ''} ${plainText(currency)}`;
}

/** The value at a path in a few characters. */
export function textAt(row: unknown, path: string): string {
  return textOf(at(row, path));
}

/** The objects of the list at a path. */
export function listAt(row: unknown, path: string): readonly Values[] {
  const found = at(row, path);
  return Array.isArray(found) ? found.filter(isObject) : [];
}

/** Without seconds: `2027-02-05 08:35`. */
export function timeAt(row: unknown, path: string): string {
  return textAt(row, path).replace(/^(\d{4}-\d{2}-\d{2})T(\d{2}:\d{2}).*$/, '$1 $2');
}

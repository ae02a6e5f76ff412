import type { Values } from '../model/cut-lists.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** Longest name or description of a supplier's that is passed on in a short answer. */
const nameLengthMax = 100;
/** Fields that hold an amount in minor units, beside its currency and decimal places. */
const AMOUNTS = ['value', 'amount', 'total'] as const;

/** `EUR 206.42` of an amount in minor units; undefined for anything else. */
export function moneyText(value: unknown): string | undefined {
  if (!isObject(value)) return undefined;
  const { currency, decimal_places: decimals } = value;
  const field = AMOUNTS.find((name) => Number.isSafeInteger(value[name]));
  if (field === undefined || typeof currency !== 'string' || typeof decimals !== 'number') return undefined;
  return `${currency} ${decimalText(Number(value[field]), decimals)}`;
}

/** What is still to be paid somewhere: nothing where that is nothing, `unknown` where nobody said how much. */
export function dueText(money: unknown): string | undefined {
  if (!isObject(money)) return 'unknown';
  return AMOUNTS.some((name) => Number(money[name]) > 0) ? moneyText(money) : undefined;
}

/** `206.42` of 20642 with two decimal places. */
export function decimalText(minor: number, decimals: number): string {
  const digits = String(Math.abs(minor)).padStart(decimals + 1, '0');
  const whole = digits.slice(0, digits.length - decimals);
  return `${minor < 0 ? '-' : ''}${whole}${decimals === 0 ? '' : `.${digits.slice(digits.length - decimals)}`}`;
}

/**
 * A value whose amounts are texts: `{ value: 20642, currency: 'EUR', decimal_places: 2 }` becomes `EUR 206.42`, and of
 * an object that says more, its amount alone does: models take 20642 for whole units.
 */
export function withMoneyTexts(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(withMoneyTexts);
  if (!isObject(value)) return value;
  const text = moneyText(value);
  if (text === undefined) return mapValues(value, withMoneyTexts);
  if (Object.keys(value).length === 3) return text;
  const { currency: _currency, decimal_places: _decimals, ...rest } = value;
  const field = AMOUNTS.find((name) => Number.isSafeInteger(value[name])) ?? 'value';
  return { ...mapValues(rest, withMoneyTexts), [field]: text };
}

/** The object with each of its values passed through a function. */
export function mapValues(value: Values, change: (element: unknown) => unknown): Values {
  return Object.fromEntries(Object.entries(value).map(([name, element]) => [name, change(element)]));
}

/** A supplier's name or description in one line, not too long; undefined where there is none. */
export function nameText(value: unknown, lengthMax = nameLengthMax): string | undefined {
  if (typeof value !== 'string' || value === '') return undefined;
  const line = value.replaceAll(/[\p{C}\s]+/gu, ' ').trim();
  return line.length <= lengthMax ? line : `${line.slice(0, lengthMax - 1)}…`;
}

/** The fields that say something: not undefined, not null, not an empty list or object. */
export function tellingOf(value: Values): Values {
  return Object.fromEntries(Object.entries(value).filter(([, element]) => !isEmpty(element)));
}

/** Those of an object's fields, with their amounts as texts, that say something. */
export function pick(value: unknown, names: readonly string[]): Values {
  if (!isObject(value)) return {};
  return tellingOf(Object.fromEntries(names.map((name) => [name, withMoneyTexts(value[name])])));
}

/** The objects of a list. */
export function objectsOf(value: unknown): readonly Values[] {
  return Array.isArray(value) ? value.filter(isObject) : [];
}

/** The texts among some, joined. */
export function joined(parts: readonly (string | undefined)[], separator = ', '): string {
  return parts.filter((part) => part !== undefined && part !== '').join(separator);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null || value === '') return true;
  return typeof value === 'object' && Object.keys(value).length === 0;
}

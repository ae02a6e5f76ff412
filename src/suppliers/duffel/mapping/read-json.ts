import { isObject, type JsonObject } from '../../../platform/text/json-object.ts';

/** Longer texts of a supplier are cut: nothing we show or compare is longer. */
const textLengthMax = 200;

/** The value as an object; undefined for anything else. */
export function toObject(value: unknown): JsonObject | undefined {
  return isObject(value) ? value : undefined;
}

/** The objects of a list, in order; undefined where the value is no list. What is no object is left out. */
export function toObjects(value: unknown): readonly JsonObject[] | undefined {
  return Array.isArray(value) ? value.filter(isObject) : undefined;
}

/** The text, at most 200 characters of it; undefined for anything else and for an empty one. */
export function toText(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value.slice(0, textLengthMax) : undefined;
}

/** The texts of a list; empty where the value is no list. */
export function toTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.flatMap((entry: unknown) => toText(entry) ?? []) : [];
}

/** The number a JSON number or a decimal text stands for; undefined where it is neither, or negative. */
export function toQuantity(value: unknown): number | undefined {
  const number = typeof value === 'string' && value.trim() !== '' ? Number(value) : value;
  return typeof number === 'number' && Number.isFinite(number) && number >= 0 ? number : undefined;
}

/** The boolean; undefined for anything else. */
export function toBoolean(value: unknown): boolean | undefined {
  return typeof value === 'boolean' ? value : undefined;
}

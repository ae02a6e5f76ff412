import { isObject, type JsonObject } from '../../../src/platform/text/json-object.ts';

/**
 * How the shape of an answer differs from that of another: fields that are gone or new, and fields of another type.
 * Values do not count, neither how many entries a list has; where one side has null or an empty list, it says nothing.
 * Entries of a list are taken together: a field is there where one of them has it.
 */
export function compareShapes(before: unknown, now: unknown): readonly string[] {
  return compareAll([before], [now], '');
}

function compareAll(before: readonly unknown[], now: readonly unknown[], path: string): readonly string[] {
  const [old, fresh] = [before.filter(isSaid), now.filter(isSaid)];
  if (old.length === 0 || fresh.length === 0) return [];
  const [wasType, isType] = [typesOf(old), typesOf(fresh)];
  if (wasType !== isType) return [`${path || 'the answer'} was ${wasType}, is ${isType}`];
  if (isType === 'list') return compareAll(old.flat(1), fresh.flat(1), `${path}[]`);
  return compareFields(old.filter(isObject), fresh.filter(isObject), path);
}

function compareFields(before: readonly JsonObject[], now: readonly JsonObject[], path: string): readonly string[] {
  const valuesOf = (all: readonly JsonObject[], key: string) =>
    all.flatMap((each) => (each[key] === undefined ? [] : [each[key]]));
  const keys = new Set([...before, ...now].flatMap((each) => Object.keys(each)));
  return [...keys].flatMap((key) => {
    const at = path === '' ? key : `${path}.${key}`;
    const [old, fresh] = [valuesOf(before, key), valuesOf(now, key)];
    if (fresh.length === 0) return [`${at} is no more`];
    if (old.length === 0) return [`${at} is new`];
    return compareAll(old, fresh, at);
  });
}

const isSaid = (value: unknown): boolean => value !== null && value !== undefined;
const typesOf = (values: readonly unknown[]): string =>
  [...new Set(values.map((value) => (Array.isArray(value) ? 'list' : typeof value)))].sort().join(' or ');

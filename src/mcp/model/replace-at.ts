import { isObject } from '../../platform/text/json-object.ts';

/** A value with another at a path (`filters.locations.origins[0]`); unchanged where the path leads nowhere. */
export function replaceAt(value: unknown, path: string, replacement: unknown): unknown {
  return replaceIn(
    value,
    path.split(/[.[\]]+/).filter((step) => step !== ''),
    replacement,
  );
}

function replaceIn(value: unknown, [step, ...rest]: readonly string[], replacement: unknown): unknown {
  if (step === undefined) return replacement;
  if (Array.isArray(value))
    return value.map((element, index) => (String(index) === step ? replaceIn(element, rest, replacement) : element));
  if (!isObject(value) || !Object.hasOwn(value, step)) return value;
  return { ...value, [step]: replaceIn(value[step], rest, replacement) };
}

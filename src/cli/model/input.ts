import { coerce } from '../../mcp/model/coerce.ts';
import { type JsonSchema, propertiesOf, requiredOf } from '../../mcp/model/json-schema.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** A value given by an option, and where it goes; a number in the path is a place in a list. */
export interface Given {
  readonly path: readonly string[];
  readonly value: unknown;
}

/**
 * The input of an operation: what the JSON body said, with the options over it, read the way agents' arguments are
 * (`coerce`): `--adults 2` is a number because the operation wants one.
 */
export function readInput(
  schema: JsonSchema,
  body: Readonly<Record<string, unknown>>,
  given: readonly Given[],
): Readonly<Record<string, unknown>> {
  const merged = given.reduce<unknown>((input, { path, value }) => place(input, path, value), body);
  const read = coerce({ ...schema, required: [] }, merged, schema);
  return isObject(read) ? read : {};
}

/** The required fields that were not given. */
export function missingOf(schema: JsonSchema, input: Readonly<Record<string, unknown>>): readonly string[] {
  const properties = propertiesOf(schema);
  return requiredOf(schema).filter((name) => input[name] === undefined && properties[name]?.['default'] === undefined);
}

function place(target: unknown, path: readonly string[], value: unknown): unknown {
  const [step, ...rest] = path;
  if (step === undefined) return value;
  if (/^\d{1,2}$/.test(step)) {
    const list: readonly unknown[] = Array.isArray(target) ? target : [];
    const at = Number(step);
    return Array.from({ length: Math.max(list.length, at + 1) }, (_none, index) =>
      index === at ? place(list[index], rest, value) : (list[index] ?? {}),
    );
  }
  const object = isObject(target) ? target : {};
  return { ...object, [step]: place(Object.hasOwn(object, step) ? object[step] : undefined, rest, value) };
}

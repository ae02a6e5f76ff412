import {
  fits,
  type JsonSchema,
  propertiesOf,
  requiredOf,
  resolve,
  schemaAt,
  schemasAt,
  typesOf,
} from './json-schema.ts';
import { isObject } from '../../platform/text/json-object.ts';

const NUMBER = /^[+-]?\d{1,15}(?:\.\d{1,12})?$/;

/**
 * What an agent meant: a value that has the form the schema asks for is answered unchanged; any other is read in
 * another way where that is harmless, and else answered as it came, for the operation to refuse. Read in another way
 * are
 *
 * - numbers and booleans sent as texts (`"2"`, `"true"`), and texts sent as numbers (`6118`);
 * - `null` for an optional field: as if it had been left out;
 * - one value where a list is asked for, a comma-separated text for a list of codes, a list for a comma-separated text;
 * - objects and lists sent as JSON text;
 * - codes and words of a fixed list in other letters (`eur`, `Economy`, `pay-now`) or with spaces around them.
 *
 * Never guessed: dates, names, amounts with thousands separators, anything with a unit.
 */
export function coerce(schema: JsonSchema, value: unknown, root: JsonSchema): unknown {
  const own = resolve(schema, root);
  if (fits(own, value, root)) return value;
  const branches = [...schemasAt(own, 'anyOf'), ...schemasAt(own, 'oneOf')];
  if (branches.length > 0) return coerceUnion(branches, value, root);
  const merged = schemasAt(own, 'allOf').reduce((sum, branch) => coerce(branch, sum, root), value);
  const types = typesOf(own);
  if (types.includes('object')) return coerceObject(own, merged, root);
  if (types.includes('array')) return coerceList(own, merged, root);
  return coerceScalar(own, types, merged);
}

/**
 * The first form that the value has once it is read in that form; a form of the same kind may still help with its
 * parts.
 */
function coerceUnion(branches: readonly JsonSchema[], value: unknown, root: JsonSchema): unknown {
  const read = branches.map((branch) => ({ branch, read: coerce(branch, value, root) }));
  const whole = read.find((candidate) => fits(candidate.branch, candidate.read, root));
  if (whole) return whole.read;
  const kind = isObject(value) ? 'object' : 'array';
  const likely =
    typeof value === 'object' ? read.find(({ branch }) => typesOf(resolve(branch, root)).includes(kind)) : undefined;
  return likely ? likely.read : value;
}

function coerceObject(schema: JsonSchema, value: unknown, root: JsonSchema): unknown {
  const object = typeof value === 'string' ? parsedJson(value) : value;
  if (!isObject(object)) return value;
  const properties = propertiesOf(schema);
  const required = requiredOf(schema);
  const read: Record<string, unknown> = {};
  for (const [name, element] of Object.entries(object)) {
    const property = Object.hasOwn(properties, name) ? properties[name] : undefined;
    if (property === undefined) read[name] = element;
    else if (element !== null || required.includes(name) || fits(property, null, root))
      read[name] = coerce(property, element, root);
  }
  return read;
}

function coerceList(schema: JsonSchema, value: unknown, root: JsonSchema): unknown {
  const items = schemaAt(schema, 'items');
  if (value === null || value === undefined) return value;
  const parsed = typeof value === 'string' ? parsedJson(value) : value;
  const list = Array.isArray(parsed) ? parsed : undefined;
  if (list) return list.map((element) => coerce(items, element, root));
  const single = coerce(items, value, root);
  if (fits(items, single, root) || typeof value !== 'string') return [single];
  const parts = value.split(',').map((part) => coerce(items, part.trim(), root));
  return parts.length > 1 && parts.every((part) => fits(items, part, root)) ? parts : [single];
}

function coerceScalar(schema: JsonSchema, types: readonly string[], value: unknown): unknown {
  const isNumeric = types.includes('integer') || types.includes('number');
  if (isNumeric && typeof value === 'string' && NUMBER.test(value.trim())) return Number(value.trim());
  if (types.includes('boolean')) return readBoolean(value);
  const isText = types.includes('string') || Array.isArray(schema['enum']) || 'const' in schema;
  if (!isText) return value;
  if (typeof value === 'number' && Number.isFinite(value)) return coerceText(schema, String(value));
  if (Array.isArray(value) && isCommaSeparated(schema)) return value.map(String).join(',');
  return typeof value === 'string' ? coerceText(schema, value) : value;
}

function coerceText(schema: JsonSchema, text: string): unknown {
  if (fits(schema, text, {})) return text;
  const texts: readonly unknown[] = Array.isArray(schema['enum'])
    ? schema['enum']
    : 'const' in schema
      ? [schema['const']]
      : [];
  const meant = texts.filter((word) => typeof word === 'string' && plain(word) === plain(text));
  if (meant.length === 1) return meant[0];
  const spellings = [text.trim(), text.trim().toUpperCase(), text.trim().toLowerCase()];
  return spellings.find((spelling) => fits(schema, spelling, {})) ?? text;
}

function readBoolean(value: unknown): unknown {
  const word = typeof value === 'string' ? value.trim().toLowerCase() : undefined;
  if (word === 'true') return true;
  return word === 'false' ? false : value;
}

/** A word without what people write differently: case, spaces, dashes. */
function plain(word: string): string {
  return word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
}

function isCommaSeparated(schema: JsonSchema): boolean {
  const { description } = schema;
  return typeof description === 'string' && /comma-separated/i.test(description);
}

/** The object or list a text holds, if it holds one. */
function parsedJson(text: string): unknown {
  if (!/^\s*[[{]/.test(text)) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

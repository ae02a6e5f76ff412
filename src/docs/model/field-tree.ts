import type { FieldView } from '../../../web/docs/view.ts';
import { listOf, recordOf, resolveRef, textOf } from './json-value.ts';

type JsonRecord = Readonly<Record<string, unknown>>;

/** Deeper than any schema of the contract: a bound for one that a mistake made endless without naming itself. */
const levelsMax = 16;
/** An amount of money, in the two spellings of the contract: one guide explains both. */
const MONEY: ReadonlySet<string> = new Set(['value currency decimal_places', 'amount currency decimal_places']);

/** Stands for the keys of an object that are no fields of the contract. */
const anyKey = '{key}';

interface Walk {
  readonly document: JsonRecord;
  /** The named schemas that this place lies in: one that is met again is not gone into. */
  readonly within: ReadonlySet<string>;
  readonly level: number;
}

/**
 * The fields of a schema, each with those within it, to any depth. Variants (`oneOf`) are read as one: a field is
 * required where every variant requires it. A schema that holds itself ends where it would begin again.
 */
export function readFields(document: JsonRecord, schema: unknown): readonly FieldView[] {
  return fieldsOf({ document, within: new Set(), level: 0 }, schema);
}

/** One value by itself, as parameters are described. */
export function describeField(
  document: JsonRecord,
  facts: {
    readonly name: string;
    readonly schema: unknown;
    readonly isRequired: boolean;
    readonly description: string;
  },
): FieldView {
  return fieldOf({ document, within: new Set(), level: 0 }, facts);
}

/** The names of a schema and its fields' fields, for the search. */
export function namesOf(fields: readonly FieldView[]): readonly string[] {
  return fields.flatMap(({ name, fields: inner }) => [name, ...namesOf(inner)]);
}

function fieldsOf(walk: Walk, written: unknown): readonly FieldView[] {
  const found = new Map<string, { readonly schema: unknown; requiredBy: number }>();
  const shapes = shapesOf(walk, written);
  for (const { shape } of shapes) {
    const required = new Set(listOf(shape['required']));
    for (const [name, schema] of Object.entries(recordOf(shape['properties']))) {
      const before = found.get(name) ?? { schema, requiredBy: 0 };
      if (required.has(name)) before.requiredBy += 1;
      found.set(name, before);
    }
    for (const schema of valuesOf(shape)) found.set(anyKey, { schema, requiredBy: 0 });
  }
  const variants = Math.max(1, shapes.filter(({ isVariant }) => isVariant).length);
  const inner = { ...walk, within: new Set([...walk.within, ...shapes.flatMap(({ names }) => names)]) };
  return [...found].map(([name, { schema, requiredBy }]) =>
    fieldOf(inner, {
      name,
      schema,
      isRequired: requiredBy >= variants,
      description: textOf(recordOf(schema)['description']),
    }),
  );
}

interface Shape {
  readonly shape: JsonRecord;
  /** What the shape is named, from the outside in. */
  readonly names: readonly string[];
  readonly isVariant: boolean;
}

/** The objects that a schema may be: itself, what it is made of (`allOf`), its variants, the entries of a list. */
function shapesOf(walk: Walk, written: unknown, names: readonly string[] = [], isVariant = false): readonly Shape[] {
  const name = textOf(recordOf(written)['$ref']);
  if (name !== '' && (walk.within.has(name) || names.includes(name))) return [];
  const own = name === '' ? names : [...names, name];
  const shape = resolveRef(walk.document, written);
  const into = (schema: unknown, variant: boolean) => shapesOf(walk, schema, own, variant);
  return [
    ...(shape['properties'] === undefined && valuesOf(shape).length === 0 ? [] : [{ shape, names: own, isVariant }]),
    ...listOf(shape['allOf']).flatMap((part) => into(part, isVariant)),
    ...[...listOf(shape['anyOf']), ...listOf(shape['oneOf'])].flatMap((variant) => into(variant, true)),
    ...(shape['items'] === undefined ? [] : into(shape['items'], isVariant)),
  ];
}

/** What an object holds under each of its keys where these are no fields of the contract: codes, ids. */
function valuesOf(shape: JsonRecord): readonly JsonRecord[] {
  const values = recordOf(shape['additionalProperties']);
  return Object.keys(values).length === 0 ? [] : [values];
}

function fieldOf(
  walk: Walk,
  facts: {
    readonly name: string;
    readonly schema: unknown;
    readonly isRequired: boolean;
    readonly description: string;
  },
): FieldView {
  const schema = resolveRef(walk.document, facts.schema);
  const isMoney = MONEY.has(Object.keys(recordOf(schema['properties'])).join(' '));
  const named = textOf(recordOf(facts.schema)['$ref']);
  const fields = isMoney || walk.level >= levelsMax ? [] : fieldsOf({ ...walk, level: walk.level + 1 }, facts.schema);
  return {
    name: facts.name,
    isRequired: facts.isRequired,
    type: isMoney ? 'money' : typeOf(walk.document, schema),
    isMoney,
    allowed: allowedOf(walk.document, schema),
    limits: limitsOf(schema),
    description: facts.description || textOf(schema['description']),
    isRepeated: named !== '' && walk.within.has(named),
    fields,
  };
}

function typeOf(document: JsonRecord, written: unknown, depth = 0): string {
  const schema = resolveRef(document, written);
  if (depth > 4) return 'object';
  const variants = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  if (variants.length > 0)
    return [...new Set(variants.map((variant) => typeOf(document, variant, depth + 1)))].join(' or ');
  if (schema['allOf'] !== undefined) return 'object';
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  const types = Array.isArray(schema['type']) ? schema['type'].map(String) : [textOf(schema['type'])];
  return (
    types
      .map((type) =>
        type === 'array' ? `list of ${typeOf(document, schema['items'], depth + 1)}` : nameOf(type, schema),
      )
      .filter((name) => name !== '')
      .join(' or ') || 'any value'
  );
}

function nameOf(type: string, schema: JsonRecord): string {
  const format = textOf(schema['format']);
  return format === '' ? type : `${type} (${format})`;
}

/** The values of an enum, also of a list's entries. */
function allowedOf(document: JsonRecord, schema: JsonRecord): readonly string[] {
  const own = listOf(schema['enum']);
  const values = own.length > 0 ? own : listOf(resolveRef(document, schema['items'])['enum']);
  return values.map(String);
}

function limitsOf(schema: JsonRecord): readonly string[] {
  const limits: string[] = [];
  const bounds: readonly (readonly [string, string, string])[] = [
    ['minLength', 'maxLength', 'characters'],
    ['minItems', 'maxItems', 'entries'],
    ['minimum', 'maximum', ''],
  ];
  for (const [least, most, unit] of bounds) limits.push(...rangeOf(schema[least], schema[most], unit));
  if (typeof schema['exclusiveMinimum'] === 'number') limits.push(`more than ${schema['exclusiveMinimum']}`);
  if (textOf(schema['pattern']) !== '') limits.push(`pattern \`${textOf(schema['pattern'])}\``);
  if (schema['default'] !== undefined) limits.push(`default \`${JSON.stringify(schema['default'])}\``);
  return limits;
}

function rangeOf(least: unknown, most: unknown, unit: string): readonly string[] {
  // A bound of the number format itself says nothing about the field.
  const hasLeast = typeof least === 'number' && least > Number.MIN_SAFE_INTEGER;
  const hasMost = typeof most === 'number' && most < Number.MAX_SAFE_INTEGER;
  if (!hasLeast && !hasMost) return [];
  const range =
    hasLeast && hasMost ? `${least} to ${most}` : hasLeast ? `at least ${least}` : `at most ${String(most)}`;
  return [`${range} ${unit}`.trim()];
}

import type { FieldView } from '../../../web/docs/view.ts';
import { listOf, recordOf, resolveRef, textOf } from './json-value.ts';

type JsonRecord = Readonly<Record<string, unknown>>;

interface Walk {
  readonly document: JsonRecord;
  /** Depth to which nested objects are listed. */
  readonly levels: number;
  readonly fields: Map<string, FieldView>;
}

/**
 * The fields of a schema, nested ones by their whole path, down to `levels` levels; a path that several variants share
 * is reported once.
 */
export function listFields(document: JsonRecord, schema: unknown, levels: number): readonly FieldView[] {
  const fields = new Map<string, FieldView>();
  walk({ document, levels, fields }, schema, '');
  return [...fields.values()];
}

/** A single value, as parameters are described. */
export function describeField(
  document: JsonRecord,
  facts: {
    readonly path: string;
    readonly schema: unknown;
    readonly isRequired: boolean;
    readonly description: string;
  },
): FieldView {
  const schema = resolveRef(document, facts.schema);
  const { path, isRequired } = facts;
  return {
    path,
    isRequired,
    type: typeOf(document, schema),
    limits: limitsOf(schema),
    description: facts.description || textOf(schema['description']),
  };
}

function walk(state: Walk, written: unknown, prefix: string): void {
  const schema = resolveRef(state.document, written);
  for (const key of ['allOf', 'anyOf', 'oneOf'])
    for (const variant of listOf(schema[key])) walk(state, variant, prefix);
  const required = new Set(listOf(schema['required']));
  for (const [name, property] of Object.entries(recordOf(schema['properties']))) {
    const path = prefix === '' ? name : `${prefix}.${name}`;
    if (!state.fields.has(path)) {
      const description = textOf(recordOf(property)['description']);
      state.fields.set(
        path,
        describeField(state.document, { path, schema: property, isRequired: required.has(name), description }),
      );
    }
    if (path.split('.').length < state.levels) walkInto(state, property, path);
  }
  if (prefix === '' && schema['items'] !== undefined) walkInto(state, schema, '');
}

function walkInto(state: Walk, property: unknown, path: string): void {
  const schema = resolveRef(state.document, property);
  walk(state, schema, path);
  if (schema['items'] !== undefined) walk(state, schema['items'], `${path}[]`);
  const values = recordOf(schema['additionalProperties']);
  if (Object.keys(values).length > 0) walk(state, values, `${path}.{key}`);
}

function typeOf(document: JsonRecord, written: unknown): string {
  const schema = resolveRef(document, written);
  const variants = [...listOf(schema['anyOf']), ...listOf(schema['oneOf'])];
  if (variants.length > 0) return [...new Set(variants.map((variant) => typeOf(document, variant)))].join(' or ');
  if (schema['allOf'] !== undefined) return 'object';
  if (schema['const'] !== undefined) return JSON.stringify(schema['const']);
  const types = Array.isArray(schema['type']) ? schema['type'].map(String) : [textOf(schema['type'])];
  return (
    types
      .map((type) => nameOf(document, type, schema))
      .filter((name) => name !== '')
      .join(' or ') || 'any value'
  );
}

function nameOf(document: JsonRecord, type: string, schema: JsonRecord): string {
  if (type === 'array') return `list of ${typeOf(document, schema['items'])}`;
  const format = textOf(schema['format']);
  return format === '' ? type : `${type} (${format})`;
}

function limitsOf(schema: JsonRecord): readonly string[] {
  const limits: string[] = [];
  const allowed = listOf(schema['enum']);
  if (allowed.length > 0) limits.push(`One of ${allowed.map((value) => `\`${String(value)}\``).join(', ')}`);
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
  const hasLeast = typeof least === 'number';
  const hasMost = typeof most === 'number';
  if (!hasLeast && !hasMost) return [];
  const range =
    hasLeast && hasMost ? `${least} to ${most}` : hasLeast ? `at least ${least}` : `at most ${String(most)}`;
  return [`${range} ${unit}`.trim()];
}

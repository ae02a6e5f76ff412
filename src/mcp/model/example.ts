import { type JsonSchema, propertiesOf, resolve, schemaAt, schemasAt, typesOf } from './json-schema.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** The right form of one argument: in words, and as an example that has it. */
export interface ArgumentForm {
  readonly expected: string;
  readonly example: unknown;
}

const EXAMPLES_BY_FORMAT: Readonly<Record<string, string>> = {
  email: 'nellie@example.com',
  'date-time': '2027-01-21T10:00:00Z',
  date: '2027-01-21',
  uri: 'https://example.com/hook',
};
const EXAMPLES_BY_PATTERN: readonly (readonly [RegExp, string])[] = [
  [/\\d\{4\}-\\d\{2\}-\\d\{2\}/, '2027-01-21'],
  [/\[A-Z\]\{3\}/, 'MUC'],
  [/\[A-Z\]\{2\}/, 'DE'],
  [/\[A-Z0-9\]\{2/, 'LH'],
];
/** Names whose form their type does not say. */
const EXAMPLES_BY_NAME: readonly (readonly [RegExp, unknown])[] = [
  [/^trip_item_token$/, 'tit_…'],
  [/^trip_id$/, 'trip_…'],
  [/date|checkin|checkout|expiry/, '2027-01-21'],
  [/currency/, 'EUR'],
  [/phone/, '+33123456789'],
  [/email/, 'nellie@example.com'],
  [/booking_ref/, 'BLY-7K2QXM'],
  [/last_name/, 'Bly'],
];

/**
 * The form of the argument at a path (`travelers[0].date_of_birth`), from its schema and the operation's own example
 * request.
 */
export function formOf(schema: JsonSchema, path: string, example: unknown): ArgumentForm | undefined {
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  const found = steps.reduce<JsonSchema | undefined>(
    (at, step) => (at ? stepInto(at, step, schema) : undefined),
    schema,
  );
  if (!found || steps.length === 0) return undefined;
  const name = steps.findLast((step) => !/^\d+$/.test(step)) ?? '';
  const reported = steps.reduce(
    (at: unknown, step) => (Array.isArray(at) ? at[Number(step)] : isObject(at) ? at[step] : undefined),
    example,
  );
  return { expected: expectedForm(found), example: reported ?? exampleOf(found, name, schema, 0) };
}

function stepInto(schema: JsonSchema, step: string, root: JsonSchema): JsonSchema | undefined {
  const own = resolve(schema, root);
  const forms = [
    own,
    ...['anyOf', 'oneOf', 'allOf'].flatMap((key) => schemasAt(own, key)).map((branch) => resolve(branch, root)),
  ];
  for (const form of forms) {
    const next = /^\d+$/.test(step) && isObject(form['items']) ? form['items'] : propertiesOf(form)[step];
    if (next) return resolve(next, root);
  }
  return undefined;
}

function expectedForm(schema: JsonSchema): string {
  const { enum: texts, description, pattern, format, minimum, maximum } = schema;
  const kind = Array.isArray(texts)
    ? `one of ${texts.map(String).join(', ')}`
    : typesOf(schema).join(' or ') || 'one of several forms';
  const form = typeof format === 'string' ? ` (${format})` : typeof pattern === 'string' ? ` matching ${pattern}` : '';
  const bounds = [
    ...(typeof minimum === 'number' ? [`at least ${minimum}`] : []),
    ...(typeof maximum === 'number' ? [`at most ${maximum}`] : []),
  ].join(', ');
  return [`${kind}${form}`, bounds, typeof description === 'string' ? description : '']
    .filter((part) => part !== '')
    .join('. ');
}

/** A value of the form; objects with their required fields only, not deeper than agents read. */
function exampleOf(schema: JsonSchema, name: string, root: JsonSchema, depth: number): unknown {
  const own = resolve(schema, root);
  const branch = [...schemasAt(own, 'anyOf'), ...schemasAt(own, 'oneOf')][0];
  if (branch) return exampleOf(branch, name, root, depth);
  if (Array.isArray(own['enum'])) return own['enum'][0];
  if ('const' in own) return own['const'];
  const [type] = typesOf(own);
  if (type === 'integer' || type === 'number')
    return typeof own['minimum'] === 'number' && own['minimum'] > 0 ? own['minimum'] : 1;
  if (type === 'boolean') return true;
  if (type === 'array') return depth > 2 ? [] : [exampleOf(schemaAt(own, 'items'), name, root, depth + 1)];
  if (type === 'object')
    return depth > 2
      ? {}
      : Object.fromEntries(shownOf(own).map(([key, property]) => [key, exampleOf(property, key, root, depth + 1)]));
  return exampleText(own, name);
}

/** The required fields of an object; of one that requires none, its first, for an empty example teaches nothing. */
function shownOf(schema: JsonSchema): readonly (readonly [string, JsonSchema])[] {
  const properties = Object.entries(propertiesOf(schema));
  const required = properties.filter(([key]) => isRequired(schema, key));
  return required.length > 0 ? required : properties.slice(0, 1);
}

function exampleText(schema: JsonSchema, name: string): unknown {
  const { format, pattern } = schema;
  const byFormat = typeof format === 'string' ? EXAMPLES_BY_FORMAT[format] : undefined;
  const byPattern =
    typeof pattern === 'string' ? EXAMPLES_BY_PATTERN.find(([form]) => form.test(pattern))?.[1] : undefined;
  return byFormat ?? byPattern ?? EXAMPLES_BY_NAME.find(([form]) => form.test(name))?.[1] ?? 'text';
}

function isRequired(schema: JsonSchema, name: string): boolean {
  return Array.isArray(schema['required']) && schema['required'].includes(name);
}

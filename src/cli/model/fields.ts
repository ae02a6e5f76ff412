import { formOf } from '../../mcp/model/example.ts';
import {
  type JsonSchema,
  propertiesOf,
  requiredOf,
  resolve,
  schemaAt,
  schemasAt,
  typesOf,
} from '../../mcp/model/json-schema.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** An example longer than this is described by the reference. */
const exampleLengthMax = 200;
/** Deeper than this a value is given as JSON. */
const depthMax = 3;

/** One field of an operation's input as the command line offers it. */
export interface Field {
  /** As the contract names it: `['departure_time_range', 'earliest']`. */
  readonly path: readonly string[];
  readonly kind: 'value' | 'flag' | 'list' | 'object';
  readonly isRequired: boolean;
  readonly description: string;
  /** Of an object, and of a list of objects: the option with one of them, as a shell takes it. */
  readonly asJson?: string;
}

/** Every field that has an option of its own: the input's fields, and those of objects within it. */
export function listFields(schema: JsonSchema, example: unknown): readonly Field[] {
  return fieldsOf(schema, schema, { path: [], example });
}

/** `--departure-time-range.earliest`: as people write it. */
export function flagOf(path: readonly string[]): string {
  return `--${path.join('.').replaceAll('_', '-')}`;
}

function fieldsOf(
  schema: JsonSchema,
  root: JsonSchema,
  at: { readonly path: readonly string[]; readonly example: unknown },
): readonly Field[] {
  const required = requiredOf(schema);
  return Object.entries(propertiesOf(schema)).flatMap(([name, property]) => {
    const own = objectForm(resolve(property, root), root);
    const path = [...at.path, name];
    const kind = kindOf(own);
    const asJson = jsonOption(root, { path, example: at.example });
    const field: Field = {
      path,
      kind,
      isRequired: at.path.length === 0 && required.includes(name),
      description: describe(root, { path, own, example: at.example }),
      ...(asJson === undefined ? {} : { asJson }),
    };
    return kind === 'object' && path.length < depthMax
      ? [field, ...fieldsOf(own, root, { path, example: at.example })]
      : [field];
  });
}

/** Says how an object, or a list of them, is written where the service wanted one and got something else. */
export function hintFor(
  fields: readonly Field[],
  { path, problem }: { readonly path: string; readonly problem: string },
): string | undefined {
  if (!/^must be an (?:object|array)$/.test(problem)) return undefined;
  const name = path.replace(/\[\d+\]$/, '');
  return fields.find((field) => field.path.join('.') === name)?.asJson;
}

/** `--series '{"destination":"LIS"}'`. */
function jsonOption(
  root: JsonSchema,
  { path, example }: { readonly path: readonly string[]; readonly example: unknown },
): string | undefined {
  const reported = formOf(root, path.join('.'), example)?.example;
  const one: unknown = Array.isArray(reported) ? reported[0] : reported;
  if (!isObject(one)) return undefined;
  const text = `${flagOf(path)} '${JSON.stringify(one).replaceAll("'", String.raw`'\''`)}'`;
  return text.length > exampleLengthMax ? undefined : text;
}

/** Of several forms the one with fields: the others can be given as they are. */
function objectForm(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const branches = [...schemasAt(schema, 'anyOf'), ...schemasAt(schema, 'oneOf')].map((branch) =>
    resolve(branch, root),
  );
  const form = branches.find((branch) => Object.keys(propertiesOf(branch)).length > 0);
  return form === undefined
    ? schema
    : { ...form, ...(schema['description'] === undefined ? {} : { description: schema['description'] }) };
}

function kindOf(schema: JsonSchema): Field['kind'] {
  const types = typesOf(schema);
  if (types.includes('boolean') && types.every((type) => type === 'boolean' || type === 'null')) return 'flag';
  if (types.includes('array')) return 'list';
  return types.includes('object') ? 'object' : 'value';
}

function describe(
  root: JsonSchema,
  { path, own, example }: { readonly path: readonly string[]; readonly own: JsonSchema; readonly example: unknown },
): string {
  const { description, default: fallback, enum: texts } = own;
  const items = schemaAt(own, 'items');
  const said =
    typeof description === 'string'
      ? description
      : typeof items['description'] === 'string'
        ? items['description']
        : '';
  const form = formOf(root, path.join('.'), example);
  const isPlain = kindOf(own) !== 'object' && kindOf(own) !== 'flag' && !Array.isArray(texts);
  const asJson = jsonOption(root, { path, example });
  const isOfObjects = kindOf(own) === 'list' && asJson !== undefined;
  const repetition = isOfObjects
    ? `one JSON object, and may be repeated; or one JSON array of them; example: ${asJson}`
    : 'may be repeated';
  const notes = [
    typesOf(own).includes('array') ? repetition : (typesOf(own)[0] ?? ''),
    ...(Array.isArray(texts) ? [`one of ${texts.map(String).join(', ')}`] : []),
    ...(fallback === undefined ? [] : [`default: ${JSON.stringify(fallback)}`]),
    ...(isPlain && !isOfObjects && form !== undefined && form.example !== undefined && form.example !== 'text'
      ? [`example: ${shown(form.example)}`]
      : []),
  ].filter((note) => note !== '');
  return `${said === '' ? '' : `${said} `}(${notes.join('; ')})`;
}

function shown(example: unknown): string {
  const one: unknown =
    Array.isArray(example) && example.every((element) => typeof element !== 'object') ? example[0] : example;
  const text = typeof one === 'string' ? one : JSON.stringify(one);
  return text === undefined || text.length > 120 ? 'see the reference' : text;
}

import * as z from 'zod';
import { findNearName } from '../../refusals/near-names.ts';
import { isObject } from '../../text/json-object.ts';

/** How many unknown fields are named, and how long a path may get: names are the caller's and may be of any length. */
const warningsMax = 10;
const pathLengthMax = 120;
/** Deeper than anything in the contract; below that nothing is unknown. */
const depthMax = 16;
/** A name that may stand in a header: what a field could be called. Others are shown as `?`. */
const FIELD_NAME = /^[A-Za-z][\w-]{0,31}$/;

/** Something about a request that was passed over. */
export interface FieldWarning {
  readonly path: string;
  readonly problem: string;
}

/** What a schema knows: the names of objects, with what each may hold, and what a list may hold. */
export interface KnownFields {
  /** Any name may stand here. */
  readonly isOpen: boolean;
  readonly names: ReadonlyMap<string, KnownFields>;
  readonly items: KnownFields | undefined;
}

type JsonSchema = Readonly<Record<string, unknown>>;

/** Where nothing is declared, nothing is known. */
const NOTHING_KNOWN: KnownFields = { isOpen: false, names: new Map(), items: undefined };
const ANYTHING: KnownFields = { isOpen: true, names: new Map(), items: undefined };

/** The fields of a declaration, read once so that a request costs a look-up for each of its fields. */
export function compileKnownFields(schema: z.ZodType | undefined): KnownFields {
  if (schema === undefined) return NOTHING_KNOWN;
  const root: JsonSchema = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' });
  return compile([root], root, 0);
}

/**
 * The fields of a value that its declaration does not have: the first few, their names cut short, their values never
 * shown.
 */
export function findUnknownFields(known: KnownFields, value: unknown): readonly FieldWarning[] {
  const found: FieldWarning[] = [];
  look(known, value, '', found);
  return found;
}

/** Warnings as the text of a header: printable ASCII, whatever the caller sent. Undefined where there are none. */
export function writeWarnings(warnings: readonly FieldWarning[]): string | undefined {
  if (warnings.length === 0) return undefined;
  return JSON.stringify(warnings).replaceAll(
    /[^\x20-\x7e]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}

function look(known: KnownFields, value: unknown, path: string, found: FieldWarning[]): void {
  if (known.isOpen || found.length >= warningsMax || typeof value !== 'object' || value === null) return;
  if (Array.isArray(value)) {
    if (known.items === undefined) return;
    for (const [index, element] of value.entries()) look(known.items, element, `${path}[${index}]`, found);
    return;
  }
  for (const [name, element] of Object.entries(value)) {
    if (found.length >= warningsMax) return;
    const field = known.names.get(name);
    if (field === undefined) found.push(describe(name, { known, value, path }));
    else look(field, element, join(path, name), found);
  }
}

function describe(
  name: string,
  { known, value, path }: { readonly known: KnownFields; readonly value: object; readonly path: string },
): FieldWarning {
  const free = [...known.names.keys()].filter((other) => !Object.hasOwn(value, other));
  const meant = findNearName(name, free);
  return {
    path: join(path, FIELD_NAME.test(name) ? name : '?').slice(0, pathLengthMax),
    problem: `is not a field here and was ignored${meant === undefined ? '' : `: did you mean ${join(path, meant)}?`}`,
  };
}

function join(path: string, name: string): string {
  return path === '' ? name : `${path}.${name}`;
}

/** What any of these forms has is known. */
function compile(schemas: readonly JsonSchema[], root: JsonSchema, depth: number): KnownFields {
  if (depth > depthMax) return ANYTHING;
  const forms = schemas.flatMap((schema) => formsOf(schema, root, depth));
  if (forms.some(isOpen)) return ANYTHING;
  const byName = new Map<string, JsonSchema[]>();
  for (const form of forms)
    for (const [name, field] of Object.entries(objectAt(form, 'properties') ?? {}))
      if (isObject(field)) byName.set(name, [...(byName.get(name) ?? []), field]);
  const items = forms.map((form) => objectAt(form, 'items')).filter((item) => item !== undefined);
  return {
    isOpen: false,
    names: new Map([...byName].map(([name, fields]) => [name, compile(fields, root, depth + 1)])),
    items: items.length === 0 ? undefined : compile(items, root, depth + 1),
  };
}

/** A schema with all its alternatives. */
function formsOf(schema: JsonSchema, root: JsonSchema, depth: number): readonly JsonSchema[] {
  const own = resolve(schema, root);
  const alternatives = ['anyOf', 'oneOf', 'allOf'].flatMap((key) => {
    const list = own[key];
    return Array.isArray(list) ? list.filter(isObject) : [];
  });
  if (alternatives.length === 0) return [own];
  if (depth > depthMax) return [{}];
  const shared = own['properties'] === undefined ? [] : [own];
  return [...shared, ...alternatives.flatMap((alternative) => formsOf(alternative, root, depth + 1))];
}

/** An object that names no fields, or says what its others are, takes any; so does what may be anything. */
function isOpen(form: JsonSchema): boolean {
  const others = form['additionalProperties'];
  if (others !== undefined && others !== false) return true;
  return form['properties'] === undefined && others !== false && [undefined, 'object'].includes(typeOf(form));
}

function typeOf({ type, enum: values, const: value }: JsonSchema): string | undefined {
  if (typeof type === 'string') return type;
  return Array.isArray(type) || values !== undefined || value !== undefined ? 'several' : undefined;
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  if ($ref === '#') return root;
  return objectAt(objectAt(root, '$defs') ?? {}, $ref.slice('#/$defs/'.length)) ?? {};
}

function objectAt(schema: JsonSchema, key: string): JsonSchema | undefined {
  const found = schema[key];
  return isObject(found) ? found : undefined;
}

import * as z from 'zod';

/** A JSON Schema as plain data. */
export type JsonSchema = { readonly [key: string]: unknown };

const DEFINITION = '#/$defs/';
const COMPONENT = '#/components/schemas/';

/**
 * Collects the named schemas of a document. A schema named with `.meta({ id })` is written once and referred to;
 * anything else stands where it is used. Answers are open: no object says that it can never gain a field.
 */
export class SchemaCollector {
  readonly #components = new Map<string, JsonSchema>();
  /** A schema that several operations share is written once, under the name of the first. */
  readonly #written = new Map<z.ZodType, JsonSchema>();

  /**
   * A schema as the caller sends it, to stand where it is used. `name` is the prefix of schemas that it alone refers
   * to.
   */
  writeRequest(name: string, schema: z.ZodType): JsonSchema {
    const written = this.#write(name, schema, 'input');
    const { $ref } = written;
    if (typeof $ref !== 'string' || Object.keys(written).length > 1) return written;
    return this.#components.get($ref.slice(COMPONENT.length)) ?? written;
  }

  /** A schema as we answer it, under a name of its own. */
  addResponse(name: string, schema: z.ZodType): JsonSchema {
    const known = this.#written.get(schema);
    if (known) return known;
    const written = this.#write(name, schema, 'output');
    // A schema that is nothing but a named one needs no second name.
    const isNamed = typeof written['$ref'] === 'string' && Object.keys(written).length === 1;
    const reference = isNamed ? written : this.addPlain(name, written);
    this.#written.set(schema, reference);
    return reference;
  }

  /** A schema written by hand. */
  addPlain(name: string, schema: JsonSchema): JsonSchema {
    this.#components.set(name, schema);
    return { $ref: `${COMPONENT}${name}` };
  }

  /** The properties of an object schema, for query parameters. */
  readProperties(schema: z.ZodType): {
    readonly properties: Readonly<Record<string, JsonSchema>>;
    readonly required: readonly string[];
  } {
    const written = this.#write('Query', schema, 'input');
    return { properties: asRecord(written['properties']), required: asTexts(written['required']) };
  }

  /** Everything collected, by name. */
  components(): Readonly<Record<string, JsonSchema>> {
    return Object.fromEntries([...this.#components].sort(([a], [b]) => (a < b ? -1 : 1)));
  }

  #write(name: string, schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
    const { $defs, ...root } = z.toJSONSchema(schema, { io, unrepresentable: 'any', target: 'draft-2020-12' });
    const names = new Map<string, string>();
    for (const [definition, body] of Object.entries(asRecord($defs)))
      names.set(definition, this.#nameFor(name, definition, body));
    for (const [definition, body] of Object.entries(asRecord($defs))) {
      this.#components.set(names.get(definition) ?? definition, asSchema(tidy(body, name, names)));
    }
    return asSchema(tidy(root, name, names));
  }

  /** One name may mean two shapes (what is sent, what is answered): the second is distinguished by where it is used. */
  #nameFor(owner: string, definition: string, body: JsonSchema): string {
    if (definition.startsWith('__')) return `${owner}${definition.replaceAll('_', '')}`;
    const known = this.#components.get(definition);
    const written = tidy(body, owner, new Map());
    const isSame = known === undefined || JSON.stringify(known) === JSON.stringify(written);
    return isSame ? definition : `${owner}${definition}`;
  }
}

/** Drops what only repeats the type, and points references at the document's components. */
function tidy(value: unknown, owner: string, names: ReadonlyMap<string, string>): unknown {
  if (Array.isArray(value)) return value.map((element) => tidy(element, owner, names));
  if (typeof value !== 'object' || value === null) return value;
  const tidied: Record<string, unknown> = {};
  for (const [key, element] of Object.entries(value)) {
    if (isNoise(key, element, value)) continue;
    tidied[key] = key === '$ref' ? componentRef(String(element), owner, names) : tidy(element, owner, names);
  }
  return tidied;
}

function isNoise(key: string, element: unknown, parent: object): boolean {
  if (key === '$schema' || (key === 'id' && 'properties' in parent && typeof element === 'string')) return true;
  if (key === 'maximum') return element === Number.MAX_SAFE_INTEGER;
  if (key === 'minimum') return element === Number.MIN_SAFE_INTEGER;
  if (key === 'pattern') return 'format' in parent;
  if (key === 'additionalProperties')
    return element === false || (typeof element === 'object' && element !== null && Object.keys(element).length === 0);
  return key === 'propertyNames' && JSON.stringify(element) === '{"type":"string"}';
}

function componentRef(ref: string, owner: string, names: ReadonlyMap<string, string>): string {
  if (ref === '#') return `${COMPONENT}${owner}`;
  const definition = ref.slice(DEFINITION.length);
  return `${COMPONENT}${names.get(definition) ?? definition}`;
}

function asRecord(value: unknown): Readonly<Record<string, JsonSchema>> {
  if (typeof value !== 'object' || value === null) return {};
  return Object.fromEntries(Object.entries(value).map(([key, element]) => [key, asSchema(element)]));
}

function asSchema(value: unknown): JsonSchema {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function asTexts(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : [];
}

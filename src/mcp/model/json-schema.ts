import { isObject } from '../../platform/text/json-object.ts';

/** A JSON Schema as plain data. */
export type JsonSchema = Readonly<Record<string, unknown>>;

/** The entry of a schema as a schema; an empty one where there is none. */
export function schemaAt(schema: JsonSchema, key: string): JsonSchema {
  const found = schema[key];
  return isObject(found) ? found : {};
}

/** The schemas a list keyword (`anyOf`, `oneOf`, `allOf`) holds. */
export function schemasAt(schema: JsonSchema, key: string): readonly JsonSchema[] {
  const found = schema[key];
  return Array.isArray(found) ? found.filter(isObject) : [];
}

/** The properties an object schema names. */
export function propertiesOf(schema: JsonSchema): Readonly<Record<string, JsonSchema>> {
  const entries = Object.entries(schemaAt(schema, 'properties')).flatMap(([name, property]) =>
    isObject(property) ? [[name, property] as const] : [],
  );
  return Object.fromEntries(entries);
}

/** The names an object schema requires. */
export function requiredOf(schema: JsonSchema): readonly string[] {
  const { required } = schema;
  return Array.isArray(required) ? required.map(String) : [];
}

/** The types a schema names: none where it names none. */
export function typesOf(schema: JsonSchema): readonly string[] {
  const { type } = schema;
  if (Array.isArray(type)) return type.map(String);
  return typeof type === 'string' ? [type] : [];
}

/** The schema itself, or the definition of `root` it refers to. */
export function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const { $ref } = schema;
  if (typeof $ref !== 'string') return schema;
  if ($ref === '#') return root;
  return schemaAt(schemaAt(root, '$defs'), $ref.slice('#/$defs/'.length));
}

/**
 * Whether a value has the form a schema asks for, in the keywords our declarations use. Formats and lengths are left to
 * the operation: this only decides whether a value needs to be read in another way.
 */
export function fits(schema: JsonSchema, value: unknown, root: JsonSchema): boolean {
  const own = resolve(schema, root);
  const anyOf = [...schemasAt(own, 'anyOf'), ...schemasAt(own, 'oneOf')];
  if (anyOf.length > 0 && !anyOf.some((branch) => fits(branch, value, root))) return false;
  if (!schemasAt(own, 'allOf').every((branch) => fits(branch, value, root))) return false;
  if (Array.isArray(own['enum']) && !own['enum'].includes(value)) return false;
  if ('const' in own && own['const'] !== value) return false;
  const types = typesOf(own);
  if (types.length > 0 && !types.some((type) => isOfType(type, value))) return false;
  if (typeof value === 'string') return fitsPattern(own, value);
  if (Array.isArray(value)) return value.every((element) => fits(schemaAt(own, 'items'), element, root));
  return !isObject(value) || fitsObject(own, value, root);
}

/** Whether a text matches the pattern of a schema, where it has one. */
function fitsPattern(schema: JsonSchema, value: string): boolean {
  const { pattern } = schema;
  return typeof pattern !== 'string' || new RegExp(pattern, 'u').test(value);
}

function fitsObject(schema: JsonSchema, value: Readonly<Record<string, unknown>>, root: JsonSchema): boolean {
  const properties = propertiesOf(schema);
  const hasAll = requiredOf(schema).every((name) => Object.hasOwn(value, name));
  return (
    hasAll &&
    Object.entries(value).every(
      ([name, element]) => !Object.hasOwn(properties, name) || fits(properties[name] ?? {}, element, root),
    )
  );
}

function isOfType(type: string, value: unknown): boolean {
  switch (type) {
    case 'object':
      return isObject(value);
    case 'array':
      return Array.isArray(value);
    case 'integer':
      return Number.isInteger(value);
    case 'null':
      return value === null;
    default:
      return typeof value === type;
  }
}

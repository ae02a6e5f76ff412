import * as z from 'zod';
import { type JsonSchema, propertiesOf, requiredOf, resolve, schemaAt, schemasAt, typesOf } from './json-schema.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** The part of an answer's shape that a tool declares: enough to find one's way; agents see the answer itself. */
const outputDepth = 1;

/** Where an argument goes in the request. */
export type ArgumentPlace = 'params' | 'query' | 'body';
/** The arguments of a tool: one flat object, and where each goes. */
export interface ToolInput {
  readonly schema: JsonSchema;
  readonly places: Readonly<Record<string, ArgumentPlace>>;
}
/** The shapes of an operation's input. */
export type InputParts = Readonly<Partial<Record<ArgumentPlace, z.ZodType>>>;

/**
 * One flat object of an operation's path parameters, query and body, with the arguments that belong to the tool itself.
 * Throws when two have one name: such an operation must be declared otherwise, for no agent could distinguish them.
 */
export function describeInput(parts: InputParts, own: Readonly<Record<string, JsonSchema>>): ToolInput {
  const properties: Record<string, unknown> = {};
  const definitions: Record<string, unknown> = {};
  const required: string[] = [];
  const places: Record<string, ArgumentPlace> = {};
  for (const [place, schema] of [
    ['params', parts.params],
    ['query', parts.query],
    ['body', parts.body],
  ] as const) {
    if (!schema) continue;
    const written = writeInput(schema);
    Object.assign(definitions, schemaAt(written, '$defs'));
    for (const [name, property] of Object.entries(propertiesOf(written))) {
      if (name in properties) throw new Error(`Two arguments of one operation are named ${name}.`);
      properties[name] = property;
      places[name] = place;
    }
    required.push(...requiredOf(written));
  }
  for (const [name, property] of Object.entries(own)) {
    if (name in properties) throw new Error(`An argument is named ${name}, as one of every tool is.`);
    properties[name] = property;
  }
  const hasDefinitions = Object.keys(definitions).length > 0;
  return {
    schema: {
      type: 'object',
      properties,
      ...(required.length > 0 ? { required } : {}),
      ...(hasDefinitions ? { $defs: definitions } : {}),
    },
    places,
  };
}

/**
 * The shape of an answer as a tool declares it: an open object with the lists and objects of its upper level. Nothing
 * is required, for a compact answer leaves fields out.
 */
export function describeOutput(response: z.ZodType | undefined): JsonSchema {
  const written: JsonSchema = response
    ? z.toJSONSchema(response, { io: 'output', unrepresentable: 'any', target: 'draft-2020-12' })
    : {};
  const pruned = prune(written, written, outputDepth);
  // Single values are seen in the answer; lists and objects are what an agent plans with.
  return {
    type: 'object',
    properties: Object.fromEntries(
      Object.entries(propertiesOf(pruned))
        .filter(([, { type }]) => type !== undefined)
        .map(([name, { type }]) => [name, type === 'array' ? { type } : {}]),
    ),
  };
}

function writeInput(schema: z.ZodType): JsonSchema {
  const tidied = tidy(z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any', target: 'draft-2020-12' }));
  return isObject(tidied) ? tidied : {};
}

/**
 * Without what only repeats the type or the format, and lengths nobody reaches by accident: every agent would have to
 * read it.
 */
function tidy(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(tidy);
  if (!isObject(value)) return value;
  return Object.fromEntries(
    Object.entries(value).flatMap(([key, element]) =>
      isNoise(key, element, value) ? [] : [[key, tidy(element)] as const],
    ),
  );
}

function isNoise(key: string, element: unknown, parent: Readonly<Record<string, unknown>>): boolean {
  if (key === '$schema' || (typeof element === 'number' && (key === 'minLength' || key === 'maxLength'))) return true;
  if (key === 'maximum' || key === 'minimum')
    return typeof element === 'number' && Math.abs(element) === Number.MAX_SAFE_INTEGER;
  return key === 'pattern' && ('format' in parent || (typeof element === 'string' && element.includes('\\P{')));
}

function prune(schema: JsonSchema, root: JsonSchema, depth: number): JsonSchema {
  const own = resolve(schema, root);
  const branches = ['anyOf', 'oneOf', 'allOf']
    .flatMap((key) => schemasAt(own, key))
    .map((branch) => resolve(branch, root));
  if (branches.length > 0) return depth === outputDepth ? prune(mergeObjects(branches), root, depth) : {};
  const types = typesOf(own);
  if (types.includes('object')) {
    if (depth === 0) return { type: 'object' };
    return {
      type: 'object',
      properties: Object.fromEntries(
        Object.entries(propertiesOf(own)).map(([name, property]) => [name, prune(property, root, depth - 1)]),
      ),
    };
  }
  if (types.includes('array')) return { type: 'array' };
  return {};
}

/** The fields of all forms of an answer; a field that two forms describe differently may be anything. */
function mergeObjects(branches: readonly JsonSchema[]): JsonSchema {
  const properties: Record<string, JsonSchema> = {};
  for (const branch of branches) {
    for (const [name, property] of Object.entries(propertiesOf(branch))) {
      const known = properties[name];
      properties[name] = known === undefined || JSON.stringify(known) === JSON.stringify(property) ? property : {};
    }
  }
  return { type: 'object', properties };
}

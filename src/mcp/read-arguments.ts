import type * as z from 'zod';
import { coerce } from './model/coerce.ts';
import { fits, type JsonSchema, propertiesOf, requiredOf } from './model/json-schema.ts';
import { queryTexts } from './request-path.ts';
import { findUnknown, type UnknownField } from './model/unknown.ts';
import type { ArgumentPlace } from './model/tool-schema.ts';
import { isOwnArgument, type Tool } from './tools.ts';
import { isObject } from '../platform/text/json-object.ts';

type Values = Readonly<Record<string, unknown>>;

/** A tool call as its operation wants it. */
export interface ReadArguments {
  readonly params: Values;
  readonly query: Values;
  readonly body: Values;
  readonly own: {
    readonly userIntent: string | undefined;
    readonly idempotencyKey: string | undefined;
    readonly isFull: boolean;
    readonly skip: number;
    readonly isSigned: boolean;
  };
  /** Names of arguments that were read in another form than they came in. */
  readonly coerced: readonly string[];
  /**
   * Arguments that the tool does not have, and fields that no object of it has, by their paths: its operation takes no
   * notice of them. The first few, cut short.
   */
  readonly ignored: readonly UnknownField[];
  /** Path parameters that are missing: without them there is no path to call. */
  readonly missing: readonly string[];
  /** Arguments of the tool itself that cannot be read as meant. */
  readonly wrong: readonly string[];
}

/**
 * Sorts the flat arguments of a call into path, query and body. Parts that the operation takes as they are stay as they
 * are; the others are read the way `coerce` describes.
 */
export function readArguments(tool: Tool, written: Values): ReadArguments {
  const { inputSchema } = tool.definition;
  const properties = propertiesOf(inputSchema);
  const { sent, renamed } = underKnownNames(written, Object.keys(properties));
  const own = Object.fromEntries(
    Object.entries(sent)
      .filter(([name]) => isOwnArgument(name))
      .map(([name, value]) => [name, coerce(properties[name] ?? {}, value, inputSchema)]),
  );
  const given = Object.fromEntries(Object.entries(sent).filter(([name]) => !isOwnArgument(name)));
  const isTaken = (['params', 'query', 'body'] as const).every((place) =>
    takes(tool.route[place], place === 'body' ? pick(tool, given, place) : queryTexts(pick(tool, given, place))),
  );
  const read = isTaken ? given : coerceAll(inputSchema, given);
  const params = pick(tool, read, 'params');
  return {
    params,
    query: pick(tool, read, 'query'),
    body: pick(tool, read, 'body'),
    own: {
      userIntent: textOf(own['user_intent']),
      idempotencyKey: textOf(own['idempotency_key']),
      isFull: own['detail'] === 'full',
      skip: typeof own['skip'] === 'number' && own['skip'] > 0 ? Math.floor(own['skip']) : 0,
      isSigned: own['signed'] === true,
    },
    coerced: [
      ...renamed,
      ...Object.keys(given).filter((name) => JSON.stringify(given[name]) !== JSON.stringify(read[name])),
    ],
    // Read first: an object that came as JSON text is looked into as well.
    ignored: findUnknown(inputSchema, isTaken ? sent : { ...sent, ...read }),
    missing: requiredOf(inputSchema).filter(
      (name) => tool.places[name] === 'params' && (params[name] === undefined || params[name] === ''),
    ),
    wrong: Object.keys(own).filter(
      (name) => own[name] !== null && own[name] !== undefined && !fits(properties[name] ?? {}, own[name], inputSchema),
    ),
  };
}

/**
 * Arguments under the names of the tool, where an agent used those of its neighbour: `origin` for `origins`, the other
 * way round, `departure_date` for `preferred_departure_date`. A list of several is never made one.
 */
function underKnownNames(
  written: Values,
  names: readonly string[],
): { readonly sent: Values; readonly renamed: readonly string[] } {
  const renamed: string[] = [];
  const isFree = (name: string) => names.includes(name) && !Object.hasOwn(written, name);
  const entries = Object.entries(written).map(([name, value]): readonly [string, unknown] => {
    if (names.includes(name) || value === null) return [name, value];
    const single = Array.isArray(value) && value.length === 1 ? value[0] : value;
    const plain = name.replace(/s$/, '');
    const [known, read] = isFree(`${name}s`)
      ? [`${name}s`, value]
      : isFree(plain) && !Array.isArray(single)
        ? [plain, single]
        : isFree(`preferred_${name}`)
          ? [`preferred_${name}`, value]
          : [name, value];
    if (known !== name) renamed.push(`${name} as ${known}`);
    return [known, read];
  });
  return { sent: Object.fromEntries(entries), renamed };
}

function coerceAll(schema: JsonSchema, given: Values): Values {
  const read = coerce({ ...schema, required: [] }, given, schema);
  return isObject(read) ? read : given;
}

/**
 * The arguments of one place. What no place names goes to the body where there is one, else to the query, for the
 * operation to judge.
 */
function pick(tool: Tool, values: Values, place: ArgumentPlace): Values {
  const rest: ArgumentPlace = tool.route.body ? 'body' : 'query';
  return Object.fromEntries(
    Object.entries(values).filter(([name]) => (Object.hasOwn(tool.places, name) ? tool.places[name] : rest) === place),
  );
}

function takes(schema: z.ZodType | undefined, values: Values): boolean {
  return schema ? schema.safeParse(values).success : Object.keys(values).length === 0;
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined;
}

import { type JsonSchema, schemaAt, schemasAt } from '../../mcp/model/json-schema.ts';
import type { ArgumentPlace, ToolInput } from '../../mcp/model/tool-schema.ts';
import { isObject } from '../../platform/text/json-object.ts';

/** An operation of the published contract, as a command needs it. */
export interface ContractOperation {
  readonly operationId: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** `/v1/trips/{trip_id}`. */
  readonly path: string;
  /** The group of the reference it stands in. */
  readonly tag: string;
  readonly summary: string;
  readonly description: string | undefined;
  readonly hasBody: boolean;
  /** A body that the reference shows; undefined where there is none. */
  readonly example: unknown;
  readonly takesIdempotencyKey: boolean;
  readonly takesEndUser: boolean;
  /** Parameters of path and query and fields of the body as one flat object. */
  readonly input: ToolInput;
}

/** Filled in by an option of its own (`--intent`), not among the fields. */
const intentField = 'intent';
const METHODS = ['get', 'post', 'put', 'patch', 'delete'] as const;
const PLACES: Readonly<Record<string, ArgumentPlace>> = { path: 'params', query: 'query' };

/**
 * The operations of an OpenAPI document of this service that commands are made of, in its order: those of /v1 that are
 * not deprecated. The paths of /api/v1 are the same operations under other names.
 */
export function readContract(document: JsonSchema): readonly ContractOperation[] {
  return Object.entries(schemaAt(document, 'paths'))
    .filter(([path]) => path.startsWith('/v1/'))
    .flatMap(([path, methods]) =>
      METHODS.flatMap((method) => {
        const operation = isObject(methods) ? methods[method] : undefined;
        return isObject(operation) && operation['deprecated'] !== true ? [readOperation(path, method, operation)] : [];
      }),
    );
}

function readOperation(path: string, method: (typeof METHODS)[number], operation: JsonSchema): ContractOperation {
  const { operationId, summary, description, tags } = operation;
  const body = schemaAt(schemaAt(schemaAt(operation, 'requestBody'), 'content'), 'application/json');
  const references = schemasAt(operation, 'parameters').map(({ $ref }) => $ref);
  return {
    operationId: String(operationId),
    method: METHOD_NAMES[method],
    path,
    tag: Array.isArray(tags) ? String(tags[0]) : '',
    summary: String(summary),
    description: typeof description === 'string' ? description : undefined,
    hasBody: 'requestBody' in operation,
    example: body['example'],
    takesIdempotencyKey: references.includes('#/components/parameters/IdempotencyKey'),
    takesEndUser: references.includes('#/components/parameters/EndUserId'),
    input: readInput(schemasAt(operation, 'parameters'), schemaAt(body, 'schema')),
  };
}

const METHOD_NAMES = { get: 'GET', post: 'POST', put: 'PUT', patch: 'PATCH', delete: 'DELETE' } as const;

function readInput(parameters: readonly JsonSchema[], body: JsonSchema): ToolInput {
  const ofPlaces = parameters.flatMap((parameter) => {
    const place = PLACES[String(parameter['in'])];
    if (place === undefined) return [];
    const { description } = parameter;
    const schema = { ...schemaAt(parameter, 'schema'), ...(description === undefined ? {} : { description }) };
    return [{ name: String(parameter['name']), place, schema, isRequired: parameter['required'] === true }];
  });
  const required = Array.isArray(body['required']) ? body['required'].map(String) : [];
  const ofBody = Object.entries(schemaAt(body, 'properties')).flatMap(([name, schema]) =>
    name === intentField || !isObject(schema)
      ? []
      : [{ name, place: 'body' as const, schema, isRequired: required.includes(name) }],
  );
  const fields = [...ofPlaces, ...ofBody];
  return {
    schema: {
      type: 'object',
      properties: Object.fromEntries(fields.map(({ name, schema }) => [name, schema])),
      required: fields.filter(({ isRequired }) => isRequired).map(({ name }) => name),
    },
    places: Object.fromEntries(fields.map(({ name, place }) => [name, place])),
  };
}

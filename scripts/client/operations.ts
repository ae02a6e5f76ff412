import * as z from 'zod';

const Ref = z.looseObject({ $ref: z.string() });
const Schema = z.looseObject({
  properties: z.record(z.string(), z.looseObject({ type: z.unknown().optional() })).optional(),
});
const Content = z.record(
  z.string(),
  z.looseObject({
    schema: z.looseObject({
      $ref: z.string().optional(),
      oneOf: z
        .array(
          z.looseObject({
            properties: z.looseObject({
              event: z.looseObject({ const: z.string() }),
              data: z.looseObject({ $ref: z.string().optional() }),
            }),
          }),
        )
        .optional(),
    }),
  }),
);
const Parameter = z.union([
  z.looseObject({ in: z.string(), name: z.string(), required: z.boolean().default(false) }),
  Ref,
]);
const Operation = z.looseObject({
  operationId: z.string(),
  summary: z.string().optional(),
  deprecated: z.boolean().optional(),
  parameters: z.array(Parameter).default([]),
  requestBody: z
    .looseObject({
      required: z.boolean().default(false),
      content: z.record(z.string(), z.looseObject({ schema: z.unknown() })),
    })
    .optional(),
  responses: z.record(z.string(), z.looseObject({ content: Content.optional() })),
});
const Document = z.looseObject({
  paths: z.record(z.string(), z.record(z.string(), Operation)),
  webhooks: z.record(
    z.string(),
    z.looseObject({
      post: z.looseObject({
        requestBody: z.looseObject({
          required: z.boolean().default(false),
          content: z.looseObject({ 'application/json': z.looseObject({ schema: Ref }) }),
        }),
      }),
    }),
  ),
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
});
const ErrorSchema = z.looseObject({
  properties: z.looseObject({
    error: z.looseObject({ properties: z.looseObject({ code: z.looseObject({ enum: z.array(z.string()) }) }) }),
  }),
});

/** Searches whose answers hold several lists: the one that is paged. Elsewhere the only list is. */
const PAGED_LISTS: Readonly<Record<string, string>> = {
  flight_search: 'live_offers',
  flights_destination_search: 'destinations',
  find_destination: 'destinations',
  flight_calendar: 'itineraries',
  car_search: 'offers',
  hotel_search: 'hotels',
  hotels_shop: 'hotels',
};

/** One operation, as the client needs to know it. */
interface ClientOperation {
  readonly name: string;
  readonly words: string;
  readonly method: string;
  readonly path: string;
  /** Sent again without harm: reads; writes under an Idempotency-Key; not at all. */
  readonly repeat: 'read' | 'keyed' | 'write';
  readonly query: readonly string[];
  readonly isForEndUser: boolean;
  readonly items: string | undefined;
  readonly input: string;
  /** Nothing of the input is required. */
  readonly isInputOptional: boolean;
  readonly output: string;
  /** Names and types of the events of its stream. */
  readonly events: readonly (readonly [string, string])[];
}

/** What of the document the client is made from. */
export interface ClientContract {
  readonly operations: readonly ClientOperation[];
  readonly events: readonly (readonly [string, string])[];
  readonly errorCodes: readonly string[];
}

/** Reads the OpenAPI document; throws where it is not as `buildOpenApi` writes it. */
export function readOperations(json: unknown): ClientContract {
  const document = Document.parse(json);
  const { schemas } = document.components;
  const operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => readOperation({ path, method, operation, schemas })),
  );
  return {
    operations,
    events: Object.entries(document.webhooks).map(([name, { post }]) => [
      name,
      nameOf(post.requestBody.content['application/json'].schema.$ref),
    ]),
    errorCodes: ErrorSchema.parse(schemas['Error']).properties.error.properties.code.enum,
  };
}

function readOperation(given: {
  path: string;
  method: string;
  operation: z.infer<typeof Operation>;
  schemas: Readonly<Record<string, unknown>>;
}): ClientOperation {
  const { path, method, operation, schemas } = given;
  const { parameters } = operation;
  const typeName = `${operation.operationId.slice(0, 1).toUpperCase()}${operation.operationId.slice(1)}`;
  const query = parameters.flatMap((parameter) =>
    'name' in parameter && parameter.in === 'query' ? [String(parameter.name)] : [],
  );
  const refers = (name: string): boolean =>
    parameters.some((parameter) => '$ref' in parameter && nameOf(String(parameter.$ref)) === name);
  const answer = Object.entries(operation.responses).find(([status]) => status.startsWith('2'))?.[1].content ?? {};
  const output = answer['application/json']?.schema.$ref;
  const parts = [
    ...(path.includes('{') ? ['Path'] : []),
    ...(query.length > 0 ? ['Query'] : []),
    ...(operation.requestBody ? ['Body'] : []),
  ];
  return {
    name: operation.operationId.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase()),
    words:
      `${operation.deprecated ? '@deprecated ' : ''}${operation.summary ?? ''} ${method.toUpperCase()} ${path}`.trim(),
    method: method.toUpperCase(),
    path,
    query,
    repeat: method === 'get' ? 'read' : refers('IdempotencyKey') ? 'keyed' : method === 'post' ? 'read' : 'write',
    isForEndUser: refers('EndUserId'),
    items: output === undefined ? undefined : pagedList(operation, schemas[nameOf(output)]),
    input: parts.length === 0 ? 'NoInput' : parts.map((part) => `types.${typeName}${part}`).join(' & '),
    isInputOptional:
      !path.includes('{') &&
      !(operation.requestBody?.required ?? false) &&
      !parameters.some((parameter) => 'required' in parameter && parameter.required === true),
    output: output === undefined ? 'null' : `types.${nameOf(output)}`,
    events: (answer['text/event-stream']?.schema.oneOf ?? []).flatMap(({ properties }) =>
      properties.data.$ref === undefined
        ? []
        : [[properties.event.const, `types.${nameOf(properties.data.$ref)}`] as const],
    ),
  };
}

/** The list of an answer that has a next page. */
function pagedList(operation: z.infer<typeof Operation>, schema: unknown): string | undefined {
  if (!JSON.stringify(schema).includes('"next_page_token"')) return undefined;
  const lists = Object.entries(Schema.parse(schema).properties ?? {})
    .filter(([, property]) => property.type === 'array')
    .map(([name]) => name);
  return PAGED_LISTS[operation.operationId] ?? (lists.length === 1 ? lists[0] : undefined);
}

function nameOf(ref: string): string {
  return ref.split('/').at(-1) ?? ref;
}

/** The text of src/client/generated/operations.ts. */
export function presentOperations({ operations, events, errorCodes }: ClientContract): string {
  return `// Generated by scripts/client.ts from openapi.json. Do not edit: npm run client
import type * as types from './types.ts';

/** What an operation takes that takes nothing. */
export type NoInput = Record<string, never>;

/** What each operation takes (path, query and body flat), what it answers, and what its stream tells. */
export interface OperationTypes {
${operations.map(({ name, input, output, events: told }) => `  ${name}: { input: ${input}; output: ${output}${told.length === 0 ? '' : `; event: ${told.map(([event, type]) => `{ event: '${event}'; data: ${type} }`).join(' | ')}`} };`).join('\n')}
}

/** One method for each operation. */
export interface OperationMethods<Options> {
${operations.map(({ name, words, isInputOptional }) => `  /** ${words} */\n  ${name}(input${isInputOptional ? '?' : ''}: OperationTypes['${name}']['input'], options?: Options): Promise<OperationTypes['${name}']['output']>;`).join('\n')}
}

/** How each operation travels. */
export const operations = {
${operations.map((operation) => `  ${operation.name}: { ${presentRow(operation)} },`).join('\n')}
} as const;

/** The methods, each of which makes the call of its name. */
export function bindOperations<Options>(
  call: <Name extends keyof OperationTypes>(name: Name, input: OperationTypes[Name]['input'], options: Options | undefined) => Promise<OperationTypes[Name]['output']>,
): OperationMethods<Options> {
  return {
${operations.map(({ name, isInputOptional }) => `    ${name}: (input, options) => call('${name}', input${isInputOptional ? ' ?? {}' : ''}, options),`).join('\n')}
  };
}

/** What endpoints are sent, by the name of the event. */
export interface WebhookEvents {
${events.map(([name, type]) => `  '${name}': types.${type};`).join('\n')}
}

/** The error codes of this version of the service. */
export const ERROR_CODES = [
${errorCodes.map((code) => `  '${code}',`).join('\n')}
] as const;
`;
}

function presentRow({ method, path, repeat, query, isForEndUser, items, events }: ClientOperation): string {
  return [
    `method: '${method}'`,
    `path: '${path}'`,
    `repeat: '${repeat}'`,
    ...(query.length === 0 ? [] : [`query: [${query.map((name) => `'${name}'`).join(', ')}]`]),
    ...(isForEndUser ? ['isForEndUser: true'] : []),
    ...(items === undefined ? [] : [`items: '${items}'`]),
    ...(events.length === 0 ? [] : ['isStreamed: true']),
  ].join(', ');
}

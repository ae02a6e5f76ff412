import { contractVersion } from '../../api-version.ts';
import { ErrorResponses } from './openapi-errors.ts';
import { FieldDescriber, meaningOf } from './openapi-glossary.ts';
import { describeHeaders, HEADERS } from './openapi-headers.ts';
import { type JsonSchema, SchemaCollector } from './openapi-schemas.ts';
import { describeWebhooks, eventSchemaName } from './openapi-webhooks.ts';
import type { AnyRoute } from '../route.ts';

/** The groups of the reference, in the order of spec.md. */
const TAGS: Readonly<Record<string, string>> = {
  Search: 'Flights, hotels and rental cars, and the places they are found by.',
  Demand:
    'Where people want to go, who they are, when, and what it has cost: counted here, over a built-in baseline in the sandbox.',
  Trips: 'The cart: one trip of any products, its travelers and extras.',
  Checkout: 'Quote a trip and open its payment.',
  Mandates: 'What people allow agents to buy by themselves: budgets, rules and approvals.',
  Bookings: 'What was booked, for its owner and for the guest who holds the reference.',
  Servicing: 'Refunds, cancellations, exchanges and schedule changes of what was booked.',
  Webhooks: 'Endpoints that are told of events, and the log of what was sent.',
  Account: 'The organization: its balance and usage, API keys, members and audit log.',
  Sandbox: 'Helpers that exist only in the sandbox: a clock, payments, bookings made at once, credit.',
  Compatibility: 'Reads in the shape of services that have closed, for programs written against them.',
  Meta: 'The contract itself.',
};

/** How one gets in: a key in its own header or as a Bearer token, or an OAuth access token (contract, section 4). */
const SECURITY_SCHEMES = {
  ApiKey: { type: 'apiKey', in: 'header', name: 'X-API-Key' },
  Bearer: { type: 'http', scheme: 'bearer', description: 'An API key or an OAuth access token.' },
  Session: {
    type: 'apiKey',
    in: 'cookie',
    name: 'bly_session',
    description: 'The cookie of a browser that has signed in at /sign-in.',
  },
  SessionForm: {
    type: 'apiKey',
    in: 'header',
    name: 'X-CSRF-Token',
    description: 'The form token of that session; needed with every request that is not a GET.',
  },
  OAuth: {
    type: 'oauth2',
    description:
      'Authorization code with PKCE (S256); clients register themselves at /oauth/reg. The command line uses the device flow of /oauth/cli/.well-known/openid-configuration.',
    flows: {
      authorizationCode: {
        authorizationUrl: '/oauth/auth',
        tokenUrl: '/oauth/token',
        refreshUrl: '/oauth/token',
        scopes: {
          search: 'Search flights, hotels and rental cars.',
          book: 'Build trips and start their payment.',
          manage: 'See and change bookings; manage API keys, members and webhooks.',
        },
      },
    },
  },
};

const headerParameter = (name: string, description: string, schema: JsonSchema = { type: 'string' }) => ({
  name,
  in: 'header',
  required: false,
  description,
  schema,
});
const PARAMETERS = {
  RequestId: headerParameter('X-Request-ID', 'Fresh per request; echoed.', { type: 'string', maxLength: 128 }),
  SessionId: headerParameter('X-Session-ID', 'Stable per session; echoed.', { type: 'string', maxLength: 128 }),
  IdempotencyKey: headerParameter(
    'Idempotency-Key',
    'A repeat with the same key and body is answered from the first outcome for 24 hours.',
    { type: 'string', minLength: 1, maxLength: 255 },
  ),
  EndUserId: headerParameter('X-End-User-Id', 'Your own id of the end user; not beginning with `user_` or `org_`.', {
    type: 'string',
    minLength: 1,
    maxLength: 128,
  }),
};

const INTENT: JsonSchema = {
  type: 'object',
  required: ['user_intent'],
  properties: {
    user_intent: {
      type: ['string', 'null'],
      description: 'Natural-language intent of the user, without personal data.',
    },
  },
};

/** The OpenAPI 3.1 document of a list of operations: the one list that also feeds the server. */
export function buildOpenApi(routes: readonly AnyRoute[]): JsonSchema {
  const schemas = new SchemaCollector();
  const errors = new ErrorResponses(schemas);
  schemas.addPlain('IntentInput', INTENT);
  const drafts = routes.map((route) => ({
    route,
    body: writeBody(route, schemas),
    operation: describeOperation(route, schemas, errors),
  }));
  const webhooks = describeWebhooks(routes, schemas);
  const describer = new FieldDescriber(schemas.components());
  const paths: Record<string, Record<string, unknown>> = {};
  for (const { route, body, operation } of drafts) {
    const path = route.path.replaceAll(/:(\w+)/g, '{$1}');
    const { responses, ...rest } = operation;
    const requestBody = body && describeBody(route, describer.describe(body, route.operationId));
    paths[path] = {
      ...paths[path],
      [route.method.toLowerCase()]: { ...rest, ...(requestBody ? { requestBody } : {}), responses },
    };
  }
  const components = describeFields(routes, schemas, describer);
  return {
    openapi: '3.1.0',
    info: {
      title: 'Bly',
      version: contractVersion,
      summary: 'Travel commerce: search, one trip, checkout, bookings.',
      license: { name: 'Apache-2.0', identifier: 'Apache-2.0' },
    },
    servers: [{ url: '/' }],
    security: [{ ApiKey: [] }, { Bearer: [] }, { OAuth: [] }],
    tags: listTags(routes),
    paths,
    ...(Object.keys(webhooks).length > 0 ? { webhooks } : {}),
    components: {
      schemas: components,
      responses: errors.components(),
      headers: HEADERS,
      parameters: PARAMETERS,
      securitySchemes: SECURITY_SCHEMES,
    },
  };
}

/**
 * All named schemas. Fields that a caller sends or receives in an event have a description: their own or the
 * glossary's.
 */
function describeFields(
  routes: readonly AnyRoute[],
  schemas: SchemaCollector,
  describer: FieldDescriber,
): Readonly<Record<string, JsonSchema>> {
  for (const route of routes) {
    // The event schemas are in the document already: `addResponse` only returns the reference to each.
    for (const request of route.sends ?? []) {
      describer.describe(schemas.addResponse(eventSchemaName(request.name), request.body), 'event');
    }
  }
  return describer.components();
}

function listTags(routes: readonly AnyRoute[]): readonly JsonSchema[] {
  const used = new Set(routes.map((route) => route.tag));
  for (const name of used)
    if (TAGS[name] === undefined) throw new Error(`The tag ${name} has no description in openapi.ts.`);
  return Object.entries(TAGS)
    .filter(([name]) => used.has(name))
    .map(([name, description]) => ({ name, description }));
}

function describeOperation(route: AnyRoute, schemas: SchemaCollector, errors: ErrorResponses): JsonSchema {
  const name = pascalCase(route.operationId);
  const success = route.status ?? 200;
  return {
    operationId: route.operationId,
    tags: [route.tag],
    summary: route.summary,
    ...describeWork(route),
    ...(route.deprecation ? { deprecated: true } : {}),
    ...describeSecurity(route),
    parameters: listParameters(route, schemas),
    responses: {
      [String(success)]: describeSuccess(route, name, schemas),
      ...errors.describe(route),
    },
  };
}

/** A size bound and the price of larger requests, in words and for programs. */
function describeWork({ description, longWork, cost }: AnyRoute): JsonSchema {
  if (!longWork?.size) return description ? { description } : {};
  const { unit, max, included } = longWork.size;
  const text = `Size: ${unit}, at most ${max} (a larger request is 422). Costs ${cost} ${cost === 1 ? 'credit' : 'credits'} up to a size of ${included}, and as much again for each further ${included}.`;
  return {
    description: description ? `${description}\n\n${text}` : text,
    'x-size': { unit, max, included, credits: cost },
  };
}

/** What an OAuth token needs stands with each operation; keys have the same scopes, and are no users. */
function describeSecurity({ access, scope }: AnyRoute): JsonSchema {
  if (access === 'open') return { security: [] };
  const oauth = { OAuth: scope === undefined ? [] : [scope] };
  if (access === 'user') return { security: [oauth, { Session: [], SessionForm: [] }] };
  return scope === undefined ? {} : { security: [{ ApiKey: [] }, { Bearer: [] }, oauth] };
}

/**
 * The schema of a request body, with `intent` on POST. It stands in the operation itself, not among the named schemas:
 * generators such as openapi-typescript make fields with a default optional in a request body and required in a named
 * schema, which they take for an answer.
 */
function writeBody(route: AnyRoute, schemas: SchemaCollector): JsonSchema | undefined {
  if (!route.body || route.method === 'GET') return undefined;
  const written = schemas.writeRequest(`${pascalCase(route.operationId)}Request`, route.body);
  if (route.method !== 'POST') return written;
  const intent = { $ref: '#/components/schemas/IntentInput', description: meaningOf('intent', '') };
  const { properties } = written;
  if (typeof properties === 'object' && properties !== null)
    return { ...written, properties: { ...properties, intent } };
  return { allOf: [written, { type: 'object', properties: { intent } }] };
}

function describeBody(route: AnyRoute, schema: JsonSchema): JsonSchema {
  const isRequired = route.body?.safeParse({}).success === false;
  const content = { schema, ...(route.example === undefined ? {} : { example: route.example }) };
  return { required: isRequired, content: { 'application/json': content } };
}

function describeSuccess(route: AnyRoute, name: string, schemas: SchemaCollector): JsonSchema {
  const headers = describeHeaders(route, route.status ?? 200);
  if (route.status === 204) return { description: 'Done.', headers };
  const plain = { 'application/json': { schema: schemas.addResponse(`${name}Response`, route.response) } };
  return { description: 'Success.', headers, content: { ...plain, ...describeStream(route, name, schemas) } };
}

/** The second content type of an operation that streams: the schema is that of one event, its data parsed. */
function describeStream(route: AnyRoute, name: string, schemas: SchemaCollector): JsonSchema {
  if (!route.stream) return {};
  const ends = { allOf: [{ $ref: '#/components/schemas/Error' }, STREAM_ERROR] };
  const shapes = Object.entries(route.stream.events).map(
    ([event, shape]) => [event, schemas.addResponse(`${name}${pascalCase(event)}Event`, shape)] as const,
  );
  const oneOf = [...shapes, ['error', ends] as const].map(([event, data]) => ({
    type: 'object',
    title: event,
    required: ['event', 'data'],
    properties: {
      id: { type: 'string', description: 'Counts up from 1.' },
      event: { type: 'string', const: event },
      data,
    },
  }));
  return { 'text/event-stream': { schema: { description: route.stream.description, oneOf } } };
}

/** What an `error` event says beside its envelope. */
const STREAM_ERROR: JsonSchema = {
  type: 'object',
  required: ['http_status'],
  properties: {
    http_status: { type: 'integer', description: 'The status of the same failure in a plain answer.' },
    retry_after_seconds: { type: 'integer' },
  },
};

function listParameters(route: AnyRoute, schemas: SchemaCollector): readonly unknown[] {
  const segments = route.path.split('/');
  const inPath = segments.flatMap((segment, index) => {
    if (!segment.startsWith(':')) return [];
    const name = segment.slice(1);
    return [
      {
        name,
        in: 'path',
        required: true,
        ...described(
          route.params ? schemas.readProperties(route.params).properties[name]?.['description'] : undefined,
          name,
          segments[index - 1],
        ),
        schema: { type: 'string' },
      },
    ];
  });
  const query = route.query ? schemas.readProperties(route.query) : { properties: {}, required: [] };
  const place = segments.findLast((segment) => !segment.startsWith(':'));
  const inQuery = Object.entries(query.properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: query.required.includes(name),
    ...described(description, name, place),
    schema,
  }));
  const shared = ['RequestId', 'SessionId'];
  if (route.isWrite && route.method === 'POST') shared.push('IdempotencyKey');
  if (route.takesEndUser) shared.push('EndUserId');
  return [...inPath, ...inQuery, ...shared.map((name) => ({ $ref: `#/components/parameters/${name}` }))];
}

/** The words of a parameter: its own, else the glossary's. */
function described(own: unknown, name: string, place = ''): { readonly description?: string } {
  const description = typeof own === 'string' ? own : meaningOf(name, place);
  return description === undefined ? {} : { description };
}

function pascalCase(text: string): string {
  return text.replaceAll(/(?:^|_)(\w)/g, (_match, letter: string) => letter.toUpperCase());
}

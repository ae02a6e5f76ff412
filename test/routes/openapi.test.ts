import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { buildOpenApi } from '../../src/platform/http/openapi/openapi.ts';
import { readServedDocument } from '../../src/platform/http/openapi/served-document.ts';
import { ERROR_CODES } from '../../src/platform/errors.ts';
import { routes } from '../../src/routes.ts';
import { sentEvents } from '../../src/webhooks/contract-sent.ts';
import { EVENT_TYPES } from '../../src/webhooks/model/event-types.ts';
import { startService, type TestService } from '../support/service/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(async () => {
  await service.close();
});

test('the committed openapi.json is what the routes say', () => {
  const isCurrent = readFileSync('openapi.json', 'utf8') === `${JSON.stringify(buildOpenApi(routes), undefined, 2)}\n`;
  expect(isCurrent, 'run: npm run openapi').toBe(true);
});

test('the served document is the one of the routes, open to anybody and cacheable', async () => {
  const answer = await service.call('GET', '/v1/openapi.json', undefined, { 'x-api-key': '' });
  expect([answer.status, answer.headers.get('cache-control')]).toEqual([200, 'public, max-age=300']);
  expect(answer.text === JSON.stringify(buildOpenApi(routes))).toBe(true);
  expect([answer.body.openapi, answer.body.info.version]).toEqual(['3.1.0', '0.5.0']);
});

test.each(['sandbox', 'production'] as const)(
  'the document of a %s is what its operations say, to the byte, and so are its parts',
  async (environment) => {
    const served = routes.filter(({ isSandboxOnly }) => environment === 'sandbox' || !isSandboxOnly);
    const [read, built] = [await readServedDocument(served), JSON.parse(JSON.stringify(buildOpenApi(served)))];
    expect(Object.keys(read)).toEqual(Object.keys(built));
    for (const part of Object.keys(built))
      expect(JSON.stringify(read[part]) === JSON.stringify(built[part]), part).toBe(true);
    expect(read['paths']).toSatisfy((paths: object) => (environment === 'sandbox') === '/v1/sandbox/clock' in paths);
  },
);

test.each([
  ['GET', '/v1/account', undefined, {}, 200],
  ['GET', '/v1/trip/{trip_id}', undefined, {}, 404],
  ['POST', '/v1/flight_search', {}, {}, 422],
  ['POST', '/v1/flight_search', {}, { 'content-type': 'text/plain' }, 415],
  ['POST', '/v1/api_keys', { name: 'x' }, {}, 403],
  ['POST', '/v1/book', {}, { 'x-api-key': '' }, 401],
] as const)(
  '%s %s answers the headers that the document lists for its status',
  async (method, path, body, headers, status) => {
    const document = JSON.parse(JSON.stringify(buildOpenApi(routes)));
    const answer = await service.call(method, path.replace('{trip_id}', 'trip_unknown'), body, {
      'x-session-id': 's',
      ...headers,
    });
    const described = document.paths[path][method.toLowerCase()].responses[status];
    const listed = Object.keys(
      (described.$ref === undefined ? described : document.components.responses[described.$ref.split('/').at(-1)])
        .headers,
    );
    const always = listed.filter((name) => !['Idempotent-Replayed', 'Retry-After', 'X-Warnings'].includes(name));
    expect([answer.status, always.filter((name) => !answer.headers.has(name))]).toEqual([status, []]);
  },
);

test('operation ids are unique, and every reference leads somewhere', () => {
  const ids = routes.map(({ operationId }) => operationId);
  expect(new Set(ids).size).toBe(ids.length);
  const document = JSON.parse(JSON.stringify(buildOpenApi(routes)));
  const references = [...JSON.stringify(document).matchAll(/"\$ref":"#\/([^"]+)"/g)].map(([, path]) => path ?? '');
  const dangling = references.filter(
    (path) => path.split('/').reduce((node, part) => node?.[part], document) === undefined,
  );
  expect(dangling).toEqual([]);
});

test('the error envelope lists the closed set of codes and has three keys', () => {
  const { schemas } = JSON.parse(JSON.stringify(buildOpenApi(routes))).components;
  expect(schemas.Error.properties.error.properties.code.enum).toEqual(ERROR_CODES);
  expect(Object.keys(schemas.Error.properties.error.properties)).toEqual(['code', 'message', 'doc_url']);
});

test.each(['/v1/get_booking', '/v1/car_exchange_preview'])(
  '%s lists every status that spec.md names for it',
  (path) => {
    const document = JSON.parse(JSON.stringify(buildOpenApi(routes)));
    expect(Object.keys(document.paths[path].post.responses)).toEqual(
      expect.arrayContaining(['200', '400', '401', '402', '404', '409', '422', '429', '502', '503', '504']),
    );
  },
);

test('every POST declares intent, every answer may gain fields, and every example validates', () => {
  const document = JSON.parse(JSON.stringify(buildOpenApi(routes)));
  for (const route of routes.filter(({ method }) => method === 'POST')) {
    const { requestBody } = document.paths[route.path.replaceAll(/:(\w+)/g, '{$1}')].post;
    if (requestBody) expect(JSON.stringify(requestBody)).toContain('#/components/schemas/IntentInput');
    if (route.example !== undefined)
      expect([route.operationId, route.body?.safeParse(route.example).success]).toEqual([route.operationId, true]);
  }
  const closed = Object.entries(document.components.schemas).filter(
    ([name, schema]) => name !== 'Error' && JSON.stringify(schema).includes('"additionalProperties":false'),
  );
  expect(closed).toEqual([]);
});

test('every event that can be subscribed to is in the webhooks section, with its headers and an example that validates', () => {
  const { webhooks } = JSON.parse(JSON.stringify(buildOpenApi(routes)));
  expect(Object.keys(webhooks)).toEqual([...EVENT_TYPES]);
  for (const { name, body, example } of sentEvents) {
    expect([name, body.safeParse(example).success]).toEqual([name, true]);
    const { parameters, requestBody } = webhooks[name].post;
    expect(parameters.map((parameter: { name: string }) => parameter.name)).toEqual([
      'X-Service-Signature',
      'X-Service-Timestamp',
      'X-Service-Event-Id',
      'X-Service-Delivery-Id',
      'webhook-id',
      'webhook-timestamp',
      'webhook-signature',
    ]);
    expect(requestBody.content['application/json'].example).toMatchObject({
      event: name,
      event_id: expect.stringMatching(/^evt_/),
      livemode: true,
    });
  }
});

test('production does not know the sandbox helpers, in the document or on the wire', async () => {
  const production = await startService({
    config: { environment: 'production', bootstrapApiKey: undefined },
    flightSuppliers: [],
  });
  const { body } = await production.call('GET', '/v1/openapi.json', undefined, { 'x-api-key': '' });
  expect(Object.keys(body.paths).filter((path) => path.startsWith('/v1/sandbox'))).toEqual([]);
  expect((await production.call('POST', '/v1/sandbox/clock', {}, { 'x-api-key': '' })).status).toBe(404);
  await production.close();
});

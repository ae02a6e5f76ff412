import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import { describe, expect, test } from 'vitest';
import { buildOpenApi } from '../../src/platform/http/openapi/openapi.ts';
import { meaningOf } from '../../src/platform/http/openapi/openapi-glossary.ts';
import { routes } from '../../src/routes.ts';

// biome-ignore lint/suspicious/noExplicitAny: the document is looked at freely; its shape is what is tested.
type Node = any;
const document: Node = JSON.parse(JSON.stringify(buildOpenApi(routes)));
const resolved = (node: Node): Node =>
  typeof node?.$ref === 'string'
    ? node.$ref
        .split('/')
        .slice(1)
        .reduce((at: Node, step: string) => at?.[step], document)
    : node;
const operations: readonly (readonly [string, Node])[] = Object.values(document.paths)
  .flatMap((item: Node) => Object.values(item))
  .map((operation: Node) => [operation.operationId, operation] as const);
const isTold = (text: unknown): boolean => typeof text === 'string' && text.trim().length > 3;

/** Paths of the fields of a schema that say nothing about themselves. */
function findUntold(written: Node, path = '', seen: ReadonlySet<Node> = new Set()): readonly string[] {
  const schema = resolved(written);
  if (typeof schema !== 'object' || schema === null || seen.has(schema)) return [];
  const within = new Set([...seen, schema]);
  const fields = Object.entries(schema.properties ?? {}).flatMap(([name, property]: [string, Node]) => {
    const at = path === '' ? name : `${path}.${name}`;
    return [
      ...(isTold(property.description) || isTold(resolved(property).description) ? [] : [at]),
      ...findUntold(property, at, within),
    ];
  });
  const branches = ['allOf', 'anyOf', 'oneOf']
    .flatMap((key) => schema[key] ?? [])
    .flatMap((branch: Node) => findUntold(branch, path, within));
  return [
    ...fields,
    ...branches,
    ...findUntold(schema.items, `${path}[]`, within),
    ...findUntold(schema.additionalProperties, `${path}.{key}`, within),
  ];
}

describe('the document explains itself', () => {
  test('every operation has a summary and a description, which is no repetition of it', () => {
    expect(
      operations
        .filter(([, { summary, description }]) => !isTold(summary) || !isTold(description) || summary === description)
        .map(([id]) => id),
    ).toEqual([]);
  });

  test.each(operations)('%s: every field of its body, every parameter of its path and query', (_id, operation) => {
    const parameters = operation.parameters
      .map(resolved)
      .filter((parameter: Node) => !isTold(parameter.description))
      .map((parameter: Node) => `${parameter.in} ${parameter.name}`);
    expect([...parameters, ...findUntold(operation.requestBody?.content['application/json'].schema)]).toEqual([]);
  });

  test.each(Object.entries(document.webhooks))(
    '%s: every field of what is sent, every header',
    (_name, { post }: Node) => {
      const headers = post.parameters
        .filter((parameter: Node) => !isTold(parameter.description))
        .map(({ name }: Node) => name);
      expect([...headers, ...findUntold(post.requestBody.content['application/json'].schema)]).toEqual([]);
    },
  );

  test('this test sees a field that says nothing, also within lists, forms and named schemas', () => {
    const told = { type: 'string', description: 'Is told.' };
    expect(
      findUntold({
        allOf: [
          {
            properties: {
              a: told,
              list: { description: 'A list.', type: 'array', items: { properties: { b: {}, c: told } } },
            },
          },
          {
            properties: {
              d: { $ref: '#/components/schemas/Error/properties/error/properties/message' },
              e: { description: ' ' },
            },
          },
        ],
      }),
    ).toEqual(['list[].b', 'e']);
  });
});

test('a word of the glossary counts where a field says nothing, its place before its name', () => {
  expect([
    meaningOf('amount', 'max_price_increase'),
    meaningOf('amount', 'sandbox_credits'),
    meaningOf('nothing_known', ''),
  ]).toEqual(['In major units.', 'Credits to add.', undefined]);
  const { properties } = document.paths['/v1/checkout'].post.requestBody.content['application/json'].schema;
  const declared = "In major units of the trip's currency.";
  expect([properties.max_price_increase.properties.amount.description, properties.trip_id.description]).toEqual([
    declared,
    'The trip, trip_….',
  ]);
});

test('examples of requests, events and errors are valid against the schemas beside them', () => {
  const { components } = document;
  const ajv = new AjvJsonSchemaValidator();
  const wrong: string[] = [];
  const check = (where: string, media: Node): void => {
    if (media === undefined) return;
    const validate = ajv.getValidator(JSON.parse(JSON.stringify({ ...media.schema, components })));
    const examples: readonly Node[] = [
      ...('example' in media ? [media.example] : []),
      ...Object.values(media.examples ?? {}).map((example: Node) => example.value),
    ];
    for (const example of examples) {
      const result = validate(example);
      if (!result.valid) wrong.push(`${where}: ${result.errorMessage}`);
    }
  };
  for (const [name, response] of Object.entries<Node>(components.responses)) {
    expect(Object.keys(response.content['application/json'].examples).length, name).toBeGreaterThan(0);
    check(name, response.content['application/json']);
  }
  for (const [name, { post }] of Object.entries<Node>(document.webhooks))
    check(name, post.requestBody.content['application/json']);
  for (const [id, operation] of operations) check(id, operation.requestBody?.content['application/json']);
  expect(wrong).toEqual([]);
});

describe('generators of clients with their default options', () => {
  /** The named schemas that a schema refers to, directly or by way of others. */
  function namedWithin(written: Node, found: Map<string, Node>): ReadonlyMap<string, Node> {
    for (const [, name = ''] of JSON.stringify(written).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      if (found.has(name)) continue;
      found.set(name, document.components.schemas[name]);
      namedWithin(document.components.schemas[name], found);
    }
    return found;
  }

  test('find request fields that have a default in the request body itself: in a named schema they count as always present', () => {
    const withBody = operations.filter(([, { requestBody }]) => requestBody !== undefined);
    const wrong = withBody.flatMap(([id, { requestBody }]) => {
      const { schema } = requestBody.content['application/json'];
      const named = [...namedWithin(schema, new Map())].filter(([, node]) =>
        JSON.stringify(node).includes('"default":'),
      );
      return [
        ...(schema.$ref === undefined ? [] : [`${id} ${schema.$ref}`]),
        ...named.map(([name]) => `${id} ${name}`),
      ];
    });
    expect([withBody.length > 50, wrong]).toEqual([true, []]);
    const { required, properties } =
      document.paths['/v1/flight_search'].post.requestBody.content['application/json'].schema;
    expect([properties.adults.default, required ?? []]).toEqual([1, []]);
  });

  test('find JSON first among the content types of every answer', () => {
    const types = operations
      .flatMap(([, { responses }]) => Object.values<Node>(responses))
      .map((answer: Node) => Object.keys(resolved(answer).content ?? {}));
    expect(types.filter(([first = 'application/json']) => first !== 'application/json')).toEqual([]);
    expect(types).toContainEqual(['application/json', 'text/event-stream']);
  });

  test('find the rate on every answer of an operation that knows its caller, and the successor on those of a deprecated one', () => {
    const rate = ['RateLimit-Limit', 'RateLimit-Remaining', 'RateLimit-Reset'];
    const missing = operations
      .filter(([, { security }]) => security === undefined || security.length > 0)
      .flatMap(([id, { responses }]) =>
        Object.entries<Node>(responses)
          .filter(([status, answer]) => status !== '401' && !rate.every((name) => name in resolved(answer).headers))
          .map(([status]) => `${id} ${status}`),
      );
    expect(missing).toEqual([]);
    expect(
      Object.values<Node>(document.paths['/v1/book'].post.responses).every(
        (answer) => 'Sunset' in resolved(answer).headers,
      ),
    ).toBe(true);
  });
});

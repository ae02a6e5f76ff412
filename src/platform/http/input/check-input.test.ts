import { describe, expect, test } from 'vitest';
import * as z from 'zod';
import { routes } from '../../../routes.ts';
import { Refusal } from '../../errors.ts';
import { checkQueryTexts, checkShape, parseJsonBody } from './check-input.ts';

/** Every body that `body` becomes when one optional field of one of its objects is sent as null. */
function* withOneNull(schema: JsonNode, body: unknown): Generator<readonly [string, unknown]> {
  for (const form of [schema, ...(schema.anyOf ?? []), ...(schema.oneOf ?? []), ...(schema.allOf ?? [])]) {
    if (Array.isArray(body) && form.items) {
      for (const [at, element] of body.entries()) {
        for (const [name, changed] of withOneNull(form.items, element))
          yield [`[${at}].${name}`, body.with(at, changed)];
      }
    } else if (typeof body === 'object' && body !== null && form.properties) {
      for (const [name, property] of Object.entries(form.properties)) {
        const value: unknown = Reflect.get(body, name);
        if (value === undefined && !form.required?.includes(name)) yield [name, { ...body, [name]: null }];
        for (const [inner, changed] of withOneNull(property, value))
          yield [`${name}.${inner}`, { ...body, [name]: changed }];
      }
    }
  }
}
interface JsonNode {
  readonly properties?: Readonly<Record<string, JsonNode>>;
  readonly required?: readonly string[];
  readonly items?: JsonNode;
  readonly anyOf?: readonly JsonNode[];
  readonly oneOf?: readonly JsonNode[];
  readonly allOf?: readonly JsonNode[];
}
const schemaOf = (body: z.ZodType): JsonNode =>
  JSON.parse(JSON.stringify(z.toJSONSchema(body, { io: 'input', unrepresentable: 'any', reused: 'inline' })));
/** What is read from a body; a schema that takes null itself may answer it, and means by it that nothing was sent. */
const readFrom = (schema: z.ZodType, body: unknown): unknown =>
  JSON.parse(JSON.stringify(checkShape(schema, body)), (_key, value: unknown) => value ?? undefined);

describe('null for an optional field', () => {
  const withExample = routes.filter(({ body, example }) => body !== undefined && example !== undefined);

  test.each(withExample.map((route) => [route.operationId, route] as const))(
    'of %s is as if it were left out',
    (_id, { body, example }) => {
      if (body === undefined) throw new Error('chosen for its body');
      const expected = readFrom(body, example);
      const cases = [...withOneNull(schemaOf(body), example)];
      for (const [name, changed] of cases) expect([name, readFrom(body, changed)]).toEqual([name, expected]);
    },
  );

  test('reaches into lists and alternatives, and several at once', () => {
    const Place = z.union([
      z.object({ code: z.string(), kind: z.enum(['city']).optional() }),
      z.object({ latitude: z.number() }),
    ]);
    const Body = z.object({
      places: z.array(Place),
      limit: z.int().default(20),
      note: z.string().optional(),
      kept: z.string().nullable(),
    });
    const sent = {
      places: [
        { code: 'PAR', kind: null },
        { latitude: 1, code: null },
      ],
      limit: null,
      note: null,
      kept: null,
    };
    expect(checkShape(Body, sent)).toEqual({ places: [{ code: 'PAR' }, { latitude: 1 }], limit: 20, kept: null });
  });

  test('stays refused where the field is required, and in lists', () => {
    const Body = z.object({ name: z.string(), codes: z.array(z.string()) });
    const problemsOf = (value: unknown): unknown => {
      try {
        return checkShape(Body, value);
      } catch (error) {
        return error instanceof Refusal ? error.detail.keys?.['fields'] : error;
      }
    };
    expect(problemsOf({ name: null, codes: [] })).toEqual([{ path: 'name', problem: 'is required' }]);
    expect(problemsOf({ name: 'a', codes: [null] })).toEqual([{ path: 'codes[0]', problem: 'must be a string' }]);
  });

  test('holds for intent, and intent.user_intent may be null', () => {
    const read = (text: string): unknown => parseJsonBody(Buffer.from(text), { 'content-type': 'application/json' });
    expect([read('{"a":1,"intent":null}'), read('{"a":1,"intent":{"user_intent":null}}')]).toEqual([
      { a: 1 },
      { a: 1 },
    ]);
  });
});

test('a query parameter sent twice counts once if its values are equal', () => {
  expect(checkQueryTexts({ limit: ['5', '5'], since: ['a', 'b'] })).toEqual({ limit: '5', since: ['a', 'b'] });
});

import { expect, test } from 'vitest';
import * as z from 'zod';
import { compileKnownFields, findUnknownFields, writeWarnings } from './unknown-fields.ts';

const pathsOf = (schema: z.ZodType, value: unknown) =>
  findUnknownFields(compileKnownFields(schema), value).map(({ path }) => path);

test('fields are known in objects, lists, alternatives and what is made of them', () => {
  const place = z.union([z.string(), z.object({ code: z.string() }), z.object({ city: z.string() })]);
  const schema = z.object({
    from: place,
    legs: z.array(z.object({ to: place.optional() }).nullable()),
    more: z.object({ a: z.int() }).and(z.object({ b: z.int() })),
    made: z.object({ c: z.string() }).transform(({ c }) => c),
    code: z.enum(['a', 'b']),
    size: z.union([z.int(), z.literal('all')]),
  });
  expect(
    pathsOf(schema, {
      from: { code: 'PAR', city: 'Paris', zip: 1 },
      legs: [null, { to: 'LON' }, { to: { code: 'LON', x: 1 }, y: 2 }],
      more: { a: 1, b: 2, c: 3 },
      made: { c: 'c', d: 'd' },
      code: 'a',
      size: 3,
      z: 1,
    }),
  ).toEqual(['from.zip', 'legs[2].to.x', 'legs[2].y', 'more.c', 'made.d', 'z']);
});

test('free objects know every name, and so does what may be anything', () => {
  const schema = z.object({
    metadata: z.record(z.string(), z.string()),
    open: z.looseObject({ a: z.int() }),
    any: z.unknown(),
    either: z.union([z.object({ a: z.int() }), z.record(z.string(), z.int())]),
  });
  expect(pathsOf(schema, { metadata: { x: 1 }, open: { b: 1 }, any: { c: { d: 1 } }, either: { e: 1 } })).toEqual([]);
});

test('a declaration that refers to itself ends', () => {
  const tree: z.ZodType = z.object({
    name: z.string(),
    get children() {
      return z.array(tree);
    },
  });
  expect(pathsOf(tree, { name: 'a', children: [{ name: 'b', children: [], x: 1 }] })).toEqual(['children[0].x']);
});

test('where nothing is declared everything is unknown; no warning, no header', () => {
  expect(findUnknownFields(compileKnownFields(undefined), { a: 1 })).toEqual([
    { path: 'a', problem: 'is not a field here and was ignored' },
  ]);
  expect(writeWarnings([])).toBeUndefined();
});

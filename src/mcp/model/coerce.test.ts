import { AjvJsonSchemaValidator } from '@modelcontextprotocol/sdk/validation/ajv';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { coerce } from './coerce.ts';
import type { JsonSchema } from './json-schema.ts';

const SCHEMA: JsonSchema = {
  type: 'object',
  properties: {
    adults: { type: 'integer', minimum: 1 },
    price: { type: ['number', 'null'] },
    is_refundable: { type: 'boolean' },
    cabin: { type: 'string', enum: ['economy', 'premium_economy'] },
    origin: { type: 'string', pattern: '^[A-Z]{3}$' },
    name: { type: 'string' },
    ages: { type: 'array', items: { type: 'integer' } },
    codes: { type: 'array', items: { $ref: '#/$defs/Code' } },
    types: { type: 'string', description: 'Comma-separated: airport, city.' },
    room: {
      type: 'object',
      properties: { adults: { type: 'integer' }, note: { type: 'string' } },
      required: ['adults'],
    },
    card: {
      anyOf: [
        { type: 'string', pattern: '^\\d{4}$' },
        { type: 'object', properties: { number: { type: 'string' } }, required: ['number'] },
      ],
    },
  },
  required: ['name'],
  $defs: { Code: { type: 'string', pattern: '^[A-Z]{3}$' } },
};
const validate = new AjvJsonSchemaValidator().getValidator(SCHEMA);
const read = (value: unknown) => coerce(SCHEMA, value, SCHEMA);

/** Values near the schema: right, wrong, and in every wrong form agents send. */
const near = fc.record(
  {
    adults: fc.oneof(fc.integer(), fc.constantFrom('2', ' 3 ', 'two', null, 2.5, true)),
    price: fc.oneof(fc.double({ noNaN: true }), fc.constantFrom(null, '12.50', '1,000')),
    is_refundable: fc.oneof(fc.boolean(), fc.constantFrom('true', 'No', 1, null)),
    cabin: fc.constantFrom('economy', 'Premium Economy', 'ECONOMY', 'first', 7, null),
    origin: fc.constantFrom('MUC', 'muc', ' Muc ', 'Munich', 123, null),
    name: fc.oneof(fc.string(), fc.integer()),
    ages: fc.oneof(fc.array(fc.integer()), fc.constantFrom(7, '7', '[7, "8"]', [7, 'eight'], null)),
    codes: fc.oneof(
      fc.array(fc.constantFrom('LIS', 'OPO')),
      fc.constantFrom('LIS', 'lis,opo', 'LIS, OPO', ['lis'], 'everywhere'),
    ),
    types: fc.oneof(fc.string(), fc.constantFrom(['airport', 'city'], 5)),
    room: fc.oneof(
      fc.record({ adults: fc.integer() }),
      fc.constantFrom('{"adults":"2"}', { adults: '2', note: null }, 'two adults', []),
    ),
    card: fc.oneof(fc.constantFrom('4242', 4242, { number: '4242' }, { number: 4242 }, '{"number":4242}', 'x')),
  },
  { requiredKeys: [] },
);

/** Values that have the form. */
const right = fc.record(
  {
    adults: fc.integer({ min: 1 }),
    price: fc.option(fc.double({ noNaN: true, noDefaultInfinity: true })),
    is_refundable: fc.boolean(),
    cabin: fc.constantFrom('economy', 'premium_economy'),
    origin: fc.stringMatching(/^[A-Z]{3}$/),
    name: fc.oneof(fc.string(), fc.constantFrom('2', 'true', 'null', '[1]', '{"a":1}', ' x ')),
    ages: fc.array(fc.integer()),
    codes: fc.array(fc.stringMatching(/^[A-Z]{3}$/)),
    types: fc.constantFrom('airport', 'airport,city', '5'),
    room: fc.record({ adults: fc.integer(), note: fc.string() }, { requiredKeys: ['adults'] }),
    card: fc.oneof(fc.stringMatching(/^[0-9]{4}$/), fc.record({ number: fc.string() })),
  },
  { requiredKeys: ['name'] },
);

describe('arguments read as they were meant', () => {
  test('what has the form already is never changed', () => {
    fc.assert(
      fc.property(right, (value) => {
        expect(validate(value).valid).toBe(true);
        expect(read(value)).toEqual(value);
      }),
      { numRuns: 500 },
    );
    fc.assert(
      fc.property(near, (value) => {
        if (validate(value).valid) expect(read(value)).toEqual(value);
      }),
      { numRuns: 500 },
    );
  });

  test('reading again changes nothing, and nothing is invented', () => {
    fc.assert(
      fc.property(fc.oneof(near, fc.anything()), (value) => {
        const once = read(value);
        expect(read(once)).toEqual(once);
        if (
          typeof value === 'object' &&
          value !== null &&
          !Array.isArray(value) &&
          typeof once === 'object' &&
          once !== null
        )
          expect(Object.keys(value)).toEqual(expect.arrayContaining(Object.keys(once)));
      }),
    );
  });

  test.each([
    [{ adults: '2' }, { adults: 2 }],
    [{ price: '12.50' }, { price: 12.5 }],
    [{ price: null }, { price: null }],
    [{ is_refundable: 'TRUE' }, { is_refundable: true }],
    [{ cabin: 'Premium Economy' }, { cabin: 'premium_economy' }],
    [{ origin: ' muc ' }, { origin: 'MUC' }],
    [{ name: 6118 }, { name: '6118' }],
    [{ ages: 7 }, { ages: [7] }],
    [{ ages: '[7, "8"]' }, { ages: [7, 8] }],
    [{ codes: 'lis, opo' }, { codes: ['LIS', 'OPO'] }],
    [{ types: ['airport', 'city'] }, { types: 'airport,city' }],
    [{ room: '{"adults": "2", "note": null}' }, { room: { adults: 2 } }],
    [{ origin: null, unknown: null }, { unknown: null }],
    [{ card: { number: 4242 } }, { card: { number: '4242' } }],
  ])('%j is read as %j', (sent, meant) => {
    expect(read({ name: 'x', ...sent })).toEqual({ name: 'x', ...meant });
  });

  test.each([
    { adults: 'two' },
    { price: '1,000' },
    { is_refundable: 'yes' },
    { cabin: 'first' },
    { origin: 'Munich' },
    { ages: ['seven'] },
    { room: 'two adults' },
  ])('%j is left for the operation to refuse', (sent) => {
    expect(read({ name: 'x', ...sent })).toEqual({ name: 'x', ...sent });
  });
});

import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { formOf } from '../../../src/mcp/model/example.ts';
import { findUnknown } from '../../../src/mcp/model/unknown.ts';
import { readArguments } from '../../../src/mcp/read-arguments.ts';
import { listTools } from '../../../src/mcp/tools.ts';
import { routes } from '../../../src/routes.ts';
import { type Agent, connectAgent } from '../../support/mcp.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { CONTACT, daysAhead, NELLIE } from '../../support/faults/trip-journeys.ts';

let service: TestService;
let agent: Agent;
beforeAll(async () => {
  service = await startService();
  agent = await connectAgent(service.url);
});
afterAll(async () => {
  await agent.close();
  await service.close();
});

type Step = string | number;
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Every single value of an example, with its path. */
function leavesOf(
  value: unknown,
  path: readonly Step[] = [],
): readonly { readonly path: readonly Step[]; readonly value: unknown }[] {
  if (Array.isArray(value)) return value.flatMap((element, index) => leavesOf(element, [...path, index]));
  if (isObject(value)) return Object.entries(value).flatMap(([name, element]) => leavesOf(element, [...path, name]));
  return [{ path, value }];
}
function replaced(value: unknown, [step, ...rest]: readonly Step[], leaf: unknown): unknown {
  if (step === undefined) return leaf;
  if (Array.isArray(value))
    return value.map((element, index) => (index === step ? replaced(element, rest, leaf) : element));
  return isObject(value) ? { ...value, [step]: replaced(value[step], rest, leaf) } : value;
}
const record = (value: unknown): Record<string, unknown> => (isObject(value) ? value : {});
const written = (path: readonly Step[]): string =>
  path.reduce<string>(
    (text, step) => (typeof step === 'number' ? `${text}[${step}]` : text === '' ? step : `${text}.${step}`),
    '',
  );

describe('every tool, by the example of its operation', () => {
  const tools = [...listTools(routes).values()].filter(({ route }) => route.body && isObject(route.example));
  test.each(tools.map((tool) => [tool.definition.name, tool] as const))(
    '%s: texts for numbers, codes in other letters, JSON in texts and nulls are read; prose is answered with a form and an example',
    (_name, tool) => {
      const example = record(tool.route.example);
      const reads = (sent: unknown): unknown =>
        tool.route.body?.safeParse(readArguments(tool, record(sent)).body).success;
      const others = Object.keys(record(tool.definition.inputSchema['properties'])).filter(
        (name) => !Object.hasOwn(example, name),
      );
      expect(findUnknown(tool.definition.inputSchema, example)).toEqual([]);
      expect(reads({ ...example, ...Object.fromEntries(others.map((name) => [name, null])) }), 'nulls').toBe(true);
      for (const [name, value] of Object.entries(example))
        if (typeof value === 'object')
          expect(reads({ ...example, [name]: JSON.stringify(value) }), `${name} as text`).toBe(true);
      for (const { path, value } of leavesOf(example)) {
        if (typeof value === 'number' || typeof value === 'boolean')
          expect(reads(replaced(example, path, ` ${value} `)), `${written(path)} as text`).toBe(true);
        if (typeof value === 'string' && /^[A-Z]{2,3}$/.test(value))
          expect(reads(replaced(example, path, value.toLowerCase())), `${written(path)} in small letters`).toBe(true);
        const prose = tool.route.body?.safeParse(
          readArguments(tool, record(replaced(example, path, 'the cheapest one, please'))).body,
        );
        for (const issue of prose?.error?.issues ?? []) {
          const at = written(issue.path.filter((step) => typeof step !== 'symbol'));
          const form = formOf(tool.definition.inputSchema, at, example);
          expect([at, form?.expected, form?.example]).toEqual([at, expect.stringMatching(/\w/), expect.anything()]);
          if (at === written(path))
            expect(reads(replaced(example, path, form?.example)), `the example for ${at}`).toBe(true);
        }
      }
    },
  );
});

describe('fields that nobody knows', () => {
  test('are named by their path in a good answer, also within objects sent as text', async () => {
    const travelers = [
      { ...NELLIE, nick_name: 'Nell' },
      { ...NELLIE, first_name: 'Maria', frequent_flyer: { airline: 'LH', number: '992', tier: 'gold' } },
    ];
    const told = await agent.call('trip', {
      currency: 'EUR',
      upsert_travelers: { travelers, contact: { ...CONTACT, fax: '1' } },
      colour: 'blue',
      metadata: { any: 'thing' },
    });
    expect(told, told.notes).toMatchObject({ isError: false });
    expect(told.notes).toContain(
      'Ignored, for this tool has no such argument: upsert_travelers.travelers[0].nick_name, upsert_travelers.travelers[1].frequent_flyer.tier, upsert_travelers.contact.fax, colour.',
    );
    const asText = await agent.call('flight_search', {
      origin: 'MUC',
      destination: 'LIS',
      departure_date: daysAhead(60),
      departure_time_range: '{"earliest": "06:00", "until": "12:00"}',
      adults: '1',
    });
    expect(asText.notes).toContain('Ignored, for this tool has no such argument: departure_time_range.until.');
  });

  test('are named in a refusal, where the misspelt field is what is missing', async () => {
    const told = await agent.call('flight_search', { from: 'MUC', destination: 'LIS', departure_date: daysAhead(60) });
    expect(told).toMatchObject({
      isError: true,
      data: { error: { code: 'BAD_REQUEST' }, fields: [{ path: 'origin' }] },
    });
    expect(told.notes).toContain('Ignored, for this tool has no such argument: from.');
  });

  test('are told ten at most, cut short, and never break the answer', async () => {
    const many = Object.fromEntries(Array.from({ length: 40 }, (_, index) => [`${'x'.repeat(500)}${index}`, index]));
    const { notes, isError } = await agent.call('places', {
      query: 'lisbon',
      ...many,
      constructor: 1,
      __proto__: null,
    });
    expect([isError, (notes.match(/x{40}(?!x)/g) ?? []).length, notes.length < 1_000]).toEqual([false, 10, true]);
  });
});

test('arguments of the tool itself are read as meant or refused with their form, never passed over', async () => {
  const search = { origin: 'MUC', destination: 'LIS', departure_date: daysAhead(60), limit: 3 };
  expect((await agent.call('flight_search', { ...search, skip: '1', detail: 'Full', user_intent: null })).isError).toBe(
    false,
  );
  expect(
    (
      await agent.call('flight_search', {
        ...search,
        return_date: null,
        max_price: null,
        include_carriers: null,
        limit: null,
      })
    ).isError,
  ).toBe(false);
  const told = await agent.call('flight_search', { ...search, skip: 'the first two', detail: 'everything' });
  expect(told).toMatchObject({
    isError: true,
    data: {
      fields: [
        { path: 'skip', example: expect.any(Number) },
        { path: 'detail', expected: expect.stringContaining('compact, full') },
      ],
    },
  });
});

test('prose where a code, a currency or a filter stands is answered with what is right', async () => {
  const search = { origin: 'MUC', destination: 'LIS', departure_date: daysAhead(60) };
  expect((await agent.call('flight_search', { ...search, currency: 'euros please' })).data).toMatchObject({
    error: { code: 'CURRENCY_UNSUPPORTED' },
    supported: expect.arrayContaining(['EUR']),
  });
  const cabin = await agent.call('flight_search', { ...search, cabin_class: 'the nice seats', adults: 'two' });
  expect(cabin.data.fields).toMatchObject(
    [
      { path: 'adults', example: expect.any(Number) },
      { path: 'cabin_class', expected: expect.stringContaining('economy, premium_economy, business, first') },
    ].toSorted((a, b) => (a.path < b.path ? -1 : 1)),
  );
  const list = await agent.call('list_bookings', { limit: 'many', status: 'the nice ones' });
  expect(list.data.fields).toEqual(
    expect.arrayContaining([expect.objectContaining({ path: 'limit', example: expect.anything() })]),
  );
  expect((await agent.call('list_bookings', { limit: '2', status: null })).isError).toBe(false);
});

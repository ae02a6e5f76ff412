import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { listSellable, SALE_SCENARIOS } from '../../src/sandbox/model/sale-scenarios.ts';
import { SCENARIOS } from '../../simulator/scenarios/scenarios.ts';
import { CAR_SCENARIOS } from '../../simulator/rentals/scenario-cars.ts';
import { NEMO_HOTELS } from '../../simulator/stays/content/scenario-hotels.ts';
import { reconcile } from '../../src/bookings/reconcile/reconcile.ts';
import { startService, type TestService } from '../support/service/service.ts';

const DAY_MS = 86_400_000;
let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

const sell = (body: object, headers: Readonly<Record<string, string>> = {}) =>
  service.call('POST', '/v1/sandbox/bookings', body, headers);

describe('a confirmed booking at once', () => {
  const every = (['flight', 'hotel', 'car'] as const).flatMap((kind) =>
    [undefined, ...listSellable(kind)].map((scenario) => ({ kind, scenario })),
  );

  test.each(every)(
    '$kind $scenario: sold more than a day ago, for a day more than a month ahead',
    async ({ kind, scenario }) => {
      const sold = await sell({ kind, ...(scenario === undefined ? {} : { scenario }) });
      expect(sold.text).toContain('"booking_ref"');
      expect(sold.body).toMatchObject({ last_name: 'Bly', items: [{ kind, status: 'confirmed' }] });
      const { booking } = (
        await service.call('POST', '/v1/get_booking', { booking_ref: sold.body.booking_ref, last_name: 'Bly' })
      ).body;
      expect(booking).toMatchObject({ status: 'confirmed', type: kind });
      expect(Date.now() - Date.parse(booking.created_at)).toBeGreaterThan(25 * 3_600_000);
      const { cancellation_timeline: timeline, confirmation } = booking.items[0];
      expect(Date.parse(timeline.at(-1).until) - Date.now()).toBeGreaterThan(30 * DAY_MS);
      expect(confirmation.confirmation_number).toMatch(/^[A-Z0-9]+$/);
      if (kind === 'flight') expect(Date.parse(timeline[0].until)).toBeLessThan(Date.now());
    },
  );

  test('a trip of all three, in the currency asked for', async () => {
    const sold = await sell({ kind: 'trip', currency: 'EUR' });
    expect(sold.body.items.map((item: { kind: string }) => item.kind).sort()).toEqual(['car', 'flight', 'hotel']);
    const { body } = await service.call('GET', `/v1/bookings/${sold.body.booking_ref}`);
    expect(body.booking).toMatchObject({ type: 'trip', total_paid: { currency: 'EUR' } });
  });

  test('two at once are two bookings', async () => {
    const [one, other] = await Promise.all([
      sell({ kind: 'flight', scenario: 'QAL' }),
      sell({ kind: 'flight', scenario: 'QAL' }),
    ]);
    expect([one.status, other.status]).toEqual([200, 200]);
    expect(one.body.booking_ref).not.toBe(other.body.booking_ref);
  });

  test('what was sold is told once, and its money is proven', async () => {
    const { key } = await service.makeKey();
    const sold = await sell({ kind: 'flight', scenario: 'QAJ' }, { 'x-api-key': key });
    await service.drain();
    const { body } = await service.call('GET', `/v1/events?booking_ref=${sold.body.booking_ref}`, undefined, {
      'x-api-key': key,
    });
    expect(body.events.map((event: { event: string }) => event.event)).toEqual(['booking.completed']);
    const report = await reconcile(service.app);
    expect(report.problems).toEqual([]);
  });

  test('another organization cannot see it', async () => {
    const sold = await sell({ kind: 'car' });
    const { key } = await service.makeKey();
    const pair = { booking_ref: sold.body.booking_ref, last_name: 'Bly' };
    expect((await service.call('POST', '/v1/get_booking', pair, { 'x-api-key': key })).status).toBe(404);
    expect(
      (await service.call('GET', `/v1/bookings/${pair.booking_ref}`, undefined, { 'x-api-key': key })).status,
    ).toBe(404);
  });

  test('it costs nothing', async () => {
    const { key } = await service.makeKey();
    const before = await service.call('POST', '/v1/sandbox/credits', { amount: 1 }, { 'x-api-key': key });
    await sell({ kind: 'hotel' }, { 'x-api-key': key });
    const after = await service.call('POST', '/v1/sandbox/credits', { amount: 1 }, { 'x-api-key': key });
    expect(after.body.balance).toBe(before.body.balance + 1);
  });
});

describe('what cannot be sold', () => {
  const never = (['flight', 'hotel', 'car'] as const).flatMap((kind) =>
    Object.entries(SALE_SCENARIOS[kind])
      .filter(([, obstacle]) => obstacle !== undefined)
      .map(([scenario]) => ({ kind, scenario })),
  );

  test.each([
    ...never,
    { kind: 'flight', scenario: 'CDG' },
    { kind: 'hotel', scenario: 'QAL' },
    { kind: 'car', scenario: 'toString' },
    { kind: 'trip', scenario: 'QAL' },
  ])('$kind $scenario is 422 at scenario', async (body) => {
    const answer = await sell(body);
    expect(answer).toMatchObject({
      status: 422,
      body: { error: { code: 'BAD_REQUEST' }, fields: [{ path: 'scenario' }] },
    });
  });

  test('in a currency nobody converts', async () => {
    const answer = await sell({ kind: 'flight', currency: 'XXA' });
    expect(answer).toMatchObject({ status: 422, body: { error: { code: 'CURRENCY_UNSUPPORTED' } } });
    expect(answer.body.supported).toContain('EUR');
  });

  test.each([
    {},
    { kind: 'train' },
    { kind: 7 },
    { kind: 'flight', scenario: 3 },
    { kind: 'flight', currency: 'EURO' },
  ])('garbage %j is 422', async (body) => {
    expect((await sell(body)).status).toBe(422);
  });
});

test('every scenario of the built-in suppliers is known to be sellable or not', () => {
  expect(Object.keys(SALE_SCENARIOS.flight).sort()).toEqual(
    [...Object.keys(SCENARIOS), 'QAB', 'QAC', 'QAQ', 'QAR'].sort(),
  );
  expect(Object.keys(SALE_SCENARIOS.hotel)).toEqual([...NEMO_HOTELS]);
  expect(Object.keys(SALE_SCENARIOS.car)).toEqual([...CAR_SCENARIOS]);
});

import { describe, expect, test } from 'vitest';
import { inlineBytesMax } from '../../../src/suppliers/common/answer-thread.ts';
import type { FoundFlights } from '../../../src/suppliers/ports/flights.ts';
import type { SupplierContext } from '../../../src/suppliers/ports/supplier.ts';
import { NO_FLIGHT_FILTER, type FlightQuery } from '../../../src/travel/flight.ts';
import { NO_PASSENGERS } from '../../../src/travel/passengers.ts';
import { duffelContext } from '../../support/suppliers/duffel-client.ts';
import { aDuffelQuery, type DuffelReadingFixture, openDuffelReading } from '../../support/suppliers/duffel-reading.ts';

async function find(
  { reading }: DuffelReadingFixture,
  context: SupplierContext,
  changes: Partial<FlightQuery> = {},
): Promise<FoundFlights> {
  const found = await reading.search(aDuffelQuery(changes), context);
  return 'offers' in found ? found : { offers: found, omitted: 0 };
}
const searches = ({ stub }: DuffelReadingFixture) => stub.control.calls().search ?? 0;

test('a search groups offers into journeys with their fares, cheapest first', async () => {
  const fixture = await openDuffelReading();
  const { offers, omitted } = await find(fixture, duffelContext());
  const sold = fixture.stub.control.offers();
  expect(offers.length).toBeGreaterThan(5);
  expect(omitted).toBe(0);
  const fares = offers.flatMap((offer) => offer.fares);
  expect(fares).toHaveLength(sold.length);
  expect(new Set(fares.map(({ fareKey }) => fareKey))).toEqual(new Set(sold.map(({ id }) => id)));
  for (const { fareKey, total } of fares) {
    const offer = sold.find(({ id }) => id === fareKey);
    expect((total.value / 100).toFixed(2)).toBe(offer?.total_amount);
  }
  const lowest = offers.map((offer) => offer.fares[0]?.total.value ?? 0);
  expect(lowest).toEqual(lowest.toSorted((a, b) => a - b));
  for (const offer of offers) {
    const totals = offer.fares.map(({ total }) => total.value);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));
    expect(offer.offerKey.startsWith(`${offer.fares[0]?.fareKey}~`)).toBe(true);
  }
});

test('ages, cabin, connections and the airlines’ time reach Duffel', async () => {
  const fixture = await openDuffelReading();
  const passengers = { ...NO_PASSENGERS, adt: 1, chd: 1, inf_lap: 1 };
  const { offers } = await find(fixture, duffelContext({ deadlineMs: 9_000 }), {
    passengers,
    ages: [4, 0],
    cabinClass: 'business',
    connectionsMax: 0,
  });
  const [search] = fixture.stub.control.searches();
  expect(search?.request).toMatchObject({ cabin_class: 'business', max_connections: 0 });
  expect(search?.request.passengers.map(({ age }) => age)).toEqual([undefined, 4, 0]);
  expect(fixture.stub.control.recentCalls()[0]?.path).toContain('supplier_timeout=7500');
  expect(offers[0]).toMatchObject({ passengers, requirements: { ages: { adultFrom: 18, others: [4, 0] } } });
  expect(offers.every(({ slices }) => slices.every(({ segments }) => segments.length === 1))).toBe(true);
});

describe('an answer is asked once', () => {
  test('a page reads any answer that lives, a search one of the last minute', async () => {
    const fixture = await openDuffelReading();
    const first = await find(fixture, duffelContext({ organizationId: ORGANIZATION }));
    fixture.age(59_000);
    expect(await find(fixture, duffelContext({ organizationId: ORGANIZATION }))).toEqual(first);
    fixture.age(10 * 60_000);
    expect(await find(fixture, duffelContext({ organizationId: ORGANIZATION, purpose: 'page' }))).toEqual(first);
    expect(searches(fixture)).toBe(1);
    await find(fixture, duffelContext({ organizationId: ORGANIZATION }));
    expect(searches(fixture)).toBe(2);
    fixture.age(16 * 60_000);
    await find(fixture, duffelContext({ organizationId: ORGANIZATION, purpose: 'page' }));
    expect(searches(fixture)).toBe(3);
  });

  test('another filter by airline is cut from the same answer', async () => {
    const fixture = await openDuffelReading();
    const all = await find(fixture, duffelContext({ organizationId: ORGANIZATION }));
    const only = { ...NO_FLIGHT_FILTER, includeCarriers: ['LH'] };
    const { offers } = await find(fixture, duffelContext({ organizationId: ORGANIZATION }), { only });
    expect(offers.map(({ owner }) => owner)).toEqual(
      all.offers.flatMap(({ owner }) => (owner === 'LH' ? [owner] : [])),
    );
    expect(offers.length).toBeGreaterThan(0);
    expect(searches(fixture)).toBe(1);
  });

  test('the bound cuts the dearest and says how many', async () => {
    const fixture = await openDuffelReading();
    const all = await find(fixture, duffelContext({ organizationId: ORGANIZATION }));
    const few = await find(fixture, duffelContext({ organizationId: ORGANIZATION }), { offersMax: 3 });
    expect(few).toEqual({ offers: all.offers.slice(0, 3), omitted: all.offers.length - 3 });
  });

  test('a journey is read from its answer with every fare, and by itself where that is lost', async () => {
    const fixture = await openDuffelReading();
    const context = duffelContext({ purpose: 'page' });
    const { offers } = await find(fixture, context);
    const offer = offers.find(({ fares }) => fares.length > 1);
    const { offerKey = '', fares = [] } = offer ?? {};
    expect(await fixture.reading.getOffer(offerKey, context)).toEqual(offer);
    expect(fixture.stub.control.calls().offer).toBeUndefined();
    fixture.forget();
    const alone = await fixture.reading.getOffer(offerKey, context, fares[1]?.fareKey);
    expect(alone).toMatchObject({ offerKey, slices: offer?.slices, fares: [fares[1]] });
    expect(alone?.ancillaries.length).toBeGreaterThan(0);
    expect(await fixture.reading.getOffer('off_nobody~set', context)).toBeUndefined();
    expect(fixture.stub.control.calls().offer).toBe(2);
  });

  test('what one organization found is not found by another', async () => {
    const fixture = await openDuffelReading();
    await find(fixture, duffelContext());
    await find(fixture, duffelContext({ purpose: 'page' }));
    expect(searches(fixture)).toBe(2);
  });
});
const { organizationId: ORGANIZATION } = duffelContext();

describe('a failure of a search', () => {
  test.each([
    [{ kind: 'reset' }, 'unavailable'],
    [{ kind: 'cut_body' }, 'unavailable'],
    [{ kind: 'cut_json' }, 'error'],
    [{ kind: 'html' }, 'error'],
    [{ kind: 'huge' }, 'error'],
    [{ kind: 'error', status: 500, code: 'internal_server_error' }, 'error'],
    [{ kind: 'error', status: 503, code: 'service_unavailable' }, 'unavailable'],
    [{ kind: 'error', status: 504, code: 'gateway_timeout_error' }, 'timeout'],
    [{ kind: 'error', status: 422, code: 'validation_required' }, 'rejected'],
    [{ kind: 'error', status: 403, text: 'not enabled' }, 'error'],
    [{ kind: 'rate_limited', seconds: 30 }, 'rate_limited'],
  ] as const)('%j is no answer, and the next search is one', async (fault, kind) => {
    const fixture = await openDuffelReading();
    fixture.stub.control.addFault({ operation: 'search', fault, times: 1 });
    const context = duffelContext();
    await expect(find(fixture, context)).rejects.toMatchObject({ name: 'SupplierFailure', kind });
    expect((await find(fixture, context)).offers.length).toBeGreaterThan(0);
  });

  test('a date of Duffel’s is passed on as seconds to wait', async () => {
    const fixture = await openDuffelReading();
    fixture.stub.control.addFault({ operation: 'search', fault: { kind: 'rate_limited', seconds: 30 }, times: 1 });
    const failure: unknown = await find(fixture, duffelContext()).catch((error: unknown) => error);
    expect(failure).toMatchObject({
      retryAfterSeconds: expect.toSatisfy((seconds: number) => seconds > 20 && seconds < 40),
    });
  });

  test.each(['expired', 'forbidden'] as const)('a suspended key (%s) sells nothing', async (suspended) => {
    const fixture = await openDuffelReading();
    fixture.stub.control.set({ suspended });
    await expect(find(fixture, duffelContext())).rejects.toMatchObject({ kind: 'unauthorised' });
  });

  test('an answer after the deadline is there for the next page', async () => {
    const fixture = await openDuffelReading();
    fixture.stub.control.addFault({ operation: 'search', fault: { kind: 'slow', milliseconds: 400 }, times: 1 });
    await expect(find(fixture, duffelContext({ organizationId: ORGANIZATION, deadlineMs: 100 }))).rejects.toMatchObject(
      {
        kind: 'timeout',
      },
    );
    const page = duffelContext({ organizationId: ORGANIZATION, purpose: 'page' });
    await expect.poll(async () => (await find(fixture, page)).offers.length, { interval: 100 }).toBeGreaterThan(0);
    expect(searches(fixture)).toBeLessThanOrEqual(2);
  });

  test('where nobody listens, the supplier is unavailable', async () => {
    const fixture = await openDuffelReading();
    Object.assign(fixture.account, { baseUrl: 'http://127.0.0.1:1' });
    await expect(find(fixture, duffelContext())).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('an organization without an account cannot search', async () => {
    const fixture = await openDuffelReading();
    Object.assign(fixture.adapter.accounts, { findForSale: async () => undefined });
    await expect(find(fixture, duffelContext())).rejects.toMatchObject({ kind: 'unavailable' });
  });

  test('a route without flights is an empty list', async () => {
    const fixture = await openDuffelReading();
    const slices = [{ origins: ['PVD'], destinations: ['RAI'], date: '2027-03-01' }];
    expect(await find(fixture, duffelContext(), { slices })).toEqual({ offers: [], omitted: 0 });
  });
});

test('an answer of megabytes is mapped in a thread, as one of kilobytes at once, bad offers counted', async () => {
  const { adapter, stub, reading, unreadable } = await openDuffelReading();
  stub.control.set({ offers: 400 });
  await reading.search(aDuffelQuery(), duffelContext({ deadlineMs: 20_000 }));
  const sold = stub.control.offers();
  const body = (offers: readonly object[]) =>
    Buffer.from(JSON.stringify({ data: { id: 'orq_1', created_at: '2027-01-10T09:00:00Z', offers } }));
  const task = { passengers: aDuffelQuery().passengers, journeysMax: 300, resultSet: 'set', receivedAtMs: 0 };
  const large = body([...sold, { id: 'off_bad' }]);
  expect(large.length).toBeGreaterThan(inlineBytesMax);
  const [mapped, few] = await Promise.all([
    adapter.mapper.map(large, task),
    adapter.mapper.map(body(sold.slice(0, 20)), task),
  ]);
  expect(mapped?.unreadable).toEqual({ price: 1 });
  const cheapest = few?.offers[0]?.fares[0];
  expect(mapped?.offers.flatMap(({ fares }) => fares).find(({ fareKey }) => fareKey === cheapest?.fareKey)).toEqual(
    cheapest,
  );
  expect(mapped?.offers.every(({ expiresAt }) => typeof expiresAt === 'number')).toBe(true);
  expect(await adapter.mapper.map(Buffer.alloc(inlineBytesMax + 1, 'x'), task)).toBeUndefined();
  expect(unreadable).toEqual([]);
});

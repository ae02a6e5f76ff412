import { describe, expect, test } from 'vitest';
import { askInBatches } from '../../../src/suppliers/duffel/search/search-batches.ts';
import { toOfferRequests } from '../../../src/suppliers/duffel/search/search-request.ts';
import type { FoundFlights } from '../../../src/suppliers/ports/flights.ts';
import type { SupplierContext } from '../../../src/suppliers/ports/supplier.ts';
import { duffelContext } from '../../support/suppliers/duffel-client.ts';
import { aDuffelQuery, type DuffelReadingFixture, openDuffelReading } from '../../support/suppliers/duffel-reading.ts';

/** A search that takes offers as they come, and what it was told on the way. */
async function searchInBatches(fixture: DuffelReadingFixture, context: SupplierContext = duffelContext()) {
  const reported: FoundFlights[] = [];
  const end = await fixture.reading
    .search(aDuffelQuery(), context, (soFar) => void reported.push(soFar))
    .catch((error: unknown) => error);
  return { reported, end };
}
const isFound = (end: unknown): end is FoundFlights => typeof end === 'object' && end !== null && 'offers' in end;
const countsOf = (reported: readonly FoundFlights[]) => reported.map(({ offers }) => offers.length);
/** Flights and prices, without keys: each search has keys of its own. */
const soldOf = ({ offers }: FoundFlights) =>
  offers
    .map(
      ({ slices, fares }) =>
        `${slices.flatMap(({ segments }) => segments.map(({ flightNumber }) => flightNumber)).join()} ${fares.map(({ total }) => total.value).join()}`,
    )
    .toSorted();

describe('a search whose caller takes offers as they come', () => {
  test('is one call and a read for each batch, and ends with what a search at once finds', async () => {
    const fixture = await openDuffelReading();
    const context = duffelContext();
    const { reported, end } = await searchInBatches(fixture, context);
    const counts = countsOf(reported);
    expect(counts.length).toBeGreaterThan(3);
    expect(counts).toEqual(counts.toSorted((a, b) => a - b));
    expect(new Set(counts).size).toBe(counts.length);
    expect(fixture.stub.control.calls()).toEqual({ search: 1, search_read: counts.length });
    if (!isFound(end)) throw new Error('no offers');
    expect(end.offers).toHaveLength(counts.at(-1) ?? 0);
    const totals = end.offers.map(({ fares }) => fares[0]?.total.value ?? 0);
    expect(totals).toEqual(totals.toSorted((a, b) => a - b));

    const page = await fixture.reading.search(aDuffelQuery(), { ...context, purpose: 'page' });
    expect(page).toEqual(end);
    expect(fixture.stub.control.calls()).toEqual({ search: 1, search_read: counts.length });
    const atOnce = await fixture.reading.search(aDuffelQuery(), duffelContext());
    if (!isFound(atOnce)) throw new Error('no offers');
    expect(soldOf(end)).toEqual(soldOf(atOnce));
  });

  test('a batch that comes after the deadline is there on the next page, without another call', async () => {
    const fixture = await openDuffelReading();
    fixture.stub.control.addFault({
      operation: 'search_read',
      fault: { kind: 'slow', milliseconds: 600 },
      skip: 1,
      times: 1,
    });
    // The deadline comes with the first batch.
    const deadline = new AbortController();
    const context = duffelContext({ signal: deadline.signal });
    const reported: FoundFlights[] = [];
    const end = await fixture.reading
      .search(aDuffelQuery(), context, (soFar) => {
        reported.push(soFar);
        deadline.abort();
      })
      .catch((error: unknown) => error);
    expect(end).toMatchObject({ name: 'SupplierFailure', kind: 'timeout' });
    expect(reported).toHaveLength(1);
    const page = { ...duffelContext(), organizationId: context.organizationId, purpose: 'page' as const };
    const whole = await (await openDuffelReading()).reading.search(aDuffelQuery(), duffelContext());
    if (!isFound(whole)) throw new Error('no offers');
    // Who searches again waits for the question that goes on; the page then finds its answer, late batches and all.
    await fixture.reading.search(aDuffelQuery(), { ...page, purpose: 'search' });
    const next = await fixture.reading.search(aDuffelQuery(), page);
    if (!isFound(next)) throw new Error('no offers');
    expect(soldOf(next)).toEqual(soldOf(whole));
    expect(next.offers.length).toBeGreaterThan(countsOf(reported)[0] ?? 0);
    expect(fixture.stub.control.calls()['search']).toBe(1);
  });

  test('reads a stored answer without a call and without a batch', async () => {
    const fixture = await openDuffelReading();
    const context = duffelContext();
    await fixture.reading.search(aDuffelQuery(), context);
    const { reported, end } = await searchInBatches(fixture, context);
    expect([reported.length, isFound(end)]).toEqual([0, true]);
    expect(fixture.stub.control.calls()).toEqual({ search: 1 });
  });

  test.each([
    [{ kind: 'error', status: 500, code: 'internal_server_error' }, 'error'],
    [{ kind: 'error', status: 503, code: 'service_unavailable' }, 'unavailable'],
    [{ kind: 'error', status: 404, code: 'not_found' }, 'rejected'],
    [{ kind: 'cut_json' }, 'error'],
    [{ kind: 'reset' }, 'unavailable'],
  ] as const)('fails with %j in the middle, after what it reported; no read is made again', async (fault, kind) => {
    const fixture = await openDuffelReading();
    fixture.stub.control.addFault({ operation: 'search_read', fault, skip: 1, times: 1 });
    const { reported, end } = await searchInBatches(fixture);
    expect(end).toMatchObject({ name: 'SupplierFailure', kind });
    expect(countsOf(reported)).toEqual([expect.any(Number)]);
    expect(fixture.stub.control.calls()).toEqual({ search: 1, search_read: 2 });
  });

  test('a batch search that has run out at Duffel is a failure after what was reported', async () => {
    const fixture = await openDuffelReading();
    const reported: FoundFlights[] = [];
    const search = fixture.reading.search(aDuffelQuery(), duffelContext(), (soFar) => {
      reported.push(soFar);
      void fixture.stub.clock.advance(61_000);
    });
    await expect(search).rejects.toMatchObject({ name: 'SupplierFailure', kind: 'rejected' });
    expect(reported).toHaveLength(1);
  });

  test('no batch is read once nobody waits any more', async () => {
    const { adapter, account, stub } = await openDuffelReading();
    const left = new AbortController();
    const query = aDuffelQuery();
    const [request] = toOfferRequests(query, adapter.places);
    if (request === undefined) throw new Error('no request');
    const task = { passengers: query.passengers, journeysMax: 300, resultSet: 'set' };
    const ask = { adapter, account, context: duffelContext(), request, task, signal: left.signal };
    await expect(askInBatches(ask, () => left.abort())).rejects.toMatchObject({ kind: 'timeout' });
    expect(stub.control.calls()).toEqual({ search: 1, search_read: 1 });
  });

  test('nobody flies there: no read, no report, an empty list', async () => {
    const fixture = await openDuffelReading();
    const query = aDuffelQuery({ slices: [{ origins: ['PVD'], destinations: ['RAI'], date: '2027-03-01' }] });
    const reported: FoundFlights[] = [];
    const end = await fixture.reading.search(query, duffelContext(), (soFar) => void reported.push(soFar));
    expect([end, reported]).toEqual([{ offers: [], omitted: 0 }, []]);
  });
});

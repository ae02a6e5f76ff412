import { describe, expect, test } from 'vitest';
import type { FlightPriceOutcome, HeldFlight, PricedFlight } from '../../../src/suppliers/ports/flights.ts';
import type { FlightQuery } from '../../../src/travel/flight.ts';
import { NO_PASSENGERS } from '../../../src/travel/passengers.ts';
import { duffelContext } from '../../support/suppliers/duffel-client.ts';
import { aDuffelQuery, type DuffelReadingFixture, openDuffelReading } from '../../support/suppliers/duffel-reading.ts';

const { organizationId } = duffelContext();
const booking = () => duffelContext({ organizationId, purpose: 'booking' });
const between = (origin: string, destination: string) => ({
  slices: [{ origins: [origin], destinations: [destination], date: '2027-03-01' }],
});

/** The cheapest fare of an airline, as a trip holds it. */
async function hold(
  { reading }: DuffelReadingFixture,
  changes: Partial<FlightQuery> = {},
  owner = 'ZZ',
): Promise<HeldFlight> {
  const found = await reading.search(aDuffelQuery(changes), duffelContext({ organizationId }));
  const offer = ('offers' in found ? found.offers : found).find((candidate) => candidate.owner === owner);
  const [fare] = offer?.fares ?? [];
  if (offer === undefined || fare === undefined) throw new Error(`${owner} sells nothing`);
  return { offer, fare };
}
const keysOf = ({ offer, fare }: HeldFlight) => ({ offerKey: offer.offerKey, fareKey: fare.fareKey });
function priced(outcome: FlightPriceOutcome): PricedFlight {
  if (outcome.kind !== 'priced') throw new Error(`gone: ${outcome.reason}`);
  return outcome.flight;
}

describe('a fare that lives', () => {
  test('keeps its keys, has its bags, and says until when it stands', async () => {
    const fixture = await openDuffelReading();
    const held = await hold(fixture);
    const { offer, fare, expiresAt } = priced(await fixture.reading.price(keysOf(held), booking(), held));
    expect({ offerKey: offer.offerKey, fareKey: fare.fareKey }).toEqual(keysOf(held));
    expect(fare).toEqual(held.fare);
    expect(offer.ancillaries.map(({ type }) => type)).toEqual(['checked_bag', 'carry_on']);
    expect(expiresAt?.toISOString()).toBe('2027-01-10T09:30:00.000Z');
    expect(fixture.stub.control.calls()).toEqual({ search: 1, offer: 1 });
  });

  test('is priced at what it costs by now', async () => {
    const fixture = await openDuffelReading();
    const held = await hold(fixture, between('LHR', 'STN'));
    const { fare } = priced(await fixture.reading.price(keysOf(held), booking(), held));
    expect(fare.total.value).toBe(held.fare.total.value + 1_000);
  });
});

describe('a fare that ran out', () => {
  test.each(['offer_no_longer_available', 'offer_expired', 'payload'] as const)(
    'is found again under new keys, whatever is lost (%s)',
    async (expired_offer) => {
      const fixture = await openDuffelReading();
      const passengers = { ...NO_PASSENGERS, adt: 1, chd: 1, inf_lap: 1 };
      const held = await hold(fixture, { passengers, ages: [9, 1] });
      const first = priced(await fixture.reading.price(keysOf(held), booking(), held));
      fixture.stub.control.set({ expired_offer });
      await fixture.stub.clock.advance(31 * 60_000);
      fixture.forget();
      const later = { ...booking(), now: new Date('2027-01-10T09:31:00Z') };
      const again = priced(await fixture.reading.price(keysOf(first), later, first));
      expect(again.fare.fareKey).not.toBe(held.fare.fareKey);
      expect({ ...again.fare, fareKey: '' }).toEqual({ ...held.fare, fareKey: '' });
      expect(again.offer).toMatchObject({ slices: held.offer.slices, passengers });
      expect(again.offer.requirements?.ages?.others).toEqual([9, 1]);
      // Extras keep their meaning under their new keys.
      const renamed = first.offer.ancillaries.map(({ ancillaryKey }) => again.ancillaryKeys?.[ancillaryKey]);
      expect(renamed).toEqual(again.offer.ancillaries.map(({ ancillaryKey }) => ancillaryKey));
      expect(renamed.length).toBeGreaterThan(0);
      // The result set it came from is read from now on.
      expect((await fixture.reading.getOffer(again.offer.offerKey, later))?.slices).toEqual(held.offer.slices);
    },
  );

  test('is gone where nothing equal is sold', async () => {
    const fixture = await openDuffelReading();
    const held = await hold(fixture, between('LGW', 'LHR'));
    expect(await fixture.reading.price(keysOf(held), booking(), held)).toMatchObject({ kind: 'gone' });
    const foreign = { ...held, fare: { ...held.fare, cabinClass: 'first' as const } };
    await fixture.stub.clock.advance(31 * 60_000);
    expect(await fixture.reading.price(keysOf(held), booking(), foreign)).toMatchObject({ kind: 'gone' });
  });

  test('of which a caller holds nothing is known from its result set, and else gone', async () => {
    const fixture = await openDuffelReading();
    const held = await hold(fixture);
    await fixture.stub.clock.advance(31 * 60_000);
    expect((await fixture.reading.price(keysOf(held), booking())).kind).toBe('priced');
    fixture.forget();
    expect((await fixture.reading.price(keysOf(held), booking())).kind).toBe('gone');
  });

  test('is never another product: a promise the airline takes back is not priced', async () => {
    const fixture = await openDuffelReading();
    const { offer, fare } = await hold(fixture);
    const withBags = { ...fare, checkedBags: { ...fare.checkedBags, pieces: 9 } };
    const promised = { offer, fare: withBags };
    expect((await fixture.reading.price(keysOf(promised), booking(), promised)).kind).toBe('gone');
    const refundable = { offer, fare: { ...fare, isRefundable: true } };
    const flex = priced(await fixture.reading.price(keysOf(refundable), booking(), refundable));
    expect(flex.fare).toMatchObject({ brandName: 'Flex', isRefundable: true });
    expect(flex.fare.total.value).toBeGreaterThan(fare.total.value);
  });
});

test.each([
  [{ kind: 'reset' }, 'unavailable'],
  [{ kind: 'cut_json' }, 'error'],
  [{ kind: 'html' }, 'error'],
  [{ kind: 'huge' }, 'error'],
  [{ kind: 'error', status: 500 }, 'error'],
  [{ kind: 'error', status: 503, code: 'service_unavailable' }, 'unavailable'],
  [{ kind: 'error', status: 504, code: 'gateway_timeout_error' }, 'timeout'],
  [{ kind: 'error', status: 401, code: 'expired_access_token' }, 'unauthorised'],
  [{ kind: 'rate_limited', seconds: 9 }, 'rate_limited'],
] as const)('%j is no price, and not that the flight is gone', async (fault, kind) => {
  const fixture = await openDuffelReading();
  const held = await hold(fixture);
  fixture.stub.control.addFault({ operation: 'offer', fault, times: 1 });
  await expect(fixture.reading.price(keysOf(held), booking(), held)).rejects.toMatchObject({
    name: 'SupplierFailure',
    kind,
  });
  expect((await fixture.reading.price(keysOf(held), booking(), held)).kind).toBe('priced');
});

test('silence until the deadline is a time-out', async () => {
  const fixture = await openDuffelReading();
  const held = await hold(fixture);
  fixture.stub.control.addFault({ operation: 'offer', fault: { kind: 'hang' }, times: 1 });
  const context = duffelContext({ organizationId, purpose: 'booking', deadlineMs: 150 });
  await expect(fixture.reading.price(keysOf(held), context, held)).rejects.toMatchObject({ kind: 'timeout' });
});

describe('seats', () => {
  test('are those of every segment, with our names of the segments', async () => {
    const fixture = await openDuffelReading();
    const { offer, fare } = await hold(fixture);
    const maps = await fixture.reading.seatMaps(keysOf({ offer, fare }), duffelContext({ organizationId }));
    const segments = offer.slices.flatMap((slice) => slice.segments);
    expect(maps.map(({ segmentId }) => segmentId)).toEqual(segments.map(({ segmentId }) => segmentId));
    const seats = maps.flatMap(({ rows }) => rows.flatMap((row) => row.seats));
    expect(new Set(seats.map(({ availability }) => availability))).toEqual(new Set(['available', 'occupied']));
    expect(seats.find(({ features }) => features.includes('exit_row'))?.disclosures).toHaveLength(1);
    // Shown again without a call; whoever buys asks anew.
    await fixture.reading.seatMaps(keysOf({ offer, fare }), duffelContext({ organizationId, purpose: 'page' }));
    expect(fixture.stub.control.calls().seat_maps).toBe(1);
    await fixture.reading.seatMaps(keysOf({ offer, fare }), duffelContext({ organizationId, purpose: 'page' }));
    expect(fixture.stub.control.calls().seat_maps).toBe(1);
    await fixture.reading.seatMaps(keysOf({ offer, fare }), booking());
    expect(fixture.stub.control.calls()).toEqual({ search: 1, seat_maps: 2 });
  });

  test('are found by another reading where the result set is lost', async () => {
    const fixture = await openDuffelReading();
    const held = await hold(fixture);
    fixture.forget();
    expect((await fixture.reading.seatMaps(keysOf(held), booking())).length).toBeGreaterThan(0);
    expect(fixture.stub.control.calls()).toEqual({ search: 1, seat_maps: 1, offer: 1 });
  });

  test('an airline without seat maps and an offer that is gone have none', async () => {
    const fixture = await openDuffelReading();
    const held = await hold(fixture, {}, 'IB');
    expect(await fixture.reading.seatMaps(keysOf(held), booking())).toEqual([]);
    const gone = await hold(fixture, between('LGW', 'LHR'));
    expect(await fixture.reading.seatMaps(keysOf(gone), booking())).toEqual([]);
  });
});

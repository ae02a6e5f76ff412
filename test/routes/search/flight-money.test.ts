import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startService, type TestService } from '../../support/service/service.ts';
import { CARD_OK, CONTACT, NELLIE } from '../../support/faults/trip-journeys.ts';

interface Amount {
  readonly value: number;
  readonly currency: string;
}
interface PassengerPart {
  readonly quantity: number;
  readonly base_fare: Amount;
  readonly taxes: Amount;
  readonly total_per_person: Amount;
}
interface WireFare {
  readonly trip_item_token: string;
  readonly total_price: Amount;
  readonly origin_total_price: Amount;
  readonly booking_fees: Amount;
  readonly price_per_passenger: readonly PassengerPart[];
}

let service: TestService;
const departure = new Date(Date.now() + 45 * 86_400_000).toISOString().slice(0, 10);
const search = (part: object) =>
  service.call('POST', '/v1/flight_search', { departure_date: departure, limit: 100, ...part });
const faresOf = (body: { live_offers: { fares: readonly WireFare[] }[] }) =>
  body.live_offers.flatMap((offer) => offer.fares);
const currenciesIn = (text: string) =>
  new Set([...text.matchAll(/"currency":"([A-Z]{3})"/g)].map(([, currency]) => currency));

beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

describe('a converted fare', () => {
  test.each(['USD', 'EUR', 'JPY', 'KWD'])(
    'adds up in %s for every fare of a family and of nine adults',
    async (currency) => {
      for (const party of [{ adults: 1 }, { adults: 9 }, { adults: 2, children: 3, infants: 1 }]) {
        const { body } = await search({ origin: 'PAR', destination: 'LON', currency, ...party });
        const fares = faresOf(body);
        expect(fares.length).toBeGreaterThan(0);
        for (const fare of fares) {
          const parts = fare.price_per_passenger.map(
            ({ quantity, base_fare, taxes }) => quantity * (base_fare.value + taxes.value),
          );
          expect(fare.total_price.value).toBe(parts.reduce((sum, part) => sum + part, fare.booking_fees.value));
          for (const { base_fare, taxes, total_per_person } of fare.price_per_passenger)
            expect(total_per_person.value).toBe(base_fare.value + taxes.value);
        }
      }
    },
  );

  test('is the same number in search, on the trip and at checkout, extras by the piece', async () => {
    const adults = 9;
    const { body } = await search({ origin: 'PAR', destination: 'LON', currency: 'USD', adults });
    const fare = faresOf(body).find(({ origin_total_price }) => origin_total_price.currency !== 'USD');
    const travelers = Array.from({ length: adults }, (_, index) => ({
      ...NELLIE,
      first_name: `Nellie ${'abcdefghi'[index]}`,
    }));
    const trip = await service.call('POST', '/v1/trip', {
      add_item: { trip_item_token: fare?.trip_item_token },
      upsert_travelers: { travelers, contact: CONTACT },
    });
    expect([trip.status, trip.body.items[0].price.amount, trip.body.totals.total]).toEqual([
      200,
      fare?.total_price.value,
      fare?.total_price.value,
    ]);
    const { trip_id } = trip.body;
    const listed = await service.call('GET', `/v1/trip/${trip_id}/ancillaries`);
    const [extra] = listed.body.items[0].available_ancillaries;
    const selections = trip.body.travelers
      .slice(0, 3)
      .map(({ pax_ref_id }: { pax_ref_id: string }) => ({ offer_id: extra.offer_id, pax_ref_id, quantity: 1 }));
    const chosen = await service.call('POST', '/v1/select_ancillaries', {
      trip_id,
      item_id: trip.body.items[0].item_id,
      selections,
    });
    const total = (fare?.total_price.value ?? 0) + 3 * extra.price_per_unit.value;
    expect([chosen.status, chosen.body.totals.total]).toEqual([200, total]);
    const checkout = await service.call('POST', '/v1/checkout', { trip_id });
    expect([checkout.status, checkout.body.total_amount.amount, checkout.body.items[0].price.amount]).toEqual([
      200,
      total,
      total,
    ]);
    expect((await service.call('POST', '/v1/sandbox/pay', { trip_id, card: CARD_OK })).status).toBe(200);
    await service.drain();
    const ledger = await service.call('GET', `/v1/trip/${trip_id}/ledger`);
    const captured = ledger.body.entries.filter(({ step }: { step: string }) => step === 'capture');
    expect(
      captured.flatMap(({ lines }: { lines: { amount: Amount }[] }) => lines.map(({ amount }) => amount.value)),
    ).toEqual([total, total]);
  });
});

describe('the currency of the routes that are filed in one', () => {
  test.each([
    ['QAQ', 'JPY'],
    ['QAR', 'KWD'],
  ] as const)('%s is priced in %s on both surfaces where the caller names none', async (destination, currency) => {
    const flat = await search({ origin: 'QAA', destination });
    expect(currenciesIn(flat.text)).toEqual(new Set([currency]));
    const filters = {
      locations: { origins: ['QAA'], destinations: [destination] },
      dates: { departure_dates: [departure] },
    };
    const cached = await service.call('POST', '/api/v1/flights/search', { filters });
    expect(cached.body.itineraries[0].total_amount.currency).toBe(currency);
    const trip = await service.call('POST', '/v1/trip', {
      add_item: { trip_item_token: faresOf(flat.body)[0]?.trip_item_token },
    });
    expect(trip.body.totals.currency).toBe(currency);
  });

  test('a currency that is sent is answered in, and every other route is in dollars', async () => {
    const converted = faresOf((await search({ origin: 'QAA', destination: 'QAQ', currency: 'EUR' })).body)[0];
    expect([converted?.total_price.currency, converted?.origin_total_price.currency]).toEqual(['EUR', 'JPY']);
    for (const route of [
      { origin: 'QAA', destination: 'QAF' },
      { origin: 'PAR', destination: 'LON' },
    ])
      expect(faresOf((await search(route)).body)[0]?.total_price.currency).toBe('USD');
  });
});

describe('filters on a return', () => {
  test("include_carriers finds the carrier's return flights, and the cut is reported", async () => {
    const route = {
      origin: 'NYC',
      destination: 'LAX',
      return_date: new Date(Date.now() + 52 * 86_400_000).toISOString().slice(0, 10),
    };
    const all = await search(route);
    expect(all.body.left_out.beyond_supplier_bound).toBeGreaterThan(0);
    const american = await search({ ...route, include_carriers: ['AA'] });
    expect(american.body.total).toBeGreaterThan(0);
    expect(Object.keys(american.body.facets.airlines)).toEqual(['AA']);
  });
});

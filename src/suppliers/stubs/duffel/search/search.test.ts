import { gunzipSync } from 'node:zlib';
import { request } from 'node:http';
import { describe, expect, test } from 'vitest';
import { codesOf, type Json, openDuffelCalls } from '../../../../../test/support/suppliers/duffel-calls.ts';

const withoutIds = (value: Json): string =>
  JSON.stringify(value, (key, inner) => (/^id$|_id$/.test(key) && !/^(arp|cit|arl|arc)_/.test(inner) ? 'id' : inner));

describe('what a search finds', () => {
  test('the same search finds the same flights and prices under new ids', async () => {
    const { search } = await openDuffelCalls();
    const [first, second] = [await search('LHR-JFK'), await search('LHR-JFK')];
    expect(withoutIds(second.offers)).toBe(withoutIds(first.offers));
    const ids = [first, second].flatMap(({ offers, passengers }) =>
      [...offers, ...passengers].map(({ id }: { id: string }) => id),
    );
    expect(new Set(ids).size).toBe(ids.length);
    expect(first.offers[0].id).toMatch(/^off_[0-9A-Za-z]{22}$/);
    const { search: other } = await openDuffelCalls({ seed: 'another' });
    expect(withoutIds((await other('LHR-JFK')).offers)).not.toBe(withoutIds(first.offers));
  });

  test('several airlines sell nonstop and connecting flights, each in several brands', async () => {
    const { search } = await openDuffelCalls();
    const { offers } = await search('LHR-JFK');
    const owners = new Set(offers.map(({ owner }: Json) => owner.iata_code));
    expect(owners.has('ZZ') && owners.size >= 4).toBe(true);
    const stops = new Set(offers.map(({ slices }: Json) => slices[0].segments.length));
    expect([...stops].sort()).toEqual([1, 2]);
    const brands = Map.groupBy(offers, ({ slices }: Json) => slices[0].comparison_key);
    expect(
      [...brands.values()].some((of) => new Set(of.map(({ slices }: Json) => slices[0].fare_brand_name)).size === 3),
    ).toBe(true);
    for (const { slices, total_currency, expires_at } of offers) {
      expect(total_currency).toBe('GBP');
      const minutes = (Date.parse(expires_at) - Date.parse('2027-01-10T09:00:00Z')) / 60_000;
      expect(minutes).toBeGreaterThanOrEqual(20);
      expect(minutes).toBeLessThanOrEqual(30);
      for (const [index, segment] of slices[0].segments.entries()) {
        expect(segment.departing_at).toMatch(/^2027-03-0[12]T\d\d:\d\d:00$/);
        const before = slices[0].segments[index - 1];
        if (before !== undefined) expect(segment.departing_at > before.arriving_at).toBe(true);
      }
    }
  });

  test('what Duffel may leave out is null in some offers of a search, and in none where all is to be complete', async () => {
    const { search, stub } = await openDuffelCalls();
    const offers = [...(await search('LHR-JFK')).offers, ...(await search('MUC-LIS')).offers];
    const segments = offers.flatMap(({ slices }: Json) => slices.flatMap((slice: Json) => slice.segments));
    const places: Readonly<Record<string, readonly unknown[]>> = {
      conditions: offers.map(({ conditions }) => conditions.refund_before_departure),
      penalty: offers.flatMap(({ conditions }) => {
        const change = conditions.change_before_departure;
        return change?.allowed === true ? [change.penalty_amount] : [];
      }),
      aircraft: segments.map(({ aircraft }: Json) => aircraft),
      fare_basis: segments.map(({ passengers }: Json) => passengers[0].fare_basis_code),
      cabin: segments.map(({ passengers }: Json) => passengers[0].cabin),
      tax: offers.map(({ tax_amount }) => tax_amount),
      duration: offers.map(({ slices }) => slices[0].duration),
      brand: offers.map(({ slices }) => slices[0].fare_brand_name),
      shelf: offers.map(({ slices }) => slices[0].ngs_shelf),
      emissions: offers.map(({ total_emissions_kg }) => total_emissions_kg),
      requirements: offers.map(({ payment_requirements }) => payment_requirements),
      terminals: segments.map(({ origin_terminal }: Json) => origin_terminal),
      distance: segments.map(({ distance }: Json) => distance),
      operating_number: segments.map(({ operating_carrier_flight_number }: Json) => operating_carrier_flight_number),
      owner_code: offers.map(({ owner }) => owner.iata_code),
      operator_code: segments.map(({ operating_carrier }: Json) => operating_carrier.iata_code),
    };
    for (const [name, values] of Object.entries(places)) {
      expect([name, values.includes(null)]).toEqual([name, true]);
      expect([name, values.some((value) => value !== null)]).toEqual([name, true]);
    }
    stub.control.set({ sparse: false });
    const complete = (await search('LHR-JFK')).offers.filter(({ owner }: Json) => owner.iata_code === 'ZZ');
    expect(JSON.stringify(complete.map(({ slices }: Json) => slices))).not.toContain('"aircraft":null');
  });

  test('an amount is a decimal text of the account currency; base and tax do not add up at one airline', async () => {
    const { search, stub } = await openDuffelCalls();
    const { offers } = await search('LHR-MAD');
    const differs = offers.filter(
      ({ total_amount, base_amount, tax_amount }: Json) =>
        tax_amount !== null && (Number(base_amount) + Number(tax_amount)).toFixed(2) !== total_amount,
    );
    expect(new Set(differs.map(({ owner }: Json) => owner.iata_code))).toEqual(new Set(['IB']));
    const amountIn = async (currency: string): Promise<string> => {
      stub.control.set({ currency });
      const [offer] = (await search('LHR-MAD')).offers;
      expect([offer.total_currency, offer.base_currency]).toEqual([currency, currency]);
      return offer.total_amount;
    };
    expect(await amountIn('GBP')).toMatch(/^\d+\.\d{2}$/);
    expect(await amountIn('JPY')).toMatch(/^\d+$/);
    expect(await amountIn('KWD')).toMatch(/^\d+\.\d{3}$/);
  });

  test('airlines see ages differently, infants pay little, and a member pays a tenth less', async () => {
    const { search } = await openDuffelCalls();
    const party = { passengers: [{ type: 'adult' }, { age: 14 }, { age: 7 }, { age: 1 }] };
    const { offers, passengers } = await search('LHR-JFK', party);
    expect(passengers.map(({ type, age }: Json) => [type, age])).toEqual([
      ['adult', null],
      [null, 14],
      [null, 7],
      [null, 1],
    ]);
    const typesOf = (code: string): unknown =>
      offers.find(({ owner }: Json) => owner.iata_code === code).passengers.map(({ type }: Json) => type);
    expect(typesOf('ZZ')).toEqual(['adult', 'child', 'child', 'infant_without_seat']);
    expect(typesOf('BA')).toEqual(['adult', 'young_adult', 'child', 'infant_without_seat']);
    expect(typesOf('LH')).toEqual(['adult', 'adult', 'child', 'infant_without_seat']);
    const loyalty = [{ airline_iata_code: 'ZZ', account_number: '1234567890' }];
    const member = await search('LHR-JFK', {
      passengers: [
        { type: 'adult', given_name: 'Amelia', family_name: 'Earhart', loyalty_programme_accounts: loyalty },
      ],
    });
    const plain = await search('LHR-JFK');
    expect(Number(member.offers[0].base_amount)).toBeCloseTo(Number(plain.offers[0].base_amount) * 0.9, 1);
  });

  test('cities stand for their airports; a return journey pairs flights and mixes brands', async () => {
    const { search } = await openDuffelCalls();
    const found = await search(['LON-NYC', 'NYC-LON']);
    expect(found.slices[0]).toMatchObject({ origin_type: 'city', origin: { type: 'city', iata_code: 'LON' } });
    const origins = new Set(found.offers.map(({ slices }: Json) => slices[0].origin.iata_code));
    expect(origins.size).toBeGreaterThan(1);
    const brands = found.offers.map(({ slices }: Json) => slices.map(({ fare_brand_name }: Json) => fare_brand_name));
    expect(brands).toContainEqual(['Basic', 'Basic']);
    expect(brands).toContainEqual(['Basic', 'Flex']);
  });

  test('connections, cabins and times of day are as asked', async () => {
    const { search } = await openDuffelCalls();
    const nonstop = await search('LHR-JFK', { max_connections: 0 });
    expect(nonstop.offers.every(({ slices }: Json) => slices[0].segments.length === 1)).toBe(true);
    const business = await search('LHR-JFK', { cabin_class: 'business' });
    const cabins = business.offers.map(({ slices }: Json) => slices[0].segments[0].passengers[0].cabin_class);
    expect(new Set(cabins)).toEqual(new Set(['business']));
    const window = { from: '12:00', to: '15:00' };
    const timed = await search('LHR-JFK', {
      slices: [{ origin: 'LHR', destination: 'JFK', departure_date: '2027-03-01', departure_time: window }],
    });
    const times = timed.offers.map(({ slices }: Json) => slices[0].segments[0].departing_at.slice(11, 16));
    expect(times.length).toBeGreaterThan(0);
    expect(times.every((time: string) => time >= '12:00' && time <= '15:00')).toBe(true);
  });

  test('a search that cannot be made is 422 and says where', async () => {
    const { call } = await openDuffelCalls();
    const slice = { origin: 'LHR', destination: 'JFK', departure_date: '2027-03-01' };
    const refused = async (data: object): Promise<unknown> => {
      const { status, body } = await call('POST', '/air/offer_requests', data);
      return [status, ...body.errors.map(({ code, source }: Json) => `${code} ${source?.pointer}`)];
    };
    const adults = [{ type: 'adult' }];
    expect(await refused({ slices: [{ ...slice, origin: 'QQX' }], passengers: adults })).toEqual([
      422,
      'validation_inclusion /slices/0/origin',
    ]);
    expect(await refused({ slices: [slice], passengers: [{}] })).toEqual([
      422,
      'validation_required /passengers/0/type',
    ]);
    expect(await refused({ slices: [slice] })).toEqual([422, 'validation_required /passengers']);
    expect(await refused({ slices: [{ ...slice, departure_date: '2026-01-01' }], passengers: adults })).toEqual([
      422,
      'validation_inclusion /slices/0/departure_date',
    ]);
    expect(await refused({ slices: [slice], passengers: [{ age: 1 }, ...adults, { age: 0 }] })).toEqual([
      422,
      'validation_inclusion /passengers',
    ]);
    expect(await refused({ slices: [slice], passengers: adults, cabin_class: 'luxury' })).toEqual([
      422,
      'validation_inclusion /cabin_class',
    ]);
    expect(
      await refused({ slices: [slice], passengers: [{ type: 'adult', given_name: 'Ægir', family_name: 'Jónsson' }] }),
    ).toEqual([422, 'invalid_passenger_name /passengers/0/given_name']);
  });
});

describe('how much and when', () => {
  test('only airlines that answer in time are in the answer; a time-out out of bounds is ignored', async () => {
    const { search, stub } = await openDuffelCalls();
    const owners = async (query: string): Promise<boolean> =>
      (await search('LHR-JFK', { query })).offers.some(({ owner }: Json) => owner.iata_code === 'AA');
    expect(await owners('?supplier_timeout=5000')).toBe(false);
    expect(await owners('?supplier_timeout=1000')).toBe(true);
    expect(await owners('?supplier_timeout=70000')).toBe(true);
    expect(await owners('')).toBe(true);
    stub.control.set({ latencies: { AA: 100 } });
    expect(await owners('?supplier_timeout=5000')).toBe(true);
  });

  test('229 offers are 1.5 MB, and 5,000 are 20 MB and more', { timeout: 60_000 }, async () => {
    const { search, stub } = await openDuffelCalls();
    const sizeOf = async (offers: number): Promise<number> => {
      stub.control.set({ offers });
      const found = await search('LHR-JFK');
      expect(found.offers).toHaveLength(offers);
      return JSON.stringify(found).length;
    };
    expect((await sizeOf(229)) / 1_500_000).toBeCloseTo(1, 0.5);
    expect(await sizeOf(5_000)).toBeGreaterThan(20_000_000);
  });

  test('gzip comes where it is asked for and not otherwise', async () => {
    const { stub } = await openDuffelCalls();
    const answer = (encoding: string): Promise<{ encoding: string | undefined; bytes: Buffer }> =>
      new Promise((resolve, reject) => {
        const sent = request(
          `${stub.url}/air/airlines`,
          { headers: { authorization: `Bearer ${stub.token}`, 'duffel-version': 'v2', 'accept-encoding': encoding } },
          (response) => {
            const chunks: Buffer[] = [];
            response.on('data', (chunk: Buffer) => chunks.push(chunk));
            response.on('end', () =>
              resolve({ encoding: response.headers['content-encoding'], bytes: Buffer.concat(chunks) }),
            );
          },
        );
        sent.on('error', reject).end();
      });
    const [zipped, plain, refused] = [await answer('gzip, br'), await answer('identity'), await answer('gzip;q=0')];
    expect(zipped.encoding).toBe('gzip');
    expect(gunzipSync(zipped.bytes).toString()).toBe(plain.bytes.toString());
    expect([plain.encoding, refused.encoding]).toEqual([undefined, undefined]);
  });

  test('offers are paged and sorted; a cursor of another list is refused', async () => {
    const { call, search } = await openDuffelCalls();
    const { id, offers } = await search('LHR-JFK', { query: '?return_offers=true' });
    expect((await search('LHR-JFK', { query: '?return_offers=false' })).offers).toBeUndefined();
    const base = `/air/offers?offer_request_id=${id}&sort=total_amount&limit=10`;
    const seen: string[] = [];
    let after: string | null = null;
    do {
      const { body }: Json = await call('GET', `${base}${after === null ? '' : `&after=${after}`}`);
      expect(body.meta.limit).toBe(10);
      seen.push(...body.data.map((offer: Json) => offer.id));
      after = body.meta.after;
    } while (after !== null);
    expect(seen.toSorted()).toEqual(offers.map((offer: Json) => offer.id).toSorted());
    const amounts = seen.map((one) => Number(offers.find((offer: Json) => offer.id === one).total_amount));
    expect(amounts).toEqual(amounts.toSorted((a, b) => a - b));
    expect((await call('GET', `${base}&after=nonsense`)).status).toBe(422);
    expect((await call('GET', `/air/offers?offer_request_id=${id}&limit=201`)).status).toBe(422);
    const nonstop = await call('GET', `/air/offers?offer_request_id=${id}&max_connections=0&limit=200`);
    expect(nonstop.body.data.length).toBeLessThan(offers.length);
    const longest = await call('GET', `/air/offers?offer_request_id=${id}&sort=-total_duration&limit=1`);
    expect(longest.body.data[0].slices[0].segments).toHaveLength(2);
  });

  test('a batch brings the airlines one after the other and can be read for a minute', async () => {
    const { call, stub, search } = await openDuffelCalls();
    const data = {
      slices: [{ origin: 'LHR', destination: 'JFK', departure_date: '2027-03-01' }],
      passengers: [{ type: 'adult' }],
      cabin_class: 'economy',
    };
    const { body } = await call('POST', '/air/batch_offer_requests', data);
    expect(body.data.remaining_batches).toBe(body.data.total_batches);
    const brought: Json[] = [];
    for (let remaining = body.data.total_batches; remaining > 0; remaining -= 1) {
      const read = (await call('GET', `/air/batch_offer_requests/${body.data.id}`)).body.data;
      expect(read.remaining_batches).toBe(remaining - 1);
      expect(new Set(read.offers.map(({ owner }: Json) => owner.id)).size).toBe(1);
      brought.push(...read.offers);
    }
    expect(brought).toHaveLength((await search('LHR-JFK')).offers.length);
    expect((await call('GET', `/air/offers/${brought.at(-1).id}`)).status).toBe(200);
    await stub.clock.advance(61_000);
    expect(codesOf(await call('GET', `/air/batch_offer_requests/${body.data.id}`))).toEqual(['not_found']);
  });

  test('the other view groups offers under flights and brands', async () => {
    const { search } = await openDuffelCalls();
    const found = await search('LHR-JFK', { query: '?view=itineraries' });
    expect(found.offers).toBeUndefined();
    const [itinerary] = found.slices[0].itineraries;
    expect(itinerary.brands.map(({ fare_brand_name }: Json) => fare_brand_name)).toEqual(['Basic', 'Standard', 'Flex']);
    expect(itinerary.brands[0].offers[0]).toMatchObject({ type: 'single_ticket', owner: { iata_code: 'ZZ' } });
  });

  test('replayed searches answer the first one again while its offers live', async () => {
    const { search, stub } = await openDuffelCalls();
    stub.control.set({ replay_searches: true });
    const [first, second] = [await search('LHR-JFK'), await search('LHR-JFK')];
    expect(second.id).toBe(first.id);
    await stub.clock.advance(31 * 60_000);
    expect((await search('LHR-JFK')).id).not.toBe(first.id);
  });
});

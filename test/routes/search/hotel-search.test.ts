import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { aHotel, aHotelSupplier, aRoom, HOUSES } from '../../support/products/hotels.ts';
import { startService, type TestService } from '../../support/service/service.ts';
import { hotelAnswerFields, missingFields } from '../../support/hostile/spec-fields.ts';

let service: TestService;
const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
/** Two nights in two months' time. */
const nights = { checkin: dateIn(60), checkout: dateIn(62) };
const lisbon = { ...nights, city_name: 'Lisbon', adults: 2, currency: 'EUR' };
const search = (part: object = {}) => service.call('POST', '/v1/hotel_search', { ...lisbon, ...part });
const anywhere = (part: object) => service.call('POST', '/v1/hotel_search', { ...nights, currency: 'EUR', ...part });
const names = (body: { readonly hotels: readonly { readonly hotel_id: string }[] }) =>
  body.hotels.map(({ hotel_id }) => hotel_id);
const amount = (value: number) => ({ value, currency: 'EUR', decimal_places: 2 });

beforeAll(async () => {
  service = await startService({ hotelSuppliers: [aHotelSupplier()] });
});
afterAll(() => service.close());

describe('the answer', () => {
  test('has every field of the spec on both surfaces, and is the same on both', async () => {
    const flat = await search({ rooms: 2, children: [3] });
    const nested = await service.call('POST', '/api/v1/hotels/shop', {
      ...nights,
      destination: { city_name: 'Lisbon' },
      adults: 2,
      rooms: 2,
      children: [3],
      currency: 'EUR',
      filters: {},
    });
    expect([flat.status, nested.status]).toEqual([200, 200]);
    expect(missingFields(flat.body, hotelAnswerFields)).toEqual([]);
    expect(missingFields(nested.body, hotelAnswerFields)).toEqual([]);
    const bare = (text: string) => text.replaceAll(/"htl_[^"]+"|"elapsed_ms":\d+|"expires_at":"[^"]+"/g, '');
    expect(bare(nested.text)).toBe(bare(flat.text));
  });

  test('cheapest first by everything that must be paid; money in both shapes; taxes and penalties add up', async () => {
    const { body } = await search();
    expect(names(body)).toEqual(['few-3', 'few-1', 'few-2']);
    expect(body).toMatchObject({
      total: 3,
      empty_reason: null,
      live_shop_status: 'ok',
      filters_applied: [],
      nights: 2,
      pagination: {},
      occupancies: [{ adults: 2, children_ages: [] }],
      supplier_statuses: [{ provider: 'few', status: 'ok', offer_count: 3 }],
      destination_resolution: {
        form: 'city_name',
        kind: 'city',
        name: 'Lisbon',
        city_code: 'LIS',
        country_code: 'PT',
        matched: 'Lisbon',
        unmatched: null,
        ignored_forms: [],
      },
    });
    const [cheapest] = body.hotels;
    // Two nights at 80 and VAT of 4; the city tax of 2 adults × 2 nights × EUR 2 is collected there.
    expect(cheapest).toMatchObject({
      name: 'Casa Rossio',
      city: 'Lisbon',
      country: 'PT',
      country_name: 'Portugal',
      star_rating: 4,
      rating: 7.4,
      review_count: 15,
      matches_query: null,
      lowest_stay: {
        total: amount(17_600),
        due_now: amount(16_800),
        due_at_property: amount(800),
        per_night: amount(8_800),
      },
    });
    expect(cheapest.rooms[0]).toMatchObject({
      room_id: 'dbl',
      room_name: 'Double Room',
      description: 'A room with a "view".',
      max_occupancy: 3,
    });
    expect(cheapest.rooms[0].rates[0]).toMatchObject({
      board_name: 'Room only',
      board_type: 'RO',
      currency: 'EUR',
      total_amount: 168,
      total_amount_money: amount(16_800),
      origin_total_amount: amount(16_800),
      conversion_rate: 1,
      is_refundable: true,
      free_cancellation_until: `${dateIn(57)}T18:00:00.000Z`.replace(
        '18:00',
        isSummerInLisbon(dateIn(57)) ? '17:00' : '18:00',
      ),
      payment_types: ['pay_now'],
      due_now: amount(16_800),
      due_at_property: amount(800),
      rooms_left: 1,
      occupancy: { adults: 2, children_ages: [] },
      occupancy_indexes: [0],
      cancellation_schedule: [
        { amount: 80, amount_money: amount(8_000), currency: 'EUR', type: 'nights' },
        { amount: 168, amount_money: amount(16_800), currency: 'EUR', type: 'percent' },
      ],
      taxes_breakdown: [
        { description: 'VAT', amount: 8, amount_money: amount(800), included: true },
        { description: 'City tax', amount: 8, amount_money: amount(800), included: false },
      ],
      semantic_matches: { board_type: null, max_price: null, refundable: null },
    });
  });

  test('a rate that cannot be given back has no free hour and costs its price from the start; one paid there is due there', async () => {
    const { body } = await search();
    const rates = body.hotels.flatMap((hotel: { rooms: { rates: object[] }[] }) =>
      hotel.rooms.flatMap((room) => room.rates),
    );
    expect(rates.find((rate: { plan_name: string }) => rate.plan_name === 'fixed')).toMatchObject({
      is_refundable: false,
      free_cancellation_until: null,
      total_amount: 188,
      cancellation_schedule: [{ amount: 188, type: 'percent' }],
    });
    expect(rates.find((rate: { plan_name: string }) => rate.plan_name === 'at_property')).toMatchObject({
      payment_types: ['pay_at_property'],
      total_amount: 668,
      due_now: amount(0),
      due_at_property: amount(67_600),
    });
  });

  test('another currency shows the rate and the filed amount, and its parts still add up', async () => {
    const { body } = await search({ currency: 'JPY' });
    for (const hotel of body.hotels) {
      for (const room of hotel.rooms)
        for (const rate of room.rates) {
          expect(rate.total_amount_money).toEqual({ value: rate.total_amount, currency: 'JPY', decimal_places: 0 });
          expect(rate.origin_total_amount.currency).toBe('EUR');
          expect(
            Math.abs(rate.total_amount - (rate.origin_total_amount.value / 100) * rate.conversion_rate),
          ).toBeLessThanOrEqual(0.5);
          const excluded = rate.taxes_breakdown
            .filter((tax: { included: boolean }) => !tax.included)
            .reduce((sum: number, tax: { amount: number }) => sum + tax.amount, 0);
          expect(rate.due_now.value + rate.due_at_property.value).toBe(rate.total_amount + excluded);
        }
      const { total, due_now, due_at_property } = hotel.lowest_stay;
      expect(total.value).toBe(due_now.value + due_at_property.value);
    }
    expect((await search({ currency: 'QQQ' })).body.error.code).toBe('CURRENCY_UNSUPPORTED');
    expect((await search({ currency: undefined })).body.currency).toBe('USD');
  });

  test('boards are named in the language asked for, and so is the city', async () => {
    const { body } = await search({ city_name: 'Lissabon', locale: 'de' });
    expect(body.hotels[0]).toMatchObject({
      city: 'Lissabon',
      country_name: 'Portugal',
      rooms: [{ rates: [{ board_name: 'Nur Übernachtung', board_type: 'RO' }] }, {}],
    });
  });

  test('pages follow one another by token and by offset; a token belongs to its search', async () => {
    const first = await search({ max_results: 2 });
    expect([names(first.body), first.body.total]).toEqual([['few-3', 'few-1'], 3]);
    const page_token: string = first.body.pagination.next_page_token;
    const second = await search({ max_results: 2, page_token });
    expect([names(second.body), second.body.pagination]).toEqual([['few-2'], {}]);
    expect(names((await search({ max_results: 2, offset: 2 })).body)).toEqual(['few-2']);
    expect((await search({ offset: 3 })).body).toMatchObject({ total: 3, hotels: [], empty_reason: 'past_the_end' });
    const crossed = await search({ max_results: 2, page_token, adults: 1 });
    expect([crossed.status, crossed.body.fields[0].path]).toEqual([422, 'page_token']);
  });

  test('a page ends before the hotel that would take it beyond 4 MiB, and the next one begins with it; a larger hotel comes alone', async () => {
    const lengths = [1_500_000, 1_500_000, 1_500_000, 5_000_000, 10];
    const houses = lengths.map((length, index) => ({
      hotel: aHotel({ hotelId: `long-${index}` }),
      terms: [{ night: 10_000 + index, room: aRoom({ description: 'd'.repeat(length) }) }, { night: 90_000 }],
    }));
    const wordy = await startService({ hotelSuppliers: [aHotelSupplier(houses)] });
    for (const path of ['/v1/hotel_search', '/api/v1/hotels/shop']) {
      const pages: object[] = [];
      for (let page_token: string | undefined, isFirst = true; isFirst || page_token !== undefined; isFirst = false) {
        const { body } = await wordy.call('POST', path, {
          ...lisbon,
          max_results: 4,
          max_budget_per_night: 200,
          ...(page_token === undefined ? {} : { page_token }),
        });
        page_token = body.pagination.next_page_token;
        pages.push([names(body), body.total, body.left_out.hidden_rates, body.empty_reason]);
      }
      // The dear rate of each hotel shown is above the budget.
      expect(pages).toEqual([
        [['long-0', 'long-1'], 5, 2, null],
        [['long-2'], 5, 1, null],
        [['long-3'], 5, 1, null],
        [['long-4'], 5, 1, null],
      ]);
    }
    await wordy.close();
  });

  test("the same question is answered with the same bytes for 45 seconds of the organization's clock", async () => {
    const first = await search({ min_rating: 7 });
    expect((await search({ min_rating: 7 })).text).toBe(first.text);
    await service.advance(46);
    expect((await search({ min_rating: 7 })).text).not.toBe(first.text);
  });

  test('every link leads to a picture', async () => {
    const { body } = await search();
    const links = new Set<string>(
      body.hotels.flatMap((hotel: { main_photo: string; thumbnail: string; rooms: { photo: string }[] }) => [
        hotel.main_photo,
        hotel.thumbnail,
        ...hotel.rooms.map((room) => room.photo),
      ]),
    );
    expect(links.size).toBe(11);
    for (const link of links) {
      const answer = await fetch(link);
      expect([answer.status, answer.headers.get('content-type'), answer.headers.get('cache-control')]).toEqual([
        200,
        'image/svg+xml; charset=utf-8',
        'public, max-age=604800, stale-while-revalidate=86400',
      ]);
      expect(await answer.text()).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
    }
  });
});

describe('rooms', () => {
  test('a party is dealt to its rooms; each rate is one room and says which of them it fits', async () => {
    const { body } = await search({ adults: 3, children: [4, 9], rooms: 2 });
    expect(body.occupancies).toEqual([
      { adults: 2, children_ages: [9] },
      { adults: 1, children_ages: [4] },
    ]);
    expect(
      body.hotels[0].rooms[0].rates.map((rate: { occupancy: object; occupancy_indexes: number[] }) => [
        rate.occupancy,
        rate.occupancy_indexes,
      ]),
    ).toContainEqual([{ adults: 1, children_ages: [4] }, [1]]);
  });

  test('equal rooms share their rates', async () => {
    const { body } = await anywhere({
      city_name: 'Lisbon',
      occupancies: [{ adults: 2 }, { adults: 1, children_ages: [] }, { adults: 2, children_ages: [] }],
    });
    const indexes = body.hotels[0].rooms[0].rates.map((rate: { occupancy_indexes: number[] }) =>
      rate.occupancy_indexes.join(),
    );
    expect([...new Set(indexes)].sort()).toEqual(['0,2', '1']);
  });

  test('the lowest stay takes no room more often than it is left', async () => {
    const { body } = await search({ adults: 4, rooms: 2 });
    // Casa Rossio has one double (80 a night) left: the second room is its family room at 110, with VAT 4 and city tax
    // 4 a night each.
    expect(body.hotels.find((hotel: { hotel_id: string }) => hotel.hotel_id === 'few-3').lowest_stay.total).toEqual(
      amount((8_000 + 11_000 + 400 * 2 + 400 * 2) * 2),
    );
    expect(names(body)).toEqual(['few-1', 'few-3', 'few-2']);
  });

  test('a hotel without enough of any room is not answered', async () => {
    const { body } = await search({ adults: 6, rooms: 6, hotel_ids: ['few-1'] });
    // Five doubles and one family room.
    expect(names(body)).toEqual(['few-1']);
    expect((await search({ adults: 7, rooms: 7, hotel_ids: ['few-1'] })).body).toMatchObject({
      hotels: [],
      empty_reason: 'sold_out',
    });
  });
});

describe('filters', () => {
  test.each([
    [{ chain_ids: [7] }, ['few-1']],
    [{ chain_ids: [7, 8] }, ['few-3', 'few-1']],
    [{ facility_ids: [1, 6] }, ['few-1']],
    [{ hotel_type_ids: [10] }, ['few-2']],
    [{ star_rating: 5 }, ['few-2']],
    [{ star_rating: [3, 4] }, ['few-3', 'few-1']],
    [{ min_rating: 8 }, ['few-1', 'few-2']],
    [{ min_reviews: 100 }, ['few-1', 'few-2']],
    [{ max_budget_per_night: 98 }, ['few-3', 'few-1']],
  ])('%j leaves %j', async (filter, left) => {
    const { body } = await search(filter);
    expect([names(body), body.total, body.filters_applied]).toEqual([left, left.length, Object.keys(filter)]);
    expect(body.left_out.hidden_hotels).toBe(3 - left.length);
  });

  test('a budget is for all rooms and everything that must be paid, and hides the rates above it', async () => {
    const { body } = await search({ max_budget_per_night: 108 });
    const rates = (id: string) =>
      body.hotels
        .find((hotel: { hotel_id: string }) => hotel.hotel_id === id)
        ?.rooms.flatMap((room: { rates: { total_amount: number }[] }) => room.rates.map((rate) => rate.total_amount));
    expect([rates('few-1'), rates('few-3')]).toEqual([[188, 208], [168]]);
    expect(body.left_out).toMatchObject({ hidden_hotels: 1, hidden_rates: 3 });
    expect((await search({ max_budget_per_night: 88 })).body.total).toBe(1);
    expect((await search({ max_budget_per_night: 87.99 })).body).toMatchObject({
      total: 0,
      empty_reason: 'filtered_out',
    });
  });
});

describe('destinations', () => {
  test.each([
    [{ city_name: 'Lisboa' }, { form: 'city_name', kind: 'city', city_code: 'LIS' }, 3],
    [{ city_name: 'Lsibon' }, { kind: 'city', city_code: 'LIS' }, 3],
    [{ city_name: 'lisbonne, Portugal' }, { city_code: 'LIS' }, 3],
    [{ country_code: 'pt' }, { form: 'country_code', kind: 'country', name: 'Portugal', country_code: 'PT' }, 4],
    [{ place_id: 'city-OPO' }, { form: 'place_id', kind: 'city', name: 'Porto' }, 1],
    [{ place_id: 'airport-LIS' }, { kind: 'airport', radius_km: 10 }, 3],
    [{ place_id: 'airport-LIS', radius_km: 6.5 }, { kind: 'airport', radius_km: 6.5 }, 2],
    [{ place_id: 'country-FR' }, { kind: 'country', country_code: 'FR' }, 1],
    [{ place_id: 'hotel-few-5' }, { kind: 'hotels', name: 'Hôtel des Brotteaux', hotel_ids: ['few-5'] }, 1],
    [{ latitude: 45.76, longitude: 4.85 }, { form: 'coordinates', kind: 'point', radius_km: 10, latitude: 45.76 }, 1],
    [{ latitude: 38.71, longitude: -9.13, radius_km: 3 }, { kind: 'point', radius_km: 3 }, 2],
    [
      { hotel_ids: ['few-1', 'few-4', 'few-1'] },
      { form: 'hotel_ids', kind: 'hotels', hotel_ids: ['few-1', 'few-4'] },
      2,
    ],
    [{ query: 'hotel in Porto with breakfast' }, { form: 'query', kind: 'city', name: 'Porto', matched: 'Porto' }, 1],
    [{ query: 'casa rossio' }, { form: 'query', kind: 'hotels', hotel_ids: ['few-3'], matched: 'casa rossio' }, 1],
    [{ query: 'romantic weekend in Lyon' }, { city_code: 'LYS', matched: 'Lyon', unmatched: 'romantic weekend' }, 1],
    [{ query: 'near LIS' }, { kind: 'city', city_code: 'LIS' }, 3],
    [{ query: 'nice hotel in Porto' }, { city_code: 'OPO', unmatched: 'nice' }, 1],
  ])('%j is understood', async (where, understood, count) => {
    const { status, body } = await anywhere(where);
    expect([status, body.total]).toEqual([200, count]);
    expect(body.destination_resolution).toMatchObject(understood);
  });

  test('of several forms the most exact decides, and the answer says so', async () => {
    const { body } = await anywhere({
      city_name: 'Lyon',
      query: 'breakfast in Porto',
      latitude: 38.71,
      longitude: -9.13,
      place_id: 'city-OPO',
    });
    expect(body.destination_resolution).toMatchObject({
      form: 'place_id',
      city_code: 'OPO',
      ignored_forms: ['coordinates', 'city_name', 'query'],
    });
    const beside = await anywhere({ city_name: 'Lyon', country_code: 'FR', query: 'breakfast please' });
    expect(beside.body).toMatchObject({
      destination_resolution: { form: 'city_name', ignored_forms: ['query'] },
      hotels: [{ rooms: [{ rates: [{ semantic_matches: { board_type: true } }] }] }],
    });
    expect((await anywhere({ query: 'with breakfast', country_code: 'FR' })).body.destination_resolution).toMatchObject(
      { form: 'country_code', country_code: 'FR' },
    );
  });

  test('a place that only hotels say they lie in is found by them', async () => {
    const island = {
      hotel: aHotel({
        hotelId: 'isle-1',
        name: 'Lighthouse',
        cityCode: undefined,
        cityName: 'Nowhere Isle',
        country: 'GB',
        latitude: 60.1,
        longitude: -1.3,
        zone: 'Europe/London',
      }),
      terms: [{ night: 9_000 }],
    };
    const other = await startService({ hotelSuppliers: [aHotelSupplier([...HOUSES, island])] });
    const { body } = await other.call('POST', '/v1/hotel_search', { ...nights, city_name: 'nowhere isle' });
    expect([names(body), body.destination_resolution]).toMatchObject([
      ['isle-1'],
      { kind: 'city', name: 'Nowhere Isle', country_code: 'GB', latitude: 60.1 },
    ]);
    await other.close();
  });

  test("distance is measured from the point asked about, a city's centre", async () => {
    const { body } = await anywhere({ latitude: 38.71, longitude: -9.13, radius_km: 20 });
    const distances = Object.fromEntries(
      body.hotels.map((hotel: { hotel_id: string; distance_km: number }) => [hotel.hotel_id, hotel.distance_km]),
    );
    expect(distances).toEqual({ 'few-1': 0, 'few-2': 2.83, 'few-3': 11.7 });
    expect((await anywhere({ country_code: 'FR' })).body.hotels[0].distance_km).toBeNull();
  });

  test('a place without hotels is an empty answer with its reason', async () => {
    expect(await anywhere({ city_name: 'Oslo' })).toMatchObject({
      status: 200,
      body: {
        total: 0,
        hotels: [],
        pagination: {},
        empty_reason: 'no_hotels',
        destination_resolution: { city_code: 'OSL' },
      },
    });
    expect((await search({ adults: 9 })).body).toMatchObject({ total: 0, empty_reason: 'sold_out' });
    expect((await search({ star_rating: 1 })).body).toMatchObject({ total: 0, empty_reason: 'filtered_out' });
  });
});

describe('the query text', () => {
  test('says of every rate what it has of it, hides nothing, and puts whole matches first', async () => {
    const { body } = await anywhere({
      query: 'Lisbon with breakfast under 130 euros a night, free cancellation',
      adults: 2,
    });
    expect(body.hotels.map((hotel: { matches_query: boolean }) => hotel.matches_query)).toEqual([true, true, false]);
    expect(body.filters_applied).toEqual([]);
    const rates = body.hotels[1].rooms.flatMap(
      (room: { rates: { total_amount: number; semantic_matches: object }[] }) =>
        room.rates.map((rate) => [rate.total_amount, rate.semantic_matches]),
    );
    expect(rates).toEqual([
      [188, { board_type: false, max_price: true, refundable: false }],
      [208, { board_type: false, max_price: true, refundable: true }],
      [248, { board_type: true, max_price: true, refundable: true }],
      [308, { board_type: false, max_price: false, refundable: true }],
    ]);
  });

  test('what has all that was asked for comes before what is cheaper', async () => {
    const { body } = await anywhere({ query: 'half board Lisbon', adults: 2 });
    expect(names(body)).toEqual(['few-3', 'few-2', 'few-1']);
    expect(body.hotels[2].lowest_stay.total.value).toBeLessThan(body.hotels[1].lowest_stay.total.value);
  });

  test("a ceiling is one room's, in its own currency or the search's, for a night or for the stay", async () => {
    const asks = ['Lisbon max €110', 'Lisbon max 110', 'Lisbon under 220 in total', 'Lisbon max 1 QQQ a night'];
    const cheapest = await Promise.all(
      asks.map(async (query) =>
        (await anywhere({ query, adults: 2 })).body.hotels[1].rooms[0].rates.map(
          (rate: { semantic_matches: { max_price: boolean | null } }) => rate.semantic_matches.max_price,
        ),
      ),
    );
    expect(cheapest).toEqual([
      [true, true, false],
      [true, true, false],
      [true, true, false],
      [null, null, null],
    ]);
  });

  test('stars in it filter, unless star_rating says otherwise', async () => {
    const { body } = await anywhere({ query: '5 star hotel Lisbon' });
    expect([names(body), body.filters_applied]).toEqual([['few-2'], ['star_rating']]);
    expect(names((await anywhere({ query: '5 star hotel Lisbon', star_rating: 4 })).body)).toEqual(['few-3']);
  });
});

/** Whether Lisbon is an hour ahead of UTC on a day. */
function isSummerInLisbon(date: string): boolean {
  return (
    new Intl.DateTimeFormat('en', { timeZone: 'Europe/Lisbon', hour: 'numeric', hour12: false }).format(
      new Date(`${date}T12:00:00Z`),
    ) === '13'
  );
}

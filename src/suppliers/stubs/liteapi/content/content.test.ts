import { expect, test } from 'vitest';
import { greatCircleKm } from '../../../../travel/geography/distance.ts';
import { stayQuery, STAY_ASKING, testStays } from '../../../../../test/support/products/stays.ts';
import { codeOf, type Json, openLiteapiCalls } from '../../../../../test/support/suppliers/liteapi-calls.ts';
import { TWIN_HOTELS } from './twin-hotels.ts';

test('hotels are listed by city, around a point, by place, ids, name and post code, a page at a time', async () => {
  const { call } = await openLiteapiCalls();
  const list = async (query: string): Promise<Json> => (await call('GET', `/data/hotels?${query}`)).body;
  const lisbon = await list('countryCode=PT&cityName=lisbon');
  expect([lisbon.total, lisbon.data.length, lisbon.hotelIds.length]).toEqual([101, 101, 101]);
  expect(lisbon.data[0]).toMatchObject({ id: 'lp1a000', name: 'Hotel Cais do Rio', country: 'PT', city: 'Lisbon' });
  const page = await list('countryCode=PT&cityName=Lisbon&offset=40&limit=20');
  expect([page.total, page.hotelIds]).toEqual([101, lisbon.hotelIds.slice(40, 60)]);
  expect((await list('countryCode=PT')).total).toBe(113);
  const around = await list('latitude=38.7223&longitude=-9.1393&radius=1000');
  expect(around.total).toBeGreaterThan(5);
  for (const { latitude, longitude } of around.data)
    expect(greatCircleKm(38.7223, -9.1393, latitude, longitude)).toBeLessThanOrEqual(1);
  const { data } = (await call('GET', '/data/places?textQuery=Lis')).body;
  const byPlace = await list(`placeId=${data[0].placeId}`);
  expect([byPlace.total, byPlace.place.displayName]).toEqual([101, 'Lisbon']);
  expect((await list('hotelIds=lp1a001,lp1a000,lpnothing')).hotelIds).toEqual(['lp1a001', 'lp1a000']);
  expect((await list('hotelName=palacio')).data).toMatchObject([{ name: 'HOTEL PALACIO SANTA JUSTA' }]);
  expect((await list('zip=1100-631')).data).toMatchObject([{ name: 'Hotel Palácio da Alfazema & Spa' }]);
});

test('a list that names no place, too small a circle or an unknown parameter is refused', async () => {
  const { call } = await openLiteapiCalls();
  const refused = async (query: string) => (await call('GET', `/data/hotels?${query}`)).body.error;
  expect(await refused('limit=5')).toEqual({
    code: 4000,
    description: 'countryCode is required',
    message: 'bad request',
  });
  expect((await refused('latitude=1&longitude=1&radius=10')).description).toBe('radius: at least 1000 metres');
  expect((await refused('countryCode=PT&city=Lisbon')).description).toContain('city');
  expect(codeOf(await call('GET', '/data/hotel?hotelId=lpnothing'))).toEqual([400, 4002]);
});

test('hotels that were taken out are only among the changes since an instant', async () => {
  const { call } = await openLiteapiCalls();
  const query = 'countryCode=PT&cityName=Lisbon';
  const changed = (await call('GET', `/data/hotels?${query}&lastUpdatedAt=2026-11-01T00:00:00Z`)).body;
  const deleted = changed.data.filter(({ deletedAt }: Json) => deletedAt !== undefined);
  expect(deleted.map(({ id }: Json) => id)).toEqual(['lp1a01c', 'lp1a039', 'lp1a056']);
  expect(deleted[0].deletedAt).toBe('2026-11-07T00:00:00.000Z');
  const { hotelIds } = (await call('GET', `/data/hotels?${query}`)).body;
  expect(hotelIds).not.toContain('lp1a01c');
  expect(codeOf(await call('GET', '/data/hotel?hotelId=lp1a01c'))).toEqual([400, 4002]);
});

test('some hotels have no position, some lie at 0,0, some have no photo, star or rating', async () => {
  const { call } = await openLiteapiCalls();
  const { data } = (await call('GET', '/data/hotels?countryCode=PT&cityName=Lisbon')).body;
  const without = data.filter((hotel: Json) => !('latitude' in hotel)).map(({ id }: Json) => id);
  const atZero = data.filter(({ latitude, longitude }: Json) => latitude === 0 && longitude === 0);
  expect([without, atZero.length]).toEqual([['lp1a015', 'lp1a02c', 'lp1a043', 'lp1a05a'], 4]);
  const read = (await call('GET', '/data/hotel?hotelId=lp1a015')).body.data;
  expect('location' in read).toBe(false);
  for (const [name, value] of [
    ['main_photo', ''],
    ['stars', 0],
  ] as const)
    expect(
      data.some((hotel: Json) => hotel[name] === value),
      name,
    ).toBe(true);
  expect(data.some((hotel: Json) => !('rating' in hotel))).toBe(true);
});

test('a hotel has text of its language, rooms, and photos that the stub serves', async () => {
  const { call } = await openLiteapiCalls();
  const { data } = (await call('GET', '/data/hotel?hotelId=lp1a000&language=pt')).body;
  expect(data.hotelDescription).toContain('fica em');
  expect(data.rooms.length).toBeGreaterThanOrEqual(2);
  expect(data).toMatchObject({ country: 'pt', city: 'Lisbon', airportCode: 'LIS' });
  const photo = await fetch(data.hotelImages[0].url);
  const bytes = Buffer.from(await photo.arrayBuffer());
  expect([photo.headers.get('content-type'), bytes.subarray(1, 4).toString()]).toEqual(['image/png', 'PNG']);
  expect([bytes.readUInt32BE(16), bytes.readUInt32BE(20)]).toEqual([240, 160]);
  expect((await fetch(data.hotelImages[0].url.replace('lp1a000', 'lpnothing'))).status).toBe(404);
});

test('lists, places and reviews answer', async () => {
  const { call } = await openLiteapiCalls();
  const read = async (path: string): Promise<Json> => (await call('GET', path)).body;
  expect(await read('/data/cities?countryCode=pt')).toEqual({ data: [{ city: 'Lisbon' }, { city: 'Vila Nélia' }] });
  expect((await read('/data/countries')).data).toContainEqual({ code: 'JP', name: 'Japan' });
  expect((await read('/data/currencies')).data.map(({ code }: Json) => code)).toEqual(['EUR', 'GBP', 'JPY', 'USD']);
  expect((await read('/data/iataCodes')).data).toHaveLength(5);
  for (const name of ['facilities', 'hotelTypes', 'chains', 'languages'])
    expect((await read(`/data/${name}`)).data.length, name).toBeGreaterThan(3);
  const [place] = (await read('/data/places?textQuery=tokyo')).data;
  expect((await read(`/data/places/${place.placeId}`)).data).toMatchObject({ displayName: 'Tokyo' });
  const reviews = await read('/data/reviews?hotelId=lp1a000&limit=3&offset=1');
  expect([reviews.data.length, reviews.total > 3]).toEqual([3, true]);
});

test('hotels that are the simulator’s lie within 150 m of it; their doubles do not, or are called otherwise', () => {
  const stays = testStays();
  const known = new Map(
    ['LIS', 'LON', 'PAR'].flatMap((city) =>
      stays.search(stayQuery(city), STAY_ASKING).hotels.map(({ hotel }) => [hotel.hotelId, hotel] as const),
    ),
  );
  const metres = TWIN_HOTELS.map(({ builtInId, latitude, longitude, isSame }) => {
    const hotel = known.get(builtInId);
    if (hotel === undefined) throw new Error(`The simulator has no ${builtInId}.`);
    return { isSame, metres: 1_000 * greatCircleKm(latitude, longitude, hotel.latitude, hotel.longitude) };
  });
  expect(metres.filter(({ isSame }) => isSame)).toHaveLength(14);
  for (const { isSame, metres: apart } of metres) if (isSame) expect(apart).toBeLessThan(150);
  expect(metres.filter((one) => !one.isSame && one.metres > 1_000)).toHaveLength(3);
});

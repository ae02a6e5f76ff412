import { afterAll, beforeAll, expect, test } from 'vitest';
import { SupplierFailure } from '../../../src/suppliers/ports/supplier.ts';
import { aHotelSupplier, HOUSES } from '../../support/products/hotels.ts';
import { startService, type TestService } from '../../support/service/service.ts';

let service: TestService;
const dateIn = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10);
const nights = `checkin=${dateIn(60)}&checkout=${dateIn(62)}`;
const read = (id: string, query = '') => service.call('GET', `/v1/hotel_details/${id}?${query}`);
beforeAll(async () => {
  service = await startService({ hotelSuppliers: [aHotelSupplier()] });
});
afterAll(() => service.close());

test('a hotel is told in full', async () => {
  const { status, body } = await read('few-1', 'locale=fr');
  expect(status).toBe(200);
  expect(body).toMatchObject({
    hotel: {
      hotel_id: 'few-1',
      name: 'Hotel Alfama',
      description: 'A house on a hill.',
      star_rating: 3,
      hotel_type: { hotel_type_id: 1, name: 'Hotel' },
      address: 'Rua Nova 1',
      city: 'Lisbon',
      city_code: 'LIS',
      country: 'PT',
      country_name: 'Portugal',
      time_zone: 'Europe/Lisbon',
      coordinates: { latitude: 38.71, longitude: -9.13 },
      facilities: [
        { facility_id: 1, name: 'Free Wi-Fi' },
        { facility_id: 6, name: 'Swimming pool' },
      ],
      policies: [{ title: 'Check-in', text: 'From 15:00.' }],
      checkin_time: '15:00',
      checkout_time: '11:00',
      chain: { chain_id: 7, name: 'Chain Seven' },
      reviews: { rating: 8.1, count: 120, breakdown: [{ category: 'Location', rating: 8.8 }] },
    },
    rooms: [
      {
        room_id: 'dbl',
        room_name: 'Double Room',
        max_occupancy: 3,
        max_adults: 2,
        max_children: 1,
        size_square_metres: 20,
        beds: '1 double bed',
        amenities: ['Desk'],
      },
      { room_id: 'fam' },
    ],
  });
  expect('availability' in body.rooms[0]).toBe(false);
  expect((await read('few-2')).body.hotel.chain).toBeNull();
});

test('all its pictures are there, a pool among them', async () => {
  const { body } = await read('few-1');
  expect(body.hotel.photos.map((photo: { url: string }) => /\/([a-z]+-\d)-/.exec(photo.url)?.[1])).toEqual([
    'facade-1',
    'room-1',
    'pool-1',
    'lobby-1',
    'bathroom-1',
    'view-1',
  ]);
  const links: string[] = [
    ...body.hotel.photos.map((photo: { url: string }) => photo.url),
    body.hotel.main_photo,
    body.hotel.thumbnail,
    ...body.rooms.map((room: { photo: string }) => room.photo),
  ];
  for (const link of links) {
    const drawing = await (await fetch(link)).text();
    expect(drawing).toMatch(/^<svg xmlns="http:\/\/www\.w3\.org\/2000\/svg" .*<\/svg>$/);
    expect(drawing).not.toMatch(/NaN|undefined|<script|href=/);
    expect(drawing.length).toBeLessThan(20_000);
  }
});

test('pictures of every kind of house and star are drawn, never change, and nothing else is there', async () => {
  for (let type = 0; type <= 12; type += 1)
    for (const stars of [1, 3, 5])
      expect((await fetch(`${service.url}/assets/hotels/x/facade-1-t${type}-s${stars}.svg`)).status).toBe(200);
  const first = await fetch(`${service.url}/assets/hotels/x/pool-2-t1-s4.svg`);
  const again = await fetch(`${service.url}/assets/hotels/x/pool-2-t1-s4.svg`, {
    headers: { 'if-none-match': first.headers.get('etag') ?? '' },
  });
  expect([again.status, await again.text()]).toEqual([304, '']);
  // What a supplier does not state stands in no address.
  expect((await fetch(`${service.url}/assets/hotels/x/pool-1.svg`)).status).toBe(200);
  for (const file of ['garden-1-t1-s4.svg', 'pool-t1-s4.svg', 'pool-1-s.svg', 'facade-1-t1-s4.png'])
    expect((await fetch(`${service.url}/assets/hotels/x/${file}`)).status).toBe(404);
});

test('with nights each room says whether this party can have it and from what price', async () => {
  const { body } = await read('few-1', `${nights}&adults=2&currency=EUR`);
  // The fixed rate: 2 × (90 + 4), and EUR 8 of city tax there.
  expect(body.rooms.map((room: { availability: object }) => room.availability)).toEqual([
    {
      is_available: true,
      from_price: { value: 19_600, currency: 'EUR', decimal_places: 2 },
      rooms_left: 5,
      board_types: ['RO', 'BB'],
    },
    {
      is_available: true,
      from_price: { value: 31_600, currency: 'EUR', decimal_places: 2 },
      rooms_left: 1,
      board_types: ['RO'],
    },
  ]);
  const family = await read('few-1', `${nights}&adults=2&children=3,9`);
  expect(
    family.body.rooms.map((room: { availability: { is_available: boolean } }) => room.availability.is_available),
  ).toEqual([false, true]);
  expect(family.body.rooms[0].availability).toEqual({
    is_available: false,
    from_price: null,
    rooms_left: 0,
    board_types: [],
  });
});

test.each([
  [`checkin=${dateIn(60)}`, 'checkout'],
  [`checkin=${dateIn(60)}&checkout=${dateIn(60)}`, 'checkout'],
  [`checkin=${dateIn(-2)}&checkout=${dateIn(1)}`, 'checkin'],
  [`${nights}&children=18`, 'children[0]'],
  [`${nights}&children=x`, 'children[0]'],
  [`${nights}&adults=10`, 'adults'],
])('%s is 422 at %s', async (query, path) => {
  const { status, body } = await read('few-1', query);
  expect([status, body.fields[0].path]).toEqual([422, path]);
});

test('an unknown hotel is 404; one that cannot be asked about fails as its supplier did', async () => {
  expect([(await read('none')).status, (await read('none')).body.error.code]).toEqual([404, 'NOT_FOUND']);
  const broken = await startService({
    hotelSuppliers: [
      aHotelSupplier(HOUSES),
      aHotelSupplier([], {
        id: 'down',
        hotel: async () => await Promise.reject(new SupplierFailure('unavailable', 'down')),
      }),
    ],
  });
  expect((await broken.call('GET', '/v1/hotel_details/few-1')).status).toBe(200);
  expect((await broken.call('GET', '/v1/hotel_details/none')).status).toBe(503);
  await broken.close();
});

test('hotels are places: after airports, cities and countries, alone when asked for alone', async () => {
  const places = async (query: string) => (await service.call('GET', `/v1/places?${query}`)).body.places;
  expect(await places('query=casa%20rossio&types=hotel')).toEqual([
    {
      place_id: 'hotel-few-3',
      type: 'hotel',
      name: 'Casa Rossio',
      city_code: 'LIS',
      city_name: 'Lisbon',
      country_code: 'PT',
      latitude: 38.8,
      longitude: -9.2,
      airports: [],
    },
  ]);
  const all: { type: string }[] = await places('query=lisbon&limit=50');
  expect(all[0]).toMatchObject({ place_id: 'city-LIS' });
  expect(all.map(({ type }) => type).lastIndexOf('airport')).toBeLessThan(all.map(({ type }) => type).indexOf('hotel'));
  expect((await places('query=lisbon&limit=2')).map(({ type }: { type: string }) => type)).not.toContain('hotel');
  expect((await places('query=casa&types=city,airport')).map(({ type }: { type: string }) => type)).not.toContain(
    'hotel',
  );
});

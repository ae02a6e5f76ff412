import { expect, test } from 'vitest';
import { presentAnswer } from './present.ts';

const plain = (text: string): string => text;
const screen = { widthMax: 120, heading: plain, dim: plain };
const slice = (origin: string, destination: string, departures: readonly string[]) => ({
  origin,
  destination,
  marketing_carrier_info: { code: 'TP', name: 'TAP Air Portugal' },
  segments: departures.map((time) => ({ depart: { time_local: time } })),
});
const itinerary = {
  id: 'iti_1',
  cabin_type: 'economy',
  fare_brand: 'Basic',
  score: 100,
  search_timestamp: '2026-11-29T03:46:51.721Z',
  conversion_rate: 1.3448275862068966,
  total_amount: { value: 11_257, currency: 'USD', decimal_places: 2 },
  slices: [
    slice('ORY', 'LIS', ['2026-12-29T13:45:00']),
    slice('LIS', 'ORY', ['2027-01-05T16:25:00', '2027-01-05T20:10:00']),
  ],
};

test.each(['find_dates', 'flight_calendar', 'lowest_fare'])('%s shows the dates and what they cost', (operation) => {
  expect(
    presentAnswer(operation, { itineraries: [itinerary] }, screen)
      .split('\n')
      .slice(0, 2),
  ).toEqual([
    'Out               Back              Route    Stops  Airline           Cabin    Fare        Total',
    '2026-12-29 13:45  2027-01-05 16:25  ORY–LIS  0 / 1  TAP Air Portugal  economy  Basic  112.57 USD',
  ]);
});

test.each(['find_destination', 'flights_destination_search'])(
  '%s shows where to, when and for how much',
  (operation) => {
    const destination = {
      city_name: 'Lisbon',
      city_main_image: 'https://example.com/assets/cities/LIS.svg',
      iata_code: 'LIS',
      location: { latitude: 38.722, longitude: -9.139 },
      lowest_fare_flight: { ...itinerary, slices: itinerary.slices.slice(0, 1) },
    };
    expect(
      presentAnswer(operation, { destinations: [destination] }, screen)
        .split('\n')
        .slice(0, 2),
    ).toEqual([
      'City    Code  Out               Route    Stops  Airline           Cabin    Fare        Total',
      'Lisbon  LIS   2026-12-29 13:45  ORY–LIS  0      TAP Air Portugal  economy  Basic  112.57 USD',
    ]);
  },
);

test('a seat map shows the free seats of each row and their prices', () => {
  const seat = (number: string, availability: string, value: number) => ({
    seat_number: number,
    availability,
    price: { value, currency: 'USD', decimal_places: 2 },
  });
  const seatMap = {
    segment_id: 's1-1',
    aircraft_type: '320',
    cabin_class: 'economy',
    rows: [
      { row_number: 1, seats: [seat('1A', 'available', 1_989), seat('1B', 'occupied', 1_989)] },
      { row_number: 12, seats: [seat('12A', 'available', 702), seat('12B', 'available', 702)] },
    ],
  };
  const answer = { items: [{ item_id: 'itm_1', seat_maps: [seatMap], selected_seats: [] }] };
  expect(presentAnswer('get_trip_seat_maps', answer, screen)).toBe(
    [
      'itm_1 · s1-1 · 320 · economy',
      'Row  Free seats  Price',
      '  1  1A          19.89 USD',
      ' 12  12A 12B     7.02 USD',
    ].join('\n'),
  );
});

import { expect, test } from 'vitest';
import { aDuffelQuery, reference } from '../../../../test/support/suppliers/duffel-reading.ts';
import { NO_FLIGHT_FILTER, type FlightQuery } from '../../../travel/flight.ts';
import { NO_PASSENGERS } from '../../../travel/passengers.ts';
import { toOfferRequests } from './search-request.ts';

const requests = (changes: Partial<FlightQuery>) => toOfferRequests(aDuffelQuery(changes), reference.places);
const airportsOf = (city: string) => reference.places.city(city)?.airports ?? [];
const endsOf = (changes: Partial<FlightQuery>) =>
  requests(changes).map(({ slices }) => slices.map(({ origin, destination }) => `${origin}-${destination}`).join(' '));
const date = '2027-03-01';

test('an airport is sent by its code, a whole city by the city’s', () => {
  expect(endsOf({})).toEqual(['LHR-JFK']);
  expect(airportsOf('LON').length).toBeGreaterThan(1);
  const there = { origins: airportsOf('LON'), destinations: airportsOf('NYC').toReversed(), date };
  const back = { origins: there.destinations, destinations: there.origins, date: '2027-03-08' };
  expect(endsOf({ slices: [there, back] })).toEqual(['LON-NYC NYC-LON']);
});

test('airports that are no city are pairs, of which few are searched; a return flies back between the same two', () => {
  const there = { origins: ['LHR', 'MAN'], destinations: ['JFK', 'BOS', 'ORD'], date };
  const back = { origins: there.destinations, destinations: there.origins, date: '2027-03-08' };
  expect(endsOf({ slices: [there, back] })).toEqual([
    'LHR-JFK JFK-LHR',
    'LHR-BOS BOS-LHR',
    'LHR-ORD ORD-LHR',
    'MAN-JFK JFK-MAN',
  ]);
});

test('everybody below 18 is sent by age, everybody else as an adult', () => {
  const party = { ...NO_PASSENGERS, adt: 1, chd: 2, inf_lap: 1, youth: 2, student: 1 };
  expect(requests({ passengers: party, ages: [3, 11, 0, 15, 24, 40] })[0]?.passengers).toEqual([
    { type: 'adult' },
    { age: 3 },
    { age: 11 },
    { age: 0 },
    { age: 15 },
    { type: 'adult' },
    { type: 'adult' },
  ]);
  expect(requests({ passengers: party })[0]?.passengers).toEqual([
    { type: 'adult' },
    { age: 8 },
    { age: 8 },
    { age: 1 },
    { type: 'adult' },
    { type: 'adult' },
    { type: 'adult' },
  ]);
});

test('Duffel has no seat for an infant, so nothing is asked', () => {
  expect(requests({ passengers: { ...NO_PASSENGERS, adt: 1, inf_seat: 1 } })).toEqual([]);
});

test('windows of time are sent with their direction, those over midnight are not', () => {
  const times = [
    { departure: { earliest: 360, latest: 725 }, arrival: undefined },
    { departure: { earliest: 1_320, latest: 120 }, arrival: { earliest: 0, latest: 1_439 } },
  ];
  const back = { origins: ['JFK'], destinations: ['LHR'], date: '2027-03-08' };
  const [request] = requests({ slices: [...aDuffelQuery().slices, back], only: { ...NO_FLIGHT_FILTER, times } });
  expect(request?.slices).toEqual([
    { origin: 'LHR', destination: 'JFK', departure_date: date, departure_time: { from: '06:00', to: '12:05' } },
    { origin: 'JFK', destination: 'LHR', departure_date: '2027-03-08', arrival_time: { from: '00:00', to: '23:59' } },
  ]);
});

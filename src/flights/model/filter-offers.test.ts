import { describe, expect, test } from 'vitest';
import { aFare, anOffer, aSegment, aSlice } from '../../../test/support/products/flights.ts';
import type { FlightOffer } from '../../travel/flight.ts';
import { compileFilters, passesFareTests, passesOfferTests } from './filter-offers.ts';
import { type FlightFilters, NO_FILTERS } from './flight-search.ts';

/** CDG 08:00 → LHR 09:00, 90 minutes there, LHR 10:30 → JFK 18:30. */
const viaLondon = anOffer({
  slices: [
    aSlice(
      aSegment({
        from: 'CDG',
        to: 'LHR',
        departs: '2027-03-05T08:00:00',
        arrives: '2027-03-05T09:00:00',
        marketingCarrier: 'BA',
        operatingCarrier: 'AF',
      }),
      aSegment({
        from: 'LHR',
        to: 'JFK',
        departs: '2027-03-05T10:30:00',
        arrives: '2027-03-05T18:30:00',
        marketingCarrier: 'BA',
        operatingCarrier: 'BA',
      }),
    ),
  ],
});
/** CDG → LHR, 60 minutes there, → KEF, 150 minutes there, → JFK. */
const twoStops = anOffer({
  slices: [
    aSlice(
      aSegment({ from: 'CDG', to: 'LHR', departs: '2027-03-05T08:00:00', arrives: '2027-03-05T09:00:00' }),
      aSegment({
        from: 'LHR',
        to: 'KEF',
        departs: '2027-03-05T10:00:00',
        arrives: '2027-03-05T13:00:00',
        operatingCarrier: 'FI',
      }),
      aSegment({
        from: 'KEF',
        to: 'JFK',
        departs: '2027-03-05T15:30:00',
        arrives: '2027-03-05T21:30:00',
        marketingCarrier: 'FI',
      }),
    ),
  ],
});
/** Leaves 10:00, arrives 18:00; 480 minutes. */
const direct = anOffer();
/** Out at 10:00, back at 23:30, landing 07:30. */
const andBack = anOffer({
  slices: [
    aSlice(aSegment()),
    aSlice(aSegment({ from: 'JFK', to: 'CDG', departs: '2027-03-12T23:30:00', arrives: '2027-03-13T07:30:00' })),
  ],
});

function passes(offer: FlightOffer, filters: Partial<FlightFilters>): boolean {
  return passesOfferTests(compileFilters({ ...NO_FILTERS, ...filters }), offer);
}
function passesFare(part: Parameters<typeof aFare>[0], filters: Partial<FlightFilters>): boolean {
  const fare = aFare(part);
  return passesFareTests(compileFilters({ ...NO_FILTERS, ...filters }), fare, fare.total);
}
const at = (hour: number, minute = 0) => hour * 60 + minute;

describe('filters on flights', () => {
  test('without filters everything passes', () => {
    expect([viaLondon, direct, andBack].every((offer) => passes(offer, {}))).toBe(true);
  });
  test('stops count per direction', () => {
    expect(passes(direct, { stopsMax: 0 })).toBe(true);
    expect(passes(viaLondon, { stopsMax: 0 })).toBe(false);
    expect(passes(viaLondon, { stopsMax: 1 })).toBe(true);
  });
  test('included carriers must sell every flight', () => {
    expect(passes(viaLondon, { includeCarriers: ['BA'] })).toBe(true);
    expect(passes(direct, { includeCarriers: ['BA'] })).toBe(false);
  });
  test('an excluded carrier neither sells nor operates a flight', () => {
    expect(passes(viaLondon, { excludeCarriers: ['AF'] })).toBe(false);
    expect(passes(viaLondon, { excludeCarriers: ['LH'] })).toBe(true);
  });
  test('total duration counts all directions, bound included', () => {
    expect(passes(andBack, { totalDurationMinutesMax: 960 })).toBe(true);
    expect(passes(andBack, { totalDurationMinutesMax: 959 })).toBe(false);
  });
  test('departure window, both ends included', () => {
    expect(passes(direct, { departureWindow: { earliest: at(9), latest: at(10) } })).toBe(true);
    expect(passes(direct, { departureWindow: { earliest: at(10, 1), latest: at(23) } })).toBe(false);
  });
  test('arrival window', () => {
    expect(passes(direct, { arrivalWindow: { earliest: at(18), latest: at(19) } })).toBe(true);
    expect(passes(direct, { arrivalWindow: { earliest: 0, latest: at(12) } })).toBe(false);
  });
  test('return departure window may run over midnight', () => {
    expect(passes(andBack, { returnDepartureWindow: { earliest: at(22), latest: at(2) } })).toBe(true);
    expect(passes(andBack, { returnDepartureWindow: { earliest: at(2), latest: at(22) } })).toBe(false);
  });
  test('return arrival window', () => {
    expect(passes(andBack, { returnArrivalWindow: { earliest: at(7), latest: at(8) } })).toBe(true);
    expect(passes(andBack, { returnArrivalWindow: { earliest: at(8), latest: at(9) } })).toBe(false);
  });
  test('via airports ask every direction to connect there', () => {
    expect(passes(viaLondon, { viaAirports: ['LHR', 'AMS'] })).toBe(true);
    expect(passes(viaLondon, { viaAirports: ['AMS'] })).toBe(false);
    expect(passes(direct, { viaAirports: ['LHR'] })).toBe(false);
  });
  test('excluded via airports hide connections, not direct flights', () => {
    expect(passes(viaLondon, { excludeViaAirports: ['LHR'] })).toBe(false);
    expect(passes(direct, { excludeViaAirports: ['LHR'] })).toBe(true);
    expect(passes(viaLondon, { excludeViaAirports: ['AMS'] })).toBe(true);
  });
  test('every connection of a direction is judged, not the first alone', () => {
    expect(passes(twoStops, { viaAirports: ['KEF'] })).toBe(true);
    expect(passes(twoStops, { excludeViaAirports: ['KEF'] })).toBe(false);
    expect(passes(twoStops, { connectionMinutesMin: 61 })).toBe(false);
    expect(passes(twoStops, { connectionMinutesMin: 60, connectionMinutesMax: 150 })).toBe(true);
    expect(passes(twoStops, { connectionMinutesMax: 149 })).toBe(false);
    expect(passes(twoStops, { stopsMax: 1 })).toBe(false);
    expect(passes(twoStops, { includeCarriers: ['AF'] })).toBe(false);
    expect(passes(twoStops, { excludeCarriers: ['FI'] })).toBe(false);
  });
  test('a change of airports is at both of them', () => {
    const changing = anOffer({
      slices: [
        aSlice(
          aSegment({ to: 'LHR', arrives: '2027-03-05T11:00:00' }),
          aSegment({ from: 'LGW', departs: '2027-03-05T15:00:00' }),
        ),
      ],
    });
    for (const airport of ['LHR', 'LGW']) {
      expect([
        passes(changing, { viaAirports: [airport] }),
        passes(changing, { excludeViaAirports: [airport] }),
      ]).toEqual([true, false]);
    }
  });
  test('connection time, both ends included; a direct flight has none to judge', () => {
    expect(passes(viaLondon, { connectionMinutesMin: 90, connectionMinutesMax: 90 })).toBe(true);
    expect(passes(viaLondon, { connectionMinutesMin: 91 })).toBe(false);
    expect(passes(viaLondon, { connectionMinutesMax: 89 })).toBe(false);
    expect(passes(direct, { connectionMinutesMin: 91 })).toBe(true);
  });
});

describe('filters on fares', () => {
  test('highest price, bound included', () => {
    expect(passesFare({ price: 50_000 }, { priceMax: { value: 50_000, currency: 'USD' } })).toBe(true);
    expect(passesFare({ price: 50_001 }, { priceMax: { value: 50_000, currency: 'USD' } })).toBe(false);
  });
  test('cabin', () => {
    expect(passesFare({ cabinClass: 'business' }, { cabinClass: 'business' })).toBe(true);
    expect(passesFare({ cabinClass: 'economy' }, { cabinClass: 'business' })).toBe(false);
  });
  test('refundable only', () => {
    expect(passesFare({ isRefundable: true }, { isRefundableOnly: true })).toBe(true);
    expect(passesFare({ isRefundable: false }, { isRefundableOnly: true })).toBe(false);
  });
  test('changeable only', () => {
    expect(passesFare({ isChangeable: true }, { isChangeableOnly: true })).toBe(true);
    expect(passesFare({ isChangeable: false }, { isChangeableOnly: true })).toBe(false);
  });
  test('checked bag included', () => {
    expect(
      passesFare({ checkedBags: { pieces: 1, weight: 23, dimensions: undefined } }, { hasCheckedBagOnly: true }),
    ).toBe(true);
    expect(passesFare({}, { hasCheckedBagOnly: true })).toBe(false);
  });
});

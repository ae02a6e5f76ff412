import { describe, expect, test } from 'vitest';
import { aFare, anOffer, aSegment, aSlice, fewPlaces } from '../../../test/support/products/flights.ts';
import { describeBags, describeFlight, presentFlightDetails } from './describe-flight.ts';

const back = aSlice(
  aSegment({ from: 'JFK', to: 'CDG', departs: '2027-03-19T20:00:00', arrives: '2027-03-20T04:00:00' }),
);
const out = aSlice(aSegment());

describe('describeFlight', () => {
  test('one way', () => {
    expect(describeFlight(anOffer(), aFare(), fewPlaces)).toBe(
      'Paris (CDG) to New York (JFK), 5 Mar 2027, Air France, Light',
    );
  });
  test('there and back', () => {
    expect(describeFlight(anOffer({ slices: [out, back] }), aFare(), fewPlaces)).toBe(
      'Paris (CDG) to New York (JFK) and back, 5 Mar – 19 Mar 2027, Air France, Light',
    );
  });
  test('back to another airport names both ways', () => {
    const elsewhere = aSlice(
      aSegment({ from: 'LGA', to: 'CDG', departs: '2028-01-02T20:00:00', arrives: '2028-01-03T04:00:00' }),
    );
    expect(describeFlight(anOffer({ slices: [out, elsewhere] }), aFare(), fewPlaces)).toBe(
      'Paris (CDG) to New York (JFK); New York (LGA) to Paris (CDG), 5 Mar 2027 – 2 Jan 2028, Air France, Light',
    );
  });
});

test('bags in words', () => {
  expect(describeBags({ pieces: 0, weight: undefined, dimensions: undefined }, 'checked bag')).toBe('No checked bag');
  expect(describeBags({ pieces: 2, weight: 23, dimensions: undefined }, 'checked bag')).toBe('2 checked bags of 23 kg');
});

test('details of a trip item hold the slices with layovers and carriers', () => {
  const connecting = aSlice(
    aSegment({
      from: 'CDG',
      to: 'LHR',
      departs: '2027-03-05T08:00:00',
      arrives: '2027-03-05T09:00:00',
      cabinClass: 'economy',
    }),
    aSegment({
      from: 'LHR',
      to: 'JFK',
      departs: '2027-03-05T10:30:00',
      arrives: '2027-03-05T18:30:00',
      marketingCarrier: 'BA',
    }),
  );
  const details = presentFlightDetails(anOffer({ slices: [connecting] }), aFare(), fewPlaces, 'http://bly.test');
  expect(details.slices[0]).toMatchObject({
    origin: 'CDG',
    destination: 'JFK',
    origin_city_name: 'Paris',
    duration_minutes: 630,
    segments: [
      {
        cabin_class: 'economy',
        layover_minutes_after: 90,
        depart: { airport: 'CDG', time_local: '2027-03-05T08:00:00' },
      },
      {
        cabin_class: null,
        layover_minutes_after: null,
        marketing_carrier_info: {
          code: 'BA',
          name: 'British Airways',
          logo: 'http://bly.test/assets/airlines/BA.svg',
          is_lcc: false,
        },
      },
    ],
  });
});

test('details tell the windows of one rule apart by their minutes', () => {
  const rule = {
    ruleType: 'change',
    isAllowed: true,
    fee: { value: 7_500, currency: 'USD' },
    minMinutesBeforeDeparture: undefined,
    maxMinutesBeforeDeparture: undefined,
    maxMinutesAfterDeparture: undefined,
  } as const;
  const fare = aFare({
    rules: [
      { ...rule, minMinutesBeforeDeparture: 1_440 },
      { ...rule, minMinutesBeforeDeparture: 60, maxMinutesBeforeDeparture: 1_440 },
      { ...rule, ruleType: 'no_show', maxMinutesAfterDeparture: 60 },
    ],
  });
  expect(presentFlightDetails(anOffer(), fare, fewPlaces, 'http://bly.test').fare_rules).toMatchObject([
    {
      rule_type: 'change',
      min_minutes_before_departure: 1_440,
      max_minutes_before_departure: null,
      max_minutes_after_departure: null,
    },
    {
      rule_type: 'change',
      min_minutes_before_departure: 60,
      max_minutes_before_departure: 1_440,
      max_minutes_after_departure: null,
    },
    {
      rule_type: 'no_show',
      min_minutes_before_departure: null,
      max_minutes_before_departure: null,
      max_minutes_after_departure: 60,
    },
  ]);
});

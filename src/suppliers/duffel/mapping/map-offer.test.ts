import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { NO_PASSENGERS } from '../../../travel/passengers.ts';
import { offerSamples, searchSamples } from '../../../../test/support/suppliers/golden/duffel/search-samples.ts';
import { createLocalTimes } from './local-times.ts';
import { type MappedOffer, mapOffer } from './map-offer.ts';
import { mapSearch, unpackOffer } from '../search/map-search.ts';
import type { MappingTools } from './map-slices.ts';
import { toObject, toObjects } from './read-json.ts';
import { readOffer, UnreadableOffer } from './wire-offers.ts';
import type { JsonObject } from '../../../platform/text/json-object.ts';

const tools: MappingTools = {
  airports: new Map([['MUC', { cityCode: 'MUC', zone: 'Europe/Berlin' }]]),
  times: createLocalTimes(),
};

/** Segments of the golden sample contradict each other in time: those of this offer follow one another. */
function anOffer(changes: JsonObject = {}): JsonObject {
  const sample = toObject(JSON.parse(JSON.stringify(offerSamples[0]))) ?? {};
  return { ...sample, slices: [aSlice()], ...changes };
}
function aSlice(changes: JsonObject = {}, segments: readonly JsonObject[] = [aSegment()]): JsonObject {
  const [sample] = asObjects(toObject(JSON.parse(JSON.stringify(offerSamples[0])))?.['slices']);
  return { ...sample, ...changes, segments };
}
function aSegment(changes: JsonObject = {}): JsonObject {
  const [slice] = asObjects(toObject(JSON.parse(JSON.stringify(offerSamples[0])))?.['slices']);
  const [segment] = asObjects(slice?.['segments']);
  // The sample gives Munich London's zone.
  const munich = { ...toObject(segment?.['destination']), time_zone: 'Europe/Berlin' };
  return { ...segment, destination: munich, ...changes };
}
function asObjects(value: unknown): readonly JsonObject[] {
  return toObjects(value) ?? [];
}
const map = (offer: unknown): MappedOffer => mapOffer(readOffer(offer), tools);
function partOf(offer: unknown): string | undefined {
  try {
    map(offer);
    return undefined;
  } catch (error) {
    if (error instanceof UnreadableOffer) return error.part;
    throw error;
  }
}
const withCondition = (change: unknown) =>
  map(anOffer({ conditions: { change_before_departure: change, refund_before_departure: null } }));

test('an offer is one fare of its flights, exact to the minor unit and to the minute', () => {
  const { fare, slices, owner, expiresAt, emissionsKg } = map(anOffer());
  expect(fare).toMatchObject({
    fareKey: 'off_0000AcSb88q78lMMAsQ8ji',
    brandName: 'Basic',
    cabinClass: 'economy',
    fareBasisCodes: ['Y20LGTN2'],
    total: { value: 10_580, currency: 'GBP' },
    partyTaxes: { value: 1_580, currency: 'GBP' },
    bookingFees: { value: 0, currency: 'GBP' },
    checkedBags: { pieces: 1 },
    carryOn: { pieces: 1 },
    hasSeatSelection: true,
    hasPriorityBoarding: false,
    voidWindow: 'none',
  });
  expect({ owner, emissionsKg, expiresAt: expiresAt?.toISOString() }).toEqual({
    owner: 'ZZ',
    emissionsKg: 460,
    expiresAt: '2027-01-10T09:30:00.000Z',
  });
  expect(slices).toEqual([
    {
      origin: 'LHR',
      destination: 'MUC',
      departureDate: '2027-03-01',
      durationMinutes: 110,
      segments: [
        {
          segmentId: 's1-1',
          marketingCarrier: 'ZZ',
          operatingCarrier: 'ZZ',
          carrierNames: { ZZ: 'Duffel Airways' },
          flightNumber: 'ZZ109',
          aircraft: '320',
          durationMinutes: 110,
          distanceKm: 942,
          depart: {
            airport: 'LHR',
            cityCode: 'LON',
            terminal: '2',
            timeLocal: '2027-03-01T09:15:00',
            instant: new Date('2027-03-01T09:15:00Z'),
          },
          arrive: {
            airport: 'MUC',
            cityCode: 'MUC',
            terminal: '1',
            timeLocal: '2027-03-01T12:05:00',
            instant: new Date('2027-03-01T11:05:00Z'),
          },
        },
      ],
    },
  ]);
});

describe('what Duffel leaves out is unknown', () => {
  test('nothing is made up for a sparse offer', () => {
    const segment = aSegment({
      aircraft: null,
      duration: null,
      distance: null,
      origin_terminal: null,
      operating_carrier_flight_number: null,
      passengers: [
        { passenger_id: 'pas_0000AUde3KY1SptM6ABSfU', cabin_class: 'economy', fare_basis_code: null, baggages: null },
      ],
    });
    const slice = aSlice({ fare_brand_name: null, duration: null, conditions: { advance_seat_selection: null } }, [
      segment,
    ]);
    const { fare, slices, emissionsKg, expiresAt } = map(
      anOffer({
        slices: [slice],
        tax_amount: null,
        tax_currency: null,
        total_emissions_kg: null,
        expires_at: null,
        conditions: { change_before_departure: null, refund_before_departure: null },
      }),
    );
    expect(fare).toMatchObject({
      brandName: undefined,
      brandCode: undefined,
      fareBasisCodes: [],
      bookingClasses: [],
      seatsLeft: undefined,
      passengerPrices: [],
      partyTaxes: undefined,
      isChangeable: undefined,
      isRefundable: undefined,
      isNameChangeable: undefined,
      rules: [],
      checkedBags: { pieces: undefined, weight: undefined },
      carryOn: { pieces: undefined },
      hasSeatSelection: undefined,
      hasPriorityBoarding: undefined,
    });
    expect(slices[0]?.segments[0]).toMatchObject({ aircraft: undefined, distanceKm: undefined, durationMinutes: 110 });
    expect({ emissionsKg, expiresAt }).toEqual({ emissionsKg: undefined, expiresAt: undefined });
  });

  test.each([
    [null, undefined, []],
    [{ allowed: null }, undefined, []],
    [{ allowed: false, penalty_amount: null, penalty_currency: null }, false, [{ isAllowed: false, fee: undefined }]],
    [{ allowed: true, penalty_amount: null, penalty_currency: null }, true, [{ isAllowed: true, fee: 'unknown' }]],
    [{ allowed: true, penalty_amount: 'some', penalty_currency: 'GBP' }, true, [{ isAllowed: true, fee: 'unknown' }]],
    [{ allowed: true, penalty_amount: '0.00', penalty_currency: 'GBP' }, true, [{ isAllowed: true, fee: undefined }]],
    [
      { allowed: true, penalty_amount: '7001', penalty_currency: 'JPY' },
      true,
      [{ isAllowed: true, fee: { value: 3_501, currency: 'JPY' } }],
    ],
  ])('condition %j', (condition, isChangeable, rules) => {
    const { fare } = withCondition(condition);
    expect(fare.isChangeable).toBe(isChangeable);
    expect(fare.rules).toMatchObject(rules.map((rule) => ({ ruleType: 'change', ...rule })));
    expect(fare.rules).toHaveLength(rules.length);
  });

  test('a fee for the party is never announced to each traveler as less than their share', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 10_000_000 }), fc.integer({ min: 1, max: 9 }), (minor, count) => {
        const passengers = Array.from({ length: count }, (_, index) => ({
          id: `pas_${index}`,
          type: 'adult',
          age: null,
        }));
        const penalty = { allowed: true, penalty_amount: (minor / 100).toFixed(2), penalty_currency: 'EUR' };
        const conditions = { change_before_departure: penalty, refund_before_departure: null };
        const fee = map(anOffer({ passengers, conditions })).fare.rules[0]?.fee;
        const value = typeof fee === 'object' ? fee.value : 0;
        expect(value * count).toBeGreaterThanOrEqual(minor);
        expect(value * count - minor).toBeLessThan(count);
      }),
    );
  });

  test('an empty list of bags is none, and the one who has least decides', () => {
    const passengers = ['pas_1', 'pas_2'].map((id) => ({ id, type: 'adult', age: null }));
    const segment = (first: unknown, second: unknown) =>
      aSegment({
        passengers: [first, second].map((baggages, index) => ({
          passenger_id: `pas_${index + 1}`,
          cabin_class: 'economy',
          baggages,
        })),
      });
    const bags = (first: unknown, second: unknown) => {
      const { checkedBags, carryOn } = map(
        anOffer({ passengers, slices: [aSlice({}, [segment(first, second)])] }),
      ).fare;
      return [checkedBags.pieces, carryOn.pieces];
    };
    const two = [
      { type: 'checked', quantity: 2 },
      { type: 'carry_on', quantity: 1 },
    ];
    expect(bags(two, two)).toEqual([2, 1]);
    expect(bags(two, [{ type: 'checked', quantity: 1 }])).toEqual([1, 0]);
    expect(bags(two, [])).toEqual([0, 0]);
    expect(bags(two, null)).toEqual([undefined, undefined]);
  });
});

test('a carrier without a code goes by its name, a place we do not know by its code', () => {
  const nameless = { id: 'arl_x', name: 'Northern Seaplanes', iata_code: null };
  const harbour = { iata_code: 'XQZ', name: 'Harbour', time_zone: 'America/Vancouver', iata_city_code: null };
  const segment = aSegment({ marketing_carrier: nameless, operating_carrier: nameless, destination: harbour });
  const { slices, owner } = map(anOffer({ owner: nameless, slices: [aSlice({}, [segment])] }));
  expect(owner).toBe('Northern Seaplanes');
  expect(slices[0]?.segments[0]).toMatchObject({
    marketingCarrier: 'Northern Seaplanes',
    flightNumber: '109',
    arrive: { airport: 'XQZ', cityCode: 'XQZ' },
  });
});

describe('what travelers must bring', () => {
  test('names, titles and the party as it was searched', () => {
    expect(map(anOffer()).requirements).toEqual({
      ages: { adultFrom: 18, others: [14] },
      titles: ['mr', 'ms', 'mrs', 'miss', 'dr'],
      nameLengthMax: 20,
      needsLatinNames: true,
      needsDistinctNames: true,
    });
  });
  test('documents, of the kinds we know', () => {
    const offer = anOffer({
      passenger_identity_documents_required: true,
      supported_passenger_identity_document_types: ['passport', 'library_card'],
    });
    expect(map(offer).requirements.documents).toEqual(['passport']);
    expect(partOf({ ...offer, supported_passenger_identity_document_types: ['library_card'] })).toBe('documents');
  });
});

describe('what cannot be sold is named', () => {
  test.each([
    ['id', null],
    ['id', { ...anOffer(), id: 7 }],
    ['partial', anOffer({ partial: true })],
    ['price', anOffer({ total_amount: '1e3' })],
    ['price', anOffer({ total_amount: '10.801' })],
    ['price', anOffer({ total_amount: '-5.00' })],
    ['price', anOffer({ total_amount: 105.8 })],
    ['price', anOffer({ total_currency: null })],
    ['expiry', anOffer({ expires_at: 'soon' })],
    ['passengers', anOffer({ passengers: [] })],
    ['slices', anOffer({ slices: [] })],
    ['slices', anOffer({ slices: [aSlice({}, [])] })],
    ['times', anOffer({ slices: [aSlice({}, [aSegment({ departing_at: '2027-03-01T09:15:00Z' })])] })],
    ['times', anOffer({ slices: [aSlice({}, [aSegment({ departing_at: '2027-02-30T09:15:00' })])] })],
    ['times', anOffer({ slices: [aSlice({}, [aSegment({ arriving_at: '2027-03-01T09:15:00' })])] })],
    ['times', anOffer({ slices: [aSlice({}, [aSegment(), aSegment()])] })],
    ['times', anOffer({ slices: [aSlice({}, [aSegment({ origin: { iata_code: 'XQZ', time_zone: 'Mars/Base' } })])] })],
    ['times', anOffer({ slices: [aSlice({}, [aSegment({ origin: { iata_code: 'XQZ' } })])] })],
    ['places', anOffer({ slices: [aSlice({}, [aSegment({ origin: null })])] })],
    ['carriers', anOffer({ owner: { iata_code: null, name: '' } })],
    ['cabin', anOffer({ slices: [aSlice({}, [aSegment({ passengers: [] })])] })],
    ['cabin', anOffer({ slices: [aSlice({}, [aSegment({ passengers: [{ cabin_class: 'deluxe' }] })])] })],
  ])('%s', (part, offer) => {
    expect(partOf(offer)).toBe(part);
  });

  test('whatever stands in the place of anything, an offer is mapped or named, and never throws otherwise', () => {
    const junk = fc.jsonValue({ maxDepth: 2 });
    const paths = ['id', 'total_amount', 'total_currency', 'owner', 'passengers', 'slices', 'conditions', 'expires_at'];
    const offers = fc.oneof(
      junk,
      fc.tuple(fc.constantFrom(...paths), junk).map(([path, value]) => anOffer({ [path]: value })),
      fc
        .tuple(fc.constantFrom(...Object.keys(aSegment())), junk)
        .map(([path, value]) => anOffer({ slices: [aSlice({}, [aSegment({ [path]: value })])] })),
      fc
        .tuple(fc.constantFrom(...Object.keys(aSlice())), junk)
        .map(([path, value]) => anOffer({ slices: [{ ...aSlice(), [path]: value }] })),
    );
    fc.assert(
      fc.property(offers, (offer) => void partOf(offer)),
      { numRuns: 500 },
    );
  });
});

test('the cabin is that of the longest flight, and a journey in mixed cabins is one of its own', () => {
  const inCabin = (cabin: string) => [{ passenger_id: 'pas_0000AUde3KY1SptM6ABSfU', cabin_class: cabin, baggages: [] }];
  const long = { departing_at: '2027-03-01T14:00:00', arriving_at: '2027-03-01T23:00:00' };
  const offer = (feeder: string, main: string) =>
    map(
      anOffer({
        slices: [
          aSlice({}, [aSegment({ passengers: inCabin(feeder) }), aSegment({ ...long, passengers: inCabin(main) })]),
        ],
      }),
    );
  expect(offer('economy', 'business').fare.cabinClass).toBe('business');
  expect(offer('economy', 'business').journey).not.toBe(offer('business', 'business').journey);
  expect(offer('economy', 'economy').journey).toBe(offer('business', 'business').journey);
});

describe('a whole answer', () => {
  const task = { passengers: { ...NO_PASSENGERS, adt: 2 }, journeysMax: 300, resultSet: 'set', receivedAtMs: 0 };
  const search = (offers: readonly unknown[]) =>
    mapSearch({ id: 'orq_1', created_at: '2027-01-10T09:00:00Z', offers }, tools, task);

  test('every golden sample is an answer', () => {
    for (const sample of searchSamples)
      expect(mapSearch(JSON.parse(JSON.stringify(sample)), tools, task)).toMatchObject({
        searchId: 'orq_0000AcSb88q78lMMAsQ8jj',
        // The samples' second flight leaves before the first one lands.
        unreadable: { times: 3 },
      });
  });

  test('fares of the same flights are one journey, cheapest first, and a bad offer leaves out itself alone', () => {
    const flex = aSlice({ fare_brand_name: 'Flex' });
    const found = search([
      anOffer({ id: 'off_flex', total_amount: '300.00', slices: [flex] }),
      anOffer({ id: 'off_basic' }),
      { broken: true },
      anOffer({ id: 'off_twin', total_amount: '105.90' }),
      anOffer({ id: 'off_over', expires_at: '2027-01-10T09:00:00Z' }),
      anOffer({
        id: 'off_other',
        total_amount: '50.00',
        slices: [aSlice({}, [aSegment({ marketing_carrier_flight_number: '7' })])],
      }),
    ]);
    expect(found).toMatchObject({ omitted: 0, unreadable: { id: 1, expiry: 1 }, lifeMs: 900_000 });
    expect(found?.offers.map(({ offerKey, fares }) => [offerKey, fares.map(({ fareKey }) => fareKey)])).toEqual([
      ['off_other~set', ['off_other']],
      ['off_basic~set', ['off_basic', 'off_flex']],
    ]);
    expect(Object.keys(found?.seatings ?? {}).sort()).toEqual(['off_basic', 'off_flex', 'off_other']);
  });

  test('offers are the same after they were stored', () => {
    const [packed] = search([anOffer()])?.offers ?? [];
    const stored = packed && unpackOffer(JSON.parse(JSON.stringify(packed)));
    expect(stored).toEqual(packed && unpackOffer(packed));
    expect(stored?.slices[0]?.segments[0]?.depart.instant).toEqual(new Date('2027-03-01T09:15:00Z'));
    expect(stored?.expiresAt).toEqual(new Date('2027-01-10T09:30:00Z'));
  });

  test('beyond the bound the cheapest stay, and the cheapest of each airline', () => {
    const other = { id: 'arl_yy', name: 'Other', iata_code: 'YY' };
    const offers = Array.from({ length: 12 }, (_, index) =>
      anOffer({
        id: `off_${index}`,
        total_amount: `${100 + index}.00`,
        owner: index < 10 ? undefined : other,
        ...(index < 10 ? { owner: anOffer()['owner'] } : {}),
        slices: [aSlice({}, [aSegment({ marketing_carrier_flight_number: String(index + 1) })])],
      }),
    );
    const found = mapSearch({ id: 'orq_1', offers }, tools, { ...task, journeysMax: 4 });
    expect(found?.offers.map(({ fares }) => fares[0]?.fareKey)).toEqual(['off_0', 'off_1', 'off_2', 'off_10']);
    expect(found?.omitted).toBe(8);
  });

  test.each([[undefined], [null], [[]], [{ id: 'orq_1' }], [{ offers: [] }]])('%j is none', (data) => {
    expect(mapSearch(data, tools, task)).toBeUndefined();
  });
});

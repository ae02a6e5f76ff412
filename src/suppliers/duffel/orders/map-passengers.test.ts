import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { SupplierTraveler } from '../../ports/supplier.ts';
import { matchPassengers } from './map-passengers.ts';
import type { OrderableOffer } from './wire-orders.ts';

const LAST_DAY = '2027-03-08';

/** The slices of a return; the last one leaves on 8 March 2027. */
const slices = ['2027-03-01', LAST_DAY].map((day) => ({
  segments: [
    {
      id: `seg_${day}`,
      origin: { iata_code: 'LHR' },
      destination: { iata_code: 'JFK' },
      departing_at: `${day}T09:00:00`,
      marketing_carrier: { iata_code: 'ZZ', name: 'Duffel Airways' },
      marketing_carrier_flight_number: '1',
    },
  ],
})) satisfies OrderableOffer['slices'];

/** Somebody who is of an age on the last day, born so many days before it. */
function aTraveler(travelerId: string, age: number, daysBefore = 0): SupplierTraveler {
  const born = new Date(`${Number(LAST_DAY.slice(0, 4)) - age}${LAST_DAY.slice(4)}T00:00:00Z`);
  born.setUTCDate(born.getUTCDate() - daysBefore);
  return {
    travelerId,
    type: age >= 18 ? 'ADULT' : age < 2 ? 'INFANT' : 'CHILD',
    firstName: 'A',
    lastName: 'B',
    dateOfBirth: born.toISOString().slice(0, 10),
    gender: 'FEMALE',
    title: undefined,
  };
}

test('whatever the party and its order, every traveler is one passenger of its own age', () => {
  const ages = fc.array(fc.integer({ min: 0, max: 80 }), { minLength: 1, maxLength: 9 });
  fc.assert(
    fc.property(ages, fc.integer({ min: 0, max: 300 }), fc.infiniteStream(fc.nat()), (party, days, chance) => {
      const passengers = party.map((age, index) => ({ id: `pas_${index}`, type: 'word', age: age >= 18 ? null : age }));
      const asSearched = passengers.map((one) => ({ ...one, type: one.age === null ? 'adult' : one.type }));
      const travelers = party.map((age, index) => aTraveler(`pax_${index}`, age, days));
      const shuffled = travelers
        .map((traveler) => ({ traveler, key: chance.next().value }))
        .toSorted((one, other) => one.key - other.key)
        .map(({ traveler }) => traveler);
      const matched = matchPassengers({ passengers: asSearched, slices }, shuffled);
      if (matched.kind !== 'matched') throw new Error(matched.reason);
      expect(new Set(Object.values(matched.ids)).size).toBe(party.length);
      for (const [travelerId, id] of Object.entries(matched.ids)) {
        const age = party[Number(travelerId.slice(4))] ?? -1;
        expect(asSearched.find((one) => one.id === id)?.age ?? 'adult').toBe(age >= 18 ? 'adult' : age);
      }
    }),
  );
});

test('an age that is off by one, and one traveler too many or too few, match nobody', () => {
  const passengers = [
    { id: 'pas_1', type: 'adult', age: null },
    { id: 'pas_2', type: 'child', age: 7 },
  ];
  const match = (...travelers: readonly SupplierTraveler[]) => matchPassengers({ passengers, slices }, travelers).kind;
  const adult = aTraveler('pax_1', 30);
  expect(match(adult, aTraveler('pax_2', 7))).toBe('matched');
  // Seven until the day before the last departure, eight on it.
  expect(match(adult, aTraveler('pax_2', 7, 365))).toBe('matched');
  expect(match(adult, aTraveler('pax_2', 8))).toBe('obstacle');
  expect(match(adult, aTraveler('pax_2', 6))).toBe('obstacle');
  expect(match(adult)).toBe('obstacle');
  expect(match(adult, aTraveler('pax_2', 7), aTraveler('pax_3', 30))).toBe('obstacle');
});

test('where an offer states no age, the type of the passenger decides', () => {
  const passengers = [
    { id: 'pas_infant', type: 'infant_without_seat', age: null },
    { id: 'pas_adult', type: 'adult', age: null },
    { id: 'pas_child', type: 'child', age: null },
  ];
  const travelers = [aTraveler('pax_child', 9), aTraveler('pax_infant', 1), aTraveler('pax_adult', 40)];
  expect(matchPassengers({ passengers, slices }, travelers)).toEqual({
    kind: 'matched',
    ids: { pax_infant: 'pas_infant', pax_adult: 'pas_adult', pax_child: 'pas_child' },
  });
});

import { describe, expect, test } from 'vitest';
import { anItem, anOffer, aSlice, aTraveler, aTrip } from '../../../test/support/products/trips.ts';
import { aRate, aRental, aRentalItem, aStay, aStayItem } from '../../../test/support/products/products.ts';
import { asId } from '../../platform/ids.ts';
import { NO_PASSENGERS, type PassengerType } from '../../travel/passengers.ts';
import {
  findAgeProblems,
  findMissingDetails,
  findPersonProblems,
  lastTravelDay,
  replaceTravelers,
} from './travelers.ts';

const nextId = () => asId('traveler', 'pax_new');
const input = (part: Parameters<typeof aTraveler>[0]) => ({ ...aTraveler(part), travelerId: undefined });

describe('replacing the travelers', () => {
  test('the very same people are the very same list', () => {
    const before = [aTraveler()];
    expect(replaceTravelers(before, [input({})], nextId)).toBe(before);
  });

  test('a person is known by name whatever its case, and by a birth date that was not known before', () => {
    const before = [aTraveler({ dateOfBirth: undefined })];
    const [after] = replaceTravelers(before, [input({ firstName: 'NELLIE' })], nextId);
    expect(after).toMatchObject({ travelerId: 'pax_1', firstName: 'NELLIE', dateOfBirth: '1990-05-05' });
  });

  test('two of one name are told apart by birth date', () => {
    const before = [
      aTraveler({ dateOfBirth: '1960-01-01' }),
      aTraveler({ travelerId: asId('traveler', 'pax_2'), dateOfBirth: '1990-01-01' }),
    ];
    const after = replaceTravelers(
      before,
      [input({ dateOfBirth: '1990-01-01' }), input({ dateOfBirth: '1960-01-01' })],
      nextId,
    );
    expect(after.map((traveler) => traveler.travelerId)).toEqual(['pax_2', 'pax_1']);
  });

  test('an id that is repeated wins over the name; an unknown one is named', () => {
    const renamed = { ...input({ firstName: 'Elizabeth' }), travelerId: asId('traveler', 'pax_1') };
    expect(replaceTravelers([aTraveler()], [renamed], nextId)).toMatchObject([
      { travelerId: 'pax_1', firstName: 'Elizabeth' },
    ]);
    const stray = { ...input({}), travelerId: asId('traveler', 'pax_9') };
    expect(() => replaceTravelers([], [stray], nextId)).toThrow('travelers[0].pax_ref_id');
  });
});

describe('a correction', () => {
  const robert = aTraveler({ travelerId: asId('traveler', 'pax_2'), firstName: 'Robert' });
  const idsAfter = (...wanted: readonly ReturnType<typeof input>[]) =>
    replaceTravelers([aTraveler(), robert], wanted, nextId).map((traveler) => traveler.travelerId);

  test('of one traveler, at the same place and of the same type, keeps the id: a name misspelt, a birth date mistyped', () => {
    expect(idsAfter(input({ firstName: 'Nelly' }), input({ firstName: 'Robert' }))).toEqual(['pax_1', 'pax_2']);
    expect(idsAfter(input({ dateOfBirth: '1991-05-05' }), input({ firstName: 'Robert' }))).toEqual(['pax_1', 'pax_2']);
  });

  test('is somebody new when another type travels, at another place, or when several are replaced', () => {
    expect(idsAfter(input({ firstName: 'Nelly', passengerType: 'CHILD' }), input({ firstName: 'Robert' }))).toEqual([
      'pax_new',
      'pax_2',
    ]);
    expect(idsAfter(input({ firstName: 'Robert' }), input({ firstName: 'Nelly' }))).toEqual(['pax_2', 'pax_new']);
    expect(idsAfter(input({ firstName: 'Ann' }), input({ firstName: 'Bea' }))).toEqual(['pax_new', 'pax_new']);
  });
});

describe('who is wrong whatever the trip holds', () => {
  test('a traveler born after today, and an infant as the lead', () => {
    const infant = aTraveler({ passengerType: 'INFANT', dateOfBirth: '2026-03-02' });
    expect(findPersonProblems([infant, aTraveler()], '2026-03-01').map((field) => field.path)).toEqual([
      'travelers[0].date_of_birth',
      'travelers[0].passenger_type',
    ]);
    expect(findPersonProblems([aTraveler(), infant], '2026-03-02')).toEqual([]);
  });
});

describe('ages', () => {
  test('are judged on the day the last flight lands', () => {
    expect(lastTravelDay([anItem()])).toBe('2026-10-04');
    expect(lastTravelDay([])).toBeUndefined();
  });

  const fits = (passengerType: PassengerType, dateOfBirth: string) =>
    findAgeProblems([aTraveler({ passengerType, dateOfBirth })], [anItem()]).length === 0;

  test('change type on the birthday itself', () => {
    expect([fits('INFANT', '2024-10-05'), fits('INFANT', '2024-10-04'), fits('CHILD', '2024-10-04')]).toEqual([
      true,
      false,
      true,
    ]);
    expect([fits('CHILD', '2014-10-05'), fits('CHILD', '2014-10-04'), fits('ADULT', '2014-10-04')]).toEqual([
      true,
      false,
      true,
    ]);
    expect(fits('INFANT', '2026-10-05')).toBe(false);
  });

  test('are judged on the day of check-out or drop-off where nobody flies', () => {
    for (const items of [
      [aStayItem()],
      [aRentalItem()],
      [aRentalItem({ rental: aRental({ dropOff: aRental().pickUp }) }), aStayItem()],
    ]) {
      const problems = (passengerType: PassengerType) =>
        findAgeProblems([aTraveler({ passengerType, dateOfBirth: '2014-10-08' })], items);
      expect([problems('ADULT'), problems('CHILD')]).toEqual([
        [],
        [
          {
            path: 'travelers[0].date_of_birth',
            problem: 'makes this traveler 12 on the last travel day, 2026-10-08: a CHILD is 2 to 11',
          },
        ],
      ]);
    }
  });

  test('of hotel guests are those of the day of arrival, whatever they travel as by its end', () => {
    const stay = aStay({ rates: [aRate({ party: { adults: 1, childrenAges: [11] } })] });
    const child = (passengerType: PassengerType) =>
      aTraveler({ travelerId: asId('traveler', 'pax_2'), passengerType, dateOfBirth: '2014-10-08' });
    const missing = (passengerType: PassengerType) =>
      findMissingDetails(aTrip({ items: [aStayItem({ stay })], travelers: [aTraveler(), child(passengerType)] }));
    expect([missing('ADULT'), missing('CHILD').length]).toEqual([[], 1]);
  });
});

describe('what a checkout misses', () => {
  test('nothing in a complete trip', () => {
    expect(findMissingDetails(aTrip())).toEqual([]);
  });

  test('everything is named where it belongs', () => {
    const trip = aTrip({ contact: undefined, travelers: [aTraveler({ dateOfBirth: undefined, gender: undefined })] });
    expect(findMissingDetails(trip).map((field) => field.path)).toEqual([
      'travelers[0].date_of_birth',
      'travelers[0].gender',
      'contact',
    ]);
  });

  test('a passport that ends before the journey does, and an infant as the lead', () => {
    const passport = { number: 'X1', expiry: '2026-10-03', country: 'FR' };
    expect(findMissingDetails(aTrip({ travelers: [aTraveler({ passport })] }))).toEqual([
      { path: 'travelers[0].passport_expiry', problem: 'is before the last travel day, 2026-10-04' },
    ]);
    expect(
      findMissingDetails(aTrip({ travelers: [aTraveler({ passport: { ...passport, expiry: '2026-10-04' } })] })),
    ).toEqual([]);
    const lead = aTraveler({ passengerType: 'INFANT', dateOfBirth: '2026-01-01' });
    expect(findMissingDetails(aTrip({ travelers: [lead] })).map((field) => field.path)).toContain(
      'travelers[0].passenger_type',
    );
  });

  test('a party of another make-up than the one searched for', () => {
    const offer = anOffer({ slices: [aSlice()], passengers: { ...NO_PASSENGERS, adt: 1, youth: 1, chd: 1 } });
    expect(findMissingDetails(aTrip({ items: [anItem({ offer })] }))).toEqual([
      { path: 'travelers', problem: 'The flight was searched for 2 ADULT; the trip has 1.' },
      { path: 'travelers', problem: 'The flight was searched for 1 CHILD; the trip has 0.' },
    ]);
  });
});

import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anItem, anOffer, aTraveler } from '../../../test/support/products/trips.ts';
import { aStayItem } from '../../../test/support/products/products.ts';
import { asId } from '../../platform/ids.ts';
import { addDays } from '../../travel/dates.ts';
import type { TravelerRequirements } from '../../travel/traveler-requirements.ts';
import { findRequirementProblems } from './requirement-problems.ts';
import type { Traveler } from './trip.ts';

const PASSPORT = { number: '12AB34567', expiry: '2035-01-31', country: 'FR' };
const problemsOf = (requirements: TravelerRequirements, ...travelers: readonly Partial<Traveler>[]) =>
  findRequirementProblems({
    items: [aStayItem(), anItem({ offer: { ...anOffer(), requirements } })],
    travelers: travelers.map((part, index) => aTraveler({ travelerId: asId('traveler', `pax_${index}`), ...part })),
  });
const pathsOf = (...given: Parameters<typeof problemsOf>) => problemsOf(...given).map(({ path }) => path);

describe('documents', () => {
  test('a passport is asked of everybody, whole', () => {
    expect(pathsOf({ documents: ['passport'] }, { passport: PASSPORT }, {})).toEqual([
      'travelers[1].passport_number',
      'travelers[1].passport_expiry',
      'travelers[1].passport_country',
    ]);
    expect(pathsOf({ documents: ['passport'] }, { passport: { ...PASSPORT, country: undefined } })).toEqual([
      'travelers[0].passport_country',
    ]);
  });
  test('one of several will do', () => {
    const either: TravelerRequirements = { documents: ['passport', 'known_traveler_number'] };
    expect(pathsOf(either, { knownTravelerNumber: '123456789' }, { passport: PASSPORT })).toEqual([]);
    expect(problemsOf(either, {})[0]?.problem).toContain('a passport or a known traveler number');
    expect(pathsOf({ documents: ['known_traveler_number'] }, { passport: PASSPORT })).toEqual([
      'travelers[0].known_traveler_number',
    ]);
  });
  test('a document that cannot be sent is named before anything is paid', () => {
    expect(problemsOf({ documents: ['tax_id'] }, { passport: PASSPORT })).toEqual([
      {
        path: 'travelers[0]',
        problem: 'The airline asks every traveler for a tax number, which cannot be sent. Choose another flight.',
      },
    ]);
  });
});

describe('guests of a stay', () => {
  const guests = (requirements: TravelerRequirements, ...travelers: readonly Partial<Traveler>[]) => {
    const item = aStayItem();
    return findRequirementProblems({
      items: [{ ...item, stay: { ...item.stay, requirements } }],
      travelers: travelers.map((part, index) => aTraveler({ travelerId: asId('traveler', `pax_${index}`), ...part })),
    });
  };
  test('have names that the property can read and hold, where it says so; children need none', () => {
    const child = { passengerType: 'CHILD', firstName: 'Ильдар', lastName: 'Бляй' } as const;
    expect(guests({ needsLatinNames: true }, { firstName: 'Zoë', lastName: "O'Neil-Ünal" }, child)).toEqual([]);
    expect(guests({ needsLatinNames: true, nameLengthMax: 8 }, { firstName: '王', lastName: 'Alexandrova' })).toEqual([
      {
        path: 'travelers[0].first_name',
        problem: expect.stringMatching(/^must be in Latin letters .* the hotel may not be able to read others$/),
      },
      { path: 'travelers[0].last_name', problem: "has 11 characters; the hotel's bookings carry 8" },
    ]);
    expect(guests({}, { firstName: '王' })).toEqual([]);
  });
});

test('a title is one of those the airline takes, however it is written', () => {
  const required: TravelerRequirements = { titles: ['mr', 'mrs'] };
  expect(pathsOf(required, { title: 'Mrs.' }, { title: 'MR' })).toEqual([]);
  expect(problemsOf(required, { title: undefined }, { title: 'Prof' })).toEqual([
    { path: 'travelers[0].title', problem: 'is needed: the airline asks for it; one of mr, mrs' },
    { path: 'travelers[1].title', problem: 'is not one the airline takes; one of mr, mrs' },
  ]);
});

describe('names', () => {
  const latin: TravelerRequirements = { needsLatinNames: true };
  test.each(["O'Neill", 'Jean-Luc', 'Müller', 'Żółć', 'Ana María', 'Şahin'])('%s can stand on a ticket', (lastName) => {
    expect(pathsOf(latin, { lastName })).toEqual([]);
  });
  test.each(['Владимир', '王', 'Ægir', 'Þór', 'Œuvre', 'Ann3', 'Ann.', '×'])('%s cannot', (lastName) => {
    expect(pathsOf(latin, { lastName })).toEqual(['travelers[0].last_name']);
  });
  test('are as long as tickets carry, in characters', () => {
    expect(pathsOf({ nameLengthMax: 5 }, { firstName: '王王王王王', lastName: 'abcdef' })).toEqual([
      'travelers[0].last_name',
    ]);
  });
  test('differ, whatever their case', () => {
    const required: TravelerRequirements = { needsDistinctNames: true };
    expect(pathsOf(required, { firstName: 'Ann' }, { firstName: 'ANN' }, { firstName: 'Anna' })).toEqual([
      'travelers[1].first_name',
    ]);
  });
});

describe('ages are those the flight was searched for, on the day of its last departure', () => {
  const searched = (...others: readonly number[]): TravelerRequirements => ({ ages: { adultFrom: 18, others } });
  const departs = anOffer().slices.at(-1)?.departureDate ?? '';
  const aged = (years: number) => ({ dateOfBirth: `${Number(departs.slice(0, 4)) - years}${departs.slice(4)}` });
  const born = (years: number) => ({ dateOfBirth: addDays(aged(years).dateOfBirth, 1) });

  test('in whatever order the travelers come', () => {
    expect(pathsOf(searched(8, 1), aged(30), aged(1), aged(8))).toEqual([]);
    expect(pathsOf(searched(), aged(18), {})).toEqual([]);
  });
  test('to the day, and each of them once', () => {
    // A day short of nine.
    expect(pathsOf(searched(8), aged(30), born(9))).toEqual([]);
    expect(pathsOf(searched(8), aged(30), aged(9))).toEqual(['travelers[1].date_of_birth']);
    expect(pathsOf(searched(8), aged(8), aged(8))).toEqual(['travelers[1].date_of_birth']);
    expect(problemsOf(searched(), aged(17))[0]?.problem).toContain('searched for adults only');
  });
  test('and nobody is missing', () => {
    expect(pathsOf(searched(15), aged(30), aged(31))).toEqual(['travelers']);
    expect(pathsOf(searched(15), aged(30), { dateOfBirth: undefined })).toEqual([]);
  });
});

test('whoever needs nothing asks for nothing, and one problem of two flights is named once', () => {
  fc.assert(
    fc.property(fc.string(), fc.option(fc.string(), { nil: undefined }), (lastName, title) => {
      expect(problemsOf({}, { lastName, title })).toEqual([]);
    }),
  );
  const item = anItem({ offer: { ...anOffer(), requirements: { titles: ['mr'] } } });
  expect(findRequirementProblems({ items: [item, item], travelers: [aTraveler({ title: undefined })] })).toHaveLength(
    1,
  );
});

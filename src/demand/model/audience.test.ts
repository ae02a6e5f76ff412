import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { addDays } from '../../travel/dates.ts';
import { CABIN_CLASSES } from '../../travel/flight.ts';
import { audienceOf, type TravelParty } from './audience.ts';
import { AUDIENCES } from './demand-event.ts';

/** One adult from Monday 2027-03-01 to Thursday, ten days ahead, economy: the plainest business trip. */
const aParty = (part: Partial<TravelParty> = {}): TravelParty => ({
  adults: 1,
  minors: 0,
  cabin: 'economy',
  departure: '2027-03-01',
  return: '2027-03-04',
  leadDays: 10,
  ...part,
});

describe('an audience', () => {
  test('is a family with any child, whatever the cabin and however many adults', () => {
    expect(audienceOf(aParty({ minors: 1 }))).toBe('family');
    expect(audienceOf(aParty({ adults: 5, minors: 2, cabin: 'first' }))).toBe('family');
  });

  test('is business in a front cabin, however many fly', () => {
    expect([1, 2, 6].map((adults) => audienceOf(aParty({ adults, cabin: 'business', return: undefined })))).toEqual([
      'business',
      'business',
      'business',
    ]);
    expect(audienceOf(aParty({ cabin: 'first', leadDays: 300 }))).toBe('business');
    expect(audienceOf(aParty({ adults: 2, cabin: 'premium_economy' }))).toBe('couple');
  });

  test('is business for one adult on one to four nights of a working week, at most 21 days ahead', () => {
    expect(audienceOf(aParty())).toBe('business');
    expect(audienceOf(aParty({ leadDays: 21 }))).toBe('business');
    expect(audienceOf(aParty({ leadDays: 22 }))).toBe('solo');
    expect(audienceOf(aParty({ return: '2027-03-05' }))).toBe('business');
    expect(audienceOf(aParty({ return: '2027-03-06' }))).toBe('solo');
    expect(audienceOf(aParty({ return: '2027-03-01' }))).toBe('solo');
    expect(audienceOf(aParty({ return: undefined }))).toBe('solo');
    expect(audienceOf(aParty({ cabin: undefined }))).toBe('business');
  });

  test('is not business over a Saturday night, nor from a Sunday', () => {
    expect(audienceOf(aParty({ departure: '2027-03-04', return: '2027-03-08' }))).toBe('solo');
    expect(audienceOf(aParty({ departure: '2027-03-05', return: '2027-03-08' }))).toBe('solo');
    expect(audienceOf(aParty({ departure: '2027-03-07', return: '2027-03-09' }))).toBe('solo');
  });

  test('is else told by the number of adults', () => {
    expect([1, 2, 3, 9].map((adults) => audienceOf(aParty({ adults, leadDays: 60 })))).toEqual([
      'solo',
      'couple',
      'group',
      'group',
    ]);
  });
});

const someParty = fc
  .record({
    adults: fc.integer({ min: 0, max: 9 }),
    minors: fc.integer({ min: 0, max: 4 }),
    cabin: fc.constantFrom(undefined, ...CABIN_CLASSES),
    day: fc.integer({ min: 0, max: 3_000 }),
    nights: fc.option(fc.integer({ min: 0, max: 30 }), { nil: undefined }),
    leadDays: fc.integer({ min: 0, max: 361 }),
  })
  .map(({ day, nights, ...party }): TravelParty => {
    const departure = addDays('2026-01-01', day);
    return { ...party, departure, return: nights === undefined ? undefined : addDays(departure, nights) };
  });

/** The nights away as weekdays, counted one by one on JavaScript's own calendar: 0 is Sunday. */
function weekdays(party: TravelParty): readonly number[] {
  const days: number[] = [];
  for (let day = party.departure; party.return !== undefined && day <= party.return; day = addDays(day, 1))
    days.push(new Date(`${day}T00:00:00Z`).getUTCDay());
  return days;
}

describe('whatever the party', () => {
  test('it has one audience, and a child decides alone', () => {
    fc.assert(
      fc.property(someParty, (party) => {
        expect(AUDIENCES).toContain(audienceOf(party));
        expect(audienceOf(party) === 'family').toBe(party.minors > 0);
      }),
    );
  });

  test('business outside a front cabin is one adult away only on weekdays, one to four nights, three weeks ahead at most', () => {
    fc.assert(
      fc.property(someParty, (party) => {
        const isFront = party.cabin === 'business' || party.cabin === 'first';
        const days = weekdays(party);
        const isWorking =
          party.adults <= 1 &&
          party.leadDays <= 21 &&
          days.length >= 2 &&
          days.length <= 5 &&
          days.every((day) => day >= 1 && day <= 5);
        expect(audienceOf(party) === 'business').toBe(party.minors === 0 && (isFront || isWorking));
      }),
    );
  });

  test('one more adult never makes a couple or a group smaller', () => {
    const sizes = { solo: 1, couple: 2, group: 3, family: 0, business: 0 };
    fc.assert(
      fc.property(someParty, (party) => {
        const [one, more] = [audienceOf(party), audienceOf({ ...party, adults: party.adults + 1 })];
        if (sizes[one] > 0) expect(sizes[more]).toBeGreaterThanOrEqual(sizes[one]);
      }),
    );
  });
});

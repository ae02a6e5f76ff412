import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CABIN_CLASSES } from '../../src/travel/flight.ts';
import { type CabinLayouts, layOutCabins, seatPlan } from './cabin-layouts.ts';

const NO_SEATS = { first: 0, business: 0, premium_economy: 0, economy: 0 };
const A320 = { iata: '320', body: 'N', seats: 174 } as const;
const B77W = { iata: '77W', body: 'W', seats: 360 } as const;
const seatsOf = (layouts: CabinLayouts) => CABIN_CLASSES.flatMap((cabin) => layouts[cabin].flatMap((row) => row.seats));
const rowNumbers = (layouts: CabinLayouts) => [...layouts.business, ...layouts.economy].map((row) => row.rowNumber);
const featuresOf = (layouts: CabinLayouts, seatNumber: string) =>
  seatsOf(layouts).find((seat) => seat.seatNumber === seatNumber)?.features;

describe('seats abreast', () => {
  test.each([
    ['320', 'N', 'ABC DEF'],
    ['223', 'N', 'AC DEF'],
    ['E90', 'R', 'AC DF'],
    ['ER4', 'R', 'A BC'],
    ['ATR', 'T', 'AC DF'],
    ['763', 'W', 'AB DEF HJ'],
    ['333', 'W', 'AC DEFG HK'],
    ['789', 'W', 'ABC DEF HJK'],
    ['359', 'W', 'ABC DEF HJK'],
    ['77W', 'W', 'ABC DEFG HJK'],
    ['388', 'W', 'ABC DEFG HJK'],
  ] as const)('economy of a %s is lettered %s %s', (iata, body, plan) => {
    expect(seatPlan({ iata, body }, 'economy')).toBe(plan);
  });

  test('cabins in front have fewer seats abreast and skip letters', () => {
    expect(seatPlan(A320, 'business')).toBe('AC DF');
    expect(seatPlan({ iata: 'E7W', body: 'R' }, 'business')).toBe('A DF');
    expect(seatPlan(B77W, 'premium_economy')).toBe('AC DEFG HK');
    expect(seatPlan({ iata: '789', body: 'W' }, 'premium_economy')).toBe('AC DEF HK');
    expect(seatPlan(B77W, 'business')).toBe('A DG K');
    expect(seatPlan(B77W, 'first')).toBe('A DG K');
  });
});

describe('layouts', () => {
  test('rows run on from the nose to the tail, and some airlines have no row 13', () => {
    const seats = { ...NO_SEATS, business: 12, economy: 72 };
    const lufthansa = rowNumbers(layOutCabins({ aircraft: A320, carrierCode: 'LH', seats }));
    expect(lufthansa).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 14, 15, 16]);
    expect(rowNumbers(layOutCabins({ aircraft: A320, carrierCode: 'EI', seats }))).toContain(13);
  });

  test('a row too short for all its seats is at the back', () => {
    const { economy } = layOutCabins({ aircraft: A320, carrierCode: 'EI', seats: { ...NO_SEATS, economy: 75 } });
    expect(economy.map((row) => row.seats.map((seat) => seat.column).join(''))).toEqual([
      ...Array(12).fill('ABCDEF'),
      'ABC',
    ]);
    const { business } = layOutCabins({ aircraft: B77W, carrierCode: 'EI', seats: { ...NO_SEATS, business: 10 } });
    expect(business.map((row) => row.seats.map((seat) => seat.column).join(''))).toEqual(['ADGK', 'ADGK', 'AK']);
  });

  test.each([
    [77, ['ABCDEF', 'ABCDE']],
    [76, ['ABCDEF', 'BCDE']],
    [74, ['BCDE', 'BCDE']],
    [73, ['BCDE', 'ABC']],
  ])(
    'where %i seats are no whole rows of a single aisle, the rear loses outer seats or all of one side',
    (economy, rear) => {
      const rows = layOutCabins({ aircraft: A320, carrierCode: 'EI', seats: { ...NO_SEATS, economy } }).economy;
      expect(rows.slice(-2).map((row) => row.seats.map((seat) => seat.column).join(''))).toEqual(rear);
    },
  );

  test('two overwing exits of an A320 have legroom, and what is in front of them does not recline', () => {
    const layouts = layOutCabins({ aircraft: A320, carrierCode: 'EI', seats: { ...NO_SEATS, economy: 174 } });
    const exits = layouts.economy
      .filter((row) => row.seats[0]?.features.includes('exit_row'))
      .map((row) => row.rowNumber);
    expect(exits).toEqual([13, 14]);
    expect(featuresOf(layouts, '14A')).toEqual(['window', 'exit_row', 'extra_legroom']);
    expect(featuresOf(layouts, '12C')).toEqual(['aisle', 'limited_recline']);
    expect(featuresOf(layouts, '20B')).toEqual(['middle']);
  });

  test('bassinets hang at the bulkheads of wide bodies, never at an exit', () => {
    const layouts = layOutCabins({ aircraft: B77W, carrierCode: 'EI', seats: { ...NO_SEATS, economy: 300 } });
    const bassinets = seatsOf(layouts).filter((seat) => seat.features.includes('bassinet'));
    expect(bassinets.map((seat) => seat.seatNumber)).toEqual(['1D', '1E', '1F', '1G']);
    expect(bassinets.some((seat) => seat.features.includes('exit_row'))).toBe(false);
  });

  test('every cabin has exactly the seats asked for, each number once, whatever the count', () => {
    const types = [
      A320,
      B77W,
      { iata: '333', body: 'W', seats: 295 },
      { iata: 'E7W', body: 'R', seats: 76 },
      { iata: 'BEH', body: 'T', seats: 19 },
    ] as const;
    const cabinSeats = fc.nat({ max: 60 });
    fc.assert(
      fc.property(
        fc.constantFrom(...types),
        cabinSeats,
        cabinSeats,
        cabinSeats,
        fc.nat({ max: 400 }),
        (aircraft, first, business, premium, economy) => {
          const wanted = { first, business, premium_economy: premium, economy };
          const layouts = layOutCabins({ aircraft, carrierCode: 'LH', seats: wanted });
          const counts = CABIN_CLASSES.map((cabin) => layouts[cabin].reduce((sum, row) => sum + row.seats.length, 0));
          expect(counts).toEqual(CABIN_CLASSES.map((cabin) => wanted[cabin]));
          expect(new Set(seatsOf(layouts).map((seat) => seat.seatNumber)).size).toBe(seatsOf(layouts).length);
          expect(CABIN_CLASSES.flatMap((cabin) => layouts[cabin]).every((row) => row.seats.length > 0)).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });
});

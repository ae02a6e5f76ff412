import { describe, expect, test } from 'vitest';
import { anItem, anOffer, aTraveler } from '../../../../test/support/products/trips.ts';
import { Refusal } from '../../../platform/errors.ts';
import { asId } from '../../../platform/ids.ts';
import type { SeatMap } from '../../../travel/flight.ts';
import { money } from '../../../travel/money.ts';
import { NO_PASSENGERS, type PassengerCounts } from '../../../travel/passengers.ts';
import { itemOriginTotal, itemTotal } from './item-price.ts';
import { dropForeignSeats, replaceSeats, repriceSeats, type SeatChoice, type WantedSeats } from './seats.ts';

const [NELLIE, ANNA, TIM, LUCY] = [
  aTraveler(),
  aTraveler({ travelerId: asId('traveler', 'pax_2') }),
  aTraveler({ travelerId: asId('traveler', 'pax_3'), passengerType: 'CHILD' }),
  aTraveler({ travelerId: asId('traveler', 'pax_4'), passengerType: 'INFANT' }),
];
const seat = (seatNumber: string, part: Partial<SeatMap['rows'][number]['seats'][number]> = {}) => ({
  seatNumber,
  column: seatNumber.slice(-1),
  availability: 'available' as const,
  features: [],
  price: money(1_200, 'EUR'),
  ...part,
});
const MAPS: readonly SeatMap[] = [
  {
    segmentId: 's1-1',
    aircraft: '77W',
    cabinClass: 'economy',
    rows: [
      {
        rowNumber: 12,
        seats: [seat('12A'), seat('12B'), seat('12C', { availability: 'occupied' }), seat('12D', { price: undefined })],
      },
      {
        rowNumber: 14,
        seats: [
          seat('14A', { features: ['window', 'exit_row'], price: money(4_500, 'EUR') }),
          seat('14B', { features: ['exit_row'] }),
        ],
      },
      { rowNumber: 15, seats: [seat('15A', { availability: 'blocked' })] },
    ],
  },
];
const pick = (seatNumber: string, travelerId: string | undefined = 'pax_1', segmentId = 's1-1'): SeatChoice => ({
  segmentId,
  seatNumber,
  travelerId: travelerId === undefined ? undefined : asId('traveler', travelerId),
});
const want = (...choices: readonly SeatChoice[]): WantedSeats => ({
  choices,
  path: 'add_item.seats',
  answer: { kind: 'found', maps: MAPS },
});
const itemFor = (counts: Partial<PassengerCounts>) => {
  const offer = anOffer({ passengers: { ...NO_PASSENGERS, ...counts } });
  return anItem({ offer, passengers: offer.passengers });
};
function refusalOf(act: () => unknown): Refusal {
  try {
    act();
  } catch (error) {
    if (error instanceof Refusal) return error;
    throw error;
  }
  throw new Error('nothing was refused');
}
const fieldsOf = (act: () => unknown) => refusalOf(act).detail.keys?.['fields'];

describe('choosing seats', () => {
  test('a seat is added at its price; one that comes with the fare costs nothing', () => {
    const item = replaceSeats(itemFor({ adt: 2 }), [NELLIE, ANNA], want(pick('12D', 'pax_2'), pick('12A')));
    expect(item.seats.map(({ travelerId, seatNumber, price }) => [travelerId, seatNumber, price.value])).toEqual([
      ['pax_1', '12A', 1_200],
      ['pax_2', '12D', 0],
    ]);
    expect([itemOriginTotal(item).value, itemTotal(item).value]).toEqual([51_200, 51_200]);
  });

  test('each seat is converted by itself', () => {
    const item = replaceSeats(
      { ...itemFor({ adt: 1 }), price: money(8_000_000, 'JPY'), rate: 160 },
      [NELLIE],
      want(pick('12A')),
    );
    expect(itemTotal(item)).toEqual(money(80_000 + 1_920, 'JPY'));
  });

  test('the list replaces the selection, the same list changes nothing even while the supplier is silent, and an empty one removes it', () => {
    const item = replaceSeats(itemFor({ adt: 1 }), [NELLIE], want(pick('12A')));
    const silent = { kind: 'failed', failure: new Error('silent') } as const;
    expect(replaceSeats(item, [NELLIE], { ...want(pick('12A')), answer: silent })).toBe(item);
    expect(replaceSeats(item, [NELLIE], want(pick('12B'))).seats.map((chosen) => chosen.seatNumber)).toEqual(['12B']);
    expect(replaceSeats(item, [NELLIE], want()).seats).toEqual([]);
    expect(() => replaceSeats(item, [NELLIE], { ...want(pick('12B')), answer: silent })).toThrow('silent');
  });

  test('a line sent twice is refused, even over a selection of as many seats', () => {
    const item = replaceSeats(itemFor({ adt: 2 }), [NELLIE, ANNA], want(pick('12A'), pick('12B', 'pax_2')));
    const problems = fieldsOf(() => replaceSeats(item, [NELLIE, ANNA], want(pick('12A'), pick('12A'))));
    expect(problems).toEqual(
      ['seat_number', 'pax_ref_id'].map((name) => ({ path: `add_item.seats[1].${name}`, problem: expect.any(String) })),
    );
  });

  test('where one person alone needs a seat nobody has to be named', () => {
    const nameless: SeatChoice = { ...pick('12A'), travelerId: undefined };
    expect(replaceSeats(itemFor({ adt: 1, inf_lap: 1 }), [NELLIE, LUCY], want(nameless)).seats[0]?.travelerId).toBe(
      'pax_1',
    );
    expect(fieldsOf(() => replaceSeats(itemFor({ adt: 2 }), [NELLIE, ANNA], want(nameless)))).toEqual([
      expect.objectContaining({ path: 'add_item.seats[0].pax_ref_id' }),
    ]);
  });

  test.each([
    ['a segment of another flight', { adt: 2 }, [pick('12A', 'pax_1', 's9-9')], ['[0].segment_id']],
    ['a seat that is not there', { adt: 2 }, [pick('99Z')], ['[0].seat_number']],
    ['a traveler of another trip', { adt: 2 }, [pick('12A', 'pax_9')], ['[0].pax_ref_id']],
    ['one seat for two', { adt: 2 }, [pick('12A'), pick('12A', 'pax_2')], ['[1].seat_number']],
    ['two seats for one', { adt: 2 }, [pick('12A'), pick('12B')], ['[1].pax_ref_id']],
    ['a child at an exit', { adt: 1, chd: 1 }, [pick('14A', 'pax_3')], ['[0].seat_number']],
    ['an infant on a lap', { adt: 1, inf_lap: 1 }, [pick('12A', 'pax_4')], ['[0].pax_ref_id']],
    ['the only lap an infant can sit on, at an exit', { adt: 1, inf_lap: 1 }, [pick('14A')], ['[0].seat_number']],
    [
      'the second of two laps for one infant, at an exit',
      { adt: 2, inf_lap: 1 },
      [pick('14A'), pick('14B', 'pax_2')],
      ['[1].seat_number'],
    ],
    ['several at once', { adt: 2 }, [pick('99Z'), pick('12B', 'pax_9')], ['[0].seat_number', '[1].pax_ref_id']],
  ] as const)('%s is refused by name', (_what, counts, choices, paths) => {
    const problems = fieldsOf(() => replaceSeats(itemFor(counts), [NELLIE, ANNA, TIM, LUCY], want(...choices)));
    expect(problems).toEqual(paths.map((path) => ({ path: `add_item.seats${path}`, problem: expect.any(String) })));
  });

  test('an adult may sit at an exit while another has the infant, and an infant may have a seat that was bought', () => {
    expect(replaceSeats(itemFor({ adt: 2, inf_lap: 1 }), [NELLIE, ANNA, LUCY], want(pick('14A'))).seats).toHaveLength(
      1,
    );
    expect(
      replaceSeats(itemFor({ adt: 1, inf_seat: 1 }), [NELLIE, LUCY], want(pick('12A', 'pax_4'))).seats,
    ).toHaveLength(1);
  });

  test('a segment without seat numbers says so', () => {
    const wanted: WantedSeats = { ...want(pick('12A')), answer: { kind: 'found', maps: [] } };
    expect(fieldsOf(() => replaceSeats(itemFor({ adt: 1 }), [NELLIE], wanted))).toEqual([
      { path: 'add_item.seats[0].segment_id', problem: 'Seats cannot be chosen on this segment.' },
    ]);
  });

  test.each(['12C', '15A'])('seat %s exists and is not to be had: OFFER_UNAVAILABLE, naming it', (seatNumber) => {
    const refusal = refusalOf(() => replaceSeats(itemFor({ adt: 1 }), [NELLIE], want(pick(seatNumber))));
    expect([refusal.code, refusal.status]).toEqual(['OFFER_UNAVAILABLE', 409]);
    expect(refusal.message).toContain(`seat ${seatNumber} on AF274`);
    expect(refusal.detail.keys?.['items']).toEqual([
      { segment_id: 's1-1', seat_number: seatNumber, reason: expect.any(String) },
    ]);
  });
});

describe('what becomes of seats', () => {
  test('they leave with their travelers, and with the right to sit there', () => {
    const family = [NELLIE, ANNA] as const;
    const item = replaceSeats(itemFor({ adt: 2 }), family, want(pick('14A'), pick('12A', 'pax_2')));
    const left = (travelers: Parameters<typeof dropForeignSeats>[1]) =>
      dropForeignSeats(item, travelers).seats.map((chosen) => chosen.seatNumber);
    expect(dropForeignSeats(item, family)).toBe(item);
    expect(left([NELLIE])).toEqual(['14A']);
    expect(
      left([
        { ...NELLIE, passengerType: 'CHILD' },
        { ...ANNA, passengerType: 'CHILD' },
      ]),
    ).toEqual(['12A']);
    expect(left([NELLIE, { ...ANNA, passengerType: 'INFANT' }])).toEqual(['14A']);
  });

  test('today they cost what the maps say, and those taken since are lost', () => {
    const item = replaceSeats(itemFor({ adt: 2 }), [NELLIE, ANNA], want(pick('12A'), pick('12B', 'pax_2')));
    const now: readonly SeatMap[] = [
      {
        segmentId: 's1-1',
        aircraft: '77W',
        cabinClass: 'economy',
        rows: [
          {
            rowNumber: 12,
            seats: [seat('12A', { price: money(1_500, 'EUR') }), seat('12B', { availability: 'occupied' })],
          },
        ],
      },
    ];
    const { seats, lost } = repriceSeats(item, now);
    expect(seats.map((chosen) => chosen.price.value)).toEqual([1_500, 1_200]);
    expect(lost).toEqual([{ segmentId: 's1-1', seatNumber: '12B' }]);
  });
});

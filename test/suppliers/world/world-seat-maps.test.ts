import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { loadReference } from '../../../src/reference/load-reference.ts';
import { SCENARIO_PLACES } from '../../../simulator/scenarios/scenario-places.ts';
import { layOutCabins } from '../../../simulator/cabins/cabin-layouts.ts';
import { cabinSeats } from '../../../simulator/cabins/cabins.ts';
import { NOTHING_SOLD, soldSeatsKey } from '../../../simulator/cabins/inventory.ts';
import { assignedSeatKey, type FlightSeatMap } from '../../../simulator/cabins/seat-maps.ts';
import { readTable } from '../../../src/reference/csv-tables.ts';
import {
  CABIN_CLASSES,
  type FlightOffer,
  type FlightQuery,
  NO_FLIGHT_FILTER,
  type Seat,
} from '../../../src/travel/flight.ts';
import { loadTestWorld, testWorld, WORLD_NOW, worldQuery } from '../../support/products/world.ts';

const DATE = '2027-01-14';
const WORLD_DIR = fileURLToPath(new URL('../../../data/world', import.meta.url));
const DAY_MS = 86_400_000;
const daysBefore = (days: number) => new Date(Date.parse(`${DATE}T08:00:00Z`) - days * DAY_MS);

function firstOffer(from: string, to: string, part: Partial<FlightQuery> = {}): FlightOffer {
  const [offer] = testWorld().search(worldQuery(from, to, [DATE], { connectionsMax: 0, ...part }), {
    now: WORLD_NOW,
    sold: NOTHING_SOLD,
  });
  if (!offer) throw new Error(`nothing flies from ${from} to ${to}`);
  return offer;
}
function mapsOf(
  offer: FlightOffer,
  part: {
    readonly fareKey?: string | undefined;
    readonly now?: Date;
    readonly assigned?: ReadonlySet<string>;
    readonly sold?: ReadonlyMap<string, number>;
  } = {},
) {
  const {
    fareKey = offer.fares[0]?.fareKey ?? '',
    now = WORLD_NOW,
    assigned = new Set<string>(),
    sold = NOTHING_SOLD,
  } = part;
  return testWorld().seatMaps({ offerKey: offer.offerKey, fareKey, now, assigned, sold }) ?? [];
}
function firstMap(...args: Parameters<typeof mapsOf>): FlightSeatMap {
  const [map] = mapsOf(...args);
  if (!map) throw new Error('the flight has no seat map');
  return map;
}
const seatsOf = (map: FlightSeatMap): readonly Seat[] => map.rows.flatMap((row) => row.seats);
const numbersOf = (map: FlightSeatMap, availability: Seat['availability']) =>
  seatsOf(map)
    .filter((seat) => seat.availability === availability)
    .map((seat) => seat.seatNumber);
/** The price of the first seat that has exactly these features. */
const priceAt = (map: FlightSeatMap, ...features: readonly string[]) =>
  seatsOf(map).find((seat) => seat.features.join() === features.join())?.price;

test('every airline seats exactly the cabins it sells, on every type it flies', () => {
  const { atlas } = loadReference(WORLD_DIR, SCENARIO_PLACES);
  const wrong: string[] = [];
  let checked = 0;
  for (const row of readTable(WORLD_DIR, 'fleets.csv', ['airline', 'types'])) {
    const airline = atlas.airlineByCode.get(row.get('airline'));
    for (const code of row
      .get('types')
      .split(' ')
      .map((type) => type.slice(0, 3))) {
      const aircraft = atlas.aircraft[atlas.aircraftByCode.get(code) ?? -1];
      if (!airline || !aircraft) throw new Error(`${row.where}: ${code} is unknown`);
      const seats = { first: 0, business: 0, premium_economy: 0, economy: 0 };
      for (const cabin of CABIN_CLASSES) seats[cabin] = cabinSeats(airline, aircraft, cabin);
      const layouts = layOutCabins({ aircraft, carrierCode: airline.code, seats });
      for (const cabin of CABIN_CLASSES) {
        checked += 1;
        const laidOut = layouts[cabin].reduce((sum, { seats: inRow }) => sum + inRow.length, 0);
        if (laidOut !== seats[cabin]) wrong.push(`${airline.code} ${code} ${cabin}: ${laidOut} of ${seats[cabin]}`);
      }
    }
  }
  expect(wrong).toEqual([]);
  expect(checked).toBeGreaterThan(1_000);
});

describe('who sits where', () => {
  test('as many seats are occupied as the flight has sold to others: one ticket fewer than the rest is on sale, the rest is not', () => {
    const offer = firstOffer('PAR', 'LON');
    const map = firstMap(offer);
    const free = seatsOf(map).length - numbersOf(map, 'occupied').length;
    expect(free).toBeGreaterThan(0);
    expect(numbersOf(map, 'occupied').length).toBeGreaterThan(0);
    const key = soldSeatsKey(map.flightNumber, map.departureDate, map.cabinClass);
    const withSold = (count: number) =>
      testWorld().offer(offer.offerKey, { now: WORLD_NOW, sold: new Map([[key, count]]) });
    expect(withSold(free - 1)).toBeDefined();
    expect(withSold(free)).toBeUndefined();
  });

  test('seats only fill as departure nears: one that is taken stays taken', () => {
    const offer = firstOffer('PAR', 'NYC');
    const occupied = [90, 30, 7, 1, 0].map((days) => numbersOf(firstMap(offer, { now: daysBefore(days) }), 'occupied'));
    for (const [index, seats] of occupied.entries()) {
      const later = new Set(occupied[index + 1] ?? seats);
      expect(seats.filter((seat) => !later.has(seat))).toEqual([]);
    }
    expect(occupied.at(-1)?.length).toBeGreaterThan(2 * (occupied[0]?.length ?? 0));
  });

  test("seats given to this organization's travelers are occupied besides, and tickets sold here take no seat by themselves", () => {
    const offer = firstOffer('PAR', 'LON');
    const before = firstMap(offer);
    const [mine = ''] = numbersOf(before, 'available');
    const assigned = new Set([assignedSeatKey(before.flightNumber, before.departureDate, mine)]);
    const sold = new Map([[soldSeatsKey(before.flightNumber, before.departureDate, before.cabinClass), 3]]);
    const after = firstMap(offer, { assigned, sold });
    expect(numbersOf(after, 'occupied').sort()).toEqual([...numbersOf(before, 'occupied'), mine].sort());
    expect(numbersOf(firstMap(offer, { sold }), 'occupied')).toEqual(numbersOf(before, 'occupied'));
  });

  test('two loads of the world draw the same map', () => {
    const offer = firstOffer('LON', 'SIN');
    const question = {
      offerKey: offer.offerKey,
      fareKey: offer.fares[0]?.fareKey ?? '',
      now: WORLD_NOW,
      assigned: new Set<string>(),
      sold: NOTHING_SOLD,
    };
    expect(loadTestWorld().seatMaps(question)).toEqual(testWorld().seatMaps(question));
    expect(testWorld().seatMaps({ ...question, offerKey: 'none' })).toBeUndefined();
    expect(testWorld().seatMaps({ ...question, fareKey: 'none' })).toBeUndefined();
  });
});

describe('what a seat costs', () => {
  test('a fare without seats prices every one by where it is; a fare with them charges for legroom alone', () => {
    const offer = firstOffer('PAR', 'LON', { only: { ...NO_FLIGHT_FILTER, includeCarriers: ['AF'] } });
    const light = firstMap(offer, { fareKey: 'LIGHT' });
    const [middle, front, legroom] = [
      priceAt(light, 'middle'),
      priceAt(light, 'middle', 'front'),
      priceAt(light, 'middle', 'exit_row', 'extra_legroom'),
    ];
    expect(middle?.currency).toBe('EUR');
    expect(middle?.value).toBeGreaterThan(500);
    expect(front?.value).toBeGreaterThan(middle?.value ?? 0);
    expect(legroom?.value).toBeGreaterThan(front?.value ?? 0);
    expect(legroom?.value).toBeLessThan(4_000);
    const standard = firstMap(offer, { fareKey: 'STANDARD' });
    expect([
      priceAt(standard, 'middle'),
      priceAt(standard, 'middle', 'front'),
      priceAt(standard, 'middle', 'exit_row', 'extra_legroom'),
    ]).toEqual([undefined, undefined, legroom]);
  });

  test('business seats come with the ticket', () => {
    const offer = firstOffer('PAR', 'NYC', { cabinClass: 'business' });
    const map = firstMap(offer);
    expect(map.cabinClass).toBe('business');
    expect(seatsOf(map).filter((seat) => seat.price !== undefined)).toEqual([]);
  });

  test('whatever carriers a journey mixes, its seats are priced in the currency of its fare', () => {
    const journeys = [
      ['GLA', 'NCE'],
      ['PAR', 'SIN'],
      ['NYC', 'LON'],
      ['TYO', 'SYD'],
      ['SAO', 'BER'],
    ] as const;
    const wrong = journeys.flatMap(([from, to]) =>
      testWorld()
        .search(worldQuery(from, to, [DATE, '2027-01-24'], { offersMax: 8 }), { now: WORLD_NOW, sold: NOTHING_SOLD })
        .flatMap((offer) => {
          const currencies = new Set(
            mapsOf(offer)
              .flatMap(seatsOf)
              .flatMap((seat) => seat.price?.currency ?? []),
          );
          return [...currencies]
            .filter((currency) => currency !== offer.fares[0]?.total.currency)
            .map((currency) => `${offer.offerKey}: ${currency}`);
        }),
    );
    expect(wrong).toEqual([]);
  });

  test('scenario prices are in the currency of the scenario', () => {
    expect(priceAt(firstMap(firstOffer('QAA', 'QAQ')), 'middle')?.currency).toBe('JPY');
  });
});

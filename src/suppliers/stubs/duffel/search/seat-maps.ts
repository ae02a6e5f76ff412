import { hashText } from '../../../../reference/hash.ts';
import { decimalPlaces } from '../../../../travel/money.ts';
import { toAmount } from '../../decimal-amounts.ts';
import type { MakeId } from '../ids.ts';
import type { Segment, Slice } from '../objects.ts';
import type { SeatService, StoredOffer } from './offer-shelf.ts';
import type { StubPlaces } from './places.ts';

/** Airlines that show no seats: an empty list is a legal answer. */
const WITHOUT_SEAT_MAPS: readonly (string | null)[] = ['IB', null];
const FIRST_ROW = 8;
const ROWS = 12;
const EXIT_ROW = 14;
/** Seats by section; aisles lie between them. */
const NARROW = ['ABC', 'DEF'] as const;
const WIDE = ['AB', 'DEFG', 'HK'] as const;
const WIDE_BODIES: readonly string[] = ['789', '77W', '359', '388'];
/** Rows that are something else than seats. */
const FIXTURES: Readonly<Record<number, readonly string[]>> = {
  [FIRST_ROW - 1]: ['lavatory', 'galley'],
  [EXIT_ROW - 1]: ['exit_row', 'exit_row'],
  [FIRST_ROW + ROWS]: ['closet', 'stairs'],
};

interface SeatContext {
  readonly stored: StoredOffer;
  readonly places: StubPlaces;
  readonly newId: MakeId;
}

/** The seat maps of some slices, one for each segment; none where there are no seats. */
export function presentSeatMaps(slices: readonly Slice[], seats: readonly SeatService[]): readonly object[] {
  if (seats.length === 0) return [];
  return slices.flatMap((slice) => slice.segments.map((segment) => presentSeatMap(slice.id, segment, seats)));
}

/** The seats that can be bought with an offer: each passenger has an id of its own for each of them. */
export function seatsOf({ stored, places, newId }: SeatContext): readonly SeatService[] {
  stored.seats ??= makeSeats(stored, places, newId);
  return stored.seats;
}

function makeSeats({ offer, passengers }: StoredOffer, places: StubPlaces, newId: MakeId): readonly SeatService[] {
  if (WITHOUT_SEAT_MAPS.includes(offer.owner.iata_code)) return [];
  const currency = offer.total_currency;
  const price = (euro: number): string =>
    toAmount(Math.round(euro * places.rates.rate('EUR', currency) * 10 ** decimalPlaces(currency)), currency);
  const seated = passengers.filter(({ age }) => age === undefined || age >= 2);
  return offer.slices.flatMap(({ segments }) =>
    segments.flatMap((segment) =>
      designators(segment)
        .filter((designator) => !isTaken(segment, designator))
        .flatMap((designator) =>
          seated.map(({ id }, index) => ({
            id: newId('ase'),
            passengerId: id,
            segmentId: segment.id,
            designator,
            name: rowOf(designator) === EXIT_ROW ? 'Extra legroom seat' : 'Standard seat',
            disclosures: rowOf(designator) === EXIT_ROW ? ['Must be able to assist in an evacuation.'] : [],
            // Passengers may pay different prices for one seat.
            amount: price(rowOf(designator) === EXIT_ROW ? 45 : 12 + index),
            currency,
          })),
        ),
    ),
  );
}

function sectionsOf(segment: Segment): readonly string[] {
  return WIDE_BODIES.includes(segment.aircraft?.iata_code ?? '') ? WIDE : NARROW;
}

function designators(segment: Segment): readonly string[] {
  const rows = Array.from({ length: ROWS }, (_, index) => FIRST_ROW + index);
  return rows.flatMap((row) =>
    sectionsOf(segment).flatMap((letters) => [...letters].map((letter) => `${row}${letter}`)),
  );
}

const rowOf = (designator: string): number => Number.parseInt(designator, 10);

/** A third of the seats is taken, the same on each reading of a flight. */
function isTaken({ departing_at, marketing_carrier_flight_number: flight }: Segment, designator: string): boolean {
  return hashText(`${flight}|${departing_at}|${designator}`) % 3 === 0;
}

function presentSeatMap(sliceId: string, segment: Segment, seats: readonly SeatService[]): object {
  const bySeat = Map.groupBy(
    seats.filter(({ segmentId }) => segmentId === segment.id),
    ({ designator }) => designator,
  );
  const sections = sectionsOf(segment);
  const rows = Array.from({ length: ROWS + 2 }, (_, index) => FIRST_ROW - 1 + index).map((row) => ({
    sections: sections.map((letters, index) => ({
      elements:
        FIXTURES[row] === undefined || row === EXIT_ROW
          ? [...letters].map((letter) => presentSeat(`${row}${letter}`, bySeat.get(`${row}${letter}`) ?? []))
          : fixtureAt(row, index),
    })),
  }));
  const id = `sea_${segment.id.slice('seg_'.length)}`;
  const cabin = segment.passengers[0]?.cabin_class ?? 'economy';
  return {
    id,
    slice_id: sliceId,
    segment_id: segment.id,
    cabins: [
      {
        deck: 0,
        cabin_class: cabin,
        aisles: sections.length - 1,
        wings: segment.aircraft === null ? null : { first_row_index: 3, last_row_index: 8 },
        rows,
      },
    ],
  };
}

/** A section may have nothing in it. */
function fixtureAt(row: number, section: number): readonly object[] {
  const type = FIXTURES[row]?.[section];
  return type === undefined ? [] : [{ type }];
}

function presentSeat(designator: string, services: readonly SeatService[]): object {
  const row = rowOf(designator);
  if (row === FIRST_ROW && designator.endsWith('A')) return { type: 'bassinet' };
  if (row === FIRST_ROW + ROWS - 1 && designator.endsWith('B')) return { type: 'empty' };
  return {
    type: row === EXIT_ROW ? 'restricted_seat_general' : 'seat',
    designator,
    name: services[0]?.name ?? '',
    disclosures: services[0]?.disclosures ?? [],
    available_services: services.map(({ id, passengerId, amount, currency }) => ({
      id,
      passenger_id: passengerId,
      total_amount: amount,
      total_currency: currency,
    })),
  };
}

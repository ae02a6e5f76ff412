import { type FieldProblem, refuse, refuseFields } from '../../../platform/errors.ts';
import type { TravelerId } from '../../../platform/ids.ts';
import type { Seat, SeatMap } from '../../../travel/flight.ts';
import { zeroMoney } from '../../../travel/money.ts';
import { countByType, seatTotal } from '../../../travel/passengers.ts';
import type { FlightItem, Product, SelectedSeat, Traveler, TripItem } from '../trip.ts';

/** One seat as asked for. Without a traveler it is for the only one who needs a seat. */
export interface SeatChoice {
  readonly segmentId: string;
  readonly travelerId: TravelerId | undefined;
  readonly seatNumber: string;
}

/**
 * Seats somebody wants with an item: the list, where it stood in the request, and what the supplier answered when asked
 * for its maps.
 */
export interface WantedSeats {
  readonly choices: readonly SeatChoice[];
  readonly path: string;
  readonly answer:
    | { readonly kind: 'found'; readonly maps: readonly SeatMap[] }
    | { readonly kind: 'failed'; readonly failure: Error };
}

/** A seat chosen and not sold any more. */
export type LostSeat = Pick<SelectedSeat, 'segmentId' | 'seatNumber'>;

/**
 * The item with exactly these seats: a list replaces the selection, an empty one removes it, the same one changes
 * nothing. Throws the 422 that names each bad line, and OFFER_UNAVAILABLE when seats that exist are taken.
 */
export function replaceSeats(item: TripItem, travelers: readonly Traveler[], wanted: WantedSeats): TripItem {
  const { choices, path, answer } = wanted;
  if (item.kind !== 'flight') return refuseSeatless(item, wanted);
  const named = choices.map((choice) => ({ ...choice, travelerId: holderOf(choice, item, travelers) }));
  if (isSelected(item, named)) return item;
  if (answer.kind === 'failed') throw answer.failure;
  const [problem, ...more] = findSeatProblems(item, travelers, { choices: named, path, maps: answer.maps });
  if (problem) throw refuseFields([problem, ...more]);
  const seats: SelectedSeat[] = [];
  const lost: LostSeat[] = [];
  for (const { segmentId, seatNumber, travelerId } of named) {
    const seat = findSeat(answer.maps, segmentId, seatNumber);
    if (!seat || !travelerId) continue;
    if (seat.availability !== 'available') lost.push({ segmentId, seatNumber });
    seats.push({
      segmentId,
      travelerId,
      seatNumber,
      isExitRow: isExitRow(seat),
      price: seat.price ?? zeroMoney(item.originPrice.currency),
    });
  }
  if (lost.length > 0) throw refuseTaken(item, lost);
  return { ...item, seats: seats.sort(bySegmentAndTraveler) };
}

/** Only flights have seats to choose; asking for none is no mistake. */
function refuseSeatless(item: TripItem, { choices, path }: WantedSeats): TripItem {
  if (choices.length > 0) throw refuseFields([{ path, problem: 'Seats are chosen on flights only.' }]);
  return item;
}

/** The item without seats of travelers who have left the trip, or who may not have theirs as what they travel now. */
export function dropForeignSeats(item: TripItem, travelers: readonly Traveler[]): TripItem {
  if (item.kind !== 'flight') return item;
  const infants = new Map<string, number>();
  const remaining = item.seats.filter((seat) => {
    const holder = travelers.find((traveler) => traveler.travelerId === seat.travelerId);
    if (!holder || (seat.isExitRow && holder.passengerType !== 'ADULT')) return false;
    return holder.passengerType !== 'INFANT' || countUp(infants, seat.segmentId) <= item.passengers.inf_seat;
  });
  return remaining.length === item.seats.length ? item : { ...item, seats: remaining };
}

/** The chosen seats at today's prices, and those that are not sold any more. */
export function repriceSeats(
  item: TripItem,
  maps: readonly SeatMap[],
): { readonly seats: readonly SelectedSeat[]; readonly lost: readonly LostSeat[] } {
  const lost: LostSeat[] = [];
  const seats = item.seats.map((selected): SelectedSeat => {
    const { segmentId, seatNumber } = selected;
    const seat = findSeat(maps, segmentId, seatNumber);
    if (seat?.availability !== 'available') lost.push({ segmentId, seatNumber });
    return { ...selected, price: seat?.price ?? zeroMoney(selected.price.currency) };
  });
  return { seats, lost };
}

/** `seat 12A on AF274`, as people call it. */
export function describeSeats(product: Product, seats: readonly LostSeat[]): string {
  const segments = product.kind === 'flight' ? product.offer.slices.flatMap((slice) => slice.segments) : [];
  const names = seats.map(({ segmentId, seatNumber }) => {
    const flight = segments.find((segment) => segment.segmentId === segmentId)?.flightNumber;
    return flight === undefined ? seatNumber : `${seatNumber} on ${flight}`;
  });
  return `seat ${names.join(', ')}`;
}

function refuseTaken(item: FlightItem, lost: readonly LostSeat[]) {
  const message = `Not available: ${describeSeats(item, lost)}. Choose another seat.`;
  const items = lost.map(({ segmentId, seatNumber }) => ({
    segment_id: segmentId,
    seat_number: seatNumber,
    reason: 'This seat is taken or not sold.',
  }));
  return refuse('offer_unavailable', { message, keys: { items } });
}

function isSelected(item: TripItem, choices: readonly SeatChoice[]): boolean {
  const keyOf = (seat: SeatChoice): string => `${seat.segmentId} ${seat.travelerId ?? ''} ${seat.seatNumber}`;
  const selected = new Set(item.seats.map(keyOf));
  const requested = new Set(choices.map(keyOf));
  // A line sent twice is no selection, however many lines there are.
  return (
    requested.size === choices.length &&
    requested.size === selected.size &&
    [...requested].every((key) => selected.has(key))
  );
}

function bySegmentAndTraveler(a: SelectedSeat, b: SelectedSeat): number {
  return a.segmentId === b.segmentId ? (a.travelerId < b.travelerId ? -1 : 1) : a.segmentId < b.segmentId ? -1 : 1;
}

interface SeatChoices {
  readonly choices: readonly SeatChoice[];
  readonly path: string;
  readonly maps: readonly SeatMap[];
}

/** What earlier lines of one list have used up. */
interface UsedUp {
  readonly seats: Set<string>;
  readonly travelers: Set<string>;
  /** By segment. */
  readonly infants: Map<string, number>;
  readonly exitAdults: Map<string, number>;
}

function findSeatProblems(
  item: FlightItem,
  travelers: readonly Traveler[],
  { choices, path, maps }: SeatChoices,
): readonly FieldProblem[] {
  const used: UsedUp = { seats: new Set(), travelers: new Set(), infants: new Map(), exitAdults: new Map() };
  return choices.flatMap((choice, index): FieldProblem[] => {
    const at = `${path}[${index}]`;
    const holder = travelers.find((traveler) => traveler.travelerId === choice.travelerId);
    return [
      ...findPlaceProblems(item, maps, choice, used, at),
      ...findHolderProblems(item, choice, holder, used, at),
      ...(holder
        ? findExitProblems(item, findSeat(maps, choice.segmentId, choice.seatNumber), { choice, holder, used }, at)
        : []),
    ];
  });
}

function findPlaceProblems(
  item: FlightItem,
  maps: readonly SeatMap[],
  choice: SeatChoice,
  used: UsedUp,
  at: string,
): readonly FieldProblem[] {
  const { segmentId, seatNumber } = choice;
  const segments = item.offer.slices.flatMap((slice) => slice.segments.map((segment) => segment.segmentId));
  if (!segments.includes(segmentId))
    return [{ path: `${at}.segment_id`, problem: `must be one of ${segments.join(', ')}` }];
  if (!maps.some((map) => map.segmentId === segmentId))
    return [{ path: `${at}.segment_id`, problem: 'Seats cannot be chosen on this segment.' }];
  if (findSeat(maps, segmentId, seatNumber) === undefined) {
    return [{ path: `${at}.seat_number`, problem: 'There is no such seat in this cabin. See seat_maps.' }];
  }
  const key = `${segmentId} ${seatNumber}`;
  if (used.seats.has(key)) return [{ path: `${at}.seat_number`, problem: 'is asked for by an earlier line, too.' }];
  used.seats.add(key);
  return [];
}

function findHolderProblems(
  item: FlightItem,
  choice: SeatChoice,
  holder: Traveler | undefined,
  used: UsedUp,
  at: string,
): readonly FieldProblem[] {
  const path = `${at}.pax_ref_id`;
  if (choice.travelerId === undefined)
    return [{ path, problem: 'is needed unless exactly one traveler, who is in the trip, needs a seat.' }];
  if (holder === undefined)
    return [{ path, problem: 'The trip has no traveler with this id. Send the travelers first.' }];
  const key = `${choice.segmentId} ${holder.travelerId}`;
  if (used.travelers.has(key))
    return [{ path, problem: 'has a seat on this segment by an earlier line; one traveler has one seat.' }];
  used.travelers.add(key);
  if (holder.passengerType !== 'INFANT' || countUp(used.infants, choice.segmentId) <= item.passengers.inf_seat)
    return [];
  return [{ path, problem: 'An infant on a lap has no seat.' }];
}

/** Exit rows are for adults who can help; an infant on a lap needs an adult who sits elsewhere. */
function findExitProblems(
  item: FlightItem,
  seat: Seat | undefined,
  line: { readonly choice: SeatChoice; readonly holder: Traveler; readonly used: UsedUp },
  at: string,
): readonly FieldProblem[] {
  if (!seat || !isExitRow(seat)) return [];
  const path = `${at}.seat_number`;
  if (line.holder.passengerType !== 'ADULT')
    return [{ path, problem: 'is in an exit row, where only adults may sit.' }];
  const elsewhere = countByType(item.passengers).ADULT - countUp(line.used.exitAdults, line.choice.segmentId);
  return elsewhere >= item.passengers.inf_lap
    ? []
    : [{ path, problem: 'is in an exit row, where nobody may sit with an infant on the lap.' }];
}

function countUp(counts: Map<string, number>, key: string): number {
  const count = (counts.get(key) ?? 0) + 1;
  counts.set(key, count);
  return count;
}

/** Where only one person needs a seat, every seat is that person's, named or not. */
function holderOf(choice: SeatChoice, item: FlightItem, travelers: readonly Traveler[]): TravelerId | undefined {
  const seated = travelers.filter((traveler) => traveler.passengerType !== 'INFANT' || item.passengers.inf_lap === 0);
  const isAlone = seatTotal(item.passengers) === 1 && seated.length === 1;
  return choice.travelerId ?? (isAlone ? seated[0]?.travelerId : undefined);
}

function findSeat(maps: readonly SeatMap[], segmentId: string, seatNumber: string): Seat | undefined {
  const rows = maps.find((map) => map.segmentId === segmentId)?.rows ?? [];
  return rows.flatMap((row) => row.seats).find((seat) => seat.seatNumber === seatNumber);
}

function isExitRow(seat: Seat): boolean {
  return seat.features.includes('exit_row');
}

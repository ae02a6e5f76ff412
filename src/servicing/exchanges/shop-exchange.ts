import type { Booking, BookingItem } from '../../bookings/model/booking.ts';
import type { BookingItemStatus } from '../../bookings/model/booking-item-states.ts';
import { isUnpaid } from '../../bookings/model/paid-of.ts';
import type { App, Caller } from '../../context.ts';
import { type FieldProblem, refuseFields } from '../../platform/errors.ts';
import { callSupplier } from '../../suppliers/calls/call-supplier.ts';
import type { NothingOnThoseDays } from '../../suppliers/ports/servicing.ts';
import { daysBetween, type IsoDate, isIsoDate, todayIn } from '../../travel/dates.ts';
import type { Slice } from '../../travel/flight.ts';
import type { FlightItem } from '../../trips/model/trip.ts';
import { findServicedItem, type ItemClaim } from '../find-serviced-item.ts';
import { exchangeWarnings, findFlightExchanges, flightOf, planFlightExchange } from './flight-exchange-plan.ts';
import { exchangeOfferExpiry, sealFlightExchange } from './flight-exchange-token.ts';
import type { ExchangePlan } from '../model/change.ts';
import { costOf } from '../model/exchange-amounts.ts';
import { UNPAID_OBSTACLE } from '../model/entry-obstacle.ts';
import { listChangesUnderWay } from '../store.ts';
import { airlineCall } from '../engine/supplier-changes.ts';

/** Which flights are to be exchanged, and for which days. */
export interface FlightChanges {
  /**
   * Slices by their place from 0, or segments by their id; undefined: every slice a date is given for, from the first
   * still to come.
   */
  readonly segments: readonly (number | string)[] | undefined;
  /** For the first exchanged slice. */
  readonly departureDate: IsoDate;
  /** For the second. */
  readonly returnDate: IsoDate | undefined;
}

/** One way to exchange it. */
interface ShownExchange {
  /** `exo_…` */
  readonly offerId: string;
  readonly plan: ExchangePlan & { readonly replacement: FlightItem };
}
export type ExchangeShop = { readonly item: BookingItem } & (
  | {
      readonly kind: 'offers';
      readonly offers: readonly ShownExchange[];
      readonly omitted: number;
      readonly warnings: readonly string[];
      readonly expiresAt: Date;
      readonly nothing?: NothingOnThoseDays | undefined;
    }
  | { readonly kind: 'not_exchangeable'; readonly reason: string }
);

interface SliceDate {
  readonly index: number;
  readonly date: IsoDate;
}

/** Airlines sell flights about this many days ahead. */
const DAYS_AHEAD_MAX = 365;

/** What a flight of a booking could be exchanged for. Writes nothing. */
export async function shopExchange(
  app: App,
  caller: Caller,
  claim: ItemClaim,
  changes: FlightChanges,
): Promise<ExchangeShop> {
  const { booking, item } = await findServicedItem(app, caller, claim, 'flight');
  const slices = readChanges(app, flightOf(item).offer.slices, changes, caller.now);
  const obstacle = await findObstacle(app, booking, item);
  const exchanges = findFlightExchanges(app, item);
  if (obstacle !== undefined || exchanges === undefined)
    return { item, kind: 'not_exchangeable', reason: obstacle ?? 'This airline does not exchange tickets here.' };
  const found = await callSupplier(app, airlineCall(booking, caller.now), (context) =>
    exchanges.search({ reference: item.reference, slices }, context),
  );
  if (found.kind === 'not_exchangeable') return { item, ...found };
  const expiresAt = exchangeOfferExpiry(caller.now);
  const offers = found.offers.map((offer): ShownExchange => {
    const plan = planFlightExchange(app, item, offer);
    const { exchangeKey } = offer;
    const token = {
      bookingRef: booking.bookingRef,
      itemId: item.itemId,
      exchangeKey,
      shownCost: costOf(plan),
      expiresAt,
    };
    return { offerId: sealFlightExchange(app, caller.organizationId, token), plan };
  });
  return {
    item,
    kind: 'offers',
    offers,
    omitted: found.omitted,
    nothing: found.nothing,
    warnings: exchangeWarnings(item, found.offers[0]?.keepsExtrasOf),
    expiresAt,
  };
}

const NOT_STANDING: Readonly<Partial<Record<BookingItemStatus, string>>> = {
  refunded: 'The flight was refunded.',
  cancelled: 'The flight was cancelled.',
  exchanged: 'The flight was exchanged for another.',
  failed: 'The flight was never booked.',
};

/** Why an item cannot be exchanged whatever its supplier says; undefined where nothing stands in the way. */
export async function findObstacle(app: App, booking: Booking, item: BookingItem): Promise<string | undefined> {
  if (booking.phase !== 'done') return 'The booking is still being made.';
  if (item.status !== 'confirmed') return NOT_STANDING[item.status] ?? 'The flight is not confirmed yet.';
  if (isUnpaid(booking)) return UNPAID_OBSTACLE;
  const underWay = await listChangesUnderWay(app.db, booking, item.itemId);
  return underWay.length > 0 ? 'Another change of this flight is under way.' : undefined;
}

/** The slices to exchange and their dates, or 422 with every field that is wrong. */
function readChanges(
  app: App,
  slices: readonly Slice[],
  { segments, departureDate, returnDate }: FlightChanges,
  now: Date,
): readonly SliceDate[] {
  const problems: FieldProblem[] = [];
  const chosen =
    segments === undefined
      ? toCome(slices, now, returnDate === undefined ? 1 : 2)
      : segments.map((text, at) => sliceOf(slices, text, at, problems));
  const indexes = [...new Set(chosen.filter((index) => index !== undefined))].sort((a, b) => a - b);
  const dates = [
    { path: 'preferred_departure_date', date: departureDate },
    ...(returnDate === undefined ? [] : [{ path: 'return', date: returnDate }]),
  ];
  if (problems.length === 0) checkCount(indexes.length, dates.length, problems);
  const wanted = dates.flatMap(({ path, date }, at) => {
    const [index, slice] = [indexes[at], slices[indexes[at] ?? -1]];
    const today = todayIn(app.places.airport(slice?.origin ?? '')?.zone ?? 'UTC', now);
    checkDate(path, date, today, problems);
    return index === undefined ? [] : [{ index, date }];
  });
  if (problems.length === 0 && returnDate !== undefined && returnDate < departureDate)
    problems.push({ path: 'return', problem: 'is before preferred_departure_date.' });
  const [first, ...others] = problems;
  if (first !== undefined) throw refuseFields([first, ...others]);
  return wanted;
}

/** The first slices whose flights have not left; the first of all where every one has: its supplier says so. */
function toCome(slices: readonly Slice[], now: Date, count: number): readonly number[] {
  const ahead = slices.flatMap(({ segments: [first] }, index) =>
    first !== undefined && first.depart.instant > now ? [index] : [],
  );
  return ahead.length === 0 ? slices.map((_, index) => index).slice(0, count) : ahead.slice(0, count);
}

function sliceOf(
  slices: readonly Slice[],
  named: number | string,
  at: number,
  problems: FieldProblem[],
): number | undefined {
  const index =
    typeof named === 'number'
      ? named
      : slices.findIndex(({ segments }) => segments.some(({ segmentId }) => segmentId === named));
  if (slices[index] !== undefined) return index;
  problems.push({
    path: `segments_to_exchange[${at}]`,
    problem: 'The flight has no such slice or segment: name slices from 0, or segment ids.',
  });
  return undefined;
}

function checkCount(sliceCount: number, dateCount: number, problems: FieldProblem[]): void {
  if (sliceCount > 2)
    problems.push({ path: 'segments_to_exchange', problem: 'At most two slices are exchanged at once.' });
  else if (sliceCount > dateCount)
    problems.push({ path: 'return', problem: 'is required: two slices are to be exchanged.' });
  else if (sliceCount < dateCount)
    problems.push({ path: 'return', problem: 'There is no second slice to exchange. Leave it out.' });
}

function checkDate(path: string, date: string, today: IsoDate, problems: FieldProblem[]): void {
  if (!isIsoDate(date)) problems.push({ path, problem: 'Not a calendar date.' });
  else if (date < today) problems.push({ path, problem: 'is in the past.' });
  else if (daysBetween(today, date) > DAYS_AHEAD_MAX)
    problems.push({ path, problem: `is more than ${DAYS_AHEAD_MAX} days ahead.` });
}

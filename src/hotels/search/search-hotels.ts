import type { App, Caller } from '../../context.ts';
import {
  assertAnswered,
  type AskedSupplier,
  querySuppliers,
  describeAsked,
  type LiveShopStatus,
} from '../../suppliers/calls/query-suppliers.ts';
import { refuse } from '../../platform/errors.ts';
import { yieldIfBusy } from '../../platform/scheduling/fair-scheduler.ts';
import type { FoundStays, HotelSupplier } from '../../suppliers/ports/hotels.ts';
import { SupplierFailure } from '../../suppliers/ports/supplier.ts';
import { addDays } from '../../travel/dates.ts';
import type { StayNarrowing, StayQuery } from '../../travel/stay.ts';
import { partyKey } from '../model/occupancy.ts';
import { PAGE_RATES_MAX } from '../model/page-bound.ts';
import { isValidHotel } from '../model/validate-hotel.ts';
import type { ShownHotel, StaySearch } from '../model/stay-search.ts';
import { observeStays } from '../history/observe-stays.ts';
import { countShown, type HotelWindow, showHotels } from './show-hotels.ts';

/**
 * Why a result holds nothing. `no_hotels`: no supplier knows one there. `sold_out`: there are hotels, none with rooms
 * for the party on these nights. `filtered_out`: hotels with rooms, none that passes the filters. `suppliers_failed`:
 * nobody answered. `past_the_end`: the result has hotels, the page lies behind them.
 */
export const EMPTY_REASONS = ['no_hotels', 'sold_out', 'filtered_out', 'suppliers_failed', 'past_the_end'] as const;
export type EmptyReason = (typeof EMPTY_REASONS)[number];

/** How one supplier's part of a search went. */
export interface HotelSupplierStatus {
  readonly provider: string;
  /** `partial`: some of its hotels could not be read. */
  readonly status: 'ok' | 'partial' | SupplierFailure['kind'];
  readonly offerCount: number;
  readonly elapsedMs: number;
}
/** What a search answers, before it is worded. */
export interface HotelSearchResult {
  readonly search: StaySearch;
  /** One page, or more of it than fits the bound of its bytes. */
  readonly hotels: readonly ShownHotel[];
  readonly total: number;
  readonly liveStatus: LiveShopStatus;
  readonly statuses: readonly HotelSupplierStatus[];
  readonly emptyReason: EmptyReason | undefined;
  /** Hotels that were answered and do not pass the filters. */
  readonly hiddenHotels: number;
  /** Hotels that matched and stand beyond the number asked of suppliers. */
  readonly beyondBound: number;
  /**
   * False when the same question should be asked again soon: a supplier failed, nothing was found, a rate ends early.
   */
  readonly isCacheable: boolean;
}
/** A search and how it is wanted. */
export interface HotelSearchCall {
  readonly search: StaySearch;
  /** `throw`: a search that nobody answered is their failure (/v1); `tell`: an empty answer that says so (/api/v1). */
  readonly onFailure: 'throw' | 'tell';
  /** Fires when the client has gone away. */
  readonly signal: AbortSignal;
}

/** Searches every supplier. Writes nothing of its caller; what a night costs goes to `demand`, behind the answer. */
export async function searchHotels(
  app: App,
  caller: Caller,
  { search, onFailure, signal }: HotelSearchCall,
): Promise<HotelSearchResult> {
  const asked = await askFor(app, caller, search.query, { timeoutMs: search.supplierTimeoutMs, signal });
  if (onFailure === 'throw') assertAnswered(asked);
  const supplied = asked.flatMap(
    ({ supplier, answer }) => answer?.hotels.map((offer) => ({ supplierId: supplier.id, offer })) ?? [],
  );
  const window = showHotels(app, supplied, search, caller.now);
  const hotels = await showInTurns(window, search);
  const liveStatus = describeAsked(asked);
  const isPartial = asked.some(({ answer }) => answer !== undefined && answer.unreadable > 0);
  if (liveStatus === 'ok' && !isPartial) observeStays(app, caller, search, window.ranked);
  return {
    search,
    hotels,
    total: window.ranked.length,
    liveStatus: liveStatus === 'ok' && isPartial ? 'partial' : liveStatus,
    statuses: asked.map(toStatus),
    emptyReason:
      hotels.length > 0 ? undefined : await explainEmpty(app, caller, { search, onFailure, signal }, { asked, window }),
    hiddenHotels: window.hiddenHotels,
    beyondBound: asked.reduce((sum, { answer }) => sum + (answer?.omitted ?? 0), 0),
    isCacheable:
      liveStatus === 'ok' &&
      !isPartial &&
      hotels.length > 0 &&
      hotels.every(({ expiresAt }) => expiresAt === undefined),
  };
}

/**
 * Lists of rates (one for each hotel and kind of party) that are shown or written before others have their turn: each
 * holds a dozen.
 */
export const LISTS_PER_TURN = 40;

/** The most lists a page can hold: one for each hotel and kind of party. */
export function listsOf({ query, limit }: StaySearch): number {
  return limit * kindsOf(query);
}

function kindsOf(query: StaySearch['query']): number {
  return new Set(query.rooms.map(partyKey)).size;
}

/**
 * A page of 200 hotels for eight different rooms is twenty thousand rates: others have their turn in between, and it
 * ends where its bytes would.
 */
async function showInTurns(window: HotelWindow, { query, offset, limit }: StaySearch): Promise<readonly ShownHotel[]> {
  const perTurn = Math.max(1, Math.floor(LISTS_PER_TURN / kindsOf(query)));
  const end = Math.min(offset + limit, window.ranked.length);
  const hotels = [...window.show(offset, Math.min(offset + perTurn, end))];
  let rates = countRates(hotels);
  for (let from = offset + perTurn; from < end && rates <= PAGE_RATES_MAX; from += perTurn) {
    await yieldIfBusy();
    const further = window.show(from, Math.min(from + perTurn, end));
    hotels.push(...further);
    rates += countRates(further);
  }
  return hotels;
}

function countRates(hotels: readonly ShownHotel[]): number {
  return hotels.reduce((count, { parties }) => count + countShown(parties), 0);
}

/** Throws 503 where this installation has no hotel supplier at all. */
export function assertSupplied(app: App): void {
  if (app.hotelSuppliers.length === 0)
    throw refuse('supplier_unavailable', { message: 'No hotel supplier is configured.' });
}

interface ReadStays extends FoundStays {
  /** Hotels that lack something and were left out. */
  readonly unreadable: number;
}
type Asked = AskedSupplier<HotelSupplier, ReadStays>;

async function askFor(
  app: App,
  caller: Caller,
  query: StayQuery,
  terms: { readonly timeoutMs: number; readonly signal: AbortSignal },
): Promise<readonly Asked[]> {
  return await querySuppliers(app, caller, app.hotelSuppliers, {
    ...terms,
    ask: async (supplier, context) => readStays(app, supplier, await supplier.search(query, context), query),
  });
}

/** Throws where nothing of the answer can be read. */
function readStays(app: App, supplier: HotelSupplier, { hotels, omitted }: FoundStays, query: StayQuery): ReadStays {
  if (supplier.isBuiltIn) return { hotels, omitted, unreadable: 0 };
  const supports = (currency: string) => app.rates.supports(currency);
  const sound = hotels.filter((offer) => isValidHotel(offer, query, supports));
  const unreadable = hotels.length - sound.length;
  if (unreadable > 0)
    app.log.error({ provider: supplier.id, unreadable }, 'A hotel supplier answered hotels that cannot be read.');
  if (unreadable > 0 && sound.length === 0)
    throw new SupplierFailure('error', 'The supplier answered hotels that cannot be read.');
  return { hotels: sound, omitted: Number.isSafeInteger(omitted) ? omitted : 0, unreadable };
}

function toStatus({ supplier, status, answer, elapsedMs }: Asked): HotelSupplierStatus {
  return {
    provider: supplier.id,
    status: answer !== undefined && answer.unreadable > 0 ? 'partial' : status,
    offerCount: answer?.hotels.length ?? 0,
    elapsedMs,
  };
}

const NO_NARROWING: StayNarrowing = {
  chainIds: [],
  facilityIds: [],
  hotelTypeIds: [],
  starRatings: [],
  ratingMin: undefined,
  reviewsMin: undefined,
};
/**
 * One adult for one night, first on the day asked for, then in other seasons: a place that never has a bed has no
 * hotels.
 */
const PROBE_DAYS = [0, 30, 120] as const;

/** Asks once more, for almost nothing: with rooms but without filters, then for a single bed on other days. */
async function explainEmpty(
  app: App,
  caller: Caller,
  { search, signal }: HotelSearchCall,
  { asked, window }: { readonly asked: readonly Asked[]; readonly window: HotelWindow },
): Promise<EmptyReason> {
  if (window.ranked.length > 0) return 'past_the_end';
  if (!asked.some(({ status }) => status === 'ok')) return 'suppliers_failed';
  if (window.hiddenHotels > 0) return 'filtered_out';
  const { query, destination } = search;
  const terms = { timeoutMs: search.supplierTimeoutMs, signal };
  const hasAny = async (changes: Partial<StayQuery>) =>
    (await askFor(app, caller, { ...query, only: NO_NARROWING, hotelsMax: 1, ...changes }, terms)).some(
      ({ answer }) => (answer?.hotels.length ?? 0) > 0,
    );
  const probes = destination.kind === 'hotels' ? [] : PROBE_DAYS.map((days) => hasAny(aBed(query, days)));
  const [isFiltered, ...areThere] = await Promise.all([
    search.filtersApplied.length > 0 ? hasAny({}) : false,
    ...probes,
  ]);
  if (isFiltered) return 'filtered_out';
  // Hotels that were named are known to exist.
  return destination.kind === 'hotels' || areThere.includes(true) ? 'sold_out' : 'no_hotels';
}

function aBed({ checkIn }: StayQuery, daysLater: number): Partial<StayQuery> {
  const from = addDays(checkIn, daysLater);
  return { checkIn: from, checkOut: addDays(from, 1), rooms: [{ adults: 1, childrenAges: [] }] };
}

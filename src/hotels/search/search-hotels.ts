import type { App, Caller } from '../../context.ts';
import type { CallTerms } from '../../suppliers/calls/call-supplier.ts';
import {
  assertAnswered,
  describeReplies,
  isAnswered,
  type SearchStatus,
} from '../../suppliers/calls/query-suppliers.ts';
import {
  type SearchReply,
  searchSuppliers,
  sumOmitted,
  type SupplierStatus,
} from '../../suppliers/calls/search-suppliers.ts';
import { refuseUnsupplied } from '../../suppliers/calls/for-sale.ts';
import type { ServiceFees } from '../../pricing/service-fees.ts';
import { yieldIfBusy } from '../../platform/scheduling/fair-scheduler.ts';
import { runPartsFairly } from '../../platform/scheduling/in-parts.ts';
import type { HotelSupplier } from '../../suppliers/ports/hotels.ts';
import { addDays } from '../../travel/dates.ts';
import type { HotelOffer, StayFilter, StayQuery, StoredHotels } from '../../travel/stay.ts';
import { UNREAD } from '../model/content-states.ts';
import { partyKey } from '../model/occupancy.ts';
import { PAGE_RATES_MAX } from '../model/page-bound.ts';
import { groupHotels } from '../model/same-hotel/group-hotels.ts';
import { knowsHotels } from '../content/knows-hotels.ts';
import { noteCities } from '../content/note-cities.ts';
import type { CityContent } from '../content/store-city.ts';
import { readStored } from '../content/stored-hotels.ts';
import { usedCities } from '../content/used-cities.ts';
import { withContent } from '../content/with-content.ts';
import { validateHotel } from '../model/validate-hotel.ts';
import type { DisplayHotel, StaySearch } from '../model/stay-search.ts';
import { observeStays } from '../history/observe-stays.ts';
import type { SourcedHotel } from './price-stays.ts';
import { countShown, displayHotels, type HotelWindow } from './display-hotels.ts';

/**
 * Why a result holds nothing. `no_hotels`: no supplier knows one there. `sold_out`: there are hotels, none with rooms
 * for the party on these nights. `filtered_out`: hotels with rooms, none that passes the filters. `suppliers_failed`:
 * nobody answered. `past_the_end`: the result has hotels, the page lies behind them.
 */
export const EMPTY_REASONS = ['no_hotels', 'sold_out', 'filtered_out', 'suppliers_failed', 'past_the_end'] as const;
type EmptyReason = (typeof EMPTY_REASONS)[number];

/** What a search answers, before it is worded. */
export interface HotelSearchResult {
  readonly search: StaySearch;
  /** One page, or more of it than fits the bound of its bytes. */
  readonly hotels: readonly DisplayHotel[];
  readonly total: number;
  readonly liveStatus: SearchStatus;
  readonly statuses: readonly SupplierStatus[];
  /** How far the stored hotels are of the cities that the search is about. */
  readonly content: readonly CityContent[];
  readonly emptyReason: EmptyReason | undefined;
  /** Hotels that were answered and do not pass the filters. */
  readonly hiddenHotels: number;
  /** Hotels that matched and stand beyond the number asked of suppliers. */
  readonly beyondBound: number;
  /**
   * False when a repeated search must be answered anew: a supplier failed, nothing was found, a rate ends early, or
   * the hotels of a city are being stored.
   */
  readonly isCacheable: boolean;
}
/** A search and how it is wanted. */
export interface HotelSearchCall {
  readonly search: StaySearch;
  /** What the organization adds to prices. */
  readonly fees: ServiceFees;
  /**
   * `throw`: a search that nobody answered is their failure (/v1); `answer`: an empty answer that says so (/api/v1).
   */
  readonly onFailure: 'throw' | 'answer';
  /** Fires when the client has gone away. */
  readonly signal: AbortSignal;
}

/** Searches every supplier. Writes nothing of its caller; what a night costs goes to `demand`, behind the answer. */
export async function searchHotels(app: App, caller: Caller, call: HotelSearchCall): Promise<HotelSearchResult> {
  const { search, onFailure, fees, signal } = call;
  const stored = await readStored(app, search.destination, search.query.only);
  const answered = await searchFor(app, caller, search.query, {
    purpose: search.offset > 0 ? 'page' : 'search',
    timeoutMs: search.supplierTimeoutMs,
    currency: search.currency,
    signal,
    stored,
  });
  const statuses = answered.map(({ status }) => status);
  if (onFailure === 'throw') assertAnswered(statuses);
  const content = await noteCities(app, caller, usedCities(app, search.destination, answered));
  const replies = await withContent(app, answered);
  const groups = await groupReplies(replies, signal);
  const window = displayHotels(app, groups, search, { now: caller.now, fees });
  const hotels = await displayInSlices(window, search);
  const liveStatus = describeReplies(statuses);
  const cheapest = window.ranked.map(({ sources }) => sources[0]);
  if (liveStatus === 'ok') observeStays(app, caller, search, cheapest);
  return {
    search,
    hotels,
    total: window.ranked.length,
    liveStatus,
    statuses,
    content,
    emptyReason: hotels.length > 0 ? undefined : await explainEmpty(app, caller, call, { statuses, window, stored }),
    hiddenHotels: window.hiddenHotels,
    beyondBound: sumOmitted(replies)[0] ?? 0,
    isCacheable:
      liveStatus === 'ok' &&
      hotels.length > 0 &&
      !content.some(({ status }) => UNREAD.includes(status)) &&
      hotels.every(({ sources }) => sources.every(({ expiresAt }) => expiresAt === undefined)),
  };
}

/** Of each hotel the entries of all suppliers that sell it. */
async function groupReplies(
  replies: readonly SearchReply<HotelSupplier, HotelOffer>[],
  signal: AbortSignal,
): Promise<readonly (readonly SourcedHotel[])[]> {
  const entries = replies.flatMap(({ supplier, found }) =>
    found.flatMap(({ offers }) => offers.map((offer) => ({ supplierId: supplier.id, hotel: offer.hotel, offer }))),
  );
  const isShared = replies.filter(({ found }) => found.some(({ offers }) => offers.length > 0)).length > 1;
  return isShared ? await runPartsFairly(groupHotels(entries), signal) : entries.map((entry) => [entry]);
}

/**
 * Lists of rates (one for each hotel and kind of party) that are shown or written before other work runs: each
 * holds a dozen.
 */
export const LISTS_PER_SLICE = 40;

function kindsOf(query: StaySearch['query']): number {
  return new Set(query.rooms.map(partyKey)).size;
}

/**
 * A page of 200 hotels for eight different rooms is twenty thousand rates: other work runs in between, and it
 * ends where its bytes would.
 */
async function displayInSlices(
  window: HotelWindow,
  { query, offset, limit }: StaySearch,
): Promise<readonly DisplayHotel[]> {
  const perSlice = Math.max(1, Math.floor(LISTS_PER_SLICE / kindsOf(query)));
  const end = Math.min(offset + limit, window.ranked.length);
  const hotels = [...window.displayPage(offset, Math.min(offset + perSlice, end))];
  let rates = countRates(hotels);
  for (let from = offset + perSlice; from < end && rates <= PAGE_RATES_MAX; from += perSlice) {
    await yieldIfBusy();
    const further = window.displayPage(from, Math.min(from + perSlice, end));
    hotels.push(...further);
    rates += countRates(further);
  }
  return hotels;
}

function countRates(hotels: readonly DisplayHotel[]): number {
  return hotels.reduce((count, { sources }) => count + countShown(sources), 0);
}

/** Throws 503 where there is no hotel supplier at all, or none for sale. */
export function assertSupplied(app: App): void {
  if (app.hotelSuppliers.length === 0) throw refuseUnsupplied(app, 'hotel');
}

/** A page continues the search it belongs to: suppliers answer it from what they answered before. */
interface SearchTerms extends Pick<CallTerms, 'purpose' | 'timeoutMs' | 'currency'> {
  readonly signal: AbortSignal;
  /** By supplier. */
  readonly stored?: ReadonlyMap<string, StoredHotels>;
}

async function searchFor(
  app: App,
  caller: Caller,
  query: StayQuery,
  { stored, ...terms }: SearchTerms,
  suppliers: readonly HotelSupplier[] = app.hotelSuppliers,
): Promise<readonly SearchReply<HotelSupplier, HotelOffer>[]> {
  const supports = (currency: string) => app.rates.supports(currency);
  return await searchSuppliers(app, caller, suppliers, {
    ...terms,
    kind: 'hotel',
    queries: [query],
    async search(supplier, stay, context) {
      const { hotels, omitted } = await supplier.search({ ...stay, stored: stored?.get(supplier.id) }, context);
      return { offers: hotels, omitted };
    },
    check: (offer, stay) => validateHotel(offer, stay, supports),
  });
}

const NO_STAY_FILTER: StayFilter = {
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

interface FoundNothing {
  readonly statuses: readonly SupplierStatus[];
  readonly window: HotelWindow;
  readonly stored: ReadonlyMap<string, StoredHotels>;
}

/**
 * Asks once more, for almost nothing: with rooms but without filters, then for a single bed on other days. Only
 * suppliers that are searched freely are asked; of the others what is stored of the city says whether they have hotels.
 * Undefined where they might.
 */
async function explainEmpty(
  app: App,
  caller: Caller,
  { search, signal }: HotelSearchCall,
  { statuses, window, stored: known }: FoundNothing,
): Promise<EmptyReason | undefined> {
  if (window.ranked.length > 0) return 'past_the_end';
  if (!statuses.some(isAnswered)) return 'suppliers_failed';
  if (window.hiddenHotels > 0 || [...known.values()].some(({ passing }) => passing === 0)) return 'filtered_out';
  const { query, destination, currency, supplierTimeoutMs: timeoutMs } = search;
  const isFiltered = search.filtersApplied.length > 0;
  const free = app.hotelSuppliers.filter(({ isSearchedFreely }) => isSearchedFreely);
  const terms = { purpose: 'discovery', timeoutMs, currency, signal } as const;
  const hasAny = async (changes: Partial<StayQuery>) =>
    (await searchFor(app, caller, { ...query, only: NO_STAY_FILTER, hotelsMax: 1, ...changes }, terms, free)).some(
      ({ status }) => status.offerCount > 0,
    );
  const probes = destination.kind === 'hotels' ? [] : PROBE_DAYS.map((days) => hasAny(aBed(query, days)));
  const [hasHidden, ...areThere] = await Promise.all([isFiltered && hasAny({}), ...probes]);
  if (hasHidden) return 'filtered_out';
  const stored = await Promise.all(
    app.hotelSuppliers.flatMap(({ id, content }) =>
      content === undefined ? [] : [knowsHotels(app, id, search.destination)],
    ),
  );
  const isKnown = free.length + stored.filter((known) => known !== undefined).length === app.hotelSuppliers.length;
  // Hotels that were named are known to exist.
  if (destination.kind === 'hotels' || [...areThere, ...stored].includes(true))
    return isKnown || !isFiltered ? 'sold_out' : undefined;
  return isKnown ? 'no_hotels' : undefined;
}

function aBed({ checkIn }: StayQuery, daysLater: number): Partial<StayQuery> {
  const from = addDays(checkIn, daysLater);
  return { checkIn: from, checkOut: addDays(from, 1), rooms: [{ adults: 1, childrenAges: [] }] };
}

import { yieldIfBusy } from '../../src/platform/scheduling/fair-scheduler.ts';
import { instantOfLocal } from '../../src/travel/dates.ts';
import { dueAtProperty, payNowOfRate, payNowOfStay, type StayQuery } from '../../src/travel/stay.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import type { HotelSupplier, StayBookRequest } from '../../src/suppliers/ports/hotels.ts';
import type { PublishedNight, PublishedNightsQuery } from '../../src/suppliers/ports/demand.ts';
import { nemoHotelOf } from './content/scenario-hotels.ts';
import type { StayWorld } from './stay-world.ts';
import { applySearchScenario, applyPriceScenario } from '../scenarios/hotels-scenarios.ts';
import { confirmationOf } from '../scenarios/scenarios.ts';
import {
  createOrderBook,
  findAsQuoted,
  graceStart,
  type StockContext,
  type OrderBookParts,
  type StockSeller,
} from '../order-book/order-book.ts';
import { hotelConfirmationNumber } from '../order-book/stock-order.ts';
import type { FoundStatedStays, StatedStay } from './stated-stay.ts';

/** What the sandbox hotel system is made of. */
export interface SandboxHotelsParts extends OrderBookParts {
  readonly world: { readonly stays: StayWorld };
}

/** The port of hotels, everything stated. */
export interface SandboxHotels extends HotelSupplier {
  search(query: StayQuery, context: SupplierContext): Promise<FoundStatedStays>;
  getStay(rateKeys: readonly string[], context: SupplierContext): Promise<StatedStay | undefined>;
  price(rateKeys: readonly string[], context: SupplierContext): Promise<StatedPrice>;
}
type StatedPrice =
  | { readonly kind: 'priced'; readonly stay: StatedStay }
  | { readonly kind: 'gone'; readonly reason: string };

/**
 * The built-in hotel supplier: the hotels of the loaded world, an order book, and the scenario hotels at Point Nemo.
 */
export function createSandboxHotels(parts: SandboxHotelsParts): SandboxHotels {
  const { stays } = parts.world;
  const orderBook = createOrderBook(parts, createStaySeller(stays));
  return {
    id: 'sandbox_hotels',
    isSearchedFreely: true,
    name: 'Bly Sandbox Hotels',
    isBookIdempotent: true,
    search: async (query, context) =>
      applySearchScenario(stays.search(query, await orderBook.ask(context)), context.now),
    hotel: async (hotelId) => stays.content(hotelId),
    suggest: (text, limit) => stays.suggest(text, limit),
    findTown: (name, country) => stays.findTown(name, country),
    publishedNights: (query) => priceInSlices(stays, query),
    getStay: async (rateKeys, context) => stays.stay(rateKeys, await orderBook.ask(context)),
    async price(rateKeys, context) {
      const stay = priceAt(stays, rateKeys, await orderBook.ask(context));
      return stay
        ? { kind: 'priced', stay }
        : { kind: 'gone', reason: 'These rooms are sold out at this rate, or no longer offered.' };
    },
    book: orderBook.book,
    lookUp: orderBook.lookUp,
    cancel: orderBook.cancel,
    cancellations: orderBook.cancellations,
  };
}

/** Nights priced in one time slice, each up to a millisecond, before other requests go on. */
const NIGHTS_PER_SLICE = 8;

async function priceInSlices(
  stays: StayWorld,
  { checkIns, ...others }: PublishedNightsQuery,
): Promise<readonly PublishedNight[]> {
  const priced: PublishedNight[] = [];
  for (let at = 0; at < checkIns.length; at += NIGHTS_PER_SLICE) {
    await yieldIfBusy();
    priced.push(...(stays.nights?.({ ...others, checkIns: checkIns.slice(at, at + NIGHTS_PER_SLICE) }) ?? []));
  }
  return priced;
}

function priceAt(stays: StayWorld, rateKeys: readonly string[], context: StockContext): StatedStay | undefined {
  const found = stays.stay(rateKeys, context);
  return found && applyPriceScenario(found);
}

function createStaySeller(stays: StayWorld): StockSeller<StayBookRequest> {
  return {
    kind: 'stay',
    judge(request, context, organizationId) {
      const today = priceAt(stays, request.rateKeys, context);
      if (!today) return { reason: 'unavailable: the rooms are gone' };
      const scenario = nemoHotelOf(today.hotel.hotelId);
      if (scenario === 'refused') return { reason: 'the booking was refused by the property' };
      if (request.travelers.length === 0) return { reason: 'there is no guest in whose name to book' };
      const quoted = findAsQuoted(request, withDue(today), () => {
        const before = priceAt(stays, request.rateKeys, { ...context, now: graceStart(context.now) });
        return before && withDue(before);
      });
      if (!quoted) return { reason: 'price_changed' };
      const uses = stays.roomUses(request.rateKeys) ?? [];
      return {
        keys: request.rateKeys,
        extras: [],
        uses: uses.map(({ key, night, rooms }) => ({ key, date: night, count: rooms })),
        cancellations: quoted.stay.rates.map(({ cancellation }) => cancellation),
        shares: quoted.stay.rates.map((rate) => ({ price: rate.total, paid: payNowOfRate(rate) })),
        endsAt: instantOfLocal(`${today.checkOut}T${today.hotel.checkOutUntil}:00`, today.hotel.zone),
        scenario,
        confirmationNumber: hotelConfirmationNumber(organizationId, request.reference),
        ...confirmationOf(scenario === 'slow' || scenario === 'unknown' ? scenario : undefined, context.now),
      };
    },
  };
}

function withDue(stay: StatedStay) {
  return { stay, total: payNowOfStay(stay), dueLater: dueAtProperty(stay) };
}

import type { Clock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { pipeline } from '../../src/platform/db/pipeline.ts';
import { yieldIfBusy } from '../../src/platform/scheduling/fair-scheduler.ts';
import { newId } from '../../src/platform/ids.ts';
import type { FlightOffer, FlightQuery } from '../../src/travel/flight.ts';
import { addMoney, type Money, timesMoney } from '../../src/travel/money.ts';
import { countByType, type PassengerCounts } from '../../src/travel/passengers.ts';
import type { BookOutcome, CancelOutcome, LookUpOutcome } from '../../src/suppliers/ports/booking.ts';
import type {
  DatedOffer,
  FlightBookRequest,
  FlightSupplier,
  FoundFlights,
  PricedFlight,
} from '../../src/suppliers/ports/flights.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import { NOTHING_SOLD, type SoldSeats, soldSeatsKey } from '../cabins/inventory.ts';
import type { FlightSeatMap } from '../cabins/seat-maps.ts';
import type { SeatUse, World } from '../world.ts';
import { assignSeats, judgeSeats, readSeatMaps } from '../order-book/assigned-seats.ts';
import { type AssignedSeat, freeAssignedSeats } from '../order-book/assigned-seats-store.ts';
import { createFlightCancellations } from './flight-cancellations.ts';
import { createFlightExchanges } from './flight-exchanges.ts';
import { createFlightServices } from './flight-services.ts';
import {
  judgeCancellation,
  recordLocator,
  type SandboxOrder,
  soldFare,
  type TicketIssuer,
  ticketNumber,
} from './flights-order.ts';
import { describeOrder } from '../order-book/order-states.ts';
import { otherRoutesOf } from './other-routes.ts';
import { plainOffer } from '../offers/plain-offer.ts';
import { samplePublishedFares } from './published-fares.ts';
import { samplePublishedHistory } from './published-history.ts';
import {
  confirmationOf,
  enactOfferScenario,
  enactPriceScenario,
  enactSearchScenario,
  mayHoldScenarios,
  scenarioCurrency,
  scenarioOfOffer,
} from '../scenarios/scenarios.ts';
import { createScheduleService } from '../order-book/schedule-service.ts';
import { createSeatCounts, type SeatCounts } from '../order-book/sold-seats.ts';
import {
  addSoldSeats,
  findOrder,
  freeSoldSeats,
  insertOrder,
  markCancelled,
  type SoldCount,
} from '../order-book/store.ts';

/** What the sandbox airline system is made of. `clock` is real time; travelers' time comes with each call. */
export interface SandboxFlightsParts {
  readonly world: World;
  readonly db: Db;
  readonly clock: Clock;
}

interface Facts extends SandboxFlightsParts {
  readonly seats: SeatCounts;
}

/**
 * A price holds this long after a day's prices have changed, so that a quote given before midnight can still be booked.
 */
const PRICE_GRACE_MS = 30 * 60_000;
/** What proves that nothing was booked: one transaction writes an order and takes what it uses, or does neither. */
const NOT_SOLD = 'the order book holds no order of this reference';

/** Ends the transaction of a booking whose reference has been booked before. */
class Repeated extends Error {}

/** The seats or the price were taken by another booking while this one was being written: nothing is stored. */
class InventoryConflict extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'InventoryConflict';
    this.reason = reason;
  }
}

/**
 * The built-in flight supplier: real schedules and fares of the loaded world, its own order book, and the scenario
 * routes.
 */
export function createSandboxFlights(parts: SandboxFlightsParts): FlightSupplier {
  const facts: Facts = { ...parts, seats: createSeatCounts(parts) };
  const orders = {
    ...facts,
    places: facts.world.places,
    asSold: (order: SandboxOrder) => priceAt(facts.world, order, order.fare?.pricedAt ?? order.bookedAt, NOTHING_SOLD),
  };
  return {
    id: 'sandbox',
    name: 'Bly Sandbox Airlines',
    isBookIdempotent: true,
    async search(query, context) {
      await enactSearchScenario(query, context.signal);
      return await shop(facts, query, context);
    },
    homeCurrency: scenarioCurrency,
    // Filed schedules and fares answer even where a scenario lets a search fail.
    publishedOffers: (query, context) => shop(facts, query, context),
    async publishedFares(offerKeys, context) {
      const sold = await facts.seats.read(context.organizationId, context.now);
      await yieldIfBusy(context.signal);
      return samplePublishedFares(offerKeys, context.now, (offerKey, now) =>
        facts.world.lowestTotal(offerKey, { now, sold }),
      );
    },
    async publishedCalendar(query, context) {
      const sold = await facts.seats.read(context.organizationId, context.now);
      const dated = await facts.world.calendar(query, { now: context.now, sold, signal: context.signal });
      return await plainCalendar(dated, context);
    },
    // Seats sold here are left out: every organization sees one history.
    publishedHistory: (query, { now, signal }) =>
      samplePublishedHistory(query, now, {
        calendar: (calendar) => facts.world.calendar(calendar, { now, sold: NOTHING_SOLD, signal }),
        readTotal: (offerKey, at) => facts.world.lowestTotal(offerKey, { now: at, sold: NOTHING_SOLD }),
      }),
    publishedDestinations: (query, context) => facts.world.reach(query, context),
    async getOffer(offerKey, context) {
      const sold = await facts.seats.read(context.organizationId, context.now);
      const offer = facts.world.offer(offerKey, { now: context.now, sold });
      return offer && enactOfferScenario(offer, context.now);
    },
    async price(keys, context) {
      const sold = await facts.seats.read(context.organizationId, context.now);
      const flight = priceAt(facts.world, keys, context.now, sold);
      return flight
        ? { kind: 'priced', flight }
        : { kind: 'gone', reason: 'These flights are sold out at this fare, or no longer offered.' };
    },
    async seatMaps(keys, { organizationId, now }) {
      const sold = await facts.seats.read(organizationId, now);
      const maps = await readSeatMaps(facts, keys, { organizationId, now, sold });
      return maps.map(({ segmentId, aircraft, cabinClass, rows }) => ({ segmentId, aircraft, cabinClass, rows }));
    },
    book: (request, context) => book(facts, request, context),
    lookUp: (reference, context) => lookUp(facts, reference, context),
    cancel: (reference, context) => cancel(facts, reference, context),
    cancellations: createFlightCancellations(orders),
    schedules: createScheduleService({
      ...orders,
      otherRoutes: (offer, sliceIndex, now) => otherRoutesOf(facts.world, offer, sliceIndex, now),
    }),
    exchanges: createFlightExchanges(facts),
    addedServices: createFlightServices(orders),
  };
}

/** The offers of a query, with the scenario of its airports. */
async function shop({ world, seats }: Facts, query: FlightQuery, context: SupplierContext): Promise<FoundFlights> {
  const { organizationId, now, signal } = context;
  const sold = await seats.read(organizationId, now);
  return enactFound(query, await world.shop(query, { now, sold, signal }), now);
}

/** Written out in parts: a calendar holds up to a thousand offers. */
async function plainCalendar(dated: readonly DatedOffer[], { now, signal }: SupplierContext): Promise<DatedOffer[]> {
  const plain: DatedOffer[] = [];
  for (const [index, { dates, offer }] of dated.entries()) {
    if (index % OFFERS_PER_PART === 0) await yieldIfBusy(signal);
    plain.push({ dates, offer: enactOfferScenario(plainOffer(offer), now) });
  }
  return plain;
}
const OFFERS_PER_PART = 50;

function enactFound(query: FlightQuery, found: FoundFlights, now: Date): FoundFlights {
  if (!mayHoldScenarios(query)) return found;
  const { offers, omitted } = found;
  return { offers: offers.map((offer) => enactOfferScenario(offer, now)), omitted };
}

function priceAt(
  world: World,
  keys: { readonly offerKey: string; readonly fareKey: string },
  now: Date,
  sold: SoldSeats,
): PricedFlight | undefined {
  const found = world.offer(keys.offerKey, { now, sold });
  const offer = found && enactOfferScenario(found, now);
  const filed = offer?.fares.find((fare) => fare.fareKey === keys.fareKey);
  const fare = offer && filed && enactPriceScenario(scenarioOfOffer(offer), filed);
  return offer && fare ? { offer, fare } : undefined;
}

/**
 * Two statements, sent together, and one commit (three where seats were chosen); a repeat of a reference answers what
 * became of the first.
 */
async function book(facts: Facts, wanted: FlightBookRequest, context: SupplierContext): Promise<BookOutcome> {
  const { organizationId, now } = context;
  const sold = await facts.seats.read(organizationId, now);
  const request: SeatedRequest = { ...wanted, maps: await mapsFor(facts, wanted, context, sold) };
  const judged = judgeRequest(facts, request, now, sold);
  const uses = facts.world.seatUses(request.offerKey) ?? [];
  if ('reason' in judged)
    return (await answerRepeat(facts, request, context)) ?? { kind: 'refused', reason: judged.reason, proof: NOT_SOLD };
  const issuer = facts.world.places.airline(judged.flight.offer.validatingCarrier) ?? {
    code: judged.flight.offer.validatingCarrier,
  };
  const order = writeOrder(request, context, { ...judged, ...judged.flight, issuer }, uses);
  try {
    const counts = await facts.db.transaction(async (tx) => {
      const [isNew, counted] = await pipeline([
        insertOrder(tx, organizationId, order),
        addSoldSeats(tx, organizationId, uses.map(toChange)),
      ]);
      if (!isNew) throw new Repeated();
      assertStillSold(facts, request, now, counted, uses);
      const lost = await assignSeats(tx, organizationId, request.reference, judged.seats);
      if (lost !== undefined) throw new InventoryConflict(lost);
      return counted;
    });
    facts.seats.note(organizationId, counts, 'taken');
  } catch (error) {
    if (error instanceof Repeated)
      return (
        (await answerRepeat(facts, request, context)) ?? { kind: 'unknown', detail: 'The reference is being booked.' }
      );
    if (!(error instanceof InventoryConflict)) throw error;
    return { kind: 'refused', reason: error.reason, proof: NOT_SOLD };
  }
  return toBookOutcome(describeOrder(order, now));
}

/** A request with the maps its seats are looked up in; they are read once, before the transaction. */
interface SeatedRequest extends FlightBookRequest {
  readonly maps: readonly FlightSeatMap[];
}

/**
 * As they were at the start of the grace: a seat quoted before midnight may have gone to others in the count of the new
 * day.
 */
async function mapsFor(facts: Facts, request: FlightBookRequest, context: SupplierContext, sold: SoldSeats) {
  if (!request.seats || request.seats.length === 0) return [];
  const now = new Date(context.now.getTime() - PRICE_GRACE_MS);
  return await readSeatMaps(facts, request, { organizationId: context.organizationId, now, sold });
}

/** `pricedAt`: the moment whose prices it is sold at. */
type Judged =
  | { readonly flight: PricedFlight; readonly pricedAt: Date; readonly seats: readonly AssignedSeat[] }
  | { readonly reason: string };

function judgeRequest(facts: Facts, request: SeatedRequest, now: Date, sold: SoldSeats): Judged {
  const flight = priceAt(facts.world, request, now, sold);
  if (!flight) return { reason: 'unavailable: the seats are gone' };
  if (scenarioOfOffer(flight.offer) === 'refused' && request.isMadeAtOnce !== true)
    return { reason: 'ticketing was refused by the airline' };
  if (!matchesParty(flight.offer.passengers, request))
    return { reason: 'the travelers do not match the passengers of the offer' };
  const extras = extrasOf(flight.offer, request);
  if (!extras) return { reason: 'an extra is not sold with this offer' };
  const chosen = judgeSeats(request.maps, request);
  if ('reason' in chosen) return chosen;
  const isAsQuoted = (candidate: PricedFlight): boolean => {
    const total = addMoney(candidate.fare.total, ...extras, ...chosen.prices);
    return total.currency === request.total.currency && total.value === request.total.value;
  };
  if (isAsQuoted(flight)) return { flight, pricedAt: now, seats: chosen.seats };
  const graceAt = new Date(now.getTime() - PRICE_GRACE_MS);
  const earlier = priceAt(facts.world, request, graceAt, sold);
  return earlier && isAsQuoted(earlier)
    ? { flight: earlier, pricedAt: graceAt, seats: chosen.seats }
    : { reason: 'price_changed' };
}

function matchesParty(passengers: PassengerCounts, request: FlightBookRequest): boolean {
  const wanted = countByType(passengers);
  const given = { ADULT: 0, CHILD: 0, INFANT: 0 };
  for (const traveler of request.travelers) given[traveler.type] += 1;
  return given.ADULT === wanted.ADULT && given.CHILD === wanted.CHILD && given.INFANT === wanted.INFANT;
}

/** What the chosen extras cost; undefined when one is not sold with the offer, or not so often. */
function extrasOf(offer: FlightOffer, request: FlightBookRequest): readonly Money[] | undefined {
  const prices: Money[] = [];
  for (const chosen of request.ancillaries) {
    const ancillary = offer.ancillaries.find((candidate) => candidate.ancillaryKey === chosen.ancillaryKey);
    if (!ancillary || chosen.quantity < 1 || chosen.quantity > ancillary.quantityMax) return undefined;
    prices.push(timesMoney(ancillary.price, chosen.quantity));
  }
  return prices;
}

function writeOrder(
  request: FlightBookRequest,
  context: SupplierContext,
  { offer, fare, pricedAt, issuer }: PricedFlight & { readonly pricedAt: Date; readonly issuer: TicketIssuer },
  uses: readonly SeatUse[],
): SandboxOrder {
  const { organizationId, now } = context;
  const scenario = scenarioOfOffer(offer);
  return {
    reference: request.reference,
    orderId: newId('supplierOrder'),
    status: 'booked',
    scenario,
    offerKey: request.offerKey,
    fareKey: request.fareKey,
    confirmationNumber: recordLocator(organizationId, request.reference),
    total: request.total,
    seats: uses,
    bookedAt: now,
    ...confirmationOf(scenario, now),
    fare: soldFare(fare, pricedAt),
    exchangedFor: undefined,
    tickets: request.travelers.map((traveler, index) => ({
      travelerId: traveler.travelerId,
      number: ticketNumber(issuer, organizationId, request.reference, index),
    })),
  };
}

/** Judges again with the counts the database holds under lock: what others sold meanwhile may have closed the class. */
function assertStillSold(
  facts: Facts,
  request: SeatedRequest,
  now: Date,
  counted: readonly SoldCount[],
  uses: readonly SeatUse[],
): void {
  const before = new Map(
    counted.map((count) => [soldSeatsKey(count.flightNumber, count.departureDate, count.cabin), count.sold]),
  );
  for (const use of uses) before.set(use.key, (before.get(use.key) ?? use.seats) - use.seats);
  const judged = judgeRequest(facts, request, now, before);
  if ('reason' in judged) throw new InventoryConflict(judged.reason);
}

async function answerRepeat(
  facts: Facts,
  request: FlightBookRequest,
  context: SupplierContext,
): Promise<BookOutcome | undefined> {
  const known = await findOrder(facts.db, context.organizationId, request.reference);
  return known && toBookOutcome(describeOrder(known, context.now));
}

function toBookOutcome(outcome: LookUpOutcome): BookOutcome {
  if (outcome.kind === 'cancelled' || outcome.kind === 'none')
    return { kind: 'refused', reason: 'The order of this reference was cancelled.', proof: NOT_SOLD };
  return outcome;
}

async function lookUp(facts: Facts, reference: string, context: SupplierContext): Promise<LookUpOutcome> {
  const order = await findOrder(facts.db, context.organizationId, reference);
  return order ? describeOrder(order, context.now) : { kind: 'none', proof: NOT_SOLD };
}

async function cancel(facts: Facts, reference: string, context: SupplierContext): Promise<CancelOutcome> {
  const { organizationId, now } = context;
  const order = await findOrder(facts.db, organizationId, reference);
  if (!order) return { kind: 'refused', reason: 'There is no order with this reference.' };
  const judged = judgeCancellation(order, now);
  if (judged) return judged;
  const counts = await facts.db.transaction(async (tx) => {
    if (!(await markCancelled(tx, organizationId, reference, now))) return [];
    await freeAssignedSeats(tx, organizationId, reference);
    return freeSoldSeats(tx, organizationId, order.seats.map(toChange));
  });
  facts.seats.note(organizationId, counts, 'freed');
  return { kind: 'cancelled', refund: order.total };
}

function toChange(use: SandboxOrder['seats'][number]): SoldCount {
  return { flightNumber: use.flightNumber, departureDate: use.departureDate, cabin: use.cabin, sold: use.seats };
}

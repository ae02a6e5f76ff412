import type { Db } from '../../src/platform/db/db.ts';
import { newId } from '../../src/platform/ids.ts';
import type { FlightOffer, Slice } from '../../src/travel/flight.ts';
import type { Money } from '../../src/travel/money.ts';
import type { LookUpOutcome } from '../../src/suppliers/ports/booking.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import type {
  ExchangeOutcome,
  ExchangeRequest,
  FlightExchangeService,
  FlightExchangeOffer,
  FlightExchangePrice,
  FlightExchangeQuery,
  FlightExchangeSearch,
  NotExchangeable,
} from '../../src/suppliers/ports/servicing.ts';
import { NOTHING_SOLD, type SoldSeats, soldSeatsKey } from '../cabins/inventory.ts';
import type { SeatUse, World } from '../world.ts';
import { freeAssignedSeats } from '../order-book/assigned-seats-store.ts';
import { findPendingCancellation } from '../order-book/cancellations-store.ts';
import { changePenalty, departureOf, isFlown } from './flight-exchanges-rules.ts';
import {
  type ExchangeableOrder,
  findExchange,
  findExchanges,
  findNearestDates,
  isMoved,
  NEAREST_DAYS_MAX,
  readExchangeKey,
} from './flight-exchanges-search.ts';
import { recordLocator, type SandboxOrder, soldFare, ticketNumber } from './flights-order.ts';
import { describeOrder } from '../order-book/order-states.ts';
import { confirmationOf, scenarioOfOffer } from '../scenarios/scenarios.ts';
import { scheduleOf } from '../order-book/schedule-service.ts';
import type { SeatCounts } from '../order-book/sold-seats.ts';
import {
  addSoldSeats,
  findOrder,
  freeSoldSeats,
  insertOrder,
  markExchanged,
  type SoldCount,
} from '../order-book/store.ts';

/** What the exchange service is made of. */
export interface FlightExchangeParts {
  readonly world: World;
  readonly db: Db;
  readonly seats: SeatCounts;
}

/** A price quoted before midnight can still be had so long after it. */
const PRICE_GRACE_MS = 30 * 60_000;
const PRICE_CHANGED = 'price_changed';
const BEING_REFUNDED = 'People at the airline are deciding on a refund of the ticket.';

/**
 * The exchange was overtaken by another change of the order, or of the seats, while it was written: nothing is stored.
 */
class Overtaken extends Error {
  constructor(reason: string) {
    super(reason);
    this.name = 'Overtaken';
  }
}

/** Exchanges tickets of the built-in airlines, by the change rules of the fare that was bought. */
export function createFlightExchanges(parts: FlightExchangeParts): FlightExchangeService {
  return {
    search: (query, context) => search(parts, query, context),
    price: (names, context) => price(parts, names, context),
    exchange: (request, context) => exchange(parts, request, context),
    async lookUp({ changeReference }, { organizationId, now }) {
      const made = await findOrder(parts.db, organizationId, changeReference);
      return made ? toOutcome(describeOrder(made, now)) : { kind: 'none' };
    },
  };
}

async function search(
  parts: FlightExchangeParts,
  query: FlightExchangeQuery,
  context: SupplierContext,
): Promise<FlightExchangeSearch> {
  const held = await holdOrder(parts, query.reference, context);
  if (held.kind === 'not_exchangeable') return held;
  const flown = query.slices.find(({ index }) => {
    const slice = held.slices[index];
    return slice === undefined || isFlown(slice, context.now);
  });
  const moved = held.offer.slices.findIndex(
    (_, index) => isMoved(held, index) && !query.slices.some((wanted) => wanted.index === index),
  );
  if (moved >= 0)
    return refuse(
      `The airline has moved flight ${moved + 1} of the journey: only a change of that flight, too, can be made.`,
    );
  if (flown !== undefined)
    return refuse(`Flight ${flown.index + 1} of the journey has left: only flights still to come can be changed.`);
  const found = await findExchanges(parts.world, held, query, context.signal);
  if (found.offers.length > 0) return { kind: 'offers', ...found };
  const nearest = await findNearestDates(parts.world, held, query, context.signal);
  return {
    kind: 'offers',
    ...found,
    nothing: { reason: nothingReason(parts.world, held, query, nearest.length > 0), nearest },
  };
}

function nothingReason(
  { places }: World,
  { offer, fare }: ExchangeableOrder,
  query: FlightExchangeQuery,
  hasNearest: boolean,
): string {
  const airline = places.airline(offer.validatingCarrier)?.name ?? offer.validatingCarrier;
  const dates = query.slices.map(({ date }) => date).join(' and ');
  const nothing = `${airline} has no seats in ${fare.brandName} or a higher fare on ${dates}`;
  return hasNearest
    ? `${nothing}. Ask for one of the nearest dates.`
    : `${nothing}, nor within ${NEAREST_DAYS_MAX} days of then. Ask for dates further away.`;
}

async function price(
  parts: FlightExchangeParts,
  { reference, exchangeKey }: { readonly reference: string; readonly exchangeKey: string },
  context: SupplierContext,
): Promise<FlightExchangePrice> {
  const held = await holdOrder(parts, reference, context);
  if (held.kind === 'not_exchangeable') return { kind: 'gone', reason: held.reason };
  const offer = findExchange(parts.world, held, exchangeKey);
  return offer
    ? { kind: 'priced', offer }
    : { kind: 'gone', reason: 'These flights are sold out at this fare, or no longer offered.' };
}

type Held = (ExchangeableOrder & { readonly kind: 'exchangeable' }) | NotExchangeable;

async function holdOrder(
  { world, db, seats }: FlightExchangeParts,
  reference: string,
  { organizationId, now }: SupplierContext,
): Promise<Held> {
  const order = await findOrder(db, organizationId, reference);
  if (!order) return refuse('The airline knows no order of this reference.');
  if (await findPendingCancellation(db, organizationId, reference)) return refuse(BEING_REFUNDED);
  const sold = withoutSeats(await seats.read(organizationId, now), order);
  const offer = order.fare && world.offer(order.offerKey, { now: order.fare.pricedAt, sold: NOTHING_SOLD });
  const schedule = offer && (await scheduleOf({ places: world.places }, db, organizationId, { reference, offer }));
  return judgeOrder(order, offer, {
    now,
    sold,
    slices: schedule?.offer.slices ?? [],
    isMovedTooFar: schedule?.isFreeToLeave === true,
  });
}

/** When an order is judged, what else is sold, and its flights as they are flown by now. */
interface Judging {
  readonly now: Date;
  /** Without the seats of the order itself. */
  readonly sold: SoldSeats;
  readonly slices: readonly Slice[];
  readonly isMovedTooFar: boolean;
}

/** Whether an order can be exchanged at all at an instant. */
function judgeOrder(
  order: SandboxOrder,
  offer: FlightOffer | undefined,
  { now, sold, slices, isMovedTooFar }: Judging,
): Held {
  if (order.exchangedFor !== undefined) return refuse('The ticket was exchanged for another.');
  if (order.status === 'cancelled') return refuse('The ticket was cancelled.');
  if (describeOrder(order, now).kind !== 'confirmed') return refuse('The airline has not confirmed the ticket yet.');
  const { fare } = order;
  if (!fare || !offer) return refuse('The airline no longer knows what was sold.');
  if (!fare.isChangeable && !isMovedTooFar) return refuse(`The fare ${fare.brandName} does not allow changes.`);
  const ahead = slices.filter((slice) => !isFlown(slice, now));
  if (ahead.length === 0) return refuse('The flights have left.');
  const nextDeparture = new Date(Math.min(...ahead.map((slice) => departureOf(slice).getTime())));
  const penalty = fare.isChangeable ? changePenalty(fare, nextDeparture, now) : undefined;
  if (penalty === undefined && !isMovedTooFar)
    return refuse('It is too close to the next departure to change the ticket.');
  const pricesAt = ahead.length < slices.length ? fare.pricedAt : now;
  return { kind: 'exchangeable', order, fare, offer, slices, penalty, isMovedTooFar, now, pricesAt, sold };
}

function refuse(reason: string): NotExchangeable {
  return { kind: 'not_exchangeable', reason };
}

/**
 * A repeat answers what became of the first, and one that comes while the first is being made does too, whatever it was
 * refused for.
 */
async function exchange(
  parts: FlightExchangeParts,
  request: ExchangeRequest,
  context: SupplierContext,
): Promise<ExchangeOutcome> {
  const earlier = await findMade(parts, request, context);
  if (earlier) return earlier;
  const outcome = await makeExchange(parts, request, context);
  return outcome.kind === 'refused' ? ((await findMade(parts, request, context)) ?? outcome) : outcome;
}

/** One transaction: the old order ends, its seats are free, the new one takes its own. */
async function makeExchange(
  parts: FlightExchangeParts,
  request: ExchangeRequest,
  context: SupplierContext,
): Promise<ExchangeOutcome> {
  const held = await holdOrder(parts, request.reference, context);
  if (held.kind === 'not_exchangeable') return { kind: 'refused', reason: held.reason };
  const sale = judgeSale(parts.world, held, request);
  if ('reason' in sale) return { kind: 'refused', reason: sale.reason };
  const uses = parts.world.seatUses(readExchangeKey(request.exchangeKey).offerKey) ?? [];
  const made = writeOrder(parts.world, { held, sale, uses, request }, context);
  try {
    await swap(parts, held, { made, uses, request }, context);
  } catch (error) {
    if (!(error instanceof Overtaken)) throw error;
    return { kind: 'refused', reason: error.message };
  }
  return toOutcome(describeOrder(made, context.now));
}

async function findMade(
  { db }: FlightExchangeParts,
  { changeReference }: ExchangeRequest,
  { organizationId, now }: SupplierContext,
): Promise<ExchangeOutcome | undefined> {
  const made = await findOrder(db, organizationId, changeReference);
  return made && toOutcome(describeOrder(made, now));
}

interface Sale {
  readonly offer: FlightExchangeOffer;
  readonly pricedAt: Date;
}

/** The exchange at the total and the penalty that were asked for, or why not. */
function judgeSale(
  world: World,
  held: ExchangeableOrder,
  { exchangeKey, total, penalty }: ExchangeRequest,
): Sale | { readonly reason: string } {
  const offer = findExchange(world, held, exchangeKey);
  if (!offer) return { reason: 'unavailable: the seats are gone' };
  if (scenarioOfOffer(offer.offer) === 'refused') return { reason: 'ticketing was refused by the airline' };
  if (!isSame(offer.penalty, penalty)) return { reason: PRICE_CHANGED };
  if (isSame(offer.fare.total, total)) return { offer, pricedAt: held.pricesAt };
  if (held.pricesAt !== held.now) return { reason: PRICE_CHANGED };
  const graceAt = new Date(held.now.getTime() - PRICE_GRACE_MS);
  const before = findExchange(world, { ...held, now: graceAt, pricesAt: graceAt }, exchangeKey);
  return before && isSame(before.fare.total, total) ? { offer: before, pricedAt: graceAt } : { reason: PRICE_CHANGED };
}

function isSame(a: Money | undefined, b: Money | undefined): boolean {
  return a?.value === b?.value && a?.currency === b?.currency;
}

interface Making {
  readonly held: ExchangeableOrder;
  readonly sale: Sale;
  readonly uses: readonly SeatUse[];
  readonly request: ExchangeRequest;
}

function writeOrder(
  world: World,
  { held, sale, uses, request }: Making,
  { organizationId, now }: SupplierContext,
): SandboxOrder {
  const { offer, fare } = sale.offer;
  const scenario = scenarioOfOffer(offer);
  const issuer = world.places.airline(offer.validatingCarrier) ?? { code: offer.validatingCarrier };
  return {
    reference: request.changeReference,
    orderId: newId('supplierOrder'),
    status: 'booked',
    scenario,
    ...readExchangeKey(request.exchangeKey),
    confirmationNumber: recordLocator(organizationId, request.changeReference),
    total: fare.total,
    seats: uses,
    bookedAt: now,
    ...confirmationOf(scenario, now),
    exchangedFor: undefined,
    fare: { ...soldFare(fare, sale.pricedAt), firstIssuedAt: held.order.fare?.firstIssuedAt ?? held.order.confirmedAt },
    tickets: held.order.tickets.map(({ travelerId }, index) => ({
      travelerId,
      number: ticketNumber(issuer, organizationId, request.changeReference, index),
    })),
  };
}

interface Swap {
  readonly made: SandboxOrder;
  readonly uses: readonly SeatUse[];
  readonly request: ExchangeRequest;
}

async function swap(
  parts: FlightExchangeParts,
  held: ExchangeableOrder,
  { made, uses, request }: Swap,
  { organizationId, now }: SupplierContext,
): Promise<void> {
  const { freed, taken } = await parts.db.transaction(async (tx) => {
    const isEnded = await markExchanged(tx, organizationId, {
      reference: request.reference,
      by: request.changeReference,
      now,
    });
    if (!isEnded || !(await insertOrder(tx, organizationId, made)))
      throw new Overtaken('The ticket does not stand any more.');
    if (await findPendingCancellation(tx, organizationId, request.reference)) throw new Overtaken(BEING_REFUNDED);
    await freeAssignedSeats(tx, organizationId, request.reference);
    const given = await freeSoldSeats(tx, organizationId, held.order.seats.map(toCount));
    const counted = await addSoldSeats(tx, organizationId, uses.map(toCount));
    // Judged again with the counts under lock: what others sold meanwhile may have closed the class.
    const before = new Map(counted.map((count) => [keyOf(count), count.sold]));
    for (const use of uses) before.set(use.key, (before.get(use.key) ?? use.seats) - use.seats);
    const sale = judgeSale(parts.world, { ...held, sold: before }, request);
    if ('reason' in sale) throw new Overtaken(sale.reason);
    return { freed: given, taken: counted };
  });
  const stillTaken = new Set(taken.map(keyOf));
  parts.seats.note(
    organizationId,
    freed.filter((count) => !stillTaken.has(keyOf(count))),
    'freed',
  );
  parts.seats.note(organizationId, taken, 'taken');
}

function toOutcome(described: LookUpOutcome): ExchangeOutcome {
  switch (described.kind) {
    case 'confirmed':
      return { kind: 'exchanged', order: described.order };
    case 'cancelled':
    case 'none':
      return { kind: 'refused', reason: 'The order of this exchange was cancelled.' };
    case 'pending':
    case 'refused':
    case 'unknown':
      return described;
    default:
      return described satisfies never;
  }
}

/** An order gives its own seats back when it is exchanged: they are no obstacle to it. */
function withoutSeats(sold: SoldSeats, { seats }: SandboxOrder): SoldSeats {
  const without = new Map(sold);
  for (const use of seats) {
    const key = keyOf(use);
    without.set(key, Math.max(0, (without.get(key) ?? 0) - use.seats));
  }
  return without;
}

function keyOf({
  flightNumber,
  departureDate,
  cabin,
}: Pick<SoldCount, 'flightNumber' | 'departureDate' | 'cabin'>): string {
  return soldSeatsKey(flightNumber, departureDate, cabin);
}

function toCount(use: SandboxOrder['seats'][number]): SoldCount {
  return { flightNumber: use.flightNumber, departureDate: use.departureDate, cabin: use.cabin, sold: use.seats };
}

import type { Clock } from '../../src/platform/clock.ts';
import type { Db } from '../../src/platform/db/db.ts';
import { newId, type OrganizationId } from '../../src/platform/ids.ts';
import type { CancellationSchedule } from '../../src/travel/cancellation.ts';
import type { Money } from '../../src/travel/money.ts';
import type { BookingService, BookOutcome, CancelOutcome, LookUpOutcome } from '../../src/suppliers/ports/booking.ts';
import type { SupplierContext } from '../../src/suppliers/ports/supplier.ts';
import type { CancellationService } from '../../src/suppliers/ports/servicing.ts';
import { createSoldInventory, type SoldInventory } from './sold-inventory.ts';
import { describeOrder } from './order-states.ts';
import { createStockCancellations } from './stock-cancellations.ts';
import {
  gatherUses,
  judgeStockCancellation,
  type StockExtra,
  type StockKind,
  type StockOrder,
  type StockUse,
} from './stock-order.ts';
import {
  addSoldStock,
  findStockOrder,
  freeSoldStock,
  insertStockOrder,
  listSoldStock,
  type SoldStock,
} from './stock-store.ts';
import { markCancelled } from './store.ts';

/** What the order book is made of. `clock` is real time; travelers' time comes with each call. */
export interface OrderBookParts {
  readonly db: Db;
  readonly clock: Clock;
}

/** When a search runs, and what its organization has sold itself. */
export interface StockContext {
  readonly now: Date;
  readonly sold: ReadonlyMap<string, number>;
}

/** What every request to book says, whatever is booked. */
export interface StockRequest {
  readonly reference: string;
  readonly total: Money;
  readonly dueLater: Money;
}

/** What a request would be booked as. */
export interface StockSale {
  readonly keys: readonly string[];
  readonly extras: readonly StockExtra[];
  readonly uses: readonly StockUse[];
  readonly cancellations: readonly CancellationSchedule[];
  readonly shares: StockOrder['shares'];
  readonly endsAt: Date;
  readonly scenario: string | undefined;
  readonly confirmationNumber: string;
  readonly confirmedAt: Date;
  readonly untilConfirmed: StockOrder['untilConfirmed'];
}

/** What one kind of seller knows that the order book does not. */
export interface StockSeller<Request extends StockRequest> {
  readonly kind: StockKind;
  /** The request as it would be booked now, or why it would not. */
  judge(
    request: Request,
    context: StockContext,
    organizationId: OrganizationId,
  ): StockSale | { readonly reason: string };
}

/** Where stays or rentals are booked, and what an organization has sold of them. */
export interface OrderBook<Request> extends Pick<BookingService<Request>, 'book' | 'lookUp' | 'cancel'> {
  /** The context a search runs in. */
  ask(context: SupplierContext): Promise<StockContext>;
  /** Takes over counts that a commit of this process has left. */
  readonly note: SoldInventory<SoldStock>['note'];
  readonly cancellations: CancellationService;
}

/**
 * A price holds this long after a day's prices have changed, so that a quote given before midnight can still be booked.
 */
const PRICE_GRACE_MS = 30 * 60_000;
/** What proves that nothing was booked: one transaction writes an order and takes what it uses, or does neither. */
const NOT_SOLD = 'the order book holds no order of this reference';

/** The instant whose prices still hold. */
export function graceStart(now: Date): Date {
  return new Date(now.getTime() - PRICE_GRACE_MS);
}

/** What a request was quoted. */
export type Due = Pick<StockRequest, 'total' | 'dueLater'>;

/** What is sold at the sums of the request: as it costs now, or as it did at `graceStart`; undefined: both differ. */
export function findAsQuoted<T extends Due>(request: Due, today: T, priceBefore: () => T | undefined): T | undefined {
  if (isSameDue(request, today)) return today;
  const before = priceBefore();
  return before && isSameDue(request, before) ? before : undefined;
}

/** Whether two sums now and two sums later are the same. */
export function isSameDue(request: Due, found: Due): boolean {
  return isSame(found.total, request.total) && isSame(found.dueLater, request.dueLater);
}

function isSame(a: Money, b: Money): boolean {
  return a.value === b.value && a.currency === b.currency;
}

interface Facts<Request extends StockRequest> extends OrderBookParts {
  readonly seller: StockSeller<Request>;
  readonly counts: SoldInventory<SoldStock>;
}

/**
 * The rooms or cars, or their price, were taken by another booking while this one was being written: nothing is stored.
 */
class InventoryConflict extends Error {
  readonly reason: string;

  constructor(reason: string) {
    super(reason);
    this.name = 'InventoryConflict';
    this.reason = reason;
  }
}

/** Opens the order book of one kind of seller. */
export function createOrderBook<Request extends StockRequest>(
  parts: OrderBookParts,
  seller: StockSeller<Request>,
): OrderBook<Request> {
  const counts = createSoldInventory({
    clock: parts.clock,
    keyOf: (count: SoldStock) => count.key,
    list: (organizationId, since) => listSoldStock(parts.db, organizationId, seller.kind, since),
  });
  const facts: Facts<Request> = { db: parts.db, clock: parts.clock, seller, counts };
  return {
    ask: async ({ organizationId, now }) => ({ now, sold: await counts.read(organizationId, now) }),
    note: (organizationId, sold, change) => counts.note(organizationId, sold, change),
    book: (request, context) => book(facts, request, context),
    lookUp: (reference, context) => lookUp(facts, reference, context),
    cancel: (reference, context) => cancel(facts, reference, context),
    cancellations: createStockCancellations({ db: parts.db, kind: seller.kind, counts }),
  };
}

/** Two statements and one commit; a repeat of a reference answers what became of the first. */
async function book<Request extends StockRequest>(
  facts: Facts<Request>,
  request: Request,
  context: SupplierContext,
): Promise<BookOutcome> {
  const { organizationId, now } = context;
  const judged = facts.seller.judge(
    request,
    { now, sold: await facts.counts.read(organizationId, now) },
    organizationId,
  );
  if ('reason' in judged)
    return (await answerRepeat(facts, request, context)) ?? { kind: 'refused', reason: judged.reason, proof: NOT_SOLD };
  const order = writeOrder(facts.seller.kind, request, judged, now);
  try {
    const counts = await facts.db.transaction(async (tx) => {
      if (!(await insertStockOrder(tx, organizationId, order))) return undefined;
      const counted = await addSoldStock(tx, organizationId, order.kind, order.uses);
      assertStillSold(facts, request, context, { uses: order.uses, counted });
      return counted;
    });
    if (!counts)
      return (
        (await answerRepeat(facts, request, context)) ?? {
          kind: 'refused',
          reason: 'the reference belongs to another booking',
          proof: NOT_SOLD,
        }
      );
    facts.counts.note(organizationId, counts, 'taken');
  } catch (error) {
    if (!(error instanceof InventoryConflict)) throw error;
    return { kind: 'refused', reason: error.reason, proof: NOT_SOLD };
  }
  return toBookOutcome(describeOrder(order, now));
}

function writeOrder(
  kind: StockKind,
  { reference, total, dueLater }: StockRequest,
  sale: StockSale,
  now: Date,
): StockOrder {
  const uses = gatherUses(sale.uses);
  return {
    ...sale,
    kind,
    reference,
    total,
    dueLater,
    uses,
    orderId: newId('supplierOrder'),
    status: 'booked',
    bookedAt: now,
  };
}

/**
 * Judges again with the counts the database holds under lock: what others sold meanwhile may have taken the last room.
 */
function assertStillSold<Request extends StockRequest>(
  facts: Facts<Request>,
  request: Request,
  { organizationId, now }: SupplierContext,
  { uses, counted }: { readonly uses: readonly StockUse[]; readonly counted: readonly SoldStock[] },
): void {
  const sold = new Map(counted.map((count) => [count.key, count.sold]));
  for (const use of uses) sold.set(use.key, (sold.get(use.key) ?? use.count) - use.count);
  const judged = facts.seller.judge(request, { now, sold }, organizationId);
  if ('reason' in judged) throw new InventoryConflict(judged.reason);
}

async function answerRepeat<Request extends StockRequest>(
  facts: Facts<Request>,
  request: Request,
  context: SupplierContext,
): Promise<BookOutcome | undefined> {
  const known = await findStockOrder(facts.db, context.organizationId, facts.seller.kind, request.reference);
  return known && toBookOutcome(describeOrder(known, context.now));
}

function toBookOutcome(outcome: LookUpOutcome): BookOutcome {
  if (outcome.kind === 'cancelled' || outcome.kind === 'none')
    return { kind: 'refused', reason: 'The order of this reference was cancelled.', proof: NOT_SOLD };
  return outcome;
}

async function lookUp<Request extends StockRequest>(
  facts: Facts<Request>,
  reference: string,
  context: SupplierContext,
): Promise<LookUpOutcome> {
  const order = await findStockOrder(facts.db, context.organizationId, facts.seller.kind, reference);
  return order ? describeOrder(order, context.now) : { kind: 'none', proof: NOT_SOLD };
}

async function cancel<Request extends StockRequest>(
  facts: Facts<Request>,
  reference: string,
  context: SupplierContext,
): Promise<CancelOutcome> {
  const { organizationId, now } = context;
  const order = await findStockOrder(facts.db, organizationId, facts.seller.kind, reference);
  if (!order) return { kind: 'refused', reason: 'There is no order with this reference.' };
  const judged = judgeStockCancellation(order, now);
  if (judged) return judged;
  const counts = await facts.db.transaction(async (tx) => {
    if (!(await markCancelled(tx, organizationId, reference, now))) return [];
    return await freeSoldStock(tx, organizationId, order.kind, order.uses);
  });
  facts.counts.note(organizationId, counts, 'freed');
  return { kind: 'cancelled', refund: order.total };
}

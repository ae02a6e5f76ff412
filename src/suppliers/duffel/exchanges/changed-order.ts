import * as z from 'zod';
import type { SupplierBooking } from '../../common/supplier-bookings.ts';
import type { ExchangeOutcome } from '../../ports/servicing.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import type { SupplierAccount } from '../../common/account.ts';
import { flightsOf, Ordered, toSupplierOrder } from '../orders/map-orders.ts';
import { alarm, readOrder } from '../orders/order-tools.ts';
import type { DuffelOrder } from '../orders/wire-orders.ts';
import type { ExchangeTools } from './exchange-tools.ts';

/** What is stored of a change to read its order by: as of an order call, and the change itself. */
const Changed = Ordered.extend({
  /** The reference under which the order was known until then. */
  replaces: z.string(),
  /** Duffel's ids of order and change. */
  orderId: z.string(),
  changeId: z.string(),
});
export type Changed = z.infer<typeof Changed>;

/** What was stored of a change; undefined where it cannot be read. */
export function readChanged(stored: unknown): Changed | undefined {
  return Changed.safeParse(stored).data;
}

/** A change that Duffel has made, by our row of it. */
interface MadeChange {
  readonly row: SupplierBooking;
  readonly changed: Changed;
  readonly account: SupplierAccount;
}

/** Reads the order of a change that was made. What cannot be read so far is unknown, and read again. */
export async function readChangedOrder(
  tools: ExchangeTools,
  made: MadeChange,
  context: SupplierContext,
): Promise<ExchangeOutcome> {
  const reply = await readOrder(tools, made.account, made.changed.orderId, context);
  if (reply.kind !== 'done') return { kind: 'unknown', detail: 'the changed order could not be read' };
  return outcomeOfChange(tools, made, reply.value, context);
}

/**
 * What a changed order means for its exchange. It is made, whatever it costs; another total than was quoted is an
 * alarm. One of other flights than were chosen is not what was sold: it is never confirmed, people decide.
 */
export function outcomeOfChange(
  tools: ExchangeTools,
  { row, changed }: Omit<MadeChange, 'account'>,
  order: DuffelOrder,
  context: SupplierContext,
): ExchangeOutcome {
  const { reference } = row;
  const made = toSupplierOrder(order, changed);
  if (made === undefined) return { kind: 'unknown', detail: `${order.id} has no readable total` };
  const flights = flightsOf(order.slices);
  const wasMoved = (order.airline_initiated_changes ?? []).length > 0;
  if (!wasMoved && flights.join() !== changed.flights.join()) {
    const detail = `${order.id} is of other flights than were chosen: ${flights.join(', ')}`;
    alarm(tools, context, { kind: 'other_flights', reference, detail });
    return { kind: 'unknown', detail };
  }
  if (made.total.value !== row.total.value || made.total.currency !== row.total.currency) {
    const detail = `${order.id} costs ${order.total_amount} ${order.total_currency}`;
    alarm(tools, context, { kind: 'other_total', reference, detail });
  }
  return { kind: 'exchanged', order: made };
}

import type { Segment } from '../../../travel/flight.ts';
import type { CancelledOrder, FlightScheduleChange, HeldFlights } from '../../ports/servicing.ts';
import { type SupplierContext, SupplierFailure } from '../../ports/supplier.ts';
import { mapSlices } from '../mapping/map-slices.ts';
import { type KnownFlights, UnreadableOffer, type WireSlice } from '../mapping/wire-offers.ts';
import { keyOf } from '../orders/order-tools.ts';
import { readAs } from '../orders/wire-orders.ts';
import { toFailure } from '../replies.ts';
import type { SupplierAccount } from '../../common/account.ts';
import { flightsNow, type ReadChange } from './flights-now.ts';
import type { ScheduleTools } from './schedule-tools.ts';
import { type AirlineChange, AirlineChanges, ChangedOrder, readSlices } from './wire-changes.ts';
import { accountOf } from '../../common/order-attempt.ts';

/** What an airline has done of an order, newest last. */
export interface OrderChanges {
  readonly account: SupplierAccount;
  readonly order: ChangedOrder;
  readonly changes: readonly AirlineChange[];
}

/** Actions after which a change is no question any more: the order's directions are the answer. */
const TAKEN: readonly string[] = ['accepted', 'changed'];

/**
 * The newest change of an order, with the flights of every direction as they are now, or that the order is cancelled.
 * Undefined where there never was a change, or the order was never made. One read; a second where the order leaves its
 * changes out.
 */
export async function findAirlineChange(
  tools: ScheduleTools,
  held: HeldFlights,
  context: SupplierContext,
): Promise<FlightScheduleChange | CancelledOrder | undefined> {
  const found = await readChanges(tools, held.reference, context);
  if (found?.order.cancelled_at != null) return { kind: 'order_cancelled' };
  const newest = found?.changes.at(-1);
  if (found === undefined || newest === undefined) return undefined;
  const { action_taken: action, available_actions: actions } = newest;
  const isOpen = action == null;
  if (!isOpen && !TAKEN.includes(action)) return undefined;
  try {
    return {
      kind: 'changed',
      changeId: newest.id,
      isAccepted: !isOpen,
      flights: mapFlights(tools, held, found),
      isFreeToLeave: undefined,
      canAccept: isOpen && actions?.includes('accept') === true,
    };
  } catch (error) {
    if (!(error instanceof UnreadableOffer)) throw error;
    throw new SupplierFailure('error', `Duffel's change ${newest.id} cannot be read (${error.part}).`, {
      cause: error,
    });
  }
}

/** Reads an order and what its airline has changed; undefined where no order of the reference is known. */
export async function readChanges(
  tools: ScheduleTools,
  reference: string,
  context: SupplierContext,
): Promise<OrderChanges | undefined> {
  const row = await tools.bookings.find(keyOf(reference, context));
  if (row?.orderId === undefined) return undefined;
  const account = await accountOf(tools, row);
  if (account === undefined)
    throw new SupplierFailure('unavailable', `The account ${row.accountId} at Duffel is gone.`);
  const reply = await tools.client.request(account, context, {
    method: 'GET',
    path: `/air/orders/${encodeURIComponent(row.orderId)}`,
    read: readAs(ChangedOrder),
    isContinued: true,
  });
  if (reply.kind !== 'done') throw toFailure(reply);
  const order = reply.value;
  const changes = order.airline_initiated_changes ?? (await listChanges(tools, account, order.id, context));
  return { account, order, changes: changes.toSorted((a, b) => Date.parse(a.created_at) - Date.parse(b.created_at)) };
}

async function listChanges(
  { client }: ScheduleTools,
  account: SupplierAccount,
  orderId: string,
  context: SupplierContext,
): Promise<readonly AirlineChange[]> {
  const reply = await client.request(account, context, {
    method: 'GET',
    path: `/air/airline_initiated_changes?${new URLSearchParams({ order_id: orderId })}`,
    read: readAs(AirlineChanges),
    isContinued: true,
  });
  if (reply.kind !== 'done') throw toFailure(reply);
  return reply.value;
}

function mapFlights(
  { mapping }: ScheduleTools,
  { slices: held }: HeldFlights,
  { order, changes }: OrderChanges,
): readonly (readonly Segment[])[] {
  const known: KnownFlights = new Map();
  const read = changes.map(
    ({ action_taken: action, added, removed }): ReadChange => ({
      isOpen: action == null,
      added: readSlices(added, known),
      removed: readSlices(removed, known),
    }),
  );
  const now = flightsNow(held, readSlices(order.slices, known), read);
  if (now === 'unmatched') throw new UnreadableOffer('slices');
  const segmentsOf = (slice: WireSlice | undefined): readonly Segment[] =>
    slice === undefined ? [] : mapSlices([slice], mapping).slices.flatMap(({ segments }) => segments);
  return now.map(segmentsOf);
}

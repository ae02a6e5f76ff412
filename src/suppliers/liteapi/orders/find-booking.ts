import type { SupplierAccount } from '../../common/account.ts';
import type { SupplierBooking } from '../../common/supplier-bookings.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { isNothing, type LiteapiReply } from '../replies.ts';
import { alarm, type OrderTools } from './order-tools.ts';
import { readBookingList, WireBooking } from './wire-bookings.ts';

/** What was found of a booking call. */
export type FoundBooking =
  | { readonly kind: 'found'; readonly booking: WireBooking }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unknown'; readonly detail: string };

/** LiteAPI gives look-ups 4 seconds unless the request says otherwise. */
const TIMEOUT_SECONDS = 8;

/** Finds the booking of a row: by its id, else by our reference. */
export async function findBooking(
  tools: OrderTools,
  account: SupplierAccount,
  row: SupplierBooking,
  context: SupplierContext,
): Promise<FoundBooking> {
  if (row.orderId === undefined) return findByReference(tools, account, row, context);
  const reply = await tools.client.request(account, context, {
    host: 'book',
    method: 'GET',
    path: `/bookings/${encodeURIComponent(row.orderId)}?timeout=${TIMEOUT_SECONDS}`,
    read: (data) => WireBooking.safeParse(data).data,
  });
  if (reply.kind === 'done') return { kind: 'found', booking: reply.value };
  return isNothing(reply) ? { kind: 'missing' } : unknownOf(reply);
}

/** The booking that carries the reference of a row. More than one is an alarm: the first is ours. */
export async function findByReference(
  tools: OrderTools,
  account: SupplierAccount,
  { reference }: SupplierBooking,
  context: SupplierContext,
): Promise<FoundBooking> {
  const query = new URLSearchParams({ clientReference: reference, timeout: String(TIMEOUT_SECONDS) });
  const reply = await tools.client.request(account, context, {
    host: 'book',
    method: 'GET',
    path: `/bookings?${query}`,
    read: readBookingList,
  });
  if (isNothing(reply)) return { kind: 'missing' };
  if (reply.kind !== 'done') return unknownOf(reply);
  if (reply.value.includes('unreadable')) return { kind: 'unknown', detail: 'a booking cannot be read' };
  const ours = reply.value
    .filter((booking) => booking !== 'unreadable')
    .filter(({ clientReference }) => clientReference === reference)
    // One that stands is the one; the list has no order.
    .sort((a, b) => Number(b.status === CONFIRMED) - Number(a.status === CONFIRMED));
  const [booking, second] = ours;
  if (second !== undefined)
    alarm(tools, context, {
      kind: 'second_order',
      reference,
      detail: `bookings ${ours.map(({ bookingId }) => bookingId).join(', ')}`,
    });
  return booking === undefined ? { kind: 'missing' } : { kind: 'found', booking };
}
const CONFIRMED = 'CONFIRMED';

function unknownOf(reply: Exclude<LiteapiReply<unknown>, { kind: 'done' }>): FoundBooking {
  return { kind: 'unknown', detail: `LiteAPI: ${'proof' in reply ? reply.proof : reply.detail}` };
}

import { callOperation, isId, type UcpAnswer, type UcpCall } from '../call.ts';
import { notFound } from '../model/messages.ts';
import { listOrderEvents } from '../order-store.ts';
import { presentOrder } from '../present-order.ts';
import { BookingResponse } from '../presented-api.ts';
import { findCheckout } from '../store.ts';

/** `get_order`: a booking that was made over UCP, as it stands now. */
export async function getOrder(call: UcpCall): Promise<UcpAnswer> {
  const { context, identity, request, shared, names } = call;
  if (!isId(request.id)) return notFound('order');
  const path = `/v1/bookings/${encodeURIComponent(request.id)}`;
  const answer = await callOperation(call, BookingResponse, { method: 'GET', path });
  if (answer.kind === 'refused') return notFound('order');
  const { booking } = answer.body;
  const { db, config } = context.app;
  const stored = await findCheckout(db, identity.organizationId, booking.trip_id);
  if (!stored) return notFound('order');
  const events = await listOrderEvents(db, identity.organizationId, booking.trip_id);
  return {
    status: 200,
    body: presentOrder({ booking, stored, events, shared, names, publicUrl: config.publicUrl }),
  };
}

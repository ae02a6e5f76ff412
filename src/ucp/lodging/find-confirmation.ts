import { callOperation, type UcpCall } from '../call.ts';
import { presentConfirmation } from '../model/confirmation.ts';
import { type ShownCheckout, stateOf } from '../present-checkout.ts';
import { BookingResponse } from '../presented-api.ts';

/**
 * What a completed session is called: our reference, and as its label the number under which the property knows it,
 * where it has given one. No property here gives a code beside its number, so there is none.
 */
export async function findConfirmation(
  call: UcpCall,
  shown: ShownCheckout,
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const ref = shown.trip.booking_ref;
  if (stateOf(shown) !== 'completed' || ref === undefined) return undefined;
  const confirmation = presentConfirmation(call.context.app.config.publicUrl, ref);
  const path = `/v1/bookings/${encodeURIComponent(ref)}`;
  const answer = await callOperation(call, BookingResponse, { method: 'GET', path });
  if (answer.kind === 'refused') return confirmation;
  const numbers = answer.body.booking.items.flatMap(
    ({ confirmation: { confirmation_number: number } }) => number ?? [],
  );
  return numbers.length === 0 ? confirmation : { ...confirmation, label: [...new Set(numbers)].join(', ') };
}

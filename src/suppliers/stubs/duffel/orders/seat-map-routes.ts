import type { StubAnswer } from '../../send-answer.ts';
import { refusal } from '../refusals.ts';
import { getReadableOffer } from '../search/read-offer.ts';
import { presentSeatMaps, seatsOf } from '../search/seat-maps.ts';
import type { DuffelCall, DuffelRoute } from '../serve.ts';
import { getOrder } from './get-order.ts';
import { freeSeatsOf } from './order-seats.ts';

/** Seat maps of offers, and of orders where the settings say that these can be read. */
export const seatMapRoutes: readonly DuffelRoute[] = [
  { method: 'GET', path: '/air/seat_maps', operation: 'seat_maps', handle: readSeatMaps },
];

function readSeatMaps(call: DuffelCall): StubAnswer {
  const { query, state, account } = call;
  const orderId = query.get('order_id');
  if (orderId !== null && account.settings.seat_maps_by_order) return answerOrder(call, orderId);
  const id = query.get('offer_id');
  if (id === null) throw refusal('validation_required', `Field 'offer_id' can't be blank`, '/offer_id');
  const stored = getReadableOffer(call, id);
  const seats = seatsOf({ stored, places: state.places, newId: state.newId });
  return { status: 200, body: { data: presentSeatMaps(stored.offer.slices, seats) } };
}

function answerOrder(call: DuffelCall, orderId: string): StubAnswer {
  const order = getOrder(call, orderId);
  return { status: 200, body: { data: presentSeatMaps(order.slices, freeSeatsOf(call, order)) } };
}

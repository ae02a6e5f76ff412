import type { StubAnswer } from '../../send-answer.ts';
import { refusal } from '../refusals.ts';
import { getReadableOffer } from '../search/read-offer.ts';
import { presentSeatMaps, seatsOf } from '../search/seat-maps.ts';
import type { DuffelCall, DuffelRoute } from '../serve.ts';
import { getOrder } from './get-order.ts';

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

/** The offer's seats on the flights that are still the order's. */
function answerOrder(call: DuffelCall, orderId: string): StubAnswer {
  const { slices, offer } = getOrder(call, orderId);
  const offered = offer.offer.slices.flatMap(({ segments }) => segments.map(({ id }) => id));
  const booked = slices.flatMap(({ segments }) => segments.map(({ id }) => id));
  const seats = seatsOf({ stored: offer, places: call.state.places, newId: call.state.newId }).map((seat) => ({
    ...seat,
    segmentId: booked[offered.indexOf(seat.segmentId)] ?? seat.segmentId,
  }));
  return { status: 200, body: { data: presentSeatMaps(slices, seats) } };
}

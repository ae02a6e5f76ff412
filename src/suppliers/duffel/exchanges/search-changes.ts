import type { FlightExchangeOffer, FlightExchangeQuery, FlightExchangeSearch } from '../../ports/servicing.ts';
import type { SupplierContext } from '../../ports/supplier.ts';
import { UnreadableOffer } from '../mapping/wire-offers.ts';
import { totalOfOrder } from '../orders/map-orders.ts';
import { readAs } from '../orders/wire-orders.ts';
import { toFailure } from '../replies.ts';
import { readChangePrice, type Unpriced } from './change-price.ts';
import { type ExchangeTools, type OrderToChange, readOrderToChange } from './exchange-tools.ts';
import { cabinOfSlice, toExchangeOffer } from './map-changes.ts';
import { findOrderObstacle, notExchangeable, readRefusal } from './refuse-change.ts';
import { ChangeRequest, type WireChange } from './wire-changes.ts';

/** More than anybody reads. */
const OFFERS_MAX = 50;
const NOTHING: Readonly<Record<Unpriced | 'none', string>> = {
  none: 'The airline offers no other flights on these days. Ask for other days.',
  unstated: 'The airline does not say what a change to these days costs. Ask it, or for other days.',
  credit: 'A change to these days would bring back a credit of the airline instead of money. Ask for other days.',
};

/**
 * What an order could be changed to: reads it, then asks for changes of the named directions, which may take the
 * airline two minutes. Asking makes a request at Duffel that changes nothing. Cheapest for the traveler first; a change
 * without a price in money is left out. Throws SupplierFailure.
 */
export async function searchChanges(
  tools: ExchangeTools,
  query: FlightExchangeQuery,
  context: SupplierContext,
): Promise<FlightExchangeSearch> {
  const current = await readOrderToChange(tools, query.reference, context);
  if (current.kind === 'not_exchangeable') return current;
  const obstacle = findOrderObstacle(
    current.order,
    query.slices.map(({ index }) => index),
  );
  if (obstacle !== undefined) return notExchangeable(obstacle);
  const reply = await tools.client.request(current.account, context, {
    method: 'POST',
    path: '/air/order_change_requests',
    data: toRequest(tools, current, query),
    read: readAs(ChangeRequest),
  });
  const reason = reply.kind === 'refused' ? readRefusal(reply, current.order) : undefined;
  if (reason !== undefined) return notExchangeable(reason);
  if (reply.kind !== 'done') throw toFailure(reply);
  return toSearch(tools, current, reply.value.order_change_offers);
}

function toRequest({ mapping }: ExchangeTools, { order }: OrderToChange, { slices }: FlightExchangeQuery): object {
  const wanted = slices.flatMap(({ index, date }) => {
    const slice = order.slices[index];
    return slice === undefined ? [] : [{ slice, date }];
  });
  return {
    order_id: order.id,
    slices: {
      remove: wanted.map(({ slice }) => ({ slice_id: slice.id })),
      add: wanted.map(({ slice, date }) => {
        const cabin = cabinOfSlice(order, slice, mapping);
        return {
          origin: slice.origin.iata_code,
          destination: slice.destination.iata_code,
          departure_date: date,
          ...(cabin !== undefined && { cabin_class: cabin }),
        };
      }),
    },
  };
}

function toSearch(
  tools: ExchangeTools,
  { order }: OrderToChange,
  changes: readonly (WireChange | 'unreadable')[],
): FlightExchangeSearch {
  const total = totalOfOrder(order);
  const unpriced = new Set<Unpriced>();
  const offers = changes.flatMap((change): readonly FlightExchangeOffer[] => {
    if (change === 'unreadable') {
      tools.countUnreadable('slices', 1);
      return [];
    }
    const price = total === undefined ? 'unstated' : readChangePrice(change, total);
    if (typeof price === 'object')
      return mapOne(tools, () => toExchangeOffer(order, { change, price, kind: 'offer' }, tools.mapping));
    unpriced.add(price);
    return [];
  });
  const sorted = offers.toSorted((a, b) => a.changeTotal.value - b.changeTotal.value);
  const shown = sorted.slice(0, OFFERS_MAX);
  const [why = 'none'] = unpriced;
  return {
    kind: 'offers',
    offers: shown,
    omitted: changes.length - shown.length,
    ...(shown.length === 0 && { nothing: { reason: NOTHING[why], nearest: [] } }),
  };
}

/** One offer, or none where it cannot be read: that hides none of the others. */
function mapOne(tools: ExchangeTools, map: () => FlightExchangeOffer): readonly FlightExchangeOffer[] {
  try {
    return [map()];
  } catch (failure) {
    if (!(failure instanceof UnreadableOffer)) throw failure;
    tools.countUnreadable(failure.part, 1);
    return [];
  }
}

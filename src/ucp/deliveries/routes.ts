import { UNKNOWN_REFERENCE } from '../../bookings/guests/look-up-booking.ts';
import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { OrderDeliveriesResponse, OrderParams, presentOrderDeliveries } from './contract.ts';
import { readOrderDeliveries } from './list-order-deliveries.ts';

/** No tool: operators ask what their platforms took, agents do not. */
const listOrderDeliveriesRoute = defineRoute({
  operationId: 'list_order_deliveries',
  method: 'GET',
  path: '/v1/bookings/:booking_ref/order_deliveries',
  tag: 'Bookings',
  access: 'key',
  scope: 'manage',
  cost: 0,
  summary: 'List the order updates sent to a UCP platform',
  description: 'Each event with every attempt to send the order: when, what was answered, or why nothing was.',
  isWrite: false,
  params: OrderParams,
  unknownId: UNKNOWN_REFERENCE,
  response: OrderDeliveriesResponse,
  refusals: ['booking_not_found'],
  async handle({ app, caller, params }) {
    return presentOrderDeliveries(await readOrderDeliveries(app, caller, params.booking_ref));
  },
});

/** Operations about what platforms made over UCP. */
export const ucpRoutes: readonly AnyRoute[] = [listOrderDeliveriesRoute];

import { afterAll, afterEach, beforeAll } from 'vitest';
import type { FlightBookRequest } from '../../../src/suppliers/ports/flights.ts';
import { describeCancellationService } from '../../support/suppliers/cancellation-conformance.ts';
import { type DuffelOrdersUnderTest, openDuffelOrders } from '../../support/suppliers/duffel-orders.ts';

let at: DuffelOrdersUnderTest;
beforeAll(async () => {
  at = await openDuffelOrders();
});
afterEach(() => at.stub.control.clearFaults());
afterAll(() => at.close());

const requests = new Map<string, FlightBookRequest[]>();

describeCancellationService<FlightBookRequest>('orders of Duffel', {
  service: () => ({ id: 'duffel', name: 'Duffel', ...at.orders }),
  async sold({ organizationId }) {
    const own = requests.get(organizationId) ?? [];
    const standing = own.filter(({ reference }) =>
      at.ordersOf(reference).some(({ cancelled_at: cancelledAt }) => cancelledAt === null),
    );
    return [standing.length];
  },
  async aRequest({ organizationId }) {
    const { request } = await at.anOffer();
    requests.set(organizationId, [...(requests.get(organizationId) ?? []), request]);
    return request;
  },
  minutesFree: 60,
  makeDearer() {
    at.stub.control.addFault({ operation: 'cancellation', fault: { kind: 'quote', refund_share: 0.8 } });
  },
});

import type { Addition, BookedService, ServicedOrder, WantedInOrder } from './wire-services.ts';

/**
 * What an order shows of an addition. `all`: it has everything that was wanted. `none`: it is as it was before, service
 * by service and to the last unit. `unclear`: it has a part, or became another order meanwhile, so nothing follows.
 */
export type Shown = 'all' | 'none' | 'unclear';

/** Looks for wanted services among those an order did not have before the call. */
export function findAdditions(order: ServicedOrder, { before, totalBefore, wanted }: Addition): Shown {
  const known = new Set(before);
  const services = order.services ?? [];
  const fresh = services.filter(({ id }) => !known.has(id));
  const found = wanted.filter((one) => quantityOf(fresh, one) >= one.quantity);
  if (found.length === wanted.length) return 'all';
  const ids = new Set(services.map(({ id }) => id));
  const segments = new Set(order.slices.flatMap((slice) => slice.segments.map(({ id }) => id)));
  const isAsBefore =
    fresh.length === 0 &&
    before.every((id) => ids.has(id)) &&
    order.total_amount === totalBefore &&
    order.cancelled_at == null &&
    wanted.every(({ segmentIds }) => segmentIds.every((id) => segments.has(id)));
  return isAsBefore ? 'none' : 'unclear';
}

/** How many of a wanted service stand among these: an order may list one line of two, or two lines of one. */
function quantityOf(services: readonly BookedService[], wanted: WantedInOrder): number {
  return services.filter((service) => isSame(service, wanted)).reduce((sum, { quantity }) => sum + quantity, 0);
}

function isSame(service: BookedService, wanted: WantedInOrder): boolean {
  const { metadata } = service;
  return (
    service.type === wanted.type &&
    service.passenger_ids.includes(wanted.passengerId) &&
    service.segment_ids.toSorted().join() === wanted.segmentIds.toSorted().join() &&
    (wanted.designator === undefined || metadata?.designator === wanted.designator) &&
    (wanted.bagType === undefined || metadata?.type == null || metadata.type === wanted.bagType)
  );
}

import type { MappingTools } from '../mapping/map-slices.ts';
import type { OrderTools } from '../orders/order-tools.ts';

/** What airline changes are read and accepted with. */
export interface ScheduleTools extends Pick<OrderTools, 'client' | 'accounts' | 'bookings'> {
  readonly mapping: MappingTools;
}

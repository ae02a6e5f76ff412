import type { FlightScheduleService } from '../../ports/servicing.ts';
import type { MappingTools } from '../mapping/map-slices.ts';
import type { OrderTools } from '../orders/order-tools.ts';
import { acceptAirlineChange } from './accept-change.ts';
import { findAirlineChange } from './find-change.ts';

/** What airline changes are read and accepted with. */
export interface ScheduleTools extends Pick<OrderTools, 'client' | 'accounts' | 'bookings'> {
  readonly mapping: MappingTools;
}

/** Callbacks report changes at once: this is the net under them. */
const LOOK_EVERY_SECONDS = 24 * 3_600;

/** What airlines change of orders at Duffel, behind the port. */
export function createDuffelSchedules(tools: ScheduleTools): FlightScheduleService {
  return {
    lookEverySeconds: LOOK_EVERY_SECONDS,
    find: (held, context) => findAirlineChange(tools, held, context),
    accept: (names, context) => acceptAirlineChange(tools, names, context),
  };
}

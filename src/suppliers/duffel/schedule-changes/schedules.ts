import type { FlightScheduleService } from '../../ports/servicing.ts';
import { acceptAirlineChange } from './accept-change.ts';
import { findAirlineChange } from './find-change.ts';
import type { ScheduleTools } from './schedule-tools.ts';

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

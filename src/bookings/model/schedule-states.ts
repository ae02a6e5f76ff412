import { defineLifecycle, type StateOf } from '../../platform/lifecycle.ts';

/**
 * The life of a schedule change of one item. `accepting`: the airline was asked to take the travelers' yes and has not
 * answered so far; it is looked up. `superseded`: the airline has changed the flight again, or another item stands in
 * its place.
 */
export const scheduleLifecycle = defineLifecycle('A schedule change', {
  open: ['accepting', 'accepted', 'refunded', 'superseded'],
  accepting: ['open', 'accepted', 'refunded', 'superseded'],
  accepted: [],
  refunded: [],
  superseded: [],
});
export type ScheduleStatus = StateOf<typeof scheduleLifecycle>;

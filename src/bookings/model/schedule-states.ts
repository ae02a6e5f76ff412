import { defineLifecycle, type StateOf } from '../../platform/lifecycle.ts';

/**
 * The life of a schedule change of one item. `superseded`: the airline has moved the flight again, or another item
 * stands in its place.
 */
export const scheduleLifecycle = defineLifecycle('A schedule change', {
  open: ['accepted', 'refunded', 'superseded'],
  accepted: [],
  refunded: [],
  superseded: [],
});
export type ScheduleStatus = StateOf<typeof scheduleLifecycle>;

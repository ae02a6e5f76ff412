import { type AnyRoute, defineRoute } from '../../platform/http/route.ts';
import { acceptScheduleChange } from './accept-schedule-change.ts';
import { toClaim } from '../contract-claim.ts';
import { AcceptScheduleChangeRequest, AcceptScheduleChangeResponse, presentAccepted } from './contract-schedule.ts';

const CALL_COST = 1;

const acceptScheduleChangeRoute = defineRoute({
  operationId: 'schedule_change_accept',
  method: 'POST',
  path: '/v1/schedule_change_accept',
  summary: 'Accept a schedule change of a flight',
  description:
    "A booking's item shows `schedule_change` once its airline has moved, renumbered or rerouted it; this accepts that. One it has cancelled can only be refunded or " +
    'exchanged. Repeating it answers the same, and asks again while the airline has not answered (`accepting`).',
  tag: 'Servicing',
  access: 'key',
  scope: 'manage',
  cost: CALL_COST,
  isWrite: true,
  takesEndUser: true,
  tool: { isReadOnly: false, isIdempotent: true, isDestructive: true },
  body: AcceptScheduleChangeRequest,
  response: AcceptScheduleChangeResponse,
  refusals: [
    'booking_not_found',
    'guest_attempts_exceeded',
    'state_conflict',
    'supplier_rejected',
    'supplier_failed',
    'supplier_unavailable',
    'supplier_timeout',
  ],
  example: { booking_ref: 'BLY-7K2QXM', last_name: 'Bly' },
  async handle({ app, caller, body }) {
    return presentAccepted(app, await acceptScheduleChange(app, caller, toClaim(body)), caller.now);
  },
});

/** Operations about flights that were moved. */
export const scheduleRoutes: readonly AnyRoute[] = [acceptScheduleChangeRoute];

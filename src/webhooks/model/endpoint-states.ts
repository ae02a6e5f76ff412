import { defineLifecycle, type StateOf } from '../../platform/lifecycle.ts';

/** The life of an endpoint. `disabled` by its owner, by its own 410, or after days of nothing but failures. */
export const endpointLifecycle = defineLifecycle('An endpoint', { active: ['disabled'], disabled: ['active'] });
export type EndpointStatus = StateOf<typeof endpointLifecycle>;

/** Why an endpoint is disabled, as shown to its owner. */
export type DisabledReason = 'requested' | 'gone' | 'failing';

/** An endpoint whose every attempt has failed for this long is disabled (contract, section 9). */
const failingDaysMax = 5;

/** Whether an endpoint that has been failing since then, without one success, is to be disabled now. */
export function hasFailedTooLong(failingSince: Date | undefined, now: Date): boolean {
  return failingSince !== undefined && now.getTime() - failingSince.getTime() >= failingDaysMax * 86_400_000;
}

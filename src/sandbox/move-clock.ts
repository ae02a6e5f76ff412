import type { App, Caller } from '../context.ts';
import { advanceOrganizationClock } from '../platform/organization-clock.ts';
import { watchOrganization } from '../servicing/schedule-changes/watch-schedules.ts';

/** Moves the organization's clock forward; quotes, links, trips, retries and jobs follow it. Answers the new time. */
export async function moveClock(app: App, caller: Caller, seconds: number): Promise<Date> {
  const offsetSeconds = await app.db.transaction(async (tx) => {
    const offset = await advanceOrganizationClock(tx, caller.organizationId, seconds);
    await watchOrganization(tx, app, caller.organizationId);
    return offset;
  });
  return new Date(app.clock.now().getTime() + offsetSeconds * 1_000);
}

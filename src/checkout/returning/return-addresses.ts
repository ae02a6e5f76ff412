import type { App, Caller } from '../../context.ts';
import { findReturnProblem } from '../../identity/profile/model/return-address.ts';
import { readProfile } from '../../identity/profile/read-profile.ts';
import type { ReturnTo } from '../../payments/model/payment.ts';
import { type FieldProblem, refuseFields } from '../../platform/errors.ts';
import type { OrganizationId } from '../../platform/ids.ts';

/**
 * Throws `body_invalid` with every address that a checkout of the caller's organization must not lead back to. Read
 * from the database: a host that was listed a moment ago counts.
 */
export async function refuseUnlisted(app: App, { organizationId }: Caller, returnTo: ReturnTo): Promise<void> {
  const { returnHosts } = await readProfile(app, organizationId);
  const judged = { hosts: returnHosts, environment: app.config.environment };
  const problems = [
    { path: 'success_url', url: returnTo.successUrl },
    { path: 'cancel_url', url: returnTo.cancelUrl },
  ].flatMap(({ path, url }): FieldProblem[] => {
    const problem = url === undefined ? undefined : findReturnProblem(url, judged);
    return problem === undefined ? [] : [{ path, problem }];
  });
  const [first, ...others] = problems;
  if (first !== undefined) throw refuseFields([first, ...others]);
}

/**
 * Whether an address may be led to now: a host that its organization has taken off the list since is led to no more.
 */
export async function isStillListed(app: App, organizationId: OrganizationId, url: string): Promise<boolean> {
  const { returnHosts } = await app.sellers.of(organizationId);
  return findReturnProblem(url, { hosts: returnHosts, environment: app.config.environment }) === undefined;
}

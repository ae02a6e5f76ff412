import type { App } from '../context.ts';
import type { Mandate } from './model/mandate.ts';
import { statusAt } from './model/mandate.ts';
import { isOpenToApproval, type Proposal } from './model/proposal.ts';

/** The account's page of what agents ask to buy; one request of it has its id behind this path. */
export const APPROVALS_PATH = '/account/approvals';

/**
 * Where an owner decides about one request, as an absolute URL. It lets nobody in: its reader has to sign in. Undefined
 * where users sign in elsewhere (BLY_OIDC_ISSUER): there is no such page then, and the administrator decides.
 */
export function approvalUrlOf({ publicUrl, oidc }: Pick<App['config'], 'publicUrl' | 'oidc'>, id: string) {
  return oidc === undefined ? `${publicUrl}${APPROVALS_PATH}/${encodeURIComponent(id)}` : undefined;
}

/** Where a mandate that waits to be granted is decided; undefined for one that does not wait. */
export function approvalUrlOfMandate(config: App['config'], mandate: Mandate, now: Date): string | undefined {
  return statusAt(mandate, now) === 'proposed' ? approvalUrlOf(config, mandate.mandateId) : undefined;
}

/** Where a purchase is decided that its agent may not make alone; undefined for one that nobody has to decide. */
export function approvalUrlOfProposal(config: App['config'], proposal: Proposal, now: Date): string | undefined {
  const needsPerson = proposal.decision === 'ask' || proposal.status === 'requested';
  return needsPerson && isOpenToApproval(proposal, now) ? approvalUrlOf(config, proposal.proposalId) : undefined;
}

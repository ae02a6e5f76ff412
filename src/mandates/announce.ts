import type { App } from '../context.ts';
import { listOwnersToMail } from '../identity/read-user.ts';
import type { Tx } from '../platform/db/db.ts';
import type { EventType } from '../webhooks/model/event-types.ts';
import { publishEvent } from '../webhooks/publish-event.ts';
import type { Mandate } from './model/mandate.ts';
import { type ApprovalMailKind, sendApprovalMailJob } from './send-approval-mail.ts';

/** Something that became of a mandate, or of a purchase out of it. */
export interface Announcement {
  readonly event: Extract<EventType, `approval.${string}` | 'mandate.exhausted'>;
  /** As it is from now on. */
  readonly status: string;
  readonly mandate: Pick<Mandate, 'organizationId' | 'mandateId'>;
  /** The purchase that is meant; undefined where it is the mandate itself. */
  readonly proposalId?: string | undefined;
  /** The mail that owners get of it; undefined for none. */
  readonly mail?: ApprovalMailKind | undefined;
  /** The organization's clock. */
  readonly at: Date;
}

/**
 * Publishes an event, and writes to every owner who reads mail at their address, in the transaction that makes it true:
 * both go out once it is committed, and neither if it is not. Where users sign in elsewhere no mail is written: there
 * is no page that it could lead to.
 */
export async function announce(tx: Tx, app: App, announcement: Announcement): Promise<void> {
  const { event, status, mandate, proposalId, mail, at } = announcement;
  const { organizationId, mandateId } = mandate;
  const data = { mandate_id: mandateId, ...(proposalId === undefined ? {} : { proposal_id: proposalId }) };
  await publishEvent(tx, { organizationId, type: event, status, occurredAt: at, data }, app);
  if (mail === undefined || app.config.oidc !== undefined || app.mailer === undefined) return;
  for (const { userId } of await listOwnersToMail(tx, organizationId))
    await app.jobs.enqueue(tx, sendApprovalMailJob, {
      organizationId,
      payload: { kind: mail, user_id: userId, ...data },
    });
}

import * as z from 'zod';
import { type ApprovalMailView, renderApprovalMail } from '../../web/approvals/mail.ts';
import { chooseLanguage } from '../../web/checkout/messages.ts';
import type { App } from '../context.ts';
import type { User } from '../identity/model/user.ts';
import { findLiveUser, isOwnerToMail } from '../identity/read-user.ts';
import { asId, type OrganizationId } from '../platform/ids.ts';
import type { JobDeclaration, JobOutcome, JobRun } from '../platform/jobs/job.ts';
import { money } from '../travel/money.ts';
import { loadTrip } from '../trips/read/read-trip.ts';
import { APPROVALS_PATH, approvalUrlOf } from './approval-url.ts';
import { type Mandate, statusAt } from './model/mandate.ts';
import { isOpenToApproval, type Proposal } from './model/proposal.ts';
import { findMandate } from './store.ts';
import { findProposal } from './store-proposals.ts';

/** Every mail that owners get about what agents may buy. */
const APPROVAL_MAIL_KINDS = ['mandate_waits', 'purchase_waits', 'mandate_granted', 'mandate_exhausted'] as const;
export type ApprovalMailKind = (typeof APPROVAL_MAIL_KINDS)[number];

const minute = 60;
const hour = 3_600;
/** Mails about requests that one owner gets at once, and in an hour: an agent that asks in a loop fills no mailbox. */
const REQUESTS_MAILED = { burst: 20, perSecond: 10 / hour } as const;

const Payload = z.object({
  kind: z.enum(APPROVAL_MAIL_KINDS),
  user_id: z.string(),
  mandate_id: z.string(),
  proposal_id: z.string().optional(),
});
type Payload = z.infer<typeof Payload>;

/** A mail that could not be sent this time; the job's schedule says when it is tried again. */
class ApprovalMailNotSent extends Error {
  constructor(reason: string) {
    super(`The mail could not be sent: ${reason}.`);
    this.name = 'ApprovalMailNotSent';
  }
}

/**
 * One mail to one owner. What no longer waits by then is not sent. A run that dies between sending and
 * recording sends once more, with the same Message-ID.
 */
export const sendApprovalMailJob: JobDeclaration<Payload> = {
  name: 'mandates.send_mail',
  payload: Payload,
  retryDelaysSeconds: [minute, 5 * minute, 15 * minute, 30 * minute, hour, 2 * hour, 4 * hour],
  jitter: 0.1,
  concurrency: 4,
  timeoutSeconds: 60,
  run: (payload, app, run) => sendMail(app, payload, run),
  async exhausted({ kind, user_id }, app) {
    app.log.error({ user_id, kind }, 'A mail about what agents may buy could not be sent.');
  },
};

async function sendMail(app: App, payload: Payload, { organizationId, now, signal }: JobRun): Promise<JobOutcome> {
  const { kind, proposal_id: proposalId, mandate_id: mandateId } = payload;
  const owner = await findLiveUser(app, organizationId, asId('user', payload.user_id));
  if (app.mailer === undefined || owner?.email === undefined || !isOwnerToMail(owner)) return undefined;
  const view = await readView(app, { organizationId, now, kind, mandateId, proposalId });
  if (view === undefined) return undefined;
  const waitSeconds = kind.endsWith('_waits') ? await secondsToWait(app, owner) : undefined;
  if (waitSeconds !== undefined) return { runAgainInSeconds: waitSeconds };
  const language = chooseLanguage(owner.language, undefined);
  const rendered = renderApprovalMail(language, { isSandbox: app.config.environment === 'sandbox' }, view);
  const id = `${proposalId ?? mandateId}.${kind}.${owner.userId}`;
  const outcome = await app.mailer.send({ id, to: owner.email, language, ...rendered }, signal);
  app.faults.pass('mail.after_send');
  if (outcome.kind === 'failed') throw new ApprovalMailNotSent(outcome.reason);
  if (outcome.kind === 'rejected')
    app.log.warn({ kind, user_id: owner.userId, reason: outcome.reason }, 'A mail to an owner was refused for good.');
  return undefined;
}

async function secondsToWait(app: App, { organizationId, userId }: User): Promise<number | undefined> {
  const key = `approval-mails:${organizationId}:${userId}`;
  const { isAllowed, resetSeconds } = await app.shared.takeToken(key, REQUESTS_MAILED, 1);
  return isAllowed ? undefined : Math.max(minute, Math.ceil(resetSeconds));
}

interface Wanted {
  readonly organizationId: OrganizationId;
  readonly now: Date;
  readonly kind: ApprovalMailKind;
  readonly mandateId: string;
  readonly proposalId: string | undefined;
}

/** What the mail says; undefined where it says nothing that is still so. */
async function readView(app: App, wanted: Wanted): Promise<ApprovalMailView | undefined> {
  const { organizationId, now, kind, mandateId, proposalId } = wanted;
  const mandate = await findMandate(app.db, { organizationId, mandateId });
  if (mandate === undefined) return undefined;
  const { name, agent, terms, reason: note } = mandate;
  const url = approvalUrlOf(app.config, proposalId ?? mandateId);
  const shared = { agent: agent.name, mandate: name, url: url ?? `${app.config.publicUrl}${APPROVALS_PATH}` };
  switch (kind) {
    case 'mandate_waits':
      if (statusAt(mandate, now) !== 'proposed') return undefined;
      return { ...shared, kind, note, budget: money(terms.budget, terms.currency) };
    case 'purchase_waits': {
      const proposal =
        proposalId === undefined ? undefined : await findProposal(app.db, { organizationId, proposalId });
      return proposal && isOpenToApproval(proposal, now)
        ? { ...shared, kind, ...(await viewPurchase(app, proposal)) }
        : undefined;
    }
    case 'mandate_granted':
      return {
        ...shared,
        kind,
        url: `${app.config.publicUrl}/account/security`,
        budget: money(terms.budget, terms.currency),
        until: mandate.validUntil,
        by: await nameDecider(app, mandate),
      };
    case 'mandate_exhausted':
      return {
        ...shared,
        kind,
        url: `${app.config.publicUrl}${APPROVALS_PATH}`,
        spent: money(mandate.spent, terms.currency),
      };
    default:
      return kind satisfies never;
  }
}

async function viewPurchase(app: App, { organizationId, tripId, note, total, expiresAt }: Proposal) {
  const trip = await loadTrip(app.db, organizationId, tripId);
  return { note, total, until: expiresAt, items: (trip?.items ?? []).map(({ description }) => description) };
}

/** Who granted it, as people know them; undefined where it was nobody who signs in here. */
async function nameDecider(app: App, { organizationId, decision }: Mandate): Promise<string | undefined> {
  if (decision === undefined || !decision.by.startsWith('user_')) return undefined;
  const user = await findLiveUser(app, organizationId, asId('user', decision.by));
  return user?.name ?? user?.email;
}

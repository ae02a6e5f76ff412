import { sql } from 'kysely';
import * as z from 'zod';
import type { Handle, Tx } from '../platform/db/db.ts';
import { asId, type OrganizationId } from '../platform/ids.ts';
import { money } from '../travel/money.ts';
import type { PurchaseDecision } from './model/judge-limits.ts';
import type { Decision } from './model/mandate.ts';
import { proposalLifecycle, type ProposalStatus } from './model/mandate-states.ts';
import type { Proposal } from './model/proposal.ts';
import { VERDICTS } from './model/verdict.ts';

type ProposalRow = {
  organization_id: string;
  proposal_id: string;
  mandate_id: string;
  trip_id: string;
  status: ProposalStatus;
  quote_id: string;
  content_hash: string;
  total: number;
  total_max: number;
  currency: string;
  decision: PurchaseDecision;
  judgements: unknown;
  note: string | null;
  decided_by: string | null;
  decided_at: Date | null;
  decided_acr: string | null;
  decided_reason: string | null;
  expires_at: Date;
  created_at: Date;
};
const tables = (h: Handle) => h.q.withTables<{ mandate_proposal: ProposalRow }>();
const Judgements = z.array(
  z.object({
    rule: z.string(),
    verdict: z.enum(VERDICTS),
    wanted: z.string(),
    found: z.string(),
    excess: z.object({ value: z.int(), currency: z.string() }).optional(),
  }),
);

/** Identifies a proposal within its organization. */
export interface ProposalKey {
  readonly organizationId: OrganizationId;
  readonly proposalId: string;
}

/** Writes a new proposal. */
export async function insertProposal(tx: Tx, proposal: Proposal): Promise<void> {
  await sql`
    insert into mandate_proposal (organization_id, proposal_id, mandate_id, trip_id, status, quote_id, content_hash, total, total_max,
      currency, decision, judgements, note, expires_at, created_at)
    values (${proposal.organizationId}, ${proposal.proposalId}, ${proposal.mandateId}, ${proposal.tripId}, ${proposal.status},
      ${proposal.quoteId}, ${proposal.contentHash}, ${proposal.total.value}, ${proposal.totalMax.value}, ${proposal.total.currency},
      ${proposal.decision}, ${JSON.stringify(proposal.judgements)}::jsonb, ${proposal.note ?? null}, ${proposal.expiresAt},
      ${proposal.createdAt})`.execute(tx.q);
}

/** One proposal, unlocked. */
export async function findProposal(h: Handle, key: ProposalKey): Promise<Proposal | undefined> {
  const row = await ofKey(h, key).executeTakeFirst();
  return row && toProposal(row);
}

/** One proposal, locked until the transaction ends. */
export async function findProposalForUpdate(tx: Tx, key: ProposalKey): Promise<Proposal | undefined> {
  const row = await ofKey(tx, key).forUpdate().executeTakeFirst();
  return row && toProposal(row);
}

/** Proposals that wait for a person, oldest first; those that have run out wait for nobody. */
export async function listRequestedProposals(
  h: Handle,
  {
    organizationId,
    now,
    limit,
  }: { readonly organizationId: OrganizationId; readonly now: Date; readonly limit: number },
): Promise<readonly Proposal[]> {
  const rows = await tables(h)
    .selectFrom('mandate_proposal')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('status', '=', 'requested')
    .where('expires_at', '>', now)
    .orderBy('proposal_id')
    .limit(limit)
    .execute();
  return rows.map(toProposal);
}

/** Moves a proposal to a status, if it is in one that leads there; answers whether it was. */
export async function updateProposalStatus(
  tx: Tx,
  key: ProposalKey,
  to: ProposalStatus,
  change: { readonly answer?: Decision; readonly totalMax?: number; readonly expiresAt?: Date } = {},
): Promise<boolean> {
  const { answer, totalMax, expiresAt } = change;
  const result = await tables(tx)
    .updateTable('mandate_proposal')
    .set({
      status: to,
      ...(answer && {
        decided_by: answer.by,
        decided_at: answer.at,
        decided_acr: answer.acr,
        decided_reason: answer.reason ?? null,
      }),
      ...(totalMax !== undefined && { total_max: totalMax }),
      ...(expiresAt && { expires_at: expiresAt }),
    })
    .where('organization_id', '=', key.organizationId)
    .where('proposal_id', '=', key.proposalId)
    .where('status', 'in', proposalLifecycle.allowedFrom(to))
    .executeTakeFirst();
  return result.numUpdatedRows > 0n;
}

function ofKey(h: Handle, { organizationId, proposalId }: ProposalKey) {
  return tables(h)
    .selectFrom('mandate_proposal')
    .selectAll()
    .where('organization_id', '=', organizationId)
    .where('proposal_id', '=', proposalId);
}

function toProposal(row: ProposalRow): Proposal {
  const { decided_by: by, decided_at: at, decided_acr: acr, decided_reason: reason } = row;
  return {
    organizationId: asId('organization', row.organization_id),
    proposalId: asId('proposal', row.proposal_id),
    mandateId: asId('mandate', row.mandate_id),
    tripId: asId('trip', row.trip_id),
    status: row.status,
    quoteId: asId('quote', row.quote_id),
    contentHash: row.content_hash,
    total: money(row.total, row.currency),
    totalMax: money(row.total_max, row.currency),
    decision: row.decision,
    judgements: Judgements.parse(row.judgements),
    note: row.note ?? undefined,
    answer:
      by !== null && at !== null && acr !== null ? { by, at, acr, ...(reason === null ? {} : { reason }) } : undefined,
    expiresAt: row.expires_at,
    createdAt: row.created_at,
  };
}
